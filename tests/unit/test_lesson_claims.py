"""What lesson 07 says of trained networks holds for other seeds than the one it shows."""

import random

import numpy as np
import pytest

from ttt import agents, arena
from ttt.algorithms.nets import Network, encode, fit, split, step


@pytest.fixture(scope="module")
def lesson(game, space):
    """Return the boards with a move to make, and what is learned about them."""
    rows = np.flatnonzero(space.legal.any(axis=1))
    boards = [space.states[row] for row in rows]
    best, sides = space.best[rows], np.where(space.x_moves[rows], 1, -1)
    return boards, {
        "x": np.array([encode(state) for state in boards]),
        "moves": best / best.sum(axis=1, keepdims=True),
        "values": space.values[rows] * sides,
        "legal": space.legal[rows],
    }


def trained(examples, epochs, seed, hidden=(64,)):
    rng = np.random.default_rng(seed)
    network = Network(18, hidden, 9, rng)
    for _ in fit(network, **examples, epochs=epochs, rng=rng):
        pass
    return network


def test_a_network_is_right_on_nearly_all_boards_and_still_beaten_as_O(lesson, game, space):
    boards, examples = lesson
    player, rng, losses, wrong = agents.PredictPosition(), np.random.default_rng(1), [], []
    player.network = Network(18, (64,), 9, rng)
    for loss in fit(player.network, **examples, epochs=50, rng=rng):
        losses.append(loss)
        if len(losses) in (1, 10, 25, 50):
            policy = player.tabulated(space)
            wrong.append(space.wrong(policy).sum())
            assert space.best_reply(policy, "O").scores[0] == 1
    card = arena.scorecard(player)
    assert losses[0] > 1.5 and losses[-1] < 0.95
    assert wrong[0] > 20 * wrong[-1]
    assert 0.98 < 1 - card.wrong / card.boards < 0.995
    assert (card.sides["X"].reply, card.sides["O"].reply) == (0, 1)
    wrong = [s for s in boards if player(game, s) not in space.best_actions(s)]
    early = [s for s in wrong if s.count(".") == 8]
    late = [s for s in wrong if s.count(".") <= 3]
    assert len(early) >= 1 and len(late) <= 5  # of 9, and of 2,290 boards


def test_a_random_split_is_hardly_easier_than_an_honest_one(lesson):
    boards, examples = lesson
    row_of = {state: row for row, state in enumerate(boards)}

    def shares(learn, test, seed):
        parts = [[row_of[state] for state in part] for part in (learn, test)]
        network = trained({name: a[parts[0]] for name, a in examples.items()}, 20, seed)
        best = network.forward(examples["x"], examples["legal"])[0].argmax(axis=1)
        return [(examples["moves"][part, best[part]] > 0).mean() for part in parts]

    honest, mixed = [], []
    for seed in range(5):
        honest.append(shares(*split(boards, random.Random(seed)), seed))
        states = random.Random(seed).sample(boards, len(boards))
        mixed.append(shares(states[904:], states[:904], seed))
    for known, unseen in np.mean(honest, axis=0), np.mean(mixed, axis=0):
        assert 0.95 < unseen < 0.98 and unseen < known < 0.99
    assert abs(np.mean(honest, axis=0) - np.mean(mixed, axis=0))[1] < 0.02
    assert 0.015 < np.ptp(honest, axis=0)[1] < 0.04


def test_where_several_moves_are_right_no_answer_can_be_sure(lesson):
    moves = lesson[1]["moves"]
    least = -(moves * np.log(np.where(moves > 0, moves, 1))).sum() / len(moves)
    assert round(least, 2) == 0.49 and 0.45 < np.mean((moves > 0).sum(axis=1) > 1) < 0.5


def test_one_neuron_finds_center_and_corners_and_little_more(lesson):
    _, examples = lesson
    x, values, weights = examples["x"], examples["values"], [0] * 18
    for row in np.random.default_rng(7).permutation(len(x)):
        weights = step(weights, x[row].tolist(), values[row], 0.01)
    mine = np.array(weights[:9])
    assert mine[[0, 2, 4, 6, 8]].min() > mine[[1, 3, 5, 7]].max() > 0
    right, always = np.mean(np.sign(x @ weights) == values), np.mean(values == 1)
    assert always < right < always + 0.03
    assert round(right, 2) == 0.64 and round(np.mean(values == 0), 2) == 0.23


def test_the_shipped_network_is_the_one_of_the_lesson(space):
    assert space.legal.sum() == 16_167  # the numbers of a table
    card = arena.scorecard("predict-position")
    assert (card.wrong, card.boards, card.sides["O"].reply) == (24, 4520, 1)
    assert space.value(card.sides["O"].line[2]) == 1  # lost after its first move
    card = arena.scorecard("predict-win")
    assert (card.wrong, card.sides["X"].reply, card.sides["O"].reply) == (23, 0, 1)


@pytest.mark.parametrize(("hidden", "fewest", "most"), [((8,), 300, 900), ((32,), 40, 150)])
def test_more_neurons_leave_fewer_wrong_boards(hidden, fewest, most):
    agent = agents.PredictPosition(hidden, seed=7)
    agent.train(epochs=30)
    card = arena.scorecard(agent)
    assert fewest < card.wrong < most and card.sides["O"].reply == 1


def test_labels_of_endless_random_games_are_beaten_as_O(game, space):
    uniform = space.uniform(as_fractions=True)  # so that equal moves are equal on any processor
    mean = space.mean(uniform, uniform)

    def lucky(game, state):
        sign = 1 if game.player(state) == "X" else -1
        return max(
            game.actions(state), key=lambda a: sign * mean[space.index[game.result(state, a)]]
        )

    card = arena.scorecard(lucky)
    assert (card.wrong, card.sides["X"].reply, card.sides["O"].reply) == (152, 0, 1)
