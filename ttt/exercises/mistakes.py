"""Known mistakes: each is an edit of the course's own function, and what to tell who made it."""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations, product, starmap
from textwrap import dedent


class Mistake:
    """A known way to go wrong.

    name    what it is called
    advice  what to tell everybody whose answers are those of this mistake
    forms   the ways in which it is made. Each is an edit of the exercise's function (old text,
            new text, and so on in turn), or where no edit will do a function of its own
    """

    def __init__(self, name: str, advice: str, *forms: tuple[str, ...] | Callable):
        self.name, self.advice, self.forms = name, advice, forms

    def __repr__(self):
        return f"<Mistake: {self.name}>"

    def functions(self, model: Callable) -> Iterator[Callable]:
        """Yield the wrong functions that come of this mistake in `model`, one for each form."""
        for form in self.forms:
            yield form if callable(form) else edited(model, *form)


def table(text: str) -> tuple[Mistake, ...]:
    """Return the mistakes of a table in plain text. An entry of it looks like this:

    cuts one step late
        It cuts only where alpha is *greater* than beta. Where they are equal, nothing can be
        gained either: `alpha >= beta`.
        | alpha >= beta → alpha > beta

    Each line that begins with a bar is a form of the mistake, and lines further in go on with it.
    Several edits of one form are parted by bars too; `\\n` is a new line in the source, and
    nothing after the arrow a deletion.
    """
    return tuple(Mistake(name, advice, *map(_form, lines)) for name, advice, lines in entries(text))


def entries(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the entries of a table: name, advice, and what begins with a bar."""
    for entry in re.split(r"\n(?=\S)", dedent(text).strip()):
        name_and_advice, *lines = re.split(r"\n +\| ", entry)
        name, _, advice = re.sub(r"\n +", "\n", name_and_advice).partition("\n")
        yield name, advice.replace("\n", " "), [re.sub(r"\n +", " ", line) for line in lines]


def _form(line: str) -> tuple[str, ...]:
    edits = [edit.partition(" →") for edit in line.split(" | ")]
    return tuple(
        text for old, _, new in edits for text in (old, new.removeprefix(" ").replace("\\n", "\n"))
    )


def edited(function: Callable, *edits: str) -> Callable:
    """Return a function as it would be with other source: old text, new text, and so on in turn."""
    names = dict(function.__globals__)
    source = edited_source(function, *edits)
    exec(compile(source, f"<{function.__name__}, edited>", "exec"), names)
    return names[function.__name__]


def edited_source(function: Callable, *edits: str) -> str:
    """Return the source of a function with these edits."""
    source = _source(function)
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        if old not in source:
            raise ValueError(f"There is no {old!r} in {function.__name__} to be edited.")
        source = source.replace(old, new)
    return source


@cache
def _source(function: Callable) -> str:
    return dedent(inspect.getsource(function))


# ---- two mistakes at once


class Both(Mistake):
    """Two known mistakes as one; each of its forms is a form of the one with one of the other."""

    def __init__(self, one: Mistake, other: Mistake):
        advice = f"Two things are wrong.\n{one.advice}\n{other.advice}"
        forms = product(one.forms, other.forms)
        super().__init__(f"{one.name}, and {other.name}", advice, *forms)

    def functions(self, model: Callable) -> Iterator[Callable]:
        """Yield the wrong functions that come of edits that do not touch the same text."""
        for one, other in self.forms:
            if not callable(one) and not callable(other):
                with suppress(ValueError):
                    there, back = one + other, other + one
                    if edited_source(model, *there) == edited_source(model, *back):
                        yield edited(model, *there)


def two_at_once(mistakes: Iterable[Mistake]) -> Iterator[Mistake]:
    """Yield each two of these mistakes as one."""
    return starmap(Both, combinations(mistakes, 2))
