"""Two learners to watch in training: their rewards, the exact proof, and what they think."""

import time
from collections.abc import Iterator
from html import escape

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.agents.learners import ALPHA, BOARD, EPSILON, GAMMA, Learner
from ttt.agents.teacher import P
from ttt.game import State
from ttt.widgets.board import with_picture
from ttt.widgets.button import ROW, button
from ttt.widgets.runs import Runs, Settings
from ttt.widgets.training_views import SCORES, reward_chart, score_chart, verdict
from ttt.widgets.turns import TakesTurns, one_at_a_time, running_loop
from ttt.widgets.value_maps import TEXT_STYLE, ValueMaps

EPISODES = (100, 500, 1_000, 5_000, 20_000, 100_000)
RATES = {
    "alpha": ("α: size of a step", "How far a value moves at each update"),
    "gamma": ("γ: discount", "How much a reward counts one turn earlier"),
    "epsilon": ("ε: exploring", "How often a learner makes any move at all"),
    "p": ("p: the teacher", "How often the teacher makes a good move, rather than any move"),
}
SHORTEST_FRAME = 0.1  # seconds, so that a short run can be watched, and paused
BREATH = 0.003  # seconds between two slices, for clicks and other cells
DOUBLE_CLICK = 0.35  # seconds in which a second click on Start is no Pause
CHART_CLASS = "ttt-curves"
CHART_CSS = f"<style>.{CHART_CLASS} svg{{display:block;width:100%;height:auto}}</style>"
CHART = {"flex": "1 1 390px", "min_width": "0", "max_width": "640px", "margin": "0 8px 0 0"}
CONTROL = {"layout": {"flex": "1 1 270px", "max_width": "340px"}}
CONTROL["style"] = {"description_width": "108px"}  # so that they stand in columns


