"""A board on which a position is set up by making its moves."""

import ipywidgets as widgets
import traitlets

from ttt.game import EMPTY, Action, State, TicTacToe
from ttt.widgets.board import Board
from ttt.widgets.button import button

CELL_SIZE = 60


class Position(widgets.VBox):
    """A board whose free cells take the mark of the player to move, so that it is always legal.

    state  the position; setting it to one that cannot occur is refused
    """

    state = traitlets.Unicode()

    def __init__(self, game: TicTacToe, state: State | None = None):
        self.game = game
        self._made: list[Action] = []  # the moves made here, the last one last
        super().__init__(state=game.initial if state is None else state)
        self.board = Board(game, cell_size=CELL_SIZE)
        self.board.on_click(self.click)
        self._back = button("Take back", "Take back the last move", self.take_back)
        self._empty = button("Empty board", "Take back all moves", self.clear)
        buttons = widgets.HBox([self._back, self._empty], layout={"flex_flow": "row wrap"})
        self.children = [self.board, buttons]
        self.observe(self._show, "state")
        self._show()

    def click(self, cell: Action) -> None:
        """Mark a cell for the player to move; where that cannot be, nothing happens."""
        if cell in self.game.actions(self.state):
            self._made.append(cell)
            self.state = self.game.result(self.state, cell)

    def take_back(self) -> None:
        """Take back the last move; of a position that was given, one that may have been last."""
        if self.state != self.game.initial:
            cell = self._last_move()
            self._made = self._made[:-1]
            self.state = self._without(cell)

    def clear(self) -> None:
        """Take back all moves."""
        self._made = []
        self.state = self.game.initial

    def _last_move(self) -> Action:
        """Return a cell that the player who is not to move may have marked last."""
        last = "O" if self.state.count("X") == self.state.count("O") else "X"
        cells = [cell for cell in range(self.game.cells) if self.state[cell] == last]
        ordered = [cell for cell in self._made[-1:] if cell in cells] + cells[::-1]
        return next(cell for cell in ordered if self.game.actions(self._without(cell)))

    def _without(self, cell: Action) -> State:
        return self.state[:cell] + EMPTY + self.state[cell + 1 :]

    @traitlets.validate("state")
    def _check_state(self, proposal) -> State:
        self.game.check(proposal["value"])
        return proposal["value"]

    def _show(self, change=None) -> None:
        over = self.game.terminal(self.state)
        with self.board.hold_sync():
            self.board.state = self.state
            self.board.next_mark = "" if over else self.game.player(self.state)
        self._back.disabled = self._empty.disabled = self.state == self.game.initial
