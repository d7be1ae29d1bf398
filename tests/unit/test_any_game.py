"""Every agent on every game: what it does there, or the sentence with which it refuses.

Run with -s to see the table: `pytest -s tests/unit/test_any_game.py -k table`.
"""

import random
import re
from dataclasses import dataclass
from fractions import Fraction
from math import isclose

import numpy as np
import pytest
import reference
from own_games import Countdown, Race, Sticks

from ttt import Space, TicTacToe, agents, arena, draw
from ttt.agents import QLearner, SarsaLearner
from ttt.algorithms import alpha_beta, minimax, minimax_value, quickest
from ttt.algorithms.mcts import search
from ttt.anygame import name_of_game, outcome
from ttt.games import ConnectFour, Misere, Nim
from ttt.space import space_of
from ttt.trace import count, watch
from ttt.widgets import TreeExplorer

GAMES = {
    "tic-tac-toe": TicTacToe(),
    "misère": Misere(),
    "connect 3×4": ConnectFour(3, 4, 3),
    "nim 3-4-5": Nim((3, 4, 5)),
    "countdown": Countdown(),
    "race": Race(),
}
LARGE = {"connect four": ConnectFour(), "tic-tac-toe 4×4": TicTacToe(4)}
BY_LINES = "looks for k in a row, which wins in TicTacToe and ConnectFour; of {} that is not known."
LEARNED = "has learned TicTacToe(3, 3, k=3), and plays no other game: not {}."
CELLS = "summed counts the free cells of a board, and {} has none."
REFUSALS = {
    "center": dict.fromkeys(("misère", "nim 3-4-5", "countdown", "race"), BY_LINES),
    "corner": dict.fromkeys(("misère", "nim 3-4-5", "countdown", "race"), BY_LINES),
    "one-step": dict.fromkeys(("misère", "nim 3-4-5", "countdown", "race"), BY_LINES),
    "combined": dict.fromkeys(("misère", "nim 3-4-5", "countdown", "race"), BY_LINES),
    "summed": dict.fromkeys(("nim 3-4-5", "countdown", "race"), CELLS),
    "q-learning": dict.fromkeys(set(GAMES) - {"tic-tac-toe"}, LEARNED),
    "sarsa": dict.fromkeys(set(GAMES) - {"tic-tac-toe"}, LEARNED),
}
LEARNERS = {"new q-learning": QLearner, "new sarsa": SarsaLearner}
PERFECT = ("minimax", "alpha-beta")
OPTIONS = {"mcts": {"simulations": 60}}


def refusal(agent, game):
    """Return what the agent is to say of the game, or None if it is to play it."""
    sentence = REFUSALS.get(agent, {}).get(game)
    return sentence and sentence.format(name_of_game(GAMES[game]))


def make(agent, seed=1):
    """Return an agent with a seed, quick enough for a test."""
    return agents.make(agent, rng=random.Random(seed), **OPTIONS.get(agent, {}))


def best_moves(game, state):
    """Return the moves of the best minimax value, by nothing but the textbook."""
    prefer = max if game.player(state) == "X" else min
    after = {a: alpha_beta(game, game.result(state, a)) for a in game.actions(state)}
    return [a for a, value in after.items() if value == prefer(after.values())]


# ---- agents × games


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("agent", agents.names())
def test_every_agent_plays_every_game_or_says_why_not(agent, game):
    rules, sentence, player = GAMES[game], refusal(agent, game), make(agent)
    calls = {
        "play": lambda: arena.play(player, "random", rules),
        "match": lambda: arena.match(player, "random", 3, random.Random(1), rules),
        "exact": lambda: arena.exact(player, "random", rules),
        "best reply": lambda: arena.best_reply(player, "O", rules),
    }
    for name, call in calls.items():
        if sentence:
            with pytest.raises(ValueError, match=re.escape(sentence)):
                call()
        else:
            assert call() is not None, name


