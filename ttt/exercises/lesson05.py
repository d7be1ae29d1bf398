"""Lesson 05: Monte Carlo tree search.

The solutions are the package's own functions. A mistake of `ucb1` answers with
a tuple where several answers may come of it, or with a test that they pass.
"""

from math import inf, isclose, log, log2, log10, sqrt

from ttt.algorithms import mcts
from ttt.exercises.exercise import Exercise, Mistake
from ttt.exercises.paths import PathExercise
from ttt.exercises.searches import as_number, is_number

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
    """Return whether a number is nearly the right one, or one of a tuple, or passes a test."""
    if callable(right):
        return is_number(given) and right(given)
    several = right if isinstance(right, tuple) else (right,)
    return is_number(given) and any(
        isclose(given, one, rel_tol=1e-9, abs_tol=1e-12) for one in several
    )


def bound(
    mean=lambda total, n, parent: total / n, width=lambda n, parent, c: c * _spread(n, parent)
):
    """Return a `ucb1` with one of its two terms replaced; unvisited nodes are right."""

    def ucb1(total, visits, parent_visits, c):
        if visits == 0:
            return inf
        return mean(total, visits, parent_visits) + width(visits, parent_visits, c)

    return ucb1


def _spread(visits, parent_visits, logarithm=log):
    return sqrt(logarithm(parent_visits) / visits)


def unvisited(answer):
    """Return a `ucb1` that is right but for nodes without visits."""
    return lambda total, visits, *rest: mcts.ucb1(total, visits, *rest) if visits else answer


def _divides_by_zero(total, visits, parent_visits, c):
    return total / visits + c * _spread(visits, parent_visits)


def _c_times_both(total, visits, parent_visits, c):
    return inf if visits == 0 else c * (total / visits + _spread(visits, parent_visits))


def _c_times_mean(total, visits, parent_visits, c):
    return inf if visits == 0 else c * total / visits + _spread(visits, parent_visits)


def _one_visit_more(total, visits, parent_visits, c):
    return total / (visits + 1) + c * _spread(visits + 1, parent_visits)


def _of_alphazero(total, visits, parent_visits, c):
    width = c * sqrt(parent_visits) / (1 + visits)
    return total / visits + width if visits else (inf, width)


def _rounded(*case):
    right = mcts.ucb1(*case)
    return lambda given: given == right or abs(given - right) < 0.06


