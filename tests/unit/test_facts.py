"""The exact numbers that the course quotes; those of the summed tree are in test_summed.py."""

from fractions import Fraction
from functools import cache
from math import factorial

import numpy as np
import pytest

from ttt import Space
from ttt.algorithms import alpha_beta, minimax_value
from ttt.trace import count

# ---- counting the 3×3 game


def test_986_410_move_sequences_if_nobody_stops_at_a_win():
    @cache
    def sequences(free):
        """Return how many there are with so many free cells, the one of no move included."""
        return 1 + free * sequences(free - 1) if free else 1

    assert sequences(9) == sum(factorial(9) // factorial(9 - k) for k in range(10)) == 986_410
    assert 1 + 2 * 9 * sequences(8) == 1_972_819  # if either player may start


def test_nodes_games_and_states(space):
    assert space.tree_sizes[0] == 549_946
    assert space.games[0].tolist() == [131_184, 46_080, 77_904] and space.games[0].sum() == 255_168
    assert len(space) == 5_478
    assert space.by_ply == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]


def test_4520_states_with_a_move_to_make_and_958_ends(space):
    to_move = space.legal.any(axis=1)
    assert (to_move.sum(), (~to_move).sum()) == (4_520, 958)
    ends, values = space.results[~to_move], space.values[to_move]
    assert [np.count_nonzero(ends == result) for result in (1, -1, 0)] == [626, 316, 16]
    assert [np.count_nonzero(values == value) for value in (1, 0, -1)] == [2_310, 1_052, 1_158]
    assert space.value(".........") == 0


def test_765_states_up_to_symmetry_by_ply(game):
    classes = Space(game, symmetry=True)
    assert len(classes) == 765 and classes.class_sizes.sum() == 5_478
    assert classes.by_ply == [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    assert classes.tree_sizes[0] == 549_946
    assert classes.games[0].tolist() == [131_184, 46_080, 77_904]


def test_how_many_nodes_the_textbook_enters(game):
    assert alpha_beta(game, game.initial) == 0
    assert count(alpha_beta, game, game.initial) == 18_297
    assert count(minimax_value, game, "X........") == 59_705


def test_four_in_a_row_on_4x4_is_a_draw(four):
    assert four.value("." * 16) == 0
    assert len(four) == 1_217_977 and four.class_sizes.sum() == 9_722_011


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


@pytest.mark.parametrize(
    ("player", "plays", "score"),
    [
        ("random", "X", "874/945"),
        ("random", "O", "191/192"),
        ("optimal", "X", "0"),
        ("optimal", "O", "0"),
    ],
)
def test_best_replies(space, players, player, plays, score):
    assert space.best_reply(players[player], plays).scores[0] == Fraction(score)
