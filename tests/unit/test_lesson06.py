"""The three exercises of lesson 06: what is right, what is wrong, and what is said about it."""

import math
import random

import numpy as np
import pytest
from strange import NO_NUMBERS, Unspeakable

from ttt import TicTacToe
from ttt.algorithms import td as course
from ttt.exercises import lesson06

GAME = TicTacToe()
SIGNATURES = {
    "epsilon_greedy": "epsilon_greedy(q, state, actions, epsilon, rng)",
    "q_update": "q_update(q, s, a, r, s2, actions2, alpha, gamma)",
    "sarsa_update": "sarsa_update(q, s, a, r, s2, a2, alpha, gamma)",
}
TRIED = {
    "epsilon_greedy": "22 of 22 boards",
    "q_update": "1,008 of 1,008 turns",
    "sarsa_update": "1,008 of 1,008 turns",
}
NAMES, UPDATES = list(SIGNATURES), list(SIGNATURES)[1:]


def exercise(name):
    return getattr(lesson06, name)


@pytest.fixture
def hurry(monkeypatch):
    """Allow a call a tenth of a second instead of a whole one."""
    monkeypatch.setattr("ttt.exercises.exercise.SECONDS_A_CALL", 0.1)


# ---- right, in many styles


def greedy_first(q, state, actions, epsilon, rng):
    """Draw the random numbers in another order, and more of them than needed."""
    shuffled = rng.sample(actions, len(actions))
    best = max(shuffled, key=lambda action: q.get((state, action), 0))
    anything = rng.choice(shuffled)
    return best if rng.random() >= epsilon else anything


def by_weights(q, state, actions, epsilon, rng):
    values = np.array([q[state, action] for action in actions])
    best = values == values.max()
    weights = epsilon / len(actions) + (1 - epsilon) * best / best.sum()
    return np.int64(rng.choices(actions, weights)[0])


def in_a_loop(q, state, actions, epsilon, rng):
    if rng.uniform(0, 1) < epsilon:
        return actions[rng.randrange(len(actions))]
    best, found = -math.inf, []
    for action in actions:
        if q[state, action] > best:
            best, found = q[state, action], []
        if q[state, action] == best:
            found.append(action)
    return found[int(rng.random() * len(found))]


def with_get(q, s, a, r, s2, actions2, alpha, gamma):
    best = max((q.get((s2, b), 0) for b in actions2), default=0)
    old = q.get((s, a), 0)
    q[(s, a)] = (1 - alpha) * old + alpha * (r + gamma * best)


def with_numpy(q, s, a, r, s2, actions2, alpha, gamma):
    best = np.max([q[s2, b] for b in actions2]) if len(actions2) else np.float64(0)
    q[s, a] = q[s, a] + alpha * (r + gamma * best - q[s, a])
    return q


def with_zeros_written(q, s, a, r, s2, actions2, alpha, gamma):
    best = max([q.setdefault((s2, b), 0.0) for b in actions2] or [0])
    q.setdefault((s, a), 0.0)
    q[s, a] -= alpha * (q[s, a] - r - gamma * best)


def in_two_steps(q, s, a, r, s2, a2, alpha, gamma):
    target = r
    if a2 is not None:
        target += gamma * q.get((s2, a2), 0)
    q[s, a] *= 1 - alpha
    q[s, a] += alpha * target
    return q[s, a]


def by_the_board(q, s, a, r, s2, a2, alpha, gamma):
    following = 0 if GAME.terminal(s2) else q[s2, a2]
    q.update({(s, a): q[s, a] + alpha * (r + gamma * following - q[s, a])})


def by_q_update(q, s, a, r, s2, a2, alpha, gamma):
    course.q_update(q, s, a, r, s2, () if a2 is None else (a2,), alpha, gamma)


STYLES = [
    *(("epsilon_greedy", f) for f in (greedy_first, by_weights, in_a_loop)),
    *(("q_update", f) for f in (with_get, with_numpy, with_zeros_written)),
    *(("sarsa_update", f) for f in (in_two_steps, by_the_board, by_q_update)),
    *((name, getattr(course, name)) for name in NAMES),
    *((name, exercise(name)) for name in NAMES),
]


@pytest.mark.parametrize(("name", "function"), STYLES)
def test_a_right_function_is_right_in_whatever_style_it_is_written(name, function):
    verdict = exercise(name).check(function)
    assert (verdict.message, verdict.status, verdict.checked) == ("", "right", TRIED[name])
    assert (verdict.board, verdict.mistake) == (None, None)


