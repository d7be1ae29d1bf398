"""The lessons as `make slides` writes them, opened from a file with the network off."""

import pytest

from slides import make

FORMULAS = """() => ({
    set: document.querySelectorAll(".slides .MathJax_SVG svg").length,
    wrong: document.querySelectorAll(".slides .merror, .slides .MathJax_Error").length,
    raw: [...document.querySelectorAll(".slides .jp-RenderedMarkdown")].filter(
        (text) => text.textContent.includes("$")).length })"""
BROKEN_PICTURES = """async () => {
    const pictures = [...document.querySelectorAll(".slides img")];
    const broken = (img) => img.decode().then(() => [], () => [img.src]);
    return (await Promise.all(pictures.map(broken))).flat();
}"""
SMALLEST_LETTERS = """(selector) => Math.min(...[...document.querySelectorAll(selector)].map(
    (element) => parseFloat(getComputedStyle(element).fontSize)))"""
# The numbers of the slides of which not everything fits the screen
TOO_LARGE = """() => Reveal.getSlides().flatMap((slide, nth) => {
    const { h, v } = Reveal.getIndices(slide);
    Reveal.slide(h, v);
    const fits = slide.scrollHeight <= innerHeight && slide.scrollWidth <= innerWidth;
    return fits ? [] : [nth + 1];
})"""
FIRST_WITH_NOTES = """() => {
    const { h, v } = Reveal.getIndices(document.querySelector("aside.notes").closest("section"));
    Reveal.slide(h, v);
}"""


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    """Return the decks of all lessons, in a folder that has a space in its name."""
    return make.build(tmp_path_factory.mktemp("memory stick") / "slides")


@pytest.fixture
def offline(page):
    """Return a page of the browser without a network; all that is asked of it must be there."""
    context = page.context.browser.new_context(
        viewport={"width": 1280, "height": 720}, offline=True
    )
    page, faults = context.new_page(), []
    page.on("requestfailed", lambda request: faults.append(request.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []


def show(page, deck):
    page.goto(deck.as_uri())
    page.wait_for_function("window.Reveal?.isReady()")


def test_decks_show_everything_without_a_network(decks, offline):
    formulas = 0
    for deck in decks:
        show(offline, deck)
        found = offline.evaluate(FORMULAS)
        assert (found["wrong"], found["raw"]) == (0, 0), deck.name
        assert offline.evaluate(BROKEN_PICTURES) == [], deck.name
        assert offline.evaluate(SMALLEST_LETTERS, ".slides :is(p, li)") >= 22, deck.name
        assert offline.evaluate(SMALLEST_LETTERS, ".slides pre") >= 18, deck.name
        assert "draw.chart(" not in offline.inner_html(".slides"), deck.name
        assert offline.evaluate(TOO_LARGE) == [], deck.name
        formulas += found["set"]
    assert formulas > 0


def test_notes_are_in_the_speaker_view(decks, offline):
    show(offline, decks[0])
    offline.evaluate(FIRST_WITH_NOTES)
    with offline.expect_popup() as speaker_view:
        offline.keyboard.press("s")
    notes = offline.locator("aside.notes p").first.text_content()
    speaker_view.value.get_by_text(notes).wait_for()


def test_the_pdf_has_a_page_a_slide(decks, offline):
    make.write_pdf(offline, decks[0])
    show(offline, decks[0])
    pages = decks[0].with_suffix(".pdf").read_bytes().count(b"/Type /Page\n")
    assert pages == offline.evaluate("Reveal.getTotalSlides()")
