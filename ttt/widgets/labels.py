"""What the cells of a board can tell: where they lead with best play."""

from ttt.game import SIDE, Action, Game, State
from ttt.space import Space, small_space, space_of
from ttt.widgets.board import Labels

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


def hints(game: Game, state: State) -> Labels:
    """Return what each move leads to, for the player to move; nothing if the game is too large."""
    labels = {}
    if small_space(game) is None:
        return labels
    for action, (value, moves) in outlook(game, state).items():
        name, symbol, tone = VERDICTS[(value > 0) - (value < 0)]
        text = f"{name} in {moves}" if value else name
        labels[action] = {"symbol": symbol, "text": text, "tone": tone}
    return labels
