"""Trees of boards."""

from functools import lru_cache
from itertools import zip_longest

import networkx as nx

from ttt.draw.grids import board_svg
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
    extent,
    num,
    shade,
    signed,
    square_game,
    stroke,
    text_svg,
)
from ttt.game import Action, State, TicTacToe

LEVEL_NAMES = {"X": "MAX (X)", "O": "MIN (O)"}
MOST_NODES = 10_000  # of a tree that somebody might want to look at
LEVEL_WIDTH, VALUE_HEIGHT, NOTE_HEIGHT, EDGE_HEIGHT = 84, 26, 16, 40


def game_tree(
    game: TicTacToe, state: State, depth: int | None = None, value=None, symmetry: bool = False
) -> nx.DiGraph:
    """Return the tree of all games from `state`, `depth` moves deep, as a DiGraph.

    A node is the tuple of the moves that lead to it and carries its `state`;
    an end carries a `note` that says who won. `value` is a function of the
    state, whose answers the nodes then carry. With `symmetry` only one of the
    children that are mirror images of each other is kept.
    """
    tree = nx.DiGraph()

    def grow(path: tuple[Action, ...], state: State):
        if len(tree) == MOST_NODES:
            raise ValueError(f"The tree has more than {MOST_NODES:,} nodes: set a smaller depth.")
        tree.add_node(path, state=state)
        if value:
            tree.nodes[path]["value"] = value(state)
        if game.terminal(state):
            tree.nodes[path]["note"] = OUTCOME_NAMES[game.outcome(state)]
        if len(path) == depth:
            return
        seen = set()
        for action in game.actions(state):
            child = game.result(state, action)
            if symmetry and game.canonical(child) in seen:
                continue
            seen.add(game.canonical(child))
            grow((*path, action), child)
            tree.add_edge(path, (*path, action), label=str(action))

    grow((), state)
    return tree


def layout(tree: nx.DiGraph) -> dict:
    """Return {node: (x, y)}: a parent above the middle of its children, no two subtrees touching.

    Neighbours are at least 1 apart and a level is 1 high, downwards from the
    root at (0, 0), which is what `nx.draw(tree, layout(tree))` expects too.
    """
    offset = {}  # of each node from its parent

    def outline(node):
        """Place what is below `node`; return the leftmost and rightmost x of each level."""
        levels, places = [], []
        for child in tree.successors(node):
            below = outline(child)
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
        return [(0, 0)] + [(left - middle, right - middle) for left, right in levels]

    root = _root(tree)
    outline(root)
    position = {root: (0, 0)}
    for parent, child in nx.bfs_edges(tree, root):
        x, y = position[parent]
        position[child] = (x + offset[child], y - 1)
    return position


def tree(
    tree: nx.DiGraph,
    game: TicTacToe | None = None,
    *,
    pos: dict | None = None,
    size: float = 66,
    levels: dict[str, str] | None = LEVEL_NAMES,
    clickable: bool = False,
) -> Picture:
    """Return a picture of a tree with a board at each node.

    Nodes carry a `state` and, if they like, a `value` (X's side, unless `tint`
    is), else a `window` (alpha, beta), a `note` of one or more lines,
    `faded=True`, and `current=True` or the `frame` colour; edges a `label`,
    `faded=True`, and `strong=True` or a `colour`. `levels` says what to write
    beside a level on which X or O moves. With `clickable` the SVG names each
    node by its place in the order of the tree, as data-node.
    """
    root = _root(tree)
    game = game or square_game(tree.nodes[root]["state"])
    pos = pos or layout(tree)
    width, height = extent(game, size)
    left, top = min(x for x, _ in pos.values()), max(y for _, y in pos.values())
    notes = [data.get("note", "").split("\n") for data in tree.nodes.values()]
    step = max([width] + [8 * len(line) for note in notes for line in note])
    indent = MARGIN + (LEVEL_WIDTH if levels else 0) + (step - width) / 2
    depth = {node: _text_height(tree, node) for node in tree}
    drop = height + max([VALUE_HEIGHT, *depth.values()]) + EDGE_HEIGHT
    place = {  # the upper left corner of each node's board
        node: (indent + (x - left) * (step + 16), MARGIN + (top - y) * drop)
        for node, (x, y) in pos.items()
    }
    parts = _level_names(tree, game, place, height, levels) if levels else []
    for parent, child in tree.edges:
        start = place[parent][0] + width / 2, place[parent][1] + height + depth[parent]
        end = place[child][0] + width / 2, place[child][1] - 3
        parts.append(_edge(start, end, **tree.edges[parent, child]))
    for nth, (node, data) in enumerate(tree.nodes.items()):
        frame = _frame(width, height, data.get("frame", INK)) if _is_framed(data) else ""
        sketch = frame + _sketch(data["state"], game, size) + _verdict(width / 2, height, data)
        if clickable:
            sketch = f"<g data-node='{nth}'>{_touchable(width, height)}{sketch}</g>"
        parts.append(at(*place[node], sketch, faded=data.get("faded")))
    text = _outline_text(tree, root)
    right, bottom = (max(corner) for corner in zip(*place.values()))
    return Picture(
        "".join(parts),
        right + (width + step) / 2 + MARGIN,
        bottom + height + VALUE_HEIGHT + LINE_HEIGHT * max(map(len, notes)) + MARGIN,
        text,
        title=f"Tree of {len(tree)} boards from {tree.nodes[root]['state']}",
    )


