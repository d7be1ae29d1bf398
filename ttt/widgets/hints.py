"""Help that comes one piece at a time, each at the press of a button."""

import ipywidgets as widgets

from ttt.widgets.button import ROW, button


class Hints(widgets.VBox):
    """HTML, and below it a button that adds one piece of help after the other.

    pieces  what the button says before each piece, and the piece as HTML
    given   how many of them are shown
    """

    def __init__(self, html: str, pieces: list[tuple[str, str]]):
        self._pieces, self.given = pieces, 0
        self._button = button(pieces[0][0], "", self.give)
        self._shown = widgets.HTMLMath()
        row = widgets.HBox([self._button], layout={**ROW, "margin": "0 0 0 16px"})
        card = widgets.HTML(f"<div style='line-height:1.4'>{html}</div>")
        super().__init__([card, self._shown, row])

    def give(self) -> None:
        """Show the next piece; after the last one the button is gone."""
        self.given += 1
        given = "".join(f"<div>{piece}</div>" for _, piece in self._pieces[: self.given])
        style = "margin-left:20px;max-width:50em;line-height:1.4"
        self._shown.value = f"<div role='alert' style='{style}'>{given}</div>"
        if self.given < len(self._pieces):
            self._button.description = self._pieces[self.given][0]
        else:
            self._button.layout.display = "none"
