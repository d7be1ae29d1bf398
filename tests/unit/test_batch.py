"""Learning in lockstep: it learns what the plain learners learn."""

import random

import numpy as np
import pytest

from ttt import Space, TicTacToe
from ttt.agents import QLearner, SarsaLearner, Teacher
from ttt.agents.batch import train_batch
from ttt.agents.training import exact_scores

PLAIN = {"q": QLearner, "sarsa": SarsaLearner}


def exact_values(space, kind):
    """Return what each move is worth to its player against random play.

    To Q-learning that is with the best play from there on, to SARSA, which
    explores at every move here, with random play.
    """
    anything = space.uniform()
    x_wins, _, o_wins = space.evaluate(anything, anything).T
    values = np.full(space.legal.shape, -np.inf)
    for plays, sign in ("X", 1), ("O", -1):
        reply = space.best_reply(anything, "O" if plays == "X" else "X").scores
        after = reply if kind == "q" else sign * (x_wins - o_wins)
        turns = np.zeros(len(space), bool)
        for ply in space.plies:
            turns[ply.open] = ply.x_moves == (plays == "X")
        own = space.legal & turns[:, None]
        values[own] = after[space.successor[own]]
    return values


@pytest.mark.parametrize("kind", PLAIN)
def test_both_learn_the_exact_values_against_random_play(kind):
    game = TicTacToe(2, 3, k=3)
    space, rates = Space(game), {"alpha": 0.05, "gamma": 1, "epsilon": 1.0}
    plain = PLAIN[kind](**rates, game=game, rng=random.Random(1))
    plain.train(Teacher(0), 30_000, every=0)
    pairs = [(s, a) for s in space.states for a in game.actions(s)]
    batch = train_batch(
        space, 30_000, kind, space.uniform(), **rates, games=100, rng=random.Random(1)
    )
    right = exact_values(space, kind)[space.legal]
    for learned in batch[space.legal], np.array([plain.q[pair] for pair in pairs]):
        assert np.abs(learned - right).max() < 0.3
        assert np.abs(learned - right).mean() < 0.03
        assert np.corrcoef(learned, right)[0, 1] > 0.99


@pytest.mark.parametrize("kind", PLAIN)
def test_many_updates_at_once_count_as_one_after_the_other(kind):
    game = TicTacToe(1)
    plain = PLAIN[kind](game=game)
    plain.train(plain, 7, every=0)
    value = train_batch(Space(game), 7, kind, games=7)[0, 0]
    assert value == pytest.approx(plain.q[".", 0]) == 1 - 0.5**7
    assert train_batch(Space(game), 7, kind, alpha="1/visits", games=3)[0, 0] == 1


def test_self_play_in_lockstep_gets_strong(space):
    q = train_batch(space, 100_000, rng=random.Random(1))
    policy = space.uniform(space.legal & (q == q.max(axis=1, keepdims=True)))
    x_against_random, _, x_against_optimal, *_ = exact_scores(space, policy)
    assert x_against_random > 0.95
    assert x_against_optimal == 0
    assert (np.isfinite(q) == space.legal).all()


@pytest.mark.parametrize("kind", PLAIN)
def test_same_seed_same_values(kind, space):
    first, again, other = (
        train_batch(space, 500, kind, space.uniform(space.best), rng=random.Random(seed), games=200)
        for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_an_opponent_follows_its_policy_and_nothing_is_learned_for_it(space):
    first_free = np.zeros(space.legal.shape)
    first_free[np.arange(len(space)), space.legal.argmax(axis=1)] = 1
    q = train_batch(space, 400, opponent=first_free * space.legal, rng=random.Random(1))
    rows = np.unique(np.nonzero(np.isfinite(q) & (q != 0))[0])
    for row in rows.tolist():
        state = space.states[row]
        theirs = "O" if state.count("X") == state.count("O") else "X"
        assert reachable_by_first_free(state, theirs)


def reachable_by_first_free(state, theirs):
    """Return whether every mark of a player who takes the first free cell can be in its place."""
    cells = [cell for cell, mark in enumerate(state) if mark == theirs]
    return all("." not in state[:cell] for cell in cells)


def test_what_makes_no_sense_is_refused_in_words(space):
    with pytest.raises(ValueError, match="kind is 'q' or 'sarsa', not 'td'"):
        train_batch(space, 10, "td")
    with pytest.raises(ValueError, match="episodes must be a whole number from 1 on, not 0"):
        train_batch(space, 0)
    with pytest.raises(ValueError, match="games must be a whole number from 1 on, not -1"):
        train_batch(space, 10, games=-1)
