"""Lesson 05: Monte Carlo tree search. The solutions are the package's own functions."""

from math import inf, isclose, sqrt

from ttt.algorithms import mcts
from ttt.exercises.answers import as_number, is_number
from ttt.exercises.exercise import Exercise
from ttt.exercises.mistakes import Mistake, table
from ttt.exercises.paths import PathExercise, paths_and_outcomes
from ttt.exercises.questions import asker
from ttt.exercises.shapes import SHAPES, Place, Shape

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


UNVISITED = Mistake(
    "no visits",
    "A node without visits has no mean, and has to come before all others: answer `inf` for it "
    "before you divide.",
    ("if visits == 0", "if False"),
    ("return inf", "return 0"),
)
OWN_SHAPES = (
    Shape(UNVISITED.name, UNVISITED.advice, lambda seen: seen.case[1] == 0),
    Shape(
        "infinite with visits",
        "It answers `inf` also for nodes that have been visited.",
        lambda seen: seen.given == inf and seen.case[1] > 0,
    ),
    Shape(
        "two terms that are not added",
        "It returns the two terms as a pair. Return their sum.",
        lambda seen: close_enough(sum(seen.given), seen.answer),
    ),
    Shape(
        "nearly right",
        "Where there are visits the numbers are nearly right: does it round them, or add a small "
        "number to `visits`? Keep all digits, and answer `inf` if there are no visits.",
        lambda seen: seen.case[1] == 0 or abs(seen.given - seen.answer) < 0.06,
    ),
)


class BoundExercise(Exercise):
    """An exercise in a number from visits; a case is (total, visits, parent_visits, c)."""

    quick = True
    shapes = (*OWN_SHAPES, *SHAPES)
    places = (
        Place("the total is not 0, so the second term is right", lambda total, *rest: total),
        Place("the total is below 0", lambda total, *rest: total < 0),
        Place("`c` is not 0, so the mean is right", lambda total, visits, parent_visits, c: c),
        Place("`parent_visits` is 1", lambda total, visits, parent_visits, c: parent_visits == 1),
    )


