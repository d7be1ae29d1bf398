"""Lesson 07: neural networks. The solutions are the package's own functions."""

import random
from collections import Counter
from itertools import product

import numpy as np

from ttt.algorithms import nets
from ttt.exercises.answers import as_number
from ttt.exercises.exercise import Exercise
from ttt.exercises.fresh import RNG, Fresh
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, Place, space

ask = asker("07")
WORDS = words("07")
NUMBERS = (int, float, np.number, np.bool_)


def as_row(value):
    """Return a list or array, also of lists, as tuples of plain numbers, True as 1; else itself."""
    if isinstance(value, np.ndarray | list | tuple):
        return tuple(map(as_row, value))
    return as_number(round(float(value), 9)) if isinstance(value, NUMBERS) else value


# ---- encode


def open_boards():
    """Return the boards on which there is a move to choose, those with fewest marks first."""
    return [(state,) for state in space().states if not GAME.terminal(state)]


encode = Exercise(
    nets.encode,
    cases=open_boards,
    read=as_row,
    tests={"not eighteen": lambda seen: len(seen.given) != 18},
    **WORDS["encode"],
)


# ---- step

EXAMPLES = (([0, 0], [1, 0]), ([0, 0], [1, 1]), ([0.5, -1], [1, 1]), ([1, 2, 3], [1, 0, 1]))
EXAMPLES += (([0.5, -1, 0.25], [2, 0.5, -1]), ([0.25] * 18, nets.encode("XO..X....")))


def steps():
    """Return weights, inputs, targets and rates, the shortest lists first."""
    return [(*one, *rest) for one in EXAMPLES for rest in product((1, -1, 0.5), (0.5, 0.1, 1))]


step = Exercise(
    nets.step,
    cases=steps,
    run=lambda function, weights, x, *rest: function([*weights], [*x], *rest),
    read=as_row,
    things="steps",
    places=(
        Place("some weights are not 0", lambda weights, *rest: any(weights)),
        Place("some inputs are neither 0 nor 1", lambda weights, x, *rest: set(x) - {0, 1}),
        Place("`rate` is not 1", lambda *case: case[3] != 1),
    ),
    **WORDS["step"],
)


# ---- split

MIRRORED = "one of its mirror images"


def splits():
    """Return lists of boards to try: those with three marks, with four, and with either."""
    three, four = ([s for s in space().states if s.count(".") == free] for free in (6, 5))
    return [(Fresh("states", list, states), RNG) for states in (three, four, three + four)]


def fault_of(function, states, rng) -> str:
    """Return in words what is wrong with a split, "" if nothing is."""
    first, again, other = (
        [list(part) for part in function(states.make(), numbers)]
        for numbers in (rng.make(), rng.make(), random.Random(7))
    )
    if len(first) != 2:
        return f"two lists should come back, not {len(first)} things"
    learn, test = first
    kinds = {GAME.canonical(state): state for state in learn}
    images = [(state, kinds.get(GAME.canonical(state))) for state in test]
    image, known = next(((one, other) for one, other in images if other), ("", ""))
    before, after = Counter(states.make()), Counter(learn + test)
    share = len(test) / before.total()
    faults = {
        "some boards are in neither part": before - after,
        "some boards are there more often than before": after - before,
        f"{image!r} is tested on, and {known!r}, {MIRRORED}, is learned from": image,
        "nearly no board is tested on": share <= 0.05,
        "too many boards are tested on": share >= 0.4,
        "the same `rng` led to two different splits": first != again,
        "another `rng` led to the same split": set(test) == set(other[1]),
    }
    return next((words for words, is_so in faults.items() if is_so), "")


split = Exercise(
    nets.split,
    cases=splits,
    run=fault_of,
    tell=lambda given, right, *case: f": {given}",
    tests={"images in both parts": lambda seen: MIRRORED in seen.given},
    places=(),
    things="splits",
    **WORDS["split"],
)
