"""The agent that searches by simulations; the search itself is ttt.algorithms.mcts."""

import random
from collections.abc import Callable
from itertools import count
from time import monotonic

import numpy as np

from ttt.agents.agent import Agent, Policy
from ttt.agents.lockstep import exploration, mcts_all
from ttt.agents.rules import block, insist_on_lines, win
from ttt.algorithms.mcts import C, Node, most_visited, rollout, simulate
from ttt.anygame import same_game
from ttt.game import Action, Game, State
from ttt.grid import positive
from ttt.space import Space

SIMULATIONS = 1_000
MOST_STATES = 10_000  # from which an agent's searches are all made at once

Rollout = Callable[[Game, State, random.Random], float]


def one_step_rollout(game: Game, state: State, rng: random.Random) -> float:
    """Return how a game ends in which both win if they can, else block, else move at random."""
    insist_on_lines(game, "The rollout 'one-step'")
    while not game.terminal(state):
        moves = win(game, state) or block(game, state) or game.actions(state)
        state = game.result(state, rng.choice(moves))
    return game.utility(state)


ROLLOUTS = {"random": rollout, "one-step": one_step_rollout}


class MCTS(Agent):
    """The agent that grows a tree by simulations and makes the move it has visited most.

    simulations  how many a move; with `seconds` at most so many, or None for no limit
    seconds      time for a move
    c            how much to explore
    rollout      how simulations end: "random", "one-step", or a function (game, state, rng)
    keep         whether the part of the tree that the game moved into is used again

    Its policy and its scores are those of one search, made with the agent's rng.
    """

    name = "mcts"
    note = "mcts decides by chance, and this is one sample of its decisions"

    def __init__(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        c: float = C,
        rollout: str | Rollout = "random",
        keep: bool = False,
        rng: random.Random | None = None,
    ):
        super().__init__(rng)
        if simulations is None and seconds is None:
            simulations = SIMULATIONS
        self.simulations = None if simulations is None else positive("simulations", simulations)
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds must be more than 0, not {seconds!r}.")
        self.play_out = ROLLOUTS.get(rollout) if isinstance(rollout, str) else rollout
        if not callable(self.play_out):
            names = ", ".join(map(repr, ROLLOUTS))
            raise ValueError(
                f"rollout is {names}, or a function of game, state and rng, not {rollout!r}."
            )
        self.seconds, self.c, self.keep = seconds, exploration(c), keep
        self._kept = None

    def search(self, game: Game, state: State) -> Node:
        """Return the root of a tree that was grown from `state`, by at least one simulation."""
        root = (self._kept_node(game, state) if self.keep else None) or Node(game, state)
        end = None if self.seconds is None else monotonic() + self.seconds
        for _ in count() if self.simulations is None else range(self.simulations):
            simulate(game, root, self.c, self.rng, self.play_out)
            if end is not None and monotonic() > end:
                break
        self._kept = (game, root) if self.keep else None
        return root

    def policy(self, game: Game, state: State) -> Policy:
        """Return the most visited move of one search, with probability 1."""
        root = self.search(game, state)
        return {most_visited(root).action: 1.0} if root.children else {}

    def scores(self, game: Game, state: State) -> dict[Action, float]:
        """Return the mean outcome behind each move in one search, X's side."""
        root = self.search(game, state)
        return {n.action: n.mean * n.mover for n in as_listed(game, root)}

    def tabulated(self, space: Space) -> np.ndarray | None:
        """Return the decisions of one search from every state, as an array [states, moves].

        None if searches in lockstep would not be those of this agent, or too many.
        """
        by_the_book = self.play_out is rollout and self.seconds is None and not self.keep
        if not by_the_book or len(space) > MOST_STATES:
            return None
        return mcts_all(space, self.simulations, self.c, self.rng.getrandbits(64)).policy

    def _kept_node(self, game: Game, state: State) -> Node | None:
        """Return the node of `state` in the tree of the last search, if it is there."""
        if self._kept is None or not same_game(self._kept[0], game):
            return None
        nodes = [self._kept[1]]
        while nodes:
            found = next((node for node in nodes if node.state == state), None)
            if found:
                return found
            nodes = [child for node in nodes for child in node.children]
        return None


def as_listed(game: Game, root: Node) -> list[Node]:
    """Return the children of a node in the order in which the game lists their moves."""
    moves = game.actions(root.state) if root.children else ()
    places = {action: place for place, action in enumerate(moves)}
    return sorted(root.children, key=lambda child: places[child.action])
