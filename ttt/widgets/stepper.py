"""A search to watch, step by step: its tree of boards, its code, and what it does in words."""

from collections.abc import Callable
from functools import cached_property
from html import escape
from typing import NamedTuple

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.anygame import as_game
from ttt.draw import RIGHT, WRONG, signed
from ttt.game import Game, State
from ttt.trace import Trace, watch
from ttt.trace.record import is_number
from ttt.widgets.board import with_picture
from ttt.widgets.button import button
from ttt.widgets.film import Film
from ttt.widgets.tree import TreeView, board_size, start_of
from ttt.widgets.words import role, tell

INTERVALS = {"slow": 2000, "normal": 900, "fast": 350}  # milliseconds a step
MOST_LINES = 44  # of code that are shown at once
MOST_CHOICES = 7  # of values to choose from
CODE_WIDTH, TREE_WIDTHS = 330, (340, 640)  # pixels; where there is less, the code goes below
SIDES = {
    "mover": "Your function counts for the player to move; here all values are from X's side.",
    "root": "Your function counts for the player at the root; here all values are from X's side.",
    "X": "",
}
WORDS_STYLE = "font-size:17px;line-height:1.45;min-height:3em;padding:4px 2px"
SMALL_STYLE = "font-size:14px;line-height:1.45;padding:0 2px"
CODE_FONT = "font-family:var(--jp-code-font-family,monospace);font-size:13px;line-height:1.5"
CODE_STYLE = f"{CODE_FONT};margin:0;overflow-x:auto;white-space:pre"
NOW_STYLE = "background:rgb(255 193 7 / 38%);border-left:4px solid #d99a00;padding-left:4px"
WAITING_STYLE = "outline:1px solid #d99a00;outline-offset:-1px;padding-left:8px"
LATER_STYLE = "border-left:4px solid transparent;padding-left:4px"


class Prompt(NamedTuple):
    """What the reader is asked before a step is shown: some choices, and the right one."""

    text: str
    choices: list[str]
    answer: str


