"""The lab of teaching in a real JupyterLab."""

from lab import WAIT, BoardOnPage

from ttt import TicTacToe

LAB = """import random
from ttt.agents import QLearner
from ttt.widgets import TeachLab
lab = TeachLab(QLearner(rng=random.Random(1)), plays="{plays}")
lab"""


def press(lab, name):
    lab.page.get_by_role("button", name=name, exact=True).first.click()


def reads(lab, words):
    lab.page.get_by_text(words).first.wait_for(timeout=WAIT)


def play_on(board):
    """Play the first free cell until the game is over."""
    game = TicTacToe()
    while not game.terminal(board.state):
        board.wait_for_turn()
        left = board.state.count(".")
        board.click(board.free[0])
        # The marks tell that it has answered; the words beside them may come a little later.
        board.wait_until(lambda s, left=left: game.terminal(s) or s.count(".") < left - 1)


def test_teach_some_games(run_cells):
    lab = run_cells(LAB.format(plays="O"))
    board = BoardOnPage(lab.page)
    reads(lab, "Play a game to its end")
    play_on(board)
    reads(lab, "Game 1.")
    reads(lab, "The win changed the value of its last move by +0.5, to 0.5.")
    lab.page.get_by_alt_text("0 + 0.5 · (1 − 0) = 0.5").wait_for(timeout=WAIT)
    reads(lab, "It can still be beaten as X and as O.")
    lab.screenshot("teach-one-game")
    press(lab, "The same game again")
    reads(lab, "Game 2.")
    reads(lab, "1 of the moves before it changed")
    press(lab, "New game")
    board.wait_until(lambda state: state == ".........")
    play_on(board)
    reads(lab, "Game 3.")
    press(lab, "The same game again")
    reads(lab, "Game 4.")
    lab.screenshot("teach-again")


def test_the_other_side_and_a_game_that_is_left(run_cells):
    lab = run_cells(LAB.format(plays="X"))
    board = BoardOnPage(lab.page)
    board.wait_until(lambda state: state.count("X") == 1)
    board.click(board.free[0])
    board.wait_until(lambda state: state.count("X") == 2)
    board.click(next(cell for cell, mark in enumerate(board.state) if mark == "X"))
    lab.page.get_by_role("status").get_by_text("is taken").wait_for()
    press(lab, "New game")
    board.wait_until(lambda state: state.count(".") == 8)
    lab.page.keyboard.press("x")  # would cut the cell if it reached the notebook
    assert lab.cell_count == 1


def test_it_fits_into_a_narrow_page(run_cells):
    lab = run_cells(LAB.format(plays="O"))
    play_on(BoardOnPage(lab.page))
    reads(lab, "Game 1.")
    lab.page.set_viewport_size({"width": 700, "height": 1800})
    output = lab.page.locator(".jp-OutputArea-output").first
    assert output.evaluate("(area) => area.scrollWidth <= area.clientWidth + 1")
    lab.screenshot("teach-narrow")
