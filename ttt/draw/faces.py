"""How a state looks: as a board, or as text in a box where the game has no board."""

from functools import lru_cache
from textwrap import wrap
from unicodedata import east_asian_width

from ttt.anygame import has_board, name_of_game, shown
from ttt.draw.pieces import (
    COLOUR,
    GRID,
    HIGHLIGHT,
    INK,
    PAPER,
    blend,
    num,
    shade,
    signed,
    stroke,
    text_svg,
)
from ttt.game import EMPTY, Action, Game, HasBoard, State

BOARD = ("rows", "cols", "cell_of", "action_at")
BOX_PADDING, LEAST_BOX, LEAST_LETTER, LONGEST_LINE = 9, 56, 12, 24
LETTER_WIDTH, LETTER_HEIGHT = 0.61, 1.3  # of a typewriter's letters, in sizes of them
TYPEWRITER = "ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace"


def insist_on_board(game: Game, what: str) -> None:
    """Raise a ValueError that says what is missing, unless the game has a board."""
    if not has_board(game):
        missing = [name for name in BOARD if not hasattr(game, name)]
        lacks = f"has no {', '.join(missing)}" if missing else "has other states or moves than that"
        raise ValueError(f"{what} needs a board, but {name_of_game(game)} {lacks}.")


def face(game: Game, states: list[State], size: float) -> "Boards | Boxes":
    """Return how all these states are drawn, boards with a longer side of `size`."""
    return Boards(game, size) if has_board(game) else Boxes(game, states, size)


# ---- boards


class Boards:
    """States as boards; `width` and `height` are those of each."""

    def __init__(self, game: HasBoard, size: float):
        self.game, self.cell = game, size / max(game.rows, game.cols)
        self.width, self.height = game.cols * self.cell, game.rows * self.cell

    def svg(self, state: State, numbers=False, values=None, heat=None, last=None) -> str:
        """Return the SVG of one board whose upper left corner is at 0, 0."""
        heat = heat or {}
        struck = self._struck(state)  # first of all, since it refuses what is no board
        below = [_square(*self._middle(c), self.cell, blend(warmth)) for c, warmth in heat.items()]
        if last in heat:
            below.append(_frame(*self._middle(last), self.cell))
        elif last is not None:
            below.append(_square(*self._middle(last), self.cell, HIGHLIGHT))
        plain = _plain_board(state, self.game.rows, self.game.cols, self.cell, struck)
        return "".join([*below, plain, *self._written(state, numbers, values or {}, heat, last)])

    def _struck(self, state: State) -> tuple:
        """Return the lines to strike through, or raise a ValueError for what is no board."""
        if hasattr(self.game, "winning_lines"):
            return self.game.winning_lines(state)
        if not isinstance(state, str) or len(state) != self.game.rows * self.game.cols:
            shape = f"{self.game.rows} rows of {self.game.cols} cells"
            raise ValueError(f"{state!r} is not a board of {shape}, row by row as text.")
        return ()

    def _middle(self, cell: int) -> tuple[float, float]:
        return _middle(cell, self.game.cols, self.cell)

    def _written(self, state, numbers, values, heat, last):
        """Yield the SVG of what is written into the free cells."""
        moves = moves_by_cell(self.game, state) if numbers else {}
        for c in (c for c, mark in enumerate(state) if mark == EMPTY):
            x, y = self._middle(c)
            if c in values:
                label = signed(values[c])
                room = 1.28 if c == last and c in heat else 1.5  # within the frame there is less
                letter = self.cell * min(0.34, room / max(1, len(label)))  # so that it fits
                warm = PAPER if abs(heat.get(c, 0)) > 0.85 else INK
                colour = warm if c in heat else shade(values[c])
                yield text_svg(x, y + 0.353 * letter, label, letter, colour)
            elif c in moves:
                letter = 0.28 * self.cell
                yield text_svg(x, y + 0.1 * self.cell, str(moves[c]), letter, COLOUR["draw"])


def moves_by_cell(game: HasBoard, state: State) -> dict[int, Action]:
    """Return the moves that would put a mark into each free cell, by these cells."""
    free = (cell for cell, mark in enumerate(state) if mark == EMPTY)
    moves = {cell: game.action_at(state, cell) for cell in free}
    return {cell: move for cell, move in moves.items() if game.cell_of(state, move) == cell}


