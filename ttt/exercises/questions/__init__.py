"""The questions of the lessons, read from Markdown files; README.md says how they are written."""

import re
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path

from ttt import draw
from ttt.exercises.shapes import GAME, space
from ttt.exercises.verdict import as_html

FOLDER = Path(__file__).parent
CHOICE = re.compile(r"- (\[x\] )?(.+?) +\| +(.+)")
NUMBER = re.compile(r"number (\S+) (?:exactly|within (\d+) %) \| +(.+)")
BOARD = re.compile(r"board ([XO.]{9})((?: numbers| last \d| \d=\S+)*)(?:: (.+))?")
TREE = re.compile(r"tree ([XO.]{9})(?: (values|question))?(?: frame (\d))?")
BOARD_SIZE, NODE_SIZE = 120, 54


def asker(*lessons: str) -> Callable:
    """Return the function `ask` of a lesson, whose questions are in these files."""

    def ask(*names: str):
        """Return the question of this name to be answered; several are numbered and counted."""
        from ttt.widgets import Question, Questions  # here, because an exercise does without them

        kept = {name: one for lesson in lessons for name, one in written(lesson).items()}
        asked = [parsed(name, *_find(name, kept, lessons[0])) for name in names or [""]]
        if len(asked) == 1:
            return Question(**asked[0])
        labels = [f"Question {nth}" for nth in range(1, len(asked) + 1)]
        return Questions([Question(**one, label=label) for one, label in zip(asked, labels)])

    return ask


def _find(name: str, kept: dict, lesson: str) -> tuple[str, str]:
    """Return the file and the text of a question, or say which there are."""
    if name in kept:
        return kept[name]
    like = get_close_matches(str(name), kept, n=1)
    known = f"Did you mean {like[0]!r}?" if like else f"Its questions: {', '.join(kept)}."
    raise ValueError(f"Lesson {lesson} has no question {name!r}. {known}")


def written(lesson: str) -> dict[str, tuple[str, str]]:
    """Return the questions of a lesson by name, each with its file and as it is written."""
    path = FOLDER / f"{lesson}.md"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    questions = {}
    for block in re.split("^## ", text, flags=re.MULTILINE)[1:]:
        name, _, body = block.partition("\n")
        if name.strip() in questions:
            raise ValueError(f"{path.name}: there are two questions '{name.strip()}'.")
        questions[name.strip()] = (path.name, body)
    return questions


def parsed(name: str, file: str, body: str) -> dict:
    """Return what a `Question` is made of, or raise a ValueError that names file and question."""
    try:
        return _parsed(body)
    except ValueError as error:
        raise ValueError(f"{file}, question '{name}': {error}") from None


def _parsed(body: str) -> dict:
    lines = re.sub(r"\n[ \t]+(?=\S)", " ", body).strip().splitlines()
    question, _, why = "\n".join(lines).partition("\nwhy:")
    lines = question.splitlines()
    answers = [line for line in lines if line.startswith(("- ", "number "))]
    text, picture = _prose([line for line in lines if line not in answers])
    if not text:
        raise ValueError("it asks nothing.")
    made = {"text": text, "picture": picture, "why": " ".join(_prose(why.splitlines()))}
    is_number = any(line.startswith("number ") for line in answers)
    return made | (_number(answers) if is_number else _choices(answers))


def _choices(lines: list[str]) -> dict:
    """Return the reply to each choice, and which one is right."""
    found = [_matched(CHOICE, line, "- answer | reply") for line in lines]
    replies = {_plain(choice): _html(reply) for _, choice, reply in found}
    right = [_plain(choice) for mark, choice, _ in found if mark]
    if len(right) != 1:
        raise ValueError(f"one answer is to be marked with [x], and {len(right)} are.")
    if not 1 < len(replies) == len(found):
        raise ValueError("it needs two different answers at least, and none twice.")
    return {"replies": replies, "answer": right[0]}


def _number(lines: list[str]) -> dict:
    """Return the number that is right, how near one has to come, and the replies."""
    form = "number 5,478 within 10 % | reply"
    ((right, percent, praise),) = [
        _matched(NUMBER, line, form) for line in lines if line.startswith("number ")
    ]
    found = [_matched(CHOICE, line, "- answer | reply") for line in lines if line[0] == "-"]
    replies = {choice: _html(reply) for _, choice, reply in found}
    if "else" not in replies:
        raise ValueError("other numbers have no reply: write '- else | reply'.")
    other, answer = replies.pop("else"), _value(right)
    replies = {_value(choice): reply for choice, reply in replies.items()}
    within = int(percent or 0) / 100
    if any(abs(each - answer) <= within * abs(answer) for each in replies):
        raise ValueError("a wrong number is near enough to be right.")
    replies[answer] = _html(praise)
    return {"replies": replies, "answer": answer, "within": within, "other": other}


def _value(text: str) -> float:
    try:
        return float(text.replace(",", "").replace("−", "-"))
    except ValueError:
        raise ValueError(f"'{text}' is not a number.") from None


def _matched(pattern: re.Pattern, line: str, form: str) -> tuple:
    """Return what is in a line, or raise a ValueError that shows the form of such lines."""
    match = pattern.fullmatch(line.rstrip())
    if not match:
        raise ValueError(f"'{line}' should look like '{form}'.")
    return match.groups()


def _html(text: str) -> str:
    """Return a text as HTML, or raise a ValueError where a mark would be shown as it is."""
    html = as_html(text)
    if text.count("`") % 2 or "*" in re.sub("<code>.*?</code>", "", html):
        raise ValueError(f"a * or ` in '{text}' has no partner.")
    return html


def _plain(choice: str) -> str:
    """Return a choice without marks for letters of another kind, which its button cannot show."""
    return re.sub(r"[*`]", "", choice)


# ---- what is read and looked at


def _prose(lines: list[str]) -> tuple[str, str]:
    """Return the words of these lines and their pictures, as HTML."""
    boards = [line for line in lines if line.startswith("board ")]
    trees = [line for line in lines if line.startswith("tree ")]
    rest = [line for line in lines if line not in boards + trees]
    pictures = ([_boards(boards)] if boards else []) + [_tree(line) for line in trees]
    drawn = "".join(f"<div>{picture.html}</div>" for picture in pictures)
    return _html("\n".join(rest).strip()), drawn


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
    """Return a tree with all its values (X's side), only those of its ends, or none."""
    state, values, frame = _matched(TREE, line, "tree XOX.OXO.. question frame 3")
    value = {
        "values": space().value,
        "question": lambda state: GAME.utility(state) if GAME.terminal(state) else "?",
    }.get(values)
    tree = draw.game_tree(GAME, state, value=value)
    if frame:
        tree.nodes[(int(frame),)]["frame"] = True
    return draw.tree(tree, size=NODE_SIZE, **({} if values else {"levels": None}))
