"""Lesson 06: learning by reward. The solutions are the package's own functions."""

from ttt.algorithms import td
from ttt.exercises.choices import ChoiceExercise, boards_with_values, same_choices
from ttt.exercises.mistakes import table
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME
from ttt.exercises.updates import UpdateExercise, in_both, same_changes
from ttt.exercises.values import learned_turns

ask = asker("06")

# ---- epsilon_greedy

epsilon_greedy = ChoiceExercise(
    td.epsilon_greedy,
    cases=boards_with_values,
    accepts=same_choices,
    say=lambda right: "one of the actions",
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
    mistakes=table("""
        epsilon and 1 - epsilon swapped
            It explores with probability 1 - `epsilon`. `epsilon` is how often to explore: with 0 it
            is always greedy.
            | < epsilon → >= epsilon
        always greedy
            It never explores, whatever `epsilon` is. Then a move that has turned out well is made
            again and again, and a better one is not looked for.
            | rng.random() < epsilon → False
        always at random
            It chooses at random, whatever `epsilon` is: what was learned is never used. Be greedy
            with probability 1 - `epsilon`.
            | rng.random() < epsilon → True
        the dice are not thrown
            Whether it explores does not depend on chance, but on `epsilon` alone. `epsilon` is a
            probability: compare `rng.random()` with it.
            | rng.random() < epsilon → epsilon > 0
            | rng.random() < epsilon → epsilon > 0.5
            | rng.random() < epsilon → epsilon > 0.1
        a probability of its own
            It explores with the same probability whatever `epsilon` is. Compare `rng.random()` with
            `epsilon`.
            | < epsilon → < 0.5
            | < epsilon → < 0.1
        always the same of equals
            Among equal values it always takes the same one: `max`, `index` and `argmax` take the
            first, and `>=` in a loop the last. At the start all values are equal, and it would make
            the same move again and again. Choose one of the best at random.
            | values.count(best) == 1 → True
            | rng.choice([ → max([
        explores only the others
            When it explores it leaves out the best action. Exploring is any action, the best one
            too: each with probability `epsilon` / n more.
            | choice(actions) → choice([a for a in actions if q[state, a] <
              max(q[state, b] for b in actions)])
            | choice(actions) → choice([a for a in actions if q[state, a] <
              max(q[state, b] for b in actions)] or actions)
            | choice(actions) → choice([a for a in actions if a !=
              max(actions, key=lambda b: q[state, b])])
        the lowest value
            When greedy it takes the lowest value, always or when O is to move. `q` is on the side
            of the player to move, X or O: the highest is best for both.
            | max(values) → min(values)
            | max(values) → (max if state.count("X") == state.count("O") else min)(values)
        greedy over all cells
            When greedy it looks at all nine cells. A taken cell was never tried, so its 0 beats
            every move that is below 0: look at `actions` only.
            | in actions] → in range(9)] | actions[values → range(9)[values |
              zip(actions → zip(range(9)
        explores all cells
            When it explores it picks any of the nine cells, taken ones too. Pick one of `actions`.
            | rng.choice(actions) → rng.choice(range(9))
        the best so far starts too high
            It finds no action where all values are low: the best value so far seems to start at 0
            or at -1. Start at `-inf`, or take `max`.
            | max(values) → max(values)\\n    if best <= 0: return None
            | max(values) → max(0, *values)
            | max(values) → max(values)\\n    if best <= -1: return None
            | max(values) → max(values)\\n    if best <= -1: return rng.choice([])
            | max(values) → max(values)\\n    if best <= 0: raise UnboundLocalError
            | max(values) → max(values)\\n    if best <= -1: raise UnboundLocalError
        nothing when it explores
            When it explores it returns nothing: `return` the action that is chosen at random.
            | return rng.choice(actions) → return None
        only what was tried
            When greedy it does not count what was never tried as 0, which is the highest value
            where all others are below 0: look up `q[state, action]` for all `actions`.
            | q[state, action] → q.get((state, action), -1)
        the whole table
            It looks for the highest value in the whole table, in which there are other boards, too.
            What counts are the values `q[state, action]` of the `actions`.
            | max(values) → max(q.values())
            | best = max(values) → return max(q, key=q.get)[1]
        returns the value
            When greedy it returns the highest value. Return the action that has it.
            | values.count(best) == 1 → True | actions[values.index(best)] → best
        returns a position in the list
            It returns where in a list the choice stands, counted from 0. Return the action that
            stands there: `actions[index]`, and among equals at random.
            | values.count(best) == 1 → True | actions[values.index(best)] → values.index(best)
            | values.count(best) == 1 → True | actions[values.index(best)] → values.index(best) |
              rng.choice(actions) → rng.randrange(len(actions))
        returns a list
            When greedy it returns a list of the best actions. Return one of them, at random.
            | values.count(best) == 1 → False | rng.choice([ → ([
    """),
)


# ---- q_update


def turns_with_next_actions():
    """Return the turns to try, as `q_update` is told of them."""
    return [(q, *turn[:4], GAME.actions(turn.s2), *rates) for q, turn, *rates in learned_turns()]


