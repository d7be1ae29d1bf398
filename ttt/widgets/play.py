"""A game to play in a notebook: people and agents at the same board."""

import random
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import chain, count

import ipywidgets as widgets
import traitlets

from ttt import agents
from ttt.agents import Strategy
from ttt.agents.rules import has_winning_lines
from ttt.agents.teaching import states_of
from ttt.anygame import as_game, has_board, in_words, outcome, refusal
from ttt.arena import NoMove, legal, name_of, told
from ttt.draw import Picture
from ttt.game import Action, Game, State, TicTacToe
from ttt.limit import TimeLimit, TooLong
from ttt.widgets.board import Board, Pictured
from ttt.widgets.labels import hints
from ttt.widgets.move_buttons import MoveButtons
from ttt.widgets.panel import HUMAN, PAUSES, Panel
from ttt.widgets.turns import TakesTurns, one_at_a_time

PATIENCE = 10  # seconds after which an agent of one's own is stopped
USUAL = "usual"  # an agent that plays any game
NO_GAMES = {"X": 0, "draw": 0, "O": 0}
MOST_GAMES = 1000
LEGEND_STYLE = "max-width:48em;line-height:1.45;font-size:14px;padding:1px 6px"


class Play(TakesTurns, Pictured, widgets.VBox):
    """A game to play, for example play(size=4), play("combined", "human"), play(o=my_agent).

    x, o      who plays: "human", the name of an agent, or an agent; "usual" is "one-step",
              or "mcts" in a game that is not known to be won by k in a row
    game      any object with the six functions; or `size`, such as 4, (3, 4), or (5, 5, 4)
              for tic-tac-toe with four in a row
    moves     a list of the moves that have been made already
    rng       a random.Random for the agents
    smart     the probability that an agent makes its own move, rather than a random one
    hints     whether moves show what they lead to with best play
    numbers   whether moves show their numbers on the board
    speed     of agent against agent: "stop", "slow", "normal", "fast" or "at once"
    games     how many games agents play one after the other

    `state`, `history`, `status` and `tally` say how the game stands. Like the
    options they are traits, so they can be observed.

    A game with a board (see `HasBoard`) is played on it. Of any other the state is shown
    as text, by its method show(state) if it has one, and each move is a button, called as
    its method describe(action) says if it has one, else as it is written.
    """

    x = traitlets.Instance(object)
    o = traitlets.Instance(object)
    smart = traitlets.Float(min=0, max=1)
    hints = traitlets.Bool()
    numbers = traitlets.Bool()
    speed = traitlets.Enum(list(PAUSES))
    games = traitlets.Int(min=1, max=MOST_GAMES)
    state = traitlets.Any(read_only=True)
    history = traitlets.List(read_only=True)
    status = traitlets.Unicode(read_only=True)
    tally = traitlets.Dict(read_only=True)

    def __init__(
        self,
        x: str | Strategy = HUMAN,
        o: str | Strategy = USUAL,
        *,
        game: Game | None = None,
        size: int | tuple | None = None,
        moves: Iterable[Action] = (),
        rng: random.Random | None = None,
        smart: float = 1.0,
        hints: bool = False,
        numbers: bool = True,
        speed: str = "normal",
        games: int = 1,
    ):
        self.game = _game_of(game, size)
        self.seats = Seats(rng or random.Random())
        self._panel, self._finished = None, NO_GAMES
        usual = "one-step" if has_winning_lines(self.game) else "mcts"
        x, o = (self.seats.key_of(usual if who == USUAL else who) for who in (x, o))
        shown = {"hints": hints, "numbers": numbers}
        super().__init__(x=x, o=o, smart=smart, speed=speed, games=games, **shown)
        self.board = self._make_board()
        self._panel = Panel(self)
        self._legend = widgets.HTML()
        table = widgets.HBox([self.board, self._panel], layout={"flex_flow": "row wrap"})
        self.children = [table, self._legend]
        self.add_class("ttt-keeps-keys")
        self.observe(lambda _: self._go_on(), ["smart", "speed", "games", *shown])
        self.observe(self._change_players, ["x", "o"])
        self.begin_from(list(moves))

    def _make_board(self) -> Board | MoveButtons:
        """Return a board to click, or buttons for a game that has none."""
        if has_board(self.game):
            board, chosen = Board(self.game), self.click
            traitlets.dlink((self, "numbers"), (board, "numbers"))
        else:
            board, chosen = MoveButtons(), self.choose
        board.on_click(chosen)
        return board

    # ---- what the reader does

    @one_at_a_time
    def click(self, cell: int) -> None:
        """Choose a cell of the board; what cannot be is answered in the status line."""
        move = self.game.action_at(self.state, cell)
        is_move = self.mover is not None and move in self.game.actions(self.state)
        self.choose(move, "" if is_move else refusal(self.game, self.state, cell))

    @one_at_a_time
    def choose(self, action: Action, refused: str = "") -> None:
        """Make a move for the player whose turn it is; if it is none, say so, or `refused`."""
        if self.mover is None or self._agent_to_move:
            self._tell(f"Wait, it is the turn of {self.name(self.mover)}." if self.mover else "")
            return
        try:
            self._make(action, "You")
        except NoMove as error:
            self._tell(refused or str(error))
        else:
            self._go_on()

    @one_at_a_time
    def new_game(self) -> None:
        """Begin again with the same players; a finished game counts in the tally.

        After a series of games another one begins, with a tally of its own.
        """
        series_is_over = self._is_series and sum(self.tally.values()) >= self.games
        self._finished = NO_GAMES if series_is_over else self.tally
        self.begin_from([])

    @one_at_a_time
    def swap(self) -> None:
        """Begin again with the sides exchanged; each player keeps what it has won."""
        self.unobserve(self._change_players, ["x", "o"])
        self.x, self.o = self.o, self.x
        self.observe(self._change_players, ["x", "o"])
        won = self.tally
        self._finished = {"X": won["O"], "draw": won["draw"], "O": won["X"]}
        self.begin_from([])

    @one_at_a_time
    def step(self) -> None:
        """Stop the agents, and have one of them make its move."""
        self.speed = "stop"
        if self.waits:
            self._agent_moves()
            self._go_on()

    @one_at_a_time
    def undo(self) -> None:
        """Take moves back: to the previous turn of a human, or one move if only agents play."""
        keep = self.turn_before
        if keep is None:
            return
        if self.agents_only:
            self.speed = "stop"
        self.begin_from(self.history[:keep])

    @one_at_a_time
    def _change_players(self, change) -> None:
        """Go on with other players and a new tally; if the game is over, begin a new one."""
        self._finished = NO_GAMES
        self.begin_from(self.history if self.mover else [])

    # ---- how the game stands

    @property
    def agents_only(self) -> bool:
        """Whether an agent plays against an agent."""
        return HUMAN not in (self.x, self.o)

    @property
    def _is_series(self) -> bool:
        """Whether agents play several games."""
        return self.agents_only and self.games > 1

    @property
    def waits(self) -> bool:
        """Whether the agent to move does so only when it is told to."""
        return self._agent_to_move and self._pause is None

    @property
    def turn_before(self) -> int | None:
        """After how many moves the one to undo to had their turn; None if they had none."""
        movers = enumerate(map(self.game.player, self._states[:-1]))
        turns = [n for n, mover in movers if self.agents_only or self._is_human(mover)]
        return turns[-1] if turns else None

    @property
    def _agent_to_move(self) -> bool:
        """Whether it is the turn of an agent, which has not failed."""
        return not (self.mover is None or self._is_human(self.mover) or self._trouble)

    def _player(self, mark: str) -> str:
        return self.x if mark == "X" else self.o

    def _is_human(self, mark: str) -> bool:
        return self._player(mark) == HUMAN

    # ---- the course of the game

    @one_at_a_time
    def begin_from(self, moves: list[Action]) -> None:
        """Put these moves on the board and go on."""
        self._set_history(moves)
        self._go_on()

    def _make(self, answer, who: str) -> None:
        """Make the move that somebody answered, or raise NoMove that says what is wrong with it."""
        move = legal(answer, self.game, self.state, who)
        try:
            self._set_history([*self.history, move])
        except Exception as error:  # of a game of one's own
            words = f"{who} chose a move at which the game failed with {told(error)}."
            raise NoMove(words, self.state) from None

    def _set_history(self, moves: list[Action]) -> None:
        """Put these moves on the board; if the game fails on the way, all stays as it was."""
        states = states_of(self.game, moves)
        end = outcome(self.game, states[-1])
        mover = None if end else self.game.player(states[-1])
        self._states, self._outcome, self.mover, self._trouble = states, end, mover, ""
        tally = {each: games + (each == end) for each, games in self._finished.items()}
        with self.hold_trait_notifications():
            self.set_trait("tally", tally)
            self.set_trait("history", list(moves))
            self.set_trait("state", states[-1])

    def _go_on(self) -> None:
        """Show how the game stands, and have agents move, each after its pause."""
        self._go_through(self._moves_to_come())

    def _moves_to_come(self) -> Iterator[float]:
        while (pause := self._pause) is not None:
            self._show()
            yield pause
            if self.mover:
                self._agent_moves()
            else:
                self._finished = self.tally
                self._set_history([])
        self._show()

    @property
    def _pause(self) -> float | None:
        """In how many seconds an agent moves, or the next game begins; None if neither does."""
        next_game = self._outcome and self._is_series and sum(self.tally.values()) < self.games
        if not (self._agent_to_move or next_game):
            return None
        return PAUSES[self.speed] if self.agents_only else 0.0

    def _agent_moves(self) -> None:
        """Make the move of the agent whose turn it is, or keep in mind why it made none."""
        player, who = self._player(self.mover), self.name(self.mover)
        try:
            self._make(self.seats.move(player, who, self.game, self.state, self.smart), who)
        except NoMove as trouble:
            self._trouble = str(trouble)

    # ---- words

    def _tell(self, words: str) -> None:
        """Say something in the status line, and then how the game stands."""
        self.set_trait("status", f"{words} {self._standing()}".strip())
        self.board.status = self.status

    def name(self, mark: str) -> str:
        """Return what the player of a mark is called."""
        if not self._is_human(mark):
            return f"{self._player(mark)} ({mark})"
        return mark if self.x == self.o else f"you ({mark})"

    def _news(self) -> str:
        """Return which move an agent made, unless agents play on a board, where it is marked."""
        on_a_board = has_board(self.game)
        if not self.history or self._trouble or (self.agents_only and on_a_board):
            return ""
        last, move = self.game.player(self._states[-2]), in_words(self.game, self.history[-1])
        did = "took" if on_a_board else "chose"
        return "" if self._is_human(last) else f"{self.name(last)} {did} {move}."

    def _standing(self) -> str:
        """Return how the game stands, in words."""
        end, mover, two_humans = self._outcome, self.mover, self.x == self.o
        if end == "draw":
            return "It is a draw."
        if end:
            you_won = self._is_human(end) and not two_humans
            return "You win!" if you_won else f"{self.name(end)} wins."
        if self._trouble:
            return f"{self._trouble} Make a move for it, or begin a new game."
        if self._is_human(mover):
            return f"{mover} to move." if two_humans else f"Your turn: you are {mover}."
        if self.waits:
            return f"{self.name(mover)} waits: press Step for one move, or Go on."
        return f"{self.name(mover)} is thinking …"

    # ---- the view

    def _show(self) -> None:
        """Bring board and panel up to date; for an agent in a hurry there are no hints."""
        is_hinted = self.hints and self.mover and self._pause != 0
        labels, legend = hints(self.game, self.state) if is_hinted else ({}, "")
        with self.board.hold_sync():
            self.board.follow(self.game, self._states, self.history, labels)
            self.board.next_mark = "" if self._agent_to_move else self.mover or ""
            self.board.busy = self._pause is not None
            self._tell(self._news())
        self._legend.value = f"<div style='{LEGEND_STYLE}'>{legend}</div>"
        self._panel.refresh()

    @traitlets.validate("x", "o")
    def _take_seat(self, proposal) -> str:
        player = self.seats.key_of(proposal["value"])
        if self._panel:
            self._panel.offer(self.seats.keys())
        return player

    def picture(self) -> Picture:
        """Return the position as a picture."""
        return self.board.picture()


