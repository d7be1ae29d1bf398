"""Lesson 04: alpha-beta. The solution is the package's own.

It is checked for its values and for its cuts. The search is handed a game that keeps what it is
asked. From that follows the tree of the search, whatever the search is like inside and in
whichever order it tries the moves. The tree is then gone through once more with the windows
that alpha-beta should have had: a board entered after its window had closed was looked at in vain.
"""

from collections.abc import Callable
from math import inf

from ttt import algorithms as course
from ttt.exercises.answers import as_number, is_number, short
from ttt.exercises.exercise import Exercise, Outcome
from ttt.exercises.lesson03 import search_boards
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import BOARD_PLACES, GAME, Place, space
from ttt.game import State, TicTacToe

ask = asker("04")
WORDS = words("04")

FULL = (-inf, inf)
TOO_FEW = (
    "too few cuts",
    "The values are right, but some boards are looked at in vain. Alpha is raised at MAX, beta is "
    "lowered at MIN, both are handed down, and `alpha >= beta` ends the loop.",
)

NO_WINDOW = Place("no window is given", lambda game, state, *window: not window)


class WatchedGame(TicTacToe):
    """The game, keeping on which boards moves are made and for which the result is asked."""

    def __init__(self, *shape):
        super().__init__(*shape)
        self.log = []  # a board where its result is asked; a board in a tuple where it is left

    def result(self, state, action):
        self.log.append((state,))
        return super().result(state, action)

    def winner(self, state):
        self.log.append(state)
        return super().winner(state)

    def outcome(self, state):
        self.log.append(state)
        return super().outcome(state)


class Arrival:
    """A board that a search has come to, with the arrivals at boards after it, in order."""

    __slots__ = ("children", "has_moved", "state")

    def __init__(self, state: State):
        self.state, self.children, self.has_moved = state, [], False


def visited(start: State, log: list) -> Arrival:
    """Return the tree of a search from `start` that left this log.

    A search goes down one path at a time, so a board with as many marks as
    one on the path either is that one or takes its place.
    """
    path = [Arrival(start)]
    for entry in log:
        has_moved = type(entry) is tuple
        state = entry[0] if has_moved else entry
        depth = start.count(".") - state.count(".")
        if not 0 <= depth <= len(path) or (depth == 0 and state != start):
            continue  # not a board after the last one: the search has its own ways
        if depth == len(path) or path[depth].state != state:
            path[depth:] = [Arrival(state)]
            path[depth - 1].children.append(path[depth])
        path[depth].has_moved |= has_moved
    _forget_glances(path[0])
    return path[0]


def _forget_glances(visit: Arrival) -> None:
    """Keep of each board's children those that were really searched.

    To put moves in order a search may glance at boards before it comes to
    them. So an open board counts only where a move was made on it, and an
    ended one only from when boards are seen again.
    """
    seen, first = set(), 0
    for nth, child in enumerate(visit.children):
        if child.state in seen:
            first = nth
            break
        seen.add(child.state)
    visit.children = [
        child
        for nth, child in enumerate(visit.children)
        if child.has_moved or (nth >= first and GAME.terminal(child.state))
    ]
    for child in visit.children:
        _forget_glances(child)


def size(visit: Arrival) -> int:
    """Return how many boards were entered, this one included."""
    return 1 + sum(map(size, visit.children))


def first_in_vain(visit: Arrival, alpha: float, beta: float) -> str:
    """Return in words which board alpha-beta would not have looked at first, or ""."""
    vain = []

    def value_of(visit, alpha, beta):
        state = visit.state
        if GAME.terminal(state):
            return GAME.utility(state)
        who, best, value = ("MAX", max, -inf) if GAME.player(state) == "X" else ("MIN", min, inf)
        for child in visit.children:
            if alpha >= beta:
                move = next(cell for cell, mark in enumerate(state) if mark != child.state[cell])
                vain.append(
                    f"in `{state!r}`, where {who} moves, alpha was already {alpha:g} and beta "
                    f"{beta:g}, so the move {move} and those after it cannot matter."
                )
                return value
            value = best(value, value_of(child, alpha, beta))
            alpha, beta = (max(alpha, value), beta) if best is max else (alpha, min(beta, value))
        if alpha < beta and len(visit.children) < len(GAME.actions(state)):
            return space().value(state)  # what was not searched, the search must have known
        return value

    value_of(visit, alpha, beta)
    return vain[0] if vain else ""


class SearchExercise(Exercise):
    """An exercise in searching with alpha and beta.

    A case is (game, state, alpha, beta), or (game, state) for a search without a window. `game`
    is the watched game of all cases. The rest is as for any exercise.
    """

    def __init__(self, solution: Callable, *, game: WatchedGame, **details):
        super().__init__(
            solution,
            accepts=is_value_or_bound,
            place=lambda game, state, *window: (state, None),
            places=(NO_WINDOW, *BOARD_PLACES),
            **details,
        )
        self._game = game

    def _call(self, function, case) -> Outcome:
        self._game.log = log = []
        outcome = super()._call(function, case)
        outcome.log, outcome.tree = log, None
        return outcome

    @property
    def _calls(self) -> list[tuple]:
        """The arguments of a call without a window, and of one with it."""
        return [self.cases[0][:2], (*self.cases[0][:2], *FULL)]

    def _agree(self, given: Outcome, right: Outcome, case: tuple) -> bool:
        """Return whether the value will do and no board was looked at in vain."""
        return super()._agree(given, right, case) and not self._vain(given, case)

    def _vain(self, given: Outcome, case: tuple) -> str:
        return first_in_vain(self._tree(given, case), *(case[2:] or FULL))

    def _tree(self, given: Outcome, case: tuple) -> Arrival:
        if given.tree is None:
            given.tree = visited(case[1], given.log)
        return given.tree

    def _same(self, given: Outcome, known: Outcome, case: tuple) -> bool:
        """Return whether two searches come to the same within the window, on as many boards."""
        if given.error or known.error:
            return super()._same(given, known, case)
        alpha, beta = case[2:] or FULL
        values = [given.value, known.value]
        if all(map(is_number, values)):
            values = [min(max(value, alpha), beta) for value in values]
        if values[0] != values[1]:
            return False
        if given.log == known.log:  # quicker to see than the trees
            return True
        return size(self._tree(given, case)) == size(self._tree(known, case))

    def _diagnosis(self, outcomes, wrong) -> tuple[str | None, str]:
        """Return a name for what is wrong, and an advice; where values are right, of the cuts."""
        values_agree = super()._agree
        if not all(map(values_agree, outcomes, self.right_outcomes, self.cases)):
            return super()._diagnosis(outcomes, wrong)
        known = self._known_mistake(outcomes, wrong)
        return (known.name, known.advice) if known else TOO_FEW

    def _complaint(self, case, given, right) -> str:
        if not super()._agree(given, right, case):
            return super()._complaint(case, given, right)
        right = f"{self._called(case)} answered {short(given.value)}, which is right"
        return f"{right}, but it looks where it need not: {self._vain(given, case)}"


def is_value_or_bound(given, right, game, state, alpha=-inf, beta=inf) -> bool:
    """Return whether a value is exact within the window, or beyond it a bound on that side."""
    if not is_number(given):
        return False
    return given == right or right <= given <= alpha or beta <= given <= right


# ---- alpha_beta

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
