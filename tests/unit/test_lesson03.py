"""The three exercises of lesson 03: what is right, what is wrong, and what is said about it."""

import random
from functools import cache
from math import inf

import numpy as np
import pytest

from ttt import TicTacToe
from ttt import algorithms as course
from ttt.exercises import lesson03

GAME = TicTacToe()
COUNTS = {"minimax_value": 4546, "minimax": 3588, "quickest": 3588}
NAMES = list(COUNTS)


def exercise(name):
    return getattr(lesson03, name)


# ---- a second opinion: the length of the game together with its result


@cache
def best_end(state):
    """Return (result, moves to go) of best play, X's side, won quickly and lost slowly."""
    if GAME.terminal(state):
        return GAME.utility(state), 0
    ends = [best_end(GAME.result(state, action)) for action in GAME.actions(state)]
    sign = 1 if GAME.player(state) == "X" else -1
    result, moves = max(ends, key=lambda end: (sign * end[0], -sign * end[0] * end[1]))
    return result, moves + 1


@cache
def right_answers(name, state):
    """Return all answers that are right."""
    if name == "minimax_value":
        return (best_end(state)[0],)
    result, moves = best_end(state)
    after = {action: best_end(GAME.result(state, action)) for action in GAME.actions(state)}
    good = [action for action, end in after.items() if end[0] == result]
    if name == "quickest" and result:
        good = [action for action in good if after[action][1] == moves - 1]
    return tuple(good)


# ---- right


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("choose", [min, max, random.Random(7).choice])
def test_any_right_answer_is_right_on_every_board(name, choose):
    verdict = exercise(name).check(lambda game, state: choose(right_answers(name, state)))
    assert (verdict.status, verdict.checked) == (
        "right",
        f"{COUNTS[name]:,} of {COUNTS[name]:,} boards",
    )
    assert (verdict.board, verdict.mistake, verdict.message) == (None, None, "")


def one_function(game, state):
    if game.terminal(state):
        return game.utility(state)
    values = [one_function(game, game.result(state, action)) for action in game.actions(state)]
    return max(values) if game.player(state) == "X" else min(values)


def with_a_flag(game, state, maximizing=None):
    if maximizing is None:
        maximizing = game.player(state) == "X"
    if game.terminal(state):
        return game.utility(state)
    best = -inf if maximizing else inf
    for action in game.actions(state):
        value = with_a_flag(game, game.result(state, action), not maximizing)
        best = max(best, value) if maximizing else min(best, value)
    return best


def by_negamax(game, state):
    sign = 1 if game.player(state) == "X" else -1

    def value_for_mover(state, sign):
        if game.terminal(state):
            return sign * game.utility(state)
        return max(-value_for_mover(game.result(state, a), -sign) for a in game.actions(state))

    return sign * value_for_mover(state, sign)


def with_a_memory(game, state):
    @cache
    def value(state):
        if game.terminal(state):
            return game.utility(state)
        best = {"X": max, "O": min}[game.player(state)]
        return best(value(game.result(state, action)) for action in game.actions(state))

    return value(state)


class Searcher:
    def __call__(self, game, state):
        self.game = game
        return float(self.value(state))

    def value(self, state):
        winner = self.game.winner(state)
        if winner or not self.game.actions(state):
            return {"X": 1, "O": -1, None: 0}[winner]
        values = [self.value(self.game.result(state, a)) for a in self.game.actions(state)]
        return max(values) if state.count("X") == state.count("O") else min(values)


@pytest.mark.parametrize(
    "value",
    [
        course.minimax_value,
        course.alpha_beta,
        one_function,
        with_a_flag,
        by_negamax,
        with_a_memory,
        Searcher(),
        lambda game, state: np.float64(with_a_memory(game, state)),
        lambda game, state: np.int8(with_a_memory(game, state)),
        lesson03.minimax_value,
    ],
)
def test_a_right_value_is_right_in_whatever_style_it_is_found(value):
    assert lesson03.minimax_value.check(value).status == "right"


def by_depth(game, state):
    def value(state, depth):
        if game.terminal(state):
            return game.utility(state) * (10 - depth)
        best = max if game.player(state) == "X" else min
        return best(value(game.result(state, action), depth + 1) for action in game.actions(state))

    scores = [(value(game.result(state, a), 1), a) for a in game.actions(state)]
    return (max if game.player(state) == "X" else min)(scores)[1]


