"""Searches in lockstep are those of mcts.py in distribution, and exactly where all is forced."""

import random
from itertools import pairwise

import numpy as np
import pytest

from ttt.agents.lockstep import mcts_all, mcts_budgets
from ttt.algorithms import mcts

SAMPLE = [".........", "X........", "X...O....", "XOX.O....", "X...O...X"]
SEARCHES = 400


@pytest.fixture(scope="module")
def found(space):
    """Return a search of 200 simulations from every state."""
    return mcts_all(space, 200, 1.0, 5)


# ---- what is counted


def test_every_simulation_is_counted_once_and_only_at_legal_moves(found, space):
    open_rows = space.legal.any(axis=1)
    assert open_rows.sum() == 4_520
    assert (found.visits[open_rows].sum(axis=1) == 200).all()
    assert (found.visits[~open_rows] == 0).all()
    assert (found.visits[~space.legal] == 0).all()
    assert (found.visits[space.legal] > 0).all()


def test_the_choice_is_a_most_visited_move(found, space):
    rows = np.flatnonzero(space.legal.any(axis=1))
    chosen = found.choices[rows]
    assert (found.choices[~space.legal.any(axis=1)] == -1).all()
    assert (found.visits[rows, chosen] == found.visits[rows].max(axis=1)).all()
    assert (found.policy[rows, chosen] == 1).all() and found.policy.sum() == 4_520


# ---- the same in distribution as the plain search


@pytest.mark.parametrize("state", SAMPLE)
@pytest.mark.parametrize("simulations", [3, 12, 40])
def test_the_searches_are_those_of_the_plain_one_in_distribution(state, simulations, space, game):
    together = mcts_all(space, simulations, 1.4, 1, [state] * SEARCHES * 5)
    visits, policy = np.zeros((2, SEARCHES, 9))
    for seed in range(SEARCHES):
        root = mcts.search(game, state, simulations, 1.4, random.Random(seed))
        for child in root.children:
            visits[seed, child.action] = child.visits
        policy[seed, mcts.most_visited(root).action] = 1
    for ours, plain in (together.visits, visits), (together.policy, policy):
        error = np.sqrt(ours.var(axis=0) / len(ours) + plain.var(axis=0) / len(plain))
        assert (np.abs(ours.mean(axis=0) - plain.mean(axis=0)) <= 4 * error + 1e-9).all()
    # not only the means: they spread alike, too
    spread = together.visits.std(axis=0), visits.std(axis=0)
    assert spread[0] == pytest.approx(spread[1], rel=0.2)


# ---- budgets, states, seeds, other boards


def test_one_run_gives_every_smaller_budget_too(space):
    runs = list(mcts_budgets(space, [20, 5, 60], 1.0, 9))
    assert [run.simulations for run in runs] == [5, 20, 60]
    for run in runs:
        alone = mcts_all(space, run.simulations, 1.0, 9)
        assert (run.visits == alone.visits).all()
        assert (run.choices == alone.choices).all()
    assert (runs[0].visits != mcts_all(space, 5, 1.0, 8).visits).any()
    for smaller, larger in pairwise(runs):
        assert (smaller.visits <= larger.visits).all()


def test_states_may_repeat_and_a_game_that_is_over_has_nothing_to_find(space):
    found = mcts_all(space, 30, 1.0, 3, [".........", "XXXOO....", "........."])
    assert found.visits.sum(axis=1).tolist() == [30, 0, 30]
    assert found.choices[1] == -1
    assert found.policy[1].sum() == 0
    assert (found.visits[0] != found.visits[2]).any()
    assert mcts_all(space, 3, 1.0, 1, []).visits.shape == (0, 9)
