"""A game to play in a notebook: people and agents at the same board."""

import random
import re
from collections import Counter
from collections.abc import Iterable

import ipywidgets as widgets
import traitlets

from ttt.agents import Strategy
from ttt.agents.rules import opponent
from ttt.game import Action, State, TicTacToe
from ttt.widgets.board import Board, is_cell, with_picture
from ttt.widgets.labels import Labels, hints, opinion
from ttt.widgets.panel import PAUSES, Panel
from ttt.widgets.seats import HUMAN, Seats, Trouble
from ttt.widgets.turns import TakesTurns, one_at_a_time, running_loop

LEGEND_STYLE = "max-width:48em;line-height:1.45;font-size:14px;padding:1px 6px"


def play(x: str | Strategy = HUMAN, o: str | Strategy = "one-step", **options) -> "Play":
    """Return a game to play: x and o are "human", the name of an agent, or an agent of your own.

    For example play(size=4), play("combined", "human"), play(o=my_agent, moves=[4, 0, 8]).
    `Play` lists the options.
    """
    return Play(x, o, **options)


class Play(TakesTurns, widgets.VBox):
    """A board, who plays on it, and what one may want to know about the game.

    x, o      who plays: "human", the name of an agent, or an agent
    game      the rules; or `size`, such as 4, (3, 4), or (5, 5, 4) for four in a row
    moves     the moves that have been made already, as a list or as text
    smart     the probability that an agent makes its own move, rather than a random one
    hints     whether empty cells show what they lead to with best play
    thoughts  whether empty cells show the agent's own numbers
    numbers   whether empty cells show their numbers
    speed     of agent against agent: "stop", "slow", "normal", "fast" or "at once"
    patience  seconds after which an agent of your own is stopped
    rng       a random.Random for the agents

    `state`, `history`, `status` and `tally` say how the game stands. Like the
    options they are traits, so they can be observed.
    """

    x = traitlets.Instance(object)
    o = traitlets.Instance(object)
    smart = traitlets.Float(1.0)
    hints = traitlets.Bool(False)
    thoughts = traitlets.Bool(False)
    numbers = traitlets.Bool(False)
    speed = traitlets.Enum(list(PAUSES), "normal")
    state = traitlets.Unicode(read_only=True)
    history = traitlets.List(read_only=True)
    status = traitlets.Unicode(read_only=True)
    tally = traitlets.Dict(read_only=True)

    def __init__(
        self,
        x: str | Strategy = HUMAN,
        o: str | Strategy = "one-step",
        *,
        game: TicTacToe | None = None,
        size: int | tuple = 3,
        moves: Iterable[Action] | str = (),
        patience: float = 10,
        rng: random.Random | None = None,
        **options,
    ):
        self.game = game or _game_of(size)
        self.seats = Seats(rng or random.Random(), patience)
        self._future, self._turn, self._trouble = [], 0, ""
        self._finished = Counter()  # the outcomes of the games before this one
        history = read_moves(self.game, moves)
        self._panel = None
        super().__init__(x=self.seats.key_of(x), o=self.seats.key_of(o), **options)
        self.board = Board(self.game)
        self.board.on_click(self.click)
        self._panel = Panel(self)
        self._legend = widgets.HTML()
        table = widgets.HBox([self.board, self._panel], layout={"flex_flow": "row wrap"})
        self.children = [table, self._legend]
        self.add_class("ttt-keeps-keys")
        self._begin_from(history)

    # ---- what the reader does

    @one_at_a_time
    def click(self, cell: Action) -> None:
        """Mark a cell for the player to move; what cannot be is answered in the status line."""
        if self._agent_to_move and not self._trouble:
            self._tell(f"Wait, it is the turn of {self._name(self.mover)}.")
            return
        try:
            self.game.result(self.state, cell)
        except ValueError:
            self._tell(self._refusal(cell))
            return
        self._append(int(cell))
        self._go_on()

    @one_at_a_time
    def new_game(self) -> None:
        """Begin again with the same players; a finished game counts in the tally."""
        self._finished.update(self._outcomes())
        self._begin_from([])

    @one_at_a_time
    def undo(self) -> None:
        """Take moves back: to the previous turn of a human, or one move if only agents play."""
        keep = self.turn_before
        if keep is None:
            return
        if self.agents_only:
            self.speed = "stop"
        self._begin_from(self.history[:keep], self.history[keep:] + self._future)

    @one_at_a_time
    def redo(self) -> None:
        """Make moves again that were taken back; agents that are stopped make a new one."""
        if not self._future:
            if self.waits:
                self._agent_moves()
                self._go_on()
            return
        moves, future = list(self.history), list(self._future)
        while future:
            moves.append(future.pop(0))
            if self.agents_only or self._is_human("XO"[len(moves) % 2]):
                break
        self._begin_from(moves, future)

    @one_at_a_time
    def load(self, moves: Iterable[Action] | str) -> None:
        """Go to the position after these moves; if they are no game, the status line says why."""
        try:
            moves = read_moves(self.game, moves)
        except ValueError as error:
            self._panel.refresh()
            self._tell(str(error))
            return
        if moves != self.history:
            self._begin_from(moves)

    @one_at_a_time
    def resize(self, game: TicTacToe) -> None:
        """Begin a new game, and a new tally, on another board."""
        self.game = game
        self._finished.clear()
        self._begin_from([])

    # ---- how the game stands

    @property
    def mover(self) -> str | None:
        """Who moves next, "X" or "O"; None when the game is over."""
        return None if self.game.terminal(self.state) else self.game.player(self.state)

    @property
    def agents_only(self) -> bool:
        """Whether an agent plays against an agent."""
        return HUMAN not in (self.x, self.o)

    @property
    def waits(self) -> bool:
        """Whether the agent to move does so only when it is told to."""
        stopped = self.agents_only and self.speed == "stop"
        return stopped and self._agent_to_move and not self._trouble

    @property
    def turn_before(self) -> int | None:
        """After how many moves the one to undo to had their turn; None if they had none."""
        turns = range(len(self.history) - 1, -1, -1)
        return next((n for n in turns if self.agents_only or self._is_human("XO"[n % 2])), None)

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to make again, or one that an agent waits to make."""
        return bool(self._future) or self.waits

    @property
    def _agent_to_move(self) -> bool:
        return self.mover is not None and not self._is_human(self.mover)

    def _player(self, mark: str) -> str:
        return self.x if mark == "X" else self.o

    def _is_human(self, mark: str) -> bool:
        return self._player(mark) == HUMAN

    def _outcomes(self) -> list[str]:
        """Return the outcome of the game on the board in a list, which is empty before its end."""
        outcome = self.game.outcome(self.state)
        return [outcome] if outcome else []

    # ---- the course of the game

    def _begin_from(self, moves: list[Action], future: Iterable[Action] = ()) -> None:
        """Put these moves on the board, `future` ready to be made again, and go on."""
        self._future = list(future)
        self._set_history(moves)
        self._go_on()

    def _append(self, cell: Action) -> None:
        """Make a legal move; others stay to be redone only if it is the first of them."""
        self._future = self._future[1:] if self._future[:1] == [cell] else []
        self._set_history([*self.history, cell])

    def _set_history(self, moves: list[Action]) -> None:
        self._trouble = ""
        with self.hold_trait_notifications():
            self.set_trait("history", list(moves))
            self.set_trait("state", position(self.game, moves))

    def _go_on(self) -> None:
        """Show how the game stands; if it is an agent's turn, have it move after its pause."""
        self._turn += 1  # voids earlier calls, which other threads' loops may be about to run
        while (pause := self._pause()) is not None:
            self._show(in_a_hurry=pause == 0)
            if self._call_later(pause):
                return
            self._agent_moves()
        self._show()

    def _pause(self) -> float | None:
        """Return in how many seconds an agent moves; None if it does not move by itself."""
        if not self._agent_to_move or self._trouble:
            return None
        return PAUSES[self.speed] if self.agents_only else 0.0

    def _call_later(self, seconds: float) -> bool:
        """Have the event loop call the agent; return False where no loop is running."""
        if loop := running_loop():
            loop.call_later(seconds, self._time_is_up, self._turn)
        return loop is not None

    @one_at_a_time
    def _time_is_up(self, turn: int) -> None:
        """Let the agent move, unless the game has gone on without it."""
        if turn == self._turn:
            self._agent_moves()
            self._go_on()

    def _agent_moves(self) -> None:
        """Make the move of the agent whose turn it is, or keep in mind why it made none."""
        mover = self.mover
        try:
            self._append(self.seats.move(self._player(mover), self.game, self.state, self.smart))
        except Trouble as trouble:
            self._trouble = f"{self._name(mover)} {trouble}"

    @traitlets.observe("smart", "speed", "hints", "thoughts", "numbers")
    @one_at_a_time
    def _adapt(self, change) -> None:
        if self._panel:
            self._go_on()

    @traitlets.observe("x", "o")
    @one_at_a_time
    def _change_players(self, change) -> None:
        """Go on with other players and a new tally; if the game is over, begin a new one."""
        if not self._panel:
            return
        over = self.mover is None
        self._finished.clear()
        self._trouble = ""
        if over:
            self._begin_from([])
        else:
            self._go_on()

    # ---- words

    def _tell(self, words: str) -> None:
        """Say something in the status line, and then how the game stands."""
        self._say(f"{words} {self._standing()}".strip())

    def _say(self, words: str) -> None:
        self.set_trait("status", words)
        self.board.status = words

    def _name(self, mark: str) -> str:
        """Return what the player of a mark is called."""
        if not self._is_human(mark):
            return f"{self._player(mark)} ({mark})"
        return mark if self.x == self.o else f"you ({mark})"

    def _refusal(self, cell) -> str:
        """Return in words why the player to move cannot mark a cell."""
        return "" if self.mover is None else refusal(cell, self.game)

    def _news(self) -> str:
        """Return which move an agent made against a human, and how the game stands."""
        last = "XO"[(len(self.history) - 1) % 2]
        if not self.history or self.agents_only or self._is_human(last) or self._trouble:
            return self._standing()
        return f"{self._name(last)} took {place(self.history[-1], self.game)}. {self._standing()}"

    def _standing(self) -> str:
        """Return how the game stands, in words."""
        outcome, mover, two_humans = self.game.outcome(self.state), self.mover, self.x == self.o
        if outcome == "draw":
            return "It is a draw."
        if outcome:
            you_won = self._is_human(outcome) and not two_humans
            return "You win!" if you_won else f"{self._name(outcome)} wins."
        if self._trouble:
            return f"{self._trouble} Click a cell to move for it, or begin a new game."
        if self._is_human(mover):
            return f"{mover} to move." if two_humans else f"Your turn: you are {mover}."
        if self.waits:
            return f"{self._name(mover)} waits: press Redo for one move, or choose a speed."
        return f"{self._name(mover)} is thinking …"

    # ---- the view

    def _show(self, in_a_hurry: bool = False) -> None:
        """Bring board and panel up to date; for an agent in a hurry the cells are not labelled."""
        labels, legend = ({}, []) if in_a_hurry else self._labels()
        clickable = self.mover and (bool(self._trouble) or not self._agent_to_move)
        with self.board.hold_sync():
            self.board.show(self.game, self.state, self.history[-1] if self.history else None)
            self.board.labels, self.board.numbers = labels, self.numbers
            self.board.next_mark = self.mover if clickable else ""
            self.board.busy = self._pause() is not None
            self._say(self._news())
        self._legend.value = "".join(f"<div style='{LEGEND_STYLE}'>{line}</div>" for line in legend)
        finished = self._finished + Counter(self._outcomes())
        self.set_trait("tally", {outcome: finished[outcome] for outcome in ("X", "draw", "O")})
        self._panel.refresh()

    def _labels(self) -> tuple[Labels, list[str]]:
        """Return what the empty cells show, and the lines that explain it."""
        parts = []
        if self.hints and self.mover:
            parts.append(hints(self.game, self.state))
        if self.thoughts and self.mover:
            parts.append(self._opinion())
        cells = {cell for labels, _ in parts for cell in labels}
        shown = {cell: sum((labels.get(cell, []) for labels, _ in parts), []) for cell in cells}
        return shown, [explanation for _, explanation in parts]

    def _opinion(self) -> tuple[Labels, str]:
        """Return the numbers of the agent to move; at a human's turn those of the other one."""
        for mark in (self.mover, opponent(self.mover)):
            if not self._is_human(mark):
                return opinion(self.seats, self._player(mark), self.game, self.state)
        return {}, "There is no agent here that could think: choose one for X or O."

    # ---- checks, and pages without a kernel

    @traitlets.validate("x", "o")
    def _take_seat(self, proposal) -> str:
        player = self.seats.key_of(proposal["value"])
        if self._panel:
            self._panel.offer(self.seats.keys())
        return player

    @traitlets.validate("smart")
    def _check_smart(self, proposal) -> float:
        if not 0 <= proposal["value"] <= 1:
            raise ValueError(f"smart is a probability from 0 to 1, not {proposal['value']!r}.")
        return proposal["value"]

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel the position as a picture."""
        return with_picture(super()._repr_mimebundle_(**options), self.board.picture())


def read_moves(game: TicTacToe, moves: Iterable[Action] | str) -> list[Action]:
    """Return the moves as a list, or raise a ValueError that says which one cannot be made."""
    if isinstance(moves, str):
        if re.search(r"[^\s\d,\[\]()]", moves):
            raise ValueError(f"{moves!r} is no list of moves such as [4, 0, 8].")
        moves = map(int, re.findall(r"\d+", moves))
    state, history = game.initial, []
    for move in moves:
        try:
            state = game.result(state, move)
        except ValueError as error:
            raise ValueError(f"Move {len(history) + 1} cannot be made. {error}") from None
        history.append(int(move))
    return history


def position(game: TicTacToe, moves: Iterable[Action]) -> State:
    """Return the state after the moves."""
    state = game.initial
    for move in moves:
        state = game.result(state, move)
    return state


def place(cell: Action, game: TicTacToe) -> str:
    """Return where a cell is, in words."""
    return f"row {cell // game.cols + 1} column {cell % game.cols + 1}"


def refusal(cell, game: TicTacToe) -> str:
    """Return in words why a cell cannot be marked while the game goes on."""
    if is_cell(cell, game):
        return f"{place(cell, game).capitalize()} is taken."
    return f"{cell!r} is not a cell: the cells are 0 to {game.cells - 1}."


def _game_of(size: int | tuple) -> TicTacToe:
    """Return the game on a board of that size: 4, (3, 4) or (5, 5, 4), the last one being k."""
    return TicTacToe(*size) if isinstance(size, tuple | list) else TicTacToe(size)
