"""Lesson 08: AlphaZero. The solution is the package's own function."""

from ttt.algorithms import alphazero
from ttt.exercises.answers import as_number
from ttt.exercises.exercise import Exercise
from ttt.exercises.lesson05 import close_enough, visit_counts
from ttt.exercises.mistakes import table
from ttt.exercises.questions import asker
from ttt.exercises.shapes import Place

ask = asker("08")

puct = Exercise(
    alphazero.puct,
    cases=lambda: [(prior, *rest) for rest in visit_counts() for prior in (1, 0.5, 0.1, 0)],
    read=as_number,
    accepts=close_enough,
    places=(
        Place("there are no visits yet", lambda prior, total, visits, *rest: not visits),
        Place("the total is not 0, so the second term is right", lambda prior, total, *rest: total),
        Place("`c` and the prior are not 0, so the mean is right", lambda *case: case[0] * case[4]),
    ),
    things="cases",
    hints=(
        "Two terms, as in `ucb1`. The first has not changed: what has this node brought so far, "
        "per visit? Only if there are no visits yet, this term is 0.",
        "The second term is a product: `c`, times the prior, times the doubt. The doubt is the "
        "square root of the parent's visits, divided by one more than the node's own visits.",
        "`mean = total / visits if visits else 0`, and then return `mean + c * prior * "
        "sqrt(parent_visits) / (1 + visits)`.",
    ),
    mistakes=table("""
        A node without visits counts as infinite, as in `ucb1`. Here the prior decides which of the
        new nodes comes first: take 0 for the mean, and add the second term as everywhere.
            | mean = → if not visits: return float("inf")\\n    mean =
        It divides by the visits where there are none. A node without visits has no mean: take 0,
        as in `total / visits if visits else 0`.
            |  if visits else 0 →
        A node without visits gets 0 in all. Only its mean is 0: the second term counts there too.
            | mean = → if not visits: return 0\\n    mean =
        The doubt is not that of PUCT, which is the square root of `parent_visits` alone, divided by
        `1 + visits`. There is no logarithm in it, and no square root of the rest.
            | sqrt(parent_visits) / (1 + visits) → sqrt(np.log(parent_visits) / (1 + visits))
            | sqrt(parent_visits) / (1 + visits) → sqrt(parent_visits / (1 + visits))
            | sqrt(parent_visits) / (1 + visits) → sqrt(parent_visits) / (visits or 1)
            | sqrt(parent_visits) → sqrt(np.log(parent_visits))
            | sqrt(parent_visits) → parent_visits
            | sqrt(parent_visits) → sqrt(1 + parent_visits)
            | sqrt(parent_visits) → sqrt(visits)
        The prior is missing or in the wrong place. It multiplies the second term alone, beside `c`.
            | c * prior * → c *
            | mean + c * prior * → prior * mean + c *
            | mean + c * prior * → prior * mean + c * prior *
            | mean + c * prior * → mean + prior + c *
        `c` is missing or in the wrong place. It multiplies the second term alone.
            | c * prior * → prior *
            | mean + c * prior * → c * mean + prior *
        It subtracts the second term, so that the search avoids what the network likes. Add it.
            | + c → - c
        The first term is not the mean, which is the total divided by the node's own visits.
            | total / visits if visits else 0 → total
            | total / visits → total / parent_visits
            | total / visits → total // visits
            | total / visits if visits else 0 → total / (1 + visits)
    """),
)
