"""Teaching a learner by hand: play it, game after game, and see which values each game changes."""

import random

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.agents import Learner, QLearner
from ttt.agents.rules import opponent
from ttt.agents.teaching import states_of
from ttt.agents.training import BOTH
from ttt.anygame import insist_on_board, outcome
from ttt.arena import legal
from ttt.widgets.board import Board, cell_size, with_picture
from ttt.widgets.button import ROW, button
from ttt.widgets.moves import in_words, is_cell, refusal
from ttt.widgets.teach_boards import changes_html, changes_picture, thought_html
from ttt.widgets.teach_save import FILE, SMALL_STYLE, SaveBox
from ttt.widgets.teach_words import sharing, tally, tell, worth
from ttt.widgets.teaching import decide, taught_before, teach_game

TEXT_STYLE = "font-size:16px;line-height:1.45;max-width:62em;padding:2px"
CELL_SIZE = 84
FIRST = "Play a game to its end: here you will see which values it has changed, and by how much."


class TeachLab(widgets.VBox):
    """A learner to play against, which learns from every game and shows what.

    learner   what you teach: a `QLearner` of its own unless given, or one that was loaded;
              it may learn any game with a board
    plays     what the learner plays: "X", "O", or "both" in turns
    thoughts  whether the values of its last decision are shown
    shown     the number of the game whose changes are shown, from 1 on; 0 while there is none
    file      the name of the file to save in
    games     the games it was taught, a list of `Taught`, those before the lab was opened first
    status    the line below the board

    It learns from a game when the game is over, so a game that is left teaches nothing. The
    history of the learner counts every game as a training would.
    """

    plays = traitlets.Enum(["X", "O", BOTH], "O")
    thoughts = traitlets.Bool(False)
    shown = traitlets.Int(0)
    file = traitlets.Unicode(FILE)
    state = traitlets.Unicode(read_only=True)
    status = traitlets.Unicode(read_only=True)

    def __init__(
        self,
        learner: Learner | None = None,
        *,
        plays: str = "O",
        rng: random.Random | None = None,
        **options,
    ):
        if learner is not None and not isinstance(learner, Learner):
            raise ValueError(
                f"A learner is a QLearner, a SarsaLearner or what agents.load(file) returns, "
                f"not {learner!r}."
            )
        if learner is not None and rng is not None:
            raise ValueError("rng is for a new learner: yours has one of its own, learner.rng.")
        self.learner = learner or QLearner(rng=rng)
        self.game = self.learner.game
        insist_on_board(self.game, "TeachLab")
        self.games = taught_before(self.learner)
        self._moves, self._side, self._thought = [], plays, None
        self._trouble = ""
        super().__init__(plays=plays, **options)
        self.board = Board(self.game, cell_size=min(CELL_SIZE, cell_size(self.game)))
        self.board.on_click(self.click)
        self._head, self._standing, self._review, self._count = (widgets.HTML() for _ in range(4))
        self._saving = SaveBox(self.learner, self.games)
        widgets.link((self, "file"), (self._saving, "file"))
        self.children = self._make_parts()
        self.add_class("ttt-keeps-keys")
        self.shown = len(self.games)
        self._begin()
        self.observe(self._change_side, "plays")
        self.observe(lambda _: self._show_thought(), "thoughts")
        self.observe(lambda _: self._show_review(), "shown")

    # ---- the parts

    def _make_parts(self) -> list[widgets.Widget]:
        panel = widgets.VBox([*self._make_controls(), self._head, self._standing, self._saving])
        panel.layout = {"flex": "1 1 340px", "min_width": "0", "padding": "4px 0 0 12px"}
        table = widgets.HBox([self.board, panel], layout={"flex_flow": "row wrap", "width": "100%"})
        self._earlier = button("◀", "The game before", lambda: self.look_at(self.shown - 1))
        self._later = button("▶", "The game after", lambda: self.look_at(self.shown + 1))
        for arrow in self._earlier, self._later:
            arrow.layout.min_width = "40px"
        self._pages = widgets.HBox([self._earlier, self._count, self._later], layout=ROW)
        return [table, self._pages, self._review]

    def _make_controls(self) -> list[widgets.Widget]:
        self._next = button("Next game", "Begin a new game", self.new_game)
        self._again = button("The same game again", "", self.same_again)
        plays = widgets.ToggleButtons(options=["X", "O", BOTH], style={"button_width": "52px"})
        thoughts = widgets.Checkbox(description="look into its head", indent=False)
        thoughts.layout = {"width": "auto", "margin": "2px 2px 2px 12px"}
        widgets.link((self, "plays"), (plays, "value"))
        widgets.link((self, "thoughts"), (thoughts, "value"))
        return [
            widgets.HBox([self._next, self._again], layout=ROW),
            widgets.HBox([widgets.Label("it plays"), plays, thoughts], layout=ROW),
        ]

    # ---- what the reader does

    def click(self, cell: int) -> None:
        """Mark a cell for yourself; what cannot be is answered in the status line."""
        if self._is_over:
            self._say("")
            return
        if self._its_turn:  # it failed before, and may be mended by now
            self._go_on()
            return
        move = self.game.action_at(self.state, cell) if is_cell(cell, self.game) else None
        if move not in self.game.actions(self.state):
            self._say(refusal(self.game, self.state, cell))
            return
        self._moves.append(move)
        self._go_on()

    def new_game(self) -> None:
        """Begin a new game; of one that is not over nothing is learned."""
        if self._is_over or self._you_moved or self._trouble:
            self._begin(self._leave())
        else:
            self._say("")

    def same_again(self) -> None:
        """Teach the game that is shown once more, the same moves on both sides."""
        if not self.shown:
            self._say("There is no game to repeat yet.")
            return
        left, taught = self._leave(), self.games[self.shown - 1]
        self._side, self._moves, self._thought = taught.side, list(taught.moves), None
        self._go_on(f"{left} The same moves again.")

    def look_at(self, number: int) -> None:
        """Show what a game has changed, by its number; there is none before 1 or after the last."""
        if 1 <= number <= len(self.games):
            self.shown = number

    def save(self) -> None:
        """Save the learner; a file that is there is overwritten at the second time of asking."""
        self._saving.save()

    # ---- how the game stands

    @property
    def side(self) -> str:
        """What the learner plays in the game on the board."""
        return self._side

    @property
    def _is_over(self) -> bool:
        return self.game.terminal(self.state)

    @property
    def _its_turn(self) -> bool:
        return not self._is_over and self.game.player(self.state) == self._side

    @property
    def _you_moved(self) -> bool:
        return any(self.game.player(state) != self._side for state in self._states[:-1])

    @property
    def _unfinished(self) -> bool:
        return self._you_moved and not self._is_over

    # ---- the course of a game

    def _begin(self, words: str = "") -> None:
        """Begin a game on the side that a training would choose; the learner may move first."""
        self._side = "XO"[self.learner.episodes % 2] if self.plays == BOTH else self.plays
        self._moves, self._thought = [], None
        self._go_on(words)

    def _leave(self) -> str:
        """Return what becomes of the game on the board if another one begins, in words."""
        return "You left the game, so nothing was learned from it." if self._unfinished else ""

    def _go_on(self, words: str = "") -> None:
        """Let the learner move if it is its turn, and learn if the game is over."""
        self._trouble, news = "", ""
        self._place_moves()
        try:
            while self._its_turn:
                self._thought = decide(self.learner, self.state)
                move = legal(self._thought.choice, self.game, self.state, "it")
                self._moves.append(move)
                news = f"It ({self._side}) took {in_words(self.game, self.state, move)}."
                self._place_moves()
            if self._is_over:
                self.games.append(teach_game(self.learner, self._moves, self._side))
        except Exception as error:  # of a learner of the reader's own
            said = f"{type(error).__name__}: {error}".rstrip(". ")
            self._trouble = f"{self.learner.name} failed with {said}."
        self._saving.forget()
        self._show(f"{words} {news}".strip())

    def _place_moves(self) -> None:
        self._states = states_of(self.game, self._moves)
        self.set_trait("state", self._states[-1])

    def _change_side(self, _) -> None:
        if self._you_moved or self._is_over:
            self._say("That holds from the next game on.")
        else:
            self._begin()

    # ---- words

    def _say(self, words: str) -> None:
        """Say something in the status line, and then how the game stands."""
        self.set_trait("status", f"{words} {self._how_it_stands()}".strip())
        self.board.status = self.status

    def _how_it_stands(self) -> str:
        end, you = outcome(self.game, self.state), opponent(self._side)
        if end and self._trouble:
            return f"{self._trouble} Nothing was learned from this game."
        if self._trouble:
            return f"{self._trouble} Click the board to let it try again."
        if end == "draw":
            return "It is a draw. Press Next game."
        if end:
            return f"{'You win!' if end == you else 'It wins.'} Press Next game."
        return f"Your turn: you are {you}."

    # ---- the view

    def _show(self, words: str) -> None:
        """Bring everything up to date."""
        over = self._is_over
        with self.board.hold_sync():
            self.board.follow(self.game, self._states, self._moves)
            self.board.next_mark = "" if over or self._trouble else opponent(self._side)
            self._say(words)
        self._next.description = "Next game" if over else "New game"
        self._next.button_style = "primary" if over else ""
        self._next.tooltip = "Go on teaching" if over else "Leave this game: nothing is learned"
        self._again.disabled = not self.games
        self._show_thought()
        if over and self.shown != len(self.games):
            self.shown = len(self.games)  # shows it as well
        else:
            self._show_review()

    def _show_thought(self) -> None:
        self._head.value = thought_html(self.game, self._thought) if self.thoughts else ""

    def _show_review(self) -> None:
        """Show how it stands after all games, and what the chosen one has changed."""
        lines = [f"<b>{tally(self.games)}</b>", self._worth()]
        self._standing.value = "".join(f"<div style='{SMALL_STYLE}'>{line}</div>" for line in lines)
        self._pages.layout.display = None if self.shown else "none"
        self._earlier.disabled = self.shown <= 1
        self._later.disabled = self.shown >= len(self.games)
        if not self.shown:
            self._again.tooltip = "There is no game to repeat yet"
            self._review.value = f"<div style='{TEXT_STYLE}'>{FIRST}</div>"
            return
        taught = self.games[self.shown - 1]
        self._again.tooltip = (
            f"Teach game {self.shown}, which is shown below, once more, move for move, "
            f"as the next game{'; the one on the board is left' if self._unfinished else ''}"
        )
        self._count.value = f"<b>&ensp;game {self.shown} of {len(self.games)}&ensp;</b>"
        shared = f"<div style='{SMALL_STYLE}'>{sharing(self.learner)}</div>"
        self._review.value = (
            f"<div style='{TEXT_STYLE}'>{tell(taught)}</div>"
            f"{changes_html(self.game, taught)}{shared if taught.changes else ''}"
        )

    def _worth(self) -> str:
        """Return what the learner is worth now, in words, if that has been found out."""
        checks, episodes = self.learner.history.checks, self.learner.episodes
        return worth(checks[-1]) if checks and checks[-1].episode == episodes > 0 else ""

    # ---- checks, and pages without a kernel

    @traitlets.validate("shown")
    def _check_shown(self, proposal) -> int:
        if not 0 <= proposal["value"] <= len(self.games):
            raise ValueError(f"There are {len(self.games)} games, and no game {proposal['value']}.")
        return proposal["value"]

    def picture(self) -> draw.Picture:
        """Return what the game that is shown has changed, as a picture; at first the board."""
        if not self.shown:
            return self.board.picture()
        return changes_picture(self.game, self.games[self.shown - 1])

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel what the last game has changed."""
        return with_picture(super()._repr_mimebundle_(**options), self.picture())
