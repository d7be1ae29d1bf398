"""Which moves to look at first: an order is a function of game and state.

Alpha-beta cuts the more, the sooner it looks at the best move.
"""

from collections.abc import Sequence
from functools import lru_cache

from ttt.agents.scoring import held
from ttt.game import Action, Game, InARow, State


def as_listed(game: Game, state: State) -> Sequence[Action]:
    """Return the moves as the game lists them."""
    return game.actions(state)


def centre_first(game: InARow, state: State) -> Sequence[Action]:
    """Return the moves, those first through which the most lines go: the centre, then corners."""
    lines_through = _lines_through(game)
    return sorted(
        game.actions(state), key=lambda move: -len(lines_through[game.cell_of(state, move)])
    )


def most_urgent_first(game: InARow, state: State) -> Sequence[Action]:
    """Return the moves, those first that complete, stop or lengthen the longest open lines."""
    mine, theirs = held(state) if game.player(state) == "X" else held(state)[::-1]
    weights, lines_through = [], _lines_through(game)
    for line in game.line_bits:
        own, other = (mine & line).bit_count(), (theirs & line).bit_count()
        weights.append(0 if own and other else 8**other if other else 2 * 8**own)
    urgency = {
        move: -sum([weights[line] for line in lines_through[game.cell_of(state, move)]])
        for move in game.actions(state)
    }
    return sorted(urgency, key=urgency.get)


ORDERS = {"best": most_urgent_first, "centre": centre_first, "listed": as_listed}


@lru_cache(maxsize=4)
def _lines_through(game: InARow) -> list[list[int]]:
    """Return for each cell which of the lines go through it."""
    return [
        [number for number, line in enumerate(game.lines) if cell in line]
        for cell in range(game.cells)
    ]
