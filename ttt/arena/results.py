"""How agents fare: exactly, without playing at all, and in matches of many games."""

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import sqrt
from typing import NamedTuple

import numpy as np

from ttt.agents import Agent, Policy, Strategy
from ttt.anygame import as_game
from ttt.arena.games import NoMove, as_agent, move, name_of, play, spread
from ttt.game import Action, Game, State
from ttt.limit import TimeLimit, thread_time
from ttt.progress import Bar
from ttt.space import Space, rounded, small_space, space_of

SAMPLES = 100  # how often a function that does not always answer alike is asked about a state
SECONDS_AGAIN = 0.3  # of work, for which a function is asked again whether it answers alike
SECONDS_OF_SAMPLES = 20
GAMES_A_CHUNK, GAMES_AT_ONCE = 50, 10_000  # played one by one, drawn in lockstep
MANY_GAMES = 1_000  # from how many on they may be drawn


@dataclass(frozen=True)
class Result:
    """How x (X) fares against o (O): the chances of X's win, a draw and O's win.

    `mean` is the mean utility, X's side, which is the score unless some wins are worth more
    than others. `games` is None for an exact result; otherwise the chances are shares of
    that many games. `note` says what else must be known to read it.
    """

    x: str
    o: str
    x_wins: float
    draws: float
    o_wins: float
    mean: float
    games: int | None = None
    note: str = ""

    @property
    def chances(self) -> tuple[float, float, float]:
        """X's win, draw, O's win."""
        return self.x_wins, self.draws, self.o_wins

    @property
    def score(self) -> float:
        """The expected result from X's side: win 1, draw 0, loss -1."""
        return self.x_wins - self.o_wins

    def interval(self, share: float) -> tuple[float, float]:
        """Return where the true chance behind a share of the games lies, with 95 % confidence.

        This is Wilson's interval. An exact chance is its own interval.
        """
        if self.games is None:
            return share, share
        z, n = 1.96, self.games
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        margin = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, middle - margin), min(1.0, middle + margin)

    def __str__(self):
        parts = zip(("X wins", "draw", "O wins"), self.chances)
        said = ", ".join(f"{name} {self._in_words(chance)}" for name, chance in parts)
        games = "exactly" if self.games is None else f"in {self.games:,} games"
        mean = "" if abs(self.mean - self.score) < 1e-9 else f", mean {float(self.mean):+.4g}"
        note = f" ({self.note})" if self.note else ""
        return f"{self.x} (X) against {self.o} (O), {games}: {said}{mean}{note}"

    def _in_words(self, chance) -> str:
        if isinstance(chance, Fraction):
            return str(chance)
        if self.games is None:
            return f"{chance:.2%}"
        low, high = self.interval(chance)
        return f"{chance:.1%} ({low:.1%} to {high:.1%})"


# ---- exact results


class Tabulated(NamedTuple):
    """An agent asked about every state: its name, its policy as an array, a note if sampled."""

    name: str
    policy: np.ndarray
    note: str = ""


Player = Strategy | str | Tabulated


def exact(x: Player, o: Player, game: Game | None = None, as_fractions: bool = False) -> Result:
    """Return the exact chances between two agents, from their policies, without playing."""
    space = space_of(as_game(game))
    x, o = (tabulate(agent, space, as_fractions) for agent in (x, o))
    chances = space.evaluate(x.policy, o.policy)[0].tolist()
    mean = chances[0] - chances[2]
    if not space.counts_wins:
        mean = space.mean(x.policy, o.policy)[:1].tolist()[0]
    note = "; ".join(dict.fromkeys(filter(None, (x.note, o.note))))
    return Result(x.name, o.name, *chances, mean, note=note)


def tabulate(agent: Player, space: Space, as_fractions: bool = False) -> Tabulated:
    """Return the policy of an agent on all states of a space.

    A function without a policy is asked everywhere, and again as far as that takes no longer
    than a moment. If it answers alike both times, those answers are its policy; if it does
    not, it is asked a hundred times everywhere, or as often as there is time, and the note
    says so.
    """
    if isinstance(agent, Tabulated):
        return agent
    agent = as_agent(agent)
    name, note = name_of(agent), getattr(agent, "note", "")
    table = agent.tabulated(space) if hasattr(agent, "tabulated") else None
    if table is None:
        rows = np.flatnonzero(space.legal.any(axis=1)).tolist()
        states = [space.states[row] for row in rows]
        if hasattr(agent, "policy"):
            policies = [agent.policy(space.game, state) for state in states]
        else:
            policies, note = _asked(agent, space.game, states)
        table = _as_array(name, dict(zip(rows, policies)), space)
    return Tabulated(name, np.frompyfunc(_fraction, 1, 1)(table) if as_fractions else table, note)


def _asked(agent: Strategy, game: Game, states: list[State]) -> tuple[list[Policy], str]:
    """Return the shares of a function's answers in each state, and a note if they differ."""
    start = thread_time()
    answers = {state: move(agent, game, state) for state in states}
    seconds = thread_time() - start
    if _answers_again(agent, game, answers):
        return [{answer: 1.0} for answer in answers.values()], ""
    times = int(min(SAMPLES, max(2, SECONDS_OF_SAMPLES / seconds)))
    note = f"{name_of(agent)} does not always answer alike: asked {times} times a state"
    samples = [Counter(move(agent, game, state) for _ in range(times)) for state in states]
    return [{action: n / times for action, n in sample.items()} for sample in samples], note


def _answers_again(agent: Strategy, game: Game, answers: dict[State, Action]) -> bool:
    """Return whether a function gives these answers again, as far as a moment reaches."""
    limit = TimeLimit(SECONDS_AGAIN)
    for nth, state in enumerate(reversed(answers)):  # a plain search is slow on the first ones only
        if nth >= 20 and limit.run_out():
            break
        if move(agent, game, state) != answers[state]:
            return False
    return True


