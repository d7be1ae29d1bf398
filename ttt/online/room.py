"""A room in which games are played: who is there, who meets whom, clocks, results.

It knows nothing of sockets. Each running game is a task of the event loop, so that a player
who is slow, silent or gone holds up nobody but the opponent, and that only for a while.
"""

import asyncio
import secrets
import sqlite3
from functools import partial
from time import monotonic

from ttt.anygame import has_board, outcome
from ttt.arena.tournament import Contest, Pairing, Standing, pairings, standings
from ttt.game import OTHER, Game
from ttt.online.seats import Failure, Guest, HouseBot
from ttt.online.store import Store

TRIES = 3  # so many failures and a game is lost
PEOPLE_START = ((),)  # people play each opponent twice, from the first state
LONGEST_NAME, LONGEST_REASON, MOST_PLAYERS = 24, 120, 300
SECONDS, PEOPLE_SECONDS = 10.0, 60.0  # for a move: of an agent, of a person


class Refused(ValueError):
    """Somebody cannot join; the text says why."""


class RunningGame:
    """A game that is being played: its number, its plan, who plays, and how it stands.

    verdict  how it ended, if it was ended from outside
    """

    def __init__(self, number: int, planned: Pairing, game: Game):
        self.number, self.planned, self.game, self.players = number, planned, game, {}
        self.state, self.moves, self.last, self.verdict = game.initial, [], None, None
        self.failures, self.seconds = {"X": 0, "O": 0}, {"X": 0.0, "O": 0.0}
        for action in planned.opening:
            self.make(action)

    def make(self, action) -> None:
        """Make a move."""
        self.last = self.game.cell_of(self.state, action) if has_board(self.game) else None
        self.state = self.game.result(self.state, action)
        self.moves.append(action)

    def busy(self) -> list:
        """Return who cannot begin another game: an agent of the house does not wait for people."""
        players = self.players.values()
        has_people = any(player.human for player in players)
        return [each for each in players if not (has_people and isinstance(each, HouseBot))]

    @property
    def player(self) -> str | None:
        """Who is to move, None when the game is over."""
        return None if self.game.terminal(self.state) else self.game.player(self.state)

    def ended(self, winner: str, reason: str = "") -> Contest:
        """Return the game as it is kept."""
        numbers = tuple(self.failures.values()), tuple(round(s, 3) for s in self.seconds.values())
        return Contest(*self.planned, tuple(self.moves), winner, reason, *numbers)

    def lost_by(self, name: str, reason: str) -> Contest:
        """Return the game as lost, by a failure."""
        loser, winner = "XO" if name == self.planned.x else "OX"
        self.failures[loser] += 1
        return self.ended(winner, f"{name} failed: {reason[:LONGEST_REASON]}")

    def news(self) -> dict:
        """Return how it stands, for players and spectators."""
        who = {"game": self.number, "x": self.planned.x, "o": self.planned.o}
        return {**who, "state": self.state, "player": self.player, "last": self.last}

    def end(self, contest: Contest) -> dict:
        """Return how it ended, for players and spectators."""
        lines = getattr(self.game, "winning_lines", lambda state: ())(self.state)
        end = {"outcome": contest.outcome, "reason": contest.reason, "lines": lines}
        return {**self.news(), "moves": contest.moves, **end}