@pytest.mark.parametrize("game", GAMES)
def test_perfect_agents_make_the_best_moves_in_every_state(game):
    rules = GAMES[game]
    space = Space(rules)
    for state in some_states(space, 40):
        best = best_moves(rules, state)
        assert list(space.best_actions(state)) == best
        for agent in PERFECT:
            assert set(make(agent).policy(rules, state)) <= set(best), (agent, state)
        assert minimax(rules, state) in best and quickest_keeps_value(rules, state)


def some_states(space, number):
    """Return some states in which a move is to be made, with trees that are walked in a moment."""
    sizes = zip(space.states, space.tree_sizes)
    open_states = [s for s, size in sizes if size <= 2_000 and not space.game.terminal(s)]
    return random.Random(5).sample(open_states, min(number, len(open_states)))


def quickest_keeps_value(game, state):
    """Return whether `quickest` makes a best move; if wins differ, it may prefer a quicker one."""
    return not space_of(game).counts_wins or quickest(game, state) in best_moves(game, state)


@dataclass(frozen=True)
class NoMoves:
    """A game that has no actions where it is over, for tests that rely on that."""

    game: object

    @property
    def initial(self):
        """Return where it starts."""
        return self.game.initial

    def actions(self, state):
        """Return the moves, none at the end."""
        return () if self.game.terminal(state) else tuple(self.game.actions(state))

    def __getattr__(self, name):
        return getattr(self.game, name)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("agent", PERFECT)
def test_perfect_agents_hurry_to_win_and_delay_to_lose(agent, game):
    rules = GAMES[game]
    space = Space(rules)
    for state in some_states(space, 40):
        if space.value(state):
            chosen = set(make(agent).policy(rules, state))
            assert chosen <= set(space.best_actions(state, quickest=True)), state


@pytest.mark.parametrize("game", GAMES)
def test_values_and_results_are_those_of_plain_recursion(game):
    rules, space = NoMoves(GAMES[game]), Space(GAMES[game])
    known = reference.walk(rules)
    assert len(space) == len(known)
    for state in some_states(space, 40):
        assert space.value(state) == minimax_value(rules, state)
    exact = arena.exact("random", "random", GAMES[game], as_fractions=True)
    even = {s: dict.fromkeys(rules.actions(s), 1 / max(1, len(rules.actions(s)))) for s in known}
    chances = chances_by_sign(rules, even)
    assert np.allclose([float(chance) for chance in exact.chances], chances[0])
    assert isclose(exact.mean, chances[1])


def chances_by_sign(game, policy):
    """Return the chances of X's win, a draw and O's win, and the mean utility."""
    memo = {}

    def look(state):
        if game.terminal(state):
            worth = game.utility(state)
            return np.array([worth > 0, worth == 0, worth < 0, worth], float)
        if state not in memo:
            after = policy[state].items()
            memo[state] = sum(chance * look(game.result(state, a)) for a, chance in after)
        return memo[state]

    *chances, mean = look(game.initial)
    return chances, mean


# ---- learning


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("learner", LEARNERS)
def test_learners_learn_every_game_and_come_back_from_a_file(learner, game, tmp_path):
    rules = GAMES[game]
    pupil = LEARNERS[learner](game=rules, alpha="1/visits", rng=random.Random(1))
    history = pupil.train(agents.make("teacher", rng=random.Random(1)), 400)
    assert len(history.rewards) == 400 and history.checks[-1].episode == 400
    assert arena.exact(pupil, "random", rules).mean > arena.exact("random", "random", rules).mean
    file = tmp_path / "pupil.npz"
    if game == "race":
        with pytest.raises(ValueError, match="A file can hold states and actions of text, numbers"):
            pupil.save(file)
        return
    pupil.save(file)
    own = {"game": rules} if game == "countdown" else {}
    again = agents.load(file, **own)
    assert again.q == pupil.q and again.history == pupil.history
    assert (
        arena.exact(again, "random", rules).chances == arena.exact(pupil, "random", rules).chances
    )
    for other in (TicTacToe(4), Nim((1, 2))):
        with pytest.raises(ValueError, match="plays no other game"):
            again(other, other.initial)
        with pytest.raises(ValueError, match=r"The agent in .* has learned .*, and not "):
            agents.load(file, game=other)


