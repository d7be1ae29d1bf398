"""Copies of the lessons to work in: without outputs, and never in the way of anybody's work.

A copy remembers, in its metadata, a digest of what it was laid as. So one can tell later
whether the lesson has changed since, and whether the student has.
"""

import hashlib
import json
from collections.abc import Collection
from pathlib import Path

import nbformat

from ttt.agents.own import COPIES
from ttt.files import free_name, write_whole

LAID_AS = "nine_squares"
STUDENT, TEACHER = COPIES


def lay(course: Path, name: str = STUDENT, fresh: Collection[str] = ()) -> list[str]:
    """Lay the copies that are missing or have changed; return what is to be said about it.

    course  the folder with notebooks/ in it
    name    of the folder of the copies beside that one; those of the teacher have notes
    fresh   numbers of lessons to lay anew: their old copies are kept beside the new ones
    """
    found, folder = lessons(course, fresh), course / name
    folder.mkdir(exist_ok=True)
    said = [_lay(number, found[number], folder, number in fresh) for number in found]
    return list(filter(None, said))


def lessons(course: Path, wanted: Collection[str] = ()) -> dict[str, Path]:
    """Return the lessons of a course by number, in order; a ValueError names one that is not."""
    paths = sorted((course / "notebooks").glob("[0-9][0-9]*_*.ipynb"))
    if not paths:
        raise ValueError(
            f"There are no lessons in {course / 'notebooks'}: go to the folder of the course, in "
            "which README.md is, and try again."
        )
    found = {path.name.partition("_")[0]: path for path in paths}
    for number in wanted:
        if number not in found:
            raise ValueError(f"There is no lesson {number}: the lessons are {', '.join(found)}.")
    return found


def _lay(number: str, lesson: Path, folder: Path, is_fresh: bool) -> str:
    """Lay a copy of a lesson, if no work is in its way; return what is to be said, or ""."""
    copy, new, words = folder / lesson.name, _clean(lesson, folder.name == TEACHER), ""
    shown = f"{folder.name}/{copy.name}"
    if copy.exists() and is_fresh:
        kept = free_name(copy)
        copy.rename(kept)
        words = f"{shown} is new; your old one is {folder.name}/{kept.name}."
    elif copy.exists():
        old = _read(copy)
        if old and _laid_as(old) == _laid_as(new):
            return ""
        if not old or _laid_as(old) != _digest(old):
            return (
                f"Lesson {number} has changed, but {shown} has work of yours and stays as it is. "
                f"`ttt lab --fresh {number}` lays a new one and keeps yours beside it."
            )
    write_whole(copy, nbformat.writes(new).encode())
    return words


def _clean(lesson: Path, with_notes: bool) -> nbformat.NotebookNode:
    """Return a lesson as it is laid: without outputs, for a student also without notes."""
    notebook = nbformat.read(lesson, as_version=4)
    kinds = [cell.metadata.get("slideshow", {}).get("slide_type") for cell in notebook.cells]
    notebook.cells = [
        cell for cell, kind in zip(notebook.cells, kinds) if with_notes or kind != "notes"
    ]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    notebook.metadata.pop("widgets", None)
    notebook.metadata[LAID_AS] = {"laid as": _digest(notebook)}
    return notebook


def _digest(notebook: nbformat.NotebookNode) -> str:
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
