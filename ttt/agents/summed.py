"""A tree made beforehand, whose scores are added up where minimax takes the best.

An end of the game scores 100 for a win of X, -100 for one of O, ten times that
for every cell still free, and 0 for a draw. Any other state scores the *sum* of
the states that follow. X moves to the highest score, O to the lowest. The scores
of the 3×3 board are stored in summed.json, one board for all its mirror images, so that
playing needs no search; the lesson on minimax adds them up in five lines.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ttt.agents.agent import Agent, Policy, best, uniform
from ttt.anygame import name_of_game
from ttt.game import Action, Game, State, TicTacToe

FILE = Path(__file__).with_name("summed.json")
BOARD = TicTacToe()


class Summed(Agent):
    """The agent that moves to the best sum, as X the highest, as O the lowest.

    corrected  {board: cell}: what to play on that board and its mirror images, whatever the sums
    """

    name = "summed"
    is_settled = True

    def __init__(self, corrected: Mapping[State, Action] | None = None, rng=None):
        super().__init__(rng)
        self.corrected = dict(corrected or {})

    def scores(self, game: Game, state: State) -> dict[Action, int]:
        """Return the score of the state behind each move: the higher, the better for X."""
        if game != BOARD:
            raise ValueError(f"summed has the tree of {BOARD} alone, not of {name_of_game(game)}.")
        tree = stored_tree()
        return {
            action: tree[game.canonical(game.result(state, action))]
            for action in game.actions(state)
        }

    def policy(self, game: Game, state: State) -> Policy:
        """Return equal probabilities for the moves of the best score, or the correction's moves."""
        scores = self.scores(game, state)
        corrected = {
            game.canonical(game.result(board, cell))
            for board, cell in self.corrected.items()
            if game.canonical(board) == game.canonical(state)
        }
        if corrected:
            return uniform(a for a in scores if game.canonical(game.result(state, a)) in corrected)
        return best(scores, game, state)


@cache
def stored_tree() -> dict[State, int]:
    """Return the stored scores."""
    return json.loads(FILE.read_text(encoding="utf-8"))["scores"]
