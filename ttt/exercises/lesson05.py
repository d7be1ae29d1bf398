"""Lesson 05: Monte Carlo tree search. The solutions are the package's own functions."""

import random
from itertools import accumulate, product
from math import isclose, sqrt

from ttt.algorithms import mcts
from ttt.algorithms.mcts import Node
from ttt.exercises.answers import as_number, is_number, plain
from ttt.exercises.exercise import Exercise
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, Place, Seen
from ttt.game import Action, Actions, State

ask = asker("05")
WORDS = words("05")

# ---- ucb1

VISITS = (0, 1, 2, 3, 5, 10, 40)
PARENT_VISITS = (1, 2, 3, 5, 10, 20, 100, 1_000)
CS = (0, 1, 2, 0.7, 0.5, sqrt(2))


def visit_counts():
    """Return totals, visits, visits of the parent and c to try, the smallest numbers first."""
    return [
        (total, visits, parent_visits, c)
        for parent_visits in PARENT_VISITS
        for visits in VISITS
        if visits <= parent_visits
        for total in sorted({0, 1, -1, visits // 2, visits, -visits}, key=lambda t: (abs(t), -t))
        if abs(total) <= visits
        for c in CS
    ]


def close_enough(given, right, *case):
    """Return whether a number is nearly the right one."""
    return is_number(given) and isclose(given, right, rel_tol=1e-9, abs_tol=1e-12)


BOUND_TESTS = {
    "no visits": lambda seen: seen.case[1] == 0,
    "nearly right": lambda seen: seen.case[1] == 0 or abs(seen.given - seen.answer) < 0.06,
}
BOUND_PLACES = (
    Place("the total is not 0, so the second term is right", lambda total, *rest: total),
    Place("`c` is not 0, so the mean is right", lambda *case: case[3]),
)


ucb1 = Exercise(
    mcts.ucb1,
    cases=visit_counts,
    read=as_number,
    accepts=close_enough,
    tests=BOUND_TESTS,
    places=BOUND_PLACES,
    things="cases",
    **WORDS["ucb1"],
)


# ---- backpropagate

# A function that counts changes the nodes it is given. So every call gets nodes of its own, and
# what came of it is read off the nodes afterwards: those on the path, and those beside it, which
# should be as they were.

COUNTED = ("visits", "total")
NAMES = {1: "X", -1: "O"}
ENDS = {1: "a win of X", 0: "a draw", -1: "a win of O"}


class Path:
    """A path from the root of a tree along some moves, before an outcome is counted on it."""

    def __init__(self, start: State, moves: Actions):
        self.start, self.moves = start, moves

    def __repr__(self):
        return "path"

    def fresh(self) -> tuple[list[Node], list[Node]]:
        """Return new nodes for the path; and all to look at, leaf first, those beside it last."""
        path, beside, rng = [Node(GAME, self.start)], [], random.Random(5)
        for action in self.moves:
            beside += [path[-1].grow(GAME, other) for other in path[-1].untried if other != action]
            path.append(path[-1].grow(GAME, action))
        for nth, node in enumerate([*reversed(path), *beside]):
            node.visits = 3 * nth if node in path else 2
            node.total = rng.randint(-node.visits, node.visits)
        return path, [*reversed(path), *beside]

    def leaf(self) -> tuple[State, Action | None]:
        """Return the last state of the path, and the move that leads there."""
        node = self.fresh()[0][-1]
        return node.state, node.action


def counts_by(function, path: Path, outcome: int) -> list[tuple]:
    """Return what is counted at all nodes after one call: numbers, in words what is none."""
    nodes, to_look_at = path.fresh()
    function(nodes, outcome)
    return [tuple(plain(getattr(node, name)) for name in COUNTED) for node in to_look_at]


def first_difference(given: list, right: list, path: Path, outcome: int) -> str:
    """Return in words the first number that is not as it should be."""
    nodes, to_look_at = path.fresh()
    moves = [f"{NAMES[node.mover]} {node.action}" for node in nodes[1:]]
    along = f", where the path is {' → '.join(['root', *moves])}: after {ENDS[outcome]}, "
    return along + next(
        f"`{name}` of {_name_of(node)} was {getattr(node, name)} and should be {wanted}, "
        f"but is {found}"
        for node, *numbers in zip(to_look_at, given, right)
        for name, found, wanted in zip(COUNTED, *numbers)
        if found != wanted
    )


def _name_of(node: Node) -> str:
    """Return in words which node this is."""
    if node.action is None:
        return f"the root, which counts for {NAMES[node.mover]},"
    return f"the node behind {NAMES[node.mover]}'s move {node.action}"


def _are_right(name: str, seen: Seen) -> bool:
    """Return whether all the visits, or all the totals, are right."""
    nth = COUNTED.index(name)
    return [counts[nth] for counts in seen.given] == [counts[nth] for counts in seen.answer]


PATH_TESTS = {
    "no such thing": lambda seen: seen.raised(AttributeError, "'Node' object"),
    "the visits are wrong": lambda seen: _are_right("total", seen),
    "the totals are wrong": lambda seen: _are_right("visits", seen),
}
PATH_PLACES = (
    Place("the path is the root alone", lambda path, outcome: not path.moves),
    Place("the game is a draw", lambda path, outcome: outcome == 0),
    Place("X wins", lambda path, outcome: outcome == 1),
    Place("O wins", lambda path, outcome: outcome == -1),
)

DRAWN = (4, 0, 8, 2, 1, 7, 3, 5, 6)
WON_BY_X = (0, 3, 1, 4, 2)
WON_BY_O = (0, 3, 1, 4, 8, 5)


def paths_and_outcomes():
    """Return paths along these games with outcomes, X's side, the shortest paths first.

    They begin with X's move or with O's. A root alone is no good example: it comes last.
    """
    cases = []
    for moves, begin in product((DRAWN, WON_BY_X, WON_BY_O), (0, 1)):
        states = list(accumulate(moves, GAME.result, initial=GAME.initial))
        for end in range(begin, len(states)):
            is_over = GAME.terminal(states[end])
            path = Path(states[begin], moves[begin:end])
            outcomes = (GAME.utility(states[end]),) if is_over else (1, -1, 0)
            cases += [(path, outcome) for outcome in outcomes]
    return sorted(cases, key=lambda case: len(case[0].moves) or len(DRAWN) + 1)


backpropagate = Exercise(
    mcts.backpropagate,
    cases=paths_and_outcomes,
    run=counts_by,
    tell=first_difference,
    place=lambda path, outcome: path.leaf(),
    tests=PATH_TESTS,
    places=PATH_PLACES,
    things="paths",
    **WORDS["backpropagate"],
)
