"""The lines and variables of a call: which ones are worth a look, and how they are written."""

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


def contains(outer: CodeType, code: CodeType) -> bool:
    """Return whether code is part of another, or the same."""
    inner = [constant for constant in outer.co_consts if isinstance(constant, CodeType)]
    return outer is code or any(contains(each, code) for each in inner)


def definitions(code: CodeType) -> set[int]:
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
