"""What more than one command needs: words, and files that are looked at before the work."""

import shlex
import sys
from pathlib import Path

from ttt.agents.files import insist_on_place

PICTURES = (".png", ".svg", ".pdf", ".jpg")


def count(number: int, thing: str = "game") -> str:
    """Return so many things in words: "1 game", "2 games"."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def command(*words: object) -> str:
    """Return a command with these words as it can be typed here, the way this one was called."""
    called = sys.argv[0]
    me = [called] if Path(called).stem == "ttt" else [sys.executable, "-m", "ttt"]
    return shlex.join([*me, *map(str, words)])


def file_to_write(name: str, overwrite: bool, ends: tuple[str, ...] = ()) -> Path:
    """Return the file of that name, or raise an error if nothing can be written there."""
    file = Path(name)
    insist_on_place(file)
    if ends and file.suffix.lower() not in ends:
        raise ValueError(f"{file} cannot be drawn: its name is to end in {', '.join(ends)}.")
    if file.exists() and not overwrite:
        raise ValueError(f"{file} is there already: choose another name, or add --overwrite.")
    return file
