"""Players who join a server: an agent, or whoever else answers."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit

from tornado.httpclient import HTTPError
from tornado.websocket import WebSocketClientConnection, WebSocketClosedError, websocket_connect

from ttt.agents import Strategy
from ttt.agents.saved import as_tuples, make_game
from ttt.arena.games import as_agent, move, name_of, told
from ttt.online.seats import aside

AWAY = (0.1, 0.2, 0.5, 1, 2, 4, 8)  # seconds before each try to come back


async def join(
    url: str,
    agent: Strategy | str,
    name: str | None = None,
    room: str = "",
    human: bool = False,
    hear: Callable[[dict], None] = lambda message: None,
    games: int | None = None,
    token: str = "",
) -> list[dict]:
    """Play on a server until it ends, or for so many games; return the results.

    agent  plays, in a thread, so that a slow one does not hold up the connection
    hear   is told every message
    token  that of a player who is known already and comes back
    """
    agent, parts = as_agent(agent), urlsplit(url if "//" in url else f"http://{url}")
    room = room or parse_qs(parts.query).get("room", [""])[0]
    say = {"type": "join", "version": 1, "name": name or name_of(agent), "room": room}
    player = _Player(agent, {**say, "human": human, "token": token}, hear, games)
    scheme, waits = "wss" if parts.scheme == "https" else "ws", iter(AWAY)
    while not player.is_done:
        try:
            connection = await websocket_connect(f"{scheme}://{parts.netloc}/play")
        except (OSError, ValueError, HTTPError) as error:
            wait = next(waits, None) if player.is_known else None
            if wait is None:
                raise ValueError(f"There is no server at {url}: {told(error)}.") from None
            await asyncio.sleep(wait)
            continue
        waits = iter(AWAY)
        try:
            await player.play(connection)
        finally:
            connection.close()
    return player.results


class _Player:
    """What a player remembers from connection to connection."""

    def __init__(self, agent: Strategy, say: dict, hear: Callable, games: int | None):
        self._agent, self._say, self._hear, self._games = agent, say, hear, games
        self._game, self.results, self.is_done, self.is_known = None, [], False, False
        self._asked, self._thought, self._one_at_a_time = None, None, asyncio.Lock()

    async def play(self, connection: WebSocketClientConnection) -> None:
        """Answer until the connection is lost, or all is done."""
        self._connection = connection
        connection.protocol.set_nodelay(True)
        await self._send(self._say)
        while not self.is_done and (text := await connection.read_message()) is not None:
            message = json.loads(text)
            self._hear(message)
            self._take(message)
        self.is_done = self.is_done or not self.is_known

    def _take(self, message: dict) -> None:
        """Do what a message asks for; an agent thinks meanwhile, in a task of its own."""
        kind = message["type"]
        if kind == "welcome":
            rules = message["rules"]
            self._say["token"], self.is_known = message["token"], True
            self._game = make_game(rules["name"], rules["arguments"])
        elif kind == "your move" and (message["game"], message["state"]) != self._asked:
            self._asked = message["game"], message["state"]
            self._thought = asyncio.ensure_future(self._think(*self._asked))
        elif kind == "result":
            self._asked = None
            self.results.append(message)
            self.is_done = len(self.results) == self._games
        elif kind in ("error", "bye"):
            self.is_done = True
            if kind == "error":
                raise ValueError(message["reason"])

    async def _think(self, number: int, state) -> None:
        """Answer a question, unless the game has gone on without the answer."""
        async with self._one_at_a_time:
            found, error = await aside(move, self._agent, self._game, as_tuples(state))
        if self._asked != (number, state):
            return
        self._asked = None
        answer = {"type": "move", "game": number, "move": found}
        if error:
            answer = {"type": "give up", "game": number, "reason": told(error)}
        await self._send(answer)

    async def _send(self, message: dict) -> None:
        """Send a message; one that is lost will be asked for again."""
        with suppress(WebSocketClosedError):
            await self._connection.write_message(json.dumps(message))
