"""Functions as students type them in, written as a table in plain text."""

import inspect
import math
from textwrap import dedent, indent

import numpy as np
import pytest

from ttt.exercises.exercise import Exercise


def typed_in(exercise: Exercise, body: str, **known):
    """Return the function that an exercise asks for, with this body."""
    notebook = {**vars(math), "math": math, "np": np, **known}
    parameters = ", ".join(inspect.signature(exercise._solution).parameters)
    exec(f"def {exercise.name}({parameters}):\n{indent(body, '    ')}", notebook)
    return notebook[exercise.name]


def bodies(text: str):
    """Return parameters of a test: what stands at the left of a table, and the bodies below it."""
    blocks = []
    for line in dedent(text).strip().splitlines():
        if line.startswith(" "):
            blocks[-1][1].append(line.removeprefix("    "))
        else:
            blocks.append((line, []))
    return [pytest.param(name, "\n".join(lines)) for name, lines in blocks]
