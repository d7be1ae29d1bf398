"""What the recipes of lesson 06 reach, exactly, over some seeds; and how long the last one takes.

"From … on" is the episode from which on no check found anybody who could beat it.
"""

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import median

from tests.bench.report import Line, best_times
from ttt.agents import QLearner, Teacher

EPISODES, EVERY, SECONDS = 20_000, 500, 5
SEEDS, FEW_SEEDS = range(1, 11), range(1, 6)  # all for the recipe of which all is demanded
SHARED = {"symmetry": True, "afterstates": True}
OPTIMISTIC = SHARED | {"start": 1.0}
STEADY = OPTIMISTIC | {"alpha": "1/visits"}
TAUGHT = {"only as X": {"plays": "X"}, "published": {}, "+ symmetry": {"symmetry": True}}
TAUGHT |= {"+ afterstates": SHARED}
BY_ITSELF = {"+ self-play": SHARED, "+ optimistic values": OPTIMISTIC}
BY_ITSELF |= {"+ steps of 1/visits": STEADY, "unbeatable": STEADY | {"epsilon": 0.2}}
CLIMB = TAUGHT | BY_ITSELF


def zero_from(learner: QLearner) -> int | None:
    """Return the episode from which on nobody could beat it at any check; None: somebody can."""
    *_, last = [-EVERY] + [
        check.episode for check in learner.history.checks if not check.unbeatable
    ]
    return None if last == EPISODES else last + EVERY


def trained(name: str, seed: int) -> int | None:
    """Return `zero_from` of a new learner, trained by the recipe of that name."""
    return zero_from(train(name, seed, EVERY))


def train(name: str, seed: int, every: int) -> QLearner:
    """Return a new learner, trained by the recipe of that name."""
    options = dict(CLIMB[name])
    plays = options.pop("plays", "both")
    learner = QLearner(**options, rng=random.Random(seed))
    learner.train(learner if name in BY_ITSELF else Teacher(), EPISODES, plays, every=every)
    return learner


def recipes(quick: bool) -> Iterator[Line]:
    """Train by each recipe of the climb with several seeds, on all cores, as nothing is timed."""
    many = {name: SEEDS if name == "unbeatable" and not quick else FEW_SEEDS for name in CLIMB}
    with ProcessPoolExecutor() as executor:
        running = {name: executor.map(partial(trained, name), many[name]) for name in CLIMB}
        for name, zeros in running.items():
            demanded, seeds = name == "unbeatable", many[name]
            found = [episode for episode in zeros if episode is not None]
            yield Line(
                f"recipe {name}",
                f"{len(found)} of {len(seeds)} unbeaten",
                f"from {min(found):,} to {max(found):,} on" if found else "",
                f"median {median(found):,.0f}" if found else "",
                "all" if demanded else "",
                len(found) == len(seeds) if demanded else None,
            )


def seconds(quick: bool) -> Iterator[Line]:
    """Time the last recipe without its checks."""
    (time,) = best_times(lambda: train("unbeatable", 1, every=0), repeats=2)
    yield Line(
        f"recipe unbeatable, {EPISODES:,} episodes",
        f"{time:.2f} s",
        must_be=f"< {SECONDS} s *",
        holds=time < SECONDS,
    )


ROWS = [recipes, seconds]
