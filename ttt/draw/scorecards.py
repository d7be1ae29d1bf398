"""A scorecard as a picture: bars against the ladder, and the games that beat the player."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from ttt.draw import svg
from ttt.draw.boards import Boards, board
from ttt.draw.svg import COLOUR, GRID, INK, MARGIN, PAPER, Picture
from ttt.game import TicTacToe

if TYPE_CHECKING:  # so that drawing a board need not wait for NumPy
    from ttt.arena.scorecards import Scorecard, Side

GAME = TicTacToe()
WIDTH, HALF = 900, 450
NAME_WIDTH, BAR, BAR_WIDTH, THIN, ROW = 96, 20, 326, 6, 30
BOARD, BETWEEN, LINE_ROW, WORDS_WIDTH = 66, 14, 92, 158
QUIET = COLOUR["draw"]


def scorecard(card: Scorecard, before: Scorecard | None = None) -> Picture:
    """Return a picture of a scorecard, beside an earlier one if it is given.

    The bars are the chances to win, to draw and to lose against each agent of the ladder;
    the thin bars below them are those of the earlier card.
    """
    if card.failed:
        words = [f"{card.name} has no scorecard yet", *wrap(card.note, 60)]
        return board(card.failed, numbers=True, caption="\n".join(words))
    earlier = before.sides if before else {}
    body = [svg.text(MARGIN, 30, card.name, 21, anchor="start", bold=True)]
    body.append(svg.text(WIDTH - MARGIN, 30, card.mistakes, 16, anchor="end"))
    if earlier:
        words = f"thin bars: {before.name}, before"
        body.append(svg.text(MARGIN, 52, words, 14, QUIET, "start"))
        body.append(svg.text(WIDTH - MARGIN, 52, f"before: {before.mistakes}", 14, QUIET, "end"))
    top = 84
    for mark, left in ("X", MARGIN), ("O", HALF + MARGIN / 2):
        body.append(svg.at(left, top, _bars(mark, card.sides[mark], earlier.get(mark))))
    top += 20 + ROW * len(card.sides["X"].results)
    for mark, side in card.sides.items():
        body.append(svg.at(MARGIN, top, _best_reply(mark, side, earlier.get(mark))))
        top += LINE_ROW if side.line else 54
    text = f"{card}\n\nBefore:\n{before}" if earlier else str(card)
    if card.note:
        body.append(svg.text(MARGIN, top + 14, card.note, 14, QUIET, "start"))
        top += 22
    return Picture("".join(body), WIDTH, top + MARGIN, text)


def _bars(mark: str, side: Side, before: Side | None) -> str:
    """Return the SVG of the bars against all of the ladder, with a heading above them."""
    parts = [svg.text(0, 0, f"as {mark}", 17, COLOUR[mark], "start", bold=True)]
    other = "O" if mark == "X" else "X"
    colours = COLOUR[mark], QUIET, COLOUR[other]
    heads = zip(("wins", "draws", "losses"), colours, (0, 0.5, 1), ("start", "", "end"))
    for word, colour, where, anchor in heads:
        parts.append(svg.text(NAME_WIDTH + where * BAR_WIDTH, 0, word, 14, colour, anchor))
    for nth, (rival, chances) in enumerate(side.results.items()):
        y = 10 + nth * ROW
        parts.append(svg.text(NAME_WIDTH - 8, y + 15, rival, 15, anchor="end"))
        parts.append(_bar(y, BAR, chances, colours))
        if before:
            parts.append(_bar(y + BAR, THIN, before.results[rival], colours))
    return "".join(parts)


def _bar(y: float, height: float, chances: list[float], colours: tuple[str, ...]) -> str:
    """Return the SVG of one bar, with its numbers where there is room for them."""
    parts, x = [], NAME_WIDTH
    for chance, colour in zip(chances, colours):
        width = chance * BAR_WIDTH
        fade = " opacity='0.55'" if height == THIN else ""
        parts.append(svg.rect(x, y, width, height, f"fill='{colour}'{fade}") if chance else "")
        if height == BAR and width > 40:
            parts.append(svg.text(x + width / 2, y + 15, f"{chance:.0%}", 14, PAPER))
        x += width
    return "".join(parts)


def _best_reply(mark: str, side: Side, before: Side | None) -> str:
    """Return the SVG of what the best reply does to a player, with its game drawn."""
    words = wrap(f"As {mark}, {side}.", 24 if side.line else 100)
    lines = [(line, 15, INK) for line in words]
    if before:
        lines.append((f"best reply before: {before.reply:.2f}", 14, QUIET))
    parts = [f"<path d='M0 0H{WIDTH - 2 * MARGIN}' stroke='{GRID}' stroke-width='1'/>"]
    for nth, (line, size, colour) in enumerate(lines):
        parts.append(svg.text(0, 22 + 19 * nth, line, size, colour, "start"))
    face = Boards(GAME, BOARD)
    for nth, (state, cell) in enumerate(zip(side.line[1:], side.moves)):
        x = WORDS_WIDTH + 20 + nth * (BOARD + BETWEEN)
        parts.append(svg.at(x, 12, face.svg(state, last=cell)))
    return "".join(parts)