@lru_cache(maxsize=2000)  # a tree that changes a little is drawn again and again
def _plain_board(state: str, rows: int, cols: int, cell: float, struck: tuple) -> str:
    """Return the SVG of the grid, the marks, and the lines that are struck through."""
    middle = [_middle(c, cols, cell) for c in range(rows * cols)]
    rules = [f"M{num(col * cell)} 0V{num(rows * cell)}" for col in range(1, cols)]
    rules += [f"M0 {num(row * cell)}H{num(cols * cell)}" for row in range(1, rows)]
    crosses = [_cross(*middle[c], 0.26 * cell) for c, mark in enumerate(state) if mark == "X"]
    rings = [_ring(*middle[c], 0.28 * cell) for c, mark in enumerate(state) if mark == "O"]
    parts = [
        stroke(rules, GRID, cell / 24),
        stroke(crosses, COLOUR["X"], cell / 8),
        stroke(rings, COLOUR["O"], cell / 8),
        *(_strike(middle[line[0]], middle[line[-1]], cell) for line in struck),
    ]
    return "".join(parts)


def _middle(c, cols, cell):
    return cell * (c % cols + 0.5), cell * (c // cols + 0.5)


def _cross(x, y, reach):
    left, top, right, bottom = map(num, (x - reach, y - reach, x + reach, y + reach))
    return f"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}"


def _ring(x, y, radius):
    half = f"a{num(radius)} {num(radius)} 0 1 0"
    return f"M{num(x - radius)} {num(y)}{half} {num(2 * radius)} 0{half} {num(-2 * radius)} 0"


def _square(x, y, cell, colour):
    return f"<rect {_box(x, y, cell)} fill='{colour}'/>"


def _frame(x, y, cell):
    line = f"stroke='{INK}' stroke-width='{num(cell / 14)}' rx='{num(cell / 10)}'"
    return f"<rect {_box(x, y, 0.92 * cell)} fill='none' {line}/>"


def _box(x, y, side):
    corner = f"x='{num(x - side / 2)}' y='{num(y - side / 2)}'"
    return f"{corner} width='{num(side)}' height='{num(side)}'"


def _strike(first, last, cell):
    """Return the SVG of a line through the middles of two cells and a little beyond."""
    (x1, y1), (x2, y2) = first, last
    length = max(abs(x2 - x1), abs(y2 - y1)) or 1
    dx, dy = 0.36 * cell * (x2 - x1) / length, 0.36 * cell * (y2 - y1) / length
    path = f"M{num(x1 - dx)} {num(y1 - dy)}L{num(x2 + dx)} {num(y2 + dy)}"
    return stroke([path], INK, cell / 12)


# ---- boxes of text


class Boxes:
    """States as text in boxes of one `width` and `height`, large enough for every one of them."""

    def __init__(self, game: Game, states: list[State], size: float):
        self.game, self.letter = game, max(LEAST_LETTER, size / 9)
        self._lines = {state: _lines(game, state) for state in states}
        widest = max(_letters(line) for lines in self._lines.values() for line in lines)
        tallest = max(map(len, self._lines.values()))
        self.width = max(LEAST_BOX, LETTER_WIDTH * self.letter * widest + 2 * BOX_PADDING)
        self.height = LETTER_HEIGHT * self.letter * tallest + 2 * BOX_PADDING

    def svg(self, state: State, numbers=False, values=None, heat=None, last=None) -> str:
        """Return the SVG of one box whose upper left corner is at 0, 0."""
        if numbers or values or heat or last is not None:
            insist_on_board(self.game, "What is written or marked in cells")
        lines, step = self._lines[state], LETTER_HEIGHT * self.letter
        x = (self.width - LETTER_WIDTH * self.letter * max(map(_letters, lines))) / 2
        y = (self.height - step * len(lines)) / 2 + 0.95 * self.letter
        words = [
            text_svg(x, y + nth * step, line.replace(" ", "\N{NO-BREAK SPACE}"), self.letter)
            for nth, line in enumerate(lines)
        ]
        return (
            f"<rect width='{num(self.width)}' height='{num(self.height)}' rx='6' fill='{PAPER}' "
            f"stroke='{GRID}' stroke-width='1.5'/>"
            f"<g font-family='{TYPEWRITER}' text-anchor='start'>{''.join(words)}</g>"
        )


def _lines(game: Game, state: State) -> list[str]:
    """Return a state as lines of text; what the game does not lay out itself is kept narrow."""
    lines = shown(game, state).expandtabs(4).split("\n")
    if hasattr(game, "show"):
        return lines
    return [part for line in lines for part in wrap(line, LONGEST_LINE) or [""]]


def _letters(line: str) -> int:
    """Return how many letters wide a line is; some signs are as wide as two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in line)
