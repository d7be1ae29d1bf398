"""The whole game as arrays, against the same answers found slowly and plainly."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
import reference

from ttt import Space, TicTacToe
from ttt.bitboards import most_states

BOARDS = [
    (3, 3, 3),
    (3, 3, 2),
    (2, 3, 2),
    (2, 3, 3),
    (4, 2, 3),
    (2, 4, 4),
    (3, 3, 1),
    (1, 5, 3),
    (7, 1, 3),
    (1, 8, 4),
    (1, 1, 1),
    (2, 3, 1),
    (2, 2, 2),
]


@cache
def built(board, symmetry=False):
    return Space(TicTacToe(*board), symmetry=symmetry)


@cache
def solved(board):
    return reference.solve(TicTacToe(*board))


every_board = pytest.mark.parametrize("board", BOARDS, ids=str)
with_and_without_symmetry = pytest.mark.parametrize("symmetry", [False, True])


def refused(words):
    """Return a context in which a ValueError with these words must be raised."""
    return pytest.raises(ValueError, match=words)


# ---- the states


@every_board
def test_every_reachable_state_is_there_once(board):
    space = built(board)
    assert len(space.states) == len(space) == len(set(space.states))
    assert set(space.states) == reference.walk(space.game)


def test_a_larger_board_has_the_states_that_a_walk_finds():
    game = TicTacToe(2, 5, k=4)
    assert set(Space(game).states) == reference.walk(game)
    assert len(Space(TicTacToe(3, 4, k=3))) == 111_973  # as a walk of some seconds finds, too


@every_board
def test_up_to_symmetry_every_canonical_state_is_there_once(board):
    classes, game = built(board, symmetry=True), TicTacToe(*board)
    assert len(classes) == len(set(classes.states))
    assert set(classes.states) == {game.canonical(state) for state in built(board).states}


@every_board
@with_and_without_symmetry
def test_a_successor_is_the_result_of_the_move(board, symmetry):
    space = built(board, symmetry)
    stands_for = space.game.canonical if symmetry else str
    assert space.successor.shape == (len(space), space.game.cells)
    for state, row in zip(space.states, space.successor.tolist(), strict=True):
        expected = [-1] * space.game.cells
        for action, child in reference.children(space.game, state).items():
            expected[action] = space.index[stands_for(child)]
        assert row == expected


@every_board
@with_and_without_symmetry
def test_states_come_ply_by_ply_open_ones_first(board, symmetry):
    space = built(board, symmetry)
    game, next_row = space.game, 0
    for marks, ply in enumerate(space.plies):
        assert ply.open.start == next_row
        assert ply.open.stop == ply.ended.start
        assert ply.x_moves == (marks % 2 == 0)
        for state in space.states[ply.open]:
            assert not game.terminal(state)
            assert game.cells - state.count(".") == marks
        for state in space.states[ply.ended]:
            assert game.terminal(state)
            assert game.cells - state.count(".") == marks
        assert space.by_ply[marks] == ply.ended.stop - next_row
        next_row = ply.ended.stop
    assert next_row == len(space)


@every_board
@with_and_without_symmetry
def test_results_are_the_utility_of_the_ends(board, symmetry):
    space = built(board, symmetry)
    game = space.game
    expected = [game.utility(state) if game.terminal(state) else 0 for state in space.states]
    assert space.results.tolist() == expected


@every_board
def test_class_sizes_count_the_images(board):
    classes = built(board, symmetry=True)
    images = [len(set(classes.game.images(state))) for state in classes.states]
    assert classes.class_sizes.tolist() == images
    assert classes.class_sizes.sum() == len(built(board)) == built(board).class_sizes.sum()


# ---- states and rows


@every_board
@with_and_without_symmetry
def test_index_and_states_undo_each_other(board, symmetry):
    space = built(board, symmetry)
    rows = [space.index[state] for state in space.states]
    assert rows == list(range(len(space)))
    assert {type(row) for row in rows} == {int}
    assert len(space.index) == len(space)


@pytest.mark.parametrize(
    "rows", [slice(5), slice(-3, None), slice(10, 50, 7), slice(None, None, -1), slice(9, 9)]
)
def test_slices_of_the_states(space, rows):
    assert space.states[rows] == list(space.states)[rows]


def test_single_states_from_the_front_and_the_back(space):
    everything = list(space.states)
    for row in [0, 1, 2_000, np.int64(7), len(space) - 1, -1, -len(space)]:
        assert space.states[row] == everything[row]
        assert type(space.states[row]) is str
    for row in [len(space), -len(space) - 1]:
        with pytest.raises(IndexError):
            space.states[row]


def test_states_are_a_sequence(space):
    assert space.states[0] == "........."
    assert space.states.index("X........") == space.index["X........"]
    assert list(reversed(space.states))[-1] == "........."
    assert "XXXOO...." in space.states
    assert "XX......." not in space.states


@pytest.mark.parametrize(
    "no_state", ["XX.......", "XXXOOO...", "....", "x........", 3, None, ["X"]]
)
@with_and_without_symmetry
def test_what_is_no_state_is_not_in_the_space(symmetry, no_state):
    space = built((3, 3, 3), symmetry)
    assert no_state not in space.index
    assert no_state not in space.states


def test_every_image_has_the_row_of_its_class():
    classes = built((3, 3, 3), symmetry=True)
    assert len({classes.index[corner] for corner in classes.game.images("X........")}) == 1
    assert "........X" in classes.index


def test_the_states_up_to_symmetry_hold_one_of_each_class_only():
    states = built((3, 3, 3), symmetry=True).states
    assert "X........" in states
    assert "........X" not in states
    with refused("'........X' is a mirror image of 'X........', which stands for it"):
        states.index("........X")


@with_and_without_symmetry
def test_a_state_that_cannot_occur_is_refused_in_words(symmetry):
    space = built((3, 3, 3), symmetry)
    ask = [space.index.__getitem__, space.states.index, space.value, space.distance]
    for question in [*ask, space.best_actions]:
        with refused("'XX.......' cannot occur: it has 2 X and 0 O"):
            question("XX.......")
        with refused("'XXXXXX...' cannot occur: it has 6 X and 0 O"):
            question("XXXXXX...")
        with refused("'XO' has 2 characters, but a 3×3 board has 9 cells"):
            question("XO")
        with refused("A state is a string such as '.........', not None"):
            question(None)
        with refused("A state is a string such as '.........', not \\['X'\\]"):
            question(["X"])


@with_and_without_symmetry
def test_a_space_names_itself(symmetry):
    expected = {
        False: "<Space of TicTacToe(3, 3, k=3): 5,478 states>",
        True: "<Space of TicTacToe(3, 3, k=3): 765 states up to symmetry>",
    }
    assert repr(built((3, 3, 3), symmetry)) == expected[symmetry]


# ---- exact values


@every_board
@with_and_without_symmetry
def test_values_are_those_of_plain_minimax(board, symmetry):
    space, known = built(board, symmetry), solved(board)
    assert space.values.tolist() == [known[state].value for state in space.states]


@every_board
@with_and_without_symmetry
def test_distances_are_those_of_plain_recursion(board, symmetry):
    space, known = built(board, symmetry), solved(board)
    assert space.distances.tolist() == [known[state].distance for state in space.states]


@every_board
@with_and_without_symmetry
def test_value_and_distance_of_every_single_state(board, symmetry):
    space = built(board, symmetry)
    for state, known in solved(board).items():
        assert space.value(state) == known.value
        assert space.distance(state) == known.distance


@pytest.mark.parametrize("board", [(3, 3, 3), (2, 3, 2), (4, 2, 3), (1, 8, 4), (1, 1, 1)], ids=str)
@with_and_without_symmetry
def test_best_actions_of_every_single_state(board, symmetry):
    space = built(board, symmetry)
    for state, known in solved(board).items():
        assert space.best_actions(state) == known.best
        assert space.best_actions(state, quickest=True) == known.quickest


@every_board
@with_and_without_symmetry
def test_legal_and_best_moves_as_arrays(board, symmetry):
    space, known = built(board, symmetry), solved(board)
    for row, state in enumerate(space.states):
        assert tuple(np.flatnonzero(space.legal[row])) == space.game.actions(state)
        assert tuple(np.flatnonzero(space.best[row])) == known[state].best


def test_single_answers_are_plain_numbers(space):
    assert type(space.value("X........")) is int
    assert type(space.distance("X........")) is int
    assert {type(action) for action in space.best_actions("X........")} == {int}


def test_a_win_at_once_a_block_and_a_lost_position(space):
    assert space.best_actions("XX.OO....", quickest=True) == (2,)
    assert space.distance("XX.OO....") == 1
    assert space.best_actions("XX..O....") == (2,)
    assert space.best_actions("XXXOO....") == ()
    assert space.distance("XXXOO....") == 0
    assert space.distance(".........") == 9


# ---- counting


@every_board
@with_and_without_symmetry
def test_tree_sizes_and_games_are_those_of_plain_recursion(board, symmetry):
    space, known = built(board, symmetry), solved(board)
    assert space.tree_sizes.tolist() == [known[state].tree_size for state in space.states]
    assert space.games.tolist() == [list(known[state].games) for state in space.states]


# ---- what cannot fit


@with_and_without_symmetry
def test_5x5_is_refused_with_the_estimate(symmetry):
    words = {
        False: r"161,995,031,226 states, which need about 50,831\.2 GB .* limit of 3\.0 GB\.",
        True: r"20,249,378,903 states up to symmetry, which need about [\d,.]+ GB .* 3\.0 GB\.",
    }
    with refused(words[symmetry]):
        Space(TicTacToe(5), symmetry=symmetry)


def test_the_limit_of_memory_is_the_caller_s(game):
    with refused(r"TicTacToe\(3, 3, k=3\) has up to 6,046 states, which need about 0\.0 GB"):
        Space(game, memory_limit=100_000)
    assert len(Space(game, memory_limit=2_000_000)) == 5_478


@pytest.mark.parametrize("size", [6, 19, 30, 100])
def test_a_huge_board_is_refused_in_words_too(size):
    with refused("Choose a smaller board or search instead") as refusal:
        Space(TicTacToe(size, k=5))
    assert len(str(refusal.value)) < 250


@every_board
def test_there_are_never_more_states_than_estimated(board):
    assert len(built(board)) <= most_states(TicTacToe(*board))


def test_most_states_counts_the_boards_with_fair_numbers_of_marks():
    @cache
    def boards(cells, x, o):
        if cells == 0:
            return int(x - o in (0, 1))
        return boards(cells - 1, x, o) + boards(cells - 1, x + 1, o) + boards(cells - 1, x, o + 1)

    for rows, cols in [(1, 1), (2, 2), (3, 3), (4, 5), (5, 5)]:
        assert most_states(TicTacToe(rows, cols)) == boards(rows * cols, 0, 0)


# ---- policies


def random_policy(space, seed):
    """Return a policy with random chances, some of them 0, and the same as a dictionary."""
    rng = np.random.default_rng(seed)
    weights = rng.integers(0, 4, space.legal.shape) * space.legal
    weights[weights.sum(axis=1) == 0] = 1
    weights *= space.legal
    policy = np.zeros(weights.shape, object)
    for row, action in np.argwhere(space.legal):
        policy[row, action] = Fraction(int(weights[row, action]), int(weights[row].sum()))
    as_dict = {state: dict(enumerate(policy[row])) for row, state in enumerate(space.states)}
    return policy, as_dict


few_boards = pytest.mark.parametrize("board", [(2, 3, 2), (2, 3, 3), (1, 7, 3), (3, 3, 3)], ids=str)


@few_boards
def test_evaluate_gives_the_exact_chances_from_every_state(board):
    space = built(board)
    x, x_dict = random_policy(space, 1)
    o, o_dict = random_policy(space, 2)
    expected = reference.chances(space.game, x_dict, o_dict)
    chances = space.evaluate(x, o)
    for row, state in enumerate(space.states):
        assert tuple(chances[row]) == expected(state)
        assert sum(chances[row]) == 1


@few_boards
def test_evaluate_with_floats_is_as_good(board):
    space = built(board)
    (x, _), (o, _) = random_policy(space, 3), random_policy(space, 4)
    exact = space.evaluate(x, o).astype(float)
    floats = space.evaluate(x.astype(float), o.astype(float))
    assert floats.dtype == float
    np.testing.assert_allclose(floats, exact, atol=1e-12)
    np.testing.assert_allclose(floats.sum(axis=1), 1)


@few_boards
def test_uniform_play_is_the_same_up_to_symmetry(board):
    plain, classes = built(board), built(board, symmetry=True)
    expected = plain.evaluate(
        plain.uniform(as_fractions=True), plain.uniform(plain.best, as_fractions=True)
    )
    x, o = classes.uniform(as_fractions=True), classes.uniform(classes.best, as_fractions=True)
    for row, chances in enumerate(classes.evaluate(x, o)):
        assert chances.tolist() == expected[plain.index[classes.states[row]]].tolist()


def test_uniform_shares_the_chances_out_equally(space):
    to_move = space.legal.any(axis=1)
    np.testing.assert_allclose(space.uniform().sum(axis=1), to_move)
    exact = space.uniform(space.best, as_fractions=True)
    assert np.array_equal(exact.sum(axis=1), to_move)
    assert np.array_equal(exact > 0, space.best)
    assert space.uniform(as_fractions=True)[0].tolist() == [Fraction(1, 9)] * 9


def always_first(space):
    """Return the policy that takes the first free cell, as an array of True and False."""
    first = np.zeros_like(space.legal)
    first[np.arange(len(space)), space.legal.argmax(axis=1)] = True
    return first & space.legal


KINDS = [bool, np.int8, np.uint8, int, np.float32]


def test_a_policy_without_dice_may_be_of_any_kind_of_number(space):
    first, dice = always_first(space), space.uniform()
    as_x, as_o = space.evaluate(first * 1.0, dice), space.evaluate(dice, first * 1.0)
    for kind in KINDS:
        np.testing.assert_allclose(space.evaluate(first.astype(kind), dice), as_x, rtol=1e-5)
        np.testing.assert_allclose(space.evaluate(dice, first.astype(kind)), as_o, rtol=1e-5)
        assert space.evaluate(first.astype(kind), first.astype(kind))[0].tolist() == [1, 0, 0]


@pytest.mark.parametrize("plays", ["X", "O"])
def test_a_best_reply_is_found_to_any_kind_of_number(space, plays):
    first = always_first(space)
    expected = space.best_reply(first * 1.0, plays)
    for kind in KINDS:
        reply = space.best_reply(first.astype(kind), plays)
        assert np.array_equal(reply.scores, expected.scores)
        assert np.array_equal(reply.policy, expected.policy)


def test_exact_chances_of_a_finished_game_are_numbers():
    space = built((2, 3, 3))
    random = space.uniform(as_fractions=True)
    chances = space.evaluate(random, random)[space.index["XXXOO."]]
    assert [str(chance) for chance in chances] == ["1", "0", "0"]


def test_wrong_is_the_chance_of_a_move_that_gives_value_away(space, game):
    wrong = space.wrong(space.uniform())
    for row, state in enumerate(space.states):
        moves, best = game.actions(state), space.best_actions(state)
        assert wrong[row] == pytest.approx(1 - len(best) / len(moves) if moves else 0)
    assert (space.wrong(space.uniform(space.best)) == 0).all()


# ---- best replies


@few_boards
@pytest.mark.parametrize("plays", ["X", "O"])
def test_the_best_reply_scores_what_brute_force_finds(board, plays):
    space = built(board)
    policy, as_dict = random_policy(space, 5)
    expected = reference.reply_score(space.game, as_dict, plays)
    scores = space.best_reply(policy, plays).scores
    assert scores.tolist() == [expected(state) for state in space.states]


@few_boards
@pytest.mark.parametrize("plays", ["X", "O"])
def test_the_best_reply_s_own_policy_earns_its_score(board, plays):
    space = built(board)
    policy, _ = random_policy(space, 6)
    reply = space.best_reply(policy, plays)
    x, o = (policy, reply.policy) if plays == "X" else (reply.policy, policy)
    x_wins, _, o_wins = space.evaluate(x, o).T
    earned = o_wins - x_wins if plays == "X" else x_wins - o_wins
    assert earned.tolist() == reply.scores.tolist()


@few_boards
@pytest.mark.parametrize("plays", ["X", "O"])
def test_nobody_does_better_than_the_best_reply(board, plays):
    space = built(board)
    policy = random_policy(space, 7)[0].astype(float)
    best = space.best_reply(policy, plays).scores
    rng = np.random.default_rng(8)
    for _ in range(20):
        rival = rng.random(space.legal.shape) ** 4 * space.legal
        rival /= np.maximum(rival.sum(axis=1, keepdims=True), 1e-300)
        x, o = (policy, rival) if plays == "X" else (rival, policy)
        x_wins, _, o_wins = space.evaluate(x, o).T
        earned = o_wins - x_wins if plays == "X" else x_wins - o_wins
        assert (earned <= best + 1e-12).all()


def test_a_best_reply_takes_one_legal_move_in_every_open_state(space):
    policy = space.best_reply(space.uniform()).policy
    assert set(np.unique(policy)) == {0, 1}
    assert not policy[~space.legal].any()
    assert np.array_equal(policy.sum(axis=1) == 1, space.legal.any(axis=1))


@pytest.mark.parametrize("plays", ["x", "both", None, 0])
def test_a_best_reply_to_neither_x_nor_o_is_refused_in_words(space, plays):
    with refused(f"A policy plays 'X' or 'O', not {plays!r}"):
        space.best_reply(space.uniform(), plays=plays)


def test_boards_that_32_bits_cannot_number_are_refused_however_much_memory_there_is():
    with refused(r"TicTacToe\(4, 5, k=4\) is too large"):
        Space(TicTacToe(4, 5), memory_limit=2**60)


def test_a_policy_without_a_choice_somewhere_is_refused(space):
    choices = space.legal.copy()
    choices[0] = False
    with refused(r"There is no choice in '\.\.\.\.\.\.\.\.\.'"):
        space.uniform(choices)
