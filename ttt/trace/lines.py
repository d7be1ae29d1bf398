"""The variables of a call: which ones are worth a look, and how they are written."""

import reprlib
from collections.abc import Callable
from math import isinf
from numbers import Integral, Real
from types import CodeType, FrameType

Variables = tuple[tuple[str, str], ...]  # names, each with its value in a few letters

LONGEST_VALUE = 36  # letters
TELLING = (max, min, sum)  # functions that are worth a word


def variables(frame: FrameType, is_board: Callable[[object], bool]) -> Variables:
    """Return what the variables of a call are now, but boards, those of what is around it first."""
    known = dict(frame.f_locals)
    while is_inside(frame.f_code) and frame.f_back:
        frame = frame.f_back
        known = {**frame.f_locals, **known}
    plain = {name: value for name, value in known.items() if name[0] != "." and not is_board(value)}
    texts = {name: in_few_letters(value) for name, value in plain.items()}
    return tuple((name, text) for name, text in texts.items() if text)


def is_inside(code: CodeType) -> bool:
    """Return whether code is a comprehension, which Python 3.11 runs as if it were a function."""
    return code.co_name.startswith("<") and code.co_name != "<lambda>"


def is_number(thing) -> bool:
    """Return whether a thing is a number; True and False are none."""
    return isinstance(thing, Real) and not isinstance(thing, bool)


def in_few_letters(value) -> str:
    """Return a value as text if it is a plain one that needs few letters, else ""."""
    if is_number(value):
        whole = isinstance(value, Integral) or isinf(value)
        text = str(value) if whole else f"{float(value):.3g}"
        return text.replace("-", "−").replace("inf", "∞")
    if any(value is function for function in TELLING):
        return value.__name__
    is_plain = value is None or isinstance(value, bool | str | list | tuple)
    text = reprlib.repr(value) if is_plain else ""
    return text if len(text) <= LONGEST_VALUE else ""
