"""The board in the browser, driven without one."""

import pytest

from ttt import TicTacToe, draw
from ttt.games import ConnectFour
from ttt.widgets import Board


@pytest.mark.parametrize("shape", [(3, 3), (3, 4), (5, 5), (1, 2)])
def test_it_has_the_size_of_its_game_and_fits_beside_the_controls(shape):
    board = Board(TicTacToe(*shape))
    assert (board.rows, board.cols, board.state) == (*shape, "." * shape[0] * shape[1])
    assert board.cell_size * board.cols <= 440


def test_a_chosen_cell_is_reported_and_what_is_no_cell_is_passed_over(game):
    board, chosen = Board(game), []
    board.on_click(chosen.append)
    for cell in (None, "4", 4.0, True, -1, 9, 10**30, [4], {"cell": 4}, 4):
        board._handle_custom_msg({"cell": cell}, [])  # as from the browser
    assert (chosen, board.state) == ([4], game.initial)  # what a choice means, others decide


def test_the_choice_of_a_cell_is_where_its_mark_lands_until_the_end(game):
    assert Board(game, "XO.......").choices[1:4] == [None, (2, "2"), (3, "3")]
    assert Board(game, "XXXOO....").choices == [None] * 9
    assert Board(ConnectFour(2, 3, 2), "X..O..").choices == [None, (4, "1"), (5, "2")] * 2
    board = Board(ConnectFour())
    board.follow(board.game, [board.game.initial, "." * 38 + "X..."], [3], {3: {"text": "hm"}})
    assert (board.last, list(board.labels)) == (38, [31])


def test_the_colors_are_those_of_the_pictures():
    assert all(draw.COLOUR[mark] in str(Board._css) for mark in "XO")
