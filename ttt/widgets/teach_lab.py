"""Teaching a learner by hand: play it, game after game, and see which values each game changes."""

import ipywidgets as widgets

from ttt import draw
from ttt.agents import Learner
from ttt.agents.teaching import Change, states_of, teach
from ttt.agents.training import BOTH, SIDES
from ttt.anygame import insist_on_board
from ttt.draw import Picture, rounded
from ttt.game import SIDE, Action, Game, State
from ttt.widgets.board import Pictured
from ttt.widgets.button import ROW, button
from ttt.widgets.moves import in_words
from ttt.widgets.play import Play
from ttt.widgets.seats import HUMAN
from ttt.widgets.training_lab.charts import beaten_as

TEXT_STYLE = "font-size:16px;line-height:1.45;max-width:62em;padding:2px"
SMALL_STYLE = (
    "font-size:14px;line-height:1.45;max-width:46em;padding:1px 2px;overflow-wrap:anywhere"
)
PANEL = {"flex": "1 1 340px", "min_width": "0", "padding": "4px 0 0 12px"}
CELL_SIZE, BOARD_SIZE = 84, 126
FIRST = "Play a game to its end: here you will see which values it has changed, and by how much."
NO_THOUGHT = "There is no decision of its own to show."
KEY = "The numbers are on its own side, +1 a sure win; blue is good for X, orange for O."


class TeachLab(Pictured, widgets.VBox):
    """A learner to play against, which learns from every game and shows what.

    learner  what you teach, new or loaded; it may learn any game with a board
    plays    what the learner plays: "X", "O", or "both" in turns
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
        self.learner, self.game = learner, learner.game
        if plays not in SIDES:
            raise ValueError(f"plays is 'X', 'O' or 'both', not {plays!r}.")
        self.plays, self.taught, self.moves, self.changes = plays, 0, (), ()
        self._player = lambda game, state: self._decide(game, state)
        self._player.name = "It"
        super().__init__()
        self.play = Play(HUMAN, HUMAN, game=self.game)
        self.play.board.cell_size = min(CELL_SIZE, self.play.board.cell_size)
        panel = widgets.VBox(self._make_controls(), layout=PANEL)
        table = widgets.HBox([self.play.board, panel], layout={**ROW, "align_items": "flex-start"})
        self._review = widgets.HTML(f"<div style='{TEXT_STYLE}'>{FIRST}</div>")
        self.children = [table, self._review]
        self.add_class("ttt-keeps-keys")
        self.new_game()
        self.play.observe(self._moved, "history")

    def _make_controls(self) -> list[widgets.Widget]:
        tip = "Of a game that is not over, nothing is learned"
        self._next = button("New game", tip, self.new_game)
        tip = "Teach the last game once more, move for move, as the next game"
        self._again = button("The same game again", tip, self.same_again)
        self._again.disabled = True
        look = widgets.Checkbox(description="look into its head", indent=False)
        self._head = widgets.HTML()
        shown = (look, "value"), (self._head.layout, "display")
        widgets.dlink(*shown, lambda looks: None if looks else "none")
        return [widgets.HBox([self._next, self._again], layout=ROW), look, self._head]

    # ---- what the reader does

    def new_game(self) -> None:
        """Begin a new game, on the side that a training would choose; it may move first."""
        side = "XO"[self.learner.episodes % 2] if self.plays == BOTH else self.plays
        self._clear(side)
        setattr(self.play, side.lower(), self._player)

    def same_again(self) -> None:
        """Teach the last game once more, the same moves on both sides."""
        if self.taught:
            self._clear(self.game.player(self.changes[0].state))
            self.play.load(self.moves)

    # ---- the course of a game

    def _clear(self, side: str) -> None:
        """Clear the board for a game in which the learner plays `side`, and does not move yet."""
        self._side, self._head.value = side, NO_THOUGHT
        self.play.x = self.play.o = HUMAN
        self.play.load([])

    def _decide(self, game: Game, state: State) -> Action:
        """Return the move of the learner, which explores, and show what it thinks."""
        values = {action: self.learner.q[state, action] for action in game.actions(state)}
        move = self.learner.explore(state)
        self._head.value = _thought(game, state, values, move)
        return move

    def _moved(self, change) -> None:
        """Let the learner learn if the game is over, and show what."""
        over = self.play.mover is None
        if over:
            self.moves = tuple(change["new"])
            self.changes = teach(self.learner, self.moves, self._side)
            self.taught += 1
            self._again.disabled = False
            said = f"<b>Game {self.taught}.</b> {tell(self.learner, self.changes)}"
            self._review.value = f"<div style='{TEXT_STYLE}'>{said}</div>{self.picture().html}"
        self._next.description = "Next game" if over else "New game"
        self._next.button_style = "primary" if over else ""

    def picture(self) -> Picture:
        """Return the turns of the last game and its end as a picture; at first the board.

        The boards are those before the moves, each move framed and filled by its new value.
        """
        if not self.taught:
            return self.play.picture()
        turns, side = self.changes, SIDE[self.game.player(self.changes[0].state)]
        cells = [self.game.cell_of(change.state, change.action) for change in turns]
        end = states_of(self.game, self.moves)[-1]
        return draw.boards(
            [*(change.state for change in turns), end],
            [*(f"its move {n}\n{arithmetic(each)}" for n, each in enumerate(turns, 1)), "the end"],
            self.game,
            size=BOARD_SIZE,
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
        gain = last.after - last.before
        said = f"Its last move felt the {end}: {'+' if gain > 0 else '−'}{number(abs(gain))}."
    if before and (moved or last.moved):
        many = {0: "None", len(before): "All"}.get(moved, moved)
        too = f" too, but not by this {end}" if moved else ""
        said += (
            f" {many} of the moves before it changed{too}: each learns only from what its next "
            "turn was worth before this game."
        )
    for check in learner.history.checks[-1:]:
        beaten = beaten_as(check)
        said += f" It can still be beaten {beaten}." if beaten else " Nobody can beat it."
    return said


def arithmetic(change: Change) -> str:
    """Return what a value moved towards, and the update, in two lines."""
    source = "the end" if change.ended else "its next turn"
    step = f"{change.alpha:.3g} · ({number(change.target)} − {_bracketed(change.before)})"
    sums = f"{number(change.before)} + {step} = {number(change.after)}"
    return f"{source}: {number(change.target)}\n{sums}"


def number(value: float) -> str:
    """Return a number with as many decimals as it needs, at most four."""
    return f"{round(value, 4) or 0:g}".replace("-", "−")


def _bracketed(value: float) -> str:
    """Return a number as it stands behind a minus."""
    return f"({number(value)})" if value < 0 else number(value)


def _thought(game: Game, state: State, values: dict[Action, float], move: Action) -> str:
    """Return what the learner's moves were worth to it before its last one, and why it made it."""
    best = max(values.values())
    alike = list(values.values()).count(best)
    why = "which looked best" if alike == 1 else f"one of {alike} that looked best"
    if values[move] < best:
        why = "not its best move: it explored"
    last = game.cell_of(state, move)
    board = draw.value_board(state, values, game, size=BOARD_SIZE, last=last).svg
    head = f"<b>What its moves were worth to it as {game.player(state)}, before it moved.</b>"
    took = f"It took {in_words(game, state, move)}, {why}."
    return f"<div style='{SMALL_STYLE}'>{head} {took}<br>{KEY}<br>{board}</div>"
