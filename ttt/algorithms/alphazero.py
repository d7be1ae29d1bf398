"""AlphaZero in miniature: a network guides a search, and the search teaches the network.

The search is that of ttt.algorithms.mcts with two changes: `puct` asks the network's
chances where to look, and the network's value takes the place of a game played at random.
Many searches grow side by side, so that the network is asked about all their leaves at once.
"""

from collections import deque
from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

import numpy as np

from ttt.algorithms.mcts import backpropagate
from ttt.algorithms.nets import Network, encode
from ttt.game import SIDE, Action, Game, State

C = 4.0  # how much the search explores
NOISE, NOISE_SHAPE = 0.25, 0.6  # how much chance there is in the root's priors, and how uneven


class Mind:
    """What a network thinks of the states of a game.

    Every move that the game ever has must be there at its start: each is one of the network's
    answers. `encode` turns a state into the network's inputs.
    """

    def __init__(self, game: Game, network: Network, encode=encode):
        self.game, self.network, self.encode = game, network, encode
        self.moves = tuple(game.actions(game.initial))

    def think(self, states: list[State]) -> list[tuple[dict[Action, float], float]]:
        """Return for each state the chances of its moves, 1 in all, and its value, X's side."""
        actions = [self.game.actions(state) for state in states]
        legal = np.array([[move in some for move in self.moves] for some in actions])
        chances, values = self.network.forward(np.array(list(map(self.encode, states))), legal)
        return [
            ({a: row[self.moves.index(a)] for a in some}, value * SIDE[self.game.player(state)])
            for state, some, row, value in zip(states, actions, chances.tolist(), values.tolist())
        ]


class PuctNode:
    """A state in the tree of a search.

    state     the state
    action    the move that led to it; None at the root
    mover     who made that move, 1 for X and -1 for O
    prior     the chance that the network gave this move before any search
    visits    how many simulations came through this node
    total     the sum of the values they found, from the mover's side
    children  the nodes behind its moves; () until the network has been asked about it
    """

    __slots__ = ("action", "children", "mover", "prior", "state", "total", "visits")

    def __init__(self, state: State, action: Action | None = None, mover: int = 1, prior=1.0):
        self.state, self.action, self.mover, self.prior = state, action, mover, prior
        self.visits, self.total, self.children = 0, 0.0, ()

    @property
    def mean(self) -> float:
        """The mean of the values, from the mover's side; 0 before the first visit."""
        return self.total / self.visits if self.visits else 0.0


def puct(prior: float, total: float, visits: int, parent_visits: int, c: float) -> float:
    """Return how much a node deserves the next visit: its mean, plus c times prior and doubt."""
    mean = total / visits if visits else 0
    return mean + c * prior * sqrt(parent_visits) / (1 + visits)


# ---- the search


def select(root: PuctNode, c: float) -> list[PuctNode]:
    """Return the path from the root to a leaf, always to the child of the highest PUCT."""
    path = [root]
    while path[-1].children:
        parent_visits = path[-1].visits
        scores = [puct(n.prior, n.total, n.visits, parent_visits, c) for n in path[-1].children]
        path.append(path[-1].children[scores.index(max(scores))])
    return path


def expand(game: Game, node: PuctNode, priors: dict[Action, float]) -> None:
    """Give a node its children, each with its prior."""
    mover = SIDE[game.player(node.state)]
    node.children = tuple(
        PuctNode(game.result(node.state, action), action, mover, prior)
        for action, prior in priors.items()
    )


def simulate(mind: Mind, roots: list[PuctNode], c: float) -> None:
    """Make one simulation in each tree: select, ask the network, expand, backpropagate."""
    game, paths = mind.game, [select(root, c) for root in roots]
    leaves = [path[-1] for path in paths if not game.terminal(path[-1].state)]
    thoughts = iter(mind.think([leaf.state for leaf in leaves]) if leaves else ())
    for path in paths:
        leaf = path[-1]
        if game.terminal(leaf.state):
            value = game.utility(leaf.state)
        else:
            priors, value = next(thoughts)
            expand(game, leaf, priors)
        backpropagate(path, value)


def search(
    mind: Mind, states: list[State], simulations: int, c: float = C, noise=0.0, rng=None
) -> list[PuctNode]:
    """Return the root of a tree for each state; with noise, chance is mixed into their priors."""
    roots = [PuctNode(state, mover=-SIDE[mind.game.player(state)]) for state in states]
    simulate(mind, roots, c)
    for root in roots if noise else ():
        dice = rng.dirichlet([NOISE_SHAPE] * len(root.children))
        for child, chance in zip(root.children, dice.tolist()):
            child.prior += noise * (chance - child.prior)
    for _ in range(simulations):
        simulate(mind, roots, c)
    return roots


# ---- self-play, and learning from it


class Example(NamedTuple):
    """What a network can learn from one turn: where the search went, and how the game ended."""

    state: State
    visits: dict[Action, float]  # as shares, 1 in all
    outcome: float  # the mover's side


def self_play(mind: Mind, games: int, simulations: int, rng, noise=NOISE, c=C) -> list[Example]:
    """Return every turn of so many games that the search plays against itself, side by side.

    A move is drawn by the visits of its search, so that games differ.
    """
    game, turns = mind.game, [[] for _ in range(games)]
    states = [game.initial] * games
    while going := [n for n in range(games) if not game.terminal(states[n])]:
        roots = search(mind, [states[n] for n in going], simulations, c, noise, rng)
        for n, root in zip(going, roots):
            whole = sum(child.visits for child in root.children)
            shares = [child.visits / whole for child in root.children]
            turns[n].append((root, {child.action: s for child, s in zip(root.children, shares)}))
            states[n] = root.children[rng.choice(len(shares), p=shares)].state
    return [
        Example(root.state, shares, -root.mover * game.utility(end))
        for end, played in zip(states, turns)
        for root, shares in played
    ]


def mirrored(game: Game, examples: list[Example]) -> list[Example]:
    """Return the examples seen through each of the game's symmetries."""
    return [
        Example(image, {game.action_images(a)[nth]: s for a, s in visits.items()}, outcome)
        for state, visits, outcome in examples
        for nth, image in enumerate(game.images(state))
    ]


def as_arrays(mind: Mind, examples: list[Example]) -> tuple[np.ndarray, ...]:
    """Return examples as a network takes them: inputs, right chances, right values, legal moves."""
    x = np.array([mind.encode(example.state) for example in examples])
    visits = [[example.visits.get(move) for move in mind.moves] for example in examples]
    shares = np.array(visits, float)  # not a number where there is no such move
    outcomes = np.array([example.outcome for example in examples])
    return x, np.nan_to_num(shares), outcomes, ~np.isnan(shares)


def learn(network: Network, arrays, steps: int, rng, batch=256, rate=0.003) -> float:
    """Take so many steps, each on some of the examples at random, and return the mean loss."""
    losses = []
    for _ in range(steps):
        some = rng.integers(len(arrays[0]), size=batch)
        losses.append(network.learn(*(array[some] for array in arrays), rate=rate))
    return sum(losses) / steps


def train(
    mind: Mind, rng, games=64, simulations=25, steps=50, kept=20, noise=NOISE
) -> Iterator[float]:
    """Play and learn, again and again without end; yield the loss of each turn of this loop.

    The network learns from the games of the last `kept` turns, in all their mirror images.
    """
    memory = deque(maxlen=kept)
    while True:
        examples = self_play(mind, games, simulations, rng, noise)
        memory.append(as_arrays(mind, mirrored(mind.game, examples)))
        yield learn(mind.network, [np.concatenate(parts) for parts in zip(*memory)], steps, rng)
