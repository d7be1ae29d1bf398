"""Boards with tables of values, and exercises in choosing by them.

A function that chooses is called many times, and what is compared is how often
it made each choice.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from math import sqrt
from numbers import Integral

from ttt.exercises.exercise import Outcome, done, short
from ttt.exercises.values import GAME, TableExercise, Values, changed, entry
from ttt.game import Cells, State


class Rng:
    """A source of random numbers before a call: each fresh one gives the same numbers."""

    def __repr__(self):
        return "rng"

    def fresh(self) -> random.Random:
        """Return a new source of random numbers."""
        return random.Random(6)


CALLS, CALLS_AGAIN = 1_000, 50
EPSILONS = (0, 1, 0.3)
DEVIATIONS = 5.5  # so many standard deviations do not happen by chance

# Boards with a value for each free cell, in order; None is for a move that was never tried.
VALUED_BOARDS = (
    ("XOXXO.O..", (-0.5, 0.25, 0.75)),
    ("XOXXO.O..", (0.5, -0.25, 0.5)),
    ("XOXXO.O..", (-0.25, -0.75, -0.5)),
    ("XO..X..O.", (-0.5, -0.25, -0.25, -0.5, -0.75)),
    ("XO..X..O.", (-0.25, None, None, -0.5, -0.75)),
    (".........", (0.25, None, 0.5, None, 1, None, 0.5, None, 1)),
)
LEVEL_BOARDS = (("XOXXO.O..", None), ("XOXXO.O..", -1), (".........", None))  # all values alike
LAST_MOVE = ("XOXXOOOX.", (-0.5,), 0.3)  # which a function may choose both ways
ELSEWHERE = {("XO.......", action): value for action, value in ((4, 0.9), (8, -0.9))}


class Choices:
    """What came of many calls: how often each choice was made, and what else was noticed.

    shares      the share of each choice
    repeatable  whether the same random numbers lead to the same choices again
    changes     what is new in the table, which should stay as it was
    """

    def __init__(self, shares: dict, repeatable: bool = True, changes: dict | None = None):
        self.shares, self.repeatable, self.changes = shares, repeatable, changes or {}


def boards_with_values() -> list[tuple[Values, State, Cells, float, Rng]]:
    """Return tables, boards, their moves and epsilons to try, the fewest free cells first.

    Where all values are equal epsilon is 0, for then exploring is nothing else.
    A board with one move only is no good example: it comes last.
    """
    boards = [(*board, epsilon) for board in VALUED_BOARDS for epsilon in EPSILONS]
    boards += [(board, board.count(".") * (value,), 0) for board, value in LEVEL_BOARDS]
    boards.append(LAST_MOVE)
    return [
        (table_of(board, values), board, GAME.actions(board), epsilon, Rng())
        for board, values, epsilon in boards
    ]


def table_of(state: State, values: tuple[float | None, ...]) -> Values:
    """Return a table with these values of the actions in one state, None for never tried.

    It has values of another board too, higher and lower ones.
    """
    pairs = zip(GAME.actions(state), values)
    here = {(state, action): value for action, value in pairs if value is not None}
    return Values(ELSEWHERE | here)


def chances(q: Values, state: State, actions: Cells, epsilon: float, rng=None) -> dict:
    """Return the probability of each action that epsilon-greedy may choose."""
    best = max(q[state, action] for action in actions)
    equals = [action for action in actions if q[state, action] == best]
    shares = {
        action: epsilon / len(actions) + (1 - epsilon) * (action in equals) / len(equals)
        for action in actions
    }
    return {action: share for action, share in shares.items() if share}


class ChoiceExercise(TableExercise):
    """An exercise in choosing by values and chance; a case is (q, state, actions, epsilon, rng)."""

    def __init__(self, solution: Callable, **details):
        super().__init__(
            solution,
            cases=boards_with_values,
            answer=solution,
            accepts=same_choices,
            say=lambda right: "one of the actions",
            things="boards",
            **details,
        )

    @cached_property
    def right_outcomes(self) -> list[Outcome]:
        """How often each choice should be made: the probabilities, not a sample."""
        return [Outcome(value=Choices(chances(*case))) for case in self.cases]

    def _come_of(self, function, q, values, state, actions, epsilon, rng) -> Choices | None:
        """Return what comes of many calls; None if they all return nothing."""

        def answers(count):
            numbers = rng.fresh()
            return [
                as_choice(done(function(q, state, actions, epsilon, numbers))) for _ in range(count)
            ]

        made, again = answers(CALLS), answers(CALLS_AGAIN)
        if set(made) == {None}:
            return None
        shares = {choice: count / CALLS for choice, count in Counter(made).items()}
        return Choices(shares, made[:CALLS_AGAIN] == again, values.changes(q))

    def _complaint(self, case, given, right) -> str:
        if given.error or given.value is None:
            return super()._complaint(case, given, right)
        told, (q, state, *_) = self._called(case), case
        if given.value.changes:
            pair, value = next(iter(given.value.changes.items()))
            name, before = entry(pair, {state: "state"}), q[pair]
            return f"{told}: {changed(name, before, before, value)}."
        if alike(given.value.shares, right.value.shares):
            return f"{told} chose differently when `rng` gave the same random numbers again."
        found, wanted = _percentages(given.value.shares), _percentages(right.value.shares)
        return f"{told}: {CALLS:,} calls gave {found}, but should give about {wanted}."

    def _called(self, case) -> str:
        q, state, actions, *_ = case
        return f"{super()._called(case)} (where `q` is {q.in_words(state, actions)})"

    def _place(self, case) -> dict:
        return {"board": case[1]}


def as_choice(answer) -> int | str | None:
    """Return a whole number of any kind as a plain one, None as it is, anything else in words."""
    if isinstance(answer, Integral) and not isinstance(answer, bool):
        return int(answer)
    return None if answer is None else short(answer)


def same_choices(given: Choices | None, known: Choices | None, *case) -> bool:
    """Return whether the same choices are made, each about as often, and all else is the same."""
    if given is None or known is None:
        return given is known
    same_rest = (given.repeatable, given.changes) == (known.repeatable, known.changes)
    return same_rest and alike(given.shares, known.shares)


def alike(given: dict, known: dict) -> bool:
    """Return whether the same choices are made, each as often as chance allows."""
    return given.keys() == known.keys() and all(
        abs(given[choice] - share) <= DEVIATIONS * sqrt(2 * share * (1 - share) / CALLS)
        for choice, share in known.items()
    )


def _percentages(shares: dict) -> str:
    """Return how often each choice is made, the cells in order: 4 (80 %), 7 (20 %)."""
    ordered = sorted(shares.items(), key=lambda item: str(item[0]))
    named = [f"{choice} ({100 * share:.3g} %)" for choice, share in ordered]
    return ", ".join([*named[: GAME.cells], "…"] if len(named) > GAME.cells else named)
