"""A game is six functions, and tic-tac-toe is such a game.

Initial state, PLAYER, ACTIONS, RESULT, TERMINAL and UTILITY are all that an
algorithm of this course knows about a game. In tic-tac-toe a state is a string,
row by row, of "X", "O" and "."; an action is the number of a cell, counted from 0.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

from ttt.grid import EMPTY, Cells, Grid, whole

State = Hashable
Action = Hashable
Actions = tuple[Action, ...]

OTHER = {"X": "O", "O": "X"}
UTILITY = {"X": 1, "draw": 0, "O": -1}
SIDE = {"X": 1, "O": -1}  # times a value from X's side: the same from the player's own


class Game(Protocol):
    """What an algorithm may ask of a game: where it starts, and five functions.

    States and actions can be anything that a dictionary takes as a key. The
    players are "X", who wants high values, and "O", who wants low ones. They
    need not take turns: `player` says whose move it is, wherever the game is not over.
    """

    initial: State

    def player(self, state: State) -> str:
        """Return who moves next, "X" or "O"."""

    def actions(self, state: State) -> Actions:
        """Return the moves that may be made."""

    def result(self, state: State, action: Action) -> State:
        """Return the state that a move leads to."""

    def terminal(self, state: State) -> bool:
        """Return whether the game is over."""

    def utility(self, state: State) -> float:
        """Return what an end is worth, X's side: above 0 X has won, below 0 O; 0 is a draw."""


class InARow(Grid):
    """X and O put marks on a board of `rows` × `cols` cells; `k` in a row win. The plain rules.

    X starts, so whose turn it is can be read off the board.
    """

    NAME_OF_MOVE = "cell"

    def __init__(self, rows=3, cols=None, k=None):
        super().__init__(rows, cols, k)
        self.initial = EMPTY * self.cells

    def player(self, state: str) -> str:
        """Return who moves next, "X" or "O"."""
        return "X" if state.count("X") == state.count("O") else "O"

    def actions(self, state: str) -> Cells:
        """Return the cells that may be marked, ascending; () when the game is over."""
        if self.terminal(state):
            return ()
        return tuple(cell for cell, mark in enumerate(state) if mark == EMPTY)

    def result(self, state: str, action: int) -> str:
        """Return the state after the player to move has made a move."""
        if whole(action) not in self.actions(state):
            raise ValueError(self._objection(state, action))
        cell = self.cell_of(state, action)
        return state[:cell] + self.player(state) + state[cell + 1 :]

    def terminal(self, state: str) -> bool:
        """Return whether the game is over: somebody has won, or no cell is free."""
        return self.outcome(state) is not None

    def utility(self, state: str) -> int:
        """Return 1 if X has won, -1 if O has won, 0 for a draw: X's side."""
        outcome = self.outcome(state)
        if outcome is None:
            raise ValueError(f"The game is not over in {state!r}, so it has no utility yet.")
        return UTILITY[outcome]

    # ---- beyond the six: who has won, and how moves and cells belong together

    def winner(self, state: str) -> str | None:
        """Return "X" or "O", whoever has k in a row, or None."""
        for line in self.lines:
            mark = state[line[0]]
            if mark != EMPTY and all(state[cell] == mark for cell in line):
                return mark
        return None

    def outcome(self, state: str) -> str | None:
        """Return "X", "O" or "draw" when the game is over, None while it is not."""
        return self.winner(state) or (None if EMPTY in state else "draw")

    def cell_of(self, state: str, action: int) -> int:
        """Return the cell in which a move puts its mark."""
        return action

    def action_at(self, state: str, cell: int) -> int:
        """Return the move that a click on a cell means, whether it can be made or not."""
        return cell

    def show(self, state: str, numbers: bool = False) -> str:
        """Return the board as text, a line a row; `numbers` names the moves in their cells."""
        self._check_spelling(state)
        moves = self.actions(state) if numbers else ()
        names = {self.cell_of(state, move): str(move) for move in moves}
        texts = [names.get(cell, mark) for cell, mark in enumerate(state)]
        width = max(map(len, texts))
        return "\n".join(" ".join(texts[cell].rjust(width) for cell in row) for row in self._grid)

    # ---- which states and moves are possible

    def check(self, state: str) -> None:
        """Raise a ValueError that says what is wrong if no game can lead to `state`."""
        self._check_spelling(state)
        flaw = self._flaw(state)
        if flaw:
            raise ValueError(f"{state!r} cannot occur: {flaw}")

    def _flaw(self, state: str) -> str:
        """Return what shows that no game leads to `state`, or "" if one does."""
        x_count, o_count = state.count("X"), state.count("O")
        if x_count - o_count not in (0, 1):
            return f"it has {x_count} X and {o_count} O, but X starts and they take turns."
        last = "X" if x_count > o_count else "O"
        last_moves = {cell for cell, mark in enumerate(state) if mark == last}
        won = self.winning_lines(state)  # all at once, by the last move, if at all
        return "play went on after a win." if won and not last_moves.intersection(*won) else ""

    def _objection(self, state: str, action) -> str:
        """Return in words why a move cannot be made."""
        self.check(state)
        move = self._as_move(action)
        if self.terminal(state):
            return f"The game is over in {state!r}: no {self.NAME_OF_MOVE} can be marked any more."
        return f"{self.NAME_OF_MOVE.title()} {move} of {state!r} is already marked {state[move]}."

    def _as_move(self, action) -> int:
        """Return `action` as a plain int, or raise a ValueError if it is never a move."""
        move, moves, name = whole(action), self.actions(self.initial), self.NAME_OF_MOVE
        if move not in moves:
            raise ValueError(f"{action!r} is not a {name}: the {name}s are 0 to {moves[-1]}.")
        return move


