"""Paths through the trees of real searches, and exercises in what is counted along them.

A function that counts changes the nodes it is given. So every call gets nodes
of its own, and what came of it is read off the nodes afterwards: those on the
path, and those beside it, which should be as they were.
"""

import random
from collections import Counter

from ttt.algorithms import mcts
from ttt.exercises.answers import plain
from ttt.exercises.exercise import Exercise, Outcome, done
from ttt.exercises.shapes import GAME, SHAPES, Place, Seen, Shape
from ttt.game import State

STARTS = ("XXXOO....", "XX.OOOX..", "XOXXOOOXX", ".........", "X........", "XO.......", "XOX......")
SIMULATIONS = 400
C = 0.2  # little exploration, so that the paths get long
OF_A_KIND = 3

COUNTED = ("visits", "total")
NAMES = {1: "X", -1: "O"}
ENDS = {1: "a win of X", 0: "a draw", -1: "a win of O"}


class Copy:
    """A copy of a node without its children; a function may also keep its mean there."""

    __slots__ = (*mcts.Node.__slots__, "mean")

    def __init__(self, node):
        for name in mcts.Node.__slots__:
            setattr(self, name, getattr(node, name))
        self.children = ()


def copied(path: list) -> list[Copy]:
    """Return copies of the nodes of a path, each with copies of its children below it."""
    copies = [Copy(node) for node in path]
    for node, one, following in zip(path, copies, [*copies[1:], None]):
        one.children = [following if child in path else Copy(child) for child in node.children]
    return copies


class Path:
    """A path from the root to the leaf of a tree as it was before an outcome was counted."""

    def __init__(self, nodes: list):
        self.nodes = copied(nodes)

    def __repr__(self):
        return "path"

    def fresh(self) -> tuple[list[Copy], list[Copy]]:
        """Return new nodes for the path; and all to look at, leaf first, those beside it last."""
        path = copied(self.nodes)
        beside = [child for node in path for child in node.children if child not in path]
        return path, [*reversed(path), *beside]

    def in_words(self) -> str:
        """Return the moves along the path: root → X 4 → O 0."""
        moves = [f"{NAMES[node.mover]} {node.action}" for node in self.nodes[1:]]
        return " → ".join(["root", *moves])


def simulated(start: State):
    """Yield the path and the outcome of one simulation from `start` after the other."""
    root, rng = mcts.Node(GAME, start), random.Random(5)
    for _ in range(SIMULATIONS):
        path = mcts.select(root, C)
        mcts.expand(GAME, path, rng)
        outcome = mcts.rollout(GAME, path[-1].state, rng)
        yield path, outcome
        mcts.backpropagate(path, outcome)


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


def _alike(name: str, seen: Seen) -> bool:
    """Return whether all the visits, or all the totals, are right."""
    nth = COUNTED.index(name)
    return [counts[nth] for counts in seen.given] == [counts[nth] for counts in seen.answer]


def _is_wrong_beside(seen: Seen) -> bool:
    """Return whether a node that is not on the path has changed."""
    on_path = len(seen.case[0].nodes)
    return seen.given[on_path:] != seen.answer[on_path:]


PATH_SHAPES = (
    Shape(
        "no such thing",
        "The path is a list of nodes, root first. A node has `visits`, `total`, `mover`, `state`, "
        "`action`, `children` and `untried`, and does not know its parent.",
        lambda seen: "object has no attribute" in seen.words,
    ),
    Shape(
        "nodes beside the path",
        "It changes nodes that are not on the path. Only those on it took part in the simulation.",
        _is_wrong_beside,
    ),
    Shape(
        "the visits are wrong",
        "The totals are right, the visits are not. The simulation came through every node of the "
        "path: each gets one visit more, the root and the leaf too.",
        lambda seen: _alike("total", seen),
    ),
    Shape(
        "the totals are wrong",
        "The visits are right, the totals are not. Each node adds the outcome as the player who "
        "moved there sees it: 1 for a win of `node.mover`, 0 for a draw, -1 for a loss.",
        lambda seen: _alike("visits", seen),
    ),
)


class PathExercise(Exercise):
    """An exercise in counting an outcome along a path; a case is (path, outcome)."""

    quick = True
    shapes = (*PATH_SHAPES, *SHAPES)
    places = (
        Place("the path is the root alone", lambda path, outcome: len(path.nodes) == 1),
        Place("the game is a draw", lambda path, outcome: outcome == 0),
        Place("X wins", lambda path, outcome: outcome == 1),
        Place("O wins", lambda path, outcome: outcome == -1),
    )

    def _call(self, function, case) -> Outcome:
        """Return what is counted at all nodes after one call: numbers, in words what is none."""

        def count(path, outcome):
            nodes, to_look_at = path.fresh()
            done(function(nodes, outcome))
            return [tuple(plain(getattr(node, name)) for name in COUNTED) for node in to_look_at]

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
        leaf = case[0].nodes[-1]
        return {"board": leaf.state, "action": leaf.action}


def _called(node: Copy, path: list[Copy]) -> str:
    """Return in words which node this is."""
    who = NAMES[node.mover]
    if node.action is None:
        return f"the root, which counts for {who},"
    aside = "" if node in path else ", which is not on the path,"
    return f"the node behind {who}'s move {node.action}{aside}"


def _change(before: int, after: int) -> str:
    return f"stay {after}" if before == after else f"go from {before} to {after}"
