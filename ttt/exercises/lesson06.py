"""Lesson 06: learning by reward. The solutions are the package's own functions."""

import random
from collections import defaultdict
from itertools import product

from ttt.agents.teaching import turns_of
from ttt.algorithms import td
from ttt.exercises.answers import as_number, close_enough, figures, plain, short
from ttt.exercises.exercise import Exercise
from ttt.exercises.fresh import RNG, Choices, Fresh, by_chance, fresh, other_choices
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, Place, Seen
from ttt.game import Cells, State

ask = asker("06", "06b")
WORDS = words("06")


def in_words(q: Fresh, state: State, actions: Cells) -> str:
    """Return the values of these actions: 0.35 for 4, -0.2 for 7."""
    values = q.make()
    return ", ".join(f"{values[state, action]:g} for {action}" for action in actions)


def takes_a_number_for_a_table(seen: Seen) -> bool:
    """Return whether a call failed because a number was taken for something else."""
    return any(f"'{kind}' object is not" in seen.words for kind in ("int", "float"))


# ---- epsilon_greedy


def best_of(q: Fresh, state: State, actions: Cells, *rest) -> Cells:
    """Return the actions that have the highest value."""
    values = q.make()
    best = max(values[state, action] for action in actions)
    return tuple(action for action in actions if values[state, action] == best)


def chances(q: Fresh, state: State, actions: Cells, epsilon: float, rng: Fresh) -> Choices:
    """Return the probability of each action that epsilon-greedy may choose."""
    best = best_of(q, state, actions)
    shares = {
        action: epsilon / len(actions) + (1 - epsilon) * (action in best) / len(best)
        for action in actions
    }
    return Choices({action: share for action, share in shares.items() if share})


def other_choices_at(given: Choices, right: Choices, q: Fresh, state, actions, *rest) -> str:
    """Return in words which choices are made, and what they should go by."""
    return f" (where `q` is {in_words(q, state, actions)}){other_choices(given, right)}"


CHOICE_TESTS = {
    "a number for a table": takes_a_number_for_a_table,
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
    Place("all values are below 0", lambda q, *case: q.make()[case[0], best_of(q, *case)[0]] < 0),
)

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
    for (board, values), epsilon in product(VALUED_BOARDS, (0, 1, 0.3)):
        actions = GAME.actions(board)
        pairs = zip(actions, values)
        here = {(board, action): value for action, value in pairs if value is not None}
        yield Fresh("q", defaultdict, float, ELSEWHERE | here), board, actions, epsilon, RNG


epsilon_greedy = by_chance(
    td.epsilon_greedy,
    cases=boards_with_values,
    answer=chances,
    tell=other_choices_at,
    place=lambda q, state, *rest: (state, None),
    tests=CHOICE_TESTS,
    places=CHOICE_PLACES,
    **WORDS["epsilon_greedy"],
)


# ---- either update

ALPHAS, GAMMAS = (0.5, 0.1, 1, 0), (0.9, 1, 0)  # the clearest examples first


def turns() -> list[tuple]:
    """Return turns (s, a, r, s2, a2) of games at random, those with the fewest free cells first.

    There is one of each kind. Kinds differ in free cells, in the reward, and in the next move:
    none, one on cell 0, or one on another cell.
    """
    rng, kinds = random.Random(6), {}
    for _ in range(300):
        state, moves = GAME.initial, []
        while not GAME.terminal(state):
            moves.append(rng.choice(GAME.actions(state)))
            state = GAME.result(state, moves[-1])
        for s, a, r, s2, a2 in turns_of(GAME, moves, "X") + turns_of(GAME, moves, "O"):
            kinds.setdefault((s.count("."), a2 is not None, r, a2 == 0), (s, a, r, s2, a2))
    return [kinds[kind] for kind in sorted(kinds)]


def learned_turns():
    """Yield (q, s, a, r, s2, a2, alpha, gamma) to try.

    Last come rewards on the way: tic-tac-toe has none, but other games do.
    """
    rng, real = random.Random(6), turns()
    on_the_way = [(s, a, r, s2, a2) for s, a, _, s2, a2 in real[-2:] for r in (1, -1)]
    for turn, start in product(real + on_the_way, (0, 1)):
        for alpha, gamma in product(ALPHAS, GAMMAS):
            yield values_around(turn, start, rng), *turn, alpha, gamma


def values_around(turn: tuple, start: float, rng: random.Random) -> Fresh:
    """Return a table in which most moves have been tried, and all else is worth `start`.

    So with a 1 it has that on taken cells and after the end, too, where nothing can be tried.
    """
    states = [turn[0], turn[3], GAME.initial]  # the last has nothing to do with the turn
    known = {pair: start for pair in product(states, (*range(GAME.cells), None)) if start}
    for state in states:
        tried = [action for action in GAME.actions(state) if rng.random() < 0.8]
        known |= {(state, one): rng.choice((-1, 1)) * rng.randint(1, 19) / 20 for one in tried}
    return Fresh("q", defaultdict, float, known)


def values_after(function, *case) -> dict:
    """Return all values but 0 that are in the table after one call."""
    values, *rest = fresh(case)
    function(values, *rest)
    return {pair: number for pair, value in values.items() if (number := plain(value)) != 0}


def other_value(given: dict, right: dict, q: Fresh, s, a, r, s2, *rest) -> str:
    """Return in words the first value that is not as it should be, q[s, a] before others."""
    before = values_after(lambda *case: None, q)
    pair = next(p for p in [(s, a), *right, *given] if given.get(p, 0) != right.get(p, 0))
    was, wanted, found = (figures(values.get(pair, 0)) for values in (before, right, given))
    entry = "s, a" if pair == (s, a) else short(pair).strip("()")
    should = "stay so" if wanted == was else f"become {wanted}"
    did = "stayed so" if found == was else f"became {found}"
    actions = GAME.actions(s2)
    there = f"`q` is {in_words(q, s2, actions)}" if actions else "the game is over"
    return f": `q[{entry}]` was {was} and should {should}, but {did}. In `s2` {there}"


def is_unchanged(seen: Seen) -> bool:
    """Return whether q[s, a] is as it was before the call."""
    q, *pair = seen.case[:3]
    return seen.given.get(tuple(pair), 0) == q.make()[tuple(pair)]


UPDATE_TESTS = {
    "a number for a table": takes_a_number_for_a_table,
    "`q[s, a]` is not changed": is_unchanged,
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


def update(solution, cases, tests=UPDATE_TESTS) -> Exercise:
    """Return the exercise of one of the updates, which has the mistakes of both and its own."""
    own, both = WORDS[solution.__name__], WORDS["in both"]
    return Exercise(
        solution,
        cases=cases,
        hints=own["hints"],
        mistakes=both["mistakes"] + own["mistakes"],
        run=values_after,
        tell=other_value,
        tests=tests,
        advices=own["advices"] | both["advices"],
        places=UPDATE_PLACES,
        things="turns",
    )


q_update = update(
    td.q_update,
    lambda: [(*told[:5], GAME.actions(told[4]), *told[6:]) for told in learned_turns()],
)
sarsa_update = update(
    td.sarsa_update,
    learned_turns,
    {"`a2` taken for a list": lambda seen: seen.raised(Exception, "not iterable", "'actions2'")}
    | UPDATE_TESTS,
)


# ---- step_size

step_size = Exercise(
    td.step_size,
    cases=lambda: [(visits,) for visits in (1, *random.Random(6).sample(range(1, 300), 299))],
    read=as_number,
    accepts=close_enough,
    place=lambda visits: (None, None),
    places=(),
    things="visits",
    **WORDS["step_size"],
)
