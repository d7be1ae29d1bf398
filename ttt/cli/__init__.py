"""The `ttt` command: open the course; play in a terminal or over a network; let agents learn."""

import argparse
import sys
from collections.abc import Sequence

from ttt import __version__
from ttt.cli import lab, leader, learn, online, play

INTERRUPTED = 130  # the exit code of a program that was ended by Ctrl-C

FIRST = """Nine Squares: a course in game AI, taught on tic-tac-toe. Try one of these first:

  ttt lab          open the course in JupyterLab, on copies of your own
  ttt play         play a game in this terminal
  ttt serve        let others join and play from their machines and phones
  ttt --help       list all commands"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, those of the shell by default; return its exit code."""
    parser = argparse.ArgumentParser("ttt", description="Nine Squares: small games and agents.")
    parser.add_argument("--version", action="version", version=f"Nine Squares {__version__}")
    parser.set_defaults(run=lambda options: print(FIRST) or 0)
    commands = parser.add_subparsers(metavar="command")
    for room in lab, play, learn, online, leader:
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
