"""For functions that change what they are given, and for those that go by chance.

A function that changes an argument gets a fresh one in every call. One that goes by chance is
called many times, and what is compared is how often it made each choice.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from math import sqrt
from typing import NamedTuple

from ttt.exercises.answers import as_move, short
from ttt.exercises.exercise import Exercise

CALLS, CALLS_AGAIN = 1_000, 50
DEVIATIONS = 5.5  # so many standard deviations do not happen by chance
SHOWN = 9  # choices


class Fresh:
    """An argument that is made anew for every call, and what stands for it where it is shown."""

    def __init__(self, name: str, make: Callable, *arguments):
        self.name, self.make = name, partial(make, *arguments)

    def __repr__(self):
        return self.name


def fresh(case: Iterable) -> list:
    """Return the arguments of a case as they are handed over."""
    return [argument.make() if isinstance(argument, Fresh) else argument for argument in case]


RNG = Fresh("rng", random.Random, 6)


class Choices(NamedTuple):
    """The share of each choice in many calls, and whether the same numbers lead to them again."""

    shares: dict
    repeatable: bool = True


def as_choice(answer) -> int | str | None:
    """Return a whole number of any kind as a plain one, None as it is, anything else in words."""
    move = as_move(answer)
    return move if move is None or type(move) is int else short(answer)


def often(function, *case, read: Callable = as_choice) -> Choices | None:
    """Return what comes of many calls, of which each is read; None if nothing comes of any."""
    *given, first = fresh(case)
    again = case[-1].make()
    made = [read(function(*given, first)) for _ in range(CALLS)]
    if set(made) == {None}:
        return None
    shares = {choice: count / CALLS for choice, count in Counter(made).items()}
    as_before = [read(function(*given, again)) for _ in range(CALLS_AGAIN)]
    return Choices(shares, made[:CALLS_AGAIN] == as_before)


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


def other_choices(given: Choices, right: Choices, *case) -> str:
    """Return in words how often each choice was made, and how often it should be."""
    if alike(given.shares, right.shares):
        return " chose differently when `rng` gave the same random numbers again"
    found, wanted = _percentages(given.shares), _percentages(right.shares)
    about = "about " if len(right.shares) > 1 else ""
    return f": {CALLS:,} calls gave {found}, but should give {about}{wanted}"


def _percentages(shares: dict) -> str:
    """Return how often each choice is made, in order: 4 (80 %), 7 (20 %)."""
    ordered = sorted(shares.items(), key=lambda item: str(item[0]))
    named = [f"{choice} ({100 * share:.3g} %)" for choice, share in ordered]
    return ", ".join([*named[:SHOWN], "…"] if len(named) > SHOWN else named)


def by_chance(solution, *, tests: dict[str, Callable], **details) -> Exercise:
    """Return an exercise whose function is called many times; its answer is what to expect."""
    usual = {"run": often, "accepts": same_choices, "tell": other_choices}
    tests["another source of chance"] = lambda seen: alike(seen.given.shares, seen.answer.shares)
    return Exercise(solution, tests=tests, **usual | details)
