"""Trees of states as graphs, and as pictures."""

from itertools import zip_longest

import networkx as nx

from ttt.anygame import as_game, insist_on_symmetries, name_of_state, outcome
from ttt.draw.faces import face
from ttt.draw.pieces import (
    COLOUR,
    GRID,
    HIGHLIGHT,
    INK,
    LINE_HEIGHT,
    MARGIN,
    OUTCOME_NAMES,
    PAPER,
    Picture,
    at,
    num,
    shade,
    signed,
    stroke,
    text_svg,
)
from ttt.draw.tree_texts import game_of, move_on, one_line, root_of, tree_text
from ttt.game import SIDE, Action, Game, State

LEVEL_NAMES = {"X": "MAX (X)", "O": "MIN (O)"}
MOST_NODES = 10_000  # of a tree that somebody might want to look at
LEVEL_WIDTH, VALUE_HEIGHT, NOTE_HEIGHT, EDGE_HEIGHT = 84, 26, 16, 40
NODE_GAP, MOVER_WIDTH = 16, 10
LABEL_PLACE = 0.72  # how far down its edge a label stands


def game_tree(
    game: Game, state: State, depth: int | None = None, value=None, symmetry: bool = False
) -> nx.DiGraph:
    """Return the tree of all games from `state`, `depth` moves deep, as a DiGraph.

    A node is the tuple of the moves that lead to it and carries its `state`;
    an end carries a `note` that says who won. `value` is a function of the
    state, whose answers the nodes then carry. With `symmetry` only one of the
    children that are mirror images of each other is kept.
    """
    tree = nx.DiGraph(game=as_game(game))

    def grow(path: tuple[Action, ...], state: State):
        if len(tree) == MOST_NODES:
            raise ValueError(f"The tree has more than {MOST_NODES:,} nodes: set a smaller depth.")
        tree.add_node(path, state=state)
        if value:
            tree.nodes[path]["value"] = value(state)
        if game.terminal(state):
            tree.nodes[path]["note"] = OUTCOME_NAMES[outcome(game, state)]
        elif len(path) != depth:
            for action, child in children(game, state, symmetry).items():
                grow((*path, action), child)
                tree.add_edge(path, (*path, action), label=str(action))

    grow((), state)
    return tree


def children(game: Game, state: State, symmetry: bool = False) -> dict[Action, State]:
    """Return what each move leads to; with `symmetry` one of the moves to mirror images only."""
    after = {action: game.result(state, action) for action in game.actions(state)}
    if not symmetry:
        return after
    insist_on_symmetries(game)
    first = {}
    for action, child in after.items():
        first.setdefault(game.canonical(child), action)
    return {action: after[action] for action in first.values()}


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
            place = max(
                (1 + right - left for (_, right), (left, _) in zip(levels, below)), default=0
            )
            places.append(place)
            moved = [(place + left, place + right) for left, right in below]
            levels = [
                (old or new)[:1] + (new or old)[1:] for old, new in zip_longest(levels, moved)
            ]
        middle = (places[0] + places[-1]) / 2 if places else 0
        for child, place in zip(tree.successors(node), places):
            offset[child] = place - middle
        outlines[node] = [(0, 0)] + [(left - middle, right - middle) for left, right in levels]
    position = {root: (0, 0)}
    for parent, child in nx.bfs_edges(tree, root):
        x, y = position[parent]
        position[child] = (x + offset[child], y - 1)
    return position


def tree(
    tree: nx.DiGraph,
    game: Game | None = None,
    *,
    pos: dict | None = None,
    size: float = 66,
    levels: dict[str, str] | None = LEVEL_NAMES,
    clickable: bool = False,
) -> Picture:
    """Return a picture of a tree with a board at each node, or text where there is no board.

    Nodes carry a `state` and, if they like, a `value` (X's side, unless `tint`
    is), else a `window` (alpha, beta), a `note` of one or more lines,
    `faded=True`, and `current=True` or the `frame` colour; edges a `label` or
    an `action`, `faded=True`, and `strong=True` or a `colour`. `levels` says
    what to write beside a level on which X or O moves. With `clickable` the SVG
    names each node by its place in the order of the tree, as data-node.

    The game is that of `game_tree` or of a trace; another tree of other boards
    than square ones needs `game`. As text the picture is `tree_text`.
    """
    root = root_of(tree)
    game = game_of(tree, game)
    plan = _Plan(tree, game, pos or layout(tree), size, levels)
    parts = plan.level_names()
    parts += [plan.edge(parent, child) for parent, child in tree.edges]
    for nth, node in enumerate(tree):
        sketch = plan.node(node)
        if clickable:
            sketch = f"<g data-node='{nth}'>{_touchable(plan.width, plan.height)}{sketch}</g>"
        parts.append(at(*plan.place[node], sketch, faded=tree.nodes[node].get("faded")))
    start = one_line(tree.nodes[root]["state"])
    return Picture(
        "".join(parts),
        *plan.extent(),
        tree_text(tree, game),
        title=f"Tree of {len(tree)} {name_of_state(game)}s from {start}",
    )


