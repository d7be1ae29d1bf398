"""The exercise of lesson 04: right values, cuts where they must be, and what is said if not."""

from functools import cache
from math import inf

import numpy as np
import pytest

from ttt import TicTacToe
from ttt import algorithms as course
from ttt.exercises import lesson04
from ttt.exercises.cuts import Replay, size, visited
from ttt.trace import count

GAME = TicTacToe()
EXERCISE = lesson04.alpha_beta
DEEP = lesson04.DEEP
TRIED = "3,492 of 3,492 searches"


# ---- right, in many styles


def with_a_flag(game, state, alpha=-inf, beta=inf, maximizing=None):
    if maximizing is None:
        maximizing = game.player(state) == "X"
    if game.terminal(state):
        return game.utility(state)
    if maximizing:
        for action in game.actions(state):
            value = with_a_flag(game, game.result(state, action), alpha, beta, False)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return alpha  # fail-hard
    for action in game.actions(state):
        beta = min(beta, with_a_flag(game, game.result(state, action), alpha, beta, True))
        if alpha >= beta:
            break
    return beta


def clipped(game, state, alpha=-inf, beta=inf):
    """Return a value that is never outside the window."""
    return min(max(course.alpha_beta(game, state, alpha, beta), alpha), beta)


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


def ordered(order):
    """Return an alpha-beta that tries the moves in another order, all boards made beforehand."""

    def alpha_beta(game, state, alpha=-inf, beta=inf):
        if game.terminal(state):
            return np.float64(game.utility(state))
        is_max = game.player(state) == "X"
        value = -inf if is_max else inf
        for after in order(game, [game.result(state, action) for action in game.actions(state)]):
            found = alpha_beta(game, after, alpha, beta)
            if is_max:
                value = max(value, found)
                alpha = max(alpha, value)
            else:
                value = min(value, found)
                beta = min(beta, value)
            if beta <= alpha:
                break
        return value

    return alpha_beta


def as_listed(game, boards):
    return boards


def backwards(game, boards):
    return boards[::-1]


def wins_first(game, boards):
    return sorted(boards, key=lambda board: game.winner(board) is None)


def centre_first(game, boards):
    return sorted(boards, key=lambda board: board[4] == ".")


def looks_twice(game, state, alpha=-inf, beta=inf):
    """Make every move twice, once to see whether it ends the game."""
    if game.terminal(state):
        return game.utility(state)
    best, value = (max, -inf) if game.player(state) == "X" else (min, inf)
    for action in game.actions(state):
        if game.terminal(game.result(state, action)):
            found = game.utility(game.result(state, action))
        else:
            found = looks_twice(game, game.result(state, action), alpha, beta)
        value = best(value, found)
        alpha, beta = (max(alpha, value), beta) if best is max else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return value


def with_a_table(game, state, alpha=-inf, beta=inf):
    """Keep the boards whose value is exact."""
    table = {}

    def value_of(state, alpha, beta):
        if game.terminal(state):
            return game.utility(state)
        if state in table:
            return table[state]
        best, value = (max, -inf) if game.player(state) == "X" else (min, inf)
        low, high = alpha, beta
        for action in game.actions(state):
            value = best(value, value_of(game.result(state, action), low, high))
            low, high = (max(low, value), high) if best is max else (low, min(high, value))
            if low >= high:
                break
        if alpha < value < beta:
            table[state] = value
        return value

    return value_of(state, alpha, beta)


@cache
def remembered(state):
    if GAME.terminal(state):
        return GAME.utility(state)
    best = {"X": max, "O": min}[GAME.player(state)]
    return best(remembered(GAME.result(state, action)) for action in GAME.actions(state))


STYLES = {
    "the course's": course.alpha_beta,
    "a flag, fail-hard": with_a_flag,
    "clipped": clipped,
    "negamax": by_negamax,
    "boards made beforehand": ordered(as_listed),
    "backwards": ordered(backwards),
    "wins first": ordered(wins_first),
    "centre first": ordered(centre_first),
    "every move made twice": looks_twice,
    "a table": with_a_table,
    "everything known": lambda game, state, alpha=-inf, beta=inf: remembered(state),
    "the exercise itself": EXERCISE,
}


@pytest.mark.parametrize("style", STYLES)
def test_a_right_search_is_right_in_whatever_style_it_is_written(style):
    verdict = EXERCISE.check(STYLES[style])
    assert (verdict.message, verdict.status, verdict.checked) == ("", "right", TRIED)


def test_a_search_that_prints_is_right_but_told_so(capsys):
    def chatty(game, state, alpha=-inf, beta=inf):
        print(state)
        return course.alpha_beta(game, state, alpha, beta)

    assert EXERCISE.check(chatty).message == "It also prints something, which it need not."


def test_the_solution_passes_when_it_is_typed_in_as_it_is_shown(capsys):
    EXERCISE.solution()
    shown = capsys.readouterr().out
    assert shown.startswith('def alpha_beta(game, state, alpha=-inf, beta=inf):\n    """Return ')
    notebook = {"inf": inf}
    exec(shown, notebook)
    assert EXERCISE.check(notebook["alpha_beta"]).status == "right"