# ---- what is tried


@pytest.mark.parametrize("name", UPDATES)
def test_the_turns_are_those_of_real_games(name):
    for _, s, a, r, s2, following, *_ in exercise(name).cases[:-96]:  # then rewards on the way
        GAME.check(s2)
        after = GAME.result(s, a)
        assert s2 == after or s2 in [GAME.result(after, b) for b in GAME.actions(after)]
        if GAME.terminal(s2):
            assert following == (() if name == "q_update" else None)
            assert r == (1 if GAME.player(s) == "X" else -1) * GAME.utility(s2)
        else:
            assert GAME.player(s) == GAME.player(s2) and r == 0
            moves = GAME.actions(s2)
            assert following == moves if name == "q_update" else following in moves


@pytest.mark.parametrize("name", UPDATES)
def test_the_turns_are_of_every_kind_and_begin_with_the_fewest_free_cells(name):
    cases = exercise(name).cases
    free = [s.count(".") for _, s, *_ in cases]
    assert free == sorted(free) and set(free) == set(range(1, 10))
    assert {(GAME.terminal(s2), r) for _, _, _, r, s2, *_ in cases} == {
        (over, r) for over in (True, False) for r in (1, 0, -1)
    }
    assert {rates for *_, alpha, gamma in cases for rates in [(alpha, gamma)]} == {
        (alpha, gamma) for alpha in (0, 0.1, 0.5, 1) for gamma in (0, 0.9, 1)
    }


def test_many_next_actions_are_not_the_best_and_some_are_on_cell_0():
    taken = [(q, s2, a2) for q, *_, s2, a2, _, _ in lesson06.sarsa_update.cases if a2 is not None]
    best = [max(q[s2, b] for b in GAME.actions(s2)) for q, s2, _ in taken]
    assert sum(q[s2, a2] < value for (q, s2, a2), value in zip(taken, best)) > 100
    assert sum(a2 == 0 for *_, a2 in taken) > 100
    assert sum(value < 0 for value in best) > 10


def test_the_boards_to_choose_on_are_real_ones_with_equals_and_with_all_below_0():
    cases = lesson06.epsilon_greedy.cases
    kinds = set()
    for q, state, actions, epsilon, _ in cases:
        GAME.check(state)
        assert actions == GAME.actions(state)
        values = [q[state, action] for action in actions]
        kinds.add((epsilon, values.count(max(values)) > 1, max(values) < 0))
    assert kinds >= {(e, equal, low) for e in (0, 0.3, 1) for equal in (0, 1) for low in (0, 1)}


@pytest.mark.parametrize("name", UPDATES)
def test_every_call_gets_a_table_of_its_own(name):
    def destroy(q, *rest):
        q.clear()

    assert exercise(name).check(destroy).status == "wrong"
    assert exercise(name).check(getattr(course, name)).status == "right"


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


def test_a_blank_helper_can_be_borrowed_from_the_lesson():
    notebook = {}
    exec(f"def {SIGNATURES['q_update']}: ...", notebook)
    body = "return q_update(q, s, a, r, s2, (a2,), alpha, gamma)"
    exec(f"def {SIGNATURES['sarsa_update']}: {body}", notebook)
    verdict = lesson06.sarsa_update.check(notebook["sarsa_update"])
    assert verdict.status == "todo"
    assert "`q_update = lesson06.q_update`" in verdict.message


# ---- known mistakes

MISTAKES = [
    pytest.param(name, mistake, id=f"{name}: {mistake.name}")
    for name in NAMES
    for mistake in exercise(name).mistakes
]


@pytest.mark.parametrize(("name", "mistake"), MISTAKES)
def test_a_known_mistake_is_named_and_explained(name, mistake):
    verdict = exercise(name).check(mistake.function)
    assert (verdict.status, verdict.mistake) == ("wrong", mistake.name)
    assert verdict.message.startswith(f"`{name}(q, '")
    assert verdict.message.endswith("\n" + mistake.advice)
    assert len(verdict.board) == 9


@pytest.mark.parametrize("name", NAMES)
def test_there_are_enough_known_mistakes_each_with_a_name_and_advice_of_its_own(name):
    mistakes = exercise(name).mistakes
    assert len(mistakes) >= 20
    assert len({mistake.name for mistake in mistakes}) == len(mistakes)
    assert len({mistake.advice for mistake in mistakes}) == len(mistakes)
    assert all(mistake.advice[0].isupper() or mistake.advice[0] == "`" for mistake in mistakes)
    assert all(mistake.advice[-1] == "." for mistake in mistakes)


