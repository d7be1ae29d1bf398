"""The learners: Q-learning and SARSA with all their options, and how they play.

The updates themselves are those of ttt.algorithms.td.
"""

import random
from collections.abc import Callable
from math import isfinite

from ttt.agents.agent import Trained, share
from ttt.agents.tables import asked_once, make_table, position
from ttt.agents.training import History, train
from ttt.algorithms.td import epsilon_greedy, q_update, sarsa_update, step_size
from ttt.anygame import as_game
from ttt.game import SIDE, Action, Game, State, TicTacToe

BOARD = TicTacToe()  # one for all learners, since a game remembers the states it has seen
ALPHA, GAMMA, EPSILON = 0.5, 0.9, 0.1
ONE_OVER_VISITS = "1/visits"  # which is step_size


class Learner(Trained):
    """An agent that learns what moves are worth; it plays the moves of the highest value.

    alpha        how far a value moves at each update: a number, "1/visits" (at least 0.01), or a
                 function of the visits
    gamma        how much a reward counts one turn earlier
    epsilon      how often it explores in training; when it plays, it never does
    start        the value of what was never tried: 1 is optimistic, as no move is worth more
    symmetry     whether mirror images share their values
    afterstates  whether moves that lead to the same state share their values
    game         what it learns: plain tic-tac-toe unless given

    q            the values: q[state, action], on the side of the player to move
    visits       how many updates each of them has had
    episodes     how many games it has learned from
    history      how it went, a `History`
    """

    name = "learner"

    def __init__(
        self,
        alpha: float | str | Callable[[int], float] = ALPHA,
        gamma: float = GAMMA,
        epsilon: float = EPSILON,
        start: float = 0.0,
        symmetry: bool = False,
        afterstates: bool = False,
        game: Game | None = None,
        rng: random.Random | None = None,
    ):
        super().__init__(rng)
        if alpha != ONE_OVER_VISITS and not callable(alpha):
            share(f"alpha, unless it is {ONE_OVER_VISITS!r},", alpha)
        share("epsilon", epsilon)
        share("gamma", gamma)
        if not isinstance(start, int | float) or not isfinite(start):
            raise ValueError(f"start is a number, such as 0 or 1, not {start!r}.")
        self.alpha, self.gamma, self.epsilon, self.start = alpha, gamma, epsilon, start
        self.symmetry, self.afterstates = symmetry, afterstates
        self.game = BOARD if game is None else as_game(game)
        self.q, self.visits = (
            make_table(number, self.game, symmetry, afterstates) for number in (start, 0)
        )
        self.episodes, self.history = 0, History()
        self.positions = asked_once(position, self.game)

    # ---- learning

    def update(self, s, a, r, s2, actions2, a2, alpha) -> None:
        """Learn from one turn: in s the move a brought the reward r; next comes a2 in s2."""
        raise NotImplementedError

    def explore(self, state: State) -> Action:
        """Return a move as it makes them in training: now and then any move."""
        actions = tuple(self.game.actions(state))
        return epsilon_greedy(self.q, state, actions, self.epsilon, self.rng)

    def learn(self, turn: tuple[State, Action], r, s2, actions2, a2) -> float:
        """Count the visit, update the value, and return the step of alpha that was taken."""
        self.visits[turn] = visits = self.visits[turn] + 1
        alpha = step_size if self.alpha == ONE_OVER_VISITS else self.alpha
        if callable(alpha):
            alpha = alpha(visits)
        s, a = turn
        self.update(s, a, r, s2, actions2, a2, alpha)
        return alpha

    train = train

    # ---- playing

    def scores(self, game: Game, state: State) -> dict[Action, float]:
        """Return the value of each move, X's side."""
        self.insist_on_own(game)
        sign = SIDE[game.player(state)]
        return {action: sign * self.q[state, action] for action in game.actions(state)}


class QLearner(Learner):
    """The learner that counts on its best next move, whatever it really does: off-policy."""

    name = "q-learning"

    def update(self, s, a, r, s2, actions2, a2, alpha):
        """Learn from one turn, by the best of the next actions."""
        q_update(self.q, s, a, r, s2, actions2, alpha, self.gamma)


class SarsaLearner(Learner):
    """The learner that counts on the next move it really makes, exploring or not: on-policy."""

    name = "sarsa"

    def update(self, s, a, r, s2, actions2, a2, alpha):
        """Learn from one turn, by the action that is taken next."""
        sarsa_update(self.q, s, a, r, s2, a2, alpha, self.gamma)


LEARNERS = {"q": QLearner, "sarsa": SarsaLearner}
