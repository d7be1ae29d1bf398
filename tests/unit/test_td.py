"""Q-learning and SARSA: the updates, the teacher, the training and its exact proof."""

import random
from collections import defaultdict

import numpy as np
import pytest
from scripted import Scripted

from ttt import TicTacToe, agents, arena
from ttt.agents import QLearner, SarsaLearner, Teacher, training
from ttt.algorithms import episode

LEARNERS = [QLearner, SarsaLearner]


def plays(*moves):
    """Return an opponent that makes these moves, one after the other."""
    moves = iter(moves)
    return lambda game, state: next(moves)


# ---- the textbook


@pytest.mark.parametrize("kind", LEARNERS)
@pytest.mark.parametrize("side", ["X", "O"])
def test_a_learner_learns_what_the_plain_episode_of_the_textbook_does(kind, side, game):
    learner, rng, q = kind(rng=random.Random(4)), random.Random(4), defaultdict(float)
    replies, again = random.Random(9), random.Random(9)

    def any_move(game, state):
        return again.choice(game.actions(state))

    history = learner.train(lambda g, s: replies.choice(g.actions(s)), 300, plays=side, every=0)
    rates = learner.alpha, learner.gamma, learner.epsilon
    sarsa = kind is SarsaLearner
    rewards = [episode(game, q, any_move, side, *rates, rng, sarsa) for _ in range(300)]
    assert rewards == history.rewards
    assert {pair: q[pair] for pair in learner.q} == learner.q


# ---- games worked by hand


@pytest.mark.parametrize("kind", LEARNERS)
def test_two_games_as_x_by_hand(kind):
    """X takes 0, 1, 2 and O lets it: the reward goes back one turn a game."""
    learner = kind(alpha=0.5, gamma=0.9, epsilon=1, rng=Scripted(0, 1, 2, 0, 1, 2))
    first, second, third = (".........", 0), ("X..O.....", 1), ("XX.OO....", 2)
    learner.train(plays(3, 4), 1, plays="X", every=0)
    assert learner.q == {first: 0, second: 0, third: 0.5}
    learner.train(plays(3, 4), 1, plays="X", every=0)
    assert learner.q == {first: 0, second: 0.5 * (0.9 * 0.5), third: 0.75}
    assert learner.visits == {first: 2, second: 2, third: 2}
    assert (learner.history.rewards, learner.history.sides) == ([1, 1], ["X", "X"])


@pytest.mark.parametrize("kind", LEARNERS)
def test_a_loss_as_o_is_a_reward_of_minus_one_and_a_draw_of_none(kind):
    learner = kind(alpha=0.5, gamma=0.9, epsilon=1, rng=Scripted(3, 4))
    learner.train(plays(0, 1, 2), 1, plays="O", every=0)
    assert learner.q == {("X........", 3): 0, ("XX.O.....", 4): -0.5}
    assert learner.history.rewards == [-1]
    assert learner.scores(learner.game, "XX.O.....")[4] == 0.5  # X's side
    learner = kind(alpha=0.5, gamma=0.9, epsilon=1, rng=Scripted(4, 2, 3, 1, 8))
    assert learner.train(plays(0, 6, 5, 7), 1, plays="X", every=0).rewards == [0]
    assert set(learner.q.values()) == {0}


def test_in_self_play_each_side_learns_from_its_own_next_turn():
    learner = QLearner(alpha=0.5, gamma=1, epsilon=1, rng=Scripted(0, 3, 1, 4, 2))
    learner.q["X..O.....", 1] = 0.5
    learner.train(learner, 1, every=0)
    assert learner.q == {
        (".........", 0): 0.25,
        ("X........", 3): 0,
        ("X..O.....", 1): 0.25,
        ("XX.O.....", 4): -0.5,
        ("XX.OO....", 2): 0.5,
    }
    assert learner.history.sides == ["both"]


# ---- options


def test_steps_of_one_over_visits_give_the_mean_of_the_targets():
    learner, turn = QLearner(alpha="1/visits", rng=random.Random(1)), ("XX.OO....", 2)
    for reward in 1, -1, 1, 1:
        learner.learn(turn, reward, "XXXOO....", (), None)
    assert learner.q[turn] == pytest.approx(0.5)


