"""The two exercises of lesson 02: what is right, what is wrong, and what is said about it."""

import random
from functools import cache

import numpy as np
import pytest

from ttt import TicTacToe
from ttt.agents import rules
from ttt.exercises import lesson02

GAME = TicTacToe()
SIGNATURES = {"one_step": "one_step(game, state)", "forks": "forks(game, state)"}
NAMES = list(SIGNATURES)
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def exercise(name):
    return getattr(lesson02, name)


# ---- a second opinion: lines as sets of cells


@cache
def free_and_mine(state, player):
    return tuple({c for c in range(9) if state[c] == mark} for mark in (".", player))


@cache
def completing(state, player):
    """Return the free cells that complete a line of the player."""
    free, mine = free_and_mine(state, player)
    return {
        cell for cell in free if any(cell in line and set(line) <= mine | {cell} for line in LINES)
    }


def right_moves(state):
    me, them = ("X", "O") if state.count("X") == state.count("O") else ("O", "X")
    return completing(state, me) or completing(state, them) or free_and_mine(state, me)[0]


def one_step(game, state):
    return min(right_moves(state))


def forks(game, state):
    """Return the forks, without the cells that win at once."""
    me = "X" if state.count("X") == state.count("O") else "O"
    quiet = free_and_mine(state, me)[0] - completing(state, me)
    return {
        cell for cell in quiet if len(completing(state[:cell] + me + state[cell + 1 :], me)) > 1
    }


def is_wrong(name, given, state):
    if name == "one_step":
        return isinstance(given, bool) or given not in list(right_moves(state))
    if not isinstance(given, tuple):
        return True
    quiet = [cell for cell in given if cell not in completing(state, GAME.player(state))]
    return sorted(quiet) != sorted(forks(GAME, state))


def outcome(function, state):
    try:
        return function(GAME, state)
    except IndexError as error:
        return error


# ---- right


@pytest.mark.parametrize("name", NAMES)
def test_a_right_function_is_right_on_every_open_board(name):
    verdict = exercise(name).check(globals()[name])
    assert (verdict.status, verdict.checked) == ("right", "4,520 of 4,520 boards")
    assert (verdict.board, verdict.mistake, verdict.message) == (None, None, "")


@pytest.mark.parametrize("seed", range(3))
def test_any_right_move_will_do(seed):
    rng = random.Random(seed)
    verdict = lesson02.one_step.check(lambda game, state: rng.choice(sorted(right_moves(state))))
    assert verdict.status == "right"


def test_a_number_of_another_kind_is_a_move_too_but_true_is_none():
    assert lesson02.one_step.check(lambda game, state: np.int64(one_step(game, state))).status == (
        "right"
    )
    assert lesson02.one_step.check(lambda game, state: True).status == "wrong"


@pytest.mark.parametrize("kind", [list, set, np.array])
def test_forks_may_come_in_any_collection(kind):
    verdict = lesson02.forks.check(lambda game, state: kind(sorted(forks(game, state))))
    assert verdict.status == "right"


def test_a_cell_that_wins_at_once_may_be_called_a_fork_or_not():
    def with_wins(game, state):
        return forks(game, state) | completing(state, game.player(state))

    assert lesson02.forks.check(with_wins).status == "right"
    assert lesson02.forks.check(rules.fork).status == "right"


@pytest.mark.parametrize("name", NAMES)
def test_each_exercise_asks_about_all_open_boards_and_begins_with_the_emptiest(name, space):
    states = [state for _, state in exercise(name).cases]
    assert sorted(states) == sorted(s for s in space.states if not GAME.terminal(s))
    free = [state.count(".") for state in states]
    assert free == sorted(free, reverse=True)


def test_the_solutions_pass_when_they_are_typed_in_as_they_are_shown(capsys):
    notebook = {name: getattr(rules, name) for name in ("winning_cells", "opponent", "marked")}
    for name in NAMES:
        exercise(name).solution()
        exec(capsys.readouterr().out, notebook)
        assert exercise(name).check(notebook[name]).status == "right"
        capsys.readouterr()


def test_the_solutions_are_the_rules_of_the_agents(space):
    for state in space.states:
        if not GAME.terminal(state):
            move = lesson02.one_step(GAME, state)
            assert move in (rules.win(GAME, state) or rules.block(GAME, state) or (move,))
            assert lesson02.forks(GAME, state) == rules.fork(GAME, state)


# ---- not done yet


@pytest.mark.parametrize(("name", "signature"), SIGNATURES.items())
@pytest.mark.parametrize(
    "body", ['"""Say what it does."""\n    ...', "pass", "return ...", "raise NotImplementedError"]
)
def test_a_blank_function_is_not_done_yet(name, signature, body):
    notebook = {}
    exec(f"def {signature}:\n    {body}", notebook)
    verdict = exercise(name).check(notebook[name])
    assert (verdict.status, verdict.board, verdict.mistake) == ("todo", None, None)