def test_a_quickest_move_may_be_found_by_counting_depth():
    assert lesson03.quickest.check(by_depth).status == "right"
    assert lesson03.minimax.check(by_depth).status == "right"
    assert lesson03.minimax.check(lambda *case: np.int64(by_depth(*case))).status == "right"


@pytest.mark.parametrize("name", NAMES)
def test_true_is_neither_a_value_nor_a_move(name):
    def answer(game, state):
        right = right_answers(name, state)
        return True if 1 in right else right[0]

    assert exercise(name).check(answer).status == "wrong"


@pytest.mark.parametrize("name", NAMES)
def test_the_boards_begin_with_the_fewest_free_cells_and_are_all_of_the_late_ones(name, space):
    states = [state for _, state in exercise(name).cases]
    ended = [state for state in states if GAME.terminal(state)]
    still_open = states[len(ended) :]
    assert not any(map(GAME.terminal, still_open))
    assert set(ended) == (set(filter(GAME.terminal, space.states)) if "value" in name else set())
    free = [state.count(".") for state in still_open]
    assert free == sorted(free) and (free[0], free[-1]) == (1, 7)
    expected = {s for s in space.states if not GAME.terminal(s) and s.count(".") < 5}
    expected |= {GAME.canonical(s) for s in space.states if s.count(".") in (5, 6, 7)}
    assert set(still_open) == {s for s in expected if not GAME.terminal(s)}
    assert len(states) == len(set(states)) == COUNTS[name]


# ---- not done yet


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "body", ['"""Say what it does."""\n    ...', "pass", "return ...", "raise NotImplementedError"]
)
def test_a_blank_function_is_not_done_yet(name, body):
    notebook = {}
    exec(f"def {name}(game, state):\n    {body}", notebook)
    verdict = exercise(name).check(notebook[name])
    assert (verdict.status, verdict.board, verdict.mistake) == ("todo", None, None)


def test_a_move_that_rests_on_a_value_not_yet_written_is_told_so():
    notebook = {}
    exec("def minimax_value(game, state):\n    ...", notebook)
    exec("def minimax(game, state):\n    return minimax_value(game, state)", notebook)
    verdict = lesson03.minimax.check(notebook["minimax"])
    assert verdict.status == "todo"
    assert "`minimax_value = lesson03.minimax_value`" in verdict.message


# ---- known mistakes

SAMPLES = [None, 5, -0.5, 0, *((value, 2) for value in (-1, 0, 1))]


def answers_of(name, mistake, choose):
    """Return what who makes this mistake answers to each case, or the error it raises."""
    endless = []

    def answer(game, state):
        if endless:  # takes long, and the check stops at the first
            return endless[0]
        try:
            known = mistake.function(game, state)
        except ValueError as error:
            return error
        except RecursionError as error:
            endless.append(error)
            return error
        if callable(known):  # a test that many answers pass
            return next(filter(known, SAMPLES))
        return choose(known) if isinstance(known, tuple) else known

    return {state: answer(game, state) for game, state in exercise(name).cases}


def replay(answer):
    """Return an answer again, or raise it if it was an error."""
    if isinstance(answer, Exception):
        raise answer
    return answer


MISTAKES = [
    pytest.param(name, mistake, choose, id=f"{name}: {mistake.name}, {choose.__name__}")
    for name in NAMES
    for mistake in exercise(name).mistakes
    for choose in ((min, max, random.Random(7).choice) if name == "quickest" else (min, max))
    if name != "minimax_value" or choose is min or mistake.name == "from the side of who moves"
]


@pytest.mark.parametrize(("name", "mistake", "choose"), MISTAKES)
def test_a_known_mistake_is_named_on_a_smallest_board_where_it_shows(name, mistake, choose):
    answers = answers_of(name, mistake, choose)
    verdict = exercise(name).check(lambda game, state: replay(answers[state]))
    assert (verdict.status, verdict.mistake) == ("wrong", mistake.name)
    assert verdict.message.endswith("\n" + mistake.advice)
    wrong = [s for s, given in answers.items() if given not in right_answers(name, s)]
    assert verdict.board == wrong[0]
    right_before = wrong[0] if "RecursionError" in verdict.message else None
    count = list(answers).index(right_before) if right_before else len(answers) - len(wrong)
    assert verdict.checked == f"{count:,} of {COUNTS[name]:,} boards"


