"""Keeping the calls of a search while it runs, and its lines if they are wanted.

A trace function sees every call. A call visits a board if its
function is recursive and one of its arguments is a state.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import CodeType, FrameType
from typing import NamedTuple

from ttt.game import Action, Game, State
from ttt.limit import TimeLimit
from ttt.trace.lines import Variables, is_inside, is_number, variables

STATE_NAMES = ("state", "s", "board", "node", "position")
WINDOWS = (("alpha", "beta"), ("α", "β"), ("a", "b"), ("lo", "hi"), ("low", "high"))
DEEPEST = 60  # boards below each other that are kept, so that an endless search can be shown


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

    What comes after `visited` is read off when all is over.

    called    the call above at the time when it entered this board
    number    of the visit among those that are kept, or None
    frames    of the calls on this board that are running, the outermost first
    last      the call that looked at the moves, or the innermost one, when it ended
    returned  what the outermost call returned
    children  the visits below it, as far as they are kept
    visited   the states below it that were entered, kept or not
    moves     the moves that there are, each with the state that it leads to
    action    the move that led here, or None
    skipped   the moves that were never looked at
    known     the moves that were looked up rather than searched, each with what was found
    value     what the board is worth, X's side
    bound     "≤" or "≥" where the value is only a bound, else ""; None if there is no value
    """

    state: State
    frames: list[FrameType | None]
    parent: "Visit | None" = None
    called: Moment | None = None
    number: int | None = None
    last: Moment | None = None
    returned: object = None
    children: list["Visit"] = field(default_factory=list)
    visited: set[State] = field(default_factory=set)
    moves: dict[Action, State] = field(default_factory=dict)
    action: Action | None = None
    skipped: tuple[Action, ...] = ()
    known: dict[Action, object] = field(default_factory=dict)
    value: object = None
    bound: str | None = None


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
    own         the code of the search and of the functions that can come to call themselves
    lines_left  how many lines of the search's own functions are still to be kept
    """

    def __init__(self, search: Callable, game: Game, state: State, most: int, lines: int):
        self.game, self.most, self.lines, self.lines_left = game, most, lines, lines
        self.root = Visit(state, [None], number=0)  # whoever calls the search is not seen
        self.visits, self.entered, self._stack = [self.root], 1, [self.root]
        self.events = [Event("enter", self.root, None)]
        function = python_function(search) or python_function(type(search).__call__)
        self.codes, self.own = {}, [function.__code__] if function else []

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
        if event == "call" and known.state:
            self._enter(frame)
        elif event == "return" and known.state:
            self._leave(frame, argument)
        elif event == "line" or (event == "call" and not is_inside(frame.f_code)):
            self._keep_line(frame)
        return self.see

    def _known(self, frame: FrameType) -> Known:
        """Return what is known of the code that runs in a frame."""
        code = frame.f_code
        if id(code) not in self.codes:
            state, window = self._names(frame)
            is_rule = frame.f_locals.get("self") is self.game
            is_alarm = frame.f_globals.get("__name__") == TimeLimit.__module__
            if is_rule or is_alarm or not (state and _is_recursive(frame)):
                state = window = None
            elif code not in self.own:
                self.own.append(code)
            is_own = any(_contains(own, code) for own in self.own)
            self.codes[id(code)] = Known(code, state, window, is_own)
        return self.codes[id(code)]

    def _names(self, frame: FrameType) -> tuple[str | None, tuple[str, str] | None]:
        """Return which arguments are the state and the window, as far as there are any.

        The state is of its type and no other text; of several the one with a usual name.
        """
        code, values, kind = frame.f_code, frame.f_locals, type(self.root.state)
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        window = next((pair for pair in WINDOWS if set(pair) <= set(names)), None)
        alike = [n for n in names if type(values.get(n)) is kind and n not in (window or ())]
        states = [n for n in alike if kind is not str or self._is_board(values[n])]
        return min(states, key=lambda name: name not in STATE_NAMES, default=None), window

    def _is_board(self, thing) -> bool:
        """Return whether a thing is text as long as a state."""
        return isinstance(thing, str) and len(thing) == len(self.root.state)

    def _enter(self, frame: FrameType) -> None:
        above, state = self._stack[-1], frame.f_locals[self._known(frame).state]
        at_work = [each.f_code for each in above.frames if each]
        if state == above.state and frame.f_code not in at_work:
            self._share(above, frame)
            return
        above.last = None
        self.entered += 1
        above.visited.add(state)
        visit = Visit(state, [frame], above)
        self._stack.append(visit)
        if self.entered > self.most or len(self._stack) > DEEPEST:
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
        if last.kind == "enter" and last.visit is visit:
            self.events[-1] = last._replace(moment=self._moment(frame))
        else:
            self._keep_line(frame)

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
        if visit.number is not None:
            visit.last = visit.last or self._moment(frame)
        if not visit.frames:
            self._stack.pop()
            if visit.number is not None:
                self.events.append(Event("leave", visit, visit.last))

    def finish(self, returned) -> None:
        """Note what the search returned in the end."""
        if not self.root.last:  # else what the recursive function returned for it counts
            self.root.returned = returned
        self.events.append(Event("leave", self.root, self.root.last))

    def _moment(self, frame: FrameType) -> Moment:
        """Return what is to be seen of a call now."""
        window = tuple(frame.f_locals.get(name) for name in self._known(frame).window or ())
        has_window = window and all(map(is_number, window))
        seen = variables(frame, self._is_board) if self.lines else ()
        return Moment(frame.f_code, frame.f_lineno, window if has_window else None, seen)


# ---- which functions are recursive


def _is_recursive(frame: FrameType) -> bool:
    """Return whether the function that runs in a frame can come to call itself again."""
    start, owner = frame.f_code, type(frame.f_locals.get("self"))
    found, waiting = [start], [(start, {**frame.f_globals, **frame.f_locals})]
    for code, known in waiting:
        for name in _names_in(code):
            function = python_function(known.get(name, getattr(owner, name, None)))
            if function and function.__code__ is start:
                return True
            if function and function.__code__ not in found:
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


def _contains(outer: CodeType, code: CodeType) -> bool:
    """Return whether code is part of another, or the same."""
    inner = [constant for constant in outer.co_consts if inspect.iscode(constant)]
    return outer is code or any(_contains(each, code) for each in inner)


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