def test_a_saved_agent_of_a_game_of_ones_own_wants_that_game(tmp_path):
    file = tmp_path / "mine.npz"
    QLearner(game=Countdown()).save(file)
    with pytest.raises(ValueError, match="has learned Countdown, a game of your own"):
        agents.load(file)
    assert isinstance(agents.load(file, game=Countdown()).game, Countdown)


@pytest.mark.parametrize("game", ["misère", "connect 3×4"])
@pytest.mark.parametrize("afterstates", [False, True])
def test_mirror_images_share_values_in_every_game_that_tells_them(game, afterstates):
    rules = GAMES[game]
    pupil = QLearner(game=rules, symmetry=True, afterstates=afterstates, rng=random.Random(2))
    pupil.train(pupil, 200, every=0)
    for state in random.Random(3).sample(list(Space(rules).states), 50):
        for action in rules.actions(state):
            images = zip(rules.images(state), rules.action_images(action))
            assert len({pupil.q[pair] for pair in images}) == 1


def test_symmetry_is_refused_where_a_game_does_not_tell_it():
    for make_it in (
        lambda: QLearner(game=Nim(), symmetry=True),
        lambda: Space(Nim(), symmetry=True),
    ):
        with pytest.raises(ValueError, match="does not tell its symmetries"):
            make_it()


# ---- MCTS where players do not take turns


def test_mcts_counts_for_whoever_moves_although_nobody_takes_turns():
    game = Race()
    root = search(game, game.initial, 6_000, 3, random.Random(1))  # wins are worth up to 3
    nodes = [(root, child) for child in root.children]
    while nodes:
        parent, child = nodes.pop()
        assert child.mover == (1 if game.player(parent.state) == "X" else -1)
        nodes += [(child, grandchild) for grandchild in child.children]
    best = max(root.children, key=lambda child: child.visits)
    assert best.action in Space(game).best_actions(game.initial)


@pytest.mark.parametrize("game", ["race", "countdown", "nim 3-4-5", "connect 3×4"])
def test_searches_in_lockstep_are_those_of_the_textbook(game):
    rules = GAMES[game]
    plain = [search(rules, rules.initial, 40, 1.4, random.Random(seed)) for seed in range(300)]
    chosen = [max(root.children, key=lambda n: (n.visits, n.mean)).action for root in plain]
    space = Space(rules)
    found = agents.lockstep.mcts_all(space, 40, 1.4, 1, [rules.initial] * 300)
    for action in rules.actions(rules.initial):
        share = np.mean(found.choices == space.listed(0).index(action))
        assert abs(share - chosen.count(action) / 300) < 0.17, action


# ---- trees and traces


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_trees_and_traces(game):
    rules = GAMES[game]
    tree = draw.game_tree(rules, rules.initial, depth=2)
    ends = [n for n, data in tree.nodes.items() if rules.terminal(data["state"])]
    assert all(outcome(rules, tree.nodes[n]["state"]) for n in ends)
    drawn = draw.tree(tree, rules)
    assert drawn.svg.startswith("<svg") and len(str(drawn).splitlines()) == len(tree)
    state = late(rules)
    trace = watch(minimax_value, rules, state)
    assert trace.error is None and trace.value == minimax_value(rules, state)
    assert trace.entered == count(minimax_value, rules, state) == len(trace.tree)
    cut = watch(alpha_beta, rules, state)
    assert cut.value == trace.value and cut.entered <= trace.entered


