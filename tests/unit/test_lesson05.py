"""The two exercises of lesson 05: what is right, what is wrong, and what is said about it."""

import copy
import math
from itertools import pairwise
from math import inf

import numpy as np
import pytest
from strange import NO_NUMBERS

from ttt import TicTacToe
from ttt.algorithms import mcts as course
from ttt.exercises import lesson05

GAME = TicTacToe()
SIGNATURES = {
    "ucb1": "ucb1(total, visits, parent_visits, c)",
    "backpropagate": "backpropagate(path, outcome)",
}
TRIED = {"ucb1": "978 of 978 cases", "backpropagate": "140 of 140 paths"}
NAMES = list(SIGNATURES)


def exercise(name):
    return getattr(lesson05, name)


@pytest.fixture
def hurry(monkeypatch):
    """Allow a call a tenth of a second instead of a whole one."""
    monkeypatch.setattr("ttt.exercises.exercise.SECONDS_A_CALL", 0.1)


# ---- right, in many styles


def by_powers(total, visits, parent_visits, c):
    if not visits:
        return math.inf
    return total * visits**-1 + c * math.log(parent_visits) ** 0.5 * visits**-0.5


def by_numpy(total, visits, parent_visits, c):
    return np.inf if visits == 0 else total / visits + c * np.sqrt(np.log(parent_visits) / visits)


def by_another_base(total, visits, parent_visits, c):
    if visits < 1:
        return float("inf")
    return (total + c * math.sqrt(visits * math.log2(parent_visits) / math.log2(math.e))) / visits


def catches_the_error(total, visits, parent_visits, c):
    try:
        return total / visits + c * math.sqrt(math.log(parent_visits) / visits)
    except ZeroDivisionError:
        return inf


def from_the_leaf(path, outcome):
    while path:
        node = path.pop()
        node.visits = node.visits + 1
        node.total = node.total + (outcome if node.mover == 1 else -outcome)


def by_the_marks(path, outcome):
    """Ask the board who has moved last: the players alternate, and X begins."""
    for node in reversed(path):
        moved = 1 if node.state.count("X") > node.state.count("O") else -1
        node.visits, node.total = node.visits + 1, node.total + float(moved * outcome)
    return path


def alternating(path, outcome):
    reward = np.int64(outcome * path[0].mover)
    for node in path:
        node.visits += 1
        node.total += reward
        node.mean = node.total / node.visits
        reward = -reward


def recursive(path, outcome):
    if path:
        path[0].visits += 1
        path[0].total += outcome * path[0].mover
        recursive(path[1:], outcome)


STYLES = [
    *(("ucb1", f) for f in (by_powers, by_numpy, by_another_base, catches_the_error)),
    *(("backpropagate", f) for f in (from_the_leaf, by_the_marks, alternating, recursive)),
    *((name, getattr(course, name)) for name in NAMES),
    *((name, exercise(name)) for name in NAMES),
]


@pytest.mark.parametrize(("name", "function"), STYLES)
def test_a_right_function_is_right_in_whatever_style_it_is_written(name, function):
    verdict = exercise(name).check(function)
    assert (verdict.message, verdict.status, verdict.checked) == ("", "right", TRIED[name])
    assert (verdict.board, verdict.mistake) == (None, None)


def test_a_function_that_prints_is_right_but_told_so():
    def chatty(path, outcome):
        print(path)
        course.backpropagate(path, outcome)

    verdict = lesson05.backpropagate.check(chatty)
    assert (verdict.status, verdict.message) == (
        "right",
        "It also prints something, which it need not.",
    )


# ---- what is tried


def test_the_numbers_are_those_of_a_search_and_begin_with_the_smallest():
    cases = lesson05.ucb1.cases
    assert len(cases) == len(set(cases))
    assert all(abs(total) <= visits <= parent for total, visits, parent, _ in cases)
    parents = [parent for _, _, parent, _ in cases]
    assert parents == sorted(parents) and parents[0] == 1
    assert {0, 0.7, 1, math.sqrt(2)} <= {c for *_, c in cases}
    assert {visits for _, visits, _, _ in cases} >= {0, 1, 2, 3}
    assert {total for total, *_ in cases} >= {-40, -1, 0, 1, 40}


def fresh_paths():
    return [(*path.fresh(), outcome) for path, outcome in lesson05.backpropagate.cases]