q_update = UpdateExercise(
    td.q_update,
    cases=turns_with_next_actions,
    accepts=same_changes,
    say=lambda right: "to change `q[s, a]` and to return nothing",
    things="turns",
    hints=(
        "What did the move bring, and what can be hoped for after it? That is the target. How far "
        "towards it should `q[s, a]` move? And what can be hoped for when the game is over?",
        "The target is `r` plus `gamma` times the highest `q[s2, action]` over `actions2`; after "
        "the end `actions2` is `()` and there is nothing to add. The value moves the part `alpha` "
        "of the way from where it is to the target.",
        "Let `best` be `max([q[s2, action] for action in actions2], default=0)` and `target` be "
        "`r + gamma * best`. Then `q[s, a] += alpha * (target - q[s, a])`. Nothing is returned.",
    ),
    mistakes=in_both("actions2")
    + table("""
        no actions after the end
            After the end `actions2` is empty, and `max` of nothing is an error. Nothing more is to
            be expected there: write `max([...], default=0)`, or ask `if actions2`.
            | if actions2 → if True
            | if actions2 → if True | actions2]) → actions2], 0)
        bootstraps from a terminal state
            Where the game is over it still adds a value of `s2`. Nothing comes after the end: when
            `actions2` is empty the target is `r` alone.
            | if actions2 → if True | in actions2] → in actions2 or range(9)]
            | if actions2 → if True | in actions2]) → in range(9) if s2[a2] == "."], default=0)
        max over all cells
            It takes the highest value of all nine cells. A taken cell was never tried, so its value
            is the one it started with, and no game corrects it: look at `actions2` only.
            | in actions2] → in range(9)]
            | in actions2] → in range(9)] | if actions2 → if True
        only what was tried
            It does not count what was never tried as 0, which is the highest value where all others
            are below 0: look up `q[s2, action]` for all `actions2`.
            | in actions2] → in actions2 if (s2, a2) in q] or [0]
        max over the whole table
            It takes the highest value of the whole table. What counts is what can be done next: the
            values `q[s2, action]` of the `actions2`.
            | [q[s2, a2] for a2 in actions2] → q.values()
            | [q[s2, a2] for a2 in actions2] → q.values(), default=0 | if actions2 → if True
        min instead of max
            It takes the lowest of the next values, as if the opponent were to move. In `s2` it is
            the same player's turn again: take the highest.
            | max([ → min([
            | max([ → (max if s2.count("X") == s2.count("O") else min)([
        mean or sum instead of max
            It takes the mean or the sum of the next values. Only one move will be made next, and
            Q-learning counts on the best one: take the highest.
            | max([ → sum([
            | max([ → sum([ | actions2]) → actions2]) / len(actions2)
        the first or the last of the next actions
            It takes the value of the first or of the last of `actions2`: does a loop stop too
            early, or forget the round before? Take the highest value.
            | max([ → ([ | actions2]) → actions2])[0]
            | max([ → ([ | actions2]) → actions2])[-1]
        never below 0
            It never expects less than 0: the best value so far seems to start at 0. Where all moves
            lose, the highest is below 0: start at `-inf`, or take `max`.
            | [q[s2, a2] for a2 in actions2] → 0, *[q[s2, a2] for a2 in actions2]
        the action instead of its value
            It adds the number of a cell. What counts is the value of a move, `q[s2, action]`.
            | max([q[s2, a2] for a2 in actions2]) → max(actions2, key=lambda a2: q[s2, a2])
            | max([q[s2, a2] for a2 in actions2]) → max(actions2)
        the same move again
            It takes the value of the move `a` in `s2`, where that cell is taken. Take the highest
            over `actions2`.
            | max([q[s2, a2] for a2 in actions2]) → q[s2, a]
    """),
)


# ---- sarsa_update


def turns_with_next_action():
    """Return the turns to try, as `sarsa_update` is told of them."""
    return [(q, *turn[:4], turn.a2, *rates) for q, turn, *rates in learned_turns()]


sarsa_update = UpdateExercise(
    td.sarsa_update,
    cases=turns_with_next_action,
    accepts=same_changes,
    say=lambda right: "to change `q[s, a]` and to return nothing",
    things="turns",
    hints=(
        "All is as in `q_update` but for one thing: SARSA does not count on the best next move. "
        "Which one does it count on, and what if there is none?",
        "The target is `r` plus `gamma` times `q[s2, a2]`, the value of the action that is really "
        "taken next. After the end `a2` is `None`, and the target is `r` alone.",
        "Let `target` be `r` if `a2 is None`, else `r + gamma * q[s2, a2]`. Then "
        "`q[s, a] += alpha * (target - q[s, a])`. Nothing is returned.",
    ),
    mistakes=in_both("a2 is not None")
    + table("""
        the best next action
            It counts on the best action in `s2`: that is Q-learning. SARSA counts on the one that
            is really taken, exploring or not: `q[s2, a2]`.
            | q[s2, a2] → max(q[s2, b] for b in range(9) if s2[b] == ".")
            | q[s2, a2] → max(q[s2, b] for b in range(9))
            | q[s2, a2] → max(q[s2, b] for b in range(9)) | a2 is not None → True
            | q[s2, a2] → max([q[s2, b] for b in range(9) if s2[b] == "."], default=0) |
              a2 is not None → True
        bootstraps from a terminal state
            Where the game is over it still adds a value of `s2`, such as `q[s2, None]`. A table
            that starts at 0 hides that, one that starts at 1 does not: if `a2 is None`, the target
            is `r` alone.
            | a2 is not None → True
            | a2 is not None → r == 0
        move 0 taken for the end
            It takes the move 0 for no move: 0 counts as false. Ask `if a2 is None`, not `if a2` or
            `if not a2`.
            | a2 is not None → a2
            | a2 is not None → a2 > 0
            | a2 is not None → a2 != 0
        a instead of a2
            It takes the value of the move `a` in `s2`, where that cell is taken. The action that is
            taken there is `a2`.
            | q[s2, a2] → q[s2, a]
        the action instead of its value
            It adds the number of the cell `a2`. What counts is its value, `q[s2, a2]`.
            | q[s2, a2] → a2
    """),
)
