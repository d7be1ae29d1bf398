"""The board to set up by clicking, driven without a browser."""

import pytest

from ttt import draw
from ttt.games import ConnectFour, Nim
from ttt.widgets import Explore


def click(explore, *cells):
    """Click cells one after the other, as the browser reports it."""
    for cell in cells:
        explore.board._handle_custom_msg({"event": "click", "cell": cell}, [])


def test_the_picture_follows_every_click_and_may_refuse_a_board(game):
    def picture(state):
        game.check(state)
        return draw.board(state)

    explore, seen = Explore(picture, "XO.......", game), []
    for cell in (4, 4, 4, 8):
        click(explore, cell)
        seen.append(explore.state)
        assert explore.state == explore.board.state
    assert seen == ["XO..X....", "XO..O....", "XO.......", "XO......X"]
    assert explore._frame.value == draw.board("XO......X").svg
    assert explore._repr_mimebundle_()["text/html"] == draw.board("XO......X").html
    click(explore, 7, 7)
    assert explore.state == "XO.....XX"
    click(explore, 1)
    assert explore.state == "XX.....XX" and "cannot occur" in explore._frame.value
    assert explore._repr_mimebundle_()["text/plain"] == "X X .\n. . .\n. X X"
    explore.children[0].children[1].click()
    assert (explore.state, explore._frame.value) == (game.initial, draw.board(game.initial).svg)


def test_other_boards_have_their_own_rows_and_a_game_without_a_board_is_refused():
    game = ConnectFour(2, 3, 3)
    explore = Explore(lambda state: draw.board(state, game), game.initial, game)
    click(explore, 5)
    assert (explore.board.rows, explore.board.cols, explore.state) == (2, 3, ".....X")
    with pytest.raises(ValueError, match=r"needs a board, but Nim\(.*\) has no rows, cols"):
        Explore(draw.board, Nim().initial, Nim())
