"""Monte Carlo tree search: a run by hand, its four phases, its agent, other boards and games."""

import random

import numpy as np
import pytest
from own_games import Sticks

from ttt import TicTacToe, agents, arena
from ttt.agents import MCTS, mcts
from ttt.agents.lockstep import mcts_all
from ttt.agents.rules import block, win
from ttt.algorithms.mcts import Node, most_visited, rollout, search, simulate

BOARDS = [TicTacToe(), TicTacToe(4), TicTacToe(5, k=4), TicTacToe(3, 4)]


class Dice:
    """Random numbers that are known beforehand."""

    def __init__(self, *numbers):
        self.left = list(numbers)

    def random(self):
        """Return the next number."""
        return self.left.pop(0)


def nodes_of(root):
    """Return all nodes of a tree, the root first."""
    return [root] + [node for child in root.children for node in nodes_of(child)]


def by_moves(node, moves=()):
    """Return visits and total of every node, by the moves that lead to it."""
    counts = {moves: (node.visits, node.total)}
    for child in node.children:
        counts |= by_moves(child, (*moves, child.action))
    return counts


# ---- a run by hand

#  X X 2     X moves. Cell 2 wins. After 6 or 8, O draws in cell 2 and loses elsewhere.
#  O O X
#  6 O 8     Here c is 2, so that UCB1 is W/N + 2·√(ln N(parent) / N).

START = "XX.OOX.O."

# For each simulation: the random numbers (a number u draws number ⌊u·n⌋ of n moves, counted from
# 0), the moves of its path, the outcome, X's side; and N and W of the nodes on the path then.
BY_HAND = [
    # The root has 2, 6, 8 to try: number ⌊0.4·3⌋ = 1 is 6. O goes to 8 (⌊0.6·2⌋ = 1), X to 2: won.
    ((0.4, 0.6, 0.0), (6,), 1, [(1, -1), (1, 1)]),
    # Of 2, 8 it tries 8 (⌊0.9·2⌋ = 1). O goes to 2, X to 6: a draw.
    ((0.9, 0.1, 0.0), (8,), 0, [(2, -1), (1, 0)]),
    # It tries 2: won at once, no rollout.
    ((0.0,), (2,), 1, [(3, -2), (1, 1)]),
    # All tried, in the order 6, 8, 2. UCB1: 1 + 2·√(ln 3) = 3.096, 2.096, 3.096: the first of
    # equals, 6. There O tries 2, and X's last move draws.
    ((0.2, 0.0), (6, 2), 0, [(4, -2), (2, 1), (1, 0)]),
    # 0.5 + 1.665 = 2.165,  0 + 2.355,  1 + 2.355 = 3.355: cell 2, won.
    ((), (2,), 1, [(5, -3), (2, 2)]),
    # 0.5 + 1.794 = 2.294,  0 + 2.537,  1 + 1.794 = 2.794: cell 2.
    ((), (2,), 1, [(6, -4), (3, 3)]),
    # 0.5 + 1.893 = 2.393,  0 + 2.677,  1 + 1.546 = 2.546: cell 8. O tries 6, X wins in 2.
    ((0.7, 0.0), (8, 6), 1, [(7, -5), (2, 1), (1, -1)]),
    # 0.5 + 1.973 = 2.473,  0.5 + 1.973 = 2.473,  1 + 1.611 = 2.611: cell 2.
    ((), (2,), 1, [(8, -6), (4, 4)]),
    # 0.5 + 2.039 = 2.539,  the same,  1 + 1.442 = 2.442: the first of equals, 6. O tries 8.
    ((0.0, 0.0), (6, 8), 1, [(9, -7), (3, 2), (1, -1)]),
    # 0.667 + 1.712 = 2.378,  0.5 + 2.096 = 2.596,  1 + 1.482 = 2.482: cell 8. O tries 2: a draw.
    ((0.0, 0.0), (8, 2), 0, [(10, -7), (3, 1), (1, 0)]),
    # 0.667 + 1.752 = 2.419,  0.333 + 1.752 = 2.085,  1 + 1.517 = 2.517: cell 2.
    ((), (2,), 1, [(11, -8), (5, 5)]),
    # 0.667 + 1.788 = 2.455,  0.333 + 1.788 = 2.121,  1 + 1.385 = 2.385: cell 6. Below it, for O,
    # 0 + 2·√(ln 3) for cell 2, -1 + 2·√(ln 3) for cell 8: cell 2. There X tries 8: a draw.
    ((0.0,), (6, 2, 8), 0, [(12, -8), (4, 2), (2, 0), (1, 0)]),
]


def test_twelve_simulations_are_as_they_were_worked_out_by_hand(game):
    root, expected = Node(game, START), {}
    for numbers, moves, outcome, counts in BY_HAND:
        dice, before = Dice(*numbers), root.total
        simulate(game, root, 2, dice)
        assert dice.left == []
        assert root.total - before == -outcome  # O moved to the root
        expected |= {moves[:depth]: count for depth, count in enumerate(counts)}
        assert by_moves(root) == expected
    assert most_visited(root).action == 2


