"""A game without a board: its state as text, and a button for each move."""

import traitlets

from ttt import draw
from ttt.anygame import in_words, shown
from ttt.game import Action, Game, State
from ttt.widgets.board import Choice, Labels, script


class MoveButtons(Choice):
    """The state of any game as text, a status line, and a button for each move.

    text     the state
    choices  the words of each move, and what it leads to if that is shown; faint if nobody chooses
    """

    _esm = script("keys.js", "parts.js", "move_buttons.js")

    text = traitlets.Unicode("").tag(sync=True)
    choices = traitlets.List().tag(sync=True)

    def follow(self, game: Game, states: list[State], moves: list[Action], labels: Labels) -> None:
        """Show the last of the states that these moves led to; `labels` belong to its moves."""
        self._game, self._state = game, (state := states[-1])
        self._moves = [] if game.terminal(state) else list(game.actions(state))
        self.text = shown(game, state)
        self.choices = [
            {"text": in_words(game, move), "label": labels.get(move)} for move in self._moves
        ]

    def _receive(self, message: dict) -> None:
        """Take a click by the place of its button; on one of an earlier state it is none."""
        nth, text = message.get("nth"), message.get("text")
        if (nth, text) in [(i, choice["text"]) for i, choice in enumerate(self.choices)]:
            self._choose(self._moves[nth])

    def picture(self) -> draw.Picture:
        """Return the state as a picture."""
        return draw.board(self._state, self._game)
