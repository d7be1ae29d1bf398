"""What learners think of a position that the reader sets up, as heat maps over the board."""

import ipywidgets as widgets

from ttt import draw
from ttt.agents.learners import Learner
from ttt.game import Action, State, TicTacToe
from ttt.widgets.explore import Explore
from ttt.widgets.labels import outlook

SIZE = 168
TEXT_STYLE = "font-size:16px;line-height:1.45;padding:2px"
QUESTION = (
    f"<div style='{TEXT_STYLE}'><b>What is each move worth to the player to move, from −1 to "
    "+1?</b> No number: never tried, so 0. Click the first board to change it.</div>"
)


class ValueMaps(widgets.VBox):
    """A board to set up, and beside it what each move is worth: to each learner, and in truth."""

    def __init__(self, learners: dict[str, Learner], game: TicTacToe, state: State):
        self.learners, self.game = learners, game
        self.position = Explore(self._maps, state, game)
        super().__init__([widgets.HTML(QUESTION), self.position])

    def show(self, learners: dict[str, Learner]) -> None:
        """Show what these learners think now."""
        self.learners = learners
        self.position.redraw()

    def opinions(self, state: State) -> dict[str, dict[Action, float]]:
        """Return what each learner makes of the moves it has tried, and the truth; mover's side."""
        thoughts = {
            f"{name} thinks": {
                action: learner.q[state, action]
                for action in self.game.actions(state)
                if learner.visits[state, action]
            }
            for name, learner in self.learners.items()
        }
        truth = outlook(self.game, state)
        return {**thoughts, "true result": {action: value for action, (value, _) in truth.items()}}

    def _maps(self, state: State) -> draw.Picture:
        self.game.check(state)
        if self.game.terminal(state):
            raise ValueError("The game is over: no move is left to be valued.")
        return draw.value_boards(state, self.opinions(state), self.game, size=SIZE)

    def picture(self) -> draw.Picture:
        """Return what all think of the position, and the truth, as one picture."""
        return self.position.picture()
