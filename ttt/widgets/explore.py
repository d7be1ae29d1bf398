"""A board to set up by clicking, and a picture that follows it."""

from collections.abc import Callable
from contextlib import suppress
from html import escape

import ipywidgets as widgets
import traitlets

from ttt.anygame import insist_on_board
from ttt.draw import Picture
from ttt.game import EMPTY, Game, State
from ttt.widgets.board import Board, Pictured
from ttt.widgets.button import button

CELL_SIZE = 56


class Explore(Pictured, widgets.HBox):
    """A board to set up, and beside it what `picture` makes of it.

    The first click on a cell makes the mark of the player to move, the second the other mark,
    the third empties the cell. If `picture` raises a ValueError, its words are shown.

    picture  a function from a state to a `Picture`
    state    the board as it is now; setting it redraws it
    """

    state = traitlets.Unicode()

    def __init__(self, picture: Callable[[State], Picture], state: State, game: Game):
        insist_on_board(game, "A position that is set up by clicking")
        self._draw = picture
        self.board = Board(game, state, cell_size=CELL_SIZE)
        self.board.on_click(self.click)
        empty = button("Empty board", "Begin again", lambda: self.set_trait("state", game.initial))
        # takes the rest of the row: a wide picture has no width of its own
        self._frame = widgets.HTML(layout={"flex": "1 1 400px", "min_width": "0"})
        super().__init__([widgets.VBox([self.board, empty]), self._frame], state=state)
        self.layout = {"align_items": "center", "flex_flow": "row wrap"}
        self.add_class("ttt-explore")
        widgets.link((self, "state"), (self.board, "state"))
        self.observe(lambda _: self.redraw(), "state")
        self.redraw()

    def click(self, cell: int) -> None:
        """Change what is in a cell."""
        before, after = self.state[:cell], self.state[cell + 1 :]
        others = before + after
        marks = EMPTY + ("XO" if others.count("X") <= others.count("O") else "OX")
        self.state = before + marks[(marks.index(self.state[cell]) + 1) % 3] + after

    def redraw(self) -> None:
        """Show what is to be said of the board now."""
        try:
            self._frame.value = self._draw(self.state).svg
        except ValueError as error:
            self._frame.value = escape(str(error))

    def picture(self) -> Picture:
        """Return the picture as it is now; where there is none, the board alone."""
        with suppress(ValueError):
            return self._draw(self.state)
        return self.board.picture()
