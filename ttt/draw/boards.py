"""Boards, alone and side by side; a state of a game without a board is text in a box."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise, zip_longest
from math import ceil
from textwrap import wrap

from ttt.anygame import as_game, has_board, shown
from ttt.draw import svg
from ttt.draw.svg import COLOUR, GRID, HIGHLIGHT, INK, MARGIN, PAPER, Picture, num, rounded, signed
from ttt.game import EMPTY, SIDE, Action, Game, HasBoard, State

BOX_PADDING, LEAST_BOX, LEAST_LETTER, LONGEST_LINE = 9, 56, 12, 24
LETTER_WIDTH, LETTER_HEIGHT = 0.61, 1.3  # of a typewriter's letters, in sizes of them
TYPEWRITER = "ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace"


def board(
    state: State,
    game: Game | None = None,
    *,
    caption: str = "",
    size: float = 180,
    numbers: bool = False,
    values: dict[int, object] | None = None,
    heat: dict[int, float] | None = None,
    last: int | None = None,
) -> Picture:
    """Return a picture of one board, its winning line struck through.

    `numbers` names the moves in their cells. `values` maps free cells to what
    is written in them; the numbers 1, 0 and -1 are coloured as X's side. `heat`
    maps cells to numbers from -1, as orange as O, to 1, as blue as X, which
    fill them. `last` is a cell to highlight; where there is heat, it has a
    frame. `game` is tic-tac-toe if it is not given; one without a board has
    its state drawn as text.
    """
    cells = {"values": [values], "heat": [heat], "last": [last]}
    return boards([state], [caption], game, size=size, numbers=numbers, **cells)


def policy(agent: Callable, *states: State, game: Game | None = None, **look) -> Picture:
    """Return a picture of boards with the probability of each move of an agent.

    `look` is what `boards` takes besides.
    """
    game = as_game(game)
    chances = [
        {game.cell_of(state, a): f"{chance:.2g}" for a, chance in agent.policy(game, state).items()}
        for state in states
    ]
    captions = [f"{game.player(state)} to move" for state in states]
    return boards(states, captions, game, values=chances, **{"size": 132, **look})


def rules(agent: Callable, state: State, game: Game | None = None, **look) -> Picture:
    """Return a picture of the moves that each rule of an agent names.

    An arrow marks the rule that decides. `look` is what `boards` takes besides.
    """
    game = as_game(game)
    game.check(state)
    if game.terminal(state):
        return board(state, game, caption="The game is over.")
    said = [rule(game, state) for rule in agent.rules]
    first = next(nth for nth, moves in enumerate(said) if moves)
    names = [rule.__name__ for rule in agent.rules]
    names[first] = f"▶ {names[first]}\n({game.player(state)} to move)"
    dots = [dict.fromkeys((game.cell_of(state, move) for move in moves), "●") for moves in said]
    return boards([state] * len(said), names, game, values=dots, **{"size": 84, **look})


def value_board(
    state: State, values: dict[Action, float], game: Game | None = None, caption: str = "", **look
) -> Picture:
    """Return a picture of one board with what its moves are worth, as `value_boards` does."""
    return value_boards(state, {caption: values}, game, **{"size": 180, **look})


def value_boards(
    state: State, opinions: dict[str, dict[Action, float]], game: Game | None = None, **look
) -> Picture:
    """Return a picture of a board for each opinion of what its moves are worth, by their captions.

    The numbers are on the side of the player to move, the colours are not: blue is
    good for X, orange for O. Whole numbers are written as they are, others with two
    decimals. `look` is what `boards` takes besides.
    """
    game = as_game(game)
    side = 0 if game.terminal(state) else SIDE[game.player(state)]
    words, heat = [], []
    for values in opinions.values():
        cells = {game.cell_of(state, move): value for move, value in values.items()}
        words.append({c: signed(v) if isinstance(v, int) else rounded(v) for c, v in cells.items()})
        heat.append({cell: side * value for cell, value in cells.items()})
    states, captions = [state] * len(opinions), list(opinions)
    return boards(states, captions, game, values=words, heat=heat, **look)


def boards(
    states: list[State],
    captions: list[str] = (),
    game: Game | None = None,
    *,
    size: float = 120,
    per_row: int | None = None,
    arrows: bool = False,
    numbers: bool = False,
    values: list[dict] = (),
    heat: list[dict] = (),
    last: list[int] = (),
) -> Picture:
    """Return a picture of boards side by side with their captions, in rows of `per_row`.

    The lists `captions`, `values`, `heat` and `last` belong to the boards one
    by one and may be shorter. `arrows` joins each board to the next one.
    """
    if not states:
        raise ValueError("There is no board to draw: the list of states is empty.")
    game = as_game(game)
    look = face(game, states, size)
    captions = [caption.split("\n") for caption in captions]
    gap = 36 if arrows else 24
    width = max([look.width] + [8.5 * len(line) for lines in captions for line in lines])
    height = look.height
    if any(map(any, captions)):
        height += svg.LINE_HEIGHT * max(map(len, captions))
    fit = max(1, int((svg.PAGE_WIDTH - 2 * MARGIN + gap) // (width + gap)))
    per_row = per_row or ceil(len(states) / ceil(len(states) / fit))  # rows about equally long
    body = []
    for i, (state, lines, *cells) in enumerate(zip_longest(states, captions, values, heat, last)):
        left = MARGIN + i % per_row * (width + gap) + (width - look.width) / 2
        top = MARGIN + i // per_row * (height + gap)
        body.append(svg.at(left, top, look.svg(state, numbers, *cells)))
        for row, line in enumerate(lines or [], start=1):
            y = top + look.height + (row - 0.15) * svg.LINE_HEIGHT
            body.append(svg.text(left + look.width / 2, y, line))
        if arrows and i + 1 < len(states) and (i + 1) % per_row:
            middle = left + (look.width + width) / 2 + gap / 2
            body.append(svg.text(middle, top + look.height / 2 + 7, "→", 22))
    columns, rows = min(per_row, len(states)), -(-len(states) // per_row)
    right, bottom = columns * (width + gap) - gap, rows * (height + gap) - gap
    blocks = [shown(game, state).split("\n") for state in states]
    text = _side_by_side(blocks, captions)
    each = zip_longest(states, captions, values, last)
    words = "\n".join(_read_out(game, *one) for one in each)
    return Picture("".join(body), right + 2 * MARGIN, bottom + 2 * MARGIN, text, words)


def _read_out(game: Game, state: State, caption: list[str] | None, values, last) -> str:
    """Return a board as it is read aloud: row by row, what is written or marked, its caption."""
    if not has_board(game):
        return "\n".join([shown(game, state), *(caption or [])])
    cells = ["empty" if mark == EMPTY else mark for mark in state]
    for cell, value in (values or {}).items():
        cells[cell] += f" {signed(value)}" if state[cell] == EMPTY else ""
    if last is not None:
        cells[last] += " marked"
    rows = [cells[start : start + game.cols] for start in range(0, len(cells), game.cols)]
    told = [f"Row {nth}: {', '.join(row)}." for nth, row in enumerate(rows, start=1)]
    return " ".join([*told, *(caption or [])])


def line(
    states: Sequence[State],
    names: dict[str, str] | None = None,
    game: Game | None = None,
    *,
    size: float = 96,
    per_row: int | None = None,
) -> Picture:
    """Return a picture of a game, state by state, with each move marked, and named below it.

    `names` says who plays X and who plays O. An empty board at the start is left out.
    """
    game, names = as_game(game), names or {}
    captions, last = [""], [None]
    for before, after in pairwise(states):
        action = next(a for a in game.actions(before) if game.result(before, a) == after)
        mover = game.player(before)
        captions.append(f"{names.get(mover, mover)}: {action}")
        last.append(game.cell_of(before, action))
    first = int(len(states) > 1 and states[0] == game.initial)
    style = {"arrows": True, "size": size, "per_row": per_row, "last": last[first:]}
    return boards(states[first:], captions[first:], game, **style)


def _side_by_side(blocks: list[list[str]], captions: list[list[str]]) -> str:
    """Return blocks of lines next to each other, each with its caption below."""
    columns = [block + caption for block, caption in zip_longest(blocks, captions, fillvalue=[""])]
    widths = [max(map(len, column)) for column in columns]
    rows = zip_longest(*columns, fillvalue="")
    lines = ["   ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "\n".join(lines).rstrip()


# ---- how a state looks


def face(game: Game, states: list[State], size: float) -> "Boards | Boxes":
    """Return how all these states are drawn, boards with a longer side of `size`."""
    return Boards(game, size) if has_board(game) else Boxes(game, states, size)


class Boards:
    """States as boards; `width` and `height` are those of each."""

    def __init__(self, game: HasBoard, size: float):
        self.game, self.cell = game, size / max(game.rows, game.cols)
        self.width, self.height = game.cols * self.cell, game.rows * self.cell

    def svg(self, state: State, numbers=False, values=None, heat=None, last=None) -> str:
        """Return the SVG of one board whose upper left corner is at 0, 0."""
        game, values, heat = self.game, values or {}, heat or {}
        struck = game.winning_lines(state) if hasattr(game, "winning_lines") else ()
        parts = [self._square(cell, f"fill='{svg.blend(warmth)}'") for cell, warmth in heat.items()]
        if last in heat:
            line = f"stroke-width='{num(self.cell / 14)}' rx='{num(self.cell / 10)}'"
            parts.append(self._square(last, f"fill='none' stroke='{INK}' {line}", 0.92))
        elif last is not None:
            parts.append(self._square(last, f"fill='{HIGHLIGHT}'"))
        parts.append(_plain_board(state, game.rows, game.cols, self.cell, struck))
        for cell in (cell for cell, mark in enumerate(state) if mark == EMPTY):
            move = game.action_at(state, cell) if numbers else None
            if cell in values:
                parts.append(self._value(cell, values[cell], heat.get(cell), cell == last))
            elif numbers and game.cell_of(state, move) == cell:
                parts.append(self._text(cell, str(move), 0.28, 0.1, COLOUR["draw"]))
        return "".join(parts)

    def _square(self, cell: int, look: str, share: float = 1) -> str:
        (x, y), side = _middle(cell, self.game.cols, self.cell), share * self.cell
        return svg.rect(x - side / 2, y - side / 2, side, side, look)

    def _value(self, cell: int, value, warmth: float | None, is_last: bool) -> str:
        """Return the SVG of what is written into a cell, as large as it fits."""
        label, colour = signed(value), svg.shade(value)
        is_framed = is_last and warmth is not None
        room = 1.28 if is_framed or len(label) > 5 else 1.5  # long ones would touch the lines
        letter = min(0.34, room / max(1, len(label)))
        if warmth is not None:
            colour = PAPER if abs(warmth) > 0.85 else INK
        return self._text(cell, label, letter, 0.353 * letter, colour)

    def _text(self, cell: int, words: str, letter: float, down: float, colour: str) -> str:
        """Return the SVG of words in a cell, their size and place in sizes of the cell."""
        x, y = _middle(cell, self.game.cols, self.cell)
        return svg.text(x, y + down * self.cell, words, letter * self.cell, colour)


@lru_cache(maxsize=2000)  # a tree that changes a little is drawn again and again
def _plain_board(state: str, rows: int, cols: int, cell: float, struck: tuple) -> str:
    """Return the SVG of the grid, the marks, and the lines that are struck through."""
    middle = [_middle(c, cols, cell) for c in range(rows * cols)]
    rules = [f"M{num(col * cell)} 0V{num(rows * cell)}" for col in range(1, cols)]
    rules += [f"M0 {num(row * cell)}H{num(cols * cell)}" for row in range(1, rows)]
    crosses = [_cross(*middle[c], 0.26 * cell) for c, mark in enumerate(state) if mark == "X"]
    rings = [_ring(*middle[c], 0.28 * cell) for c, mark in enumerate(state) if mark == "O"]
    strikes = [_strike(*middle[line[0]], *middle[line[-1]], 0.36 * cell) for line in struck]
    return (
        svg.stroke("".join(rules), GRID, cell / 24)
        + svg.stroke("".join(crosses), COLOUR["X"], cell / 8)
        + svg.stroke("".join(rings), COLOUR["O"], cell / 8)
        + "".join(svg.stroke(strike, INK, cell / 12) for strike in strikes)
    )


def _middle(c: int, cols: int, cell: float) -> tuple[float, float]:
    return cell * (c % cols + 0.5), cell * (c // cols + 0.5)


def _cross(x, y, reach):
    left, top, right, bottom = map(num, (x - reach, y - reach, x + reach, y + reach))
    return f"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}"


def _ring(x, y, radius):
    half = f"a{num(radius)} {num(radius)} 0 1 0"
    return f"M{num(x - radius)} {num(y)}{half} {num(2 * radius)} 0{half} {num(-2 * radius)} 0"


def _strike(x1, y1, x2, y2, beyond):
    """Return the path through the middles of two cells and a little beyond."""
    length = max(abs(x2 - x1), abs(y2 - y1)) or 1
    dx, dy = beyond * (x2 - x1) / length, beyond * (y2 - y1) / length
    return f"M{num(x1 - dx)} {num(y1 - dy)}L{num(x2 + dx)} {num(y2 + dy)}"


class Boxes:
    """States as text in boxes of one `width` and `height`, large enough for every one of them."""

    def __init__(self, game: Game, states: list[State], size: float):
        self.letter = max(LEAST_LETTER, size / 9)
        self._lines = {state: _lines(game, state) for state in states}
        widest = max(len(line) for lines in self._lines.values() for line in lines)
        tallest = max(map(len, self._lines.values()))
        self.width = max(LEAST_BOX, LETTER_WIDTH * self.letter * widest + 2 * BOX_PADDING)
        self.height = LETTER_HEIGHT * self.letter * tallest + 2 * BOX_PADDING

    def svg(self, state: State, *_) -> str:
        """Return the SVG of one box whose upper left corner is at 0, 0; it has no cells to mark."""
        lines, step = self._lines[state], LETTER_HEIGHT * self.letter
        x = (self.width - LETTER_WIDTH * self.letter * max(map(len, lines))) / 2
        y = (self.height - step * len(lines)) / 2 + 0.95 * self.letter
        words = [
            svg.text(x, y + nth * step, line.replace(" ", "\N{NO-BREAK SPACE}"), self.letter)
            for nth, line in enumerate(lines)
        ]
        return (
            f"<rect width='{num(self.width)}' height='{num(self.height)}' rx='6' fill='{PAPER}' "
            f"stroke='{GRID}' stroke-width='1.5'/>"
            f"<g font-family='{TYPEWRITER}' text-anchor='start'>{''.join(words)}</g>"
        )


def _lines(game: Game, state: State) -> list[str]:
    """Return a state as lines of text; what the game does not lay out itself is kept narrow."""
    if hasattr(game, "show"):
        return shown(game, state).split("\n")
    return wrap(shown(game, state), LONGEST_LINE) or [""]
