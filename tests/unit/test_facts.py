"""The exact numbers that the course quotes."""

from fractions import Fraction
from functools import cache
from math import factorial

import numpy as np
import pytest
import reference

from ttt import Space

# ---- counting the 3×3 game


@pytest.fixture(scope="module")
def classes(game):
    """Return the 3×3 game up to symmetry."""
    return Space(game, symmetry=True)


@cache
def sequences(free):
    """Return how many move sequences there are on the free cells, the one of no move included."""
    return 1 + sum(sequences(free - {cell}) for cell in free)


def test_986_410_move_sequences_if_nobody_stops_at_a_win():
    assert sequences(frozenset(range(9))) == 986_410
    assert sum(factorial(9) // factorial(9 - k) for k in range(10)) == 986_410


def test_1_972_819_sequences_if_either_player_may_start():
    first_moves = [(mark, cell) for mark in "XO" for cell in range(9)]
    rest = [sequences(frozenset(range(9)) - {cell}) for mark, cell in first_moves]
    assert 1 + sum(rest) == 1_972_819
    assert 2 * 986_410 - 1 == 1_972_819


def test_549_946_nodes_of_the_game_tree(space):
    assert space.tree_sizes[0] == 549_946


def test_255_168_games_by_result(space):
    assert space.games[0].tolist() == [131_184, 46_080, 77_904]
    assert space.games[0].sum() == 255_168


def test_5478_states_by_ply(space):
    assert len(space) == 5_478
    assert space.by_ply == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]


def test_4520_states_with_a_move_to_make_and_958_ends(space):
    to_move = space.legal.any(axis=1)
    assert to_move.sum() == 4_520
    assert (~to_move).sum() == 958
    ends = space.results[~to_move]
    assert [np.count_nonzero(ends == result) for result in (1, -1, 0)] == [626, 316, 16]


def test_765_states_up_to_symmetry_by_ply(classes):
    assert len(classes) == 765
    assert classes.by_ply == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert classes.class_sizes.sum() == 5_478


def test_the_counts_of_games_are_the_same_up_to_symmetry(classes):
    assert classes.tree_sizes[0] == 549_946
    assert classes.games[0].tolist() == [131_184, 46_080, 77_904]


def test_minimax_values_of_the_decision_states(space):
    values = space.values[space.legal.any(axis=1)]
    assert [np.count_nonzero(values == value) for value in (1, 0, -1)] == [2_310, 1_052, 1_158]
    assert space.value(".........") == 0


def test_textbook_alpha_beta_enters_18_297_nodes(game):
    nodes = 0

    def alpha_beta(state, alpha, beta):
        nonlocal nodes
        nodes += 1
        if game.terminal(state):
            return game.utility(state)
        x_moves = game.player(state) == "X"
        value = -2 if x_moves else 2
        for action in game.actions(state):
            child = alpha_beta(game.result(state, action), alpha, beta)
            if x_moves:
                value = max(value, child)
                alpha = max(alpha, value)
            else:
                value = min(value, child)
                beta = min(beta, value)
            if alpha >= beta:
                break
        return value

    assert alpha_beta(game.initial, -2, 2) == 0
    assert nodes == 18_297


def test_four_in_a_row_on_4x4_is_a_draw(four):
    assert four.value("." * 16) == 0
    assert len(four) == 1_217_977
    assert four.class_sizes.sum() == 9_722_011


# ---- exact results, X's side


@pytest.fixture(scope="module")
def players(space):
    """Return the policies of the table, in exact fractions."""
    return {
        "random": space.uniform(as_fractions=True),
        "optimal": space.uniform(space.best, as_fractions=True),
    }


@pytest.mark.parametrize(
    ("x", "o", "x_wins", "draws", "o_wins"),
    [
        ("random", "random", "737/1260", "8/63", "121/420"),
        ("optimal", "random", "75257/77760", "2503/77760", "0"),
        ("random", "optimal", "0", "757/3402", "2645/3402"),
        ("optimal", "optimal", "0", "1", "0"),
    ],
)
def test_exact_results(space, players, x, o, x_wins, draws, o_wins):
    chances = space.evaluate(players[x], players[o])[0]
    assert chances.tolist() == [Fraction(x_wins), Fraction(draws), Fraction(o_wins)]