play = Play  # what the lessons call it


class Seats:
    """The players one can choose from: a human, the agents of the course, and one's own.

    Each is known by a key, which is also its name.
    """

    def __init__(self, rng: random.Random):
        self.rng = rng
        self._agents: dict[str, Strategy] = {}  # one's own, and those that have been needed

    def keys(self) -> list[str]:
        """Return what to choose from."""
        return list(dict.fromkeys([HUMAN, *agents.names(), *self._agents]))

    def key_of(self, player: str | Strategy) -> str:
        """Return the key of a player, who is added if it is a new agent."""
        if isinstance(player, str):
            if player == agents.NEWEST or player.endswith(".py"):
                return self.key_of(agents.make(player))
            if player not in self.keys():
                raise ValueError(f"There is no {player!r}. There are: {', '.join(self.keys())}.")
            return player
        if not callable(player):
            raise ValueError(f"A player is an agent or the name of one, not {player!r}.")
        name = str(name_of(player))
        for key in chain([name], (f"{name} {number}" for number in count(2))):
            if key not in self.keys():
                self._agents[key] = player
            if self._agents.get(key) is player:
                return key

    def agent(self, key: str) -> Strategy:
        """Return the agent of that key, made when it is first needed."""
        if key not in self._agents:
            self._agents[key] = agents.make(key, rng=self.rng)
        return self._agents[key]

    def move(self, key: str, who: str, game: Game, state: State, smart: float = 1.0) -> Action:
        """Return an agent's answer with probability `smart`, else any move.

        If it gives none, raise NoMove that says of `who` what went wrong. One's own agents are
        stopped when they take too long.
        """
        if smart < 1 and self.rng.random() >= smart:
            return self.rng.choice(tuple(game.actions(state)))
        own = key not in agents.names()
        try:
            with TimeLimit(PATIENCE) if own else nullcontext():
                return self.agent(key)(game, state)
        except TooLong as error:
            trouble = f"was stopped after {error.seconds:g} seconds without an answer."
        except KeyboardInterrupt:
            trouble = "was interrupted."
        except (Exception, SystemExit) as error:
            ours = isinstance(error, ValueError) and not own  # a sentence, then
            trouble = f"cannot move here: {error}" if ours else f"failed with {told(error)}."
        raise NoMove(f"{who} {trouble}", state)


def _game_of(game: Game | None, size: int | tuple | None) -> Game:
    """Return the game, or tic-tac-toe of that size: 4, (3, 4) or (5, 5, 4), the last being k."""
    if game is not None and size is not None:
        raise ValueError("Give game=… or size=…, not both: a game has the size it was made with.")
    if size is None:
        return as_game(game)
    return TicTacToe(*size) if isinstance(size, tuple | list) else TicTacToe(size)
