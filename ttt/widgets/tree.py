"""Trees of boards in the browser: how much of one is open, and how large its boards are."""

from collections.abc import Callable

import anywidget
import networkx as nx
import traitlets

from ttt import draw
from ttt.anygame import has_board
from ttt.draw.trees import EDGE_HEIGHT, NODE_GAP, VALUE_HEIGHT
from ttt.game import Game
from ttt.widgets.board import FOLDER, script

BOARD_SIZES = ((10, 5, 66), (14, 9, 54))  # at most so many boards across, levels, and pixels
SMALLEST_BOARD, LEAST_BOARD, LEAST_WORDS = 44, 32, 52
MOST_BOARDS = 120  # beside those of the path


class TreeView(anywidget.AnyWidget):
    """A tree in the browser; it tells which boards are clicked, and which arrows are pressed.

    svg        the picture
    focus      the place of the board to scroll to
    shortcuts  the keys that mean something
    nodes      the nodes of the tree, in the order of their places
    """

    _esm = script("keys.js", "tree.js")
    _css = FOLDER / "tree.css"

    svg = traitlets.Unicode().tag(sync=True)
    focus = traitlets.Int(0).tag(sync=True)
    shortcuts = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, clicked: Callable, pressed: dict[str, Callable[[], None]]):
        self.nodes, self._clicked, self._pressed = [], clicked, pressed
        super().__init__(shortcuts=list(pressed), layout={"flex": "1 1 440px", "min_width": "0"})
        self.on_msg(lambda _, message, __: self._receive(message))

    def show(self, picture: draw.Picture, tree: nx.DiGraph, focus) -> None:
        """Show the picture of a tree, scrolled to one of its nodes."""
        self.nodes = list(tree)
        with self.hold_sync():
            self.focus = self.nodes.index(focus) if focus in tree else 0
            self.svg = picture.svg

    def _receive(self, message) -> None:
        """Take a message of the browser; what makes no sense is passed over."""
        match message:
            case {"event": "click", "node": int(place)} if 0 <= place < len(self.nodes):
                self._clicked(self.nodes[place])
            case {"event": "key", "key": str(key)} if key in self._pressed:
                self._pressed[key]()


def unfold(scene, toggled: dict) -> nx.DiGraph:
    """Return the part of a scene that is open; `toggled` tells what the reader opened or closed.

    A closed board says how many there are below it, unless it has something else to say.
    """
    graph, waiting = nx.DiGraph(), [(None, scene.root, {})]
    while waiting:
        parent, node, edge = waiting.pop()
        below, look = scene.below(node), dict(scene.look(node))
        on_path = node in scene.path
        is_open = toggled.get(node, on_path or scene.is_small)
        if is_open and (on_path or len(graph) <= MOST_BOARDS):
            waiting += [(node, child, below[child]) for child in reversed(below)]
        elif below:
            look["note"] = f"▸ {look.get('note', len(below))}"
        graph.add_node(node, **look)
        if parent is not None:
            graph.add_edge(parent, node, **edge)
    return graph


def extent(pos: dict) -> tuple[float, float]:
    """Return how many boards the layout of a tree is wide, and how many levels it is high."""
    columns, rows = zip(*pos.values())
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def fitting_size(pos: dict, room: tuple[float, float]) -> float | None:
    """Return how large the boards of a tree can be in a room of pixels, None if too small."""
    (across, levels), (width, height) = extent(pos), room
    high = height / levels - VALUE_HEIGHT
    high = high - EDGE_HEIGHT if high > 2 * EDGE_HEIGHT else high / 2  # short edges, small boards
    wide = width / across - NODE_GAP
    is_enough = high >= LEAST_BOARD and wide >= LEAST_WORDS
    return min(BOARD_SIZES[0][-1], high, wide) if is_enough else None


def board_size(pos: dict, game: Game) -> float:
    """Return how large the boards of a tree with this layout should be, in pixels."""
    across, levels = extent(pos)
    fits = (size for widest, deepest, size in BOARD_SIZES if across <= widest and levels <= deepest)
    size = next(fits, SMALLEST_BOARD)
    return max(size, 14 * max(game.rows, game.cols)) if has_board(game) else size