class Stepper(widgets.VBox):
    """A search at work on real boards: any search, the reader's own too.

    search   a function of game and state, or a trace that was made before
    step     how many steps have been made; setting it goes there
    predict  whether the reader is asked what comes before it is shown
    code     whether the code of the search is shown
    asked    the question that waits for an answer, or None
    tally    how many questions were answered rightly, and how many in all
    """

    step = traitlets.Int(0)
    predict = traitlets.Bool(False)
    asked = traitlets.Any(None, allow_none=True)

    def __init__(
        self,
        search: Callable | Trace,
        game: Game | None = None,
        state: State | None = None,
        *,
        predict: bool = False,
        code: bool = True,
    ):
        if not isinstance(search, Trace):
            game = as_game(game)
            search = watch(search, game, start_of(game, state))
        self.trace, self.game, self.tally = search, search.game, (0, 0)
        self.lines = search.source if code else []
        self.film, self._toggled, self._reply = Film(search), {}, ""
        super().__init__(predict=predict)
        self.view = TreeView(name="the tree of the search")
        self.view.on_click(self.toggle)
        self.view.on_key(self._key_pressed)
        self._words, self._counts, self._code = (widgets.HTML() for _ in range(3))
        self._answers = widgets.HBox(layout={"flex_flow": "row wrap"})
        self.observe(self._step_set, "step")  # before the slider does, so that the tree is first
        self.children = [*self._make_controls(), self._words, self._answers, self._make_stage()]
        self.add_class("ttt-keeps-keys")
        self.observe(lambda _: self._ask(None), "predict")
        self._redraw()

    # ---- the controls

    def _make_controls(self) -> list[widgets.Widget]:
        buttons = [
            button("◀ Back", "One step back", self.back),
            button("Forward ▶", "One step on", self.forward, "primary"),
            button("Next leaf", "Go to the next board that is valued at once", self.next_leaf),
            button("Next cut", "Go to the next cut", self.next_cut),
            button("End", "Go to the last step", self.end),
        ]
        last = len(self.film) - 1
        slider = widgets.IntSlider(
            max=last,
            description="step",
            layout={"width": "300px"},
            style={"description_width": "34px"},
        )
        self._player = widgets.Play(max=last, interval=INTERVALS["normal"], show_repeat=False)
        speed = widgets.Dropdown(
            options=INTERVALS, value=INTERVALS["normal"], layout={"width": "90px"}
        )
        widgets.link((self, "step"), (slider, "value"))
        widgets.link((self, "step"), (self._player, "value"))
        widgets.link((speed, "value"), (self._player, "interval"))
        predict = widgets.Checkbox(
            description="predict first", indent=False, layout={"width": "auto"}
        )
        widgets.link((self, "predict"), (predict, "value"))
        row = {"flex_flow": "row wrap", "align_items": "center"}
        return [
            widgets.HBox(buttons, layout=row),
            widgets.HBox([self._player, speed, slider, predict], layout=row),
        ]

    def _make_stage(self) -> widgets.Widget:
        """Return the tree with code and counts beside it, or below where there is no room.

        Below a wide tree without code, too: it has use for the whole width.
        """
        least, most = TREE_WIDTHS
        width = self.picture(len(self.film) - 1).width if self.film.is_small else most
        self.view.layout = {"flex": f"1 1 {min(max(least, width), most):.0f}px", "min_width": "0"}
        side = widgets.VBox([self._counts, self._code] if self.lines else [self._counts])
        side_width = f"{CODE_WIDTH}px" if self.lines or width < most else "100%"
        side.layout = {"flex": f"1 1 {side_width}", "min_width": "0"}
        return widgets.HBox([self.view, side], layout={"flex_flow": "row wrap", "width": "100%"})

    # ---- what the reader does

    def forward(self) -> None:
        """Go one step on; in predict mode ask first, where there is something to ask."""
        if self.step + 1 >= len(self.film) or self.asked:
            return
        question = self._question(self.step + 1) if self.predict else None
        if question:
            self._ask(question)
        else:
            self.step += 1

    def back(self) -> None:
        """Go one step back."""
        self.step = max(0, self.step - 1)

    def next_leaf(self) -> None:
        """Go to the next board that is valued without looking further."""
        self._go_to("leaf", "There is no further leaf.")

    def next_cut(self) -> None:
        """Go to the next cut."""
        self._go_to("cut", "There is no further cut.")

    def end(self) -> None:
        """Go to the last step."""
        self.step = len(self.film) - 1

    def answer(self, choice: str) -> None:
        """Answer the question that is asked, and go on."""
        if not self.asked:
            return
        question, (right, total) = self.asked, self.tally
        is_right = choice == question.answer
        self.tally = right + is_right, total + 1
        verdict = "✓ Right." if is_right else f"✗ It is: {question.answer}."
        colour = RIGHT if is_right else WRONG
        self.asked = None
        reply = f"<b style='color:{colour}'>{escape(verdict)}</b> "
        self.step += 1
        self._reply = reply
        self._redraw()

    def toggle(self, node) -> None:
        """Open a closed board, or close an open one."""
        if node in self.film.tree and self.film.tree.out_degree(node):
            path = self.film.path(self.step)
            is_open = self._toggled.get(node, self.film.is_small or node in path)
            self._toggled[node] = not is_open
            self._redraw()

    def _key_pressed(self, key: str) -> None:
        actions = {"ArrowLeft": self.back, "ArrowRight": self.forward, "End": self.end}
        if key == "Home":
            self.step = 0
        elif key in actions:
            actions[key]()

    def _go_to(self, kind: str, otherwise: str) -> None:
        goal = self.film.next(kind, self.step)
        if goal is None:
            self._reply = f"<i>{otherwise}</i> "
            self._redraw()
        else:
            self.step = goal

    # ---- predicting

    def _question(self, nth: int) -> Prompt | None:
        """Return what to ask before step `nth` is shown, or None."""
        step, before = self.film.steps[nth], self.film.steps[nth - 1]
        if step.kind in ("leaf", "return") and is_number(step.value) and before.kind != "cut":
            choices = sorted(self._usual | self._values_near(step.node) | {step.value})
            asks = f"What is this {self.film.board} worth?"
            if step.kind == "return":
                asks = f"All its moves are seen: what does {role(self.film, step.node)} take?"
            return Prompt(asks, [signed(value) for value in choices], signed(step.value))
        parent = step.node if step.kind == "cut" else self.film.parent(step.node)
        came_up = before.kind in ("leaf", "return") and self.film.parent(before.node) == parent
        window = self.film.window(parent, nth - 1) if came_up else None
        if step.kind not in ("enter", "cut") or not window:
            return None
        alpha, beta = map(signed, window)
        text = (
            f"Back at {role(self.film, parent)}: α = {alpha}, β = {beta}. Does it look on, or cut?"
        )
        return Prompt(text, ["look on", "cut"], "cut" if step.kind == "cut" else "look on")

    @cached_property
    def _usual(self) -> set[float]:
        """Some values that a game may end with: those of tic-tac-toe, and of this one if few."""
        found = {s.value for s in self.film.steps if s.kind == "leaf" and is_number(s.value)}
        return {-1, 0, 1} | (found if len(found) <= MOST_CHOICES else set())

    def _values_near(self, node) -> set[float]:
        """Return some values that the value of a node might be taken for."""
        below = [self.film.tree.nodes[c].get("value") for c in self.film.tree.successors(node)]
        return set([value for value in below if is_number(value)][:4])

    def _ask(self, question: Prompt | None) -> None:
        self.asked = question
        self._redraw()

    # ---- what is shown

    @traitlets.validate("step")
    def _check_step(self, proposal) -> int:
        return min(max(0, proposal["value"]), len(self.film) - 1)

    def _step_set(self, _) -> None:
        self.asked, self._reply = None, ""
        self._redraw()

    def picture(self, step: int | None = None) -> draw.Picture:
        """Return the tree after a step, the current one if none is given, as a picture."""
        graph, pos = self.film.shown(self.step if step is None else step, self._toggled)
        return self._draw(graph, pos)

    def _draw(self, graph, pos) -> draw.Picture:
        return draw.tree(graph, self.game, pos=pos, size=board_size(pos, self.game), clickable=True)

    def _redraw(self) -> None:
        graph, pos = self.film.shown(self.step, self._toggled)
        self.view.show(self._draw(graph, pos), graph, self.film.steps[self.step].node)
        self._words.value = f"<div role='status' style='{WORDS_STYLE}'>{self._sentence()}</div>"
        self._answers.children = self._answer_buttons()
        self._answers.layout.min_height = "38px" if self.predict else "0"
        self._counts.value = self._counters()
        self._code.value = self._listing()

    def _sentence(self) -> str:
        """Return what to read above the tree: a question, or what the last step did."""
        if self.asked:
            return f"<b>Predict:</b> {escape(self.asked.text)}"
        told = self._reply + escape(tell(self.film, self.step))
        if self.step == len(self.film) - 1:
            told += f" <b>{escape(self.trace.note or 'That is all.')}</b>"
        return told

    def _answer_buttons(self) -> list[widgets.Button]:
        choices = self.asked.choices if self.asked else []
        return [
            button(choice, "That is my answer", lambda choice=choice: self.answer(choice), "info")
            for choice in choices
        ]

    def _counters(self) -> str:
        entered, leaves, cut = self.film.counts(self.step)
        plain = self.film.plain_count
        boards = f"{self.film.board}s entered <b>{entered:,}</b>"
        parts = [boards, f"leaves <b>{leaves:,}</b>"]
        if self.trace.cut:
            parts.append(f"cut <b>{cut:,}</b>")
        if plain:
            parts.append(f"plain minimax enters <b>{plain:,}</b>")
        if self.tally[1]:
            parts.append(f"predicted <b>{self.tally[0]} of {self.tally[1]}</b>")
        side = SIDES[self.trace.side]
        note = f"<div style='{SMALL_STYLE}'>{side}</div>" if side else ""
        return f"<div style='{SMALL_STYLE}'>{' &ensp;·&ensp; '.join(parts)}</div>{note}"

    def _listing(self) -> str:
        """Return the code of the search: marked the line that runs, framed the one that waits."""
        lines, step = self.lines, self.film.steps[self.step]
        if not lines:
            return ""
        start = max(0, min((step.line or 0) - MOST_LINES // 2, len(lines) - MOST_LINES))
        styles = {step.waiting: WAITING_STYLE, step.line: NOW_STYLE}
        shown = [
            f"<div style='{styles.get(nth, LATER_STYLE)}'>{escape(line) or ' '}</div>"
            for nth, line in list(enumerate(lines))[start : start + MOST_LINES]
        ]
        return f"<pre style='{CODE_STYLE}'>{''.join(shown)}</pre>"

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel the whole tree as a picture."""
        return with_picture(super()._repr_mimebundle_(**options), self.picture(len(self.film) - 1))
