"""Paths through the trees of real searches, and exercises in what is counted along them.

A function that counts changes the nodes it is given. So every call gets nodes
of its own, and what came of it is read off the nodes afterwards: those on the
path, and those beside it, which should be as they were.
"""

import random
from collections import Counter
from collections.abc import Callable

from ttt.algorithms.mcts import Node, backpropagate, expand, rollout, select
from ttt.exercises.exercise import Exercise, Outcome, done
from ttt.exercises.searches import plain
from ttt.game import State, TicTacToe

GAME = TicTacToe()
STARTS = ("XXXOO....", "XX.OOOX..", "XOXXOOOXX", ".........", "X........", "XO.......", "XOX......")
SIMULATIONS = 400
C = 0.2  # little exploration, so that the paths get long
OF_A_KIND = 3

COUNTED = ("visits", "total")
NAMES = {1: "X", -1: "O"}
ENDS = {1: "a win of X", 0: "a draw", -1: "a win of O"}


class Path:
    """A path from the root to the leaf of a tree as it was before an outcome was counted."""

    def __init__(self, nodes: list[Node]):
        self._nodes = copied(nodes)

    def __repr__(self):
        return "path"

    @property
    def leaf(self) -> Node:
        """The last node."""
        return self._nodes[-1]

    def fresh(self) -> tuple[list[Node], list[Node]]:
        """Return new nodes for the path; and all to look at, leaf first, those beside it last."""
        path = copied(self._nodes)
        beside = [child for node in path for child in node.children if child not in path]
        return path, [*reversed(path), *beside]

    def in_words(self) -> str:
        """Return the moves along the path: root → X 4 → O 0."""
        moves = [f"{NAMES[node.mover]} {node.action}" for node in self._nodes[1:]]
        return " → ".join(["root", *moves])


class Copy:
    """A copy of a node without its children; a function may also keep its mean there."""

    __slots__ = (*Node.__slots__, "mean")

    def __init__(self, node: Node):
        for name in Node.__slots__:
            setattr(self, name, getattr(node, name))
        self.children = ()


def copied(path: list[Node]) -> list[Copy]:
    """Return copies of the nodes of a path, each with copies of its children below it."""
    copies = [Copy(node) for node in path]
    for node, one, following in zip(path, copies, [*copies[1:], None]):
        one.children = [following if child in path else Copy(child) for child in node.children]
    return copies


def simulated(start: State):
    """Yield the path and the outcome of one simulation from `start` after the other."""
    root, rng = Node(GAME, start), random.Random(5)
    for _ in range(SIMULATIONS):
        path = select(root, C)
        expand(GAME, path, rng)
        outcome = rollout(GAME, path[-1].state, rng)
        yield path, outcome
        backpropagate(path, outcome)


def paths_and_outcomes() -> list[tuple[Path, int]]:
    """Return paths of real searches with their outcomes, X's side, the shortest paths first.

    Of each length, with each outcome, from either player's turn there are a
    few. A root alone, where the game is over, is no good example: it comes last.
    """
    cases, of_a_kind = [], Counter()
    for start in STARTS:
        for nth, (path, outcome) in enumerate(simulated(start)):
            kind = len(path), outcome, path[0].mover
            of_a_kind[kind] += 1
            if of_a_kind[kind] <= OF_A_KIND:
                order = len(path) == 1, len(path), nth
                cases.append((order, Path(path), outcome))
    cases.sort(key=lambda case: case[0])
    return [(path, outcome) for _, path, outcome in cases]


def counts(nodes: list[Node]) -> list[tuple]:
    """Return what is counted at each node: plain numbers, and in words what is none."""
    return [tuple(plain(getattr(node, name)) for name in COUNTED) for node in nodes]


class PathExercise(Exercise):
    """An exercise in counting an outcome along a path; a case is (path, outcome)."""

    def __init__(self, solution: Callable, **details):
        super().__init__(
            solution,
            cases=paths_and_outcomes,
            answer=solution,
            say=lambda right: "None: it only changes the nodes",
            things="paths",
            **details,
        )

    def _call(self, function, case) -> Outcome:
        """Return what is counted at all nodes after one call."""

        def count(path, outcome):
            nodes, to_look_at = path.fresh()
            done(function(nodes, outcome))
            return counts(to_look_at)

        return super()._call(count, case)

    def _complaint(self, case, given, right) -> str:
        if given.error:
            return super()._complaint(case, given, right)
        path, outcome = case
        along = f"{self._called(case)}, where the path is {path.in_words()}"
        return f"{along}: after {ENDS[outcome]}, {self._difference(path, given, right)}."

    def _difference(self, path, given, right) -> str:
        """Return in words the first number that is not as it should be."""
        nodes, to_look_at = path.fresh()
        return next(
            f"`{name}` of {_called(node, nodes)} should {_change(before, wanted)}, but is {found}"
            for node, *numbers in zip(to_look_at, given.value, right.value)
            for name, found, wanted in zip(COUNTED, *numbers)
            for before in [getattr(node, name)]
            if found != wanted
        )

    def _place(self, case) -> dict:
        leaf = case[0].leaf
        return {"board": leaf.state, "action": leaf.action}


def _called(node: Node, path: list[Node]) -> str:
    """Return in words which node this is."""
    who = NAMES[node.mover]
    if node.action is None:
        return f"the root, which counts for {who},"
    aside = "" if node in path else ", which is not on the path,"
    return f"the node behind {who}'s move {node.action}{aside}"


def _change(before: int, after: int) -> str:
    return f"stay {after}" if before == after else f"go from {before} to {after}"