def test_best_replies_to_random(space, players):
    assert space.best_reply(players["random"], plays="X").scores[0] == Fraction(874, 945)
    assert space.best_reply(players["random"], plays="O").scores[0] == Fraction(191, 192)


def test_the_best_reply_to_random_as_o_can_lose(space, players):
    # 1/135 is what the reply loses that takes the first of equally good cells. Other best
    # replies trade lost games for drawn ones, but the next test shows that they all lose some.
    reply = space.best_reply(players["random"], plays="X")
    x_wins, _, o_wins = space.evaluate(players["random"], reply.policy)[0]
    assert x_wins == Fraction(1, 135)
    assert o_wins - x_wins == Fraction(874, 945)


def test_every_best_reply_to_random_as_o_loses_some_games(game, space, players):
    scores = space.best_reply(players["random"], plays="X").scores

    @cache
    def losses(state):
        """Return the fewest and the most games that a best reply loses from here."""
        if game.terminal(state):
            return (Fraction(game.utility(state) == 1),) * 2
        after = reference.children(game, state).values()
        if game.player(state) == "X":
            return tuple(sum(losses(child)[i] for child in after) / len(after) for i in range(2))
        goal = scores[space.index[state]]
        best = [child for child in after if scores[space.index[child]] == goal]
        return min(losses(child)[0] for child in best), max(losses(child)[1] for child in best)

    assert losses(game.initial) == (Fraction(4, 945), Fraction(1, 105))


def test_nobody_beats_optimal_play(space, players):
    assert space.best_reply(players["optimal"], plays="X").scores[0] == 0
    assert space.best_reply(players["optimal"], plays="O").scores[0] == 0


def test_optimal_against_random_depends_on_how_ties_are_broken(space, players):
    first = np.zeros_like(space.best)
    first[np.arange(len(space)), space.best.argmax(axis=1)] = True
    first_cell = space.uniform(first & space.best, as_fractions=True)
    x_wins = space.evaluate(first_cell, players["random"])[0][0]
    assert x_wins != Fraction(75257, 77760)


# ---- the summed tree: a sum where minimax has a maximum or a minimum


@pytest.fixture(scope="module")
def summed(game):
    """Return the score of a state by its subtree's sum."""

    @cache
    def score(state):
        if game.terminal(state):
            marks = 9 - state.count(".")
            return game.utility(state) * 100 * 10 ** (9 - marks)
        return sum(score(child) for child in reference.children(game, state).values())

    return score


@pytest.fixture(scope="module")
def picks(game, space, summed):
    """Return as an array the moves with the highest sum for X, the lowest for O."""
    picks = np.zeros_like(space.legal)
    for row, state in enumerate(space.states):
        scores = {action: summed(s) for action, s in reference.children(game, state).items()}
        prefer = max if game.player(state) == "X" else min
        best = prefer(scores.values(), default=None)
        picks[row, [action for action, score in scores.items() if score == best]] = True
    return picks


def test_sums_of_the_four_children(game, summed):
    children = reference.children(game, "OXX.X.O..").values()
    assert {child: summed(child) for child in children} == {
        "OXXOX.O..": -100_000,
        "OXX.XOO..": 9_100,
        "OXX.X.OO.": -4_000,
        "OXX.X.O.O": 7_100,
    }


def test_the_summed_tree_always_loses_to_its_best_reply_as_o_but_not_as_x(space, picks):
    policy = space.uniform(picks, as_fractions=True)
    assert space.best_reply(policy, plays="O").scores[0] == 1
    assert space.best_reply(policy, plays="X").scores[0] == 0


def test_the_summed_tree_is_wrong_in_46_of_4520_states(space, picks):
    # "Picks a move of the wrong value": a move after which the minimax value is not that of the
    # state any more. Ties do not matter: in these 46 states every one of its picks is wrong.
    some_wrong = (picks & ~space.best).any(axis=1)
    all_wrong = picks.any(axis=1) & ~(picks & space.best).any(axis=1)
    assert np.count_nonzero(some_wrong) == 46
    assert np.count_nonzero(all_wrong) == 46
    assert np.count_nonzero(picks.any(axis=1)) == 4_520
