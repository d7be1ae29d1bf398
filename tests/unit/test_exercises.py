"""Whatever a student hands in, a check comes back with one helpful sentence."""

import builtins
import itertools
import sys
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from strange import Unspeakable

from ttt import TicTacToe
from ttt.exercises import lesson01
from ttt.exercises.verdict import Verdict

GAME = TicTacToe()
FIRST = "`player('.........')`"


@pytest.fixture
def hurry(monkeypatch):
    """Allow a call a tenth of a second instead of a whole one."""
    monkeypatch.setattr("ttt.exercises.exercise.Exercise.seconds_a_call", 0.1)


def judged(function, exercise=lesson01.player):
    """Return the status and the sentence that a check answers."""
    verdict = exercise.check(function)
    return verdict.status, verdict.message


def work(seconds):
    """Compute for so many seconds of this thread."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


# ---- functions that do not come to an answer


def loop(state):
    number = 0
    while True:
        number += 1


def loop_and_ask(state):
    while True:
        try:
            return int(input("Your move? "))
        except:  # noqa: E722
            continue


def loop_and_print(state):
    while True:
        print(state)


@pytest.mark.parametrize("function", [loop, loop_and_ask, loop_and_print])
def test_a_function_that_does_not_end_is_stopped(function, hurry):
    sentence = f"{FIRST} gave no answer within 0.1 second: does a loop never end?"
    assert judged(function) == ("wrong", sentence)


def test_a_loop_that_never_ends_on_one_board_only_is_found_there(hurry):
    def counts(state):
        return loop(state) if state == "XO......." else GAME.player(state)

    verdict = lesson01.player.check(counts)
    assert (verdict.status, verdict.board) == ("wrong", "XO.......")
    assert verdict.message.startswith("`player('XO.......')` gave no answer within")


def test_a_right_but_slow_function_is_told_so(monkeypatch):
    monkeypatch.setattr("ttt.exercises.exercise.Exercise.seconds_in_all", 0.1)

    def slow(state):
        work(0.01)
        return GAME.player(state)

    verdict = lesson01.player.check(slow)
    assert verdict.status == "wrong"
    assert verdict.message == "Right so far, but slow: time was up before all was tried."
    assert 1 <= int(verdict.checked.split()[0]) <= 10
    assert (verdict.board, verdict.mistake) == (None, None)


def test_a_slow_function_that_is_wrong_is_told_where(monkeypatch):
    monkeypatch.setattr("ttt.exercises.exercise.Exercise.seconds_in_all", 0.1)

    def slow(state):
        work(0.01)
        return "?"

    told = f"{FIRST} answered '?'; the right answer is 'X'.\nTime was up before all was tried."
    assert judged(slow) == ("wrong", told)


def test_a_function_that_is_wrong_and_then_does_not_end_is_told_of_both(hurry):
    told = f"{FIRST} answered '?'; the right answer is 'X'.\n`player('X........')` gave no answer"
    verdict = lesson01.player.check(lambda state: loop(state) if "X" in state else "?")
    assert verdict.message.startswith(told)


def test_endless_recursion_is_reported_once():
    def again(state):
        calls.append(state)
        return again(state)

    calls = []
    verdict = lesson01.player.check(again)
    assert (verdict.status, verdict.mistake) == ("wrong", "calls itself without end")
    assert verdict.message.startswith(f"{FIRST} raised RecursionError (maximum recursion depth")
    assert len(calls) <= sys.getrecursionlimit()


# ---- functions that raise


def raising(error):
    def function(state):
        raise type(error)(*error.args)  # a new one each time, since errors remember their past

    return function


class Oops(Exception):
    def __str__(self):
        raise RuntimeError("not even this works")


@pytest.mark.parametrize(
    ("error", "named"),
    [
        (KeyError("Y"), "KeyError ('Y')"),
        (ValueError("a long story " * 9), f"ValueError ({('a long story ' * 9)[:97]}...)"),
        (SystemExit("enough"), "SystemExit (enough)"),
        (MemoryError(), "MemoryError"),
        (Oops(), "Oops (an object of type Oops)"),
    ],
)
def test_an_error_is_named_with_the_board_on_which_it_was_raised(error, named):
    status, message = judged(raising(error))
    assert status == "wrong"
    assert message.splitlines()[0] == f"{FIRST} raised {named}; the right answer is 'X'."


def test_asking_the_reader_is_an_error_and_input_works_again_afterwards():
    before = builtins.input
    status, message = judged(lambda state: input("Who moves? "))
    assert status == "wrong"
    assert message.startswith(f"{FIRST} raised EOFError (nobody types during a check); ")
    assert builtins.input is before


def refusing_with(error):
    def result(state, action):
        if action not in GAME.actions(state):
            raise error("no")
        return GAME.result(state, action)

    return result


@pytest.mark.parametrize("error", [ValueError, UnicodeError])
def test_an_illegal_move_may_be_refused_with_any_kind_of_value_error(error):
    assert judged(refusing_with(error), lesson01.result) == ("right", "")


def test_another_error_on_an_illegal_move_is_not_enough():
    verdict = lesson01.result.check(refusing_with(IndexError))
    assert (verdict.status, verdict.mistake) == ("wrong", "no error where one is due")
    assert verdict.message.startswith(
        "`result('X........', 0)` raised IndexError (no), but it should raise a ValueError: "
    )


@pytest.mark.parametrize("number", [-1, 9])
def test_a_number_that_is_no_cell_is_marked_nowhere(number):
    def result(state, action):
        return GAME.result(state, 0 if action == number else action)

    verdict = lesson01.result.check(result)
    assert verdict.action == number
    assert "marked" not in verdict._repr_mimebundle_()["text/html"]


def test_the_stop_button_stops_the_check_and_everything_is_as_before():
    with pytest.raises(KeyboardInterrupt):
        lesson01.player.check(raising(KeyboardInterrupt()))
    assert judged(GAME.player) == ("right", "")


# ---- what a function may answer


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Unspeakable(), "an object of type Unspeakable"),
        (np.array(["X", "O"]), "array(['X', 'O'], dtype='<U1')"),
        ("X" * 100, "'" + "X" * 96 + "..."),
        (itertools.count(), "a count, which can be read only once"),
    ],
)
def test_an_odd_answer_is_shown_as_well_as_can_be(value, shown):
    status, message = judged(lambda state: value)
    assert status == "wrong"
    assert message.startswith(f"{FIRST} answered {shown}; the right answer is 'X'.")


# ---- what is said of any wrong function


def in_place(state, action):
    state[action] = GAME.player(state)
    return state


def only_in_one_branch(state):
    if state.count("X") == state.count("O"):
        return "X"


def free(state):
    return [cell for cell in range(9) if cell in GAME.actions(state)]


@pytest.mark.parametrize(
    ("exercise", "function", "name"),
    [
        (lesson01.player, lambda state: [GAME.player(state)], "in a list"),
        (lesson01.player, lambda state: "?", "always the same answer"),
        (lesson01.player, lambda state: GAME.winner(state).lower(), "works on None"),
        (lesson01.player, lambda state: max([]), "the best of nothing"),
        (lesson01.player, only_in_one_branch, "nothing is returned somewhere"),
        (lesson01.actions, lambda state: [cell + 1 for cell in free(state)], "one too high"),
        (lesson01.actions, lambda state: [divmod(c, 3) for c in free(state)], "another type"),
        (lesson01.actions, lambda state: free(state)[:1], "only one of them"),
        (lesson01.actions, lambda state: [c for c in free(state) if c < 8], "the end is missing"),
        (lesson01.actions, lambda state: [c for c in free(state) if c != 4], "some are missing"),
        (lesson01.actions, lambda state: free(state) * 2, "some are too many"),
        (lesson01.actions, lambda state: free(state) or None, "another kind of nothing"),
        (lesson01.result, refusing_with(lambda text: None), "no error where one is due"),
        (lesson01.result, in_place, "a string cannot be changed"),
    ],
)
def test_the_shape_or_the_place_of_wrong_answers_is_named(exercise, function, name):
    verdict = exercise.check(function)
    assert (verdict.status, verdict.mistake) == ("wrong", name)


@pytest.mark.parametrize(
    ("does", "told"),
    [(print, "It prints something, but only `return` hands it over. "), (str, "")],
)
def test_a_forgotten_return_is_noticed(does, told):
    def player(state):
        does(GAME.player(state))

    advice = "It always returns None: is a `return` missing, or never reached?"
    assert judged(player)[1].endswith(f"; the right answer is 'X'.\n{told}{advice}")


# ---- functions that rest on others


def stub(state):
    """Return nothing yet."""


def winner(state):
    return "X" if "XXX" in state else None


def terminal(state):
    return winner(state) is not None or "." not in state


def actions(state):
    return [cell for cell, mark in enumerate(state) if mark == "." and not terminal(state)]


def test_a_function_that_rests_on_one_not_yet_written_is_told_so():
    def actions(state):  # which uses it inside a comprehension
        return tuple(cell for cell in range(9) if not stub(state))

    borrow = "Write that first, or borrow the course's: `stub = lesson01.stub`."
    told = f"It uses `stub`, which is not done yet. {borrow}"
    assert judged(actions, lesson01.actions) == ("todo", told)


@pytest.mark.parametrize(("function", "helper"), [(terminal, "winner"), (actions, "terminal")])
def test_a_right_function_over_a_wrong_one_is_not_blamed(function, helper):
    verdict = getattr(lesson01, function.__name__).check(function)
    assert (verdict.status, verdict.mistake) == ("wrong", f"`{helper}` is wrong")
    told = f"It is right itself, but it uses your `{helper}`, which is not: check that."
    assert verdict.message.endswith(told)


def test_a_wrong_function_over_a_wrong_one_is_wrong_itself():
    verdict = lesson01.terminal.check(lambda state: winner(state) is not None)
    assert verdict.status == "wrong"
    assert "`winner`" not in verdict.message


def test_a_method_may_have_the_name_of_a_function_not_yet_written():
    own = SimpleNamespace(stub=GAME.winner)
    function = lambda state: own.stub(state) is not None or "." not in state  # noqa: E731
    assert judged(function, lesson01.terminal) == ("right", "")


def test_the_lesson_goes_on_with_what_is_right():
    right = lambda state: GAME.player(state)  # noqa: E731
    assert lesson01.player.take(right) is right
    assert lesson01.player.take(stub)("X........") == "O"


# ---- what is printed meanwhile


def test_what_a_function_prints_is_kept_off_the_page(capsys):
    def chatty(state):
        print("looking at", state)
        return GAME.player(state)

    assert judged(chatty) == ("right", "")
    assert capsys.readouterr().out == "✓ player: right on 4,520 of 4,520 boards\n"


# ---- what can be handed in


class Player:
    def __call__(self, state):
        return GAME.player(state)


def with_options(state, game=GAME, *, verbose=False):
    return game.player(state)


@pytest.mark.parametrize(
    "function",
    [
        lambda *arguments: GAME.player(*arguments),
        Player(),
        partial(with_options, verbose=True),
        with_options,
        GAME.player,
        lesson01.player,
    ],
)
def test_anything_that_can_be_called_with_a_state_can_be_handed_in(function):
    assert judged(function) == ("right", "")


@pytest.mark.parametrize(
    ("thing", "told"),
    [
        (None, "I need a function `player(state)`, but got None."),
        (GAME.player(GAME.initial), "I need a function `player(state)`, but got 'X'."),
        (
            Unspeakable(),
            "I need a function `player(state)`, but got an object of type Unspeakable.",
        ),
        (lambda: "X", "It should be a function `player(state)`, but yours takes `()`."),
        (
            GAME.result,
            "It should be a function `player(state)`, but yours takes `(state: str, action: int) "
            "-> str`.",
        ),
    ],
)
def test_what_cannot_be_called_with_a_state_is_refused(thing, told):
    assert judged(thing) == ("wrong", told)


# ---- in a notebook

CELLS = {
    "set up": "from ttt import TicTacToe\nfrom ttt.exercises import lesson01\ngame = TicTacToe()",
    "last line": "lesson01.player.check(game.player)",
    "kept": "verdict = lesson01.player.check(game.player)",
    "asked for again": "verdict",
    "two checks": "for f in (game.player, len):\n    lesson01.player.check(f)",
    "prints": "lesson01.player.check(lambda s: print('noise'))",
    "never ends": "def loop(state):\n    while True:\n        pass\nlesson01.player.check(loop)",
    "hint": "lesson01.player.hint()",
    "solution": "lesson01.player.solution()",
}


@pytest.fixture(scope="module")
def outputs():
    """Return what each of the cells above shows when they are run in a notebook."""
    notebook = new_notebook(cells=[new_code_cell(source) for source in CELLS.values()])
    root = Path(__file__).parents[2]
    NotebookClient(notebook, timeout=60, resources={"metadata": {"path": root}}).execute()
    return {name: cell.outputs for name, cell in zip(CELLS, notebook.cells)}


def test_a_notebook_shows_a_verdict_once_and_nothing_else(outputs):
    right = "✓ player: right on 4,520 of 4,520 boards"
    for name in ("last line", "kept", "asked for again"):
        (output,) = outputs[name]
        assert output.data["text/plain"] == right
        assert right in output.data["text/html"]
    assert [output.data["text/plain"][0] for output in outputs["two checks"]] == ["✓", "✗"]
    for name in ("prints", "never ends"):
        (output,) = outputs[name]
        assert output.data["text/plain"].startswith("✗ player: not right yet")
        assert "<svg" in output.data["text/html"]


def test_a_notebook_shows_hints_and_solutions_in_markdown(outputs):
    (hint,), (solution,) = outputs["hint"], outputs["solution"]
    assert hint.data["text/markdown"] == f"**Hint 1 of 3:** {lesson01.player.hints[0]}"
    assert solution.data["text/markdown"].startswith("```python\ndef player(state):\n")


def test_a_card_has_code_and_emphasis_in_letters_of_their_own():
    card = Verdict("f", "wrong", "1 of 2 boards", "Not `a * b * c`, but *into* it:\n2 * 3 < 7.")
    html = card._repr_mimebundle_()["text/html"]
    assert "Not <code>a * b * c</code>, but <em>into</em> it:<br>2 * 3 &lt; 7." in html
