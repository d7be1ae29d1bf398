"""Other games, each with the same six functions."""

from functools import cached_property

from ttt.game import EMPTY, OTHER, InARow, Memory, TicTacToe
from ttt.grid import positive


class Misere(TicTacToe):
    """Tic-tac-toe the other way round: whoever completes a line loses."""

    def winner(self, state: str) -> str | None:
        """Return "X" or "O", whoever does not have k in a row when the other has, or None."""
        return OTHER.get(super().winner(state))

    def outcome(self, state: str) -> str | None:
        """Return "X", "O" or "draw" when the game is over, None while it is not."""
        plain = super().outcome(state)
        return OTHER.get(plain, plain)


class ConnectFour(InARow):
    """Connect Four: a mark falls to the lowest free cell of its column; k in a row win.

    A state is a string as in tic-tac-toe, the upper row first; an action is a column.
    """

    NAME_OF_MOVE = "column"

    def __init__(self, rows=6, cols=7, k=4):
        super().__init__(rows, cols, k)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The board as it is, and left and right exchanged: a mark falls only one way."""
        return tuple(range(self.cells)), tuple(sum((row[::-1] for row in self._grid), []))

    @cached_property
    def _winners(self) -> Memory:
        return Memory(self._find_winner)

    def winner(self, state: str) -> str | None:
        """Return "X" or "O", whoever has k in a row, or None; each board is looked at once."""
        return self._winners[state]

    def _find_winner(self, state: str) -> str | None:
        self._check_spelling(state)
        return super().winner(state)

    def actions(self, state: str) -> tuple[int, ...]:
        """Return the columns with a free cell, ascending; () when the game is over."""
        if self.terminal(state):
            return ()
        return tuple(column for column in range(self.cols) if state[column] == EMPTY)

    def cell_of(self, state: str, action: int) -> int:
        """Return the cell a mark falls to: the lowest free one of its column."""
        return state[action :: self.cols].rindex(EMPTY) * self.cols + action

    def action_at(self, state: str, cell: int) -> int:
        """Return the column of a cell."""
        return cell % self.cols

    def action_images(self, action: int) -> list[int]:
        """Return a column and its mirror image."""
        return [action, self.cols - 1 - action]

    def _flaw(self, state: str) -> str:
        """Return what shows that no game leads to `state`, or "" if one does."""
        floats = (state[c] != EMPTY == state[c + self.cols] for c in range(self.cells - self.cols))
        return "a mark floats above an empty cell." if any(floats) else super()._flaw(state)

    def _objection(self, state: str, action) -> str:
        """Return in words why a move cannot be made."""
        words = super()._objection(state, action)
        return words if self.terminal(state) else f"Column {action} of {state!r} is full."


class Nim:
    """Nim: take any number from one pile; the player who takes the last thing wins.

    A state is whose turn it is and how many are left in each pile, such as
    ("X", (3, 4, 5)); an action is (pile, how many), such as (0, 3).
    """

    def __init__(self, piles=(3, 4, 5)):
        self.initial = "X", tuple(positive("a pile", pile) for pile in piles)
        if not self.initial[1]:
            raise ValueError("Nim needs at least one pile, as in Nim((3, 4, 5)).")
        self.arguments = (self.initial[1],)

    def player(self, state):
        """Return who moves next, "X" or "O"."""
        return state[0]

    def actions(self, state):
        """Return every (pile, number) that can be taken."""
        _, piles = state
        return tuple((i, n) for i, left in enumerate(piles) for n in range(1, left + 1))

    def result(self, state, action):
        """Return the state after the player to move has taken some of a pile."""
        if action not in self.actions(state):
            raise ValueError(f"{action!r} cannot be taken from {state!r}: say (pile, how many).")
        (mover, piles), (pile, number) = state, action
        return OTHER[mover], (*piles[:pile], piles[pile] - number, *piles[pile + 1 :])

    def terminal(self, state):
        """Return whether nothing is left."""
        return not any(state[1])

    def utility(self, state):
        """Return 1 if X took the last thing, -1 if O did: X's side."""
        if not self.terminal(state):
            raise ValueError(f"The game is not over in {state!r}, so it has no utility yet.")
        return 1 if state[0] == "O" else -1

    def show(self, state):
        """Return the piles as text, a line each."""
        return "\n".join(f"{i}: {'|' * left}" for i, left in enumerate(state[1]))

    def describe(self, action):
        """Return a move in words."""
        return f"{action[1]} from pile {action[0]}"

    def __repr__(self):
        return f"Nim({self.arguments[0]})"

    def __eq__(self, other):
        return type(self) is type(other) and self.arguments == other.arguments

    def __hash__(self):
        return hash((type(self), self.arguments))
