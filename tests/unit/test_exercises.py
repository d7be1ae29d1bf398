"""Whatever a student hands in, a check comes back with one helpful sentence."""

import builtins
import itertools
import sys
import threading
import time
from functools import partial
from math import inf
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from ttt import TicTacToe
from ttt.exercises import lesson01

GAME = TicTacToe()
FIRST = "`player('.........')`"


@pytest.fixture
def hurry(monkeypatch):
    """Allow a call a tenth of a second instead of a whole one."""
    monkeypatch.setattr("ttt.exercises.exercise.SECONDS_A_CALL", 0.1)


@pytest.fixture
def no_clock(monkeypatch):
    """Let code wait for as long as it likes."""
    monkeypatch.setattr("ttt.limit.PATIENCE", inf)


def judged(function, exercise=lesson01.player):
    """Return the status and the sentence that a check answers."""
    verdict = exercise.check(function)
    return verdict.status, verdict.message


# ---- functions that do not come to an answer


def loop(state):
    number = 0
    while True:
        number += 1


def loop_and_catch_everything(state):
    while True:
        try:
            len(state)
        except:  # noqa: E722
            continue


def loop_and_ask(state):
    while True:
        try:
            return int(input("Your move? "))
        except:  # noqa: E722
            continue


def loop_and_print(state):
    while True:
        print(state)


@pytest.mark.parametrize(
    "function", [loop, loop_and_catch_everything, loop_and_ask, loop_and_print]
)
def test_a_function_that_does_not_end_is_stopped(function, hurry):
    sentence = f"{FIRST} gave no answer within 0.1 second: does a loop never end?"
    assert judged(function) == ("wrong", sentence)


def test_a_function_that_waits_is_stopped_with_other_words(hurry, monkeypatch):
    def sleep(state):
        time.sleep(1000)

    monkeypatch.setattr("ttt.limit.PATIENCE", 0.5)
    why = "mostly waiting: does it sleep, or is this computer very busy?"
    assert judged(sleep) == ("wrong", f"{FIRST} gave no answer within 0.5 second, {why}")


def test_a_loop_that_never_ends_on_one_board_only_is_found_there(hurry):
    def counts(state):
        if state == "XO.......":
            loop(state)
        return GAME.player(state)

    verdict = lesson01.player.check(counts)
    assert (verdict.status, verdict.board) == ("wrong", "XO.......")
    assert verdict.message.startswith("`player('XO.......')` gave no answer within")


def test_a_busy_computer_is_not_the_function_to_blame(hurry, no_clock):
    pauses = iter([0.3, 0.3, 0.3])  # in which it computes something else

    def player(state):
        time.sleep(next(pauses, 0))
        return GAME.player(state)

    assert judged(player) == ("right", "")


def test_the_work_of_other_threads_is_not_that_of_the_function(hurry, no_clock):
    others = iter([threading.Thread(target=work, args=[0.2]) for _ in range(2)])

    def player(state):
        for thread in others:
            thread.start()
            thread.join()
        return GAME.player(state)

    assert judged(player) == ("right", "")


def test_by_default_a_call_has_a_second_and_a_check_some_seconds():
    from ttt.exercises import exercise

    assert (exercise.SECONDS_A_CALL, exercise.SECONDS_IN_ALL) == (1, 8)