# ---- the phases


@pytest.mark.parametrize("game", [*BOARDS, Sticks()], ids=str)
def test_the_counts_of_a_tree_fit_together(game):
    """A node's visits are those of its children and its own first; a total is minus theirs."""
    root = search(game, game.initial, 300, mcts.C, random.Random(3))
    assert root.visits == 300
    for node in nodes_of(root):
        ended = game.terminal(node.state)
        first = 0 if node is root else 1
        below = sum(child.visits for child in node.children)
        assert below == (0 if ended else node.visits - first)
        total_below = sum(child.total for child in node.children)
        if ended:
            assert node.total == node.visits * node.mover * game.utility(node.state)
        else:
            assert abs(node.total + total_below) <= first
        if node.visits:
            assert node.mean == node.total / node.visits
        tried = [child.action for child in node.children]
        assert sorted([*tried, *node.untried]) == sorted(game.actions(node.state))
        for child in node.children:
            assert child.state == game.result(node.state, child.action)
            assert child.mover == (1 if game.player(node.state) == "X" else -1)


def test_random_rollouts_end_as_often_in_each_way_as_they_must(game, space):
    rng, state = random.Random(1), "X...O...."
    uniform = space.uniform()
    chances = space.evaluate(uniform, uniform)[space.index[state]]
    outcomes = [rollout(game, state, rng) for _ in range(4_000)]
    for outcome, chance in zip((1, 0, -1), chances):
        assert outcomes.count(outcome) / 4_000 == pytest.approx(chance, abs=0.03)


# ---- wins in one and blocks


@pytest.mark.parametrize("state", ["XX.OO....", "XX.O.....", "XX.OO.X.."])
def test_it_wins_in_one_and_blocks_for_100_seeds_of_100(state, space, game):
    found = mcts_all(space, 1_000, mcts.C, 7, [state] * 100)
    best = win(game, state) or block(game, state)
    assert set(found.choices.tolist()) <= set(best)
    assert most_visited(search(game, state, 1_000, mcts.C, random.Random(1))).action in best


# ---- the agent


def test_it_makes_the_right_move_on_either_side(game):
    assert MCTS(200, rng=random.Random(2)).policy(game, "XX.OO....") == {2: 1.0}
    for sticks, right in [(7, 1), (5, 2), (4, 1), (2, 2)]:
        for player in "XO":
            assert MCTS(500, rng=random.Random(1))(Sticks(), (player, sticks)) == right


def test_the_same_seed_grows_the_same_tree(game):
    trees = [MCTS(200, rng=random.Random(seed)).search(game, "X........") for seed in (1, 1, 2)]
    assert by_moves(trees[0]) == by_moves(trees[1]) != by_moves(trees[2])


def test_seconds_end_a_search(game, monkeypatch):
    clock = iter(range(1_000))
    monkeypatch.setattr(mcts, "monotonic", lambda: next(clock))
    assert MCTS(seconds=10).search(game, game.initial).visits == 11  # one tick a simulation
    assert MCTS(seconds=0.001).search(game, game.initial).visits == 1
    assert MCTS().search(game, game.initial).visits == mcts.SIMULATIONS


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"simulations": 0}, "simulations must be a whole number from 1 on, not 0"),
        ({"simulations": 2.5}, r"simulations must be a whole number from 1 on, not 2\.5"),
        ({"seconds": 0}, "seconds must be a number above 0, or None, not 0"),
        ({"c": -1}, "c is a number from 0 on, not -1"),
        ({"c": float("nan")}, "c is a number from 0 on, not nan"),
    ],
)
def test_options_that_make_no_sense_are_refused_in_words(options, words):
    with pytest.raises(ValueError, match=words):
        agents.make("mcts", **options)


# ---- exact results of an agent that decides by chance


def test_its_exact_results_are_those_of_searches_in_lockstep_and_say_so(space):
    def agent(smart=1.0):
        return agents.make("mcts", simulations=20, smart=smart, rng=random.Random(1))

    known, seed = arena.tabulate(agent(), space), random.Random(1).getrandbits(64)
    assert known.note == "mcts decides by chance, and this is one sample of its decisions"
    assert np.array_equal(known.policy, mcts_all(space, 20, mcts.C, seed).policy)
    assert arena.exact(agent(), "random") == arena.exact(agent(), "random")
    half = arena.tabulate(agent(smart=0.5), space)
    assert half.note == known.note
    assert np.allclose(half.policy, 0.5 * known.policy + 0.5 * space.uniform())


def test_an_agent_that_searches_by_the_clock_is_asked_state_by_state(space):
    assert MCTS(seconds=0.001).tabulated(space) is None
    assert arena.exact(MCTS(seconds=0.001), "random", game=TicTacToe(2)).note == MCTS.note
