"""Print how fast the package is: `python -m tests.bench [topic …] [--quick]`.

Ends with 1 if a bound is missed, with 2 if a peer is not installed.
"""

import argparse
import sys
from importlib import import_module
from importlib.util import find_spec

from tests.bench.report import print_table

TOPICS = {  # each a module with a list ROWS; and the packages it needs
    "game": ["pyspiel"],
    "space": ["pyspiel", "easyAI"],
    "search": ["pyspiel", "easyAI"],
    "mcts": ["pyspiel", "mcts"],
    "td": ["pyspiel"],
    "recipes": [],
    "alphazero": [],
    "arena": ["pyspiel"],
    "imports": [],
    "growth": ["matplotlib"],
}
NOTES = """
Times are of the processor (import ttt: by the clock), so that other programs at work
disturb them little, and the best of several, ours and the peer's taken in turns; on
4×4 the peers run once. * An absolute bound. Memory is the peak of a process of its own."""


def main() -> int:
    """Measure the topics asked for, and return the exit code."""
    options = read_options()
    topics = options.topics or list(TOPICS)
    missing = {package for topic in topics for package in TOPICS[topic] if not find_spec(package)}
    if missing:
        names = ", ".join(sorted(missing))
        print(f"The benchmark needs {names}: pip install -e '.[bench]'", file=sys.stderr)
        return 2
    rows = [row for topic in topics for row in import_module(f"tests.bench.{topic}").ROWS]
    lines = print_table(rows, options.quick)
    print(NOTES)
    missed = [line for line in lines if line.holds is False]
    for line in missed:
        print(f"Missed: {line.work.strip()} must be {line.must_be}, is {line.ratio or line.ours}.")
    return 1 if missed else 0


def read_options() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "topics", nargs="*", metavar="topic", help=f"of {', '.join(TOPICS)}; all if none"
    )
    parser.add_argument(
        "--quick", action="store_true", help="fewer repeats, no slow peers, no figure"
    )
    options = parser.parse_args()
    unknown = [topic for topic in options.topics if topic not in TOPICS]
    if unknown:
        parser.error(f"there is no topic {unknown[0]!r}: choose from {', '.join(TOPICS)}")
    return options


if __name__ == "__main__":
    sys.exit(main())
