"""Boards, alone and side by side."""

from itertools import zip_longest

from ttt.draw.pieces import (
    COLOUR,
    GRID,
    HIGHLIGHT,
    INK,
    LINE_HEIGHT,
    MARGIN,
    PAGE_WIDTH,
    PAPER,
    Picture,
    at,
    blend,
    extent,
    num,
    rounded,
    shade,
    signed,
    square_game,
    stroke,
    text_svg,
)
from ttt.game import EMPTY, UTILITY, Action, State, TicTacToe


def board(
    state: State,
    game: TicTacToe | None = None,
    *,
    caption: str = "",
    size: float = 180,
    numbers: bool = False,
    values: dict[Action, object] | None = None,
    heat: dict[Action, float] | None = None,
    last: Action | None = None,
) -> Picture:
    """Return a picture of one board, its winning line struck through.

    `numbers` names the free cells. `values` maps free cells to what is
    written in them; the numbers 1, 0 and -1 are coloured as X's side. `heat`
    maps cells to numbers from -1, as orange as O, to 1, as blue as X, which
    fill them. `last` is a cell to highlight; where there is heat, it has a
    frame. `game` is needed where the length of the state does not tell the
    board: without it the board is square.
    """
    return boards(
        [state],
        [caption],
        game,
        size=size,
        numbers=numbers,
        values=[values],
        heat=[heat],
        last=[last],
    )


def value_board(
    state: State, values: dict[Action, float], game: TicTacToe | None = None, **look
) -> Picture:
    """Return a picture of one board with what its moves are worth, the mover's side.

    The numbers are on the side of the player to move, the colours are not: blue is
    good for X, orange for O. Whole numbers are written as they are, others with two
    decimals. `look` is what `board` takes besides.
    """
    game = game or square_game(state)
    return board(state, game, **_worth(state, values, game), **look)


def value_boards(
    state: State, opinions: dict[str, dict[Action, float]], game: TicTacToe | None = None, **look
) -> Picture:
    """Return a picture of the same board for each opinion of what its moves are worth.

    `opinions` maps captions to values, each as in `value_board`; `look` is what `boards`
    takes besides.
    """
    game = game or square_game(state)
    worth = [_worth(state, values, game) for values in opinions.values()]
    lists = {name: [one[name] for one in worth] for name in ("values", "heat")}
    return boards([state] * len(opinions), list(opinions), game, **lists, **look)


def _worth(state: State, values: dict[Action, float], game: TicTacToe) -> dict[str, dict]:
    """Return what is written in the cells, the mover's side, and what fills them, X's side."""
    side = UTILITY[game.player(state)]
    return {
        "values": {
            cell: signed(value) if isinstance(value, int) else rounded(value)
            for cell, value in values.items()
        },
        "heat": {cell: side * value for cell, value in values.items()},
    }


