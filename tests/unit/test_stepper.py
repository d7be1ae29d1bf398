"""The stepper and the tree explorer, driven without a browser."""

import re

import pytest
from own_games import Countdown, Race

from ttt import Space, TicTacToe, draw
from ttt.algorithms.minimax import alpha_beta, minimax, minimax_value, quickest
from ttt.games import ConnectFour, Misere, Nim
from ttt.widgets import Stepper, TreeExplorer

O_WINS = "OXX.X.O.."  # O to move: plain minimax enters 34 boards, alpha-beta 18
GAMES = [Misere(), ConnectFour(3, 4, 3), Nim((2, 3)), Race(), Countdown()]


@pytest.fixture
def stepper(game):
    return Stepper(alpha_beta, game, O_WINS)


def words(stepper):
    """Return what the stepper says, without its tags."""
    return re.sub("<[^>]*>", "", stepper._words.value).strip()


def boards(widget):
    """Return how many boards the tree shows."""
    return widget.view.svg.count("data-node=")


def click(widget, node):
    """Click on a board of the tree, as the browser reports it."""
    place = widget.view.nodes.index(node)
    widget.view._handle_custom_msg({"event": "click", "node": place}, [])


def test_forward_and_back_show_the_same_pictures(stepper):
    shown = [stepper.view.svg]
    for _ in range(stepper.last):
        stepper.forward()
        shown.append(stepper.view.svg)
    stepper.forward()
    assert stepper.step == stepper.last
    for picture in reversed(shown):
        assert stepper.view.svg == picture
        stepper.back()
    assert stepper.step == 0
    values = [picture.count("rx='10'") for picture in shown]
    assert (values, values[0], values[-1]) == (sorted(values), 0, 18)


def test_the_first_step_a_cut_and_the_end(stepper):
    def running_line():
        return re.search("background:[^>]*>([^<]*)<", stepper._code.value)[1].strip()

    assert boards(stepper) == 1
    assert words(stepper) == "MIN is to move and wants the lowest value."
    assert running_line() == "def min_value(state, alpha, beta):"
    stepper.jump("leaf")
    assert words(stepper).startswith("The game is over, O has won: −1.")
    assert running_line() == "return game.utility(state)"
    stepper.jump("cut")
    assert words(stepper) == (
        "MAX would take 0 here, MIN already has −1: cut. Cells 7 and 8 are never looked at."
    )
    assert stepper.view.svg.count(">cut<") == 2
    assert stepper.view.svg.count(">α ") == 2  # on the way to the current board only
    stepper.end()
    assert words(stepper).endswith("That is all.")
    stepper.jump("cut")
    assert words(stepper).startswith("There is no further cut.")
    counts = re.sub("<[^>]*>", "", stepper._counts.value)
    for count in ("boards entered 18", "leaves 7", "cut 6", "plain minimax enters 34"):
        assert count in counts


