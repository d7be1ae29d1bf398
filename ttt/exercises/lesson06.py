"""Lesson 06: learning by reward. The solutions are the package's own functions."""

import random

from ttt.algorithms import td
from ttt.exercises.choices import ChoiceExercise
from ttt.exercises.exercise import Mistake
from ttt.exercises.updates import best_next, expecting, in_both, taken_next
from ttt.exercises.values import CELLS, GAME, UpdateExercise, learned_turns

# ---- epsilon_greedy


def best_of(q, state, actions):
    """Return all of these actions that have the highest value."""
    best = max(_values(q, state, actions))
    return [action for action in actions if q[state, action] == best]


def choosing(greedy=None, explore=None, explores=lambda epsilon, rng: rng.random() < epsilon):
    """Return an `epsilon_greedy` with the greedy choice, the other or the chance of it replaced."""
    greedy = greedy or (lambda q, state, actions, rng: rng.choice(best_of(q, state, actions)))
    explore = explore or (lambda q, state, actions, rng: rng.choice(actions))

    def epsilon_greedy(q, state, actions, epsilon, rng):
        return (explore if explores(epsilon, rng) else greedy)(q, state, actions, rng)

    return epsilon_greedy


def _values(q, state, actions):
    return [q[state, action] for action in actions]


def _lowest(q, state, actions, rng):
    values = _values(q, state, actions)
    return rng.choice([a for a, value in zip(actions, values) if value == min(values)])


def _better_than_0(q, state, actions, rng):
    better = [action for action in actions if q[state, action] > 0]
    return rng.choice(best_of(q, state, better)) if better else None


def _one_of_the_better_than_0(q, state, actions, rng):
    best = max(0, *_values(q, state, actions))
    return rng.choice([action for action in actions if q[state, action] == best])


def _best_of_the_tried(q, state, actions, rng):
    tried = [action for action in actions if (state, action) in q]
    return rng.choice(best_of(q, state, tried) if tried else actions)


def _first_of_all_cells(q, state, actions, rng):
    return max(CELLS, key=lambda cell: q[state, cell])


def _not_the_best(q, state, actions, rng):
    best = best_of(q, state, actions)
    return rng.choice([action for action in actions if action not in best])


def _best_of_the_table(q, state, actions, rng):
    best = max(q.values())
    return rng.choice([action for action in actions if q[state, action] == best])


def _best_of_any_board(q, state, actions, rng):
    best = max(q.values())
    return rng.choice([action for (_, action), value in q.items() if value == best])


def _better_than_lost(q, state, actions, rng):
    better = [action for action in actions if q[state, action] > -1]
    return rng.choice(best_of(q, state, better)) if better else None


def _choice_unless_lost(q, state, actions, rng):
    return rng.choice(best_of(q, state, actions) if max(_values(q, state, actions)) > -1 else [])


def _name_unless_lost(q, state, actions, rng):
    for value in _values(q, state, actions):
        if value > -1:
            best = best_of(q, state, actions)
    return rng.choice(best)


def _first_position(q, state, actions, rng):
    values = _values(q, state, actions)
    return values.index(max(values))


def _by_two_indices(q, state, actions, rng):
    return max(q[state][action] for action in actions)


def _action_first(q, state, actions, rng):
    return rng.choice([action for action in actions if q[action, state] == 0])


def _value(q, state, actions, rng):
    return max(_values(q, state, actions))


def _second_throw(q, state, actions, epsilon, rng):
    if rng.random() < epsilon:
        return rng.choice(actions)
    if rng.random() < 1 - epsilon:
        return rng.choice(best_of(q, state, actions))
    return None


def _marks_illegal(q, state, actions, epsilon, rng):
    for cell in CELLS:
        if cell not in actions:
            q[state, cell] = -1
    return td.epsilon_greedy(q, state, actions, epsilon, rng)


