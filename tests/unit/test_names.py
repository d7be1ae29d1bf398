"""One name, one thing: no two classes of ttt share a name, and exercises show the textbook."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import ttt
from ttt.exercises import lesson03, lesson04, lesson05, lesson06
from ttt.exercises.exercise import Exercise

PACKAGE = Path(ttt.__file__).parent
TAUGHT = (lesson03, lesson04, lesson05, lesson06)
LONGEST = {"minimax.py": 95, "mcts.py": 125, "td.py": 100}


def test_no_name_of_a_class_exists_twice():
    homes = defaultdict(list)
    for file in PACKAGE.rglob("*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(file.relative_to(PACKAGE))
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


@pytest.mark.parametrize("lesson", TAUGHT, ids=lambda lesson: lesson.__name__)
def test_a_solution_is_the_function_of_the_textbook(lesson):
    exercises = [thing for thing in vars(lesson).values() if isinstance(thing, Exercise)]
    assert exercises
    for exercise in exercises:
        assert exercise._solution.__module__.startswith("ttt.algorithms."), exercise.name


def test_the_textbook_is_short_and_knows_nothing_but_the_six_functions():
    folder = PACKAGE / "algorithms"
    assert {file.name for file in folder.glob("*.py")} == {"__init__.py", *LONGEST}
    for name, longest in LONGEST.items():
        text = (folder / name).read_text(encoding="utf-8")
        assert len(text.splitlines()) <= longest, name
        asked = {
            node.attr
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "game"
        }
        assert asked <= {"initial", "player", "actions", "result", "terminal", "utility"}, name
