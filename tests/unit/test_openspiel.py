"""Small games of OpenSpiel through six functions: the values are those of its own search.

They run where the extra `bench` is installed.
"""

import random

import pytest

from ttt import Space, agents, arena, draw
from ttt.agents import QLearner
from ttt.algorithms import alpha_beta, minimax_value
from ttt.trace import watch

pyspiel = pytest.importorskip("pyspiel")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")

SMALL = (  # and after how many moves the tree is small enough for plain minimax
    ("tic_tac_toe", 3),
    ("nim(pile_sizes=1;2;3)", 0),
    ("dots_and_boxes(num_rows=2,num_cols=2)", 7),
    ("breakthrough(rows=4,columns=2)", 2),
    ("clobber(rows=2,columns=3)", 0),
    ("hex(board_size=3)", 4),
    ("othello", 55),
    ("mnk(m=4,n=3,k=3)", 7),
)
DOUBLE_MOVES = "dots_and_boxes(num_rows=1,num_cols=2)"  # who closes a box moves again


class Adapted:
    """A game of OpenSpiel with the six functions: a state is the tuple of the actions so far."""

    initial = ()

    def __init__(self, name):
        self.game = pyspiel.load_game(name)

    def at(self, state):
        """Return OpenSpiel's own state."""
        position = self.game.new_initial_state()
        for action in state:
            position.apply_action(action)
        return position

    def player(self, state):
        """Return who moves next: its player 0 is X."""
        return "XO"[self.at(state).current_player()]

    def actions(self, state):
        """Return its legal actions."""
        return tuple(self.at(state).legal_actions())

    def result(self, state, action):
        """Return the history with one action more."""
        return (*state, action)

    def terminal(self, state):
        """Return whether it is over."""
        return self.at(state).is_terminal()

    def utility(self, state):
        """Return what player 0 gets."""
        return self.at(state).returns()[0]


class From(Adapted):
    """The same game from a later state on."""

    def __init__(self, name, moves, seed):
        super().__init__(name)
        rng, state = random.Random(seed), ()
        while len(state) < moves:
            state = self.result(state, rng.choice(self.actions(state)))
            state = () if self.terminal(state) else state
        self.initial = state


def value_by_openspiel(game):
    """Return what its own search says of the start, player 0's side."""
    start = game.at(game.initial)
    return minimax.alpha_beta_search(game.game, start, None, 100, maximizing_player_id=0)[0]


@pytest.mark.parametrize("name, moves", SMALL)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_values_are_those_of_openspiel(name, moves, seed):
    game = From(name, moves, seed)
    value = value_by_openspiel(game)
    assert alpha_beta(game, game.initial) == minimax_value(game, game.initial) == value
    assert Space(game).value(game.initial) == value


@pytest.mark.parametrize("name, moves", SMALL)
def test_agents_trees_traces_and_exact_results_hold_for_games_of_openspiel(name, moves):
    game = From(name, moves, 4)
    value = value_by_openspiel(game)
    for agent in ("minimax", "alpha-beta", agents.make("mcts", simulations=50), "teacher"):
        assert arena.play(agent, "random", game).states[0] == game.initial
        assert arena.exact(agent, agent, game).mean is not None
    assert arena.exact("minimax", "alpha-beta", game).mean == value
    assert arena.best_reply("minimax", "X", game).score == -value
    learner = QLearner(game=game, rng=random.Random(1))
    assert len(learner.train(learner, 20).rewards) == 20
    assert watch(alpha_beta, game, game.initial).value == value
    assert draw.tree(draw.game_tree(game, game.initial, depth=2), game).svg


@pytest.mark.parametrize("seed", range(6))
def test_mcts_wins_what_is_won_although_a_player_moves_twice(seed):
    game = From(DOUBLE_MOVES, 2, seed)
    best = Space(game).best_actions(game.initial)
    assert agents.make("mcts", simulations=600, rng=random.Random(seed))(game, game.initial) in best
