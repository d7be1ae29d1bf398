"""How good a player of tic-tac-toe is that looks some moves ahead and then guesses, exactly."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ttt.game import Game, State, TicTacToe
from ttt.space import rounded, space_of


class Sight(NamedTuple):
    """What becomes of a player that looks 1 move ahead, 2, 3 …: a number for each.

    wrong  on how many boards of a hundred its move gives something away, on average
    as_x   the score of the best reply to it where it plays X, the replier's side
    as_o   the same where it plays O
    """

    wrong: list[float]
    as_x: list[float]
    as_o: list[float]


def sight(evaluate: Callable[[Game, State], float], deepest: int = 6) -> Sight:
    """Return how good it is to look ahead with this evaluation, X's side, and make any best move.

    The ends keep their utility; `evaluate(game, state)` is asked about all other boards.
    """
    game, found = TicTacToe(), Sight([], [], [])
    space = space_of(game)
    is_open = space.legal.any(axis=1)
    looks = space.results.astype(float)
    looks[is_open] = [evaluate(game, space.states[row]) for row in np.flatnonzero(is_open)]
    for _ in range(deepest):
        worst = np.where(space.x_moves, -np.inf, np.inf)[:, None]
        after = np.where(space.legal, looks[space.successor], worst)
        best = np.where(space.x_moves, after.max(axis=1), after.min(axis=1))
        policy = space.uniform(space.legal & np.isclose(after, best[:, None], rtol=0))
        looks = np.where(is_open, best, looks)
        found.wrong.append(100 * float(space.wrong(policy)[is_open].mean()))
        for scores, plays in ((found.as_x, "X"), (found.as_o, "O")):
            scores.append(float(rounded(space.best_reply(policy, plays).scores)[0]))
    return found
