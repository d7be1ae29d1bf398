"""AlphaZero: the plain way and the quick way search alike and learn the same game."""

import numpy as np
import pytest

from ttt import Space, TicTacToe
from ttt.agents.alphazero import Table, Training, greedy, puct_all
from ttt.algorithms.alphazero import Mind, puct, search, train
from ttt.algorithms.nets import Network
from ttt.games import ConnectFour, Misere


def mind_of(game, seed=1, hidden=(32,), boost=10):
    """Return a mind with opinions of its own: larger weights than a new one has."""
    network = Network(
        2 * game.cells, hidden, len(game.actions(game.initial)), np.random.default_rng(seed)
    )
    for nth in -4, -2:
        network.weights[nth] *= boost
    return Mind(game, network)


@pytest.fixture(scope="module")
def trained():
    """Return a training of some turns."""
    training = Training(seed=1)
    for _ in range(12):
        training.turn()
    return training


# ---- the search


def test_puct_is_the_mean_plus_prior_and_doubt():
    assert puct(0.5, 0, 0, 16, 2) == 4
    assert puct(0.5, 3, 4, 16, 2) == 0.75 + 2 * 0.5 * 4 / 5


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(3, 3, 3), Misere(3)], ids=repr)
@pytest.mark.parametrize("simulations", [1, 7, 60])
def test_both_ways_make_the_same_searches(game, simulations):
    mind, space = mind_of(game), Space(game)
    rows = [row for row in range(0, len(space), 97) if space.legal[row].any()]
    quick = puct_all(space, simulations, *Table(mind, space).think())
    roots = search(mind, [space.states[row] for row in rows], simulations)
    for row, root in zip(rows, roots):
        moves = space.listed(row)
        visits = {
            moves[column]: quick.visits[row, column] for column in np.flatnonzero(space.legal[row])
        }
        assert {child.action: child.visits for child in root.children} == visits, root.state


def test_a_search_counts_every_simulation_and_values_are_the_movers(game):
    (root,) = search(mind_of(game), ["XX.OO...."], 40)
    assert root.visits == 41 and sum(child.visits for child in root.children) == 40
    win = next(child for child in root.children if child.action == 2)
    assert win.mean == 1 and win.mover == 1
    (root,) = search(mind_of(game), ["XX.OO.X.."], 40)
    win = next(child for child in root.children if child.action == 5)
    assert win.mean == 1 and win.mover == -1


# ---- learning


def test_both_ways_learn_the_same_game(trained, space):
    mind = Training(seed=2).mind
    losses = train(mind, np.random.default_rng(2))
    plain = [next(losses) for _ in range(12)]
    quick = trained.history.losses
    assert plain[0] == pytest.approx(quick[0], abs=0.15) and plain[-1] == pytest.approx(
        quick[-1], abs=0.15
    )
    for mind in mind, trained.mind:
        policy = greedy(space, Table(mind, space).think()[0])
        assert space.wrong(policy)[space.legal.any(axis=1)].mean() < 0.06
        assert space.best_reply(policy, "X").scores[0] == 0
