"""Two learners to watch in training: their rewards, the exact proof, and what they think."""

import random
from collections.abc import Iterator
from math import ceil

import traitlets

from ttt import draw
from ttt.agents.learners import ALPHA, BOARD, EPSILON, GAMMA, Learner, QLearner, SarsaLearner
from ttt.agents.teacher import P, Teacher
from ttt.agents.training import check, one_by_one
from ttt.draw import Curve
from ttt.game import Action, State
from ttt.widgets.frame import LOOKS, TrainingFrame, in_slices, reply_chart
from ttt.widgets.labels import outlook

KINDS = (QLearner, SarsaLearner)
NAMES = {
    "alpha": ("α: size of a step", "How far a value moves at each update"),
    "gamma": ("γ: discount", "How much a reward counts one turn earlier"),
    "epsilon": ("ε: exploring", "How often a learner makes any move at all"),
    "p": ("p: the teacher", "How often the teacher makes a good move, rather than any move"),
    "episodes": ("episodes", "How many games each of them plays"),
    "symmetry": ("symmetry", "Mirror images share their values; both begin again"),
    "afterstates": ("afterstates", "Moves to the same board share their values; both begin again"),
    "self_play": ("self-play", "Each learner plays both sides, without the teacher"),
}
FRAMES = 50  # of a run: so often there is something new to see
WINDOW = 500  # so many games the mean reward is taken over
MAP_SIZE = 168  # of a board, in pixels


class TrainingLab(TrainingFrame):
    """Q-learning and SARSA side by side, in training while you look on.

    alpha, gamma, epsilon  how they learn; they may be changed at any time
    p                      how often their teacher makes a good move
    self_play              whether each plays against itself, instead of the teacher
    symmetry, afterstates  what shares its value; when they change, both learners begin again
    episodes               how many games a run has
    """

    alpha = traitlets.Float(ALPHA, min=0, max=1)
    gamma = traitlets.Float(GAMMA, min=0, max=1)
    epsilon = traitlets.Float(EPSILON, min=0, max=1)
    p = traitlets.Float(P, min=0, max=1)
    symmetry, afterstates, self_play = traitlets.Bool(), traitlets.Bool(), traitlets.Bool()
    episodes = traitlets.Int(min=1, max=1_000_000)

    unit, names = "episodes", NAMES
    question = (
        "<b>What is each move worth to the player to move, from −1 to +1?</b> No number: never "
        "tried, so 0. Click the first board to change it."
    )

    def __init__(self, *, episodes: int = 5_000, seed: int = 1):
        super().__init__(seed, episodes=episodes)
        self.observe(lambda _: self.reset(), ["symmetry", "afterstates"])
        self._paint()

    def _begin(self) -> dict[str, Learner]:
        shared = {"symmetry": self.symmetry, "afterstates": self.afterstates}
        return {kind.name: kind(rng=random.Random(self.seed), **shared) for kind in KINDS}

    @property
    def done(self) -> int:
        """How many games both learners have had."""
        return min(learner.episodes for learner in self.learners.values())

    def _frame(self) -> Iterator[float]:
        """Train both learners for a fiftieth of the run, a game of each in turns; yield pauses."""
        end = min(self.goal, self.done + ceil(self.episodes / FRAMES))
        teacher, games = Teacher(self.p), []
        for learner in self.learners.values():
            learner.alpha, learner.gamma, learner.epsilon = self.alpha, self.gamma, self.epsilon
            games.append(one_by_one(learner, learner if self.self_play else teacher))

        def rounds():
            while self.done < end:
                yield [next(each) for each in games]

        yield from in_slices(rounds())

    def _curves(self) -> list[draw.Picture]:
        """Check both learners exactly, and return their rewards and their scores."""
        for learner in self.learners.values():
            check(learner)
        rewards = reward_chart(self.learners, self.goal)
        return [rewards, reply_chart(self.learners, self.goal, "episodes")]

    def _maps(self, state: State) -> draw.Picture:
        BOARD.check(state)
        if BOARD.terminal(state):
            raise ValueError("The game is over: no move is left to be valued.")
        return draw.value_boards(state, opinions(self.learners, state), BOARD, size=MAP_SIZE)


# ---- what there is to see


def reward_chart(learners: dict[str, Learner], end: int) -> draw.Picture:
    """Return the mean rewards as they came in, the learner's side, in self-play X's, a picture."""
    looks = zip(learners.items(), LOOKS)
    lines = [Curve(name, mean_rewards(each), **look) for (name, each), look in looks]
    title = "Mean reward while it explores"
    subtitle = f"its last {WINDOW} games: won +1, lost −1 (with itself: X's)"
    return draw.curves(title, subtitle, lines, reach=(-1, 1), end=end, x="episodes")


def mean_rewards(learner: Learner) -> list[tuple[int, float]]:
    """Return (episode, mean reward of the last 500 games) wherever the learner was checked."""
    rewards, episodes = learner.history.rewards, [c.episode for c in learner.history.checks]
    latest = {end: rewards[max(0, end - WINDOW) : end] for end in episodes if end}
    return [(end, sum(part) / len(part)) for end, part in latest.items()]


def opinions(learners: dict[str, Learner], state: State) -> dict[str, dict[Action, float]]:
    """Return what each learner makes of the moves it has tried, and the truth; mover's side."""
    actions = BOARD.actions(state)
    thoughts = {
        f"{name} thinks": {a: learner.q[state, a] for a in actions if learner.visits[state, a]}
        for name, learner in learners.items()
    }
    truth = outlook(BOARD, state)
    return {**thoughts, "true result": {action: value for action, (value, _) in truth.items()}}
