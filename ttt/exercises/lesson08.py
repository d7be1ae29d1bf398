"""Lesson 08: AlphaZero. The solution of `puct` is the package's own function."""

import random
from functools import cache
from itertools import product

from ttt.algorithms import alphazero
from ttt.algorithms.alphazero import PuctNode, expand
from ttt.algorithms.mcts import backpropagate
from ttt.exercises.answers import as_number, close_enough
from ttt.exercises.exercise import Exercise
from ttt.exercises.fresh import Fresh
from ttt.exercises.lesson05 import counts_after, no_such_thing, other_counts, visit_counts
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, Place, space
from ttt.game import SIDE, State

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


@cache
def any_thoughts() -> dict:
    """Return thoughts like those of a network that knows nothing: no two of them are equal."""
    found, rng = {}, random.Random(8)
    for state in space().states:
        if not GAME.terminal(state):
            chances = {action: 0.2 + rng.random() for action in GAME.actions(state)}
            whole = sum(chances.values())
            priors = {action: chance / whole for action, chance in chances.items()}
            found[state] = priors, rng.uniform(-1, 1)
    return found


def guided_tree(state: State, simulations: int) -> PuctNode:
    """Return the root of a tree that so many simulations have grown, guided by these thoughts."""
    root = PuctNode(state, mover=-SIDE[GAME.player(state)])
    for _ in range(simulations):
        course_simulate(root, any_thoughts())
    return root


simulate = Exercise(
    simulate,
    cases=lambda: [
        (Fresh("root", guided_tree, state, size), Fresh("thoughts", any_thoughts))
        for size, state in product(SIZES, GROWN_FROM)
    ],
    run=counts_after,
    tell=lambda *seen: f": {other_counts(*seen)}",
    place=lambda tree, thoughts: (tree.make().state, None),
    tests={"no such thing": no_such_thing},
    places=(
        Place("the tree is the root alone", lambda tree, thoughts: not tree.make().visits),
        Place("the root has children", lambda tree, thoughts: tree.make().visits),
    ),
    things="trees",
    **WORDS["simulate"],
)
