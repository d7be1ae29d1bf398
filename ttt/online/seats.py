"""Who sits at a board of the server: a player behind a connection, or an agent of the house."""

import asyncio
import json
from contextlib import suppress
from threading import Thread

from ttt.agents import Strategy
from ttt.arena.games import move, told
from ttt.game import Action, Game


class Failure(Exception):
    """A player made no move, a wrong one or a late one; the text says which."""


async def aside(function, *arguments):
    """Return what a function comes to in a thread of its own, or raise a Failure.

    Nobody waits for such a thread: one that never ends keeps no program from ending.
    """
    loop = asyncio.get_running_loop()
    done = loop.create_future()

    def work():
        try:
            found = function(*arguments), None
        except BaseException as error:
            found = None, error
        with suppress(RuntimeError):  # the loop is closed: nobody wants to know any more
            loop.call_soon_threadsafe(lambda: done.done() or done.set_result(found))

    Thread(target=work, daemon=True).start()
    found, error = await done
    if error:
        raise Failure(told(error)) from error
    return found


class HouseBot:
    """An agent that the server itself plays."""

    human, here, late = False, True, 0

    def __init__(self, name: str, agent: Strategy, game: Game):
        self.name, self._agent, self._game = name, agent, game

    def tell(self, message: dict) -> None:
        """Take a message; an agent reads none."""

    async def ask(self, question: dict) -> Action:
        """Return the agent's move."""
        return await aside(move, self._agent, self._game, question["state"])


class Guest:
    """A player behind a line, that is, a connection which may be lost and found again.

    line      has send(message) and close(); None while there is no connection
    question  what the player is asked now, or None
    late      how often there was no move in time
    """

    def __init__(self, name: str, token: str, human: bool):
        self.name, self.token, self.human = name, token, human
        self.line, self.question, self.late, self._answer = None, None, 0, None

    @property
    def here(self) -> bool:
        """Whether there is a connection."""
        return self.line is not None

    def tell(self, message: dict) -> None:
        """Send a message, if there is a connection."""
        if self.line:
            self.line.send(message)

    def answer(self, move) -> bool:
        """Take a move; return whether the player was asked for one."""
        is_asked = self.question is not None and not self._answer.done()
        if is_asked:
            self._answer.set_result(move)
        return is_asked

    async def ask(self, question: dict) -> Action:
        """Return the player's move."""
        self.question, self._answer = question, asyncio.get_running_loop().create_future()
        self.tell(question)
        try:
            text = json.dumps(await self._answer)
        finally:
            self.question = None
        actions = {json.dumps(action): action for action in question["actions"]}
        if text not in actions:
            raise Failure(f"{text[:80]} is no move there")
        return actions[text]
