"""AlphaZero where the whole game is a table, and the agent that plays what it has learned.

The algorithm is that of ttt.algorithms.alphazero. But the network is asked about all states at
once, after each turn of learning, so that a search only looks things up; and all games of
self-play, and all their searches, go on in lockstep.
"""

import random
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from os import PathLike
from typing import NamedTuple

import numpy as np

from ttt.agents.agent import Policy, Trained
from ttt.agents.lockstep import KINDS, Searches, Trees, exploration
from ttt.agents.mcts import MOST_STATES
from ttt.agents.networks import network_sizes
from ttt.agents.training import Check, exact_scores
from ttt.algorithms.alphazero import NOISE, NOISE_SHAPE, C, Mind, PuctNode, search
from ttt.algorithms.mcts import most_visited
from ttt.algorithms.nets import Network, encode
from ttt.anygame import insist_on_symmetries, name_of_game
from ttt.game import Action, Game, State, TicTacToe
from ttt.grid import positive
from ttt.space import Space, space_of

SIMULATIONS = 25
STEPS, BATCH, KEPT = 50, 256, 20  # as in the textbook


def new_mind(game: Game, hidden: tuple[int, ...], rng: np.random.Generator) -> Mind:
    """Return a mind that knows nothing yet, or raise a ValueError if states are no boards."""
    if not isinstance(game.initial, str):
        raise ValueError(f"The states of {name_of_game(game)} are no boards for a network to see.")
    inputs, moves = len(encode(game.initial)), len(game.actions(game.initial))
    return Mind(game, Network(inputs, network_sizes(hidden), moves, rng))


# ---- a search in every state


class MindTable:
    """A space as a mind sees it: the moves of a state stand in the order of the mind's moves.

    inputs     [states, inputs]: the states as numbers
    successor  [states, moves]: the row each move leads to, -1 where there is no such move
    """

    def __init__(self, mind: Mind, space: Space):
        self.mind, self.space = mind, space
        self.results, self.x_moves = space.results, space.x_moves
        self.inputs = np.array([mind.encode(state) for state in space.states], float)
        self.columns = np.nonzero(space.legal)
        self.places = self.columns[0], [mind.moves.index(move) for _, move in space.moves()]
        self.successor = np.full((len(space), len(mind.moves)), -1)
        self.successor[self.places] = space.successor[self.columns]
        self.legal = self.successor >= 0
        self.open = self.legal.any(axis=1)

    def think(self) -> tuple[np.ndarray, np.ndarray]:
        """Return [states, moves], the chances of the moves, and [states], the values, X's side."""
        chances, values = np.zeros(self.legal.shape), self.results.astype(float)
        legal, sides = self.legal[self.open], np.where(self.x_moves, 1, -1)[self.open]
        chances[self.open], mine = self.mind.network.forward(self.inputs[self.open], legal)
        values[self.open] = mine * sides
        return chances, values

    def policy(self, choices: np.ndarray) -> np.ndarray:
        """Return the policy that makes these moves, [states], as the space wants it."""
        policy = np.zeros(self.space.successor.shape)
        policy[self.columns] = np.eye(self.legal.shape[1])[choices][self.places]
        return policy

    def images(self) -> tuple[np.ndarray, np.ndarray]:
        """Return [states, symmetries], the rows of the mirror images, and [symmetries, moves].

        The second says which move of a state becomes the first, second, … of its image.
        """
        insist_on_symmetries(self.mind.game)
        game, moves = self.mind.game, self.mind.moves
        row_of = {state: row for row, state in enumerate(self.space.states)}
        rows = [[row_of[image] for image in game.images(state)] for state in row_of]
        moved = [[moves.index(image) for image in game.action_images(move)] for move in moves]
        return np.array(rows), np.argsort(moved, axis=0).T


class PuctTrees(Trees):
    """Trees that grow by PUCT: what the mind thinks of all states and moves is known."""

    kinds = KINDS | {"prior": np.float64}

    def __init__(self, table: MindTable, thoughts, rows, c, noise=0.0, rng=None):
        self.priors, self.values = thoughts
        super().__init__(table, rows, c, rng)
        self.simulations = 1  # the first has asked about the root
        if noise:
            roots = slice(len(self.roots))
            dice = rng.standard_gamma(NOISE_SHAPE, self.prior[roots].shape)  # Dirichlet's way
            dice *= np.arange(self.width) < self.legal[self.roots, None]
            dice /= dice.sum(axis=1, keepdims=True)
            self.prior[roots] += noise * (dice - self.prior[roots])
            self.rarity[roots] = self.prior[roots]

    def _doubt(self, visits):
        return self.c * np.sqrt(visits)

    def _rarity(self, at, visits):
        return self.prior.take(at) / (1 + visits)

    def _draw_untried(self, at, left):
        """Leave the moves in their order: the priors tell which comes first."""

    def _make_nodes(self, state):
        new = super()._make_nodes(state)
        self.prior[new] = np.take_along_axis(self.priors[state], self.cell[state], axis=1)
        self.rarity[new] = self.prior[new]
        self.mean[new] = np.minimum(self.mean[new], 0)  # 0 where untried; no move stays -inf
        return new

    def _worth(self, state):
        return self.values[state]


