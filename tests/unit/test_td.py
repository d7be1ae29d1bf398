"""Q-learning and SARSA: the updates, the teacher, the training and its exact proof."""

import io
import itertools
import random
import sys
from collections import defaultdict

import numpy as np
import pytest
from scripted import Scripted

from ttt import TicTacToe, agents, arena
from ttt.agents import Learner, QLearner, SarsaLearner, Teacher, training
from ttt.agents.learners import decay
from ttt.agents.recipes import RECIPES, unbeatable
from ttt.algorithms import episode, epsilon_greedy, q_update, sarsa_update

LEARNERS = [QLearner, SarsaLearner]


def plays(*moves):
    """Return an opponent that makes these moves, one after the other."""
    moves = iter(moves)
    return lambda game, state: next(moves)


# ---- one update


def test_an_update_goes_a_step_of_alpha_towards_the_target():
    q = {("s", 0): 0.5, ("s2", 1): 0.25, ("s2", 2): -1.0}
    q_update(q, "s", 0, 0, "s2", (1, 2), alpha=0.5, gamma=0.5)
    assert q["s", 0] == 0.5 + 0.5 * (0.5 * 0.25 - 0.5)
    sarsa_update(q, "s", 0, 0, "s2", 2, alpha=0.5, gamma=0.5)
    assert q["s", 0] == 0.3125 + 0.5 * (0.5 * -1 - 0.3125)
    assert {pair: value for pair, value in q.items() if pair[0] == "s2"} == {
        ("s2", 1): 0.25,
        ("s2", 2): -1.0,
    }


def test_q_learning_takes_the_best_of_the_legal_moves_only():
    q = {("s", 0): 0.0, ("s2", 1): -0.5, ("s2", 2): 1.0, ("s2", 3): -0.75}
    q_update(q, "s", 0, 0, "s2", (1, 3), alpha=1, gamma=1)
    assert q["s", 0] == -0.5


def test_nothing_is_expected_after_the_end():
    q = {("s", 0): 0.0, ("end", 1): 100.0}
    q_update(q, "s", 0, 1, "end", (), alpha=0.5, gamma=1)
    assert q["s", 0] == 0.5
    sarsa_update(q, "s", 0, 1, "end", None, alpha=0.5, gamma=1)
    assert q["s", 0] == 0.75


def test_epsilon_greedy_takes_any_move_or_one_of_the_best():
    q = {("s", 0): 0.25, ("s", 4): 0.5, ("s", 8): 0.5}
    rng = random.Random(1)
    greedy = [epsilon_greedy(q, "s", (0, 4, 8), 0, rng) for _ in range(200)]
    assert 80 < greedy.count(4) < 120
    assert 0 not in greedy
    mixed = [epsilon_greedy(q, "s", (0, 4, 8), 0.5, rng) for _ in range(3000)]
    assert 450 < mixed.count(0) < 550
    assert {epsilon_greedy(q, "s", (0, 4, 8), 1, rng) for _ in range(100)} == {0, 4, 8}


# ---- a game worked by hand


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
    assert learner.history.rewards == [1, 1]
    assert learner.history.sides == ["X", "X"]


@pytest.mark.parametrize("kind", LEARNERS)
def test_a_loss_as_o_is_a_reward_of_minus_one(kind):
    learner = kind(alpha=0.5, gamma=0.9, epsilon=1, rng=Scripted(3, 4))
    learner.train(plays(0, 1, 2), 1, plays="O", every=0)
    assert learner.q == {("X........", 3): 0, ("XX.O.....", 4): -0.5}
    assert learner.history.rewards == [-1]
    assert learner.scores(learner.game, "XX.O.....")[4] == 0.5  # X's side


@pytest.mark.parametrize("kind", LEARNERS)
def test_a_draw_is_worth_nothing(kind):
    moves = [4, 2, 3, 1, 8], [0, 6, 5, 7]
    learner = kind(alpha=0.5, gamma=0.9, epsilon=1, rng=Scripted(*moves[0]))
    learner.train(plays(*moves[1]), 1, plays="X", every=0)
    assert set(learner.q.values()) == {0}
    assert learner.history.rewards == [0]


