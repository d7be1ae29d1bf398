"""The teacher: an opponent that knows the good moves and errs on purpose, now and then."""

import random
from functools import lru_cache

from ttt.agents.agent import Agent, Policy, uniform
from ttt.agents.rules import RULE_ORDERS, RuleAgent, has_winning_lines
from ttt.game import Action, Actions, Game, State
from ttt.space import quick_space

P = 0.9


def optimal_moves(game: Game, state: State) -> Actions:
    """Return the moves that keep the minimax value, as listed."""
    try:
        return quick_space(game).best_actions(state)
    except ValueError as error:
        other = " Use good='rules' there." if has_winning_lines(game) else ""
        raise ValueError(f"The teacher does not know the optimal moves. {error}{other}") from None


def rule_moves(game: Game, state: State) -> Actions:
    """Return what the rules of "combined" say: win, block, fork, block a fork, centre, …"""
    return tuple(RuleAgent(*RULE_ORDERS["combined"], name="The teacher").policy(game, state))


GOOD_MOVES = {"optimal": optimal_moves, "rules": rule_moves}


@lru_cache(maxsize=50_000)
def _remembered(good: str, kind: type, game: Game, state: State) -> Actions:
    return GOOD_MOVES[good](game, state)


class Teacher(Agent):
    """The agent that makes a good move with probability `p`, else any move at random.

    good  which moves are good, each as likely as the others: "optimal", those of the best
          minimax value, in games of few states; or "rules", those of the agent "combined"
    """

    name = "teacher"

    def __init__(self, p: float = P, good: str = "optimal", rng: random.Random | None = None):
        super().__init__(rng)
        if not 0 <= p <= 1:
            raise ValueError(f"p is a probability from 0 to 1, not {p!r}.")
        if good not in GOOD_MOVES:
            raise ValueError(f"good is {' or '.join(map(repr, GOOD_MOVES))}, not {good!r}.")
        self.p, self.good = p, good

    def good_moves(self, game: Game, state: State) -> Actions:
        """Return the good moves; those of a game that can be a key are found once."""
        try:
            return _remembered(self.good, type(game), game, state)
        except TypeError:
            return GOOD_MOVES[self.good](game, state)

    def policy(self, game: Game, state: State) -> Policy:
        """Return the mixture of the good moves and all moves."""
        good = uniform(self.good_moves(game, state)) if self.p > 0 else {}
        return {
            action: self.p * good.get(action, 0) + (1 - self.p) * chance
            for action, chance in uniform(game.actions(state)).items()
        }

    def refuse(self, game: Game, state: State) -> None:
        """Raise a ValueError in words if it does not know the good moves of the board."""
        if self.p > 0:
            self.good_moves(game, state)

    def __call__(self, game: Game, state: State) -> Action:
        """Return a good move, or any move: the same as a draw from the policy, but quicker."""
        teaches = self.rng.random() < self.p
        moves = self.good_moves(game, state) if teaches else tuple(game.actions(state))
        if not moves:
            return super().__call__(game, state)
        return moves[int(self.rng.random() * len(moves))]
