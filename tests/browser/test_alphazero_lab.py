"""The lab of AlphaZero in a real JupyterLab: start, pause, a position, an ingredient less."""

import re
import time

from lab import WAIT, BoardOnPage
from test_training_lab import press, wait_until, waits_for, words

LAB = """from ttt.widgets import AlphaZeroLab
lab = AlphaZeroLab(turns=30)
lab"""


def done(lab):
    """Return after how many turns the lab says it is."""
    found = re.match(r"After ([\d,]+) of", words(lab))
    return int(found[1].replace(",", "")) if found else 0


def test_start_pause_a_position_and_an_ingredient_less(run_cells):
    lab = run_cells(LAB)
    assert words(lab).startswith("Nothing is learned yet.")
    lab.screenshot("alphazero-new")
    press(lab, "Start")
    wait_until(lambda: done(lab) >= 3)
    press(lab, "Pause")
    waits_for(lab, "Go on")
    paused = done(lab)
    assert 3 <= paused < 30
    time.sleep(0.5)
    assert done(lab) == paused
    board = BoardOnPage(lab.page)
    for cell, state in (0, "X........"), (4, "X...O...."), (8, "X...O...X"):
        board.click(cell)
        board.wait_until(lambda now, state=state: now == state)
    lab.page.locator("svg text", has_text="true result").wait_for(timeout=WAIT)
    lab.page.locator("svg[role=img] text", has_text=re.compile(r"^P \d+%$")).first.wait_for()
    lab.screenshot("alphazero-paused")
    lab.page.locator(".jupyter-widgets select").first.select_option(label="without noise")
    waits_for(lab, "Start")
    press(lab, "Start")
    wait_until(lambda: done(lab) >= 12)
    lab.page.locator("svg text", has_text=re.compile("^without noise$")).last.wait_for(timeout=WAIT)
    press(lab, "Pause")
    waits_for(lab, "Go on")
    lab.page.set_viewport_size({"width": 1280, "height": 720})
    time.sleep(0.5)
    lab.page.locator(".ttt-keeps-keys").first.scroll_into_view_if_needed()
    lab.screenshot("alphazero-two")
    lab.page.set_viewport_size({"width": 1280, "height": 1500})
    time.sleep(0.5)
    lab.screenshot("alphazero-two-tall")
    lab.page.set_viewport_size({"width": 700, "height": 1800})
    time.sleep(0.5)
    lab.screenshot("alphazero-700")
    lab.page.set_viewport_size({"width": 1250, "height": 900})
    assert lab.cell_count == 1
