"""The lab of Monte Carlo tree search in a real JupyterLab."""

import statistics

from lab import WAIT, button, time_a_step

LAB = """import random
from ttt import TicTacToe
from ttt.widgets import MCTSLab
lab = MCTSLab(TicTacToe(), {state!r}, rng=random.Random(1))
lab"""


SHOWS_ITS_ROOT = """(frame) => {
    const outer = frame.getBoundingClientRect();
    const root = frame.querySelector("[data-node='0']").getBoundingClientRect();
    return outer.left <= root.left && root.right <= outer.right
        && outer.top <= root.top && root.bottom <= outer.bottom;
}"""


def press(lab, name):
    button(lab.page, name).click()


def says(lab, words):
    lab.page.get_by_role("status").get_by_text(words).first.wait_for(timeout=WAIT)


def boards(lab):
    return lab.page.locator(".ttt-tree [data-node]").count()


def test_the_four_phases_and_back(run_cells):
    lab = run_cells(LAB.format(state="X...O...X"))
    says(lab, "The tree is the board alone.")
    for words in (
        "moves that were never tried",
        "is tried for the first time",
        "From the new board both move at random",
        "very board on the way",
    ):
        press(lab, "Next phase")
        says(lab, words)
    assert boards(lab) == 2
    press(lab, "Run 100")
    lab.page.locator(".ttt-tree").get_by_text("N 101").first.wait_for()
    lab.screenshot("mcts-101")
    press(lab, "Back")
    lab.page.locator(".ttt-tree").get_by_text("N 100", exact=True).first.wait_for()
    lab.page.locator(".ttt-tree").focus()
    says(lab, "From the new board")
    lab.screenshot("mcts-rollout")
    for words in ("on the way", "Always to the child with the highest UCB1", "is tried"):
        lab.page.keyboard.press("ArrowRight")
        says(lab, words)
    lab.page.keyboard.press("Home")
    says(lab, "The tree is the board alone.")
    assert boards(lab) == 1


def test_the_root_stays_in_view(run_cells):
    lab = run_cells(LAB.format(state="........."))
    press(lab, "Run 1,000")
    frame = lab.page.locator(".ttt-tree").first
    frame.get_by_text("N 1,000").first.wait_for()
    for words in ("Always to the child", "tried", "From the new board", "on the way"):
        press(lab, "Next phase")
        says(lab, words)
        assert frame.evaluate(SHOWS_ITS_ROOT)
        lab.screenshot(f"mcts-root-{words[-4:].strip()}")
    lab.page.locator(".widget-play button[title=play]").first.click()
    lab.page.locator(".widget-play button[title=pause]").first.click()
    lab.page.get_by_role("slider", name="phases").wait_for()
    lab.screenshot("mcts-root")


def test_boards_open_on_click_and_c_can_be_moved(run_cells):
    lab = run_cells(LAB.format(state="X...O...X"))
    press(lab, "Run 1,000")
    lab.page.locator(".ttt-tree").get_by_text("N 1,000").first.wait_for()
    before = boards(lab)
    closed = lab.page.locator(".ttt-tree [data-node]").filter(has_text="▸").first
    closed.click()
    lab.page.get_by_text("The children of the board after").wait_for()
    assert boards(lab) > before
    press(lab, "Next simulation")
    lab.page.locator(".ttt-tree").get_by_text("N 1,001").first.wait_for()
    lab.screenshot("mcts-open")
    assert lab.cell_count == 1


def test_how_soon_a_phase_is_painted(run_cells, capsys):
    opened = "\nlab.run(1000)\nfor cell in range(9): lab.toggle((cell,))\nlab.toggle((4, 0))\nlab"
    lab = run_cells(LAB.format(state=".........") + opened)
    lab.page.locator(".ttt-tree [data-node]").first.wait_for(timeout=WAIT)
    shown = boards(lab)
    times = [time_a_step(lab.page, "Next phase") for _ in range(20)]
    with capsys.disabled():
        median = statistics.median(times)
        print(f"\na phase painted on a tree of {shown} boards: median {median:.0f} ms")
    assert median < 1000  # on a quiet machine it is below 80