class _Plan:
    """Where everything on the picture of a tree belongs.

    place   the upper left corner of each node's board
    reach   how far below its board each inner node's value and note reach
    movers  who moves at each inner node, if that is to be told
    mixed   the levels on which both X and O move, as they may where they do not take turns
    """

    def __init__(self, tree, game, pos, size, levels):
        self.tree, self.pos, self.levels = tree, pos, levels
        self.face = face(game, [data["state"] for data in tree.nodes.values()], size)
        self.width, self.height = self.face.width, self.face.height
        self.movers = self._find_movers(game) if levels else {}
        levels_of = {who: {pos[n][1] for n in tree if self.movers.get(n) == who} for who in "XO"}
        self.mixed = levels_of["X"] & levels_of["O"]
        self.reach = {node: _text_height(tree, node) for node in tree}
        self.step = self._widest()
        drop = self.height + max([VALUE_HEIGHT, *self.reach.values()]) + EDGE_HEIGHT
        left, top = min(x for x, _ in pos.values()), max(y for _, y in pos.values())
        indent = MARGIN + (LEVEL_WIDTH if levels else 0) + (self.step - self.width) / 2
        self.place = {
            node: (indent + (x - left) * (self.step + NODE_GAP), MARGIN + (top - y) * drop)
            for node, (x, y) in pos.items()
        }

    def _find_movers(self, game) -> dict:
        states = {node: data["state"] for node, data in self.tree.nodes.items()}
        inner = [node for node in self.tree if self.tree.out_degree(node)]
        return {n: game.player(states[n]) for n in inner if not game.terminal(states[n])}

    def _widest(self) -> float:
        """Return the width that a node needs, so that no words of neighbours touch."""
        nodes, edges = self.tree.nodes.values(), self.tree.edges.values()
        notes = [8 * len(line) for data in nodes for line in _note_lines(data)]
        values = [_pill_width(data) - NODE_GAP + 4 for data in nodes if _has_value(data)]
        labels = [2 * _label_reach(move_on(e)) / LABEL_PLACE - NODE_GAP + 4 for e in edges]
        letter = MOVER_WIDTH if self.mixed else 0
        return max([self.width, *notes, *values, *labels]) + letter

    def extent(self) -> tuple[float, float]:
        """Return the width and the height of the picture."""
        right, bottom = (max(corner) for corner in zip(*self.place.values()))
        lines = max(len(_note_lines(data)) for data in self.tree.nodes.values())
        return (
            right + (self.width + self.step) / 2 + MARGIN,
            bottom + self.height + VALUE_HEIGHT + LINE_HEIGHT * lines + MARGIN,
        )

    def level_names(self) -> list[str]:
        """Return the SVG that says at the left of each level who moves there: X, O, or both."""
        names = {}
        for node, mover in self.movers.items():
            shift = 10 * -SIDE[mover] if self.pos[node][1] in self.mixed else 0
            y = self.place[node][1] + self.height / 2 + 5 + shift
            words = self.levels[mover], 15, COLOUR[mover], "start"
            names[y] = text_svg(MARGIN, y, *words, bold=True)
        return list(names.values())

    def edge(self, parent, child) -> str:
        """Return the SVG of the edge between two nodes, its label beside its lower end."""
        data = self.tree.edges[parent, child]
        (x1, y1), (x2, y2) = self.place[parent], self.place[child]
        x1, y1 = x1 + self.width / 2, y1 + self.height + self.reach[parent]
        x2, y2 = x2 + self.width / 2, y2 - 3
        path = f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"
        strong, colour = data.get("strong"), data.get("colour")
        line = stroke([path], colour or (INK if strong else GRID), 3 if strong or colour else 1.5)
        x, y = x1 + LABEL_PLACE * (x2 - x1), y1 + LABEL_PLACE * (y2 - y1)
        return at(0, 0, line + _label(x, y, move_on(data)), faded=data.get("faded"))

    def node(self, node) -> str:
        """Return the SVG of a node whose upper left corner is at 0, 0."""
        data = self.tree.nodes[node]
        frame = _frame(self.width, self.height, data.get("frame", INK)) if _is_framed(data) else ""
        drawn = self.face.svg(data["state"])
        return frame + drawn + _verdict(self.width / 2, self.height, data) + self._mover(node)

    def _mover(self, node) -> str:
        """Return the SVG of who moves at a node, if its level does not tell."""
        mover = self.movers.get(node)
        if mover is None or self.pos[node][1] not in self.mixed:
            return ""
        return text_svg(-7, 12, mover, 13, COLOUR[mover], "end", bold=True)


