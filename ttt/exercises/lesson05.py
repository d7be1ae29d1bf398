"""Lesson 05: Monte Carlo tree search. The solutions are the package's own functions."""

from itertools import accumulate, product
from math import isclose, sqrt

from ttt.algorithms import mcts
from ttt.exercises.answers import as_number, is_number
from ttt.exercises.exercise import Exercise
from ttt.exercises.mistakes import table
from ttt.exercises.paths import A_COUNT, Path
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, Place, Shape

ask = asker("05")

# ---- ucb1

VISITS = (0, 1, 2, 3, 5, 10, 40)
PARENT_VISITS = (1, 2, 3, 5, 10, 20, 100, 1_000)
CS = (0, 1, 2, 0.7, 0.5, sqrt(2))


def visit_counts():
    """Return totals, visits, visits of the parent and c to try, the smallest numbers first."""
    return [
        (total, visits, parent_visits, c)
        for parent_visits in PARENT_VISITS
        for visits in VISITS
        if visits <= parent_visits
        for total in sorted({0, 1, -1, visits // 2, visits, -visits}, key=lambda t: (abs(t), -t))
        if abs(total) <= visits
        for c in CS
    ]


def close_enough(given, right, *case):
    """Return whether a number is nearly the right one."""
    return is_number(given) and isclose(given, right, rel_tol=1e-9, abs_tol=1e-12)


BOUND_SHAPES = (
    Shape(
        "no visits",
        "A node without visits has no mean, and has to come before all others: answer `inf` for "
        "it before you divide.",
        lambda seen: seen.case[1] == 0,
    ),
    Shape(
        "nearly right",
        "Where there are visits the numbers are nearly right: does it round them, or add a small "
        "number to `visits`? Keep all digits, and answer `inf` if there are no visits.",
        lambda seen: seen.case[1] == 0 or abs(seen.given - seen.answer) < 0.06,
    ),
)
BOUND_PLACES = (
    Place("the total is not 0, so the second term is right", lambda total, *rest: total),
    Place("`c` is not 0, so the mean is right", lambda *case: case[3]),
)


ucb1 = Exercise(
    mcts.ucb1,
    cases=visit_counts,
    read=as_number,
    accepts=close_enough,
    shapes=BOUND_SHAPES,
    places=BOUND_PLACES,
    things="cases",
    hints=(
        "Two terms. What has this node brought so far, per visit? And how uncertain is that, "
        "after so few visits of its own among so many of its parent? A node that was never "
        "visited comes before all others.",
        "The first term is the mean, `total / visits`. The second is `c` times the square root of "
        "`log(parent_visits)` divided by `visits`. Both divide by `visits`: answer `inf` first if "
        "that is 0.",
        "`from math import inf, log, sqrt`. If `visits == 0`, return `inf`; otherwise return "
        "`total / visits + c * sqrt(log(parent_visits) / visits)`.",
    ),
    mistakes=table("""
        Under the square root it should be the logarithm of the *parent's* visits, divided by the
        node's *own* visits.
            | log(parent_visits) → log(visits)
            | log(parent_visits) / visits → log(visits) / parent_visits
            | log(parent_visits) / visits → log(parent_visits) / parent_visits
        The square root is missing, or taken of one part only. It goes over the whole fraction,
        `sqrt(log(parent_visits) / visits)`: four times the visits halve the uncertainty.
            | sqrt( → (
            | sqrt(log(parent_visits) / visits) → sqrt(log(parent_visits)) / visits
            | sqrt(log(parent_visits) / visits) → log(parent_visits) / sqrt(visits)
        The logarithm is missing, to another base, or of more than it should be. Take the natural
        one, `log(x)`, of `parent_visits` alone, then divide it by `visits`.
            | log(parent_visits) / visits → log(parent_visits / visits)
            | log(parent_visits) → parent_visits
            | log(parent_visits) → log(parent_visits, 10)
            | log(parent_visits) → log(parent_visits, 2)
        That is UCB1 as many books write it, with a 2 of its own. In this course that 2 is part of
        `c`: leave it out, so that `c` means the same in both.
            | log(parent_visits) → 2 * log(parent_visits)
            | c * → 2 * c *
        `c` is missing or in the wrong place. It says how much to explore: it multiplies the second
        term alone, after the square root is taken.
            | c * sqrt(log → sqrt(c * log
            | total / visits + c * sqrt → c * total / visits + sqrt
            | total / visits + c * → c * total / visits + c *
            | c * sqrt → sqrt
        It adds 1 to a number of visits, which changes every value. Take the visits as they are, and
        answer `inf` if a node has none.
            | log(parent_visits) → log(parent_visits + 1)
            | / visits → / (visits + 1)
            | / visits → / (visits + 1) | if visits == 0 → if False
        It subtracts the second term, so that the *least* certain nodes are avoided and what is
        unknown stays unknown. Add it: UCB1 is hopeful.
            | + c → - c
        The first term is not the mean, which is the total divided by the node's own visits: `total
        / visits`, by `/` alone, without `//` or `int`.
            | total / visits → total
            | total / visits → total / parent_visits
            | total / visits → total // visits
    """),
)


# ---- backpropagate

DRAWN = (4, 0, 8, 2, 1, 7, 3, 5, 6)
WON_BY_X = (0, 3, 1, 4, 2)
WON_BY_O = (0, 3, 1, 4, 8, 5)


def paths_and_outcomes():
    """Return paths along these games with outcomes, X's side, the shortest paths first.

    They begin with X's move or with O's. A root alone is no good example: it comes last.
    """
    cases = []
    for moves, begin in product((DRAWN, WON_BY_X, WON_BY_O), (0, 1)):
        states = list(accumulate(moves, GAME.result, initial=GAME.initial))
        for end in range(begin, len(states)):
            is_over = GAME.terminal(states[end])
            path = Path(states[begin], moves[begin:end])
            outcomes = (GAME.utility(states[end]),) if is_over else (1, -1, 0)
            cases += [(path, outcome) for outcome in outcomes]
    return sorted(cases, key=lambda case: len(case[0].moves) or len(DRAWN) + 1)


backpropagate = Exercise(
    mcts.backpropagate,
    cases=paths_and_outcomes,
    **A_COUNT,
    hints=(
        "The outcome is from X's side: 1 if X won. Whose side does a node's total count from? "
        "Every node on the path took part in this simulation, the root and the leaf too.",
        "Go through the path. At each node one visit is added, and the outcome as seen by the "
        "player who moved there: `node.mover` is 1 for X and -1 for O.",
        "For each `node` in `path`: `node.visits += 1` and `node.total += outcome * node.mover`. "
        "Nothing is returned.",
    ),
    mistakes=table("""
        The nodes are all as they were before. `visits = node.visits + 1` only gives a number a
        name, and what is returned nobody reads: write `node.visits += 1`.
            | in path → in ()
        At all nodes of a path it counts from the side of one and the same player. Then the other
        one's best moves look like the worst: multiply the outcome by `node.mover`, which is 1 for X
        and -1 for O.
            | outcome * node.mover → outcome
            | outcome * node.mover → -outcome
            | outcome * node.mover → outcome * path[0].mover
            | outcome * node.mover → outcome * path[-1].mover
        Every sign is turned: it counts for the player to move at the node. But the node is chosen
        by who moves *into* it, who would now pick the worst: count for `node.mover`.
            | outcome * → -outcome *
        It turns the sign from node to node, but begins as if the same player had always moved
        there. Where it was the other one, every sign is wrong: ask `node.mover`.
            | outcome * node.mover → outcome * (-1) ** path.index(node)
            | outcome * node.mover → -outcome * (-1) ** path.index(node)
            | outcome * node.mover → outcome * (-1) ** path[::-1].index(node)
        Some nodes of the path are left out. All of them took part in the simulation, the root and
        the leaf too: go through the whole path, without a `return` or `break` on the way.
            | in path → in path[1:]
            | in path → in path[:-1]
            | in path → in path[-1:]
            | in path → in path[:1]
        It changes only the nodes of the player who has won. The others were visited, too, and count
        the loss as -1.
            | in path → in [node for node in path if node.mover == outcome]
        It sets a number instead of adding to it, so that all earlier simulations are forgotten:
        write `+=`, and not `=` or `=+`.
            | total += → total =
            | total += → total = | visits += → visits =
        It keeps a mean in `total`. The total is the sum of all outcomes; `ucb1` divides it by the
        visits, and would do so twice.
            | outcome * node.mover → (outcome * node.mover - node.total) / node.visits
            | += outcome * node.mover → = (node.total + outcome * node.mover) / node.visits
            | outcome * node.mover → outcome * node.mover / node.visits
    """),
)
