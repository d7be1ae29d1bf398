"""A trace as a film: what there is to see of a search after each of its steps."""

from bisect import bisect_right
from collections import defaultdict
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import networkx as nx

from ttt import draw
from ttt.anygame import name_of_move, name_of_state, outcome
from ttt.game import Game, State
from ttt.space import Space, small_space
from ttt.trace import Trace
from ttt.trace.record import is_number

SHOWN_AT_ONCE = 70  # boards; of a larger tree only those around the current one are open
WHY_FADED = {"cut": "cut", "known": "seen before"}


class Counts(NamedTuple):
    """How many boards were entered, how many of them are leaves, how many moves were cut."""

    entered: int
    leaves: int
    cut: int


class Film:
    """Shows the tree of a trace as it was after each step.

    tree         the boards that were entered, and below them those that were not: a
                 node (parent, move) stands for a board that was cut off or looked up
    board, cell  what to call a state and a move of the game
    """

    def __init__(self, trace: Trace):
        self.trace, self.game, self.steps = trace, trace.game, trace.steps
        self.board, self.cell = name_of_state(self.game), name_of_move(self.game)
        self.tree = trace.tree.copy()
        self._since = {}  # the step from which on each node is seen
        self._valued = {}  # the step from which on each node has its value
        self._windows = defaultdict(list)  # of each node: the steps after which it had which
        for nth, step in enumerate(self.steps):
            self._take(nth, step)

    def __len__(self):
        return len(self.steps)

    def _take(self, nth, step) -> None:
        """Note what a step changes."""
        if step.kind == "enter":
            self._since[step.node] = nth
        else:
            self._add_faded(step.node, "cut", step.skipped, nth)
        if step.kind in ("leaf", "return"):
            self._valued[step.node] = nth
            self._add_faded(step.node, "known", self.trace.tree.nodes[step.node]["known"], nth)
        self._note_window(step.node, nth, (step.alpha, step.beta))
        if step.above:
            self._note_window(self.parent(step.node), nth, step.above)

    def _add_faded(self, node, why: str, moves, nth: int) -> None:
        """Add the boards behind moves that were never searched."""
        state = self.tree.nodes[node]["state"]
        for move in moves:
            child = (node, move)
            self.tree.add_node(child, state=self.game.result(state, move), why=why)
            self.tree.add_edge(node, child, action=move)
            self._since[child] = nth

    def _note_window(self, node, nth: int, window) -> None:
        if None not in window:
            self._windows[node].append((nth, window))

    # ---- what is true after a step

    def parent(self, node):
        """Return the node above, or None."""
        return next(self.tree.predecessors(node), None)

    def path(self, nth: int) -> list:
        """Return the nodes from the one that step `nth` is about up to the root."""
        path = [self.steps[nth].node]
        while (above := self.parent(path[-1])) is not None:
            path.append(above)
        return path

    def window(self, node, nth: int) -> tuple[float, float] | None:
        """Return alpha and beta of a node after step `nth`, X's side, or None if it has none."""
        known = self._windows[node]
        place = bisect_right(known, nth, key=lambda entry: entry[0])
        return known[place - 1][1] if place else None

    def value(self, node, nth: int):
        """Return what a node is worth after step `nth`, as far as it is known by then."""
        known = self._valued.get(node, len(self)) <= nth
        return self.tree.nodes[node].get("value") if known else None

    def has_value(self, node, nth: int) -> bool:
        """Return whether the search has come to a value for a node by step `nth`."""
        return self._valued.get(node, len(self)) <= nth

    def counts(self, nth: int) -> Counts:
        """Return the counts after step `nth`."""
        return self._counts[nth]

    @cached_property
    def _counts(self) -> list[Counts]:
        kinds = ((s.kind == "enter", s.kind == "leaf", len(s.skipped)) for s in self.steps)
        sums = accumulate(kinds, lambda a, b: tuple(map(sum, zip(a, b))), initial=(0, 0, 0))
        return [Counts(*counts) for counts in sums][1:]

    @cached_property
    def plain_count(self) -> int | None:
        """How many boards plain minimax enters from the same board; None if that is unknown."""
        space, row = row_of(self.game, self.tree.nodes[0]["state"])
        return int(space.tree_sizes[row]) if space else None

    def next(self, kind: str, nth: int) -> int | None:
        """Return the next step of a kind after step `nth`, or None if there is none."""
        later = range(nth + 1, len(self))
        return next((other for other in later if self.steps[other].kind == kind), None)

    # ---- the picture

    @property
    def is_small(self) -> bool:
        """Whether the whole tree can be looked at."""
        return len(self.tree) <= SHOWN_AT_ONCE

    def shown(self, nth: int, toggled: dict) -> tuple[nx.DiGraph, dict]:
        """Return the graph to draw after step `nth`, and its layout.

        `toggled` tells nodes that the reader has opened (True) or closed. A
        small tree keeps its layout from the first step to the last.
        """
        path = set(self.path(nth))
        last = len(self) if self.is_small else nth
        room = self._unfolded(last, path, toggled)
        graph = nx.DiGraph()
        for node in room:
            if self._since[node] <= nth:
                graph.add_node(node, **self._look(node, nth, path, node in room.graph["closed"]))
        for parent, child, data in room.edges(data=True):
            if child in graph:
                faded = "why" in self.tree.nodes[child]
                strong = parent in path and child in path
                label = "" if data["action"] is None else str(data["action"])
                graph.add_edge(parent, child, label=label, faded=faded, strong=strong)
        return graph, draw.layout(room)

    def _unfolded(self, last: int, path: set, toggled: dict) -> nx.DiGraph:
        """Return the part of the tree that is open, up to the boards that step `last` shows."""
        room, closed, waiting = nx.DiGraph(), set(), [(None, 0)]
        while waiting:
            parent, node = waiting.pop()
            room.add_node(node)
            if parent is not None:
                room.add_edge(parent, node, **self.tree.edges[parent, node])
            children = [c for c in self.tree.successors(node) if self._since[c] <= last]
            if toggled.get(node, self.is_small or node in path):
                waiting += [(node, child) for child in reversed(children)]
            elif children:
                closed.add(node)
        room.graph["closed"] = closed
        return room

    def _look(self, node, nth: int, path: set, is_closed: bool) -> dict:
        """Return how a node is drawn after step `nth`."""
        data = self.tree.nodes[node]
        look = {"state": data["state"], "current": node == self.steps[nth].node}
        if "why" in data:
            return {**look, "faded": True, "note": WHY_FADED[data["why"]]}
        if self.has_value(node, nth):
            look["value"] = brief(data["value"])
        elif node in path and self.window(node, nth):
            look["window"] = self.window(node, nth)
        ended = outcome(self.game, data["state"])
        if ended:
            look["note"] = draw.OUTCOME_NAMES[ended]
        elif is_closed:
            look["note"] = f"▸ {self._size_below(node, nth):,}"
        return look

    def _size_below(self, node, nth: int) -> int:
        """Return how many boards below a node have been entered by step `nth`."""
        # Nodes are numbered as they were entered, so those below follow without a gap.
        return min(self._last_below[node], self.counts(nth).entered - 1) - node

    @cached_property
    def _last_below(self) -> dict[int, int]:
        """The highest number of a node below each node, or its own."""
        last = {node: node for node in self.trace.tree}
        for node in reversed(range(1, len(last))):
            parent = self.parent(node)
            last[parent] = max(last[parent], last[node])
        return last


def row_of(game: Game, state: State) -> tuple[Space | None, int]:
    """Return the space of a small game and the row of a state in it, or (None, -1)."""
    try:
        space = small_space(game)
        return space, space.index[state] if space else -1
    except ValueError:  # no game leads to this state
        return None, -1


def brief(value) -> float | str:
    """Return a value as it is shown: a number, or a few letters of what is none."""
    return value if is_number(value) else repr(value)[:8]