def _text_height(tree, node):
    """Return how far below the board of an inner node its value and note reach."""
    data = tree.nodes[node]
    if not tree.out_degree(node):
        return 0
    value = VALUE_HEIGHT if _has_value(data) or "window" in data else 0
    return value + (NOTE_HEIGHT * len(_note_lines(data)) + 4 if data.get("note") else 0)


def _note_lines(data):
    return data.get("note", "").split("\n")


def _has_value(data):
    return data.get("value") is not None


def _pill_width(data):
    """Return how wide the patch of colour behind a value is."""
    return 8 * len(signed(data["value"])) + 14


def _label_reach(label):
    """Return how far from its middle a label reaches; up to two letters fit into a disc."""
    return 8 if len(label) < 3 else 3.7 * len(label) + 3


def _is_framed(data):
    return data.get("current") or "frame" in data


def _label(x, y, label):
    """Return the SVG of a label on white paper, its middle at x, y."""
    if not label:
        return ""
    reach = _label_reach(label)
    back = f"<circle cx='{num(x)}' cy='{num(y)}' r='8' fill='{PAPER}'/>"
    if reach > 8:
        corner = f"x='{num(x - reach)}' y='{num(y - 8)}' width='{num(2 * reach)}'"
        back = f"<rect {corner} height='16' rx='8' fill='{PAPER}'/>"
    return back + text_svg(x, y + 4.5, label, 13)


def _frame(width, height, colour):
    """Return the SVG of a frame around a board that something happens on now."""
    fill, line = (HIGHLIGHT, 2) if colour == INK else (PAPER, 3)
    return (
        f"<rect x='-6' y='-6' width='{num(width + 12)}' height='{num(height + 12)}' rx='6' "
        f"fill='{fill}' stroke='{colour}' stroke-width='{line}'/>"
    )


def _touchable(width, height):
    """Return the SVG of an unseen patch, so that a click beside the marks counts as well."""
    height += VALUE_HEIGHT + LINE_HEIGHT
    return f"<rect width='{num(width)}' height='{num(height)}' fill='{PAPER}' fill-opacity='0'/>"


def _verdict(x, y, data):
    """Return the SVG of a node's value or window, and of its note, below its board."""
    parts = ""
    if "window" in data and not _has_value(data):
        alpha, beta = (signed(bound) for bound in data["window"])
        parts += text_svg(x - 3, y + 19, f"α {alpha}", 13, COLOUR["X"], "end", bold=True)
        parts += text_svg(x + 3, y + 19, f"β {beta}", 13, COLOUR["O"], "start", bold=True)
        y += VALUE_HEIGHT
    if _has_value(data):
        label, width = signed(data["value"]), _pill_width(data)
        parts += (
            f"<rect x='{num(x - width / 2)}' y='{num(y + 4)}' width='{num(width)}' "
            f"height='20' rx='10' fill='{shade(data.get('tint', data['value']))}'/>"
        )
        parts += text_svg(x, y + 19, label, 13, PAPER, bold=True)
        y += VALUE_HEIGHT
    if _is_framed(data) and not _has_value(data) and "window" not in data:
        y += 6
    for nth, line in enumerate(_note_lines(data)):
        parts += text_svg(x, y + 15 + nth * NOTE_HEIGHT, line, 13, shade(line), bold=True)
    return parts