# Mistakes as students write them, which are the known ones in other words.


def the_first_max(q, state, actions, epsilon, rng):
    if rng.random() < epsilon:
        return rng.choice(actions)
    return max(actions, key=lambda action: q[state, action])


def argmax(q, state, actions, epsilon, rng):
    if rng.random() < epsilon:
        return rng.choice(actions)
    return int(np.argmax([q[state, cell] for cell in range(9)]))


def greedy_with_epsilon(q, state, actions, epsilon, rng):
    if rng.random() > epsilon:
        return rng.choice(actions)
    return course.epsilon_greedy(q, state, actions, 0, rng)


def global_random(q, state, actions, epsilon, rng):
    if random.random() < epsilon:
        return random.choice(actions)
    return course.epsilon_greedy(q, state, actions, 0, random)


def explores_elsewhere(q, state, actions, epsilon, rng):
    values = {action: q[state, action] for action in actions}
    best = [action for action in actions if values[action] == max(values.values())]
    others = [action for action in actions if action not in best]
    return rng.choice(others if rng.random() < epsilon else best)


def best_from_0(q, s, a, r, s2, actions2, alpha, gamma):
    best = 0
    for b in actions2:
        if q[s2, b] > best:
            best = q[s2, b]
    q[s, a] += alpha * (r + gamma * best - q[s, a])


def nine_cells(q, s, a, r, s2, actions2, alpha, gamma):
    best = max(q.get((s2, cell), 0) for cell in range(9))
    q[s, a] += alpha * (r + gamma * best - q[s, a])


def only_a_name(q, s, a, r, s2, actions2, alpha, gamma):
    value = q[s, a]
    value += alpha * (r + gamma * max([q[s2, b] for b in actions2], default=0) - value)
    return value


def brackets_forgotten(q, s, a, r, s2, actions2, alpha, gamma):
    best = max([q[s2, b] for b in actions2], default=0)
    q[s, a] += alpha * r + gamma * best - q[s, a]


def no_max_at_the_end(q, s, a, r, s2, actions2, alpha, gamma):
    best = max(q[s2, b] for b in actions2)
    q[s, a] += alpha * (r + gamma * best - q[s, a])


def if_a2(q, s, a, r, s2, a2, alpha, gamma):
    target = r + gamma * q[s2, a2] if a2 else r
    q[s, a] += alpha * (target - q[s, a])


def none_looked_up(q, s, a, r, s2, a2, alpha, gamma):
    q[s, a] += alpha * (r + gamma * q.get((s2, a2), 0) - q[s, a])


def greedy_after_all(q, s, a, r, s2, a2, alpha, gamma):
    free = [cell for cell in range(9) if s2[cell] == "."]
    best = 0 if a2 is None else max(q[s2, cell] for cell in free)
    q[s, a] = (1 - alpha) * q[s, a] + alpha * (r + gamma * best)


@pytest.mark.parametrize(
    ("function", "name", "mistake"),
    [
        (the_first_max, "epsilon_greedy", "the first of equals"),
        (argmax, "epsilon_greedy", "the first of all cells"),
        (greedy_with_epsilon, "epsilon_greedy", "epsilon and 1 - epsilon swapped"),
        (global_random, "epsilon_greedy", "another source of chance"),
        (explores_elsewhere, "epsilon_greedy", "explores only the others"),
        (best_from_0, "q_update", "never below 0"),
        (nine_cells, "q_update", "max over all cells"),
        (only_a_name, "q_update", "changes nothing"),
        (brackets_forgotten, "q_update", "alpha on the reward only"),
        (no_max_at_the_end, "q_update", "no actions after the end"),
        (if_a2, "sarsa_update", "move 0 taken for the end"),
        (none_looked_up, "sarsa_update", "bootstraps from a terminal state"),
        (greedy_after_all, "sarsa_update", "the best next action"),
    ],
)
def test_a_mistake_is_known_in_whatever_style_it_is_made(function, name, mistake):
    verdict = exercise(name).check(function)
    assert (verdict.status, verdict.mistake) == ("wrong", mistake)


