"""Timing ours beside a peer, and the table that says how they compare.

A row of the benchmark is a function: row(quick) yields the `Line`s it adds to
the table. Most rows are a `Comparison`.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import process_time
from timeit import timeit

WIDTHS = (49, 16, 25, 18, 18, 5)
TITLES = ("work", "ours", "peer", "ratio", "must be", "holds")


@dataclass(frozen=True)
class Line:
    """One line of the table; `holds` is None where nothing is demanded."""

    work: str
    ours: str
    peer: str = ""
    ratio: str = ""
    must_be: str = ""
    holds: bool | None = None

    def __str__(self):
        verdict = {True: "yes", False: "NO", None: ""}[self.holds]
        return _columns(self.work, self.ours, self.peer, self.ratio, self.must_be, verdict)


@dataclass(frozen=True)
class AtMost:
    """The demand that ours takes at most this share of the peer's time."""

    share: float

    def __str__(self):
        return f"≤ {self.share:g} of its time"

    def ratio(self, ours: float, peer: float) -> str:
        """Return in words how the two times compare."""
        return f"{ours / peer:.2f} of its time"

    def holds(self, ours: float, peer: float) -> bool:
        """Return whether the two times are as demanded."""
        return ours <= self.share * peer


@dataclass(frozen=True)
class Faster:
    """The demand that ours is at least so many times faster than the peer."""

    times: float

    def __str__(self):
        return f"≥ {self.times:g} times faster"

    def ratio(self, ours: float, peer: float) -> str:
        """Return in words how the two times compare."""
        return f"{peer / ours:.3g} times faster"

    def holds(self, ours: float, peer: float) -> bool:
        """Return whether the two times are as demanded."""
        return self.times * ours <= peer


@dataclass(frozen=True)
class Comparison:
    """The same work done by ours and by a peer.

    Both are functions without arguments that return `answer`, a number; they
    are called in turns, and the best time of each counts.
    """

    work: str
    ours: Callable[[], float]
    peer: Callable[[], float]
    peer_name: str
    must_be: AtMost | Faster
    answer: float
    repeats: int = 10

    def __call__(self, quick: bool) -> Iterator[Line]:
        for function in self.ours, self.peer:
            _expect(function(), self.answer, self.work)
        ours, peer = best_times(self.ours, self.peer, repeats=3 if quick else self.repeats)
        yield Line(
            self.work,
            seconds(ours),
            f"{self.peer_name} {seconds(peer)}",
            self.must_be.ratio(ours, peer),
            str(self.must_be),
            self.must_be.holds(ours, peer),
        )


def best_times(*functions: Callable, repeats: int, timer=process_time) -> list[float]:
    """Return the best time of each function in seconds, all called in turns `repeats` times.

    Processor time, unless another timer is given: by the clock, other
    programs slow a long job down more than a short one.
    """
    rounds = [
        [timeit(function, number=1, timer=timer) for function in functions] for _ in range(repeats)
    ]
    return [min(times) for times in zip(*rounds)]


def _expect(answer: float, right: float, work: str) -> None:
    """Raise an ArithmeticError unless the answer is the right one."""
    if not math.isclose(answer, right, abs_tol=1e-9):
        raise ArithmeticError(f"{work}: the answer was {answer}, not {right}.")


def seconds(time: float) -> str:
    """Return a time in the unit that suits it."""
    if time < 0.1:
        return f"{time * 1e3:.3g} ms"
    return f"{time:.3g} s"


def megabytes(memory: float) -> str:
    """Return an amount of memory, given in megabytes."""
    return f"{memory:,.0f} MB"


def _columns(*cells: str) -> str:
    """Return the cells side by side, each in the width of its column."""
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS)).rstrip()


def print_table(rows: list[Callable], quick: bool) -> list[Line]:
    """Print each line of the table as soon as it is measured, and return all of them."""
    print(_columns(*TITLES))
    print(_columns(*("-" * width for width in WIDTHS)))
    lines = []
    for row in rows:
        for line in row(quick):
            print(line, flush=True)
            lines.append(line)
    return lines
