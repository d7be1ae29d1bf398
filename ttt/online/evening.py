"""A whole tournament over a network in one call: a server, and players who join it."""

import asyncio
import random
import sys
from collections.abc import Callable, Mapping

from ttt.agents import Agent, Strategy
from ttt.arena import Tournament, as_agent
from ttt.arena import tournament as without_a_server
from ttt.game import Game

NO_SERVER = "A server needs an installed Python, because a browser has no sockets."
TICK = 0.01  # seconds between two looks


async def tournament(
    players: Mapping[str, Strategy | str],
    house: Mapping[str, Strategy | str],
    game: Game | None = None,
    rng: random.Random | None = None,
) -> Tournament:
    """Return a tournament on a server of its own, which players join and agents of the house fill.

    Only one game is played at a time, so that the same rng gives the same games.
    In a browser, which can have no server, the same tournament is played without one.
    """
    rng = rng or random.Random()
    if sys.platform == "emscripten":
        print(f"{NO_SERVER} So these games are played without one.")
        return without_a_server({**house, **players}, game, rng)
    from ttt.online.client import join  # not above: a browser has none of it
    from ttt.online.server import serve

    players, house = _with_dice(players, rng), _with_dice(house, rng)
    server, tasks = await serve(game, port=0, tournament=True, bots=house, most=1), []
    room = server.room
    try:
        for name, agent in players.items():
            tasks.append(asyncio.ensure_future(join(server.url, agent, name)))
            await until(lambda: room.here == len(house) + len(tasks), tasks)
        room.start()
        await until(lambda: room.phase == "over", tasks)
        return Tournament(room.standings()["agents"], list(room.played.values()))
    finally:
        await server.close()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until(is_so: Callable[[], bool], tasks: list[asyncio.Future] = ()) -> None:
    """Wait until something is so; a player who cannot go on raises its error here."""
    while not is_so():
        for task in tasks:
            if task.done():
                task.result()
        await asyncio.sleep(TICK)


def _with_dice(players: Mapping[str, Strategy | str], rng: random.Random) -> dict[str, Strategy]:
    """Return agents, each of the course's with random numbers of its own."""
    agents = {name: as_agent(player) for name, player in players.items()}
    for name, agent in agents.items():
        if isinstance(agent, Agent):
            agents[name] = agent.with_rng(random.Random(rng.getrandbits(64)))
    return agents
