"""The board to set up by clicking, driven without a browser."""

import pytest

from ttt import TicTacToe, draw
from ttt.games import ConnectFour, Nim
from ttt.widgets import Explore


@pytest.fixture
def explore(game):
    """Return an Explore that shows the board it is given."""
    return Explore(draw.board, "XO.......", game)


def click(explore, *cells):
    """Click cells one after the other, as the browser reports it."""
    for cell in cells:
        explore.board._handle_custom_msg({"event": "click", "cell": cell}, [])


def test_the_picture_follows_every_click(explore):
    seen = []
    for _ in range(4):
        click(explore, 4)
        assert explore.state == explore.board.state
        assert explore._frame.value == draw.board(explore.state).svg
        seen.append(explore.state)
    assert seen == ["XO..X....", "XO..O....", "XO.......", "XO..X...."]
    explore.state = "XXXOO...."
    assert explore.board.state == "XXXOO...."
    assert explore._frame.value == draw.board("XXXOO....").svg


def test_any_board_can_be_set_up_and_a_picture_may_refuse_it(game):
    def picture(state):
        game.check(state)
        return draw.board(state)

    explore = Explore(picture, game.initial, game)
    click(explore, 0, 8, 8)
    assert explore.state == "X.......X"
    assert "cannot occur" in explore._frame.value
    assert explore._repr_mimebundle_()["text/plain"] == "X . .\n. . .\n. . X"
    explore.children[0].children[1].click()
    assert (explore.state, explore._frame.value) == (game.initial, draw.board(game.initial).svg)


@pytest.mark.parametrize("game", [TicTacToe(2, 3), ConnectFour(2, 3, 3)])
def test_other_boards_have_their_own_rows_and_columns(game):
    explore = Explore(lambda state: draw.board(state, game), game.initial, game)
    assert (explore.board.rows, explore.board.cols) == (2, 3)
    click(explore, 5)
    assert explore.state == ".....X"


def test_a_page_without_a_kernel_shows_the_picture_as_it_is_now(explore):
    click(explore, 2)
    data = explore._repr_mimebundle_()
    assert data["text/html"] == draw.board("XOX......").html
    assert data["text/plain"] == "X O X\n. . .\n. . ."


def test_a_game_without_a_board_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match=r"needs a board, but Nim\(.*\) has no rows, cols"):
        Explore(draw.board, Nim().initial, Nim())
