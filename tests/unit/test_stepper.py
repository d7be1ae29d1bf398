"""The stepper, driven without a browser."""

import inspect
import re
from html import unescape

import pytest
from own_games import Countdown, Race
from test_trace import WITH_CUTS, fail_hard, fails, negamax_alpha_beta

from ttt import TicTacToe, draw
from ttt.algorithms.minimax import alpha_beta, minimax, minimax_value, quickest
from ttt.games import ConnectFour, Misere, Nim
from ttt.widgets import Stepper

O_WINS = "OXX.X.O.."  # O to move: 34 boards in the whole tree, alpha-beta enters 18
GAMES = [Misere(), ConnectFour(3, 4, 3), Nim((2, 3)), Race(), Countdown()]


@pytest.fixture
def stepper(game):
    return Stepper(alpha_beta, game, O_WINS)


def marked(stepper):
    """Return the line of code that is marked."""
    return unescape(re.search("class='ttt-runs'[^>]*>([^<]*)<", stepper.listing.html)[1])


def words(stepper):
    """Return what the stepper says, without its tags."""
    return re.sub("<[^>]*>", "", stepper._words.value).strip()


def boards(widget):
    """Return how many boards the tree shows."""
    return widget.view.svg.count("data-node=")


def test_forward_and_back_show_the_same_pictures(game):
    stepper = Stepper(alpha_beta, game, O_WINS, code=False)
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


def test_the_first_step_a_cut_and_the_end(stepper):
    assert boards(stepper) == 1
    assert words(stepper) == "MIN is to move and wants the lowest value."
    assert marked(stepper).startswith("def alpha_beta(")
    stepper.jump("leaf")
    assert words(stepper).startswith("The game is over, O has won: −1.")
    assert marked(stepper) == "return game.utility(state)"
    stepper.jump("cut")
    assert words(stepper) == (
        "MAX can have 0 here, MIN already has −1: cut. Never looked at: cells 7, 8."
    )
    assert marked(stepper).startswith("break")
    assert stepper.view.svg.count(">skipped<") == 2
    assert stepper.view.svg.count(">α ") == 2  # on the way to the current board only
    stepper.next_board()
    assert words(stepper) == "It returns 0: this board is worth at least that."
    assert "≥ 0" in stepper.view.svg
    for _ in range(3):  # the third time there is none
        stepper.jump("cut")
    assert stepper.step == stepper.last and words(stepper).endswith("That is all.")
    edges = stepper.graph().edges
    thick = [edge["action"] for edge in edges.values() if edge["strong"]]
    assert thick[0] == 3  # the chosen child
    counts = re.sub("<[^>]*>", "", stepper._counts.value)
    for count in ("boards entered 18", "leaves 7", "cuts 3", "in the whole tree 34"):
        assert count in counts


@pytest.mark.parametrize("search", WITH_CUTS)
def test_of_a_cut_only_what_is_true_is_told_before_and_after(search, game, space):
    """The cuts of lesson 04, of which two are deep, and of a search whose answers are bounds."""
    told = []
    for board in ("..XOO...X", "X...O...."):
        stepper = Stepper(search, game, board, code=board.count(".") == 5)
        for nth, step in enumerate(stepper.trace.steps):
            if step.kind == "cut":
                stepper.step = nth
                told.append(words(stepper))
                who, value = re.match("(MAX|MIN) can have (−?.?[01]) here", told[-1]).groups()
                value = int(value.replace("−", "-"))
                true = space.value(stepper.trace.tree.nodes[step.node]["state"])
                assert true >= value if who == "MAX" else true <= value
    assert [nth for nth, words in enumerate(told[:11], 1) if "further up" in words] == [8, 10]
    assert told[7] == (
        "MIN can have −1 here, MAX already has +1 further up: cut. Never looked at: cell 7."
    )
    stepper, said = Stepper(search, game, O_WINS), []
    stepper.jump("cut")
    while stepper.trace.steps[stepper.step].kind != "enter":
        stepper.back()
        said.append(words(stepper))
    assert any("MAX may stop here at −1 or more, because MIN has −1 else" in each for each in said)


