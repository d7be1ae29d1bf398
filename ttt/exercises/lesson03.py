"""Lesson 03: minimax.

The solutions are the package's own functions. All known mistakes are edits of one search,
`best_moves`: in `minimax_value` of the value that it finds, in `minimax` of all the moves that
look best by that value, and in `quickest` of the same with later results counting less.
"""

from functools import cache
from math import inf  # noqa: F401 (edits use more than the function they edit)

from ttt import algorithms as course
from ttt.exercises.answers import as_move, as_number
from ttt.exercises.exercise import Exercise
from ttt.exercises.mistakes import Mistake, words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, space

ask = asker("03", "03b")
WORDS = words("03")


@cache
def search_boards():
    """Return the boards to search from: the ended ones first, then those with fewest free cells.

    A search from a nearly empty board takes long. So these are all boards with
    five marks or more, one of each kind (turned, mirrored) with four, three or
    two, and none with fewer: a search from two marks passes through nearly all.
    """
    states = space().states
    ended = [state for state in states if GAME.terminal(state)]
    still_open = [state for state in states if not GAME.terminal(state)]
    late = [state for state in still_open if state.count(".") <= 4]
    kinds = {GAME.canonical(state) for state in still_open if 5 <= state.count(".") <= 7}
    return ended + sorted(late + sorted(kinds), key=lambda state: state.count("."))


def all_searches():
    """Return the game with each of these boards."""
    return [(GAME, state) for state in search_boards()]


def open_searches():
    """Return the game with those of the boards on which there is a move to choose."""
    return [(GAME, state) for state in search_boards() if not GAME.terminal(state)]


# ---- mistakes that can be made in more than one exercise


def best_moves(game, state):
    """Return all moves with the best minimax value for the player to move."""
    start = state
    first = game.player(start)

    @cache
    def value_of(state):
        if game.terminal(state):
            return game.utility(state)
        player = game.player(state)
        values = [value_of(game.result(state, action)) for action in game.actions(state)]
        return max(values) if player == "X" else min(values)

    after = {action: value_of(game.result(state, action)) for action in game.actions(state)}
    best = max(after.values()) if first == "X" else min(after.values())
    return tuple(action for action in after if after[action] == best)


def in_search_of(edits, mistakes):
    """Return mistakes in a search that is `best_moves` after these edits."""
    return tuple(
        Mistake(mistake.advice, *(edits + form for form in mistake.forms)) for mistake in mistakes
    )


THE_VALUE = ("    after = {", "    return value_of(state)\n    after = {")
LATER_COUNTS_LESS = ("values = [", "values = [0.9 * ")

IN_THE_SEARCH, OF_DRAWS, IN_THE_VALUE, IN_THE_CHOICE, IN_THE_LENGTH = (
    WORDS[f"mistakes {name}"]["mistakes"]
    for name in ("in the search", "of draws", "in the value", "in the choice", "in the length")
)


# ---- minimax_value


minimax_value = Exercise(
    course.minimax_value,
    cases=all_searches,
    answer=lambda game, state: space().value(state),
    model=best_moves,
    read=as_number,
    hints=WORDS["minimax_value"]["hints"],
    mistakes=in_search_of(THE_VALUE, IN_THE_VALUE + OF_DRAWS + IN_THE_SEARCH),
)


# ---- minimax

minimax = Exercise(
    course.minimax,
    cases=open_searches,
    answer=lambda game, state: space().best_actions(state),
    one_of=True,
    model=best_moves,
    read=as_move,
    hints=WORDS["minimax"]["hints"],
    mistakes=IN_THE_CHOICE + OF_DRAWS + IN_THE_SEARCH,
)


# ---- quickest

quickest = Exercise(
    course.quickest,
    cases=open_searches,
    answer=lambda game, state: space().best_actions(state, quickest=True),
    one_of=True,
    model=best_moves,
    read=as_move,
    hints=WORDS["quickest"]["hints"],
    advices=WORDS["quickest"]["advices"],
    tests={"plain minimax": lambda seen: seen.given in space().best_actions(seen.state)},
    mistakes=in_search_of(LATER_COUNTS_LESS, IN_THE_CHOICE + IN_THE_LENGTH),
)
