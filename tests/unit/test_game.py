"""The rules, as somebody at the keyboard meets them."""

import copy
import random
import re
import subprocess
import sys
from itertools import product

import numpy as np
import pytest
import reference

from ttt import TicTacToe
from ttt.game import Memory


def refused(sentence):
    """Return a context in which a ValueError with exactly this sentence must be raised."""
    return pytest.raises(ValueError, match=f"^{re.escape(sentence)}$")


# ---- one whole game

TRANSCRIPT = """\
X to move, 9 cells free
. . .
. . .
. . .

4: O to move, 8 cells free
. . .
. X .
. . .

0: X to move, 7 cells free
O . .
. X .
. . .

2: O to move, 6 cells free
O . X
. X .
. . .

6: X to move, 5 cells free
O . X
. X .
O . .

3: O to move, 4 cells free
O . X
X X .
O . .

5: X to move, 3 cells free
O . X
X X O
O . .

1: O to move, 2 cells free
O X X
X X O
O . .

8: X to move, 1 cells free
O X X
X X O
O . O

7: over, X, worth 1
O X X
X X O
O X O
"""


def test_a_whole_game_reads_as_it_should(game):
    def entry(state):
        if game.terminal(state):
            return f"over, {game.outcome(state)}, worth {game.utility(state)}\n{game.show(state)}\n"
        free = len(game.actions(state))
        return f"{game.player(state)} to move, {free} cells free\n{game.show(state)}\n"

    state = game.initial
    entries = [entry(state)]
    for action in [4, 0, 2, 6, 3, 5, 1, 8, 7]:
        state = game.result(state, action)
        entries.append(f"{action}: {entry(state)}")
    assert "\n".join(entries) == TRANSCRIPT


# ---- the six functions and their two neighbours


def test_the_empty_board(game):
    assert game.initial == "........."
    assert game.player(game.initial) == "X"
    assert game.actions(game.initial) == (0, 1, 2, 3, 4, 5, 6, 7, 8)
    assert game.winner(game.initial) is None
    assert game.terminal(game.initial) is False
    assert game.outcome(game.initial) is None


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
    assert game.terminal(state) is True
    assert game.outcome(state) == outcome
    assert game.utility(state) == utility
    assert game.winner(state) == (None if outcome == "draw" else outcome)
    assert game.actions(state) == ()


def test_a_full_line_of_empty_cells_is_no_win(game):
    assert game.winner("...XOX...") is None


def test_the_loser_to_move_still_has_no_actions(game):
    assert game.player("XXXOO....") == "O"
    assert game.actions("XXXOO....") == ()


def test_the_utility_of_an_unfinished_game_is_refused(game):
    with refused("The game is not over in 'X........', so it has no utility yet."):
        game.utility("X........")


def test_questions_are_answered_for_a_board_that_no_game_leads_to(game):
    assert game.winner("XXX......") == "X"
    assert game.actions("OO.......") == (2, 3, 4, 5, 6, 7, 8)
    assert game.player("OO.......") == "O"


def test_result_does_not_touch_the_board_it_was_given(game):
    state = "X...O...."
    assert game.result(state, 8) == "X...O...X"
    assert state == "X...O...."


# ---- making a board


@pytest.mark.parametrize(
    ("arguments", "rows", "cols", "k"),
    [
        ((), 3, 3, 3),
        ((4,), 4, 4, 4),
        ((5, None, 4), 5, 5, 4),
        ((3, 4, 3), 3, 4, 3),
        ((2, 5), 2, 5, 2),
        ((2, 5, 5), 2, 5, 5),
        ((1, 1, 1), 1, 1, 1),
        ((np.int64(3), np.int8(4), np.uint8(2)), 3, 4, 2),
    ],
)
def test_sizes_and_what_is_assumed_where_none_is_given(arguments, rows, cols, k):
    game = TicTacToe(*arguments)
    assert (game.rows, game.cols, game.k) == (rows, cols, k)
    assert {type(size) for size in (game.rows, game.cols, game.k)} == {int}
    assert game.cells == rows * cols
    assert game.initial == "." * rows * cols


NO_NUMBERS = [0, -1, True, False, np.True_, "3", 3.0, 2.5, [3], float("nan")]