ucb1 = BoundExercise(
    mcts.ucb1,
    cases=visit_counts,
    read=as_number,
    accepts=close_enough,
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
    mistakes=(
        UNVISITED,
        *table("""
        log of the node's own visits
            The logarithm is that of the node's own visits. It has to be the parent's: only so does
            a node that is left alone become more interesting with every visit elsewhere.
            | log(parent_visits) → log(visits)
        the wrong counts under the square root
            Under the square root it should be the logarithm of the parent's visits, divided by the
            node's own visits.
            | log(parent_visits) / visits → log(visits) / parent_visits
            | log(parent_visits) / visits → visits / log(parent_visits)
            | log(parent_visits) / visits → log(parent_visits) / parent_visits
        no square root
            The square root is missing. Without it the second term falls far too quickly, and a good
            move that began with bad luck is given up.
            | sqrt( → (
        the square root of one part only
            The square root is taken of one part of the fraction only. It goes over the whole of it,
            `sqrt(log(parent_visits) / visits)`: four times the visits halve the uncertainty.
            | sqrt(log(parent_visits) / visits) → sqrt(log(parent_visits)) / visits
            | sqrt(log(parent_visits) / visits) → log(parent_visits) / sqrt(visits)
        log of the fraction
            It takes the logarithm of a fraction: does a bracket close too late? Take the logarithm
            of `parent_visits` alone, then divide it by `visits`.
            | log(parent_visits) / visits → log(parent_visits / visits)
            | log(parent_visits) / visits → log(parent_visits / visits) / visits
        no log
            The logarithm is missing. Then the second term grows far too quickly with the parent's
            visits, and the search goes on visiting bad moves.
            | log(parent_visits) → parent_visits
        log to another base
            The logarithm is to another base. UCB1 takes the natural one, `math.log(x)`.
            | log(parent_visits) → log(parent_visits, 10)
            | log(parent_visits) → log(parent_visits, 2)
        the other convention: a 2 in the second term
            That is UCB1 as many books write it, with a 2 of its own. In this course that 2 is part
            of `c`: leave it out, so that `c` means the same in both.
            | log(parent_visits) → 2 * log(parent_visits)
            | c * → 2 * c *
        c inside the square root
            `c` is inside the square root, so that only its root counts: 4 would explore twice as
            much as 1, not four times. Multiply after the square root is taken.
            | c * sqrt(log → sqrt(c * log
        c on the mean
            `c` multiplies the mean. It belongs to the second term alone.
            | total / visits + c * sqrt → c * total / visits + sqrt
            | total / visits + c * → c * total / visits + c *
        c forgotten
            `c` is not used. It says how much to explore: multiply the second term by it.
            | c * sqrt → sqrt
            | c * sqrt → C * sqrt
        1 added to the visits
            It adds 1 to a number of visits, which changes every value. Take the visits as they are,
            and answer `inf` if a node has none.
            | log(parent_visits) → log(parent_visits + 1)
            | / visits → / (visits + 1) | parent_visits) / → parent_visits + 1) /
            | / visits → / (visits + 1) | parent_visits) / → parent_visits + 1) / |
              if visits == 0 → if False
            | / visits → / (visits + 1)
            | / visits → / (visits + 1) | if visits == 0 → if False
            | log(parent_visits) / visits → log(parent_visits) / (visits + 1)
            | log(parent_visits) / visits → log(parent_visits + 1) / (visits + 1)
        minus instead of plus
            It subtracts the second term, so that the *least* certain nodes are avoided and what is
            unknown stays unknown. Add it: UCB1 is hopeful.
            | + c → - c
        not the mean
            The first term is not the mean, which is the total divided by the node's own visits:
            `total / visits`.
            | total / visits → total
            | total / visits → total / parent_visits
        whole numbers only
            The mean has lost what is behind its point: divide by `/` alone, without `//` or `int`.
            | total / visits → total // visits
            | total / visits → int(total / visits)
        a win rate
            Its mean goes from 0 to 1, like a share of wins. The total counts 1, 0 and -1 for each
            visit, and its mean is `total / visits`.
            | total / visits → (total / visits + 1) / 2
        the mean turned
            It turns the sign of the mean. The total is from the side of who chooses this node: a
            high mean is good, so add it as it is.
            | total / visits → -total / visits
        only the mean
            That is the mean alone: greedy, whatever `c` is. A move that was unlucky once is never
            tried again; add the second term.
            |  + c * sqrt(log(parent_visits) / visits) →
        the formula of AlphaZero
            That is nearly the formula of AlphaZero, `c * sqrt(parent_visits) / (1 + visits)`, which
            leans on a network's advice. UCB1 takes `c * sqrt(log(parent_visits) / visits)`.
            | sqrt(log(parent_visits) / visits) → sqrt(parent_visits) / (1 + visits)
            | sqrt(log(parent_visits) / visits) → sqrt(parent_visits) / (1 + visits) |
              total / visits → total / max(1, visits) | if visits == 0 → if False
    """),
    ),
)


# ---- backpropagate

