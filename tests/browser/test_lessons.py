"""The lessons in a real JupyterLab."""

from pathlib import Path

import nbformat
import pytest

LESSONS = Path(__file__).parents[2] / "notebooks"


@pytest.mark.parametrize("lesson", ["01_state_space"])
def test_run_all_and_answer_a_question(run_notebook, lesson):
    lab = run_notebook(nbformat.read(LESSONS / f"{lesson}.ipynb", as_version=4))
    assert lab.page.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0
    button = lab.page.get_by_role("button", name="That is my answer").first
    button.scroll_into_view_if_needed()
    question = lab.page.locator(".widget-vbox", has=button).last
    entry = question.get_by_role("textbox").or_(question.get_by_role("radio")).first
    if entry.get_attribute("type") == "radio":
        entry.check()
    else:
        entry.fill("100")
    button.click()
    question.get_by_text("✓").or_(question.get_by_text("✗")).or_(
        question.get_by_text("factor")
    ).first.wait_for()
    assert button.is_disabled()
    lab.screenshot(lesson)
