"""Lesson 05: Monte Carlo tree search. The solutions are the package's own functions."""

from itertools import accumulate, product
from math import isclose, sqrt

from ttt.algorithms import mcts
from ttt.exercises.answers import as_number, is_number
from ttt.exercises.exercise import Exercise
from ttt.exercises.mistakes import words
from ttt.exercises.paths import A_COUNT, Path
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, Place, Shape

ask = asker("05")
WORDS = words("05")

# ---- ucb1

VISITS = (0, 1, 2, 3, 5, 10, 40)
PARENT_VISITS = (1, 2, 3, 5, 10, 20, 100, 1_000)
CS = (0, 1, 2, 0.7, 0.5, sqrt(2))


def visit_counts():
    """Return totals, visits, visits of the parent and c to try, the smallest numbers first."""
    return [
        (total, visits, parent_visits, c)
        for parent_visits in PARENT_VISITS
        for visits in VISITS
        if visits <= parent_visits
        for total in sorted({0, 1, -1, visits // 2, visits, -visits}, key=lambda t: (abs(t), -t))
        if abs(total) <= visits
        for c in CS
    ]


def close_enough(given, right, *case):
    """Return whether a number is nearly the right one."""
    return is_number(given) and isclose(given, right, rel_tol=1e-9, abs_tol=1e-12)


BOUND_SHAPES = (
    Shape(
        "no visits",
        "A node without visits has no mean, and has to come before all others: answer `inf` for "
        "it before you divide.",
        lambda seen: seen.case[1] == 0,
    ),
    Shape(
        "nearly right",
        "Where there are visits the numbers are nearly right: does it round them, or add a small "
        "number to `visits`? Keep all digits, and answer `inf` if there are no visits.",
        lambda seen: seen.case[1] == 0 or abs(seen.given - seen.answer) < 0.06,
    ),
)
BOUND_PLACES = (
    Place("the total is not 0, so the second term is right", lambda total, *rest: total),
    Place("`c` is not 0, so the mean is right", lambda *case: case[3]),
)


ucb1 = Exercise(
    mcts.ucb1,
    cases=visit_counts,
    read=as_number,
    accepts=close_enough,
    shapes=BOUND_SHAPES,
    places=BOUND_PLACES,
    things="cases",
    **WORDS["ucb1"],
)


# ---- backpropagate

DRAWN = (4, 0, 8, 2, 1, 7, 3, 5, 6)
WON_BY_X = (0, 3, 1, 4, 2)
WON_BY_O = (0, 3, 1, 4, 8, 5)


def paths_and_outcomes():
    """Return paths along these games with outcomes, X's side, the shortest paths first.

    They begin with X's move or with O's. A root alone is no good example: it comes last.
    """
    cases = []
    for moves, begin in product((DRAWN, WON_BY_X, WON_BY_O), (0, 1)):
        states = list(accumulate(moves, GAME.result, initial=GAME.initial))
        for end in range(begin, len(states)):
            is_over = GAME.terminal(states[end])
            path = Path(states[begin], moves[begin:end])
            outcomes = (GAME.utility(states[end]),) if is_over else (1, -1, 0)
            cases += [(path, outcome) for outcome in outcomes]
    return sorted(cases, key=lambda case: len(case[0].moves) or len(DRAWN) + 1)


backpropagate = Exercise(
    mcts.backpropagate,
    cases=paths_and_outcomes,
    **A_COUNT,
    **WORDS["backpropagate"],
)
