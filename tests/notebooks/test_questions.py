"""The lessons ask the questions that are kept, all of them, and all of them can be read."""

import ast
from itertools import permutations
from pathlib import Path

import nbformat
import pytest

from ttt import Space, TicTacToe
from ttt.algorithms import alpha_beta
from ttt.exercises import questions
from ttt.trace import count
from ttt.widgets.question import number

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
    assert asked - kept == set(), "asked in a notebook, but not kept"
    assert kept - asked == set(), "kept, but asked in no notebook"


@pytest.fixture(scope="module")
def made():
    """Return every question that is kept, by lesson and name."""
    return {
        (number, name): questions.made(*written)
        for number in KEPT
        for name, written in questions.written(number).items()
    }


def test_the_numbers_that_are_asked_for_are_those_of_the_game(made):
    game, four = TicTacToe(), TicTacToe(4)
    space = Space(game)
    lines, five_moves = [set(line) for line in game.lines], permutations(range(9), 5)
    numbers = {name: number(one.answer) for name, one in made.items() if one.is_number}
    assert numbers == {
        ("01", "how the game goes on"): space.games[space.index["XOX.OXO.."]].sum(),
        ("01b", "two moves"): space.by_ply[2],
        ("01b", "ways to a board"): 2,
        ("01b", "images of a corner"): len(set(game.images("X........"))),
        ("01b", "the shortest games"): sum(set(moves[::2]) in lines for moves in five_moves),
        ("01b", "first moves on 4 × 4"): len(
            {four.canonical(four.result(four.initial, cell)) for cell in range(16)}
        ),
        ("04", "boards of a small search"): count(alpha_beta, game, "XXOOOX..."),
        ("04b", "cell 8 first"): 1 + 1 + 4 * 2,
        ("04b", "ends of the best case"): 10**2 + 10**2 - 1,
        ("05", "nodes of the search"): 1 + 1_000,
        ("10b", "pairs of a club"): 20 * 19 / 2,
        ("10b", "five minutes of a hundred"): round(1 / (0.05 + 0.95 / 1_000), 1),
    }, "each number that a question asks for is derived here"


def test_every_reply_is_a_sentence(made):
    for name, one in made.items():
        for reply in one.replies.values():
            assert reply.endswith((".", "?", "!", "</em>", ")")), (name, "is no sentence:", reply)
