"""The lessons ask the questions that are kept, all of them, and all of them can be read."""

import ast
from pathlib import Path

import nbformat
import pytest

from ttt.exercises import questions

LESSONS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
KEPT = sorted(path.stem for path in questions.FOLDER.glob("[0-9]*.md"))


def asked_in(path):
    """Return (number of the lesson, name) of each question that a notebook asks."""
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code" and ".ask(" in cell.source:
            for call in ast.walk(ast.parse(cell.source)):
                if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "ask":
                    lesson = call.func.value.id.removeprefix("lesson")
                    yield from ((lesson, name.value) for name in call.args)


def test_every_question_that_is_asked_is_kept_and_every_one_kept_is_asked():
    asked = {question for path in LESSONS for question in asked_in(path)}
    kept = {(number[:2], name) for number in KEPT for name in questions.written(number)}
    assert asked - kept == set()
    assert kept - asked == set()


@pytest.mark.parametrize("number", KEPT)
def test_every_question_can_be_read_and_shows_no_raw_marks(number):
    for name, (file, body) in questions.written(number).items():
        made = questions.parsed(name, file, body)
        assert made["replies"][made["answer"]]
