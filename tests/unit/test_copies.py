"""Students work on copies of the lessons, and nothing that they write is ever lost."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from ttt import cli
from ttt.copies import Copies, lessons

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


def read(path):
    return nbformat.read(path, as_version=4)


def change(path, source="my own work"):
    """Write into the last cell of a copy, as a student does."""
    notebook = read(path)
    notebook.cells[-1].source = source
    nbformat.write(notebook, path)


def test_a_copy_has_neither_outputs_nor_notes(course):
    assert Copies(course).lay() == []
    assert sorted(path.name for path in (course / "my").iterdir()) == [
        "00_welcome.ipynb",
        "03_minimax.ipynb",
    ]
    copy = read(course / "my" / "03_minimax.ipynb")
    nbformat.validate(copy)
    assert [cell.source for cell in copy.cells] == ["# Minimax", "6 * 7"]
    assert (copy.cells[-1].outputs, copy.cells[-1].execution_count) == ([], None)


def test_a_teacher_has_the_notes(course):
    Copies(course, teach=True).lay()
    copy = read(course / "teach" / "03_minimax.ipynb")
    assert [cell.source for cell in copy.cells] == ["# Minimax", "The answer is 42.", "6 * 7"]
    assert not (course / "my").exists()


def test_an_untouched_copy_follows_the_lesson(course):
    Copies(course).lay()
    copy = course / "my" / "03_minimax.ipynb"
    run = read(copy)  # to run cells, and to get an empty one at the end, is not to write
    run.cells[-1].outputs = [new_output("stream", text="42")]
    run.cells.append(new_code_cell(""))
    nbformat.write(run, copy)
    before = copy.read_bytes()
    assert Copies(course).lay() == []
    assert copy.read_bytes() == before
    write_lesson(course, text="# Minimax, better")
    assert Copies(course).lay() == []
    assert read(copy).cells[0].source == "# Minimax, better"


STAYS = (
    "Lesson 03 has changed, but you have worked in my/03_minimax.ipynb, which stays as it is. "
    "`ttt lab --fresh 03` lays a new one and keeps yours beside it."
)


def test_work_is_never_overwritten(course):
    Copies(course).lay()
    copy = course / "my" / "03_minimax.ipynb"
    change(copy)
    assert Copies(course).lay() == []  # nothing is new
    write_lesson(course, text="# Minimax, better")
    before = copy.read_bytes()
    assert Copies(course).lay() == [STAYS]
    assert copy.read_bytes() == before


def test_a_fresh_copy_keeps_the_old_one_beside_it(course):
    copies, copy = Copies(course), course / "my" / "03_minimax.ipynb"
    copies.lay()
    for nth in (1, 2):
        change(copy, f"work {nth}")
        said = f"my/03_minimax.ipynb is new; your old one is my/03_minimax_old{nth}.ipynb."
        assert copies.lay(("03",)) == [said]
        assert read(copy).cells[-1].source == "6 * 7"
        assert read(course / "my" / f"03_minimax_old{nth}.ipynb").cells[-1].source == f"work {nth}"


@pytest.mark.parametrize("content", [b"", b"not a notebook", b'{"cells": [', b"\xff\xfe", b"[]"])
def test_what_is_no_notebook_any_more_is_kept(course, content):
    Copies(course).lay()
    copy = course / "my" / "03_minimax.ipynb"
    copy.write_bytes(content)
    (said,) = Copies(course).lay()
    assert said.startswith("Lesson 03 is kept, but nothing can read my/03_minimax.ipynb, which ")
    assert copy.read_bytes() == content
    Copies(course).lay(("03",))
    assert (course / "my" / "03_minimax_old1.ipynb").read_bytes() == content


def test_a_copy_is_whole_or_not_there(course, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    Copies(course).lay()
    copy = course / "my" / "03_minimax.ipynb"
    before = copy.read_bytes()
    write_lesson(course, text="# Minimax, better")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device"):
        Copies(course).lay()
    assert copy.read_bytes() == before
    assert len(list((course / "my").iterdir())) == 2


# ---- the command


@pytest.fixture
def started(monkeypatch):
    """Return with which words JupyterLab was started, instead of starting it."""
    commands = []
    monkeypatch.setattr(subprocess, "call", lambda words: commands.append(words) or 0)
    monkeypatch.setattr(os, "execv", lambda _, words: commands.append(words) or 0)
    return commands


def test_the_command_opens_the_first_copy(course, started, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    assert cli.main(["lab", "--", "--port=9000"]) == 0
    ((python, *words),) = started
    assert python == sys.executable
    assert words[:2] == ["-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={course}" in words
    assert "--LabApp.default_url=/lab/tree/my/00_welcome.ipynb" in words
    assert words[-1] == "--port=9000"
    assert cli.main(["lab", "--teach"]) == 0
    assert "--LabApp.default_url=/lab/tree/teach/00_welcome.ipynb" in started[-1]


def test_the_command_can_lay_the_copies_only(course, started, capsys):
    assert cli.main(["lab", "--prepare"]) == 0
    assert capsys.readouterr().out == "The lessons are in my/.\n"
    assert not started


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda course: (course / "my").write_text("a file"), "my cannot be used: File exists."),
        (lambda course: (course / "notebooks").rename("gone"), "There are no lessons in "),
    ],
)
def test_what_cannot_be_laid_is_told_in_a_sentence(
    course, started, capsys, spoil, words, monkeypatch
):
    monkeypatch.setattr("ttt.cli.lab.course_folder", lambda: course)
    spoil(course)
    assert cli.main(["lab"]) == 2
    assert words in capsys.readouterr().err
    assert not started


def test_a_lesson_that_does_not_exist_is_named(course, started, capsys):
    assert cli.main(["lab", "--fresh", "17"]) == 2
    assert capsys.readouterr().err == "There is no lesson 17: the lessons are 00, 03.\n"


def test_the_lessons_of_this_course_are_found_from_anywhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    from ttt.cli.lab import course_folder

    assert course_folder() == ROOT
    numbers = dict.fromkeys(path.name[:2] for path in lessons(ROOT))
    assert list(numbers)[:4] == ["00", "01", "02", "03"]
