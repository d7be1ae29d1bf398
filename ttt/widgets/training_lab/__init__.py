"""Two learners to watch in training: their rewards, the exact proof, and what they think."""

import random
import time
from collections.abc import Iterator
from html import escape
from math import ceil

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.agents.learners import ALPHA, BOARD, EPSILON, GAMMA, QLearner, SarsaLearner
from ttt.agents.teacher import P, Teacher
from ttt.agents.training import check, one_by_one
from ttt.game import State
from ttt.widgets.board import Pictured
from ttt.widgets.button import ROW, button
from ttt.widgets.explore import Explore
from ttt.widgets.seats import told
from ttt.widgets.training_lab.charts import SCORES, reward_chart, score_chart, value_maps, verdict
from ttt.widgets.turns import TakesTurns, one_at_a_time

KINDS = (QLearner, SarsaLearner)
RATES = ("alpha", "gamma", "epsilon", "p")
SWITCHES = ("symmetry", "afterstates", "self_play")
MOST_EPISODES = 1_000_000
WORDS = {
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
SHORTEST_FRAME = 0.1  # seconds, so that a short run can be watched, and paused
SLICE, BREATH = 0.025, 0.003  # seconds of work, and then for clicks and other cells
DOUBLE_CLICK = 0.35  # seconds in which a second click on Start is no Pause
TEXT_STYLE = "font-size:16px;line-height:1.45;padding:2px"
QUESTION = (
    f"<div style='{TEXT_STYLE}'><b>What is each move worth to the player to move, from −1 to "
    "+1?</b> No number: never tried, so 0. Click the first board to change it.</div>"
)
CHART_CSS = "<style>.ttt-curves svg{display:block;width:100%;height:auto}</style>"
CHART = {"flex": "1 1 390px", "min_width": "0", "max_width": "640px", "margin": "0 8px 0 0"}
CONTROL = {"layout": {"flex": "1 1 270px", "max_width": "340px"}}
CONTROL["style"] = {"description_width": "108px"}  # so that they stand in columns


class TrainingLab(TakesTurns, Pictured, widgets.VBox):
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
    running = traitlets.Bool(False, read_only=True)

    def __init__(self, *, episodes: int = 5_000, seed: int = 1):
        super().__init__(episodes=episodes, _view_count=0)
        self.seed = seed
        self._begin()
        self.position = Explore(self._maps, BOARD.initial, BOARD)
        self._rewards, self._proof = widgets.HTML(layout=CHART), widgets.HTML(layout=CHART)
        charts = widgets.HBox([self._rewards, self._proof], layout={"flex_flow": "row wrap"})
        maps = widgets.VBox([widgets.HTML(QUESTION), self.position])
        self.children = [*self._make_controls(), charts, maps]
        self.add_class("ttt-keeps-keys")
        self.observe(self._replan, "episodes")
        self.observe(lambda _: self.reset(), ["symmetry", "afterstates"])
        self.observe(lambda _: self._paint(), ["score", "self_play"])
        self.observe(self._views_changed, "_view_count")
        self._paint()

    def _begin(self) -> None:
        """Have two new learners that know nothing."""
        shared = {"symmetry": self.symmetry, "afterstates": self.afterstates}
        self.learners = {kind.name: kind(rng=random.Random(self.seed), **shared) for kind in KINDS}
        self._start, self.goal, self._trouble = 0, self.episodes, ""

    @property
    def done(self) -> int:
        """How many games both learners have had."""
        return min(learner.episodes for learner in self.learners.values())

    # ---- the parts

    def _make_controls(self) -> list[widgets.Widget]:
        self._main = button("Start", "Train both learners, or stop", self._main_clicked, "primary")
        self._main.layout.min_width = "90px"
        reset = button("Reset", "Forget all they have learned", self.reset)
        self._words = widgets.HTML(layout={"flex": "1 1 420px", "min_width": "0"})
        rate = {"step": 0.01, "max": 1, "continuous_update": False}
        controls = [self._control(widgets.FloatSlider, name, **rate) for name in RATES]
        traitlets.dlink((self, "self_play"), (controls[-1], "disabled"))
        controls += [
            self._control(widgets.BoundedIntText, "episodes", min=1, max=MOST_EPISODES),
            self._control(widgets.Dropdown, "score", options=list(SCORES)),
            *(self._control(widgets.Checkbox, name, indent=False) for name in SWITCHES),
        ]
        return [
            widgets.HBox([self._main, reset, self._words], layout=ROW),
            widgets.HBox(controls, layout=ROW),
        ]

    def _control(self, kind: type, trait: str, **options) -> widgets.Widget:
        """Return a control of one of our traits."""
        words, tip = WORDS[trait]
        control = kind(description=words, tooltip=tip, **CONTROL, **options)
        widgets.link((self, trait), (control, "value"))
        return control

    # ---- what the reader does

    @one_at_a_time
    def start(self) -> None:
        """Train, or go on training; after the last episode, train so many more.

        It goes on by itself while other cells run; in plain Python it returns at the end.
        """
        if self.running:
            return
        if self.done >= self.goal:
            self._start, self.goal = self.done, self.done + self.episodes
        self._trouble, self._begun = "", time.monotonic()
        self.set_trait("running", True)
        self._paint_words()
        self._go_through(self._training())

    @one_at_a_time
    def pause(self) -> None:
        """Stop here, and show how things stand; `start` goes on."""
        if self.running:
            self._halt()
            self._paint()

    @one_at_a_time
    def reset(self) -> None:
        """Forget all that was learned; the settings and the position stay."""
        self._halt()
        self._begin()
        self._paint()

    def _halt(self) -> None:
        self._course += 1
        self.set_trait("running", False)

    def _views_changed(self, change) -> None:
        """Pause when the last view is gone: the cell was run again, or the notebook closed."""
        if change["old"] and not change["new"]:
            self.pause()

    @one_at_a_time
    def _main_clicked(self) -> None:
        if not self.running:
            self.start()
        elif time.monotonic() - self._begun > DOUBLE_CLICK:
            self.pause()

    @one_at_a_time
    def _replan(self, change) -> None:
        self.goal = max(self._start + self.episodes, self.done)
        self._paint()

    # ---- training without being in the way

    def _training(self) -> Iterator[float]:
        """Train up to the goal, and show every frame, a fiftieth of the run; yield pauses."""
        try:
            while self.done < self.goal:
                due = time.monotonic() + SHORTEST_FRAME
                yield from self._frame()
                self._paint()
                yield max(BREATH, due - time.monotonic())
        except KeyboardInterrupt:
            self._trouble = "The training was interrupted."
        except Exception as error:  # else the button would say "Pause" for ever
            self._trouble = f"The training stopped, because it failed with {escape(told(error))}."
        self._halt()
        self._paint_words()

    def _frame(self) -> Iterator[float]:
        """Train both learners, a game of each in turns, by the settings of now; yield pauses."""
        end = min(self.goal, self.done + ceil((self.goal - self._start) / FRAMES))
        for learner in self.learners.values():
            learner.alpha, learner.gamma, learner.epsilon = self.alpha, self.gamma, self.epsilon
        teacher = Teacher(self.p)
        games = [
            one_by_one(learner, learner if self.self_play else teacher)
            for learner in self.learners.values()
        ]
        pause_at = time.perf_counter() + SLICE
        while self.done < end:
            for each in games:
                next(each)
            if time.perf_counter() > pause_at:
                yield BREATH
                pause_at = time.perf_counter() + SLICE

    # ---- the view

    @one_at_a_time
    def _paint(self) -> None:
        """Check both learners exactly, and show how they stand."""
        for learner in self.learners.values():
            check(learner)
        rewards = reward_chart(self.learners, self.goal, self.self_play)
        proof = score_chart(self.learners, self.goal, self.score)
        for place, chart in (self._rewards, rewards), (self._proof, proof):
            place.value = f"<div class='ttt-curves'>{CHART_CSS}{chart.svg}</div>"
        self._paint_words()
        self.position.redraw()

    def _paint_words(self) -> None:
        # Ten news a second are too many to be read aloud.
        live = "off" if self.running else "polite"
        self._words.value = (
            f"<div role='status' aria-live='{live}' style='{TEXT_STYLE}'>{self.words()}</div>"
        )
        paused = "Train on" if self.done >= self.goal else "Go on" if self.done else "Start"
        self._main.description = "Pause" if self.running else paused

    def words(self) -> str:
        """Return how far the training is and whether anybody can still beat the learners."""
        if self._trouble:
            return f"{self._trouble} Press <b>Reset</b> to begin again."
        if not self.done and not self.running:
            how = "each play against itself" if self.self_play else "a teacher train them"
            start = f"Press <b>Start</b> to let {how} in {self.goal:,} games."
            return f"Both learners know nothing yet. {start}"
        return f"After <b>{self.done:,}</b> of {self.goal:,} episodes: {verdict(self.learners)}."

    def _maps(self, state: State) -> draw.Picture:
        return value_maps(self.learners, state)

    def picture(self) -> draw.Picture:
        """Return what both think of the position, and the truth, as one picture."""
        return self.position.picture()
