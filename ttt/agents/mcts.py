"""The agent that searches by simulations; the search itself is ttt.algorithms.mcts."""

import random
from time import monotonic

import numpy as np

from ttt.agents.agent import Agent, Policy, time_limit
from ttt.agents.lockstep import exploration, mcts_all
from ttt.algorithms.mcts import C, Node, most_visited, search, simulate
from ttt.game import Game, State
from ttt.grid import positive
from ttt.space import Space

SIMULATIONS = 1_000
MOST_STATES = 10_000  # from which an agent's searches are all made at once


class MCTS(Agent):
    """The agent that grows a tree by simulations and makes the move it has visited most.

    simulations  how many a move
    seconds      time for a move, in place of a number of simulations
    c            how much to explore

    Its policy is that of one search, made with the agent's rng.
    """

    name = "mcts"
    note = "mcts decides by chance, and this is one sample of its decisions"

    def __init__(
        self,
        simulations: int = SIMULATIONS,
        seconds: float | None = None,
        c: float = C,
        rng: random.Random | None = None,
    ):
        super().__init__(rng)
        self.simulations = positive("simulations", simulations)
        self.seconds, self.c = time_limit(seconds), exploration(c)

    def search(self, game: Game, state: State) -> Node:
        """Return the root of a tree that was grown from `state`, by at least one simulation."""
        if self.seconds is None:
            return search(game, state, self.simulations, self.c, self.rng)
        root, end = Node(game, state), monotonic() + self.seconds
        while not root.visits or monotonic() <= end:
            simulate(game, root, self.c, self.rng)
        return root

    def policy(self, game: Game, state: State) -> Policy:
        """Return the most visited move of one search, with probability 1."""
        root = self.search(game, state)
        return {most_visited(root).action: 1.0} if root.children else {}

    def tabulated(self, space: Space) -> np.ndarray | None:
        """Return the decisions of one search from every state, as an array [states, moves].

        None if they would be too many, or end by the clock.
        """
        if self.seconds is not None or len(space) > MOST_STATES:
            return None
        return mcts_all(space, self.simulations, self.c, self.rng.getrandbits(64)).policy


def as_listed(game: Game, root: Node) -> list[Node]:
    """Return the children of a node in the order in which the game lists their moves."""
    moves = game.actions(root.state) if root.children else ()
    places = {action: place for place, action in enumerate(moves)}
    return sorted(root.children, key=lambda child: places[child.action])
