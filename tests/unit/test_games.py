"""The other games, against what is known of them elsewhere and solvers that share no line."""

import random
from functools import cache, reduce
from operator import xor

import pytest
import reference

from ttt import Space, TicTacToe
from ttt.algorithms import minimax_value
from ttt.game import Game, HasBoard, InARow
from ttt.games import ConnectFour, Misere, Nim

# ---- Connect Four, by columns of text from the bottom up


def four_in_a_row(columns, k):
    """Return whether somebody has k in a row, cell by cell."""
    at = {(x, y): mark for x, column in enumerate(columns) for y, mark in enumerate(column)}
    return any(
        all(at.get((x + i * dx, y + i * dy)) == mark for i in range(k))
        for (x, y), mark in at.items()
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def solved(rows, cols, k):
    """Return the value of every position, the mover's side, by negamax on columns."""

    @cache
    def value(columns, mover):
        if four_in_a_row(columns, k):
            return -1
        moves = [x for x, column in enumerate(columns) if len(column) < rows]
        after = [(*columns[:x], columns[x] + mover, *columns[x + 1 :]) for x in moves]
        return max((-value(child, "O" if mover == "X" else "X") for child in after), default=0)

    return value


def columns_of(state, rows, cols):
    """Return a state as columns from the bottom up."""
    return tuple(state[col::cols].lstrip(".")[::-1] for col in range(cols))


@pytest.mark.parametrize("rows, cols, k", [(3, 4, 3), (4, 3, 3), (2, 5, 3), (3, 3, 4), (4, 4, 4)])
def test_connect_four_is_worth_what_another_solver_says(rows, cols, k):
    if k > max(rows, cols):
        with pytest.raises(ValueError, match="do not fit"):
            ConnectFour(rows, cols, k)
        return
    game, value = ConnectFour(rows, cols, k), solved(rows, cols, k)
    space = Space(game)
    for state in random.Random(1).sample(list(space.states), min(2_000, len(space))):
        mover = "X" if state.count("X") == state.count("O") else "O"
        side = 1 if mover == "X" else -1
        assert space.value(state) == side * value(columns_of(state, rows, cols), mover), state


def test_the_number_of_positions_of_small_connect_four_is_the_published_one():
    assert len(Space(ConnectFour(4, 4, 4))) == 161_029


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


def test_only_reachable_boards_of_connect_four_can_occur():
    game = ConnectFour(3, 3, 3)
    reachable = reference.walk(game)
    for number in range(3**9):
        state = "".join(".XO"[number // 3**i % 3] for i in range(9))
        try:
            game.check(state)
            possible = True
        except ValueError:
            possible = False
        assert possible or state not in reachable
        if possible != (state in reachable):
            # of a full column nobody knows in which order it was filled: only this may slip by
            assert state.count("X") - state.count("O") in (0, 1)


# ---- Nim


@pytest.mark.parametrize("piles", [(3, 4, 5), (1, 2, 3), (1,), (2, 2), (1, 1, 1, 1), (5, 1, 4)])
def test_nim_is_won_by_the_xor_rule_everywhere(piles):
    game = Nim(piles)
    space = Space(game)
    for state in space.states:
        mover, left = state
        side = 1 if mover == "X" else -1
        wins = reduce(xor, left) != 0
        assert space.value(state) == (side if wins else -side)
        zero = [a for a in game.actions(state) if not reduce(xor, game.result(state, a)[1])]
        if wins:
            assert list(space.best_actions(state)) == zero


@pytest.mark.parametrize("action", [(0, 4), (3, 1), (0, 0), (0, -1), 0, None, (0, 1, 1)])
def test_nim_says_what_cannot_be_taken(action):
    with pytest.raises(ValueError, match="cannot be taken from"):
        Nim().result(Nim().initial, action)


@pytest.mark.parametrize("piles", [(), (0, 1), (-1,), (1.5,), ("3",)])
def test_nim_refuses_strange_piles(piles):
    with pytest.raises(ValueError, match=r"pile"):
        Nim(piles)


def test_nim_shows_its_piles():
    assert Nim((3, 1)).show(("X", (3, 1))) == "0: |||\n1: |"


# ---- misère


def test_misere_is_tic_tac_toe_with_the_ends_turned_round():
    game, plain = Misere(), TicTacToe()
    for state in reference.walk(plain):
        assert game.actions(state) == plain.actions(state)
        assert game.terminal(state) == plain.terminal(state)
        if plain.terminal(state):
            assert game.utility(state) == -plain.utility(state)
            assert (game.winner(state) == "X") == (plain.winner(state) == "O")


def test_misere_is_a_draw_and_only_the_centre_draws_for_x():
    """Golomb and Hales: X draws by taking the center and mirroring O through it."""
    game = Misere()
    assert minimax_value(game, game.initial) == 0
    space = Space(game)
    assert space.best_actions(game.initial) == (4,)
    mirrored = {"state": game.result(game.initial, 4)}
    rng = random.Random(1)
    for _ in range(50):
        state = mirrored["state"]
        while not game.terminal(state):
            reply = rng.choice(game.actions(state))
            state = game.result(state, reply)
            if not game.terminal(state):
                state = game.result(state, 8 - reply)
                assert space.value(state) >= 0
        assert game.utility(state) >= 0


def test_misere_is_found_out_by_exhaustive_search():
    game, known = Misere(), reference.solve(Misere())
    space = Space(game)
    assert len(space) == len(known) == 5_478
    assert all(space.value(state) == found.value for state, found in known.items())


# ---- what they are


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(3, 4, 3), Misere(), TicTacToe(2, 3, 2)])
def test_plain_rules_and_quick_ones_agree(game):
    plain = InARow(*game.arguments)
    if type(game) is not TicTacToe:
        return
    for state in reference.walk(game):
        for name in ("player", "actions", "terminal", "winner", "outcome"):
            assert getattr(game, name)(state) == getattr(plain, name)(state)
        for action in game.actions(state):
            assert game.result(state, action) == plain.result(state, action)


@pytest.mark.parametrize("game", [TicTacToe(4), ConnectFour(), Misere(3, 4, 3), Nim((1, 2))])
def test_games_are_equal_if_they_are_made_alike(game):
    again = type(game)(*game.arguments)
    assert again == game and hash(again) == hash(game) and again != TicTacToe()
    assert eval(repr(game), {type(game).__name__: type(game)}) == game
    assert isinstance(game, HasBoard) == isinstance(game, InARow)


def test_the_protocol_lists_the_six():
    named = {name for name in vars(Game) if not name.startswith("_")} | set(Game.__annotations__)
    assert named == {"initial", "player", "actions", "result", "terminal", "utility"}
