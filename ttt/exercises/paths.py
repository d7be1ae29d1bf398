"""Paths through the tree of a search, and what is counted along them.

A function that counts changes the nodes it is given. So every call gets nodes of its own, and
what came of it is read off the nodes afterwards: those on the path, and those beside it, which
should be as they were.
"""

import random

from ttt.algorithms.mcts import Node
from ttt.exercises.answers import plain
from ttt.exercises.shapes import GAME, Place, Seen, Shape
from ttt.game import Action, Actions, State

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
        f"`{name}` of {_called(node)} was {getattr(node, name)} and should be {wanted}, "
        f"but is {found}"
        for node, *numbers in zip(to_look_at, given, right)
        for name, found, wanted in zip(COUNTED, *numbers)
        if found != wanted
    )


def _called(node: Node) -> str:
    """Return in words which node this is."""
    if node.action is None:
        return f"the root, which counts for {NAMES[node.mover]},"
    return f"the node behind {NAMES[node.mover]}'s move {node.action}"


def _are_right(name: str, seen: Seen) -> bool:
    """Return whether all the visits, or all the totals, are right."""
    nth = COUNTED.index(name)
    return [counts[nth] for counts in seen.given] == [counts[nth] for counts in seen.answer]


PATH_SHAPES = (
    Shape(
        "no such thing",
        "The path is a list of nodes, root first. A node has `visits`, `total`, `mover`, `state`, "
        "`action`, `children` and `untried`; it does not know its parent, and its `mean` follows "
        "from the others.",
        lambda seen: seen.raised(AttributeError, "'Node' object"),
    ),
    Shape(
        "the visits are wrong",
        "The totals are right, the visits are not. The simulation came through every node of the "
        "path, and through no other: each gets one visit more, the root and the leaf too.",
        lambda seen: _are_right("total", seen),
    ),
    Shape(
        "the totals are wrong",
        "The visits are right, the totals are not. Each node adds the outcome as the player who "
        "moved there sees it: 1 for a win of `node.mover`, 0 for a draw, -1 for a loss.",
        lambda seen: _are_right("visits", seen),
    ),
)
PATH_PLACES = (
    Place("the path is the root alone", lambda path, outcome: not path.moves),
    Place("the game is a draw", lambda path, outcome: outcome == 0),
    Place("X wins", lambda path, outcome: outcome == 1),
    Place("O wins", lambda path, outcome: outcome == -1),
)

A_COUNT = {
    "run": counts_by,
    "tell": first_difference,
    "place": lambda path, outcome: path.leaf(),
    "shapes": PATH_SHAPES,
    "places": PATH_PLACES,
    "things": "paths",
}
