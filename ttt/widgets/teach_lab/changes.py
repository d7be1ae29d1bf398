"""What a game has taught a learner: in words, in numbers, and on boards."""

from typing import NamedTuple

from ttt import draw
from ttt.agents import Learner
from ttt.agents.teaching import Change, states_of, teach
from ttt.draw import RIGHT, WRONG, Picture, rounded
from ttt.game import SIDE, Action, Actions, HasBoard, State
from ttt.widgets.moves import in_words
from ttt.widgets.training_lab.charts import beaten_as

BOARD_SIZE = 126
TILES_STYLE = (
    "display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,208px),1fr));"
    "gap:14px 6px;padding:6px 0 2px"
)
TILE_STYLE = "text-align:center;font-size:13px;line-height:1.5"
PILL_STYLE = "border-radius:10px;padding:1px 9px;color:#fff;font-weight:600"
THOUGHT_STYLE = (
    "display:flex;flex-wrap:wrap;gap:10px;align-items:center;font-size:14px;line-height:1.45"
)
KEY = "The numbers are on its own side, +1 a sure win; blue is good for X, orange for O."
NO_THOUGHT = "There is no decision of its own to show."
ENDS = {1: "win", 0: "draw", -1: "loss"}


class Taught(NamedTuple):
    """A game that a learner was taught.

    moves    of both players
    side     what the learner played
    end      1 if the learner won, 0 for a draw, -1 if it lost
    changes  one for each turn of the learner, in order
    """

    moves: Actions
    side: str
    end: int
    changes: tuple[Change, ...]


def teach_game(learner: Learner, moves: list[Action], side: str) -> Taught:
    """Have a learner learn from a finished game, as a training against these moves would."""
    made = teach(learner, moves, side)
    reward = learner.history.rewards[-1]
    return Taught(tuple(moves), side, (reward > 0) - (reward < 0), made)


# ---- in words


def tell(taught: Taught) -> str:
    """Return what a game has changed, and how far its news has come, in a few sentences."""
    *before, last = taught.changes
    end, moved = ENDS[taught.end], sum(change.moved for change in before)
    said = f"The {end} was just what its last move was expected to bring."
    if last.moved:
        said = f"Its last move felt the {end}: {difference(last)}."
    if before and (moved or last.moved):
        many = {0: "None", len(before): "All"}.get(moved, moved)
        too = f" too, but not by this {end}" if moved else ""
        said += (
            f" {many} of the moves before it changed{too}: each learns only from what its next "
            "turn was worth before this game."
        )
    return said


def tally(games: list[Taught]) -> str:
    """Return who has won how often."""
    ends = [taught.end for taught in games]
    draws = f"{ends.count(0)} {'draw' if ends.count(0) == 1 else 'draws'}"
    return f"You won {ends.count(-1)}, it won {ends.count(1)}, {draws}." if ends else "No game yet."


def worth(learner: Learner) -> str:
    """Return what a learner is worth when it does not explore, if it has been checked since."""
    check = next(reversed(learner.history.checks), None)
    if not check or check.episode < learner.episodes or not learner.episodes:
        return ""
    beaten = beaten_as(check)
    end = f"it can still be beaten {beaten}" if beaten else "nobody can beat it"
    return (
        f"Against random play it now expects {rounded(check.x_against_random)} as X and "
        f"{rounded(check.o_against_random)} as O; {end}. Exact, not sampled."
    )


# ---- in numbers


def number(value: float) -> str:
    """Return a number with as many decimals as it needs, at most four."""
    return f"{round(value, 4) or 0:g}".replace("-", "−")


def difference(change: Change) -> str:
    """Return by how much a value has changed."""
    gain = change.after - change.before
    return f"{'+' if gain > 0 else '−'}{number(abs(gain))}"


def arithmetic(change: Change) -> str:
    """Return the update in one line."""
    step = f"{change.alpha:.3g} · ({number(change.target)} − {_bracketed(change.before)})"
    return f"{number(change.before)} + {step} = {number(change.after)}"


def _bracketed(value: float) -> str:
    """Return a number as it stands behind a minus or a dot."""
    return f"({number(value)})" if value < 0 else number(value)


# ---- on boards


def changes_html(game: HasBoard, taught: Taught) -> str:
    """Return the boards on which a game has changed values, in their order, then its end."""
    tiles = [_tile(game, nth, change) for nth, change in enumerate(taught.changes, 1)]
    end = draw.board(states_of(game, taught.moves)[-1], game, size=BOARD_SIZE).svg
    result = {1: "It won.", 0: "A draw.", -1: "You won."}[taught.end]
    tiles.append(f"<div style='{TILE_STYLE}'><b>the end</b><div>{end}</div>{result}</div>")
    return f"<div style='{TILES_STYLE}'>{''.join(tiles)}</div>"


def _tile(game: HasBoard, nth: int, change: Change) -> str:
    """Return one board before its move, the cell filled by the new value, and the sum below."""
    color = RIGHT if change.after > change.before else WRONG
    pill = f"<span style='{PILL_STYLE};background:{color}'>{difference(change)}</span>"
    head = f"<b>its move {nth}</b> {pill if change.moved else ''}"
    source = "the end" if change.ended else "its next turn"
    sums = f"{source}: {number(change.target)}<br>{arithmetic(change)}"
    look = TILE_STYLE if change.moved else f"{TILE_STYLE};opacity:.55"
    return f"<div style='{look}'>{head}<div>{picture(game, [change]).svg}</div>{sums}</div>"


def picture(game: HasBoard, changes: list[Change]) -> Picture:
    """Return boards before their moves, each move framed and filled by its new value."""
    cells = [game.cell_of(change.state, change.action) for change in changes]
    sides = [SIDE[game.player(change.state)] for change in changes]
    return draw.boards(
        [change.state for change in changes],
        [f"was {number(change.before)}, now {number(change.after)}" for change in changes],
        game,
        size=BOARD_SIZE,
        values=[{cell: rounded(change.after)} for cell, change in zip(cells, changes)],
        heat=[{c: side * change.after} for c, side, change in zip(cells, sides, changes)],
        last=cells,
    )


def thought_html(game: HasBoard, state: State, values: dict[Action, float], move: Action) -> str:
    """Return what the learner's moves were worth to it before its last one, and why it made it."""
    where, best = in_words(game, state, move), max(values.values())
    alike = list(values.values()).count(best)
    why = ", which looked best" if alike == 1 else f", one of {alike} that looked best"
    if values[move] < best:
        why = ", not its best move: it explored"
    last = game.cell_of(state, move)
    board = draw.value_board(state, values, game, size=BOARD_SIZE, last=last).svg
    head = f"<b>What its moves were worth to it as {game.player(state)}, before it moved.</b>"
    text = f"<div style='flex:1 1 180px'>{head} It took {where}{why}.<br>{KEY}</div>"
    return f"<div style='{THOUGHT_STYLE}'><div>{board}</div>{text}</div>"
