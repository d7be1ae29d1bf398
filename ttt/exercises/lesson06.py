"""Lesson 06: learning by reward. The solutions are the package's own functions."""

from ttt.algorithms import td
from ttt.exercises.choices import A_CHOICE, Rng
from ttt.exercises.exercise import Exercise
from ttt.exercises.learning import AN_UPDATE, Values, learned_turns
from ttt.exercises.mistakes import table
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME

ask = asker("06")

# ---- epsilon_greedy

EPSILONS = (0, 1, 0.3)
# Boards with a value for each free cell, in order; None is for a move that was never tried.
VALUED_BOARDS = (
    ("XOXXO.O..", (-0.5, 0.25, 0.75)),
    ("XOXXO.O..", (0.5, -0.25, 0.5)),
    ("XOXXO.O..", (-0.25, -0.75, -0.5)),
    ("XO.XX..O.", (-0.25, None, None, -0.5)),
    ("XO..X..O.", (-0.5, -0.25, -0.25, -0.5, -0.75)),
    (".........", (0.25, None, 0.5, None, 0.95, None, 0.5, None, 0.95)),
)
ELSEWHERE = {("XO.......", action): value for action, value in ((4, 0.9), (8, -0.9))}


def boards_with_values():
    """Return tables, boards, their moves and epsilons to try, the fewest free cells first."""
    return [
        (table_of(board, values), board, GAME.actions(board), epsilon, Rng())
        for board, values in VALUED_BOARDS
        for epsilon in EPSILONS
    ]


def table_of(state, values):
    """Return a table with these values of the actions in a state, and some of another board."""
    pairs = zip(GAME.actions(state), values)
    here = {(state, action): value for action, value in pairs if value is not None}
    return Values(ELSEWHERE | here)


