"""A Monte Carlo tree that remembers how it grew, so that one can go back in it."""

import random
from math import inf, log, sqrt
from types import SimpleNamespace
from typing import NamedTuple

from ttt.agents.mcts import ROLLOUTS, as_listed
from ttt.algorithms.mcts import Node, backpropagate, expand, select
from ttt.anygame import SIX
from ttt.game import SIDE, Action, Game, State

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
    outcome: float


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

    def __init__(self, game: Game, state: State, rng: random.Random):
        self._made = []  # the states that moves have led to of late
        self.game, self.state, self.rng = _listening(game, self._made), state, rng
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
        self._made[:] = [state]
        outcome = ROLLOUTS[rule](self.game, state, self.rng)
        end.children, end.untried = before  # what was expanded is not counted yet
        moves = tuple(node.action for node in path[1:])
        return Simulation(moves, selected - 1, tuple(self._made), rule, outcome)

    def _count(self, simulation: Simulation) -> None:
        """Put a simulation into the tree."""
        path = [self._root]
        for action in simulation.moves:
            path.append(_child(path[-1], action) or path[-1].grow(self.game, action))
        backpropagate(path, simulation.outcome)

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
        mover = SIDE[self.game.player(node.state)]
        return Node(self.game, self.game.result(node.state, action), action, mover)

    def terms(self, node: Node, c: float) -> list[Term]:
        """Return the terms of UCB1 for the children of a node, as the game lists their moves."""
        return [
            Term(
                child.action,
                child.visits,
                child.mean,
                c * sqrt(log(node.visits) / child.visits) if child.visits else inf,
            )
            for child in self.children(node)
        ]

    def children(self, node: Node) -> list[Node]:
        """Return the children of a node, as the game lists their moves."""
        return as_listed(self.game, node) if node.children else []


def _child(node: Node, action: Action) -> Node | None:
    return next((child for child in node.children if child.action == action), None)


def _listening(game: Game, made: list[State]) -> Game:
    """Return the same game, which also notes the states that its moves lead to.

    It is of the same class if it can be, since rules of thumb know games by their class.
    All it is asked is answered by the game itself, so what that asks of itself is not noted.
    """

    def result(state: State, action: Action) -> State:
        made.append(game.result(state, action))
        return made[-1]

    six = {name: getattr(game, name) for name in SIX} | {"result": result}
    try:
        twin = object.__new__(type(game))
        vars(twin).update(vars(game), **six)
    except TypeError:  # its class has slots, or is made in a way of its own
        return SimpleNamespace(**six)
    return twin