def test_the_slider_the_player_and_the_keys_go_there_too(stepper):
    stepper.step = 10_000
    assert stepper._slider.value == stepper._player.value == stepper.step == 38
    for key, step in (("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("End", 38), ("x", 38)):
        stepper.view._handle_custom_msg({"event": "key", "key": key}, [])
        assert stepper.step == stepper._slider.value == step
    stepper._player.value = 7
    for nonsense in ({}, None, 7, {"event": "click", "node": 99}, {"event": "key"}):
        stepper.view._handle_custom_msg(nonsense, [])
    assert (stepper.step, stepper.toggled) == (7, {})


def test_a_large_tree_is_open_around_the_current_board(game):
    stepper = Stepper(alpha_beta, game, "X...O....")
    for step in range(0, stepper.last, 97):
        stepper.step = step
        assert boards(stepper) <= 60
        assert stepper.view.svg.count("stroke-width='2'/>") == 1  # the frame of the current one
    assert "<pre" not in str(Stepper(alpha_beta, game, O_WINS, code=False).children)


def test_the_picture_for_pages_without_a_kernel_is_the_whole_tree(stepper):
    bundle = stepper._repr_mimebundle_()
    stepper.end()
    assert bundle["text/html"] == stepper.picture().html
    assert stepper.view.svg == stepper.picture().svg
    assert bundle["text/plain"].startswith(f"╙── {O_WINS} −1\n    ├─╼ 3: OXXOX.O.. −1 MIN\n")
    assert bundle["text/plain"].count(" cut") == 6


# ---- predicting


def test_a_wrong_guess_is_told_and_counted(stepper):
    stepper.predict = True
    stepper.forward()
    stepper.forward()
    choices = stepper._answers.children
    assert [button.description for button in choices] == ["−1", "0", "+1"]
    before = stepper.view.svg
    stepper.forward()  # in vain: there is a question first
    assert (stepper.step, stepper.view.svg) == (1, before)
    choices[2].click()
    choices[2].click()  # a second click is one too many
    assert (stepper.step, stepper.tally) == (2, (0, 1))
    assert words(stepper).startswith("✗ It is: −1.")
    assert stepper._answers.children == ()
    stepper.step = 1
    stepper.forward()
    stepper.jump("cut")  # which leaves the question behind
    assert (stepper.asked, stepper.tally) == (None, (0, 1))


# ---- any search, any game


def fails(game, state):
    if state.count(".") == 1:
        return 1 / 0
    return max(fails(game, game.result(state, action)) for action in game.actions(state))


def always_max(game, state):
    if game.terminal(state):
        return game.utility(state)
    return max(always_max(game, game.result(state, action)) for action in game.actions(state))


def upside_down(game, state):
    return 1 - game.utility(state) if game.terminal(state) else 0


def gives_nothing(game, state):
    for action in game.actions(state):
        gives_nothing(game, game.result(state, action))


def negamax(state, color):
    game = TicTacToe()
    if game.terminal(state):
        return color * game.utility(state)
    return max(-negamax(game.result(state, a), -color) for a in game.actions(state))


THREE, NIM, RACE = TicTacToe(), Nim((1, 3)), Race(2)
OVER = RACE.result(RACE.initial, ("first", "two"))


@pytest.mark.parametrize(
    "search, game, state, sentence",
    [
        (minimax, THREE, O_WINS, "It chooses cell 3, which is worth −1. That is all."),
        (alpha_beta, TicTacToe(3, 4, 3), "OO.X.XOXOX..", "That is all."),
        (alpha_beta, ConnectFour(3, 4, 3), ".X..OXO.XOXO", "tries column 0."),
        (alpha_beta, NIM, None, "MAX tries move (0, 1)."),
        (alpha_beta, NIM, None, "Move (1, 2) is never looked at."),
        (alpha_beta, NIM, None, "this state is worth at most that."),
        (minimax_value, Race(3), None, "X has won: +0.5."),
        (minimax_value, RACE, OVER, "The search is asked about an end of the game."),
        (minimax_value, RACE, OVER, "The game is over, X has won: +3. That is all."),
        (fails, THREE, "XOX.OXO..", "with an error: ZeroDivisionError: division by zero."),
        (always_max, THREE, "XOX.OXO..", "returns 0; the lowest value below is −1."),
        (upside_down, THREE, "XXXOO....", "X has won, but the search says 0."),
        (gives_nothing, THREE, "XOX.OXO..", "The search returns None. That is all."),
        (negamax, THREE, O_WINS, "MIN takes the lowest: −1."),
    ],
)
def test_what_is_told(search, game, state, sentence):
    stepper = Stepper(search, game, state)
    said = [words(stepper)]
    while stepper.step < stepper.last:
        stepper.forward()
        said.append(words(stepper))
    assert sentence in " ".join(said)
    assert ("counts for the player to move" in stepper._counts.value) == (search is negamax)


def near_the_end(game):
    """Return a state from which a search is short."""
    state = game.initial
    while len(draw.game_tree(game, state, depth=4)) > 80:
        state = game.result(state, game.actions(state)[-1])
    return state


@pytest.mark.parametrize("search", [minimax, alpha_beta, quickest])
@pytest.mark.parametrize("game", [*GAMES, TicTacToe()], ids=lambda game: type(game).__name__)
def test_every_search_can_be_stepped_through_in_every_game(game, search):
    stepper = Stepper(search, game, near_the_end(game), predict=True)
    while stepper.step < stepper.last:
        assert words(stepper)[0].isupper() or words(stepper).startswith("✓ Right.")
        assert "but the search says" not in words(stepper)
        stepper.forward()
        if stepper.asked:
            assert stepper.asked.answer in stepper.asked.choices
            stepper.answer(stepper.asked.answer)
    right, asked = stepper.tally
    assert right == asked > 0
    assert f"predicted <b>{right} of {asked}</b>" in stepper._counts.value
    whole = len(stepper.trace.tree) + stepper.trace.cut
    assert boards(stepper) == whole or not stepper.scene.is_small
    assert words(stepper).endswith("That is all.")
    assert "plain minimax enters" in stepper._counts.value
    assert stepper._repr_mimebundle_()["text/plain"].startswith("╙── ")


# ---- the explorer


def test_the_explorer_opens_and_closes(game, space):
    explorer = TreeExplorer(game, value=space.value)
    assert boards(explorer) == 10
    click(explorer, (4,))
    click(explorer, (4, 0))
    assert boards(explorer) == 10 + 8 + 7
    click(explorer, (4,))
    assert boards(explorer) == 10
    explorer.open_level()
    assert boards(explorer) == 82
    assert "82 boards." in explorer._status.value
    explorer.open_level()
    assert boards(explorer) == 82
    assert "more than 400 boards" in explorer._status.value
    explorer.close_all()
    assert boards(explorer) == 10


def test_the_explorer_knows_values_ends_mirror_images_and_every_game(game):
    value = Space(game).value
    explorer = TreeExplorer(game, "XOX.OXO..", value)
    for _ in range(3):
        explorer.open_level()
    whole = draw.game_tree(game, "XOX.OXO..", value=value)
    assert explorer.picture().text == draw.tree(whole).text
    for each in (game, TicTacToe(4), *GAMES):
        explorer = TreeExplorer(each, symmetry=each is game)
        explorer.open_level()
        opened = draw.game_tree(each, each.initial, depth=2, symmetry=each is game)
        assert explorer.view.nodes == list(opened)


def test_what_cannot_be_shown_is_refused(game):
    for show in (TreeExplorer, lambda *where: Stepper(minimax_value, *where)):
        with pytest.raises(ValueError, match="cannot occur"):
            show(game, "XXX......")
        with pytest.raises(ValueError, match="A game has initial"):
            show(3)
    with pytest.raises(ValueError, match="does not tell its symmetries"):
        TreeExplorer(Nim(), symmetry=True)
