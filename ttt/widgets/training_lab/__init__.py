"""Two learners to watch in training: their rewards, the exact proof, and what they think."""

import random
from collections.abc import Iterator
from math import ceil

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.agents.learners import ALPHA, EPSILON, GAMMA, QLearner, SarsaLearner
from ttt.agents.teacher import P, Teacher
from ttt.agents.training import check, one_by_one
from ttt.game import State
from ttt.widgets.frame import TrainingFrame, in_slices
from ttt.widgets.training_lab.charts import SCORES, reward_chart, score_chart, value_maps, verdict

KINDS = (QLearner, SarsaLearner)
RATES = ("alpha", "gamma", "epsilon", "p")
SWITCHES = ("symmetry", "afterstates", "self_play")
MOST_EPISODES = 1_000_000
NAMES = {
    "alpha": ("α: size of a step", "How far a value moves at each update"),
    "gamma": ("γ: discount", "How much a reward counts one turn earlier"),
    "epsilon": ("ε: exploring", "How often a learner makes any move at all"),
    "p": ("p: the teacher", "How often the teacher makes a good move, rather than any move"),
    "episodes": ("episodes", "How many games each of them plays"),
    "score": ("exact score", "What the chart on the right shows"),
    "symmetry": ("symmetry", "Mirror images share their values; both begin again"),
    "afterstates": ("afterstates", "Moves to the same board share their values; both begin again"),
    "self_play": ("self-play", "Each learner plays both sides, without the teacher"),
}
FRAMES = 50  # of a run: so often there is something new to see


class TrainingLab(TrainingFrame):
    """Q-learning and SARSA side by side, in training while you look on.

    alpha, gamma, epsilon  how they learn; they may be changed at any time
    p                      how often their teacher makes a good move
    self_play              whether each plays against itself, instead of the teacher
    symmetry, afterstates  what shares its value; when they change, both learners begin again
    episodes               how many games a run has
    score                  which exact score is drawn
    running                whether they are in training now
    learners               the two learners by name
    done, goal             how many games each of them has had, and shall have had
    position               a board to set up, and beside it what they think of its moves
    seed                   of the random numbers of each; the same seed gives the same learners
    """

    alpha = traitlets.Float(ALPHA, min=0, max=1)
    gamma = traitlets.Float(GAMMA, min=0, max=1)
    epsilon = traitlets.Float(EPSILON, min=0, max=1)
    p = traitlets.Float(P, min=0, max=1)
    symmetry, afterstates, self_play = traitlets.Bool(), traitlets.Bool(), traitlets.Bool()
    episodes = traitlets.Int(min=1, max=MOST_EPISODES)
    score = traitlets.Enum(list(SCORES), next(iter(SCORES)))

    unit, names = "episodes", NAMES
    about = "Train both learners, or stop", "Forget all they have learned"
    question = (
        "<b>What is each move worth to the player to move, from −1 to +1?</b> No number: never "
        "tried, so 0. Click the first board to change it."
    )

    def __init__(self, *, episodes: int = 5_000, seed: int = 1):
        super().__init__(seed, episodes=episodes)
        self.observe(lambda _: self.reset(), ["symmetry", "afterstates"])
        self.observe(lambda _: self._paint(), ["score", "self_play"])
        self._paint()

    def _begin(self) -> None:
        """Have two new learners that know nothing."""
        shared = {"symmetry": self.symmetry, "afterstates": self.afterstates}
        self.learners = {kind.name: kind(rng=random.Random(self.seed), **shared) for kind in KINDS}

    @property
    def done(self) -> int:
        """How many games both learners have had."""
        return min(learner.episodes for learner in self.learners.values())

    def _controls(self) -> list[widgets.Widget]:
        rate = {"step": 0.01, "max": 1, "continuous_update": False}
        rates = [self._control(widgets.FloatSlider, name, **rate) for name in RATES]
        traitlets.dlink((self, "self_play"), (rates[-1], "disabled"))
        return [
            *rates,
            self._control(widgets.BoundedIntText, "episodes", min=1, max=MOST_EPISODES),
            self._control(widgets.Dropdown, "score", options=list(SCORES)),
            *(self._control(widgets.Checkbox, name, indent=False) for name in SWITCHES),
        ]

    def _frame(self) -> Iterator[float]:
        """Train both learners for a fiftieth of the run, a game of each in turns; yield pauses."""
        end = min(self.goal, self.done + ceil((self.goal - self._start) / FRAMES))
        for learner in self.learners.values():
            learner.alpha, learner.gamma, learner.epsilon = self.alpha, self.gamma, self.epsilon
        teacher = Teacher(self.p)
        games = [
            one_by_one(learner, learner if self.self_play else teacher)
            for learner in self.learners.values()
        ]

        def rounds():
            while self.done < end:
                yield [next(each) for each in games]

        yield from in_slices(rounds())

    def _curves(self) -> list[draw.Picture]:
        """Check both learners exactly, and return their rewards and their scores."""
        for learner in self.learners.values():
            check(learner)
        rewards = reward_chart(self.learners, self.goal, self.self_play)
        return [rewards, score_chart(self.learners, self.goal, self.score)]

    def words(self) -> str:
        """Return how far the training is and whether anybody can still beat the learners."""
        if not self.done and not self.running:
            how = "each play against itself" if self.self_play else "a teacher train them"
            start = f"Press <b>Start</b> to let {how} in {self.goal:,} games."
            return f"Both learners know nothing yet. {start}"
        return f"After <b>{self.done:,}</b> of {self.goal:,} episodes: {verdict(self.learners)}."

    def _maps(self, state: State) -> draw.Picture:
        return value_maps(self.learners, state)
