"""AlphaZero on Connect Four (5 × 5, four in a row) against MCTS.

The board is too big for a table, so this is the textbook's plain loop. After ten minutes of
training the two play 200 games, each side 100 times, with equal seconds for a move. All seconds
are those of the processor. It takes about a quarter of an hour and is no part of `make bench`.
"""

import random
from collections.abc import Callable
from math import sqrt
from time import process_time

import numpy as np

from ttt.agents.alphazero import new_mind
from ttt.algorithms import alphazero, mcts
from ttt.game import SIDE, Game, State
from ttt.games import ConnectFour

TRAINING, A_MOVE, GAMES = 600, 0.05, 200  # seconds, seconds, games


def trained(game: Game, seed: int) -> alphazero.Mind:
    """Return a mind that has learned the game for ten minutes."""
    rng, start = np.random.default_rng(seed), process_time()
    mind = new_mind(game, (128, 128), rng)
    for turn, loss in enumerate(alphazero.train(mind, rng), 1):
        if process_time() - start > TRAINING:
            print(f"{turn} turns, {64 * turn:,} games of self-play, loss {loss:.2f}", flush=True)
            return mind


def by_alphazero(mind: alphazero.Mind, state: State) -> int:
    """Return the move that AlphaZero finds in its time."""
    root = alphazero.PuctNode(state, mover=-SIDE[mind.game.player(state)])
    return _most_visited(root, lambda: alphazero.simulate(mind, [root], alphazero.C))


def by_mcts(game: Game, state: State, rng: random.Random) -> int:
    """Return the move that plain MCTS finds in the same time."""
    root = mcts.Node(game, state)
    return _most_visited(root, lambda: mcts.simulate(game, root, sqrt(2), rng))


def _most_visited(root, simulate: Callable[[], None]) -> int:
    end = process_time() + A_MOVE
    while process_time() < end or not any(child.visits for child in root.children):
        simulate()
    return mcts.most_visited(root).action


def result(mind: alphazero.Mind, plays: str, rng: random.Random) -> int:
    """Return how one game ends for AlphaZero, which plays X or O: 1, 0 or -1."""
    game, state = mind.game, mind.game.initial
    while not game.terminal(state):
        own = game.player(state) == plays
        state = game.result(state, by_alphazero(mind, state) if own else by_mcts(game, state, rng))
    return SIDE[plays] * game.utility(state)


def main() -> None:
    """Train, play, and print the score with its interval."""
    game, rng = ConnectFour(5, 5, k=4), random.Random(1)
    mind = trained(game, seed=1)
    everything = []
    for plays in "XO":
        results = [result(mind, plays, rng) for _ in range(GAMES // 2)]
        counts = ", ".join(
            f"{results.count(r)} {name}" for r, name in ((1, "won"), (0, "drawn"), (-1, "lost"))
        )
        print(f"as {plays}: {counts}", flush=True)
        everything += results
    mean, spread = np.mean(everything), 1.96 * np.std(everything) / sqrt(len(everything))
    print(f"mean result {mean:+.2f} ± {spread:.2f} (95 %)")


if __name__ == "__main__":
    main()
