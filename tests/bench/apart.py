"""Running a function in a process of its own, to see what it costs from a cold start.

`python -m tests.bench.apart module:function [arguments as JSON]` prints the cost.
"""

import json
import resource
import subprocess
import sys
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Cost:
    """What a function took: time, most memory its process held, and what it returned."""

    seconds: float
    megabytes: float
    answer: object


def run_apart(function: str, *arguments, limit: float | None = None) -> Cost | None:
    """Return the cost of "module:function", or None if it takes more than `limit` seconds."""
    command = [sys.executable, "-m", "tests.bench.apart", function, json.dumps(arguments)]
    try:
        output = run(command, timeout=limit)
    except subprocess.TimeoutExpired:
        return None
    return Cost(**json.loads(output.splitlines()[-1]))


def best_apart(function: str, *arguments, repeats: int) -> Cost:
    """Return the best time, but the highest memory, of several runs."""
    costs = [run_apart(function, *arguments) for _ in range(repeats)]
    return Cost(
        min(cost.seconds for cost in costs),
        max(cost.megabytes for cost in costs),
        costs[0].answer,
    )


def run(command: list[str], timeout: float | None = None) -> str:
    """Return what a command prints when it is run in the repository's root."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=timeout)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[1:])} failed:\n{done.stderr[-2000:]}")
    return done.stdout


def measure(function) -> Cost:
    """Return what `function` costs in this process."""
    start = perf_counter()
    answer = function()
    return Cost(perf_counter() - start, peak_megabytes(), answer)


def peak_megabytes() -> float:
    """Return the most memory that this process has held.

    On Linux getrusage counts in what the process that started this one held,
    so the kernel's own note is read there.
    """
    status = Path("/proc/self/status")
    if status.exists():
        fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
        return int(fields["VmHWM"].split()[0]) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 1024


def main() -> None:
    """Measure the function that the command line names."""
    module, name = sys.argv[1].split(":")
    function = getattr(import_module(module), name)
    print(json.dumps(asdict(measure(partial(function, *json.loads(sys.argv[2]))))))


if __name__ == "__main__":
    main()
