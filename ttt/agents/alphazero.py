"""AlphaZero where the whole game is a table, and the agent that plays what it has learned.

The algorithm is that of ttt.algorithms.alphazero. But the network is asked about all states at
once, after each turn of learning, so that a search only looks things up; and all games of
self-play, and all their searches, go on in lockstep.
"""

import random
from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from ttt.agents.agent import Agent, Policy
from ttt.agents.lockstep import KINDS, Searches, Trees, exploration
from ttt.agents.mcts import MOST_STATES
from ttt.agents.training import Check as TrainingCheck
from ttt.agents.training import exact_scores
from ttt.algorithms.alphazero import NOISE, NOISE_SHAPE, C, Mind, Node, search
from ttt.algorithms.mcts import most_visited
from ttt.algorithms.nets import Network, encode
from ttt.anygame import as_game, insist_on_symmetries, name_of_game, same_game
from ttt.game import Action, Game, State, TicTacToe
from ttt.grid import positive
from ttt.space import Space, space_of

SIMULATIONS = 25
STEPS, BATCH, RATE, KEPT = 50, 256, 0.003, 20  # as in ttt.algorithms.alphazero


class PuctTrees(Trees):
    """Trees that grow by PUCT: the priors of all moves are known, and the values of all states.

    With rollouts, a random game tells what a state is worth, and not its value.
    """

    kinds = KINDS | {"prior": np.float64}

    def __init__(self, space: Space, rows, c, rng, priors, values, rollouts=False):
        self.priors, self.values, self.rollouts = priors, values, rollouts
        super().__init__(space, rows, c, rng)
        self.simulations = 1  # the first one has asked about the roots

    def add_noise(self, noise: float) -> None:
        """Mix chance into the priors at the roots."""
        roots = slice(len(self.roots))
        dice = self.rng.standard_gamma(NOISE_SHAPE, (len(self.roots), self.width))
        dice *= np.arange(self.width) < self.legal[self.roots, None]
        self.prior[roots] += noise * (dice / dice.sum(axis=1, keepdims=True) - self.prior[roots])
        self.rarity[roots] = self.prior[roots]

    def _doubt(self, visits):
        return self.c * np.sqrt(visits)

    def _rarity(self, at, visits):
        return self.prior.take(at) / (1 + visits)

    def _draw_untried(self, at, left):
        """Leave the moves in their order: the priors say which comes first."""

    def _make_nodes(self, state):
        new = super()._make_nodes(state)
        self.prior[new] = np.take_along_axis(self.priors[state], self.cell[state], axis=1)
        self.rarity[new] = self.prior[new]
        self.mean[new] = np.minimum(self.mean[new], 0)  # untried is worth 0; no move stays -inf
        return new

    def _worth(self, state):
        return super()._worth(state) if self.rollouts else self.values[state]


def puct_all(space: Space, simulations: int, priors, values, c: float = C) -> Searches:
    """Return what a search of so many simulations finds from every state of a space."""
    trees = PuctTrees(space, np.arange(len(space)), c, None, priors, values)
    for _ in range(simulations):
        trees.simulate()
    return trees.found()


class Table:
    """What a mind thinks of every state of a space, and how the space looks to its network.

    inputs  [states, inputs]: the states as numbers
    legal   [states, answers]: which of the network's answers are moves
    place   [states, moves]: the network's answer that is the move of this column of the space
    """

    def __init__(self, mind: Mind, space: Space):
        self.mind, self.space = mind, space
        self.open = space.legal.any(axis=1)
        self.inputs = np.array([mind.encode(state) for state in space.states], float)
        nth = {move: n for n, move in enumerate(mind.moves)}
        width = space.successor.shape[1]
        listed = [[nth[m] for m in space.listed(row)] for row in range(len(space))]
        self.place = np.array([places + [0] * (width - len(places)) for places in listed])
        self.legal = self.as_answers(np.arange(len(space)), space.legal)

    def as_answers(self, rows: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Return numbers that belong to the moves of these states in the network's order."""
        answers = np.zeros((len(rows), len(self.mind.moves)), numbers.dtype)
        row, column = np.nonzero(self.space.legal[rows])
        answers[row, self.place[rows[row], column]] = numbers[row, column]
        return answers

    def think(self) -> tuple[np.ndarray, np.ndarray]:
        """Return [states, moves], the chances of the moves, and the values of the states, X's side.

        Where the game is over, the value is the utility.
        """
        space, open_ = self.space, self.open
        chances = np.zeros_like(self.legal, float)
        values = space.results.astype(float)
        chances[open_], own = self.mind.network.forward(self.inputs[open_], self.legal[open_])
        values[open_] = own * np.where(space.x_moves, 1, -1)[open_]
        return np.take_along_axis(chances, self.place, axis=1) * space.legal, values

    def images(self) -> tuple[np.ndarray, np.ndarray]:
        """Return [states, symmetries], the mirror images, and [symmetries, answers].

        The second says which answer of a state becomes each answer of its image.
        """
        game, moves, states = self.mind.game, self.mind.moves, list(self.space.states)
        index = {state: row for row, state in enumerate(states)}
        rows = [[index[image] for image in game.images(state)] for state in states]
        moved = [[moves.index(image) for image in game.action_images(move)] for move in moves]
        return np.array(rows), np.argsort(moved, axis=0).T


def greedy(space: Space, chances: np.ndarray) -> np.ndarray:
    """Return the policy that makes the move of the highest chance, the first of equals."""
    return np.eye(chances.shape[1])[chances.argmax(axis=1)] * space.legal


class Check(NamedTuple):
    """What the network alone was worth after so many turns, its likeliest move taken: exact.

    reply_to_x, reply_to_o  what its best reply scores against it as X and as O, replier's side
    wrong                   the share of boards on which its move gives away minimax value
    """

    turn: int
    games: int
    reply_to_x: float
    reply_to_o: float
    wrong: float
    unbeatable = TrainingCheck.unbeatable


@dataclass
class History:
    """How a training went: the mean loss of each turn; a check before the first and after each."""

    losses: list[float] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)


