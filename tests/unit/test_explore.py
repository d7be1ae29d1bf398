"""The board to set up by clicking, driven without a browser."""

import ipywidgets as widgets
import pytest

from ttt import TicTacToe, draw
from ttt.games import ConnectFour, Nim
from ttt.widgets import Explore


@pytest.fixture
def explore(game):
    """Return an Explore that shows the board it is given."""
    return Explore(draw.board, "XO.......", game)


def click(explore, cell):
    """Click a cell, as the browser reports it."""
    explore.children[0]._handle_custom_msg({"event": "click", "cell": cell}, [])


def marks(explore):
    """Return what the cells of the board show."""
    return ["" if mark == "." else mark for mark in explore.children[0].state]


def frame(explore):
    """Return what is shown beside the board."""
    return explore.children[1].value


def test_it_begins_with_the_board_it_was_given(explore):
    assert explore.state == "XO......."
    assert marks(explore) == ["X", "O", "", "", "", "", "", "", ""]
    assert frame(explore) == draw.board("XO.......").svg


def test_a_cell_changes_from_empty_to_x_to_o_and_back(explore):
    seen = []
    for _ in range(4):
        click(explore, 4)
        seen.append((explore.state, marks(explore)[4]))
    assert seen == [
        ("XO..X....", "X"),
        ("XO..O....", "O"),
        ("XO.......", ""),
        ("XO..X....", "X"),
    ]


@pytest.mark.parametrize("cell", range(9))
def test_each_cell_changes_by_itself(game, cell):
    explore = Explore(draw.board, game.initial, game)
    click(explore, cell)
    assert explore.state == "." * cell + "X" + "." * (8 - cell)


def test_the_picture_follows_every_click(explore):
    click(explore, 8)
    assert frame(explore) == draw.board("XO......X").svg


def test_it_can_be_clicked_by_code(explore):
    explore.click(2)
    assert explore.state == "XOX......"
    explore.click(99)
    assert explore.state == "XOX......"


def test_the_board_can_be_set_by_code(explore):
    explore.state = "XXXOO...."
    assert marks(explore) == ["X", "X", "X", "O", "O", "", "", "", ""]
    assert frame(explore) == draw.board("XXXOO....").svg
    click(explore, 0)
    assert explore.state == "OXXOO...."


def test_a_rectangular_board_has_its_own_rows_and_columns():
    game = TicTacToe(2, 3)
    explore = Explore(lambda state: draw.board(state, game), game.initial, game)
    assert (explore.board.rows, explore.board.cols) == (2, 3)
    click(explore, 5)
    assert explore.state == ".....X"


def test_a_page_without_a_kernel_shows_the_picture_as_it_is_now(explore):
    click(explore, 2)
    data = explore._repr_mimebundle_()
    assert set(data) == {
        "application/vnd.jupyter.widget-view+json",
        "image/svg+xml",
        "text/plain",
    }
    assert data["image/svg+xml"] == draw.board("XOX......").svg
    assert data["text/plain"] == "X O X\n. . .\n. . ."


def test_nothing_is_shown_through_an_output_widget(explore):
    assert not any(isinstance(child, widgets.Output) for child in explore.children)


def test_a_game_without_a_board_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match=r"needs a board, but Nim\(.*\) has no rows, cols"):
        Explore(draw.board, Nim().initial, Nim())


def test_a_board_of_another_game_can_be_set_up():
    game = ConnectFour(3, 4, 3)
    explore = Explore(lambda state: draw.board(state, game), game.initial, game)
    click(explore, 8)
    assert explore.state == "........X..."
