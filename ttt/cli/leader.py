"""`ttt plan` and `ttt key`: the minutes and the answers of lessons, for the leader, in Markdown."""

import argparse
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from ttt.cli.lab import course_folder

NOTE = re.compile(r"\*\*[^*]*?[Mm]inute (\d+)[^*]*\*\* *(.*)", re.DOTALL)
BRIEF = re.compile(r"""(?:"[^"]*"|[^"]){20,}?(?:(?<=[.?!])|(?<=[.?!]"))(?= |$)|.*""")  # a sentence
CHECKED = re.compile(r"\blesson\d\d\.(\w+)\.check\(")


def add(commands) -> None:
    """Add the commands."""
    plan = commands.add_parser("plan", help="print a lesson minute by minute, for its leader")
    key = commands.add_parser("key", help="print every answer of a lesson, for its leader")
    for parser, printed in (plan, _plan), (key, _key):
        lessons = "such as 03 or 03b; all of them if none is named"
        parser.add_argument("lessons", nargs="*", metavar="LESSON", help=lessons)
        parser.set_defaults(run=_run, printed=printed)


def _run(options: argparse.Namespace) -> int:
    """Print what is asked for about each of the lessons; return the exit code."""
    from ttt.copies import lessons  # not above: notebooks take a second to import

    known = lessons(course_folder(), options.lessons)
    for number in options.lessons or known:
        print("\n".join(options.printed(number, known[number])), end="\n\n")
    return 0


# ---- plan


def _plan(number: str, path: Path) -> Iterator[str]:
    """Yield the lines of a table of the lesson's slides, with their minutes."""
    rows = list(_minutes(path))
    length = -(-rows[-1][0] // 5) * 5  # the last slide comes up in the last five minutes
    yield f"## {rows[0][1]} ({length} minutes)\n\n| min | slide | what to do |\n|---|---|---|"
    for minute, slide, note in rows:
        words = " ".join(note.replace("|", r"\|").split())
        yield f"| {minute} | {slide} | {BRIEF.match(words)[0]} |"


def _minutes(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield the minute, the title and the speaker's note of each slide of a lesson."""
    slide = ""
    for cell in _cells(path):
        kind = cell.metadata.get("slideshow", {}).get("slide_type")
        note = NOTE.match(cell.source) if kind == "notes" else None
        if note:
            yield int(note[1]), slide, note[2]
        elif kind in ("slide", "subslide"):
            slide = cell.source.partition("\n")[0].lstrip("# ")


def _cells(path: Path) -> list:
    import nbformat  # not above: it takes long to import

    return nbformat.read(path, as_version=4).cells


# ---- key


def _key(number: str, path: Path) -> Iterator[str]:
    """Yield the lines of the lesson's exercises and questions, with their answers."""
    from ttt.exercises.questions import written

    title, *_ = source = "\n".join(cell.source for cell in _cells(path)).splitlines()
    yield f"{title}\n"
    for name in dict.fromkeys(CHECKED.findall("\n".join(source))):
        exercise = getattr(import_module(f"ttt.exercises.lesson{number[:2]}"), name)
        yield f"## Exercise: `{name}`\n\n{exercise.source}\n\nIf an answer is wrong:\n"
        yield from (f"- {advice}" for advice in exercise.all_advice)
        yield ""
    for name, (_, body) in written(number).items():
        yield f"## Question: {name}"
        yield from map(_in_markdown, re.sub(r"\n[ \t]+(?=\S)", " ", body).strip().splitlines())
        yield ""


def _in_markdown(line: str) -> str:
    """Return a line of a question as Markdown, with a check mark before the right answer."""
    from ttt.exercises.questions import CHOICE, NUMBER

    number, choice = NUMBER.fullmatch(line.rstrip()), CHOICE.fullmatch(line.rstrip())
    if number:
        return f"- ✓ **{number[1]}** {number[3]}"
    if choice:
        return f"- {'✓ ' if choice[1] else ''}**{choice[2]}** {choice[3]}"
    return f"\n`{line}`\n" if line.startswith(("board ", "tree ")) else f"\n{line}\n"