def test_the_paths_are_of_every_length_outcome_and_side():
    kinds = {(len(path), outcome, path[0].mover) for path, _, outcome in fresh_paths()}
    assert {length for length, _, _ in kinds} == set(range(1, 11))
    for length in range(2, 9):
        assert {kind[1:] for kind in kinds if kind[0] == length} == {
            (outcome, mover) for outcome in (1, 0, -1) for mover in (1, -1)
        }
    lengths = [len(path) for path, _, _ in fresh_paths()]
    alone = lengths.count(1)
    assert lengths == sorted(lengths)[alone:] + [1] * alone


def test_the_paths_are_those_of_real_games():
    for path, nodes, outcome in fresh_paths():
        for before, after in pairwise(path):
            assert after in before.children
            assert after.state == GAME.result(before.state, after.action)
        for node in nodes:
            moves = [*node.untried, *(child.action for child in node.children)]
            assert node in path[:-1] or not node.children
            assert node not in path or set(moves) == set(GAME.actions(node.state))
            assert node.mover == (1 if GAME.player(node.state) == "O" else -1)
        leaf = path[-1].state
        assert not GAME.terminal(leaf) or GAME.utility(leaf) == outcome


def test_many_nodes_were_visited_before_and_many_are_beside_the_path():
    paths = fresh_paths()
    assert sum(path[0].visits > 0 and path[0].total != 0 for path, _, _ in paths) > 50
    assert sum(len(nodes) > len(path) for path, nodes, _ in paths) > 50


def test_every_call_gets_nodes_of_its_own():
    def destroy(path, outcome):
        for node in path:
            for child in node.children:
                child.visits, child.total, child.state = 99, 99, "?"
                child.children.append(node)
            node.visits, node.total, node.mover, node.state = -1, -1, 0, "?"
            node.children.clear()
            node.untried.append(99)
        path.clear()

    assert lesson05.backpropagate.check(destroy).status == "wrong"
    assert lesson05.backpropagate.check(course.backpropagate).status == "right"
    test_the_paths_are_those_of_real_games()


# ---- not done yet


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "body", ['"""Say what it does."""\n    ...', "pass", "return ...", "raise NotImplementedError"]
)
def test_a_blank_function_is_not_done_yet(name, body):
    notebook = {}
    exec(f"def {SIGNATURES[name]}:\n    {body}", notebook)
    verdict = exercise(name).check(notebook[name])
    assert (verdict.status, verdict.board, verdict.mistake) == ("todo", None, None)


# ---- known mistakes


def made(mistake):
    """Return a function that makes a mistake: of several answers one that may come of it."""

    def function(*case):
        known = mistake.function(*case)
        if callable(known):
            return next(filter(known, [round(course.ucb1(*case), 2), 9_999]))
        return known[-1] if isinstance(known, tuple) else known

    return function


MISTAKES = [
    pytest.param(name, mistake, id=f"{name}: {mistake.name}")
    for name in NAMES
    for mistake in exercise(name).mistakes
]


@pytest.mark.parametrize(("name", "mistake"), MISTAKES)
def test_a_known_mistake_is_named_and_explained(name, mistake):
    function = made(mistake) if name == "ucb1" else mistake.function
    verdict = exercise(name).check(function)
    assert (verdict.status, verdict.mistake) == ("wrong", mistake.name)
    assert verdict.message.startswith(f"`{name}(")
    assert verdict.message.endswith("\n" + mistake.advice)
    assert (verdict.board is None) == (name == "ucb1")


@pytest.mark.parametrize("name", NAMES)
def test_there_are_enough_known_mistakes_each_with_a_name_and_advice_of_its_own(name):
    mistakes = exercise(name).mistakes
    assert len(mistakes) >= 10
    assert len({mistake.name for mistake in mistakes}) == len(mistakes)
    assert len({mistake.advice for mistake in mistakes}) == len(mistakes)
    assert all(mistake.advice[0].isupper() or mistake.advice[0] == "`" for mistake in mistakes)
    assert all(mistake.advice[-1] == "." for mistake in mistakes)


# Mistakes as students write them, which are the known ones in other words.


def swapped_arguments(total, visits, parent_visits, c):
    return by_powers(total, parent_visits, visits, c) if visits else inf


def two_log(total, visits, parent_visits, c):
    if visits == 0:
        return inf
    return total / visits + c * math.sqrt(2 * math.log(parent_visits) / visits)


def guarded(total, visits, parent_visits, c):
    mean = total / visits if visits > 0 else 0
    return mean + c * math.sqrt(math.log(parent_visits) / visits)


