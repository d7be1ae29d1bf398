"""Boards and trees as pictures: SVG that comes out the same every time.

A picture stands on white paper of its own, so it reads alike on a light page,
on a dark one and on a projector. X is blue, O is orange, and they differ in
shape as well.
"""

from html import escape
from itertools import zip_longest
from math import isqrt
from pathlib import Path

import networkx as nx

from ttt.game import EMPTY, Action, State, TicTacToe

INK, GRID, PAPER, HIGHLIGHT = "#1f2933", "#9aa5b1", "#ffffff", "#ffe8a3"
COLOUR = {"X": "#0072b2", "O": "#d55e00", "draw": "#616e7c"}
RIGHT, WRONG = "#00845a", "#cf3f4f"  # of answers, readable on light and dark pages
OUTCOME_NAMES = {"X": "X wins", "O": "O wins", "draw": "draw"}
LEVEL_NAMES = {"X": "MAX (X)", "O": "MIN (O)"}
PAGE_WIDTH = 800
MOST_NODES = 10_000  # of a tree that somebody might want to look at
MARGIN, LINE_HEIGHT, LEVEL_WIDTH, VALUE_HEIGHT, EDGE_HEIGHT = 12, 20, 84, 26, 40


class Picture:
    """A drawing that a notebook shows as a picture, and a terminal as text."""

    def __init__(self, body: str, width: float, height: float, text: str, title: str = ""):
        self.text = text
        # A wide picture has no size of its own, so that it shrinks to the width of the page.
        size = f"width='{_n(width)}' height='{_n(height)}' " if width <= PAGE_WIDTH else ""
        self.svg = (
            "<svg xmlns='http://www.w3.org/2000/svg' role='img' text-anchor='middle' "
            "font-family='system-ui, Segoe UI, DejaVu Sans, sans-serif' "
            f"{size}viewBox='0 0 {_n(width)} {_n(height)}'>"
            f"<title>{escape(title or text)}</title>"
            f"<rect width='100%' height='100%' rx='8' fill='{PAPER}'/>{body}</svg>"
        )

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"image/svg+xml": self.svg, "text/plain": self.text}

    def save(self, path) -> None:
        """Write the picture into an .svg file."""
        Path(path).write_text(self.svg + "\n", encoding="utf-8", newline="\n")


# ---- boards


def board(
    state: State,
    game: TicTacToe | None = None,
    *,
    caption: str = "",
    size: float = 180,
    numbers: bool = False,
    values: dict[Action, object] | None = None,
    last: Action | None = None,
) -> Picture:
    """Return a picture of one board, its winning line struck through.

    `numbers` names the free cells. `values` maps free cells to what is
    written in them; the numbers 1, 0 and -1 are coloured as X's side. `last`
    is a cell to highlight. `game` is needed where the length of the state
    does not tell the board: without it the board is square.
    """
    return boards(
        [state], [caption], game, size=size, numbers=numbers, values=[values], last=[last]
    )


