"""The search agents on a limit, on other boards and games, and with options that make no sense."""

import copy
import math
import random
from itertools import product

import pytest
import reference

from ttt import TicTacToe, agents, arena
from ttt.agents import AlphaBeta, Minimax, rules
from ttt.agents.scoring import open_lines
from ttt.algorithms.minimax import alpha_beta

ON_OFF = (True, False)
SCORINGS = ("quick", "plain", "fork")
ORDERS = ("best", "centre", "listed")


class Nim:
    """Three heaps; a move takes some sticks of one heap; who takes the last stick wins."""

    initial = ("X", 1, 2, 3)

    def player(self, state):
        """Return who moves."""
        return state[0]

    def actions(self, state):
        """Return the pairs of heap and number of sticks."""
        return tuple((heap, n) for heap in (1, 2, 3) for n in range(1, state[heap] + 1))

    def result(self, state, action):
        """Return the state after the move."""
        heap, n = action
        heaps = list(state[1:])
        heaps[heap - 1] -= n
        return ("O" if state[0] == "X" else "X", *heaps)

    def terminal(self, state):
        """Return whether the last stick is taken."""
        return not any(state[1:])

    def utility(self, state):
        """Return 1 if X took the last stick, else -1."""
        return -1 if state[0] == "X" else 1


class Misere(TicTacToe):
    """Tic-tac-toe in which a line loses."""

    def utility(self, state):
        """Return the opposite of what it was."""
        return -super().utility(state)


@pytest.fixture(scope="module")
def open_states(game, space):
    """Return every state with a move to make."""
    return [state for state in space.states if not game.terminal(state)]


# ---- depth and evaluation


def test_open_lines(game):
    assert open_lines(game, ".........") == 0
    assert open_lines(game, "....X....") == 8 - 4
    assert open_lines(game, "X...O....") == 4 - 5


@pytest.mark.parametrize("depth", [1, 2, 4])
@pytest.mark.parametrize("scoring", SCORINGS)
def test_alpha_beta_is_minimax_at_every_depth(depth, scoring, game):
    def corners(game, state):
        return sum({"X": 1, "O": -2, ".": 0}[state[c]] for c in (0, 2, 6, 8))

    rng = random.Random(depth)
    for evaluate in open_lines, corners:
        plain = Minimax(scoring, depth, evaluate)
        for order, bounds, table in product(ORDERS, ON_OFF, ON_OFF):
            agent = AlphaBeta(scoring, order, depth, evaluate, bounds=bounds, table=table)
            for marks in (1, 4, 6):
                state = reference.random_state(game, rng, marks)
                assert agent.scores(game, state) == plain.scores(game, state)
                assert agent.policy(game, state) == plain.policy(game, state)


def test_alpha_beta_is_minimax_at_every_depth_on_a_larger_board():
    game, rng = TicTacToe(4, 5, 4), random.Random(1)
    for depth in (1, 2, 3):
        state = reference.random_state(game, rng, marks=5)
        plain, agent = Minimax(depth=depth), AlphaBeta(depth=depth)
        assert agent.scores(game, state) == plain.scores(game, state)
        assert agent.policy(game, state) == plain.policy(game, state)
        assert agent.reached == depth


def test_no_estimate_outweighs_an_end(game, open_states):
    def huge(game, state):
        return -1e12

    agent = AlphaBeta(depth=1, evaluate=huge)
    for state in open_states:
        wins = rules.win(game, state)
        if wins:
            assert set(agent.policy(game, state)) == set(wins)


def test_an_evaluation_that_is_no_number_is_told_so(game):
    with pytest.raises(ValueError, match=r"The evaluation of '.*' is nan, which is no number"):
        AlphaBeta(depth=1, evaluate=lambda game, state: math.nan).policy(game, game.initial)


@pytest.mark.parametrize(
    "agent",
    [Minimax(depth=2), AlphaBeta(depth=1), AlphaBeta(depth=3), AlphaBeta(seconds=1e-6)]
    + [AlphaBeta(seconds=0.02, table=False, order="listed", bounds=False)],
    ids=["minimax 2", "alpha-beta 1", "alpha-beta 3", "no time", "no help"],
)
def test_no_win_and_no_block_is_missed_on_a_large_board(agent):
    game, rng, seen = TicTacToe(5, k=4), random.Random(7), {"win": 0, "block": 0}
    while min(seen.values()) < 4:
        state = reference.random_state(game, rng, marks=rng.randint(8, 16))
        wins, blocks = rules.win(game, state), rules.block(game, state)
        if wins and seen["win"] < 4:
            seen["win"] += 1
            assert set(agent.policy(game, state)) <= set(wins)
        elif not wins and len(blocks) == 1 and seen["block"] < 4:
            seen["block"] += 1
            assert set(agent.policy(game, state)) == set(blocks)


# ---- good defaults


def test_without_options_small_boards_are_searched_to_the_end():
    agent = agents.make("alpha-beta")
    for shape in (3, 3), (3, 4):
        space = arena.space_of(TicTacToe(*shape))
        for state in space.states[:100:9]:
            best = space.best_actions(state, quickest=True)
            assert tuple(agent.policy(space.game, state)) == best
            assert agent.reached == math.inf


