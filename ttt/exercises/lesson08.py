"""Lesson 08: AlphaZero. The solution is the package's own function."""

from ttt.algorithms import alphazero
from ttt.exercises.answers import as_number
from ttt.exercises.exercise import Exercise
from ttt.exercises.lesson05 import close_enough, visit_counts
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import Place

ask = asker("08")
WORDS = words("08")

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
    **WORDS["puct"],
)
