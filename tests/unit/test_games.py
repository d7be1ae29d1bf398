"""The other games, against what is known of them elsewhere and solvers that share no line."""

import random
from functools import cache, reduce
from operator import xor

import pytest
import reference

from ttt import Space, TicTacToe
from ttt.game import HasBoard, InARow
from ttt.games import ConnectFour, Misere, Nim

# ---- Connect Four, by columns of text from the bottom up


def solved(rows, k):
    """Return the value of every position, the mover's side, by negamax on columns."""

    def has_won(columns):
        at = {(x, y): mark for x, column in enumerate(columns) for y, mark in enumerate(column)}
        return any(
            all(at.get((x + i * dx, y + i * dy)) == mark for i in range(k))
            for (x, y), mark in at.items()
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        )

    @cache
    def value(columns, mover, other):
        if has_won(columns):
            return -1
        moves = [x for x, column in enumerate(columns) if len(column) < rows]
        after = [(*columns[:x], columns[x] + mover, *columns[x + 1 :]) for x in moves]
        return max((-value(child, other, mover) for child in after), default=0)

    return value


@pytest.mark.parametrize("rows, cols, k", [(3, 4, 3), (4, 3, 3), (2, 5, 3)])
def test_connect_four_is_worth_what_another_solver_says(rows, cols, k):
    space, value = Space(ConnectFour(rows, cols, k)), solved(rows, k)
    for state in random.Random(1).sample(list(space.states), 500):
        columns = tuple(state[col::cols].lstrip(".")[::-1] for col in range(cols))
        is_x = state.count("X") == state.count("O")
        expected = value(columns, "X", "O") if is_x else -value(columns, "O", "X")
        assert space.value(state) == expected, state
    value(("",) * cols, "X", "O")
    assert len(space) == value.cache_info().currsize  # it has been to every position, once


def test_marks_fall_to_the_lowest_free_cell():
    game = ConnectFour(3, 4, 3)
    state = game.initial
    for column in (1, 1, 2, 1):
        state = game.result(state, column)
    assert game.show(state) == ". O . .\n. O . .\n. X X ."
    assert game.actions(state) == (0, 2, 3)
    assert [game.cell_of(state, a) for a in game.actions(state)] == [8, 6, 11]
    assert {game.action_at(state, cell) for cell in (0, 4, 8)} == {0}
    assert game.show(state, numbers=True) == ". O . .\n. O 2 .\n0 X X 3"
    assert game.images(state) == [state, "..O...O..XX."] and game.canonical(state) == state


@pytest.mark.parametrize(
    "state, action, words",
    [
        ("............", 4, "4 is not a column: the columns are 0 to 3."),
        ("............", True, "True is not a column"),
        (".O...X...O..", 1, "it has 1 X and 2 O"),
        (".X...O...X..", 1, "Column 1 of '.X...O...X..' is full."),
        ("OO..XXX.....", 3, "a mark floats"),
        (".....OO.XXX.", 3, "The game is over"),
        ("X", 3, "has 1 characters"),
    ],
)
def test_connect_four_says_what_is_wrong_with_a_move(state, action, words):
    with pytest.raises(ValueError) as error:
        ConnectFour(3, 4, 3).result(state, action)
    assert words in str(error.value)


# ---- Nim


def test_nim_is_won_by_the_xor_rule_everywhere():
    game = Nim((3, 4, 5))
    space = Space(game)
    for state in space.states:
        mover, left = state
        wins = reduce(xor, left) != 0
        assert space.value(state) == (1 if (mover == "X") == wins else -1)
        zero = [a for a in game.actions(state) if not reduce(xor, game.result(state, a)[1])]
        assert not wins or list(space.best_actions(state)) == zero


def test_nim_says_what_cannot_be_taken_and_shows_its_piles():
    for action in (0, 4), (3, 1), (0, 0), (0, -1), 0, None, (0, 1, 1):
        with pytest.raises(ValueError, match="cannot be taken from"):
            Nim().result(Nim().initial, action)
    for piles in (), (0, 1), (-1,), (1.5,), ("3",):
        with pytest.raises(ValueError, match=r"pile"):
            Nim(piles)
    assert Nim((3, 1)).show(("X", (3, 1))) == "0: |||\n1: |"


# ---- misère


def test_misere_is_tic_tac_toe_with_the_ends_turned_round():
    game, plain, other = Misere(), TicTacToe(), {"X": "O", "O": "X", None: None}
    for state in reference.walk(plain):
        assert game.actions(state) == plain.actions(state)
        assert game.winner(state) == other[plain.winner(state)]
        if plain.terminal(state):
            assert game.terminal(state) and game.utility(state) == -plain.utility(state)


def test_misere_is_a_draw_and_only_the_centre_draws_for_x():
    """Golomb and Hales: X draws by taking the center and mirroring O through it."""
    space, known = Space(Misere()), reference.solve(Misere())
    assert all(space.value(state) == found.value for state, found in known.items())
    assert space.value(".........") == 0 and space.best_actions(".........") == (4,)


# ---- what they are


@pytest.mark.parametrize("game", [TicTacToe(4), ConnectFour(), Misere(3, 4, 3), Nim((1, 2))])
def test_games_are_equal_if_they_are_made_alike(game):
    again = type(game)(*game.arguments)
    assert again == game and hash(again) == hash(game) and again != TicTacToe()
    assert eval(repr(game), {type(game).__name__: type(game)}) == game
    assert isinstance(game, HasBoard) == isinstance(game, InARow)
