"""Turns of real games with tables of values, and exercises in learning and choosing by them.

A function that learns changes the table it is given. So every call gets a table
of its own, and what came of it is read off the table afterwards. A function that
chooses is called many times, and what is compared is how often it made each choice.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property
from math import isclose, sqrt
from numbers import Integral
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


class UpdateExercise(Exercise):
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

    def _call(self, function, case) -> Outcome:
        """Return what one call changes in the table."""

        def update(values, *rest):
            q = values.fresh()
            done(function(q, *rest))
            return values.changes(q)

        return super()._call(update, case)

    def _complaint(self, case, given, right) -> str:
        if given.error:
            return super()._complaint(case, given, right)
        difference = self._difference(case, given.value, right.value)
        return f"{self._called(case)}: {difference}. {_next(*case)}"

    def _difference(self, case, given, right) -> str:
        """Return in words the first value that is not as it should be, q[s, a] before others."""
        q, s, a, _, s2, *_ = case
        return next(
            f"`{name}` was {in_figures(before)} and {_wanted(before, wanted)}, "
            f"but {_found(before, found)}"
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


def _wanted(before: float, wanted: float) -> str:
    return "should stay so" if wanted == before else f"should become {in_figures(wanted)}"


def _found(before: float, found) -> str:
    return "stayed so" if found == before else f"became {in_figures(found)}"


def _next(q, s, a, r, s2, following, alpha, gamma) -> str:
    """Return in words what is known of the next turn."""
    actions = GAME.actions(s2)
    return f"In `s2`, `q` is {q.in_words(s2, actions)}." if actions else "In `s2` the game is over."


# ---- choosing


class Rng:
    """A source of random numbers before a call: each fresh one gives the same numbers."""

    def __repr__(self):
        return "rng"

    def fresh(self) -> random.Random:
        """Return a new source of random numbers."""
        return random.Random(6)


CALLS, CALLS_AGAIN = 1_000, 50
EPSILONS = (0, 1, 0.3)
DEVIATIONS = 5.5  # so many standard deviations do not happen by chance

# Boards with a value for each free cell, in order; None is for a move that was never tried.
VALUED_BOARDS = (
    ("XOXXO.O..", (-0.5, 0.25, 0.75)),
    ("XOXXO.O..", (0.5, -0.25, 0.5)),
    ("XOXXO.O..", (-0.25, -0.75, -0.5)),
    ("XO..X..O.", (-0.5, -0.25, -0.25, -0.5, -0.75)),
    ("XO..X..O.", (0.25, None, None, 0.5, -0.75)),
    (".........", (0.25, None, 0.5, None, 0.75, None, 0.5, None, 0.75)),
)
LEVEL_BOARDS = (("XOXXO.O..", None), ("XOXXO.O..", -1), (".........", None))  # all values alike
ELSEWHERE = {("XO.......", action): value for action, value in ((4, 0.9), (8, -0.9))}


class Choices:
    """What came of many calls: how often each choice was made, and what else was noticed.

    shares      the share of each choice
    repeatable  whether the same random numbers lead to the same choices again
    changes     what is new in the table, which should stay as it was
    """

    def __init__(self, shares: dict, repeatable: bool = True, changes: dict | None = None):
        self.shares, self.repeatable, self.changes = shares, repeatable, changes or {}


def boards_with_values() -> list[tuple[Values, State, Cells, float, Rng]]:
    """Return tables, boards, their moves and epsilons to try, the fewest free cells first.

    Where all values are equal epsilon is 0, for then exploring is nothing else.
    """
    boards = [(*board, epsilon) for board in VALUED_BOARDS for epsilon in EPSILONS]
    boards += [(board, board.count(".") * (value,), 0) for board, value in LEVEL_BOARDS]
    return [
        (table_of(board, values), board, GAME.actions(board), epsilon, Rng())
        for board, values, epsilon in boards
    ]


def table_of(state: State, values: tuple[float | None, ...]) -> Values:
    """Return a table with these values of the actions in one state, None for never tried.

    It has values of another board too, higher and lower ones.
    """
    pairs = zip(GAME.actions(state), values)
    here = {(state, action): value for action, value in pairs if value is not None}
    return Values(ELSEWHERE | here)


def chances(q: Values, state: State, actions: Cells, epsilon: float, rng=None) -> dict:
    """Return the probability of each action that epsilon-greedy may choose."""
    best = max(q[state, action] for action in actions)
    equals = [action for action in actions if q[state, action] == best]
    shares = {
        action: epsilon / len(actions) + (1 - epsilon) * (action in equals) / len(equals)
        for action in actions
    }
    return {action: share for action, share in shares.items() if share}


class ChoiceExercise(Exercise):
    """An exercise in choosing by values and chance; a case is (q, state, actions, epsilon, rng)."""

    def __init__(self, solution: Callable, **details):
        super().__init__(
            solution,
            cases=boards_with_values,
            answer=solution,
            accepts=same_choices,
            say=lambda right: "one of the actions",
            things="boards",
            **details,
        )

    @cached_property
    def right_outcomes(self) -> list[Outcome]:
        """How often each choice should be made: the probabilities, not a sample."""
        return [Outcome(value=Choices(chances(*case))) for case in self.cases]

    def _call(self, function, case) -> Outcome:
        """Return what comes of many calls; None if they all return nothing."""

        def choose(values, state, actions, epsilon, rng):
            q = values.fresh()

            def answers(count):
                numbers = rng.fresh()
                return [
                    as_choice(done(function(q, state, actions, epsilon, numbers)))
                    for _ in range(count)
                ]

            made, again = answers(CALLS), answers(CALLS_AGAIN)
            if set(made) == {None}:
                return None
            shares = {choice: count / CALLS for choice, count in Counter(made).items()}
            return Choices(shares, made[:CALLS_AGAIN] == again, values.changes(q))

        return super()._call(choose, case)

    def _complaint(self, case, given, right) -> str:
        if given.error or given.value is None:
            return super()._complaint(case, given, right)
        told, (q, state, *_) = self._called(case), case
        if given.value.changes:
            pair, value = next(iter(given.value.changes.items()))
            name, before = entry(pair, {state: "state"}), q[pair]
            was = f"`{name}` was {in_figures(before)} and {_wanted(before, before)}"
            return f"{told}: {was}, but {_found(before, value)}."
        if alike(given.value.shares, right.value.shares):
            return f"{told} chose differently when `rng` gave the same random numbers again."
        found, wanted = _percentages(given.value.shares), _percentages(right.value.shares)
        return f"{told}: {CALLS:,} calls gave {found}, but should give about {wanted}."

    def _called(self, case) -> str:
        q, state, actions, *_ = case
        return f"{super()._called(case)} (where `q` is {q.in_words(state, actions)})"

    def _place(self, case) -> dict:
        return {"board": case[1]}


def as_choice(answer) -> int | str | None:
    """Return a whole number of any kind as a plain one, None as it is, anything else in words."""
    if isinstance(answer, Integral) and not isinstance(answer, bool):
        return int(answer)
    return None if answer is None else short(answer)


def same_choices(given: Choices | None, known: Choices | None, *case) -> bool:
    """Return whether the same choices are made, each about as often, and all else is the same."""
    if given is None or known is None:
        return given is known
    same_rest = (given.repeatable, given.changes) == (known.repeatable, known.changes)
    return same_rest and alike(given.shares, known.shares)


def alike(given: dict, known: dict) -> bool:
    """Return whether the same choices are made, each as often as chance allows."""
    return given.keys() == known.keys() and all(
        abs(given[choice] - share) <= DEVIATIONS * sqrt(2 * share * (1 - share) / CALLS)
        for choice, share in known.items()
    )


def _percentages(shares: dict) -> str:
    """Return how often each choice is made, the cells in order: 4 (80 %), 7 (20 %)."""
    ordered = sorted(shares.items(), key=lambda item: str(item[0]))
    named = [f"{choice} ({100 * share:.3g} %)" for choice, share in ordered]
    return ", ".join([*named[: GAME.cells], "…"] if len(named) > GAME.cells else named)
