"""What lessons 05 and 05b say in words holds for other random numbers than those they show."""

import random

import numpy as np
import pytest

from ttt import Space, agents, arena
from ttt.agents.lockstep import mcts_all, mcts_policies
from ttt.algorithms.mcts import C, Node, most_visited, rollout, simulate, ucb1
from ttt.exercises import lesson05
from ttt.widgets import MCTSLab

SEED = 3
PROBLEM, TRAP, CORNER = "XXOO..X..", "X...O...X", "X........"


@pytest.fixture(scope="module")
def kinds(game):
    """Return the game with one board of each kind."""
    return Space(game, symmetry=True)


@pytest.fixture(scope="module")
def by_chance(space):
    """Return what random games from every state come to on average."""
    uniform = space.uniform()
    return space.evaluate(uniform, uniform) @ [1, 0, -1]


def wrong_share(kinds, policy):
    """Return on which share of all boards a policy makes a wrong move."""
    weights = kinds.class_sizes * kinds.legal.any(axis=1)
    return kinds.wrong(policy) @ weights / weights.sum()


# ---- lesson 05


def test_the_three_records():
    bounds = [ucb1(60, 100, 116, C), ucb1(5, 10, 116, C), ucb1(1, 6, 116, C)]
    assert [round(bound, 2) for bound in bounds] == [0.91, 1.48, 1.43]


def test_random_games_point_to_the_corner_and_it_loses(game, space, by_chance):
    after = {action: game.result(TRAP, action) for action in game.actions(TRAP)}
    means = {action: by_chance[space.index[state]] for action, state in after.items()}
    sides, corners = dict.fromkeys((1, 3, 5, 7), -0.1), dict.fromkeys((2, 6), -0.17)
    assert {action: round(mean, 2) for action, mean in means.items()} == sides | corners
    replies = [game.result(after[2], action) for action in game.actions(after[2])]
    assert [space.value(state) for state in replies].count(1) == 1


def test_in_the_end_the_corners_have_about_a_tenth_of_the_visits(space):
    visits = [mcts_all(space, n, C, SEED, 20 * [TRAP]).visits for n in (10, 1_110)]
    shares = [found[:, [2, 6]].sum() / found.sum() for found in visits]
    assert shares[0] > 0.25 and 0.05 < shares[1] < 0.13


def test_a_player_of_200_simulations_errs_on_few_boards(space):
    wrong = space.wrong(mcts_all(space, 200, C, SEED).policy)
    assert 0.003 < wrong[space.legal.any(axis=1)].mean() < 0.01


# ---- lesson 05b


def test_more_simulations_make_fewer_mistakes_and_the_last_are_early(kinds):
    def times(state):
        return {9: 100, 8: 100, 7: 12, 6: 12}.get(state.count("."), 1)

    learned = mcts_policies(kinds, (10, 100, 300, 1_000), C, SEED, times)
    shares = [wrong_share(kinds, policy) for policy in learned.values()]
    assert shares == pytest.approx([0.11, 0.0145, 0.0033, 0.0001], rel=0.3, abs=3e-4)
    as_x, as_o = (
        [kinds.best_reply(policy, mark).scores[0] for policy in learned.values()] for mark in "XO"
    )
    assert max(as_x[1:]) < 0.05
    assert as_o[2] > 0.2 and 0 < as_o[3] < 0.12
    wrong, free = kinds.wrong(learned[100]), np.array([s.count(".") for s in kinds.states])
    assert max(wrong[free == n].mean() for n in range(1, 6)) < 0.03
    assert wrong[free == 8].mean() > 0.3 and wrong[free == 9].mean() == 0


def test_too_little_exploration_keeps_mistakes_and_too_much_wastes_visits(kinds):
    few, many = (
        {c: wrong_share(kinds, mcts_policies(kinds, [n], c, SEED, lambda s: 1)[n]) for c in cs}
        for n, cs in ((100, (0.1, C, 4)), (1_000, (0.1, C)))
    )
    assert few[C] < min(few[0.1], few[4])
    assert many[C] < 0.002 and 0.01 < many[0.1] < 0.02


def test_random_games_point_the_wrong_way_on_five_hard_boards(game, space, by_chance):
    def lead(state):
        """Return how far the best right move is above the best wrong one, and what refutes that."""
        side, right = 1 if game.player(state) == "X" else -1, space.best_actions(state)
        after = {action: game.result(state, action) for action in game.actions(state)}
        means = {action: side * by_chance[space.index[after[action]]] for action in after}
        wrong = max((action for action in after if action not in right), key=means.get)
        return max(means[a] for a in right) - means[wrong], space.best_actions(after[wrong])

    for state in (".X.X.O...", ".X....O..", "X....XO..", ".XOX.....", "X.O......"):
        by, replies = lead(state)
        assert by < -0.02 and len(replies) == 1
    assert abs(lead("X..O.X...")[0]) < 1e-9
    assert [round(lead(state)[0], 2) for state in (CORNER, ".X.......")] == [0.17, 0.17]


def test_better_rollouts_help_mostly_but_not_always(game, space):
    def right(state, play_out, simulations=100):
        """Return the share of searches with these rollouts that choose a right move."""
        found = 0
        for seed in range(100, 140):
            root, rng = Node(game, state), random.Random(seed)
            for _ in range(simulations):
                simulate(game, root, C, rng, play_out)
            found += most_visited(root).action in space.best_actions(state)
        return found / 40

    one_step = lesson05.one_step_rollout
    assert right(".X.X.O...", one_step) < 0.1
    assert right(".X.X.O...", one_step, 300) > 0.9
    assert 0.3 < right(".X.X.O...", rollout, 300) < 0.7
    for state in (".X....O..", "X....XO..", "X..O.X..."):
        assert right(state, one_step) > right(state, rollout) + 0.2
    assert right(CORNER, one_step, 300) < right(CORNER, rollout, 300) - 0.2


def test_of_1000_simulations_one_wrong_board_is_enough():
    unlucky = arena.scorecard(agents.make("mcts", simulations=1_000, rng=random.Random(3)))
    assert (unlucky.wrong, unlucky.sides["X"].reply, unlucky.sides["O"].reply) == (1, 0, 1)


def test_the_search_that_is_watched_takes_700_simulations_to_find_the_center(game):
    lab = MCTSLab(game, CORNER, rng=random.Random(62))
    lab.run(700)
    children = {child.action: child for child in lab.scene.tree.children}
    visits = {action: child.visits for action, child in children.items()}
    assert visits[4] == 57 and sorted(visits, key=visits.get)[-2:] == [8, 2]
    assert round(children[4].mean, 2) == -0.46
    lab.run(300)
    center = lab.scene.find((4,))
    assert center.visits > 57 + 0.9 * 300 and round(center.mean, 2) == -0.06
