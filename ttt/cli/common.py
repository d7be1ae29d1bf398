"""What more than one command needs: words, and files that are looked at before the work."""

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

from ttt.agents.files import insist_on_place

INTERRUPTED = 130  # the exit code of a program that was ended by Ctrl-C
PICTURES = (".png", ".svg", ".pdf", ".jpg")


def check_chance(option: str, chance: float) -> None:
    """Raise a ValueError unless this is a probability."""
    if not 0 <= chance <= 1:
        raise ValueError(f"{option} is a probability from 0 to 1, not {chance:g}.")


def count(number: int, thing: str = "game") -> str:
    """Return so many things in words: "1 game", "2 games"."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def reason(error: ValueError) -> str:
    """Return why an agent refuses a game, without its advice, which is Python."""
    return re.split(r"[:.](?: |$)", str(error))[0] + "."


def sentence(error: ValueError | OSError) -> str:
    """Return an error in words, also one of the system about a file."""
    file = getattr(error, "filename", None)
    return f"{file} cannot be used: {error.strerror}." if file else str(error)


def command(*words: object) -> str:
    """Return a command with these words as it can be typed here, the way this one was called."""
    called = Path(sys.argv[0])
    me = [_typed(called)] if called.stem == "ttt" else [_typed(Path(sys.executable)), "-m", "ttt"]
    return shlex.join([*me, *map(str, words)])


def _typed(program: Path) -> str:
    """Return a program by its name alone if that finds it, else by its path, short if it can be."""
    path, here = program.absolute(), Path.cwd()
    if shutil.which(path.name) == str(path):
        return path.name
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


# ---- files


def file_to_write(option: str, name: str, overwrite: bool) -> Path:
    """Return the file of that name, or raise an error if nothing can be written there."""
    file = _file(option, name)
    insist_on_place(file)
    if file.exists() and not overwrite:
        raise ValueError(f"{file} is there already: choose another name, or add --overwrite.")
    return file


def picture_to_write(option: str, name: str, overwrite: bool, *taken: str | Path | None) -> Path:
    """Return the file for a picture, a .png if its name does not say; `taken` hold an agent."""
    file = _file(option, name)
    if not file.suffix.strip("."):
        file = file.with_name(f"{file.name.rstrip('.')}.png")
    if file.suffix.lower() not in PICTURES:
        ends = f"{', '.join(PICTURES[:-1])} or {PICTURES[-1]}"
        raise ValueError(f"{file} cannot be drawn: give {option} a name that ends in {ends}.")
    if any(same_file(file, agent) for agent in taken):
        raise ValueError(f"{file} is the agent's own file: give {option} another name.")
    return file_to_write(option, str(file), overwrite)


def same_file(one: str | Path | None, other: str | Path | None) -> bool:
    """Return whether two names mean one file, whether it is there or not."""
    return bool(one and other) and os.path.realpath(one) == os.path.realpath(other)


def _file(option: str, name: str) -> Path:
    """Return the file of that name, unless it is a folder."""
    if not name:
        raise ValueError(f"Give {option} the name of a file.")
    if Path(name).is_dir() or name.endswith(("/", os.sep)):
        raise ValueError(f"{name} is a folder: give {option} the name of a file.")
    return Path(name)
