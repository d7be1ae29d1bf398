"""Monte Carlo tree search from many states at once: a tree each, all growing in lockstep.

It is the algorithm of ttt.algorithms.mcts, and its answers have the same distribution. But
every step is made in all trees together, on arrays, which is so much quicker
that the whole 3×3 game can be searched from every state. It works on any `Space`.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import inf
from typing import NamedTuple

import numpy as np

from ttt.game import State
from ttt.grid import positive
from ttt.space import Space


class Searches(NamedTuple):
    """What searches from many states have found, one row a search.

    simulations  how many each of them has made
    visits       [searches, moves]: how many of these began with each move
    choices      [searches]: the most visited move, of equals the one of the highest mean;
                 -1 where the game is over
    """

    simulations: int
    visits: np.ndarray
    choices: np.ndarray

    @property
    def policy(self) -> np.ndarray:
        """[searches, moves]: 1 for the move chosen, 0 for the others."""
        return (self.choices[:, None] == np.arange(self.visits.shape[1])).astype(float)


def mcts_all(
    space: Space, simulations: int, c: float, rng=None, states: Iterable[State] | None = None
) -> Searches:
    """Return what a search of so many simulations finds from every state of a space.

    With `states` it is searched from these alone, once for each time that one
    is in the list. `rng` is a Generator of NumPy, or a seed for one.
    """
    (found,) = mcts_budgets(space, [simulations], c, rng, states)
    return found


def mcts_budgets(
    space: Space, budgets: Iterable[int], c: float, rng=None, states: Iterable[State] | None = None
) -> Iterator[Searches]:
    """Yield what the searches of `mcts_all` have found after each of several budgets, ascending.

    It is one run: what is found with more simulations grew from what was found with fewer.
    """
    budgets = sorted(positive("simulations", budget) for budget in budgets)
    rows = range(len(space)) if states is None else [space.states.index(s) for s in states]
    trees = Trees(space, np.array(rows, np.intp), exploration(c), np.random.default_rng(rng))
    for budget in budgets:
        while trees.simulations < budget:
            trees.simulate()
        yield trees.found()


def mcts_policies(
    space: Space, budgets: Iterable[int], c: float, rng=None, times=lambda state: 1
) -> dict[int, np.ndarray]:
    """Return after each budget how often each move is chosen, as an array [states, moves].

    From each state with a move to make there are `times(state)` searches.
    """
    searched = np.flatnonzero(space.legal.any(axis=1)).tolist()
    rows = [row for row in searched for _ in range(times(space.states[row]))]
    policies = {}
    for found in mcts_budgets(space, budgets, c, rng, [space.states[row] for row in rows]):
        counts = np.zeros(space.legal.shape)
        np.add.at(counts, (rows, found.choices), 1)
        policies[found.simulations] = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return policies


def exploration(c: float) -> float:
    """Return c, or raise a ValueError unless it can say how much to explore."""
    if not 0 <= c < inf:
        raise ValueError(f"c is a number from 0 on, not {c!r}.")
    return c


KINDS = {"move": np.int16, "visits": np.int32, "child": np.int32}
KINDS |= {"total": np.float64, "mean": np.float64, "rarity": np.float64}


@lru_cache(maxsize=4)  # self-play grows new trees at each turn
def _moves(space: Space) -> tuple[np.ndarray, ...]:
    """Return what `Trees` knows of the states of a space."""
    cell = np.argsort(~space.legal, axis=1, kind="stable")
    after = np.take_along_axis(space.successor, cell, axis=1)
    after = np.where(after < 0, np.arange(len(after))[:, None], after).reshape(-1)
    return space.legal.sum(axis=1), cell, after, np.where(space.x_moves, 1, -1)


class Trees:
    """Trees that grow together. Their nodes are the rows of arrays, with a column a move.

    The moves stand in the order in which they are tried, so that the first of
    equals is the same as in the textbook. A node that a move leads to is made when a
    second simulation comes there; what is counted of it stands at the move:

    move    which of the legal moves of the state it is, counted from 0
    visits  how many simulations went there
    total   the sum of their outcomes, mover's side
    mean    total / visits; as long as it is untried infinite, for those come first
    rarity  1 / √visits; as long as it is untried 0
    child   the node that it leads to; as long as that is not made 0

    Of the states of the space it knows, row by row:

    legal   how many moves are legal
    cell    [states, moves]: their columns in the space, and behind them the columns without move
    after   the state that each of them leads to; an ended state leads to itself
    side    1 if X is to move, -1 if O is
    """

    kinds = KINDS

    def __init__(self, space: Space, rows: np.ndarray, c: float, rng: np.random.Generator):
        self.results, self.rows, self.c, self.rng = space.results, rows, c, rng
        self.legal, self.cell, self.after, self.side = _moves(space)
        self.roots = rows[self.legal[rows] > 0]
        self.simulations, self.nodes, self.width = 0, 0, space.successor.shape[1]
        for name, kind in self.kinds.items():
            setattr(self, name, np.zeros((2 * len(self.roots), self.width), kind))
        self._make_nodes(self.roots)

    # ---- one simulation in every tree

    def simulate(self) -> None:
        """Make one simulation in every tree."""
        path, leaves = self._select_and_expand()
        outcomes = self._worth(leaves)
        for tree, at, side in path:
            self._backpropagate(at, outcomes[tree] * side)
        self.simulations += 1

    def _select_and_expand(self) -> tuple[list[tuple[np.ndarray, ...]], np.ndarray]:
        """Return the moves made at each depth, and the state that each tree came to.

        Of the moves: in which trees they are, their places `at` in the arrays, row by
        row, and the side of their movers, 1 for X and -1 for O.
        """
        path, leaves = [], self.roots.copy()
        tree = node = np.arange(len(self.roots))
        state, visits = self.roots, np.full(len(tree), max(self.simulations, 1))
        while len(tree):
            scores = self.rarity.take(node, axis=0)  # take() is far quicker than [node]
            scores *= self._doubt(visits)[:, None]
            scores += self.mean.take(node, axis=0)
            best = scores.argmax(axis=1)
            at = node * self.width + best
            visits = self.visits.take(at)
            new = visits == 0
            self._draw_untried(at[new], self.legal[state[new]] - best[new])
            path.append((tree, at, self.side[state]))
            state = self.after.take(state * self.width + self.move.take(at))
            leaves[tree] = state
            on = ~new & (self.legal[state] > 0)
            tree, at, state, visits = tree[on], at[on], state[on], visits[on]
            node = self._nodes_behind(at, state)
        return path, leaves

    def _doubt(self, visits: np.ndarray) -> np.ndarray:
        """Return how much rarity counts at nodes of so many visits."""
        return self.c * np.sqrt(np.log(visits))

    def _rarity(self, at: np.ndarray, visits: np.ndarray) -> np.ndarray:
        """Return the rarity of moves with so many visits."""
        return 1 / np.sqrt(visits)

    def _draw_untried(self, at: np.ndarray, left: np.ndarray) -> None:
        """Bring to each of these places one of the moves left to try, at random.

        They stand there and right behind it.
        """
        move = self.move.reshape(-1)
        drawn = at + (self.rng.random(len(at)) * left).astype(np.intp)
        move[at], move[drawn] = move[drawn], move[at]

    def _nodes_behind(self, at: np.ndarray, state: np.ndarray) -> np.ndarray:
        """Return the nodes, of these states, that these moves lead to."""
        node = self.child.take(at).astype(np.intp)
        missing = np.flatnonzero(node == 0)
        node[missing] = self._make_nodes(state[missing])
        self.child.reshape(-1)[at[missing]] = node[missing]
        return node

    def _make_nodes(self, state: np.ndarray) -> np.ndarray:
        """Return new nodes of these states, with every move untried."""
        new = slice(self.nodes, self.nodes + len(state))
        while len(self.move) < new.stop:
            for name in self.kinds:
                array = getattr(self, name)
                setattr(self, name, np.concatenate([array, np.zeros_like(array)]))
        self.move[new] = places = np.arange(self.width)
        self.mean[new] = np.where(places < self.legal[state, None], inf, -inf)
        self.nodes = new.stop
        return np.arange(new.start, new.stop)

    def _worth(self, state: np.ndarray) -> np.ndarray:
        """Return how random games from these states end, X's side."""
        while self.legal[state].any():
            drawn = self.rng.random(len(state)) * self.legal[state]
            state = self.after[state * self.width + drawn.astype(np.intp)]
        return self.results[state]

    def _backpropagate(self, at: np.ndarray, gains: np.ndarray) -> None:
        """Count one outcome, mover's side, at each of these moves."""
        visits, total = self.visits.take(at) + 1, self.total.take(at) + gains
        counts = {"visits": visits, "total": total}
        counts |= {"mean": total / visits, "rarity": self._rarity(at, visits)}
        for name, count in counts.items():
            getattr(self, name).reshape(-1)[at] = count

    def found(self) -> Searches:
        """Return the visits at the roots, and the moves to choose."""
        visits, means = self.visits[: len(self.roots)], self.mean[: len(self.roots)]
        cells = np.take_along_axis(self.cell[self.roots], self.move[: len(self.roots)], axis=1)
        most = visits == visits.max(axis=1, keepdims=True)
        choice = np.where(most, means, -inf).argmax(axis=1, keepdims=True)
        searched, shape = np.flatnonzero(self.legal[self.rows] > 0), (len(self.rows), self.width)
        found = Searches(self.simulations, np.zeros(shape, int), np.full(shape[0], -1))
        found.visits[searched[:, None], cells] = visits
        found.choices[searched] = np.take_along_axis(cells, choice, axis=1)[:, 0]
        return found