def _new_mind(game: Game, hidden: tuple[int, ...], rng: np.random.Generator) -> Mind:
    """Return a mind that knows nothing yet, or raise a ValueError if states are no boards."""
    if not isinstance(game.initial, str):
        raise ValueError(f"The states of {name_of_game(game)} are no boards for a network to see.")
    inputs, moves = len(encode(game.initial)), len(game.actions(game.initial))
    return Mind(game, Network(inputs, hidden, moves, rng))


class Training:
    """A network that learns a game by playing against itself, as long as you call `turn`.

    game         plain tic-tac-toe unless given; its states are boards and fit a Space
    hidden       how many neurons its hidden layers have
    games        how many games it plays in a turn
    simulations  how many the search makes for a move

    Any ingredient can be left out:

    noise        chance in the priors at the root
    sampling     moves drawn by their visits; without it, always the most visited
    symmetries   every turn is learned from in all its mirror images
    search       without it, the network plays alone; it learns the moves of who did not lose, and
                 where it lost, any other move
    value        the network's value of a leaf; without it, a game is played at random from there

    history      how it went
    visited      [states]: how many of its turns were made in each state of its space
    """

    def __init__(
        self,
        seed: int = 0,
        game: Game | None = None,
        hidden: tuple[int, ...] = (64, 64),
        games: int = 64,
        simulations: int = SIMULATIONS,
        noise: bool = True,
        sampling: bool = True,
        symmetries: bool = True,
        search: bool = True,
        value: bool = True,
    ):
        self.game = TicTacToe() if game is None else as_game(game)
        self.games, self.hidden = positive("games", games), tuple(hidden)
        self.simulations = positive("simulations", simulations)
        self.noise, self.sampling, self.symmetries = noise, sampling, symmetries
        self.search, self.value = search, value
        self.space, self.rng = space_of(self.game), np.random.default_rng(seed)
        self.mind = _new_mind(self.game, self.hidden, self.rng)
        self.table = Table(self.mind, self.space)
        if symmetries:
            insist_on_symmetries(self.game)
            self.images, self.moved = self.table.images()
        self.memory, self.visited = deque(maxlen=KEPT), np.zeros(len(self.space), int)
        self.history = History()
        self._check()

    def turn(self) -> Check:
        """Play some games, learn from the last turns' games, and return the exact check."""
        rows, shares, outcomes = self._play()
        np.add.at(self.visited, rows, 1)
        self.memory.append((rows, self.table.as_answers(rows, shares), outcomes))
        self.history.losses.append(self._learn())
        return self._check()

    def agent(self, raw: bool = False, simulations: int = SIMULATIONS, rng=None) -> "AlphaZero":
        """Return the agent that plays what the network has learned, now and later on."""
        return AlphaZero(self.mind, simulations, raw=raw, rng=rng)

    def _check(self) -> Check:
        """Return what the network is worth now; write it down, and what it thinks."""
        self.priors, self.values = self.table.think()
        policy, turns = greedy(self.space, self.priors), len(self.history.losses)
        replies = list(exact_scores(self.space, policy))[-2:]
        wrong = float(self.space.wrong(policy)[self.table.open].mean())
        self.history.checks.append(Check(turns, turns * self.games, *replies, wrong))
        return self.history.checks[-1]

    # ---- self-play

    def _play(self) -> tuple[np.ndarray, ...]:
        """Return for every turn of some games its state, the shares of its moves, and the outcome.

        The outcome is on the mover's side.
        """
        state, turns = np.zeros(self.games, int), []
        going = np.arange(self.games)
        while len(going := going[self.table.open[state[going]]]):
            rows = state[going]
            shares = self._shares(rows)
            drawn = self.rng.random((len(rows), 1)) if self.sampling else 0
            sums = shares.cumsum(axis=1)
            move = (sums > drawn * sums[:, -1:] if self.sampling else shares).argmax(axis=1)
            turns.append((going, rows, shares, move))
            state[going] = self.space.successor[rows, move]
        sides = np.where(self.space.x_moves, 1, -1)
        going, rows, shares, move = map(np.concatenate, zip(*turns))
        outcomes = self.space.results[state[going]] * sides[rows]
        return rows, shares if self.search else self._lessons(rows, move, outcomes), outcomes

    def _shares(self, rows: np.ndarray) -> np.ndarray:
        """Return [rows, moves]: how often each move is to be made in self-play, 1 in all."""
        if not self.search:
            return self.priors[rows]
        trees = PuctTrees(self.space, rows, C, self.rng, self.priors, self.values, not self.value)
        if self.noise:
            trees.add_noise(NOISE)
        for _ in range(self.simulations):
            trees.simulate()
        return trees.found().visits / self.simulations

    def _lessons(self, rows, move, outcomes) -> np.ndarray:
        """Return [rows, moves]: the move that was made, or where it lost, all others alike."""
        made = np.eye(self.space.successor.shape[1], dtype=bool)[move]
        others = self.space.legal[rows] & ~made
        lost = (outcomes < 0)[:, None] & others.any(axis=1, keepdims=True)
        right = np.where(lost, others, made)
        return right / right.sum(axis=1, keepdims=True)

    # ---- learning

    def _learn(self) -> float:
        """Take some steps, each on some of the turns it remembers, and return the mean loss."""
        rows, shares, outcomes = map(np.concatenate, zip(*self.memory))
        some = self.rng.integers(len(rows), size=STEPS * BATCH)
        rows, shares, outcomes = rows[some], shares[some], outcomes[some]
        if self.symmetries:
            nth = self.rng.integers(len(self.moved), size=len(some))
            rows = self.images[rows, nth]
            shares = np.take_along_axis(shares, self.moved[nth], axis=1)
        arrays = self.table.inputs[rows], shares, outcomes, self.table.legal[rows]
        batches = zip(*(np.split(array, STEPS) for array in arrays))
        return float(np.mean([self.mind.network.learn(*batch, rate=RATE) for batch in batches]))


