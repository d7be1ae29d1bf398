"""What labs of training have in common: start, pause, reset, curves, words, a position."""

import time
from collections.abc import Iterable, Iterator

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.agents.learners import BOARD
from ttt.agents.training import Check
from ttt.draw import Curve
from ttt.widgets.board import Pictured
from ttt.widgets.button import ROW, button, control
from ttt.widgets.explore import Explore
from ttt.widgets.turns import TakesTurns, one_at_a_time

SLICE, BREATH = 0.025, 0.003  # seconds of work, and then for clicks and other cells
TEXT_STYLE = "font-size:16px;line-height:1.45;padding:2px"
CHART_CSS = (
    "<style>.ttt-curves svg{display:block;width:100%;height:auto} .ttt-fits .widget-html{flex:1 1 "
    "480px;min-width:0} .ttt-fits .widget-html-content svg{max-width:100%;height:auto}</style>"
)
CHART = {"flex": "1 1 390px", "min_width": "0", "max_width": "640px", "margin": "0 8px 0 0"}
CONTROL = {"layout": {"flex": "1 1 270px", "max_width": "340px"}}
CONTROL["style"] = {"description_width": "108px"}  # so that they stand in columns
# Neither X's blue nor O's orange; one is dark and thick, the other light, thin and on top.
LOOKS = {"colour": "#6a3d9a", "width": 3.8}, {"colour": "#1b9e77", "width": 2}


class TrainingFrame(TakesTurns, Pictured, widgets.VBox):
    """A lab in which something is trained while you look on.

    running     whether it is in training now
    learners    what is trained, by name: each has a `history` with checks
    done, goal  how much of the training is done, and shall be done
    position    a board to set up, and beside it what is thought of it
    seconds     how long each step of the training is to be seen at least
    seed        of the random numbers; the same seed gives the same training

    A derived class says the rest:

    unit         the trait that tells how long a run is
    measured     how the learners play when they are checked, if that needs to be said
    question     what the picture beside the position answers
    names        for each trait with a control, its words and its tip
    _begin()     returns learners that know nothing
    _frame()     trains till there is something new to see, by the settings of now; yields pauses
    _curves()    returns pictures of how the training went
    _maps(state) returns a picture of what is thought of a position
    """

    measured = ""
    running = traitlets.Bool(False, read_only=True)
    seconds = traitlets.Float(0.1, min=0, max=3)  # so that a short run can be watched, and paused

    def __init__(self, seed: int, **traits):
        super().__init__(_view_count=0, **traits)
        self.seed = seed
        self._renew()
        self.position = Explore(self._maps, BOARD.initial, BOARD)
        self._charts = [widgets.HTML(layout=CHART) for _ in self._curves()]
        self._main = button("Start", "Train, or stop", self._start_or_pause, "primary")
        self._main.layout.min_width = "90px"
        reset = button("Reset", "Forget all that was learned", self.reset)
        self._words = widgets.HTML(layout={"flex": "1 1 420px", "min_width": "0"})
        question = widgets.HTML(f"<div style='{TEXT_STYLE}'>{self.question}</div>")
        self.children = [
            widgets.HBox([self._main, reset, self._words], layout=ROW),
            widgets.HBox([self._control(name) for name in self.names], layout=ROW),
            widgets.HBox(self._charts, layout={"flex_flow": "row wrap"}),
            widgets.VBox([question, self.position]).add_class("ttt-not-on-slides"),
        ]
        self.position.add_class("ttt-fits")
        self.add_class("ttt-keeps-keys")
        self.observe(lambda _: self._paint(), self.unit)
        self.observe(self._views_changed, "_view_count")

    def _control(self, name: str) -> widgets.Widget:
        """Return a control of one of our traits, of the kind that suits it."""
        trait, (words, tip) = self.traits()[name], self.names[name]
        look = {"description": words, "tooltip": tip, **CONTROL}
        if isinstance(trait, traitlets.Bool):
            return control(self, name, widgets.Checkbox, indent=False, **look)
        if isinstance(trait, traitlets.Enum):
            return control(self, name, widgets.Dropdown, options=trait.values, **look)
        if isinstance(trait, traitlets.Int):
            return control(self, name, widgets.BoundedIntText, min=1, max=trait.max, **look)
        share = {"step": 0.01, "max": trait.max, "continuous_update": False}
        return control(self, name, widgets.FloatSlider, **share, **look)

    @property
    def goal(self) -> int:
        """Where the run ends: as far from its start as the settings of now say."""
        return max(self._start + getattr(self, self.unit), self.done)

    # ---- what the reader does

    def _renew(self) -> None:
        self.learners, self._start = self._begin(), 0

    @one_at_a_time
    def start(self) -> None:
        """Train, or go on training; at the end, train as long again.

        It goes on by itself while other cells run; in plain Python it returns at the end.
        """
        if self.running:
            return
        if self.done >= self.goal:
            self._start = self.done
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
        self._renew()
        self._paint()

    def _halt(self) -> None:
        self._course += 1
        self.set_trait("running", False)

    def _views_changed(self, change) -> None:
        """Pause when the last view is gone: the cell was run again, or the notebook closed."""
        if change["old"] and not change["new"]:
            self.pause()

    def _start_or_pause(self) -> None:
        self.pause() if self.running else self.start()

    # ---- training without being in the way

    def _training(self) -> Iterator[float]:
        """Train up to the goal, and show every frame; yield pauses."""
        try:
            while self.done < self.goal:
                due = time.monotonic() + self.seconds
                yield from self._frame()
                self._paint()
                yield max(BREATH, due - time.monotonic())
        except (Exception, KeyboardInterrupt):
            self.pause()  # else the button would say "Pause" for ever
            raise
        self._halt()
        self._paint_words()

    # ---- the view

    @one_at_a_time
    def _paint(self) -> None:
        """Show how things stand."""
        for place, chart in zip(self._charts, self._curves()):
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
        """Return how far the training is, and whether anybody can still beat what was trained."""
        if not self.done and not self.running:
            return f"Nothing is learned yet. Press <b>Start</b> for {self.goal:,} {self.unit}."
        so_far = f"After <b>{self.done:,}</b> of {self.goal:,} {self.unit}"
        return f"{so_far}{self.measured}: {verdict(self.learners)}."

    def picture(self) -> draw.Picture:
        """Return what is thought of the position as one picture."""
        return self.position.picture()


