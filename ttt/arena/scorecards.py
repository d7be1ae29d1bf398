"""A scorecard: all that can be said about one player of tic-tac-toe, exactly."""

from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache

from ttt.agents import Strategy
from ttt.arena.games import NoMove, as_agent, name_of, told
from ttt.arena.results import Tabulated, best_reply, exact, tabulate
from ttt.game import SIDE, State, TicTacToe
from ttt.limit import TimeLimit, TooLong
from ttt.space import space_of

LADDER = ("random", "center", "corner", "one-step", "combined", "minimax")
SECONDS_A_MOVE = 10
GAME = TicTacToe()


@dataclass(frozen=True)
class Side:
    """How a player fares as X or as O.

    results  for each of the ladder the chances that the player wins, draws and loses
    reply    the score of the best reply to it, the replier's side: win 1, draw 0, loss -1
    line     the states of a game that the best reply wins against it, if it scores above 0
    """

    results: dict[str, list[float]]
    reply: float
    line: tuple[State, ...]

    @property
    def moves(self) -> list[int]:
        """The cells that are marked in the line, one after the other."""
        pairs = zip(self.line, self.line[1:])
        return [next(c for c in range(9) if old[c] != new[c]) for old, new in pairs]

    def __str__(self):
        if self.results["random"][2] == 0:  # who makes every move now and then
            return "nobody can beat it"
        if not self.line:
            return "it loses now and then, but nobody scores above 0 on average"
        always = " and wins every game" if self.reply == 1 else ""
        return f"the best reply scores {self.reply:.2f}{always}"


@dataclass(frozen=True)
class Scorecard:
    """What a player is worth.

    sides   its `Side` as "X" and as "O"; empty if it failed
    wrong   on how many of the `boards` with a move to make its move gives something away;
            of one that moves at random, on average
    note    what must be known to read the numbers
    failed  the board on which it made no move; `note` says what it did
    """

    name: str
    sides: dict[str, Side] = field(default_factory=dict)
    wrong: float = 0
    boards: int = 0
    note: str = ""
    failed: State | None = None

    def __str__(self):
        if self.failed:
            return f"{self.name} has no scorecard yet.\n{GAME.show(self.failed)}\n{self.note}"
        lines = [f"{self.name:<10}         as X                   as O"]
        lines.append(f"{'against':<10}" + "    win   draw   loss  " * 2)
        for rival in LADDER:
            chances = [[f"{c:7.1%}" for c in side.results[rival]] for side in self.sides.values()]
            lines.append(f"{rival:<10}" + "  ".join("".join(row) for row in chances))
        for mark, side in self.sides.items():
            example = f", as in {' '.join(map(str, side.moves))}" if side.line else ""
            lines.append(f"As {mark}: {side}{example}.")
        lines.append(f"{self.mistakes}.")
        return "\n".join([line.rstrip() for line in lines] + [self.note] * bool(self.note))

    __repr__ = __str__

    @property
    def mistakes(self) -> str:
        """On how many boards it is wrong, in words."""
        share = self.wrong / self.boards
        return f"Wrong move on {round(self.wrong):,} of {self.boards:,} boards ({share:.1%})"


def scorecard(agent: Strategy | str) -> Scorecard:
    """Return how good a player of tic-tac-toe is: against the ladder, and against its best reply.

    One that does not answer on every board gets a card that shows the board.
    """
    agent, space = as_agent(agent), space_of(GAME)
    name, limit = name_of(agent), TimeLimit(SECONDS_A_MOVE)
    try:
        # An agent with a policy is the course's; and to trace each line would take too long.
        with nullcontext() if hasattr(agent, "policy") or not limit.rings else limit:
            known = tabulate(_careful(agent, limit), space)
    except NoMove as failure:
        return Scorecard(name, note=str(failure), failed=failure.state)
    open_rows = space.legal.any(axis=1)
    wrong = float(space.wrong(known.policy)[open_rows].sum())
    sides = {mark: _side(known, mark) for mark in SIDE}
    return Scorecard(name, sides, round(wrong, 9), int(open_rows.sum()), known.note)


def _side(known: Tabulated, mark: str) -> Side:
    """Return how a player fares with a mark."""
    results = {}
    for name, rival in _ladder().items():
        chances = exact(*(known, rival)[:: SIDE[mark]]).chances
        results[name] = [round(chance, 12) for chance in chances[:: SIDE[mark]]]
    reply = best_reply(known, mark)
    score = round(reply.score, 12) + 0.0
    return Side(results, score, reply.line if score > 0 else ())


@cache
def _ladder() -> dict[str, Tabulated]:
    """Return the agents of the course, the simplest first."""
    return {name: tabulate(name, space_of(GAME)) for name in LADDER}


def _careful(agent: Strategy, limit: TimeLimit) -> Strategy:
    """Return an agent that says in words on which board it fails, whatever happens there."""
    if hasattr(agent, "policy"):
        return agent

    def ask(game, state):
        limit.restart()
        try:
            return agent(game, state)
        except TooLong as error:
            raise NoMove(f"{ask.name} gave {error}", state) from None
        except (Exception, SystemExit) as error:
            raise NoMove(f"{ask.name} failed in {state!r} with {told(error)}.", state) from None

    ask.name = name_of(agent)
    return ask
