"""Lesson 06: learning by reward. The solutions are the package's own functions.

A function that learns changes the table it is given. So every call gets a table of its own,
and what came of it is read off the table afterwards.
"""

import random
from collections import Counter, defaultdict
from itertools import product
from math import isclose, sqrt
from typing import NamedTuple

from ttt.algorithms import td
from ttt.exercises.answers import as_move, as_number, is_number, plain, short
from ttt.exercises.exercise import Exercise
from ttt.exercises.mistakes import Mistake, words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, Place, Seen
from ttt.game import SIDE, Action, Cells, State

ask = asker("06", "06b")
WORDS = words("06")

# ---- tables of values before and after a call


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


def takes_a_number_for_a_table(seen: Seen) -> bool:
    """Return whether a call failed because a number was taken for something else."""
    return any(f"'{kind}' object is not" in seen.words for kind in ("int", "float"))


# ---- epsilon_greedy

# It is called many times, and what is compared is how often it made each choice.

CALLS, CALLS_AGAIN = 1_000, 50
DEVIATIONS = 5.5  # so many standard deviations do not happen by chance


class Rng:
    """A source of random numbers before a call, which gives the same numbers each time."""

    def __repr__(self):
        return "rng"

    def fresh(self) -> random.Random:
        """Return a new source of the same numbers."""
        return random.Random(6)


class Choices(NamedTuple):
    """The share of each choice in many calls, and whether the same numbers lead to them again."""

    shares: dict
    repeatable: bool


def choices_by(function, values: Values, state, actions, epsilon, rng: Rng) -> Choices | None:
    """Return what comes of many calls; None if they all return nothing."""

    def answers(count):
        numbers = rng.fresh()
        made = [function(q, state, actions, epsilon, numbers) for _ in range(count)]
        return [one if type(one) is int else _as_choice(one) for one in made]

    q = values.fresh()
    made, again = answers(CALLS), answers(CALLS_AGAIN)
    if set(made) == {None}:
        return None
    shares = {choice: count / CALLS for choice, count in Counter(made).items()}
    return Choices(shares, made[:CALLS_AGAIN] == again)


def _as_choice(answer) -> int | str | None:
    """Return a whole number of any kind as a plain one, None as it is, anything else in words."""
    move = as_move(answer)
    return move if move is None or type(move) is int else short(answer)


def best_of(q: Values, state: State, actions: Cells, *rest) -> Cells:
    """Return the actions that have the highest value."""
    best = max(q[state, action] for action in actions)
    return tuple(action for action in actions if q[state, action] == best)


def chances(q: Values, state: State, actions: Cells, epsilon: float, rng: Rng) -> Choices:
    """Return the probability of each action that epsilon-greedy may choose."""
    best = best_of(q, state, actions)
    shares = {
        action: epsilon / len(actions) + (1 - epsilon) * (action in best) / len(best)
        for action in actions
    }
    return Choices({action: share for action, share in shares.items() if share}, repeatable=True)


def same_choices(given: Choices | None, known: Choices | None, *case) -> bool:
    """Return whether the same choices are made, each about as often, and as repeatably."""
    if given is None or known is None:
        return given is known
    return given.repeatable == known.repeatable and alike(given.shares, known.shares)


def alike(given: dict, known: dict) -> bool:
    """Return whether the same choices are made, each as often as chance allows."""
    return given.keys() == known.keys() and all(
        abs(given[choice] - share) <= DEVIATIONS * sqrt(2 * share * (1 - share) / CALLS)
        for choice, share in known.items()
    )


def other_choices(given: Choices, right: Choices, q: Values, state, actions, *rest) -> str:
    """Return in words how often each choice was made, and how often it should be."""
    if alike(given.shares, right.shares):
        return " chose differently when `rng` gave the same random numbers again"
    found, wanted = _percentages(given.shares), _percentages(right.shares)
    told = f"{CALLS:,} calls gave {found}, but should give about {wanted}"
    return f" (where `q` is {q.in_words(state, actions)}): {told}"


def _percentages(shares: dict) -> str:
    """Return how often each choice is made, the cells in order: 4 (80 %), 7 (20 %)."""
    ordered = sorted(shares.items(), key=lambda item: str(item[0]))
    named = [f"{choice} ({100 * share:.3g} %)" for choice, share in ordered]
    return ", ".join([*named[: GAME.cells], "…"] if len(named) > GAME.cells else named)


CHOICE_TESTS = {
    "a number for a table": takes_a_number_for_a_table,
    "another source of chance": lambda seen: (
        not seen.given.repeatable and alike(seen.given.shares, seen.answer.shares)
    ),
    "sometimes nothing": lambda seen: (
        not seen.error and (seen.given is None or None in seen.given.shares)
    ),
    "something else than an action": lambda seen: seen.given.shares.keys() - set(seen.case[2]),
}

