"""Lesson 08: AlphaZero. The solution of `puct` is the package's own function.

A simulation changes the tree that it is given. So every call gets a tree of its own, and what
came of it is read off the tree afterwards.
"""

import random
from functools import cache
from itertools import product

from ttt.algorithms import alphazero
from ttt.algorithms.alphazero import PuctNode, expand
from ttt.algorithms.mcts import backpropagate
from ttt.exercises.answers import as_number, is_number, plain
from ttt.exercises.exercise import Exercise
from ttt.exercises.lesson05 import NAMES, Tree, close_enough, visit_counts
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, Place, space
from ttt.game import SIDE, Actions

ask = asker("08")
WORDS = words("08")
game = GAME

puct = Exercise(
    alphazero.puct,
    cases=lambda: [(prior, *rest) for rest in visit_counts() for prior in (1, 0.5, 0.1, 0)],
    read=as_number,
    accepts=close_enough,
    places=(
        Place("there are no visits yet", lambda prior, total, visits, *rest: not visits),
        Place("the total is not 0, so the second term is right", lambda prior, total, *rest: total),
        Place("`c` and the prior are not 0, so the mean is right", lambda *case: case[0] * case[4]),
    ),
    things="cases",
    **WORDS["puct"],
)


# ---- simulate

GROWN_FROM = ("XXOOOXX..", "XOXXO.O..", "XX.OO....", "OO.X....X", "X........", GAME.initial)
SIZES = (0, 1, 2, 3, 5, 8, 12, 20, 40)
COUNTED = ("visits", "total", "prior")


def by_puct(node: PuctNode, parent_visits: int) -> float:
    """Return the PUCT of a node, as the lesson defines it."""
    return alphazero.puct(node.prior, node.total, node.visits, parent_visits, c=4)


def simulate(root, thoughts):
    """Make one simulation; `thoughts` has the network's two answers for every board."""
    path = [root]
    while path[-1].children:  # select
        visits = path[-1].visits
        path.append(max(path[-1].children, key=lambda node: by_puct(node, visits)))
    leaf = path[-1]
    if game.terminal(leaf.state):
        value = game.utility(leaf.state)  # a fact
    else:
        priors, value = thoughts[leaf.state]  # a guess
        expand(game, leaf, priors)
    backpropagate(path, value)


course_simulate = simulate  # by this name it can be imported: the exercise takes the other


class Thoughts(dict):
    """What a network thinks of every board, which is not written out."""

    def __repr__(self):
        return "thoughts"


@cache
def any_thoughts() -> Thoughts:
    """Return thoughts like those of a network that knows nothing: no two of them are equal."""
    found, rng = Thoughts(), random.Random(8)
    for state in space().states:
        if not GAME.terminal(state):
            chances = {action: 0.2 + rng.random() for action in GAME.actions(state)}
            whole = sum(chances.values())
            priors = {action: chance / whole for action, chance in chances.items()}
            found[state] = priors, rng.uniform(-1, 1)
    return found


class GuidedTree(Tree):
    """A tree that so many simulations have grown from a state, guided by these thoughts."""

    def fresh(self) -> PuctNode:
        """Return the root of a new tree, which is the same each time."""
        root = PuctNode(self.state, mover=-SIDE[GAME.player(self.state)])
        for _ in range(self.simulations):
            course_simulate(root, any_thoughts())
        return root


Counts = dict[Actions, tuple]


def counts_in(root: PuctNode) -> Counts:
    """Return what is counted at each node, by the moves that lead to it, the root first."""
    named = [((), root)]
    for moves, node in named:
        named += [((*moves, child.action), child) for child in node.children]
    return {
        moves: tuple(plain(round(getattr(node, name), 9)) for name in COUNTED)
        for moves, node in named
    }


def counts_after(function, tree: GuidedTree, thoughts: Thoughts) -> Counts:
    """Return what is counted at all nodes after one call."""
    root = tree.fresh()
    function(root, thoughts)
    return counts_in(root)


def first_difference(given: Counts, right: Counts, tree: GuidedTree, thoughts: Thoughts) -> str:
    """Return in words the first thing that is not as it should be."""
    told = f", as simulation number {tree.simulations + 1}: "
    nodes = sorted({*right, *given}, key=lambda moves: (len(moves), moves))
    for nth, moves in product(range(len(COUNTED)), nodes):
        if moves not in given:
            return f"{told}{_name_of(moves, tree)} should be there, but is missing"
        if moves not in right:
            return f"{told}{_name_of(moves, tree)} should not be there"
        wanted, found = right[moves][nth], given[moves][nth]
        if wanted != found:
            is_now = f"{found:.4g}" if is_number(found) else found
            where = f"`{COUNTED[nth]}` of {_name_of(moves, tree)}"
            return f"{told}{where} should be {wanted:.4g} afterwards, but is {is_now}"
    return ""


def _name_of(moves: Actions, tree: GuidedTree) -> str:
    """Return in words which node this is."""
    first = SIDE[GAME.player(tree.state)]
    made = [f"{NAMES[first * (-1) ** nth]} {move}" for nth, move in enumerate(moves)]
    return f"the node behind {' → '.join(made)}" if moves else "the root"


simulate = Exercise(
    simulate,
    cases=lambda: [
        (GuidedTree(state, size), any_thoughts()) for size in SIZES for state in GROWN_FROM
    ],
    run=counts_after,
    tell=first_difference,
    place=lambda tree, thoughts: (tree.state, None),
    tests={"no such thing": lambda seen: seen.raised(AttributeError, "'PuctNode' object")},
    places=(
        Place("the tree is the root alone", lambda tree, thoughts: not tree.simulations),
        Place("the root has children", lambda tree, thoughts: tree.simulations),
    ),
    things="trees",
    **WORDS["simulate"],
)
