"""A trace as a film: what there is to see of a search after each of its steps."""

from collections import Counter

from ttt import draw
from ttt.anygame import outcome
from ttt.trace import Step, Trace
from ttt.trace.record import is_number

SHOWN_AT_ONCE = 70  # boards; of a larger tree only those around the current one are open


class Film:
    """A trace after one of its steps, as a scene.

    Its nodes are those of the trace, and pairs (node, move) for boards that were not entered.

    at       the number of the step
    above    the node above each node but the root
    seen     the nodes that are there by now
    valued   those of them that the search has a value for
    windows  alpha and beta of those that have them, X's side
    before   the window of the board above the current one, as it was before the step
    counts   how many boards were entered, how many of them are leaves, how many moves were cut
    """

    root = 0

    def __init__(self, trace: Trace):
        self.trace, self.game, self.tree = trace, trace.game, trace.tree
        unentered = sum(len(data["cut"] + data["known"]) for data in self.tree.nodes.values())
        self.is_small = len(self.tree) + unentered <= SHOWN_AT_ONCE
        self.above = {child: parent for parent, child in self.tree.edges}
        self.begin()

    def begin(self) -> None:
        """Go to the first step."""
        self.seen, self.valued, self.windows, self.counts = set(), set(), {}, Counter()
        self.at = 0
        self.advance()

    def advance(self) -> None:
        """Take in what the step does."""
        step = self.step
        above = self.above.get(step.node)
        self.counts[step.kind] += len(step.skipped) or 1
        self.seen.add(step.node)
        self.seen.update((step.node, move) for move in step.skipped)
        if step.kind in ("leaf", "return"):
            self.valued.add(step.node)
            known = self.tree.nodes[step.node]["known"]
            self.seen.update((step.node, move) for move in known)
        self.before = self.windows.get(above)
        if step.alpha is not None:
            self.windows[step.node] = step.alpha, step.beta
        if step.above:
            self.windows[above] = step.above

    @property
    def step(self) -> Step:
        """The step it is at."""
        return self.trace.steps[self.at]

    @property
    def focus(self) -> int:
        """The node that the step is about."""
        return self.step.node

    @property
    def path(self) -> list[int]:
        """The nodes from the current one up to the root."""
        path = [self.focus]
        while path[-1] in self.above:
            path.append(self.above[path[-1]])
        return path

    # ---- the scene

    def below(self, node) -> dict:
        """Return the children of a node; a small tree has room for all from the first step on."""
        if node not in self.tree:
            return {}
        data, path = self.tree.nodes[node], self.path
        edges = {
            child: {**edge, "strong": child in path} for child, edge in self.tree[node].items()
        }
        for move in data["cut"] + data["known"]:
            edges[node, move] = {"action": move, "faded": True}
        return {c: edge for c, edge in edges.items() if self.is_small or c in self.seen}

    def opens(self, node) -> bool:
        """Return whether the tree is small, or the node on the way to the current one."""
        return self.is_small or node in self.path

    def look(self, node) -> dict:
        """Return the board, and as far as they are known its value or window and how it ended."""
        look = {"frame": node == self.focus} | ({} if node in self.seen else {"unseen": True})
        if node not in self.tree:
            parent = self.tree.nodes[node[0]]
            note = "cut" if node[1] in parent["cut"] else "seen before"
            state = self.game.result(parent["state"], node[1])
            return {**look, "state": state, "faded": True, "note": note}
        look["state"] = state = self.tree.nodes[node]["state"]
        if node in self.valued:
            look["value"] = brief(self.tree.nodes[node]["value"])
        elif node in self.windows and node in self.path:
            look["window"] = self.windows[node]
        if ended := outcome(self.game, state):
            look["note"] = draw.OUTCOME_NAMES[ended]
        return look


def brief(value) -> float | str:
    """Return a value as it is shown: a number, or a few letters of what is none."""
    return value if is_number(value) else repr(value)[:8]