def test_sarsa_counts_on_the_move_it_makes_and_q_learning_on_the_best():
    after = {}
    for kind in LEARNERS:
        learner = kind(alpha=0.5, gamma=1, epsilon=1, rng=Scripted(0, 1, 8, 2))
        learner.q["X..O.....", 2] = 0.5
        learner.q["X..O.....", 1] = -0.25
        learner.q["X..O.....", 3] = 9.0  # the cell is taken: not a move
        learner.train(plays(3, 4, 5), 1, plays="X", every=0)
        after[kind] = learner.q[".........", 0]
    assert after == {QLearner: 0.5 * 0.5, SarsaLearner: 0.5 * -0.25}


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


@pytest.mark.parametrize(("side", "marks"), [("X", {"X"}), ("O", {"O"}), ("both", {"X", "O"})])
def test_it_learns_the_side_it_plays(side, marks, game):
    learner = QLearner(rng=random.Random(1))
    history = learner.train(Teacher(), 20, plays=side, every=0)
    assert {game.player(state) for state, _ in learner.q} == marks
    assert history.sides == (["X", "O"] * 10 if side == "both" else [side] * 20)


def test_a_schedule_is_a_function_of_the_episode():
    schedule = decay(0.5, 0.1, 4)
    assert [schedule(episode) for episode in range(6)] == pytest.approx(
        [0.5, 0.4, 0.3, 0.2, 0.1, 0.1]
    )
    learner = QLearner(
        alpha=lambda episode: 1 / (1 + episode), epsilon=1, rng=Scripted(*[0, 1, 2] * 2)
    )
    for value in 1, 1 + 0.5 * (1 - 1):
        learner.train(plays(3, 4), 1, plays="X", every=0)
        assert learner.q["XX.OO....", 2] == value
    learner = QLearner(epsilon=decay(1, 0, 100), rng=random.Random(1))
    learner.train(Teacher(), 100, every=0)
    assert learner.rates() == (0.5, 0)


def test_steps_of_one_over_visits_give_the_mean_of_the_targets():
    learner = QLearner(alpha="1/visits", rng=random.Random(1))
    for reward in 1, -1, 1, 1:
        learner.learn("XX.OO....", 2, reward, "XXXOO....", (), None, "1/visits")
    assert learner.q["XX.OO....", 2] == pytest.approx(0.5)


def test_an_optimistic_learner_tries_every_move(game):
    learner = QLearner(start=1.0, epsilon=0, gamma=0.9, rng=random.Random(1))
    assert learner.q[game.initial, 0] == 1
    assert len(learner.q) == 0  # looking adds nothing
    learner.train(Teacher(), 40, plays="X", every=0)
    assert {action for state, action in learner.q if state == game.initial} == set(range(9))


def test_exploring_starts_reach_states_that_greedy_play_does_not(game):
    rng = random.Random(1)
    starts = [training.random_start(game, rng) for _ in range(2000)]
    assert not any(game.terminal(state) for state in starts)
    assert {9 - state.count(".") for state in starts} == set(range(9))
    for exploring, least, most in (False, 300, 300), (True, 30, 100):
        learner = QLearner(rng=random.Random(1))
        learner.train(Teacher(), 300, plays="X", exploring_starts=exploring, every=0)
        from_the_empty_board = sum(learner.visits[game.initial, a] for a in range(9))
        assert least <= from_the_empty_board <= most


def test_mirror_images_and_moves_to_the_same_board_share_a_value(game, space):
    pairs = [(s, a) for s in space.states[:400] for a in game.actions(s)]
    for symmetry, afterstates in (True, False), (False, True), (True, True):
        learner = QLearner(symmetry=symmetry, afterstates=afterstates, rng=random.Random(1))
        learner.train(learner, 300, every=0)
        for state, action in pairs:
            value, after = learner.q[state, action], game.result(state, action)
            if symmetry:
                images = zip(game.images(state), game.symmetries)
                assert {learner.q[image, sym.index(action)] for image, sym in images} == {value}
            if afterstates:
                key = game.canonical(after) if symmetry else after
                assert learner.q.get(key, 0) == value
    plain = QLearner(rng=random.Random(1))
    plain.train(plain, 300, every=0)
    assert len(learner.q) < len(plain.q) / 3


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"alpha": 2}, "alpha is a number from 0 to 1 or '1/visits', not 2."),
        ({"alpha": "1/visit"}, "alpha is a number from 0 to 1 or '1/visits', not '1/visit'."),
        ({"gamma": -1}, "gamma is a number from 0 to 1, not -1."),
        ({"epsilon": None}, "epsilon is a number from 0 to 1, not None."),
        ({"start": "1"}, "start is a number, such as 0 or 1, not '1'."),
        ({"start": float("nan")}, "start is a number, such as 0 or 1, not nan."),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        QLearner(**options)