class TicTacToe(InARow):
    """Tic-tac-toe on `rows` × `cols` cells, won by `k` marks in a row.

    `cols` is the same as `rows` unless given, and `k` the shorter side.

    The rules are those above. From here on they are made quick: what is found
    out about a state is remembered. Questions are answered for any board of the
    right length and letters; a move is made only on a board that can occur.
    """

    def player(self, state: str) -> str:
        """Return who moves next, "X" or "O"."""
        return self._seen[state].player

    def actions(self, state: str) -> Cells:
        """Return the cells that may be marked, ascending; () when the game is over."""
        return self._seen[state].actions

    def result(self, state: str, action: int) -> str:
        """Return the state after the player to move has marked the cell `action`."""
        if type(action) is not int:
            action = self._as_move(action)
        try:
            position = self._seen[state]
        except TypeError:  # a list, say, cannot be looked up
            self._check_spelling(state)
            raise
        return position.after.get(action) or self._move(state, position, action)

    def terminal(self, state: str) -> bool:
        """Return whether the game is over: somebody has won, or no cell is free."""
        return self._seen[state].outcome is not None

    def winner(self, state: str) -> str | None:
        """Return "X" or "O", whoever has k in a row, or None."""
        outcome = self._seen[state].outcome
        return None if outcome == "draw" else outcome

    def outcome(self, state: str) -> str | None:
        """Return "X", "O" or "draw" when the game is over, None while it is not."""
        return self._seen[state].outcome

    # ---- what is remembered

    @cached_property
    def _seen(self) -> "Memory":
        """What is known about each state that was asked about."""
        return Memory(self._examine)

    def _examine(self, state: str) -> "_Position":
        """Return what the plain rules say of a state that comes from nowhere."""
        self._check_spelling(state)
        player, winner = super().player(state), super().winner(state)
        free = () if winner else tuple(cell for cell, mark in enumerate(state) if mark == EMPTY)
        outcome = winner or (None if free else "draw")
        return _Position(player, free, outcome, not self._flaw(state), {})

    def _move(self, state: str, position: "_Position", action: int) -> str:
        """Return the state after a move that is made for the first time, and remember it.

        The move can have won only its own lines, so there is far less to look at than in a
        state that comes from nowhere.
        """
        if not position.can_occur or action not in position.actions:
            raise ValueError(self._objection(state, action))
        player = position.player
        after = position.after[action] = state[:action] + player + state[action + 1 :]
        if after not in self._seen:
            free = tuple([cell for cell in position.actions if cell != action])
            outcome, whole_line = None if free else "draw", player * self.k
            for line in self._lines_through[action]:
                if after[line] == whole_line:
                    free, outcome = (), player
            self._seen.keep(after, _Position(OTHER[player], free, outcome, True, {}))
        return after

    @cached_property
    def _lines_through(self) -> list[list[slice]]:
        """The lines through each cell as slices of a state, since their cells are evenly spaced."""
        steps = [line[1] - line[0] if self.k > 1 else 1 for line in self.lines]
        slices = [slice(line[0], line[-1] + 1, step) for line, step in zip(self.lines, steps)]
        return [
            [piece for line, piece in zip(self.lines, slices) if cell in line]
            for cell in range(self.cells)
        ]


@dataclass(slots=True)
class _Position:
    """What there is to know about one state, and whether a game can lead to it.

    `after` are the states behind the moves made so far.
    """

    player: str
    actions: Cells
    outcome: str | None
    can_occur: bool
    after: dict[int, str]


class Memory(dict):
    """The answers of a function, found out once each, all forgotten when they grow too many."""

    LIMIT = 30_000

    def __init__(self, function):
        self.function = function

    def __missing__(self, question):
        return self.keep(question, self.function(question))

    def keep(self, question, answer):
        """Remember the answer to a question, and return it."""
        if len(self) >= self.LIMIT:
            self.clear()
        self[question] = answer
        return answer


@runtime_checkable
class HasBoard(Protocol):
    """A game on a board, to be drawn and clicked: a state is a string of X, O and ., row by row.

    Like mirror images (`images`, `action_images`, `canonical`) that is more than the six
    functions: it is asked for where it is needed, never assumed.
    """

    rows: int
    cols: int

    def cell_of(self, state: State, action: Action) -> int:
        """Return the cell in which a move puts its mark."""

    def action_at(self, state: State, cell: int) -> Action:
        """Return the move that a click on a cell means, whether it can be made or not."""