def _as_array(name: str, policies: dict[int, Policy], space: Space) -> np.ndarray:
    """Return policies by row as an array [states, moves], or raise NoMove if one is none."""
    width, chances = space.successor.shape[1], [0.0] * space.successor.size
    for row, policy in policies.items():
        columns = space.listed(row)
        for action, chance in policy.items():
            if action in columns:
                chances[row * width + columns.index(action)] = chance
    table = np.where(space.legal, np.reshape(chances, space.legal.shape), 0.0)
    fine = (abs(table.sum(axis=1) - 1) < 1e-9) & (table >= 0).all(axis=1)
    wrong = [row for row in policies if not fine[row]]
    if wrong:
        state, policy = space.states[wrong[0]], policies[wrong[0]]
        illegal = [action for action in policy if action not in space.game.actions(state)]
        if illegal:
            raise NoMove(f"{name} would play {illegal[0]!r} in {state!r}: not a move.", state)
        words = f"The chances of {name} in {state!r} do not add up to 1: {policy}"
        raise NoMove(words, state)
    return table


@lru_cache(maxsize=10_000)
def _fraction(chance: float) -> Fraction:
    """Return the simple fraction that a chance stands for: 0.3333333333333333 is 1/3."""
    return Fraction(chance).limit_denominator(1_000_000)


# ---- the best reply


@dataclass(frozen=True)
class Reply:
    """The best anybody can do against an agent that plays `plays`.

    score  the expected utility from the replier's side: in tic-tac-toe win 1, draw 0, loss -1
    line   the states of the shortest game that shows it: the replier replies best, and of
           the moves the agent might make it makes the one that suits the replier most
    """

    agent: str
    plays: str
    score: float
    line: tuple[State, ...]
    note: str = ""

    def __str__(self):
        score = self.score if isinstance(self.score, Fraction) else f"{self.score:.4g}"
        best = f"against {self.agent} as {self.plays}, the best reply scores {score}"
        return f"{best} ({self.note})" if self.note else best


def best_reply(
    agent: Player, plays: str = "X", game: Game | None = None, as_fractions: bool = False
) -> Reply:
    """Return the best reply to an agent that plays "X" or "O"."""
    space = space_of(as_game(game))
    known = tabulate(agent, space, as_fractions)
    reply = space.best_reply(known.policy, plays)
    score = reply.scores[:1].tolist()[0]
    agent_moves = (space.x_moves == (plays == "X"))[:, None]
    moves = np.where(agent_moves, known.policy > 0, space.legal)
    worth = np.where(moves, rounded(reply.scores)[space.successor], -np.inf)
    best, rows = moves & (worth == worth.max(axis=1, keepdims=True)), [0]
    left = space.shortest(best)
    while left[rows[-1]]:
        rows.append(min(space.successor[rows[-1]][best[rows[-1]]].tolist(), key=left.__getitem__))
    return Reply(known.name, plays, score, tuple(space.states[row] for row in rows), known.note)


# ---- everybody against everybody


@dataclass(frozen=True)
class Table:
    """The exact results of every agent as X (rows) against every agent as O (columns).

    With best replies these are the last row and column, and where the two meet is None.
    """

    names: tuple[str, ...]
    results: tuple[tuple[Result | None, ...], ...]

    @property
    def scores(self) -> np.ndarray:
        """[X, O]: the mean from X's side, in tic-tac-toe win 1, draw 0, loss -1; nan for None."""
        return np.array(
            [[float(one.mean) if one else np.nan for one in row] for row in self.results]
        )

    def __str__(self):
        width = max(8, *map(len, self.names))
        head = " ".join(name.rjust(width) for name in ("X \\ O", *self.names))
        rows = [
            " ".join([name.rjust(width), *(f"{score:+.3f}".rjust(width) for score in scores)])
            for name, scores in zip(self.names, self.scores)
        ]
        return "\n".join([head, *rows])


def table(
    players: Iterable[Player],
    game: Game | None = None,
    as_fractions: bool = False,
    replies: bool = False,
) -> Table:
    """Return the exact results of all these agents against each other, and themselves.

    With `replies`, also those of the best reply to each of them.
    """
    game = as_game(game)
    space, names = space_of(game), ["best reply"] * replies
    known = [tabulate(player, space, as_fractions) for player in players]

    def reply(agent, plays):
        return Tabulated(*names, space.best_reply(agent.policy, plays).policy)

    rows = [[exact(x, o, game) for o in known] for x in known]
    if replies:
        rows = [[*row, exact(x, reply(x, "X"), game)] for row, x in zip(rows, known)]
        rows.append([*(exact(reply(o, "O"), o, game) for o in known), None])
    return Table((*(agent.name for agent in known), *names), tuple(map(tuple, rows)))


def blend(name: str, players: Iterable[Player], game: Game | None = None) -> Tabulated:
    """Return the player that asks any one of these agents, anew for every move."""
    space = space_of(as_game(game))
    policies = [tabulate(player, space).policy for player in players]
    note = f"{name} is the average of {len(policies)} agents"
    return Tabulated(name, sum(policies) / len(policies), note)


# ---- matches of many games


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
    with Bar(total=games, desc=title, unit="games", delay=1, leave=False, disable=None) as bar:
        for ends, worth in spread(tasks, executor):
            outcomes += ends
            total += worth
            bar.update(ends.total())
    shares = [outcomes[end] / games for end in ("X", "draw", "O")]
    return Result(name_of(x), name_of(o), *shares, float(total / games), games)


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