def boards(
    states: list[State],
    captions: list[str] = (),
    game: TicTacToe | None = None,
    *,
    size: float = 120,
    per_row: int | None = None,
    arrows: bool = False,
    numbers: bool = False,
    values: list[dict] = (),
    last: list[Action] = (),
) -> Picture:
    """Return a picture of boards side by side with their captions, in rows of `per_row`.

    The lists `captions`, `values` and `last` belong to the boards one by one
    and may be shorter. `arrows` joins each board to the next one.
    """
    if not states:
        raise ValueError("There is no board to draw: the list of states is empty.")
    game = game or _square_game(states[0])
    width, height = _extent(game, size)
    gap = 36 if arrows else 24
    caption_lines = [(caption or "").split("\n") for caption in captions]
    tile_width = max([width] + [8.5 * len(line) for lines in caption_lines for line in lines])
    caption_height = LINE_HEIGHT * max(map(len, caption_lines), default=0) if any(captions) else 0
    per_row = per_row or max(1, int((PAGE_WIDTH - 2 * MARGIN + gap) // (tile_width + gap)))
    body = []
    for i, (state, caption, value, cell) in enumerate(zip_longest(states, captions, values, last)):
        left = MARGIN + (i % per_row) * (tile_width + gap) + (tile_width - width) / 2
        top = MARGIN + (i // per_row) * (height + caption_height + gap)
        body.append(_at(left, top, _board(state, game, size, numbers, value or {}, cell)))
        for row, line in enumerate((caption or "").split("\n")):
            body.append(_text(left + width / 2, top + height + (row + 0.85) * LINE_HEIGHT, line))
        if arrows and i + 1 < len(states) and (i + 1) % per_row:
            middle = left + (width + tile_width) / 2 + gap / 2
            body.append(_text(middle, top + height / 2 + 7, "→", 22))
    columns, rows = min(per_row, len(states)), -(-len(states) // per_row)
    return Picture(
        "".join(body),
        2 * MARGIN + columns * (tile_width + gap) - gap,
        2 * MARGIN + rows * (height + caption_height + gap) - gap,
        _side_by_side([game.show(state) for state in states], captions),
    )


def _board(state: State, game: TicTacToe, size: float, numbers=False, values=None, last=None):
    """Return the SVG of one board whose upper left corner is at 0, 0."""
    struck = game.winning_lines(state)  # first of all, since it refuses what is no board
    cell = size / max(game.rows, game.cols)
    width, height = _extent(game, size)
    middle = [
        (cell * (c % game.cols + 0.5), cell * (c // game.cols + 0.5)) for c in range(game.cells)
    ]
    rules = [f"M{_n(col * cell)} 0V{_n(height)}" for col in range(1, game.cols)]
    rules += [f"M0 {_n(row * cell)}H{_n(width)}" for row in range(1, game.rows)]
    crosses = [_cross(*middle[c], 0.26 * cell) for c in range(game.cells) if state[c] == "X"]
    rings = [_ring(*middle[c], 0.28 * cell) for c in range(game.cells) if state[c] == "O"]
    parts = [
        "" if last is None else _square(*middle[last], cell),
        _stroke(rules, GRID, cell / 24),
        _stroke(crosses, COLOUR["X"], cell / 8),
        _stroke(rings, COLOUR["O"], cell / 8),
        *(_strike(middle[line[0]], middle[line[-1]], cell) for line in struck),
    ]
    for c in (c for c in range(game.cells) if state[c] == EMPTY):
        x, y = middle[c]
        if values and c in values:
            label = _sign(values[c])
            letter = cell * min(0.34, 1.5 / max(1, len(label)))  # so that it fits into the cell
            parts.append(_text(x, y + 0.353 * letter, label, letter, _shade(values[c])))
        elif numbers:
            parts.append(_text(x, y + 0.1 * cell, str(c), 0.28 * cell, COLOUR["draw"]))
    return "".join(parts)


# ---- trees


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
) -> Picture:
    """Return a picture of a tree with a board at each node.

    Nodes carry a `state` and, if they like, a `value` (X's side), a `note`
    and `faded=True`; edges a `label`, `strong=True` and `faded=True`.
    `levels` says what to write beside a level on which X or O moves.
    """
    root = _root(tree)
    game = game or _square_game(tree.nodes[root]["state"])
    pos = pos or layout(tree)
    width, height = _extent(game, size)
    left, top = min(x for x, _ in pos.values()), max(y for _, y in pos.values())
    step = max([width] + [8 * len(data.get("note", "")) for data in tree.nodes.values()])
    indent = MARGIN + (LEVEL_WIDTH if levels else 0) + (step - width) / 2
    drop = height + VALUE_HEIGHT + EDGE_HEIGHT
    place = {  # the upper left corner of each node's board
        node: (indent + (x - left) * (step + 16), MARGIN + (top - y) * drop)
        for node, (x, y) in pos.items()
    }
    parts = _level_names(tree, game, place, height, levels) if levels else []
    for parent, child in tree.edges:
        start = place[parent][0] + width / 2, place[parent][1] + height
        if "value" in tree.nodes[parent]:
            start = start[0], start[1] + VALUE_HEIGHT
        end = place[child][0] + width / 2, place[child][1] - 3
        parts.append(_edge(start, end, **tree.edges[parent, child]))
    for node, data in tree.nodes.items():
        sketch = _board(data["state"], game, size) + _verdict(width / 2, height, data)
        parts.append(_at(*place[node], sketch, faded=data.get("faded")))
    text = _outline_text(tree, root)
    right, bottom = (max(corner) for corner in zip(*place.values()))
    return Picture(
        "".join(parts),
        right + (width + step) / 2 + MARGIN,
        bottom + height + VALUE_HEIGHT + LINE_HEIGHT + MARGIN,
        text,
        title=f"Tree of {len(tree)} boards from {tree.nodes[root]['state']}",
    )


def _level_names(tree, game, place, height, names):
    """Return the SVG that says at the left of each level who moves there."""
    movers = {}
    for node, data in tree.nodes.items():
        if tree.out_degree(node):
            movers[place[node][1]] = game.player(data["state"])
    return [
        _text(MARGIN, y + height / 2 + 5, names[mover], 15, COLOUR[mover], "start", bold=True)
        for y, mover in movers.items()
    ]


def _edge(start, end, label="", strong=False, faded=False, **_):
    """Return the SVG of an edge between two points, its label beside its lower end."""
    (x1, y1), (x2, y2) = start, end
    path = f"M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}"
    line = _stroke([path], INK if strong else GRID, 3 if strong else 1.5)
    x, y = x1 + 0.72 * (x2 - x1), y1 + 0.72 * (y2 - y1)
    label = str(label)
    back = f"<circle cx='{_n(x)}' cy='{_n(y)}' r='8' fill='{PAPER}'/>" if label else ""
    return _at(0, 0, line + back + _text(x, y + 4.5, label, 13), faded=faded)


def _verdict(x, y, data):
    """Return the SVG of a node's value and note, below its board."""
    parts = ""
    if "value" in data:
        label = _sign(data["value"])
        width = 8 * len(label) + 14
        parts += (
            f"<rect x='{_n(x - width / 2)}' y='{_n(y + 4)}' width='{_n(width)}' height='20' "
            f"rx='10' fill='{_shade(data['value'])}'/>"
        )
        parts += _text(x, y + 19, label, 13, PAPER, bold=True)
        y += VALUE_HEIGHT
    note = data.get("note", "")
    return parts + _text(x, y + 15, note, 13, _shade(note), bold=True)


def _outline_text(tree, root):
    """Return the tree as text, a line a node, indented by its depth."""
    lines = []

    def write(node, depth, label):
        data = tree.nodes[node]
        words = [f"{label}:" if label else "", data["state"]]
        words += [_sign(data["value"])] if "value" in data else []
        words += [data.get("note", "")]
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


# ---- charts


def chart(title: str, x: str = "", y: str = "", size: tuple[float, float] = (9, 4)):
    """Return the empty axes of a matplotlib chart in the style of the course."""
    import matplotlib.pyplot as plt  # here, so that drawing a board need not wait for it

    _, axes = plt.subplots(figsize=size, layout="constrained")
    axes.set_title(title, fontsize=15, loc="left", color=INK)
    axes.set_xlabel(x, fontsize=13)
    axes.set_ylabel(y, fontsize=13)
    axes.tick_params(labelsize=12)
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def outcome_bars(title: str, names: list[str], chances: list[tuple[float, float, float]]) -> None:
    """Draw a bar for each name, divided into the chances of X's win, a draw and O's win."""
    axes = chart(title, x="probability", size=(9, 1.6 + 0.5 * len(names)))
    left = [0.0] * len(names)
    for outcome, part in zip(("X", "draw", "O"), zip(*chances)):
        bars = axes.barh(
            names, part, left=left, color=COLOUR[outcome], label=OUTCOME_NAMES[outcome]
        )
        labels = [f"{chance:.0%}" if chance > 0.04 else "" for chance in part]
        axes.bar_label(bars, labels, label_type="center", color=PAPER, fontsize=12)
        left = [before + chance for before, chance in zip(left, part)]
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize=12)


def heat_map(title: str, names: list[str], scores) -> None:
    """Draw a table of results, X's side, a row for each X and a column for each O.

    `scores[x][o]` is from -1 to 1. Blue is good for X, orange for O, white is
    even, and the number stands in every cell.
    """
    from matplotlib.colors import LinearSegmentedColormap

    many = len(names) > 6
    step = 0.9 if many else 1.1
    axes = chart(
        title, x="plays O", y="plays X", size=(3 + step * len(names), 1.8 + 0.6 * len(names))
    )
    colours = LinearSegmentedColormap.from_list("sides", [COLOUR["O"], PAPER, COLOUR["X"]])
    axes.imshow(scores, cmap=colours, vmin=-1, vmax=1, aspect="auto")
    axes.set_xticks(range(len(names)), names, rotation=30 if many else 0)
    axes.set_yticks(range(len(names)), names)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    for row, line in enumerate(scores):
        for column, score in enumerate(line):
            ink = PAPER if abs(score) > 0.75 else INK
            axes.text(
                column, row, _rounded(score), ha="center", va="center", color=ink, fontsize=13
            )


# ---- pieces of SVG


def _cross(x, y, reach):
    low_x, low_y, high_x, high_y = _n(x - reach), _n(y - reach), _n(x + reach), _n(y + reach)
    return f"M{low_x} {low_y}L{high_x} {high_y}M{low_x} {high_y}L{high_x} {low_y}"


def _ring(x, y, radius):
    half = f"a{_n(radius)} {_n(radius)} 0 1 0"
    return f"M{_n(x - radius)} {_n(y)}{half} {_n(2 * radius)} 0{half} {_n(-2 * radius)} 0"


def _stroke(paths, colour, width):
    if not paths:
        return ""
    return (
        f"<path d='{''.join(paths)}' fill='none' stroke='{colour}' "
        f"stroke-width='{_n(width)}' stroke-linecap='round'/>"
    )


def _square(x, y, cell):
    corner = f"x='{_n(x - cell / 2)}' y='{_n(y - cell / 2)}'"
    return f"<rect {corner} width='{_n(cell)}' height='{_n(cell)}' fill='{HIGHLIGHT}'/>"


def _strike(first, last, cell):
    """Return the SVG of a line through the middles of two cells and a little beyond."""
    (x1, y1), (x2, y2) = first, last
    length = max(abs(x2 - x1), abs(y2 - y1)) or 1
    dx, dy = 0.36 * cell * (x2 - x1) / length, 0.36 * cell * (y2 - y1) / length
    path = f"M{_n(x1 - dx)} {_n(y1 - dy)}L{_n(x2 + dx)} {_n(y2 + dy)}"
    return _stroke([path], INK, cell / 12)


def _text(x, y, words, size=15, colour=INK, anchor="", bold=False):
    if not words:
        return ""
    extra = f" text-anchor='{anchor}'" if anchor else ""
    extra += " font-weight='600'" if bold else ""
    return (
        f"<text x='{_n(x)}' y='{_n(y)}' font-size='{_n(size)}' fill='{colour}'{extra}>"
        f"{escape(words)}</text>"
    )


def _at(x, y, svg, faded=False):
    """Return the SVG moved to x, y."""
    fade = " opacity='0.3'" if faded else ""
    return f"<g transform='translate({_n(x)} {_n(y)})'{fade}>{svg}</g>"


def _n(number):
    """Return a coordinate as short text."""
    return f"{round(number, 1):g}"


def _sign(value):
    """Return a value as text, with the sign people expect to see: +1, 0, −1."""
    if isinstance(value, str):
        return value
    text = f"{value:+.3g}" if value else "0"
    return text.replace("-", "−")


def _rounded(score):
    """Return a score with two decimals and its sign; what rounds to zero has none."""
    text = f"{score:+.2f}".replace("-", "−")
    return text if text.strip("+−0.") else "0"


def _shade(value):
    """Return the colour of a value from X's side, or of the outcome that a note names."""
    if isinstance(value, str):
        return next((c for name, c in COLOUR.items() if value == OUTCOME_NAMES[name]), INK)
    return COLOUR["X"] if value > 0 else COLOUR["O"] if value < 0 else COLOUR["draw"]


# ---- sizes and texts


def _square_game(state):
    side = isqrt(len(state))
    if side * side != len(state) or not side:
        raise ValueError(
            f"{state!r} is not a square board: pass its game as well, "
            f"as in draw.board(state, TicTacToe(3, 4))."
        )
    return TicTacToe(side)


def _extent(game, size):
    """Return width and height of a board whose longer side is `size`."""
    cell = size / max(game.rows, game.cols)
    return game.cols * cell, game.rows * cell


def _side_by_side(blocks, captions):
    """Return blocks of text next to each other, each with its caption below."""
    columns = [
        [*block.split("\n"), *(caption or "").split("\n")]
        for block, caption in zip_longest(blocks, captions)
    ]
    widths = [max(map(len, column)) for column in columns]
    rows = zip_longest(*columns, fillvalue="")
    lines = ["   ".join(cell.ljust(w) for cell, w in zip(row, widths)).rstrip() for row in rows]
    return "\n".join(lines).rstrip()
