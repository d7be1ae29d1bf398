"""Pictures have words, and words can be read against what is behind them."""

import json
import re
from pathlib import Path

import pytest

from ttt.draw import svg

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / f"{name}.md" for name in ("README", "TEACHING", "CONTRIBUTING")]
PAGES += sorted((ROOT / "notebooks").glob("*.ipynb"))
TEXT, LARGE = 4.5, 3.0  # the least contrast that WCAG asks for, of text and of large or bold signs


def texts(path):
    """Return what a page consists of: its text, or the cells of a notebook and what they show."""
    if path.suffix == ".md":
        return [path.read_text(encoding="utf-8")]
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    written = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    return written + ["".join(o.get("data", {}).get("text/html", "")) for o in outputs]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_picture_has_words(path):
    for text in texts(path):
        for picture in re.findall(r"<img\b[^>]*>", text):
            assert re.search(r"""\balt=(["']).*?\S.*?\1""", picture, re.DOTALL), picture[:200]
        assert not re.findall(r"!\[\s*\]\(", text)


def luminance(color):
    """Return how bright a color such as #1f2933 is, 0 to 1, as WCAG defines it."""
    parts = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """Return the contrast of two colors, 1 to 21."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_text_can_be_read_and_marks_can_be_seen():
    for ink in (svg.INK, svg.COLOUR["X"], svg.COLOUR["draw"], svg.RIGHT, svg.WRONG):
        assert contrast(ink, svg.PAPER) >= TEXT
    assert contrast(svg.INK, svg.HIGHLIGHT) >= TEXT
    assert contrast(svg.COLOUR["O"], svg.PAPER) >= LARGE
