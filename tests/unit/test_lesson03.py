"""The three exercises of lesson 03: right and wrong answers in styles of all kinds."""

import random
from math import inf

import numpy as np
import pytest

from ttt import TicTacToe
from ttt import algorithms as course
from ttt.exercises import lesson03
from ttt.exercises.shapes import space

GAME = TicTacToe()
RIGHT = {
    "minimax_value": lambda state: (space().value(state),),
    "minimax": lambda state: space().best_actions(state),
    "quickest": lambda state: space().best_actions(state, quickest=True),
}
COUNTS = {"minimax_value": 4546, "minimax": 3588, "quickest": 3588}


@pytest.mark.parametrize(("name", "boards"), COUNTS.items())
@pytest.mark.parametrize("choose", [min, max, random.Random(7).choice])
def test_any_right_answer_is_right_on_every_board(name, boards, choose):
    verdict = getattr(lesson03, name).check(lambda game, state: choose(RIGHT[name](state)))
    assert (verdict.status, verdict.checked) == ("right", f"{boards:,} of {boards:,} boards")
    assert (verdict.board, verdict.mistake, verdict.message) == (None, None, "")


def test_the_boards_begin_with_the_fewest_free_cells_and_are_all_of_the_late_ones():
    states = lesson03.search_boards()
    ended = [state for state in states if GAME.terminal(state)]
    still_open = states[len(ended) :]
    assert set(ended) == set(filter(GAME.terminal, space().states))
    free = [state.count(".") for state in still_open]
    assert free == sorted(free) and (free[0], free[-1]) == (1, 7)
    expected = {s for s in space().states if s.count(".") < 5}
    expected |= {GAME.canonical(s) for s in space().states if s.count(".") in (5, 6, 7)}
    assert set(still_open) == {s for s in expected if not GAME.terminal(s)}
    assert len(states) == len(set(states))


def with_a_flag(game, state, maximizing=None):
    if maximizing is None:
        maximizing = game.player(state) == "X"
    if game.terminal(state):
        return game.utility(state)
    best = -inf if maximizing else inf
    for action in game.actions(state):
        value = with_a_flag(game, game.result(state, action), not maximizing)
        best = max(best, value) if maximizing else min(best, value)
    return best


def by_negamax(game, state):
    sign = 1 if game.player(state) == "X" else -1
    if game.terminal(state):
        return game.utility(state)
    return sign * max(sign * by_negamax(game, game.result(state, a)) for a in game.actions(state))


def by_depth(game, state, worth=lambda utility, depth: utility * (10 - depth)):
    def value(state, depth):
        if game.terminal(state):
            return worth(game.utility(state), depth)
        best = max if game.player(state) == "X" else min
        return best(value(game.result(state, action), depth + 1) for action in game.actions(state))

    scores = [(value(game.result(state, action), 1), action) for action in game.actions(state)]
    return (max if game.player(state) == "X" else min)(scores)[1]


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("minimax_value", course.alpha_beta),
        ("minimax_value", with_a_flag),
        ("minimax_value", by_negamax),
        ("minimax_value", lambda game, state: np.float64(by_negamax(game, state))),
        ("minimax_value", lesson03.minimax_value),
        ("minimax", by_depth),
        ("minimax", lambda game, state: np.int64(course.quickest(game, state))),
        ("quickest", by_depth),
    ],
)
def test_a_right_answer_is_right_in_whatever_style_it_is_found(name, function):
    assert getattr(lesson03, name).check(function).status == "right"


def never_terminal(game, state):
    best = max if game.player(state) == "X" else min
    return best(never_terminal(game, game.result(state, a)) for a in game.actions(state))


def one_branch_not_returned(game, state):
    if game.terminal(state):
        return game.utility(state)
    values = [one_branch_not_returned(game, game.result(state, a)) for a in game.actions(state)]
    if game.player(state) == "X":
        return max(values)
    min(values)


def printed_not_returned(game, state):
    if game.terminal(state):
        return game.utility(state)
    values = [printed_not_returned(game, game.result(state, a)) for a in game.actions(state)]
    print(max(values) if game.player(state) == "X" else min(values))


def always_max(game, state):
    if game.terminal(state):
        return game.utility(state)
    return max(always_max(game, game.result(state, a)) for a in game.actions(state))


def as_if_x_began(game, state):
    actions = game.actions(state)
    return max(actions, key=lambda action: with_a_flag(game, game.result(state, action), False))


def seldom_wrong(game, state):
    return game.actions(state)[0] if state[:3] == "XO." else course.minimax(game, state)


@pytest.mark.parametrize(
    ("name", "function", "mistake"),
    [
        ("minimax_value", never_terminal, "the best of nothing"),
        ("minimax_value", one_branch_not_returned, "nothing is returned somewhere"),
        ("minimax_value", printed_not_returned, "nothing is returned somewhere"),
        ("minimax_value", always_max, "It takes the highest value on every turn, or the lowest"),
        ("minimax_value", lambda *case: 5 * by_negamax(*case), "the right sign but the wrong size"),
        (
            "minimax_value",
            lambda *case: by_negamax(*case) == 1 or by_negamax(*case),
            "another type",
        ),
        (
            "minimax",
            as_if_x_began,
            "It is right for one of the players, but the other chooses as if it were that one",
        ),
        ("minimax", seldom_wrong, None),
        ("quickest", course.minimax, "plain minimax"),
        ("quickest", lambda *case: by_depth(*case, lambda u, d: u - d / 10), "plain minimax"),
    ],
)
def test_a_wrong_answer_is_named(name, function, mistake):
    verdict = getattr(lesson03, name).check(function)
    assert (verdict.status, verdict.mistake) == ("wrong", mistake)


def test_a_verdict_reads_well(capsys):
    lesson03.minimax_value.check(always_max)
    assert capsys.readouterr().out == (
        "✗ minimax_value: not right yet (right on 2,925 of 4,546 boards)\n"
        "    X X O\n    X X O\n    O . .\n"
        "`minimax_value(game, 'XXOXXOO..')` answered 1; the right answer is -1.\n"
        "It takes the highest value on every turn, or the lowest. X takes the highest; O takes the "
        "lowest.\n"
    )
