"""The lessons in a real JupyterLab."""

import re
from pathlib import Path

import nbformat
import pytest

LESSONS = Path(__file__).parents[2] / "notebooks"
VERDICT = re.compile("✓|✗|It is|The answer is")


@pytest.mark.parametrize("lesson", sorted(path.stem for path in LESSONS.glob("*.ipynb")))
def test_run_all_and_answer_a_question(run_notebook, lesson):
    lab = run_notebook(nbformat.read(LESSONS / f"{lesson}.ipynb", as_version=4))
    assert lab.page.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0
    button = lab.page.get_by_role("button", name="That is my answer")
    question = lab.page.locator(".jp-OutputArea-output").filter(has=button).first
    question.scroll_into_view_if_needed()
    entry = question.locator("input").first
    if entry.get_attribute("type") == "radio":
        entry.check()
    else:
        entry.fill("100")
    question.get_by_role("button").first.click()
    question.get_by_text(VERDICT).first.wait_for()
    assert question.get_by_role("button").first.is_disabled()
    lab.screenshot(lesson)
