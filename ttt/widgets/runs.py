"""Two learners in training at the same time, in portions that leave time for other things."""

import random
import time
from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from ttt.agents.learners import Learner, QLearner, SarsaLearner
from ttt.agents.teacher import Teacher
from ttt.agents.training import Check, check, one_by_one

KINDS = (QLearner, SarsaLearner)
FRAMES = 50  # of a run: so often there is something new to see
SLICE = 0.025  # seconds of work after which others have their turn
WINDOW = 500  # so many games the mean reward is taken over


class Settings(NamedTuple):
    """How the learners learn: their alpha, gamma and epsilon, and the p of their teacher."""

    alpha: float
    gamma: float
    epsilon: float
    p: float


SYMBOLS = Settings("α", "γ", "ε", "p")


class Runs:
    """A Q-learner and a SARSA learner against a teacher of the same p, from the same seed.

    learners  by name
    goal      how many episodes each of them shall have had
    rewards   for each learner (episode, mean reward of the last 500 games), frame by frame
    changes   after which episodes there were other settings, and which, by their symbols
    """

    def __init__(self, seed: int, settings: Settings, episodes: int):
        rates = settings._asdict()
        rates.pop("p")
        self.learners = {kind.name: kind(**rates, rng=random.Random(seed)) for kind in KINDS}
        self.settings = settings  # those in use; what is asked for comes with the next frame
        self.rewards = {name: [] for name in self.learners}
        self.changes: dict[int, dict[str, float]] = {}
        self._start, self.goal = 0, episodes
        for learner in self.learners.values():
            check(learner)

    @property
    def done(self) -> int:
        """How many episodes both learners have had."""
        return min(learner.episodes for learner in self.learners.values())

    @property
    def finished(self) -> bool:
        """Whether there is nothing left to do."""
        return self.done >= self.goal

    def last_checks(self) -> dict[str, Check]:
        """Return the latest exact check of each learner."""
        return {name: learner.history.checks[-1] for name, learner in self.learners.items()}

    def plan(self, episodes: int) -> None:
        """Make this run one of so many episodes; what has been done already stays done."""
        self.goal = max(self._start + episodes, self.done)

    def prolong(self, episodes: int) -> None:
        """Begin another run of so many episodes, with what has been learned so far."""
        self._start = self.done
        self.plan(episodes)

    def frame(self, settings: Settings) -> Iterator[None]:
        """Train both learners a fiftieth of a run, and check them; yield every few moments.

        The settings hold from here on, for both learners from the same episode.
        """
        self._adopt(settings)
        target = min(self.goal, self.done + ceil((self.goal - self._start) / FRAMES))
        for learner in self.learners.values():
            yield from self._train(learner, target)
        for name, learner in self.learners.items():
            check(learner)
            latest = learner.history.rewards[-WINDOW:]
            self.rewards[name].append((learner.episodes, sum(latest) / max(1, len(latest))))
            yield

    def _train(self, learner: Learner, target: int) -> Iterator[None]:
        """Train a learner up to so many episodes, and yield whenever a slice of time is over."""
        games = one_by_one(learner, Teacher(self.settings.p))
        end = time.perf_counter() + SLICE
        while learner.episodes < target:
            next(games)
            if time.perf_counter() > end:
                yield
                end = time.perf_counter() + SLICE

    def _adopt(self, settings: Settings) -> None:
        """Learn by other settings from here on, and keep in mind what has changed."""
        changed = {
            symbol: new for symbol, old, new in zip(SYMBOLS, self.settings, settings) if old != new
        }
        if changed and self.done:
            self.changes[self.done] = changed
        self.settings = settings
        for learner in self.learners.values():
            learner.alpha, learner.gamma, learner.epsilon, _ = settings
