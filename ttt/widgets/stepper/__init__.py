"""A search to watch, step by step: its tree of boards, its code, and what it does in words."""

from collections.abc import Callable
from functools import partial
from html import escape

import anywidget
import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.game import Game, State
from ttt.trace import watch
from ttt.widgets.board import FOLDER, script
from ttt.widgets.button import ROW, button
from ttt.widgets.labels import row_of
from ttt.widgets.stepper.film import Film
from ttt.widgets.stepper.words import Prompt, question, tell
from ttt.widgets.steps import Steps

MOVERS = "Your function counts for the player to move; here all values are from X's side."
SMALL_STYLE = "font-size:14px;line-height:1.45;padding:0 2px"
MOST_LINES = 20_000
CALL_SIZE, CALLS_ABREAST = 32, 3  # pixels a board, and boards in a row
ROOM_BESIDE_CODE, ROOM_ALONE = (430, 412), (890, 412)  # pixels for the boards of a tree


class Stepper(Steps):
    """A search at work on real boards: any search, the reader's own too.

    search   a function of game and state
    step     how many steps have been made; setting it goes there
    predict  whether the reader is asked what comes before it is shown
    code     whether the code of the search is shown
    asked    the question that waits for an answer, or None
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
        self.trace = watch(search, self.game, self.start, lines=MOST_LINES if code else 0)
        self.listing = Listing(code and bool(self.trace.source))
        room = ROOM_BESIDE_CODE if self.listing.has_code else ROOM_ALONE
        self.scene, self._verdict = Film(self.trace, room), ""
        self._answers, self._counts = widgets.HBox(layout=ROW), widgets.HTML()
        tick = widgets.Checkbox(description="predict first", indent=False, layout={"width": "auto"})
        widgets.link((self, "predict"), (tick, "value"))
        self.observe(lambda _: self._ask(None), "predict")
        between = [self._answers, self._counts]
        self.lay_out("step", self._buttons(), [tick], between, [self.listing])
        self.add_class("ttt-stepper")

    def _buttons(self) -> dict[str, tuple[str, Callable]]:
        """Return the buttons, each with what it does in words and as a function."""
        board = self.board.title()
        back, on = ("◀ Line", "Line ▶") if self.listing.has_code else ("◀ Back", "Forward ▶")
        steps = {back: ("One step back", self.back), on: ("One step on", self.forward)}
        if self.listing.has_code:
            steps[f"◀ {board}"] = f"Back to the last {self.board}", self.last_board
            steps[f"{board} ▶"] = f"On to the next {self.board}", self.next_board
        steps["Next leaf"] = "Go to the next board valued at once", lambda: self.jump("leaf")
        if self.trace.cuts:
            steps["Next cut"] = "Go to the next cut", lambda: self.jump("cut")
        return steps | {"End": ("Go to the last step", self.end)}

    def shortcuts(self) -> dict[str, Callable[[], None]]:
        """Return where the keys go: to left and right the lines, up and down the boards."""
        return {**super().shortcuts(), "ArrowUp": self.last_board, "ArrowDown": self.next_board}

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.trace.steps) - 1

    def still(self) -> draw.Picture:
        """Return the picture for pages without a kernel: the whole tree."""
        shown, self.scene = self.scene, Film(self.trace, room=None)
        self.go_to(self.last)
        whole, self.scene = self.picture(), shown
        return whole

    # ---- what the reader does

    def forward(self) -> None:
        """Go one step on; in predict mode ask first, where there is something to ask."""
        self._go_on(self.step + 1)

    def next_board(self) -> None:
        """Go on to where a board is entered or left, or a cut is made, past no question."""
        self._go_on(self._next("enter", "leaf", "cut", "return"))

    def last_board(self) -> None:
        """Go back to where a board was entered or left, or a cut was made."""
        before = enumerate(self.trace.steps[: self.step])
        self.step = max((nth for nth, step in before if step.kind != "line"), default=0)

    def jump(self, kind: str) -> None:
        """Go to the next step of a kind; after the last one of them to the end."""
        self.step = self._next(kind)

    def _next(self, *kinds: str) -> int:
        """Return the number of the next step of one of these kinds, or else of the last step."""
        later = range(self.step + 1, self.last + 1)
        return next((nth for nth in later if self.trace.steps[nth].kind in kinds), self.last)

    def _go_on(self, goal: int) -> None:
        """Go on to a step; in predict mode as far as the next question, and past none."""
        if self.asked:
            return
        for step in range(self.step, min(goal, self.last)) if self.predict else ():
            self.go_to(step)
            if prompt := question(self.scene):
                self.step = step
                self._ask(prompt)
                return
        self.step = goal

    def answer(self, choice: str) -> None:
        """Answer the question that is asked, and go on."""
        if not self.asked:
            return  # a second click on the same button
        right = self.asked.answer
        colour, words = draw.RIGHT, "✓ Right."
        if choice != right:
            colour, words = draw.WRONG, f"✗ It is: {escape(right)}."
        self.step += 1
        self._verdict = f"<b style='color:{colour}'>{words}</b> "
        self.redraw()

    @traitlets.observe("step")
    def _forget(self, change) -> None:
        self.asked, self.scene.framed, self._verdict = None, None, ""

    def _ask(self, prompt: Prompt | None) -> None:
        self.asked = prompt
        self.scene.framed = prompt and prompt.node
        self.redraw()

    # ---- what is shown

    def redraw(self) -> None:
        """Show the tree, the words, the counts and the code."""
        super().redraw()
        choices = self.asked.choices if self.asked else []
        self._answers.children = [
            button(choice, "That is my answer", partial(self.answer, choice), "info")
            for choice in choices
        ]
        self._answers.layout.min_height = "38px" if self.predict else "0"
        for name, each in self.buttons.items():
            each.disabled = bool(choices) and name.endswith("▶")  # the question comes first
        self._counts.value = f"<div style='{SMALL_STYLE}'>{self._counters()}</div>"
        self.listing.show(self.scene)

    def told(self) -> str:
        """Return what to read above the tree: a question, or what the last step did."""
        if self.asked:
            return f"<b>Predict:</b> {escape(self.asked.text)}"
        end = f" <b>{escape(self.trace.note or 'That is all.')}</b>"
        return self._verdict + escape(tell(self.scene)) + end * (self.step == self.last)

    def _counters(self) -> str:
        """Return how many boards were entered, and the like, and what is missing."""
        done, (space, row) = self.scene.counts, row_of(self.game, self.start)
        shown = {f"{self.board}s entered": done["enter"], "leaves": done["leaf"]}
        shown |= {"cuts": done["cut"]} if self.trace.cuts else {}
        shown |= {"in the whole tree": int(space.tree_sizes[row])} if space else {}
        counts = " &ensp;·&ensp; ".join(f"{name} <b>{n:,}</b>" for name, n in shown.items())
        turned = MOVERS if self.trace.side == "mover" else ""
        return "<br>".join(filter(None, [counts, turned, escape(self.trace.note)]))


class Listing(anywidget.AnyWidget):
    """What stands beside the tree: code, scrolled to the line that runs, variables and calls.

    html      all that it shows
    has_code  whether the code is shown; without it there are only the calls
    """

    _esm = script("listing.js")
    _css = FOLDER / "listing.css"

    html = traitlets.Unicode().tag(sync=True)

    def __init__(self, has_code: bool):
        self.has_code, flex = has_code, "1 1 360px" if has_code else "0 0 auto"
        super().__init__(layout={"flex": flex, "min_width": "0", "margin": "0 0 0 8px"})

    def show(self, film: Film) -> None:
        """Show the code of a search and its variables at the step that a film is at."""
        if self.has_code:
            self.html = code(film) + variables(film) + calls(film, per_row=len(film.path))
        elif not film.is_small:  # else the tree shows them
            self.html = calls(film, per_row=CALLS_ABREAST)


def code(film: Film) -> str:
    """Return the code of a search: marked the line that runs, framed the one that waits."""
    classes = {film.step.waiting: "ttt-waits", film.step.line: "ttt-runs"}
    shown = []
    for nth, line in enumerate(film.trace.source):
        words = line.lstrip()
        indent = f"style='--indent:{len(line) - len(words)}'"
        shown.append(f"<div class='{classes.get(nth, '')}' {indent}>{escape(words) or ' '}</div>")
    return f"<div class='ttt-code' tabindex='0' aria-label='code'>{''.join(shown)}</div>"


def variables(film: Film) -> str:
    """Return the variables of the call, those in bold that have just changed."""
    shown = []
    for name, value in film.step.variables:
        new = "ttt-new" if name in film.changed else ""
        shown.append(f"<span class='{new}'>{escape(name)} = {escape(value)}</span>")
    return f"<div class='ttt-variables'>{''.join(shown) or '<span>no variables yet</span>'}</div>"


def calls(film: Film, per_row: int) -> str:
    """Return the boards of the calls that are under way, the first call first."""
    states = [film.tree.nodes[node]["state"] for node in reversed(film.path)]
    picture = draw.boards(states, game=film.game, size=CALL_SIZE, per_row=per_row, arrows=True)
    return f"<div class='ttt-calls'>{picture.svg}</div>"
