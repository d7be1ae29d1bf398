"""play() in a real JupyterLab: by mouse, by keyboard, and with keys that must not get through."""

import random
import re
import statistics

import pytest
from lab import BoardOnPage

from ttt import TicTacToe

GAME = TicTacToe()
# A cell that shows what Python holds to be the state.
MIRROR = """
import ipywidgets, traitlets
mirror = ipywidgets.Label()
mirror.add_class("mirror")
_ = traitlets.dlink((p, "state"), (mirror, "value"))
mirror"""
ENDS = ("You win!", "wins.", "It is a draw.")


def is_over(board):
    return board.status.inner_text().endswith(ENDS)


def test_a_whole_game_by_mouse(run_cells):
    lab = run_cells("from ttt import play\nplay()")
    board = BoardOnPage(lab.page)
    assert board.status.inner_text() == "Your turn: you are X."
    assert board.cells.nth(3).get_attribute("aria-label") == "cell 3, empty"
    board.click(4)
    board.wait_until(lambda state: state.count("O") == 1)
    lab.screenshot("play")
    while not is_over(board):
        before = board.state
        board.click(board.free[0])
        board.wait_until(lambda state, before=before: state != before)
        board.wait_for_turn()
    assert GAME.terminal(board.state)
    lab.screenshot("play-over")

    lab.page.get_by_role("button", name="Rematch").click()
    board.wait_until(lambda state: state == GAME.initial)
    board.click(0)
    board.wait_until(lambda state: state.count("O") == 1)
    lab.page.get_by_role("button", name="Undo").click()
    board.wait_until(lambda state: state == GAME.initial)


