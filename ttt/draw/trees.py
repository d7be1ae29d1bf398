"""Trees of states: grown as graphs, laid out, and shown as pictures and as text."""

from collections import defaultdict
from collections.abc import Callable
from itertools import zip_longest
from numbers import Real

import networkx as nx

from ttt.anygame import as_game, insist_on_symmetries, name_of_state, outcome
from ttt.draw import svg
from ttt.draw.boards import face
from ttt.draw.svg import COLOUR, GRID, HIGHLIGHT, INK, MARGIN, OUTCOME_NAMES, PAPER, num, signed
from ttt.game import Action, Game, State

MOST_NODES = 10_000  # of a tree that somebody might want to look at
ENDS = {"X": "MAX", "O": "MIN", "draw": "DRW"}
LONGEST_STATE = 72
LEVEL_NAMES = {"X": "MAX (X)", "O": "MIN (O)"}
LEVEL_WIDTH, VALUE_HEIGHT, NOTE_HEIGHT, EDGE_HEIGHT, NODE_GAP = 84, 26, 16, 40, 16
LABEL_PLACE = 0.72  # how far down its edge a label stands


def game_tree(
    game: Game, state: State, depth: int | None = None, value=None, symmetry: bool = False
) -> nx.DiGraph:
    """Return the tree of all games from `state`, `depth` moves deep, as a DiGraph.

    A node is the tuple of the moves that lead to it and carries its `state`;
    an end carries a `note` that says who won. `value` is a function of the
    state, whose answers the nodes then carry; if these are numbers, the edges
    to the best children for the player to move are strong. With `symmetry` only
    one of the children that are mirror images of each other is kept.
    """
    tree = nx.DiGraph(game=as_game(game))
    if symmetry:
        insist_on_symmetries(game)

    def grow(path: tuple[Action, ...], state: State):
        if len(tree) == MOST_NODES:
            raise ValueError(f"The tree has more than {MOST_NODES:,} nodes: set a smaller depth.")
        tree.add_node(path, state=state)
        if value:
            tree.nodes[path]["value"] = value(state)
        if game.terminal(state):
            tree.nodes[path]["note"] = OUTCOME_NAMES[outcome(game, state)]
        elif len(path) != depth:
            seen = set()
            for action in game.actions(state):
                child = game.result(state, action)
                image = game.canonical(child) if symmetry else action
                if image not in seen:
                    grow((*path, action), child)
                    tree.add_edge(path, (*path, action), action=action)
                seen.add(image)
            _mark_choice(tree, path, max if game.player(state) == "X" else min)

    grow((), state)
    return tree


def _mark_choice(tree: nx.DiGraph, node, best: Callable) -> None:
    """Make the edges strong that lead to the best children of a node, where all have numbers."""
    values = {child: tree.nodes[child].get("value") for child in tree.successors(node)}
    if all(isinstance(v, Real) for v in (tree.nodes[node].get("value"), *values.values())):
        for child, value in values.items():
            tree.edges[node, child]["strong"] = value == best(values.values())


def layout(tree: nx.DiGraph) -> dict:
    """Return {node: (x, y)}: a parent above the middle of its children, no two subtrees touching.

    Neighbours are at least 1 apart and a level is 1 high, downwards from the
    root at (0, 0), which is what `nx.draw(tree, layout(tree))` expects too.
    """
    root = root_of(tree)
    offset = {}  # of each node from its parent
    outlines = {}  # of what is below each node: the leftmost and rightmost x of each level
    for node in nx.dfs_postorder_nodes(tree, root):
        levels, places = [], []
        for child in tree.successors(node):
            below = outlines.pop(child)
            place = max((1 + old[1] - new[0] for old, new in zip(levels, below)), default=0)
            moved = [(place + left, place + right) for left, right in below]
            both = zip_longest(levels, moved)
            levels = [(old or new)[:1] + (new or old)[1:] for old, new in both]
            places.append(place)
        middle = (places[0] + places[-1]) / 2 if places else 0
        for child, place in zip(tree.successors(node), places):
            offset[child] = place - middle
        outlines[node] = [(0, 0)] + [(left - middle, right - middle) for left, right in levels]
    position = {root: (0, 0)}
    for parent, child in nx.bfs_edges(tree, root):
        x, y = position[parent]
        position[child] = (x + offset[child], y - 1)
    return position


