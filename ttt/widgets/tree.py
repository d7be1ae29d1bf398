"""A tree of boards to click, and one that opens level by level."""

from collections.abc import Callable

import anywidget
import ipywidgets as widgets
import networkx as nx
import traitlets

from ttt import draw
from ttt.anygame import as_game, check_state, has_board, name_of_state, outcome
from ttt.draw.trees import children
from ttt.game import Action, Game, State
from ttt.widgets.board import FOLDER, script, with_picture
from ttt.widgets.button import button

MOST_BOARDS = 400  # that are shown at once
BOARD_SIZES = ((10, 5, 66), (14, 9, 54))  # at most so many boards across, levels, and pixels
SMALLEST_BOARD = 44


class TreeView(anywidget.AnyWidget):
    """A tree in the browser: the picture of a graph, and which of its boards are clicked.

    svg    the picture
    focus  the place, in the order of the graph, of the board to scroll to
    name   what a screen reader calls it
    """

    _esm = script("keys.js", "tree.js")
    _css = FOLDER / "tree.css"

    svg = traitlets.Unicode().tag(sync=True)
    focus = traitlets.Int(0).tag(sync=True)
    name = traitlets.Unicode("tree of boards").tag(sync=True)

    def __init__(self, **traits):
        self._nodes, self._clicked, self._pressed = [], None, None
        super().__init__(**traits)
        self.on_msg(lambda _, message, __: self._receive(message))

    def show(self, picture: draw.Picture, tree: nx.DiGraph, focus=None) -> None:
        """Show the picture of a tree, scrolled to one of its nodes."""
        self._nodes = list(tree)
        with self.hold_sync():
            self.focus = self._nodes.index(focus) if focus in tree else 0
            self.svg = picture.svg

    def on_click(self, clicked: Callable) -> None:
        """Have `clicked` called with every node that is clicked."""
        self._clicked = clicked

    def on_key(self, pressed: Callable[[str], None]) -> None:
        """Have `pressed` called with every arrow, Home or End key."""
        self._pressed = pressed

    def _receive(self, message) -> None:
        """Take a message of the browser; what makes no sense is passed over."""
        message = message if isinstance(message, dict) else {}
        place, key = message.get("node"), message.get("key")
        if message.get("event") == "click" and self._clicked and place in range(len(self._nodes)):
            self._clicked(self._nodes[place])
        if message.get("event") == "key" and self._pressed and isinstance(key, str):
            self._pressed(key)


def board_size(pos: dict, game: Game) -> float:
    """Return how large the boards of a tree with this layout should be, in pixels."""
    columns, rows = zip(*pos.values())
    across, levels = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    fits = (size for widest, deepest, size in BOARD_SIZES if across <= widest and levels <= deepest)
    size = next(fits, SMALLEST_BOARD)
    return max(size, 14 * max(game.rows, game.cols)) if has_board(game) else size


def start_of(game: Game, state: State | None) -> State:
    """Return the state to start from, the first if none is given; or raise a ValueError."""
    state = game.initial if state is None else state
    check_state(game, state)
    return state


class TreeExplorer(widgets.VBox):
    """The tree of all games from a state, which opens and closes where it is clicked.

    game      the rules
    state     the board to start from; the empty one if not given
    value     a function of a state, such as space.value; what it answers stands below the board
    symmetry  whether only one of the children that are mirror images of each other is shown
    """

    def __init__(
        self,
        game: Game,
        state: State | None = None,
        value: Callable[[State], float] | None = None,
        symmetry: bool = False,
    ):
        self.game, self.value, self.symmetry = as_game(game), value, symmetry
        self.root = start_of(game, state)
        self._noun = name_of_state(game)
        self._opened, self._touched = {()}, ()
        self.view = TreeView(layout={"width": "100%"})
        self.view.on_click(self.toggle)
        self._status = widgets.HTML()
        more = button("Open one level more", f"Open every closed {self._noun}", self.open_level)
        close = button("Close all", "Show the first moves only", self.close_all)
        row = widgets.HBox([more, close, self._status], layout={"flex_flow": "row wrap"})
        super().__init__([row, self.view])
        self.add_class("ttt-keeps-keys")
        self._redraw()

    # ---- what the reader does

    def toggle(self, path: tuple) -> None:
        """Open the board that these moves lead to, or close it."""
        path = tuple(path)
        opened = {other for other in self._opened if other[: len(path)] != path}
        if path not in self._opened:
            opened = self._opened | {path}
        self._show(opened, path)

    def open_level(self) -> None:
        """Open every board that is shown closed."""
        self._show(self._opened | set(self.tree), ())

    def close_all(self) -> None:
        """Show the root and its children only."""
        self._show({()}, ())

    # ---- what is shown

    @property
    def tree(self) -> nx.DiGraph:
        """The boards that are shown, each named by the moves that lead to it."""
        return self._grow(self._opened)

    def _show(self, opened: set, path: tuple) -> None:
        """Show the tree with these boards open, unless that is too much to look at."""
        before, self._opened, self._touched = self._opened, opened, path
        if len(self.tree) > MOST_BOARDS:
            self._opened = before
            self._redraw(
                f"That would be more than {MOST_BOARDS} {self._noun}s. "
                f"Click on single {self._noun}s instead."
            )
        else:
            self._redraw()

    def _grow(self, opened: set) -> nx.DiGraph:
        tree = nx.DiGraph()

        def add(path: tuple[Action, ...], state: State):
            tree.add_node(path, state=state)
            if self.value:
                tree.nodes[path]["value"] = self.value(state)
            ended = outcome(self.game, state)
            if ended:
                tree.nodes[path]["note"] = draw.OUTCOME_NAMES[ended]
                return
            below = children(self.game, state, self.symmetry)
            if path not in opened:
                tree.nodes[path]["note"] = f"▸ {len(below)}"
            elif len(tree) <= MOST_BOARDS:
                for action, child in below.items():
                    add((*path, action), child)
                    tree.add_edge(path, (*path, action), label=str(action))

        add((), self.root)
        return tree

    def picture(self) -> draw.Picture:
        """Return the tree as it is shown, as a picture."""
        tree = self.tree
        pos = draw.layout(tree)
        return draw.tree(tree, self.game, pos=pos, size=board_size(pos, self.game), clickable=True)

    def _redraw(self, trouble: str = "") -> None:
        tree = self.tree
        how_to = f"{len(tree):,} {self._noun}s. Click on a {self._noun} to open or close it."
        words = trouble or how_to
        self._status.value = f"<span style='padding:0 8px'>{words}</span>"
        self.view.show(self.picture(), tree, self._touched)

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel the tree as it is now."""
        return with_picture(super()._repr_mimebundle_(**options), self.picture())
