"""The two exercises of lesson 05: what is right, what is wrong, and what is said about it."""

from itertools import pairwise

import pytest
from strange import NO_NUMBERS
from typed_in import bodies, typed_in

from ttt import TicTacToe
from ttt.algorithms import mcts
from ttt.exercises import lesson05

GAME = TicTacToe()


def check(name, body):
    exercise = getattr(lesson05, name)
    return exercise.check(typed_in(exercise, body, mcts=mcts))


RIGHT = """
ucb1
    return total * visits**-1 + c * log(parent_visits)**.5 * visits**-.5 if visits else inf
ucb1
    return np.inf if visits < 1 else total / visits + c * np.sqrt(np.log(parent_visits) / visits)
ucb1
    if not visits: return float("inf")
    return (total + c * sqrt(visits * log2(parent_visits) / log2(e))) / visits
ucb1
    try: return np.float64(total / visits) + c * sqrt(log(parent_visits) / visits)
    except ZeroDivisionError: return inf
backpropagate
    while path:
        node = path.pop()
        node.visits = node.visits + 1
        node.total = node.total + (outcome if node.mover == 1 else -outcome)
backpropagate
    for node in reversed(path):
        moved = 1 if node.state.count("X") > node.state.count("O") else -1
        node.visits, node.total = node.visits + 1, node.total + float(moved * outcome)
    return path
backpropagate
    reward = np.int64(outcome * path[0].mover)
    for node in path:
        node.visits += 1
        node.total += reward
        reward = -reward
backpropagate
    if path:
        path[0].visits += 1
        path[0].total += outcome * path[0].mover
        backpropagate(path[1:], outcome)
"""


@pytest.mark.parametrize(("name", "body"), bodies(RIGHT))
def test_a_right_function_is_right_in_whatever_style_it_is_written(name, body):
    tried = {"ucb1": "978 of 978 cases", "backpropagate": "117 of 117 paths"}
    verdict = check(name, body)
    assert (verdict.message, verdict.status, verdict.checked) == ("", "right", tried[name])


WRONG = """
ucb1: no visits
    return mcts.ucb1(total, visits, parent_visits, c) if visits else 10**6
ucb1: nearly right
    return round(mcts.ucb1(total, visits, parent_visits, c), 3)
ucb1: nearly right
    n = visits + 1e-6
    return total / n + c * sqrt(log(parent_visits) / n)
ucb1: an error where an answer is due
    return total / visits + c * sqrt(log(visits) / visits)
ucb1: wrong only where `c` is not 0, so the mean is right
    return total / visits + c * (log(parent_visits) / visits) ** 0.3 if visits else inf
backpropagate: At all nodes of a path it counts from the side of one and the same player
    for node in path[::-1]:
        node.visits += 1
        node.total += outcome
backpropagate: Some nodes of the path are left out
    for node in path:
        node.visits += 1
        node.total += outcome * node.mover
        return node
backpropagate: no such thing
    path[-1].parent.visits += 1
backpropagate: the totals are wrong
    for node in path:
        node.visits += 1
        node.total += node.mover
backpropagate: the visits are wrong
    mcts.backpropagate(path, outcome)
    for child in path[0].children: child.visits += child not in path
backpropagate: wrong only where the path is the root alone
    if len(path) > 1: mcts.backpropagate(path, outcome)
"""


@pytest.mark.parametrize(("mistake", "body"), bodies(WRONG))
def test_a_mistake_is_named_in_whatever_style_it_is_made(mistake, body):
    name, _, mistake = mistake.partition(": ")
    verdict = check(name, body)
    assert (verdict.status, str(verdict.mistake)) == ("wrong", mistake)


@pytest.mark.parametrize(("total", "shown"), NO_NUMBERS)
def test_a_total_that_is_no_number_is_shown(total, shown):
    def backpropagate(path, outcome):
        for node in path:
            node.visits += 1
            node.total = total

    message = lesson05.backpropagate.check(backpropagate).message
    assert f"but is {shown}." in message


# ---- what is tried


def test_the_paths_are_those_of_real_games_of_every_length_outcome_and_side():
    kinds = set()
    for given, outcome in lesson05.backpropagate.cases:
        path, nodes = given.fresh()
        kinds.add((len(path), outcome, path[0].mover))
        assert all(after in before.children for before, after in pairwise(path))
        assert all(node.mover == (1 if GAME.player(node.state) == "O" else -1) for node in nodes)
        assert not GAME.terminal(path[-1].state) or GAME.utility(path[-1].state) == outcome
    assert kinds >= {
        (n, result, who) for n in range(2, 9) for result in (1, 0, -1) for who in (1, -1)
    }


def test_every_call_gets_nodes_of_its_own():
    spoil = "for node in path: node.visits, node.mover, node.state = -1, 0, node.children.clear()"
    assert check("backpropagate", spoil).status == "wrong"
    assert lesson05.backpropagate.check(mcts.backpropagate).status == "right"


# ---- words

OWN_LOG = """\
✗ ucb1: not right yet (right on 328 of 978 cases)
`ucb1(0, 1, 2, 1)` answered 0; the right answer is 0.8325546111576977.
Under the square root it should be the logarithm of the *parent's* visits, divided by the node's \
*own* visits.
"""

SAME_FOR_BOTH = """\
✗ backpropagate: not right yet (right on 45 of 117 paths)
    . . .
    . X .
    . . .
`backpropagate(path, 1)`, where the path is root → X 4: after a win of X, `total` of the root, \
which counts for O, was 2 and should be 1, but is 3.
At all nodes of a path it counts from the side of one and the same player. Then the other one's \
best moves look like the worst: multiply the outcome by `node.mover`, which is 1 for X and -1 for O.
"""


def test_verdicts_read_well(capsys):
    check("ucb1", "return total / visits + c * sqrt(log(visits) / visits) if visits else inf")
    assert capsys.readouterr().out == OWN_LOG
    check("backpropagate", "for node in path: node.visits += 1; node.total += outcome")
    assert capsys.readouterr().out == SAME_FOR_BOTH
