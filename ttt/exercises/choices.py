"""What a function that chooses by values and chance comes to, and how that is judged.

It is called many times, and what is compared is how often it made each choice.
"""

import random
from collections import Counter
from math import sqrt
from typing import NamedTuple

from ttt.exercises.answers import as_move, short
from ttt.exercises.learning import A_NUMBER_FOR_A_TABLE, Values
from ttt.exercises.shapes import GAME, Place, Shape
from ttt.game import Cells, State

CALLS, CALLS_AGAIN = 1_000, 50
DEVIATIONS = 5.5  # so many standard deviations do not happen by chance


class Rng:
    """A source of random numbers before a call, which gives the same numbers each time."""

    def __repr__(self):
        return "rng"

    def fresh(self) -> random.Random:
        """Return a new source of the same numbers."""
        return random.Random(6)


class Choices(NamedTuple):
    """The share of each choice in many calls, and whether the same numbers lead to them again."""

    shares: dict
    repeatable: bool


def choices_by(function, values: Values, state, actions, epsilon, rng: Rng) -> Choices | None:
    """Return what comes of many calls; None if they all return nothing."""

    def answers(count):
        numbers = rng.fresh()
        made = [function(q, state, actions, epsilon, numbers) for _ in range(count)]
        return [one if type(one) is int else _as_choice(one) for one in made]

    q = values.fresh()
    made, again = answers(CALLS), answers(CALLS_AGAIN)
    if set(made) == {None}:
        return None
    shares = {choice: count / CALLS for choice, count in Counter(made).items()}
    return Choices(shares, made[:CALLS_AGAIN] == again)


def _as_choice(answer) -> int | str | None:
    """Return a whole number of any kind as a plain one, None as it is, anything else in words."""
    move = as_move(answer)
    return move if move is None or type(move) is int else short(answer)


def best_of(q: Values, state: State, actions: Cells, *rest) -> Cells:
    """Return the actions that have the highest value."""
    best = max(q[state, action] for action in actions)
    return tuple(action for action in actions if q[state, action] == best)


def chances(q: Values, state: State, actions: Cells, epsilon: float, rng: Rng) -> Choices:
    """Return the probability of each action that epsilon-greedy may choose."""
    best = best_of(q, state, actions)
    shares = {
        action: epsilon / len(actions) + (1 - epsilon) * (action in best) / len(best)
        for action in actions
    }
    return Choices({action: share for action, share in shares.items() if share}, repeatable=True)


def same_choices(given: Choices | None, known: Choices | None, *case) -> bool:
    """Return whether the same choices are made, each about as often, and as repeatably."""
    if given is None or known is None:
        return given is known
    return given.repeatable == known.repeatable and alike(given.shares, known.shares)


def alike(given: dict, known: dict) -> bool:
    """Return whether the same choices are made, each as often as chance allows."""
    return given.keys() == known.keys() and all(
        abs(given[choice] - share) <= DEVIATIONS * sqrt(2 * share * (1 - share) / CALLS)
        for choice, share in known.items()
    )


def other_choices(given: Choices, right: Choices, q: Values, state, actions, *rest) -> str:
    """Return in words how often each choice was made, and how often it should be."""
    if alike(given.shares, right.shares):
        return " chose differently when `rng` gave the same random numbers again"
    found, wanted = _percentages(given.shares), _percentages(right.shares)
    told = f"{CALLS:,} calls gave {found}, but should give about {wanted}"
    return f" (where `q` is {q.in_words(state, actions)}): {told}"


def _percentages(shares: dict) -> str:
    """Return how often each choice is made, the cells in order: 4 (80 %), 7 (20 %)."""
    ordered = sorted(shares.items(), key=lambda item: str(item[0]))
    named = [f"{choice} ({100 * share:.3g} %)" for choice, share in ordered]
    return ", ".join([*named[: GAME.cells], "…"] if len(named) > GAME.cells else named)


CHOICE_SHAPES = (
    A_NUMBER_FOR_A_TABLE,
    Shape(
        "another source of chance",
        "It chooses well, but not by `rng`: the same `rng` must lead to the same choices, or no "
        "training could be repeated. Write `rng.random()` and `rng.choice(...)`.",
        lambda seen: not seen.given.repeatable and alike(seen.given.shares, seen.answer.shares),
        first=True,
    ),
    Shape(
        "sometimes nothing",
        "Sometimes it returns nothing: is there a way through the function without a `return`, or "
        "does a best value so far start too high, above all values?",
        lambda seen: not seen.error and (seen.given is None or None in seen.given.shares),
    ),
    Shape(
        "something else than an action",
        "It returns something that is not among the `actions`: a value, a position, a list or a "
        "taken cell cannot be played. Return one of the `actions`.",
        lambda seen: seen.given.shares.keys() - set(seen.case[2]),
    ),
)

# A case is (q, state, actions, epsilon, rng).
CHOICE_PLACES = (
    Place("`epsilon` is 0", lambda *case: case[3] == 0),
    Place("`epsilon` is not 0, so the greedy choice is right", lambda *case: case[3] != 0),
    Place("`epsilon` is not 1, so exploring is right", lambda *case: case[3] != 1),
    Place("several actions have the highest value", lambda *case: len(best_of(*case)) > 1),
    Place("all values are below 0", lambda q, *case: q[case[0], best_of(q, *case)[0]] < 0),
)

A_CHOICE = {
    "run": choices_by,
    "answer": chances,
    "accepts": same_choices,
    "tell": other_choices,
    "place": lambda q, state, *rest: (state, None),
    "shapes": CHOICE_SHAPES,
    "places": CHOICE_PLACES,
}
