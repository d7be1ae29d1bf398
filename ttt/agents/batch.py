"""The updates of Q-learning and SARSA for thousands of games in lockstep, with NumPy.

The values are an array [states, moves], as the rows of a `Space` go, on the side
of the player to move; where there is no move they are -inf.
"""

import random

import numpy as np

from ttt.agents.learners import ALPHA, EPSILON, GAMMA, LEARNERS, ONE_OVER_VISITS
from ttt.game import SIDE
from ttt.grid import positive
from ttt.space import Space

NO_MOVE, LOWEST = -np.inf, np.finfo(float).min


def train_batch(
    space: Space,
    episodes: int,
    kind: str = "q",
    opponent: np.ndarray | None = None,
    alpha: float | str = ALPHA,
    gamma: float = GAMMA,
    epsilon: float = EPSILON,
    start: float = 0.0,
    games: int = 1_024,
    rng: random.Random | None = None,
) -> np.ndarray:
    """Return the values that so many episodes teach, played `games` at a time.

    kind      "q" or "sarsa"
    opponent  a policy as an array, which the learner plays in turns as X and as O;
              or None: self-play
    alpha     how far a value moves; or "1/visits", which gives the mean of all targets

    What several games of a batch have to say about one move counts as one
    update after the other, each with the mean of their targets.
    """
    if kind not in LEARNERS:
        raise ValueError(f"kind is {' or '.join(map(repr, LEARNERS))}, not {kind!r}.")
    rng = np.random.default_rng((rng or random.Random()).getrandbits(64))
    batch = _Batch(space, kind, opponent, alpha, gamma, epsilon, start, rng)
    left = positive("episodes", episodes)
    while left:
        now = min(left, positive("games", games))
        batch.play(now)
        left -= now
    return batch.q


class _Batch:
    """The values of a training, and how its games are played."""

    def __init__(self, space, kind, opponent, alpha, gamma, epsilon, start, rng):
        self.space, self.kind, self.rng = space, kind, rng
        self.alpha, self.gamma, self.epsilon = alpha, gamma, epsilon
        self.opponent = None if opponent is None else opponent.cumsum(axis=1)
        self.open = space.legal.any(axis=1)
        self.q = np.where(space.legal, float(start), NO_MOVE)
        self.visits = np.zeros(self.q.size, np.int64)

    def play(self, games: int) -> None:
        """Play so many games from the first state to the end, and learn from them."""
        everyone = np.ones(games, bool)
        x_learns = everyone if self.opponent is None else np.arange(games) % 2 == 0
        learns = {"X": x_learns, "O": everyone if self.opponent is None else ~x_learns}
        last = {mark: np.full(games, -1) for mark in "XO"}  # its move before: a place in q
        rows, live = np.zeros(games, np.int64), np.arange(games)
        while len(live):
            actions = np.empty(games, np.int64)
            x_moves = self.space.x_moves[rows[live]]
            for mark, turns in ("X", live[x_moves]), ("O", live[~x_moves]):
                mine, others = turns[learns[mark][turns]], turns[~learns[mark][turns]]
                if len(mine):
                    actions[mine], worth = self._explore(rows[mine])
                    self._learn(last[mark][mine], self.gamma * worth)
                    last[mark][mine] = rows[mine] * self.q.shape[1] + actions[mine]
                if len(others):
                    actions[others] = self._reply(rows[others])
            rows[live] = self.space.successor[rows[live], actions[live]]
            ended = live[~self.open[rows[live]]]
            for side in "XO":
                self._learn(last[side][ended], SIDE[side] * self.space.results[rows[ended]])
            live = live[self.open[rows[live]]]

    def _explore(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return a move in each state, epsilon-greedy, and what is counted on there.

        That is the value of the best move in Q-learning, of the move itself in SARSA.
        """
        values = self.q[rows]
        best = values.max(axis=1)
        any_move = self.rng.random(len(rows)) < self.epsilon
        choices = values >= np.where(any_move, LOWEST, best)[:, None]
        lots = self.rng.random(choices.shape, np.float32)
        actions = np.where(choices, lots, -1).argmax(axis=1)
        return actions, best if self.kind == "q" else self.q[rows, actions]

    def _reply(self, rows: np.ndarray) -> np.ndarray:
        """Return a move of the opponent in each state, drawn from its policy."""
        reached = self.opponent[rows]
        return (reached > self.rng.random((len(rows), 1)) * reached[:, -1:]).argmax(axis=1)

    def _learn(self, moves: np.ndarray, targets: np.ndarray) -> None:
        """Move the values of these moves, places in q, towards the means of their targets."""
        made = moves >= 0
        counts = np.bincount(moves[made], minlength=self.q.size)
        sums = np.bincount(moves[made], targets[made], self.q.size)
        places = np.flatnonzero(counts)
        counts, values = counts[places], self.q.reshape(-1)
        self.visits[places] += counts
        if self.alpha == ONE_OVER_VISITS:
            steps = counts / self.visits[places]
        else:
            steps = 1 - (1 - self.alpha) ** counts
        values[places] += steps * (sums[places] / counts - values[places])
