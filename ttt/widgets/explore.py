"""A board to set up by clicking, and a picture that follows it."""

from collections.abc import Callable

import ipywidgets as widgets
import traitlets

from ttt.anygame import insist_on_board
from ttt.draw import Picture
from ttt.game import Game, State
from ttt.widgets.board import Board, with_picture

CELL_SIZE = 56


class Explore(widgets.HBox):
    """Cells that change from empty to X to O as they are clicked, and what `picture` makes of them.

    picture  a function from a state to a `Picture`
    state    the board as it is now; setting it redraws it
    """

    state = traitlets.Unicode()

    def __init__(self, picture: Callable[[State], Picture], state: State, game: Game):
        insist_on_board(game, "A position that is set up by clicking")
        self.game, self.picture = game, picture
        self.board = Board(game, state, editable=True, cell_size=CELL_SIZE)
        self._frame = widgets.HTML()
        layout = {"align_items": "center", "flex_flow": "row wrap"}
        super().__init__([self.board, self._frame], layout=layout)
        self.observe(self._redraw, "state")
        self.state = state
        self.board.observe(lambda change: self.set_trait("state", change["new"]), "state")

    def click(self, cell: int) -> None:
        """Change what is in a cell: empty, X, O, and empty again."""
        self.board.click(cell)

    def _redraw(self, change) -> None:
        self.board.state = self.state
        self._frame.value = self.picture(self.state).svg

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel the picture as it is now."""
        return with_picture(super()._repr_mimebundle_(**options), self.picture(self.state))
