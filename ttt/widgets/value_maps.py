"""What learners think of a position that the reader sets up, as heat maps over the board."""

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.agents.learners import Learner
from ttt.game import Action, State, TicTacToe
from ttt.widgets.labels import outlook
from ttt.widgets.position import Position
from ttt.widgets.stepper.words import RESULTS

SIZE = 168
HOW_TO = "Click the first board to change it."
TEXT_STYLE = "font-size:16px;line-height:1.45;padding:2px"
MAPS_STYLE = "display:flex;flex-wrap:wrap;gap:8px"


class ValueMaps(widgets.HBox):
    """A board to click, and beside it what each move is worth: to each learner, and in truth.

    state  the position
    """

    state = traitlets.Unicode()

    def __init__(self, learners: dict[str, Learner], game: TicTacToe, state: State):
        self.learners, self.game = learners, game
        self.position = Position(game, state)
        self._question = widgets.HTML(layout={"flex": "1 1 100%"})
        self._maps = widgets.HTML(layout={"flex": "1 1 400px", "min_width": "0"})
        children = [self._question, self.position, self._maps]
        layout = {"flex_flow": "row wrap", "margin": "6px 0 0"}
        super().__init__(children, state=state, layout=layout)
        widgets.link((self, "state"), (self.position, "state"))
        self.observe(lambda _: self.show(self.learners), "state")
        self.show(learners)

    def show(self, learners: dict[str, Learner]) -> None:
        """Show what these learners think now."""
        self.learners = learners
        self._question.value = f"<div style='{TEXT_STYLE}'>{self._words()} {HOW_TO}</div>"
        opinions = {} if self.game.terminal(self.state) else self.opinions()
        maps = [
            draw.value_board(self.state, values, self.game, caption=name, size=SIZE).svg
            for name, values in opinions.items()
        ]
        self._maps.value = f"<div style='{MAPS_STYLE}'>{''.join(maps)}</div>"

    def _words(self) -> str:
        outcome, mover = self.game.outcome(self.state), self.game.player(self.state)
        if outcome:
            result = RESULTS[outcome][0].upper() + RESULTS[outcome][1:]
            return f"<b>{result}</b>: no move is left to be valued."
        return (
            f"<b>{mover} to move: what is each move worth to {mover}, from −1 to +1?</b> "
            "No number: never tried, so 0."
        )

    def opinions(self) -> dict[str, dict[Action, float]]:
        """Return what each learner makes of the moves it has tried, and the truth; mover's side."""
        thoughts = {
            f"{name} thinks": {
                action: learner.q[self.state, action]
                for action in self.game.actions(self.state)
                if learner.visits[self.state, action]
            }
            for name, learner in self.learners.items()
        }
        truth = outlook(self.game, self.state)
        return {**thoughts, "true result": {action: value for action, (value, _) in truth.items()}}

    def picture(self) -> draw.Picture:
        """Return what all think of the position, and the truth, as one picture."""
        return draw.value_boards(self.state, self.opinions(), self.game, size=SIZE)
