"""Lesson 04: alpha-beta, all best moves, the order of moves, and what a memory may keep.

Alpha-beta is checked for its values and for its cuts. The search is handed a game that keeps what
it is asked. From that follows the tree of the search, whatever the search is like inside and in
whichever order it tries the moves. The tree is then gone through once more with the windows
that alpha-beta should have had: a board entered after its window had closed was looked at in vain.
"""

from itertools import accumulate
from math import inf
from typing import NamedTuple

from ttt import algorithms as course
from ttt.agents import rules
from ttt.agents.rules import block, win
from ttt.exercises.answers import as_cells, as_move, as_number, is_number, short
from ttt.exercises.exercise import Exercise
from ttt.exercises.lesson03 import open_searches, search_boards
from ttt.exercises.lesson05 import close_enough
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, space
from ttt.game import State, TicTacToe

ask = asker("04", "04b", "04c")
WORDS = words("04")


# ---- what a search looks at


class WatchedGame(TicTacToe):
    """The game, keeping which boards a search looks at, and whether it makes a move there."""

    log = ()

    def result(self, state, action):
        self.log.append((state, True))
        return super().result(state, action)

    def winner(self, state):
        self.log.append((state, False))
        return super().winner(state)

    def outcome(self, state):
        self.log.append((state, False))
        return super().outcome(state)


class Arrival:
    """A board that a search has come to, with the arrivals at boards after it, in order."""

    def __init__(self, state: State):
        self.state, self.children, self.has_moved = state, [], False

    def searched(self) -> list["Arrival"]:
        """Return the children that were really searched.

        To put moves in order a search may glance at boards before it comes to
        them. So an open board counts only where a move was made on it, and an
        ended one only from when boards are seen again.
        """
        states = [child.state for child in self.children]
        again = (nth for nth, state in enumerate(states) if state in states[:nth])
        first = next(again, 0)
        return [
            child
            for nth, child in enumerate(self.children)
            if child.has_moved or (nth >= first and GAME.terminal(child.state))
        ]

    def size(self) -> int:
        """Return how many boards were entered, this one included."""
        return 1 + sum(child.size() for child in self.searched())


def visited(start: State, log: list) -> Arrival:
    """Return the tree of a search from `start` that left this log.

    A search goes down one path at a time, so a board with as many marks as
    one on the path either is that one or takes its place.
    """
    path = [Arrival(start)]
    for state, has_moved in log:
        depth = start.count(".") - state.count(".")
        if not 0 <= depth <= len(path) or (depth == 0 and state != start):
            continue  # not a board after the last one: the search has its own ways
        if depth == len(path) or path[depth].state != state:
            path[depth:] = [Arrival(state)]
            path[depth - 1].children.append(path[depth])
        path[depth].has_moved |= has_moved
    return path[0]


def first_in_vain(visit: Arrival, alpha: float = -inf, beta: float = inf) -> str:
    """Return in words which board alpha-beta would not have looked at first, or "".

    A bound that a search returns narrows the window just as far as the value itself.
    """
    state, is_max = visit.state, GAME.player(visit.state) == "X"
    for child in visit.searched():
        if alpha >= beta:
            move = next(cell for cell, mark in enumerate(state) if mark != child.state[cell])
            closed = f"alpha had risen to beta, {beta:g}"
            if not is_max:
                closed = f"beta had come down to alpha, {alpha:g}"
            return f"in `{state!r}` {closed}, so the move {move} and those after it cannot matter"
        below = first_in_vain(child, alpha, beta)
        if below:
            return below
        value = space().value(child.state)
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
    return ""


# ---- alpha_beta


class Vain(NamedTuple):
    """The right value, the first board that was looked at in vain, and how many were entered."""

    value: float
    first: str
    entered: int


def search_by(function, game, state, *window):
    """Return the value that a search finds, and if that is right, whether it looked in vain."""
    game.log = []
    value = as_number(function(game, state, *window))
    if not is_value_or_bound(value, space().value(state), game, state, *window):
        return value
    tree = visited(state, game.log)
    first = first_in_vain(tree, *window)
    return Vain(value, first, tree.size()) if first else value


def is_value_or_bound(given, right, game, state, alpha=-inf, beta=inf) -> bool:
    """Return whether a value is exact within the window, or beyond it a bound on that side."""
    if isinstance(given, Vain) and isinstance(right, Vain):
        return given.entered == right.entered
    if not is_number(given) or not is_number(right):
        return given is right  # as where both are None
    return given == right or right <= given <= alpha or beta <= given <= right


def first_fault(given, right, *case) -> str:
    """Return in words what a search found, or where it looked in vain."""
    if isinstance(given, Vain):
        found = f" answered {given.value}, which is right, but it looks where it need not"
        return f"{found}: {given.first}"
    return f" answered {short(given)}; the right answer is {right}"


def windowed_searches():
    """Return a watched game with boards, each without a window and with three, the fullest first.

    There is one board of each kind (turned, mirrored) with up to five free cells.
    """
    watched, windows = WatchedGame(), ((), (-1, 1), (-1, 0), (0, 1))
    states = [s for s in search_boards() if s.count(".") <= 5 and s == GAME.canonical(s)]
    return [(watched, state, *window) for state in states for window in windows]


