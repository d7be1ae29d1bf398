"""The lab of training in a real JupyterLab: start, pause, go on, while other cells run."""

import re
import statistics
import time

from lab import WAIT, BoardOnPage

LAB = """from ttt.widgets import TrainingLab
lab = TrainingLab(episodes={episodes})
lab"""
COMPARE = """import random
from ttt.agents.learners import QLearner, SarsaLearner
from ttt.agents.teacher import Teacher
for kind in QLearner, SarsaLearner:
    plain = kind(rng=random.Random(1))
    plain.train(Teacher(0.9), lab.done, every=0)
    print("the same" if dict(plain.q) == dict(lab.learners[kind.name].q) else "different")"""
LABS = """from ttt.widgets import TrainingLab
labs = [*globals().get("labs", []), TrainingLab(episodes=100_000)]
labs[-1]"""
TRAINING = "print('training:', *(lab.running for lab in labs))"
FAR = "print(400 * '\\n')"
CELL = ".jp-CodeCell"


def press(lab, name):
    lab.page.get_by_role("button", name=name, exact=True).first.click()


def waits_for(lab, name):
    lab.page.get_by_role("button", name=name, exact=True).first.wait_for(timeout=WAIT)


def words(lab):
    return lab.page.locator(".jp-OutputArea [role=status]").first.inner_text()


def done(lab):
    """Return after how many episodes the lab says it is."""
    found = re.match(r"After ([\d,]+) of", words(lab))
    return int(found[1].replace(",", "")) if found else 0


def wait_until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def run_cell(lab, nth):
    """Run a cell; return after how many milliseconds its number is there."""
    cell = lab.page.locator(CELL).nth(nth)
    prompt = cell.locator(".jp-InputPrompt")
    before = prompt.first.inner_text()
    cell.locator(".cm-content").click()
    start = time.perf_counter()
    lab.page.keyboard.press("Control+Enter")
    wait_until(lambda: prompt.first.inner_text() not in (before, "[*]:"))
    return 1000 * (time.perf_counter() - start)


def test_start_pause_go_on(run_cells):
    lab = run_cells(LAB.format(episodes=1000), COMPARE)
    assert words(lab).startswith("Nothing is learned yet.")
    press(lab, "Start")
    wait_until(lambda: done(lab) >= 200)
    press(lab, "Pause")
    waits_for(lab, "Go on")
    paused = done(lab)
    assert 200 <= paused < 1000
    lab.screenshot("training-paused")
    time.sleep(0.5)
    assert done(lab) == paused
    press(lab, "Go on")
    wait_until(lambda: done(lab) > paused)
    waits_for(lab, "Train on")
    assert words(lab).startswith("After 1,000 of 1,000 episodes: ")
    run_cell(lab, 1)
    lab.page.locator(CELL).nth(1).get_by_text("the same\nthe same").wait_for()
    press(lab, "Train on")
    wait_until(lambda: done(lab) > 1000)
    press(lab, "Reset")
    waits_for(lab, "Start")
    assert words(lab).startswith("Nothing is learned yet.")
    time.sleep(0.3)
    assert words(lab).startswith("Nothing is learned yet.")
    assert lab.cell_count == 2


def test_any_number_of_episodes_can_be_typed_and_switches_begin_again(run_cells):
    lab = run_cells(LAB.format(episodes=500))
    lab.page.get_by_role("spinbutton", name="episodes").fill("20000")
    lab.page.keyboard.press("Enter")
    lab.page.get_by_text("for 20,000 episodes.").wait_for()
    lab.page.get_by_role("spinbutton", name="episodes").fill("600")
    lab.page.keyboard.press("Enter")
    for name in ("symmetry", "afterstates", "self-play"):
        lab.page.get_by_role("checkbox", name=name).check()
    lab.page.get_by_text("for 600 episodes.").wait_for()
    press(lab, "Start")
    waits_for(lab, "Train on")
    lab.screenshot("training-switches")


def test_settings_and_position_change_while_it_trains(run_cells):
    lab = run_cells(LAB.format(episodes=100_000))
    press(lab, "Start")
    wait_until(lambda: done(lab) >= 4000)
    lab.page.get_by_role("slider").nth(2).focus()
    for _ in range(20):
        lab.page.keyboard.press("ArrowRight")
    lab.page.get_by_text("0.30", exact=True).wait_for(timeout=WAIT)
    board = BoardOnPage(lab.page)
    board.click(0)
    board.wait_until(lambda state: state == "X........")
    board.click(4)
    board.wait_until(lambda state: state == "X...O....")
    board.click(4)
    board.click(4)
    board.wait_until(lambda state: state == "X........")
    lab.page.locator("svg text", has_text="The best reply to it, exact").wait_for()
    press(lab, "Pause")
    waits_for(lab, "Go on")
    assert done(lab) < 100_000
    assert lab.page.locator("svg text", has_text="q-learning thinks").count() == 1
    lab.screenshot("training-changed")
    lab.page.set_viewport_size({"width": 700, "height": 1500})
    time.sleep(0.5)
    lab.screenshot("training-700")
    lab.page.set_viewport_size({"width": 1250, "height": 900})
    assert lab.cell_count == 1


def test_it_trains_on_out_of_sight_but_not_when_its_cell_is_run_again(run_cells):
    lab = run_cells(LABS, TRAINING, *[FAR] * 6)
    press(lab, "Start")
    wait_until(lambda: done(lab) > 0)
    lab.page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollTop = 1e6")
    time.sleep(0.5)
    lab.page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollTop = 0")
    before = done(lab)
    wait_until(lambda: done(lab) > before)
    run_cell(lab, 0)
    waits_for(lab, "Start")
    run_cell(lab, 1)
    lab.page.locator(CELL).nth(1).get_by_text("training: False False").wait_for()


def test_other_cells_run_meanwhile(run_cells, capsys):
    lab = run_cells(LAB.format(episodes=100_000), "1 + 1")
    idle = statistics.median(run_cell(lab, 1) for _ in range(5))
    press(lab, "Start")
    wait_until(lambda: done(lab) > 0)
    busy = statistics.median(run_cell(lab, 1) for _ in range(5))
    waits_for(lab, "Pause")
    assert done(lab) < 100_000
    with capsys.disabled():
        print(f"\na cell takes a median of {busy:.0f} ms while two learners train, else {idle:.0f}")
    press(lab, "Pause")
    waits_for(lab, "Go on")