def work(seconds):
    """Compute for so many seconds of this thread."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


@pytest.mark.parametrize(("spend", "patience"), [(work, inf), (time.sleep, 0.1)])
def test_a_right_but_slow_function_is_told_so(spend, patience, monkeypatch):
    monkeypatch.setattr("ttt.exercises.exercise.SECONDS_A_CALL", 1000)
    monkeypatch.setattr("ttt.exercises.exercise.SECONDS_IN_ALL", 0.1)
    monkeypatch.setattr("ttt.limit.PATIENCE", patience)

    def slow(state):
        spend(0.01)
        return GAME.player(state)

    verdict = lesson01.player.check(slow)
    assert verdict.status == "wrong"
    assert verdict.message == "Right so far, but slow: time was up before all was tried."
    assert 1 <= int(verdict.checked.split()[0]) <= 10
    assert (verdict.board, verdict.mistake) == (None, None)


def test_a_check_on_a_busy_computer_is_not_a_slow_function(monkeypatch, no_clock):
    def player(state):
        if state == GAME.initial:  # an hour is lost
            monkeypatch.setattr("ttt.limit.monotonic", lambda: time.monotonic() + 3600)
        return GAME.player(state)

    assert judged(player) == ("right", "")


def test_a_slow_function_that_is_wrong_is_told_where(monkeypatch):
    monkeypatch.setattr("ttt.exercises.exercise.SECONDS_IN_ALL", 0.1)

    def slow(state):
        work(0.01)
        return "?"

    assert judged(slow) == (
        "wrong",
        f"{FIRST} answered '?'; the right answer is 'X'.\nTime was up before all was tried.",
    )


def judged_in_a_thread(function):
    """Return what a check answers outside the main thread, where no alarm can ring."""
    said = []
    thread = threading.Thread(target=lambda: said.append(judged(function)), daemon=True)
    thread.start()
    thread.join(timeout=60)
    return said


def test_an_endless_loop_is_stopped_in_another_thread_too(hurry):
    sentence = f"{FIRST} gave no answer within 0.1 second: does a loop never end?"
    assert judged_in_a_thread(loop) == [("wrong", sentence)]


def test_time_that_is_up_at_once_stops_no_code_but_the_function(monkeypatch):
    monkeypatch.setattr("ttt.exercises.exercise.SECONDS_A_CALL", 1e-9)
    sentence = f"{FIRST} gave no answer within 1e-09 second: does a loop never end?"
    assert judged_in_a_thread(lambda state: "X") == [("wrong", sentence)]


def test_an_error_that_takes_too_long_to_tell_is_named_all_the_same(hurry, monkeypatch):
    monkeypatch.setattr("ttt.exercises.exercise.SECONDS_IN_ALL", 0.1)

    class Wordy(Exception):
        def __str__(self):
            work(5)

    sentence = f"{FIRST} raised Wordy (an object of type Wordy); the right answer is 'X'."
    status, message = judged(raising(Wordy()))
    assert (status, message.split("\n")[0]) == ("wrong", sentence)


def test_a_right_function_is_right_in_another_thread_too():
    assert judged_in_a_thread(GAME.player) == [("right", "")]


def test_endless_recursion_is_reported_once():
    def again(state):
        calls.append(state)
        return again(state)

    calls = []
    status, message = judged(again)
    assert status == "wrong"
    assert message.startswith(f"{FIRST} raised RecursionError (maximum recursion depth exceeded")
    assert message.endswith("; the right answer is 'X'.")
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
        (ZeroDivisionError(), "ZeroDivisionError"),
        (ValueError("a long story " * 9), f"ValueError ({('a long story ' * 9)[:97]}...)"),
        (SystemExit(1), "SystemExit (1)"),
        (GeneratorExit(), "GeneratorExit"),
        (MemoryError(), "MemoryError"),
        (Oops(), "Oops (an object of type Oops)"),
    ],
)
def test_an_error_is_named_with_the_board_on_which_it_was_raised(error, named):
    assert judged(raising(error)) == ("wrong", f"{FIRST} raised {named}; the right answer is 'X'.")


def test_leaving_python_leaves_only_the_function():
    def leave(state):
        sys.exit("enough")

    sentence = f"{FIRST} raised SystemExit (enough); the right answer is 'X'."
    assert judged(leave) == ("wrong", sentence)


def test_asking_the_reader_is_an_error_and_input_works_again_afterwards():
    before = builtins.input
    sentence = "raised EOFError (nobody types during a check); the right answer is 'X'."
    assert judged(lambda state: input("Who moves? ")) == ("wrong", f"{FIRST} {sentence}")
    assert builtins.input is before


@pytest.mark.parametrize("error", [ValueError, UnicodeError, type("Illegal", (ValueError,), {})])
def test_an_illegal_move_may_be_refused_with_any_kind_of_value_error(error):
    def result(state, action):
        if action not in GAME.actions(state):
            raise error("no")
        return GAME.result(state, action)

    assert judged(result, lesson01.result) == ("right", "")


def test_another_error_on_an_illegal_move_is_not_enough():
    def result(state, action):
        if action not in GAME.actions(state):
            raise IndexError("no")
        return GAME.result(state, action)

    assert judged(result, lesson01.result) == (
        "wrong",
        "`result('X........', 0)` raised IndexError (no), but it should raise a ValueError: "
        "Cell 0 of 'X........' is already marked X.",
    )


def test_an_error_where_an_answer_is_due_is_wrong_also_if_it_is_a_value_error():
    def result(state, action):
        raise ValueError("never")

    status, message = judged(result, lesson01.result)
    sentence = "raised ValueError (never); the right answer is 'X........'."
    assert (status, message) == ("wrong", f"`result('.........', 0)` {sentence}")


def test_the_stop_button_stops_the_check_and_everything_is_as_before():
    with pytest.raises(KeyboardInterrupt):
        lesson01.player.check(raising(KeyboardInterrupt()))
    assert judged(GAME.player) == ("right", "")


# ---- what a function may answer


def numpy_cells(state):
    return np.array([cell for cell in range(9) if cell in GAME.actions(state)], dtype=int)


@pytest.mark.parametrize(
    ("exercise", "function"),
    [
        (lesson01.player, lambda state: np.str_(GAME.player(state))),
        (lesson01.terminal, lambda state: np.bool_(GAME.terminal(state))),
        (lesson01.utility, lambda state: np.int64(GAME.utility(state))),
        (lesson01.utility, lambda state: np.float32(GAME.utility(state))),
        (lesson01.utility, lambda state: float(GAME.utility(state))),
        (lesson01.actions, numpy_cells),
        (lesson01.actions, lambda state: tuple(numpy_cells(state))),
        (lesson01.actions, lambda state: list(GAME.actions(state))),
        (lesson01.actions, lambda state: set(GAME.actions(state))),
        (lesson01.result, lambda state, action: np.str_(GAME.result(state, action))),
    ],
)
def test_an_answer_that_means_the_right_thing_is_right(exercise, function):
    assert judged(function, exercise) == ("right", "")


@pytest.mark.parametrize(
    ("function", "shown"),
    [
        (lambda state: "012345678", "'012345678'"),
        (lambda state: list("012345678"), "('0', '1', '2', '3', '4', '5', '6', '7', '8')"),
        (lambda state: [cell + 0.5 for cell in range(9)], "(0.5, 1.5, 2.5, 3.5, 4.5, 5.5,"),
        (lambda state: dict.fromkeys(range(9)), "{0: None, 1: None, 2: None, "),
        (lambda state: itertools.count(), "'something that can be read only once'"),
        (lambda state: (cell for cell in range(9)), "'something that can be read only once'"),
        (lambda state: 9, "9; "),
        (lambda state: [[0, 1, 2], [3, 4, 5], [6, 7, 8]], "([0, 1, 2], [3, 4, 5], [6, 7, 8])"),
    ],
)
def test_what_only_looks_like_cells_is_wrong(function, shown):
    status, message = judged(function, lesson01.actions)
    assert status == "wrong"
    assert message.startswith(f"`actions('.........')` answered {shown}")


class Unequal:
    def __eq__(self, other):
        raise RuntimeError("cannot be compared")

    def __repr__(self):
        return "a thing"


class Unspeakable:
    def __repr__(self):
        raise RuntimeError("cannot be shown")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Unequal(), "a thing"),
        (Unspeakable(), "an object of type Unspeakable"),
        (np.array(["X", "O"]), "array(['X', 'O'], dtype='<U1')"),
        ("X" * 100, "'" + "X" * 96 + "..."),
        (np.str_("O"), "np.str_('O')"),
        (print, "<built-in function print>"),
    ],
)
def test_an_odd_answer_is_shown_as_well_as_can_be(value, shown):
    assert judged(lambda state: value) == (
        "wrong",
        f"{FIRST} answered {shown}; the right answer is 'X'.",
    )


def test_a_forgotten_return_is_noticed():
    def player(state):
        GAME.player(state)

    assert judged(player) == (
        "wrong",
        "It always returns None: is a `return` missing, or never reached?",
    )


def test_a_print_in_place_of_a_return_is_noticed(capsys):
    def player(state):
        print(GAME.player(state))

    sentence = (
        "It prints something, but always returns None: is a `return` missing, or never reached?"
    )
    assert judged(player) == ("wrong", sentence)


def test_a_return_forgotten_in_one_branch_is_shown_on_its_board():
    def player(state):
        if state.count("X") == state.count("O"):
            return "X"

    sentence = "`player('X........')` answered None; the right answer is 'O'."
    assert judged(player) == ("wrong", sentence)


def test_what_a_function_prints_is_kept_off_the_page(capsys):
    def chatty(state):
        print("looking at", state)
        return GAME.player(state)

    assert judged(chatty) == ("right", "It also prints something, which it need not.")
    assert capsys.readouterr().out == (
        "✓ player: right on 4,520 of 4,520 boards\nIt also prints something, which it need not.\n"
    )


def in_a_thread(function, *arguments):
    """Return what a function returns when another thread calls it."""
    returned = []
    thread = threading.Thread(target=lambda: returned.append(function(*arguments)))
    thread.start()
    thread.join()
    return returned[0]


def test_what_another_thread_prints_and_asks_meanwhile_has_nothing_to_do_with_it(
    capsys, monkeypatch
):
    def player(state):
        if state == GAME.initial:
            in_a_thread(print, "3 games of the training")
            answers.append(in_a_thread(input, "Go on? "))
        return GAME.player(state)

    answers = []
    monkeypatch.setattr(builtins, "input", "yes, {}".format)
    assert judged(player) == ("right", "")
    assert answers == ["yes, Go on? "]
    assert capsys.readouterr().out == (
        "3 games of the training\n✓ player: right on 4,520 of 4,520 boards\n"
    )


def test_two_threads_may_check_at_the_same_time(capsys):
    before = sys.stdout, builtins.input
    second_began = threading.Event()

    def first(state):
        second.start()
        second_began.wait(timeout=60)
        raise RecursionError  # so that it ends here, before the second one does

    def later(state):
        if state == GAME.initial:
            second_began.set()
            first_ended.wait(timeout=60)
        print("noise")
        return GAME.player(state)

    said, first_ended = [], threading.Event()
    second = threading.Thread(target=lambda: said.append(judged(later)))
    judged(first)
    first_ended.set()
    second.join()
    assert said == [("right", "It also prints something, which it need not.")]
    assert (sys.stdout, builtins.input) == before
    assert "noise" not in capsys.readouterr().out


@pytest.mark.parametrize("function", [GAME.player, loop, raising(KeyError()), 7])
def test_nothing_but_the_verdict_is_printed(function, hurry, capsys):
    verdict = lesson01.player.check(function)
    assert capsys.readouterr() == (f"{verdict}\n", "")


# ---- what can be handed in


class Player:
    def __call__(self, state):
        return GAME.player(state)

    def method(self, state):
        return GAME.player(state)


def with_options(state, game=GAME, *, verbose=False):
    return game.player(state)


@pytest.mark.parametrize(
    "function",
    [
        lambda state: GAME.player(state),
        lambda *arguments: GAME.player(*arguments),
        Player(),
        Player().method,
        partial(with_options, verbose=True),
        partial(TicTacToe.player, GAME),
        with_options,
        GAME.player,
        lesson01.player,
    ],
)
def test_anything_that_can_be_called_with_a_state_can_be_handed_in(function):
    assert judged(function) == ("right", "")


@pytest.mark.parametrize(
    ("thing", "shown"),
    [(None, "None"), ("X", "'X'"), (3, "3"), (["X"], "['X']"), (Unspeakable(), "an object of ")],
)
def test_what_cannot_be_called_is_refused(thing, shown):
    status, message = judged(thing)
    assert status == "wrong"
    assert message.startswith(f"I need a function `player(state)`, but got {shown}")


@pytest.mark.parametrize(
    ("function", "takes"),
    [
        (lambda: "X", "()"),
        (lambda state, action: "X", "(state, action)"),
        (lambda *, state: "X", "(*, state)"),
        (GAME.result, "(state: str, action: int) -> str"),
    ],
)
def test_a_function_of_other_parameters_is_told_which_it_should_have(function, takes):
    sentence = f"It should be a function `player(state)`, but yours takes `{takes}`."
    assert judged(function) == ("wrong", sentence)


def test_calling_it_with_the_result_instead_of_the_function_is_noticed():
    sentence = "I need a function `player(state)`, but got 'X'."
    assert judged(GAME.player(GAME.initial)) == ("wrong", sentence)


# ---- in a notebook

CELLS = {
    "set up": "from ttt import TicTacToe\nfrom ttt.exercises import lesson01\ngame = TicTacToe()",
    "last line": "lesson01.player.check(game.player)",
    "kept": "verdict = lesson01.player.check(game.player)",
    "asked for again": "verdict",
    "kept and shown": "again = lesson01.player.check(game.player)\nagain",
    "two checks": "for f in (game.player, len):\n    lesson01.player.check(f)",
    "prints": "lesson01.player.check(lambda s: print('noise'))",
    "asks": "lesson01.player.check(lambda s: input('Who? '))",
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


RIGHT = "✓ player: right on 4,520 of 4,520 boards"


@pytest.mark.parametrize("name", ["last line", "kept", "asked for again", "kept and shown"])
def test_a_notebook_shows_a_verdict_once(outputs, name):
    (output,) = outputs[name]
    assert output.data["text/plain"] == RIGHT
    assert RIGHT in output.data["text/html"]


def test_a_notebook_shows_every_check_of_a_cell(outputs):
    assert [output.data["text/plain"][0] for output in outputs["two checks"]] == ["✓", "✗"]


@pytest.mark.parametrize("name", ["prints", "asks", "never ends"])
def test_a_notebook_shows_nothing_but_the_verdict(outputs, name):
    (output,) = outputs[name]
    assert output.data["text/plain"].startswith("✗ player: not right yet")
    assert "<svg" in output.data["text/html"]


def test_a_notebook_shows_hints_and_solutions_in_markdown(outputs):
    (hint,), (solution,) = outputs["hint"], outputs["solution"]
    assert hint.data["text/markdown"] == f"**Hint 1 of 3:** {lesson01.player.hints[0]}"
    assert solution.data["text/markdown"].startswith("```python\ndef player(state):\n")


def stub(state):
    """Return nothing yet."""


def test_a_function_that_rests_on_one_not_yet_written_is_told_so():
    def terminal(state):
        return stub(state) is not None or "." not in state

    verdict = lesson01.terminal.check(terminal)
    assert verdict.status == "todo"
    assert verdict.message.startswith("It uses `stub`, which is not done yet.")


def test_a_function_not_yet_written_is_noticed_inside_a_comprehension_too():
    def actions(state):
        return tuple(cell for cell in range(9) if state[cell] == "." and not stub(state))

    verdict = lesson01.actions.check(actions)
    assert verdict.status == "todo"
    assert verdict.message.startswith("It uses `stub`, which is not done yet.")


def test_a_method_may_have_the_name_of_a_function_not_yet_written():
    own = SimpleNamespace(stub=GAME.winner)

    def terminal(state):
        return own.stub(state) is not None or "." not in state

    assert judged(terminal, lesson01.terminal) == ("right", "")


def test_the_lesson_goes_on_with_what_is_right():
    def right(state):
        return "X" if state.count("X") == state.count("O") else "O"

    assert lesson01.player.take(right) is right
    assert lesson01.player.take(stub)("X........") == "O"


def test_a_check_of_nothing_asks_for_the_function():
    assert lesson01.player.check().message == "I need a function `player(state)`, but got None."