def in_slices(steps: Iterable) -> Iterator[float]:
    """Take short steps, some at a time; yield a pause after each slice."""
    pause_at = time.perf_counter() + SLICE
    for _ in steps:
        if time.perf_counter() > pause_at:
            yield BREATH
            pause_at = time.perf_counter() + SLICE


def reply_chart(learners: dict, end: int, x: str) -> draw.Picture:
    """Return the exact score of the best reply to each learner, as X solid and as O dashed."""
    lines = []
    for (name, learner), look in zip(learners.items(), LOOKS):
        for mark, field in ("X", "reply_to_x"), ("O", "reply_to_o"):
            checks = enumerate(learner.history.checks)
            points = [(getattr(check, "episode", n), getattr(check, field)) for n, check in checks]
            lines.append(Curve(f"{name} as {mark}", points, dashed=mark == "O", **look))
    beats = "the replier's result; at 0 nobody can beat it"
    return draw.curves("The best reply to it, exact", beats, lines, reach=(0, 1), end=end, x=x)


def verdict(learners: dict) -> str:
    """Return whether anybody can still beat the learners, and as whom, in words."""
    beaten = {name: beaten_as(learner.history.checks[-1]) for name, learner in learners.items()}
    return ", ".join(
        f"<i>{name}</i> can be beaten {how}" if how else f"<b>nobody can beat <i>{name}</i></b>"
        for name, how in beaten.items()
    )


def beaten_as(check: Check) -> str:
    """Return as whom a learner can be beaten: "as X and as O", or "as X only"; "" if nobody can."""
    replies = {"as X": check.reply_to_x, "as O": check.reply_to_o}
    sides = [side for side, score in replies.items() if score > 1e-9]
    return f"{sides[0]} only" if len(sides) == 1 else " and ".join(sides)