def test_a_training_that_makes_no_sense_is_refused_in_words():
    learner = QLearner()
    for arguments, sentence in [
        (("teacher", 10), "An opponent is an agent or the learner itself, not 'teacher'."),
        ((Teacher(), -1), "episodes is a whole number from 0 on, not -1."),
        ((Teacher(), 10, "x"), "plays is 'X', 'O' or 'both', not 'x'."),
        ((learner, 10, "X"), "In self-play a learner plays both sides, not 'X'."),
    ]:
        with pytest.raises(ValueError, match=sentence):
            learner.train(*arguments)


# ---- the same again


@pytest.mark.parametrize("kind", LEARNERS)
@pytest.mark.parametrize(
    "opponent", [Teacher(), Teacher(good="rules"), agents.make("one-step"), None]
)
def test_same_seed_same_agent(kind, opponent):
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


@pytest.mark.parametrize("p", [0, 0.9, 1])
def test_the_teacher_mixes_good_moves_and_any_moves(p, game, space):
    known = arena.tabulate(agents.make("teacher", p=p), space).policy
    expected = p * space.uniform(space.best) + (1 - p) * space.uniform()
    assert np.abs(known - expected).max() < 1e-15
    by_rules = arena.tabulate(Teacher(p, good="rules"), space).policy
    combined = arena.tabulate("combined", space).policy
    assert np.abs(by_rules - p * combined - (1 - p) * space.uniform()).max() < 1e-15


@pytest.mark.parametrize("good", ["optimal", "rules"])
def test_the_teacher_moves_as_its_policy_says(good, game):
    teacher = Teacher(0.6, good=good, rng=random.Random(1))
    for state in ".........", "X........", "XX..O....":
        moves = [teacher(game, state) for _ in range(4000)]
        for action, chance in teacher.policy(game, state).items():
            assert moves.count(action) / 4000 == pytest.approx(chance, abs=0.03)


def test_the_teacher_plays_by_rules_on_any_board():
    large = TicTacToe(4)
    with pytest.raises(ValueError, match=r"TicTacToe\(4, 4, k=4\) has too many .* Use good='rul"):
        Teacher(1)(large, large.initial)
    assert Teacher(1, good="rules")(large, large.initial) in (5, 6, 9, 10)
    assert Teacher(0).policy(large, large.initial)[0] == 1 / 16


def test_a_teacher_that_makes_no_sense_is_refused_in_words():
    with pytest.raises(ValueError, match=r"p is a probability from 0 to 1, not 1\.5"):
        Teacher(1.5)
    with pytest.raises(ValueError, match="good is 'optimal' or 'rules', not 'best'"):
        Teacher(good="best")


# ---- playing and proving


@pytest.mark.parametrize("kind", LEARNERS)
@pytest.mark.parametrize("options", [{}, {"symmetry": True, "afterstates": True, "start": 1.0}])
def test_the_exact_checks_are_those_of_the_arena(kind, options, space):
    learner = kind(**options, rng=random.Random(3))
    history = learner.train(learner, 300, every=100)
    assert [check.episode for check in history.checks] == [0, 100, 200, 300]
    check = history.checks[-1]
    assert np.array_equal(
        arena.tabulate(learner, space).policy, training.greedy_policy(learner.q, space)
    )
    assert check.x_against_random == pytest.approx(arena.exact(learner, "random").score)
    assert check.o_against_random == pytest.approx(-arena.exact("random", learner).score)
    assert check.x_against_optimal == pytest.approx(arena.exact(learner, Teacher(1)).score)
    assert check.o_against_optimal == pytest.approx(-arena.exact(Teacher(1), learner).score)
    assert check.reply_to_x == pytest.approx(arena.best_reply(learner, "X").score)
    assert check.reply_to_o == pytest.approx(arena.best_reply(learner, "O").score)
    assert set(training.LABELS) == set(training.Check._fields) - {"episode"}


def test_before_it_has_learned_it_plays_at_random(game):
    learner = QLearner()
    assert arena.exact(learner, "random").chances == pytest.approx(
        arena.exact("random", "random").chances
    )
    assert training.check(learner).x_against_random == pytest.approx(
        arena.exact("random", "random").score
    )


