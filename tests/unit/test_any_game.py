"""Every agent on every game: what it does there, or the sentence with which it refuses."""

import random
import re
from collections import defaultdict
from functools import cache

import numpy as np
import pytest
from own_games import Countdown, Race, Sticks

from ttt import Space, TicTacToe, agents, arena, draw
from ttt.agents import QLearner, SarsaLearner
from ttt.agents.rules import RULE_ORDERS
from ttt.algorithms import alpha_beta, minimax, minimax_value, quickest
from ttt.algorithms.mcts import search
from ttt.anygame import name_of_game
from ttt.game import InARow
from ttt.games import ConnectFour, Misere, Nim
from ttt.space import space_of
from ttt.trace import watch

GAMES = {
    "tic-tac-toe": TicTacToe(),
    "misère": Misere(),
    "connect 3×4": ConnectFour(3, 4, 3),
    "nim 3-4-5": Nim((3, 4, 5)),
    "countdown": Countdown(),
    "race": Race(),
}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
NO_LINES = "misère", "nim 3-4-5", "countdown", "race"
BY_LINES = "looks for k in a row, which wins in TicTacToe and ConnectFour; of {} that is not known."
LEARNED = "has learned TicTacToe(3, 3, k=3), and plays no other game: not {}."
SUMMED = "summed has the tree of TicTacToe(3, 3, k=3) alone, not of {}."
RULES = [name for name in RULE_ORDERS if name != "random"]
HAVE_LEARNED = "q-learning", "sarsa", "predict-position", "predict-win", "alphazero"
REFUSALS = {name: dict.fromkeys(NO_LINES, BY_LINES) for name in RULES}
for refuser, refusal in [("summed", SUMMED), *((name, LEARNED) for name in HAVE_LEARNED)]:
    REFUSALS[refuser] = dict.fromkeys(set(GAMES) - {"tic-tac-toe"}, refusal)
PERFECT = ("minimax", "alpha-beta")


@cache
def make(agent):
    """Return an agent with a seed, made once, and quick enough for a test."""
    options = {"simulations": 20} if agent == "mcts" else {}
    return agents.make(agent, rng=random.Random(1), **options)


def some_states(space, number):
    """Return some states in which a move is to be made, with trees that are walked in a moment."""
    sizes = zip(space.states, space.tree_sizes)
    open_states = [s for s, size in sizes if size <= 500 and not space.game.terminal(s)]
    return random.Random(5).sample(open_states, min(number, len(open_states)))


# ---- agents × games


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("agent", agents.names())
def test_every_agent_plays_every_game_or_says_why_not(agent, name):
    game, sentence = GAMES[name], REFUSALS.get(agent, {}).get(name)
    for call in arena.play, arena.exact:
        if sentence:
            with pytest.raises(ValueError, match=re.escape(sentence.format(name_of_game(game)))):
                call(make(agent), "random", game)
        else:
            assert call(make(agent), "random", game) is not None


@every_game
def test_perfect_agents_make_the_best_moves_and_the_quickest_ones(game):
    space = Space(game)
    for state in some_states(space, 30):
        prefer = max if game.player(state) == "X" else min
        after = {a: alpha_beta(game, game.result(state, a)) for a in game.actions(state)}
        value = prefer(after.values())
        best = tuple(action for action, worth in after.items() if worth == value)
        assert space.best_actions(state) == best and minimax(game, state) in best
        assert space.value(state) == minimax_value(game, state) == value
        for agent in PERFECT:
            chosen = make(agent).policy(game, state)
            has_cells = isinstance(game, InARow) or agent == "minimax"
            assert set(chosen) <= set(space.best_actions(state, quickest=has_cells and bool(value)))
        assert quickest(game, state) in best or not space.counts_wins


@every_game
def test_results_are_those_of_plain_recursion(game):
    known = {}

    def chances(state):
        """Return the chances of X's win, a draw and O's win, and the mean utility."""
        if game.terminal(state):
            worth = game.utility(state)
            return np.array([worth > 0, worth == 0, worth < 0, worth], float)
        if state not in known:
            after = [chances(game.result(state, action)) for action in game.actions(state)]
            known[state] = sum(after) / len(after)
        return known[state]

    exact = arena.exact("random", "random", game, as_fractions=True)
    assert [*map(float, exact.chances), exact.mean] == pytest.approx(chances(game.initial))


