"""Keeping the lines that a search runs, and the variables of its calls, for all to see."""

import sys
from math import isinf
from numbers import Integral, Real
from types import CodeType, FrameType

Variables = tuple[tuple[str, str], ...]  # names, each with its value in a few letters

LONGEST_VALUE = 36  # letters
TELLING = (max, min, sum)  # functions that are worth a word


class Lines:
    """A trace function that tells a recorder which lines of the search's own functions run.

    left      how many lines more are to be kept
    are_kept  whether any are
    """

    def __init__(self, recorder, most: int):
        self._recorder, self.left, self.are_kept = recorder, most, most > 0
        self._own = {}  # by the id of their code: whether the functions are the search's own

    def begin(self) -> None:
        """Look at each line from now on, beside whoever does so already."""
        self._other = sys.gettrace()  # where no alarm can ring, that of the time limit
        if self.are_kept:
            sys.settrace(self.trace)

    def trace(self, frame: FrameType, event: str, argument):
        """Keep a line that is to run; Python calls this on every call, and on lines of our own."""
        others = self._other and self._other(frame, event, argument)
        if self.left <= 0:
            sys.settrace(self._other)
        if self.left <= 0 or not self._is_own(frame):
            return others
        code = frame.f_code
        is_first = event == "call" and not is_inside(code) and not self._recorder.names(frame)
        if is_first or (event == "line" and frame.f_lineno not in _definitions(code)):
            self._recorder.keep_line(frame)
        return self.trace

    def _is_own(self, frame: FrameType) -> bool:
        """Return whether a function is the search, a recursive one, or inside one of these."""
        code = frame.f_code
        if id(code) not in self._own:
            self._recorder.names(frame)  # which finds out whether it is recursive
            first = self._recorder.function
            roots = [*self._recorder.recursive, *([first.__code__] if first else [])]
            self._own[id(code)] = any(_contains(root, code) for root in roots)
        return self._own[id(code)]

    def variables(self, frame: FrameType) -> Variables:
        """Return what the variables of a call are now, those of the function around it first."""
        known = dict(frame.f_locals)
        while is_inside(frame.f_code) and frame.f_back:
            frame = frame.f_back
            known = {**frame.f_locals, **known}
        texts = {
            name: in_few_letters(value)
            for name, value in known.items()
            if name[0] != "." and not self._recorder.is_board(value)
        }
        return tuple((name, text) for name, text in texts.items() if text)


def is_inside(code: CodeType) -> bool:
    """Return whether code is a comprehension, which Python 3.11 runs as if it were a function."""
    return code.co_name.startswith("<") and code.co_name != "<lambda>"


def _contains(outer: CodeType, code: CodeType) -> bool:
    """Return whether code is part of another, or the same."""
    inner = [constant for constant in outer.co_consts if isinstance(constant, CodeType)]
    return outer is code or any(_contains(each, code) for each in inner)


def _definitions(code: CodeType) -> set[int]:
    """Return the lines that only define a function inside this one: there is nothing to see."""
    inner = [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return {each.co_firstlineno for each in inner if not each.co_name.startswith("<")}


def is_number(thing) -> bool:
    """Return whether a thing is a number; True and False are none."""
    return isinstance(thing, Real) and not isinstance(thing, bool)


def in_few_letters(value) -> str:
    """Return a value as text if it is a plain one that needs few letters, else ""."""
    if is_number(value):
        whole = isinstance(value, Integral) or isinf(value)
        text = str(value) if whole else f"{float(value):.3g}"
        return text.replace("-", "−").replace("inf", "∞")
    if value is None or isinstance(value, bool | str):
        return repr(value) if len(repr(value)) <= LONGEST_VALUE else ""
    if isinstance(value, list | tuple):
        parts = [in_few_letters(part) for part in value]
        text = ", ".join(parts)
        is_plain = all(parts) and len(text) <= LONGEST_VALUE
        return (f"[{text}]" if isinstance(value, list) else f"({text})") if is_plain else ""
    return next((function.__name__ for function in TELLING if value is function), "")
