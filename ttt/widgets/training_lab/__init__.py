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
from ttt.widgets.board import with_picture
from ttt.widgets.button import ROW, button
from ttt.widgets.seats import told
from ttt.widgets.training_lab.charts import SCORES, reward_chart, score_chart, verdict
from ttt.widgets.turns import TakesTurns, one_at_a_time
from ttt.widgets.value_maps import TEXT_STYLE, ValueMaps

KINDS = (QLearner, SarsaLearner)
EPISODES = (100, 500, 1_000, 5_000, 20_000, 100_000)
RATES = {
    "alpha": ("α: size of a step", "How far a value moves at each update"),
    "gamma": ("γ: discount", "How much a reward counts one turn earlier"),
    "epsilon": ("ε: exploring", "How often a learner makes any move at all"),
    "p": ("p: the teacher", "How often the teacher makes a good move, rather than any move"),
}
FRAMES = 50  # of a run: so often there is something new to see
SHORTEST_FRAME = 0.1  # seconds, so that a short run can be watched, and paused
SLICE, BREATH = 0.025, 0.003  # seconds of work, and then for clicks and other cells
DOUBLE_CLICK = 0.35  # seconds in which a second click on Start is no Pause
CHART_CSS = "<style>.ttt-curves svg{display:block;width:100%;height:auto}</style>"
CHART = {"flex": "1 1 390px", "min_width": "0", "max_width": "640px", "margin": "0 8px 0 0"}
CONTROL = {"layout": {"flex": "1 1 270px", "max_width": "340px"}}
CONTROL["style"] = {"description_width": "108px"}  # so that they stand in columns


