"""Who sits at a board of the server: a player behind a connection, or an agent of the house."""

import asyncio
import json
from contextlib import suppress
from threading import Thread
from time import monotonic

from ttt.agents import Strategy
from ttt.anygame import shown
from ttt.arena.games import move, told
from ttt.game import Action, Game, State

GRACE = 20.0  # seconds that a player may be away in one turn


class Failure(Exception):
    """A player made no move, a wrong one or a late one; the text says which."""


class Gone(Failure):
    """A player was away for too long."""


def _future() -> asyncio.Future:
    return asyncio.get_running_loop().create_future()


async def aside(function, *arguments) -> tuple[object, BaseException | None]:
    """Return what a function comes to in a thread of its own, and the error if it fails.

    Nobody waits for such a thread: one that never ends keeps no program from ending.
    """
    loop, done = asyncio.get_running_loop(), _future()

    def work():
        try:
            found = function(*arguments), None
        except BaseException as error:
            found = None, error
        with suppress(RuntimeError):  # the loop is closed: nobody wants to know any more
            loop.call_soon_threadsafe(lambda: done.done() or done.set_result(found))

    Thread(target=work, daemon=True).start()
    return await done


class HouseBot:
    """An agent that the server itself plays."""

    human, here = False, True

    def __init__(self, name: str, agent: Strategy):
        self.name, self._agent = name, agent

    def tell(self, message: dict) -> None:
        """Take a message; an agent reads none."""

    async def ask(self, question: dict, game: Game, state: State) -> Action:
        """Return the agent's move."""
        seconds, thinking = question["seconds"], aside(move, self._agent, game, state)
        try:
            answer, error = await asyncio.wait_for(thinking, seconds)
        except TimeoutError:
            raise Failure(f"no move within {seconds:g} seconds") from None
        if error:
            raise Failure(told(error))
        return answer


class Guest:
    """A player behind a line, that is, a connection which may be lost and found again.

    line  has send(message) and close(); None while there is no connection
    late  how often there was no move in time
    """

    def __init__(self, name: str, token: str, human: bool):
        self.name, self.token, self.human, self.line, self.late = name, token, human, None, 0
        self._question, self._answer, self._changed = None, None, _future()

    @property
    def here(self) -> bool:
        """Whether there is a connection."""
        return self.line is not None

    def connect(self, line) -> None:
        """Take a new line, or None because the old one is lost."""
        self.line = line
        self._changed.set_result(None)
        self._changed = _future()

    def tell(self, message: dict) -> None:
        """Send a message, if there is a connection."""
        if self.line:
            self.line.send(message)

    def ask_again(self) -> None:
        """Send the question again that is not answered yet, if there is one."""
        if self._question:
            self.tell(self._question)

    def answer(self, move) -> bool:
        """Take a move; return whether the player was asked for one."""
        if not self._answer or self._answer.done():
            return False
        self._answer.set_result(move)
        return True

    async def ask(self, question: dict, game: Game, state: State) -> Action:
        """Return the move of the player, whose clock stands still while the connection is lost."""
        self._question, self._answer = question, _future()
        self.tell(question)
        try:
            answer = await self._within(question["seconds"])
        finally:
            self._question = self._answer = None
        text = json.dumps(answer)
        for action in game.actions(state):
            if json.dumps(action) == text:
                return action
        raise Failure(f"{text[:80]} is no move on {shown(game, state)!r}")

    async def _within(self, seconds: float):
        """Return the answer, or raise a Failure when time is up, here or away."""
        left, answer = {True: seconds, False: GRACE}, self._answer
        while True:
            here, began = self.here, monotonic()
            either = {answer, self._changed}
            await asyncio.wait(either, timeout=left[here], return_when="FIRST_COMPLETED")
            if answer.done():
                return answer.result()
            left[here] -= monotonic() - began
            if left[here] <= 0:
                self.late += 1
                raise Failure(f"no move within {seconds:g} seconds") if here else Gone("gone")
