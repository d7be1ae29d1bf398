"""Keeping the calls of a search while it runs.

A profile function sees every call. A call visits a board if its
function is recursive and one of its arguments is a state.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf
from numbers import Real
from types import CodeType, FrameType
from typing import NamedTuple

from ttt.game import Game, InARow, State

STATE_NAMES = ("state", "s", "board", "node", "position")
WINDOWS = (("alpha", "beta"), ("α", "β"), ("a", "b"), ("lo", "hi"), ("low", "high"))


@dataclass(slots=True, eq=False)
class Visit:
    """A board that was entered, with what is known of the calls that worked on it.

    codes     of the calls on this board that are running
    worker    the frame of the call that works on it now, not of one that only called it
    children  the visits below it, as far as they are kept
    visited   the states below it that were entered, kept or not
    returned  what the last of the calls returned
    valued    whether that was a recursive function, which returns values
    window    alpha and beta as they were last
    place     the line that ran last
    called    the line of the call above that entered it
    """

    number: int
    state: State
    parent: "Visit | None"
    is_kept: bool = False
    codes: list[CodeType] = field(default_factory=list)
    worker: FrameType | None = None
    children: list["Visit"] = field(default_factory=list)
    visited: set[State] = field(default_factory=set)
    returned: object = None
    valued: bool = False
    window: tuple | None = None
    place: tuple[CodeType, int] | None = None
    called: tuple[CodeType, int] | None = None


class Names(NamedTuple):
    """Which arguments of a recursive function are its state and its window."""

    state: str
    window: tuple[str, str] | None


class Event(NamedTuple):
    """A board was entered or left, with its window, that of the board above, and the place."""

    entered: bool
    visit: Visit
    window: tuple | None
    above: tuple | None
    place: tuple[CodeType, int] | None


class Recorder:
    """A profile function that keeps the calls of a search."""

    def __init__(self, game: Game, state: State, most: int):
        self.game, self.most = game, max(1, most)
        # Every move fills a cell there; of another game nobody knows how long it can last.
        self.deepest = 4 * game.cells + 6 if isinstance(game, InARow) else inf
        self.root = Visit(0, state, None, is_kept=True)
        self.visits, self.entered, self.astray = [self.root], 1, False
        self.events = [Event(True, self.root, None, None, None)]
        self.codes = {}  # by their id, since comparing code is slow: the names, or None
        self._stack = [(self.root, None, False)]  # visit, frame, whether it shares its visit

    def __call__(self, frame: FrameType, event: str, argument) -> None:
        if event == "call":
            code = frame.f_code
            if id(code) not in self.codes:
                self.codes[id(code)] = code, self._examine(frame)
            if self.codes[id(code)][1]:
                self._enter(frame, self.codes[id(code)][1])
        elif event == "return" and self.codes.get(id(frame.f_code), (None, None))[1]:
            self._leave(frame, argument)

    def _examine(self, frame: FrameType) -> Names | None:
        """Return the names of a function's state and window, or None if it is no search."""
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        window = next((pair for pair in WINDOWS if set(pair) <= set(names)), None)
        names = [name for name in names if name not in (window or ())]
        state = self._name_of_state(names, frame.f_locals)
        if state is None or frame.f_locals.get("self") is self.game or not _is_recursive(frame):
            return None
        return Names(state, window)

    def _name_of_state(self, names: list[str], known: dict) -> str | None:
        """Return which argument is the state: one with a usual name, else the first of its type."""
        root = self.root.state
        alike = [name for name in names if type(known.get(name)) is type(root)]
        usual = [name for name in alike if name.lower() in STATE_NAMES]
        if type(root) is str:  # of other text, such as a player's name, by its length
            alike = [name for name in alike if len(known[name]) == len(root)]
        return next(iter(usual + alike), None)

    def _enter(self, frame: FrameType, names: Names) -> None:
        above, caller, _ = self._stack[-1]
        state = frame.f_locals[names.state]
        if state == above.state and frame.f_code not in above.codes:  # one board, two functions
            above.codes.append(frame.f_code)
            above.worker = frame
            self._stack.append((above, frame, True))
            self._amend_entry(above, frame)
            return
        self.entered += 1
        above.worker = caller
        above.visited.add(state)
        visit = Visit(self.entered - 1, state, above, worker=frame)
        visit.codes.append(frame.f_code)
        self._stack.append((visit, frame, False))
        self.astray = self.astray or len(self._stack) > self.deepest
        if self.entered > self.most or self.astray:
            return
        visit.called = _place(caller) if caller else None
        window_above = self._window(caller) if caller else None
        event = Event(True, visit, self._window(frame), window_above, _place(frame))
        # Nothing is kept before all is known: an endless search may end in any of these calls.
        visit.is_kept = True
        above.children.append(visit)
        self.visits.append(visit)
        self.events.append(event)

    def _amend_entry(self, visit: Visit, frame: FrameType) -> None:
        """Tell the entry of a board which function works on it, and what that was given."""
        last = self.events[-1]
        if last.entered and last.visit is visit:
            window = self._window(frame) or last.window
            self.events[-1] = last._replace(window=window, place=_place(frame))

    def _leave(self, frame: FrameType, returned) -> None:
        visit, _, shares = self._stack.pop()
        visit.codes.pop()
        if not visit.is_kept:
            return
        visit.returned, visit.valued = returned, True
        if visit.worker is frame:
            visit.window = self._window(frame) or visit.window
            visit.place, visit.worker = _place(frame), None  # a frame holds on to much
        if not shares:
            self.events.append(Event(False, visit, visit.window, None, visit.place))

    def _window(self, frame: FrameType) -> tuple | None:
        """Return alpha and beta as they are in a frame now, or None if it has no such numbers."""
        _, names = self.codes[id(frame.f_code)]
        if not names.window:
            return None
        window = tuple(frame.f_locals.get(name) for name in names.window)
        return window if all(map(is_number, window)) else None

    def finish(self, returned) -> None:
        """Note what the search returned in the end."""
        if not self.root.valued:
            self.root.returned = returned
        self.events.append(Event(False, self.root, self.root.window, None, self.root.place))