@pytest.mark.parametrize(
    ("name", "enough"), [("minimax_value", 10), ("minimax", 8), ("quickest", 5)]
)
def test_there_are_enough_known_mistakes_each_with_a_name_and_advice_of_its_own(name, enough):
    mistakes = exercise(name).mistakes
    assert len(mistakes) >= enough
    assert len({mistake.name for mistake in mistakes}) == len(mistakes)
    assert len({mistake.advice for mistake in mistakes}) == len(mistakes)
    assert all(mistake.advice[0].isupper() and mistake.advice[-1] in ".?)" for mistake in mistakes)


def never_terminal(game, state):
    best = max if game.player(state) == "X" else min
    return best(never_terminal(game, game.result(state, a)) for a in game.actions(state))


def never_moves(game, state):
    if game.terminal(state):
        return game.utility(state)
    return max(never_moves(game, state) for action in game.actions(state))


def one_branch_not_returned(game, state):
    if game.terminal(state):
        return game.utility(state)
    values = [one_branch_not_returned(game, game.result(state, a)) for a in game.actions(state)]
    if game.player(state) == "X":
        return max(values)
    min(values)


def ends_only_for_min(game, state, first=-2):
    def max_value(state):
        value = first
        for action in game.actions(state):
            value = max(value, min_value(game.result(state, action)))
        return value

    def min_value(state):
        if game.terminal(state):
            return game.utility(state)
        return min(max_value(game.result(state, action)) for action in game.actions(state))

    return max_value(state) if game.player(state) == "X" else min_value(state)


@pytest.mark.parametrize(
    ("function", "mistake", "words"),
    [
        (ends_only_for_min, "no end for MAX", "answered -2; the right answer is -1."),
        (
            lambda *case: ends_only_for_min(*case, first=-inf),
            "no end for MAX",
            "answered -inf; the right answer is -1.",
        ),
        (never_terminal, "no end, an error", "raised ValueError"),
        (never_moves, "searches the same board again", "raised RecursionError"),
        (one_branch_not_returned, None, "answered None; the right answer is -1."),
        (lambda game, state: game.utility(state), None, "raised ValueError (The game is not over"),
        (lambda game, state: 0, None, "answered 0; the right answer is 1."),
    ],
)
def test_a_search_that_fails_is_told_where_in_a_sentence(function, mistake, words):
    verdict = lesson03.minimax_value.check(function)
    assert (verdict.status, verdict.mistake) == ("wrong", mistake)
    assert verdict.message.startswith("`minimax_value(game, '") and words in verdict.message


def test_a_search_that_prints_is_right_but_told_so(capsys):
    def chatty(game, state):
        print(state)
        return course.minimax_value(game, state)

    verdict = lesson03.minimax_value.check(chatty)
    assert (verdict.status, verdict.message) == (
        "right",
        "It also prints something, which it need not.",
    )
    assert capsys.readouterr().out == f"{verdict}\n"


# ---- signatures, hints, words


@pytest.mark.parametrize("name", NAMES)
def test_an_exercise_says_what_is_to_be_written_and_shows_its_solution(name, capsys):
    wanted = f"<Exercise {name}(game, state): .check(your_function), .hint(), .solution()>"
    assert repr(exercise(name)) == wanted
    exercise(name).solution()
    assert capsys.readouterr().out.startswith(f'def {name}(game, state):\n    """Return ')


ONE_WRONG_VALUE = """\
✗ minimax_value: not right yet (right on 2,925 of 4,546 boards)
    X X O
    X X O
    O . .
`minimax_value(game, 'XXOXXOO..')` answered 1; the right answer is -1.
It takes the highest value on every turn. That is what X does; O takes the lowest.
"""


def test_a_verdict_reads_well(capsys):
    def always_max(game, state):
        if game.terminal(state):
            return game.utility(state)
        return max(always_max(game, game.result(state, a)) for a in game.actions(state))

    lesson03.minimax_value.check(always_max)
    assert capsys.readouterr().out == ONE_WRONG_VALUE


def test_several_right_moves_are_all_named():
    verdict = lesson03.minimax.check(lambda game, state: 9)
    assert "answered 9; the right answer is 8." in verdict.message
    assert verdict.board == "XXOXXOOO."
