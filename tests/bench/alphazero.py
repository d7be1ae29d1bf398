"""AlphaZero until nobody can beat its network, without search, as X or as O: ten seeds.

Beside it, in words, a public teaching program as it was measured earlier, on another day.
"""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from statistics import median
from time import process_time

from tests.bench.report import Line
from ttt.agents.alphazero import Training

SEEDS, FEW_SEEDS = range(1, 11), range(1, 3)
HELD, MOST_TURNS, SECONDS = 10, 150, 30
PEER = "alpha-toe-zero, measured earlier: beaten as X and O after 1,514 s, 8,400 games"


def times(seed: int) -> tuple[float, float]:
    """Return after how many seconds the best reply first scored 0, and had at ten checks running.

    Infinite if it did not come to that.
    """
    start, first, held = process_time(), float("inf"), 0
    training = Training(seed)
    for _ in range(MOST_TURNS):
        held = held + 1 if training.turn().unbeatable else 0
        if held:
            first = min(first, process_time() - start)
        if held == HELD:
            return first, process_time() - start
    return first, float("inf")


def unbeatable(quick: bool) -> Iterator[Line]:
    """Train with several seeds, two at a time."""
    seeds = FEW_SEEDS if quick else SEEDS
    with ProcessPoolExecutor(2) as executor:
        first, held = zip(*executor.map(times, seeds))
    for what, found in ("first at 0", first), (f"held for {HELD} checks", held):
        demanded = found is held
        yield Line(
            f"AlphaZero, {len(seeds)} seeds, best reply {what}",
            f"{median(found):.1f} s",
            f"from {min(found):.1f} to {max(found):.1f} s",
            "",
            f"all < {SECONDS} s *" if demanded else "",
            max(found) < SECONDS if demanded else None,
        )
    yield Line(f"  {PEER}", "")


ROWS = [unbeatable]
