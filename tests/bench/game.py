"""The six functions, beside states written in C++."""

import pyspiel
from open_spiel.python.algorithms.minimax import expectiminimax

from tests.bench.report import AtMost, Comparison
from ttt import TicTacToe
from ttt.algorithms.minimax import minimax_value

NODES = 549_946


def count_nodes(game, state):
    """Return how many nodes a search of the whole tree visits."""
    return 1 + sum(count_nodes(game, game.result(state, a)) for a in game.actions(state))


def ours():
    """Search the whole tree with a new game, which remembers nothing yet."""
    game = TicTacToe()
    return minimax_value(game, game.initial)


def openspiel():
    """Search the same tree with OpenSpiel's Python search."""
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    value, _ = expectiminimax(state, depth=20, value_function=None, maximizing_player_id=0)
    return value


def minimax(quick):
    """Compare the searches, after counting the nodes that they visit."""
    game = TicTacToe()
    assert count_nodes(game, game.initial) == NODES
    compare = Comparison(
        f"textbook minimax over {NODES:,} nodes",
        ours,
        openspiel,
        "OpenSpiel",
        AtMost(0.8),
        answer=0,
        repeats=5,
    )
    yield from compare(quick)


ROWS = [minimax]