def root_of(tree: nx.DiGraph):
    """Return the node that has no parent, or raise a ValueError unless it is a tree."""
    if not len(tree) or not nx.is_arborescence(tree):
        raise ValueError("Only a tree can be drawn: one root, and one parent for every other node.")
    return next(node for node, parents in tree.in_degree if parents == 0)


def move_on(edge: dict) -> str:
    """Return what an edge is called: the move that it stands for, if it says so."""
    return "" if edge.get("action") is None else str(edge["action"])


def one_line(state: State) -> str:
    """Return a state in one line, and not too long a one."""
    text = " ".join(str(state).split())
    return text if len(text) <= LONGEST_STATE else f"{text[: LONGEST_STATE - 1]}…"


# ---- a tree as text


def tree_text(tree: nx.DiGraph) -> str:
    """Return a tree as text, a line a node: its move, its state, its value and its notes.

    The nodes and edges are those of `draw.tree`. Values are as the nodes carry them, in
    `game_tree` from X's side. An end is marked MAX if X has won, MIN if O has, DRW for a
    draw.
    """
    root, game = root_of(tree), as_game(tree.graph.get("game"))
    lines = nx.DiGraph()
    for node, data in tree.nodes.items():
        moves = [move_on(edge) for _, _, edge in tree.in_edges(node, data=True)]
        parts = [one_line(data["state"]), *_worth(data), ", ".join(_notes(data, game))]
        lines.add_node(node, label=": ".join(filter(None, [*moves, " ".join(filter(None, parts))])))
    lines.add_edges_from(tree.edges)
    return "\n".join(nx.generate_network_text(lines, sources=[root]))


def _worth(data: dict) -> list[str]:
    """Return what a node is worth in words, or the window of its search as long as it is open."""
    if data.get("value") is not None:
        return [one_line(_value(data))]
    return _window(data)


def _window(data: dict) -> list[str]:
    return [f"{name} {signed(bound)}" for name, bound in zip("αβ", data.get("window", ()))]


def _value(data: dict) -> str:
    """Return the value of a node as text, with ≤ or ≥ where it is only a bound."""
    return " ".join(filter(None, [data.get("bound"), signed(data["value"])]))


def _notes(data: dict, game: Game) -> list[str]:
    """Return the notes on a node, the moves that a cut skipped, and how the game ended."""
    lines = data.get("note", "").split("\n")
    notes = [line for line in lines if line and line not in OUTCOME_NAMES.values()]
    if data.get("skipped"):
        notes.append(f"skipped {', '.join(map(str, data['skipped']))}")
    ended = outcome(game, data["state"])
    return [*notes, ENDS[ended]] if ended else notes


# ---- a tree as a picture


