"""The board in the browser, driven without one."""

import random

import pytest
import traitlets

from ttt import TicTacToe, draw
from ttt.games import ConnectFour
from ttt.widgets import Board
from ttt.widgets.board import label


def send(board, message):
    """Deliver a message as the browser would."""
    board._handle_custom_msg(message, [])


def test_it_begins_empty_on_three_by_three():
    board = Board()
    assert (board.state, board.rows, board.cols) == ("." * 9, 3, 3)
    assert (board.last, board.lines, board.labels, board.status) == (None, [], {}, "")


@pytest.mark.parametrize("shape", [(3, 3), (3, 4), (4, 3), (4, 4), (5, 5), (1, 2), (2, 6)])
def test_it_has_the_size_of_its_game(shape):
    board = Board(TicTacToe(*shape))
    assert (board.rows, board.cols) == shape
    assert len(board.state) == shape[0] * shape[1]


def test_smaller_cells_on_larger_boards():
    sizes = [Board(TicTacToe(side)).cell_size for side in (3, 4, 5)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] * 5 <= 420  # so that it fits beside the controls


def test_a_chosen_cell_is_reported(game):
    board, chosen = Board(game), []
    board.on_click(chosen.append)
    send(board, {"event": "click", "cell": 4})
    board.click(0)
    assert chosen == [4, 0]
    assert board.state == game.initial  # what a choice means, others decide


NONSENSE = [None, "4", 4.0, True, -1, 9, 10**30, [4], {"cell": 4}]


@pytest.mark.parametrize("cell", NONSENSE)
def test_what_is_no_cell_is_passed_over(game, cell):
    board, chosen = Board(game, editable=True), []
    board.on_click(chosen.append)
    send(board, {"event": "click", "cell": cell})
    assert (chosen, board.state) == ([], game.initial)


@pytest.mark.parametrize("message", [None, [], "click", {}, {"event": "reset"}, {"cell": 4}])
def test_what_is_no_click_is_passed_over(game, message):
    board = Board(game, editable=True)
    send(board, message)
    assert board.state == game.initial


def test_a_disabled_board_passes_everything_over(game):
    board, chosen = Board(game, disabled=True, editable=True), []
    board.on_click(chosen.append)
    board.click(4)
    assert (chosen, board.state) == ([], game.initial)


def test_an_editable_cell_changes_from_empty_to_x_to_o_and_back(game):
    board, seen = Board(game, editable=True), []
    for _ in range(3):
        board.click(4)
        seen.append(board.state[4])
    assert seen == ["X", "O", "."]


@pytest.mark.parametrize("state", ["", "X", "X" * 10, "Z........", "........ "])
def test_what_is_no_board_is_refused_and_changes_nothing(game, state):
    board = Board(game, "X........")
    with pytest.raises(ValueError, match=r"cells|contains"):
        board.state = state
    assert board.state == "X........"
    with pytest.raises(traitlets.TraitError):
        board.state = None
    assert board.state == "X........"


def test_a_last_move_outside_the_board_is_refused(game):
    board = Board(game, last=8)
    with pytest.raises(ValueError, match="9 is not a cell"):
        board.last = 9
    assert board.last == 8


def test_the_winning_lines_follow_the_state(game):
    board = Board(game, "XXXOO....")
    assert board.lines == [[0, 1, 2]]
    board.state = "XX.OO...."
    assert board.lines == []
    board.state = "XXXXOOXOO"
    assert board.lines == [[0, 1, 2], [0, 3, 6]]


def test_another_game_can_be_shown(game):
    board = Board(game, "XXXOO....", last=2)
    board.show(TicTacToe(5, k=4), "." * 24 + "X", last=24)
    assert (board.rows, board.cols, board.lines, board.last) == (5, 5, [], 24)
    board.show(game, game.initial)
    assert (board.rows, board.state, board.last) == (3, game.initial, None)


def test_the_same_marks_on_another_shape_have_other_lines():
    board = Board(TicTacToe(2, 3, k=3), "XXX...")
    assert board.lines == [[0, 1, 2]]
    board.show(TicTacToe(3, 2, k=3), "XXX...")
    assert board.lines == []


def test_the_choice_of_a_cell_is_the_cell_itself_until_the_end(game):
    assert Board(game, "XO.......").choices[1:4] == [None, (2, "2"), (3, "3")]
    assert Board(game, "XXXOO....").choices == [None] * 9


def test_marks_fall_in_connect_four():
    board = Board(ConnectFour(2, 3, 2), "X..O..")
    assert board.choices == [None, (4, "1"), (5, "2")] * 2
    board = Board(ConnectFour())
    board.follow(board.game, [board.game.initial, "." * 38 + "X..."], [3], {3: [label("hm")]})
    assert (board.last, list(board.labels)) == (38, [31])
    assert board.cell_size * 7 <= 440  # so that it fits beside the controls


class Corners:
    """A board game with the six functions and a board: whoever moves in a corner has won."""

    rows, cols, initial = 2, 2, "...."

    def player(self, state):
        return "X"

    def actions(self, state):
        return ["here"]

    def result(self, state, action):
        return "X..."

    def terminal(self, state):
        return state == "X..."

    def utility(self, state):
        return 1

    def cell_of(self, state, action):
        return 0

    def action_at(self, state, cell):
        return "here"


def test_a_board_of_ones_own():
    board = Board(Corners())
    assert board.choices == [(0, "here")] * 4
    board.follow(Corners(), ["....", "X..."], ["here"])
    assert (board.last, board.lines, board.choices) == (0, [], [None] * 4)
    assert board.picture().svg
    with pytest.raises(ValueError, match=r"A board of 4 cells is as many X, O and ., not 'X'"):
        board.state = "X"


def test_everything_the_browser_needs_is_sent_to_it(game):
    sent = Board(game, labels={4: [label("33 %", "probability 33 %")]}).get_state()
    assert {"rows", "cols", "state", "last", "lines", "labels", "numbers", "status"} <= set(sent)
    assert {"disabled", "next_mark", "busy", "cell_size", "_esm", "_css"} <= set(sent)
    assert sent["labels"][4][0]["words"] == "probability 33 %"


def test_the_colours_are_those_of_the_pictures():
    assert all(draw.COLOUR[mark] in str(Board._css) for mark in "XO")


def test_each_element_that_takes_the_focus_keeps_its_keys():
    assert '"data-lm-suppress-shortcuts": "true"' in str(Board._esm)


def test_no_animation_for_who_wants_less_motion():
    before, after = str(Board._css).split("@media (prefers-reduced-motion: no-preference)")
    assert "animation:" not in before
    assert "animation:" in after


def test_a_page_without_a_kernel_shows_the_position(game):
    data = Board(game, "XO..X....", last=4)._repr_mimebundle_()
    assert set(data) == {
        "application/vnd.jupyter.widget-view+json",
        "image/svg+xml",
        "text/plain",
    }
    assert data["image/svg+xml"] == draw.board("XO..X....", size=240, last=4).svg
    assert data["text/plain"] == "X O .\n. X .\n. . ."


def test_a_thousand_random_messages_leave_a_board(game):
    dice = random.Random(0)
    board = Board(game, editable=True)
    for _ in range(1000):
        cell = dice.choice([*range(-2, 12), *NONSENSE])
        send(board, {"event": dice.choice(["click", "key", None]), "cell": cell})
        assert len(board.state) == 9
        assert set(board.state) <= set("XO.")
