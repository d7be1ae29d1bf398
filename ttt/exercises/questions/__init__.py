"""The questions of the lessons, read from Markdown files; README.md says how they are written."""

import re
from collections.abc import Callable
from pathlib import Path

from ttt import draw
from ttt.exercises.shapes import GAME
from ttt.exercises.verdict import as_html

FOLDER = Path(__file__).parent
CHOICE = re.compile(r"- (\[x\] )?(.+?) +\| +(.+)")
NUMBER = re.compile(r"number (\S+) (?:exactly|within (\d+) %) \| +(.+)")
BOARD = re.compile(r"board ([XO.]{9})((?: numbers| last \d| \d=\S+)*)(?:: (.+))?")
TREE = re.compile(r"tree ([XO.]{9})(?: (question))?(?: frame (\d))?")
BOARD_SIZE, NODE_SIZE = 120, 54


def asker(*lessons: str) -> Callable:
    """Return the function `ask` of a lesson, whose questions are in these files."""

    def ask(*names: str):
        """Return the question of this name to be answered; several are numbered."""
        from ttt.widgets import Questions  # here, because an exercise does without them

        kept = {name: one for lesson in lessons for name, one in written(lesson).items()}
        for name in names or [""]:
            if name not in kept:
                known = ", ".join(kept)
                raise ValueError(f"Lesson {lessons[0]} has no question {name!r}. It has: {known}.")
        number = " {}" if len(names) > 1 else ""
        return Questions([made(*kept[name], number.format(n)) for n, name in enumerate(names, 1)])

    return ask


def written(lesson: str) -> dict[str, tuple[str, str]]:
    """Return the questions of a lesson by name: where each stands, and as it is written."""
    path = FOLDER / f"{lesson}.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    questions = {}
    for block in re.split("^## ", text, flags=re.MULTILINE)[1:]:
        name, _, body = block.partition("\n")
        questions[name] = (f"{path.name}, question '{name}'", body)
    return questions


def made(where: str, body: str, number: str = ""):
    """Return a `Question` as it is written, or raise a ValueError that says where it is wrong."""
    from ttt.widgets import Question

    try:
        return Question(**_parts(body), label=f"Question{number}")
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _parts(body: str) -> dict:
    """Return what a `Question` is made of."""
    question, _, why = re.sub(r"\n[ \t]+(?=\S)", " ", body).strip().partition("\nwhy:")
    lines = question.splitlines()
    answers = [line for line in lines if line.startswith(("- ", "number "))]
    text, picture = _prose([line for line in lines if line not in answers])
    parts = {"text": text, "picture": picture, "why": " ".join(_prose(why.splitlines()))}
    return parts | _answers(answers)


def _answers(lines: list[str]) -> dict:
    """Return the reply to each answer, which is right and, of a number, how near one must come."""
    found, within = [], None
    for line in lines:
        if line.startswith("- "):
            found.append(_matched(CHOICE, line, "- answer | reply"))
        else:
            right, percent, reply = _matched(NUMBER, line, "number 5,478 within 10 % | reply")
            found.append(("[x]", right, reply))
            within = int(percent or 0) / 100
    replies = {answer: as_html(reply) for _, answer, reply in found}
    right = [answer for mark, answer, _ in found if mark]
    if len(right) != 1:
        raise ValueError(f"one answer is to be marked with [x], and {len(right)} are.")
    if within is not None and "else" not in replies:
        raise ValueError("other numbers have no reply: write '- else | reply'.")
    return {"replies": replies, "answer": right[0], "within": within}


def _matched(pattern: re.Pattern, line: str, form: str) -> tuple:
    """Return what is in a line, or raise a ValueError that shows the form of such lines."""
    match = pattern.fullmatch(line.rstrip())
    if not match:
        raise ValueError(f"'{line}' should look like '{form}'.")
    return match.groups()


# ---- what is read and looked at


def _prose(lines: list[str]) -> tuple[str, str]:
    """Return the words of these lines and their pictures, as HTML."""
    boards = [line for line in lines if line.startswith("board ")]
    trees = [line for line in lines if line.startswith("tree ")]
    words = "\n".join(line for line in lines if line not in boards + trees)
    pictures = [*([_boards(boards)] if boards else []), *map(_tree, trees)]
    return as_html(words.strip()), "".join(f"<div>{picture.html}</div>" for picture in pictures)


def _boards(lines: list[str]) -> draw.Picture:
    """Return boards side by side."""
    found = [_matched(BOARD, line, "board X...O.... numbers last 4 8=+1: words") for line in lines]
    states, options, captions = zip(*found)
    return draw.boards(
        states,
        [caption or "" for caption in captions],
        size=BOARD_SIZE,
        numbers=any("numbers" in each for each in options),
        values=[_in_cells(each) for each in options],
        last=[int(each.split("last ")[1][0]) if "last" in each else None for each in options],
    )


def _in_cells(options: str) -> dict[int, int | str]:
    """Return what is to be written into cells; a whole number is a value, from X's side."""
    pairs = re.findall(r" (\d)=(\S+)", options)
    return {int(c): int(v) if re.fullmatch(r"[+-]?\d+", v) else v for c, v in pairs}


def _tree(line: str) -> draw.Picture:
    """Return a tree without values, or with those of its ends (X's side)."""
    state, is_question, frame = _matched(TREE, line, "tree XOX.OXO.. question frame 3")
    tree = draw.game_tree(GAME, state, value=_of_ends if is_question else None)
    if frame:
        tree.nodes[(int(frame),)]["frame"] = True
    return draw.tree(tree, size=NODE_SIZE, **({} if is_question else {"levels": None}))


def _of_ends(state: str) -> int | str:
    return GAME.utility(state) if GAME.terminal(state) else "?"
