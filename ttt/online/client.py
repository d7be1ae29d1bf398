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
from ttt.game import Game
from ttt.online.seats import Failure, aside

AWAY = (0.1, 0.2, 0.5, 1, 2, 4, 8)  # seconds before each try to come back
LEAVES = "EOFError"  # what somebody who leaves fails with


async def join(
    url: str,
    agent: Strategy | str,
    name: str | None = None,
    human: bool = False,
    hear: Callable[[dict], None] = lambda message: None,
    games: int | None = None,
    token: str = "",
) -> list[dict]:
    """Play on a server until it ends, or for so many games; return the results.

    url    the address of the server, with the room code if it has one
    agent  plays, in a thread; with an EOFError it leaves
    hear   is told every message
    token  that of a player who is known already and comes back
    """
    agent, parts = as_agent(agent), urlsplit(url if "//" in url else f"http://{url}")
    room = parse_qs(parts.query).get("room", [""])[0]
    say = {"type": "join", "version": 1, "name": name or name_of(agent), "room": room}
    say |= {"human": human, "token": token}
    results, waits = [], ()
    while True:
        connection = await _connect(url, parts, waits)
        asked, waits = None, AWAY
        try:
            await _send(connection, say)
            while text := await connection.read_message():
                message = json.loads(text)
                hear(message)
                kind = message["type"]
                if kind == "welcome":
                    say["token"], rules = message["token"], message["rules"]
                    game = make_game(rules["name"], rules["arguments"])
                elif kind == "your move" and asked != (message["game"], message["state"]):
                    asked = message["game"], message["state"]  # a late answer counts: one is enough
                    answer = await _answer(agent, game, message)
                    await _send(connection, answer)
                    if answer.get("reason", "").startswith(LEAVES):
                        return results
                elif kind == "result":
                    results.append(message)
                elif kind == "error":
                    raise ValueError(message["reason"])
                if kind == "bye" or len(results) == games:
                    return results
        finally:
            connection.close()


async def _connect(url: str, parts, waits: tuple) -> WebSocketClientConnection:
    """Return a connection, made at once or after some waits, or say that there is no server."""
    scheme = "wss" if parts.scheme == "https" else "ws"
    for wait in (*waits, None):
        try:
            connection = await websocket_connect(f"{scheme}://{parts.netloc}/play")
            connection.protocol.set_nodelay(True)
            return connection
        except (OSError, ValueError, HTTPError) as error:
            if wait is None:
                raise ValueError(f"There is no server at {url}: {told(error)}.") from None
        await asyncio.sleep(wait)


async def _answer(agent: Strategy, game: Game, asked: dict) -> dict:
    """Return the answer of an agent to a question."""
    number = asked["game"]
    try:
        found = await aside(move, agent, game, as_tuples(asked["state"]))
    except Failure as failure:
        return {"type": "give up", "game": number, "reason": str(failure)}
    return {"type": "move", "game": number, "move": found}


async def _send(connection: WebSocketClientConnection, message: dict) -> None:
    """Send a message; one that is lost will be asked for again."""
    with suppress(WebSocketClosedError):
        await connection.write_message(json.dumps(message))