ucb1 = Exercise(
    mcts.ucb1,
    cases=visit_counts,
    answer=mcts.ucb1,
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
        Mistake(
            "log of the node's own visits",
            "The logarithm is that of the node's own visits. It has to be the parent's: only so "
            "does a node that is left alone become more interesting with every visit elsewhere.",
            bound(width=lambda n, parent, c: c * _spread(n, n)),
        ),
        Mistake(
            "no square root",
            "The square root is missing. Without it the second term falls far too quickly, and a "
            "good move that began with bad luck is given up.",
            bound(width=lambda n, parent, c: c * log(parent) / n),
        ),
        Mistake(
            "the square root of the log only",
            "The square root is taken of the logarithm only. It goes over the whole fraction, "
            "`sqrt(log(parent_visits) / visits)`: four times the visits halve the uncertainty.",
            bound(width=lambda n, parent, c: c * sqrt(log(parent)) / n),
        ),
        Mistake(
            "the square root of the visits only",
            "The square root is taken of the visits only. It goes over the whole fraction, "
            "`sqrt(log(parent_visits) / visits)`, or bad moves are tried too often.",
            bound(width=lambda n, parent, c: c * log(parent) / sqrt(n)),
        ),
        Mistake(
            "log of the fraction",
            "It takes the logarithm of the fraction: a bracket closes too late. Take the "
            "logarithm of `parent_visits`, then divide it by `visits`.",
            bound(width=lambda n, parent, c: c * sqrt(log(parent / n))),
        ),
        Mistake(
            "no log",
            "The logarithm is missing. Then the second term grows far too quickly with the "
            "parent's visits, and the search goes on visiting bad moves.",
            bound(width=lambda n, parent, c: c * sqrt(parent / n)),
        ),
        Mistake(
            "c inside the square root",
            "`c` is inside the square root, so that only its root counts: 4 would explore twice "
            "as much as 1, not four times. Multiply after the square root is taken.",
            bound(width=lambda n, parent, c: sqrt(c * log(parent) / n)),
        ),
        Mistake(
            "c on the mean",
            "`c` multiplies the mean. It belongs to the second term: a greater `c` should explore "
            "more, and here it explores less.",
            _c_times_mean,
        ),
        Mistake(
            "c on both terms",
            "`c` multiplies both terms, so it changes nothing about which node comes first. It "
            "belongs to the second alone.",
            _c_times_both,
        ),
        Mistake(
            "c forgotten",
            "`c` is not used. It says how much to explore: multiply the second term by it.",
            bound(width=lambda n, parent, c: _spread(n, parent)),
        ),
        Mistake(
            "the other convention: 2 under the square root",
            "That is UCB1 as many books write it, with a 2 under the square root. In this course "
            "that 2 is part of `c`: your formula with `c = 1` is ours with `c` = √2. Leave the 2 "
            "out, so that `c` means the same in both.",
            bound(width=lambda n, parent, c: c * sqrt(2) * _spread(n, parent)),
        ),
        Mistake(
            "1 added to the parent's visits",
            "It takes the logarithm of `1 + parent_visits`. The parent has at least one visit, so "
            "there is nothing to guard against; take the number as it is.",
            bound(width=lambda n, parent, c: c * _spread(n, parent + 1)),
        ),
        Mistake(
            "1 added to the visits",
            "It adds 1 to `visits` to avoid dividing by 0. That pulls every mean towards 0, and an "
            "unvisited node no longer comes first: answer `inf` for that one instead.",
            _one_visit_more,
        ),
        Mistake(
            "log to base 10",
            "The logarithm is to base 10. UCB1 takes the natural one, `math.log(x)`; this one is "
            "smaller by a factor of 2.3, so it explores too little.",
            bound(width=lambda n, parent, c: c * _spread(n, parent, log10)),
        ),
        Mistake(
            "log to base 2",
            "The logarithm is to base 2. UCB1 takes the natural one, `math.log(x)`; this one is "
            "greater by a factor of 1.44, so it explores too much.",
            bound(width=lambda n, parent, c: c * _spread(n, parent, log2)),
        ),
        Mistake(
            "minus instead of plus",
            "It subtracts the second term, so that the *least* certain nodes are avoided and "
            "what is unknown stays unknown. Add it: UCB1 is hopeful.",
            bound(width=lambda n, parent, c: -c * _spread(n, parent)),
        ),
        Mistake(
            "total instead of mean",
            "The first term is the total, which grows with the visits whatever the move is worth. "
            "Divide it by `visits`.",
            bound(mean=lambda total, n, parent: total),
        ),
        Mistake(
            "the mean over the parent's visits",
            "The total is divided by the parent's visits. These are not this node's simulations: "
            "its mean is `total / visits`.",
            bound(mean=lambda total, n, parent: total / parent),
        ),
        Mistake(
            "visits swapped under the square root",
            "Under the square root the two counts are swapped, so that every visit makes a node "
            "*more* uncertain. It should be the logarithm of the parent's visits, divided by the "
            "node's own.",
            bound(width=lambda n, parent, c: c * _spread(parent, n)),
        ),
        Mistake(
            "visits swapped everywhere",
            "`visits` and `parent_visits` are swapped. The node's own visits divide, both times; "
            "the parent's are in the logarithm.",
            bound(lambda total, n, parent: total / parent, lambda n, p, c: c * _spread(p, n)),
        ),
        Mistake(
            "only the mean",
            "That is the mean alone: greedy, whatever `c` is. A move that was unlucky once is "
            "never tried again; add the second term.",
            bound(width=lambda n, parent, c: 0),
        ),
        Mistake(
            "only the uncertainty",
            "That is the second term alone: all moves are visited alike, good and bad. Add the "
            "mean.",
            bound(mean=lambda total, n, parent: 0),
        ),
        Mistake(
            "unvisited is 0",
            "A node without visits gets 0, like one that always drew. Then it may never be tried: "
            "answer `inf`, so that it comes first.",
            unvisited(0),
        ),
        Mistake(
            "unvisited is minus infinity",
            "A node without visits gets minus infinity, so it is never tried at all. It has to "
            "come before all others: `inf`.",
            unvisited(-inf),
        ),
        Mistake(
            "unvisited is a finite number",
            "A node without visits gets a finite number. With a large enough `c` another overtakes "
            "it, however large it is: `inf` is the number that none is above.",
            unvisited(lambda given: -inf < given < inf),
        ),
        Mistake(
            "division by zero",
            "A node without visits has no mean: dividing by 0 is an error. Answer `inf` for it "
            "before you divide.",
            _divides_by_zero,
        ),
        Mistake(
            "the formula of AlphaZero",
            "That is nearly the formula of AlphaZero, `c * sqrt(parent_visits) / (1 + visits)`, "
            "which leans on a network's advice. UCB1 has no such advice, and takes "
            "`c * sqrt(log(parent_visits) / visits)`.",
            _of_alphazero,
        ),
        Mistake(
            "rounded",
            "The numbers are right, but rounded. Keep all digits: the children of a node often "
            "differ by little.",
            _rounded,
        ),
    ),
)