# ---- known mistakes


def makers(name, mistake):
    """Yield functions that make this mistake, in one_step with different moves of those it has."""
    if name == "forks":
        yield mistake.function
        return
    for choose in (lambda moves: moves[0], lambda moves: moves[-1], random.Random(7).choice):
        yield lambda game, state, choose=choose: choose(mistake.function(game, state))


MISTAKES = [(name, mistake) for name in NAMES for mistake in exercise(name).mistakes]


@pytest.mark.parametrize(
    ("name", "mistake"), MISTAKES, ids=[f"{name}: {mistake.name}" for name, mistake in MISTAKES]
)
def test_a_known_mistake_is_named_on_a_smallest_board_where_it_shows(name, mistake):
    for function in makers(name, mistake):
        answers = {state: outcome(function, state) for _, state in exercise(name).cases}
        verdict = exercise(name).check(lambda game, state, said=answers: replay(said[state]))
        assert (verdict.status, verdict.mistake) == ("wrong", mistake.name)
        assert verdict.message.endswith("\n" + mistake.advice)
        wrong = [state for state, given in answers.items() if is_wrong(name, given, state)]
        assert verdict.board in wrong
        assert verdict.board.count(".") == max(state.count(".") for state in wrong)
        assert verdict.checked == f"{4520 - len(wrong):,} of 4,520 boards"


def replay(answer):
    """Return an answer again, or raise it if it was an error."""
    if isinstance(answer, Exception):
        raise answer
    return answer


@pytest.mark.parametrize("name", NAMES)
def test_there_are_enough_known_mistakes_each_with_a_name_and_advice_of_its_own(name):
    mistakes = exercise(name).mistakes
    assert len(mistakes) >= 6
    assert len({mistake.name for mistake in mistakes}) == len(mistakes)
    assert len({mistake.advice for mistake in mistakes}) == len(mistakes)
    assert all(mistake.advice[0].isupper() and mistake.advice[-1] in ".)" for mistake in mistakes)


def test_an_unknown_mistake_is_shown_but_not_named():
    def almost(game, state):
        return () if state == "X...O...X" else rules.fork(game, state)

    def restless(game, state):
        return 0 if state == ".X......." else 1 if state[1] == "." else one_step(game, state)

    verdict = lesson02.one_step.check(restless)
    assert (verdict.status, verdict.mistake) == ("wrong", None)
    verdict = lesson02.forks.check(almost)
    assert verdict.status == "right"  # O is to move there, and has no fork anyway
    almost_wrong = lesson02.forks.check(
        lambda game, state: () if state == "X..OX...O" else rules.fork(game, state)
    )
    assert (almost_wrong.status, almost_wrong.mistake) == ("wrong", None)
    assert (almost_wrong.board, almost_wrong.checked) == ("X..OX...O", "4,519 of 4,520 boards")


def test_a_fork_that_comes_more_than_once_is_no_right_answer():
    def forks(game, state):
        me, found = game.player(state), []
        for cell in game.actions(state):
            after, wins = rules.marked(state, cell, me), 0
            for other in game.actions(state):
                if other in rules.winning_cells(game, after, me):
                    wins += 1
                if wins > 1:
                    found.append(cell)
        return found

    verdict = lesson02.forks.check(forks)
    assert (verdict.status, verdict.mistake) == ("wrong", "a fork more than once")


# ---- signatures, hints, words


@pytest.mark.parametrize(("name", "signature"), SIGNATURES.items())
def test_an_exercise_says_what_is_to_be_written_and_shows_its_solution(name, signature, capsys):
    wanted = f"<Exercise {signature}: .check(your_function), .hint(), .solution()>"
    assert repr(exercise(name)) == wanted
    exercise(name).solution()
    assert capsys.readouterr().out.startswith(f'def {signature}:\n    """')


ONE_RIGHT_MOVE = """\
✗ one_step: not right yet (right on 3,690 of 4,520 boards)
    X X .
    O O .
    . . .
`one_step(game, 'XX.OO....')` answered 5; the right answer is 2.
It stops the opponent even where it could win at once. Look for the win first: after it there is \
nothing left to stop.
"""


def test_a_verdict_reads_well(capsys):
    def blocks_first(game, state):
        return min(rules.block(game, state) or rules.win(game, state) or game.actions(state))

    lesson02.one_step.check(blocks_first)
    assert capsys.readouterr().out == ONE_RIGHT_MOVE


def test_several_right_moves_are_all_named():
    verdict = lesson02.one_step.check(lambda game, state: 9)
    assert "answered 9; the right answer is 0, 1, 2, 3, 4, 5, 6, 7 or 8." in verdict.message
