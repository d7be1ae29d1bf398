"""Agents that follow rules of thumb.

A rule looks at a state and returns the moves it speaks for, or () if it has
nothing to say. An agent asks its rules in order and plays one of the moves of
the first rule that speaks, each with the same probability.
"""

from collections.abc import Callable
from functools import lru_cache

from ttt.agents.agent import Agent, Policy, uniform
from ttt.game import EMPTY, Cells, State, TicTacToe

Rule = Callable[[TicTacToe, State], Cells]


# ---- looking ahead along the lines


def opponent(player: str) -> str:
    """Return the other one of "X" and "O"."""
    return "O" if player == "X" else "X"


def marked(state: State, cell: int, player: str) -> State:
    """Return the board with a mark of `player` in `cell`, whoever's turn it is."""
    return state[:cell] + player + state[cell + 1 :]


@lru_cache(maxsize=50_000)
def winning_cells(game: TicTacToe, state: State, player: str) -> Cells:
    """Return the free cells that would complete a line of `player`, ascending."""
    found = set()
    for line in game.lines:
        marks = [state[cell] for cell in line]
        if marks.count(player) == game.k - 1 and EMPTY in marks:
            found.add(line[marks.index(EMPTY)])
    return tuple(sorted(found))


@lru_cache(maxsize=50_000)
def forking_cells(game: TicTacToe, state: State, player: str) -> Cells:
    """Return the free cells that would give `player` two ways to win at once, ascending."""
    return tuple(
        cell
        for cell, mark in enumerate(state)
        if mark == EMPTY and len(winning_cells(game, marked(state, cell, player), player)) > 1
    )


# ---- the rules


def anything(game: TicTacToe, state: State) -> Cells:
    """Any move."""
    return game.actions(state)


def win(game: TicTacToe, state: State) -> Cells:
    """Complete a line."""
    return winning_cells(game, state, game.player(state))


def block(game: TicTacToe, state: State) -> Cells:
    """Take a cell with which the opponent would complete a line."""
    return winning_cells(game, state, opponent(game.player(state)))


def fork(game: TicTacToe, state: State) -> Cells:
    """Make two threats at once: the opponent can stop only one of them."""
    return forking_cells(game, state, game.player(state))


def block_fork(game: TicTacToe, state: State) -> Cells:
    """If the opponent could fork, make a move after which they cannot.

    A move that threatens to win forces their answer, so it is enough that the
    answer is no fork.
    """
    me, them = game.player(state), opponent(game.player(state))
    if not forking_cells(game, state, them):
        return ()
    safe = []
    for cell in game.actions(state):
        after = marked(state, cell, me)
        answers = winning_cells(game, after, me) or game.actions(state)
        if not set(answers) & set(forking_cells(game, after, them)):
            safe.append(cell)
    return tuple(safe)


def centre(game: TicTacToe, state: State) -> Cells:
    """Take the middle of the board; an even side has two middle rows or columns."""
    return _free(state, [r * game.cols + c for r in _middle(game.rows) for c in _middle(game.cols)])


def corner(game: TicTacToe, state: State) -> Cells:
    """Take a corner."""
    return _free(state, _corners(game))


def opposite_corner(game: TicTacToe, state: State) -> Cells:
    """Take a corner that is diagonally opposite to one of the opponent's."""
    them = opponent(game.player(state))
    corners = _corners(game)
    return _free(state, [c for c in corners if state[game.cells - 1 - c] == them])


def side(game: TicTacToe, state: State) -> Cells:
    """Take a cell on the edge of the board that is no corner."""
    edge = [
        cell
        for cell in range(game.cells)
        if cell // game.cols in (0, game.rows - 1) or cell % game.cols in (0, game.cols - 1)
    ]
    return _free(state, sorted(set(edge) - set(_corners(game))))


def _free(state: State, cells) -> Cells:
    return tuple(cell for cell in cells if state[cell] == EMPTY)


def _middle(side: int) -> range:
    return range((side - 1) // 2, side // 2 + 1)


def _corners(game: TicTacToe) -> list[int]:
    last = game.cells - 1
    return sorted({0, game.cols - 1, last - (game.cols - 1), last})


# ---- the agents


class RuleAgent(Agent):
    """An agent that plays by the first of its rules that has something to say."""

    def __init__(self, *rules: Rule, name: str = "rules", rng=None):
        super().__init__(rng)
        self.rules, self.name = rules, name

    def policy(self, game: TicTacToe, state: State) -> Policy:
        """Return equal probabilities for the moves of the first rule that speaks."""
        return uniform(next(moves for rule in self.rules if (moves := rule(game, state))))


RULE_ORDERS = {
    "random": (anything,),
    "center": (centre, anything),
    "corner": (opposite_corner, corner, anything),
    "one-step": (win, block, anything),
    "combined": (
        win,
        block,
        fork,
        block_fork,
        centre,
        opposite_corner,
        corner,
        side,
        anything,
    ),
}
