"""The server: one port, WebSockets for players and spectators, and a page to watch and play on."""

import asyncio
import json
import secrets
import socket
from contextlib import suppress
from pathlib import Path

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler, StaticFileHandler
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from ttt.agents import Strategy
from ttt.anygame import as_game, has_board, name_of_move
from ttt.arena.games import as_agent
from ttt.arena.tournament import as_csv, openings
from ttt.game import Game
from ttt.online.room import Refused, Room
from ttt.online.store import Store

VERSION, PORT = 1, 8017
MOST_BYTES = 4096  # of a message
MOST_UNASKED = 500  # messages of a connection that nobody has asked for
SHOWN_EVERY = 0.25  # seconds
PAGE = Path(__file__).with_name("page")
BOARD = Path(__file__).parents[1] / "widgets"
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without those that look alike


class Server:
    """A room behind a port.

    url   where to join and to watch
    code  what joining needs; "" if nothing
    key   what leading needs; like the code it stays the same as long as the file of results
    """

    def __init__(self, room: Room, port: int, lan: bool):
        """Open the port, on this machine alone unless `lan`."""
        self.room, game = room, room.game
        self.key = room.store.remember("key", secrets.token_hex(9))
        code = "".join(secrets.choice(LETTERS) for _ in range(4))
        self.code = room.store.remember("code", code) if lan else ""
        board = {"rows": game.rows, "cols": game.cols} if has_board(game) else None
        self.rules = {**_rules(game), "board": board, "falls": name_of_move(game) == "column"}
        self.connections: set[Connection] = set()
        files = {"path": str(PAGE), "default_filename": "index.html"}
        answers = (
            ("/games", "application/json", self._finished),
            (r"/game/(\d{1,9})", "application/json", self._replay),
            ("/table.csv", "text/csv", lambda: as_csv(room.standings())),
            ("/table.svg", "image/svg+xml", self._picture),
            ("/board.js", "text/javascript", _board_script),
        )
        pages = [
            ("/play", Connection, {"server": self}),
            *((path, Page, {"answer": answer, "kind": kind}) for path, kind, answer in answers),
            (r"/(board\.css)", StaticFileHandler, {"path": str(BOARD)}),
            ("/(.*)", StaticFileHandler, files),
        ]
        limits = {"websocket_max_message_size": MOST_BYTES, "websocket_ping_interval": 10}
        self._http = HTTPServer(Application(pages, **limits))
        try:
            sockets = bind_sockets(port, "" if lan else "127.0.0.1", socket.AF_INET)
        except (OSError, OverflowError) as error:
            words = f"Port {port} cannot be opened ({error}): choose another."
            raise ValueError(words) from None
        self._http.add_sockets(sockets)
        port = sockets[0].getsockname()[1]
        self.url = f"http://{_own_address() if lan else '127.0.0.1'}:{port}"
        self._shower = asyncio.get_running_loop().create_task(self._show())

    def _picture(self) -> str:
        """Return the tables as an SVG."""
        from ttt import draw  # not above: players need no drawings

        return draw.standings(self.room.standings()).svg

    def _finished(self) -> str:
        """Return number, X and O of all finished games, the newest first."""
        games = reversed(self.room.played.items())
        return json.dumps([(number, contest.x, contest.o) for number, contest in games])

    def _replay(self, number: str) -> str:
        """Return a finished game with all its states."""
        try:
            return json.dumps(self.room.replay(int(number)))
        except KeyError:
            raise HTTPError(404) from None

    async def _show(self) -> None:
        """Show spectators how things stand, now and then, if anything has changed."""
        shown = None
        while True:
            watchers = [each for each in self.connections if each.watches]
            news = self.room.news() if watchers else None
            if news != shown:
                for watcher in watchers:
                    watcher.send(news)
            shown = news
            await asyncio.sleep(SHOWN_EVERY)

    async def close(self) -> None:
        """Say good-bye to everybody, and close the port."""
        self._shower.cancel()
        self._http.stop()
        self.room.close()
        for connection in list(self.connections):
            connection.send({"type": "bye", "reason": "The server ends."})
            connection.close()
        await asyncio.sleep(0)  # so that the games that were stopped have ended
        await self._http.close_all_connections()