@pytest.mark.parametrize("nonsense", [*NO_NUMBERS, None])
def test_rows_must_be_a_whole_number(nonsense):
    with refused(f"rows must be a whole number from 1 on, not {nonsense!r}."):
        TicTacToe(nonsense)


@pytest.mark.parametrize("nonsense", NO_NUMBERS)
def test_cols_and_k_must_be_whole_numbers(nonsense):
    with refused(f"cols must be a whole number from 1 on, not {nonsense!r}."):
        TicTacToe(3, nonsense)
    with refused(f"k must be a whole number from 1 on, not {nonsense!r}."):
        TicTacToe(3, k=nonsense)


@pytest.mark.parametrize(("rows", "cols", "k"), [(3, 3, 4), (2, 5, 6), (5, 2, 6), (1, 1, 2)])
def test_more_in_a_row_than_any_row_has_is_refused(rows, cols, k):
    sentence = f"{k} marks in a row do not fit on a {rows}×{cols} board: k can be 1 to {k - 1}."
    with refused(sentence):
        TicTacToe(rows, cols, k)


# ---- boards that cannot be

MALFORMED = [
    ("", "'' has 0 characters, but a 3×3 board has 9 cells."),
    ("XO", "'XO' has 2 characters, but a 3×3 board has 9 cells."),
    ("..........", "'..........' has 10 characters, but a 3×3 board has 9 cells."),
    ("x........", "'x........' contains 'x': a cell is 'X', 'O' or '.'."),
    ("X...o....", "'X...o....' contains 'o': a cell is 'X', 'O' or '.'."),
    ("X 0......", "'X 0......' contains ' ': a cell is 'X', 'O' or '.'."),
    ("...\n.....", "'...\\n.....' contains '\\n': a cell is 'X', 'O' or '.'."),
    ("Х........", "'Х........' contains 'Х': a cell is 'X', 'O' or '.'."),  # a Cyrillic letter
    (None, "A state is a string such as '.........', not None."),
    (0, "A state is a string such as '.........', not 0."),
    (b".........", "A state is a string such as '.........', not b'.........'."),
    (tuple("........."), f"A state is a string such as '.........', not {tuple('.........')!r}."),
]
LIST = list(".........")
UNHASHABLE = [(LIST, f"A state is a string such as '.........', not {LIST!r}.")]

IMPOSSIBLE = [
    ("XX.......", "it has 2 X and 0 O, but X starts and they take turns."),
    ("O........", "it has 0 X and 1 O, but X starts and they take turns."),
    ("XXXXXXXXX", "it has 9 X and 0 O, but X starts and they take turns."),
    ("XXXOOO...", "both players have a winning line, but the first one ends the game."),
    ("XXXOO.O..", "X has a winning line, but O moved after that."),
    ("OOOXX.X.X", "O has a winning line, but X moved after that."),
]


@pytest.mark.parametrize(("state", "sentence"), MALFORMED + UNHASHABLE)
def test_a_malformed_state_is_refused_in_words(game, state, sentence):
    for ask in [game.check, lambda s: game.result(s, 0), game.show, game.images, game.canonical]:
        with refused(sentence):
            ask(state)


@pytest.mark.parametrize(("state", "sentence"), MALFORMED)
def test_questions_about_a_malformed_state_are_refused_in_words(game, state, sentence):
    questions = [game.player, game.actions, game.terminal, game.utility, game.winner, game.outcome]
    for ask in [*questions, game.winning_lines]:
        with refused(sentence):
            ask(state)


@pytest.mark.parametrize(("state", "flaw"), IMPOSSIBLE)
def test_a_state_that_no_game_leads_to_is_refused_in_words(game, state, flaw):
    free = state.find(".")
    for ask in [game.check, lambda s: game.result(s, max(free, 0))]:
        with refused(f"{state!r} cannot occur: {flaw}"):
            ask(state)


