"""A game to play in a notebook: people and agents at the same board."""

import random
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import count

import ipywidgets as widgets
import traitlets

from ttt import agents
from ttt.agents import Strategy
from ttt.agents.rules import has_winning_lines
from ttt.agents.teaching import states_of
from ttt.anygame import as_game, has_board, in_words, outcome, refusal
from ttt.arena import NoMove, as_agent, legal, name_of, told
from ttt.draw import Picture
from ttt.game import Action, Game, TicTacToe
from ttt.limit import TimeLimit, TooLong
from ttt.widgets.board import Board, Pictured
from ttt.widgets.labels import hints
from ttt.widgets.move_buttons import MoveButtons
from ttt.widgets.panel import HUMAN, MOST_GAMES, PAUSES, Panel
from ttt.widgets.turns import TakesTurns, one_at_a_time

PATIENCE = 10  # seconds after which an agent of one's own is stopped
NO_GAMES = {"X": 0, "draw": 0, "O": 0}


class Play(TakesTurns, Pictured, widgets.HBox):
    """A game to play, for example play(size=4), play("combined", "human"), play(o=my_agent).

    x, o      who plays: "human", the name of an agent, or an agent; O is else "one-step",
              or "mcts" in a game that is not known to be won by k in a row
    game      any object with the six functions; or `size`, such as 4, (3, 4), or (5, 5, 4)
              for tic-tac-toe with four in a row
    moves     a list of the moves that have been made already
    rng       a random.Random for the agents
    smart     the probability that an agent makes its own move, rather than a random one
    hints     whether moves show what they lead to with best play
    numbers   whether moves show their numbers on the board
    speed     of agent against agent: "stop", "slow", "normal" or "at once"
    games     how many games agents play one after the other

    `state`, `history`, `status` and `tally` say how the game stands. They are traits, so
    they can be observed.

    A game with a board (see `HasBoard`) is played on it. Of any other the state is shown
    as text, by its method show(state) if it has one, and each move is a button, called as
    its method describe(action) says if it has one, else as it is written.
    """

    x = traitlets.Unicode()
    o = traitlets.Unicode()
    smart = traitlets.Float(min=0, max=1)
    hints = traitlets.Bool()
    speed = traitlets.Enum(list(PAUSES))
    games = traitlets.Int(min=1, max=MOST_GAMES)
    state = traitlets.Any(read_only=True)
    history = traitlets.List(read_only=True)
    status = traitlets.Unicode(read_only=True)
    tally = traitlets.Dict(read_only=True)

    def __init__(
        self,
        x: str | Strategy = HUMAN,
        o: str | Strategy | None = None,
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
        if size is not None:
            game = TicTacToe(size) if isinstance(size, int) else TicTacToe(*size)
        self.game = as_game(game)
        self.players = dict.fromkeys([HUMAN, *agents.names()])  # made when they are needed
        self._rng, self._finished = rng or random.Random(), NO_GAMES
        usual = "one-step" if has_winning_lines(self.game) else "mcts"
        x, o = map(self._seat, (x, usual if o is None else o))
        super().__init__(x=x, o=o, smart=smart, hints=hints, speed=speed, games=games)
        is_on_board = has_board(self.game)
        self.board = Board(self.game, numbers=numbers) if is_on_board else MoveButtons()
        self.board.on_click(self.click if is_on_board else self.choose)
        self._panel = Panel(self)
        self.children = [self.board, self._panel]
        self.layout.flex_flow = "row wrap"
        self.add_class("ttt-keeps-keys")
        self.observe(lambda _: self._go_on(), ["smart", "hints", "speed", "games"])
        self.observe(self._change_players, ["x", "o"])
        self.begin_from(list(moves))

    def _seat(self, player: str | Strategy) -> str:
        """Return the name of a player here, who is added if it is an agent of one's own."""
        if isinstance(player, str) and player in self.players:
            return player
        agent = as_agent(player)
        name, numbers = str(name_of(agent)), count(2)
        while self.players.setdefault(name, agent) is not agent:
            name = f"{name_of(agent)} {next(numbers)}"
        return name

    # ---- what the reader does

    @one_at_a_time
    def click(self, cell: int) -> None:
        """Choose a cell of the board; what cannot be is answered in the status line."""
        move = self.game.action_at(self.state, cell)
        if self.mover and move not in self.game.actions(self.state):
            self._tell(refusal(self.game, self.state, cell))
        else:
            self.choose(move)

    @one_at_a_time
    def choose(self, action: Action) -> None:
        """Make a move for the human whose turn it is; if it is none, say so."""
        if self.mover is None or self._agent_to_move:
            return
        try:
            self._make(action, "You")
        except NoMove as error:
            self._tell(str(error))
        else:
            self._go_on()

    @one_at_a_time
    def new_game(self) -> None:
        """Begin again with the same players; a finished game counts in the tally."""
        self._finished = self.tally
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
        if self._agent_to_move:
            self._agent_moves()
            self._go_on()

    @one_at_a_time
    def undo(self) -> None:
        """Take moves back to the previous turn of a human, if there was one."""
        if self.turn_before is not None:
            self.begin_from(self.history[: self.turn_before])

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
    def turn_before(self) -> int | None:
        """After how many moves a human had the turn to undo to; None if there was none."""
        movers = enumerate(map(self.game.player, self._states[:-1]))
        return max((n for n, mover in movers if self._is_human(mover)), default=None)

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
        is_next = self._outcome and self.agents_only and sum(self.tally.values()) < self.games
        if not (self._agent_to_move or is_next):
            return None
        return PAUSES[self.speed] if self.agents_only else 0.0

    def _agent_moves(self) -> None:
        """Make the move of the agent whose turn it is, or keep in mind why it made none."""
        try:
            self._make(self._answer(), self.name(self.mover))
        except NoMove as trouble:
            self._trouble = str(trouble)

    def _answer(self) -> Action:
        """Return the agent's answer with probability `smart`, else any move; or raise NoMove.

        One's own agents are stopped when they take too long.
        """
        name = self._player(self.mover)
        if self.smart < 1 and self._rng.random() >= self.smart:
            return self._rng.choice(tuple(self.game.actions(self.state)))
        try:
            if self.players[name] is None:
                self.players[name] = agents.make(name, rng=self._rng)
            with nullcontext() if name in agents.names() else TimeLimit(PATIENCE):
                return self.players[name](self.game, self.state)
        except TooLong as error:
            trouble = f"was stopped after {error.seconds:g} seconds without an answer"
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            trouble = f"failed with {told(error)}"
        raise NoMove(f"{self.name(self.mover)} {trouble}.", self.state)

    # ---- words

    def _tell(self, words: str) -> None:
        """Say something in the status line, and then how the game stands."""
        self.set_trait("status", f"{words} {self._standing()}".strip())
        self.board.status = self.status

    def name(self, mark: str) -> str:
        """Return what the player of a mark is called."""
        is_you = self._is_human(mark) and self.x != self.o
        return f"{'you' if is_you else self._player(mark)} ({mark})"

    def _news(self) -> str:
        """Return which move an agent has just made."""
        if not self.history or self._trouble:
            return ""
        move, who = in_words(self.game, self.history[-1]), self.game.player(self._states[-2])
        return "" if self._is_human(who) else f"{self.name(who)} chose {move}."

    def _standing(self) -> str:
        """Return how the game stands, in words."""
        end, mover = self._outcome, self.mover
        if end == "draw":
            return "It is a draw."
        if end:
            you_won = self._is_human(end) and self.x != self.o
            return "You win!" if you_won else f"{self.name(end)} wins."
        if self._trouble:
            return f"{self._trouble} Make a move for it, or begin a new game."
        if self._is_human(mover):
            return f"Your turn: you are {mover}."
        if self._pause is None:
            return f"{self.name(mover)} waits: press Step for one move, or choose a speed."
        return f"{self.name(mover)} is thinking …"

    # ---- the view

    def _show(self) -> None:
        """Bring board and panel up to date; for an agent in a hurry there are no hints."""
        is_hinted = self.hints and self.mover and self._pause != 0
        labels = hints(self.game, self.state) if is_hinted else {}
        with self.board.hold_sync():
            self.board.follow(self.game, self._states, self.history, labels)
            self.board.next_mark = "" if self._agent_to_move else self.mover or ""
            self.board.busy = self._pause is not None
            self._tell(self._news())
        self._panel.refresh()

    def picture(self) -> Picture:
        """Return the position as a picture."""
        return self.board.picture()


play = Play  # what the lessons call it
