"""Small games of OpenSpiel through six functions: the values are those of its own search.

They run where the extra `bench` is installed.
"""

import random

import pytest

from ttt import Space, agents, arena
from ttt.algorithms import alpha_beta, minimax_value
from ttt.trace import watch

pyspiel = pytest.importorskip("pyspiel")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")

SMALL = (  # and after how many moves the tree is small enough for plain minimax
    ("tic_tac_toe", 3),
    ("nim(pile_sizes=1;2;3)", 0),
    ("dots_and_boxes(num_rows=2,num_cols=2)", 7),  # who closes a box moves again
    ("breakthrough(rows=4,columns=2)", 2),
    ("clobber(rows=2,columns=3)", 0),
    ("hex(board_size=3)", 4),
    ("othello", 55),
    ("mnk(m=4,n=3,k=3)", 7),
)


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


@pytest.mark.parametrize("name, moves", SMALL)
@pytest.mark.parametrize("seed", [1, 2])
def test_values_and_exact_results_are_those_of_openspiel(name, moves, seed):
    game = From(name, moves, seed)
    start = game.at(game.initial)
    value, _ = minimax.alpha_beta_search(game.game, start, None, 100, maximizing_player_id=0)
    assert alpha_beta(game, game.initial) == minimax_value(game, game.initial) == value
    assert Space(game).value(game.initial) == watch(alpha_beta, game, game.initial).value == value
    assert arena.exact("minimax", "alpha-beta", game).mean == pytest.approx(value)
    assert arena.best_reply("minimax", "X", game).score == -value
    for agent in (agents.make("mcts", simulations=50), "teacher"):
        assert arena.play(agent, "random", game).states[0] == game.initial