def test_every_line_that_runs_is_marked_with_its_variables(game):
    stepper, lines, seen = Stepper(minimax_value, game, "XOX.OXO.."), [], []
    while stepper.step < stepper.last:
        stepper.forward()
        lines.append(marked(stepper))
        seen += stepper.trace.steps[stepper.step].variables
        for name, value in stepper.scene.changed.items():
            assert f"<span class='ttt-new'>{name} = {value}</span>" in stepper.listing.html
            assert f"{name} is {value}" in words(stepper) or "Now" not in words(stepper)
        assert stepper.listing.html.count("<svg") == 1  # the calls as boards
    code = minimax_value.__code__
    own = inspect.getsource(minimax_value).split("\n")[2:]  # after the docstring
    assert {line.strip() for line in own if line.strip()} == set(lines)
    assert {("value", "−∞"), ("value", "∞"), ("value", "0"), ("action", "8")} <= set(seen)
    assert not {name for name, _ in seen} & {"game", "state", *code.co_cellvars}


def test_lines_and_boards_by_the_slider_the_player_and_the_keys(stepper):
    kinds, last = [step.kind for step in stepper.trace.steps], stepper.last
    stepper.step = 10_000
    assert stepper._slider.value == stepper._player.value == stepper.step == last
    keys = [("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("ArrowDown", 13), ("ArrowUp", 0)]
    for key, step in (*keys, ("End", last), ("x", last)):
        stepper.view._handle_custom_msg({"event": "key", "key": key}, [])
        assert stepper.step == stepper._slider.value == step
    stepper._player.value = 7
    for nonsense in ({}, None, 7, {"event": "click", "node": 99}, {"event": "key"}):
        stepper.view._handle_custom_msg(nonsense, [])
    assert (stepper.step, stepper.toggled) == (7, {})
    while stepper.step < stepper.last:
        stepper.next_board()
        assert kinds[stepper.step] != "line"


def test_a_large_tree_is_open_around_the_current_board(game):
    stepper = Stepper(alpha_beta, game, "X...O....")
    for step in range(0, stepper.last, 97):
        stepper.step = step
        assert boards(stepper) <= 25
        assert stepper.view.svg.count("stroke-width='2'/>") == 1  # the frame of the current one
        assert stepper.graph().graph["pos"][stepper.scene.focus][1] >= -2  # near the top
    hidden = Stepper(alpha_beta, game, "X...O....", code=False).listing.html
    assert "ttt-code" in stepper.listing.html and "ttt-code" not in hidden
    assert "ttt-calls" in hidden  # so that the first board never leaves the screen


# ---- predicting


def test_a_wrong_guess_is_told_and_nothing_goes_on_before_the_question(game):
    stepper = Stepper(alpha_beta, game, O_WINS, code=False, predict=True)
    stepper.forward()
    stepper.forward()
    choices = stepper._answers.children
    assert [button.description for button in choices] == ["−1", "0", "+1"]
    before = stepper.view.svg
    stepper.forward()  # in vain: there is a question first
    assert (stepper.step, stepper.view.svg) == (1, before)
    assert stepper.buttons["Forward ▶"].disabled and not stepper.buttons["◀ Back"].disabled
    choices[2].click()
    assert not stepper.buttons["Forward ▶"].disabled
    choices[2].click()  # a second click is one too many
    assert stepper.step == 2 and words(stepper).startswith("✗ It is: −1.")
    assert stepper._answers.children == ()
    stepper.step = 1
    stepper.forward()
    stepper.jump("cut")  # which leaves the question behind
    assert stepper.asked is None


@pytest.mark.parametrize("code", [True, False])
def test_a_question_frames_the_board_that_it_is_about(game, code):
    stepper, answers = Stepper(alpha_beta, game, O_WINS, predict=True, code=code), []
    while stepper.step < stepper.last:
        stepper.next_board()
        assert stepper.asked or stepper.trace.steps[stepper.step].kind != "line"
        if stepper.asked:
            framed = [n for n, data in stepper.graph().nodes.items() if data["frame"]]
            assert framed == [stepper.asked.node]
            answers.append(stepper.asked.answer)
            stepper.answer(answers[-1])
            assert words(stepper).startswith("✓ Right.")
    assert answers.count("cut") == 3


def test_a_bound_is_no_answer_to_what_a_player_takes(game):
    stepper, asked = Stepper(fail_hard, game, "OXXXXOO..", predict=True, code=False), []
    while stepper.step < stepper.last:
        stepper.forward()
        if stepper.asked:
            asked.append((stepper.asked.text, stepper.asked.answer))
            stepper.answer(stepper.asked.answer)
        if "at least" in words(stepper):  # MAX has a win there, and MIN 0 elsewhere
            told = words(stepper)
    assert told.startswith("It returns 0: this board is worth at least that.")
    for who in ("MAX", "MIN"):
        assert [answer for text, answer in asked if f"what does {who} take" in text] == ["0"]


# ---- any search, any game


def always_max(game, state):
    if game.terminal(state):
        return game.utility(state)
    return max(always_max(game, game.result(state, action)) for action in game.actions(state))


def upside_down(game, state):
    return 1 - game.utility(state) if game.terminal(state) else 0


def gives_nothing(game, state):
    for action in game.actions(state):
        gives_nothing(game, game.result(state, action))


THREE, NIM, RACE = TicTacToe(), Nim((1, 3)), Race(2)
OVER = RACE.result(RACE.initial, ("first", "two"))


@pytest.mark.parametrize(
    "search, game, state, sentence",
    [
        (minimax, THREE, O_WINS, "It chooses cell 3, which is worth −1. That is all."),
        (alpha_beta, ConnectFour(3, 4, 3), ".X..OXO.XOXO", "tries column 0."),
        (alpha_beta, NIM, None, "Never looked at: move (1, 2)."),
        (alpha_beta, NIM, None, "this state is worth at most that."),
        (minimax_value, RACE, OVER, "The game is over, X has won: +3. That is all."),
        (fails, THREE, "XOX.OXO..", "with an error: ZeroDivisionError: division by zero."),
        (always_max, THREE, "XOX.OXO..", "returns 0; the lowest value below is −1."),
        (upside_down, THREE, "XXXOO....", "X has won, but the search says 0."),
        (gives_nothing, THREE, "XOX.OXO..", "The search returns None. That is all."),
        (negamax_alpha_beta, THREE, O_WINS, "MIN takes the lowest: −1."),
        (minimax_value, THREE, "X...O....", "The first 20,000 lines are kept."),
    ],
)
def test_what_is_told(search, game, state, sentence):
    stepper = Stepper(search, game, state)
    said = []
    for step in range(min(stepper.last, 400)):
        stepper.step = step
        said.append(words(stepper))
    stepper.end()
    assert sentence in " ".join([*said, words(stepper)])
    is_turned = search is negamax_alpha_beta
    assert ("counts for the player to move" in stepper._counts.value) == is_turned
    assert stepper.trace.note in stepper._counts.value


def near_the_end(game):
    """Return a state from which a search is short."""
    state = game.initial
    while len(draw.game_tree(game, state, depth=4)) > 80:
        state = game.result(state, game.actions(state)[-1])
    return state


@pytest.mark.parametrize("search", [quickest, alpha_beta])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_every_search_can_be_stepped_through_in_every_game(game, search):
    stepper, asked = Stepper(search, game, near_the_end(game), predict=True, code=False), 0
    while stepper.step < stepper.last:
        assert words(stepper)[0].isupper() or words(stepper).startswith("✓ Right.")
        assert "but the search says" not in words(stepper)
        stepper.forward()
        if stepper.asked:
            asked += 1
            assert stepper.asked.answer in stepper.asked.choices
            stepper.answer(stepper.asked.answer)
    assert asked and words(stepper).endswith("That is all.")
    assert boards(stepper) >= len(stepper.trace.tree) or not stepper.scene.is_small
    assert stepper._repr_mimebundle_()["text/plain"].startswith("╙── ")
