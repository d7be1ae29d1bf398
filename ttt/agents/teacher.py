"""The teacher: an opponent that knows the good moves and errs on purpose, now and then."""

import random
from functools import lru_cache

from ttt.agents.agent import Agent, Policy, uniform
from ttt.agents.rules import RULE_ORDERS, RuleAgent
from ttt.game import Action, Cells, State, TicTacToe
from ttt.space import space_of

P = 0.9
MOST_CELLS = 12  # of a board whose space is built in a moment


@lru_cache(maxsize=50_000)
def optimal_moves(game: TicTacToe, state: State) -> Cells:
    """Return the moves that keep the minimax value, ascending."""
    if game.cells > MOST_CELLS:
        raise ValueError(
            f"The teacher knows the optimal moves on up to {MOST_CELLS} cells, and a "
            f"{game.rows}×{game.cols} board has {game.cells}: use good='rules' there."
        )
    return space_of(game).best_actions(state)


@lru_cache(maxsize=50_000)
def rule_moves(game: TicTacToe, state: State) -> Cells:
    """Return what the rules of "combined" say: win, block, fork, block a fork, centre, …"""
    return tuple(RuleAgent(*RULE_ORDERS["combined"]).policy(game, state))


GOOD_MOVES = {"optimal": optimal_moves, "rules": rule_moves}


class Teacher(Agent):
    """The agent that makes a good move with probability `p`, else any move at random.

    good  which moves are good, each as likely as the others: "optimal", those of the best
          minimax value, on boards of up to 12 cells; or "rules", those of the agent "combined"
    """

    name = "teacher"

    def __init__(self, p: float = P, good: str = "optimal", rng: random.Random | None = None):
        super().__init__(rng)
        if not 0 <= p <= 1:
            raise ValueError(f"p is a probability from 0 to 1, not {p!r}.")
        if good not in GOOD_MOVES:
            raise ValueError(f"good is {' or '.join(map(repr, GOOD_MOVES))}, not {good!r}.")
        self.p, self.good_moves = p, GOOD_MOVES[good]

    def policy(self, game: TicTacToe, state: State) -> Policy:
        """Return the mixture of the good moves and all moves."""
        good = uniform(self.good_moves(game, state)) if self.p > 0 else {}
        return {
            action: self.p * good.get(action, 0) + (1 - self.p) * chance
            for action, chance in uniform(game.actions(state)).items()
        }

    def refuse(self, game: TicTacToe, state: State) -> None:
        """Raise a ValueError in words if it does not know the good moves of the board."""
        if self.p > 0:
            self.good_moves(game, state)

    def __call__(self, game: TicTacToe, state: State) -> Action:
        """Return a good move, or any move: the same as a draw from the policy, but quicker."""
        teaches = self.rng.random() < self.p
        moves = self.good_moves(game, state) if teaches else game.actions(state)
        return moves[int(self.rng.random() * len(moves))]
