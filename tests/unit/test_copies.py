"""Students work on copies of the lessons, and nothing that they write is ever lost."""

import os
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from ttt import cli
from ttt.cli.lab import course_folder
from ttt.copies import lay, lessons

ROOT = Path(__file__).parents[2]
NOTES = {"slideshow": {"slide_type": "notes"}}


def write_lesson(course, name="03_minimax", text="# Minimax"):
    """Write a lesson of three cells: text, notes for the teacher, code that was run."""
    cells = [
        new_markdown_cell(text),
        new_markdown_cell("The answer is 42.", metadata=NOTES),
        new_code_cell("6 * 7", execution_count=1, outputs=[new_output("stream", text="42")]),
    ]
    (course / "notebooks").mkdir(exist_ok=True)
    nbformat.write(new_notebook(cells=cells), course / "notebooks" / f"{name}.ipynb")


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course of two lessons, in the folder in which we are."""
    write_lesson(tmp_path, "00_welcome", "# Welcome")
    write_lesson(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def copy(course):
    """A student's copy of lesson 03."""
    assert lay(course) == []
    return course / "my" / "03_minimax.ipynb"


def read(path):
    return nbformat.read(path, as_version=4)


def change(path, source="my own work"):
    """Write into the last cell of a copy, as a student does."""
    notebook = read(path)
    notebook.cells[-1].source = source
    nbformat.write(notebook, path)


def test_a_copy_has_neither_outputs_nor_notes_and_a_teachers_has_notes(course, copy):
    nbformat.validate(read(copy))
    assert [cell.source for cell in read(copy).cells] == ["# Minimax", "6 * 7"]
    code = read(copy).cells[-1]
    assert (code.outputs, code.execution_count) == ([], None)
    lay(course, "teach")
    sources = [cell.source for cell in read(course / "teach" / copy.name).cells]
    assert sources == ["# Minimax", "The answer is 42.", "6 * 7"]


def test_an_untouched_copy_follows_the_lesson(course, copy):
    run = read(copy)  # to run cells, and to get an empty one at the end, is not to write
    run.cells[-1].outputs = [new_output("stream", text="42")]
    run.cells.append(new_code_cell(""))
    nbformat.write(run, copy)
    before = copy.read_bytes()
    assert lay(course) == []
    assert copy.read_bytes() == before
    write_lesson(course, text="# Minimax, better")
    assert lay(course) == []
    assert read(copy).cells[0].source == "# Minimax, better"


STAYS = (
    "Lesson 03 has changed, but my/03_minimax.ipynb has work of yours and stays as it is. "
    "`ttt lab --fresh 03` lays a new one and keeps yours beside it."
)


def test_work_is_never_overwritten_and_a_fresh_copy_keeps_it_beside(course, copy):
    change(copy)
    assert lay(course) == []  # nothing is new
    write_lesson(course, text="# Minimax, better")
    before = copy.read_bytes()
    assert lay(course) == [STAYS]
    assert copy.read_bytes() == before
    for nth in (1, 2):
        change(copy, f"work {nth}")
        said = f"my/03_minimax.ipynb is new; your old one is my/03_minimax_old{nth}.ipynb."
        assert lay(course, fresh=("03",)) == [said]
        assert read(copy).cells[-1].source == "6 * 7"
        assert read(course / "my" / f"03_minimax_old{nth}.ipynb").cells[-1].source == f"work {nth}"


@pytest.mark.parametrize("content", [b"", b"not a notebook", b'{"cells": [', b"\xff\xfe", b"[]"])
def test_what_is_no_notebook_any_more_is_kept(course, copy, content):
    copy.write_bytes(content)
    assert lay(course) == [STAYS]
    assert copy.read_bytes() == content
    lay(course, fresh=("03",))
    assert (course / "my" / "03_minimax_old1.ipynb").read_bytes() == content


def test_a_copy_is_whole_or_not_there(course, copy, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    before = copy.read_bytes()
    write_lesson(course, text="# Minimax, better")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device"):
        lay(course)
    assert copy.read_bytes() == before
    assert len(list((course / "my").iterdir())) == 2


# ---- the command


@pytest.fixture
def started(monkeypatch):
    """Return with which words JupyterLab was started, instead of starting it."""
    commands = []
    monkeypatch.setattr(os, "execv", lambda _, words: commands.append(words) or 0)
    return commands


def test_the_command_opens_the_first_copy_or_only_lays_the_copies(course, started, capsys):
    assert cli.main(["lab", "--prepare"]) == 0
    assert capsys.readouterr().out == "The lessons are in my/.\n" and not started
    assert cli.main(["lab", "--", "--port=9000"]) == cli.main(["lab", "--teach"]) == 0
    (python, *words), teach = started
    assert python == sys.executable and words[:2] == ["-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={course}" in words and words[-1] == "--port=9000"
    assert "--LabApp.default_url=/lab/tree/my/00_welcome.ipynb" in words
    assert "--LabApp.default_url=/lab/tree/teach/00_welcome.ipynb" in teach


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda course: (course / "my").write_text("a file"), "my cannot be used: File exists."),
        (lambda course: (course / "notebooks").rename("gone"), "There are no lessons in "),
        (lambda course: None, "There is no lesson 17: the lessons are 00, 03.\n"),
    ],
)
def test_what_cannot_be_laid_is_told_in_a_sentence(course, capsys, spoil, words, monkeypatch):
    monkeypatch.setattr("ttt.cli.lab.course_folder", lambda: course)
    spoil(course)
    assert cli.main(["lab", *(["--fresh", "17"] if "17" in words else [])]) == 2
    assert words in capsys.readouterr().err


def test_the_lessons_of_this_course_are_found_from_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert course_folder() == ROOT
    assert list(lessons(ROOT))[:4] == ["00", "01", "01b", "02"]
