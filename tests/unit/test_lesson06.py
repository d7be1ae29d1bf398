"""The three exercises of lesson 06: what is right, what is wrong, and what is said about it."""

import random

import pytest
from strange import NO_NUMBERS, Unspeakable
from typed_in import bodies, typed_in

from ttt import TicTacToe
from ttt.algorithms import td
from ttt.exercises import lesson06

GAME = TicTacToe()
UPDATES = [lesson06.q_update, lesson06.sarsa_update]


def check(name, body):
    exercise = getattr(lesson06, name)
    return exercise.check(typed_in(exercise, body, td=td, random=random, GAME=GAME))


RIGHT = """
epsilon_greedy
    shuffled = rng.sample(actions, len(actions))
    best = max(shuffled, key=lambda action: q.get((state, action), 0))
    anything = rng.choice(shuffled)
    return best if rng.random() >= epsilon else anything
epsilon_greedy
    values = np.array([q[state, action] for action in actions])
    best = values == values.max()
    weights = epsilon / len(actions) + (1 - epsilon) * best / best.sum()
    return np.int64(rng.choices(actions, weights)[0])
epsilon_greedy
    if rng.uniform(0, 1) < epsilon: return actions[rng.randrange(len(actions))]
    best, found = -inf, []
    for action in actions:
        if q[state, action] > best: best, found = q[state, action], []
        if q[state, action] == best: found.append(action)
    return found[int(rng.random() * len(found))]
q_update
    best = max((q.get((s2, b), 0) for b in actions2), default=0)
    q[(s, a)] = (1 - alpha) * q.get((s, a), 0) + alpha * (r + gamma * best)
q_update
    best = np.max([q[s2, b] for b in actions2]) if len(actions2) else np.float64(0)
    q[s, a] = q[s, a] + alpha * (r + gamma * best - q[s, a])
    return q
q_update
    best = max([q.setdefault((s2, b), 0.0) for b in actions2] or [0])
    q.setdefault((s, a), 0.0)
    q[s, a] -= alpha * (q[s, a] - r - gamma * best)
sarsa_update
    q[s, a] *= 1 - alpha
    q[s, a] += alpha * (r if a2 is None else r + gamma * q.get((s2, a2), 0))
    return q[s, a]
sarsa_update
    following = 0 if GAME.terminal(s2) else q[s2, a2]
    q.update({(s, a): q[s, a] + alpha * (r + gamma * following - q[s, a])})
sarsa_update
    td.q_update(q, s, a, r, s2, () if a2 is None else (a2,), alpha, gamma)
"""


@pytest.mark.parametrize(("name", "body"), bodies(RIGHT))
def test_a_right_function_is_right_in_whatever_style_it_is_written(name, body):
    tried = "18 of 18 boards" if name == "epsilon_greedy" else "720 of 720 turns"
    verdict = check(name, body)
    assert (verdict.message, verdict.status, verdict.checked) == ("", "right", tried)


WRONG = """
epsilon_greedy: another source of chance
    return td.epsilon_greedy(q, state, actions, epsilon, random.SystemRandom())
epsilon_greedy: a number for a table
    if rng.random() < epsilon: return rng.choice(actions)
    return max(actions, key=lambda b: q[state][b])
epsilon_greedy: wrong only where `epsilon` is 0
    return td.epsilon_greedy(q, state, actions, max(epsilon, 0.02), rng)
q_update: a number for a table
    q[s][a] += alpha * (r + gamma * max(q[s2].values()) - q[s][a])
q_update: types that do not go together
    q[s, a] = q(s, a) + alpha * r
q_update: wrong only where the game is over in `s2`
    best = max([q[s2, b] for b in actions2], default=-1)
    q[s, a] += alpha * (r + gamma * best - q[s, a])
sarsa_update: It counts on the best action in `s2`
    td.q_update(q, s, a, r, s2, GAME.actions(s2), alpha, gamma)
sarsa_update: `q[s, a]` is not changed
    td.sarsa_update(q, s2, a, r, s2, a2, alpha, gamma)
sarsa_update: wrong only where the next turn counts: `gamma` is not 0, and the game goes on
    worth = sum(q[s2, b] for b in GAME.actions(s2)) / 10
    q[s, a] += alpha * (r + gamma * worth - q[s, a])
"""


@pytest.mark.parametrize(("mistake", "body"), bodies(WRONG))
def test_a_mistake_is_named_in_whatever_style_it_is_made(mistake, body):
    name, _, mistake = mistake.partition(": ")
    verdict = check(name, body)
    assert (verdict.status, str(verdict.mistake)) == ("wrong", mistake)


