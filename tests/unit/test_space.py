"""The whole game as arrays, against the same answers found slowly and plainly."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
import reference

from ttt import Space, TicTacToe

BOARDS = [(3, 3, 3), (2, 3, 2), (4, 2, 3), (2, 4, 4), (3, 3, 1), (1, 1, 1)]


@cache
def built(board, symmetry=False):
    return Space(TicTacToe(*board), symmetry=symmetry)


@cache
def solved(board):
    return reference.solve(TicTacToe(*board))


every_board = pytest.mark.parametrize("board", BOARDS, ids=str)
few_boards = pytest.mark.parametrize("board", [(2, 3, 2), (1, 7, 3)], ids=str)
with_and_without_symmetry = pytest.mark.parametrize("symmetry", [False, True])
either_side = pytest.mark.parametrize("plays", "XO")


def refused(words):
    """Return a context in which a ValueError with these words must be raised."""
    return pytest.raises(ValueError, match=words)


# ---- every row, every column


@every_board
@with_and_without_symmetry
def test_every_number_of_a_space_is_that_of_plain_recursion(board, symmetry):
    space, known = built(board, symmetry), solved(board)
    game, states = space.game, space.states
    stands_for = game.canonical if symmetry else str
    assert len(states) == len(space) and set(states) == set(map(stands_for, known))
    assert space.class_sizes.sum() == len(known)
    for row, state in enumerate(states):
        here = known[state]
        assert space.index[state] == row
        after = reference.children(game, state)
        rows = [space.index[stands_for(after[a])] if a in after else -1 for a in range(game.cells)]
        assert space.successor[row].tolist() == rows
        assert space.results[row] == (game.utility(state) if game.terminal(state) else 0)
        assert (space.values[row], space.distances[row]) == (here.value, here.distance)
        assert tuple(np.flatnonzero(space.legal[row])) == game.actions(state)
        assert tuple(np.flatnonzero(space.best[row])) == here.best
        assert space.tree_sizes[row] == here.tree_size
        assert tuple(space.games[row]) == here.games
        assert space.class_sizes[row] == (len(set(game.images(state))) if symmetry else 1)


@with_and_without_symmetry
def test_every_single_state_has_its_value_distance_and_best_moves(symmetry):
    space = built((3, 3, 3), symmetry)
    for state, known in solved((3, 3, 3)).items():
        assert (space.value(state), space.distance(state)) == (known.value, known.distance)
        assert space.best_actions(state) == known.best
        assert space.best_actions(state, quickest=True) == known.quickest


# ---- states and rows


@with_and_without_symmetry
def test_a_state_that_cannot_occur_is_refused_in_words(symmetry):
    space = built((3, 3, 3), symmetry)
    for question in space.index.__getitem__, space.value, space.distance, space.best_actions:
        with refused("'XX.......' cannot occur: it has 2 X and 0 O"):
            question("XX.......")


def test_single_answers_are_plain_numbers_and_a_space_names_itself(space):
    answers = space.value("X........"), space.distance("X........"), space.index["X........"]
    assert {type(answer) for answer in (*answers, *space.best_actions("X........"))} == {int}
    assert repr(space) == "<Space of TicTacToe(3, 3, k=3): 5,478 states>"


# ---- what cannot fit


@pytest.mark.parametrize(
    ("board", "symmetry", "words"),
    [
        ((5,), False, r"161,995,031,226 states, which need about 50,831\.2 GB .* limit of 3\.0 GB"),
        ((5,), True, r"20,249,378,903 states, which need about [\d,.]+ GB"),
        ((100, 100, 5), False, r"10\^\d{4} states, .* Choose a smaller board or search instead"),
    ],
)
def test_what_is_too_large_is_refused_with_the_estimate(board, symmetry, words):
    with refused(words) as refusal:
        Space(TicTacToe(*board), symmetry=symmetry)
    assert len(str(refusal.value)) < 250


# ---- policies


def random_policy(space, seed):
    """Return a policy with random chances, some of them 0, and the same as a dictionary."""
    weights = np.random.default_rng(seed).integers(0, 4, space.legal.shape) * space.legal
    weights[weights.sum(axis=1) == 0] = 1
    weights *= space.legal
    policy = np.zeros(weights.shape, object)
    for row, action in np.argwhere(space.legal):
        policy[row, action] = Fraction(int(weights[row, action]), int(weights[row].sum()))
    return policy, {state: dict(enumerate(policy[row])) for row, state in enumerate(space.states)}


@few_boards
def test_evaluate_gives_the_exact_chances_from_every_state(board):
    space = built(board)
    (x, x_dict), (o, o_dict) = random_policy(space, 1), random_policy(space, 2)
    expected = reference.chances(space.game, x_dict, o_dict)
    chances = space.evaluate(x, o)
    assert [tuple(row) for row in chances] == [expected(state) for state in space.states]
    floats = space.evaluate(x.astype(float), o.astype(float))
    np.testing.assert_allclose(floats, chances.astype(float), atol=1e-12)


def test_uniform_shares_the_chances_out_equally_and_wants_a_choice(space):
    exact = space.uniform(space.best, as_fractions=True)
    assert np.array_equal(exact.sum(axis=1), space.legal.any(axis=1))
    assert np.array_equal(exact > 0, space.best)
    assert space.uniform(as_fractions=True)[0].tolist() == [Fraction(1, 9)] * 9
    with refused(r"There is no choice in '\.\.\.\.\.\.\.\.\.'"):
        space.uniform(np.zeros_like(space.legal))


def test_wrong_is_the_chance_of_a_move_that_gives_value_away(space, game):
    for state, wrong in zip(space.states, space.wrong(space.uniform())):
        moves, best = game.actions(state), space.best_actions(state)
        assert wrong == pytest.approx(1 - len(best) / len(moves) if moves else 0)
    assert (space.wrong(space.uniform(space.best)) == 0).all()


# ---- best replies


@few_boards
@either_side
def test_the_best_reply_scores_what_brute_force_finds_and_its_own_policy_earns_it(board, plays):
    space = built(board)
    policy, as_dict = random_policy(space, 5)
    expected = reference.reply_score(space.game, as_dict, plays)
    reply = space.best_reply(policy, plays)
    assert reply.scores.tolist() == [expected(state) for state in space.states]
    x, o = (policy, reply.policy) if plays == "X" else (reply.policy, policy)
    x_wins, _, o_wins = space.evaluate(x, o).T
    earned = o_wins - x_wins if plays == "X" else x_wins - o_wins
    assert earned.tolist() == reply.scores.tolist()
