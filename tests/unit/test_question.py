"""Questions, driven without a browser: as the reader clicks and types."""

import re

import ipywidgets as widgets
import pytest

from ttt.exercises import lesson03, questions
from ttt.widgets import Question, Questions

COLORS = {"red": "Roses are.", "green": "Leaves are.", "blue": "Violets are."}
COUNT = """
## boards
How many *boards* are there?
number 5,478 within 10 % | You have counted.
- 19,683 | That is 3⁹, which counts boards that no game reaches.
- else | Lesson 01 has the number.
why: Each board **once**.
"""


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
    if widget.is_number:
        part(widget, widgets.Text).value = entered
    elif entered is not None:
        part(widget, widgets.RadioButtons).set_state({"index": entered})
    part(widget, widgets.Button).click()


def reply(widget):
    """Return what stands below a question, without its markup."""
    return re.sub(r"<[^>]*>", "", widget.children[-1].value).strip()


def written(text):
    """Return a question as it is written in a file."""
    name, _, body = text.strip().removeprefix("## ").partition("\n")
    return questions.made(f"99.md, question '{name}'", body)


def color(right="blue"):
    return Question("Which?", COLORS, right, why="So it is.")


# ---- choices


def test_the_page_is_the_same_whichever_choice_is_right_and_knows_no_reply():
    (shown,) = {page(color(each)) for each in COLORS}
    assert not re.search("Roses|Leaves|Violets|So it is", shown)


def test_a_wrong_answer_is_spoken_to_and_a_second_try_follows():
    question = color()
    answer(question, 0)
    assert (question.right, question.tries, question.guess) == (None, 1, "red")
    assert reply(question) == "✗ Not right. Roses are. Try once more."
    answer(question, 0)
    assert reply(question) == "You have tried that already. What else could it be?"
    assert question.tries == 1
    answer(question, 2)
    assert (question.right, question.tries) == (True, 2)
    assert reply(question) == "✓ Right. Violets are. So it is."
    assert question.children[-1].value.startswith("<div role='alert'")  # it is read aloud


def test_after_a_second_wrong_answer_the_right_one_is_told_once_and_for_all():
    question = color()
    answer(question, 0)
    answer(question, 1)
    answer(question, 2)  # too late
    assert (question.right, question.tries, question.guess) == (False, 2, "green")
    told = "The answer is: blue. Violets are. So it is."
    assert reply(question) == f"✗ Not right. Leaves are.{told}"
    assert part(question, widgets.Button).disabled


# ---- numbers


@pytest.mark.parametrize(
    ("typed", "said"),
    [(typed, "✓ Right. You have") for typed in ("5478", "5,478", "5 478", " 5_478 ", "5.478e3")]
    + [
        ("5000", "✓ Near enough: it is 5,478. You have counted. Each board once."),
        ("19,683", "✗ Not right. That is 3⁹, which counts boards that no game reaches. "),
        ("4900", "✗ Not right. Lesson 01 has the number. Try once more."),
        ("−5478", "✗ Not right. Lesson 01 has the number. Try once more."),
    ],
)
def test_a_number_is_right_within_what_the_question_says(typed, said):
    question = written(COUNT)
    assert "within 10 % is right" in page(question)
    answer(question, typed)
    assert reply(question).startswith(said)


def test_an_exact_number_is_not_nearly_right():
    question = written("## n\nHow many?\nnumber 0 exactly | None.\n- else | Fewer.")
    assert "exactly" in page(question)
    answer(question, "0.001")
    assert question.right is None
    part(question, widgets.Text).value = "0"
    part(question, widgets.Text)._handle_custom_msg({"event": "submit"}, [])  # Enter commits, too
    assert question.right


@pytest.mark.parametrize(
    ("made", "entered", "asks"),
    [(COUNT, typed, "Type a number first.") for typed in ["", "5478 boards", "nan", "inf"]]
    + [("## c\nWhich?\n- a | No.\n- [x] b | Yes.", None, "Choose an answer first.")],
)
def test_without_an_answer_the_reader_is_asked_for_one(made, entered, asks):
    question = written(made)
    answer(question, entered)
    assert (question.guess, question.tries, reply(question)) == (None, 0, asks)


# ---- several, and without a kernel


def test_several_are_numbered():
    several = page(lesson03.ask("a MIN board", "max everywhere"))
    assert re.findall(r"<b>(Question \d):</b> (\w+)", several) == [
        ("Question 1", "It"),
        ("Question 2", "A"),
    ]


def test_without_a_kernel_a_question_folds_its_answer_away():
    question = Question("Which <i>one</i>?", {"<a>": "No.", "<b>": "Yes."}, "<b>", why="So.")
    data = Questions([question, written(COUNT)])._repr_mimebundle_()
    assert set(data) == {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"}
    shown, folded, number = data["text/html"].split("<details><summary>Show the answer</summary>")
    assert shown.endswith("?</div><ul><li>&lt;a&gt;</li><li>&lt;b&gt;</li></ul>")
    assert folded.startswith("<b>The answer is: &lt;b&gt;.</b> Yes. So.</details></div>")
    assert "(A number, within 10 % is right.)" in folded and "5,478" in number
    assert data["text/plain"].startswith("Question: Which one?\n")


# ---- as they are written


def test_a_question_draws_its_boards_and_trees():
    question = written(
        "## b\nWhere?\nboard X...O.... numbers last 4 8=+1: X to move\nboard .........\n"
        "- a | No,\n  not there.\n- [x] b | **Yes** and *no*.\nwhy: See.\ntree XOX.OXO.. question"
    )
    assert question.replies == {"a": "No, not there.", "b": "<b>Yes</b> and <em>no</em>."}
    assert all(said in question.picture for said in ("X to move", "+1", "%23ffe8a3"))
    assert question.picture.count("<img") == 1
    assert "MAX (X)" in question.why and "See." in question.why


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("Which?", "one answer is to be marked with [x], and 0 are."),
        ("Which?\n- [x] a | A.\n- [x] b | B.", "one answer is to be marked with [x], and 2 are."),
        ("Which?\n- [x] a | A.\n- b", "'- b' should look like '- answer | reply'."),
        ("How many?\nnumber 5 | Yes.", "'number 5 | Yes.' should look like 'number 5,478 within"),
        ("How many?\nnumber 5 exactly | Yes.", "other numbers have no reply"),
        ("Where?\nboard XO. \n- a | A.\n- [x] b | B.", "'board XO. ' should look like 'board X."),
        ("Where?\ntree XO.\n- a | A.\n- [x] b | B.", "'tree XO.' should look like 'tree XOX.OX"),
    ],
)
def test_what_is_written_wrongly_gets_a_sentence_with_file_and_question(body, said):
    with pytest.raises(ValueError) as error:
        questions.made("07.md, question 'my question'", body)
    assert str(error.value).startswith(f"07.md, question 'my question': {said}")


def test_a_question_that_is_not_there_is_answered_with_those_that_are():
    told = r"^Lesson 03 has no question 'the save move'. It has: the safe move, "
    with pytest.raises(ValueError, match=told):
        lesson03.ask("the save move")
    with pytest.raises(ValueError, match=r"It has: the safe move, "):
        lesson03.ask()