@lru_cache(maxsize=2000)  # a tree that changes a little is drawn again and again
def _sketch(state, game, size):
    """Return the SVG of a board."""
    return board_svg(state, game, size)


def _level_names(tree, game, place, height, names):
    """Return the SVG that says at the left of each level who moves there."""
    movers = {}
    for node, data in tree.nodes.items():
        if tree.out_degree(node):
            movers[place[node][1]] = game.player(data["state"])
    return [
        text_svg(MARGIN, y + height / 2 + 5, names[mover], 15, COLOUR[mover], "start", bold=True)
        for y, mover in movers.items()
    ]


def _text_height(tree, node):
    """Return how far below the board of an inner node its value and note reach."""
    data = tree.nodes[node]
    if not tree.out_degree(node):
        return 0
    value = VALUE_HEIGHT if {"value", "window"} & set(data) else 0
    return value + (NOTE_HEIGHT * len(data["note"].split("\n")) + 4 if data.get("note") else 0)


def _is_framed(data):
    return data.get("current") or "frame" in data


def _edge(start, end, label="", strong=False, faded=False, colour="", **_):
    """Return the SVG of an edge between two points, its label beside its lower end."""
    (x1, y1), (x2, y2) = start, end
    path = f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"
    is_bold = strong or colour
    line = stroke([path], colour or (INK if strong else GRID), 3 if is_bold else 1.5)
    x, y = x1 + 0.72 * (x2 - x1), y1 + 0.72 * (y2 - y1)
    label = str(label)
    back = f"<circle cx='{num(x)}' cy='{num(y)}' r='8' fill='{PAPER}'/>" if label else ""
    return at(0, 0, line + back + text_svg(x, y + 4.5, label, 13), faded=faded)


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
    if "window" in data and "value" not in data:
        alpha, beta = (signed(bound) for bound in data["window"])
        parts += text_svg(x - 3, y + 19, f"α {alpha}", 13, COLOUR["X"], "end", bold=True)
        parts += text_svg(x + 3, y + 19, f"β {beta}", 13, COLOUR["O"], "start", bold=True)
        y += VALUE_HEIGHT
    if "value" in data:
        label = signed(data["value"])
        width = 8 * len(label) + 14
        parts += (
            f"<rect x='{num(x - width / 2)}' y='{num(y + 4)}' width='{num(width)}' "
            f"height='20' rx='10' fill='{shade(data.get('tint', data['value']))}'/>"
        )
        parts += text_svg(x, y + 19, label, 13, PAPER, bold=True)
        y += VALUE_HEIGHT
    if _is_framed(data) and not {"value", "window"} & set(data):
        y += 6
    for nth, line in enumerate(data.get("note", "").split("\n")):
        parts += text_svg(x, y + 15 + nth * NOTE_HEIGHT, line, 13, shade(line), bold=True)
    return parts


def _outline_text(tree, root):
    """Return the tree as text, a line a node, indented by its depth."""
    lines = []

    def write(node, depth, label):
        data = tree.nodes[node]
        words = [f"{label}:" if label else "", data["state"]]
        words += [signed(data["value"])] if "value" in data else []
        words += [data.get("note", "").replace("\n", ", ")]
        lines.append("    " * depth + " ".join(word for word in words if word))
        for child in tree.successors(node):
            write(child, depth + 1, str(tree.edges[node, child].get("label", "")))

    write(root, 0, "")
    return "\n".join(lines)


def _root(tree):
    """Return the node that has no parent, or raise a ValueError unless it is a tree."""
    if not len(tree) or not nx.is_arborescence(tree):
        raise ValueError("Only a tree can be drawn: one root, and one parent for every other node.")
    return next(node for node, parents in tree.in_degree if parents == 0)
