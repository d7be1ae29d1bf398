"""Where agents meet: games, matches, and exact results without playing at all.

An agent is anything that can be called as agent(game, state) and returns a
move: an agent of the course, or a function of your own. It can also be given
by its name in the register.
"""

import copy
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import as_completed
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import sqrt
from typing import NamedTuple

import numpy as np
from tqdm.auto import tqdm

from ttt import agents
from ttt.agents import Agent, Policy, Strategy
from ttt.game import Action, State, TicTacToe
from ttt.space import Space, rounded, space_of

GAMES_A_CHUNK = 50
SAMPLES = 100  # how often a function that does not always answer alike is asked about a state


def as_agent(agent: str | Strategy) -> Strategy:
    """Return the agent itself, or the registered one of that name."""
    if isinstance(agent, str):
        return agents.make(agent)
    if not callable(agent):
        raise ValueError(f"An agent is a function of game and state, or a name, not {agent!r}.")
    return agent


def name_of(agent: Strategy) -> str:
    """Return what to call an agent: its name, or that of the function."""
    return getattr(agent, "name", None) or getattr(agent, "__name__", type(agent).__name__)


# ---- one game


@dataclass(frozen=True)
class Game:
    """A game that was played: all its states, its moves, and its outcome "X", "O" or "draw"."""

    states: tuple[State, ...]
    moves: tuple[Action, ...]
    outcome: str


def move(agent: Strategy, game: TicTacToe, state: State) -> Action:
    """Return the agent's move, or raise a ValueError that says what is wrong with it."""
    action = agent(game, state)
    try:
        game.result(state, action)
    except ValueError as error:
        raise ValueError(f"{name_of(agent)} answered {action!r} in {state!r}: {error}") from None
    return int(action)


def play(x: Strategy | str, o: Strategy | str, game: TicTacToe | None = None) -> Game:
    """Return a game between two agents, x moving first."""
    game = game or TicTacToe()
    player = {"X": as_agent(x), "O": as_agent(o)}
    states, moves = [game.initial], []
    while not game.terminal(states[-1]):
        moves.append(move(player[game.player(states[-1])], game, states[-1]))
        states.append(game.result(states[-1], moves[-1]))
    return Game(tuple(states), tuple(moves), game.outcome(states[-1]))


# ---- results


@dataclass(frozen=True)
class Result:
    """How x (X) fares against o (O): the chances of X's win, a draw and O's win.

    `games` is None for an exact result; otherwise the chances are shares of
    that many games. `note` says what else must be known to read it.
    """

    x: str
    o: str
    x_wins: float
    draws: float
    o_wins: float
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
        note = f" ({self.note})" if self.note else ""
        return f"{self.x} (X) against {self.o} (O), {games}: {said}{note}"

    def _in_words(self, chance) -> str:
        if isinstance(chance, Fraction):
            return str(chance)
        if self.games is None:
            return f"{chance:.2%}"
        low, high = self.interval(chance)
        return f"{chance:.1%} ({low:.1%} to {high:.1%})"


# ---- matches


def match(
    x: Strategy | str,
    o: Strategy | str,
    games: int = 100,
    rng: random.Random | None = None,
    game: TicTacToe | None = None,
    executor=None,
) -> Result:
    """Return the shares of `games` games between two agents, x moving first in all of them.

    The games are played in chunks, each with a seed of its own from `rng`, so
    the result is the same with every `executor` and without one. An executor
    is one of concurrent.futures, or has get_executor(), as a Dask client has.
    """
    if games < 1:
        raise ValueError(f"A match has at least one game, not {games}.")
    x, o, game, rng = as_agent(x), as_agent(o), game or TicTacToe(), rng or random.Random()
    sizes = [min(GAMES_A_CHUNK, games - start) for start in range(0, games, GAMES_A_CHUNK)]
    tasks = [(x, o, game, size, rng.getrandbits(64)) for size in sizes]
    outcomes = Counter()
    with tqdm(total=games, desc=f"{name_of(x)} – {name_of(o)}", unit="games", delay=1) as bar:
        for played in _run(tasks, executor):
            outcomes += played
            bar.update(played.total())
    shares = [outcomes[outcome] / games for outcome in ("X", "draw", "O")]
    return Result(name_of(x), name_of(o), *shares, games=games)


def _run(tasks, executor) -> Iterator[Counter]:
    """Yield the outcomes of each chunk of games, as they come in."""
    if executor is None:
        yield from (_play_chunk(*task) for task in tasks)
        return
    if hasattr(executor, "get_executor"):
        executor = executor.get_executor()
    for done in as_completed([executor.submit(_play_chunk, *task) for task in tasks]):
        yield done.result()


def _play_chunk(x, o, game, games, seed) -> Counter:
    """Return how often each outcome came up in some games."""
    rng = random.Random(seed)
    x, o = _with_rng(x, rng), _with_rng(o, rng)
    return Counter(play(x, o, game).outcome for _ in range(games))


def _with_rng(agent: Strategy, rng: random.Random) -> Strategy:
    """Return the same agent with other random numbers; a plain function stays as it is."""
    if isinstance(agent, Agent):
        agent = copy.copy(agent)
        agent.rng = rng
    return agent


# ---- exact results


def exact(
    x: Strategy | str,
    o: Strategy | str,
    game: TicTacToe | None = None,
    as_fractions: bool = False,
) -> Result:
    """Return the exact chances between two agents, from their policies, without playing."""
    space = space_of(game or TicTacToe())
    return _meet(tabulate(x, space, as_fractions), tabulate(o, space, as_fractions), space)


def _meet(x: "Tabulated", o: "Tabulated", space: Space) -> Result:
    """Return the exact result of two agents whose policies are arrays."""
    chances = space.evaluate(x.policy, o.policy)[0].tolist()
    return Result(x.name, o.name, *chances, note="; ".join(filter(None, {x.note, o.note})))


