"""The stepper in a real JupyterLab."""

import statistics

import pytest
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


IN_SIGHT = """(line) => {
    const [inner, outer] = [line, line.parentElement].map((each) => each.getBoundingClientRect());
    return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
}"""
# What of the stepper sticks out of the notebook's part of the screen.
STICKING_OUT = """() => {
    const page = document.querySelector(".jp-WindowedPanel-outer").getBoundingClientRect();
    const whole = document.querySelector(".ttt-stepper");
    whole.scrollIntoView();
    const parts = [".ttt-tree", ".ttt-code", ".ttt-variables", ".ttt-calls", ".widget-play"];
    return [whole, ...parts.map((name) => whole.querySelector(name))].filter((part) => {
        const box = part.getBoundingClientRect();
        return box.height < 20 || box.top < page.top - 1 || box.bottom > page.bottom + 1
            || box.right > page.right + 1;
    }).map((part) => part.className);
}"""


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

    def marks(self, code: str) -> None:
        """Wait until the line of code that is marked begins like this, in sight in its box."""
        line = self.page.locator(".ttt-runs").filter(has_text=code).first
        line.wait_for(timeout=WAIT)
        assert line.evaluate(IN_SIGHT)

    def says(self, words: str) -> None:
        """Wait until the words above the tree are these."""
        self.page.get_by_role("status").get_by_text(words).first.wait_for(timeout=WAIT)


def test_step_by_line_and_by_board_and_jump_to_a_cut(run_cells):
    lab = run_cells(ALPHA_BETA.format(state="OXX.X.O..", predict=False))
    stepper = StepperOnPage(lab.page)
    stepper.says("MIN is to move and wants the lowest value.")
    assert stepper.boards == 1
    for line in ("def value_of", "def max_value", "def min_value", "return value_of"):
        stepper.press("Line ▶")
        stepper.marks(line)
    stepper.press("Board ▶")
    stepper.says("MIN tries cell 3.")
    assert stepper.boards == 2
    stepper.press("◀ Board")
    stepper.says("MIN is to move")
    stepper.press("Next cut")
    stepper.says("MAX can have 0 here, MIN already has −1: cut.")
    stepper.marks("break")
    assert stepper.tree.get_by_text("skipped", exact=True).count() == 2
    lab.screenshot("stepper-cut")
    stepper.press("End")
    stepper.says("That is all.")
    assert stepper.boards == 5
    stepper.tree.locator("[data-node]").nth(2).click()
    stepper.tree.locator("[data-node]").nth(7).wait_for()
    assert stepper.boards == 8
    stepper.tree.focus()
    lab.page.keyboard.press("Home")
    stepper.says("MIN is to move")
    lab.page.keyboard.press("ArrowRight")
    stepper.marks("def value_of(state, alpha, beta)")
    lab.page.keyboard.press("ArrowDown")
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
    stepper.marks("def my_search(")
    stepper.press("Next leaf")
    stepper.says("The game is over, O has won: −1.")
    stepper.marks("return game.utility(state)")
    stepper.press("Next cut")
    stepper.says("It stops here with 0. Never looked at: cells 7, 8.")
    stepper.marks("return best")
    lab.page.get_by_text("lowest = 0").wait_for()
    lab.screenshot("stepper-own")
    stepper.press("End")
    stepper.says("That is all.")


def test_predict_before_it_is_shown(run_cells):
    lab = run_cells(ALPHA_BETA.format(state="OXX.X.O..", predict=True))
    stepper = StepperOnPage(lab.page)
    stepper.press("Board ▶")
    stepper.says("MIN tries cell 3.")
    stepper.press("Board ▶")
    lab.page.get_by_text("What is this board worth?").wait_for()
    assert button(lab.page, "Line ▶").is_disabled()
    lab.screenshot("stepper-predict")
    stepper.press("+1")
    stepper.says("✗ It is: −1.")


def test_it_plays_by_itself(run_cells):
    lab = run_cells(ALPHA_BETA.format(state="XOXOXOOX.", predict=False))
    stepper = StepperOnPage(lab.page)
    lab.page.locator(".widget-play button").first.click()
    stepper.says("That is all.")
    assert stepper.boards == 2


@pytest.mark.parametrize("state", ["XOX.OXO..", "XO.O.X.X.", "X...O...."])
def test_it_fits_a_small_screen_beside_the_file_browser(run_cells, page, state):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.evaluate("jupyterapp.shell.expandLeft()")
    try:
        lab = run_cells(ALPHA_BETA.format(state=state, predict=False))
        stepper = StepperOnPage(lab.page)
        for name in ("Line ▶", "Next leaf", "Board ▶", "End"):
            stepper.press(name)
            lab.page.wait_for_timeout(300)
            assert lab.page.evaluate(STICKING_OUT) == [], name
        lab.screenshot(f"stepper-small-{state}")
    finally:
        page.evaluate("jupyterapp.shell.collapseLeft()")


def test_how_soon_a_step_is_painted(run_cells, capsys):
    lab = run_cells(
        ALPHA_BETA.format(state="XXOO.X...", predict=False).replace("alpha_beta", "minimax_value")
    )
    stepper = StepperOnPage(lab.page)
    stepper.press("End")
    stepper.says("That is all.")
    lab.screenshot("stepper-large")
    times = [time_a_step(lab.page, "◀ Board") for _ in range(20)]
    with capsys.disabled():
        median = statistics.median(times)
        print(f"\na step painted on a tree of {stepper.boards} boards: median {median:.0f} ms")
    assert median < 1000  # on a quiet machine it is below 100
