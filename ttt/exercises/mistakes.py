"""Hints, and known mistakes: each is an edit of the course's own function, with an advice.

They are written in the Markdown files in hints/, beside the questions; README.md says how.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent

FOLDER = Path(__file__).with_name("hints")
HINT = re.compile(r"^\d\. (.*\n(?: +\S.*\n)*)", re.MULTILINE)
ENTRY = re.compile(r"((?:^\S.*\n)+)\n((?:^ +[^ ?].*\n)+)", re.MULTILINE)
SHAPE = re.compile(r"((?:^\S.*\n)+)\n +\? (.+)", re.MULTILINE)


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


def words(lesson: str) -> dict[str, dict[str, tuple]]:
    """Return the hints, known mistakes and advices on shapes in each section of a file."""
    text, found = (FOLDER / f"{lesson}.md").read_text(encoding="utf-8"), {}
    for section in re.split("^## ", text, flags=re.MULTILINE)[1:]:
        name, _, body = section.partition("\n")
        rest = HINT.sub("", body)
        found[name] = {
            "hints": tuple(map(_in_one_line, HINT.findall(body))),
            "mistakes": tuple(
                Mistake(_in_one_line(advice), *_forms(lines))
                for advice, lines in ENTRY.findall(rest)
            ),
            "advices": {shape: _in_one_line(advice) for advice, shape in SHAPE.findall(rest)},
        }
    return found


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


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
    """Return a function or class as it would be with other source: old text, new text, in turn."""
    names, source = dict(vars(sys.modules[function.__module__])), _source(function)
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        if old not in source:
            raise ValueError(f"There is no {old!r} in {function.__name__} to be edited.")
        source = source.replace(old, new)
    exec(compile(source, f"<{function.__name__}, edited>", "exec"), names)
    return names[function.__name__]


@cache
def _source(function: Callable) -> str:
    """Return the source of a function or class, without what decorates it."""
    source = dedent(inspect.getsource(function))
    return source[re.search("^(def|class) ", source, re.MULTILINE).start() :]
