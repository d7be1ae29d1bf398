"""Players in files, which enter a tournament: each file in a process of its own."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from pathlib import Path
from time import monotonic

from ttt.online.evening import until
from ttt.online.room import LONGEST_NAME, TRIES
from ttt.online.server import Server

PATIENCE = 120.0  # seconds for a process to join, on a machine with much else to do
TICK = 0.05  # seconds between two looks at a process


class Entrant:
    """A file that takes part until its process ends, or is too late too often.

    why  what has ended it, "" as long as it takes part
    """

    def __init__(self, server: Server, file: Path):
        self.file, self.why, self._room = file, "", server.room
        self.guest = self._room.enter(file.stem[:LONGEST_NAME].strip())
        join = sys.executable, "-m", "ttt", "join", server.url, "--agent", str(file)
        self._command = *join, "--name", self.guest.name, "--token", self.guest.token

    async def take_part(self) -> None:
        """Run the file in a process, and send its player away when that is over."""
        env = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # each thread would claim memory
        streams = {"stdin": DEVNULL, "stdout": DEVNULL, "stderr": PIPE}
        process = await asyncio.create_subprocess_exec(*self._command, env=env, **streams)
        talk, seen = asyncio.ensure_future(process.communicate()), monotonic()
        try:
            while not talk.done() and self.guest.late < TRIES and monotonic() - seen < PATIENCE:
                await asyncio.wait({talk}, timeout=TICK)
                seen = monotonic() if self.guest.here else seen
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            said = (await talk)[1].decode(errors="replace").strip()
        ended = f"its process has ended, with the exit code {process.returncode}"
        self.why = said or ("no move in time" if self.guest.late == TRIES else ended)
        self._room.kick(self.guest.name, self.why)

    def report(self) -> str:
        """Return in words what went wrong with the file; "" if nothing did."""
        failed = f"{self.guest.name} failed: "
        reasons = [each.reason for each in self._room.played.values()]
        reasons = [each.removeprefix(failed) for each in reasons if each.startswith(failed)]
        if reasons:
            return f"{self.file.name} lost {len(reasons)} games by failing, at first: {reasons[0]}."
        return f"{self.file.name} takes no part: {self.why}" if self.why else ""


async def take_part(server: Server, files: list[Path]) -> list[str]:
    """Play a tournament of the players in these files, to its end; return what went wrong."""
    entrants, room = [Entrant(server, file) for file in files], server.room
    tasks = [asyncio.ensure_future(each.take_part()) for each in entrants]
    await until(lambda: all(each.guest.here or each.why for each in entrants))
    room.start()
    await until(lambda: room.phase == "over" or len(room.players) < 2)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return list(filter(None, (each.report() for each in entrants)))
