"""A trace as a film: what there is to see of a search after each of its steps."""

from collections import Counter
from functools import cached_property
from itertools import pairwise

import networkx as nx

from ttt import draw
from ttt.anygame import outcome
from ttt.game import Action
from ttt.trace import Step, Trace
from ttt.trace.lines import is_number
from ttt.widgets.tree import fitting_size

SHOWN_AT_ONCE = 70  # boards; of a larger tree only those around the current one are open
LEVELS_ABOVE = 2  # the current board, of such a tree
PATH_COLOUR = "#b8860b"  # of the edges to the current board, as the line that runs


class Film:
    """A trace after one of its steps, as a scene.

    Its nodes are those of the trace, and pairs (node, move) for boards that were not entered.

    at        the number of the step
    above     the node above each node but the root
    changed   the variables of the call that are new or have changed since its last step
    counts    how many steps of each kind there have been
    windows   alpha and beta of each board that has them, X's side; `window_before` are those
              that the board above had before the step
    room      the width and height in pixels that a tree must fit into to be shown whole, or None
    is_small  whether there is room for the whole tree
    framed    the board that a question is about, or None
    """

    def __init__(self, trace: Trace, room: tuple[float, float] | None):
        self.trace, self.game, self.tree = trace, trace.game, trace.tree
        self.room, self.framed = room, None
        self.above = {child: parent for parent, child in self.tree.edges}
        whole = nx.DiGraph([(node, child) for node in self.tree for child in self._children(node)])
        whole.add_node(0)
        self.is_small = len(whole) <= SHOWN_AT_ONCE
        if self.is_small and room:
            self.is_small = fitting_size(draw.layout(whole), room) is not None
        self.begin()

    def begin(self) -> None:
        """Go back to the first step."""
        self.at, self.counts, self.windows = 0, Counter(), {}
        self._seen, self._valued, self._last = set(), set(), {}
        self.advance()

    def advance(self) -> None:
        """Take in what the step shows for the first time, or changes."""
        step, node, above = self.step, self.step.node, self.above.get(self.step.node)
        self.counts[step.kind] += 1
        known = self._last.get(node, ())
        self.changed = {name: value for name, value in step.variables if (name, value) not in known}
        self._last[node] = step.variables
        self._seen |= {node, *((node, move) for move in step.skipped)}
        if step.kind in ("leaf", "return"):
            self._valued.add(node)
            self._seen |= {(node, move) for move in self.tree.nodes[node]["known"]}
        self.window_before = self.windows.get(above)
        for where, window in ((node, step.window), (above, step.above)):
            if window:
                self.windows[where] = window

    # ---- the step

    @property
    def step(self) -> Step:
        """The step it is at."""
        return self.trace.steps[self.at]

    @cached_property
    def lines_before_cuts(self) -> set[int]:
        """The lines after which a search cuts, or goes on."""
        steps = self.trace.steps
        return {before.line for before, step in pairwise(steps) if step.kind == "cut"}

    @property
    def focus(self) -> int:
        """The node that the step, or a question, is about."""
        return self.step.node if self.framed is None else self.framed

    @property
    def path(self) -> list[int]:
        """The nodes from the current one up to the root."""
        path = [self.focus]
        while path[-1] in self.above:
            path.append(self.above[path[-1]])
        return path

    # ---- the scene

    @property
    def root(self) -> int:
        """The board at the top; of a large tree the search has come down to it."""
        path = self.path
        return 0 if self.is_small or self.room is None else path[min(LEVELS_ABOVE, len(path) - 1)]

    def _children(self, node: int) -> list:
        data = self.tree.nodes[node]
        return [*self.tree[node], *((node, move) for move in (*data["skipped"], *data["known"]))]

    def below(self, node) -> dict:
        """Return the children of a node; a small tree has room for all from the first step on."""
        if node not in self.tree:
            return {}
        path, edges = self.path, {}
        for child in self._children(node):
            edge = self.tree.edges[node, child] if child in self.tree else {}
            is_chosen = edge.get("chosen", False) and node in self._valued
            strong = PATH_COLOUR if child in path else is_chosen
            move = edge["action"] if edge else child[1]
            if self.is_small or child in self._seen:
                edges[child] = {"action": move, "strong": strong, "faded": not edge}
        if node == self.root != 0 and len(path) > LEVELS_ABOVE:  # there is no room for the others
            edges = {child: edge for child, edge in edges.items() if child in path}
        return edges

    def look(self, node) -> dict:
        """Return the board, and as far as they are known its value or window and how it ended."""
        look = {"frame": node == self.focus}
        if node not in self._seen:
            look["unseen"] = True
        if node not in self.tree:
            return look | self._passed_over(*node)
        data = self.tree.nodes[node]
        look["state"] = data["state"]
        if node in self._valued:
            look |= {"value": brief(data["value"]), "bound": data["bound"]}
        elif node in self.path and node in self.windows:
            look["window"] = self.windows[node]
        if ended := outcome(self.game, data["state"]):
            look["note"] = draw.OUTCOME_NAMES[ended]
        return look

    def _passed_over(self, above: int, move: Action) -> dict:
        """Return how a board looks that the search cut, or looked up."""
        data = self.tree.nodes[above]
        look = {"state": self.game.result(data["state"], move), "faded": True}
        if move in data["skipped"]:
            return {**look, "note": "skipped"}
        return {**look, "value": brief(data["known"][move]), "note": "looked up"}


def brief(value) -> float | str:
    """Return a value as it is shown: a number, or a few letters of what is none."""
    return value if is_number(value) else repr(value)[:8]