def puct(total, visits, parent_visits, c):
    mean = total / visits if visits else 0
    return mean + c * math.sqrt(parent_visits) / (1 + visits)


def only_numbers(path, outcome):
    numbers = []
    for node in path:
        visits, total = node.visits, node.total
        visits += 1
        total += outcome * node.mover
        numbers.append((visits, total))
    return numbers


def new_nodes(path, outcome):
    for nth, node in enumerate(path):
        path[nth] = copy.copy(node)
        path[nth].visits += 1
        path[nth].total += outcome * node.mover


def negated_upwards(path, outcome):
    for node in reversed(path):
        node.visits += 1
        node.total += outcome
        outcome = -outcome


def wins_only(path, outcome):
    for node in path:
        node.visits += 1
        if outcome == node.mover:
            node.total += 1


def wins_and_the_rest(path, outcome):
    for node in path:
        node.visits += 1
        if outcome == node.mover:
            node.total += 1
        else:
            node.total -= 1


def above_the_leaf(path, outcome):
    for nth in range(len(path) - 1):
        path[nth].visits += 1
        path[nth].total += outcome * path[nth].mover


def returns_in_the_loop(path, outcome):
    for node in path:
        node.visits += 1
        node.total += outcome * node.mover
        return node


@pytest.mark.parametrize(
    ("function", "mistake"),
    [
        (swapped_arguments, "visits swapped everywhere"),
        (two_log, "the other convention: 2 under the square root"),
        (guarded, "division by zero"),
        (puct, "the formula of AlphaZero"),
        (lambda *case: round(course.ucb1(*case), 3), "rounded"),
        *(
            (lambda t, n, p, c, best=best: course.ucb1(t, n, p, c) if n else best, name)
            for best, name in [
                (10**6, "unvisited is a finite number"),
                (-1, "unvisited is a finite number"),
                (0, "unvisited is 0"),
            ]
        ),
        (only_numbers, "changes nothing"),
        (new_nodes, "changes nothing"),
        (negated_upwards, "as if X had moved last"),
        (wins_only, "losses not counted"),
        (wins_and_the_rest, "a draw as a loss"),
        (above_the_leaf, "leaf skipped"),
        (returns_in_the_loop, "only the root"),
    ],
)
def test_a_mistake_is_known_in_whatever_style_it_is_made(function, mistake):
    is_path = function.__code__.co_argcount == 2
    verdict = exercise("backpropagate" if is_path else "ucb1").check(function)
    assert (verdict.status, verdict.mistake) == ("wrong", mistake)


# ---- answers that are no number


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("inf", "'inf'"),
        (True, "True"),
        (math.nan, "nan"),
        ((inf, 0), "(inf, 0)"),
        (np.array([1.0, 2.0]), "array([1., 2.])"),
    ],
)
def test_an_answer_that_is_no_number_is_shown(answer, shown):
    verdict = lesson05.ucb1.check(lambda *case: answer)
    assert (verdict.status, verdict.mistake) == ("wrong", None)
    sentence = f"`ucb1(0, 0, 1, 0)` answered {shown}; the right answer is inf."
    assert verdict.message == sentence


def test_a_forgotten_return_is_noticed():
    def ucb1(total, visits, parent_visits, c):
        course.ucb1(total, visits, parent_visits, c)

    assert lesson05.ucb1.check(ucb1).message == (
        "It always returns None: is a `return` missing, or never reached?"
    )


@pytest.mark.parametrize(("total", "shown"), NO_NUMBERS)
def test_a_total_that_is_no_number_is_shown(total, shown):
    def backpropagate(path, outcome):
        for node in path:
            node.visits += 1
            node.total = total

    verdict = lesson05.backpropagate.check(backpropagate)
    assert (verdict.status, verdict.mistake) == ("wrong", None)
    assert verdict.message.endswith(f"move 5 should stay 0, but is {shown}.")


# ---- functions that come to nothing


def loop(*case):
    while True:
        pass


def grow(path, outcome):
    for node in path:
        path.append(node)


@pytest.mark.parametrize(
    ("name", "function"), [("ucb1", loop), ("backpropagate", loop), ("backpropagate", grow)]
)
def test_a_function_that_does_not_end_gets_a_sentence(name, function, hurry):
    verdict = exercise(name).check(function)
    assert (verdict.status, verdict.mistake) == ("wrong", None)
    call = "ucb1(0, 0, 1, 0)" if name == "ucb1" else "backpropagate(path, 0)"
    sentence = f"`{call}` gave no answer within 0.1 second: does a loop never end?"
    assert verdict.message == sentence


