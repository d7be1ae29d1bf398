"""A tree made beforehand, whose scores are added up where minimax takes the best.

An end of the game scores 100 for a win of X, -100 for one of O, ten times that
for every cell still free, and 0 for a draw. Any other state scores the *sum* of
the states that follow. X moves to the highest score, O to the lowest. The scores
of the 3×3 board are stored in summed.json, so that playing needs no search;
`save_tree()` makes the file again.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ttt.agents.agent import Agent, Policy, best, uniform
from ttt.anygame import name_of_game
from ttt.files import write_whole
from ttt.game import EMPTY, Action, Game, State, TicTacToe

FILE = Path(__file__).with_name("summed.json")
FORMAT = 1
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


# ---- the tree


def make_tree() -> dict[State, int]:
    """Return the score of every state, X's side; one board stands for all its mirror images."""
    tree = {}

    def score(state):
        state = BOARD.canonical(state)
        if state not in tree:
            after = [score(BOARD.result(state, action)) for action in BOARD.actions(state)]
            tree[state] = sum(after) if after else end(state)
        return tree[state]

    def end(state):
        return BOARD.utility(state) * 100 * 10 ** state.count(EMPTY)

    score(BOARD.initial)
    return tree


def save_tree(file: Path = FILE) -> None:
    """Make the tree of the 3×3 board and store it, in place of the old file once it is whole."""
    content = {"format": FORMAT, "scores": dict(sorted(make_tree().items()))}
    write_whole(file, (json.dumps(content, separators=(",", ":")) + "\n").encode())


@cache
def stored_tree() -> dict[State, int]:
    """Return the stored scores."""
    return json.loads(FILE.read_text(encoding="utf-8"))["scores"]