EXPLORE = "if rng.random() < epsilon: return rng.choice(actions)"
STEP = "q[s, a] += alpha * (r + gamma * best - q[s, a])"
WRITTEN = [
    (
        "epsilon_greedy",
        [
            EXPLORE,
            "m = max(q.values(), default=0)",
            "return rng.choice([b for b in actions if q[state, b] == m])",
        ],
        "the highest value of the whole table",
    ),
    (
        "epsilon_greedy",
        [
            EXPLORE,
            "m = max(q.values(), default=0)",
            "return rng.choice([b for (s, b), value in q.items() if value == m])",
        ],
        "the best action of the whole table",
    ),
    (
        "epsilon_greedy",
        [
            EXPLORE,
            "highest = -1",
            "for b in actions:",
            "    if q[state, b] > highest: highest, best = q[state, b], [b]",
            "    elif q[state, b] == highest: best.append(b)",
            "return rng.choice(best)",
        ],
        "a name for nothing where all is lost",
    ),
    (
        "epsilon_greedy",
        [
            EXPLORE,
            "best = max(q[state, b] for b in actions)",
            "return rng.choice([b for b in actions if q[state, b] > best])",
        ],
        "never anything to choose from",
    ),
    (
        "epsilon_greedy",
        [EXPLORE, "v = [q[state, b] for b in actions]", "return v.index(max(v))"],
        "a position in the list when greedy",
    ),
    (
        "epsilon_greedy",
        ["return max(actions, key=lambda b: q[state, b])"],
        "the first of equals, always greedy",
    ),
    (
        "epsilon_greedy",
        [EXPLORE, "return max(actions, key=lambda b: q[state][b])"],
        "two indices",
    ),
    (
        "epsilon_greedy",
        [
            EXPLORE,
            "best = max(q.get((state, b), -1) for b in actions)",
            "return rng.choice([b for b in actions if q.get((state, b), -1) == best])",
        ],
        "only what was tried",
    ),
    (
        "epsilon_greedy",
        [
            EXPLORE,
            "best = max(q[b, state] for b in actions)",
            "return rng.choice([b for b in actions if q[b, state] == best])",
        ],
        "action before state",
    ),
    (
        "q_update",
        ["best = max([q[b, s2] for b in actions2], default=0)", STEP],
        "action before state in the next turn",
    ),
    (
        "sarsa_update",
        ["best = 0 if a2 is None else q[a2, s2]", STEP],
        "action before state in the next turn",
    ),
    (
        "sarsa_update",
        [
            "best = 0 if a2 is None else q[a2, s2]",
            "q[a, s] = q[a, s] + alpha * (r + gamma * best - q[a, s])",
        ],
        "action before state",
    ),
    ("q_update", ["best = q[s2, actions2] if actions2 else 0", STEP], "one entry for all actions"),
    (
        "q_update",
        ["best = max([v for (s3, b), v in q.items() if s3 == s2 and b in actions2], default=0)"]
        + [STEP],
        "only what was tried",
    ),
    ("q_update", ["best = q[s2, actions2]", STEP], "one entry for all actions"),
    ("q_update", ["best = max(q[s2, s2] for b in actions2) if actions2 else 0", STEP], None),
    ("sarsa_update", ["q[s, a] = (1 - alpha) * q[a, s] + alpha * r"], None),
    ("q_update", ["best = max([q[s2, b] for b in actions2], 0)", STEP], "max of a list and 0"),
    ("q_update", ["best = max(q[s2, actions2])", STEP], "max of one entry"),
    ("q_update", ["best = max(q[s2].values())", STEP], "a dictionary in the table"),
    (
        "q_update",
        ["best = q[s2, max(actions2)] if actions2 else 0", STEP],
        "the last of the next actions",
    ),
    (
        "q_update",
        ["best = max(q[s2][b] for b in actions2) if actions2 else 0", STEP],
        "two indices until the end",
    ),
    ("q_update", ["q[s][a] = q[s][a] + alpha * r"], "two indices"),
    ("q_update", ["q[s, a] = q(s, a) + alpha * r"], "round brackets"),
    (
        "q_update",
        [
            "best = max([q[s2, b] for b in actions2], default=0)",
            "q[s, a] =+ alpha * (r + gamma * best - q[s, a])",
        ],
        "the step alone",
    ),
    (
        "q_update",
        [
            "best = max([q[s2, b] for b in actions2], default=0)",
            "q[s, a] = (1 - alpha) * q[s, a] + alpha * r + gamma * best",
        ],
        "alpha not on the next turn",
    ),
    (
        "sarsa_update",
        ["best = 0 if a2 is None else q[s2, a2]", "q[s, a] += alpha(r + gamma * best - q[s, a])"],
        "a sign for times missing",
    ),
    (
        "sarsa_update",
        ["target = r if r != 0 or a2 is None else gamma * q[s2, a2]"]
        + ["q[s, a] += alpha * (target - q[s, a])"],
        "the reward instead of the next turn",
    ),
    (
        "sarsa_update",
        ["target = 0 if a2 is None else r + gamma * q[s2, a2]"]
        + ["q[s, a] += alpha * (target - q[s, a])"],
        "0 for the end",
    ),
    (
        "sarsa_update",
        ["best = 0 if a2 is None else q[s2][a2]", STEP],
        "two indices until the end",
    ),
    (
        "sarsa_update",
        [
            "if a2 is None: q[s, a] += alpha * (r - q[s, a])",
            "else: q[s][a] += alpha * (r + gamma * q[s2, a2] - q[s, a])",
        ],
        "two indices until the end",
    ),
]