# ---- backpropagate


def counting(reward, at=lambda path: path):
    """Return a `backpropagate` that adds reward(outcome, node, path) at the nodes `at` a path."""

    def backpropagate(path, outcome):
        for node in at(path):
            node.visits += 1
            node.total += reward(outcome, node, path)

    return backpropagate


def _right(outcome, node, path):
    return outcome * node.mover


def _scored(win, draw, loss):
    """Return the reward of who gives these points for a win, a draw and a loss of the mover."""
    points = {1: win, 0: draw, -1: loss}
    return lambda outcome, node, path: points[outcome * node.mover]


def _turns(node, path):
    """Return 1 and -1 in turn along a path, 1 at the root."""
    return (-1) ** path.index(node)


def _no_visits(path, outcome):
    for node in path:
        node.total += outcome * node.mover


def _visits_at(chosen):
    """Return a `backpropagate` with right totals that counts visits only at the chosen node."""

    def backpropagate(path, outcome):
        _no_visits(path, outcome)
        path[chosen].visits += 1

    return backpropagate


def _overwritten(path, outcome):
    for node in path:
        node.visits += 1
        node.total = outcome * node.mover


def _mean_as_total(path, outcome):
    for node in path:
        node.visits += 1
        node.total += (outcome * node.mover - node.total) / node.visits


def _draws_left_out(path, outcome):
    if outcome:
        mcts.backpropagate(path, outcome)


