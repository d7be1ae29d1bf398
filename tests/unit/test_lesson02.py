"""The two exercises of lesson 02: what is right, what is wrong, and what is said about it."""

import random

import numpy as np
import pytest
from typed_in import bodies, typed_in

from ttt.agents import rules
from ttt.exercises import lesson02

LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


# ---- a second opinion: lines as sets of cells


def completing(state, player):
    """Return the free cells that complete a line of the player."""
    free, mine = ({cell for cell in range(9) if state[cell] == mark} for mark in (".", player))
    return {cell for line in LINES if len(line - mine) == 1 for cell in line - mine if cell in free}


def right_moves(game, state):
    me, them = ("X", "O") if state.count("X") == state.count("O") else ("O", "X")
    free = {cell for cell in range(9) if state[cell] == "."}
    return sorted(completing(state, me) or completing(state, them) or free)


def forks(game, state):
    """Return the forks, without the cells that win at once."""
    me = game.player(state)
    quiet = set(game.actions(state)) - completing(state, me)
    return {c for c in quiet if len(completing(lesson02.marked(state, c, me), me)) > 1}


@pytest.mark.parametrize(
    ("exercise", "function"),
    [
        (lesson02.one_step, lambda game, state: right_moves(game, state)[0]),
        (lesson02.one_step, lambda game, state: random.Random(3).choice(right_moves(game, state))),
        (lesson02.one_step, lambda game, state: np.int64(right_moves(game, state)[-1])),
        (lesson02.forks, forks),
        (lesson02.forks, lambda game, state: list(forks(game, state))),
        (lesson02.forks, lambda game, state: np.array(sorted(forks(game, state)), dtype=int)),
        (lesson02.forks, rules.fork),  # in which there are forks that win at once
        (lesson02.forks, lambda game, state: {*forks(game, state), *rules.win(game, state)}),
    ],
)
def test_a_right_function_of_any_style_is_right_on_every_open_board(exercise, function):
    verdict = exercise.check(function)
    assert (verdict.status, verdict.checked) == ("right", "4,520 of 4,520 boards")
    assert (verdict.board, verdict.mistake, verdict.message) == (None, None, "")


# ---- wrong answers in styles of their own, by the name of what is wrong with them

WRONG = """
one_step: It stops the opponent even where it could win at once
    move = game.actions(state)[0]
    for cell in winning_cells(game, state, me): move = cell
    for cell in winning_cells(game, state, opponent(me)): move = cell
    return move
one_step: It wins or blocks, whichever it finds first
    for line in game.lines:
        marks = [state[cell] for cell in line]
        if "." in marks and 2 in (marks.count("X"), marks.count("O")):
            return line[marks.index(".")]
    return game.actions(state)[0]
one_step: It takes every win, but somewhere it leaves a line of the opponent's open
    for cell in game.actions(state):
        if game.winner(game.result(state, cell)) in (me, opponent(me)): return cell
    return game.actions(state)[0]
one_step: It passes over a win in cell 0, since 0 counts as false
    wins = list(winning_cells(game, state, me)) + [None]
    blocks = list(winning_cells(game, state, opponent(me))) + [None]
    return wins[0] or blocks[0] or game.actions(state)[0]
one_step: an index beyond the end
    return winning_cells(game, state, me)[0]
one_step: types that do not go together
    return winning_cells(state, me)[0]
one_step: in a list
    return right(game, state), me
one_step: no free cell
    return (*winning_cells(game, state, me), *winning_cells(game, state, opponent(me)), 4)[0]
forks: It places your mark, but then counts the threats of the opponent
    found = []
    for cell in game.actions(state):
        after = game.result(state, cell)
        if len(winning_cells(game, after, game.player(after))) > 1: found.append(cell)
    return found
forks: only one of them
    for cell in game.actions(state):
        if cell in right(game, state): return cell
forks: some are too many
    return right(game, state) * 2
forks: types that do not go together
    return [c for c in game.actions(state) if winning_cells(game, marked(state, c, me), me) > 1]
"""


@pytest.mark.parametrize(("mistake", "body"), bodies(WRONG))
def test_a_mistake_is_named_in_whatever_style_it_is_made(mistake, body):
    name, _, mistake = mistake.partition(": ")
    exercise = getattr(lesson02, name)
    known = {**vars(lesson02), "right": exercise}
    verdict = exercise.check(typed_in(exercise, f"me = game.player(state)\n{body}", **known))
    assert (verdict.status, verdict.mistake) == ("wrong", mistake)


def test_several_right_moves_are_all_named():
    verdict = lesson02.one_step.check(lambda game, state: True)
    assert "answered True; the right answer is 0, 1, 2, 3, 4, 5, 6, 7 or 8." in verdict.message