def test_the_searches_begin_with_the_fewest_free_cells_and_have_a_narrow_window_too(space):
    states = list(dict.fromkeys(state for _, state, _, _ in EXERCISE.cases))
    still_open = [state for state in states if not GAME.terminal(state)]
    assert states[-len(still_open) :] == still_open
    free = [state.count(".") for state in still_open]
    assert free == sorted(free) and (free[0], free[-1]) == (1, 5)
    kinds = {GAME.canonical(state) for state in space.states if state.count(".") <= 5}
    assert {GAME.canonical(state) for state in states} == kinds
    late = {state for state in space.states if state.count(".") <= 2}
    assert late <= set(states)
    narrow = {state for _, state, alpha, _ in EXERCISE.cases if alpha > -inf}
    assert narrow == {s for s in kinds if s.count(".") <= 4 and not GAME.terminal(s)} | {DEEP}


# ---- values and bounds


@pytest.mark.parametrize(
    ("given", "right", "alpha", "beta", "will_do"),
    [
        (0, 0, -inf, inf, True),
        (0.0, 0, -1, 1, True),
        (1, 0, -1, 1, False),
        (-1, -1, 0, 1, True),
        (0, -1, 0, 1, True),  # fail-hard: alpha itself
        (-0.5, -1, 0, 1, True),  # some upper bound
        (-inf, -1, 0, 1, False),  # not an upper bound
        (1, -1, 0, 1, False),
        (0, 1, -1, 0, True),  # fail-hard: beta itself
        (inf, 1, -1, 0, False),
        (-1, 1, -1, 0, False),
        (True, 1, -inf, inf, False),
        (None, 1, -inf, inf, False),
    ],
)
def test_a_value_is_exact_in_the_window_and_a_bound_beyond_it(given, right, alpha, beta, will_do):
    assert EXERCISE._accepts(given, right, GAME, "", alpha, beta) == will_do


# ---- which boards a search enters


@pytest.mark.parametrize("search", [course.alpha_beta, by_negamax, with_a_flag, looks_twice])
@pytest.mark.parametrize("state", ["X...O....", "XXOOX....", "XOXOX....", "XO......."])
def test_as_many_boards_are_seen_as_the_search_has_calls(search, state):
    game = lesson04.WATCHED
    game.log = []
    search(game, state, -inf, inf)
    entered = size(visited(state, game.log))
    assert entered == count(course.alpha_beta, GAME, state)


def test_plain_minimax_enters_every_board_of_the_tree():
    game = lesson04.WATCHED
    game.log = []
    course.minimax_value(game, "X...O....")
    tree = visited("X...O....", game.log)
    assert size(tree) == count(course.minimax_value, GAME, "X...O....")
    replay = Replay()
    assert replay.value(tree, -inf, inf) == 0
    assert replay.vain.alpha >= replay.vain.beta


# ---- not done yet


@pytest.mark.parametrize(
    "body", ['"""Say what it does."""\n    ...', "pass", "return ...", "raise NotImplementedError"]
)
def test_a_blank_function_is_not_done_yet(body):
    notebook = {"inf": inf}
    exec(f"def alpha_beta(game, state, alpha=-inf, beta=inf):\n    {body}", notebook)
    verdict = EXERCISE.check(notebook["alpha_beta"])
    assert (verdict.status, verdict.board, verdict.mistake) == ("todo", None, None)


# ---- known mistakes

# The smallest board that shows each mistake, by its free cells.
FREE = {
    "no cuts: plain minimax": 2,
    "cuts only at MAX": 2,
    "cuts only at MIN": 3,
    "cuts one step late": 2,
    "the window is not handed down": 3,
    "the given window is ignored": 2,
    "alpha is never raised": 3,
    "beta is never lowered": 4,
    "the window never narrows": 3,
    "alpha and beta swapped on the way down": 3,
    "MAX lowers beta, MIN raises alpha": 2,
    "both raise alpha and lower beta": 2,
    "one window for all boards": 2,
    "cut before the value is taken": 1,
    "cuts the wrong way round": 2,
    "cuts at the player's own bound": 2,
    "the wrong bound is returned": 1,
    "starts from 0": 2,
    "starts from the wrong infinity": 1,
    "max and min swapped": 2,
    "always starts with MAX": 2,
    "negamax with the window not turned": 3,
    "from the side of who moves": 0,
}


@pytest.mark.parametrize("mistake", EXERCISE.mistakes, ids=[m.name for m in EXERCISE.mistakes])
def test_a_known_mistake_is_named_on_a_smallest_board_where_it_shows(mistake):
    verdict = EXERCISE.check(mistake.function)
    assert (verdict.status, verdict.mistake) == ("wrong", mistake.name)
    assert verdict.message.endswith("\n" + mistake.advice)
    moves_to_go = len(GAME.actions(verdict.board))
    assert moves_to_go == FREE[mistake.name]
    right = int(verdict.checked.split()[0].replace(",", ""))
    assert right < len(EXERCISE.cases)
    assert verdict.action is None