backpropagate = PathExercise(
    mcts.backpropagate,
    hints=(
        "The outcome is from X's side: 1 if X won. Whose side does a node's total count from? "
        "Every node on the path took part in this simulation, the root and the leaf too.",
        "Go through the path. At each node one visit is added, and the outcome as seen by the "
        "player who moved there: `node.mover` is 1 for X and -1 for O.",
        "For each `node` in `path`: `node.visits += 1` and `node.total += outcome * node.mover`. "
        "Nothing is returned.",
    ),
    mistakes=(
        Mistake(
            "changes nothing",
            "The nodes are all as they were before. `visits = node.visits + 1` only gives a "
            "number a name, and what is returned nobody reads: write `node.visits += 1`.",
            counting(_right, at=lambda path: ()),
        ),
        Mistake(
            "no alternation of sides",
            "It adds the outcome as it is at every node, as if all moves were X's. Then O's best "
            "moves look like the worst, and O is led to help X: multiply by `node.mover`.",
            counting(lambda outcome, node, path: outcome),
        ),
        Mistake(
            "all from O's side",
            "It subtracts the outcome at every node, as if all moves were O's. Then X is led to "
            "help O: multiply the outcome by `node.mover`.",
            counting(lambda outcome, node, path: -outcome),
        ),
        Mistake(
            "all from the side of who searches",
            "At every node it counts for the player to move at the root. Then the opponent, too, "
            "picks what is best for that player, and the search gets no better with more "
            "simulations: count for `node.mover`.",
            counting(lambda outcome, node, path: -outcome * path[0].mover),
        ),
        Mistake(
            "all from the side of who moved last",
            "At every node it counts for the player who moved into the leaf. Sides alternate "
            "along the path: count for each node's own `mover`.",
            counting(lambda outcome, node, path: outcome * path[-1].mover),
        ),
        Mistake(
            "for the player to move",
            "Every sign is turned: it counts for the player to move at the node. But the node is "
            "chosen by who moves *into* it, who would now pick the worst: count for `node.mover`.",
            counting(lambda outcome, node, path: -outcome * node.mover),
        ),
        Mistake(
            "as if X had moved last",
            "It turns the sign from the leaf upwards, and starts as if X had moved last. Where O "
            "did, every sign is wrong: ask `node.mover`.",
            counting(lambda outcome, node, path: outcome * _turns(node, path[::-1])),
        ),
        Mistake(
            "as if O had moved last",
            "It turns the sign from the leaf upwards, and starts as if O had moved last. Where X "
            "did, every sign is wrong: ask `node.mover`.",
            counting(lambda outcome, node, path: -outcome * _turns(node, path[::-1])),
        ),
        Mistake(
            "as if X were to move at the root",
            "It turns the sign from the root downwards, and starts as if X were to move there. "
            "Where O is, every sign is wrong: ask `node.mover`.",
            counting(lambda outcome, node, path: -outcome * _turns(node, path)),
        ),
        Mistake(
            "as if O were to move at the root",
            "It turns the sign from the root downwards, and starts as if O were to move there. "
            "Where X is, every sign is wrong: ask `node.mover`.",
            counting(lambda outcome, node, path: outcome * _turns(node, path)),
        ),
        Mistake(
            "a draw as a loss",
            "It counts a draw like a loss. Then a player who cannot win sees no reason to save "
            "the draw: it counts 0, between the two.",
            counting(_scored(1, -1, -1)),
        ),
        Mistake(
            "a draw as a win",
            "It counts a draw like a win. Then a player who could win sees no reason to: a draw "
            "counts 0.",
            counting(_scored(1, 1, -1)),
        ),
        Mistake(
            "a draw as half a win",
            "It adds a half for a draw. Where a win is 1 and a loss -1 the middle is 0: with a "
            "half, both players would find draws better than they are.",
            counting(_scored(1, 0.5, -1)),
        ),
        Mistake(
            "points 1, ½ and 0",
            "It gives 1, ½ and 0 points, as chess does. That can be searched with as well, but "
            "the course counts 1, 0 and -1, on which `c` and the mean depend.",
            counting(_scored(1, 0.5, 0)),
        ),
        Mistake(
            "losses not counted",
            "It adds 1 for a win, and nothing for a loss. Then a loss looks no worse than a draw: "
            "add -1.",
            counting(_scored(1, 0, 0)),
        ),
        Mistake(
            "wins not counted",
            "It subtracts 1 for a loss, but adds nothing for a win. Then a win looks no better "
            "than a draw: add 1.",
            counting(_scored(0, 0, -1)),
        ),
        Mistake(
            "the size of the outcome",
            "It adds 1 whoever has won: the sign is lost. A win of the opponent counts -1.",
            counting(lambda outcome, node, path: abs(outcome)),
        ),
        Mistake(
            "root skipped",
            "The root is left out. Its visits are the parent's visits of its children: with 0 "
            "there, UCB1 takes the logarithm of 0.",
            counting(_right, at=lambda path: path[1:]),
        ),
        Mistake(
            "leaf skipped",
            "The leaf is left out. That is the very node the simulation was made for: it would "
            "stay unvisited, and be chosen again and again.",
            counting(_right, at=lambda path: path[:-1]),
        ),
        Mistake(
            "only the leaf",
            "Only the leaf is changed. The nodes above it decide where the next simulation goes, "
            "and would never learn of this one: go through the whole path.",
            counting(_right, at=lambda path: path[-1:]),
        ),
        Mistake(
            "only the root",
            "Only the root is changed: is there a `return` inside the loop? Every node of the "
            "path has to count.",
            counting(_right, at=lambda path: path[:1]),
        ),
        Mistake(
            "visits not counted",
            "The totals are right, but the visits are not counted. Then the mean has nothing to "
            "be divided by: `node.visits += 1`.",
            _no_visits,
        ),
        Mistake(
            "visits only at the leaf",
            "The totals are right, but only the leaf gets a visit. The simulation came through "
            "every node of the path: count it at each.",
            _visits_at(-1),
        ),
        Mistake(
            "visits only at the root",
            "The totals are right, but only the root gets a visit. The simulation came through "
            "every node of the path: count it at each.",
            _visits_at(0),
        ),
        Mistake(
            "total not counted",
            "The visits are right, but no total changes. Then all moves look like draws: add "
            "`outcome * node.mover`.",
            counting(lambda outcome, node, path: 0),
        ),
        Mistake(
            "the outcome only at the leaf",
            "The visits are right, but only the leaf's total changes. The nodes above it would "
            "seem to draw ever more: add the outcome at each.",
            counting(lambda outcome, node, path: outcome * node.mover * (node is path[-1])),
        ),
        Mistake(
            "only X's nodes",
            "Only the nodes behind X's moves get the outcome. O chooses by totals too: at those "
            "nodes it counts with the other sign.",
            counting(lambda outcome, node, path: outcome * (node.mover == 1)),
        ),
        Mistake(
            "total overwritten",
            "It sets the total to the last outcome, and all earlier simulations are forgotten. "
            "Add to it: `+=`.",
            _overwritten,
        ),
        Mistake(
            "the mean as total",
            "It keeps the mean in `total`. The total is the sum of all outcomes; `ucb1` divides "
            "it by the visits, and would do so twice.",
            _mean_as_total,
        ),
        Mistake(
            "draws left out",
            "After a draw nothing is counted. A draw is a visit like any other: without it, the "
            "mean of a node that mostly draws is that of its few other games.",
            _draws_left_out,
        ),
    ),
)
