"""Teaching a learner by hand: play it, game after game, and see which values each game changes."""

from html import escape
from pathlib import Path

import ipywidgets as widgets
import traitlets

from ttt.agents import Learner
from ttt.agents.training import BOTH
from ttt.anygame import insist_on_board
from ttt.draw import Picture
from ttt.game import Action, Game, State
from ttt.widgets.board import Pictured
from ttt.widgets.button import ROW, button, wide
from ttt.widgets.play import Play
from ttt.widgets.seats import HUMAN
from ttt.widgets.teach_lab import changes

TEXT_STYLE = "font-size:16px;line-height:1.45;max-width:62em;padding:2px"
SMALL_STYLE = (
    "font-size:14px;line-height:1.45;max-width:46em;padding:1px 2px;overflow-wrap:anywhere"
)
PANEL = {"flex": "1 1 340px", "min_width": "0", "padding": "4px 0 0 12px"}
CELL_SIZE = 84
FIRST = "Play a game to its end: here you will see which values it has changed, and by how much."


class TeachLab(Pictured, widgets.VBox):
    """A learner to play against, which learns from every game and shows what.

    learner  what you teach, new or loaded; it may learn any game with a board
    plays    what the learner plays: "X", "O", or "both" in turns
    play     the `Play` whose board is shown
    games    the games it was taught here, a list of `Taught`

    It learns from a game when the game is over, so a game that is left teaches nothing. The
    history of the learner counts every game as a training would.
    """

    plays = traitlets.Enum(["X", "O", BOTH])

    def __init__(self, learner: Learner, *, plays: str = "O"):
        if not isinstance(learner, Learner):
            raise ValueError(
                "A learner is a QLearner, a SarsaLearner or what agents.load(file) returns, "
                f"not {learner!r}."
            )
        insist_on_board(learner.game, "TeachLab")
        self.learner, self.game, self.games = learner, learner.game, []
        self._saved_in = None
        self._player = lambda game, state: self._decide(game, state)
        self._player.name = "It"
        super().__init__(plays=plays)
        self.play = Play(HUMAN, HUMAN, game=self.game)
        self.play.board.cell_size = min(CELL_SIZE, self.play.board.cell_size)
        panel = widgets.VBox([*self._make_controls(), *self._make_saving()], layout=PANEL)
        table = widgets.HBox([self.play.board, panel], layout={**ROW, "align_items": "flex-start"})
        self._review = widgets.HTML()
        self.children = [table, self._review]
        self.add_class("ttt-keeps-keys")
        self.new_game()
        self._show()
        self.play.observe(self._moved, "history")
        self.observe(lambda _: self.new_game(), "plays")

    def _make_controls(self) -> list[widgets.Widget]:
        tip = "Of a game that is not over, nothing is learned"
        self._next = button("New game", tip, self.new_game)
        tip = "Teach the last game once more, move for move, as the next game"
        self._again = button("The same game again", tip, self.same_again)
        plays = widgets.ToggleButtons(options=["X", "O", BOTH], style={"button_width": "52px"})
        widgets.link((self, "plays"), (plays, "value"))
        look = widgets.Checkbox(description="look into its head", indent=False)
        look.layout = {"width": "auto", "margin": "2px 2px 2px 12px"}
        self._head, self._standing = widgets.HTML(), widgets.HTML()
        shown = (look, "value"), (self._head.layout, "display")
        widgets.dlink(*shown, lambda looks: None if looks else "none")
        return [
            widgets.HBox([self._next, self._again], layout=ROW),
            widgets.HBox([widgets.Label("it plays"), plays, look], layout=ROW),
            self._head,
            self._standing,
        ]

    def _make_saving(self) -> list[widgets.Widget]:
        file = widgets.Text("mine.npz", description="file", **wide(230))
        save = button("Save", "Save all it has learned", lambda: self.save(file.value))
        self._saved = widgets.HTML()
        return [widgets.HBox([file, save], layout=ROW), self._saved]

    # ---- what the reader does

    def new_game(self) -> None:
        """Begin a new game, on the side that a training would choose; it may move first."""
        side = "XO"[self.learner.episodes % 2] if self.plays == BOTH else self.plays
        self._clear(side)
        setattr(self.play, side.lower(), self._player)

    def same_again(self) -> None:
        """Teach the last game once more, the same moves on both sides."""
        if self.games:
            taught = self.games[-1]
            self._clear(taught.side)
            self.play.load(taught.moves)

    def save(self, name: str) -> None:
        """Save the learner in a file; what this lab has not put there is never overwritten."""
        name = name if name.endswith(".npz") else f"{name}.npz"
        file = Path(name)
        try:
            self.learner.save(file, overwrite=file == self._saved_in)
        except (OSError, ValueError) as error:
            said = f"It could not be saved. {escape(str(error))}"
        else:
            self._saved_in = file
            said = (
                f"Saved in {escape(str(file.resolve()))}, games taught: {len(self.games)}. "
                f"<code>agents.load({escape(repr(name))})</code> brings it back."
            )
        self._saved.value = f"<div role='status' style='{SMALL_STYLE}'>{said}</div>"

    # ---- the course of a game

    def _clear(self, side: str) -> None:
        """Clear the board for a game in which the learner plays `side`, and does not move yet."""
        self._side, self._head.value = side, changes.NO_THOUGHT
        self.play.x = self.play.o = HUMAN
        self.play.load([])

    def _decide(self, game: Game, state: State) -> Action:
        """Return the move of the learner, which explores, and show what it thinks."""
        values = {action: self.learner.q[state, action] for action in game.actions(state)}
        move = self.learner.explore(state)
        self._head.value = changes.thought_html(game, state, values, move)
        return move

    def _moved(self, change) -> None:
        """Let the learner learn if the game is over, and show what."""
        over = self.play.mover is None
        if over:
            self.games.append(changes.teach_game(self.learner, change["new"], self._side))
            self._show()
        self._next.description = "Next game" if over else "New game"
        self._next.button_style = "primary" if over else ""

    # ---- the view

    def _show(self) -> None:
        """Show how the learner stands, and what the last game has changed."""
        lines = [f"<b>{changes.tally(self.games)}</b>", changes.worth(self.learner)]
        self._standing.value = "".join(f"<div style='{SMALL_STYLE}'>{line}</div>" for line in lines)
        self._again.disabled = not self.games
        said, boards = FIRST, ""
        if self.games:
            taught = self.games[-1]
            said = f"<b>Game {len(self.games)}.</b> {changes.tell(taught)}"
            boards = changes.changes_html(self.game, taught)
        self._review.value = f"<div style='{TEXT_STYLE}'>{said}</div>{boards}"

    def picture(self) -> Picture:
        """Return what the last game has changed, as a picture; at first the board."""
        if not self.games:
            return self.play.picture()
        return changes.picture(self.game, self.games[-1].changes)