def late(game):
    """Return a state from which the tree is small but not trivial."""
    space = Space(game)
    return max(
        (
            s
            for s, size in zip(space.states, space.tree_sizes)
            if size <= 40 and not game.terminal(s)
        ),
        key=lambda s: (space.tree_sizes[space.index[s]], repr(s)),
    )


# ---- what is too large, and what is no game


@pytest.mark.parametrize("game", LARGE)
@pytest.mark.parametrize("agent", ["random", "center", "corner", "one-step", "combined", "mcts"])
def test_agents_that_need_no_end_play_large_boards(agent, game):
    assert arena.play(make(agent), "random", LARGE[game]).outcome in ("X", "O", "draw")


def test_alpha_beta_answers_in_time_on_connect_four():
    game = ConnectFour()
    threat = game.initial
    for column in (3, 0, 3, 0, 3):
        threat = game.result(threat, column)
    player = agents.make("alpha-beta", seconds=0.2)
    assert player(game, threat) == 3  # blocks
    assert player(game, game.result(threat, 1)) == 3  # wins


@pytest.mark.parametrize("agent", ["minimax", "summed", "teacher"])
def test_agents_that_need_the_end_refuse_connect_four(agent):
    with pytest.raises(ValueError, match=r"too (many|large)"):
        agents.make(agent)(ConnectFour(), ConnectFour().initial)


def test_a_space_refuses_what_is_too_large_or_goes_in_circles():
    with pytest.raises(ValueError, match="has more than 1,000 states, too many for a Space"):
        Space(ConnectFour(), most=1_000)

    class Circle(Countdown):
        def result(self, state, action):
            return 8 - abs(super().result(state, action)) or 7

    with pytest.raises(ValueError, match="Circle can come back to"):
        Space(Circle())


@pytest.mark.parametrize("thing", [object(), "chess", 3, ConnectFour])
def test_what_is_no_game_is_refused_in_a_sentence(thing):
    for call in (arena.play, arena.match, arena.exact):
        with pytest.raises(ValueError, match="A game has initial, player, actions, result, term"):
            call("random", "random", game=thing)


def test_derived_classes_are_other_games():
    class Generous(TicTacToe):
        def utility(self, state):
            return 5 * super().utility(state)

    game = Generous()
    space = Space(game)
    assert set(np.unique(space.results)) == {-5, 0, 5} and space.value("XX.OO....") == 5
    exact = arena.exact("random", "random", game)
    assert exact.chances == pytest.approx(arena.exact("random", "random").chances)
    assert exact.mean == pytest.approx(5 * exact.score) and ", mean +" in str(exact)
    teacher = agents.make("teacher", p=1.0)
    assert teacher(game, "XX.OO....") == 2
    misere = agents.make("teacher", p=1.0).policy(Misere(), "XX.OO....")
    assert 2 not in [action for action, chance in misere.items() if chance > 0]
    with pytest.raises(ValueError, match="that is not known"):
        agents.make("one-step")(game, game.initial)

    class Counting(TicTacToe):
        asked = 0

        def terminal(self, state):
            self.asked += 1
            return super().terminal(state)

    assert agents.make("one-step")(Counting(), "XX.OO....") == 2  # it is won as ever


# ---- the table


def test_the_table_of_agents_and_games(capsys):
    lines = [" ".join(f"{name:>16}" for name in ("", *GAMES))]
    for agent in agents.names():
        cells = []
        for game, rules in GAMES.items():
            if refusal(agent, game):
                cells.append("refuses")
            else:
                cells.append(f"{arena.exact(make(agent), 'random', rules).mean:+.3f}")
        lines.append(" ".join(f"{cell:>16}" for cell in (agent, *cells)))
    with capsys.disabled():
        print("\nexact mean result as X against random:", *lines, sep="\n")
    assert len(lines) == len(agents.names()) + 1


# ---- games as students write them