def puct_all(table: MindTable, thoughts, rows, simulations: int, c=C, **options) -> Searches:
    """Return what searches from these rows of a table find, with the options of `PuctTrees`."""
    trees = PuctTrees(table, thoughts, rows, c, **options)
    for _ in range(simulations):
        trees.simulate()
    return trees.found()


# ---- learning


class TurnCheck(NamedTuple):
    """What the network alone was worth after so many games, its likeliest move taken: exact.

    reply_to_x, reply_to_o  what the best reply to it as X and as O scores, replier's side
    wrong                   the share of boards on which its move gives away minimax value
    """

    games: int
    reply_to_x: float
    reply_to_o: float
    wrong: float
    reply, unbeatable = Check.reply, Check.unbeatable


class TurnHistory(NamedTuple):
    """How a training went: the mean loss of each turn; a check at the start and after each turn."""

    losses: list[float]
    checks: list[TurnCheck]


@dataclass(eq=False)
class Training:
    """A network that learns a game by playing against itself: each `turn` it plays and learns.

    game         plain tic-tac-toe unless given; its states are boards, and fit a Space
    hidden       how many neurons each hidden layer has
    games        how many games it plays in a turn
    simulations  how many its search makes for a move

    Ingredients, each of which can be left out:

    noise        chance in the priors at the root
    sampling     a move is drawn by the visits of its search; without it, the most visited is made
    symmetries   it learns from every mirror image of a board
    search       without it the network plays alone, and learns to repeat what did not lose
    value        the network tells what a leaf is worth; without it, it is 0, and only ends count

    history      how it went, a `TurnHistory`
    visited      [states]: how many moves of self-play were made in each state of its space
    memory       what it learns from, [moves, …] for each of the last turns: the row of the state,
                 the outcome, mover's side, and the shares of the moves
    """

    seed: int = 0
    game: Game | None = None
    hidden: tuple[int, ...] = (64, 64)
    games: int = 64
    simulations: int = SIMULATIONS
    noise: bool = True
    sampling: bool = True
    symmetries: bool = True
    search: bool = True
    value: bool = True

    name = "alphazero"

    def __post_init__(self):
        positive("games", self.games)
        positive("simulations", self.simulations)
        self.game = TicTacToe() if self.game is None else self.game
        self.space, self.rng = space_of(self.game), np.random.default_rng(self.seed)
        self.mind = new_mind(self.game, self.hidden, self.rng)
        self.table = MindTable(self.mind, self.space)
        self.images, self.moved = self.table.images() if self.symmetries else (None, None)
        self.memory, self.visited = deque(maxlen=KEPT), np.zeros(len(self.space), int)
        self.history = TurnHistory([], [])
        self._check()

    def turn(self) -> TurnCheck:
        """Play some games, learn from those of the last turns, and return the exact check."""
        for _ in self.steps():
            pass
        return self.history.checks[-1]

    def steps(self) -> Iterator[None]:
        """Make one turn in short steps, so that there can be a pause after each."""
        self.memory.append((yield from self._play()))
        np.add.at(self.visited, self.memory[-1][:, 0].astype(int), 1)
        self.history.losses.append((yield from self._learn()))
        self._check()

    def agent(self, simulations: int = SIMULATIONS, **options) -> "AlphaZero":
        """Return the agent that plays what the network knows, with the options of `AlphaZero`."""
        return AlphaZero(self.mind, simulations, **options)

    def save(self, file: str | PathLike, overwrite: bool = False) -> None:
        """Save all that it needs to go on as if it had never stopped."""
        from ttt.agents.saved import save  # not above: it knows all agents that learn

        save(self, file, overwrite)

    @staticmethod
    def load(file: str | PathLike) -> "Training":
        """Return a saved training, or raise a ValueError of one sentence if the file holds none."""
        from ttt.agents.saved import load

        return load(file, kind=Training)

    def _check(self) -> TurnCheck:
        """Return what the network is worth now, rounded as a file holds it; write it down."""
        network = self.mind.network
        for weight in network.weights + network.means + network.squares:
            weight[:] = weight.astype(np.float32)
        self.thoughts, games = self.table.think(), self.games * len(self.history.losses)
        policy = self.table.policy(self.thoughts[0].argmax(axis=1))
        *_, reply_to_x, reply_to_o = exact_scores(self.space, policy)
        wrong = float(self.space.wrong(policy)[self.table.open].mean())
        self.history.checks.append(TurnCheck(games, reply_to_x, reply_to_o, wrong))
        return self.history.checks[-1]

    def _play(self) -> Generator[None, None, np.ndarray]:
        """Return the moves of some games against itself, as `memory` holds them, in steps."""
        state, going, turns = np.zeros(self.games, int), np.arange(self.games), []
        while len(going := going[self.table.open[state[going]]]):
            rows = state[going]
            shares = self._shares(rows)
            until = shares.cumsum(axis=1)
            dice = self.rng.random((len(rows), 1)) * until[:, -1:]
            move = (until > dice if self.sampling else shares).argmax(axis=1)
            state[going] = self.table.successor[rows, move]
            turns.append((going, rows, move, shares))
            yield
        going, rows, move, shares = map(np.concatenate, zip(*turns))
        outcomes = self.table.results[state[going]] * np.where(self.table.x_moves, 1, -1)[rows]
        if not self.search:  # where it has lost, its chances are right as they are
            made = np.eye(shares.shape[1])[move]
            shares = np.where(outcomes[:, None] < 0, shares, made)
        return np.column_stack([rows, outcomes, shares]).astype(np.float32)  # as a file holds it

    def _shares(self, rows: np.ndarray) -> np.ndarray:
        """Return [rows, moves]: how often each move is to be made in these states, 1 in all."""
        if not self.search:
            return self.thoughts[0][rows]
        chances, values = self.thoughts
        thoughts = chances, values if self.value else self.table.results
        noise = {"noise": NOISE * self.noise, "rng": self.rng}
        found = puct_all(self.table, thoughts, rows, self.simulations, **noise)
        return found.visits / self.simulations

    def _learn(self) -> Generator[None, None, float]:
        """Take some steps, each on some of the moves it remembers, and return the mean loss."""
        memory = np.concatenate(self.memory)
        some = memory[self.rng.integers(len(memory), size=STEPS * BATCH)]
        rows, outcomes, shares = some[:, 0].astype(int), some[:, 1], some[:, 2:]
        if self.symmetries:
            nth = self.rng.integers(len(self.moved), size=len(rows))
            rows = self.images[rows, nth]
            shares = np.take_along_axis(shares, self.moved[nth], axis=1)
        arrays = self.table.inputs[rows], shares, outcomes, self.table.legal[rows]
        losses = []
        for batch in zip(*(np.split(array, STEPS) for array in arrays)):
            losses.append(self.mind.network.learn(*batch))
            yield
        return sum(losses) / STEPS


