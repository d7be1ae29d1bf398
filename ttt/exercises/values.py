"""Turns of real games with tables of values, and exercises in learning from them.

A function that learns changes the table it is given. So every call gets a table
of its own, and what came of it is read off the table afterwards.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from math import isclose
from typing import NamedTuple

from ttt.exercises.exercise import Exercise, Outcome, done, short
from ttt.exercises.searches import is_number, plain
from ttt.game import UTILITY, Action, Cells, State, TicTacToe

GAME = TicTacToe()
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

    def changes(self, q: dict) -> dict:
        """Return what is new in a table that was fresh: plain numbers, in words what is none."""
        now = {pair: plain(q.get(pair, 0)) for pair in [*self._known, *q]}
        return {pair: value for pair, value in now.items() if value != self[pair]}

    def in_words(self, state: State, actions: Cells) -> str:
        """Return the values of these actions: 0.35 for 4, -0.2 for 7."""
        return ", ".join(f"{self[state, action]:g} for {action}" for action in actions)


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


def _is_of_a_move(index) -> bool:
    """Return whether an index of a table is a state with an action, and not, say, turned round."""
    if type(index) is not tuple or len(index) != 2:
        return False
    state, action = index
    return type(state) is str and (type(action) not in (str, tuple) or action == ())


class TableExercise(Exercise):
    """An exercise with a table, the first argument of each case, which every call gets afresh.

    An index that is not that of a move is in no table, and gives 0. Who looks
    there has not made the mistake of who leaves a value out, but another.
    """

    def _call(self, function, case) -> Outcome:
        strays = set()

        def call(values, *rest):
            q = values.fresh()
            value = self._come_of(function, q, values, *rest)
            strays.update(short(index) for index in q if not _is_of_a_move(index))
            return value

        outcome = super()._call(call, case)
        outcome.strays = strays
        return outcome

    def _come_of(self, function, q, values, *rest):
        """Return what comes of `function` with the table q and the rest of a case."""
        raise NotImplementedError

    def _same(self, given: Outcome, known: Outcome, case: tuple) -> bool:
        return given.strays == known.strays and super()._same(given, known, case)


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


# ---- learning


class UpdateExercise(TableExercise):
    """An exercise in moving one value of a table; a case is (q, s, a, r, s2, next, alpha, gamma).

    What the function is told of the next turn is either its actions or its action.
    """

    def __init__(self, solution: Callable, **details):
        super().__init__(
            solution,
            answer=solution,
            accepts=same_changes,
            say=lambda right: "to change `q[s, a]` and to return nothing",
            things="turns",
            **details,
        )

    def _come_of(self, function, q, values, *rest) -> dict:
        """Return what one call changes in the table."""
        done(function(q, *rest))
        return values.changes(q)

    def _complaint(self, case, given, right) -> str:
        if given.error:
            return super()._complaint(case, given, right)
        difference = self._difference(case, given.value, right.value)
        return f"{self._called(case)}: {difference}. {_next(*case)}"

    def _difference(self, case, given, right) -> str:
        """Return in words the first value that is not as it should be, q[s, a] before others."""
        q, s, a, _, s2, *_ = case
        return next(
            changed(name, before, wanted, found)
            for pair in dict.fromkeys([(s, a), *right, *given])
            for name in ["q[s, a]" if pair == (s, a) else entry(pair, {s: "s", s2: "s2"})]
            for before in [q[pair]]
            for found, wanted in [(given.get(pair, before), right.get(pair, before))]
            if not close(found, wanted)
        )


def same_changes(given: dict, right: dict, values: Values, *rest) -> bool:
    """Return whether two tables come out alike, where small errors of rounding do not count."""
    return all(
        close(given.get(pair, values[pair]), right.get(pair, values[pair]))
        for pair in given.keys() | right.keys()
    )


def close(one, other) -> bool:
    """Return whether two values of a table are the same number, but for an error of rounding."""
    both = is_number(one) and is_number(other)
    return one == other or (both and isclose(one, other, rel_tol=0, abs_tol=1e-9))


def in_figures(value) -> str:
    """Return a number with at most six digits; what is none is in words already."""
    return f"{value:.6g}" if is_number(value) else value


def entry(pair, names: dict[State, str]) -> str:
    """Return an entry of q as one writes it, states by their names: q[s2, 4]."""
    if not isinstance(pair, tuple) or len(pair) != 2:
        return f"q[{short(pair)}]"
    state, action = pair
    return f"q[{names.get(state, short(state))}, {short(action)}]"


def changed(name: str, before: float, wanted: float, found) -> str:
    """Return in words that an entry is not as it should be."""
    was = f"`{name}` was {in_figures(before)} and {_wanted(before, wanted)}"
    return f"{was}, but {_found(before, found)}"


def _wanted(before: float, wanted: float) -> str:
    return "should stay so" if wanted == before else f"should become {in_figures(wanted)}"


def _found(before: float, found) -> str:
    return "stayed so" if found == before else f"became {in_figures(found)}"


def _next(q, s, a, r, s2, following, alpha, gamma) -> str:
    """Return in words what is known of the next turn."""
    actions = GAME.actions(s2)
    return f"In `s2`, `q` is {q.in_words(s2, actions)}." if actions else "In `s2` the game is over."
