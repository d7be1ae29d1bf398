"""Teaching a learner by hand: play it, game after game, and see which values each game changes."""

import ipywidgets as widgets

from ttt import draw
from ttt.agents import Learner
from ttt.agents.teaching import Change, states_of, teach
from ttt.anygame import insist_on_board
from ttt.draw import Picture, rounded
from ttt.game import SIDE
from ttt.widgets.board import Pictured
from ttt.widgets.button import ROW, button
from ttt.widgets.frame import TEXT_STYLE, beaten_as
from ttt.widgets.panel import HUMAN
from ttt.widgets.play import Play

PANEL = {"flex": "1 1 340px", "min_width": "0", "padding": "4px 0 0 12px"}
CELL_SIZE, BOARD_SIZE = 84, 126
FIRST = "Play a game to its end: here you will see which values it has changed, and by how much."


class TeachLab(Pictured, widgets.VBox):
    """A learner to play against, which learns from every game and shows what.

    learner  what you teach, new or loaded; it may learn any game with a board
    plays    what the learner plays: "X" or "O"
    play     the `Play` whose board is shown
    taught   how many games it was taught here
    moves    those of the last game, of both players
    changes  what that game has changed, a `Change` for each turn of the learner

    It learns from a game when the game is over, so a game that is left teaches nothing. The
    history of the learner counts every game as a training would; learner.save(file) keeps it.
    """

    def __init__(self, learner: Learner, *, plays: str = "O"):
        if not isinstance(learner, Learner):
            raise ValueError(
                "A learner is a QLearner, a SarsaLearner or what agents.load(file) returns, "
                f"not {learner!r}."
            )
        insist_on_board(learner.game, "TeachLab")
        if plays not in SIDE:
            raise ValueError(f"plays is 'X' or 'O', not {plays!r}.")
        self.learner, self.game, self.plays = learner, learner.game, plays
        self.taught, self.moves, self.changes = 0, [], ()

        def it(game, state):
            return learner.explore(state)

        it.name = "It"
        players = {"x": HUMAN, "o": HUMAN, plays.lower(): it}
        self.play = Play(**players, game=self.game)
        self.play.board.cell_size = min(CELL_SIZE, self.play.board.cell_size)
        tip = "Of a game that is not over, nothing is learned"
        new = button("New game", tip, self.new_game, "primary")
        tip = "Teach the last game once more, move for move, as the next game"
        again = button("The same game again", tip, self.same_again)
        self._review, self._numbers = widgets.HTML(), widgets.HTML()
        panel = widgets.VBox([widgets.HBox([new, again], layout=ROW), self._review], layout=PANEL)
        table = widgets.HBox([self.play.board, panel], layout={**ROW, "align_items": "flex-start"})
        super().__init__([table, self._numbers])
        for name in ("ttt-teach", "ttt-keeps-keys"):
            self.add_class(name)
        self._say(FIRST)
        self.play.observe(self._moved, "history")

    # ---- what the reader does

    def new_game(self) -> None:
        """Begin a new game; the learner may move first."""
        self.play.begin_from([])

    def same_again(self) -> None:
        """Teach the last game once more, the same moves on both sides."""
        self.play.begin_from([])  # else nothing is new on a board that shows this very game
        self.play.begin_from(self.moves)

    # ---- the course of a game

    def _moved(self, change) -> None:
        """Let the learner learn if the game is over, and show what."""
        if self.play.mover is None:
            self.moves = change["new"]
            self.changes = teach(self.learner, self.moves, self.plays)
            self.taught += 1
            self._say(f"<b>Game {self.taught}.</b> {tell(self.learner, self.changes)}")
            self._numbers.value = self.picture().html

    def _say(self, html: str) -> None:
        self._review.value = f"<div style='{TEXT_STYLE}'>{html}</div>"

    def picture(self) -> Picture:
        """Return the turns of the last game and its end as a picture; at first the board.

        The boards are those before the moves, each move framed and filled by its new value.
        """
        if not self.taught:
            return self.play.picture()
        turns, side = self.changes, SIDE[self.plays]
        cells = [self.game.cell_of(change.state, change.action) for change in turns]
        end = states_of(self.game, self.moves)[-1]
        return draw.boards(
            [*(change.state for change in turns), end],
            [*(f"its move {n}\n{arithmetic(each)}" for n, each in enumerate(turns, 1)), "the end"],
            self.game,
            size=BOARD_SIZE,
            per_row=6,  # a whole game of tic-tac-toe
            values=[{cell: rounded(change.after)} for cell, change in zip(cells, turns)],
            heat=[{cell: side * change.after} for cell, change in zip(cells, turns)],
            last=cells,
        )


# ---- in words


def tell(learner: Learner, changes: tuple[Change, ...]) -> str:
    """Return what the last game has changed, and what the learner is worth now, in sentences."""
    *before, last = changes
    reward, moved = learner.history.rewards[-1], sum(change.moved for change in before)
    end = "win" if reward > 0 else "loss" if reward < 0 else "draw"
    said = f"The {end} was just what its last move was expected to bring."
    if last.moved:
        gain = number(last.after - last.before)
        step = gain if last.after < last.before else f"+{gain}"
        said = f"The {end} changed the value of its last move by {step}, to {number(last.after)}."
    if before:
        many = {0: "None", len(before): "All"}.get(moved, moved)
        said += (
            f" {many} of the moves before it changed: each learns only from what its next turn "
            "was worth before this game."
        )
    for check in learner.history.checks[-1:]:
        beaten = beaten_as(check)
        said += f" It can still be beaten {beaten}." if beaten else " Nobody can beat it."
    return said


def arithmetic(change: Change) -> str:
    """Return what a value moved towards, and the update, in narrow lines."""
    source = "the end" if change.ended else "its next turn"
    target, before, after = map(number, (change.target, change.before, change.after))
    taken = f"({before})" if change.before < 0 else before
    return f"{source}: {target}\n{before}\n+ {change.alpha:.3g} · ({target} − {taken})\n= {after}"


def number(value: float) -> str:
    """Return a number with as many decimals as it needs, at most four."""
    return f"{round(value, 4) or 0:g}".replace("-", "−")