@pytest.mark.parametrize(("name", "lines", "mistake"), WRITTEN)
def test_a_mistake_is_known_as_it_is_written(name, lines, mistake):
    notebook = {}
    exec("\n    ".join([f"def {SIGNATURES[name]}:", *lines]), notebook)
    verdict = exercise(name).check(notebook[name])
    assert (verdict.status, verdict.mistake) == ("wrong", mistake)


@pytest.mark.parametrize("name", UPDATES)
def test_another_error_of_the_same_kind_is_not_taken_for_a_known_mistake(name):
    def update(q, s, a, r, s2, following, alpha, gamma):
        q[s, a] += len(r)

    verdict = exercise(name).check(update)
    assert (verdict.status, verdict.mistake) == ("wrong", None)
    assert "raised TypeError (object of type 'int' has no len())" in verdict.message


def test_who_needs_two_actions_is_wrong_where_there_is_one():
    def second_of_a_shuffle(q, state, actions, epsilon, rng):
        shuffled = rng.sample(actions, len(actions))
        if rng.random() < epsilon:
            return shuffled[1]
        return max(shuffled, key=lambda action: q[state, action])

    verdict = lesson06.epsilon_greedy.check(second_of_a_shuffle)
    assert (verdict.status, verdict.board) == ("wrong", "XOXXOOOX.")


def test_choosing_badly_by_a_little_is_noticed():
    def half_as_often(q, state, actions, epsilon, rng):
        return course.epsilon_greedy(
            q, state, actions, epsilon if epsilon == 1 else epsilon / 2, rng
        )

    def rarely_wrong(q, state, actions, epsilon, rng):
        return course.epsilon_greedy(q, state, actions, max(epsilon, 0.02), rng)

    assert lesson06.epsilon_greedy.check(half_as_often).status == "wrong"
    assert lesson06.epsilon_greedy.check(rarely_wrong).status == "wrong"


# ---- values that are no numbers


@pytest.mark.parametrize(("value", "shown"), NO_NUMBERS)
@pytest.mark.parametrize("name", UPDATES)
def test_a_value_that_is_no_number_is_shown(name, value, shown):
    def update(q, s, a, *rest):
        q[s, a] = value

    verdict = exercise(name).check(update)
    assert (verdict.status, verdict.mistake) == ("wrong", None)
    assert f"should become 0.4, but became {shown}." in verdict.message


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("8", "'8' (100 %)"),
        (True, "True (100 %)"),
        (8.0, "8.0 (100 %)"),
        ([8], "[8] (100 %)"),
        (np.array([8]), "array([8]) (100 %)"),
        (Unspeakable(), "an object of type Unspeakable (100 %)"),
    ],
)
def test_a_choice_that_is_no_action_is_shown(answer, shown):
    verdict = lesson06.epsilon_greedy.check(lambda q, state, actions, epsilon, rng: answer)
    assert (verdict.status, verdict.mistake) == ("wrong", None)
    assert f"1,000 calls gave {shown}, but should give about 8 (100 %)." in verdict.message


def test_a_forgotten_return_is_noticed():
    def choose(*case):
        course.epsilon_greedy(*case)

    assert lesson06.epsilon_greedy.check(choose).message == (
        "It always returns None: is a `return` missing, or never reached?"
    )


# ---- other entries


