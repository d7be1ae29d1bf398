"""The book: every lesson is a page, whole without the internet."""

from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
MISSING = (
    "() => [...document.images].filter((i) => i.complete && !i.naturalWidth).map((i) => i.src)"
)


def test_the_front_page_has_three_doors_and_every_lesson(page, address):
    page.goto(f"{address}/index.html")
    for words in ("Play", "Learn", "Teach"):
        assert page.locator(".doors").get_by_text(words, exact=True).count() == 1
    links = page.evaluate("() => [...document.links].map((link) => link.href)")
    for lesson in LESSONS:
        assert f"{address}/notebooks/{lesson}.html" in links


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_a_page_with_pictures_formulas_and_its_two_links(page, address, lesson):
    answers = []
    page.on("response", lambda answer: answer.status >= 400 and answers.append(answer.url))
    page.goto(f"{address}/notebooks/{lesson}.html", wait_until="load")
    run, download = page.locator(".here a").all()
    assert run.get_attribute("href") == f"../lite/lab/index.html?path=my/{lesson}.ipynb"
    assert page.request.get(f"{address}/lite/files/my/{lesson}.ipynb").ok
    assert download.get_attribute("href") == f"../lite/files/my/{lesson}.ipynb"
    assert page.evaluate(MISSING) == []
    if page.locator(".math").count():
        page.wait_for_selector(".math svg", state="attached", timeout=60_000)
    assert "Minute 0" not in page.content() and answers == []  # no notes of the speaker