def test_a_whole_game_by_keyboard_alone(run_cells):
    lab = run_cells("from ttt import play\np = play(o='center')\np")
    board, keyboard = BoardOnPage(lab.page), lab.page.keyboard
    board.cells.nth(0).focus()  # once; from here on only keys
    keyboard.press("Enter")
    board.wait_until(lambda state: state == "X...O....")
    keyboard.press("ArrowDown")
    keyboard.press("ArrowDown")
    keyboard.press("End")
    assert focused(lab) == "cell 8, empty"
    keyboard.press("Space")
    board.wait_until(lambda state: state[8] == "X" and state.count("O") == 2)
    while not is_over(board):
        before, goal = board.state, board.free[0]
        keyboard.press("Control+Home")
        for _ in range(goal // 3):
            keyboard.press("ArrowDown")
        for _ in range(goal % 3):
            keyboard.press("ArrowRight")
        keyboard.press("Enter")
        board.wait_until(lambda state, before=before: state != before)
        board.wait_for_turn()
    assert GAME.terminal(board.state)
    assert board.root.locator("[role=gridcell][tabindex='0']").count() == 1


def focused(lab):
    """Return the name of the element that has the focus."""
    return lab.page.evaluate("document.activeElement.getAttribute('aria-label')")


FIRST_COLUMN = "def first(game, state):\n    return game.actions(state)[0]\n"


def test_connect_four_by_mouse_and_keyboard(run_cells):
    lab = run_cells(
        f"from ttt import play\nfrom ttt.games import ConnectFour\n{FIRST_COLUMN}"
        "play(o=first, game=ConnectFour())"
    )
    board, keyboard = BoardOnPage(lab.page), lab.page.keyboard
    above = board.cells.nth(3)  # the uppermost cell of the fourth column
    above.hover()
    board.root.locator(".ttt-goal").wait_for()
    goal = board.root.locator(".ttt-goal").get_attribute("aria-label")
    assert goal == "column 3 row 5, empty"
    assert above.get_attribute("aria-label") == "column 3 row 0, empty, falls to column 3 row 5"
    above.click()
    board.wait_until(lambda state: (state[38], state[35]) == ("X", "O"))
    assert board.status.inner_text() == "first (O) chose column 0. Your turn: you are X."
    lab.page.mouse.move(5, 5)
    for key in ("Enter", "Space"):
        stones = len(board.state) - len(board.free)
        keyboard.press(key)  # the cell above still has the focus
        board.wait_until(lambda state, count=stones: len(state) - state.count(".") == count + 2)
    assert board.state[3::7] == "...XXX"
    keyboard.press("Enter")
    board.wait_until(lambda state: state[3::7] == "..XXXX")
    assert board.status.inner_text() == "You win!"
    assert board.root.locator(".ttt-strike").count() == 1
    assert board.root.locator(".ttt-last").get_attribute("aria-label") == (
        "column 3 row 2, X, last move"
    )


def test_nim_by_buttons(run_cells):
    lab = run_cells(
        f"from ttt import play\nfrom ttt.games import Nim\n{FIRST_COLUMN}"
        "play(o=first, game=Nim((1, 2)))",
        "1 + 1",
    )
    root, keyboard = lab.page.locator(".ttt-board"), lab.page.keyboard
    state, moves = root.locator(".ttt-state"), root.locator(".ttt-move")
    assert state.inner_text() == "0: |\n1: ||"
    assert moves.count() == 3
    lab.page.get_by_role("checkbox", name="hints").check()
    root.get_by_text("win in 3").wait_for()
    assert "leads to a win in 3" in moves.nth(1).get_attribute("aria-label")
    moves.nth(1).click()  # one of the second pile; then the first pile is taken
    root.get_by_text("win in 1").wait_for()
    assert moves.count() == 1
    keyboard.press("x")  # the focus is still among the buttons, so that no cell is cut
    keyboard.press("Enter")
    root.get_by_text("You win!").wait_for()
    assert moves.count() == 0
    keyboard.press("x")
    assert lab.cell_count == 2
    lab.page.get_by_role("button", name="Undo").click()
    moves.first.wait_for()
    assert moves.count() == 1


@pytest.mark.parametrize("place", ["board", "buttons"])
def test_keys_do_not_reach_the_notebook(run_cells, place):
    lab = run_cells("from ttt import play", "play()", "1 + 1")
    board, keyboard = BoardOnPage(lab.page), lab.page.keyboard
    if place == "board":
        board.click(4)
    else:
        lab.page.get_by_role("button", name="New game").click()
    before = lab.cell_count, lab.page.locator(".jp-MarkdownCell").count()
    for key in ["x", "d", "d", "1", "a", "b", "m", "v", "ArrowUp", "ArrowDown", "ArrowLeft", "j"]:
        keyboard.press(key)
    lab.page.wait_for_timeout(300)
    assert (lab.cell_count, lab.page.locator(".jp-MarkdownCell").count()) == before
    assert lab.page.locator(".jp-Cell.jp-mod-active .ttt-board").count() == 1


def test_hints_are_shown(run_cells):
    lab = run_cells("from ttt import play\nplay('human', 'random', moves=[0, 4, 8, 2])")
    board = BoardOnPage(lab.page)
    lab.page.get_by_role("checkbox", name="hints").check()
    board.root.get_by_text("loss in 2").first.wait_for()
    name = board.cells.nth(6).get_attribute("aria-label")
    assert name == "cell 6, empty, leads to a win in 3"
    board.root.locator(".ttt-number").first.wait_for()
    lab.screenshot("hints")
    lab.page.set_viewport_size({"width": 700, "height": 900})
    lab.page.wait_for_timeout(300)
    lab.screenshot("hints-narrow")
    paper = lab.page.locator(".jp-OutputArea-output").first.bounding_box()
    shown = board.cells.nth(2).bounding_box()
    assert shown["x"] + shown["width"] <= paper["x"] + paper["width"] + 1  # nothing is cut off
    lab.page.set_viewport_size({"width": 1250, "height": 900})
    lab.page.get_by_role("checkbox", name="hints").uncheck()
    board.root.get_by_text("loss in 2").first.wait_for(state="detached")


def test_an_agent_against_an_agent_finishes(run_cells):
    lab = run_cells("from ttt import play\nplay('combined', 'corner', speed='normal')")
    board = BoardOnPage(lab.page)
    board.wait_until(GAME.terminal)
    assert is_over(board)
    lab.screenshot("agents")
    lab.page.get_by_role("button", name="Swap sides").click()
    lab.page.get_by_role("button", name="stop", exact=True).click()
    board.root.get_by_text("waits: press Step").wait_for()
    before = len(board.free)
    lab.page.get_by_role("button", name="Step").click()
    board.wait_until(lambda state: state.count(".") == before - 1)
    board.root.get_by_text("waits: press Step").wait_for()
    lab.screenshot("agents-paused")


def test_an_agent_that_stalls_is_announced_and_stopped(run_cells):
    lab = run_cells(
        "from ttt import play\n"
        "import sys\n"
        "sys.modules['ttt.widgets.play'].PATIENCE = 1\n"
        "def stalls(game, state):\n"
        "    while True:\n"
        "        pass\n"
        "play(o=stalls)"
    )
    board = BoardOnPage(lab.page)
    board.click(4)
    board.root.get_by_text("stalls (O) is thinking …").wait_for()
    board.root.get_by_text("stalls (O) was stopped after 1 second").wait_for()
    board.click(0)
    board.wait_until(lambda state: state == "O...X....")


def test_how_soon_an_agent_answers(run_cells, capsys):
    lab = run_cells("from ttt import play\nplay()")
    board, times = BoardOnPage(lab.page), []
    for turn in range(12):
        lab.page.get_by_role("button", name="New game").click()
        board.wait_until(lambda state: state == GAME.initial)
        lab.page.wait_for_timeout(100)
        times.append(board.time_a_reply(turn % 9))
    median = statistics.median(times)
    with capsys.disabled():
        print(f"\nclick to the agent's mark painted: median {median:.0f} ms of {len(times)} moves")
    assert median < 1000  # on a quiet machine it is below 100


def test_two_hundred_random_clicks_and_keys(run_cells):
    lab = run_cells("from ttt import play\np = play()\np", MIRROR)
    board, dice = BoardOnPage(lab.page), random.Random(3)
    keys = ["Enter", "Space", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]
    keys += ["x", "d", "1", "Tab", "Escape", "PageDown"]
    buttons = [re.compile("New game|Rematch"), "Undo"]
    board.click(0)
    for _ in range(200):
        chance = dice.random()
        if chance < 0.5:
            board.cells.nth(dice.randrange(9)).dispatch_event("click")
        elif chance < 0.92:
            board.cells.nth(dice.randrange(9)).press(dice.choice(keys))
        else:
            lab.page.get_by_role("button", name=dice.choice(buttons)).dispatch_event("click")
    lab.page.wait_for_timeout(500)
    GAME.check(board.state)
    assert lab.cell_count == 2
    assert lab.page.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0
    board.wait_until(lambda state: lab.page.locator(".mirror").inner_text() == state)