epsilon_greedy = Exercise(
    td.epsilon_greedy,
    cases=boards_with_values,
    **A_CHOICE,
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
        It explores with probability 1 - `epsilon`. `epsilon` is how often to explore: with 0 it is
        always greedy.
            | < epsilon → >= epsilon
        It never explores, whatever `epsilon` is. Then a move that has turned out well is made again
        and again, and a better one is not looked for.
            | rng.random() < epsilon → False
        It chooses at random, whatever `epsilon` is: what was learned is never used. Be greedy with
        probability 1 - `epsilon`.
            | rng.random() < epsilon → True
        Whether it explores depends on `epsilon` alone, or on chance alone. `epsilon` is a
        probability: compare `rng.random()` with it.
            | rng.random() < epsilon → epsilon > 0
            | rng.random() < epsilon → epsilon > 0.5
            | < epsilon → < 0.5
            | < epsilon → < 0.1
        Among equal values it always takes the same one: `max`, `index` and `argmax` take the first,
        and `>=` in a loop the last. At the start all values are equal, and it would make the same
        move again and again. Choose one of the best at random.
            | values.count(best) == 1 → True
            | rng.choice([ → max([
        When it explores it leaves out the best action. Exploring is any action, the best one too:
        each with probability `epsilon` / n more.
            | choice(actions) → choice([a for a in actions if q[state, a] <
              max(q[state, b] for b in actions)] or actions)
            | choice(actions) → choice([a for a in actions if a !=
              max(actions, key=lambda b: q[state, b])])
        When greedy it takes the lowest value, always or when O is to move. `q` is on the side of
        the player to move, X or O: the highest is best for both.
            | max(values) → min(values)
            | max(values) → (max if state.count("X") == state.count("O") else min)(values)
    """),
)


# ---- the mistakes of either update

IN_BOTH = """
    `q` is as it was before. `value = q[s, a]` only gives a number a name, and what is returned
    nobody reads: write `q[s, a] = ...` or `q[s, a] += ...`.
        | q[s, a] += → value =
    It sets the value to the target, always or at the end, as if `alpha` were 1, and all earlier
    games are forgotten. Go only the part `alpha` of the way.
        | alpha * (target → (target
        | target = r → target = r\\n    if not (GOES_ON): alpha = 1
    It does not go the part `alpha` of the way from the old value to the target. Write `q[s, a] +=
    alpha * (target - q[s, a])`, with `+=` and not `=` or `=+`, and with brackets around the whole
    of the target if you write it out.
        |  - q[s, a]) → )
        | += alpha * (target - q[s, a]) → = alpha * target
        | q[s, a] += → q[s, a] =
        | += alpha → -= alpha
        | target = r → target = alpha * r | += alpha * (target - q[s, a]) → += target
        | target = r → target = alpha * r |
          += alpha * (target - q[s, a]) → = (1 - alpha) * q[s, a] + target
        | += alpha * (target - q[s, a]) → = alpha * q[s, a] + (1 - alpha) * target
    `gamma` is for what comes next, and `alpha` for the size of the step: they are swapped.
        | gamma * → alpha * | alpha * (target → gamma * (target
    It has another target. The reward comes now and counts in full, what the next turn is worth
    comes later and counts `gamma` times as much: `r + gamma * …`.
        | target = r → target = 0
        | gamma * → 0 *
        | gamma * → 1 *
        | target = r → target = gamma * r
        | target = r → target = gamma * r | target += gamma * → target +=
    It subtracts what the next turn is worth, as minimax does one move on. But `s2` is the *same*
    player's next turn, after the opponent's move: what is good there is good here.
        | target += → target -=
    It looks up in `s` what the next turn is worth. That turn is in `s2`.
        | [s2, → [s,
    After the last move it changes nothing. Just there the reward is: without it nothing is ever
    learned. Only what comes next is missing, and counts 0.
        | target = r → target = r\\n    if not (GOES_ON): return
"""


def in_both(goes_on):
    """Return the mistakes of either update, told how it asks whether the game goes on."""
    return table(IN_BOTH.replace("GOES_ON", goes_on))


# ---- q_update


def turns_with_next_actions():
    """Return the turns to try, as `q_update` is told of them."""
    return [(q, *turn, GAME.actions(turn[3]), *rates) for q, turn, _, *rates in learned_turns()]


q_update = Exercise(
    td.q_update,
    cases=turns_with_next_actions,
    **AN_UPDATE,
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
        After the end `actions2` is empty, and `max` of nothing is an error. Nothing more is to be
        expected there: write `max([...], default=0)`, or ask `if actions2`.
            | if actions2 → if True
        It looks at more than `actions2`: at taken cells, which no game corrects, at the whole
        table, or at a value of `s2` where the game is over. What counts is what can be done next;
        when `actions2` is empty the target is `r` alone.
            | if actions2 → if True | in actions2] → in actions2 or range(9)]
            | in actions2] → in range(9)]
            | in actions2] → in range(9)] | if actions2 → if True
            | [q[s2, a2] for a2 in actions2] → q.values()
        It takes the lowest of the next values, as if the opponent were to move. In `s2` it is the
        same player's turn again: take the highest.
            | max([ → min([
            | max([ → (max if s2.count("X") == s2.count("O") else min)([
        It takes the mean or the sum of the next values. Only one move will be made next, and
        Q-learning counts on the best one: take the highest.
            | max([ → sum([
            | max([ → sum([ | actions2]) → actions2]) / len(actions2)
        It never expects less than 0: the best value so far seems to start at 0. Where all moves
        lose, the highest is below 0: start at `-inf`, or take `max`.
            | [q[s2, a2] for a2 in actions2] → 0, *[q[s2, a2] for a2 in actions2]
    """),
)


# ---- sarsa_update


def turns_with_next_action():
    """Return the turns to try, as `sarsa_update` is told of them."""
    return [(q, *turn, a2, *rates) for q, turn, a2, *rates in learned_turns()]


sarsa_update = Exercise(
    td.sarsa_update,
    cases=turns_with_next_action,
    **AN_UPDATE,
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
        It counts on the best action in `s2`: that is Q-learning. SARSA counts on the one that is
        really taken, exploring or not: `q[s2, a2]`.
            | q[s2, a2] → max(q[s2, b] for b in range(9) if s2[b] == ".")
            | q[s2, a2] → max(q[s2, b] for b in range(9))
        Where the game is over it still adds a value of `s2`, such as `q[s2, None]`. A table that
        starts at 0 hides that, one that starts at 1 does not: if `a2 is None`, the target is `r`
        alone.
            | a2 is not None → True
            | a2 is not None → r == 0
        It takes the move 0 for no move: 0 counts as false. Ask `if a2 is None`, not `if a2` or `if
        not a2`.
            | a2 is not None → a2
            | a2 is not None → a2 > 0
        It takes the value of the move `a` in `s2`, where that cell is taken. The action that is
        taken there is `a2`.
            | q[s2, a2] → q[s2, a]
    """),
)
