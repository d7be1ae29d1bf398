"""Which boards an alpha-beta search looks at, and which of them in vain.

The search is handed a game that keeps what it is asked. From that follows the
tree of the search, whatever the search is like inside and in whichever order
it tries the moves. The tree is then gone through once more with the windows
that alpha-beta should have had: a board entered after its window had closed
was looked at in vain.
"""

import contextlib
import io
from collections.abc import Callable
from functools import cached_property
from math import inf
from typing import NamedTuple

from ttt.exercises.answers import is_number, short
from ttt.exercises.exercise import Exercise, Outcome
from ttt.exercises.shapes import BOARD_PLACES, GAME, space
from ttt.exercises.verdict import Verdict
from ttt.game import Action, State, TicTacToe
from ttt.trace import count

FULL = (-inf, inf)
TOO_FEW = (
    "too few cuts",
    "The values are right, but some boards are looked at in vain. Alpha is raised at MAX, beta is "
    "lowered at MIN, both are handed down, and `alpha >= beta` ends the loop.",
)

NO_WINDOW = (
    "a narrow window to begin with",
    "It is right wherever it is given a window. Given none, it should begin with `alpha=-inf` and "
    "`beta=inf`.",
)


class WatchedGame(TicTacToe):
    """The game, keeping on which boards moves are made and for which the result is asked."""

    def __init__(self, *shape):
        super().__init__(*shape)
        self.log = []  # a board where its result is asked; a board in a tuple where it is left

    def result(self, state, action):
        self.log.append((state,))
        return super().result(state, action)

    def utility(self, state):
        self.log.append(state)
        return super().utility(state)

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


class Vain(NamedTuple):
    """A board that need not have been looked at: from where, by which move, in which window."""

    state: State
    action: Action
    alpha: float
    beta: float


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


def first_vain(visit: Arrival, alpha: float, beta: float) -> Vain | None:
    """Return the first board that alpha-beta would not have looked at, if there is one."""
    vain = []

    def value_of(visit, alpha, beta):
        state = visit.state
        if GAME.terminal(state):
            return GAME.utility(state)
        is_max = GAME.player(state) == "X"
        best, value = (max, -inf) if is_max else (min, inf)
        for child in visit.children:
            if alpha >= beta:
                vain.append(Vain(state, _move(state, child.state), alpha, beta))
                return value
            value = best(value, value_of(child, alpha, beta))
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if alpha < beta and len(visit.children) < len(GAME.actions(state)):
            return space().value(state)  # what was not searched, the search must have known
        return value

    value_of(visit, alpha, beta)
    return vain[0] if vain else None


def _move(before: State, after: State) -> Action:
    return next(cell for cell, mark in enumerate(before) if mark != after[cell])


class SearchExercise(Exercise):
    """An exercise in searching with alpha and beta.

    A case is (game, state, alpha, beta), or (game, state) for a search without a window. `game`
    is the watched game of all cases. The rest is as for any exercise.
    """

    places = BOARD_PLACES

    def __init__(self, solution: Callable, *, game: WatchedGame, **details):
        super().__init__(solution, accepts=is_value_or_bound, **details)
        self._game = game

    def _call(self, function, case) -> Outcome:
        self._game.log = log = []
        outcome = super()._call(function, case)
        outcome.log, outcome.tree = log, None
        return outcome

    @cached_property
    def right_outcomes(self) -> list[Outcome]:
        """The right values, and what a search without useless visits asks on the way to them."""
        outcomes = super().right_outcomes
        for outcome, case in zip(outcomes, self.cases):
            outcome.log = self._call(self._solution, case).log
        return outcomes

    @property
    def _calls(self) -> list[tuple]:
        """The arguments of a call without a window, and of one with it."""
        return [self.cases[0][:2], (*self.cases[0][:2], *FULL)]

    def _judge(self, function) -> Verdict:
        verdict = super()._judge(function)
        if verdict.status == "right" and not self._has_moved:
            return self._judge_unseen(function, verdict)
        return verdict

    def _try(self, function) -> tuple[list[Outcome], str]:
        outcomes, printed = super()._try(function)
        self._has_moved = any(len(outcome.log) > 1 for outcome in outcomes)
        return outcomes, printed

    def _judge_unseen(self, function, verdict: Verdict) -> Verdict:
        """Return the verdict on right values found without the game that was handed in.

        A search may use a game of its own. Then its calls are counted instead, on the largest
        board.
        """
        state = self.cases[-1][1]
        with contextlib.redirect_stdout(io.StringIO()):
            entered, enough = (
                count(lambda game, state, one=one: one(game, state), GAME, state)
                for one in (function, self._solution)
            )
        if entered <= enough:
            return verdict
        name, advice = TOO_FEW
        message = f"From `{state!r}` it enters {entered:,} boards; {enough:,} are enough.\n{advice}"
        right = len(self.cases) - 1
        return self._verdict("wrong", message, right, board=state, mistake=name)

    def _agree(self, given: Outcome, right: Outcome, case: tuple) -> bool:
        """Return whether the value will do and no board was looked at in vain."""
        if not super()._agree(given, right, case):
            return False
        return given.log == right.log or not self._vain(given, case)

    def _vain(self, given: Outcome, case: tuple) -> Vain | None:
        return first_vain(self._tree(given, case), *(case[2:] or FULL))

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
        if len(outcomes) == len(self.cases) and not any(self.cases[nth][2:] for nth in wrong):
            return NO_WINDOW
        values_agree = super()._agree
        if not all(map(values_agree, outcomes, self.right_outcomes, self.cases)):
            return super()._diagnosis(outcomes, wrong)
        known = self._known_mistake(outcomes, wrong, self.mistakes)
        return (known.name, known.advice) if known else TOO_FEW

    def _complaint(self, case, given, right) -> str:
        if not super()._agree(given, right, case):
            return super()._complaint(case, given, right)
        vain = self._vain(given, case)
        who = "MAX" if GAME.player(vain.state) == "X" else "MIN"
        return (
            f"{self._called(case)} answered {short(given.value)}, which is right, but it looks "
            f"where it need not: in `{vain.state!r}`, where {who} moves, alpha was already "
            f"{vain.alpha:g} and beta {vain.beta:g}, so the move {vain.action} and those after it "
            "cannot matter."
        )

    def _place(self, case) -> dict:
        return {"board": case[1]}


def is_value_or_bound(given, right, game, state, alpha=-inf, beta=inf) -> bool:
    """Return whether a value is exact within the window, or beyond it a bound on that side."""
    if not is_number(given):
        return False
    return given == right or right <= given <= alpha or beta <= given <= right
