"""Keeping the calls of a search while it runs.

A profile function sees every call. A call is a node of the search if its
function is recursive and one of its arguments is a state.
"""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from numbers import Real
from types import CodeType, FrameType
from typing import NamedTuple

from ttt.game import State, TicTacToe

WINDOWS = (("alpha", "beta"), ("α", "β"), ("a", "b"), ("lo", "hi"), ("low", "high"))


@dataclass(slots=True, eq=False)
class Node:
    """A board that was entered, with what is known of the calls that worked on it.

    codes     of the calls on this board that are running
    children  the nodes below it, as far as they are kept
    visited   the states below it that were entered, kept or not
    returned  what the last of the calls returned
    valued    whether that was a recursive function, which returns values
    window    alpha and beta as they were last
    place     the line that ran last
    called    the line of the call above that entered it
    """

    number: int
    state: State
    parent: "Node | None"
    is_kept: bool = False
    codes: list[CodeType] = field(default_factory=list)
    children: list["Node"] = field(default_factory=list)
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
    """A node was entered or left, with its window, that of the node above, and the place."""

    entered: bool
    node: Node
    window: tuple | None
    above: tuple | None
    place: tuple[CodeType, int] | None


class Recorder:
    """A profile function that keeps the calls of a search."""

    def __init__(self, game: TicTacToe, state: State, most: int):
        self.game, self.most = game, max(1, most)
        self.deepest = 2 * getattr(game, "cells", 100) + 6
        self.root = Node(0, state, None, is_kept=True)
        self.nodes, self.entered, self.astray = [self.root], 1, False
        self.events = [Event(True, self.root, None, None, None)]
        self.codes = {}  # by their id, since comparing code is slow: the names, or None
        self._stack = [(self.root, None, False)]  # node, frame, whether it shares its node

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
        states = [n for n in names if n not in (window or ()) and self._is_state(frame, n)]
        if not states or frame.f_locals.get("self") is self.game or not _is_recursive(frame):
            return None
        return Names(states[0], window)

    def _is_state(self, frame: FrameType, name: str) -> bool:
        value, root = frame.f_locals.get(name), self.root.state
        return type(value) is type(root) and (type(root) is not str or len(value) == len(root))

    def _enter(self, frame: FrameType, names: Names) -> None:
        above, above_frame, _ = self._stack[-1]
        state = frame.f_locals[names.state]
        if state == above.state and frame.f_code not in above.codes:  # one board, two functions
            above.codes.append(frame.f_code)
            self._stack.append((above, frame, True))
            self._amend_entry(above, frame)
            return
        self.entered += 1
        above.visited.add(state)
        node = Node(self.entered - 1, state, above)
        node.codes.append(frame.f_code)
        self._stack.append((node, frame, False))
        self.astray = self.astray or len(self._stack) > self.deepest
        if self.entered > self.most or self.astray:
            return
        node.is_kept = True
        above.children.append(node)
        self.nodes.append(node)
        node.called = _place(above_frame) if above_frame else None
        window_above = self._window(above_frame) if above_frame else None
        self.events.append(Event(True, node, self._window(frame), window_above, _place(frame)))

    def _amend_entry(self, node: Node, frame: FrameType) -> None:
        """Tell the entry of a node what the function that works on it was given."""
        last = self.events[-1]
        if last.entered and last.node is node and last.window is None:
            self.events[-1] = last._replace(window=self._window(frame), place=_place(frame))

    def _leave(self, frame: FrameType, returned) -> None:
        node, _, shares = self._stack.pop()
        node.codes.pop()
        if not node.is_kept:
            return
        node.returned, node.valued = returned, True
        node.window = self._window(frame) or node.window
        node.place = _place(frame)
        if not shares:
            self.events.append(Event(False, node, node.window, None, node.place))

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