# A case is (q, state, actions, epsilon, rng).
CHOICE_PLACES = (
    Place("`epsilon` is 0", lambda *case: case[3] == 0),
    Place("`epsilon` is not 0, so the greedy choice is right", lambda *case: case[3] != 0),
    Place("`epsilon` is not 1, so exploring is right", lambda *case: case[3] != 1),
    Place("several actions have the highest value", lambda *case: len(best_of(*case)) > 1),
    Place("all values are below 0", lambda q, *case: q[case[0], best_of(q, *case)[0]] < 0),
)

EPSILONS = (0, 1, 0.3)
# Boards with a value for each free cell, in order; None is for a move that was never tried.
VALUED_BOARDS = (
    ("XOXXO.O..", (-0.5, 0.25, 0.75)),
    ("XOXXO.O..", (0.5, -0.25, 0.5)),
    ("XOXXO.O..", (-0.25, -0.75, -0.5)),
    ("XO.XX..O.", (-0.25, None, None, -0.5)),
    ("XO..X..O.", (-0.5, -0.25, -0.25, -0.5, -0.75)),
    (".........", (0.25, None, 0.5, None, 0.95, None, 0.5, None, 0.95)),
)
ELSEWHERE = {("XO.......", action): value for action, value in ((4, 0.9), (8, -0.9))}


def boards_with_values():
    """Return tables, boards, their moves and epsilons to try, the fewest free cells first."""
    return [
        (table_of(board, values), board, GAME.actions(board), epsilon, Rng())
        for board, values in VALUED_BOARDS
        for epsilon in EPSILONS
    ]


def table_of(state, values):
    """Return a table with these values of the actions in a state, and some of another board."""
    pairs = zip(GAME.actions(state), values)
    here = {(state, action): value for action, value in pairs if value is not None}
    return Values(ELSEWHERE | here)


epsilon_greedy = Exercise(
    td.epsilon_greedy,
    cases=boards_with_values,
    run=choices_by,
    answer=chances,
    accepts=same_choices,
    tell=other_choices,
    place=lambda q, state, *rest: (state, None),
    tests=CHOICE_TESTS,
    places=CHOICE_PLACES,
    **WORDS["epsilon_greedy"],
)


# ---- either update: turns to learn from

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


UPDATE_TESTS = {
    "a number for a table": takes_a_number_for_a_table,
    "`q[s, a]` is not changed": lambda seen: seen.case[1:3] not in seen.given,
}

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
    "tests": UPDATE_TESTS,
    "advices": WORDS["in both"]["advices"],
    "places": UPDATE_PLACES,
    "things": "turns",
}


def in_both(goes_on):
    """Return the mistakes of either update, told how it asks whether the game goes on."""
    return tuple(
        Mistake(
            each.advice,
            *(tuple(text.replace("GOES_ON", goes_on) for text in form) for form in each.forms),
        )
        for each in WORDS["in both"]["mistakes"]
    )


# ---- q_update


def turns_with_next_actions():
    """Return the turns to try, as `q_update` is told of them."""
    return [(q, *turn, GAME.actions(turn[3]), *rates) for q, turn, _, *rates in learned_turns()]


q_update = Exercise(
    td.q_update,
    cases=turns_with_next_actions,
    **AN_UPDATE,
    hints=WORDS["q_update"]["hints"],
    mistakes=in_both("actions2") + WORDS["q_update"]["mistakes"],
)


# ---- sarsa_update


def turns_with_next_action():
    """Return the turns to try, as `sarsa_update` is told of them."""
    return [(q, *turn, a2, *rates) for q, turn, a2, *rates in learned_turns()]


TAKEN_FOR_A_LIST = {"`a2` taken for a list": lambda seen: "not iterable" in seen.words}

sarsa_update = Exercise(
    td.sarsa_update,
    cases=turns_with_next_action,
    **AN_UPDATE
    | {"tests": TAKEN_FOR_A_LIST | UPDATE_TESTS}
    | {"advices": WORDS["in both"]["advices"] | WORDS["sarsa_update"]["advices"]},
    hints=WORDS["sarsa_update"]["hints"],
    mistakes=in_both("a2 is not None") + WORDS["sarsa_update"]["mistakes"],
)


# ---- step_size

step_size = Exercise(
    td.step_size,
    cases=lambda: [(visits,) for visits in (1, *random.Random(6).sample(range(1, 300), 299))],
    read=as_number,
    accepts=lambda given, right, visits: close(given, right),
    place=lambda visits: (None, None),
    places=(),
    things="visits",
    **WORDS["step_size"],
)
