"""A full house: 200 players at once, 24 games each, on this machine: python -m tests.bench.online

The server runs here, the players in two processes of their own, each of whom thinks for a tenth
to four tenths of a second about a move. Ends with 1 if a bound is missed.
"""

import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import median, quantiles

from ttt import TicTacToe, online

PLAYERS, GAMES, PROCESSES = 200, 24, 2
THINKING = 0.1, 0.4  # seconds
MOST_SECONDS, MOST_MILLISECONDS = 180, 50


class Timed:
    """A player that notes how long the server takes from its move to the state after it."""

    def __init__(self, name: str):
        self.name, self.moved, self.took, self.games = name, None, [], []
        self._rng = random.Random(name)

    def __call__(self, game, state):
        """Return the first move there is, after some thought."""
        time.sleep(self._rng.uniform(*THINKING))
        self.moved = time.perf_counter()
        return game.actions(state)[0]

    def hear(self, message: dict) -> None:
        """Note when the state after a move comes, and all results."""
        if message["type"] in ("state", "result") and self.moved:
            self.took.append(time.perf_counter() - self.moved)
            self.moved = None
        if message["type"] == "result":
            self.games.append(message["game"])


async def crowd(url: str, first: int, last: int) -> None:
    """Have some players play until the server ends; print what they noted."""
    players = [Timed(f"player {nth}") for nth in range(first, last)]
    await asyncio.gather(*(online.join(url, each, each.name, hear=each.hear) for each in players))
    took = [seconds for each in players for seconds in each.took]
    print(json.dumps({"took": took, "games": {each.name: each.games for each in players}}))


async def evening(file: Path) -> tuple[float, list[dict]]:
    """Return how long the games took, and what the players noted."""
    server = await online.serve(TicTacToe(), file, port=0, tournament=True)
    share, pipe = PLAYERS // PROCESSES, asyncio.subprocess.PIPE
    started = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.online", server.url),
            *(str(nth * share), str((nth + 1) * share)),
            stdout=pipe,
        )
        for nth in range(PROCESSES)
    ]
    said = [asyncio.ensure_future(process.communicate()) for process in started]
    while sum(player.here for player in server.room.players.values()) < PLAYERS:
        await asyncio.sleep(0.1)
    start = time.perf_counter()
    server.room.start()
    while min(row.games for row in server.room.standings()["agents"]) < GAMES:
        await asyncio.sleep(0.1)
    seconds = time.perf_counter() - start
    server.room.pause()
    while server.room.boards:
        await asyncio.sleep(0.01)
    await server.close()
    return seconds, [json.loads((await each)[0]) for each in said]


def main() -> int:
    """Hold the evening, print its figures, and return the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "results.db")
        seconds, noted = asyncio.run(evening(file))
        with sqlite3.connect(file) as results:
            rows = results.execute("select id, game from games").fetchall()
    took = [1000 * each for part in noted for each in part["took"]]
    heard = Counter(game for part in noted for games in part["games"].values() for game in games)
    kept = {number: json.loads(game) for number, game in rows}
    lost = sum(heard[number] != 2 for number in kept) + len(set(heard) - set(kept))
    failed = sum(bool(game["reason"]) for game in kept.values())
    print(f"{PLAYERS} players, {len(rows):,} games, each player {GAMES} at least: {seconds:.1f} s")
    print(f"{len(took):,} moves: turn-round {median(took):.1f} ms in the middle", end=", ")
    print(f"{quantiles(took, n=100)[94]:.1f} ms for 95 of 100")
    print(f"processor time of the server: {1000 * time.process_time() / len(took):.2f} ms a move")
    print(f"results lost: {lost}; games lost by a failure: {failed}")
    is_good = seconds < MOST_SECONDS and median(took) < MOST_MILLISECONDS
    return 0 if is_good and not lost and not failed else 1


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(crowd(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
    else:
        sys.exit(main())
