"""Trees of boards that open and close where they are clicked, in one way for all widgets."""

from collections.abc import Callable

import anywidget
import ipywidgets as widgets
import networkx as nx
import traitlets

from ttt import draw
from ttt.anygame import as_game, check_state, has_board, name_of_state
from ttt.draw.trees import EDGE_HEIGHT, LEVEL_NAMES, NODE_GAP, VALUE_HEIGHT
from ttt.game import Action, Game, State
from ttt.widgets.board import FOLDER, Pictured, script
from ttt.widgets.button import ROW, button

BOARD_SIZES = ((10, 5, 66), (14, 9, 54))  # at most so many boards across, levels, and pixels
SMALLEST_BOARD, LEAST_BOARD, LEAST_WORDS = 44, 32, 52


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


class FoldingTree(Pictured, widgets.VBox):
    """A tree of boards of which a part is open: a click on a board opens or closes it.

    A derived class has a `scene`, which tells what there is to see:

    root         the node at the top
    below(node)  its children, each with what the edge to it carries
    look(node)   what it carries itself; `unseen` where only room is kept for it
    opens(node)  whether it is open as long as the reader has not clicked on it
    path         the nodes that are open however many others there are
    focus        the node to scroll to
    room         the width and height in pixels that boards should be small enough for, or None

    most     how many boards there are at most beside those of the path
    largest  the side of a board in pixels where there is much room
    levels   what is written beside the levels of the tree
    """

    most, largest, levels = 120, BOARD_SIZES[0][-1], LEVEL_NAMES

    def __init__(self, game: Game | None, state: State | None, **traits):
        self.game, self.toggled = as_game(game), {}
        self.start = self.game.initial if state is None else state
        check_state(self.game, self.start)
        self.board = name_of_state(self.game)
        self.view = TreeView(self.toggle, self.shortcuts())
        super().__init__(**traits)
        self.add_class("ttt-keeps-keys")

    def toggle(self, node) -> None:
        """Open a closed board, or close an open one."""
        graph = self.graph()
        self.toggled[node] = not (node in graph and graph.out_degree(node))
        self.redraw()

    def shortcuts(self) -> dict[str, Callable[[], None]]:
        """Return what the keys do, by their names."""
        return {}

    def graph(self) -> nx.DiGraph:
        """Return the boards that are shown, with a layout that has room for the unseen ones."""
        graph = unfold(self.scene, self.toggled, self.most)
        graph.graph.update(game=self.game, pos=draw.layout(graph))
        graph.remove_nodes_from([node for node, data in graph.nodes.items() if "unseen" in data])
        return graph

    def picture(self) -> draw.Picture:
        """Return the tree as it is now, as a picture."""
        return self._drawn(self.graph())

    def _drawn(self, graph: nx.DiGraph) -> draw.Picture:
        pos, room = graph.graph["pos"], self.scene.room
        size = min(self.largest, board_size(pos, self.game))
        if room:
            size = fitting_size(extent(pos), room) or min(size, SMALLEST_BOARD)
        return draw.tree(graph, pos=pos, size=size, levels=self.levels, clickable=True)

    def redraw(self) -> None:
        """Show the scene as it is now."""
        graph = self.graph()
        self.view.show(self._drawn(graph), graph, self.scene.focus)


def unfold(scene, toggled: dict, most: int) -> nx.DiGraph:
    """Return the part of a scene that is open; `toggled` tells what the reader opened or closed.

    A closed board says how many there are below it, unless it has something else to say.
    """
    graph, waiting = nx.DiGraph(), [(None, scene.root, {})]
    while waiting:
        parent, node, edge = waiting.pop()
        below, look = scene.below(node), dict(scene.look(node))
        is_open = toggled.get(node, scene.opens(node))
        if is_open and (len(graph) <= most or node in scene.path):
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


def fitting_size(extent: tuple[float, float], room: tuple[float, float]) -> float | None:
    """Return how large the boards of a tree can be in a room of pixels, None if too small."""
    (across, levels), (width, height) = extent, room
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


