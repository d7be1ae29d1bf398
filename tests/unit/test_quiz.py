"""Questions, driven without a browser: as the reader clicks and types."""

import re

import ipywidgets as widgets
import pytest

from ttt.widgets import Predict, Quiz

COLOURS = ["red", "green", "blue"]
VIEW = "application/vnd.jupyter.widget-view+json"


def all_parts(widget):
    """Return a widget and everything in it, from top to bottom."""
    return [
        widget,
        *(part for child in getattr(widget, "children", ()) for part in all_parts(child)),
    ]


def part(widget, kind):
    """Return the one part of a question that is of this kind."""
    (found,) = [part for part in all_parts(widget) if type(part) is kind]
    return found


def page(widget):
    """Return all that the browser is told, without the names that change from run to run."""
    states = [part.get_state() for part in all_parts(widget)]
    return re.sub(r"IPY_MODEL_\w+", "IPY_MODEL", str(states))


def press(widget):
    """Click the button of a question."""
    part(widget, widgets.Button).click()


def type_in(widget, text):
    part(widget, widgets.Text).value = text


def choose(widget, nth):
    """Choose an answer, as the browser does it: by its number."""
    part(widget, widgets.RadioButtons).set_state({"index": nth})


def reply(widget):
    """Return what stands below a question, without its markup."""
    last = [part for part in all_parts(widget) if type(part) is widgets.HTML][-1]
    return re.sub(r"<[^>]*>", "", last.value).strip()


# ---- before the reader has committed


def test_a_question_shows_itself_and_a_field_for_a_number():
    question = Predict("How many <i>states</i>?", answer=5478)
    assert "<b>Predict:</b> How many <i>states</i>?" in page(question)
    assert part(question, widgets.Text).value == ""
    assert part(question, widgets.Button).description == "That is my answer"
    assert reply(question) == ""


def test_a_question_with_choices_shows_them_all_and_none_is_chosen():
    question = Predict("Which?", answer=5478, choices=[765, 5478])
    radio = part(question, widgets.RadioButtons)
    assert radio.get_state()["_options_labels"] == ("765", "5,478")
    assert radio.value is None


def test_the_page_does_not_know_the_answer_before_the_reader_commits():
    question = Predict("How many?", answer=5478, why="Because 8,533 are too many.")
    assert not re.search(r"5,?478|8,533|Because", page(question))
    assert (question.guess, question.committed, question.right) == (None, False, None)
    type_in(question, "5478")
    press(question)
    assert re.search(r"5,478.*Because 8,533", page(question))


def test_the_page_is_the_same_whichever_choice_is_right():
    pages = {
        page(Predict("Which?", COLOURS, answer=answer, why=f"It is {answer}."))
        for answer in COLOURS
    }
    assert len(pages) == 1


def test_the_page_of_a_quiz_does_not_know_the_answers():
    def quiz(answer):
        return Quiz(("Which?", COLOURS, answer, f"It is {answer}."), ("How?", [1, 2], 2, "So."))

    assert page(quiz("red")) == page(quiz("blue"))


def test_an_answer_that_is_not_among_the_choices_is_refused():
    with pytest.raises(ValueError, match="'pink' is not among the choices"):
        Predict("Which?", answer="pink", choices=COLOURS)
    with pytest.raises(ValueError, match="'pink' is not among the choices"):
        Quiz(("Which?", COLOURS, "pink", ""))


# ---- a number


@pytest.mark.parametrize("typed", ["5478", "5,478", "5 478", " 5_478 ", "5478.0", "5.478e3"])
def test_a_number_may_be_typed_in_many_ways(typed):
    question = Predict("How many?", answer=5478, why="Count them.")
    type_in(question, typed)
    press(question)
    assert (question.guess, question.committed, question.right) == (5478, True, True)
    assert reply(question) == "✓ Right: 5,478. Count them."


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("5478", "✓ Right: 5,478."),
        ("5479", "✓ Practically exact: it is 5,478."),
        ("5000", "✓ Practically exact: it is 5,478."),
        ("4000", "✓ Well estimated: it is 5,478, a factor of 1.37 away."),
        ("2739", "✓ Well estimated: it is 5,478, a factor of 2 away."),
        ("10956", "✓ Well estimated: it is 5,478, a factor of 2 away."),
        ("2000", "✗ It is 5,478, a factor of 2.74 away."),
        ("362,880", "✗ It is 5,478, a factor of 66 away."),
        ("5478000", "✗ It is 5,478, a factor of 1,000 away."),
        ("1e12", "✗ It is 5,478, a factor of 182,548,375 away."),
        ("0", "✗ It is 5,478."),
        ("-5478", "✗ It is 5,478."),
    ],
)
def test_a_large_number_need_only_be_estimated_within_a_factor_of_two(typed, said):
    question = Predict("How many?", answer=5478)
    type_in(question, typed)
    press(question)
    assert reply(question) == said
    assert question.right is said.startswith("✓")


