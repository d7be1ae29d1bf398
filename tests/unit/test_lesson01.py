"""The six exercises of lesson 01: what is right, what is wrong, and what is said about it."""

from functools import cache
from itertools import product

import pytest
import reference

from ttt.exercises import lesson01

# What the student writes, and on how many cases a right answer is right.
EXERCISES = {
    "player": ("player(state)", "4,520 of 4,520 boards"),
    "actions": ("actions(state)", "5,478 of 5,478 boards"),
    "result": ("result(state, action)", "49,302 of 49,302 moves"),
    "winner": ("winner(state)", "5,478 of 5,478 boards"),
    "terminal": ("terminal(state)", "5,478 of 5,478 boards"),
    "utility": ("utility(state)", "958 of 958 finished boards"),
}
NAMES = list(EXERCISES)
SIGNATURES = {name: signature for name, (signature, _) in EXERCISES.items()}
MISTAKES = [(name, mistake) for name in NAMES for mistake in getattr(lesson01, name).mistakes]


def exercise(name):
    return getattr(lesson01, name)


# ---- a second opinion on the six functions


def player(state):
    return "XO"[state.count("X") - state.count("O")]


@cache
def winner(state):
    return next(iter(reference.holders(3, 3, 3, state)), None)


def terminal(state):
    return winner(state) is not None or state.count(".") == 0


def actions(state):
    return () if terminal(state) else tuple(i for i in range(9) if state[i] == ".")


def result(state, action):
    if action not in actions(state):
        raise ValueError
    cells = list(state)
    cells[action] = player(state)
    return "".join(cells)


def utility(state):
    return {None: 0, "X": 1, "O": -1}[winner(state)]


BOARDS = sorted(
    (
        state
        for state in map("".join, product("XO.", repeat=9))
        if reference.can_occur(3, 3, 3, state)
    ),
    key=lambda state: -state.count("."),
)


@cache
def questions(name):
    """Return the arguments that an exercise should ask about, the emptiest boards first."""
    if name == "player":
        return [(state,) for state in BOARDS if not terminal(state)]
    if name == "utility":
        return [(state,) for state in BOARDS if terminal(state)]
    if name == "result":
        return [(state, cell) for state in BOARDS for cell in range(9)]
    return [(state,) for state in BOARDS]


def is_wrong(name, function, arguments):
    """Return whether a function answers otherwise than the second opinion."""
    return outcome(function, arguments) != outcome(globals()[name], arguments)


def outcome(function, arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)


# ---- right


@pytest.mark.parametrize("name", NAMES)
def test_a_right_function_is_right_on_every_case(name):
    verdict = exercise(name).check(globals()[name])
    assert (verdict.status, verdict.checked) == ("right", EXERCISES[name][1])
    assert (verdict.board, verdict.mistake, verdict.message) == (None, None, "")


@pytest.mark.parametrize("name", NAMES)
def test_each_exercise_asks_about_all_there_is_and_begins_with_the_emptiest_boards(name):
    cases = exercise(name).cases
    assert sorted(cases) == sorted(questions(name))
    free = [case[0].count(".") for case in cases]
    assert free == sorted(free, reverse=True)


def test_the_solutions_pass_when_they_are_typed_in_as_they_are_shown(capsys):
    notebook = {"LINES": lesson01.LINES}
    for name in NAMES:
        exercise(name).solution()
        exec(capsys.readouterr().out, notebook)
    for name in NAMES:
        assert exercise(name).check(notebook[name]).status == "right"


# ---- not done yet


@pytest.mark.parametrize(("name", "signature"), SIGNATURES.items())
@pytest.mark.parametrize(
    "body",
    [
        '"""Say what it does."""',
        '"""Say what it does."""\n    ...',
        "...",
        "pass",
        "return",
        "return ...",
        "raise NotImplementedError",
        'raise NotImplementedError("later")',
    ],
)
def test_a_blank_function_is_not_done_yet(name, signature, body):
    notebook = {}
    exec(f"def {signature}:\n    {body}", notebook)
    verdict = exercise(name).check(notebook[name])
    assert (verdict.status, verdict.board, verdict.mistake) == ("todo", None, None)
    assert verdict.message == f"Write `{name}`, run its cell, then check again."


# ---- known mistakes


@pytest.mark.parametrize(
    ("name", "mistake"), MISTAKES, ids=[f"{name}: {mistake.name}" for name, mistake in MISTAKES]
)
def test_a_known_mistake_is_named_on_a_smallest_board_where_it_shows(name, mistake):
    verdict = exercise(name).check(mistake.function)
    assert (verdict.status, verdict.mistake) == ("wrong", mistake.name)
    assert verdict.message.endswith("\n" + mistake.advice)
    asked = (verdict.board,) if verdict.action is None else (verdict.board, verdict.action)
    smallest = next(case for case in questions(name) if is_wrong(name, mistake.function, case))
    assert is_wrong(name, mistake.function, asked)
    assert verdict.board.count(".") == smallest[0].count(".")


