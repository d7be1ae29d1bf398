"""The board to set up by clicking, driven without a browser."""

import ipywidgets as widgets
import pytest

from ttt import TicTacToe, draw
from ttt.widgets import Explore


@pytest.fixture
def explore(game):
    """Return an Explore that shows the board it is given."""
    return Explore(draw.board, "XO.......", game)


def cells(explore):
    """Return the buttons of the board."""
    return explore.children[0].children


def marks(explore):
    """Return what is written on the buttons."""
    return [button.description.strip() for button in cells(explore)]


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
        cells(explore)[4].click()
        seen.append((explore.state, marks(explore)[4]))
    assert seen == [
        ("XO..X....", "X"),
        ("XO..O....", "O"),
        ("XO.......", ""),
        ("XO..X....", "X"),
    ]


def test_a_button_is_never_without_text_since_the_browser_would_go_on_showing_the_old_one(explore):
    cells(explore)[0].click()
    cells(explore)[0].click()
    assert all(button.description for button in cells(explore))


@pytest.mark.parametrize("cell", range(9))
def test_each_button_changes_its_own_cell(game, cell):
    explore = Explore(draw.board, game.initial, game)
    cells(explore)[cell].click()
    assert explore.state == "." * cell + "X" + "." * (8 - cell)


def test_the_picture_follows_every_click(explore):
    cells(explore)[8].click()
    assert frame(explore) == draw.board("XO......X").svg


def test_the_board_can_be_set_by_code(explore):
    explore.state = "XXXOO...."
    assert marks(explore) == ["X", "X", "X", "O", "O", "", "", "", ""]
    assert frame(explore) == draw.board("XXXOO....").svg
    cells(explore)[0].click()
    assert explore.state == "OXXOO...."


def test_marks_have_the_colours_of_the_pictures(explore):
    colours = [button.style.text_color for button in cells(explore)[:3]]
    assert colours == [draw.COLOUR["X"], draw.COLOUR["O"], ""]


def test_a_rectangular_board_has_its_own_rows_and_columns():
    game = TicTacToe(2, 3)
    explore = Explore(lambda state: draw.board(state, game), game.initial, game)
    assert len(cells(explore)) == 6
    assert explore.children[0].layout.grid_template_columns == "repeat(3, 52px)"
    assert cells(explore)[5].tooltip == "row 2 column 3"
    cells(explore)[5].click()
    assert explore.state == ".....X"


def test_a_page_without_a_kernel_shows_the_picture_as_it_is_now(explore):
    cells(explore)[2].click()
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