epsilon_greedy = ChoiceExercise(
    td.epsilon_greedy,
    hints=(
        "Two ways to choose, and chance decides between them: with probability `epsilon` any "
        "action, else one of those with the highest value. What if several have it?",
        "`rng.random()` is between 0 and 1, so it is below `epsilon` with just that probability; "
        "`rng.choice(actions)` picks one at random. The highest value is the `max` of "
        "`q[state, action]` over the actions.",
        "If `rng.random() < epsilon`, return `rng.choice(actions)`. Else let `best` be "
        "`max(q[state, action] for action in actions)`, collect the actions whose value is `best` "
        "in a list, and return `rng.choice` of that list.",
    ),
    mistakes=(
        Mistake(
            "epsilon and 1 - epsilon swapped",
            "It explores with probability 1 - `epsilon`. `epsilon` is how often to explore: with 0 "
            "it is always greedy.",
            choosing(explores=lambda epsilon, rng: rng.random() >= epsilon),
        ),
        Mistake(
            "always greedy",
            "It never explores, whatever `epsilon` is. Then a move that has turned out well is "
            "made again and again, and a better one is not looked for.",
            choosing(explores=lambda epsilon, rng: False),
        ),
        Mistake(
            "always at random",
            "It chooses at random, whatever `epsilon` is: what was learned is never used. Be "
            "greedy with probability 1 - `epsilon`.",
            choosing(explores=lambda epsilon, rng: True),
        ),
        Mistake(
            "explores whenever epsilon is above 0",
            "It explores always, unless `epsilon` is 0. `epsilon` is a probability: compare "
            "`rng.random()` with it.",
            choosing(explores=lambda epsilon, rng: epsilon > 0),
        ),
        Mistake(
            "explores only when epsilon is above a half",
            "It does not throw the dice: a small `epsilon` never explores, a large one always "
            "does. `epsilon` is a probability: compare `rng.random()` with it.",
            choosing(explores=lambda epsilon, rng: epsilon > 0.5),
        ),
        Mistake(
            "explores half of the time",
            "It explores half of the time, whatever `epsilon` is. Compare `rng.random()` with "
            "`epsilon`.",
            choosing(explores=lambda epsilon, rng: rng.random() < 0.5),
        ),
        Mistake(
            "the first of equals",
            "Among equal values it always takes the first, and so does `max`. At the start all "
            "values are equal: it would try the lowest cell again and again. Choose one at random.",
            choosing(lambda q, state, actions, rng: best_of(q, state, actions)[0]),
        ),
        Mistake(
            "the first of equals, always greedy",
            "It never explores, whatever `epsilon` is, and among equal values it takes the first, "
            "as `max` does. Explore with probability `epsilon`, else choose among the best at "
            "random.",
            choosing(
                lambda q, state, actions, rng: best_of(q, state, actions)[0],
                explores=lambda epsilon, rng: False,
            ),
        ),
        Mistake(
            "the last of equals",
            "Among equal values it always takes the last: does `>=` replace the best so far by its "
            "equals? Choose one of them at random.",
            choosing(lambda q, state, actions, rng: best_of(q, state, actions)[-1]),
        ),
        Mistake(
            "explores only the others",
            "When it explores it leaves out the best action. Exploring is any action, the best "
            "one too: each with probability `epsilon` / n more.",
            choosing(explore=_not_the_best),
        ),
        Mistake(
            "the lowest value",
            "When greedy it takes the lowest value. `q` is on the side of the player to move, X or "
            "O: the highest is best for both.",
            choosing(_lowest),
        ),
        Mistake(
            "greedy over all cells",
            "When greedy it looks at all nine cells. A taken cell was never tried, so its 0 beats "
            "every move that is below 0: look at `actions` only.",
            choosing(lambda q, state, actions, rng: rng.choice(best_of(q, state, CELLS))),
        ),
        Mistake(
            "the first of all cells",
            "When greedy it takes the first of the highest values among all nine cells, as "
            "`argmax` does. A taken cell was never tried, so its 0 beats every move that is below "
            "0: look at `actions` only, and choose among equals at random.",
            choosing(lambda q, state, actions, rng: best_of(q, state, CELLS)[0]),
        ),
        Mistake(
            "explores all cells",
            "When it explores it picks any of the nine cells, taken ones too. Pick one of "
            "`actions`.",
            choosing(explore=lambda q, state, actions, rng: rng.choice(CELLS)),
        ),
        Mistake(
            "all cells, both ways",
            "It chooses among all nine cells, taken ones too, whether it explores or not. Only "
            "`actions` can be played.",
            choosing(
                lambda q, state, actions, rng: rng.choice(best_of(q, state, CELLS)),
                lambda q, state, actions, rng: rng.choice(CELLS),
            ),
        ),
        Mistake(
            "nothing better than 0",
            "It finds no action where all values are 0 or less: the best value so far seems to "
            "start at 0. Start at `-inf`, or take `max`.",
            choosing(_better_than_0),
        ),
        Mistake(
            "a choice of nothing",
            "Where all values are below 0 its list of best actions is empty: the best value so far "
            "seems to start at 0. Start at `-inf`, or take `max`.",
            choosing(_one_of_the_better_than_0),
        ),
        Mistake(
            "nothing better than -1",
            "It finds no action where all values are -1: the best value so far seems to start at "
            "-1. Start at `-inf`, or take `max`.",
            choosing(_better_than_lost),
        ),
        Mistake(
            "a choice of nothing where all is lost",
            "Where all values are -1 its list of best actions is empty: the best value so far "
            "seems to start at -1. Start at `-inf`, or take `max`.",
            choosing(_choice_unless_lost),
        ),
        Mistake(
            "a name for nothing where all is lost",
            "Where all values are -1 it never finds a best action to name: the best value so far "
            "seems to start at -1. Start at `-inf`, or take `max`.",
            choosing(_name_unless_lost),
        ),
        Mistake(
            "only what was tried",
            "When greedy it does not count what was never tried as 0, which is the highest value "
            "where all others are below 0: look up `q[state, action]` for all `actions`.",
            choosing(_best_of_the_tried),
        ),
        Mistake(
            "the highest value of the whole table",
            "It takes the highest value of the whole table, in which there are other boards, too. "
            "What counts are the values `q[state, action]` of the `actions`.",
            choosing(_best_of_the_table),
        ),
        Mistake(
            "the best action of the whole table",
            "It takes the best move of the whole table, which may be one of another board. What "
            "counts are the values `q[state, action]` of the `actions`.",
            choosing(_best_of_any_board),
        ),
        Mistake(
            "never anything to choose from",
            "When greedy it finds no action at all: it seems that none passes for one of the best. "
            "Compare each `q[state, action]` by `==` with the `max` of these values.",
            choosing(lambda q, state, actions, rng: rng.choice([])),
        ),
        Mistake(
            "two indices",
            "When greedy it looks something up in a number. So does `q[state][action]`, which "
            "looks up `q[state]` first. The table has one index, a pair: `q[state, action]`.",
            choosing(_by_two_indices),
        ),
        Mistake(
            "action before state",
            "It looks up `q[action, state]`, and what is never written is 0: all actions look "
            "alike. The index is a pair in this order: `q[state, action]`.",
            choosing(_action_first),
        ),
        Mistake(
            "the first of all cells, and any when it explores",
            "It chooses among all nine cells, taken ones too, and takes the first of equals. Look "
            "at `actions` only, and choose among equals at random.",
            choosing(_first_of_all_cells, lambda q, state, actions, rng: rng.choice(CELLS)),
        ),
        Mistake(
            "returns the value",
            "When greedy it returns the highest value. Return the action that has it.",
            choosing(_value),
        ),
        Mistake(
            "returns a position in the list",
            "It returns where in `actions` the choice stands, counted from 0. Return the action "
            "itself: `actions[index]`.",
            lambda q, state, actions, *rest: actions.index(
                td.epsilon_greedy(q, state, actions, *rest)
            ),
        ),
        Mistake(
            "a position in the list when greedy",
            "When greedy it returns where in the list the highest value stands, counted from 0. "
            "Return the action that stands there: `actions[index]`, at random among equals.",
            choosing(_first_position),
        ),
        Mistake(
            "returns a list",
            "When greedy it returns the list of the best actions. Return one of them, at random.",
            choosing(lambda q, state, actions, rng: best_of(q, state, actions)),
        ),
        Mistake(
            "another source of chance",
            "It chooses well, but not by `rng`: the same `rng` must lead to the same choices, or "
            "no training could be repeated. Write `rng.random()` and `rng.choice(...)`.",
            lambda *case: td.epsilon_greedy(*case[:-1], random.SystemRandom()),
        ),
        Mistake(
            "a seed in every call",
            "It sets a seed in every call, so that chance always says the same. Use `rng` as it "
            "is: it has its seed already.",
            lambda *case: td.epsilon_greedy(*case[:-1], random.Random(1)),
        ),
        Mistake(
            "a second throw",
            "It throws the dice twice, once for each way to choose. Sometimes both say no, and "
            "nothing is returned: throw once, with `else` for the other way.",
            _second_throw,
        ),
        Mistake(
            "-1 written for illegal moves",
            "It writes -1 into `q` for the taken cells. Choosing should change nothing: look at "
            "`actions` only, and the other cells do not matter.",
            _marks_illegal,
        ),
    ),
)


