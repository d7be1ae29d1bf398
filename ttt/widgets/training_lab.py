"""Two learners to watch in training: their rewards, the exact proof, and what they think."""

import random
from collections.abc import Iterator
from math import ceil

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.agents.learners import ALPHA, BOARD, EPSILON, GAMMA, Learner, QLearner, SarsaLearner
from ttt.agents.teacher import P, Teacher
from ttt.agents.training import Check, check, one_by_one
from ttt.draw import Curve
from ttt.game import Action, State
from ttt.widgets.frame import TrainingFrame, in_slices
from ttt.widgets.labels import outlook

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
    "symmetry": ("symmetry", "Mirror images share their values; both begin again"),
    "afterstates": ("afterstates", "Moves to the same board share their values; both begin again"),
    "self_play": ("self-play", "Each learner plays both sides, without the teacher"),
}
FRAMES = 50  # of a run: so often there is something new to see
WINDOW = 500  # so many games the mean reward is taken over
MAP_SIZE = 168  # of a board, in pixels
# Neither X's blue nor O's orange; one is dark and thick, the other light, thin and on top.
LOOKS = {
    "q-learning": {"colour": "#6a3d9a", "width": 3.8},
    "sarsa": {"colour": "#1b9e77", "width": 2},
}


class TrainingLab(TrainingFrame):
    """Q-learning and SARSA side by side, in training while you look on.

    alpha, gamma, epsilon  how they learn; they may be changed at any time
    p                      how often their teacher makes a good move
    self_play              whether each plays against itself, instead of the teacher
    symmetry, afterstates  what shares its value; when they change, both learners begin again
    episodes               how many games a run has
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

    unit, names = "episodes", NAMES
    about = "Train both learners, or stop", "Forget all they have learned"
    question = (
        "<b>What is each move worth to the player to move, from −1 to +1?</b> No number: never "
        "tried, so 0. Click the first board to change it."
    )

    def __init__(self, *, episodes: int = 5_000, seed: int = 1):
        super().__init__(seed, episodes=episodes)
        self.observe(lambda _: self.reset(), ["symmetry", "afterstates"])
        self.observe(lambda _: self._paint(), "self_play")
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
        return [rewards, reply_chart(self.learners, self.goal)]

    def words(self) -> str:
        """Return how far the training is and whether anybody can still beat the learners."""
        if not self.done and not self.running:
            how = "each play against itself" if self.self_play else "a teacher train them"
            start = f"Press <b>Start</b> to let {how} in {self.goal:,} games."
            return f"Both learners know nothing yet. {start}"
        return f"After <b>{self.done:,}</b> of {self.goal:,} episodes: {verdict(self.learners)}."

    def _maps(self, state: State) -> draw.Picture:
        return value_maps(self.learners, state)


# ---- what there is to see


def reward_chart(learners: dict[str, Learner], end: int, self_play: bool = False) -> draw.Picture:
    """Return the mean rewards as they came in, the learner's side, in self-play X's, a picture."""
    lines = [Curve(name, mean_rewards(each), **LOOKS[name]) for name, each in learners.items()]
    title = "Mean reward while it explores"
    games = "with itself: X won +1, O won −1" if self_play else "with the teacher: won +1, lost −1"
    subtitle = f"its last {WINDOW} games {games}"
    return draw.curves(title, subtitle, lines, reach=(-1, 1), end=end, x="episodes")


def mean_rewards(learner: Learner) -> list[tuple[int, float]]:
    """Return (episode, mean reward of the last 500 games) wherever the learner was checked."""
    rewards, episodes = learner.history.rewards, [c.episode for c in learner.history.checks]
    latest = {end: rewards[max(0, end - WINDOW) : end] for end in episodes if end}
    return [(end, sum(part) / len(part)) for end, part in latest.items()]


def reply_chart(runs: dict, end: int, x: str = "episodes") -> draw.Picture:
    """Return the exact score of the best reply to each learner, as X solid and as O dashed."""
    lines = []
    for (name, run), look in zip(runs.items(), LOOKS.values()):
        for mark, field in ("X", "reply_to_x"), ("O", "reply_to_o"):
            checks = enumerate(run.history.checks)
            points = [(getattr(check, "episode", n), getattr(check, field)) for n, check in checks]
            lines.append(Curve(f"{name} as {mark}", points, dashed=mark == "O", **look))
    beats = "the replier's result; at 0 nobody can beat it"
    return draw.curves("The best reply to it, exact", beats, lines, reach=(0, 1), end=end, x=x)


def opinions(learners: dict[str, Learner], state: State) -> dict[str, dict[Action, float]]:
    """Return what each learner makes of the moves it has tried, and the truth; mover's side."""
    actions = BOARD.actions(state)
    thoughts = {
        f"{name} thinks": {a: learner.q[state, a] for a in actions if learner.visits[state, a]}
        for name, learner in learners.items()
    }
    truth = outlook(BOARD, state)
    return {**thoughts, "true result": {action: value for action, (value, _) in truth.items()}}


def value_maps(learners: dict[str, Learner], state: State) -> draw.Picture:
    """Return what each move is worth, to each learner and in truth, as heat maps over the board."""
    BOARD.check(state)
    if BOARD.terminal(state):
        raise ValueError("The game is over: no move is left to be valued.")
    return draw.value_boards(state, opinions(learners, state), BOARD, size=MAP_SIZE)


def verdict(learners: dict[str, Learner]) -> str:
    """Return whether anybody can still beat the learners, and as whom, in words."""
    beaten = {name: beaten_as(learner.history.checks[-1]) for name, learner in learners.items()}
    if len(beaten) == 2 and len(set(beaten.values())) == 1:
        beaten = {"both": beaten.popitem()[1]}
    safe = "<b>nobody can beat {}</b>".format
    return ", ".join(
        f"{name} can be beaten {how}" if how else safe("them" if name == "both" else name)
        for name, how in beaten.items()
    )


def beaten_as(check: Check) -> str:
    """Return as whom a learner can be beaten: "as X and as O", or "as X only"; "" if nobody can."""
    replies = {"as X": check.reply_to_x, "as O": check.reply_to_o}
    sides = [side for side, score in replies.items() if score > 1e-9]
    return f"{sides[0]} only" if len(sides) == 1 else " and ".join(sides)