def looks_for_a_parent(path, outcome):
    path[-1].parent.visits += 1


def sets_something_new(path, outcome):
    for node in path:
        node.wins = 1


def loses_the_total(path, outcome):
    del path[-1].total


def not_done_for_long_paths(path, outcome):
    course.backpropagate(path, outcome)
    return ... if len(path) > 5 else None


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (looks_for_a_parent, "AttributeError ('Copy' object has no attribute 'parent'"),
        (sets_something_new, "AttributeError ('Copy' object has no attribute 'wins'"),
        (loses_the_total, "AttributeError ("),
        (lambda path, outcome: path[-99], "IndexError (list index out of range)"),
        (not_done_for_long_paths, "NotImplementedError (it returned ...)"),
    ],
)
def test_an_error_is_told_with_what_is_wanted(function, told):
    verdict = lesson05.backpropagate.check(function)
    assert (verdict.status, verdict.mistake) == ("wrong", None)
    assert verdict.message.startswith("`backpropagate(path, ")
    assert f"raised {told}" in verdict.message
    assert verdict.message.endswith("; the right answer is None: it only changes the nodes.")


@pytest.mark.parametrize(
    ("name", "function", "takes"),
    [
        ("ucb1", lambda node, c: 0, "(node, c)"),
        ("backpropagate", lambda node: None, "(node)"),
    ],
)
def test_a_function_of_other_parameters_is_told_which_it_should_have(name, function, takes):
    sentence = f"It should be a function `{SIGNATURES[name]}`, but yours takes `{takes}`."
    assert exercise(name).check(function).message == sentence


# ---- signatures, hints, words


@pytest.mark.parametrize("name", NAMES)
def test_an_exercise_says_what_is_to_be_written_and_shows_its_solution(name, capsys):
    wanted = f"<Exercise {SIGNATURES[name]}: .check(your_function), .hint(), .solution()>"
    assert repr(exercise(name)) == wanted
    exercise(name).solution()
    assert capsys.readouterr().out.startswith(f'def {SIGNATURES[name]}:\n    """')


OWN_LOG = """\
✗ ucb1: not right yet (right on 328 of 978 cases)
`ucb1(0, 1, 2, 1)` answered 0; the right answer is 0.8325546111576977.
The logarithm is that of the node's own visits. It has to be the parent's: only so does a node \
that is left alone become more interesting with every visit elsewhere.
"""

SAME_FOR_BOTH = """\
✗ backpropagate: not right yet (right on 55 of 140 paths)
    X . .
    . . O
    . . .
`backpropagate(path, 1)`, where the path is root → O 5: after a win of X, `total` of the node \
behind O's move 5 should go from 0 to -1, but is 1.
It adds the outcome as it is at every node, as if all moves were X's. Then O's best moves look \
like the worst, and O is led to help X: multiply by `node.mover`.
"""


def test_a_verdict_on_a_number_reads_well(capsys):
    def ucb1(total, visits, parent_visits, c):
        return total / visits + c * math.sqrt(math.log(visits) / visits) if visits else inf

    lesson05.ucb1.check(ucb1)
    assert capsys.readouterr().out == OWN_LOG


def test_a_verdict_on_a_path_reads_well(capsys):
    def backpropagate(path, outcome):
        for node in path:
            node.visits += 1
            node.total += outcome

    verdict = lesson05.backpropagate.check(backpropagate)
    assert capsys.readouterr().out == SAME_FOR_BOTH
    assert verdict.action == 5


def test_nodes_beside_the_path_must_stay_as_they_were():
    def all_children(path, outcome):
        course.backpropagate(path, outcome)
        for child in path[0].children:
            if child not in path:
                child.visits += 1

    verdict = lesson05.backpropagate.check(all_children)
    assert (verdict.status, verdict.mistake) == ("wrong", None)
    assert verdict.message.endswith(", which is not on the path, should stay 1, but is 2.")


def test_a_root_alone_counts_too():
    def needs_a_child(path, outcome):
        if len(path) > 1:
            course.backpropagate(path, outcome)

    verdict = lesson05.backpropagate.check(needs_a_child)
    assert (verdict.board, verdict.action) == ("XXXOO....", None)
    assert verdict.message == (
        "`backpropagate(path, 1)`, where the path is root: after a win of X, `visits` of the "
        "root, which counts for X, should go from 0 to 1, but is 0."
    )
