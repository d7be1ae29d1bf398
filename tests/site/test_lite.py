"""Every lesson in JupyterLite: it runs in the browser to its end, and what is clicked works."""

from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
STARTING, LESSON, MOMENT = 240_000, 600_000, 90_000  # milliseconds, on a busy machine
READY = """() => /Python/.test(document.querySelector(".jp-Toolbar-kernelName")?.textContent)
    && document.querySelector(".jp-Notebook-ExecutionIndicator")?.dataset.status === "idle" """
DONE = """() => document.querySelector(".jp-Notebook-ExecutionIndicator").dataset.status === "idle"
    && ![...document.querySelectorAll(".jp-InputPrompt")].some((p) => /[*]/.test(p.textContent))"""
ERRORS = "[data-mime-type='application/vnd.jupyter.error']"
ADD_AND_RUN = """async (source) => {
    const { commands, shell } = jupyterapp;
    const { content } = shell.currentWidget;
    content.model.sharedModel.insertCell(0, { cell_type: "code", source });
    content.activeCellIndex = 0;
    await commands.execute("notebook:run-cell");
    return content.widgets[0].outputArea.node.innerText;
}"""
CHECK = (
    "from ttt.exercises import lesson01\ndef player(state):\n    {}\nlesson01.player.check(player)"
)


def opened(page, address, lesson):
    """Open a lesson, and wait for its kernel."""
    page.goto(f"{address}/lite/lab/index.html?path=my/{lesson}.ipynb")
    page.wait_for_function(READY, timeout=STARTING)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_runs_to_its_end(page, address, lesson):
    opened(page, address, lesson)
    page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_timeout(2_000)
    page.wait_for_function(DONE, timeout=LESSON)
    assert page.locator(ERRORS).all_text_contents() == []


def test_a_game_is_played(page, address):
    opened(page, address, "00_welcome")
    page.evaluate(ADD_AND_RUN, "from ttt import play\nplay()")
    page.locator("[role=gridcell]").nth(4).click()
    page.wait_for_selector("[role=gridcell][data-mark=O]", timeout=MOMENT)


def test_a_search_is_stepped_through(page, address):
    opened(page, address, "03_minimax")
    code = "from ttt import TicTacToe\nfrom ttt.algorithms import minimax_value\n"
    code += "from ttt.widgets import Stepper\nStepper(minimax_value, TicTacToe(), 'XOX.OXO..')"
    page.evaluate(ADD_AND_RUN, code)
    told = page.locator(".ttt-stepper [role=status]")
    before = told.text_content(timeout=MOMENT)
    page.get_by_role("button", name="Board ▶").click()
    page.wait_for_function(
        "(old) => document.querySelector('.ttt-stepper [role=status]').textContent !== old",
        arg=before,
        timeout=MOMENT,
    )


def test_a_learner_is_trained_for_a_moment(page, address):
    opened(page, address, "06_reinforcement_learning")
    page.evaluate(ADD_AND_RUN, "from ttt.widgets import TrainingLab\nTrainingLab(episodes=200)")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_text("of 200 episodes").wait_for(timeout=MOMENT)
    page.get_by_role("button", name="Train on").wait_for(timeout=MOMENT)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('return "X" if state.count("X") == state.count("O") else "O"', "✓ player: right on 4,520"),
        ('return "X"', "✗ player: not right yet"),
        ("while True: pass", "does a loop never end?"),
    ],
)
def test_an_exercise_is_checked(page, address, body, said):
    opened(page, address, "01_state_space")
    page.evaluate(ADD_AND_RUN, CHECK.format(body))
    page.get_by_text(said).first.wait_for(timeout=MOMENT)


def test_what_a_browser_cannot_do_is_said_in_a_sentence(page, address):
    opened(page, address, "09_tournament")
    told = page.evaluate(
        ADD_AND_RUN, "from ttt import online\nawait online.join('http://x', 'random')"
    )
    assert "installed Python" in told