class TrainingLab(TakesTurns, widgets.VBox):
    """Q-learning and SARSA side by side, trained by the same teacher while you look on.

    alpha, gamma, epsilon  how they learn; they may be changed at any time
    p                      how often their teacher makes a good move
    episodes               how many games a run has
    score                  which exact score is drawn
    running                whether they are in training now
    learners               the two learners by name
    done, goal             how many games each of them has had, and shall have had
    seed                   of the random numbers of each; the same seed gives the same learners
    """

    alpha = traitlets.Float(ALPHA, min=0, max=1)
    gamma = traitlets.Float(GAMMA, min=0, max=1)
    epsilon = traitlets.Float(EPSILON, min=0, max=1)
    p = traitlets.Float(P, min=0, max=1)
    episodes = traitlets.Enum(EPISODES)
    score = traitlets.Enum(list(SCORES), next(iter(SCORES)))
    running = traitlets.Bool(False, read_only=True)

    def __init__(self, *, episodes: int = 5_000, seed: int = 1):
        super().__init__(episodes=episodes, _view_count=0)
        self.seed = seed
        self._begin()
        self.maps = ValueMaps(self.learners, BOARD, BOARD.initial)
        self.children = [*self._make_controls(), self._make_charts(), self.maps]
        self.add_class("ttt-keeps-keys")
        self.observe(self._replan, "episodes")
        self.observe(lambda _: self._paint_charts(), "score")
        self.observe(self._views_changed, "_view_count")
        self._paint()

    def _begin(self) -> None:
        """Have two new learners that know nothing."""
        self.learners = {kind.name: kind(rng=random.Random(self.seed)) for kind in KINDS}
        self._start, self.goal, self._trouble = 0, self.episodes, ""
        for learner in self.learners.values():
            check(learner)

    @property
    def done(self) -> int:
        """How many games both learners have had."""
        return min(learner.episodes for learner in self.learners.values())

    # ---- the parts

    def _make_controls(self) -> list[widgets.Widget]:
        self._main = button("Start", "", self._main_clicked, "primary")
        self._main.layout.min_width = "90px"
        reset = button("Reset", "Forget all they have learned", self.reset)
        self._words = widgets.HTML(layout={"flex": "1 1 420px", "min_width": "0"})
        episodes = widgets.SelectionSlider(
            description="episodes",
            options=[(f"{number:,}", number) for number in EPISODES],
            continuous_update=False,
            **CONTROL,
        )
        score = widgets.Dropdown(description="exact score", options=list(SCORES), **CONTROL)
        widgets.link((self, "episodes"), (episodes, "value"))
        widgets.link((self, "score"), (score, "value"))
        return [
            widgets.HBox([self._main, reset, self._words], layout=ROW),
            widgets.HBox([*map(self._make_rate, RATES), episodes, score], layout=ROW),
        ]

    def _make_rate(self, name: str) -> widgets.FloatSlider:
        words, tip = RATES[name]
        slider = widgets.FloatSlider(
            description=words, tooltip=tip, max=1, step=0.01, continuous_update=False, **CONTROL
        )
        widgets.link((self, name), (slider, "value"))
        return slider

    def _make_charts(self) -> widgets.Widget:
        self._rewards, self._proof = widgets.HTML(layout=CHART), widgets.HTML(layout=CHART)
        return widgets.HBox([self._rewards, self._proof], layout={"flex_flow": "row wrap"})

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
            self._look()

    @one_at_a_time
    def reset(self) -> None:
        """Forget all that was learned; the settings and the position stay."""
        self._halt()
        self._begin()
        self._paint()

    @one_at_a_time
    def close(self) -> None:
        """Stop training, and be gone."""
        self._halt()
        super().close()

    def _halt(self) -> None:
        self._stop_going()
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
        self._paint_words()
        self._paint_charts()

    # ---- training without being in the way

    def _training(self) -> Iterator[float]:
        """Train up to the goal, and show every frame, a fiftieth of the run; yield pauses."""
        try:
            while self.done < self.goal:
                due = time.monotonic() + SHORTEST_FRAME
                yield from self._frame()
                self._look()
                yield max(BREATH, due - time.monotonic())
        except (Exception, KeyboardInterrupt) as error:
            interrupted = isinstance(error, KeyboardInterrupt)
            why = "was interrupted" if interrupted else f"failed with {escape(told(error))}"
            self._trouble = f"The training {why}."
        self._halt()
        self._paint_words()

    def _frame(self) -> Iterator[float]:
        """Train both learners, a game of each in turns, by the settings of now; yield pauses."""
        end = min(self.goal, self.done + ceil((self.goal - self._start) / FRAMES))
        for learner in self.learners.values():
            learner.alpha, learner.gamma, learner.epsilon = self.alpha, self.gamma, self.epsilon
        games = [one_by_one(learner, Teacher(self.p)) for learner in self.learners.values()]
        pause_at = time.perf_counter() + SLICE
        while self.done < end:
            for each in games:
                next(each)
            if time.perf_counter() > pause_at:
                yield BREATH
                pause_at = time.perf_counter() + SLICE

    def _look(self) -> None:
        """Check both learners, and show how they stand."""
        for learner in self.learners.values():
            check(learner)
        self._paint()

    # ---- the view

    def _paint(self) -> None:
        self._paint_words()
        self._paint_charts()
        self.maps.show(self.learners)

    def _paint_words(self) -> None:
        # Ten news a second are too many to be read aloud.
        live = "off" if self.running else "polite"
        self._words.value = (
            f"<div role='status' aria-live='{live}' style='{TEXT_STYLE}'>{self.words()}</div>"
        )
        self._main.description, self._main.tooltip = self._main_words()

    def _main_words(self) -> tuple[str, str]:
        """Return what the main button says and what it does."""
        if self.running:
            return "Pause", "Stop for a while"
        if not self.done:
            return "Start", "Train both learners"
        if self.done >= self.goal:
            return "Train on", f"Train {self.episodes:,} episodes more"
        return "Go on", "Go on where you paused"

    def words(self) -> str:
        """Return how far the training is and whether anybody can still beat the learners."""
        if self._trouble:
            return f"{self._trouble} Press <b>Reset</b> to begin again."
        if not self.done and not self.running:
            return (
                "Both learners know nothing yet. Press <b>Start</b> to let a teacher train them "
                f"in {self.goal:,} games."
            )
        return f"After <b>{self.done:,}</b> of {self.goal:,} episodes: {verdict(self.learners)}."

    @one_at_a_time
    def _paint_charts(self) -> None:
        charts = {
            self._rewards: reward_chart(self.learners, self.goal),
            self._proof: score_chart(self.learners, self.goal, self.score),
        }
        for place, picture in charts.items():
            place.value = f"<div class='ttt-curves'>{CHART_CSS}{picture.svg}</div>"

    def picture(self) -> draw.Picture:
        """Return what both think of the position, and the truth, as one picture."""
        return self.maps.picture()

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel what both think as it is now."""
        return with_picture(super()._repr_mimebundle_(**options), self.picture())
