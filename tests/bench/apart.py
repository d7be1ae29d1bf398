"""Running a function in a process of its own, to see what it costs from a cold start.

`python -m tests.bench.apart module:function arguments limit`, the last two as
JSON, prints the cost as JSON, or null if the limit was reached.
"""

import json
import resource
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from time import process_time

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Cost:
    """What a function took: processor time, most memory its process held; and its answer."""

    seconds: float
    megabytes: float
    answer: object


def run_apart(function: str, *arguments, limit: float | None = None) -> Cost | None:
    """Return the cost of "module:function", or None if it takes more than `limit` seconds."""
    options = [function, json.dumps(arguments), json.dumps(limit)]
    output = run([sys.executable, "-m", "tests.bench.apart", *options])
    cost = json.loads(output.splitlines()[-1])
    return cost and Cost(**cost)


def best_apart(function: str, *arguments, repeats: int) -> Cost:
    """Return the best time, but the highest memory, of several runs."""
    costs = [run_apart(function, *arguments) for _ in range(repeats)]
    return Cost(
        min(cost.seconds for cost in costs),
        max(cost.megabytes for cost in costs),
        costs[0].answer,
    )


def run(command: list[str]) -> str:
    """Return what a command prints when it is run in the repository's root."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command[1:])} failed:\n{done.stderr[-2000:]}")
    return done.stdout


def measure(function) -> Cost:
    """Return what `function` costs in this process."""
    start = process_time()
    answer = function()
    return Cost(process_time() - start, peak_megabytes(), answer)


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


def give_up_after(limit: float) -> None:
    """Have a TimeoutError raised when so many seconds of processor time are used up."""

    def give_up(*_):
        raise TimeoutError

    signal.signal(signal.SIGPROF, give_up)
    signal.setitimer(signal.ITIMER_PROF, limit)


def main() -> None:
    """Measure the function that the command line names."""
    module, name = sys.argv[1].split(":")
    arguments, limit = map(json.loads, sys.argv[2:])
    function = partial(getattr(import_module(module), name), *arguments)
    if limit:
        give_up_after(limit)
    try:
        print(json.dumps(asdict(measure(function))))
    except TimeoutError:
        print("null")


if __name__ == "__main__":
    main()