# ---- learning


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("learner", [QLearner, SarsaLearner])
def test_learners_learn_every_game_and_come_back_from_a_file(learner, name, tmp_path):
    game, file = GAMES[name], tmp_path / "pupil.npz"
    pupil = learner(game=game, alpha="1/visits", rng=random.Random(1))
    pupil.train(make("teacher"), 400)
    assert arena.exact(pupil, "random", game).mean > arena.exact("random", "random", game).mean
    if name in ("race", "countdown"):
        with pytest.raises(ValueError, match="is a game of your own, which no file can hold"):
            pupil.save(file)
        return
    pupil.save(file)
    again = agents.load(file)
    assert again.q == pupil.q and again.history == pupil.history
    with pytest.raises(ValueError, match="plays no other game"):
        again(TicTacToe(4), TicTacToe(4).initial)


@pytest.mark.parametrize("game", [TicTacToe(), Misere(), ConnectFour(3, 4, 3)])
@pytest.mark.parametrize("afterstates", [False, True])
def test_mirror_images_and_moves_to_one_board_share_values(game, afterstates):
    pupil = QLearner(game=game, symmetry=True, afterstates=afterstates, rng=random.Random(2))
    pupil.train(pupil, 200, every=0)
    after = defaultdict(set)
    for state in space_of(game).states[:300]:
        for action in game.actions(state):
            images = zip(game.images(state), game.action_images(action))
            (value,) = {pupil.q[pair] for pair in images}
            after[game.canonical(game.result(state, action))].add(value)
    assert all(len(values) == 1 for values in after.values()) == afterstates


def test_symmetry_is_refused_where_a_game_does_not_tell_it():
    with pytest.raises(ValueError, match="does not tell its symmetries"):
        QLearner(game=Nim(), symmetry=True)
    with pytest.raises(ValueError, match="Only plain tic-tac-toe is counted up to symmetry"):
        Space(Misere(), symmetry=True)


# ---- where players do not take turns


def test_mcts_counts_for_whoever_moves_although_nobody_takes_turns():
    game = Race()
    root = search(game, game.initial, 3_000, 3, random.Random(1))  # wins are worth up to 3
    nodes = [(root, child) for child in root.children]
    while nodes:
        parent, child = nodes.pop()
        assert child.mover == (1 if game.player(parent.state) == "X" else -1)
        nodes += [(child, grandchild) for grandchild in child.children]
    best = max(root.children, key=lambda child: child.visits)
    assert best.action in Space(game).best_actions(game.initial)


# ---- trees and traces


def test_moves_to_the_same_state_keep_their_names():
    class Same(Sticks):
        initial = ("X", 2)

        def actions(self, state):
            return ("left", "right")

        def result(self, state, action):
            return "O", 0

    tree = watch(minimax_value, Same(), Same.initial).tree
    assert [action for *_, action in tree.edges(data="action")] == ["left", "right"]


# ---- what is too large, or goes on for ever


def test_alpha_beta_answers_in_time_on_connect_four():
    game = ConnectFour()
    threat = game.initial
    for column in (3, 0, 3, 0, 3):
        threat = game.result(threat, column)
    player = agents.make("alpha-beta", seconds=0.2)
    assert player(game, threat) == 3  # blocks
    assert player(game, game.result(threat, 1)) == 3  # wins


@pytest.mark.parametrize("agent", ["minimax", "teacher"])
def test_agents_that_need_the_end_refuse_connect_four(agent):
    with pytest.raises(ValueError, match=r"too (many|large)"):
        make(agent).policy(ConnectFour(), ConnectFour().initial)
    with pytest.raises(ValueError, match="has more than 1,000 states, too many for a Space"):
        Space(ConnectFour(), most=1_000)