def boards(
    states: list[State],
    captions: list[str] = (),
    game: TicTacToe | None = None,
    *,
    size: float = 120,
    per_row: int | None = None,
    arrows: bool = False,
    numbers: bool = False,
    values: list[dict] = (),
    heat: list[dict] = (),
    last: list[Action] = (),
) -> Picture:
    """Return a picture of boards side by side with their captions, in rows of `per_row`.

    The lists `captions`, `values`, `heat` and `last` belong to the boards one
    by one and may be shorter. `arrows` joins each board to the next one.
    """
    if not states:
        raise ValueError("There is no board to draw: the list of states is empty.")
    game = game or square_game(states[0])
    width, height = extent(game, size)
    gap = 36 if arrows else 24
    caption_lines = [(caption or "").split("\n") for caption in captions]
    tile_width = max([width] + [8.5 * len(line) for lines in caption_lines for line in lines])
    caption_height = LINE_HEIGHT * max(map(len, caption_lines), default=0) if any(captions) else 0
    per_row = per_row or max(1, int((PAGE_WIDTH - 2 * MARGIN + gap) // (tile_width + gap)))
    body = []
    lists = zip_longest(states, captions, values, heat, last)
    for i, (state, caption, value, warmth, cell) in enumerate(lists):
        left = MARGIN + (i % per_row) * (tile_width + gap) + (tile_width - width) / 2
        top = MARGIN + (i // per_row) * (height + caption_height + gap)
        drawn = board_svg(state, game, size, numbers, value or {}, cell, warmth or {})
        body.append(at(left, top, drawn))
        for row, line in enumerate((caption or "").split("\n")):
            body.append(text_svg(left + width / 2, top + height + (row + 0.85) * LINE_HEIGHT, line))
        if arrows and i + 1 < len(states) and (i + 1) % per_row:
            middle = left + (width + tile_width) / 2 + gap / 2
            body.append(text_svg(middle, top + height / 2 + 7, "→", 22))
    columns, rows = min(per_row, len(states)), -(-len(states) // per_row)
    return Picture(
        "".join(body),
        2 * MARGIN + columns * (tile_width + gap) - gap,
        2 * MARGIN + rows * (height + caption_height + gap) - gap,
        _side_by_side([game.show(state) for state in states], captions),
    )


def board_svg(
    state: State, game: TicTacToe, size: float, numbers=False, values=None, last=None, heat=None
):
    """Return the SVG of one board whose upper left corner is at 0, 0."""
    heat = heat or {}
    struck = game.winning_lines(state)  # first of all, since it refuses what is no board
    cell = size / max(game.rows, game.cols)
    width, height = extent(game, size)
    middle = [
        (cell * (c % game.cols + 0.5), cell * (c // game.cols + 0.5)) for c in range(game.cells)
    ]
    rules = [f"M{num(col * cell)} 0V{num(height)}" for col in range(1, game.cols)]
    rules += [f"M0 {num(row * cell)}H{num(width)}" for row in range(1, game.rows)]
    crosses = [_cross(*middle[c], 0.26 * cell) for c in range(game.cells) if state[c] == "X"]
    rings = [_ring(*middle[c], 0.28 * cell) for c in range(game.cells) if state[c] == "O"]
    parts = [
        *(_square(*middle[c], cell, blend(warmth)) for c, warmth in heat.items()),
        "" if last is None or last in heat else _square(*middle[last], cell, HIGHLIGHT),
        "" if last not in heat else _frame(*middle[last], cell),
        stroke(rules, GRID, cell / 24),
        stroke(crosses, COLOUR["X"], cell / 8),
        stroke(rings, COLOUR["O"], cell / 8),
        *(_strike(middle[line[0]], middle[line[-1]], cell) for line in struck),
    ]
    for c in (c for c in range(game.cells) if state[c] == EMPTY):
        x, y = middle[c]
        if values and c in values:
            label = signed(values[c])
            room = 1.28 if c == last and c in heat else 1.5  # within the frame there is less
            letter = cell * min(0.34, room / max(1, len(label)))  # so that it fits into the cell
            colour = shade(values[c]) if c not in heat else PAPER if abs(heat[c]) > 0.85 else INK
            parts.append(text_svg(x, y + 0.353 * letter, label, letter, colour))
        elif numbers:
            parts.append(text_svg(x, y + 0.1 * cell, str(c), 0.28 * cell, COLOUR["draw"]))
    return "".join(parts)


def _cross(x, y, reach):
    low_x, low_y, high_x, high_y = (
        num(x - reach),
        num(y - reach),
        num(x + reach),
        num(y + reach),
    )
    return f"M{low_x} {low_y}L{high_x} {high_y}M{low_x} {high_y}L{high_x} {low_y}"


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


def _side_by_side(blocks, captions):
    """Return blocks of text next to each other, each with its caption below."""
    columns = [
        [*block.split("\n"), *(caption or "").split("\n")]
        for block, caption in zip_longest(blocks, captions)
    ]
    widths = [max(map(len, column)) for column in columns]
    rows = zip_longest(*columns, fillvalue="")
    lines = ["   ".join(cell.ljust(w) for cell, w in zip(row, widths)).rstrip() for row in rows]
    return "\n".join(lines).rstrip()