@pytest.mark.parametrize("name", NAMES)
def test_there_are_enough_known_mistakes_each_with_a_name_and_advice_of_its_own(name):
    mistakes = exercise(name).mistakes
    assert len(mistakes) >= (6 if name in ("result", "winner") else 3)
    assert len({mistake.name for mistake in mistakes}) == len(mistakes)
    assert len({mistake.advice for mistake in mistakes}) == len(mistakes)
    assert all(mistake.advice[0].isupper() or mistake.advice[0] == "`" for mistake in mistakes)
    assert all(mistake.advice.endswith(".") for mistake in mistakes)


def test_an_unknown_mistake_is_shown_but_not_named():
    verdict = exercise("player").check(lambda state: "O" if state == "XO......." else player(state))
    assert (verdict.status, verdict.board, verdict.mistake) == ("wrong", "XO.......", None)
    assert verdict.checked == "4,519 of 4,520 boards"


def test_the_move_that_fails_is_told_apart_from_the_others():
    def refuses_the_centre(state, action):
        if action == 4:
            raise ValueError("not there")
        return result(state, action)

    verdict = exercise("result").check(refuses_the_centre)
    assert (verdict.board, verdict.action) == (".........", 4)


# ---- signatures, hints, solutions


@pytest.mark.parametrize(("name", "signature"), SIGNATURES.items())
def test_an_exercise_says_what_is_to_be_written_and_what_it_can_do(name, signature):
    wanted = f"<Exercise {signature}: .check(your_function), .hint(), .solution()>"
    assert repr(exercise(name)) == wanted


@pytest.mark.parametrize(("name", "signature"), SIGNATURES.items())
def test_the_solution_is_shown_as_code(name, signature, capsys):
    exercise(name).solution()
    shown = capsys.readouterr().out
    assert shown.startswith(f'def {signature}:\n    """')
    assert "```" not in shown


# ---- how a verdict reads

NOT_DONE_YET = """\
○ winner: not done yet
Write `winner`, run its cell, then check again.
"""

RIGHT = """\
✓ winner: right on 5,478 of 5,478 boards
"""

WRONG = """\
✗ winner: not right yet (right on 5,151 of 5,478 boards)
    X X X
    O O .
    . . .
`winner('XXXOO....')` answered None; the right answer is 'X'.
Columns and diagonals are right, but the rows are missing: 0, 1, 2 and so on.
"""

WRONG_MOVE = """\
✗ result: not right yet (right on 16,167 of 49,302 moves)
    X . .
    . . .
    . . .
`result('X........', 0)` answered 'O........', but it should raise a ValueError: Cell 0 of \
'X........' is already marked X.
It makes every move, also on a taken cell or after the end: raise a ValueError there.
"""


def columns_and_diagonals(state):
    return next((state[a] for a, b, c in DOWN if state[a] == state[b] == state[c] != "."), None)


DOWN = [(0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@pytest.mark.parametrize(
    ("name", "function", "text"),
    [
        ("winner", lambda state: ..., NOT_DONE_YET),
        ("winner", winner, RIGHT),
        ("winner", columns_and_diagonals, WRONG),
        ("result", lambda state, a: state[:a] + player(state) + state[a + 1 :], WRONG_MOVE),
    ],
)
def test_a_verdict_reads_well_as_text(name, function, text, capsys):
    verdict = exercise(name).check(function)
    assert capsys.readouterr().out == text == f"{verdict}\n"


def html_of(verdict):
    return verdict._repr_mimebundle_()["text/html"]


def test_a_wrong_answer_is_shown_with_its_board_drawn(capsys):
    html = html_of(exercise("winner").check(columns_and_diagonals))
    assert html.count("<svg ") == 1
    assert "<code>winner(&#x27;XXXOO....&#x27;)</code> answered None" in html
    assert "<br>Columns and diagonals are right" in html


def test_a_right_answer_is_shown_without_a_board():
    html = html_of(exercise("winner").check(winner))
    assert "<svg" not in html
    assert "✓ winner: right on 5,478 of 5,478 boards" in html


def test_what_a_function_answers_cannot_become_part_of_the_page():
    html = html_of(exercise("winner").check(lambda state: "<script>alert(1)</script>"))
    assert "<script" not in html
    assert "answered &#x27;&lt;script&gt;alert(1)&lt;/script&gt;&#x27;" in html