class Circle(Sticks):
    def result(self, state, action):
        return self.initial


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda game: Space(game), "Circle can come back to ('X', 7), so it may go on for ever"),
        (lambda game: agents.make("minimax")(game, game.initial), "Circle can come back"),
        (lambda game: agents.make("alpha-beta", depth=10_000)(game, game.initial), "too many move"),
        (lambda game: make("teacher").policy(game, game.initial), "Circle can come back"),
        (lambda game: arena.play("random", "random", game), "goes on after 100,000 moves: for eve"),
    ],
)
def test_a_game_without_end_is_told(call, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        call(Circle())


# ---- derived classes


def test_derived_classes_are_other_games():
    class Generous(TicTacToe):
        def utility(self, state):
            return (5 if state[0] == "X" else 4.5) * super().utility(state)

    game = Generous()
    space = Space(game)
    assert set(np.unique(space.results)) == {-5, -4.5, 0, 4.5, 5} and space.value("XX.OO....") == 5
    exact = arena.exact("random", "random", game)
    assert exact.chances == pytest.approx(arena.exact("random", "random").chances)
    assert exact.mean > 4.5 * exact.score and ", mean +" in str(exact)
    assert agents.make("teacher", p=1.0)(game, "XX.OO....") == 2
    misere = agents.make("teacher", p=1.0).policy(Misere(), "XX.OO....")
    assert 2 not in [action for action, chance in misere.items() if chance > 0]
    with pytest.raises(ValueError, match="that is not known"):
        agents.make("one-step")(game, game.initial)
    for state in some_states(space, 50):
        for agent in PERFECT:
            assert set(make(agent).policy(game, state)) <= set(space.best_actions(state))


def test_a_derived_class_that_only_counts_is_won_as_ever():
    class Counting(TicTacToe):
        asked = 0

        def terminal(self, state):
            self.asked += 1
            return super().terminal(state)

    assert agents.make("one-step")(Counting(), "XX.OO....") == 2


# ---- games as students write them


@pytest.mark.parametrize("kind", [iter, set])
@pytest.mark.parametrize("agent", ["random", "minimax", "alpha-beta", "mcts", "teacher"])
def test_actions_may_come_as_a_generator_or_a_set(agent, kind):
    class Loose(Sticks):
        def actions(self, state):
            return kind(super().actions(state))

    assert arena.play(make(agent), make(agent), Loose()).outcome in "XO"
    learner = QLearner(game=Loose(), rng=random.Random(1))
    assert len(learner.train(make(agent), 10).rewards) == 10


@pytest.mark.parametrize("agent", agents.names())
def test_an_agent_at_an_end_says_that_the_game_is_over(agent, game):
    with pytest.raises(ValueError, match=r"The game is over in 'XXXOO\.\.\.\.': .* has no move"):
        make(agent)(game, "XXXOO....")


@pytest.mark.parametrize("thing", [object(), "chess", ConnectFour])
def test_what_is_no_game_is_refused_in_a_sentence(thing):
    for call in (arena.play, arena.match, arena.exact):
        with pytest.raises(ValueError, match="A game has initial, player, actions, result, term"):
            call("random", "random", game=thing)


@pytest.mark.parametrize(
    ("name", "wrong", "words"),
    [
        ("initial", ["X", 5], "begins in ['X', 5], which cannot be a key"),
        ("initial", lambda self: ("X", 5), "has no first state as initial"),
        ("player", lambda self, state: 1, "has the player 1 to move first"),
        ("actions", lambda self, state: None, "has None as its first actions"),
        ("actions", lambda self, state: [[1]], "has the actions [[1]], which cannot be keys"),
        ("utility", 1, "has no function utility"),
    ],
)
def test_a_game_with_a_bug_is_refused_in_a_sentence(name, wrong, words):
    game = type("Buggy", (Sticks,), {name: wrong})()
    for call in (
        lambda: arena.play("random", "random", game),
        lambda: Space(game),
        lambda: QLearner(game=game),
        lambda: draw.game_tree(game, ("X", 5)),
    ):
        with pytest.raises(ValueError, match=re.escape(words)):
            call()


@pytest.mark.parametrize("worth", [None, "X", float("inf"), float("nan")])
def test_a_utility_that_is_no_number_is_named(worth):
    game = type("Odd", (Sticks,), {"utility": lambda self, state: worth})()
    with pytest.raises(ValueError, match=r"In Odd the utility of .* is .*, which is no whole"):
        Space(game)
