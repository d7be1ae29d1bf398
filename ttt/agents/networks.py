"""Two networks that learn tic-tac-toe from boards with right answers: a move, or a value."""

from collections.abc import Iterable

import numpy as np

from ttt.agents.agent import Trained
from ttt.algorithms.nets import ENCODINGS, Network, fit
from ttt.game import EMPTY, SIDE, Action, Game, State, TicTacToe
from ttt.grid import positive, whole
from ttt.progress import Bar
from ttt.space import Space, space_of

BOARD = TicTacToe()
HIDDEN, EPOCHS, GAMES, SOURCES = (64,), 150, 10_000, ("exact", "games")
MOST_LAYERS, MOST_NEURONS = 4, 1024
DIGITS = 9  # that tell answers apart: the last ones depend on how many boards are asked about


class Predictor(Trained):
    """An agent that asks a network about its moves and makes the one of the highest answer.

    hidden    how many neurons each hidden layer has
    encoding  how a board becomes numbers: a name in ENCODINGS
    seed      of the first weights and of all chance in training: the same seed, the same agent

    network   the network
    losses    its mean loss in each epoch of its training
    """

    game = BOARD

    def __init__(self, hidden=HIDDEN, encoding="mine and theirs", seed=None, rng=None):
        super().__init__(rng)
        if encoding not in ENCODINGS:
            raise ValueError(f"encoding is {', '.join(map(repr, ENCODINGS))}, not {encoding!r}.")
        if seed is not None and (whole(seed) is None or seed < 0):
            raise ValueError(f"seed is a whole number from 0 on, not {seed!r}.")
        self.hidden, self.encoding, self.seed = network_sizes(hidden), encoding, seed
        self.losses, self._dice = [], np.random.default_rng(seed)
        inputs = self._inputs([BOARD.initial]).size
        self.network = Network(inputs, self.hidden, BOARD.cells, self._dice)

    def train(self, epochs=EPOCHS, labels="exact", games=GAMES) -> list[float]:
        """Learn from every example so many times, and return the mean loss of each epoch so far.

        labels  where the answers come from: "exact" from minimax, "games" from random games
        games   how many random games
        """
        positive("epochs", epochs)
        if labels not in SOURCES:
            raise ValueError(f"labels is 'exact' or 'games', not {labels!r}.")
        space, dice = space_of(BOARD), self._dice
        answers = (exact(space) if labels == "exact" else seen(space, games, dice))[self.learns]
        rows = np.flatnonzero(np.isfinite(answers.reshape(len(space), -1)[:, 0]))
        examples = {"x": self._inputs(space.states[row] for row in rows)}
        examples[self.learns] = answers[rows]
        if self.learns == "moves":
            examples["legal"] = space.legal[rows]
        learning = fit(self.network, **examples, epochs=epochs, rng=dice)
        bar = {"unit": "epochs", "delay": 1, "leave": False, "disable": None}
        self.losses += Bar(learning, self.name, epochs, **bar)
        for weight in self.network.weights:
            weight[:] = weight.astype(np.float32)  # as a file holds it
        return self.losses

    def scores(self, game: Game, state: State) -> dict[Action, float]:
        """Return the network's answer for each move, X's side: what is good for O is negative."""
        self.insist_on_own(game)
        actions, sign = game.actions(state), SIDE[game.player(state)]
        answers = self.rated([state])[0] if actions else ()
        return {action: sign * float(answers[action]) for action in actions}

    def tabulated(self, space: Space) -> np.ndarray:
        """Return the policy in all states of a space, as an array [states, moves]."""
        self.insist_on_own(space.game)
        rows, highest = np.flatnonzero(space.legal.any(axis=1)), np.zeros_like(space.legal)
        answers = self.rated([space.states[row] for row in rows])
        highest[rows] = answers == answers.max(axis=1, keepdims=True)
        return space.uniform(highest)

    def _inputs(self, states: Iterable[State]) -> np.ndarray:
        """Return [boards, inputs]: the boards as numbers."""
        return np.array([ENCODINGS[self.encoding](state) for state in states])


class PredictPosition(Predictor):
    """The agent whose network answers a board with a chance for each move."""

    name, learns = "predict-position", "moves"

    def rated(self, states: list[State]) -> np.ndarray:
        """Return [states, cells]: the chance of each move, -inf where the cell is taken."""
        free = np.array([[mark == EMPTY for mark in state] for state in states])
        chances, _ = self.network.forward(self._inputs(states), free)
        return np.where(free, chances.round(DIGITS), -np.inf)


class PredictWin(Predictor):
    """The agent whose network answers a board with a value, -1 to 1, for the player to move.

    It asks about each board that it can move to. Some of these are finished, so it learns
    from finished boards as well.
    """

    name, learns = "predict-win", "values"

    def rated(self, states: list[State]) -> np.ndarray:
        """Return [states, cells]: the value behind each move, mover's side, -inf where none is."""
        moves = [(row, cell) for row, state in enumerate(states) for cell in BOARD.actions(state)]
        after = [BOARD.result(states[row], cell) for row, cell in moves]
        _, values = self.network.forward(self._inputs(after))
        answers = np.full((len(states), BOARD.cells), -np.inf)
        answers[tuple(zip(*moves))] = -values.round(DIGITS)  # there the other player is to move
        return answers


PREDICTORS = {"position": PredictPosition, "win": PredictWin}


def network_sizes(hidden) -> tuple[int, ...]:
    """Return how many neurons the hidden layers have, or raise a ValueError that says what fits."""
    sizes = list(map(whole, hidden)) if isinstance(hidden, tuple | list) else []
    if not 0 < len(sizes) <= MOST_LAYERS or any(not 0 < (n or 0) <= MOST_NEURONS for n in sizes):
        fits = f"1 to {MOST_LAYERS} layers of 1 to {MOST_NEURONS:,} neurons, such as 64 or 64, 64"
        raise ValueError(f"hidden is {fits}, not {hidden!r}.")
    return tuple(sizes)


# ---- right answers: moves [states, cells] and values [states], mover's side; nan where none is


def exact(space: Space) -> dict[str, np.ndarray]:
    """Return the best moves of every board, equally likely, and its minimax value."""
    with np.errstate(invalid="ignore"):  # where the game is over, there is no best move
        moves = space.best / space.best.sum(axis=1, keepdims=True)
    return {"moves": moves, "values": space.values * np.where(space.x_moves, 1, -1)}


def seen(space: Space, games: int, dice: np.random.Generator) -> dict[str, np.ndarray]:
    """Return what random games show: the moves of the side that won, and the mean result."""
    rows, turns = np.zeros(positive("games", games), int), []
    while (going := space.legal[rows].any(axis=1)).any():
        cells = (dice.random((games, BOARD.cells)) * space.legal[rows]).argmax(axis=1)
        turns.append((rows, cells, going))
        rows = np.where(going, space.successor[rows, cells], rows)
    won, results, visits = np.zeros(space.legal.shape), *np.zeros((2, len(space)))
    for before, cells, going in [*turns, (rows, 0 * rows, rows > 0)]:
        result = np.where(space.x_moves[before], 1, -1) * space.results[rows]
        np.add.at(won, (before, cells), going & (result > 0))
        np.add.at(results, before, going * result)
        np.add.at(visits, before, going)
    with np.errstate(invalid="ignore"):  # boards that no game came to, or no winner
        return {"moves": won / won.sum(axis=1, keepdims=True), "values": results / visits}
