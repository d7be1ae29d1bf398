"""Keeping the calls of a search while it runs, and its lines if they are wanted.

A trace function sees every call. A call visits a board if its
function is recursive and one of its arguments is a state.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf
from types import CodeType, FrameType
from typing import NamedTuple

from ttt.game import Action, Game, InARow, State
from ttt.limit import TimeLimit
from ttt.trace.lines import Variables, contains, definitions, is_inside, is_number, variables

STATE_NAMES = ("state", "s", "board", "node", "position")
WINDOWS = (("alpha", "beta"), ("α", "β"), ("a", "b"), ("lo", "hi"), ("low", "high"))


class Moment(NamedTuple):
    """What is seen of a call at one time: the line that runs, and alpha and beta if it has them.

    Its variables are seen as well where lines are kept.
    """

    code: CodeType
    line: int
    window: tuple | None
    variables: Variables = ()


@dataclass(slots=True, eq=False)
class Visit:
    """A board that was entered, with what is known of the calls that worked on it.

    called    the call above at the time when it entered this board
    number    of the visit among those that are kept, or None
    frames    of the calls on this board that are running, the outermost first
    last      the call that looked at the moves, or the innermost one, when it ended
    is_told   whether that has been noted
    returned  what the outermost call returned
    children  the visits below it, as far as they are kept
    visited   the states below it that were entered, kept or not
    skipped   the moves that were never looked at, as far as that has been read off
    known     the moves that were looked up rather than searched
    """

    state: State
    frames: list[FrameType | None]
    parent: "Visit | None" = None
    called: Moment | None = None
    number: int | None = None
    last: Moment | None = None
    is_told: bool = False
    returned: object = None
    children: list["Visit"] = field(default_factory=list)
    visited: set[State] = field(default_factory=set)
    skipped: tuple[Action, ...] = ()
    known: tuple[Action, ...] = ()


class Event(NamedTuple):
    """A board was entered ("enter") or left ("leave"), or a "line" of a call on it is to run."""

    kind: str
    visit: Visit
    moment: Moment | None


class Known(NamedTuple):
    """What is known of code: the names of its state and window, if it visits boards.

    is_own  whether it is the search, a recursive function, or inside of one: its lines count
    """

    code: CodeType
    state: str | None
    window: tuple[str, str] | None
    is_own: bool


class Recorder:
    """What keeps the calls of a search, and counts those beyond `most`.

    codes       what is known of code, by its id, since comparing code is slow
    recursive   the code of the functions that can come to call themselves
    function    the Python function behind the search, or None
    lines_left  how many lines of the search's own functions are still to be kept
    """

    def __init__(self, search: Callable, game: Game, state: State, most: int, lines: int):
        self.game, self.most, self.keeps_lines, self.lines_left = game, most, lines > 0, lines
        # Every move fills a cell there; of another game nobody knows how long it can last.
        self.deepest = 4 * game.cells + 6 if isinstance(game, InARow) else inf
        self.root = Visit(state, [None], number=0)  # whoever calls the search is not seen
        self.visits, self.entered = [self.root], 1
        self.events = [Event("enter", self.root, None)]
        self.codes, self.recursive, self._stack = {}, [], [self.root]
        self.function = python_function(search) or python_function(type(search).__call__)

    def begin(self) -> None:
        """Look at what runs from now on, beside whoever does so already."""
        self._other = sys.gettrace()  # where no alarm can ring, that of the time limit
        sys.settrace(self.see)

    def see(self, frame: FrameType, event: str, argument):
        """Note what happens; Python calls this on every call, and on all that own functions do."""
        others = self._other and self._other(frame, event, argument)
        known = self._known(frame)
        if not known.is_own:
            return others
        if event == "call":
            frame.f_trace_lines = self.lines_left > 0 or others is not None
            if known.state:
                self._enter(frame)
            elif not is_inside(known.code):
                self._keep_line(frame)
        elif event == "return" and known.state:
            self._leave(frame, argument)
        elif event == "line" and frame.f_lineno not in definitions(known.code):
            self._keep_line(frame)
        return self.see

    def _known(self, frame: FrameType) -> Known:
        """Return what is known of the code that runs in a frame."""
        code, known = frame.f_code, frame.f_locals
        if id(code) in self.codes:
            return self.codes[id(code)]
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        window = next((pair for pair in WINDOWS if set(pair) <= set(names)), None)
        state = self._name_of_state([name for name in names if name not in (window or ())], known)
        is_ours = frame.f_globals.get("__name__") == TimeLimit.__module__  # its alarm may ring
        is_beside = self.function and frame.f_globals is self.function.__globals__
        is_another = is_ours or known.get("self") is self.game or not (state or is_beside)
        if not is_another and _is_recursive(frame):
            self.recursive.append(code)
        else:
            state = None
        roots = [*self.recursive, *([self.function.__code__] if self.function else [])]
        is_own = any(contains(root, code) for root in roots)
        self.codes[id(code)] = Known(code, state, window if state else None, is_own)
        return self.codes[id(code)]

    def _name_of_state(self, names: list[str], known: dict) -> str | None:
        """Return which argument is the state: one with a usual name, else the first of its type."""
        alike = [name for name in names if type(known.get(name)) is type(self.root.state)]
        usual = [name for name in alike if name.lower() in STATE_NAMES]
        if type(self.root.state) is str:  # of other text, such as a player's name, by its length
            alike = [name for name in alike if self._is_board(known[name])]
        return next(iter(usual + alike), None)

    def _is_board(self, thing) -> bool:
        """Return whether a thing is text as long as a state."""
        return isinstance(thing, str) and len(thing) == len(self.root.state)

    def _enter(self, frame: FrameType) -> None:
        above, state = self._stack[-1], frame.f_locals[self._known(frame).state]
        above.is_told = False
        if state == above.state and frame.f_code not in map(_code, above.frames):
            self._share(above, frame)
            return
        self.entered += 1
        above.visited.add(state)
        visit = Visit(state, [frame], above)
        self._stack.append(visit)
        if self.entered > self.most or len(self._stack) > self.deepest:
            return
        caller = above.frames[-1]
        visit.called = self._moment(caller) if caller else None
        event = Event("enter", visit, self._moment(frame))
        # Nothing is kept before all is known: an endless search may end in any of these calls.
        visit.number = len(self.visits)
        above.children.append(visit)
        self.visits.append(visit)
        self.events.append(event)

    def _share(self, visit: Visit, frame: FrameType) -> None:
        """Note that a second function works on a board, as its entry if nothing came between."""
        visit.frames.append(frame)
        last = self.events[-1]
        if self.keeps_lines:
            self._keep_line(frame)
        elif last.kind == "enter" and last.visit is visit:
            self.events[-1] = last._replace(moment=self._moment(frame, last.moment))

    def _keep_line(self, frame: FrameType) -> None:
        """Note which line is to run next, unless nothing has changed since the last note."""
        visit, last = self._stack[-1], self.events[-1]
        if visit.number is None or self.lines_left <= 0:
            return
        event = Event("line", visit, self._moment(frame))
        if last.moment is None:  # the search has just been called
            self.events[-1] = last._replace(moment=event.moment)
        elif last.kind == "leave" or last.visit is not visit or last.moment[1:] != event.moment[1:]:
            self.events.append(event)
            self.lines_left -= 1

    def _leave(self, frame: FrameType, returned) -> None:
        visit = self._stack[-1]
        visit.frames.pop()
        visit.returned = returned
        if visit.number is not None and not visit.is_told:
            visit.last, visit.is_told = self._moment(frame, visit.last), True
        if not visit.frames:
            self._stack.pop()
            if visit.number is not None:
                self.events.append(Event("leave", visit, visit.last))

    def finish(self, returned) -> None:
        """Note what the search returned in the end."""
        if not self.root.last:  # else what the recursive function returned for it counts
            self.root.returned = returned
        self.events.append(Event("leave", self.root, self.root.last))

    def _moment(self, frame: FrameType, before: Moment | None = None) -> Moment:
        """Return what is to be seen of a call now; without a window of its own, that of before."""
        window = tuple(frame.f_locals.get(name) for name in self._known(frame).window or ())
        if not window or not all(map(is_number, window)):
            window = before.window if before else None
        seen = variables(frame, self._is_board) if self.keeps_lines else ()
        return Moment(frame.f_code, frame.f_lineno, window, seen)


def _code(frame: FrameType | None) -> CodeType | None:
    return frame and frame.f_code


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
