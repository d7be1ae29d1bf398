"""A board to set up by clicking, and a picture that follows it."""

from collections.abc import Callable

import ipywidgets as widgets
import traitlets

from ttt.draw import COLOUR, Picture
from ttt.game import EMPTY, State, TicTacToe

BLANK = "\u00a0"  # a button whose text becomes "" goes on showing the old one
NEXT_MARK = {EMPTY: "X", "X": "O", "O": EMPTY}


class Explore(widgets.HBox):
    """Cells that change from empty to X to O as they are clicked, and what `picture` makes of them.

    picture  a function from a state to a `Picture`
    state    the board as it is now; setting it redraws it
    """

    state = traitlets.Unicode()

    def __init__(self, picture: Callable[[State], Picture], state: State, game: TicTacToe):
        self.game, self.picture = game, picture
        self._cells = [self._make_cell(cell) for cell in range(game.cells)]
        self._frame = widgets.HTML()
        grid = widgets.GridBox(
            self._cells,
            layout={"grid_template_columns": f"repeat({game.cols}, 52px)", "margin": "12px"},
        )
        super().__init__([grid, self._frame], layout={"align_items": "center"})
        self.observe(self._redraw, "state")
        self.state = state

    def _make_cell(self, cell: int):
        button = widgets.Button(layout={"width": "48px", "height": "48px"})
        button.tooltip = f"row {cell // self.game.cols + 1} column {cell % self.game.cols + 1}"
        button.on_click(lambda _: self.click(cell))
        return button

    def click(self, cell: int) -> None:
        """Change what is in a cell: empty, X, O, and empty again."""
        self.state = self.state[:cell] + NEXT_MARK[self.state[cell]] + self.state[cell + 1 :]

    def _redraw(self, change) -> None:
        for button, mark in zip(self._cells, self.state):
            button.description = BLANK if mark == EMPTY else mark
            button.style.text_color = COLOUR.get(mark, "")
            button.style.font_size, button.style.font_weight = "22px", "bold"
        self._frame.value = self.picture(self.state).svg

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel the picture as it is now."""
        now = self.picture(self.state)
        plain = {"image/svg+xml": now.svg, "text/plain": now.text}
        return {**super()._repr_mimebundle_(**options), **plain}