# ---- playing


class AlphaZero(Trained):
    """The agent that makes the move which its search, guided by a network, visited most.

    mind         its network, and the game that it has learned
    simulations  how many a move
    c            how much to explore
    raw          whether it plays without search, the move that its network finds likeliest
    """

    name = "alphazero"

    def __init__(
        self,
        mind: Mind,
        simulations: int = SIMULATIONS,
        c: float = C,
        raw: bool = False,
        rng: random.Random | None = None,
    ):
        super().__init__(rng)
        self.mind, self.game, self.raw = mind, mind.game, raw
        self.simulations, self.c = positive("simulations", simulations), exploration(c)

    def tree(self, game: Game, state: State) -> PuctNode:
        """Return the root of the tree that a search from `state` has grown."""
        self.insist_on_own(game)
        return search(self.mind, [state], 0 if self.raw else self.simulations, self.c)[0]

    def policy(self, game: Game, state: State) -> Policy:
        """Return the one move it makes, with probability 1."""
        root = self.tree(game, state)
        if not root.children:
            return {}
        if self.raw:
            return {max(root.children, key=lambda child: child.prior).action: 1.0}
        return {most_visited(root).action: 1.0}

    def scores(self, game: Game, state: State) -> dict[Action, float]:
        """Return the mean value of each move in its search, X's side.

        Without search, return the chance of each move; what is good for O is negative.
        """
        children = self.tree(game, state).children
        return {n.action: (n.prior if self.raw else n.mean) * n.mover for n in children}

    def tabulated(self, space: Space) -> np.ndarray | None:
        """Return its policy in all states of a space, as an array [states, moves].

        None if their searches would be too many.
        """
        self.insist_on_own(space.game)
        if len(space) > MOST_STATES:
            return None
        table = MindTable(self.mind, space)
        thoughts, rows = table.think(), np.arange(len(space))
        if self.raw:
            return table.policy(thoughts[0].argmax(axis=1))
        return table.policy(puct_all(table, thoughts, rows, self.simulations, self.c).choices)