def test_an_optimistic_learner_tries_every_move(game):
    learner = QLearner(start=1.0, epsilon=0, gamma=0.9, rng=random.Random(1))
    assert learner.q[game.initial, 0] == 1 and len(learner.q) == 0  # looking adds nothing
    learner.train(Teacher(), 40, plays="X", every=0)
    assert {action for state, action in learner.q if state == game.initial} == set(range(9))


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: QLearner(alpha=2),
            "alpha, unless it is '1/visits', is a number from 0 to 1, not 2.",
        ),
        (lambda: QLearner(gamma=-1), "gamma is a number from 0 to 1, not -1."),
        (lambda: QLearner(epsilon="0.1"), "epsilon is a number from 0 to 1, not '0.1'."),
        (lambda: QLearner(start=float("nan")), "start is a number, such as 0 or 1, not nan."),
        (lambda: Teacher(1.5), r"p is a number from 0 to 1, not 1\.5"),
        (lambda: QLearner().train("teacher", 9), "An opponent is an agent or the learner itself"),
        (lambda: QLearner().train(Teacher(), -1), "episodes is a whole number from 0 on, not -1."),
        (lambda: QLearner().train(Teacher(), 9, "x"), "plays is 'X', 'O' or 'both', not 'x'."),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


@pytest.mark.parametrize("kind", LEARNERS)
@pytest.mark.parametrize("opponent", [Teacher(), agents.make("one-step"), None])
def test_same_seed_same_agent_however_often_it_pauses(kind, opponent):
    def trained(*parts):
        learner = kind(rng=random.Random(7))
        for episodes in parts:
            learner.train(opponent or learner, episodes, every=50)
        return learner

    first, again, in_parts = trained(100), trained(100), trained(50, 50)
    assert list(first.q.items()) == list(again.q.items()) == list(in_parts.q.items())
    assert first.history == again.history == in_parts.history
    assert first.episodes == 100


# ---- the teacher


@pytest.mark.parametrize("p", [0, 0.6, 1])
def test_the_teacher_mixes_good_moves_and_any_moves(p, game, space):
    teacher = agents.make("teacher", p=p, rng=random.Random(1))
    expected = p * space.uniform(space.best) + (1 - p) * space.uniform()
    assert np.abs(arena.tabulate(teacher, space).policy - expected).max() < 1e-15
    for state in ".........", "X........", "XX..O....":
        moves = [teacher(game, state) for _ in range(4000)]
        for action, chance in teacher.policy(game, state).items():
            assert moves.count(action) / 4000 == pytest.approx(chance, abs=0.03)


# ---- playing and proving


@pytest.mark.parametrize("kind", LEARNERS)
@pytest.mark.parametrize("options", [{}, {"symmetry": True, "afterstates": True, "start": 1.0}])
def test_the_exact_checks_are_those_of_the_arena(kind, options, space):
    learner = kind(**options, rng=random.Random(3))
    history = learner.train(learner, 300, every=100)
    assert [check.episode for check in history.checks] == [0, 100, 200, 300]
    assert np.array_equal(
        arena.tabulate(learner, space).policy, training.greedy_policy(learner.q, space)
    )
    assert history.checks[-1][1:] == pytest.approx(
        (
            arena.exact(learner, "random").score,
            -arena.exact("random", learner).score,
            arena.exact(learner, Teacher(1)).score,
            -arena.exact(Teacher(1), learner).score,
            arena.best_reply(learner, "X").score,
            arena.best_reply(learner, "O").score,
        )
    )


def test_it_plays_the_moves_of_the_highest_value_on_its_own_side(game):
    learner = QLearner()
    learner.q["X........", 4] = learner.q["X........", 8] = 0.5
    learner.q["X........", 1] = -0.5
    assert learner.policy(game, game.initial) == dict.fromkeys(range(9), 1 / 9)
    assert learner.policy(game, "X........") == {4: 0.5, 8: 0.5}
    assert learner.scores(game, "X........")[4] == -0.5
    assert learner.policy(game, "XXXOO....") == learner.scores(game, "XXXOO....") == {}
    with pytest.raises(ValueError, match=r"has learned TicTacToe\(3, 3, k=3\), and plays no other"):
        learner.policy(TicTacToe(4), "." * 16)


def test_nobody_beats_the_best_recipe():
    recipe = {"symmetry": True, "afterstates": True, "start": 1.0, "alpha": "1/visits"}
    learner = QLearner(**recipe, epsilon=0.2, rng=random.Random(1))
    learner.train(learner, 5000, every=1000)
    assert learner.history.checks[-1].unbeatable
    assert [arena.best_reply(learner, plays).score for plays in "XO"] == [0, 0]