class AlphaZero(Agent):
    """The agent that makes the move which its search, guided by a network, has visited most.

    mind         its network, and the game that it has learned
    simulations  how many a move
    c            how much to explore
    raw          whether it plays without search, the move that its network finds likeliest
    """

    name = "alphazero"
    is_settled = True

    def __init__(
        self,
        mind: Mind,
        simulations: int = SIMULATIONS,
        c: float = C,
        raw: bool = False,
        rng: random.Random | None = None,
    ):
        super().__init__(rng)
        self.simulations, self.c = positive("simulations", simulations), exploration(c)
        self.raw, self.mind = raw, mind

    def policy(self, game: Game, state: State) -> Policy:
        """Return the one move it makes, with probability 1."""
        self._insist_on(game)
        if game.terminal(state):
            return {}
        if not self.raw:
            return {most_visited(self.tree(state)).action: 1.0}
        ((chances, _),) = self.mind.think([state])
        return {max(chances, key=chances.get): 1.0}

    def tree(self, state: State) -> Node:
        """Return the root of the tree that a search from a state has grown."""
        return search(self.mind, [state], self.simulations, self.c)[0]

    def scores(self, game: Game, state: State) -> dict[Action, float]:
        """Return what it thinks each move is worth, X's side: the mean of its search.

        If it plays without search, it is the network's value of the state behind the move.
        """
        self._insist_on(game)
        if not self.raw:
            return {n.action: n.mean * n.mover for n in self.tree(state).children}
        after = {action: game.result(state, action) for action in game.actions(state)}
        open_ = [action for action, state in after.items() if not game.terminal(state)]
        thoughts = self.mind.think([after[action] for action in open_]) if open_ else ()
        values = {action: value for action, (_, value) in zip(open_, thoughts)}
        return {a: values[a] if a in values else game.utility(s) for a, s in after.items()}

    def tabulated(self, space: Space) -> np.ndarray | None:
        """Return its decisions in every state of a space, as an array [states, moves].

        None if their searches would be too many.
        """
        self._insist_on(space.game)
        if len(space) > MOST_STATES:
            return None
        priors, values = Table(self.mind, space).think()
        if self.raw:
            return greedy(space, priors)
        return puct_all(space, self.simulations, priors, values, self.c).policy

    def _insist_on(self, game: Game) -> None:
        """Raise a ValueError unless this is the game that it has learned."""
        learned = self.mind.game
        if game is not learned and not same_game(game, learned):
            raise ValueError(
                f"{self.name} has learned {name_of_game(learned)}, and plays no other game: "
                f"not {name_of_game(game)}."
            )
