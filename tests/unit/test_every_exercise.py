"""What holds for every exercise of every lesson."""

import copy
import math
from importlib import import_module
from pathlib import Path

import pytest

from ttt import exercises
from ttt.exercises.exercise import Exercise


def exercises_of(lesson):
    """Return the exercises of a lesson, in their order."""
    things = vars(import_module(f"ttt.exercises.{lesson}")).values()
    return [thing for thing in things if isinstance(thing, Exercise)]


LESSONS = sorted(path.stem for path in Path(exercises.__path__[0]).glob("lesson*.py"))
EXERCISES = [
    pytest.param(exercise, id=f"{lesson}.{exercise.name}")
    for lesson in LESSONS
    for exercise in exercises_of(lesson)
]


def test_there_are_exercises_in_every_lesson():
    assert LESSONS[:6] == [f"lesson0{nth}" for nth in range(1, 7)]
    assert len(EXERCISES) == 6 + 2 + 3 + 1 + 2 + 3


@pytest.mark.parametrize("lesson", LESSONS[2:])  # before, they build on what the lesson defines
def test_the_solutions_pass_when_they_are_typed_in_as_they_are_shown(lesson, capsys):
    notebook = {"inf": math.inf, "log": math.log, "sqrt": math.sqrt}
    for exercise in exercises_of(lesson):
        exercise.solution()
        exec(capsys.readouterr().out, notebook)
        assert exercise.check(notebook[exercise.name]).status == "right"
        capsys.readouterr()


@pytest.mark.parametrize("exercise", EXERCISES)
def test_there_are_three_hints_and_then_a_friendly_end(exercise, capsys):
    one = copy.copy(exercise)  # a copy, so that no hint has been given yet
    one._hints_given = 0
    assert len(one.hints) == 3
    for _ in range(2):  # after the end they start again
        for nth, hint in enumerate(one.hints, 1):
            one.hint()
            assert capsys.readouterr().out == f"**Hint {nth} of 3:** {hint}\n"
        one.hint()
        said = "Those were all the hints. `.solution()` shows how the course writes it.\n"
        assert capsys.readouterr().out == said


@pytest.mark.parametrize("exercise", EXERCISES)
def test_it_says_what_is_to_be_written(exercise):
    assert repr(exercise).startswith(f"<Exercise {exercise.name}(")
    assert repr(exercise).endswith("): .check(your_function), .hint(), .solution()>")
    assert ": " not in repr(exercise).split(")")[0]  # no types


@pytest.mark.parametrize("exercise", EXERCISES)
def test_its_known_mistakes_have_names_of_their_own(exercise):
    names = [mistake.name for mistake in exercise.mistakes]
    assert len(set(names)) == len(names) >= 5
    assert all(mistake.advice.endswith((".", "?", ")")) for mistake in exercise.mistakes)
