"""The glossary names the lesson in which each of its words is found."""

import re
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (.+?) \| (.+?) \| \[\w+\]\((.+?)\) \|$", re.MULTILINE)
ROWS = ROW.findall((ROOT / "GLOSSARY.md").read_text(encoding="utf-8"))


def test_it_is_in_order_and_names_no_word_twice():
    words = [word.lower() for word, _, _ in ROWS]
    assert len(words) > 60 and words == sorted(set(words))


@pytest.mark.parametrize(("word", "lesson"), [(word, lesson) for word, _, lesson in ROWS])
def test_a_word_is_in_its_lesson(word, lesson):
    cells = nbformat.read(ROOT / lesson, as_version=4).cells
    text = "\n".join(cell.source for cell in cells).lower()
    for name in re.sub(r" \(.*\)", "", word).lower().split(", "):
        assert name in text
