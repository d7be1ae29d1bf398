"""Tables of values to learn and to choose by, and the turns of real games to learn from."""

import random
from collections import defaultdict
from collections.abc import Iterator, Set
from typing import NamedTuple

from ttt.exercises.answers import plain
from ttt.exercises.shapes import GAME, Seen, Shape
from ttt.game import UTILITY, Action, Cells, State

CELLS = range(GAME.cells)


# ---- tables


class Values:
    """A table of values as it was before a call: 0 for what was never tried."""

    def __init__(self, known: dict[tuple[State, Action], float]):
        self._known = known

    def __repr__(self):
        return "q"

    def __getitem__(self, pair) -> float:
        return self._known.get(pair, 0)

    def fresh(self) -> defaultdict:
        """Return a new table with these values."""
        return defaultdict(float, self._known)

    def changes(self, q: dict) -> "Changes":
        """Return what is new in a table that was fresh: plain numbers, in words what is none."""
        now = {pair: plain(q.get(pair, 0)) for pair in [*self._known, *q]}
        changes = Changes({pair: value for pair, value in now.items() if value != self[pair]})
        changes.strays = strays(q)
        return changes

    def in_words(self, state: State, actions: Cells) -> str:
        """Return the values of these actions: 0.35 for 4, -0.2 for 7."""
        return ", ".join(f"{self[state, action]:g} for {action}" for action in actions)


class Changes(dict):
    """What is new in a table; and its strays, what was looked up in it and is no move's."""

    strays: Set = frozenset()


def strays(q: dict) -> Set:
    """Return what was looked up in a table and is no pair of a state and an action."""
    pairs = {index for index in q if type(index) is tuple and len(index) == 2}
    moves = {(s, a) for s, a in pairs if type(s) is str and type(a) not in (str, tuple)}
    return q.keys() - moves


def some_values(states: list[State], rng: random.Random) -> Values:
    """Return a table in which most moves in these states, but not all, have been tried."""
    pairs = [(state, action) for state in states for action in GAME.actions(state)]
    tried = [pair for pair in pairs if rng.random() < 0.8]
    return Values({pair: rng.choice((-1, 1)) * rng.randint(1, 19) / 20 for pair in tried})


def optimistic_values(states: list[State], rng: random.Random) -> Values:
    """Return a table that had a 1 everywhere before the moves in these states were tried.

    So it has a 1 where nothing can be tried, too: on taken cells, and after the end.
    """
    ones = {(state, action): 1 for state in states for action in (*CELLS, None)}
    tried = [(state, action) for state in states for action in GAME.actions(state)]
    return Values(ones | {pair: rng.randint(-19, 19) / 20 for pair in tried})


def _takes_a_number_for_something_else(seen: Seen) -> bool:
    number = any(f"'{kind}' object" in seen.words for kind in ("int", "float"))
    return number and "callable" not in seen.words


TABLE_SHAPES = (
    Shape(
        "a number for a table",
        "It takes a number for a table or a list. `q[state]` is one entry, a number, and so is "
        "`q[state, actions]`. The index is a pair of one state and one action: `q[state, action]`.",
        _takes_a_number_for_something_else,
    ),
    Shape(
        "called like a function",
        "It calls a table or a number as if it were a function. Values of a table stand in square "
        "brackets, `q[state, action]`, and a product needs its `*`.",
        lambda seen: "object is not callable" in seen.words,
    ),
    Shape(
        "another index",
        "It looks something up in `q` that is no pair of a state and an action, in this order. "
        "Such an entry belongs to no move, and is 0: the index is `q[state, action]`.",
        lambda seen: seen.given.strays,
        first=True,
    ),
)


# ---- turns


class Turn(NamedTuple):
    """From a player's state s by the move a to the next turn s2, where a2 is made, or the end."""

    s: State
    a: Action
    r: int
    s2: State
    a2: Action | None

    @property
    def states(self) -> list[State]:
        """The two states, and the empty board, which has nothing to do with them unless it is s."""
        return [self.s, self.s2, GAME.initial]


GAMES = 1_000
ALPHAS, GAMMAS = (0.5, 0.1, 1, 0), (0.9, 1, 0)  # the clearest examples first


def turns_of(rng: random.Random) -> Iterator[Turn]:
    """Yield the turns of both players in one game at random."""
    states, moves = [GAME.initial], []
    while not GAME.terminal(states[-1]):
        moves.append(rng.choice(GAME.actions(states[-1])))
        states.append(GAME.result(states[-1], moves[-1]))
    last, utility = len(moves), GAME.utility(states[-1])
    for nth, (state, move) in enumerate(zip(states, moves)):
        if nth + 2 < last:
            yield Turn(state, move, 0, states[nth + 2], moves[nth + 2])
        else:
            yield Turn(state, move, utility * UTILITY[GAME.player(state)], states[last], None)


def turns() -> list[Turn]:
    """Return two turns of each kind (free cells, over or not, reward), fewest free cells first.

    The first of each kind makes no move on cell 0 next, the second does if it makes any.
    """
    rng, kinds = random.Random(6), {}
    for _ in range(GAMES):
        for turn in turns_of(rng):
            kind = turn.s.count("."), turn.a2 is not None, turn.r
            kinds.setdefault((*kind, turn.a2 == 0), turn)
            if turn.a2 is None and turn != kinds[*kind, False]:
                kinds.setdefault((*kind, True), turn)
    return [kinds[kind] for kind in sorted(kinds)]


def learned_turns() -> list[tuple[Values, Turn, float, float]]:
    """Return tables, turns, alphas and gammas to try, the fewest free cells first.

    Last come rewards on the way: tic-tac-toe has none, but other games do.
    """
    rng, real = random.Random(6), turns()
    on_the_way = [turn._replace(r=r) for turn in real[-2:] for r in (1, -1)]
    return [
        (make(turn.states, rng), turn, alpha, gamma)
        for turn in [*real, *on_the_way]
        for make in (some_values, optimistic_values)
        for alpha in ALPHAS
        for gamma in GAMMAS
    ]