# ---- what is tried


@pytest.mark.parametrize("exercise", UPDATES)
def test_the_turns_are_those_of_real_games_and_begin_with_the_fewest_free_cells(exercise):
    for _, s, a, r, s2, following, *_ in exercise.cases[:-96]:  # then rewards on the way
        after = GAME.result(s, a)
        assert s2 == after or s2 in [GAME.result(after, b) for b in GAME.actions(after)]
        if GAME.terminal(s2):
            assert following in ((), None)
            assert r == (1 if GAME.player(s) == "X" else -1) * GAME.utility(s2)
        else:
            assert GAME.player(s) == GAME.player(s2) and r == 0
            assert GAME.actions(s2) == following or following in GAME.actions(s2)
    free = [s.count(".") for _, s, *_ in exercise.cases]
    assert free == sorted(free) and set(free) == set(range(1, 10))


def test_the_boards_to_choose_on_are_those_of_both_players_with_equals_and_with_all_below_0():
    kinds, players = set(), set()
    for q, state, actions, epsilon, _ in lesson06.epsilon_greedy.cases:
        assert actions == GAME.actions(state)
        values = [q[state, action] for action in actions]
        kinds.add((epsilon, values.count(max(values)) > 1, max(values) < 0))
        players.add(GAME.player(state))
    assert kinds >= {(e, equal, low) for e in (0, 0.3, 1) for equal in (0, 1) for low in (0, 1)}
    assert players == {"X", "O"}


@pytest.mark.parametrize("exercise", UPDATES)
def test_every_call_gets_a_table_of_its_own(exercise):
    assert exercise.check(lambda q, *rest: q.clear()).status == "wrong"
    assert exercise.check(getattr(td, exercise.name)).status == "right"


def test_a_blank_helper_can_be_borrowed_from_the_lesson():
    blank = typed_in(lesson06.q_update, "...")
    body = "return q_update(q, s, a, r, s2, (a2,), alpha, gamma)"
    verdict = lesson06.sarsa_update.check(typed_in(lesson06.sarsa_update, body, q_update=blank))
    assert verdict.status == "todo"
    assert "`q_update = lesson06.q_update`" in verdict.message


# ---- words


@pytest.mark.parametrize(("value", "shown"), NO_NUMBERS)
def test_a_value_that_is_no_number_is_shown(value, shown):
    def update(q, s, a, *rest):
        q[s, a] = value

    verdict = lesson06.q_update.check(update)
    assert f"should become -0.4, but became {shown}." in verdict.message


@pytest.mark.parametrize(
    ("answer", "shown"),
    [("8", "'8'"), (8.0, "8.0"), ([8], "[8]"), (Unspeakable(), "an object of type Unspeakable")],
)
def test_a_choice_that_is_no_action_is_shown(answer, shown):
    verdict = lesson06.epsilon_greedy.check(lambda q, state, actions, epsilon, rng: answer)
    told = f"1,000 calls gave {shown} (100 %), but should give about 8 (100 %).\nIt returns"
    assert told in verdict.message


LOWEST = """\
✗ q_update: not right yet (right on 530 of 720 turns)
    X . .
    X O .
    . O X
`q_update(q, 'X..XO..OX', 6, 0, 'XX.XO.OOX', (2, 5), 0.5, 1)`: `q[s, a]` was -0.35 and should \
become 0.25, but became -0.275. In `s2` `q` is -0.2 for 2, 0.85 for 5.
It takes the lowest of the next values, as if the opponent were to move. In `s2` it is the same \
player's turn again: take the highest.
"""

FIRST_OF_EQUALS = """\
✗ epsilon_greedy: not right yet (right on 10 of 18 boards)
    X O X
    X O .
    O . .
`epsilon_greedy(q, 'XOXXO.O..', (5, 7, 8), 0, rng)` (where `q` is 0.5 for 5, -0.25 for 7, 0.5 \
for 8): 1,000 calls gave 5 (100 %), but should give about 5 (50 %), 8 (50 %).
"""


def test_verdicts_read_well(capsys):
    best = "min([q[s2, b] for b in actions2], default=0)"
    verdict = check("q_update", f"q[s, a] += alpha * (r + gamma * {best} - q[s, a])")
    assert capsys.readouterr().out == LOWEST
    assert (verdict.board, verdict.action) == ("X..XO..OX", 6)
    first = "max(actions, key=lambda action: q[state, action])"
    check("epsilon_greedy", f"return rng.choice(actions) if rng.random() < epsilon else {first}")
    assert capsys.readouterr().out.startswith(FIRST_OF_EQUALS)
