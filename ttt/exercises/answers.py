"""What a function answered, as a plain value to compare, and in words."""

import operator
from collections.abc import Callable, Iterator
from math import isclose
from numbers import Real

from ttt.limit import TooLong

MOST = 100  # characters of an answer that are shown


def is_number(value) -> bool:
    """Return whether a value is a plain number; True is none."""
    return type(value) in (int, float)


def close_enough(given, right, *case) -> bool:
    """Return whether an answer is a number, and nearly the right one."""
    return is_number(given) and isclose(given, right, rel_tol=1e-9, abs_tol=1e-12)


def as_number(value):
    """Return a number of any kind as a plain int or float, anything else as it is (True too)."""
    if getattr(value, "shape", None) == ():  # one of numpy's, or an array that holds but one
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, Real):
        return value
    return int(value) if float(value).is_integer() else float(value)


def as_move(value):
    """Return a whole number of any kind as a plain int, a list or array as a tuple, else itself."""
    if isinstance(value, list) or getattr(value, "shape", None):
        return tuple(map(as_move, value))
    try:
        return value if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return value


def as_cells(value):
    """Return a list, set or array of cells as an ascending tuple, anything else as it is."""
    if isinstance(value, str | bytes | dict | Iterator) or not hasattr(value, "__iter__"):
        return value
    cells = tuple(map(as_move, value))
    return tuple(sorted(cells)) if all(type(cell) is int for cell in cells) else cells


def plain(value):
    """Return a number of any kind as a plain one without errors of rounding, else words."""
    number = as_number(value)
    return round(number, 9) if is_number(number) else short(value)


def figures(value) -> str:
    """Return a number with at most six digits; what is none is in words already."""
    return f"{value:.6g}" if is_number(value) else value


def any_of(answers) -> str:
    """Return in words that one of some answers is right: 2, or 2 or 6."""
    *others, last = map(short, answers)
    return f"{', '.join(others)} or {last}" if others else last


def short(thing, text: Callable = repr) -> str:
    """Return `thing` as text of at most 100 characters."""
    try:
        once = isinstance(thing, Iterator)
        words = f"a {type(thing).__name__}, which can be read only once" if once else text(thing)
    except (Exception, TooLong):  # a student's own class may fail even here
        words = f"an object of type {type(thing).__name__}"
    return words if len(words) <= MOST else words[: MOST - 3] + "..."


class Outcome:
    """What came of a call: its value, or else the kind and the words of its error."""

    # Written out, because the code that a NamedTuple or a dataclass gets does not count as ours
    # and might be stopped by the time limit.
    def __init__(self, value=None, error: type[BaseException] | None = None, words: str = ""):
        self.value, self.error, self.words = value, error, words

    def in_words(self) -> str:
        """Return what a call did: answered 4, or raised KeyError ('X')."""
        if not self.error:
            return f"answered {short(self.value)}"
        return f"raised {self.error.__name__}" + (f" ({self.words})" if self.words else "")


def outcome_of(function, *arguments) -> Outcome:
    """Return what comes of one call, whatever it does."""
    try:
        return Outcome(value=function(*arguments))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # also exit(), and the end of the time
        return Outcome(error=type(error), words=short(error, str))