def test_it_plays_the_moves_of_the_highest_value_on_its_own_side(game):
    learner = QLearner()
    learner.q["X........", 4] = learner.q["X........", 8] = 0.5
    learner.q["X........", 1] = -0.5
    assert learner.policy(game, "X........") == {4: 0.5, 8: 0.5}
    assert learner.scores(game, "X........")[4] == -0.5
    assert learner.policy(game, "XXXOO....") == learner.scores(game, "XXXOO....") == {}


def test_the_history_adds_up_and_tells_how_it_went():
    learner = QLearner(rng=random.Random(1))
    history = learner.train(Teacher(), 1000)
    assert len(history.rewards) == len(history.sides) == learner.episodes == 1000
    assert history.cumulative[-1] == sum(history.rewards)
    assert len(history.checks) == 21
    assert learner.train(Teacher(), 10, every=0) is history
    assert len(history.rewards) == 1010
    assert history.checks[-1].x_against_random > history.checks[0].x_against_random


def test_it_learns_and_plays_on_its_own_board_only(game):
    small = TicTacToe(2, 3, k=2)
    learner = QLearner(game=small, rng=random.Random(1))
    learner.train(learner, 500)
    assert arena.best_reply(learner, "X", game=small).score == -1  # X wins
    with pytest.raises(
        ValueError, match=r"has learned TicTacToe\(2, 3, k=2\), and plays no other game"
    ):
        learner.policy(game, game.initial)


def test_a_large_board_is_learned_without_checks():
    large = TicTacToe(4)
    learner = QLearner(game=large, rng=random.Random(1))
    assert learner.train(Teacher(good="rules"), 30).checks == []
    assert learner.episodes == 30


@pytest.mark.parametrize("terminal", [True, False])
def test_only_a_terminal_shows_how_far_a_long_training_is(terminal, monkeypatch):
    page = io.StringIO()
    page.isatty = lambda: terminal
    monkeypatch.setattr(sys, "stderr", page)
    monkeypatch.setattr("tqdm.std.time", itertools.count(step=10).__next__)
    QLearner(rng=random.Random(1)).train(Teacher(), 5, every=0)
    assert ("q-learning learns" in page.getvalue()) == terminal
    assert bool(page.getvalue()) == terminal


# ---- recipes


@pytest.mark.parametrize("name", RECIPES)
def test_every_recipe_learns_something(name):
    recipe = RECIPES[name]
    learner = recipe.train(recipe.learner(random.Random(1)), 3000, every=3000)
    before, after = learner.history.checks
    gained = [now - then for now, then in zip(after[1:3], before[1:3])]
    assert sum(gained) > 0.05  # against random, as X and as O together
    assert set(learner.history.sides) <= ({"both"} if recipe.teacher is None else {"X", "O"})


@pytest.mark.parametrize("seed", [1, 2])
def test_nobody_beats_the_last_recipe(seed):
    learner = unbeatable(random.Random(seed), episodes=5000, every=1000)
    assert learner.history.checks[-1].unbeatable
    assert [arena.best_reply(learner, plays).score for plays in "XO"] == [0, 0]


def test_the_learners_differ_in_their_update_only():
    assert {name for name in vars(QLearner) if not name.startswith("__")} == {"name", "update"}
    assert {name for name in vars(SarsaLearner) if not name.startswith("__")} == {"name", "update"}
    assert QLearner.__mro__[1] is SarsaLearner.__mro__[1] is Learner


# ---- the textbook


@pytest.mark.parametrize("kind", [QLearner, SarsaLearner])
@pytest.mark.parametrize("side", ["X", "O"])
def test_a_learner_learns_what_the_plain_episode_of_the_textbook_does(kind, side, game):
    learner, rng, q = kind(rng=random.Random(4)), random.Random(4), defaultdict(float)
    replies, again = random.Random(9), random.Random(9)
    history = learner.train(lambda g, s: replies.choice(g.actions(s)), 300, plays=side, every=0)
    rewards = [
        episode(
            game,
            q,
            lambda g, s: again.choice(g.actions(s)),
            side,
            learner.alpha,
            learner.gamma,
            learner.epsilon,
            rng,
            sarsa=kind is SarsaLearner,
        )
        for _ in range(300)
    ]
    assert rewards == history.rewards
    assert {pair: q[pair] for pair in learner.q} == learner.q
