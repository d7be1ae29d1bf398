"""A lesson as live slides, on a projector of 1280 × 720."""

import re

import pytest
from lab import DONE, BoardOnPage
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

SIZE = "(element) => parseFloat(getComputedStyle(element).fontSize)"
ACTIVE = "jupyterapp.shell.currentWidget.content.activeCellIndex"


def slide(cell):
    cell.metadata["slideshow"] = {"slide_type": "slide"}
    return cell


@pytest.fixture
def deck(run_notebook, kernel):
    """A board to play on, code, and the end. The show has begun, and ends with the test."""
    cells = [
        slide(new_markdown_cell("# Play\n\nThe *first* slide.")),
        new_code_cell("from ttt import play\nplay('human', 'human')"),
        new_markdown_cell("Let them *begin* in a corner."),
        slide(new_code_cell("answer = 6 * 7")),
        new_code_cell("print('The answer is', answer)"),
        slide(new_markdown_cell("## The end")),
        new_code_cell("from ttt import draw\ndraw.board('XO..X..O.', caption='at the end')"),
    ]
    cells[6].metadata["slideshow"] = {}
    cells[4].metadata["slideshow"] = {}
    cells[1].metadata["slideshow"] = {}
    cells[2].metadata["slideshow"] = {"slide_type": "notes"}
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}}
    lab = run_notebook(new_notebook(cells=cells, metadata=metadata), kernel)
    with lab.presented():
        yield lab


def test_text_is_for_the_back_row_and_the_keys_turn_slides_after_a_click(deck):
    page = deck.page
    assert page.locator(".jp-Deck p", has_text="The first slide.").evaluate(SIZE) >= 22
    board = BoardOnPage(page)
    first = board.cells.first.bounding_box()
    page.mouse.click(first["x"] + 4, first["y"] + first["height"] / 2)  # at its left edge
    board.wait_until(lambda state: state[0] == "X")
    deck.screenshot("deck")
    for _ in "12":
        page.keyboard.press("PageDown")
    page.get_by_role("heading", name="The end").wait_for(state="visible")
    for _ in "21":
        page.keyboard.press("PageUp")
    page.get_by_role("heading", name="Play").wait_for(state="visible")


def test_shift_enter_goes_on_to_the_next_cell_of_the_slide_and_no_further(deck):
    page = deck.page
    page.keyboard.press("PageDown")
    assert page.locator(".jp-Deck .cm-line", has_text="answer =").evaluate(SIZE) >= 18
    for cell in (4, 4):  # the check below a function, which is the last cell of its slide
        page.keyboard.press("Shift+Enter")
        page.wait_for_function(f"{ACTIVE} === {cell}")
    page.get_by_text("The answer is 42").first.wait_for(state="visible")


def test_a_slide_begins_at_the_top_and_its_pictures_fill_it(deck):
    page, tops = deck.page, []
    board = BoardOnPage(page).root.bounding_box()
    assert board["height"] > 500 and board["y"] + board["height"] <= 720
    for name in ("Play", "The end"):
        heading = page.get_by_role("heading", name=name)
        heading.wait_for(state="visible")
        tops.append(heading.bounding_box()["y"])
        for _ in "12":
            page.keyboard.press("PageDown")
    assert tops[0] == tops[1] < 50
    picture = page.get_by_alt_text("at the end")
    large = picture.bounding_box()
    assert large["y"] + large["height"] <= 720
    page.evaluate("jupyterapp.commands.execute('deck:stop')")
    page.wait_for_function("!document.querySelector('.jp-Deck')")
    assert large["height"] > 2 * picture.bounding_box()["height"]


def test_code_that_only_shows_something_is_hidden_and_still_runs(deck):
    page = deck.page
    shows = page.locator(".cm-line", has_text="draw.board(")
    for _ in "12":
        page.keyboard.press("PageDown")
    page.get_by_alt_text("at the end").wait_for(state="visible")
    shows.wait_for(state="hidden")
    page.evaluate("jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
    page.get_by_alt_text("at the end").wait_for(state="detached")
    page.keyboard.press("Shift+Enter")  # on the heading
    page.get_by_alt_text("at the end").wait_for(state="visible")
    shows.wait_for(state="hidden")


def test_what_follows_is_run_with_what_was_written_in_front_of_the_room(deck):
    page = deck.page
    page.keyboard.press("PageDown")
    page.locator(".jp-Deck .cm-content", has_text="answer =").click()
    page.keyboard.press("End")
    page.keyboard.type(" + 1")
    page.keyboard.press("Control+Shift+Enter")
    page.get_by_text("The answer is 43").first.wait_for(state="visible")
    assert page.locator(".jp-Deck .cm-line", has_text="answer =").is_visible()
    page.keyboard.press("End")
    page.keyboard.type("; import time; time.sleep(2)")
    page.keyboard.press("Control+Shift+Enter")
    page.keyboard.press("PageDown")  # while it runs
    page.get_by_role("heading", name="The end").wait_for(state="visible")
    page.wait_for_function(DONE)
    page.wait_for_timeout(500)
    assert page.get_by_role("heading", name="The end").is_visible()


def test_questions_come_one_after_the_other_and_all_that_is_said_is_on_the_slide(run_cells):
    lab = run_cells(
        "from ttt.exercises import lesson03\n"
        "lesson03.ask('two losses and a draw', 'max everywhere', 'many boards, few kinds')"
    )
    questions = lab.page.locator(".jp-Deck .ttt-question")
    with lab.presented():
        for number in (1, 2, 3):
            question = questions.nth(number - 1)
            for choice in (0, 1):  # a wrong answer, and at most one more
                question.get_by_role("radio").nth(choice).check()
                question.get_by_role("button", name="That is my answer").click()
                question.get_by_text(re.compile("✓|✗")).wait_for()
                if "Try once more" not in question.inner_text():
                    break
            lab.page.locator(f":nth-match(.ttt-answered, {number})").wait_for()
            box = question.bounding_box()
            assert box["y"] > 0 and box["y"] + box["height"] <= 720
            shown = [n for n in (1, 2, 3) if questions.nth(n - 1).is_visible()]
            assert shown == [number, number + 1][: 4 - number]
        lab.screenshot("deck-questions")


def test_the_notes_are_in_a_window_that_follows_the_slides(deck):
    note = deck.page.get_by_text("Let them begin in a corner.")
    assert not note.is_visible()
    with deck.page.expect_popup() as window:
        deck.page.keyboard.press("n")
    window.value.get_by_text("Let them begin in a corner.").wait_for()
    deck.page.keyboard.press("PageDown")
    deck.page.keyboard.press("PageDown")
    window.value.get_by_text("No notes to this slide.").wait_for()
    window.value.close()


def test_a_wide_picture_of_a_position_that_is_set_up_is_seen(run_cells):
    lab = run_cells(
        "from ttt import TicTacToe, draw\nfrom ttt.widgets import Explore\n"
        "Explore(lambda s: draw.boards([s] * 8, per_row=8, size=150), '.' * 9, TicTacToe())"
    )
    picture = lab.page.locator(".ttt-explore .widget-html-content svg")
    assert picture.bounding_box()["width"] > 300
    with lab.presented():
        assert picture.bounding_box()["width"] > 600
