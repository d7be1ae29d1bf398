"""Answers to the exercises as students type them in, written as a table in plain text."""

import math
import random
from textwrap import dedent, indent

import numpy as np
import pytest

from ttt import algorithms
from ttt.agents import rules
from ttt.algorithms import mcts, nets, td
from ttt.exercises import (
    lesson00,
    lesson01,
    lesson02,
    lesson03,
    lesson04,
    lesson05,
    lesson06,
    lesson07,
    lesson08,
    lesson09,
    lesson10,
)
from ttt.exercises.exercise import Exercise
from ttt.exercises.shapes import GAME, space

LESSONS = (lesson00, lesson01, lesson02, lesson03, lesson04, lesson05, lesson06)
LESSONS += (lesson07, lesson08, lesson09, lesson10)
MODULES = {"math": math, "np": np, "random": random, "mcts": mcts, "td": td, "rules": rules}
MODULES |= {"nets": nets}


def bodies(text: str):
    """Return parameters of a test: what stands at the left of a table, and the bodies below it."""
    blocks = []
    for line in dedent(text).strip().splitlines():
        if line.startswith(" "):
            blocks[-1][1].append(line.removeprefix("    "))
        elif line:
            blocks.append((line, []))
    return [pytest.param(name, "\n".join(lines)) for name, lines in blocks]


def check(name: str, body: str):
    """Return the verdict on an answer with this body, which knows what its lesson defines."""
    exercise = Exercise.by_name[name]
    (lesson,) = (vars(lesson) for lesson in LESSONS if vars(lesson).get(name) is exercise)
    ours = {"GAME": GAME, "course": algorithms, "space": space(), "right": exercise}
    notebook = {**vars(math), **lesson, **MODULES, **ours}
    exec(f"def {exercise._wanted}:\n{indent(body, '    ')}", notebook)
    return exercise.check(notebook[name])
