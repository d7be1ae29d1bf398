"""AlphaZero to watch in training: its curves, what it thinks of a board, and how it searches."""

from collections.abc import Iterator

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.agents.alphazero import SIMULATIONS, Training
from ttt.game import State
from ttt.widgets.alphazero_lab.charts import curves, search_tree, thought_maps
from ttt.widgets.frame import TEXT_STYLE, TrainingFrame, in_slices

NOTHING, WHOLE = "nothing", "AlphaZero"
INGREDIENTS = ("noise", "sampling", "symmetries", "search", "value")
BESIDE = [NOTHING, *(f"without {name}" for name in INGREDIENTS)]
NAMES = {
    "beside": ("beside it", "A second network that lacks one ingredient; both begin again"),
    "turns": ("turns", "How many times it plays 64 games and learns from them"),
    "seconds": ("seconds a turn", "How long a turn is to be seen at least"),
}
KEY = (
    "<b>One search on this board</b>, guided by AlphaZero's network. Below each board: <b>P</b> "
    "the prior, <b>N</b> the visits, and in the pill the mean value for the player who moved "
    "there, blue where that is good for X. The thick line leads to the most visited move."
)


class AlphaZeroLab(TrainingFrame):
    """A network that learns by playing against itself, and one without an ingredient beside it.

    beside  what the second one does without, such as "without noise"; or "nothing": no second
    turns   how many turns a run has; in each, 64 games are played and learned from
    """

    beside = traitlets.Enum(BESIDE, NOTHING)
    turns = traitlets.Int(min=1, max=1_000)

    unit, names, measured = "turns", NAMES, ", played without search"
    question = (
        "<b>What does the network think of each move?</b> Its chance, and the value behind it for "
        "the player to move, from −1 to +1. Click the first board to change it."
    )

    def __init__(self, *, turns: int = 40, seed: int = 1):
        self._tree = widgets.HTML().add_class("ttt-fits")
        super().__init__(seed, turns=turns)
        self.children = [*self.children, self._tree]
        self.observe(lambda _: self.reset(), "beside")
        self._paint()

    def _begin(self) -> dict[str, Training]:
        self._under_way = []
        whole = {WHOLE: Training(self.seed)}
        if self.beside == NOTHING:
            return whole
        return whole | {self.beside: Training(self.seed, **{self.beside.split()[-1]: False})}

    @property
    def done(self) -> int:
        """How many turns all networks have had."""
        return min(len(run.history.losses) for run in self.learners.values())

    def _frame(self) -> Iterator[float]:
        """Make one turn of each network, or the rest of one that a pause has broken off."""
        self._under_way = self._under_way or [run.steps() for run in self.learners.values()]
        while self._under_way:
            yield from in_slices(self._under_way[0])
            del self._under_way[0]

    def _curves(self) -> list[draw.Picture]:
        return curves(self.learners, self.goal)

    def _maps(self, state: State) -> draw.Picture:
        """Return what the networks think of a board, and show the search from there."""
        with self._tree.hold_sync():  # so that it does not flicker
            self._tree.value = ""
            picture = thought_maps(self.learners, state)
            tree = search_tree(self.learners[WHOLE], state, SIMULATIONS)
            self._tree.value = f"<div style='{TEXT_STYLE}'>{KEY}</div>{tree.svg}"
        return picture