@pytest.mark.parametrize(("answer", "typed"), [(5, "6"), (99, "98"), (0, "1"), (-1, "1")])
def test_a_small_number_must_be_exact(answer, typed):
    question = Predict("How many?", answer=answer)
    type_in(question, typed)
    press(question)
    assert question.right is False
    assert reply(question) == f"✗ It is {answer}."


@pytest.mark.parametrize("typed", ["", "  ", "many", "5478 boards", "nan", "inf"])
def test_without_a_number_the_reader_is_asked_for_one(typed):
    question = Predict("How many?", answer=5478)
    type_in(question, typed)
    press(question)
    assert (question.guess, question.committed, question.right) == (None, False, None)
    assert reply(question) == "Type a number first."
    type_in(question, "5478")
    press(question)
    assert question.right


def test_enter_commits_a_number_too():
    question = Predict("How many?", answer=0)
    type_in(question, "0")
    part(question, widgets.Text)._handle_custom_msg({"event": "blur"}, [])
    assert not question.committed
    part(question, widgets.Text)._handle_custom_msg({"event": "submit"}, [])
    assert question.right


# ---- a choice


def test_a_right_choice_is_right():
    question = Predict("Which?", COLOURS, answer="green", why="Grass is.")
    choose(question, 1)
    press(question)
    assert (question.guess, question.right) == ("green", True)
    assert reply(question) == "✓ Right. Grass is."


def test_a_wrong_choice_is_told_the_right_one():
    question = Predict("Which?", ["<a>", "<b>"], answer="<b>")
    choose(question, 0)
    press(question)
    assert (question.guess, question.right) == ("<a>", False)
    assert "✗ The answer is: &lt;b&gt;." in page(question)


def test_without_a_choice_the_reader_is_asked_for_one():
    question = Predict("Which?", COLOURS, answer="green")
    press(question)
    assert (question.committed, reply(question)) == (False, "Choose an answer first.")


def test_a_choice_can_be_a_number_that_looks_like_nothing():
    question = Predict("Which?", [0, 1], answer=0)
    choose(question, 0)
    press(question)
    assert question.right


# ---- once committed


@pytest.mark.parametrize("choices", [None, [765, 5478]])
def test_a_commitment_stands(choices):
    question = Predict("How many?", choices, answer=5478)
    question.commit(765)
    before = page(question)
    question.commit(5478)
    assert (question.guess, question.right, page(question)) == (765, False, before)


def test_after_a_commitment_nothing_can_be_entered_any_more():
    question = Predict("How many?", answer=5478)
    question.commit(765)
    assert part(question, widgets.Text).disabled
    assert part(question, widgets.Button).disabled


# ---- a quiz


@pytest.fixture
def quiz():
    return Quiz(
        ("First?", COLOURS, "red", "Roses are."),
        ("Second?", [1, 4, 8], 8, "Count them."),
    )


def test_a_quiz_numbers_its_questions(quiz):
    assert re.findall(r"<b>(Question \d):</b> (\w+\?)", page(quiz)) == [
        ("Question 1", "First?"),
        ("Question 2", "Second?"),
    ]


def test_a_quiz_keeps_count(quiz):
    assert (quiz.score, reply(quiz)) == (0, "")
    choose(quiz.questions[1], 2)
    press(quiz.questions[1])
    assert (quiz.score, reply(quiz)) == (1, "1 of 1 right, 1 to go.")
    choose(quiz.questions[0], 2)
    press(quiz.questions[0])
    assert (quiz.score, reply(quiz)) == (1, "1 of 2 right, 0 to go.")


def test_an_answer_cannot_be_mended_for_the_score(quiz):
    quiz.questions[0].commit("blue")
    quiz.questions[0].commit("red")
    assert (quiz.score, reply(quiz)) == (0, "0 of 1 right, 1 to go.")


# ---- on a page without a kernel


def test_without_a_kernel_a_question_folds_its_answer_away():
    data = Predict("Which?", ["<a>", "<b>"], answer="<b>", why="It <i>is</i>.")._repr_mimebundle_()
    assert set(data) == {VIEW, "text/html", "text/plain"}
    shown, folded = data["text/html"].split("<details><summary>Show the answer</summary>")
    assert shown == "<div><b>Predict:</b> Which?<ul><li>&lt;a&gt;</li><li>&lt;b&gt;</li></ul>"
    assert folded == "<b>&lt;b&gt;</b> It <i>is</i>.</details></div>"
    assert data["text/plain"] == "Predict: Which?"


def test_without_a_kernel_a_number_is_folded_away_too():
    data = Predict("How many?", answer=5478)._repr_mimebundle_()
    shown, folded = data["text/html"].split("<details>")
    assert "5,478" not in shown
    assert "<b>5,478</b>" in folded


def test_without_a_kernel_a_quiz_is_all_its_questions(quiz):
    data = quiz._repr_mimebundle_()
    assert set(data) == {VIEW, "text/html", "text/plain"}
    assert data["text/html"].count("<details>") == 2
    assert data["text/plain"] == "Question 1: First?\nQuestion 2: Second?"