@pytest.mark.parametrize(
    ("board", "state", "last"),
    [
        ((1, 9, 2), "XXOXXO.O.", "X"),
        ((1, 9, 2), "XXXXO.O.O", "X"),  # overlapping, but no cell is in all of them
        ((1, 10, 2), "OOXOOX.X.X", "O"),
        ((4, 5, 3), "XXX.O.O.O..O.O.XXX..", "X"),
        ((4, 5, 3), "OOO.X.X.X..X.X.OOO.X", "O"),
    ],
)
def test_two_wins_that_no_single_move_makes_are_refused(board, state, last):
    flaw = f"{last} has winning lines without a common cell, so play went on after a win."
    with refused(f"{state!r} cannot occur: {flaw}"):
        TicTacToe(*board).check(state)


@pytest.mark.parametrize(
    ("board", "state"),
    [
        ((3, 3, 3), "XXXXOOXOO"),  # a row and a column, made by the corner
        ((1, 9, 2), "XXXO.O..."),  # two lines, made by the middle
        ((1, 10, 3), "XXXXXOO.OO"),  # three lines, made by the middle
        ((1, 8, 2), "OOOX.X.X"),
    ],
)
def test_two_wins_by_one_move_are_allowed(board, state):
    assert TicTacToe(*board).check(state) is None
    assert len(TicTacToe(*board).winning_lines(state)) >= 2


@pytest.mark.parametrize(
    "board", [(3, 3, 3), (2, 4, 2), (1, 7, 2), (1, 8, 3), (2, 3, 1), (7, 1, 2)]
)
def test_check_accepts_exactly_the_states_that_games_reach(board):
    game = TicTacToe(*board)
    reached = reference.walk(game)

    def accepted(state):
        try:
            return game.check(state) is None
        except ValueError:
            return False

    everything = map("".join, product("XO.", repeat=game.cells))
    assert {state for state in everything if accepted(state)} == reached


# ---- moves that cannot be made

NO_CELLS = [9, -1, 100, True, False, np.True_, 4.0, "4", None, (4,), [4], 10**30]


@pytest.mark.parametrize("action", NO_CELLS)
def test_a_move_outside_the_board_is_refused_in_words(game, action):
    for state in [".........", "XXXOO...."]:
        with refused(f"{action!r} is not a cell: the cells are 0 to 8."):
            game.result(state, action)


def test_a_move_on_a_marked_cell_is_refused_in_words(game):
    with refused("Cell 0 of 'X...O....' is already marked X."):
        game.result("X...O....", 0)
    with refused("Cell 4 of 'X...O....' is already marked O."):
        game.result("X...O....", 4)


@pytest.mark.parametrize("state", ["XXXOO....", "XOXXOXOXO"])
def test_a_move_after_the_end_is_refused_in_words(game, state):
    with refused(f"The game is over in {state!r}: no cell can be marked any more."):
        game.result(state, 8)


def test_a_refusal_is_repeated_when_the_same_move_is_tried_again(game):
    for _ in range(2):
        with refused("Cell 0 of 'X........' is already marked X."):
            game.result("X........", 0)


@pytest.mark.parametrize("number", [np.int8, np.uint8, np.int32, np.int64, np.array])
def test_numpy_integers_are_moves(game, number):
    state = game.result(".........", number(4))
    assert state == "....X...."
    assert type(state) is str
    assert game.result(state, 0) == "O...X...."


# ---- lines


def test_the_eight_lines_of_3x3(game):
    rows = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
    columns = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
    diagonals = [(0, 4, 8), (2, 4, 6)]
    assert sorted(game.lines) == sorted(rows + columns + diagonals)


@pytest.mark.parametrize(
    ("board", "count"),
    [
        ((4,), 10),
        ((5, 5, 4), 28),
        ((3, 4, 3), 14),
        ((1, 5, 3), 3),
        ((5, 1, 3), 3),
        ((2, 5, 5), 2),
        ((3, 3, 1), 9),
        ((1, 1), 1),
        ((15, 15, 5), 572),
    ],
)
def test_how_many_lines_a_board_has(board, count):
    lines = TicTacToe(*board).lines
    assert len(lines) == len({frozenset(line) for line in lines}) == count


def test_winning_lines_are_the_ones_to_strike_through(game):
    assert game.winning_lines("X..OX.O.X") == ((0, 4, 8),)
    assert set(game.winning_lines("XXXXOOXOO")) == {(0, 1, 2), (0, 3, 6)}
    assert game.winning_lines("OOOXX.X..") == ((0, 1, 2),)
    assert game.winning_lines(".........") == ()


