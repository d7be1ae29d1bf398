"""The frame of everything that has steps: buttons, a slider, a player and keys around a tree."""

from collections.abc import Callable

import ipywidgets as widgets
import networkx as nx
import traitlets

from ttt import draw
from ttt.anygame import as_game, check_state, name_of_state
from ttt.draw.trees import LEVEL_NAMES
from ttt.game import Game, State
from ttt.widgets.board import Pictured
from ttt.widgets.button import ROW, button, wide
from ttt.widgets.tree import (
    BOARD_SIZES,
    SMALLEST_BOARD,
    TreeView,
    board_size,
    fitting_size,
    unfold,
)

INTERVAL = 600  # milliseconds a step
WORDS_STYLE = "font-size:17px;line-height:1.45;min-height:3em;padding:4px 2px"
BESIDE = {"flex": "1 1 330px", "min_width": "0", "padding": "0 0 0 8px"}


class Steps(Pictured, widgets.VBox):
    """A tree of boards that changes from step to step; a click on a board opens or closes it.

    step     how many steps have been made; setting it goes there
    last     the number of the last step
    largest  the side of a board in pixels where there is much room
    levels   what is written beside the levels of the tree

    A derived class says in `told()` what has just happened, and has a `scene`, which tells what
    there is to see:

    at           the number of the step it is at
    begin()      goes back to the first one, at which there may be something to see already
    advance()    goes on to the next one; `at` is its number by then
    root         the node at the top
    below(node)  its children, each with what the edge to it carries
    look(node)   what it carries itself; `unseen` where only room is kept for it
    path         the nodes that are open however many others there are
    is_small     whether the others are open as well, as long as the reader has not closed them
    focus        the node to scroll to
    room         the width and height in pixels that boards should be small enough for, or None
    """

    step = traitlets.Int(0)
    largest, levels = BOARD_SIZES[0][-1], LEVEL_NAMES

    def __init__(self, game: Game | None, state: State | None, **traits):
        self.game, self.toggled = as_game(game), {}
        self.start = self.game.initial if state is None else state
        check_state(self.game, self.start)
        self.board = name_of_state(self.game)
        self.view = TreeView(self.toggle, self.shortcuts())
        super().__init__(**traits)
        self.add_class("ttt-keeps-keys")

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
        self._player = widgets.Play(interval=INTERVAL, show_repeat=False)
        self._slider = widgets.IntSlider(description=slider, **wide(240))
        self.make_room()
        widgets.link((self, "step"), (self._slider, "value"))
        widgets.link((self._slider, "value"), (self._player, "value"))
        beside = [widgets.VBox(beside, layout=BESIDE)] if len(beside) > 1 else beside
        self.children = [
            widgets.HBox(row, layout=ROW),
            widgets.HBox([self._player, self._slider, *settings], layout=ROW),
            self._words,
            *between,
            widgets.HBox([self.view, *beside], layout={"flex_flow": "row wrap", "width": "100%"}),
        ]
        self.redraw()

    def make_room(self) -> None:
        """Let slider and player reach the last step."""
        self._slider.max = self._player.max = self.last

    def forward(self) -> None:
        """Go one step on."""
        self.step += 1

    def back(self) -> None:
        """Go one step back."""
        self.step -= 1

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

    def toggle(self, node) -> None:
        """Open a closed board, or close an open one."""
        graph = self.graph()
        self.toggled[node] = not (node in graph and graph.out_degree(node))
        self.redraw()

    def graph(self) -> nx.DiGraph:
        """Return the boards that are shown, with a layout that has room for the unseen ones."""
        graph = unfold(self.scene, self.toggled)
        graph.graph.update(game=self.game, pos=draw.layout(graph))
        graph.remove_nodes_from([node for node, data in graph.nodes.items() if "unseen" in data])
        return graph

    def picture(self) -> draw.Picture:
        """Return the tree as it is now, as a picture."""
        return self._drawn(self.graph())

    def _drawn(self, graph: nx.DiGraph) -> draw.Picture:
        pos, room = graph.graph["pos"], self.scene.room
        if room is None:
            size = min(self.largest, board_size(pos, self.game))
        else:
            size = fitting_size(pos, room) or SMALLEST_BOARD
        return draw.tree(graph, pos=pos, size=size, levels=self.levels, clickable=True)

    def redraw(self) -> None:
        """Show the tree and the words; the tree first, since the reader waits for it."""
        self.go_to(self.step)
        graph = self.graph()
        self.view.show(self._drawn(graph), graph, self.scene.focus)
        self._words.value = f"<div role='status' style='{WORDS_STYLE}'>{self.told()}</div>"
