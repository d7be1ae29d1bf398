"""Lesson 07: neural networks. The solutions are the package's own functions."""

import random
from collections import Counter
from itertools import product

import numpy as np

from ttt.algorithms import nets
from ttt.exercises.answers import as_number
from ttt.exercises.exercise import Exercise
from ttt.exercises.lesson06 import Rng
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
    **WORDS["encode"],
)


# ---- step

EXAMPLES = (([0, 0], [1, 0]), ([0, 0], [1, 1]), ([0.5, -0.25], [1, 1]), ([1, 2, 3], [1, 0, 1]))
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


class States(list):
    """Boards to be split, which are not written out."""

    def __repr__(self):
        return "states"


def splits():
    """Return lists of boards to try: those with three marks, with four, and with either."""
    three, four = ([s for s in space().states if s.count(".") == free] for free in (6, 5))
    return [(States(states), Rng()) for states in (three, four, three + four)]


def split_by(function, states, rng) -> tuple[str, str]:
    """Return what is wrong with a split, "" if nothing is, and an example."""
    first, again, other = (
        [list(part) for part in function([*states], one)]
        for one in (rng.fresh(), rng.fresh(), random.Random(7))
    )
    learn, test = first
    kinds = {GAME.canonical(state): state for state in learn}
    image = next((state for state in test if GAME.canonical(state) in kinds), None)
    share = len(test) / len(states)
    lost, gained = Counter(states) - Counter(learn + test), Counter(learn + test) - Counter(states)
    found = {
        "boards are lost": lost and f"{lost.total():,} boards are in neither part",
        "boards are gained": gained and f"{min(gained)!r} is there more often than before",
        "images": image
        and f"{image!r} is tested on, and {kinds[GAME.canonical(image)]!r}, one "
        "of its mirror images, is learned from",
        "too few": share <= 0.05 and f"{share:.0%} of the boards are tested on",
        "too many": share >= 0.4 and f"{share:.0%} of the boards are tested on",
        "chance": first != again and "the same `rng` led to two different splits",
        "no chance": first == other and "another `rng` led to the same split",
    }
    return next(((name, words) for name, words in found.items() if words), ("", ""))


split = Exercise(
    nets.split,
    cases=splits,
    run=split_by,
    accepts=lambda given, known, *case: given[0] == known[0],
    tell=lambda given, right, *case: f": {given[1]}",
    tests={"images in both parts": lambda seen: seen.given[0] == "images"},
    places=(),
    things="splits",
    **WORDS["split"],
)
