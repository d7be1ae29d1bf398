"""The boards of a teaching lab: where values changed, and what the learner thinks."""

from ttt import draw
from ttt.agents.teaching import Change, states_of
from ttt.draw import RIGHT, WRONG, Picture, rounded
from ttt.game import SIDE, HasBoard
from ttt.widgets.moves import in_words
from ttt.widgets.teach_words import arithmetic, difference, target, was_and_now
from ttt.widgets.teaching import Taught, Thought

BOARD_SIZE, THOUGHT_SIZE, KEPT_SIZE = 126, 132, 72
TILES_STYLE = (
    "display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,208px),1fr));"
    "gap:14px 6px;padding:6px 0 2px"
)
TILE_STYLE = "text-align:center;font-size:13px;line-height:1.5"
WHOLE_STYLE = "display:inline-block"  # so that a long sum goes on in a new line at its "="
PILL_STYLE = "border-radius:10px;padding:1px 9px;color:#fff;font-weight:600"
THOUGHT_STYLE = "display:flex;flex-wrap:wrap;gap:10px;align-items:center;font-size:14px"
KEY = "The numbers are on its own side, +1 a sure win; blue is good for X, orange for O."


def changes_html(game: HasBoard, taught: Taught) -> str:
    """Return the boards on which a game has changed values, in their order, then its end."""
    if taught.changes is None:
        return kept_picture(game, taught).svg
    tiles = [_tile(game, nth, change) for nth, change in enumerate(taught.changes, 1)]
    end = draw.board(states_of(game, taught.moves)[-1], game, size=BOARD_SIZE).svg
    result = {taught.side: "It won.", "draw": "A draw."}.get(taught.outcome, "You won.")
    tiles.append(f"<div style='{TILE_STYLE}'><b>the end</b><div>{end}</div>{result}</div>")
    return f"<div style='{TILES_STYLE}'>{''.join(tiles)}</div>"


def _tile(game: HasBoard, nth: int, change: Change) -> str:
    """Return one board before its move, the cell filled by the new value, and the sum below."""
    before, after = was_and_now(change)
    if change.moved:
        colour = RIGHT if change.after > change.before else WRONG
        pill = f"<span style='{PILL_STYLE};background:{colour}'>{difference(change)}</span>"
        caption = f"was {before}, now <b>{after}</b>"
    else:
        pill, caption = "", f"stays {after}"
    sums = arithmetic(change).replace(" = ", f"</span> <span style='{WHOLE_STYLE}'>= ")
    lines = [caption, target(change), sums]
    body = "".join(f"<div><span style='{WHOLE_STYLE}'>{line}</span></div>" for line in lines)
    faint = "" if change.moved else ";opacity:.55"
    svg = _changed_board(game, [change], BOARD_SIZE).svg
    return (
        f"<div style='{TILE_STYLE}{faint}'><b>its move {nth}</b> {pill}<div>{svg}</div>{body}</div>"
    )


def _changed_board(game: HasBoard, changes, size: float, captions=()) -> Picture:
    """Return boards before their moves, each move framed and filled by its new value."""
    cells = [game.cell_of(change.state, change.action) for change in changes]
    sides = [SIDE[game.player(change.state)] for change in changes]
    return draw.boards(
        [change.state for change in changes],
        captions,
        game,
        size=size,
        values=[{cell: rounded(change.after)} for cell, change in zip(cells, changes)],
        heat=[{c: side * change.after} for c, side, change in zip(cells, sides, changes)],
        last=cells,
    )


def changes_picture(game: HasBoard, taught: Taught) -> Picture:
    """Return what a game has changed as one picture."""
    if not taught.changes:
        return kept_picture(game, taught)
    captions = ["was {}, now {}".format(*was_and_now(change)) for change in taught.changes]
    return _changed_board(game, taught.changes, BOARD_SIZE, captions)


def kept_picture(game: HasBoard, taught: Taught) -> Picture:
    """Return the boards of a game, one after the other."""
    states = states_of(game, taught.moves)
    return draw.boards(
        states,
        game=game,
        size=KEPT_SIZE,
        per_row=10,
        arrows=True,
        last=[None, *map(game.cell_of, states, taught.moves)],
    )


def thought_html(game: HasBoard, thought: Thought | None) -> str:
    """Return what the learner's moves were worth to it at its last decision, and what it did."""
    if thought is None:
        return "There is no decision of its own to show."
    last = game.cell_of(thought.state, thought.choice)
    board = draw.value_board(thought.state, thought.values, game, size=THOUGHT_SIZE, last=last)
    where = in_words(game, thought.state, thought.choice)
    if thought.choice not in thought.best:
        words = f"It took {where}, not its best move: it explored."
    elif len(thought.best) > 1:
        words = f"{len(thought.best)} moves looked best to it, all alike. It took {where}."
    else:
        words = f"It took {where}, which looked best."
    head = f"What its moves were worth to it as {game.player(thought.state)}, before it moved."
    text = f"<div style='flex:1 1 180px;line-height:1.45'><b>{head}</b> {words}<br>{KEY}</div>"
    return f"<div style='{THOUGHT_STYLE}'><div>{board.svg}</div>{text}</div>"
