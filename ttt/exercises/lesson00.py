"""Lesson 00: welcome. Its one exercise shows how exercises work."""

from ttt.exercises.exercise import exercise
from ttt.exercises.lesson01 import every_board
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker

ask = asker("00")


@exercise(cases=every_board, **words("00")["cells_left"])
def cells_left(state):
    """Return how many cells of the board are still empty."""
    return state.count(".")