class Room:
    """Players, the games they have to play, and those they have played.

    starts  the openings of a tournament; none in open play, where people play on and on
    most    games at a time
    phase   "open" until it is started, then "running", "paused" in between, "over" at the end
    notice  what the leader must know
    """

    def __init__(self, game: Game, store: Store, starts=(), seconds=None, most=None):
        self.game, self.store, self.starts = game, store, starts
        self.seconds, self.most = seconds or SECONDS, most or MOST_PLAYERS
        self.phase, self.notice, self.players, self.boards = "open", "", {}, {}
        self.played, self._next = store.games(), store.next_number()
        self._plans: dict[frozenset[str], list[Pairing]] = {}
        self._human, self._tables, self._counted = {}, {}, None
        for name, token, human in store.players():
            self._human[name] = bool(human)
            if token:
                self._seat(Guest(name, token, human))

    # ---- who is there

    @property
    def here(self) -> int:
        """How many players are here."""
        return sum(player.here for player in self.players.values())

    def enter(self, name, human: bool = False, token: str = "") -> Guest:
        """Return a new player, or a known one who comes back with its token."""
        known = self.players.get(name) if isinstance(name, str) else None
        if known and secrets.compare_digest(token.encode(), getattr(known, "token", "-").encode()):
            return known
        self._refuse_name(name)
        guest = Guest(name, secrets.token_hex(12), human)
        self.store.welcome(name, guest.token, human)
        self._human[name] = human
        self._seat(guest)
        return guest

    def add_bot(self, name: str, agent) -> None:
        """Let an agent of the house play along."""
        self._refuse_name(name)
        self._seat(HouseBot(name, agent, self.game))

    def _refuse_name(self, name) -> None:
        """Raise Refused unless somebody new can have this name."""
        is_text = isinstance(name, str) and name.isprintable() and name == name.strip()
        if not is_text or not 1 <= len(name) <= LONGEST_NAME:
            most = f"at most {LONGEST_NAME} letters, and no space at its ends"
            raise Refused(f"A name is a text such as Ada: {most}.")
        if name.casefold() in map(str.casefold, self.players):
            raise Refused(f"There is a player {name} already: choose another name.")
        if len(self.players) == MOST_PLAYERS:
            raise Refused(f"The room is full: {MOST_PLAYERS} players are here.")

    def _has_person(self, *names: str) -> bool:
        """Return whether one of these is a person, or was one before it went."""
        return any(self._human.get(name) for name in names)

    def _seat(self, player) -> None:
        """Plan the games of a new player against all others, but for those played before."""
        done = {(c.x, c.o, c.opening) for c in self.played.values() if player.name in (c.x, c.o)}
        for other in self.players.values():
            starts = PEOPLE_START if player.human or other.human else self.starts or PEOPLE_START
            planned = pairings(other.name, player.name, starts)
            pair = frozenset((other.name, player.name))
            self._plans[pair] = [each for each in planned if each not in done]
        self.players[player.name] = player
        if self.phase == "over":
            self.phase = "running"

    def connect(self, guest: Guest, line) -> None:
        """Have a player play over a line, and tell how the running game stands."""
        guest.line, board = line, self._board_of(guest)
        if board:
            guest.tell(guest.question or {"type": "state", **board.news()})
        self.match()

    def kick(self, name: str, reason: str = "sent away by the leader") -> None:
        """Send a player away. In a tournament that has begun its games are lost, all of them."""
        player = self.players.pop(name, None)
        if player is None:
            raise ValueError(f"There is no player {name}.")
        self.lose(player, reason)
        for pair in [pair for pair in self._plans if name in pair]:
            for planned in self._plans.pop(pair):
                if self.starts and self.phase != "open":
                    board = self._new_board(planned)
                    self._keep(board, board.lost_by(name, reason))
        if isinstance(player, Guest):
            self.store.welcome(name, "", player.human)
        player.tell({"type": "error", "reason": "The leader has sent you away."})
        self.match()

    # ---- who meets whom

    def start(self) -> None:
        """Begin, or go on after a pause."""
        self.phase, self.notice = "running", ""
        self.match()

    def pause(self) -> None:
        """Begin no new games; those that run are played to their end."""
        self.phase = "paused"

    def again(self) -> None:
        """Have all games played again, and begin, but for games of players who were sent away."""
        pairs = {n: frozenset((each.x, each.o)) for n, each in self.played.items()}
        gone = [number for number, pair in pairs.items() if pair in self._plans]
        self.store.discount(gone)
        for number in gone:
            each = self.played.pop(number)
            self._plans[pairs[number]].append(Pairing(each.x, each.o, each.opening))
        self.start()

    def match(self) -> None:
        """Begin every game whose players are both here and free, those of people first."""
        busy = {player for board in self.boards.values() for player in board.busy()}
        free = [each for each in self.players.values() if each.here and each not in busy]
        free.sort(key=lambda player: not player.human)
        while self.phase == "running" and free and len(self.boards) < self.most:
            name = free.pop(0).name
            plans = [(self._plans[frozenset((name, each.name))], each) for each in free]
            plan, rival = max(plans, key=lambda pair: len(pair[0]), default=([], None))
            if plan:
                free.remove(rival)
                self._begin(plan.pop(0))
                self.players[rival.name] = self.players.pop(rival.name)  # the others come first
        is_done = self.phase == "running" and not self.boards and not any(self._plans.values())
        if is_done and len(self.players) > 1:
            self.phase = "over"
            for player in self.players.values():
                player.tell({"type": "table", "tables": self.news()["tables"]})

    # ---- a game

    def _new_board(self, planned: Pairing) -> RunningGame:
        board = RunningGame(self._next, planned, self.game)
        self._next += 1
        return board

    def _begin(self, planned: Pairing) -> None:
        board = self._new_board(planned)
        board.players = {"X": self.players[planned.x], "O": self.players[planned.o]}
        self.boards[board.number] = board
        board.task = asyncio.get_running_loop().create_task(self._play(board))
        board.task.add_done_callback(partial(self._finished, board))

    async def _play(self, board: RunningGame) -> Contest:
        """Return a game, to its end or until a player has failed too often, or while away."""
        told = None
        while mark := board.player:
            player = board.players[mark]
            if told != board.state:
                board.players[OTHER[mark]].tell({"type": "state", **board.news()})
                told = board.state
            try:
                board.make(await self._turn(board, player, mark))
            except Failure as failure:
                tries = TRIES - board.failures[mark] - 1
                if tries == 0 or not player.here:
                    return board.lost_by(player.name, str(failure))
                board.failures[mark] += 1
                said = {"type": "invalid", "game": board.number, "reason": str(failure)}
                player.tell({**said, "tries": tries})
        return board.ended(outcome(board.game, board.state))

    async def _turn(self, board: RunningGame, player, mark: str):
        """Return the move of a player, and count its time."""
        question = {"type": "your move", **board.news()}
        question["actions"] = self.game.actions(board.state)
        question["seconds"] = seconds = PEOPLE_SECONDS if player.human else self.seconds
        question["tries"] = TRIES - board.failures[mark]
        began = monotonic()
        try:
            return await asyncio.wait_for(player.ask(question), seconds)
        except TimeoutError:
            player.late += 1
            raise Failure(f"no move within {seconds:g} seconds") from None
        finally:
            board.seconds[mark] += monotonic() - began

    def lose(self, player, reason: str) -> None:
        """Have a player lose the games that it is playing."""
        for board in self.boards.values():
            if player in board.players.values():
                board.verdict = board.verdict or board.lost_by(player.name, reason)
                board.task.cancel()

    def _finished(self, board: RunningGame, task: asyncio.Task) -> None:
        """Keep the result of a game, and only then tell it."""
        del self.boards[board.number]
        contest = board.verdict if task.cancelled() else task.result()
        if contest and self._keep(board, contest):
            for player in board.players.values():
                player.tell({"type": "result", **board.end(contest)})
        if self.phase != "closed":
            self.match()

    def _keep(self, board: RunningGame, contest: Contest) -> bool:
        """Return whether a game is on the disk now; else it will be played again, after a pause."""
        plan = self._plans.get(frozenset(board.planned[:2]), [])
        try:
            self.store.add(board.number, contest)
        except sqlite3.Error as error:
            plan.append(board.planned)
            self.phase, self.notice = "paused", f"Results cannot be kept: {error}."
            return False
        self.played[board.number] = contest
        if not self.starts and not contest.reason and self._has_person(contest.x, contest.o):
            plan.append(board.planned)
        return True

    # ---- what a player says

    def _board_of(self, guest: Guest) -> RunningGame | None:
        return next((each for each in self.boards.values() if guest in each.players.values()), None)

    def hear(self, guest: Guest, message: dict) -> bool:
        """Take a message of a player; return whether it is one that was asked for."""
        board, kind = self._board_of(guest), message.get("type")
        is_meant = board is not None and message.get("game") == board.number
        if is_meant and kind == "move" and guest.answer(message.get("move")):
            return True
        if is_meant and kind == "give up":
            self.lose(guest, str(message.get("reason")))
            return True
        reason = "That is no answer to a question that you were asked."
        guest.tell({"type": "invalid", "game": None, "reason": reason, "tries": None})
        return False

    # ---- what there is to see

    def standings(self) -> dict[str, list[Standing]]:
        """Return the table of the agents, and that of all games with people, as far as there are.

        They are counted anew only when there are other games or players.
        """
        now = len(self.played), self._next, frozenset(self.players)
        if now != self._counted:
            self._counted, self._tables = now, {}
            for table, with_people in ("agents", False), ("people", True):
                played = self.played.values()
                games = [c for c in played if self._has_person(c.x, c.o) == with_people]
                names = {name for name in self.players if self._has_person(name) == with_people}
                names = names.union(*({each.x, each.o} for each in games))
                if names:
                    self._tables[table] = standings(names, games)
        return self._tables

    def news(self) -> dict:
        """Return all that a spectator sees."""
        news = {"type": "show", "phase": self.phase, "notice": self.notice}
        news["players"] = {name: player.here for name, player in self.players.items()}
        tables = self.standings().items()
        news["tables"] = {name: [row._asdict() for row in rows] for name, rows in tables}
        news["games"] = [board.news() for board in self.boards.values()]
        return news | {"done": len(self.played), "left": sum(map(len, self._plans.values()))}

    def replay(self, number: int) -> dict:
        """Return a finished game with all its states, or raise a KeyError."""
        contest = self.played[number]
        board = RunningGame(number, Pairing(contest.x, contest.o), self.game)
        states = [(board.state, None)]
        for action in contest.moves:
            board.make(action)
            states.append((board.state, board.last))
        return {**board.end(contest), "states": states}

    def close(self) -> None:
        """Stop all games; those that run are played again after a restart."""
        self.phase = "closed"
        for board in self.boards.values():
            board.task.cancel()
        self.store.close()