# ---- q_update


def turns_with_next_actions():
    """Return the turns to try, as `q_update` is told of them."""
    return [(q, *turn[:4], GAME.actions(turn.s2), *rates) for q, turn, *rates in learned_turns()]


def best_by(choose):
    """Return what is expected by who takes something else than the highest of the values."""
    return lambda q, s2, actions2: choose([q[s2, action] for action in actions2] or [0])


def _mean(values):
    return sum(values) / len(values)


def _all_cells(q, s2, following):
    return max(q[s2, cell] for cell in CELLS)


def _all_cells_until_the_end(q, s2, following):
    return 0 if following in ((), None) else _all_cells(q, s2, following)


def _whole_table(q, s2, following):
    return max(q.values(), default=0)


def _tried_only(q, s2, actions2):
    return max([q[s2, action] for action in actions2 if (s2, action) in q], default=0)


def _best_action(q, s2, actions2):
    return max(actions2, key=lambda action: q[s2, action], default=0)


def _marks_others(q, s, a, r, s2, actions2, *rates):
    for cell in CELLS:
        if cell not in actions2:
            q[s2, cell] = -1
    td.q_update(q, s, a, r, s2, actions2, *rates)


def _repeats_a(q, s, a, r, s2, following, alpha, gamma):
    v = 0 if following in ((), None) else q[s2, a]
    q[s, a] += alpha * (r + gamma * v - q[s, a])


