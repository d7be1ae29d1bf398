"""The `ttt` command: open the course; play in a terminal or over a network; let agents learn."""

import argparse
import sys
from collections.abc import Sequence

from ttt.cli import lab, learn, online, play

INTERRUPTED = 130  # the exit code of a program that was ended by Ctrl-C


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, those of the shell by default; return its exit code."""
    parser = argparse.ArgumentParser("ttt", description="Nine Squares: small games and agents.")
    commands = parser.add_subparsers(required=True, metavar="command")
    for room in lab, play, learn, online:
        room.add(commands)
    options = parser.parse_args(arguments)
    try:
        return options.run(options)
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        return INTERRUPTED
    except (ValueError, OSError) as error:
        file = getattr(error, "filename", None)
        words = f"{file} cannot be used: {error.strerror}." if file else error
        print(words, file=sys.stderr)
        return 2
