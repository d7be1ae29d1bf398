"""A search to watch, step by step: its tree of boards, its code, and what it does in words."""

from collections.abc import Callable
from html import escape

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.game import Game, State
from ttt.trace import Step, watch
from ttt.widgets.button import button, wide
from ttt.widgets.labels import row_of
from ttt.widgets.stepper.film import Film
from ttt.widgets.stepper.words import Prompt, question, tell
from ttt.widgets.steps import Steps

SIDES = {
    "mover": "Your function counts for the player to move; here all values are from X's side.",
    "root": "Your function counts for the player at the root; here all values are from X's side.",
    "X": "",
}
SMALL_STYLE = "font-size:14px;line-height:1.45;padding:0 2px"
CODE_FONT = "font-family:var(--jp-code-font-family,monospace);font-size:13px;line-height:1.5"
CODE_STYLE = f"{CODE_FONT};margin:0;overflow-x:auto;white-space:pre"
NOW_STYLE = "background:rgb(255 193 7 / 38%);border-left:4px solid #d99a00;padding-left:4px"
WAITING_STYLE = "outline:1px solid #d99a00;outline-offset:-1px;padding-left:8px"
LATER_STYLE = "border-left:4px solid transparent;padding-left:4px"


class Stepper(Steps):
    """A search at work on real boards: any search, the reader's own too.

    search   a function of game and state
    step     how many steps have been made; setting it goes there
    predict  whether the reader is asked what comes before it is shown
    code     whether the code of the search is shown
    asked    the question that waits for an answer, or None
    tally    how many questions were answered rightly, and how many in all
    """

    predict = traitlets.Bool(False)
    asked = traitlets.Instance(Prompt, allow_none=True)

    def __init__(
        self,
        search: Callable,
        game: Game | None = None,
        state: State | None = None,
        *,
        predict: bool = False,
        code: bool = True,
    ):
        super().__init__(game, state, predict=predict)
        self.trace = watch(search, self.game, self.start)
        self.scene, self.lines = Film(self.trace), self.trace.source if code else []
        self.tally, self._reply = (0, 0), ""
        self._answers, self._counts, self._code = widgets.HBox(), widgets.HTML(), widgets.HTML()
        tick = widgets.Checkbox(description="predict first", indent=False, **wide(120))
        widgets.link((self, "predict"), (tick, "value"))
        self.observe(lambda _: self._ask(None), "predict")
        buttons = {
            "◀ Back": ("One step back", self.back),
            "Forward ▶": ("One step on", self.forward),
            "Next leaf": ("Go to the next board valued at once", lambda: self.jump("leaf")),
            "Next cut": ("Go to the next cut", lambda: self.jump("cut")),
            "End": ("Go to the last step", self.end),
        }
        code = [self._code] if self.lines else []
        self.lay_out("step", buttons, [tick], [self._answers, self._counts], code)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.trace.steps) - 1

    def still(self) -> draw.Picture:
        """Return the picture for pages without a kernel: the whole tree."""
        self.go_to(self.last)
        whole = self.picture()
        self.go_to(self.step)
        return whole

    # ---- what the reader does

    def forward(self) -> None:
        """Go one step on; in predict mode ask first, where there is something to ask."""
        if self.step == self.last or self.asked:
            return
        prompt = question(self.scene) if self.predict else None
        if prompt:
            self._ask(prompt)
        else:
            super().forward()

    def jump(self, kind: str) -> None:
        """Go to the next step of a kind, if there is one."""
        later = range(self.step + 1, self.last + 1)
        goal = next((nth for nth in later if self.trace.steps[nth].kind == kind), None)
        if goal is None:
            self._say(f"<i>There is no further {kind}.</i>")
        else:
            self.step = goal

    def answer(self, choice: str) -> None:
        """Answer the question that is asked, and go on."""
        if not self.asked:
            return  # a second click on the same button
        right, is_right = self.asked.answer, choice == self.asked.answer
        self.tally = self.tally[0] + is_right, self.tally[1] + 1
        self.step += 1
        verdict = "✓ Right." if is_right else f"✗ It is: {escape(right)}."
        colour = draw.RIGHT if is_right else draw.WRONG
        self._say(f"<b style='color:{colour}'>{verdict}</b>")

    @traitlets.observe("step")
    def _forget(self, change) -> None:
        self.asked, self._reply = None, ""

    def _ask(self, prompt: Prompt | None) -> None:
        self.asked = prompt
        self.redraw()

    def _say(self, words: str) -> None:
        self._reply = f"{words} "
        self.redraw()

    # ---- what is shown

    def redraw(self) -> None:
        """Show the tree, the words, the counts and the code."""
        super().redraw()
        choices = self.asked.choices if self.asked else []
        self._answers.children = [self._answer_button(choice) for choice in choices]
        self._answers.layout.min_height = "38px" if self.predict else "0"
        self._counts.value = f"<div style='{SMALL_STYLE}'>{self._counters()}</div>"
        self._code.value = listing(self.lines, self.scene.step)

    def _answer_button(self, choice: str) -> widgets.Button:
        return button(choice, "That is my answer", lambda: self.answer(choice), "info")

    def told(self) -> str:
        """Return what to read above the tree: a question, or what the last step did."""
        if self.asked:
            return f"<b>Predict:</b> {escape(self.asked.text)}"
        told = self._reply + escape(tell(self.scene))
        if self.step == self.last:
            told += f" <b>{escape(self.trace.note or 'That is all.')}</b>"
        return told

    def _counters(self) -> str:
        """Return how many boards were entered, and the like."""
        counts, (space, row) = self.scene.counts, row_of(self.game, self.start)
        shown = {f"{self.board}s entered": f"{counts['enter']:,}", "leaves": f"{counts['leaf']:,}"}
        if self.trace.cut:
            shown["cut"] = f"{counts['cut']:,}"
        if space:
            shown["plain minimax enters"] = f"{space.tree_sizes[row]:,}"
        if self.tally[1]:
            shown["predicted"] = "{} of {}".format(*self.tally)
        words = " &ensp;·&ensp; ".join(f"{name} <b>{count}</b>" for name, count in shown.items())
        return f"{words}<br>{SIDES[self.trace.side]}"


def listing(lines: list[str], step: Step) -> str:
    """Return the code of a search: marked the line that runs, framed the one that waits."""
    styles = {step.waiting: WAITING_STYLE, step.line: NOW_STYLE}
    shown = [
        f"<div style='{styles.get(nth, LATER_STYLE)}'>{escape(line) or ' '}</div>"
        for nth, line in enumerate(lines)
    ]
    return f"<pre style='{CODE_STYLE}'>{''.join(shown)}</pre>"
