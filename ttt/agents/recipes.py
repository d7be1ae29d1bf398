"""Ways to train a learner, from the published one to one that nobody can beat.

Each step changes one thing. The figures behind them are measured in lesson 06.
"""

import random
from dataclasses import dataclass, field

from ttt.agents.td import Learner, QLearner, SarsaLearner, decay
from ttt.agents.teacher import Teacher


@dataclass(frozen=True)
class Recipe:
    """A learner, its options, whom it learns from, and how.

    teacher   the p of the teacher it plays; None: it plays itself
    options   for the learner
    training  for its `train`
    """

    kind: type[Learner] = QLearner
    teacher: float | None = 0.9
    options: dict = field(default_factory=dict)
    training: dict = field(default_factory=dict)

    def learner(self, rng: random.Random | None = None) -> Learner:
        """Return a learner that has learned nothing yet."""
        return self.kind(**self.options, rng=rng)

    def train(self, learner: Learner, episodes: int, every: int | None = None) -> Learner:
        """Return the learner after so many episodes more."""
        opponent = learner if self.teacher is None else Teacher(self.teacher)
        learner.train(opponent, episodes, every=every, **self.training)
        return learner


SHARED = {"symmetry": True, "afterstates": True}

RECIPES = {
    "published": Recipe(),
    "published, SARSA": Recipe(SarsaLearner),
    "only as X": Recipe(training={"plays": "X"}),
    "a teacher that never errs": Recipe(teacher=1.0),
    "a random opponent": Recipe(teacher=0.0),
    "ε decay": Recipe(options={"epsilon": decay(0.5, 0.01, 10_000)}),
    "steps of 1/visits": Recipe(options={"alpha": "1/visits"}),
    "optimistic values": Recipe(options={"start": 1.0}),
    "exploring starts": Recipe(training={"exploring_starts": True}),
    "symmetry": Recipe(options={"symmetry": True}),
    "symmetry and afterstates": Recipe(options=SHARED),
    "self-play": Recipe(teacher=None),
    "self-play, symmetry and afterstates": Recipe(teacher=None, options=SHARED),
    "unbeatable": Recipe(
        teacher=None, options=SHARED | {"alpha": "1/visits", "epsilon": 0.2, "start": 1.0}
    ),
}


def unbeatable(
    rng: random.Random | None = None, episodes: int = 20_000, every: int | None = None
) -> Learner:
    """Return a learner that nobody can beat, as X or as O, trained by the last recipe.

    It plays itself. Mirror images and moves to the same board share their
    values. What it never tried counts as a win, so it tries everything. And a
    value that has been visited often moves little, so what it knows, it keeps.
    """
    recipe = RECIPES["unbeatable"]
    return recipe.train(recipe.learner(rng), episodes, every)
