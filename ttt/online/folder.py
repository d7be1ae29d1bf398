"""Players in files, which enter a tournament: each file in a process of its own."""

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections import Counter
from contextlib import suppress
from pathlib import Path
from time import monotonic

from ttt.online.room import LONGEST_NAME
from ttt.online.server import Server

LIVES = 3  # processes that a file may use up
PATIENCE = 120.0  # seconds for a process to join, on a machine with much else to do
LATE = "no move in time"
TICK = 0.05  # seconds between two looks at a process


class Entrant:
    """A file that takes part. A process that hangs or ends costs a game, the third one all."""

    def __init__(self, server: Server, file: Path, memory: int):
        self._server, self._room, self._file, self.is_out = server, server.room, file, False
        self.guest = self._room.enter(file.stem[:LONGEST_NAME].strip())
        join = "-m", "ttt", "join", server.url, "--agent", str(file), "--name", self.guest.name
        own = "--memory", str(memory), "--token", self.guest.token
        self._command = sys.executable, *join, *own

    async def take_part(self) -> None:
        """Keep a process alive until the tournament is over, or the file is out of it."""
        for _ in range(LIVES):
            why = self._why = await self._live()
            if self._room.phase in ("over", "closed"):
                return
            if why != LATE:  # which has cost the game already
                self._room.lose(self.guest, why)
            if "\n" not in why and why.startswith(str(self._file)):  # it is no player at all
                break
        self._room.kick(self.guest.name, why)
        self.is_out = True

    async def _live(self) -> str:
        """Run a process to its end, which may be this one's doing; return why it has ended."""
        env = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # each thread would claim memory
        streams = {"stdin": DEVNULL, "stdout": DEVNULL, "stderr": PIPE}
        process = await asyncio.create_subprocess_exec(*self._command, env=env, **streams)
        talk = asyncio.ensure_future(process.communicate())
        late, seen, why = self.guest.late, monotonic(), ""
        try:
            while not talk.done() and not why:
                await asyncio.wait({talk}, timeout=TICK)
                seen = monotonic() if self.guest.here else seen
                if self.guest.late > late:
                    why = LATE
                elif monotonic() - seen > PATIENCE:
                    why = f"it does not join within {PATIENCE:g} seconds"
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            said = (await talk)[1].decode(errors="replace").strip()
        return why or said or f"its process has ended, with the exit code {process.returncode}"

    def report(self) -> str:
        """Return in words what went wrong with the file; "" if nothing did."""
        failed, played = f"{self.guest.name} failed: ", self._room.played.values()
        found = Counter(each.reason for each in played if each.reason.startswith(failed))
        if not found:
            return f"{self._file.name} takes no part: {self._why}" if self.is_out else ""
        why = found.most_common(1)[0][0].removeprefix(failed)
        return f"{self._file.name} lost {found.total()} games by failing, such as: {why}."


async def take_part(server: Server, files: list[Path], memory: int) -> list[str]:
    """Play a tournament of the players in these files, to its end; return what went wrong."""
    entrants = [Entrant(server, file, memory) for file in files]
    tasks = [asyncio.ensure_future(each.take_part()) for each in entrants]
    while not all(each.guest.here or each.is_out for each in entrants):
        await asyncio.sleep(TICK)
    server.room.start()
    while server.room.phase != "over":
        await asyncio.sleep(TICK)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return list(filter(None, (each.report() for each in entrants)))