class AllGames:
    """The games from a state as a scene: a board is named by the moves that lead to it.

    focus  the board that the reader has chosen
    """

    root, focus, path, room = (), (), ((),), None

    def __init__(self, game: Game, state: State, value: Callable | None, symmetry: bool):
        self._game, self._value, self._symmetry = game, value, symmetry
        self._tree = draw.game_tree(game, state, 0, value)

    def below(self, moves: tuple[Action, ...]) -> dict:
        """Return the boards after one move more, each with that move."""
        if not self._tree.out_degree(moves):
            state = self._tree.nodes[moves]["state"]
            near = draw.game_tree(self._game, state, 1, self._value, self._symmetry)
            self._tree.update(nx.relabel_nodes(near, lambda move: (*moves, *move)))
        return dict(self._tree[moves])

    def look(self, moves: tuple[Action, ...]) -> dict:
        """Return the board, its value, who won, and a frame if it is the chosen one."""
        return {**self._tree.nodes[moves], "frame": moves == self.focus}

    def opens(self, moves: tuple[Action, ...]) -> bool:
        """Return whether this is the first board."""
        return not moves


class TreeExplorer(FoldingTree):
    """The tree of all games from a state, which opens and closes where it is clicked.

    game      the rules
    state     the board to start from; the empty one if not given
    value     a function of a state, such as space.value; what it answers stands below the board
    symmetry  whether only one of the children that are mirror images of each other is shown
    """

    most, widest = 400, 24  # boards, and boards side by side

    def __init__(
        self,
        game: Game,
        state: State | None = None,
        value: Callable[[State], float] | None = None,
        symmetry: bool = False,
    ):
        super().__init__(game, state)
        self.scene = AllGames(self.game, self.start, value, symmetry)
        self._status = widgets.HTML()
        more = button("Open one level more", f"Open every closed {self.board}", self.open_level)
        close = button("Close all", "Show the first moves only", self.close_all)
        self.children = [widgets.HBox([more, close, self._status], layout=ROW), self.view]
        self.redraw()

    def shortcuts(self) -> dict[str, Callable[[], None]]:
        """Return what the keys do: arrows choose a board, Enter and Space open or close it."""
        return {
            "ArrowLeft": lambda: self._choose(self._beside(-1)),
            "ArrowRight": lambda: self._choose(self._beside(1)),
            "ArrowUp": lambda: self._choose(self.scene.focus[:-1]),
            "ArrowDown": lambda: self._choose(next(iter(self._below()), self.scene.focus)),
            "Enter": lambda: self.toggle(self.scene.focus),
            " ": lambda: self.toggle(self.scene.focus),
        }

    def _beside(self, step: int) -> tuple[Action, ...]:
        """Return the board that is shown so many steps to the right of the chosen one."""
        level = [moves for moves in self.view.nodes if len(moves) == len(self.scene.focus)]
        place = level.index(self.scene.focus) + step
        return level[min(max(0, place), len(level) - 1)]

    def _below(self) -> list[tuple[Action, ...]]:
        """Return the boards that are shown below the chosen one."""
        return [moves for moves in self.view.nodes if moves and moves[:-1] == self.scene.focus]

    def _choose(self, moves: tuple[Action, ...]) -> None:
        self.scene.focus = moves
        self.redraw()

    def toggle(self, moves: tuple[Action, ...]) -> None:
        """Open the board that these moves lead to, or close it; others close if need be."""
        self.scene.focus = moves
        super().toggle(moves)
        if self._is_too_wide(self.graph()):
            self.toggled = {moves[:length]: True for length in range(len(moves) + 1)}
            self.redraw()
            self._say(f"Other {self.board}s were closed, so that there is room for these.")

    def open_level(self) -> None:
        """Open every board that is shown closed, unless that is too much to look at."""
        before, self.toggled = self.toggled, dict.fromkeys(self.graph(), True)
        graph = self.graph()
        if self._is_too_wide(graph):
            self.toggled = before
            many = f"more than {self.most}" if len(graph) > self.most else str(len(graph))
            advice = f"Open single {self.board}s instead, with a click or with Enter."
            self._say(f"That would be {many} {self.board}s, too many to read. {advice}")
        else:
            self.redraw()

    def _is_too_wide(self, graph: nx.DiGraph) -> bool:
        return extent(graph.graph["pos"])[0] > self.widest

    def close_all(self) -> None:
        """Show the root and its children only."""
        self.toggled, self.scene.focus = {}, ()
        self.redraw()

    def redraw(self) -> None:
        """Show the tree, and say how many boards there are."""
        super().redraw()
        count = f"{len(self.view.nodes):,} {self.board}s."
        self._say(f"{count} Click on a {self.board}, or choose it with arrows and press Enter.")

    def _say(self, words: str) -> None:
        self._status.value = f"<span role='status' style='padding:0 8px'>{words}</span>"
