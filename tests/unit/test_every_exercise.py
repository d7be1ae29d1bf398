"""What holds for every exercise of every lesson."""

import copy
from importlib import import_module
from pathlib import Path

import pytest

from ttt import exercises
from ttt.exercises.exercise import Exercise

LESSONS = sorted(path.stem for path in Path(exercises.__path__[0]).glob("lesson*.py"))
EXERCISES = [
    pytest.param(thing, id=f"{lesson}.{thing.name}")
    for lesson in LESSONS
    for thing in vars(import_module(f"ttt.exercises.{lesson}")).values()
    if isinstance(thing, Exercise)
]


def test_there_are_exercises_in_every_lesson():
    assert LESSONS[:6] == [f"lesson0{nth}" for nth in range(1, 7)]
    assert len(EXERCISES) == 6 + 2 + 3 + 1 + 2 + 3


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