def tree(
    tree: nx.DiGraph,
    *,
    pos: dict | None = None,
    size: float = 66,
    levels: dict[str, str] | None = LEVEL_NAMES,
    clickable: bool = False,
) -> svg.Picture:
    """Return a picture of a tree with a board at each node, or text where there is no board.

    Nodes carry a `state` and, if they like, a `value` (X's side, unless `tint`
    is) with its `bound` ("≤" or "≥", if it is one), else a `window` (alpha, beta), a `note` of
    one or more lines, `faded=True`, and `frame=True` or the colour of a frame; edges the `action`,
    `faded=True`, and `strong=True` or a colour. The graph carries the `game`,
    unless it is tic-tac-toe. `levels` says what to write beside a level on which
    only X or only O moves. With `clickable` the SVG names each node by its place
    in the order of the tree, as data-node. As text the picture is `tree_text`.
    """
    root, game = root_of(tree), as_game(tree.graph.get("game"))
    plan = _Plan(tree, game, pos or layout(tree), size, levels)
    parts = plan.level_names(game) + [plan.edge(*edge) for edge in tree.edges]
    for nth, (node, look) in enumerate(plan.looks.items()):
        sketch = look.svg(plan.face)
        if clickable:
            sketch = f"<g data-node='{nth}'>{plan.touchable()}{sketch}</g>"
        parts.append(svg.at(*plan.place[node], sketch, look.faded))
    start = one_line(tree.nodes[root]["state"])
    title = f"Tree of {len(tree)} {name_of_state(game)}s from {start}"
    text = tree_text(tree)
    return svg.Picture("".join(parts), *plan.extent(), text, f"{title}\n{text}", title)


class _Look:
    """How a node looks: its board, perhaps in a frame, and below it its value and its note."""

    def __init__(self, data: dict, is_inner: bool):
        value = data.get("value")
        self.state, self.faded = data["state"], data.get("faded")
        self.frame = _ink(data.get("frame"))
        self.value = "" if value is None else _value(data)
        self.pill = 8 * len(self.value) + 14  # the width of the patch of colour behind it
        self.colour = svg.shade(data.get("tint", value))
        self.window = [] if self.value else _window(data)
        self.beside = max((9 * len(bound) + 3 for bound in self.window), default=0)
        self.notes = data.get("note", "").split("\n")
        self.value_height = VALUE_HEIGHT if self.value or self.window else 0
        self.lift = 6 if self.frame and not self.value_height else 0  # of notes off the frame
        note_height = self.lift + NOTE_HEIGHT * len(self.notes) + 4 if any(self.notes) else 0
        self.reach = self.value_height + note_height if is_inner else 0  # of words above edges
        self.width = max(self.pill - NODE_GAP + 4, *(8 * len(line) for line in self.notes))

    def svg(self, face) -> str:
        """Return the SVG, the upper left corner of the board at 0, 0."""
        x, y = face.width / 2, face.height
        parts = [face.svg(self.state)]
        if self.frame:
            fill, line = (HIGHLIGHT, 2) if self.frame == INK else (PAPER, 3)
            look = f"rx='6' fill='{fill}' stroke='{self.frame}' stroke-width='{line}'"
            parts.insert(0, svg.rect(-6, -6, face.width + 12, face.height + 12, look))
        if self.value:
            pill = f"rx='10' fill='{self.colour}'"
            parts.append(svg.rect(x - self.pill / 2, y + 4, self.pill, 20, pill))
            parts.append(svg.text(x, y + 19, self.value, 13, PAPER, bold=True))
        elif self.window:
            alpha, beta = self.window
            parts.append(svg.text(x - 3, y + 19, alpha, 13, COLOUR["X"], "end", bold=True))
            parts.append(svg.text(x + 3, y + 19, beta, 13, COLOUR["O"], "start", bold=True))
        y += self.value_height + self.lift
        for nth, line in enumerate(self.notes):
            y_line, colour = y + 15 + nth * NOTE_HEIGHT, svg.shade(line)
            parts.append(svg.text(x, y_line, line, 13, colour, bold=True))
        return "".join(parts)