alpha_beta = Exercise(
    course.alpha_beta,
    cases=windowed_searches,
    answer=lambda game, state, *window: space().value(state),
    run=search_by,
    accepts=is_value_or_bound,
    tell=first_fault,
    place=lambda game, state, *window: (state, None),
    tests={"too few cuts": lambda seen: isinstance(seen.given, Vain)},
    things="searches",
    **WORDS["alpha_beta"],
)


# ---- best_moves


def searches_for_moves():
    """Return lesson 03's boards with a move to choose, and those after a first move."""
    return [*open_searches(), *((GAME, state) for state in ("X........", ".X.......", "....X...."))]


best_moves = Exercise(
    course.best_moves,
    cases=searches_for_moves,
    answer=lambda game, state: space().best_actions(state),
    read=as_cells,
    tests={"no list": lambda seen: is_number(as_number(seen.given))},
    **WORDS["best_moves"],
)


# ---- move_order


def all_open_boards():
    """Return the game with every board on which there is a move, fewest free cells first."""
    still_open = [state for state in space().states if not GAME.terminal(state)]
    return [(GAME, state) for state in sorted(still_open, key=lambda state: state.count("."))]


def in_same_kinds(given, right, game, state) -> bool:
    """Return whether two orders have the same moves, and wins and blocks in the same places."""
    wins, blocks = win(game, state), block(game, state)
    kinds = [
        ["win" if move in wins else "block" if move in blocks else "" for move in order]
        for order in (given, right)
    ]
    return sorted(given) == sorted(right) and kinds[0] == kinds[1]


move_order = Exercise(
    rules.move_order,
    cases=all_open_boards,
    read=as_move,
    accepts=in_same_kinds,
    tell=lambda given, right, game, state: (
        f" answered {short(given)}. The moves are {short(game.actions(state))}; "
        f"wins: {short(win(game, state))}, blocks: {short(block(game, state))}"
    ),
    tests={
        "another order": lambda seen: sorted(seen.given) == sorted(seen.answer),
        "some twice": lambda seen: set(seen.given) == set(seen.answer),
        "no others": lambda seen: set(seen.given) == {*win(*seen.case), *block(*seen.case)},
    },
    **WORDS["move_order"],
)


# ---- bounds


def answers_in_windows():
    """Return each value with each window that a search can be asked with."""
    ends = (-inf, -1, 0, 1, inf)
    windows = [(alpha, beta) for alpha in ends for beta in ends if alpha < beta]
    return [(value, *window) for window in windows for value in (-1, 0, 1)]


bounds = Exercise(
    course.bounds,
    cases=answers_in_windows,
    read=as_move,
    tests={"one number": lambda seen: is_number(seen.given)},
    things="answers",
    **WORDS["bounds"],
)


# ---- open_lines and evaluate, which guess

FIVE = TicTacToe(5, k=4)


def unfinished_boards():
    """Return the boards on which the game goes on, fewest marks first, and some of 5 × 5.

    On the last one, only X has an open line.
    """
    moves = (1, 0, 8, 3, 12, 6, 15, 10, 19, 17, 21, 20, 23)
    larger = accumulate(moves, FIVE.result, initial=FIVE.initial)
    boards = [(GAME, state) for state in space().states if not GAME.terminal(state)]
    return boards + [(FIVE, state) for state in larger]


THREE_CELLS = {"three cells": lambda seen: seen.raised(ValueError, "unpack")}
open_lines = Exercise(
    course.open_lines,
    cases=unfinished_boards,
    read=as_number,
    accepts=close_enough,
    tests=THREE_CELLS,
    **WORDS["open_lines"],
)


def fault_of(function, game, state) -> tuple[str, str] | None:
    """Return what is wrong with a guess at a board and how, "" if nothing is; None of None."""
    guess = as_number(function(game, state))
    if guess is None:
        return None
    if not is_number(guess):
        return "no number", f"answered {short(guess)}, which is no number"
    if not -1 < guess < 1:
        return "size", f"answered {guess:g}, but a guess must lie between −1 and 1"
    open_to = [{state[cell] for cell in line} for line in game.lines]
    o_can_win, x_can_win = (any(mark not in line for line in open_to) for mark in "XO")
    if x_can_win and not o_can_win and guess <= 0:
        told = f"answered {guess:g}, but here only X can still win: it should be above 0"
        return "side" if guess else "no side", told
    if state.count("X") == state.count("O"):
        swapped = as_number(function(game, state.translate(SWAP)))
        if not (is_number(swapped) and abs(guess + swapped) < 1e-9):
            also = short(swapped, "{:g}".format)
            both = f"answered {guess:g}, and {also} when X and O swap their marks"
            return "unfair", f"{both}: only the sign should change"
    return "", ""


SWAP = str.maketrans("XO", "OX")
evaluate = Exercise(
    course.evaluate,
    cases=unfinished_boards,
    run=fault_of,
    accepts=lambda given, known, *case: given[0] == known[0],
    tell=lambda given, right, *case: f" {given[1]}",
    tests=THREE_CELLS
    | {
        "size": lambda seen: seen.given[0] == "size",
        "no open lines": lambda seen: seen.given[0] in ("side", "no side"),
    },
    **WORDS["evaluate"],
)
