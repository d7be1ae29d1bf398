"""A tournament: everybody against everybody, from every opening, each from both sides."""

import csv
import io
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations, permutations
from time import perf_counter
from typing import NamedTuple

import numpy as np

from ttt.agents import Agent, Strategy
from ttt.anygame import as_game, outcome
from ttt.arena.games import as_agent, move, name_of, spread, told
from ttt.arena.results import Player, tabulate
from ttt.game import OTHER, Actions, Game, State
from ttt.space import space_of

PLIES = 2  # of an opening
POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


class Pairing(NamedTuple):
    """A game to be played: who plays X and O, and with which moves it begins."""

    x: str
    o: str
    opening: Actions = ()


@dataclass(frozen=True)
class Contest:
    """A game of a tournament that is over.

    moves     all its moves, the opening's among them
    outcome   "X", "O" or "draw"
    reason    why the loser has lost without being beaten on the board; else ""
    failures  how often X and O made no move, a wrong one or a late one
    seconds   how long X and O took for their moves
    """

    x: str
    o: str
    opening: Actions
    moves: Actions
    outcome: str
    reason: str = ""
    failures: tuple[int, int] = (0, 0)
    seconds: tuple[float, float] = field(default=(0.0, 0.0), compare=False)


class Standing(NamedTuple):
    """A row of the table: a win counts 1 point, a draw half a point."""

    name: str
    points: float = 0.0
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    failures: int = 0
    seconds: float = 0.0


# ---- what is played, and how it is counted


def openings(game: Game) -> list[Actions]:
    """Return the first two moves of all games that differ, one for all their mirror images."""
    begun = [((), game.initial)]
    for _ in range(PLIES):
        begun = [
            ((*moves, action), game.result(state, action))
            for moves, state in begun
            for action in game.actions(state)
        ]
    kind = getattr(game, "canonical", lambda state: state)
    different = {kind(state): moves for moves, state in begun[::-1] if not game.terminal(state)}
    return sorted(different.values()) or [()]


def pairings(one: str, other: str, starts: Iterable[Actions]) -> list[Pairing]:
    """Return the games of two players: each opening twice, so that each has X once."""
    return [Pairing(*pair, start) for start in starts for pair in ((one, other), (other, one))]


def standings(names: Iterable[str], played: Iterable[Contest]) -> list[Standing]:
    """Return the table, the most points first, and of equals who has won more often."""
    sums = {name: [0.0, 0, 0, 0, 0, 0, 0.0] for name in names}
    for contest in played:
        for side, mark in enumerate("XO"):
            result = {mark: "win", "draw": "draw"}.get(contest.outcome, "loss")
            counts = [int(result == each) for each in POINTS]
            added = POINTS[result], 1, *counts, contest.failures[side], contest.seconds[side]
            name = (contest.x, contest.o)[side]
            sums[name] = [old + new for old, new in zip(sums[name], added)]
    return ranked(Standing(name, *numbers) for name, numbers in sums.items())


def ranked(rows: Iterable[Standing]) -> list[Standing]:
    """Return the rows of a table in their order."""
    return sorted(rows, key=lambda row: (-row.points, -row.wins, row.name))


def expected(
    players: Iterable[Player] | Mapping[str, Player], game: Game | None = None
) -> list[Standing]:
    """Return the table to which a tournament of these agents comes on average, exactly."""
    game = as_game(game)
    space, starts = space_of(game), openings(game)
    rows = [space.index[_after(game, opening)] for opening in starts]
    if not isinstance(players, Mapping):
        players = _named([tabulate(player, space) for player in players])
    known = {name: tabulate(player, space) for name, player in players.items()}
    sums = {name: np.zeros(3) for name in known}  # wins, draws, losses
    for x, o in permutations(known, 2):
        ends = space.evaluate(known[x].policy, known[o].policy)[rows].sum(axis=0)
        sums[x], sums[o] = sums[x] + ends, sums[o] + ends[::-1]
    games, table = 2 * len(starts) * (len(known) - 1), []
    for name, ends in sums.items():
        points, *ends = (round(float(n), 9) for n in (ends @ list(POINTS.values()), *ends))
        table.append(Standing(name, points, games, *ends))
    return ranked(table)


