"""Copies of the lessons to work in: without outputs, and never in the way of anybody's work.

A copy remembers, in its metadata, a digest of what it was laid as. So one can tell later
whether the lesson has changed since, and whether the student has.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import nbformat

from ttt.agents.own import COPIES
from ttt.files import free_name, write_whole

LAID_AS = "nine_squares"
STUDENT, TEACHER = COPIES


class Copies:
    """The copies of all lessons of a course folder, for the student or with notes to teach from.

    course  the folder with notebooks/ in it; the copies are in a folder beside that one
    """

    def __init__(self, course: Path, teach: bool = False):
        self.folder = course / (TEACHER if teach else STUDENT)
        self._lessons = {path.name: path for path in lessons(course)}
        self._with_notes = teach

    def lay(self, fresh: tuple[str, ...] = ()) -> list[str]:
        """Lay what is missing or has changed; return what is to be said about it.

        A copy that has been worked in stays as it is. `fresh` are the numbers of lessons that
        are wanted anew: their old copies are kept beside the new ones.
        """
        self.folder.mkdir(exist_ok=True)
        unknown = [number for number in fresh if number not in map(_number, self._lessons)]
        if unknown:
            numbers = ", ".join(map(_number, self._lessons))
            raise ValueError(f"There is no lesson {unknown[0]}: the lessons are {numbers}.")
        return [word for name in self._lessons for word in self._lay(name, fresh)]

    def _lay(self, name: str, fresh: tuple[str, ...]) -> Iterator[str]:
        copy, new = self.folder / name, self._clean(name)
        if copy.exists() and _number(name) in fresh:
            kept = free_name(copy)
            copy.rename(kept)
            yield f"{_shown(copy)} is new; your old one is {_shown(kept)}."
        elif copy.exists():
            old = _read(copy)
            if old and _laid_as(old) == _laid_as(new):
                return
            if not old or _laid_as(old) != digest(old):
                why = (
                    "has changed, but you have worked in"
                    if old
                    else "is kept, but nothing can read"
                )
                yield (
                    f"Lesson {_number(name)} {why} {_shown(copy)}, which stays as it is. "
                    f"`ttt lab --fresh {_number(name)}` lays a new one and keeps yours beside it."
                )
                return
        write_whole(copy, nbformat.writes(new).encode())

    def _clean(self, name: str) -> nbformat.NotebookNode:
        """Return a lesson as it is laid: without outputs, for a student also without notes."""
        notebook = nbformat.read(self._lessons[name], as_version=4)
        notebook.cells = [
            cell for cell in notebook.cells if self._with_notes or not _is_for_the_teacher(cell)
        ]
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        notebook.metadata.pop("widgets", None)
        notebook.metadata[LAID_AS] = {"laid as": digest(notebook)}
        return notebook


def lessons(course: Path) -> list[Path]:
    """Return the lessons of a course folder, in their order."""
    found = sorted((course / "notebooks").glob("[0-9][0-9]*_*.ipynb"))
    if not found:
        raise ValueError(
            f"There are no lessons in {course / 'notebooks'}: go to the folder of the course, in "
            "which README.md is, and try again."
        )
    return found


def digest(notebook: nbformat.NotebookNode) -> str:
    """Return a short text that changes with what is written in the cells, not with outputs.

    Empty cells do not count: running the last cell adds one.
    """
    written = [(cell.cell_type, cell.source) for cell in notebook.cells if cell.source.strip()]
    return hashlib.sha256(json.dumps(written).encode()).hexdigest()[:16]


def _laid_as(notebook: nbformat.NotebookNode) -> str | None:
    return notebook.metadata.get(LAID_AS, {}).get("laid as")


def _read(path: Path) -> nbformat.NotebookNode | None:
    """Return the notebook in a file, or None if there is none that can be read."""
    try:
        return nbformat.read(path, as_version=4)
    except Exception:  # cut off, emptied, another program's: whatever it is, it is the student's
        return None


def _is_for_the_teacher(cell: nbformat.NotebookNode) -> bool:
    return cell.metadata.get("slideshow", {}).get("slide_type") == "notes"


def _number(name: str) -> str:
    """Return the number of a lesson: 03b of 03b_ties.ipynb."""
    return name.partition("_")[0]


def _shown(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"
