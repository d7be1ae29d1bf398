"""Tables of values before and after a call, and exercises in moving one value of a table.

A function that learns changes the table it is given. So every call gets a table of its own,
and what came of it is read off the table afterwards.
"""

import random
from collections import defaultdict
from itertools import product
from math import isclose

from ttt.exercises.answers import is_number, plain, short
from ttt.exercises.shapes import GAME, Place, Seen, Shape
from ttt.game import SIDE, Action, Cells, State


class Values:
    """A table of values as it is before a call: 0 for what was never tried."""

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


def _takes_a_number_for_something_else(seen: Seen) -> bool:
    return any(f"'{kind}' object is not" in seen.words for kind in ("int", "float"))


A_NUMBER_FOR_A_TABLE = Shape(
    "a number for a table",
    "It takes a number for a table, a list or a function. Values of `q` stand in square brackets, "
    "and the index is a pair of one state and one action: `q[state, action]`.",
    _takes_a_number_for_something_else,
)


# ---- turns to learn from

GAMES = 300
ALPHAS, GAMMAS = (0.5, 0.1, 1, 0), (0.9, 1, 0)  # the clearest examples first


def turns() -> list[tuple]:
    """Return turns (s, a, r, s2) of games at random with the next move, fewest free cells first.

    There is one of each kind. Kinds differ in free cells, in the reward, and in the next move:
    none, one on cell 0, or one on another cell.
    """
    rng, kinds = random.Random(6), {}
    for _ in range(GAMES):
        states, moves = [GAME.initial], []
        while not GAME.terminal(states[-1]):
            moves.append(rng.choice(GAME.actions(states[-1])))
            states.append(GAME.result(states[-1], moves[-1]))
        following = zip([*states[2:], states[-1]], [*moves[2:], None, None])
        for s, a, (s2, a2) in zip(states, moves, following):
            r = GAME.utility(s2) * SIDE[GAME.player(s)] if a2 is None else 0
            kinds.setdefault((s.count("."), a2 is not None, r, a2 == 0), ((s, a, r, s2), a2))
    return [kinds[kind] for kind in sorted(kinds)]


def learned_turns() -> list[tuple]:
    """Return tables, turns, next moves, alphas and gammas to try, the fewest free cells first.

    Last come rewards on the way: tic-tac-toe has none, but other games do.
    """
    rng, real = random.Random(6), turns()
    on_the_way = [((s, a, r, s2), a2) for (s, a, _, s2), a2 in real[-2:] for r in (1, -1)]
    return [
        (values_around(turn, start, rng), turn, a2, alpha, gamma)
        for turn, a2 in [*real, *on_the_way]
        for start in (0, 1)
        for alpha in ALPHAS
        for gamma in GAMMAS
    ]


def values_around(turn: tuple, start: float, rng: random.Random) -> Values:
    """Return a table in which most moves have been tried, and all else is worth `start`.

    So with a 1 it has that on taken cells and after the end, too, where nothing can be tried.
    """
    states = [turn[0], turn[3], GAME.initial]  # the last has nothing to do with the turn
    known = {pair: start for pair in product(states, (*range(GAME.cells), None)) if start}
    for state in states:
        tried = [action for action in GAME.actions(state) if rng.random() < 0.8]
        known |= {(state, one): rng.choice((-1, 1)) * rng.randint(1, 19) / 20 for one in tried}
    return Values(known)


# ---- what an update comes to


def changes_by(function, values: Values, *rest) -> dict:
    """Return what one call changes in the table."""
    q = values.fresh()
    function(q, *rest)
    return values.changes(q)


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


def difference(given: dict, right: dict, values: Values, s, a, r, s2, *rest) -> str:
    """Return in words the first value that is not as it should be, q[s, a] before others."""
    pairs = ((pair, values[pair]) for pair in [(s, a), *given])
    name, before, found, wanted = next(
        (pair, before, given.get(pair, before), right.get(pair, before))
        for pair, before in pairs
        if not close(given.get(pair, before), right.get(pair, before))
    )
    entry = "s, a" if name == (s, a) else short(name).strip("()")
    should = "stay so" if wanted == before else f"become {_in_figures(wanted)}"
    did = "stayed so" if found == before else f"became {_in_figures(found)}"
    actions = GAME.actions(s2)
    there = f"`q` is {values.in_words(s2, actions)}" if actions else "the game is over"
    was = f"`q[{entry}]` was {_in_figures(before)}"
    return f": {was} and should {should}, but {did}. In `s2` {there}"


def _in_figures(value) -> str:
    """Return a number with at most six digits; what is none is in words already."""
    return f"{value:.6g}" if is_number(value) else value


UPDATE_SHAPES = (
    A_NUMBER_FOR_A_TABLE,
    Shape(
        "`q[s, a]` is not changed",
        "Where it is wrong it does not change `q[s, a]`. What has been learned is about the move "
        "`a` in `s`: change this entry and no other.",
        lambda seen: seen.case[1:3] not in seen.given,
    ),
)

# A case is (q, s, a, r, s2, actions2 or a2, alpha, gamma).
UPDATE_PLACES = (
    Place("the game is over in `s2`", lambda *case: GAME.terminal(case[4])),
    Place("the game goes on in `s2`", lambda *case: not GAME.terminal(case[4])),
    Place(
        "the next turn counts: `gamma` is not 0, and the game goes on",
        lambda *case: case[7] and not GAME.terminal(case[4]),
    ),
    Place("`alpha` is not 1", lambda *case: case[6] != 1),
    Place("the reward is not 0", lambda *case: case[3]),
)

AN_UPDATE = {
    "run": changes_by,
    "accepts": same_changes,
    "tell": difference,
    "shapes": UPDATE_SHAPES,
    "places": UPDATE_PLACES,
    "things": "turns",
}
