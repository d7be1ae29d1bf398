"""What the cells of a board can tell: where they lead with best play."""

from html import escape

from ttt.anygame import name_of_game
from ttt.game import SIDE, Action, Game, State
from ttt.space import Space, small_space, space_of
from ttt.widgets.board import Labels, label

VERDICTS = {1: ("win", "✓", "good"), 0: ("draw", "=", "even"), -1: ("loss", "✗", "bad")}


def outlook(game: Game, state: State) -> dict[Action, tuple[float, int]]:
    """Return for every move its value with best play and how many moves are then left in all.

    The value is from the side of the player to move, in tic-tac-toe 1, 0 or -1; the
    moves of both players are counted, the move itself among them.
    """
    space, sign = space_of(game), SIDE[game.player(state)]
    after = {action: game.result(state, action) for action in game.actions(state)}
    return {
        action: (sign * space.value(child), space.distance(child) + 1)
        for action, child in after.items()
    }


def row_of(game: Game, state: State) -> tuple[Space | None, int]:
    """Return the space of a small game and the row of a state in it, or (None, -1)."""
    try:
        space = small_space(game)
        return space, space.index[state] if space else -1
    except ValueError:  # no game leads to this state
        return None, -1


def hints(game: Game, state: State) -> tuple[Labels, str]:
    """Return what each move leads to, for the player to move, and how to read that."""
    space, labels = small_space(game), {}
    if space is None:
        return (
            {},
            f"Hints need the whole game, and {escape(name_of_game(game))} is too large.",
        )
    for action, (value, moves) in outlook(game, state).items():
        name, symbol, tone = VERDICTS[(value > 0) - (value < 0)]
        worth = "" if space.counts_wins else f" of {abs(value):g}"
        short = name if value == 0 else f"{name}{worth} in {moves}"
        words = f"leads to a {short}" + (" move" if moves == 1 else " moves" if value else "")
        labels[action] = [label(symbol, words, tone, large=True), label(short, tone=tone)]
    return labels, (
        f"<b>Hints</b> for {game.player(state)}: what each move leads to if both play their best "
        "from there. ✓ a win, = a draw, ✗ a loss, and after how many moves, both players' counted."
    )
