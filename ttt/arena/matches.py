"""Matches of many games, with any executor; long ones are drawn in lockstep."""

import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import as_completed
from fractions import Fraction
from functools import partial

import numpy as np
from tqdm import tqdm

from ttt.agents import Agent, Strategy
from ttt.anygame import as_game
from ttt.arena.games import as_agent, name_of, play
from ttt.arena.results import Result, tabulate
from ttt.game import Game
from ttt.space import small_space

GAMES_A_CHUNK, GAMES_AT_ONCE = 50, 10_000  # played one by one, drawn in lockstep
MANY_GAMES = 1_000  # from how many on they may be drawn


def match(
    x: Strategy | str,
    o: Strategy | str,
    games: int = 100,
    rng: random.Random | None = None,
    game: Game | None = None,
    executor=None,
) -> Result:
    """Return the shares of `games` games between two agents, x moving first in all of them.

    The games are played in chunks, each with a seed of its own from `rng`, so
    the result is the same with every `executor` and without one. An executor
    is one of concurrent.futures, or has get_executor(), as a Dask client has.
    A long match of agents whose chances are known is drawn, and not played move by move.
    """
    if games < 1:
        raise ValueError(f"A match has at least one game, not {games}.")
    x, o, game, rng = as_agent(x), as_agent(o), as_game(game), rng or random.Random()
    drawn = _drawing(x, o, game, games)
    some, at_once = (drawn, GAMES_AT_ONCE) if drawn else (partial(_play, x, o, game), GAMES_A_CHUNK)
    sizes = [min(at_once, games - start) for start in range(0, games, at_once)]
    tasks = [(some, size, rng.getrandbits(64)) for size in sizes]
    outcomes, total = Counter(), 0
    title = f"{name_of(x)} – {name_of(o)}"
    with tqdm(total=games, desc=title, unit="games", delay=1, leave=False, disable=None) as bar:
        for ends, worth in _run(tasks, executor):
            outcomes += ends
            total += worth
            bar.update(ends.total())
    shares = [outcomes[end] / games for end in ("X", "draw", "O")]
    return Result(name_of(x), name_of(o), *shares, games=games, mean=float(total / games))


def _run(tasks, executor) -> Iterator[tuple[Counter, Fraction]]:
    """Yield the outcomes of each chunk of games and the sum of its utilities, as they come in."""
    if executor is None:
        yield from (some(size, seed) for some, size, seed in tasks)
        return
    if hasattr(executor, "get_executor"):
        executor = executor.get_executor()
    for done in as_completed([executor.submit(*task) for task in tasks]):
        yield done.result()


def _play(x, o, game, games, seed) -> tuple[Counter, Fraction]:
    """Return how often each outcome came up in some games, and the exact sum of the utilities."""
    rng = random.Random(seed)
    x, o = (agent.with_rng(rng) if isinstance(agent, Agent) else agent for agent in (x, o))
    played = [play(x, o, game) for _ in range(games)]
    return Counter(one.outcome for one in played), sum(Fraction(one.utility) for one in played)


def _draw(chances, successor, results, games, seed) -> tuple[Counter, Fraction]:
    """Return the same of games that go on together: chances[row, move] is of it or one before."""
    rng, rows, ends = np.random.default_rng(seed), np.zeros(games, int), []
    while rows.size:
        over = chances[rows, -1] == 0
        ends.append(results[rows[over]])
        rows = rows[~over]
        moves = (chances[rows] <= rng.random((rows.size, 1))).sum(axis=1)
        rows = successor[rows, moves]
    ends = np.concatenate(ends)
    outcomes = map({1: "X", 0: "draw", -1: "O"}.get, np.sign(ends).tolist())
    return Counter(outcomes), Fraction(ends.sum().item())


def _drawing(x: Strategy, o: Strategy, game: Game, games: int) -> partial | None:
    """Return how to draw games between agents whose chances are known; None if not worth while."""
    settled = games >= MANY_GAMES and all(getattr(a, "is_settled", False) for a in (x, o))
    space = small_space(game) if settled else None
    if space is None or games < len(space):  # each agent would be asked about every state
        return None
    policies = tabulate(x, space).policy, tabulate(o, space).policy
    chances = np.where(space.x_moves[:, None], *policies).cumsum(axis=1)
    sums = np.where(space.legal.any(axis=1), chances[:, -1], 1)  # 1, but for rounding
    return partial(_draw, chances / sums[:, None], space.successor, space.results)