class Tabulated(NamedTuple):
    """An agent asked about every state: its name, its policy as an array, a note if sampled."""

    name: str
    policy: np.ndarray
    note: str = ""


def tabulate(agent: Strategy | str, space: Space, as_fractions: bool = False) -> Tabulated:
    """Return the policy of an agent on all states of a space.

    A function without a policy is asked twice everywhere. If it answers alike
    both times, those answers are its policy; if it does not, it is asked a
    hundred times everywhere, and the note says so.
    """
    agent = as_agent(agent)
    note = getattr(agent, "note", "")
    whole = agent.tabulated(space) if isinstance(agent, Agent) else None
    if whole is not None:
        policy = np.frompyfunc(_fraction, 1, 1)(whole) if as_fractions else whole
        return Tabulated(name_of(agent), policy, note)
    policy_in = getattr(agent, "decision", None) or getattr(agent, "policy", None)
    if policy_in is None:
        policy_in = partial(_shares, agent, 2)
        if any(len(policy_in(space.game, state)) > 1 for _, state in _open_states(space)):
            policy_in = partial(_shares, agent, SAMPLES)
            note = f"{name_of(agent)} does not always answer alike: asked {SAMPLES} times a state"
    table = np.zeros(space.successor.shape, object if as_fractions else float)
    for row, state in _open_states(space):
        policy = policy_in(space.game, state)
        _refuse_nonsense(agent, policy, space.game, state)
        for action, chance in policy.items():
            table[row, action] = _fraction(chance) if as_fractions else chance
    return Tabulated(name_of(agent), table, note)


def _open_states(space: Space) -> Iterator[tuple[int, State]]:
    """Yield each state with a move to make, with its row."""
    for ply in space.plies:
        yield from enumerate(space.states[ply.open], ply.open.start)


def _shares(agent: Strategy, times: int, game: TicTacToe, state: State) -> Policy:
    """Return how often the agent made each move when asked some times about a state."""
    answers = Counter(move(agent, game, state) for _ in range(times))
    return {action: count / times for action, count in answers.items()}


def _refuse_nonsense(agent: Strategy, policy: Policy, game: TicTacToe, state: State) -> None:
    """Raise a ValueError in words unless the policy is one for this state."""
    illegal = [action for action in policy if action not in game.actions(state)]
    if illegal:
        raise ValueError(f"{name_of(agent)} would play {illegal[0]!r} in {state!r}: not a move.")
    if abs(sum(policy.values()) - 1) > 1e-9 or min(policy.values()) < 0:
        raise ValueError(
            f"The chances of {name_of(agent)} in {state!r} do not add up to 1: {policy}"
        )


@lru_cache(maxsize=10_000)
def _fraction(chance: float) -> Fraction:
    """Return the simple fraction that a chance stands for: 0.3333333333333333 is 1/3."""
    return Fraction(chance).limit_denominator(1_000_000)


# ---- the best reply


@dataclass(frozen=True)
class Reply:
    """The best anybody can do against an agent that plays `plays`.

    score  the expected result from the replier's side: win 1, draw 0, loss -1
    line   the states of a game that shows it: the replier replies best, and of
           the moves the agent might make it makes the one that suits the replier most
    """

    agent: str
    plays: str
    score: float
    line: tuple[State, ...]
    note: str = ""

    def __str__(self):
        score = self.score if isinstance(self.score, Fraction) else f"{self.score:.4g}"
        best = f"the best reply to {self.agent} playing {self.plays} scores {score}"
        return f"{best} ({self.note})" if self.note else best


def best_reply(
    agent: Strategy | str,
    plays: str = "X",
    game: TicTacToe | None = None,
    as_fractions: bool = False,
) -> Reply:
    """Return the best reply to an agent that plays "X" or "O"."""
    game = game or TicTacToe()
    space = space_of(game)
    known = tabulate(agent, space, as_fractions)
    reply = space.best_reply(known.policy, plays)
    score = reply.scores[0] if as_fractions else float(reply.scores[0])
    worth, line = rounded(reply.scores), [0]
    while space.legal[line[-1]].any():
        row = line[-1]
        policy = known.policy if game.player(space.states[row]) == plays else reply.policy
        choices = space.successor[row][policy[row] > 0]
        line.append(max(choices.tolist(), key=lambda child: worth[child]))
    return Reply(known.name, plays, score, tuple(space.states[row] for row in line), known.note)


# ---- everybody against everybody


@dataclass(frozen=True)
class Table:
    """The exact results of every agent as X (rows) against every agent as O (columns)."""

    names: tuple[str, ...]
    results: tuple[tuple[Result, ...], ...]

    @property
    def scores(self) -> np.ndarray:
        """[X, O]: the expected result from X's side, win 1, draw 0, loss -1."""
        return np.array([[float(result.score) for result in row] for row in self.results])

    def __str__(self):
        width = max(8, *map(len, self.names))
        head = " ".join(name.rjust(width) for name in ("X \\ O", *self.names))
        rows = [
            " ".join([name.rjust(width), *(f"{score:+.3f}".rjust(width) for score in scores)])
            for name, scores in zip(self.names, self.scores)
        ]
        return "\n".join([head, *rows])


def table(
    players: Iterable[Strategy | str],
    game: TicTacToe | None = None,
    as_fractions: bool = False,
) -> Table:
    """Return the exact results of all these agents against each other, and themselves."""
    space = space_of(game or TicTacToe())
    known = [tabulate(player, space, as_fractions) for player in players]
    results = tuple(tuple(_meet(x, o, space) for o in known) for x in known)
    return Table(tuple(agent.name for agent in known), results)