class _Plan:
    """Where everything on the picture of a tree belongs.

    looks   how each node looks
    place   the upper left corner of each node's board
    step    the width of a node, so that no words of neighbours touch
    """

    def __init__(self, tree, game, pos, size, levels):
        self.tree, self.levels = tree, levels
        self.face = face(game, [data["state"] for data in tree.nodes.values()], size)
        self.looks = {n: _Look(data, tree.out_degree(n) > 0) for n, data in tree.nodes.items()}
        words = [look.width for look in self.looks.values()]
        labels = [_label_reach(move_on(edge)) for edge in tree.edges.values()]
        words += [2 * reach / LABEL_PLACE - NODE_GAP + 4 for reach in labels]
        self.step = max(self.face.width, *words)
        reach = max(VALUE_HEIGHT, *(look.reach for look in self.looks.values()))
        drop = self.face.height + reach + min(EDGE_HEIGHT, size)
        left, top = min(x for x, _ in pos.values()), max(y for _, y in pos.values())
        indent = MARGIN + (LEVEL_WIDTH if levels else 0) + (self.step - self.face.width) / 2
        self.place = {
            node: (indent + (x - left) * (self.step + NODE_GAP), MARGIN + (top - y) * drop)
            for node, (x, y) in pos.items()
        }

    def extent(self) -> tuple[float, float]:
        """Return the width and the height of the picture."""
        right, bottom = (max(corner) for corner in zip(*self.place.values()))
        lines = max(len(look.notes) for look in self.looks.values())
        beside = max(look.beside for look in self.looks.values())  # of words wider than a board
        return (
            right + self.face.width / 2 + max(self.step / 2 + MARGIN, beside),
            bottom + self.face.height + VALUE_HEIGHT + svg.LINE_HEIGHT * lines + MARGIN,
        )

    def level_names(self, game: Game) -> list[str]:
        """Return the SVG that says at the left of each level who moves there, unless both do."""
        movers, inner = defaultdict(set), {self.place[parent][1] for parent, _ in self.tree.edges}
        for node, state in self.tree.nodes(data="state"):
            if self.levels and self.place[node][1] in inner and not game.terminal(state):
                movers[self.place[node][1]].add(game.player(state))
        middle = self.face.height / 2 + 5
        return [
            svg.text(MARGIN, y + middle, self.levels[who], 15, COLOUR[who], "start", bold=True)
            for y, (who, *others) in movers.items()
            if not others
        ]

    def edge(self, parent, child) -> str:
        """Return the SVG of the edge between two nodes, its label beside its lower end."""
        data = self.tree.edges[parent, child]
        (x1, y1), (x2, y2) = self.place[parent], self.place[child]
        x1, y1 = x1 + self.face.width / 2, y1 + self.face.height + self.looks[parent].reach
        x2, y2 = x2 + self.face.width / 2, y2 - 3
        colour = _ink(data.get("strong"))
        path = f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"
        line = svg.stroke(path, colour or GRID, 3 if colour else 1.5)
        x, y = x1 + LABEL_PLACE * (x2 - x1), y1 + LABEL_PLACE * (y2 - y1)
        return svg.at(0, 0, line + _label(x, y, move_on(data)), data.get("faded"))

    def touchable(self) -> str:
        """Return the SVG of an unseen patch, so that a click beside the marks counts as well."""
        height = self.face.height + VALUE_HEIGHT + svg.LINE_HEIGHT
        size = f"width='{num(self.face.width)}' height='{num(height)}'"
        return f"<rect {size} fill='{PAPER}' fill-opacity='0'/>"


def _ink(mark: bool | str | None) -> str:
    return mark if isinstance(mark, str) else INK if mark else ""


def _label_reach(label: str) -> float:
    """Return how far from its middle a label reaches; up to two letters fit into a disc."""
    return 8 if len(label) < 3 else 3.7 * len(label) + 3


def _label(x: float, y: float, label: str) -> str:
    """Return the SVG of a label on white paper, its middle at x, y."""
    reach, paper = _label_reach(label), f"fill='{PAPER}'"
    if reach > 8:
        back = svg.rect(x - reach, y - 8, 2 * reach, 16, f"rx='8' {paper}")
    else:
        back = f"<circle cx='{num(x)}' cy='{num(y)}' r='8' {paper}/>"
    return back + svg.text(x, y + 4.5, label, 13) if label else ""
