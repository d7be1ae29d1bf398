"""What is known of a search that was watched."""

from dataclasses import dataclass, field

import networkx as nx

from ttt.anygame import name_of_state
from ttt.game import Action, Game


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a search did.

    kind     "enter" a board, find a "leaf" (no board below it was looked at), "cut" the moves
             `skipped`, or "return" the value of a board whose children were looked at
    node     the board's node in the tree
    alpha    what MAX has for certain elsewhere, X's side; None where the search has no window
    beta     what MIN has for certain elsewhere, X's side
    value    what the search says the board is worth, X's side; None as long as it does not
    skipped  the moves that were never looked at
    above    alpha and beta of the board above after this step, or None
    line     the line of the source that was running, counted from 0, or None
    waiting  the line of the call above that waits for this one, or None
    """

    kind: str
    node: int
    alpha: float | None = None
    beta: float | None = None
    value: object = None
    skipped: tuple[Action, ...] = ()
    above: tuple[float, float] | None = None
    line: int | None = None
    waiting: int | None = None


@dataclass
class Trace:
    """What a search did, as a list of steps and as a tree with one node a call.

    steps    every `Step`, in order
    tree     a networkx DiGraph: nodes numbered as they were entered, each with its `state`, its
             `value` (X's side), `alpha` and `beta` at the end, the moves `cut` and the moves
             `known`, which were looked up rather than searched; edges with the move as `action`
    value    what the search returned
    choice   the move it returned, if it returned a move
    side     whose side the search counts from: "X", "mover" (negamax) or "root"
    entered  how many boards were entered; more than the tree has if it was too long to keep
    source   the lines of the search's code
    note     a sentence about what cut the trace short, or ""
    error    the error that ended the search, or None
    """

    game: Game
    steps: list[Step] = field(default_factory=list)
    tree: nx.DiGraph = field(default_factory=nx.DiGraph)
    value: object = None
    choice: Action | None = None
    side: str = "X"
    entered: int = 0
    source: list[str] = field(default_factory=list)
    note: str = ""
    error: BaseException | None = None

    @property
    def leaves(self) -> int:
        """How many boards were valued without looking further."""
        return sum(step.kind == "leaf" for step in self.steps)

    @property
    def cut(self) -> int:
        """How many moves were cut off."""
        return sum(len(step.skipped) for step in self.steps if step.kind == "cut")

    def __repr__(self):
        counts = f"{self.leaves:,} leaves, {self.cut:,} cut"
        words = f"<Trace: {self.entered:,} {name_of_state(self.game)}s entered, {counts}"
        return f"{words}. {self.note}>" if self.note else f"{words}>"
