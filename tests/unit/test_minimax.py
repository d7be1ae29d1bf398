"""Minimax and alpha-beta as the textbook has them: exact values and moves, and the nodes."""

import random

import pytest

from ttt import TicTacToe
from ttt.algorithms.minimax import alpha_beta, minimax, minimax_value, quickest


class Counting(TicTacToe):
    """Tic-tac-toe that counts how often it is asked whether a state is terminal."""

    asked = 0

    def terminal(self, state):
        """Count, and answer."""
        self.asked += 1
        return super().terminal(state)


@pytest.fixture(scope="module")
def classes(game, space):
    """Return a state of each class of mirror images, any one of them."""
    rng = random.Random(4)
    states = {game.canonical(state) for state in space.states}
    return [rng.choice(game.images(state)) for state in sorted(states)]


# ---- the textbook's functions


def test_the_textbook_values_are_those_of_the_space(game, space, classes):
    for state in classes:
        assert alpha_beta(game, state) == space.value(state)
        if state.count(".") < 8:
            assert minimax_value(game, state) == space.value(state)


def test_the_textbook_moves_are_best(game, space, classes):
    for state in classes:
        if not game.terminal(state) and state.count(".") < 8:
            assert minimax(game, state) in space.best_actions(state)
            assert quickest(game, state) in space.best_actions(state, quickest=True)


@pytest.mark.parametrize(("search", "nodes"), [(minimax_value, 549_946), (alpha_beta, 18_297)])
def test_how_many_nodes_the_textbook_enters(search, nodes):
    game = Counting()
    assert search(game, game.initial) == 0
    assert game.asked == nodes
