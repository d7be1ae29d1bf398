"""Questions, driven without a browser: as the reader clicks and types."""

import re

import ipywidgets as widgets
import pytest

from ttt.widgets import Predict, Quiz

COLORS = ["red", "green", "blue"]
VIEW = "application/vnd.jupyter.widget-view+json"


def all_parts(widget):
    """Return a widget and everything in it, from top to bottom."""
    below = (part for child in getattr(widget, "children", ()) for part in all_parts(child))
    return [widget, *below]


def part(widget, kind):
    """Return the one part of a question that is of this kind."""
    (found,) = [part for part in all_parts(widget) if type(part) is kind]
    return found


def page(widget):
    """Return all that the browser is told, without the names that change from run to run."""
    states = [part.get_state() for part in all_parts(widget)]
    return re.sub(r"IPY_MODEL_\w+", "IPY_MODEL", str(states))


def answer(widget, entered):
    """Type a number, or choose an answer by its place as the browser does; then press."""
    if widget.choices is None:
        part(widget, widgets.Text).value = entered
    elif entered is not None:
        part(widget, widgets.RadioButtons).set_state({"index": entered})
    part(widget, widgets.Button).click()


def reply(widget):
    """Return what stands below a question, without its markup."""
    last = [part for part in all_parts(widget) if type(part) is widgets.HTML][-1]
    return re.sub(r"<[^>]*>", "", last.value).strip()


def test_the_page_does_not_know_the_answer_before_the_reader_commits():
    question = Predict("How <i>many</i>?", answer=5478, why="Because 8,533 are too many.")
    assert "<b>Predict:</b> How <i>many</i>?" in page(question)
    assert not re.search(r"5,?478|8,533|Because", page(question))
    assert (question.guess, question.right, reply(question)) == (None, None, "")
    answer(question, "1")
    assert re.search(r"5,478.*Because 8,533", page(question))


def test_the_page_is_the_same_whichever_choice_is_right():
    pages = {page(Predict("Which?", COLORS, answer=each, why=f"It is {each}.")) for each in COLORS}
    quizzes = {page(Quiz(("Which?", COLORS, each, f"It is {each}."))) for each in COLORS}
    assert len(pages) == len(quizzes) == 1


def test_an_answer_that_is_not_among_the_choices_is_refused():
    with pytest.raises(ValueError, match="'pink' is not among the choices"):
        Predict("Which?", answer="pink", choices=COLORS)


@pytest.mark.parametrize("typed", ["5478", "5,478", "5 478", " 5_478 ", "5478.0", "5.478e3"])
def test_a_number_may_be_typed_in_many_ways(typed):
    question = Predict("How many?", answer=5478, why="Count them.")
    answer(question, typed)
    assert (question.guess, question.right) == (5478, True)
    assert reply(question) == "✓ Right. Count them."


@pytest.mark.parametrize(
    ("right", "typed", "said"),
    [
        (5478, "2739", "✓ Well estimated: it is 5,478."),
        (5478, "10956", "✓ Well estimated: it is 5,478."),
        (5478, "2000", "✗ The answer is: 5,478."),
        (5478, "-5478", "✗ The answer is: 5,478."),
        (99, "98", "✗ The answer is: 99."),
        (0, "1", "✗ The answer is: 0."),
    ],
)
def test_a_large_number_need_only_be_estimated_and_a_small_one_is_exact(right, typed, said):
    question = Predict("How many?", answer=right)
    answer(question, typed)
    assert reply(question) == said
    assert question.right is said.startswith("✓")


@pytest.mark.parametrize(
    ("choices", "entered", "asks"),
    [(None, typed, "Type a number first.") for typed in ["", "many", "5478 boards", "nan", "inf"]]
    + [([1, 5478], None, "Choose an answer first.")],
)
def test_without_an_answer_the_reader_is_asked_for_one(choices, entered, asks):
    question = Predict("How many?", choices, answer=5478)
    answer(question, entered)
    assert (question.guess, question.right, reply(question)) == (None, None, asks)
    answer(question, "5478" if choices is None else 1)
    assert question.right


def test_enter_commits_a_number_too():
    question = Predict("How many?", answer=0)
    part(question, widgets.Text).value = "0"
    part(question, widgets.Text)._handle_custom_msg({"event": "blur"}, [])
    assert question.right is None
    part(question, widgets.Text)._handle_custom_msg({"event": "submit"}, [])
    assert question.right


def test_choices():
    question = Predict("Which?", ["<a>", 0, 5478], answer=0, why="So.")
    radio = part(question, widgets.RadioButtons)
    assert (radio.get_state()["_options_labels"], radio.value) == (("<a>", "0", "5,478"), None)
    answer(question, 1)
    assert (question.guess, question.right, reply(question)) == (0, True, "✓ Right. So.")
    question = Predict("Which?", ["<a>", "<b>"], answer="<b>")
    answer(question, 0)
    question.commit("<b>")  # too late
    assert (question.guess, question.right) == ("<a>", False)
    assert part(question, widgets.Button).disabled
    assert "✗ The answer is: &lt;b&gt;." in page(question)


@pytest.fixture
def quiz():
    return Quiz(
        ("First?", COLORS, "red", "Roses are."),
        ("Second?", [1, 4, 8], 8, "Count them."),
    )


def test_a_quiz_numbers_its_questions_and_keeps_count(quiz):
    numbered = re.findall(r"<b>(Question \d):</b> (\w+\?)", page(quiz))
    assert numbered == [("Question 1", "First?"), ("Question 2", "Second?")]
    assert reply(quiz) == ""
    answer(quiz.questions[1], 2)
    assert reply(quiz) == "1 of 1 right, 1 to go."
    answer(quiz.questions[0], 2)
    quiz.questions[0].commit("red")  # too late
    assert reply(quiz) == "1 of 2 right, 0 to go."


def test_without_a_kernel_a_question_folds_its_answer_away(quiz):
    data = Predict("Which?", ["<a>", "<b>"], answer="<b>", why="It <i>is</i>.")._repr_mimebundle_()
    assert set(data) == {VIEW, "text/html", "text/plain"}
    shown, folded = data["text/html"].split("<details><summary>Show the answer</summary>")
    assert shown == "<div><b>Predict:</b> Which?<ul><li>&lt;a&gt;</li><li>&lt;b&gt;</li></ul>"
    assert folded == "<b>&lt;b&gt;</b> It <i>is</i>.</details></div>"
    assert data["text/plain"] == "Predict: Which?"
    assert "<b>5,478</b>" in Predict("How?", answer=5478)._repr_mimebundle_()["text/html"]
    data = quiz._repr_mimebundle_()
    assert data["text/html"].count("<details>") == 2
    assert data["text/plain"] == "Question 1: First?\nQuestion 2: Second?"
