"""The stepper and the tree explorer in a real JupyterLab."""

import statistics

from lab import WAIT, button, time_a_step

OWN_SEARCH = '''from ttt import TicTacToe
from ttt.widgets import Stepper

game = TicTacToe()

def my_search(state, lowest=-2, highest=2, maximizing=False):
    """A student's alpha-beta, in a style of their own."""
    if game.terminal(state):
        return game.utility(state)
    best = -2 if maximizing else 2
    for cell in game.actions(state):
        value = my_search(game.result(state, cell), lowest, highest, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        if maximizing:
            lowest = max(lowest, best)
        else:
            highest = min(highest, best)
        if lowest >= highest:
            return best
    return best

Stepper(my_search, game, "OXX.X.O..")'''
ALPHA_BETA = """from ttt import TicTacToe
from ttt.algorithms.minimax import alpha_beta
from ttt.widgets import Stepper
Stepper(alpha_beta, TicTacToe(), {state!r}, predict={predict})"""
EXPLORER = """from ttt import Space, TicTacToe
from ttt.widgets import TreeExplorer
TreeExplorer(TicTacToe(), value=Space(TicTacToe()).value)"""


class StepperOnPage:
    """A stepper as one sees and clicks it."""

    def __init__(self, page):
        self.page = page
        self.tree = page.locator(".ttt-tree").first
        self.tree.locator("[data-node]").first.wait_for(timeout=WAIT)

    @property
    def boards(self) -> int:
        """How many boards the tree shows."""
        return self.tree.locator("[data-node]").count()

    def press(self, name: str) -> None:
        """Press a button."""
        button(self.page, name).click()

    def says(self, words: str) -> None:
        """Wait until the words above the tree are these."""
        self.page.get_by_role("status").get_by_text(words).first.wait_for(timeout=WAIT)


def test_step_forward_and_back_and_jump_to_a_cut(run_cells):
    lab = run_cells(ALPHA_BETA.format(state="OXX.X.O..", predict=False))
    stepper = StepperOnPage(lab.page)
    stepper.says("MIN is to move and wants the lowest value.")
    assert stepper.boards == 1
    stepper.press("Forward")
    stepper.says("MIN tries cell 3.")
    assert stepper.boards == 2
    stepper.press("Back")
    stepper.says("MIN is to move")
    stepper.press("Next cut")
    stepper.says("MAX would take 0 here, MIN already has −1: cut.")
    assert stepper.tree.get_by_text("cut", exact=True).count() == 2
    lab.screenshot("stepper-cut")
    stepper.press("End")
    stepper.says("That is all.")
    assert stepper.boards == 24
    stepper.tree.locator("[data-node]").nth(2).click()
    stepper.tree.get_by_text("▸ 3").wait_for()
    assert stepper.boards == 17
    stepper.tree.focus()
    lab.page.keyboard.press("Home")
    stepper.says("MIN is to move")
    lab.page.keyboard.press("ArrowRight")
    stepper.says("MIN tries cell 3.")
    for key in ("x", "d", "d", "a"):
        lab.page.keyboard.press(key)
    assert lab.cell_count == 1
    assert not lab.errors


def test_a_function_typed_into_a_cell(run_cells):
    lab = run_cells("0")
    lab.page.locator(".jp-Notebook .cm-content").first.click()
    lab.page.keyboard.press("ControlOrMeta+a")
    lab.page.keyboard.insert_text(OWN_SEARCH)
    lab.page.keyboard.press("Shift+Enter")
    stepper = StepperOnPage(lab.page)
    stepper.says("MIN is to move")
    code = lab.page.locator("pre").filter(has_text="A student's alpha-beta")
    assert code.locator("div[style*='background']").inner_text().startswith("def my_search(")
    stepper.press("Next leaf")
    stepper.says("The game is over, O has won: −1.")
    assert "return game.utility(state)" in code.locator("div[style*='background']").inner_text()
    stepper.press("Next cut")
    stepper.says("It stops here with 0: cells 7 and 8 are never looked at.")
    lab.screenshot("stepper-own")
    stepper.press("End")
    stepper.says("That is all.")


def test_predict_before_it_is_shown(run_cells):
    lab = run_cells(ALPHA_BETA.format(state="OXX.X.O..", predict=True))
    stepper = StepperOnPage(lab.page)
    stepper.press("Forward")
    stepper.says("MIN tries cell 3.")
    stepper.press("Forward")
    stepper.says("What is this board worth?")
    lab.screenshot("stepper-predict")
    stepper.press("+1")
    stepper.says("✗ It is: −1.")
    lab.page.get_by_text("predicted 0 of 1").wait_for()


def test_it_plays_by_itself(run_cells):
    lab = run_cells(ALPHA_BETA.format(state="XOX.OXO..", predict=False))
    stepper = StepperOnPage(lab.page)
    lab.page.locator(".jupyter-widgets select").first.select_option(label="fast")
    lab.page.locator(".widget-play button").first.click()
    stepper.says("That is all.")
    assert stepper.boards == 11


def test_how_soon_a_step_is_painted(run_cells, capsys):
    lab = run_cells(
        ALPHA_BETA.format(state="XXOO.X...", predict=False).replace("alpha_beta", "minimax_value")
    )
    stepper = StepperOnPage(lab.page)
    stepper.press("End")
    stepper.says("That is all.")
    lab.screenshot("stepper-large")
    times = [time_a_step(lab.page, "Back") for _ in range(20)]
    with capsys.disabled():
        median = statistics.median(times)
        print(f"\na step painted on a tree of {stepper.boards} boards: median {median:.0f} ms")
    assert median < 1000  # on a quiet machine it is below 60


def test_the_explorer_opens_on_click(run_cells):
    lab = run_cells(EXPLORER)
    explorer = StepperOnPage(lab.page)
    assert explorer.boards == 10
    explorer.tree.locator("[data-node]").nth(5).click()
    lab.page.get_by_text("18 boards.").wait_for()
    lab.screenshot("explorer")
    explorer.press("Close all")
    lab.page.get_by_text("10 boards.").wait_for()