@pytest.mark.parametrize("shape", [(4,), (5, 5, 4)])
def test_without_options_large_boards_get_a_time_limit(shape, monkeypatch):
    monkeypatch.setattr("ttt.agents.search.USUAL_SECONDS", 0.05)
    game, agent = TicTacToe(*shape), agents.make("alpha-beta")
    assert agent(game, game.initial) in game.actions(game.initial)
    assert 2 <= agent.reached < math.inf
    assert set(agent.scores(game, game.initial)) == set(game.actions(game.initial))


def test_deepening_stops_at_the_depth_and_at_the_end(game):
    agent = AlphaBeta(depth=4, seconds=60)
    assert agent.policy(game, game.initial) == Minimax(depth=4).policy(game, game.initial)
    assert agent.reached == 4
    agent = AlphaBeta(seconds=60)
    assert agent.policy(game, "X...O...X") == Minimax().policy(game, "X...O...X")
    assert agent.reached == math.inf


def test_minimax_refuses_a_board_that_is_too_large():
    game = TicTacToe(4)
    with pytest.raises(ValueError, match=r"with 16 free cells .* up to 12\. Give it a depth"):
        agents.make("minimax")(game, game.initial)
    assert agents.make("minimax", depth=2)(game, game.initial) in range(16)
    assert agents.make("minimax")(game, "XOXOXOX.OXO.....") in range(16)


@pytest.mark.parametrize("name", ["minimax", "alpha-beta"])
def test_the_same_rng_gives_the_same_moves(name, game):
    games = [
        arena.play(*(agents.make(name, rng=random.Random(seed)) for seed in (6, 7)), game)
        for _ in range(2)
    ]
    assert games[0] == games[1]
    agent = agents.make(name, rng=random.Random(8))
    assert {agent(game, game.initial) for _ in range(90)} == set(range(9))


def test_an_agent_goes_from_one_board_to_another_and_back(game):
    other = TicTacToe(3, 4)
    for agent in Minimax(), AlphaBeta():
        first = agent.policy(game, "X........")
        assert max(agent.policy(other, "X..........O")) > 8
        assert agent.policy(game, "X........") == first == {4: 1}


def test_a_search_agent_can_be_copied(game):
    for name in "minimax", "alpha-beta":
        agent = agents.make(name)
        policy = agent.policy(game, "X........")
        assert copy.deepcopy(agent).policy(game, "X........") == policy


# ---- other games


@pytest.mark.parametrize(
    "agent", [Minimax("plain"), AlphaBeta("plain", "listed"), AlphaBeta("plain")], ids=str
)
def test_any_game_with_the_six_functions(agent):
    nim = Nim()
    assert agent.value(nim, nim.initial) == -1  # 1, 2, 3: the second player wins
    assert agent.policy(nim, ("X", 1, 2, 2)) == {(1, 1): 1}
    assert agent.policy(nim, ("O", 0, 2, 3)) == {(3, 1): 1}
    misere = Misere()
    assert agent.value(misere, misere.initial) == alpha_beta(misere, misere.initial)


def test_nim_to_a_depth():
    def three(game, state):
        return 3

    deep, hurried = AlphaBeta("plain", depth=6), AlphaBeta("plain", seconds=30, evaluate=three)
    assert deep.value(Nim(), Nim.initial) == hurried.value(Nim(), Nim.initial) == -1
    assert deep.reached == hurried.reached == math.inf
    shallow = AlphaBeta("plain", depth=1, evaluate=three)
    assert shallow.scores(Nim(), ("X", 1, 1, 0)) == {(1, 1): 0.75, (2, 1): 0.75}


def test_what_needs_a_board_says_so():
    with pytest.raises(ValueError, match="The scoring 'fork' is for TicTacToe, not for Nim"):
        Minimax("fork").policy(Nim(), Nim.initial)
    with pytest.raises(ValueError, match="The order 'centre' looks for k in a row"):
        AlphaBeta("plain", "centre").policy(Nim(), Nim.initial)
    with pytest.raises(ValueError, match="The evaluation open_lines looks for k in a row"):
        AlphaBeta("plain", depth=2, evaluate=open_lines).policy(Nim(), Nim.initial)


# ---- wrong options


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"scoring": "good"}, "scoring is 'quick', 'plain', 'fork', or a function"),
        ({"scoring": None}, "scoring is 'quick'"),
        ({"order": "worst"}, "order is 'best', 'centre', 'listed', not 'worst'"),
        ({"order": ["best"]}, "order is 'best'"),
        ({"depth": 0}, "depth must be a whole number from 1 on, not 0"),
        ({"depth": 2.5}, "depth must be a whole number"),
        ({"depth": True}, "depth must be a whole number"),
        ({"evaluate": 3}, "evaluate is a function of game and state, not 3"),
        ({"seconds": 0}, "seconds must be a number above 0"),
        ({"seconds": -1}, "seconds must be a number above 0"),
        ({"seconds": math.nan}, "seconds must be a number above 0"),
        ({"seconds": "2"}, "seconds must be a number above 0"),
    ],
    ids=str,
)
def test_wrong_options_are_refused_in_words(options, words):
    with pytest.raises(ValueError, match=words):
        agents.make("alpha-beta", **options)
    if not options.keys() & {"order", "seconds"}:
        with pytest.raises(ValueError, match=words):
            agents.make("minimax", **options)