class TrainingLab(TakesTurns, widgets.VBox):
    """Q-learning and SARSA side by side, trained by the same teacher while you look on.

    alpha, gamma, epsilon  how they learn; they may be changed at any time
    p                      how often their teacher makes a good move
    episodes               how many games a run has
    state                  the position whose moves are valued
    score                  which exact score is drawn
    running                whether they are in training now
    learners               the two learners by name
    seed                   of the random numbers of each; the same seed gives the same learners
    """

    alpha = traitlets.Float(ALPHA)
    gamma = traitlets.Float(GAMMA)
    epsilon = traitlets.Float(EPSILON)
    p = traitlets.Float(P)
    episodes = traitlets.Int(5_000)
    state = traitlets.Unicode()
    score = traitlets.Enum(list(SCORES), next(iter(SCORES)))
    running = traitlets.Bool(False, read_only=True)

    def __init__(
        self,
        *,
        alpha: float = ALPHA,
        gamma: float = GAMMA,
        epsilon: float = EPSILON,
        p: float = P,
        episodes: int = 5_000,
        state: State | None = None,
        seed: int = 1,
    ):
        self._turn = 0
        self.game, self.seed = BOARD, seed
        _check_episodes(episodes)
        self._choices = sorted({*EPISODES, episodes})
        self._loop = running_loop()  # the kernel's own, where there is one
        self._frame: Iterator[None] | None = None  # what is left of the frame under way
        self._trouble, self._begun, self._due = "", 0.0, 0.0
        state = self.game.initial if state is None else state
        rates = {"alpha": alpha, "gamma": gamma, "epsilon": epsilon, "p": p}
        super().__init__(**rates, episodes=episodes, state=state, _view_count=0)
        self.runs = Runs(seed, self._settings, episodes)
        self.maps = ValueMaps(self.learners, self.game, state)
        widgets.link((self, "state"), (self.maps, "state"))
        self.children = [*self._make_controls(), self._make_charts(), self.maps]
        self.add_class("ttt-keeps-keys")
        self.observe(self._replan, "episodes")
        self.observe(lambda _: self._paint_charts(), "score")
        self._paint()

    # ---- the parts

    def _make_controls(self) -> list[widgets.Widget]:
        self._main = button("Start", "", self._main_clicked, "primary")
        self._main.layout.min_width = "90px"
        reset = button("Reset", "Forget all they have learned", self.reset)
        self._words = widgets.HTML(layout={"flex": "1 1 420px", "min_width": "0"})
        return [
            widgets.HBox([self._main, reset, self._words], layout=ROW),
            widgets.HBox([*map(self._make_rate, RATES), *self._make_lists()], layout=ROW),
        ]

    def _make_rate(self, name: str) -> widgets.FloatSlider:
        words, tip = RATES[name]
        slider = widgets.FloatSlider(
            description=words, tooltip=tip, max=1, step=0.01, continuous_update=False, **CONTROL
        )
        widgets.link((self, name), (slider, "value"))
        return slider

    def _make_lists(self) -> list[widgets.Widget]:
        """Return what chooses the number of episodes, and the score that is drawn."""
        episodes = widgets.SelectionSlider(
            options=[(f"{number:,}", number) for number in self._choices],
            value=self.episodes,
            description="episodes",
            continuous_update=False,
            **CONTROL,
        )
        widgets.link((self, "episodes"), (episodes, "value"))
        score = widgets.Dropdown(description="exact score", options=list(SCORES), **CONTROL)
        widgets.link((self, "score"), (score, "value"))
        return [episodes, score]

    def _make_charts(self) -> widgets.Widget:
        self._rewards, self._proof = widgets.HTML(layout=CHART), widgets.HTML(layout=CHART)
        return widgets.HBox([self._rewards, self._proof], layout={"flex_flow": "row wrap"})

    # ---- what the reader does

    @one_at_a_time
    def start(self) -> None:
        """Train, or go on training; after the last episode, train so many more.

        It goes on by itself while other cells run, and where nothing can (in plain
        Python), it returns at the end.
        """
        if self.running:
            return
        if self.runs.finished:
            self.runs.prolong(self.episodes)
        self._trouble, self._begun = "", time.monotonic()
        self.set_trait("running", True)
        self._paint_words()
        if self._loop is None or not self._loop.is_running():
            self._loop = running_loop()
        if self._loop:
            self._loop.call_soon_threadsafe(self._work, self._turn)
        while self.running and not self._loop:
            self._finish_frame()

    @one_at_a_time
    def pause(self) -> None:
        """Stop after the frame under way, which is finished at once; `start` goes on."""
        if self.running:
            self._halt()
            if self._frame:
                self._finish_frame()
            self._paint_words()

    @one_at_a_time
    def reset(self) -> None:
        """Forget all that was learned; the settings and the position stay."""
        self._halt()
        self._frame, self._trouble = None, ""
        self.runs = Runs(self.seed, self._settings, self.episodes)
        self._paint()

    @one_at_a_time
    def step(self) -> None:
        """Train one frame: a fiftieth of a run."""
        if self.runs.finished:
            self.runs.prolong(self.episodes)
        self._finish_frame()

    @one_at_a_time
    def close(self) -> None:
        """Stop training, and be gone."""
        self._halt()
        super().close()

    @traitlets.observe("_view_count")
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

    # ---- training without being in the way

    @property
    def learners(self) -> dict[str, Learner]:
        """The two learners by name: "q-learning" and "sarsa"."""
        return self.runs.learners

    @property
    def _settings(self) -> Settings:
        return Settings(self.alpha, self.gamma, self.epsilon, self.p)

    @one_at_a_time
    def _work(self, turn: int) -> None:
        """Work for a moment; at the end of a frame show it, and wait until the next is due."""
        if turn != self._turn:
            return  # it was stopped in the meantime
        if self._frame is None:
            self._frame, self._due = self._new_frame(), time.monotonic() + SHORTEST_FRAME
        pause = BREATH
        if self._advance():
            pause = max(BREATH, self._due - time.monotonic())
        if self.running:
            self._loop.call_later(pause, self._work, turn)

    def _finish_frame(self) -> None:
        """Do at once what is left of the frame under way, or the whole of the next one."""
        self._frame = self._frame or self._new_frame()
        while not self._advance():
            pass

    def _new_frame(self) -> Iterator[None]:
        return self.runs.frame(self._settings)

    def _advance(self) -> bool:
        """Go on with the frame; at its end, or if it fails, show how things stand: return True."""
        try:
            for _ in self._frame:
                return False
            if self.runs.finished:
                self._halt()
            self._paint()
        except (Exception, KeyboardInterrupt) as error:
            self._halt()
            self._trouble = _told(error)
            self._paint_words()
        self._frame = None
        return True

    def _halt(self) -> None:
        self._turn += 1
        self.set_trait("running", False)

    @one_at_a_time
    def _replan(self, change) -> None:
        self.runs.plan(self.episodes)
        self._paint_words()
        self._paint_charts()

    @traitlets.validate(*RATES)
    def _check_rate(self, proposal) -> float:
        name, number = proposal["trait"].name, proposal["value"]
        if not 0 <= number <= 1:
            raise ValueError(f"{name} is a number from 0 to 1, not {number!r}.")
        return number

    @traitlets.validate("episodes")
    def _check_choice(self, proposal) -> int:
        if proposal["value"] not in self._choices:
            choices = ", ".join(f"{number:,}" for number in self._choices)
            raise ValueError(f"episodes is one of {choices}, not {proposal['value']!r}.")
        return proposal["value"]

    @traitlets.validate("state")
    def _check_state(self, proposal) -> State:
        self.game.check(proposal["value"])
        return proposal["value"]

    # ---- words

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
        if not self.runs.done:
            return "Start", "Train both learners"
        if self.runs.finished:
            return "Train on", f"Train {self.episodes:,} episodes more"
        return "Go on", "Go on where you paused"

    def words(self) -> str:
        """Return how far the training is and whether anybody can still beat the learners."""
        done, goal = self.runs.done, self.runs.goal
        if self._trouble:
            return f"{self._trouble} Press <b>Reset</b> to begin again."
        if not done and not self.running:
            return (
                "Both learners know nothing yet. Press <b>Start</b> to let a teacher train them "
                f"in {goal:,} games."
            )
        return f"After <b>{done:,}</b> of {goal:,} episodes: {verdict(self.runs)}."

    # ---- charts

    @one_at_a_time
    def _paint_charts(self) -> None:
        charts = reward_chart(self.runs), score_chart(self.runs, self.score)
        for place, picture in zip((self._rewards, self._proof), charts):
            place.value = f"<div class='{CHART_CLASS}'>{CHART_CSS}{picture.svg}</div>"

    # ---- pages without a kernel

    def picture(self) -> draw.Picture:
        """Return what both think of the position, and the truth, as one picture."""
        return self.maps.picture()

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel what both think as it is now."""
        return with_picture(super()._repr_mimebundle_(**options), self.picture())


def _check_episodes(episodes) -> None:
    """Raise a ValueError unless this is a number of games."""
    if isinstance(episodes, bool) or not isinstance(episodes, int) or episodes < 1:
        raise ValueError(f"episodes is a whole number from 1 on, not {episodes!r}.")


def _told(error: BaseException) -> str:
    """Return why a training stopped, as a sentence in HTML."""
    if isinstance(error, KeyboardInterrupt):
        return "The training was interrupted."
    said = f"{type(error).__name__}: {error}".rstrip(". :")
    return f"The training failed with {escape(said)}."