q_update = UpdateExercise(
    td.q_update,
    cases=turns_with_next_actions,
    hints=(
        "What did the move bring, and what can be hoped for after it? That is the target. How far "
        "towards it should `q[s, a]` move? And what can be hoped for when the game is over?",
        "The target is `r` plus `gamma` times the highest `q[s2, action]` over `actions2`; after "
        "the end `actions2` is `()` and there is nothing to add. The value moves the part `alpha` "
        "of the way from where it is to the target.",
        "Let `best` be `max([q[s2, action] for action in actions2], default=0)` and `target` be "
        "`r + gamma * best`. Then `q[s, a] += alpha * (target - q[s, a])`. Nothing is returned.",
    ),
    mistakes=(
        *in_both(best_next),
        Mistake(
            "no actions after the end",
            "After the end `actions2` is empty, and `max` of nothing is an error. Nothing more is "
            "to be expected there: write `max([...], default=0)`, or ask `if actions2`.",
            expecting(lambda q, s2, actions2: max(q[s2, action] for action in actions2)),
        ),
        Mistake(
            "max of a list and 0",
            "`max([...], 0)` compares the list with 0. What to take when the list is empty is said "
            "by name: `max([...], default=0)`.",
            expecting(lambda q, s2, actions2: max([q[s2, action] for action in actions2], 0)),
        ),
        Mistake(
            "max of one entry",
            "`q[s2, actions2]` is one entry of the table, and no action's. Look up `q[s2, action]` "
            "for each of the `actions2`, and take the highest.",
            expecting(lambda q, s2, actions2: max(q[s2, actions2])),
        ),
        Mistake(
            "one entry for all actions",
            "`q[s2, actions2]` looks up a single entry, which is no action's and always 0. Look up "
            "`q[s2, action]` for each of the `actions2`, and take the highest.",
            expecting(lambda q, s2, actions2: q[s2, actions2]),
        ),
        Mistake(
            "a dictionary in the table",
            "`q[s2].values()` takes `q[s2]` for a dictionary of its own. The table has one index, "
            "a pair: look up `q[s2, action]` for each of the `actions2`.",
            expecting(lambda q, s2, actions2: max(q[s2].values())),
        ),
        Mistake(
            "bootstraps from a terminal state",
            "Where the game is over it still adds a value of `s2`. Nothing comes after the end: "
            "when `actions2` is empty the target is `r` alone.",
            expecting(lambda q, s2, actions2: max(q[s2, action] for action in actions2 or CELLS)),
        ),
        Mistake(
            "max over all cells",
            "It takes the highest value of all nine cells. A taken cell was never tried, so its "
            "value is the one it started with, and no game corrects it: look at `actions2` only.",
            expecting(_all_cells),
        ),
        Mistake(
            "max over all cells until the end",
            "While the game goes on it takes the highest value of all nine cells. A taken cell was "
            "never tried, so its value is the one it started with: look at `actions2` only.",
            expecting(_all_cells_until_the_end),
        ),
        Mistake(
            "only what was tried",
            "It does not count what was never tried as 0, which is the highest value where all "
            "others are below 0: look up `q[s2, action]` for all `actions2`.",
            expecting(_tried_only),
        ),
        Mistake(
            "max over the whole table",
            "It takes the highest value of the whole table. What counts is what can be done next: "
            "the values `q[s2, action]` of the `actions2`.",
            expecting(_whole_table),
        ),
        Mistake(
            "min instead of max",
            "It takes the lowest of the next values, as if the opponent were to move. In `s2` it "
            "is the same player's turn again: take the highest.",
            expecting(best_by(min)),
        ),
        Mistake(
            "mean instead of max",
            "It takes the mean of the next values, as if the next move were made at random. "
            "Q-learning counts on the best one.",
            expecting(best_by(_mean)),
        ),
        Mistake(
            "sum instead of max",
            "It adds up the next values. Only one move will be made: take the highest.",
            expecting(best_by(sum)),
        ),
        Mistake(
            "the first of the next actions",
            "It takes the value of the first of `actions2`: is there a `return` or `break` inside "
            "the loop? Take the highest.",
            expecting(best_by(lambda values: values[0])),
        ),
        Mistake(
            "the last of the next actions",
            "It takes the value of the last of `actions2`: does each round of a loop forget the "
            "one before, or is it `max(actions2)`, the highest cell? Take the highest value.",
            expecting(best_by(lambda values: values[-1])),
        ),
        Mistake(
            "never below 0",
            "It never expects less than 0: the best value so far seems to start at 0. Where all "
            "moves lose, the highest is below 0: start at `-inf`, or take `max`.",
            expecting(best_by(lambda values: max(0, *values))),
        ),
        Mistake(
            "the action instead of its value",
            "It adds the number of the best next cell. What counts is its value, `q[s2, action]`.",
            expecting(_best_action),
        ),
        Mistake(
            "the same move again",
            "It takes the value of the move `a` in `s2`, where that cell is taken. Take the "
            "highest over `actions2`.",
            _repeats_a,
        ),
        Mistake(
            "-1 written for illegal moves",
            "It writes -1 into `q` for the cells that are not in `actions2`. Only one value is "
            "learned in an update, `q[s, a]`; what cannot be played needs none.",
            _marks_others,
        ),
    ),
)


