"""Lesson 04: alpha-beta.

The solution is the package's own. It is checked for its values and for its cuts.
"""

from ttt import algorithms as course
from ttt.exercises.answers import as_number
from ttt.exercises.cuts import SearchExercise, WatchedGame
from ttt.exercises.lesson03 import search_boards
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, space

ask = asker("04")
WORDS = words("04")

WATCHED = WatchedGame()
NARROW = ((-1, 1), (-1, 0), (0, 1))
DEEP = ".X..X.O.O"  # where MAX begins, and beta still matters three moves later


def windowed_searches():
    """Return the watched game with boards, and with windows or none, fewest free cells first.

    The boards are those of lesson 03 with up to five free cells: all with two
    or fewer, and of the others one of each kind (turned, mirrored). With up to
    four free cells one of each kind is searched in narrow windows too, and one
    board with five.
    """
    return [
        (WATCHED, state, *window)
        for state in search_boards()
        if state.count(".") <= 5 and (_is_late(state) or state == GAME.canonical(state))
        for window in ((), *(NARROW if _is_small(state) or state == DEEP else ()))
    ]


def _is_late(state):
    return state.count(".") <= 2


def _is_small(state):
    return state.count(".") <= 4 and state == GAME.canonical(state) and not GAME.terminal(state)


alpha_beta = SearchExercise(
    course.alpha_beta,
    game=WATCHED,
    cases=windowed_searches,
    answer=lambda game, state, *window: space().value(state),
    read=as_number,
    things="searches",
    **WORDS["alpha_beta"],
)
