"""The rules, as somebody at the keyboard meets them."""

import copy
import random
import re
from itertools import product

import numpy as np
import pytest
import reference

from ttt import TicTacToe
from ttt.game import InARow, Memory


def refused(sentence):
    """Return a context in which a ValueError with exactly this sentence must be raised."""
    return pytest.raises(ValueError, match=f"^{re.escape(sentence)}$")


# ---- the six functions and their two neighbours


@pytest.mark.parametrize(
    ("state", "outcome", "utility"),
    [
        ("XXXOO....", "X", 1),
        ("OX.OX.O.X", "O", -1),
        ("XOXXOXOXO", "draw", 0),
        ("XXXXOOXOO", "X", 1),  # full, and won all the same
    ],
)
def test_when_the_game_is_over(game, state, outcome, utility):
    assert game.terminal(state) is True and game.actions(state) == ()
    assert (game.outcome(state), game.utility(state)) == (outcome, utility)
    assert game.winner(state) == (None if outcome == "draw" else outcome)
    with refused(f"The game is over in {state!r}: no cell can be marked any more."):
        game.result(state, 8)


def test_the_utility_of_an_unfinished_game_is_refused(game):
    with refused("The game is not over in 'X........', so it has no utility yet."):
        game.utility("X........")


def test_questions_are_answered_for_a_board_that_no_game_leads_to(game):
    assert game.winner("XXX......") == "X"
    assert game.actions("OO.......") == (2, 3, 4, 5, 6, 7, 8)
    assert game.player("OO.......") == "O"


@pytest.mark.parametrize("shape", [(3,), (2, 4, 2), (1, 4, 1), (2, 4, 4)])
def test_what_is_remembered_is_what_the_plain_rules_say(shape):
    game, plain = TicTacToe(*shape), InARow(*shape)
    for state in reference.walk(game):
        fresh = TicTacToe(*shape)  # to which the state comes from nowhere
        for name in ("player", "actions", "terminal", "winner", "outcome"):
            answers = [getattr(rules, name)(state) for rules in (game, fresh, plain)]
            assert answers[0] == answers[1] == answers[2]
        for action in game.actions(state)[:2]:
            assert game.result(state, action) == plain.result(state, action)
        having = reference.holders(game.rows, game.cols, game.k, state)
        assert {game.winner(state)} == (having or {None})


# ---- making a board


@pytest.mark.parametrize(
    ("arguments", "rows", "cols", "k"),
    [
        ((), 3, 3, 3),
        ((5, None, 4), 5, 5, 4),
        ((2, 5), 2, 5, 2),
        ((np.int64(3), np.int8(4), np.uint8(2)), 3, 4, 2),
    ],
)
def test_sizes_and_what_is_assumed_where_none_is_given(arguments, rows, cols, k):
    game = TicTacToe(*arguments)
    assert (game.rows, game.cols, game.k, game.cells) == (rows, cols, k, rows * cols)
    assert {type(size) for size in (game.rows, game.cols, game.k)} == {int}
    assert game.initial == "." * rows * cols


@pytest.mark.parametrize("nonsense", [0, -1, True, np.True_, "3", 3.0, [3], float("nan")])
def test_rows_cols_and_k_must_be_whole_numbers(nonsense):
    for name in ("rows", "cols", "k"):
        with refused(f"{name} must be a whole number from 1 on, not {nonsense!r}."):
            TicTacToe(**{name: nonsense})


@pytest.mark.parametrize(("rows", "cols", "k"), [(3, 3, 4), (2, 5, 6), (5, 2, 6), (1, 1, 2)])
def test_more_in_a_row_than_any_row_has_is_refused(rows, cols, k):
    sentence = f"{k} marks in a row do not fit on a {rows}×{cols} board: k can be 1 to {k - 1}."
    with refused(sentence):
        TicTacToe(rows, cols, k)


# ---- boards that cannot be

