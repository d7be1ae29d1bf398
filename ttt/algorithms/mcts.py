"""Monte Carlo tree search with UCB1, for any game with the six functions.

A simulation has four phases. `select` goes down the tree to a node with moves
left to try, `expand` tries one of them, `rollout` plays on from there to the
end, and `backpropagate` counts the outcome at every node on the way.
"""

import random
from math import inf, log, sqrt

from ttt.game import SIDE, Action, Game, State

C = sqrt(2)


class Node:
    """A state in the tree of a search, and what the simulations through it came to.

    state     the state
    action    the move that led to it; None at the root
    mover     who made that move, 1 for X and -1 for O; at the root who is not to move
    visits    how many simulations came through this node
    total     the sum of their outcomes, from the mover's side
    children  the nodes behind the moves that have been tried
    untried   the moves that have not
    """

    __slots__ = ("action", "children", "mover", "state", "total", "untried", "visits")

    def __init__(
        self, game: Game, state: State, action: Action | None = None, mover: int | None = None
    ):
        self.state, self.action = state, action
        self.mover = mover or -SIDE[game.player(state)]
        self.visits, self.total = 0, 0
        self.children = ()
        self.untried = () if game.terminal(state) else tuple(game.actions(state))

    @property
    def mean(self) -> float:
        """The mean outcome from the mover's side; 0 before the first visit."""
        return self.total / self.visits if self.visits else 0.0

    def grow(self, game: Game, action: Action) -> "Node":
        """Return a new child, behind a move that was untried till now."""
        mover = SIDE[game.player(self.state)]
        child = Node(game, game.result(self.state, action), action, mover)
        place = self.untried.index(action)
        self.untried = self.untried[:place] + self.untried[place + 1 :]
        self.children += (child,)
        return child

    def __repr__(self):
        return f"<Node {self.state}: {self.visits} visits, mean {self.mean:+.3f}>"


def ucb1(total: float, visits: int, parent_visits: int, c: float) -> float:
    """Return how much a node deserves the next visit: its mean, plus c times its uncertainty."""
    if visits == 0:
        return inf
    return total / visits + c * sqrt(log(parent_visits) / visits)


# ---- the four phases


def select(root: Node, c: float) -> list[Node]:
    """Return the path from the root to a node with moves to try, or to an end of the game.

    It always goes to the child of the highest UCB1, the first of equals.
    """
    path = [root]
    while path[-1].children and not path[-1].untried:
        parent_visits = path[-1].visits
        scores = [ucb1(n.total, n.visits, parent_visits, c) for n in path[-1].children]
        path.append(path[-1].children[scores.index(max(scores))])
    return path


def expand(game: Game, path: list[Node], rng: random.Random) -> None:
    """Try one of the moves left at the end of the path, at random, and go there."""
    node = path[-1]
    if node.untried:
        action = node.untried[int(rng.random() * len(node.untried))]
        path.append(node.grow(game, action))


def rollout(game: Game, state: State, rng: random.Random) -> float:
    """Return how a game from `state` ends in which both move at random, X's side."""
    while not game.terminal(state):
        actions = tuple(game.actions(state))
        state = game.result(state, actions[int(rng.random() * len(actions))])
    return game.utility(state)


def backpropagate(path: list[Node], outcome: float) -> None:
    """Count an outcome, X's side, at every node of the path, for the player who moved there."""
    for node in path:
        node.visits += 1
        node.total += outcome * node.mover


# ---- the search


def simulate(game: Game, root: Node, c: float, rng: random.Random, play_out=rollout) -> None:
    """Make one simulation, of all four phases."""
    path = select(root, c)
    expand(game, path, rng)
    backpropagate(path, play_out(game, path[-1].state, rng))


def search(game: Game, state: State, simulations: int, c: float, rng: random.Random) -> Node:
    """Return the root of the tree that so many simulations from `state` have grown."""
    root = Node(game, state)
    for _ in range(simulations):
        simulate(game, root, c, rng)
    return root


def most_visited(root: Node) -> Node:
    """Return the child to move to: the most visited, of equals the one of the highest mean."""
    return max(root.children, key=lambda child: (child.visits, child.mean))