@pytest.mark.parametrize("agent", ["random", "minimax", "alpha-beta", "mcts", "teacher"])
def test_actions_may_come_as_a_generator_or_a_set(agent):
    class Generator(Sticks):
        def actions(self, state):
            return (number for number in super().actions(state))

    class Set(Sticks):
        def actions(self, state):
            return set(super().actions(state))

    for game in Generator(), Set():
        assert arena.play(make(agent), make(agent), game).outcome in "XO"
        learner = QLearner(game=game, rng=random.Random(1))
        assert len(learner.train(make(agent), 10).rewards) == 10


@pytest.mark.parametrize("agent", agents.names())
def test_an_agent_at_an_end_says_that_the_game_is_over(agent, game):
    with pytest.raises(ValueError, match=r"The game is over in 'XXXOO\.\.\.\.': .* has no move"):
        make(agent)(game, "XXXOO....")


def test_a_game_that_is_over_at_once_is_worth_its_utility():
    class Over(Sticks):
        initial = ("X", 0)

    assert Space(Over()).value(("X", 0)) == -1
    assert arena.best_reply("random", "X", Over()).score == 1


@pytest.mark.parametrize(
    ("name", "wrong", "words"),
    [
        ("initial", ["X", 5], "starts at ['X', 5], which cannot be a key"),
        ("initial", lambda self: ("X", 5), "has a function as initial"),
        ("player", lambda self, state: 1, "has the player 1 to move first"),
        ("actions", lambda self, state: None, "has None as its first actions"),
        ("actions", lambda self, state: [], "is not over at the start, but has no actions"),
        ("actions", lambda self, state: [[1]], "has the move [1], which cannot be a key"),
        ("utility", 1, "has utility, but not as a function"),
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


def test_a_search_without_end_says_so():
    class Circle(Sticks):
        def result(self, state, action):
            return self.initial

    for agent in agents.make("minimax"), agents.make("alpha-beta", depth=10_000):
        with pytest.raises(ValueError, match="Circle goes on for too many moves"):
            agent(Circle(), Circle.initial)
    with pytest.raises(ValueError, match=r"does not know the optimal moves\. Circle can come back"):
        make("teacher")(Circle(), Circle.initial)
    with pytest.raises(ValueError, match="Circle goes on after 100,000 moves: for ever"):
        arena.play("random", "random", Circle())


def test_wins_that_differ_are_told_apart_on_a_board_too():
    class Bonus(TicTacToe):
        def utility(self, state):
            return super().utility(state) + (0.5 if state[0] == "X" else 0)

    game = Bonus()
    space = Space(game)
    for state in some_states(space, 150):
        for agent in PERFECT:
            assert set(make(agent).policy(game, state)) <= set(space.best_actions(state))


def test_fractions_can_be_drawn():
    class Third(Sticks):
        def utility(self, state):
            return Fraction(super().utility(state), 3)

    trace = watch(minimax_value, Third(), ("X", 3))
    assert "−0.333" in str(draw.tree(trace.tree)) and arena.exact("random", "random", Third())


def test_moves_to_the_same_state_keep_their_names():
    class Same(Sticks):
        initial = ("X", 2)

        def actions(self, state):
            return ("left", "right")

        def result(self, state, action):
            return "O", 0

    tree = watch(minimax_value, Same(), Same.initial).tree
    assert [action for *_, action in tree.edges(data="action")] == ["left", "right"]


def test_a_derived_class_may_have_states_that_plain_tic_tac_toe_has_not(tmp_path):
    class OFirst(TicTacToe):
        def player(self, state):
            return "O" if state.count("X") == state.count("O") else "X"

        def result(self, state, action):
            return state[:action] + self.player(state) + state[action + 1 :]

    game = OFirst()
    learner = QLearner(game=game, rng=random.Random(1))
    learner.train(learner, 30)
    learner.save(tmp_path / "first.npz")
    assert agents.load(tmp_path / "first.npz", game=OFirst()).q == learner.q
    assert len(TreeExplorer(game, "........O").tree) == 9
