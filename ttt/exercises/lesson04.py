"""Lesson 04: alpha-beta, all best moves, the order of moves, and what a memory may keep.

Alpha-beta is checked for its values and for its cuts. The search is handed a game that keeps what
it is asked. From that follows the tree of the search, whatever the search is like inside and in
whichever order it tries the moves. The tree is then gone through once more with the windows
that alpha-beta should have had: a board entered after its window had closed was looked at in vain.
"""

import random
from collections.abc import Callable
from math import inf

from ttt import algorithms as course
from ttt.agents import rules
from ttt.agents.rules import block, win
from ttt.exercises.answers import as_cells, as_move, as_number, is_number, short
from ttt.exercises.exercise import Exercise, Outcome
from ttt.exercises.lesson03 import open_searches, search_boards
from ttt.exercises.lesson05 import close_enough
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import BOARD_PLACES, GAME, Place, space
from ttt.game import State, TicTacToe

ask = asker("04", "04b", "04c")
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
    },
    **WORDS["move_order"],
)


# ---- bounds


def answers_in_windows():
    """Return each value with each window that a search can be asked with."""
    ends = (-inf, -1, 0, 1, inf)
    windows = [(alpha, beta) for alpha in ends for beta in ends if alpha < beta]
    return [(value, *window) for window in windows for value in (-1, 0, 1)]


WINDOW_PLACES = (
    Place("the answer is inside the window", lambda value, alpha, beta: alpha < value < beta),
    Place("the answer is alpha or less", lambda value, alpha, beta: value <= alpha),
    Place("the answer is beta or more", lambda value, alpha, beta: value >= beta),
    Place(
        "the answer is outside the window", lambda value, *window: not window[0] < value < window[1]
    ),
    Place("the answer is on the edge of the window", lambda value, *window: value in window),
)


def as_pair(pair):
    """Return a list, tuple or array as a tuple of plain numbers, anything else as it is."""
    is_array = hasattr(pair, "tolist") and getattr(pair, "shape", None)
    return tuple(map(as_number, pair)) if is_array or isinstance(pair, list | tuple) else pair


bounds = Exercise(
    course.bounds,
    cases=answers_in_windows,
    read=as_pair,
    places=WINDOW_PLACES,
    things="answers",
    **WORDS["bounds"],
)


# ---- open_lines and evaluate, which guess

FIVE = TicTacToe(5, k=4)
LARGER = Place("the board is larger than 3 × 3", lambda game, state: game is FIVE)


def unfinished_boards():
    """Return the boards on which the game goes on, fewest marks first, and some of 5 × 5."""
    rng, larger = random.Random(4), [FIVE.initial]
    while len(larger) < 40:
        moves = FIVE.actions(larger[-1])
        larger.append(FIVE.result(larger[-1], rng.choice(moves)) if moves else FIVE.initial)
    boards = [(GAME, state) for state in space().states] + [(FIVE, state) for state in larger]
    return [(game, state) for game, state in boards if not game.terminal(state)]


def small_board(game, state):
    """Return the board to be drawn, if it is 3 × 3, and no move."""
    return state if game is GAME else None, None


open_lines = Exercise(
    course.open_lines,
    cases=unfinished_boards,
    read=as_number,
    accepts=close_enough,
    place=small_board,
    places=(LARGER,),
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
            both = f"answered {guess:g}, and {short(swapped)} when X and O swap their marks"
            return "unfair", f"{both}: only the sign should change"
    return "", ""


SWAP = str.maketrans("XO", "OX")
evaluate = Exercise(
    course.evaluate,
    cases=unfinished_boards,
    run=fault_of,
    accepts=lambda given, known, *case: given[0] == known[0],
    tell=lambda given, right, *case: f" {given[1]}",
    place=small_board,
    places=(LARGER,),
    **WORDS["evaluate"],
)
