"""A game without a board: its state as text, and a button for each move."""

from collections.abc import Callable

import anywidget
import traitlets

from ttt import draw
from ttt.anygame import shown
from ttt.game import Action, Game, State
from ttt.widgets.board import FOLDER, Labels, script
from ttt.widgets.moves import in_words


class MoveButtons(anywidget.AnyWidget):
    """The state of any game as text, a status line, and a button for each move.

    text       the state
    choices    the words of each move and what else its button shows
    next_mark  who chooses; "" for nobody, so that the buttons are faint
    status     a line that is read aloud by screen readers
    busy       whether the status is that of somebody thinking, shown only if it lasts
    """

    _esm = script("keys.js", "parts.js", "move_buttons.js")
    _css = FOLDER / "board.css"

    text = traitlets.Unicode("").tag(sync=True)
    choices = traitlets.List().tag(sync=True)
    next_mark = traitlets.Enum(["", "X", "O"], "").tag(sync=True)
    status = traitlets.Unicode("").tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)

    def __init__(self):
        self._choosers = []
        super().__init__(layout={"max_width": "100%", "margin": "0"})
        self.on_msg(lambda _, message, __: self._receive(message))

    def follow(self, game: Game, states: list[State], moves: list[Action], labels: Labels) -> None:
        """Show the last of the states that these moves led to; `labels` belong to its moves."""
        self._game, self._state = game, (state := states[-1])
        self._moves = [] if game.terminal(state) else list(game.actions(state))
        self.text = shown(game, state)
        self.choices = [
            {"text": in_words(game, state, move), "labels": labels.get(move, [])}
            for move in self._moves
        ]

    def on_click(self, chooser: Callable[[Action], None]) -> None:
        """Have `chooser` called with every move that is chosen."""
        self._choosers.append(chooser)

    def click(self, nth: int) -> None:
        """Choose a move by its place, counted from 0, as the mouse does."""
        for chooser in self._choosers:
            chooser(self._moves[nth])

    def _receive(self, message) -> None:
        """Take a message of the browser; a click on a button of an earlier state is none."""
        offered = [(nth, choice["text"]) for nth, choice in enumerate(self.choices)]
        if isinstance(message, dict) and message.get("event") == "click":
            chosen = message.get("nth"), message.get("text")
            if chosen in offered:
                self.click(chosen[0])

    def picture(self) -> draw.Picture:
        """Return the state as a picture, for pages without a kernel."""
        return draw.board(self._state, self._game)
