"""Clients for the tests of the server: one that says what the test says, and waiting."""

import asyncio
import json

from tornado.websocket import websocket_connect

from ttt import TicTacToe, online

PATIENCE = 60  # seconds: for a machine with much else to do


def run(coroutine):
    """Return what a coroutine comes to; a test that waits for ever fails."""
    return asyncio.run(asyncio.wait_for(coroutine, PATIENCE))


async def until(condition):
    """Wait until a condition holds."""
    while not condition():
        await asyncio.sleep(0.005)


async def serve(**options):
    """Return a server on any free port."""
    return await online.serve(TicTacToe(), port=0, **options)


def first(game, state):
    """Play the first free cell."""
    return game.actions(state)[0]


class Raw:
    """A client that says what the test says."""

    def __init__(self, url):
        self.url, self.heard = url, []

    async def say(self, *messages):
        """Say this, over a connection that is made when there is none; return the client."""
        if not hasattr(self, "line"):
            self.line = await websocket_connect(self.url.replace("http", "ws") + "/play")
        for message in messages:
            text = message if isinstance(message, str | bytes) else json.dumps(message)
            sent = self.line.write_message(text, binary=isinstance(text, bytes))
            sent.add_done_callback(asyncio.Future.exception)  # it may be lost
        return self

    async def join(self, name, **more):
        """Join under a name."""
        return await self.say({"type": "join", "version": 1, "name": name, **more})

    async def hear(self, kind=None):
        """Return the next message, or the next of a kind; None when the connection has ended."""
        while (text := await self.line.read_message()) is not None:
            self.heard.append(json.loads(text))
            if kind in (None, self.heard[-1]["type"]):
                return self.heard[-1]
        return None

    async def answer(self, how):
        """Answer every question with how(question), until the connection ends."""
        while asked := await self.hear("your move"):
            await self.say(how(asked))


def move(asked, where=None):
    """Return the answer to a question: a cell, or the first free one."""
    cell = asked["actions"][0] if where is None else where
    return {"type": "move", "game": asked["game"], "move": cell}
