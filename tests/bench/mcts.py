"""Monte Carlo tree search: one search of ours beside those of others, and many in lockstep.

All of them start on the empty board, play at random from the end of the tree
on, and explore alike.
"""

import random
from math import sqrt

import numpy as np
import pyspiel
from mcts import mcts as PackageSearch
from open_spiel.python.algorithms import mcts as openspiel_mcts

from tests.bench.report import AtMost, Comparison, Faster, Line, best_times, seconds
from ttt import Space, TicTacToe
from ttt.agents.lockstep import mcts_all
from ttt.algorithms.mcts import search

C = sqrt(2)
SIMULATIONS = 10_000
SEARCHES, SIMULATIONS_EACH = 1_024, 200
MEGABYTES = 1_000  # more than a tree of C++ ever needs here

GAME, SPACE = TicTacToe(), Space(TicTacToe())
PEER_GAME = pyspiel.load_game("tic_tac_toe")


class PackageState:
    """A state of our own game with the methods that the package `mcts` asks for."""

    __slots__ = ("state",)

    def __init__(self, state):
        self.state = state

    def getPossibleActions(self):
        """Return the moves."""
        return GAME.actions(self.state)

    def takeAction(self, action):
        """Return the state after a move."""
        return PackageState(GAME.result(self.state, action))

    def isTerminal(self):
        """Return whether the game is over."""
        return GAME.terminal(self.state)

    def getReward(self):
        """Return the outcome, X's side."""
        return GAME.utility(self.state)


def ours():
    """Return the visits at the root of our tree."""
    return search(GAME, GAME.initial, SIMULATIONS, C, random.Random(1)).visits


def package():
    """Return the visits at the root of the package's tree; its formula has √2 in it already."""
    searcher = PackageSearch(iterationLimit=SIMULATIONS, explorationConstant=C / sqrt(2))
    searcher.search(PackageState(GAME.initial))
    return searcher.root.numVisits


def openspiel_python():
    """Return the visits at the root of OpenSpiel's tree, grown by its Python code."""
    rng = np.random.RandomState(1)
    evaluator = openspiel_mcts.RandomRolloutEvaluator(1, rng)
    bot = openspiel_mcts.MCTSBot(
        PEER_GAME, C, SIMULATIONS, evaluator, solve=False, random_state=rng
    )
    return bot.mcts_search(PEER_GAME.new_initial_state()).explore_count


def openspiel_bot(simulations):
    """Return OpenSpiel's bot written in C++."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    return pyspiel.MCTSBot(PEER_GAME, evaluator, C, simulations, MEGABYTES, False, 1, False)


def openspiel_cpp():
    """Return the visits at the root of the tree that C++ grew."""
    bot = openspiel_bot(SIMULATIONS)
    return bot.mcts_search(PEER_GAME.new_initial_state()).explore_count


def one_search(quick):
    """Compare one search with those in Python, and show the one in C++ beside it."""
    work = f"textbook MCTS, {SIMULATIONS:,} simulations"
    peers = [(openspiel_python, "OpenSpiel, Python", Faster(2.5), 5)]
    peers += [(package, "mcts", Faster(0.8), 15)]
    for peer, name, bound, repeats in peers:
        yield from Comparison(work, ours, peer, name, bound, SIMULATIONS, repeats)(quick)
    assert openspiel_cpp() == SIMULATIONS
    time, peer = best_times(ours, openspiel_cpp, repeats=3 if quick else 10)
    yield Line(
        "  the same, C++ beside it",
        seconds(time),
        f"OpenSpiel, C++ {seconds(peer)}",
        f"{time / peer:.1f} times slower",
    )


def in_lockstep():
    """Return how many simulations all our searches made together."""
    states = [GAME.initial] * SEARCHES
    return mcts_all(SPACE, SIMULATIONS_EACH, C, 1, states).visits.sum()


def one_by_one():
    """Return how many simulations OpenSpiel's searches made, one search after the other."""
    bot, state = openspiel_bot(SIMULATIONS_EACH), PEER_GAME.new_initial_state()
    return sum(bot.mcts_search(state).explore_count for _ in range(SEARCHES))


ROWS = [
    one_search,
    Comparison(
        f"MCTS, {SEARCHES:,} searches of {SIMULATIONS_EACH} simulations",
        in_lockstep,
        one_by_one,
        "OpenSpiel, C++",
        AtMost(1),
        answer=SEARCHES * SIMULATIONS_EACH,
        repeats=7,
    ),
]
