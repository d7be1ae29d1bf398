"""The agents that look ahead: exact values and moves, limits, other boards, wrong options."""

import math
import random
from functools import cache

import pytest
import reference
from own_games import Sticks

from ttt import TicTacToe, agents
from ttt.agents import AlphaBeta, Minimax, rules
from ttt.agents.minimax import fork


@pytest.fixture(scope="module")
def open_states(game, space):
    """Return every state with a move to make."""
    return [state for state in space.states if not game.terminal(state)]


def sign(number):
    """Return 1, 0 or -1."""
    return (number > 0) - (number < 0)


# ---- exact values and moves


def test_the_moves_are_exactly_the_best_ones_everywhere(game, space, open_states):
    quick, plain, cutting = Minimax(), Minimax("plain"), AlphaBeta()
    for state in open_states:
        assert sign(cutting.value(game, state)) == space.value(state)
        quickest = space.best_actions(state, quickest=True)
        assert tuple(quick.policy(game, state)) == tuple(cutting.policy(game, state)) == quickest
        assert tuple(plain.policy(game, state)) == space.best_actions(state)


def test_a_quick_value_says_when_the_game_ends(game, space):
    agent = AlphaBeta()
    assert agent.value(game, game.initial) == 0
    assert agent.nodes < 300  # the textbook's enters 18,297
    for state in space.states:
        free_at_the_end = state.count(".") - space.distance(state)
        assert agent.value(game, state) == space.value(state) * (1 + free_at_the_end)


def test_four_in_a_row_is_searched_to_the_end(four):
    game, agent, rng = TicTacToe(4), AlphaBeta(depth=16), random.Random(8)
    for _ in range(15):
        state = reference.random_state(game, rng, marks=rng.randint(6, 10))
        assert sign(agent.value(game, state)) == four.value(state)
        assert tuple(agent.policy(game, state)) == four.best_actions(state, quickest=True)
        assert agent.reached == math.inf


def test_a_fork_counts_twice(game, open_states):
    forking = Minimax("fork")

    @cache
    def worth(state):
        after = [worth(game.result(state, action)) for action in game.actions(state)]
        best = max if game.player(state) == "X" else min
        return best(after) if after else fork(game, state)

    for state in open_states[::7]:
        chosen = [game.result(state, action) for action in forking.policy(game, state)]
        assert {worth(child) for child in chosen} == {worth(state)}
    assert fork(game, "XOXOX.X.O") == 2  # O could stop only one of the two
    assert fork(game, "XXXOO....") == 1
    assert fork(game, "XX.OOOX..") == -1
    assert fork(game, "XOXXOOOXX") == 0


# ---- a depth, or a time limit


def look(game, state, depth):
    """Return how a state looks so many moves ahead, by plain recursion, X's side."""
    if game.terminal(state):
        return game.utility(state) * (1 + state.count("."))
    if depth == 0:
        counts = {"X": 0, "O": 0}
        for line in game.lines:
            marks = {state[cell] for cell in line}
            counts["X"] += "O" not in marks
            counts["O"] += "X" not in marks
        lead = counts["X"] - counts["O"]
        return lead / (1 + abs(lead))
    after = [look(game, game.result(state, a), depth - 1) for a in game.actions(state)]
    return max(after) if game.player(state) == "X" else min(after)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_at_the_depth_open_lines_count_where_nobody_threatens(depth):
    game, rng = TicTacToe(4), random.Random(depth)
    for _ in range(5):
        state = reference.random_state(game, rng, marks=2)
        agent = AlphaBeta(depth=depth)
        scores = {a: look(game, game.result(state, a), depth - 1) for a in game.actions(state)}
        assert agent.value(game, state) == pytest.approx(look(game, state, depth))
        assert agent.reached == depth
        best = (max if game.player(state) == "X" else min)(scores.values())
        assert set(agent.policy(game, state)) == {a for a, s in scores.items() if s == best}


@pytest.mark.parametrize("options", [{"depth": 1}, {"depth": 3}, {"seconds": 1e-6}], ids=str)
def test_no_win_and_no_block_is_missed_on_a_large_board(options):
    agent, seen = AlphaBeta(**options), {"win": 0, "block": 0}
    game, rng = TicTacToe(5, k=4), random.Random(7)
    while min(seen.values()) < 4:
        state = reference.random_state(game, rng, marks=rng.randint(8, 16))
        wins, blocks = rules.win(game, state), rules.block(game, state)
        if wins:
            seen["win"] += 1
            assert set(agent.policy(game, state)) <= set(wins)
        elif len(blocks) == 1:
            seen["block"] += 1
            assert set(agent.policy(game, state)) == set(blocks)


@pytest.mark.parametrize("shape", [(4,), (5, 5, 4)])
def test_without_options_large_boards_get_a_time_limit(shape, monkeypatch):
    monkeypatch.setattr("ttt.agents.search.USUAL_SECONDS", 0.05)
    game, agent = TicTacToe(*shape), agents.make("alpha-beta")
    assert agent(game, game.initial) in game.actions(game.initial)
    assert 2 <= agent.reached < math.inf


def test_deepening_stops_at_the_depth_and_at_the_end(game):
    agent = AlphaBeta(depth=4, seconds=60)
    assert agent.policy(game, game.initial) == AlphaBeta(depth=4).policy(game, game.initial)
    assert agent.reached == 4
    agent = AlphaBeta(seconds=60)
    assert agent.policy(game, "X...O...X") == Minimax().policy(game, "X...O...X")
    assert agent.reached == math.inf


# ---- other games


@pytest.mark.parametrize("agent", [AlphaBeta(), AlphaBeta(depth=9)], ids=str)
def test_a_game_of_ones_own_is_won(agent):
    for sticks, best in (7, {1}), (5, {2}), (4, {1}), (2, {2}):
        for player in "XO":
            assert set(agent.policy(Sticks(), (player, sticks))) == best


def test_what_needs_a_board_says_so():
    with pytest.raises(ValueError, match="The scoring 'fork' looks for k in a row"):
        Minimax("fork").policy(Sticks(), Sticks.initial)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"depth": 0}, "depth must be a whole number from 1 on, not 0"),
        ({"seconds": math.nan}, "seconds must be a number above 0"),
        ({"seconds": "2"}, "seconds must be a number above 0"),
    ],
    ids=str,
)
def test_wrong_options_are_refused_in_words(options, words):
    with pytest.raises(ValueError, match=words):
        agents.make("alpha-beta", **options)
    with pytest.raises(ValueError, match="scoring is 'quick', 'plain', 'fork', not 'good'"):
        agents.make("minimax", scoring="good")
