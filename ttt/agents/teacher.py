"""The teacher: an opponent that knows the good moves and errs on purpose, now and then."""

import random

from ttt.agents.agent import Agent, Policy, mixture, share, uniform
from ttt.agents.tables import asked_once
from ttt.game import Action, Actions, Game, State
from ttt.space import quick_space

P = 0.9


class Teacher(Agent):
    """The agent that makes a good move with probability `p`, else any move at random.

    Good are the moves of the best minimax value, each as likely as the others. It knows
    them in games of few states.
    """

    name = "teacher"
    is_settled = True

    def __init__(self, p: float = P, rng: random.Random | None = None):
        super().__init__(rng)
        self.p = share("p", p)

    def policy(self, game: Game, state: State) -> Policy:
        """Return the mixture of the good moves and all moves."""
        good = uniform(good_moves(game, state)) if self.p > 0 else {}
        return mixture(self.p, good, game, state)

    def __call__(self, game: Game, state: State) -> Action:
        """Return a good move, or any move: the same as a draw from the policy, but quicker."""
        teaches = self.rng.random() < self.p
        moves = good_moves(game, state) if teaches else tuple(game.actions(state))
        if not moves:
            return super().__call__(game, state)
        return moves[int(self.rng.random() * len(moves))]


def good_moves(game: Game, state: State) -> Actions:
    """Return the moves that keep the minimax value, as listed."""
    return asked_once(_optimal, game)[state]


def _optimal(game: Game, state: State) -> Actions:
    try:
        return quick_space(game).best_actions(state)
    except ValueError as error:
        words = f"The teacher does not know the optimal moves. {error} With p = 0 it needs none."
        raise ValueError(words) from None
