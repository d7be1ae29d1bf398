"""Players in files, which enter a tournament: each file in a process of its own."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from pathlib import Path
from time import monotonic

from ttt.online.evening import until
from ttt.online.room import LONGEST_NAME
from ttt.online.server import Server

LIVES = 3  # processes that a file may use up
PATIENCE = 120.0  # seconds for a process to join, on a machine with much else to do
TICK = 0.05  # seconds between two looks at a process


class Entrant:
    """A file that takes part. A process that hangs or ends has another one follow, but no fourth.

    why  what its last process came to
    """

    def __init__(self, server: Server, file: Path):
        self.file, self.is_out, self.why, self._room = file, False, "", server.room
        self.guest = self._room.enter(file.stem[:LONGEST_NAME].strip())
        join = sys.executable, "-m", "ttt", "join", server.url, "--agent", str(file)
        self._command = *join, "--name", self.guest.name, "--token", self.guest.token

    async def take_part(self) -> None:
        """Keep a process alive as long as the file has another life."""
        for _ in range(LIVES):
            self.why = await self._live()
        self.is_out = True
        self._room.kick(self.guest.name, self.why)

    async def _live(self) -> str:
        """Run a process until it ends or hangs; return why it is no more."""
        env = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # each thread would claim memory
        streams = {"stdin": DEVNULL, "stdout": DEVNULL, "stderr": PIPE}
        process = await asyncio.create_subprocess_exec(*self._command, env=env, **streams)
        talk = asyncio.ensure_future(process.communicate())
        late, seen = self.guest.late, monotonic()
        try:
            while not talk.done():
                await asyncio.wait({talk}, timeout=TICK)
                seen = monotonic() if self.guest.here else seen
                if self.guest.late > late:
                    return "no move in time"
                if monotonic() - seen > PATIENCE:
                    return f"it does not join within {PATIENCE:g} seconds"
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            said = (await talk)[1].decode(errors="replace").strip()
        return said or f"its process has ended, with the exit code {process.returncode}"

    def report(self) -> str:
        """Return in words what went wrong with the file; "" if nothing did."""
        failed = f"{self.guest.name} failed: "
        reasons = [each.reason for each in self._room.played.values()]
        reasons = [each.removeprefix(failed) for each in reasons if each.startswith(failed)]
        if reasons:
            return f"{self.file.name} lost {len(reasons)} games by failing, at first: {reasons[0]}."
        return f"{self.file.name} takes no part: {self.why}" if self.is_out else ""


async def take_part(server: Server, files: list[Path]) -> list[str]:
    """Play a tournament of the players in these files, to its end; return what went wrong."""
    entrants = [Entrant(server, file) for file in files]
    tasks = [asyncio.ensure_future(each.take_part()) for each in entrants]
    await until(lambda: all(each.guest.here or each.is_out for each in entrants))
    server.room.start()
    await until(lambda: server.room.phase == "over" or len(server.room.players) < 2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return list(filter(None, (each.report() for each in entrants)))
