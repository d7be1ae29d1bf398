"""A neural network that answers two questions about a board: where to move, and who wins.

A board becomes a row of numbers (`encode`). Layers of neurons turn it into a chance
for every move and a value for the player to move. The network learns from examples:
`gradients` says how the loss changes with each weight, `learn` changes them all a little.
"""

from itertools import pairwise

import numpy as np

from ttt.game import State, TicTacToe

game = TicTacToe()
TINY = 1e-12  # so that no logarithm is that of 0


# ---- a board as numbers


def encode(state: State) -> list[int]:
    """Return 1 for each cell of the player to move, 0 for the others; then the same for who waits.

    So a network sees every board through the eyes of the player to move.
    """
    mine, theirs = "XO" if state.count("X") == state.count("O") else "OX"
    return [int(mark == mine) for mark in state] + [int(mark == theirs) for mark in state]


def as_planes(state: State) -> list[int]:
    """Return 1 for each cell that X holds, 0 for the others; then the same for O."""
    return [int(mark == "X") for mark in state] + [int(mark == "O") for mark in state]


def as_codes(state: State) -> list[int]:
    """Return one number a cell: 0 if it is free, 1 for X, 2 for O."""
    return [".XO".index(mark) for mark in state]


ENCODINGS = {"mine and theirs": encode, "planes": as_planes, "codes": as_codes}


# ---- one neuron


def step(weights, x, target, rate):
    """Return the weights of a neuron after one step towards the right answer to the inputs x."""
    answer = sum(weight * number for weight, number in zip(weights, x))
    error = target - answer
    return [weight + rate * error * number for weight, number in zip(weights, x)]


# ---- an honest test


def split(states, rng):
    """Return four fifths of the states to learn from, and the rest to be tested on.

    A board and its mirror images are always on the same side.
    """
    kinds = sorted({game.canonical(state) for state in states})
    rng.shuffle(kinds)
    held_out = set(kinds[: len(kinds) // 5])
    learn = [state for state in states if game.canonical(state) not in held_out]
    return learn, [state for state in states if game.canonical(state) in held_out]


# ---- many neurons


class Network:
    """Layers of neurons with two answers at their end: chances for the moves, and a value.

    weights  for each layer a matrix [inputs, neurons] and what each neuron adds: first the hidden
             layers, then the layer of the moves, then the single neuron of the value
    steps    how many steps it has learned
    means, squares  of the gradients of each weight in the latest steps, for Adam
    """

    def __init__(self, inputs: int, hidden: tuple[int, ...], moves: int, rng: np.random.Generator):
        layers = [*pairwise([inputs, *hidden]), (hidden[-1], moves), (hidden[-1], 1)]
        self.weights, self.steps = [], 0
        for before, after in layers:
            self.weights += [rng.normal(0, np.sqrt(2 / before), (before, after)), np.zeros(after)]
        self.weights[-4] *= 0.1  # at first all moves are nearly equal,
        self.weights[-2] *= 0.1  # and all boards nearly drawn
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]

    def forward(self, x: np.ndarray, legal=True) -> tuple[np.ndarray, np.ndarray]:
        """Return [boards, moves], the chances of the moves, and [boards], the values: mover's side.

        x      [boards, inputs]: the boards as numbers
        legal  [boards, moves]: which moves there are; all, if not given
        """
        return self._answers(self._hidden(x)[-1], legal)

    def _hidden(self, x: np.ndarray) -> list[np.ndarray]:
        """Return the inputs, and what comes out of each hidden layer."""
        outputs = [np.asarray(x, float)]
        for matrix, added in self._layers()[:-2]:
            outputs.append(np.maximum(0, outputs[-1] @ matrix + added))  # ReLU
        return outputs

    def _answers(self, last: np.ndarray, legal) -> tuple[np.ndarray, np.ndarray]:
        """Return the chances, a softmax over the legal moves, and the values, a tanh each."""
        (to_moves, moves_added), (to_value, value_added) = self._layers()[-2:]
        scores = np.where(legal, last @ to_moves + moves_added, -np.inf)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances = powers / powers.sum(axis=1, keepdims=True)
        return chances, np.tanh(last @ to_value + value_added)[:, 0]

    def _layers(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return the matrix of each layer, and what its neurons add."""
        return list(zip(self.weights[::2], self.weights[1::2]))

    def gradients(self, x, moves=None, values=None, legal=True) -> tuple[float, list[np.ndarray]]:
        """Return the loss on some examples, and how it changes with each of the weights.

        moves   [boards, moves]: the right chances; their loss is the cross-entropy
        values  [boards]: the right values, mover's side; their loss is the squared error
        """
        hidden, loss = self._hidden(x), 0.0
        chances, value = self._answers(hidden[-1], legal)
        at_moves, at_value = np.zeros_like(chances), np.zeros((len(value), 1))
        if moves is not None:
            loss -= (moves * np.log(chances + TINY)).sum() / len(value)
            at_moves = (chances - moves) / len(value)
        if values is not None:
            loss += ((value - values) ** 2).mean()
            at_value = (2 * (value - values) * (1 - value**2) / len(value))[:, None]
        *layers, (to_moves, _), (to_value, _) = self._layers()
        found = [hidden[-1].T @ at_moves, at_moves.sum(axis=0)]
        found += [hidden[-1].T @ at_value, at_value.sum(axis=0)]
        back = at_moves @ to_moves.T + at_value @ to_value.T
        for (matrix, _), output, before in zip(layers[::-1], hidden[::-1], hidden[-2::-1]):
            back = back * (output > 0)  # a neuron that was silent passes nothing back
            found = [before.T @ back, back.sum(axis=0), *found]
            back = back @ matrix.T
        return loss, found

    def learn(self, x, moves=None, values=None, legal=True, rate: float = 0.003) -> float:
        """Change all weights a little, against their gradients, by Adam; return the loss before."""
        loss, gradients = self.gradients(x, moves, values, legal)
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for weight, mean, square, gradient in zip(
            self.weights, self.means, self.squares, gradients
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)
        return loss


def fit(network: Network, x, moves=None, values=None, legal=True, *, epochs: int, rng, rate=0.003):
    """Learn from all examples, 64 at a time, as often as there are epochs; yield each mean loss.

    The steps become smaller from epoch to epoch, so that in the end the network settles.
    """
    examples = {"x": x, "moves": moves, "values": values, "legal": legal}
    given = {name: array for name, array in examples.items() if isinstance(array, np.ndarray)}
    for epoch in range(epochs):
        order, losses = rng.permutation(len(x)), []
        for some in np.split(order, range(64, len(order), 64)):
            batch = {name: array[some] for name, array in given.items()}
            losses.append(network.learn(**batch, rate=rate * (1 - epoch / epochs)))
        yield float(np.mean(losses))
