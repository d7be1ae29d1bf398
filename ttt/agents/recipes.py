"""Ways to train a learner, from the published one to one that nobody can beat.

What they come to is measured in lesson 06. The trained agents that come with the course were
made by the published one, 100,000 episodes each. They are made again by

    python -c "from ttt.agents import recipes; recipes.make_files()"
"""

import random
from dataclasses import dataclass, field
from pathlib import Path

from ttt.agents.learners import Decay, Learner, QLearner, SarsaLearner
from ttt.agents.saved import load
from ttt.agents.teacher import Teacher

FOLDER = Path(__file__).parent
EPISODES, SEED = 100_000, 1


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
OPTIMISTIC = SHARED | {"start": 1.0}
STEADY = OPTIMISTIC | {"alpha": "1/visits"}

# Step by step: each changes one thing of the one before, and nobody can beat the last. It
# plays itself. Mirror images and moves to the same board share their values. What it never
# tried counts as a win, so it tries everything. And a value that has been visited often
# moves little, so what it knows, it keeps.
CLIMB = {
    "only as X": Recipe(training={"plays": "X"}),
    "published": Recipe(),
    "+ symmetry": Recipe(options={"symmetry": True}),
    "+ afterstates": Recipe(options=SHARED),
    "+ self-play": Recipe(teacher=None, options=SHARED),
    "+ optimistic values": Recipe(teacher=None, options=OPTIMISTIC),
    "+ steps of 1/visits": Recipe(teacher=None, options=STEADY),
    "unbeatable": Recipe(teacher=None, options=STEADY | {"epsilon": 0.2}),
}

# Each changes one thing of the published one.
ALONE = {
    "SARSA": Recipe(SarsaLearner),
    "optimistic values": Recipe(options={"start": 1.0}),
    "steps of 1/visits": Recipe(options={"alpha": "1/visits"}),
    "ε decay": Recipe(options={"epsilon": Decay(0.5, 0.01, 5_000)}),
    "exploring starts": Recipe(training={"exploring_starts": True}),
}


def make_files(folder: Path = FOLDER, episodes: int = EPISODES) -> None:
    """Train the agents of the course and save them, in place of the files that are there."""
    for recipe in CLIMB["published"], ALONE["SARSA"]:
        learner = recipe.train(recipe.learner(random.Random(SEED)), episodes)
        learner.save(folder / f"{learner.name}.npz", overwrite=True)


def load_trained(name: str, rng: random.Random | None = None) -> Learner:
    """Return the trained agent of that name; it can learn on, which leaves its file as it is."""
    return load(FOLDER / f"{name}.npz", rng)
