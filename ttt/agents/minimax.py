"""The agent that plays by minimax values: of games small enough to be known as a whole."""

import random
from functools import lru_cache

import numpy as np

from ttt.agents.agent import Agent, Policy, best, uniform
from ttt.agents.rules import insist_on_lines, marked, opponent, winning_cells
from ttt.game import EMPTY, Game, InARow, State
from ttt.space import Space, quick_space

SCORINGS = ("quick", "plain", "fork")


class Minimax(Agent):
    """The agent that makes any of the moves of the best minimax value.

    scoring  what an end is worth: "plain" its utility; "quick" a little more the sooner it
             comes; "fork" twice as much if it is won by a fork
    """

    name = "minimax"
    is_settled = True

    def __init__(self, scoring: str = "quick", rng: random.Random | None = None):
        super().__init__(rng)
        if scoring not in SCORINGS:
            raise ValueError(f"scoring is {', '.join(map(repr, SCORINGS))}, not {scoring!r}.")
        self.scoring = scoring

    def policy(self, game: Game, state: State) -> Policy:
        """Return equal probabilities for the moves of the best value."""
        try:
            space = quick_space(game)
        except ValueError as error:
            raise ValueError(
                f"Minimax looks at every line of play, but {error} Take 'alpha-beta'."
            ) from None
        if self.scoring != "fork":
            return uniform(space.best_actions(state, quickest=self.scoring == "quick"))
        after = {action: game.result(state, action) for action in game.actions(state)}
        values = _fork_values(space)
        return best({a: values[space.index[child]] for a, child in after.items()}, game, state)


@lru_cache(maxsize=2)
def _fork_values(space: Space) -> np.ndarray:
    """Return the minimax value of every state, X's side, if a win by a fork counts twice."""
    game = space.game
    ends = [fork(game, state) if game.terminal(state) else 0 for state in space.states]
    return space.solve(np.array(ends))


def fork(game: InARow, state: State) -> float:
    """Return the utility, X's side, twice if by a fork: 2, 1, 0, -1 or -2.

    It is by a fork if, with the winner's last mark and one of the loser's
    taken back, the winner has two cells to win with.
    """
    insist_on_lines(game, "The scoring 'fork'")
    winner = game.winner(state)
    if winner is None:
        return 0
    last = set.intersection(*map(set, game.winning_lines(state)))
    answers = [cell for cell, mark in enumerate(state) if mark == opponent(winner)]
    before = (marked(marked(state, a, EMPTY), b, EMPTY) for a in last for b in answers)
    by_fork = any(len(winning_cells(game, board, winner)) > 1 for board in before)
    return game.utility(state) * (2 if by_fork else 1)
