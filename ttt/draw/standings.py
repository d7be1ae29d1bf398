"""The table of a tournament as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ttt.draw import svg
from ttt.draw.svg import COLOUR, HIGHLIGHT, MARGIN, Picture

if TYPE_CHECKING:  # so that drawing a board need not wait for NumPy
    from ttt.arena import Standing

HEADS = ("points", "games", "wins", "draws", "losses", "failed", "seconds")
WIDTH, NAME_WIDTH, COLUMN, ROW = 860, 300, 76, 30


def standings(tables: dict[str, list[Standing]], times: bool = True) -> Picture:
    """Return the tables of a tournament as a picture, one below the other, with times or not."""
    body, lines, top = [], [], MARGIN
    heads = HEADS if times else HEADS[:-1]
    for name, rows in tables.items():
        head = svg.text(MARGIN, 22, name, 19, anchor="start", bold=True)
        body.append(svg.at(0, top, head + _cells(heads, COLOUR["draw"])))
        for nth, row in enumerate(rows, 1):
            top += ROW
            words = svg.text(MARGIN, 22, f"{nth}  {row.name}", 17, anchor="start", bold=nth == 1)
            back = svg.rect(MARGIN / 2, 0, WIDTH - MARGIN, ROW, f"fill='{HIGHLIGHT}'")
            cells = [f"{n:,}" if isinstance(n, int) else f"{n:,.1f}" for n in row[1:]]
            body.append(svg.at(0, top, back * (nth == 1) + words + _cells(cells[: len(heads)])))
            lines.append(f"{nth} {row.name}: {cells[0]} points of {cells[1]}")
        top += ROW + MARGIN
    return Picture("".join(body), WIDTH, top, "\n".join(lines), title="The table of the tournament")


def _cells(words, colour=svg.INK) -> str:
    """Return the SVG of the columns behind a name."""
    ends = [NAME_WIDTH + (nth + 1) * COLUMN for nth in range(len(words))]
    return "".join(svg.text(x, 22, word, 16, colour, "end") for x, word in zip(ends, words))