def _place(frame: FrameType) -> tuple[CodeType, int]:
    """Return which line of which code is running in a frame."""
    return frame.f_code, frame.f_lineno


def is_number(thing) -> bool:
    """Return whether a thing is a number; True and False are none."""
    return isinstance(thing, Real) and not isinstance(thing, bool)


# ---- which functions are recursive


def _is_recursive(frame: FrameType) -> bool:
    """Return whether the function that runs in a frame can come to call itself again."""
    start, owner = frame.f_code, type(frame.f_locals.get("self"))
    found, waiting = [], [(start, {**frame.f_globals, **frame.f_locals})]
    while waiting:
        code, known = waiting.pop()
        for name in _names_in(code):
            function = python_function(known.get(name, getattr(owner, name, None)))
            if function is None:
                continue
            if function.__code__ is start:
                return True
            if function.__code__ not in found:
                found.append(function.__code__)
                waiting.append((function.__code__, _surroundings(function)))
    return False


def _names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that code uses, also inside its comprehensions and lambdas."""
    yield from code.co_names
    yield from code.co_freevars
    for constant in code.co_consts:
        if inspect.iscode(constant) and constant.co_name.startswith("<"):
            yield from _names_in(constant)


def python_function(thing) -> Callable | None:
    """Return the Python function behind a thing that can be called, without its decorators."""
    thing = inspect.unwrap(thing) if callable(thing) else thing
    thing = getattr(thing, "func", getattr(thing, "__func__", thing))
    return thing if inspect.isfunction(thing) else None


def _surroundings(function: Callable) -> dict[str, object]:
    """Return the names that a function can see besides its own."""
    try:
        return {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
    except ValueError:  # an inner function that is not bound yet
        return function.__globals__
