"""The exercise of lesson 04: right values, cuts where they must be, and what is said if not."""

from math import inf

import numpy as np
import pytest

from ttt import TicTacToe
from ttt import algorithms as course
from ttt.exercises import lesson04
from ttt.exercises.cuts import first_in_vain, size, visited
from ttt.exercises.shapes import space
from ttt.trace import count

GAME = TicTacToe()
EXERCISE = lesson04.alpha_beta
DEEP = lesson04.DEEP


def fail_hard(game, state, alpha=-inf, beta=inf, maximizing=None):
    if maximizing is None:
        maximizing = game.player(state) == "X"
    if game.terminal(state):
        return game.utility(state)
    for action in game.actions(state):
        value = fail_hard(game, game.result(state, action), alpha, beta, not maximizing)
        alpha, beta = (max(alpha, value), beta) if maximizing else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if maximizing else beta


def by_negamax(game, state, alpha=-inf, beta=inf):
    def value_for_mover(state, alpha, beta, sign):
        if game.terminal(state):
            return sign * game.utility(state)
        value = -inf
        for action in game.actions(state):
            after = game.result(state, action)
            value = max(value, -value_for_mover(after, -beta, -alpha, -sign))
            alpha = max(alpha, value)
            if value >= beta:
                return value
        return value

    if game.player(state) == "X":
        return value_for_mover(state, alpha, beta, 1)
    return -value_for_mover(state, -beta, -alpha, -1)


def variant(order=lambda game, boards: boards, window=lambda is_max, alpha, beta: (alpha, beta)):
    """Return an alpha-beta with all boards made beforehand, in some order, in another window."""

    def alpha_beta(game, state, alpha=-inf, beta=inf):
        if game.terminal(state):
            return np.float64(game.utility(state))
        is_max = game.player(state) == "X"
        value = -inf if is_max else inf
        for after in order(game, [game.result(state, action) for action in game.actions(state)]):
            found = alpha_beta(game, after, *window(is_max, alpha, beta))
            value = max(value, found) if is_max else min(value, found)
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
            if beta <= alpha:
                break
        return value

    return alpha_beta


def wins_first(game, boards):
    return sorted(boards, key=lambda board: game.winner(board) is None)


STYLES = {
    "fail-hard": fail_hard,
    "negamax": by_negamax,
    "boards made beforehand": variant(),
    "backwards": variant(lambda game, boards: boards[::-1]),
    "wins first": variant(wins_first),
    "everything known": lambda game, state, alpha=-inf, beta=inf: space().value(state),
    "a game of its own": lambda game, *case, **window: course.alpha_beta(GAME, *case, **window),
    "the exercise itself": EXERCISE,
}


@pytest.mark.parametrize("style", STYLES)
def test_a_right_search_is_right_in_whatever_style_it_is_written(style):
    verdict = EXERCISE.check(STYLES[style])
    right = ("", "right", "3,492 of 3,492 searches")
    assert (verdict.message, verdict.status, verdict.checked) == right


def test_the_searches_begin_with_the_fewest_free_cells_and_have_narrow_windows_too():
    states = list(dict.fromkeys(case[1] for case in EXERCISE.cases))
    still_open = [state for state in states if not GAME.terminal(state)]
    assert states[-len(still_open) :] == still_open
    free = [state.count(".") for state in still_open]
    assert free == sorted(free) and (free[0], free[-1]) == (1, 5)
    kinds = {GAME.canonical(state) for state in space().states if state.count(".") <= 5}
    assert {GAME.canonical(state) for state in states} == kinds
    narrow = {case[1] for case in EXERCISE.cases if case[2:]}
    assert narrow == {s for s in kinds if s.count(".") <= 4 and not GAME.terminal(s)} | {DEEP}


@pytest.mark.parametrize(
    ("given", "right", "window", "will_do"),
    [
        (0.0, 0, (), True),
        (1, 0, (-1, 1), False),
        (0, -1, (0, 1), True),  # fail-hard: alpha itself
        (-0.5, -1, (0, 1), True),  # some upper bound
        (-inf, -1, (0, 1), False),  # not an upper bound
        (0, 1, (-1, 0), True),  # fail-hard: beta itself
        (inf, 1, (-1, 0), False),
        (True, 1, (), False),
    ],
)
def test_a_value_is_exact_in_the_window_and_a_bound_beyond_it(given, right, window, will_do):
    assert EXERCISE._accepts(given, right, GAME, "", *window) == will_do


@pytest.mark.parametrize("search", [course.alpha_beta, by_negamax, fail_hard])
@pytest.mark.parametrize("state", ["X...O....", "XXOOX....", "XOXOX....", "XO......."])
def test_as_many_boards_are_seen_as_the_search_has_calls(search, state):
    lesson04.WATCHED.log = []
    search(lesson04.WATCHED, state)
    tree = visited(state, lesson04.WATCHED.log)
    assert size(tree) == count(course.alpha_beta, GAME, state)
    assert not first_in_vain(tree, -inf, inf)


def again(game, state, alpha=-inf, beta=inf):
    return game.utility(state) if game.terminal(state) else again(game, state, alpha, beta)


@pytest.mark.parametrize(
    ("function", "mistake"),
    [
        (
            variant(window=lambda is_max, *window: (-inf, inf)),
            "Below, alpha or beta starts again at infinity",
        ),
        (variant(lambda game, boards: boards[:1]), "It leaves every loop after the first move"),
        (
            lambda game, state, low=-inf, high=0: fail_hard(game, state, low, high),
            "wrong only where no window is given",
        ),
        (variant(window=lambda is_max, a, b: (a, inf) if is_max else (-inf, b)), "too few cuts"),
        (again, "calls itself without end"),
        (lambda *case: 2, "always the same answer"),
    ],
)
def test_a_wrong_search_is_named(function, mistake):
    verdict = EXERCISE.check(function)
    assert (verdict.status, verdict.mistake) == ("wrong", mistake)


def test_a_search_must_do_without_a_window():
    assert EXERCISE.check(lambda game, state, low, high: 0).message == (
        "It should be a function `alpha_beta(game, state, alpha=-inf, beta=inf)`, but yours takes "
        "`(game, state, low, high)`."
    )


def test_a_verdict_says_where_the_search_looks_in_vain(capsys):
    EXERCISE.check(lambda game, state, *window: course.minimax_value(game, state))
    assert capsys.readouterr().out == (
        "✗ alpha_beta: not right yet (right on 2,000 of 3,492 searches)\n"
        "    X X O\n    X X .\n    O . O\n"
        "`alpha_beta(game, 'XXOXX.O.O', -1, 1)` answered -1, which is right, but it looks where "
        "it need not: in `'XXOXX.O.O'`, where MIN moves, alpha was already -1 and beta -1, so the "
        "move 7 and those after it cannot matter.\n"
        "The values are right, but nothing is ever cut, as in plain minimax. Raise `alpha` and "
        "lower `beta` with what comes back, and leave the loop as soon as `alpha >= beta`.\n"
    )