def test_other_entries_must_stay_as_they_were():
    def also_the_initial_state(q, *rest):
        course.q_update(q, *rest)
        q[GAME.initial, 4] = 0.125

    verdict = lesson06.q_update.check(also_the_initial_state)
    assert (verdict.status, verdict.mistake) == ("wrong", None)
    assert "`q['.........', 4]` was " in verdict.message
    assert "and should stay so, but became 0.125." in verdict.message


def test_entries_under_other_keys_and_lost_ones_are_noticed():
    def by_state(q, s, a, *rest):
        course.q_update(q, s, a, *rest)
        q[s] = 0.5

    def loses(q, s, a, *rest):
        course.q_update(q, s, a, *rest)
        q.pop((s, a))

    assert "`q['OXX.OOOXX']` was 0 and should stay so" in lesson06.q_update.check(by_state).message
    assert "should become 0.4, but became 0." in lesson06.q_update.check(loses).message


# ---- functions that come to nothing


def loop(*case):
    while True:
        pass


@pytest.mark.parametrize("name", NAMES)
def test_a_function_that_does_not_end_gets_a_sentence(name, hurry):
    verdict = exercise(name).check(loop)
    assert (verdict.status, verdict.mistake) == ("wrong", None)
    assert verdict.message.endswith("gave no answer within 0.1 second: does a loop never end?")


@pytest.mark.parametrize("name", NAMES)
def test_an_error_is_told_with_what_is_wanted(name):
    verdict = exercise(name).check(lambda q, *rest: [][1])
    assert (verdict.status, verdict.mistake) == ("wrong", None)
    changes = "to change `q[s, a]` and to return nothing"
    wanted = "one of the actions" if name == "epsilon_greedy" else changes
    told = f"raised IndexError (list index out of range); the right answer is {wanted}."
    assert verdict.message.endswith(told)


@pytest.mark.parametrize("name", NAMES)
def test_a_function_of_other_parameters_is_told_which_it_should_have(name):
    sentence = f"It should be a function `{SIGNATURES[name]}`, but yours takes `(q, s)`."
    assert exercise(name).check(lambda q, s: None).message == sentence


# ---- signatures, hints, words


@pytest.mark.parametrize("name", NAMES)
def test_an_exercise_says_what_is_to_be_written_and_shows_its_solution(name, capsys):
    wanted = f"<Exercise {SIGNATURES[name]}: .check(your_function), .hint(), .solution()>"
    assert repr(exercise(name)) == wanted
    exercise(name).solution()
    assert capsys.readouterr().out.startswith(f'def {SIGNATURES[name]}:\n    """')


LOWEST = """\
✗ q_update: not right yet (right on 817 of 1,008 turns)
    X . .
    X O .
    . O X
`q_update(q, 'X..XO..OX', 6, 0, 'XX.XO.OOX', (2, 5), 0.5, 0.9)`: `q[s, a]` was 0.45 and should \
become 0.6525, but became -0.09. In `s2`, `q` is 0.95 for 2, -0.7 for 5.
It takes the lowest of the next values, as if the opponent were to move. In `s2` it is the same \
player's turn again: take the highest.
"""

FIRST_OF_EQUALS = """\
✗ epsilon_greedy: not right yet (right on 11 of 22 boards)
    X O X
    X O .
    O . .
`epsilon_greedy(q, 'XOXXO.O..', (5, 7, 8), 0, rng)` (where `q` is 0.5 for 5, -0.25 for 7, 0.5 \
for 8): 1,000 calls gave 5 (100 %), but should give about 5 (50 %), 8 (50 %).
Among equal values it always takes the first, and so does `max`. At the start all values are \
equal: it would try the lowest cell again and again. Choose one at random.
"""


def test_a_verdict_on_an_update_reads_well(capsys):
    def q_update(q, s, a, r, s2, actions2, alpha, gamma):
        best = min([q[s2, b] for b in actions2], default=0)
        q[s, a] += alpha * (r + gamma * best - q[s, a])

    verdict = lesson06.q_update.check(q_update)
    assert capsys.readouterr().out == LOWEST
    assert (verdict.board, verdict.action) == ("X..XO..OX", 6)
    assert "<svg" in verdict._repr_mimebundle_()["text/html"]


def test_a_verdict_on_choices_reads_well(capsys):
    lesson06.epsilon_greedy.check(the_first_max)
    assert capsys.readouterr().out == FIRST_OF_EQUALS
