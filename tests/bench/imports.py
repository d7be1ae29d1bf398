"""How long a reader waits for `import ttt`, and what it leaves alone."""

import sys
from functools import partial
from time import perf_counter

from tests.bench.apart import run
from tests.bench.report import Line, best_times, seconds

MOST_SECONDS = 0.25
HEAVY = ("matplotlib", "networkx", "ipywidgets", "sklearn")


def waiting(quick):
    """Time a Python that imports ours, less the time of one that does nothing."""
    commands = [partial(run, [sys.executable, "-c", code]) for code in ("import ttt", "pass")]
    with_ours, without = best_times(*commands, repeats=5 if quick else 15, timer=perf_counter)
    time = max(with_ours - without, 0)
    yield Line(
        "import ttt", seconds(time), must_be=f"< {MOST_SECONDS} s *", holds=time < MOST_SECONDS
    )


def left_alone(quick):
    """Look for packages that `import ttt` should leave for later."""
    code = f"import sys, ttt; print(*sorted(set({HEAVY}) & set(sys.modules)))"
    found = run([sys.executable, "-c", code]).strip()
    yield Line(f"  loads {', '.join(HEAVY)}", found or "none", must_be="none", holds=not found)


ROWS = [waiting, left_alone]
