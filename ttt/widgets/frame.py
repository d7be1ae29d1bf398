"""What labs of training have in common: start, pause, reset, curves, words, a position."""

import time
from collections.abc import Iterable, Iterator
from html import escape

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.agents.learners import BOARD
from ttt.arena import told
from ttt.widgets.board import Pictured
from ttt.widgets.button import ROW, button
from ttt.widgets.explore import Explore
from ttt.widgets.turns import TakesTurns, one_at_a_time

SHORTEST_FRAME = 0.1  # seconds, so that a short run can be watched, and paused
SLICE, BREATH = 0.025, 0.003  # seconds of work, and then for clicks and other cells
DOUBLE_CLICK = 0.35  # seconds in which a second click on Start is no Pause
TEXT_STYLE = "font-size:16px;line-height:1.45;padding:2px"
CHART_CSS = (
    "<style>.ttt-curves svg{display:block;width:100%;height:auto} .ttt-fits .widget-html{flex:1 1 "
    "480px;min-width:0} .ttt-fits .widget-html-content svg{max-width:100%;height:auto}</style>"
)
CHART = {"flex": "1 1 390px", "min_width": "0", "max_width": "640px", "margin": "0 8px 0 0"}
CONTROL = {"layout": {"flex": "1 1 270px", "max_width": "340px"}}
CONTROL["style"] = {"description_width": "108px"}  # so that they stand in columns


class TrainingFrame(TakesTurns, Pictured, widgets.VBox):
    """A lab in which something is trained while you look on.

    running     whether it is in training now
    done, goal  how much of the training is done, and shall be done
    position    a board to set up, and beside it what is thought of it
    seed        of the random numbers; the same seed gives the same training

    A derived class says the rest:

    unit, about  the trait that tells how long a run is, and the tips of the two buttons
    question     what the picture beside the position answers
    names        for each trait with a control, its words and its tip
    _begin()     has learners that know nothing
    _controls()  returns the controls of its traits
    _frame()     trains till there is something new to see, by the settings of now; yields pauses
    _curves()    returns pictures of how the training went
    _maps(state) returns a picture of what is thought of a position
    words()      returns how far the training is, and what came of it
    """

    running = traitlets.Bool(False, read_only=True)

    def __init__(self, seed: int, **traits):
        super().__init__(_view_count=0, **traits)
        self.seed = seed
        self._renew()
        self.position = Explore(self._maps, BOARD.initial, BOARD)
        self._charts = [widgets.HTML(layout=CHART) for _ in self._curves()]
        start, reset = self.about
        self._main = button("Start", start, self._main_clicked, "primary")
        self._main.layout.min_width = "90px"
        self._words = widgets.HTML(layout={"flex": "1 1 420px", "min_width": "0"})
        question = widgets.HTML(f"<div style='{TEXT_STYLE}'>{self.question}</div>")
        buttons = [self._main, button("Reset", reset, self.reset), self._words]
        self.children = [
            widgets.HBox(buttons, layout=ROW),
            widgets.HBox(self._controls(), layout=ROW),
            widgets.HBox(self._charts, layout={"flex_flow": "row wrap"}),
            widgets.VBox([question, self.position]).add_class("ttt-not-on-slides"),
        ]
        self.position.add_class("ttt-fits")
        self.add_class("ttt-keeps-keys")
        self.observe(self._replan, self.unit)
        self.observe(self._views_changed, "_view_count")

    def _control(self, kind: type, trait: str, **options) -> widgets.Widget:
        """Return a control of one of our traits."""
        words, tip = self.names[trait]
        control = kind(description=words, tooltip=tip, **CONTROL, **options)
        widgets.link((self, trait), (control, "value"))
        return control

    # ---- what the reader does

    def _renew(self) -> None:
        self._begin()
        self._start, self.goal, self._trouble = 0, getattr(self, self.unit), ""

    @one_at_a_time
    def start(self) -> None:
        """Train, or go on training; at the end, train as long again.

        It goes on by itself while other cells run; in plain Python it returns at the end.
        """
        if self.running:
            return
        if self.done >= self.goal:
            self._start, self.goal = self.done, self.done + getattr(self, self.unit)
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
        self._renew()
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
        self.goal = max(self._start + change["new"], self.done)
        self._paint()

    # ---- training without being in the way

    def _training(self) -> Iterator[float]:
        """Train up to the goal, and show every frame; yield pauses."""
        try:
            while self.done < self.goal:
                due = time.monotonic() + self._shortest()
                yield from self._frame()
                self._paint()
                yield max(BREATH, due - time.monotonic())
        except KeyboardInterrupt:
            self._trouble = "The training was interrupted."
        except Exception as error:  # else the button would say "Pause" for ever
            self._trouble = f"The training stopped, because it failed with {escape(told(error))}."
        self._halt()
        self._paint_words()

    def _shortest(self) -> float:
        """Return how many seconds a frame is to be seen at least."""
        return SHORTEST_FRAME

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
        words = self.words()
        if self._trouble:
            words = f"{self._trouble} Press <b>Reset</b> to begin again."
        self._words.value = (
            f"<div role='status' aria-live='{live}' style='{TEXT_STYLE}'>{words}</div>"
        )
        paused = "Train on" if self.done >= self.goal else "Go on" if self.done else "Start"
        self._main.description = "Pause" if self.running else paused

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