def _after(game: Game, opening: Actions) -> State:
    """Return the state after an opening."""
    return reduce(game.result, opening, game.initial)


# ---- a tournament without a server


@dataclass(frozen=True)
class Tournament:
    """All games of a tournament, and the table that comes of them."""

    table: list[Standing]
    played: list[Contest]

    def __str__(self):
        return as_text(self.table)


def as_text(table: list[Standing]) -> str:
    """Return the table as text, a line a player."""
    width = max(6, *(len(row.name) for row in table))
    lines = [f"    {'player':<{width}} points  games   wins  draws losses failed  seconds"]
    for nth, row in enumerate(table, 1):
        counts = "".join(f"{n:7,}" if isinstance(n, int) else f"{n:7,.1f}" for n in row[2:7])
        lines.append(f"{nth:>3} {row.name:<{width}} {row.points:6,.1f}{counts} {row.seconds:8.1f}")
    return "\n".join(lines)


def as_csv(tables: Mapping[str, list[Standing]]) -> str:
    """Return tables for a spreadsheet, each row with the name of its table in front."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["table", *Standing._fields])
    for table, rows in tables.items():
        for name, *numbers in rows:
            safe = f"'{name}" if name[0] in "=+-@" else name  # or it would be taken for a formula
            writer.writerow([table, safe, *(round(number, 3) for number in numbers)])
    return file.getvalue()


def tournament(
    players: Iterable[Strategy | str] | Mapping[str, Strategy | str],
    game: Game | None = None,
    rng: random.Random | None = None,
    executor=None,
) -> Tournament:
    """Return a tournament of these agents, everybody against everybody from all openings.

    An agent that fails or makes a move that is none loses that game. Each pair has a seed of
    its own from `rng`, so the games are the same with every `executor` and without one.
    """
    game, rng = as_game(game), rng or random.Random()
    if not isinstance(players, Mapping):
        players = _named([as_agent(player) for player in players])
    agents = {name: as_agent(player) for name, player in players.items()}
    if len(agents) < 2:
        raise ValueError("A tournament needs two players at least.")
    starts = openings(game)
    tasks = [
        (meet, {one: agents[one], other: agents[other]}, game, starts, rng.getrandbits(64))
        for one, other in combinations(agents, 2)
    ]
    played = [contest for games in spread(tasks, executor) for contest in games]
    return Tournament(standings(agents, played), played)


def _named(players: list[Strategy]) -> dict[str, Strategy]:
    """Return players by name; the second of the same name is called "name 2"."""
    named = {}
    for player in players:
        name, nth = name_of(player), 1
        while name in named:
            nth += 1
            name = f"{name_of(player)} {nth}"
        named[name] = player
    return named


def meet(pair: dict[str, Strategy], game: Game, starts: list[Actions], seed: int) -> list[Contest]:
    """Return all games of two players."""
    rng = random.Random(seed)
    return [
        contest(pair, planned, game, random.Random(rng.getrandbits(64)))
        for planned in pairings(*pair, starts)
    ]


def contest(
    players: dict[str, Strategy], planned: Pairing, game: Game, rng: random.Random
) -> Contest:
    """Return a game that was planned, played to its end or to the first failure."""
    seats = {"X": players[planned.x], "O": players[planned.o]}
    seats = {
        mark: agent.with_rng(rng) if isinstance(agent, Agent) else agent
        for mark, agent in seats.items()
    }
    state, moves = _after(game, planned.opening), [*planned.opening]
    seconds = {"X": 0.0, "O": 0.0}
    while not game.terminal(state):
        mark, start = game.player(state), perf_counter()
        try:
            moves.append(move(seats[mark], game, state))
        except (Exception, SystemExit) as error:
            failures = int(mark == "X"), int(mark == "O")
            why = f"{planned[mark == 'O']} failed: {told(error)}"
            return Contest(*planned, tuple(moves), OTHER[mark], why, failures)
        seconds[mark] += perf_counter() - start
        state = game.result(state, moves[-1])
    return Contest(*planned, tuple(moves), outcome(game, state), seconds=tuple(seconds.values()))
