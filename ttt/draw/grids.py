"""Boards, alone and side by side."""

from itertools import zip_longest

from ttt.anygame import shown
from ttt.draw.faces import face, insist_on_board
from ttt.draw.pieces import (
    LINE_HEIGHT,
    MARGIN,
    PAGE_WIDTH,
    Picture,
    at,
    rounded,
    signed,
    square_game,
    text_svg,
)
from ttt.game import SIDE, Action, Game, State


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
    frame. `game` is needed where the length of the state does not tell the
    board: without it the board is square. A game without a board has its
    state drawn as text.
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
    state: State, values: dict[Action, float], game: Game | None = None, **look
) -> Picture:
    """Return a picture of one board with what its moves are worth, the mover's side.

    The numbers are on the side of the player to move, the colours are not: blue is
    good for X, orange for O. Whole numbers are written as they are, others with two
    decimals. `look` is what `board` takes besides.
    """
    game = square_game(state) if game is None else game
    return board(state, game, **_worth(state, values, game), **look)


def value_boards(
    state: State, opinions: dict[str, dict[Action, float]], game: Game | None = None, **look
) -> Picture:
    """Return a picture of the same board for each opinion of what its moves are worth.

    `opinions` maps captions to values, each as in `value_board`; `look` is what `boards`
    takes besides.
    """
    game = square_game(state) if game is None else game
    worth = [_worth(state, values, game) for values in opinions.values()]
    lists = {name: [one[name] for one in worth] for name in ("values", "heat")}
    return boards([state] * len(opinions), list(opinions), game, **lists, **look)


def _worth(state: State, values: dict[Action, float], game: Game) -> dict[str, dict]:
    """Return what is written in the cells, the mover's side, and what fills them, X's side."""
    insist_on_board(game, "A picture of what the moves are worth")
    side = SIDE[game.player(state)] if values else 0  # at an end nobody moves
    by_cell = {game.cell_of(state, move): value for move, value in values.items()}
    return {
        "values": {
            cell: signed(value) if isinstance(value, int) else rounded(value)
            for cell, value in by_cell.items()
        },
        "heat": {cell: side * value for cell, value in by_cell.items()},
    }


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
    game = square_game(states[0]) if game is None else game
    look = face(game, states, size)
    width, height = look.width, look.height
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
        body.append(at(left, top, look.svg(state, numbers, value, warmth, cell)))
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
        _side_by_side([shown(game, state) for state in states], captions),
    )


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
