"""What holds for every exercise of every lesson."""

import copy
import inspect
import math
import re
from importlib import import_module
from itertools import cycle
from pathlib import Path

import pytest

from ttt import exercises
from ttt.exercises.exercise import Exercise
from ttt.exercises.shapes import GAME
from ttt.game import TicTacToe


def exercises_of(lesson):
    """Return the exercises of a lesson, in their order."""
    things = vars(import_module(f"ttt.exercises.{lesson}")).values()
    return [thing for thing in things if isinstance(thing, Exercise)]


MODULES = sorted(path.stem for path in Path(exercises.__path__[0]).glob("lesson*.py"))
LESSONS = list(filter(exercises_of, MODULES))
ALL = [(lesson, exercise) for lesson in LESSONS for exercise in exercises_of(lesson)]
every_exercise = pytest.mark.parametrize(
    "exercise", [pytest.param(one, id=f"{lesson}.{one.name}") for lesson, one in ALL]
)


def test_there_are_exercises_in_every_lesson():
    assert [f"lesson{nth:02}" for nth in range(11)] == LESSONS
    assert len(ALL) == 1 + 8 + 3 + 3 + 6 + 5 + 4 + 3 + 2 + 2 + 3
    assert Exercise.by_name == {exercise.name: exercise for _, exercise in ALL}  # no name twice


@pytest.mark.parametrize("lesson", [lesson for lesson in LESSONS if exercises_of(lesson)])
def test_the_solutions_pass_when_they_are_typed_in_as_they_are_shown(lesson, capsys):
    # what lessons define on the way, or import
    given = ("LINES", "winning_cells", "opponent", "marked", "forking_cells", "win", "block")
    given += ("likely", "space", "by_puct", "expand", "backpropagate")
    known = vars(import_module(f"ttt.exercises.{lesson}"))
    notebook = {
        "game": GAME,
        **vars(math),
        **{name: known[name] for name in given if name in known},
    }
    for exercise in exercises_of(lesson):
        exercise.solution()
        exec(capsys.readouterr().out, notebook)
        assert exercise.check(notebook[exercise.name]).status == "right"
        capsys.readouterr()


@every_exercise
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


@every_exercise
def test_it_says_what_is_to_be_written(exercise):
    assert repr(exercise).startswith(f"<Exercise {exercise.name}(")
    assert repr(exercise).endswith("): .check(your_function), .hint(), .solution()>")
    assert ": " not in repr(exercise).split(")")[0]  # no types


@every_exercise
@pytest.mark.parametrize(
    "body", ["...", "pass", '"""Return it."""', "return ...", "raise NotImplementedError"]
)
def test_a_blank_function_is_not_done_yet(exercise, body):
    notebook = {"inf": math.inf}
    exec(f"def {exercise._wanted}:\n    {body}", notebook)
    verdict = exercise.check(notebook[exercise.name])
    assert (verdict.status, verdict.board) == ("todo", None)
    assert verdict.message == f"Write `{exercise.name}`, run its cell, then check again."


@every_exercise
def test_it_is_asked_about_boards_that_can_occur(exercise):
    for game, *rest in exercise.cases:
        for board in {part for part in (game, *rest) if isinstance(part, str)}:
            (game if isinstance(game, TicTacToe) else GAME).check(board)


# ---- known mistakes


@every_exercise
def test_its_known_mistakes_have_names_of_their_own(exercise):
    names = [mistake.name for mistake in exercise.mistakes]
    assert len(set(names)) == len(names) >= 2
    assert all(mistake.advice.endswith((".", "?", ")")) for mistake in exercise.mistakes)
    assert all(mistake.forms for mistake in exercise.mistakes)


def chosen(exercise, function, nth):
    """Return a function that answers as a mistake does: of several answers it gives the nth."""

    def choose(*case):
        answers = function(*case)
        return answers[nth] if isinstance(answers, tuple) and answers else answers

    return choose if exercise._one_of else function


def judged(exercise, wrong, name):
    """Return the verdict on some of the cases, or on all if on those it is not named.

    What some cases tell apart, all tell apart.
    """
    few = copy.copy(exercise)
    few.cases, few.right_outcomes = exercise.cases[::12], exercise.right_outcomes[::12]
    verdict = few._judge(wrong)
    return verdict if verdict.mistake == name else exercise._judge(wrong)


@every_exercise
def test_each_form_of_a_known_mistake_is_caught_and_named(exercise):
    for mistake in exercise.mistakes:
        functions = zip(mistake.forms, mistake.functions(exercise.model), cycle([0, -1]))
        for form, wrong, nth in functions:
            verdict = judged(exercise, chosen(exercise, wrong, nth), mistake.name)
            found = (verdict.status, verdict.mistake)
            assert found == ("wrong", mistake.name), (form, verdict.message)
            assert verdict.message.endswith(mistake.advice)


@every_exercise
def test_an_answer_without_a_sign_is_never_said_to_have_the_wrong_one(exercise):
    def nothing(*case, **details):
        return 0

    nothing.__signature__ = inspect.signature(exercise._solution)
    mistake = str(exercise._judge(nothing).mistake)
    assert not re.search(r"\b(side|sign|turned|swapped|other way)\b", mistake)
