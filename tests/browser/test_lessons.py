"""The lessons in a real JupyterLab: each is run once, and then looked at in several ways."""

import re
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from walk import SMALLEST, overflowing, smallest

VERDICT = re.compile("✓|✗")
WALK = (Path(__file__).parent / "walk.js").read_text()
PICTURES = """() => [...document.querySelectorAll(".jp-OutputArea-output img")].map(
    (picture) => picture.getBoundingClientRect().height)"""


def test_slides_can_be_read_from_the_back_row(lesson, record_property):
    before = sum(lesson.page.evaluate(PICTURES))
    with lesson.presented():
        walk = lesson.page.evaluate(WALK)
    slides = walk["slides"]
    record_property("slides", (lesson.name, slides))
    assert len(slides) == walk["begins"], "the keys do not reach every slide"
    for kind, pixels in SMALLEST.items():
        assert smallest(slides, kind) >= pixels, kind
    assert len({slide.get("top") for slide in slides} - {None}) == 1, "headings jump"
    for faults in ("missed", "broken", "asks"):  # controls, pictures, code that asks a question
        assert [fault for slide in slides for fault in slide[faults]] == []
    assert overflowing(slides) == []
    after = sum(height for slide in slides for height in slide["pictures"])
    assert before < after, "no cell draws a picture, or they are not larger on slides"


def test_what_is_shown_can_be_read_aloud(lesson):
    found = Axe().run(lesson.page, ".jp-Cell-outputArea").response["violations"]
    grave = [fault for fault in found if fault["impact"] in ("critical", "serious")]
    assert [(fault["id"], node["html"]) for fault in grave for node in fault["nodes"]] == []


def test_run_all_and_answer_a_question(lesson):
    assert lesson.page.locator("[data-mime-type='application/vnd.jupyter.error']").count() == 0
    button = lesson.page.get_by_role("button", name="That is my answer")
    question = lesson.page.locator(".jp-OutputArea-output").filter(has=button).first
    question.scroll_into_view_if_needed()
    entry = question.locator("input").first
    if entry.get_attribute("type") == "radio":
        entry.check()
    else:
        entry.fill("100")
    question.get_by_role("button").first.click()
    question.get_by_text(VERDICT).first.wait_for()
    lesson.screenshot(lesson.name)