# ---- symmetries


@pytest.mark.parametrize(
    ("rows", "cols", "count"),
    [(3, 3, 8), (4, 4, 8), (1, 1, 8), (2, 3, 4), (4, 3, 4), (1, 5, 4), (5, 1, 4)],
)
def test_turns_and_reflections_form_a_group(rows, cols, count):
    symmetries = TicTacToe(rows, cols).symmetries
    cells = tuple(range(rows * cols))
    assert len(symmetries) == count
    assert symmetries[0] == cells
    assert all(tuple(sorted(symmetry)) == cells for symmetry in symmetries)
    for first, second in product(symmetries, repeat=2):
        assert tuple(first[cell] for cell in second) in symmetries
    if min(rows, cols) > 1:
        assert len(set(symmetries)) == count


@pytest.mark.parametrize("board", [(3, 3, 3), (3, 4, 3), (4, 2, 2)])
def test_symmetries_take_lines_to_lines(board):
    game = TicTacToe(*board)
    lines = {frozenset(line) for line in game.lines}
    for symmetry in game.symmetries:
        assert {frozenset(symmetry[cell] for cell in line) for line in lines} == lines


def test_the_images_of_a_corner_and_of_the_centre(game):
    assert game.images("X........")[0] == "X........"
    corners = {"X........", "..X......", "......X..", "........X"}
    assert set(game.images("X........")) == corners
    assert {game.canonical(corner) for corner in corners} == {"X........"}
    assert set(game.images("....X....")) == {"....X...."}


def test_an_image_has_in_cell_i_what_the_state_has_in_cell_symmetry_i(game):
    state = "XO.X.O..."
    for symmetry, image in zip(game.symmetries, game.images(state), strict=True):
        assert all(image[i] == state[symmetry[i]] for i in range(9))


def test_the_canonical_state_has_its_x_first_and_then_its_o(game):
    assert game.canonical("......O.X") == "X.O......"
    assert game.canonical("..O.X....") == "O...X...."


# ---- boards for humans


def test_show(game):
    assert game.show("XO..X....") == "X O .\n. X .\n. . ."


def test_show_with_the_numbers_of_the_free_cells(game):
    assert game.show("XO..X....", numbers=True) == "X O 2\n3 X 5\n6 7 8"


def test_show_lines_up_numbers_of_two_digits():
    board = TicTacToe(3, 4)
    assert board.show("X..........O", numbers=True) == " X  1  2  3\n 4  5  6  7\n 8  9 10  O"
    assert board.parse(board.show("X..........O", numbers=True)) == "X..........O"


@pytest.mark.parametrize(
    "text",
    [
        "XO.\n.X.\n..O",
        "X O .\n. X .\n. . O",
        "\n    X O .\n    . X .\n    . . O\n",
        "x o .\n. x .\n. . o",
        "X O 2\n3 X 5\n6 7 O",
        "X O _\n_ X _\n_ _ O",
        "X|O|.\n.|X|.\n.|.|O",
        " X | O | . \n---+---+---\n . | X | . \n---+---+---\n . | . | O ",
        "+---+---+---+\n| X | O | 2 |\n+---+---+---+\n| 3 | X | 5 |\n+---+---+---+\n"
        "| 6 | 7 | O |\n+---+---+---+\n",
        "XO.\r\n.X.\r\n..O\r\n",
        "XO.\n\n.X.\n\n..O",
        "XO..X...O",  # a state is a drawing too
        "XO. .X. ..O",
    ],
)
def test_parse_reads_what_people_type(game, text):
    assert game.parse(text) == "XO..X...O"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("XO.\n.X.", "3, 3"),
        ("XO\n.X\n..", "2, 2, 2"),
        ("XO.\n.X.\n..O\n...", "3, 3, 3, 3"),
        ("XO.\n.X..\n.O", "3, 4, 2"),
    ],
)
def test_parse_refuses_a_board_of_another_shape(game, text, rows):
    with refused(f"This is not a board of 3 rows of 3 cells; its rows have {rows}:\n{text}"):
        game.parse(text)


