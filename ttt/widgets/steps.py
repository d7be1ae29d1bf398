"""The frame of everything that has steps: buttons, a slider, a player and keys around a tree."""

from collections.abc import Callable

import ipywidgets as widgets
import traitlets

from ttt.widgets.button import ROW, button, wide
from ttt.widgets.tree import FoldingTree

INTERVALS = {"slow": 2000, "normal": 900, "fast": 350}  # milliseconds a step
WORDS_STYLE = "font-size:17px;line-height:1.45;min-height:3em;padding:4px 2px"
BESIDE = {"flex": "1 1 330px", "min_width": "0", "padding": "0 0 0 8px"}


class Steps(FoldingTree):
    """A tree that changes from step to step.

    step    how many steps have been made; setting it goes there
    last    the number of the last step
    stride  how many steps a stop of the slider stands for; Back goes to the stop before

    A derived class says in `told()` what has just happened, and its `scene` has besides

    at         the number of the step it is at
    begin()    goes back to the first one, at which there may be something to see already
    advance()  goes on to the next one; `at` is its number by then
    """

    step = traitlets.Int(0)
    stride = 1

    def lay_out(
        self,
        slider: str,
        buttons: dict[str, tuple[str, Callable]],
        settings: list[widgets.Widget],
        between: list[widgets.Widget],
        beside: list[widgets.Widget],
    ) -> None:
        """Make the frame: the name of the slider, buttons with what they do, and the other parts.

        The second button is the main one.
        """
        self._words = widgets.HTML()
        self.observe(lambda _: self.redraw(), "step")  # first, so that the tree is painted first
        self.buttons = {name: button(name, *does) for name, does in buttons.items()}
        row = list(self.buttons.values())
        row[1].button_style = "primary"
        self._player = widgets.Play(interval=INTERVALS["normal"], show_repeat=False)
        self._slider = widgets.IntSlider(description=slider, **wide(240))
        speed = widgets.Dropdown(
            description="speed", options=INTERVALS, value=INTERVALS["normal"], **wide(130)
        )
        self.make_room()
        there_and_back = (lambda step: step // self.stride, lambda stop: stop * self.stride)
        widgets.link((self, "step"), (self._slider, "value"), there_and_back)
        widgets.link((self._slider, "value"), (self._player, "value"))
        widgets.link((speed, "value"), (self._player, "interval"))
        beside = [widgets.VBox(beside, layout=BESIDE)] if len(beside) > 1 else beside
        self.children = [
            widgets.HBox(row, layout=ROW),
            widgets.HBox([self._player, speed, self._slider, *settings], layout=ROW),
            self._words,
            *between,
            widgets.HBox([self.view, *beside], layout={"flex_flow": "row wrap", "width": "100%"}),
        ]
        self.redraw()

    def make_room(self) -> None:
        """Let slider and player reach the last step."""
        self._slider.max = self._player.max = self.last // self.stride

    def forward(self) -> None:
        """Go one step on."""
        self.step += 1

    def back(self) -> None:
        """Go one step back, or to the stop before."""
        self.step = (self.step - 1) // self.stride * self.stride

    def end(self) -> None:
        """Go to the last step."""
        self.step = self.last

    def shortcuts(self) -> dict[str, Callable[[], None]]:
        """Return where arrows, Home and End go."""
        actions = {"ArrowLeft": self.back, "ArrowRight": self.forward, "End": self.end}
        return {**actions, "Home": lambda: self.set_trait("step", 0)}

    def go_to(self, step: int) -> None:
        """Bring the scene to a step; to go back, begin again."""
        if step < self.scene.at:
            self.scene.begin()
        while self.scene.at < step:
            self.scene.at += 1
            self.scene.advance()

    @traitlets.validate("step")
    def _check_step(self, proposal) -> int:
        return min(max(0, proposal["value"]), self.last)

    def redraw(self) -> None:
        """Show the tree and the words; the tree first, since the reader waits for it."""
        self.go_to(self.step)
        super().redraw()
        self._words.value = f"<div role='status' style='{WORDS_STYLE}'>{self.told()}</div>"
