"""Boards with tables of values, and exercises in choosing by them.

A function that chooses is called many times, and what is compared is how often
it made each choice.
"""

import random
from collections import Counter
from functools import cached_property
from math import sqrt

from ttt.exercises.answers import as_move, short
from ttt.exercises.exercise import Exercise, Outcome, done
from ttt.exercises.shapes import ALL, GAME, SHAPES, Place, Shape
from ttt.exercises.updates import changed, entry
from ttt.exercises.values import TABLE_SHAPES, Changes, Values
from ttt.game import Cells, State


class Rng:
    """A source of random numbers before a call, which gives the same numbers each time."""

    def __repr__(self):
        return "rng"

    def fresh(self) -> random.Random:
        return random.Random(6)


CALLS, CALLS_AGAIN = 1_000, 50
EPSILONS = (0, 1, 0.3)
DEVIATIONS = 5.5  # so many standard deviations do not happen by chance

# Boards with a value for each free cell, in order; None is for a move that was never tried.
VALUED_BOARDS = (
    ("XOXXO.O..", (-0.5, 0.25, 0.75)),
    ("XOXXO.O..", (0.5, -0.25, 0.5)),
    ("XOXXO.O..", (-0.25, -0.75, -0.5)),
    ("XO.XX..O.", (-0.25, None, None, -0.5)),
    ("XO..X..O.", (-0.5, -0.25, -0.25, -0.5, -0.75)),
    (".........", (0.25, None, 0.5, None, 1, None, 0.5, None, 1)),
)
LEVEL_BOARDS = (("XOXXO.O..", None), ("XOXXO.O..", -1), (".........", None))  # all values alike
LAST_MOVE = ("XOXXOOOX.", (-0.5,), 0.3)  # which a function may choose both ways
ELSEWHERE = {("XO.......", action): value for action, value in ((4, 0.9), (8, -0.9))}


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


def best_of(q: Values, state: State, actions: Cells, *rest) -> Cells:
    """Return the actions that have the highest value."""
    best = max(q[state, action] for action in actions)
    return tuple(action for action in actions if q[state, action] == best)


def chances(q: Values, state: State, actions: Cells, epsilon: float, rng=None) -> dict:
    """Return the probability of each action that epsilon-greedy may choose."""
    best = best_of(q, state, actions)
    shares = {
        action: epsilon / len(actions) + (1 - epsilon) * (action in best) / len(best)
        for action in actions
    }
    return {action: share for action, share in shares.items() if share}


class Choices:
    """What came of many calls: how often each choice was made, and what else was noticed.

    shares      the share of each choice
    repeatable  whether the same random numbers lead to the same choices again
    changes     what is new in the table, which should stay as it was
    strays      what was looked up in the table and is no move's
    """

    def __init__(self, shares: dict, repeatable: bool, changes: Changes):
        self.shares, self.repeatable, self.changes = shares, repeatable, changes
        self.strays = changes.strays


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


CHOICE_SHAPES = (
    *TABLE_SHAPES,
    Shape(
        "the table changes",
        "It changes `q`. Choosing only looks values up: leave the table as it is.",
        lambda seen: seen.given.changes,
        first=True,
    ),
    Shape(
        "another source of chance",
        "It chooses well, but not by `rng`: the same `rng` must lead to the same choices, or no "
        "training could be repeated. Write `rng.random()` and `rng.choice(...)`.",
        lambda seen: not seen.given.repeatable and alike(seen.given.shares, seen.answer.shares),
        first=True,
    ),
    Shape(
        "sometimes nothing",
        "Sometimes it returns nothing: does it throw the dice twice, or is there a way through the "
        "function without a `return`?",
        lambda seen: None in seen.given.shares,
    ),
    Shape(
        "something else than an action",
        "It returns something that is not among the `actions`, which cannot be played.",
        lambda seen: seen.given.shares.keys() - set(seen.case[2]),
    ),
    Shape(
        "no chance at all",
        "With the same arguments it always makes the same choice, as if there were no chance. "
        "Throw the dice by `rng` as it is given, without a seed of your own.",
        lambda seen: len(seen.given.shares) == 1,
        ALL,
    ),
)


class ChoiceExercise(Exercise):
    """An exercise in choosing by values and chance; a case is (q, state, actions, epsilon, rng)."""

    quick = True
    shapes = (*CHOICE_SHAPES, *SHAPES)
    places = (
        Place("`epsilon` is 0", lambda *case: case[3] == 0),
        Place("`epsilon` is neither 0 nor 1", lambda *case: case[3] not in (0, 1)),
        Place("`epsilon` is not 0, so the greedy choice is right", lambda *case: case[3] != 0),
        Place("`epsilon` is not 1, so exploring is right", lambda *case: case[3] != 1),
        Place("several actions have the highest value", lambda *case: len(best_of(*case)) > 1),
        Place("all values are below 0", lambda q, *case: q[case[0], best_of(q, *case)[0]] < 0),
    )

    @cached_property
    def right_outcomes(self) -> list[Outcome]:
        """How often each choice should be made: the probabilities, not a sample."""
        return [Outcome(value=Choices(chances(*case), True, Changes())) for case in self.cases]

    def _call(self, function, case) -> Outcome:
        """Return what comes of many calls; None if they all return nothing."""

        def choose(values, state, actions, epsilon, rng):
            def answers(count):
                numbers = rng.fresh()
                made = [function(q, state, actions, epsilon, numbers) for _ in range(count)]
                return [one if type(one) is int else as_choice(done(one)) for one in made]

            q = values.fresh()
            made, again = answers(CALLS), answers(CALLS_AGAIN)
            if set(made) == {None}:
                return None
            shares = {choice: count / CALLS for choice, count in Counter(made).items()}
            return Choices(shares, made[:CALLS_AGAIN] == again, values.changes(q))

        return super()._call(choose, case)

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
    move = as_move(answer)
    return move if move is None or type(move) is int else short(answer)


def _percentages(shares: dict) -> str:
    """Return how often each choice is made, the cells in order: 4 (80 %), 7 (20 %)."""
    ordered = sorted(shares.items(), key=lambda item: str(item[0]))
    named = [f"{choice} ({100 * share:.3g} %)" for choice, share in ordered]
    return ", ".join([*named[: GAME.cells], "…"] if len(named) > GAME.cells else named)
