"""Teaching a learner by hand: play it, game after game, and see which values each game changes."""

import json
from html import escape
from pathlib import Path

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.agents import Learner
from ttt.agents.rules import opponent
from ttt.agents.teaching import states_of
from ttt.agents.training import BOTH
from ttt.anygame import insist_on_board, outcome
from ttt.game import Action
from ttt.widgets.board import Board, cell_size, with_picture
from ttt.widgets.button import ROW, button, wide
from ttt.widgets.moves import in_words, is_cell, refusal
from ttt.widgets.teach_lab import changes

TEXT_STYLE = "font-size:16px;line-height:1.45;max-width:62em;padding:2px"
SMALL_STYLE = (
    "font-size:14px;line-height:1.45;max-width:46em;padding:1px 2px;overflow-wrap:anywhere"
)
PANEL = {"flex": "1 1 340px", "min_width": "0", "padding": "4px 0 0 12px"}
CELL_SIZE = 84
FIRST = "Play a game to its end: here you will see which values it has changed, and by how much."


class TeachLab(widgets.VBox):
    """A learner to play against, which learns from every game and shows what.

    learner  what you teach, new or loaded; it may learn any game with a board
    plays    what the learner plays: "X", "O", or "both" in turns
    games    the games it was taught, a list of `Taught`, those before the lab was opened first
    shown    the number of the game whose changes are shown, from 1 on; 0 while there is none
    status   the line below the board

    It learns from a game when the game is over, so a game that is left teaches nothing. The
    history of the learner counts every game as a training would.
    """

    plays = traitlets.Enum(["X", "O", BOTH])
    state = traitlets.Unicode(read_only=True)
    status = traitlets.Unicode(read_only=True)

    def __init__(self, learner: Learner, *, plays: str = "O"):
        if not isinstance(learner, Learner):
            raise ValueError(
                "A learner is a QLearner, a SarsaLearner or what agents.load(file) returns, "
                f"not {learner!r}."
            )
        insist_on_board(learner.game, "TeachLab")
        self.learner, self.game, self.games = learner, learner.game, changes.taught_before(learner)
        self.shown, self._saved_in = len(self.games), None
        super().__init__(plays=plays)
        self.board = Board(self.game, cell_size=min(CELL_SIZE, cell_size(self.game)))
        self.board.on_click(self.click)
        panel = widgets.VBox([*self._make_controls(), *self._make_saving()], layout=PANEL)
        table = widgets.HBox([self.board, panel], layout={"flex_flow": "row wrap", "width": "100%"})
        self.children = [table, *self._make_review()]
        self.add_class("ttt-keeps-keys")
        self._begin()
        self.observe(lambda _: self.new_game(), "plays")

    def _make_controls(self) -> list[widgets.Widget]:
        self._next = button("Next game", "Begin a new game", self.new_game)
        tip = "Teach the game that is shown below once more, move for move, as the next game"
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

    def _make_review(self) -> list[widgets.Widget]:
        self._earlier = button("◀", "The game before", lambda: self.look_at(self.shown - 1))
        self._later = button("▶", "The game after", lambda: self.look_at(self.shown + 1))
        self._earlier.layout.min_width = self._later.layout.min_width = "40px"
        self._count, self._review = widgets.HTML(), widgets.HTML()
        self._pages = widgets.HBox([self._earlier, self._count, self._later], layout=ROW)
        return [self._pages, self._review]

    # ---- what the reader does

    def click(self, cell: int) -> None:
        """Mark a cell for yourself; what cannot be is answered in the status line."""
        move = self.game.action_at(self.state, cell) if is_cell(cell, self.game) else None
        if self._is_over:
            self._say("")
        elif move in self.game.actions(self.state):
            self._moves.append(move)
            self._go_on()
        else:
            self._say(refusal(self.game, self.state, cell))

    def new_game(self) -> None:
        """Begin a new game; of one that is not over nothing is learned."""
        self._begin(self._leave())

    def same_again(self) -> None:
        """Teach the game that is shown once more, the same moves on both sides."""
        if self.shown:
            left, taught = self._leave(), self.games[self.shown - 1]
            self._side, self._moves = taught.side, list(taught.moves)
            self._go_on(f"{left} The same moves again.")

    def look_at(self, number: int) -> None:
        """Show what a game has changed, by its number, from 1 on."""
        self.shown = number
        self._show_review()

    def save(self, name: str) -> None:
        """Save the learner in a file; what this lab has not put there is never overwritten."""
        file = Path(name if name.endswith(".npz") else f"{name}.npz")
        try:
            self.learner.save(file, overwrite=file == self._saved_in)
        except (OSError, ValueError) as error:
            said = f"It could not be saved. {escape(str(error))}"
        else:
            self._saved_in = file
            again = f"agents.load({json.dumps(str(file), ensure_ascii=False)})"
            said = (
                f"Saved as <b>{escape(file.name)}</b> in {escape(str(file.resolve().parent))}, "
                f"games taught: {len(self.games)}. <code>{escape(again)}</code> brings it back, "
                "to play or to learn on."
            )
        self._saved.value = f"<div role='status' style='{SMALL_STYLE}'>{said}</div>"

    # ---- the course of a game

    @property
    def _is_over(self) -> bool:
        return self.game.terminal(self.state)

    def _begin(self, words: str = "") -> None:
        """Begin a game on the side that a training would choose; the learner may move first."""
        self._side = "XO"[self.learner.episodes % 2] if self.plays == BOTH else self.plays
        self._moves = []
        self._go_on(words)

    def _leave(self) -> str:
        """Return what becomes of the game on the board if another one begins, in words."""
        you_moved = any(self.game.player(state) != self._side for state in self._states[:-1])
        left = you_moved and not self._is_over
        return "You left the game, so nothing was learned from it." if left else ""

    def _go_on(self, words: str = "") -> None:
        """Let the learner move if it is its turn, and learn if the game is over."""
        self._head.value = changes.NO_THOUGHT
        self._place_moves()
        while not self._is_over and self.game.player(self.state) == self._side:
            move = self._decide()
            words += f" It ({self._side}) took {in_words(self.game, self.state, move)}."
            self._moves.append(move)
            self._place_moves()
        if self._is_over:
            self.games.append(changes.teach_game(self.learner, self._moves, self._side))
            self.shown = len(self.games)
        self._show(words)

    def _place_moves(self) -> None:
        self._states = states_of(self.game, self._moves)
        self.set_trait("state", self._states[-1])

    def _decide(self) -> Action:
        """Return the move of the learner, which explores, and show what it thinks."""
        actions = self.game.actions(self.state)
        values = {action: self.learner.q[self.state, action] for action in actions}
        move = self.learner.explore(self.state)
        self._head.value = changes.thought_html(self.game, self.state, values, move)
        return move

    # ---- the view

    def _say(self, words: str) -> None:
        """Say something in the status line, and then how the game stands."""
        end, you = outcome(self.game, self.state), opponent(self._side)
        stands = f"Your turn: you are {you}."
        if end:
            result = {you: "You win!", "draw": "It is a draw."}.get(end, "It wins.")
            stands = f"{result} Press Next game."
        self.set_trait("status", f"{words} {stands}".strip())
        self.board.status = self.status

    def _show(self, words: str) -> None:
        """Bring everything up to date."""
        over = self._is_over
        with self.board.hold_sync():
            self.board.follow(self.game, self._states, self._moves)
            self.board.next_mark = "" if over else opponent(self._side)
            self._say(words)
        self._next.description = "Next game" if over else "New game"
        self._next.button_style = "primary" if over else ""
        self._next.tooltip = "Go on teaching" if over else "Leave this game: nothing is learned"
        lines = [f"<b>{changes.tally(self.games)}</b>", changes.worth(self.learner)]
        self._standing.value = "".join(f"<div style='{SMALL_STYLE}'>{line}</div>" for line in lines)
        self._show_review()

    def _show_review(self) -> None:
        """Show what the chosen game has changed."""
        self._pages.layout.display = None if self.shown else "none"
        self._again.disabled = not self.shown
        self._earlier.disabled = self.shown <= 1
        self._later.disabled = self.shown >= len(self.games)
        self._count.value = f"<b>&ensp;game {self.shown} of {len(self.games)}&ensp;</b>"
        said, boards = FIRST, ""
        if self.shown:
            taught = self.games[self.shown - 1]
            said, boards = changes.tell(taught), changes.changes_html(self.game, taught)
        self._review.value = f"<div style='{TEXT_STYLE}'>{said}</div>{boards}"

    def picture(self) -> draw.Picture:
        """Return what the game that is shown has changed, as a picture; at first the board."""
        made = self.games[self.shown - 1].changes if self.shown else ()
        return changes.picture(self.game, made, captions=True) if made else self.board.picture()

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel what the last game has changed."""
        return with_picture(super()._repr_mimebundle_(**options), self.picture())
