"""A Monte Carlo tree that remembers how it grew, so that one can go back in it."""

import random
from math import inf, log, sqrt
from typing import NamedTuple

from ttt.agents.mcts import ROLLOUTS
from ttt.algorithms.mcts import Node, backpropagate, expand, select
from ttt.game import Action, State, TicTacToe

PHASES = ("select", "expand", "rollout", "backpropagate")


class Simulation(NamedTuple):
    """One simulation: the moves of its path, how many were selected, its rollout and its outcome.

    The last move of the path was tried for the first time, unless all of them
    were selected because the path ends where the game does. The rollout is the
    list of states from the end of the path on, by a rule; the outcome is from X's side.
    """

    moves: tuple[Action, ...]
    selected: int
    rollout: tuple[State, ...]
    rule: str
    outcome: int


class Term(NamedTuple):
    """A child with the two terms of its UCB1, from the side of the player who moves there."""

    action: Action
    visits: int
    exploit: float
    explore: float

    @property
    def ucb(self) -> float:
        """The sum of both."""
        return self.exploit + self.explore


class Growth:
    """The tree of a search after each of its simulations, and after each of their phases.

    at     how many simulations are counted in the tree
    phase  how far the next one is: 0 not begun, 1 selected, 2 expanded, 3 rolled out
    """

    def __init__(self, game: TicTacToe, state: State, rng: random.Random):
        self.game, self.state, self.rng = _Listening(game.rows, game.cols, game.k), state, rng
        self.simulations = []
        self.at = self.phase = 0
        self._root = Node(self.game, state)

    @property
    def root(self) -> Node:
        """The root of the tree, with its counts as they are now."""
        return self._root

    @property
    def current(self) -> Simulation | None:
        """The simulation that is under way, or else the last one that is counted; or None."""
        if self.phase:
            return self.simulations[self.at]
        return self.simulations[self.at - 1] if self.at else None

    # ---- growing

    def next_phase(self, c: float, rule: str) -> None:
        """Go one phase on; the last of the four counts the simulation."""
        if self.phase == 0 and self.at == len(self.simulations):
            self.simulations.append(self._simulate(c, rule))
        if self.phase == 3:
            self._count(self.simulations[self.at])
            self.at += 1
        self.phase = (self.phase + 1) % 4

    def run(self, simulations: int, c: float, rule: str) -> None:
        """Go on by so many whole simulations, beginning with the one under way."""
        goal = self.at + simulations
        while self.at < goal:
            self.next_phase(c, rule)

    def go_to(self, at: int) -> None:
        """Go to the tree after so many simulations, which have been made before."""
        at = min(max(0, at), len(self.simulations))
        if at < self.at:
            self._root, self.at = Node(self.game, self.state), 0
        for simulation in self.simulations[self.at : at]:
            self._count(simulation)
        self.at, self.phase = at, 0

    def forget_future(self) -> None:
        """Drop the simulations after this point, so that others can be made."""
        del self.simulations[self.at + bool(self.phase) :]

    def _simulate(self, c: float, rule: str) -> Simulation:
        """Return a new simulation, leaving the tree as it is."""
        path = select(self._root, c)
        selected, end = len(path), path[-1]
        before = end.children, end.untried
        expand(self.game, path, self.rng)
        state = path[-1].state
        self.game.made = [state]
        outcome = ROLLOUTS[rule](self.game, state, self.rng)
        end.children, end.untried = before  # what was expanded is not counted yet
        moves = tuple(node.action for node in path[1:])
        return Simulation(moves, selected - 1, tuple(self.game.made), rule, outcome)

    def _count(self, simulation: Simulation) -> None:
        """Put a simulation into the tree."""
        path = [self._root]
        for action in simulation.moves:
            path.append(_child(path[-1], action) or self._grow(path[-1], action))
        backpropagate(path, simulation.outcome)

    def _grow(self, node: Node, action: Action) -> Node:
        """Return a new child of a node."""
        return node.grow(self.game, action)

    # ---- what is to be seen

    def path(self) -> list[Node]:
        """Return the nodes that the current phase is about, from the root on.

        A node that is expanded but not counted yet is among them, though the
        tree does not have it.
        """
        simulation = self.current
        if simulation is None:
            return [self._root]
        moves = simulation.moves[: simulation.selected] if self.phase == 1 else simulation.moves
        path = [self._root]
        for action in moves:
            path.append(_child(path[-1], action) or self._sprout(path[-1], action))
        return path

    def _sprout(self, node: Node, action: Action) -> Node:
        return Node(self.game, self.game.result(node.state, action), action)

    def terms(self, node: Node, c: float) -> list[Term]:
        """Return the terms of UCB1 for the children of a node, by their cells."""
        terms = [
            Term(
                child.action,
                child.visits,
                child.mean,
                c * sqrt(log(node.visits) / child.visits) if child.visits else inf,
            )
            for child in node.children
        ]
        return sorted(terms)


def _child(node: Node, action: Action) -> Node | None:
    return next((child for child in node.children if child.action == action), None)


class _Listening(TicTacToe):
    """The game, keeping the states that moves lead to."""

    def __init__(self, *shape: int):
        super().__init__(*shape)
        self.made = []

    def result(self, state: State, action: Action) -> State:
        self.made.append(super().result(state, action))
        return self.made[-1]