MALFORMED = [
    ("XO", "'XO' has 2 characters, but a 3×3 board has 9 cells."),
    ("X...o....", "'X...o....' contains 'o': a cell is 'X', 'O' or '.'."),
    ("Х........", "'Х........' contains 'Х': a cell is 'X', 'O' or '.'."),  # a Cyrillic letter
    (None, "A state is a string such as '.........', not None."),
    (b".........", "A state is a string such as '.........', not b'.........'."),
    (list("XO."), "A state is a string such as '.........', not ['X', 'O', '.']."),
]
IMPOSSIBLE = [
    ((3,), "XX.......", "it has 2 X and 0 O, but X starts and they take turns."),
    ((3,), "O........", "it has 0 X and 1 O, but X starts and they take turns."),
    ((3,), "XXXOOO...", "play went on after a win."),
    ((3,), "XXXOO.O..", "play went on after a win."),
    ((1, 9, 2), "XXOXXO.O.", "play went on after a win."),
    ((1, 9, 2), "XXXXO.O.O", "play went on after a win."),
]


@pytest.mark.parametrize(("state", "sentence"), MALFORMED)
def test_a_malformed_state_is_refused_in_words(game, state, sentence):
    asked = [game.check, lambda s: game.result(s, 0), game.show, game.images, game.canonical]
    if not isinstance(state, list):  # which cannot be looked up
        asked += [game.player, game.actions, game.terminal, game.utility, game.outcome]
    for ask in asked:
        with refused(sentence):
            ask(state)


@pytest.mark.parametrize(("board", "state", "flaw"), IMPOSSIBLE)
def test_a_state_that_no_game_leads_to_is_refused_in_words(board, state, flaw):
    game = TicTacToe(*board)
    for ask in [game.check, lambda s: game.result(s, state.find("."))]:
        with pytest.raises(ValueError, match=re.escape(f"{state!r} cannot occur: {flaw}")):
            ask(state)


@pytest.mark.parametrize(
    "board", [(3, 3, 3), (2, 4, 2), (1, 7, 2), (1, 8, 3), (2, 3, 1), (7, 1, 2)]
)
def test_check_accepts_exactly_the_boards_that_can_be_unplayed(board):
    game = TicTacToe(*board)

    def accepted(state):
        try:
            return game.check(state) is None
        except ValueError:
            return False

    everything = map("".join, product("XO.", repeat=game.cells))
    reached = {state for state in everything if accepted(state)}
    assert reached == reference.walk(game)
    assert all(reference.can_occur(*board, state) for state in reached)


# ---- moves that cannot be made


@pytest.mark.parametrize("action", [9, -1, True, np.True_, 4.0, "4", None, (4,), [4], 10**30])
def test_a_move_outside_the_board_is_refused_in_words(game, action):
    for state in [".........", "XXXOO...."]:
        with refused(f"{action!r} is not a cell: the cells are 0 to 8."):
            game.result(state, action)


def test_a_move_on_a_marked_cell_is_refused_in_words_every_time(game):
    for cell, mark in (0, "X"), (4, "O"), (4, "O"):
        with refused(f"Cell {cell} of 'X...O....' is already marked {mark}."):
            game.result("X...O....", cell)


@pytest.mark.parametrize("number", [np.int8, np.uint8, np.int64, np.array])
def test_numpy_integers_are_moves(game, number):
    state = game.result(".........", number(4))
    assert state == "....X...." and type(state) is str
    assert game.result(state, 0) == "O...X...."


# ---- lines and symmetries


@pytest.mark.parametrize(
    ("board", "count"),
    [
        ((5, 5, 4), 28),
        ((3, 4, 3), 14),
        ((1, 5, 3), 3),
        ((15, 15, 5), 572),
    ],
)
def test_how_many_lines_a_board_has(board, count):
    lines = TicTacToe(*board).lines
    assert len(lines) == len({frozenset(line) for line in lines}) == count