def test_there_are_enough_known_mistakes_each_with_a_name_and_advice_of_its_own():
    mistakes = EXERCISE.mistakes
    assert len(mistakes) >= 10
    assert len({mistake.name for mistake in mistakes}) == len(mistakes)
    assert len({mistake.advice for mistake in mistakes}) == len(mistakes)
    assert all(mistake.advice[0].isupper() and mistake.advice[-1] in ".)" for mistake in mistakes)


def plain_near_the_end(game, state, alpha=-inf, beta=inf):
    """Cut only where more than two cells are free."""
    if state.count(".") < 3:
        return course.minimax_value(game, state)
    best, value = (max, -inf) if game.player(state) == "X" else (min, inf)
    for action in () if game.terminal(state) else reversed(game.actions(state)):
        found = plain_near_the_end(game, game.result(state, action), alpha, beta)
        value = best(value, found)
        alpha, beta = (max(alpha, value), beta) if best is max else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return game.utility(state) if game.terminal(state) else value


def test_an_unknown_search_with_right_values_and_few_cuts_is_told_where_it_looks_in_vain():
    verdict = EXERCISE.check(plain_near_the_end)
    assert (verdict.status, verdict.mistake) == ("wrong", "too few cuts")
    assert "which is right, but it looks where it need not" in verdict.message


def test_a_search_that_brings_its_own_game_is_watched_all_the_same():
    def plain(game, state, alpha=-inf, beta=inf):
        return course.minimax_value(GAME, state)

    def quick(game, state, alpha=-inf, beta=inf):
        return course.alpha_beta(GAME, state, alpha, beta)

    verdict = EXERCISE.check(plain)
    assert (verdict.status, verdict.mistake) == ("wrong", "too few cuts")
    assert "boards; " in verdict.message and verdict.message.count("enough") == 1
    assert EXERCISE.check(quick).status == "right"


def without_beta(game, state, alpha=-inf, beta=inf):
    """Forget beta where MAX calls, so that it is lost to MAX three moves later."""
    if game.terminal(state):
        return game.utility(state)
    is_max = game.player(state) == "X"
    value = -inf if is_max else inf
    for action in game.actions(state):
        window = (alpha,) if is_max else (alpha, beta)
        value = (max if is_max else min)(
            value, without_beta(game, game.result(state, action), *window)
        )
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return value


def test_a_bound_that_is_lost_further_down_is_noticed():
    verdict = EXERCISE.check(without_beta)
    assert (verdict.status, verdict.mistake) == ("wrong", "too few cuts")
    assert verdict.board == DEEP


@pytest.mark.parametrize(("low", "high"), [(-inf, 0), (0, inf), (inf, -inf)])
def test_a_search_must_begin_with_the_whole_window_if_it_is_given_none(low, high):
    def search(game, state, alpha=low, beta=high):
        return course.alpha_beta(game, state, alpha, beta)

    verdict = EXERCISE.check(search)
    assert (verdict.status, verdict.mistake) == ("wrong", "a narrow window to begin with")
    assert verdict.message.startswith("Given a window it is right. Given none, as in `alpha_beta(")


def test_a_search_that_needs_a_window_is_told_that_there_may_be_none():
    assert EXERCISE.check(lambda game, state, low, high: 0).message == (
        "It should be a function `alpha_beta(game, state, alpha=-inf, beta=inf)`, but yours takes "
        "`(game, state, low, high)`."
    )


def test_a_search_without_end_gets_a_sentence():
    def again(game, state, alpha=-inf, beta=inf):
        return game.utility(state) if game.terminal(state) else again(game, state, alpha, beta)

    verdict = EXERCISE.check(again)
    assert verdict.status == "wrong"
    assert "raised RecursionError" in verdict.message


def test_a_function_of_other_parameters_is_told_which_it_should_have():
    assert EXERCISE.check(lambda game, state: 0).message == (
        "It should be a function `alpha_beta(game, state, alpha=-inf, beta=inf)`, but yours takes "
        "`(game, state)`."
    )


# ---- hints, words


NO_CUTS = """\
✗ alpha_beta: not right yet (right on 2,000 of 3,492 searches)
    X X O
    X X .
    O . O
`alpha_beta(game, 'XXOXX.O.O', -1, 1)` answered -1, which is right, but it looks where it need \
not: in `'XXOXX.O.O'`, where MIN moves, alpha was already -1 and beta -1, so the move 7 and \
those after it cannot matter.
The values are right, but nothing is ever cut, as in plain minimax. Raise `alpha` and lower \
`beta` with what comes back, and leave the loop as soon as `alpha >= beta`.
"""


def test_a_verdict_reads_well(capsys):
    EXERCISE.check(lambda game, state, alpha=-inf, beta=inf: course.minimax_value(game, state))
    assert capsys.readouterr().out == NO_CUTS


def test_a_wrong_value_is_shown_with_its_window():
    verdict = EXERCISE.check(lambda game, state, alpha=-inf, beta=inf: 2)
    assert "', -inf, inf)` answered 2; the right answer is 1." in verdict.message
