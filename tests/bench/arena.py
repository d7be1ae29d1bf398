"""How long the exact cross-table of six agents takes."""

from functools import partial

from tests.bench.report import Line, best_times, seconds
from ttt import agents, arena

MOST_SECONDS = 0.5


def cross_table(quick):
    """Time the exact results of six agents against each other, from a cold start the first time."""
    names = ["random", "center", "corner", "one-step", "combined"]
    players = [*names, agents.make("combined", smart=0.8)]
    (time,) = best_times(partial(arena.table, players), repeats=3 if quick else 7)
    yield Line(
        "exact table of 6 agents, 36 pairs",
        seconds(time),
        must_be=f"< {MOST_SECONDS} s *",
        holds=time < MOST_SECONDS,
    )


ROWS = [cross_table]