backpropagate = PathExercise(
    mcts.backpropagate,
    cases=paths_and_outcomes,
    say=lambda right: "None: it only changes the nodes",
    things="paths",
    hints=(
        "The outcome is from X's side: 1 if X won. Whose side does a node's total count from? "
        "Every node on the path took part in this simulation, the root and the leaf too.",
        "Go through the path. At each node one visit is added, and the outcome as seen by the "
        "player who moved there: `node.mover` is 1 for X and -1 for O.",
        "For each `node` in `path`: `node.visits += 1` and `node.total += outcome * node.mover`. "
        "Nothing is returned.",
    ),
    mistakes=table("""
        changes nothing
            The nodes are all as they were before. `visits = node.visits + 1` only gives a number a
            name, and what is returned nobody reads: write `node.visits += 1`.
            | in path → in ()
        no alternation of sides
            It adds the outcome as it is at every node, as if all moves were X's. Then O's best
            moves look like the worst, and O is led to help X: multiply by `node.mover`.
            | outcome * node.mover → outcome
        all from O's side
            It subtracts the outcome at every node, as if all moves were O's. Then X is led to help
            O: multiply the outcome by `node.mover`, which is 1 for X and -1 for O.
            | outcome * node.mover → -outcome
        all from one player's side
            At all nodes of a path it counts from the side of one and the same player. Sides
            alternate along the path: count for each node's own `mover`.
            | outcome * node.mover → outcome * path[0].mover
            | outcome * node.mover → -outcome * path[0].mover
            | outcome * node.mover → outcome * path[-1].mover
            | outcome * node.mover → -outcome * path[-1].mover
        for the player to move
            Every sign is turned: it counts for the player to move at the node. But the node is
            chosen by who moves *into* it, who would now pick the worst: count for `node.mover`.
            | outcome * → -outcome *
        always the same player first
            It turns the sign from node to node, but begins as if the same player had always moved
            there. Where it was the other one, every sign is wrong: ask `node.mover`.
            | outcome * node.mover → outcome * (-1) ** path.index(node)
            | outcome * node.mover → -outcome * (-1) ** path.index(node)
            | outcome * node.mover → outcome * (-1) ** path[::-1].index(node)
            | outcome * node.mover → -outcome * (-1) ** path[::-1].index(node)
        other points
            Its points for a win, a draw and a loss are not 1, 0 and -1 for the player who moved to
            the node. Then players find some results better or worse than they are.
            | outcome * node.mover → (outcome * node.mover or 1)
            | outcome * node.mover → (outcome * node.mover or -1)
            | outcome * node.mover → (outcome * node.mover or 0.5)
            | outcome * node.mover → (outcome * node.mover + 1) / 2
            | outcome * node.mover → outcome * node.mover + 1
            | outcome * node.mover → min(0, outcome * node.mover)
            | outcome * node.mover → abs(outcome)
        losses not counted
            It adds 1 for a win, and nothing for a loss: add -1, or a loss looks like a draw.
            | outcome * node.mover → max(0, outcome * node.mover)
        root skipped
            The root is left out. Its visits are the parent's visits of its children: with 0 there,
            UCB1 takes the logarithm of 0.
            | in path → in path[1:]
        leaf skipped
            The leaf is left out. That is the very node the simulation was made for: it would stay
            unvisited, and be chosen again and again.
            | in path → in path[:-1]
        only one node
            Only one node is changed, at one end of the path. All nodes of it took part in the
            simulation: go through the whole path, without a `return` or `break` on the way.
            | in path → in path[-1:]
            | in path → in path[:1]
        some nodes without the outcome
            Some nodes of the path do not add the outcome. Each adds it, with the sign for its own
            `mover`.
            | outcome * node.mover → 0
            | outcome * node.mover → outcome * node.mover * (node is path[-1])
            | outcome * node.mover → outcome * node.mover * (node is path[0])
            | outcome * node.mover → outcome * (node.mover == 1)
            | outcome * node.mover → -outcome * (node.mover == -1)
        counted only for who has won
            It changes only the nodes of the player who has won. The others were visited, too, and
            count the loss as -1.
            | in path → in [node for node in path if node.mover == outcome]
        overwritten
            It sets a number instead of adding to it, so that all earlier simulations are forgotten:
            write `+=`, and not `=` or `=+`.
            | total += → total =
            | total += → total = | visits += → visits =
        the mean as total
            It keeps a mean in `total`. The total is the sum of all outcomes; `ucb1` divides it by
            the visits, and would do so twice.
            | outcome * node.mover → (outcome * node.mover - node.total) / node.visits
            | += outcome * node.mover → = (node.total + outcome * node.mover) / node.visits
            | outcome * node.mover → outcome * node.mover / node.visits
        draws left out
            After a draw nothing is counted. A draw is a visit like any other.
            | in path: → in path if outcome else ():
    """),
)