# ---- sarsa_update


def turns_with_next_action():
    """Return the turns to try, as `sarsa_update` is told of them."""
    return [(q, *turn[:4], turn.a2, *rates) for q, turn, *rates in learned_turns()]


def free_cells(choose):
    """Return what is expected by who looks at all free cells, not at the action taken."""
    return lambda q, s2, a2: 0 if a2 is None else choose([q[s2, b] for b in GAME.actions(s2)])


def _of_a2_in_s(q, s, a, r, s2, a2, alpha, gamma):
    old = q[s, a]
    q[s, a2] = old + alpha * (r + gamma * taken_next(q, s2, a2) - old)


sarsa_update = UpdateExercise(
    td.sarsa_update,
    cases=turns_with_next_action,
    hints=(
        "All is as in `q_update` but for one thing: SARSA does not count on the best next move. "
        "Which one does it count on, and what if there is none?",
        "The target is `r` plus `gamma` times `q[s2, a2]`, the value of the action that is really "
        "taken next. After the end `a2` is `None`, and the target is `r` alone.",
        "Let `target` be `r` if `a2 is None`, else `r + gamma * q[s2, a2]`. Then "
        "`q[s, a] += alpha * (target - q[s, a])`. Nothing is returned.",
    ),
    mistakes=(
        *in_both(taken_next),
        Mistake(
            "the best next action",
            "It counts on the best action in `s2`: that is Q-learning. SARSA counts on the one "
            "that is really taken, exploring or not: `q[s2, a2]`.",
            expecting(free_cells(max)),
        ),
        Mistake(
            "the best of all cells",
            "It counts on the best of all nine cells in `s2`, free or taken. SARSA counts on the "
            "action that is really taken: `q[s2, a2]`.",
            expecting(_all_cells_until_the_end),
        ),
        Mistake(
            "the worst next action",
            "It counts on the lowest value in `s2`, as if the opponent chose there. It is the same "
            "player's turn again, and the action taken is known: `q[s2, a2]`.",
            expecting(free_cells(min)),
        ),
        Mistake(
            "the mean of the next actions",
            "It counts on the mean of the actions in `s2`. (With their probabilities that would be "
            "Expected SARSA.) SARSA takes the one that is really taken: `q[s2, a2]`.",
            expecting(free_cells(_mean)),
        ),
        Mistake(
            "bootstraps from a terminal state",
            "Where the game is over it still adds a value of `s2`, such as `q[s2, None]`. A table "
            "that starts at 0 hides that, one that starts at 1 does not: if `a2 is None`, the "
            "target is `r` alone.",
            expecting(lambda q, s2, a2: q[s2, a2]),
        ),
        Mistake(
            "the best of all cells, also after the end",
            "It counts on the best of all nine cells in `s2`, even after the end. If `a2 is None` "
            "the target is `r` alone; else take `q[s2, a2]`.",
            expecting(_all_cells),
        ),
        Mistake(
            "move 0 taken for the end",
            "It takes the move 0 for no move: 0 counts as false. Ask `if a2 is None`, not "
            "`if a2` or `if not a2`.",
            expecting(lambda q, s2, a2: q[s2, a2] if a2 else 0),
        ),
        Mistake(
            "a instead of a2",
            "It takes the value of the move `a` in `s2`, where that cell is taken. The action that "
            "is taken there is `a2`.",
            _repeats_a,
        ),
        Mistake(
            "the action instead of its value",
            "It adds the number of the cell `a2`. What counts is its value, `q[s2, a2]`.",
            expecting(lambda q, s2, a2: a2 or 0),
        ),
        Mistake(
            "writes to a2 in s",
            "The number is right, but it is written to `q[s, a2]`. It belongs to `q[s, a]`.",
            _of_a2_in_s,
        ),
    ),
)
