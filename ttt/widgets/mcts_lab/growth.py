"""A Monte Carlo tree search that goes phase by phase, and back again."""

import random
from collections.abc import Iterator
from copy import copy

from ttt.agents.mcts import as_listed
from ttt.algorithms.mcts import Node, backpropagate, expand, select
from ttt.draw import INK, rounded, signed
from ttt.game import Action, Game, State

PHASES = ("select", "expand", "rollout", "backpropagate")
PHASE_COLOURS = dict(zip(PHASES, ("#7b4fa3", "#00845a", "#8a6d00", "#b3205e")))
COURSE = (select, expand, backpropagate)
MOST_LEVELS = 4  # of the tree that are shown: of a longer path the boards in between are left out
Moves = tuple[Action, ...]  # a board of the tree is named by the moves that lead to it


class Growth:
    """The tree of a search after so many phases, as a scene.

    To go back, the search is made again from the start, with the same random numbers.

    at      how many phases have been made, four a simulation
    plan    for each simulation, those to come as well, its c
    tree    the root of the tree
    nodes   those that the simulation under way, or else the last one, goes through
    played  the states of its rollout, once it has been played
    phases  the functions select, expand and backpropagate
    """

    root, room, is_small = (), None, False

    def __init__(self, game: Game, state: State, rng: random.Random, phases: tuple = COURSE):
        self.game, self._state, self._seed, self.plan = game, state, rng, []
        self.phases = phases
        self.begin()

    def begin(self) -> None:
        """Go back to the tree that is the root alone."""
        self.at, self.rng = 0, copy(self._seed)
        self.tree = Node(self.game, self._state)
        self.nodes, self.played = [self.tree], []
        self._phases = self._grow()

    def advance(self) -> None:
        """Make one phase more."""
        next(self._phases)

    def _grow(self) -> Iterator[None]:
        """Make the simulations of the plan, stopping after each phase."""
        select, expand, backpropagate = self.phases
        for c in self.plan:
            self.nodes, self.played = select(self.tree, c), []
            yield
            expand(self.game, self.nodes, self.rng)
            yield
            self.played = list(rollout(self.game, self.nodes[-1].state, self.rng))
            yield
            backpropagate(list(self.nodes), self.outcome)
            yield

    @property
    def phase(self) -> str:
        """What has just been done: one of the four phases, or "" before the first."""
        return PHASES[(self.at - 1) % 4] if self.at else ""

    @property
    def outcome(self) -> float:
        """How the rollout ended, X's side."""
        return self.game.utility(self.played[-1])

    def find(self, moves: Moves) -> Node | None:
        """Return the node behind these moves, or None if the tree does not have it."""
        nodes = [self.tree]
        for action in moves:
            nodes = [child for node in nodes for child in node.children if child.action == action]
        return nodes[0] if nodes else None

    # ---- the scene

    @property
    def focus(self) -> Moves:
        """The board that the path ends at."""
        return tuple(node.action for node in self.nodes[1:])

    @property
    def path(self) -> list[Moves]:
        """The boards that the simulation goes through."""
        return [self.focus[:length] for length in range(len(self.nodes))]

    def below(self, moves: Moves) -> dict:
        """Return the children of a board, the one on the path with the colour of the phase.

        The middle of a long path is left out, so that the root is seen together with its end.
        """
        edges = {}
        for child in as_listed(self.game, self.find(moves)):
            on_path, action = child in self.nodes, child.action
            edge = {"action": action, **({"strong": self._colour} if on_path else {})}
            if on_path and len(moves) == 1 and len(self.nodes) > MOST_LEVELS:
                edges[self.focus[:-1]] = edge | {"action": f"{action} …"}
            else:
                edges[*moves, action] = edge
        return edges

    def look(self, moves: Moves) -> dict:
        """Return the board, its mean in the pill, N and W below."""
        node = self.find(moves)
        look = {"state": node.state, "note": f"N {node.visits:,}"}
        if node.visits and node.action is not None:
            look |= {"value": rounded(node.mean), "tint": node.mean * node.mover}
            look["note"] += f"\nW {signed(node.total)}"
        return look | ({"frame": self._colour} if moves == self.focus else {})

    @property
    def _colour(self) -> str:
        return PHASE_COLOURS.get(self.phase, INK)


def rollout(game: Game, state: State, rng: random.Random) -> Iterator[State]:
    """Yield the states of a rollout from `state` to the end, as the textbook's plays it."""
    yield state
    while not game.terminal(state):
        actions = tuple(game.actions(state))
        state = game.result(state, actions[int(rng.random() * len(actions))])
        yield state
