"""The six exercises of lesson 01: what is right, what is wrong, and what is said about it."""

from itertools import product

import pytest
import reference
from typed_in import bodies, typed_in

from ttt import TicTacToe
from ttt.exercises import lesson01


def exercise(name):
    return getattr(lesson01, name)


@pytest.mark.parametrize(
    ("name", "checked"),
    [
        ("player", "4,520 of 4,520 boards"),
        ("winner", "5,478 of 5,478 boards"),
        ("terminal", "5,478 of 5,478 boards"),
        ("actions", "5,478 of 5,478 boards"),
        ("result", "60,258 of 60,258 moves"),
        ("utility", "958 of 958 finished boards"),
    ],
)
def test_the_rules_of_the_game_are_right_on_every_case(name, checked):
    verdict = exercise(name).check(getattr(TicTacToe(), name))
    assert (verdict.status, verdict.checked, verdict.message) == ("right", checked, "")


def test_all_boards_and_moves_are_asked_about_and_the_emptiest_first():
    states = [state for (state,) in lesson01.winner.cases]
    every = map("".join, product("XO.", repeat=9))
    assert sorted(states) == sorted(s for s in every if reference.can_occur(3, 3, 3, s))
    free = [state.count(".") for state in states]
    assert free == sorted(free, reverse=True)
    assert set(lesson01.result.cases) == {(s, cell) for s in states for cell in range(-1, 10)}
    for state in states:
        assert lesson01.winner(state) == next(iter(reference.holders(3, 3, 3, state)), None)


# ---- wrong answers in styles of their own, by the name of what is wrong with them

WRONG = """
player: the wrong way round
    return "OX"[state.count(".") % 2 == 0]
player: It counts the marks of one player only
    return "XO"[state.count("X") % 2]
player: It does not look at all nine cells
    for cell in state: return "X" if cell == "." else "O"
winner: It does not find all lines
    for i in range(3):
        if state[3 * i] == state[3 * i + 1] == state[3 * i + 2] != ".": return state[3 * i]
        if state[i] == state[i + 3] == state[i + 6] != ".": return state[i]
winner: nothing is returned somewhere
    if state[0] == state[4] == state[8] != "." or state[2] == state[4] == state[6] != ".":
        return state[4]
winner: It looks for three equal marks in a row of the string
    return "X" if "XXX" in state else "O" if "OOO" in state else None
winner: another kind of nothing
    return right(state) or False
terminal: another type
    if winner(state): return winner(state)
    return "." not in state
terminal: another type
    return "yes" if right(state) else "no"
actions: These cells are free, but somebody has won
    found = []
    for cell, mark in enumerate(state):
        if mark == ".": found.append(cell)
    return found
actions: only one of them
    for cell in right(state): return cell
actions: the board instead of the move
    return [result(state, cell) for cell in right(state)]
actions: works on None
    found = []
    for cell in right(state): found = found.append(cell)
    return found
actions: an index beyond the end
    return [cell for cell in range(10) if state[cell] == "." and not terminal(state)]
result: no nine characters
    return right(state, action)[:-1]
result: no error where one is due
    if terminal(state) or state[action] != ".": raise ValueError
    return state[:action] + player(state) + state[action + 1 :]
utility: Every win counts 1, or every win counts -1, whoever won
    return int(winner(state) is not None)
utility: the right sign but the wrong size
    return right(state) * (1 + state.count("."))
utility: an error where an answer is due
    return {"X": 1, "O": -1}[winner(state)]
"""


@pytest.mark.parametrize(("mistake", "body"), bodies(WRONG))
def test_a_mistake_is_named_in_whatever_style_it_is_made(mistake, body):
    name, _, mistake = mistake.partition(": ")
    verdict = exercise(name).check(
        typed_in(exercise(name), body, **{**vars(lesson01), "right": exercise(name)})
    )
    assert (verdict.status, verdict.mistake) == ("wrong", mistake)


def test_where_it_is_wrong_only_is_said_beside_what_is_wrong():
    def result(state, action):
        if action > 9 or action < 0:
            raise ValueError
        return "" if action == 9 else lesson01.result(state, action)

    message = lesson01.result.check(result).message
    assert message.endswith("It is wrong only where the cell is not on the board.")


def test_an_unknown_mistake_is_shown_but_not_named():
    right = lesson01.player
    verdict = right.check(lambda state: "O" if state == "XO......." else right(state))
    assert (verdict.status, verdict.board, verdict.mistake) == ("wrong", "XO.......", None)
    assert verdict.checked == "4,519 of 4,520 boards"


# ---- how a verdict reads

NO_DIAGONALS = """\
✗ winner: not right yet (right on 5,211 of 5,478 boards)
    O O X
    . X .
    X . .
`winner('OOX.X.X..')` answered None; the right answer is 'X'.
It does not find all lines: there are three rows, three columns and two diagonals, and `LINES` \
holds all eight.
"""


def no_diagonals(state):
    lines = lesson01.LINES[:6]
    return next((state[a] for a, b, c in lines if state[a] == state[b] == state[c] != "."), None)


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (TicTacToe().winner, "✓ winner: right on 5,478 of 5,478 boards\n"),
        (no_diagonals, NO_DIAGONALS),
    ],
)
def test_a_verdict_reads_well_as_text(function, text, capsys):
    verdict = lesson01.winner.check(function)
    assert capsys.readouterr().out == text == f"{verdict}\n"


def test_what_a_function_answers_cannot_become_part_of_the_page():
    html = lesson01.winner.check(lambda state: "<script>")._repr_mimebundle_()["text/html"]
    assert "answered &#x27;&lt;script&gt;&#x27;" in html
