"""Q-learning by self-play for thousands of games in lockstep, with NumPy."""

import numpy as np

from ttt.agents.learners import ALPHA, EPSILON, GAMMA
from ttt.space import Space

LOWEST = np.finfo(float).min


def learn_in_lockstep(space: Space, episodes: int, games: int, seed: int) -> np.ndarray:
    """Return the values that so many episodes of self-play teach, played `games` at a time.

    They are an array [states, moves], as the rows of a space go, on the side of the player
    to move, -inf where there is no move. What several games have to say about one move
    counts as one update after the other, each with the mean of their targets.
    """
    rng, width = np.random.default_rng(seed), space.successor.shape[1]
    q, goes_on = np.where(space.legal, 0.0, -np.inf), space.legal.any(axis=1)
    while episodes > 0:
        ends = np.zeros(min(games, episodes), int)  # the rows that the games have come to
        last = np.full((2, len(ends)), -1)  # the last move of X and of O in each, a place in q
        live, rows = np.arange(len(ends)), ends  # the games that go on
        while len(live):
            actions, worth = _explore(q.take(rows, axis=0), rng)  # far quicker than q[rows]
            moved = 1 - space.x_moves[rows], live
            _update(q, last[moved], GAMMA * worth)
            last[moved] = moves = rows * width + actions
            ends[live] = rows = space.successor.take(moves)
            live, rows = live[goes_on[rows]], rows[goes_on[rows]]
        for mark, side in enumerate((1, -1)):
            _update(q, last[mark], side * space.results[ends])
        episodes -= games
    return q


def _explore(values: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return an epsilon-greedy move in each row of values, and what the best is worth."""
    best = values.max(axis=1)
    any_move = rng.random(len(values)) < EPSILON
    choices = values >= np.where(any_move, LOWEST, best)[:, None]
    return np.where(choices, rng.random(choices.shape, np.float32), -1).argmax(axis=1), best


def _update(q: np.ndarray, moves: np.ndarray, targets: np.ndarray) -> None:
    """Move the values of these moves, places in q or -1 for none, towards their mean targets."""
    made = moves >= 0
    counts = np.bincount(moves[made], minlength=q.size)
    sums = np.bincount(moves[made], targets[made], q.size)
    places = np.flatnonzero(counts > 0)  # of truth values: far quicker than of numbers
    values, counts = q.reshape(-1), counts[places]
    values[places] += (1 - (1 - ALPHA) ** counts) * (sums[places] / counts - values[places])