class Connection(WebSocketHandler):
    """A connection of a player, a spectator or the leader."""

    def initialize(self, server: Server):
        self.server, self.room, self.guest, self.watches = server, server.room, None, False
        self._unasked = 0

    def open(self) -> None:
        """Send small messages at once, not together with the next one."""
        self.set_nodelay(True)
        self.server.connections.add(self)

    def on_message(self, text) -> None:
        """Take a message, whatever it is."""
        self._unasked += 1
        try:
            if self._unasked > MOST_UNASKED:
                raise Refused("Too many messages.")
            self._take(_read(text))
        except Refused as error:
            self.send({"type": "error", "reason": str(error)})

    def _take(self, message: dict) -> None:
        """Do what a message asks for, or raise Refused."""
        kind = message.get("type")
        if kind == "lead":
            self._lead(message)
        elif self.guest:
            self._unasked -= self.room.hear(self.guest, message)
        elif message.get("version") != VERSION:
            raise Refused(f"This server speaks version {VERSION}: say so in your first message.")
        elif kind == "watch":
            self.watches = True
            self.send({"type": "rules", "rules": self.server.rules})
            self.send(self.room.news())
        elif kind == "join":
            self._join(message)
        else:
            raise Refused("Begin with a message of type join or watch.")

    def _join(self, message: dict) -> None:
        """Let a player in, or back in."""
        code = self.server.code
        if code and str(message.get("room", "")).strip().upper() != code:
            raise Refused("That is not the code of this room.")
        human, token = message.get("human") is True, str(message.get("token", ""))
        guest = self.room.enter(message.get("name"), human, token)
        if guest.line:  # a connection that is half open: the new one is the player's
            guest.line.guest = None
            guest.line.close()
        self.guest = guest
        welcome = {"type": "welcome", "version": VERSION, "name": guest.name, "token": guest.token}
        self.send({**welcome, "rules": self.server.rules})
        self.send({"type": "waiting", "players": list(self.room.players)})
        self.room.connect(guest, self)

    def _lead(self, message: dict) -> None:
        """Do what the leader says."""
        if not secrets.compare_digest(str(message.get("key")).encode(), self.server.key.encode()):
            raise Refused("That is not the leader's key.")
        deeds = {"start": self.room.start, "pause": self.room.pause, "again": self.room.again}
        deeds["kick"] = lambda: self.room.kick(message.get("name"))
        try:
            deeds[message.get("do")]()
        except (KeyError, ValueError) as error:
            self.send({"type": "invalid", "game": None, "reason": str(error)})

    def send(self, message: dict) -> None:
        """Send a message; a connection that is lost loses it, and after an error it ends."""
        with suppress(WebSocketClosedError):
            sending = self.write_message(json.dumps(message))
            sending.add_done_callback(lambda sent: sent.cancelled() or sent.exception())
        if message["type"] == "error":
            self.close()

    def on_close(self) -> None:
        """Remember that a player is away, that is, if no other connection is the player's now."""
        self.server.connections.discard(self)
        if self.guest and self.guest.line is self:
            self.guest.line = None


class Page(RequestHandler):
    """What a function says, for a browser."""

    def initialize(self, answer, kind: str):
        self._answer, self._kind = answer, kind

    def get(self, *arguments: str) -> None:
        """Send it."""
        self.set_header("Content-Type", f"{self._kind}; charset=utf-8")
        self.write(self._answer(*arguments))


def _read(text: str | bytes) -> dict:
    """Return a message; what is none becomes one that nobody knows."""
    try:
        message = json.loads(text)
        return message if isinstance(message, dict) else {"type": "garbage"}
    except (ValueError, RecursionError):
        return {"type": "garbage"}


def _board_script() -> str:
    """Return the board of the widgets, and a stand-in for its model in Python."""
    names = "keys.js", "parts.js", "stand_in.js", "board.js"
    return "".join((BOARD / name).read_text(encoding="utf-8") for name in names)


def _rules(game: Game) -> dict:
    """Return what game it is, so that a client, or another day, can make it again."""
    return {"name": type(game).__name__, "arguments": game.arguments}


def _own_address() -> str:
    """Return the address of this machine in its network, as far as it can be told."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # an address for examples: nothing is sent
        return probe.getsockname()[0]
    return socket.gethostname()


async def serve(
    game: Game | None = None,
    file: str | Path = ":memory:",
    *,
    port: int = PORT,
    lan: bool = False,
    tournament: bool = False,
    bots: dict[str, Strategy | str] | None = None,
    **limits,
) -> Server:
    """Return a server that is listening. In a tournament the leader starts, else it starts itself.

    file    where results are kept; those that are there already count
    bots    agents of the house, by name
    limits  seconds= for a move of an agent, most= games at a time
    """
    game = as_game(game)
    if not hasattr(game, "arguments"):
        raise ValueError("A server has the games of the course, which a client can make again.")
    room = Room(game, Store(file, _rules(game)), openings(game) if tournament else (), **limits)
    for name, agent in (bots or {}).items():
        room.add_bot(name, as_agent(agent))
    server = Server(room, port, lan)
    if not tournament:
        room.start()
    return server
