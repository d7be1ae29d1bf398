"""Known mistakes: each is an edit of the course's own function, and what to tell who made it."""

import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache
from textwrap import dedent


class Mistake:
    """A known way to go wrong.

    advice  what to tell everybody whose answers are those of this mistake
    name    what the advice begins with
    forms   the ways in which it is made, each an edit of the exercise's function: old text, new
            text, and so on in turn
    """

    def __init__(self, advice: str, *forms: tuple[str, ...]):
        self.advice, self.forms = advice, forms
        self.name = re.match(r"[^.:?]+", advice)[0]

    def functions(self, model: Callable) -> Iterator[Callable]:
        """Return the wrong functions that come of this mistake in `model`, one for each form."""
        return (edited(model, *form) for form in self.forms)


def table(text: str) -> tuple[Mistake, ...]:
    """Return the mistakes of a table in plain text. An entry of it looks like this:

    It cuts only where alpha is *greater* than beta. Where they are equal, nothing can be gained
    either: `alpha >= beta`.
        | alpha >= beta → alpha > beta

    Each line that begins with a bar is a form of the mistake, and lines further in go on with it.
    Several edits of one form are parted by bars too; `\\n` is a new line in the source, and
    nothing after the arrow a deletion.
    """
    entries = re.findall(r"((?:^\S.*\n)+)((?:^ +.*\n?)+)", dedent(text).strip("\n"), re.MULTILINE)
    return tuple(Mistake(" ".join(advice.split()), *_forms(lines)) for advice, lines in entries)


def _forms(lines: str) -> Iterator[tuple[str, ...]]:
    for form in re.split(r"^ +\| ", lines, flags=re.MULTILINE)[1:]:
        edits = [
            edit.partition(" →") for edit in re.sub(r"\n +", " ", form.rstrip("\n")).split(" | ")
        ]
        yield tuple(
            text
            for old, _, new in edits
            for text in (old, new.removeprefix(" ").replace("\\n", "\n"))
        )


def edited(function: Callable, *edits: str) -> Callable:
    """Return a function as it would be with other source: old text, new text, and so on in turn."""
    names, source = dict(function.__globals__), _source(function)
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        if old not in source:
            raise ValueError(f"There is no {old!r} in {function.__name__} to be edited.")
        source = source.replace(old, new)
    exec(compile(source, f"<{function.__name__}, edited>", "exec"), names)
    return names[function.__name__]


@cache
def _source(function: Callable) -> str:
    return dedent(inspect.getsource(function))
