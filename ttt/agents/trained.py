"""The trained agents that come with the course: by the published recipe, 100,000 episodes each.

Their teacher makes an optimal move nine times out of ten. They are made again by

    python -c "from ttt.agents import trained; trained.make_files()"
"""

import random
from pathlib import Path

from ttt.agents.learners import Learner
from ttt.agents.loading import load
from ttt.agents.recipes import RECIPES

FOLDER = Path(__file__).parent
EPISODES, SEED = 100_000, 1
RECIPE = {"q-learning": RECIPES["published"], "sarsa": RECIPES["SARSA"]}


def make_files(folder: Path = FOLDER, episodes: int = EPISODES) -> None:
    """Train the agents and save them, in place of the files that are there."""
    for name, recipe in RECIPE.items():
        learner = recipe.learner(random.Random(SEED))
        recipe.train(learner, episodes).save(folder / f"{name}.npz", overwrite=True)


def load_trained(name: str, rng: random.Random | None = None) -> Learner:
    """Return the trained agent of that name; it can learn on, which leaves its file as it is."""
    return load(FOLDER / f"{name}.npz", rng)