def test_winning_lines_are_the_ones_to_strike_through(game):
    assert game.winning_lines("X..OX.O.X") == ((0, 4, 8),)
    assert set(game.winning_lines("XXXXOOXOO")) == {(0, 1, 2), (0, 3, 6)}
    assert game.winning_lines(".........") == ()


@pytest.mark.parametrize(("shape", "count"), [((3,), 8), ((2, 3, 2), 4), ((5, 1, 2), 4)])
def test_turning_a_board_changes_nothing_that_matters(shape, count):
    game = TicTacToe(*shape)
    assert len(game.symmetries) == count
    for state in reference.walk(game):
        images = game.images(state)
        assert images[0] == state and game.canonical(state) in images
        assert {game.canonical(image) for image in images} == {game.canonical(state)}
        assert {(game.player(i), game.outcome(i)) for i in images} == {
            (game.player(state), game.outcome(state))
        }
        for action in game.actions(state)[:1]:
            after = zip(images, game.action_images(action))
            assert game.images(game.result(state, action)) == [game.result(*move) for move in after]


def test_the_canonical_state_has_its_x_first_and_then_its_o(game):
    assert game.canonical("......O.X") == "X.O......"
    assert game.canonical("..O.X....") == "O...X...."


# ---- boards for humans


def test_show_and_parse_undo_each_other(game):
    assert game.show("XO..X....") == "X O .\n. X .\n. . ."
    assert game.show("XO..X....", numbers=True) == "X O 2\n3 X 5\n6 7 8"
    board = TicTacToe(3, 4)
    shown = board.show("X..........O", numbers=True)
    assert shown == " X  1  2  3\n 4  5  6  7\n 8  9 10  O"
    assert board.parse(shown) == board.parse(shown.lower()) == "X..........O"


@pytest.mark.parametrize("text", ["XO.\n.X.\n..O", "\n  x o .\n  . X .\n  . . O\n", "XO..X...O"])
def test_parse_reads_what_people_type(game, text):
    assert game.parse(text) == "XO..X...O"


@pytest.mark.parametrize(
    ("text", "words"), [("XO.", "'XO.' has 3 characters"), ("XO?\n.X.\n..O", "contains '?'")]
)
def test_parse_refuses_what_is_no_board(game, text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        game.parse(text)


# ---- games as things


def test_games_with_the_same_rules_are_equal_and_name_themselves():
    assert repr(TicTacToe(5, k=4)) == "TicTacToe(5, 5, k=4)"
    assert TicTacToe() == TicTacToe(3, 3, 3) and hash(TicTacToe()) == hash(TicTacToe(3, 3, 3))
    others = [TicTacToe(4), TicTacToe(3, 4, 3), TicTacToe(3, k=2), repr(TicTacToe()), None]
    assert TicTacToe() not in others


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_plays_the_same_game_and_brings_no_memories(copied):
    class Prize(TicTacToe):
        def __init__(self, prize):
            super().__init__(3, 4, k=3)
            self.prize = prize

    game = Prize(1)
    reference.children(game, game.initial)
    twin = copied(game)
    assert twin is not game and twin == game != Prize(2) and game != TicTacToe(3, 4, k=3)
    assert not twin._seen and "lines" not in game.__getstate__()
    assert twin.result(twin.initial, 11) == "...........X"


def test_memory_stays_bounded_and_a_game_is_right_after_it_was_cleared(monkeypatch):
    monkeypatch.setattr(Memory, "LIMIT", 1_000)
    game, rng, most, asked = TicTacToe(5), random.Random(5), 0, set()
    for _ in range(60):
        state = game.initial
        while not game.terminal(state):
            state = game.result(state, rng.choice(game.actions(state)))
            asked.add(state)
            most = max(most, len(game._seen))
    assert len(asked) > 1_000 and most <= 1_000
    monkeypatch.setattr(Memory, "LIMIT", 3)
    assert len(reference.walk(TicTacToe())) == 5_478
