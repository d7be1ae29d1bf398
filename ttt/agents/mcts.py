"""Monte Carlo tree search with UCB1, for any game with the six functions.

A simulation has four phases. `select` goes down the tree to a node with moves
left to try, `expand` tries one of them, `rollout` plays on from there to the
end, and `backpropagate` counts the outcome at every node on the way.
"""

import random
from collections.abc import Callable
from itertools import count
from math import inf, log, sqrt
from time import monotonic

import numpy as np

from ttt.agents.agent import Agent, Policy
from ttt.agents.lockstep import exploration, mcts_all
from ttt.agents.rules import block, win
from ttt.game import Action, Memory, State, TicTacToe, positive
from ttt.space import Space

C = sqrt(2)
SIMULATIONS = 1_000
MOST_STATES = 10_000  # from which an agent's searches are all made at once
SIDE = {"X": 1, "O": -1}
ROOT_OF_LOG = Memory(lambda visits: sqrt(log(visits)))  # UCB1 asks for the same ones all the time

Rollout = Callable[[TicTacToe, State, random.Random], int]


class Node:
    """A state in the tree of a search, and what the simulations through it came to.

    state     the state
    action    the move that led to it; None at the root
    mover     who made that move, 1 for X and -1 for O
    visits    how many simulations came through this node
    total     the sum of their outcomes from the mover's side: win 1, draw 0, loss -1
    mean      total / visits: what `select` exploits
    rarity    1 / √visits: what it explores by
    children  the nodes behind the moves that have been tried
    untried   the moves that have not
    """

    __slots__ = ("action", "children", "mean", "mover", "rarity", "state", "total", "untried")
    __slots__ += ("visits",)

    def __init__(
        self,
        game: TicTacToe,
        state: State,
        action: Action | None = None,
        mover: int | None = None,
    ):
        self.state, self.action = state, action
        self.mover = mover or -SIDE[game.player(state)]
        self.visits, self.total, self.mean, self.rarity = 0, 0, 0.0, inf
        self.children, self.untried = (), game.actions(state)

    def grow(self, game: TicTacToe, action: Action) -> "Node":
        """Return a new child, behind a move that was untried till now."""
        child = Node(game, game.result(self.state, action), action, -self.mover)
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
    path, node = [root], root
    while node.children and not node.untried:
        explore, best = c * ROOT_OF_LOG[node.visits], -inf
        for child in node.children:
            score = child.mean + explore * child.rarity  # UCB1, in the quickest way
            if score > best:
                best, node = score, child
        path.append(node)
    return path


def expand(game: TicTacToe, path: list[Node], rng: random.Random) -> None:
    """Try one of the moves left at the end of the path, at random, and go there."""
    node = path[-1]
    if node.untried:
        action = node.untried[int(rng.random() * len(node.untried))]
        path.append(node.grow(game, action))


def rollout(game: TicTacToe, state: State, rng: random.Random) -> int:
    """Return how a game from `state` ends in which both move at random: 1, 0 or -1, X's side."""
    while actions := game.actions(state):
        state = game.result(state, actions[int(rng.random() * len(actions))])
    return game.utility(state)


def backpropagate(path: list[Node], outcome: int) -> None:
    """Count an outcome, X's side, at every node of the path, for the player who moved there."""
    for node in path:
        node.visits += 1
        node.total += outcome * node.mover
        node.mean = node.total / node.visits
        node.rarity = 1 / sqrt(node.visits)


def one_step_rollout(game: TicTacToe, state: State, rng: random.Random) -> int:
    """Return how a game ends in which both win if they can, else block, else move at random."""
    while not game.terminal(state):
        moves = win(game, state) or block(game, state) or game.actions(state)
        state = game.result(state, rng.choice(moves))
    return game.utility(state)


ROLLOUTS = {"random": rollout, "one-step": one_step_rollout}


# ---- the search


def search(
    game: TicTacToe,
    state: State,
    simulations: int | None = SIMULATIONS,
    c: float = C,
    rng: random.Random | None = None,
    seconds: float | None = None,
    play_out: Rollout = rollout,
    root: Node | None = None,
) -> Node:
    """Return the root of the tree that so many simulations from `state` have grown.

    With `seconds` it goes on until the time is up, or all simulations are
    made; at least one is. A `root` from an earlier search is grown further.
    """
    root, rng = root or Node(game, state), rng or random.Random()
    end = None if seconds is None else monotonic() + seconds
    for _ in count() if simulations is None else range(simulations):
        path = select(root, c)
        expand(game, path, rng)
        backpropagate(path, play_out(game, path[-1].state, rng))
        if end is not None and monotonic() > end:
            break
    return root


def most_visited(root: Node) -> Node:
    """Return the child to move to: the most visited, of equals the one of the highest mean."""
    return max(root.children, key=lambda child: (child.visits, child.mean))


# ---- the agent


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
        self.seconds, self.c, self.keep = seconds, exploration(c), keep
        self.play_out = ROLLOUTS.get(rollout, rollout) if isinstance(rollout, str) else rollout
        self._kept = None
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds must be more than 0, not {seconds!r}.")
        if not callable(self.play_out):
            names = ", ".join(map(repr, ROLLOUTS))
            raise ValueError(
                f"rollout is {names}, or a function of game, state and rng, not {rollout!r}."
            )

    def search(self, game: TicTacToe, state: State) -> Node:
        """Return the root of a tree that was grown from `state`."""
        root = self._kept_node(game, state) if self.keep else None
        options = self.simulations, self.c, self.rng, self.seconds, self.play_out, root
        grown = search(game, state, *options)
        self._kept = (game, grown) if self.keep else None
        return grown

    def policy(self, game: TicTacToe, state: State) -> Policy:
        """Return the share of the visits that each move got in one search."""
        root = self.search(game, state)
        total = sum(child.visits for child in root.children)
        return {n.action: n.visits / total for n in sorted(root.children, key=_action)}

    def scores(self, game: TicTacToe, state: State) -> dict[Action, float]:
        """Return the mean outcome behind each move in one search, X's side."""
        root = self.search(game, state)
        return {n.action: n.mean * n.mover for n in sorted(root.children, key=_action)}

    def decision(self, game: TicTacToe, state: State) -> Policy:
        """Return the most visited move of one search, with probability 1."""
        return {most_visited(self.search(game, state)).action: 1.0}

    def tabulated(self, space: Space) -> np.ndarray | None:
        """Return the decisions of one search from every state, as an array [states, cells].

        None if searches in lockstep would not be those of this agent, or too many.
        """
        by_the_book = self.play_out is rollout and self.seconds is None and not self.keep
        if not by_the_book or len(space) > MOST_STATES:
            return None
        return mcts_all(space, self.simulations, self.c, self.rng.getrandbits(64)).policy

    def _kept_node(self, game: TicTacToe, state: State) -> Node | None:
        """Return the node of `state` in the tree of the last search, if it is there."""
        if self._kept is None or self._kept[0] != game:
            return None
        nodes = [self._kept[1]]
        while nodes:
            found = next((node for node in nodes if node.state == state), None)
            if found:
                return found
            nodes = [child for node in nodes for child in node.children]
        return None


def _action(node: Node) -> Action:
    return node.action