@pytest.mark.parametrize(
    "text", ["", "\n\n", "---+---+---", "XO.", "X-O\n.X.\n..O", "XO?\n.X.\n..O", None]
)
def test_parse_refuses_what_is_no_board(game, text):
    with pytest.raises(ValueError, match=r"no board|characters|contains|not from None"):
        game.parse(text)


def test_parse_takes_a_picture_of_a_board_that_cannot_occur(game):
    assert game.parse("XX.\n...\n...") == "XX......."


# ---- games as things


def test_a_game_names_itself():
    assert repr(TicTacToe(5, k=4)) == "TicTacToe(5, 5, k=4)"
    assert eval(repr(TicTacToe(2, 3, 3))) == TicTacToe(2, 3, 3)


def test_games_with_the_same_rules_are_equal():
    assert TicTacToe() == TicTacToe(3, 3, 3)
    assert hash(TicTacToe()) == hash(TicTacToe(3, 3, 3))
    assert len({TicTacToe(), TicTacToe(3), TicTacToe(4)}) == 2
    others = [TicTacToe(4), TicTacToe(3, 4, 3), TicTacToe(3, k=2), repr(TicTacToe()), None]
    assert TicTacToe() not in others


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_plays_the_same_game_and_brings_no_memories(copied):
    game = TicTacToe(3, 4, k=3)
    reference.children(game, game.initial)
    twin = copied(game)
    assert twin is not game
    assert twin == game
    assert not twin._seen
    assert twin.result(twin.initial, 11) == "...........X"


def test_what_another_process_gets_is_what_the_game_was_made_with():
    game = TicTacToe(3, 4, k=3)
    game.result(game.initial, 0)
    held = {"rows": 3, "cols": 4, "k": 3, "arguments": (3, 4, 3), "cells": 12}
    assert game.__getstate__() == held | {"initial": game.initial}
    again = copy.copy(game)
    assert again == game and again.result(game.initial, 0) == game.result(game.initial, 0)


def test_games_of_a_derived_class_are_equal_only_if_all_they_hold_is():
    class Prize(TicTacToe):
        def __init__(self, prize):
            super().__init__()
            self.prize = prize

    assert Prize(1) == Prize(1) != Prize(2) and copy.deepcopy(Prize(2)).prize == 2
    assert Prize(1) != TicTacToe()


# ---- memory and import


def test_memory_stays_bounded_on_a_larger_board(monkeypatch):
    monkeypatch.setattr(Memory, "LIMIT", 1_000)
    game, rng, most, asked = TicTacToe(5), random.Random(5), 0, set()
    for _ in range(300):
        state = game.initial
        while not game.terminal(state):
            state = game.result(state, rng.choice(game.actions(state)))
            asked.add(state)
            most = max(most, len(game._seen))
    assert len(asked) > 4_000
    assert most <= 1_000


def test_all_of_3x3_is_remembered_at_once(game):
    assert Memory.LIMIT > 5_478


@pytest.mark.parametrize("shape", [(3,), (2, 4, 2), (1, 4, 1), (3, 4, 4)])
def test_what_is_known_after_a_move_is_what_would_be_seen_in_the_state_itself(shape):
    game = TicTacToe(*shape)
    for state in reference.walk(game):
        reached = game._seen[state]
        seen = TicTacToe(*shape)._seen[state]
        seen.after |= reached.after
        assert reached == seen


def test_a_game_is_right_after_its_memory_was_cleared(monkeypatch):
    monkeypatch.setattr(Memory, "LIMIT", 3)
    assert len(reference.walk(TicTacToe())) == 5_478


def test_importing_the_course_loads_nothing_heavy():
    script = "import sys, ttt; ttt.TicTacToe(); print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    heavy = {"numpy", "matplotlib", "networkx", "ipywidgets", "anywidget", "sklearn", "scipy"}
    assert not heavy & set(run.stdout.split())


def test_the_package_offers_its_names_and_no_others():
    import ttt
    from ttt import Space

    assert ttt.Space is Space
    with pytest.raises(AttributeError, match="module 'ttt' has no attribute 'Chess'"):
        _ = ttt.Chess
