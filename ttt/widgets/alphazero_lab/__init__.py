"""AlphaZero to watch in training: its curves, what it thinks of a board, and how it searches."""

from collections.abc import Iterator

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.agents.alphazero import SIMULATIONS, Training
from ttt.game import State
from ttt.widgets.alphazero_lab.charts import curves, search_tree, thought_maps
from ttt.widgets.frame import TEXT_STYLE, TrainingFrame, in_slices
from ttt.widgets.training_lab import verdict

NOTHING, WHOLE = "nothing", "AlphaZero"
INGREDIENTS = ("noise", "sampling", "symmetries", "search", "value")
SPEEDS = {"as fast as it can": 0.0, "a turn a second": 1.0, "a turn in 3 seconds": 3.0}
MOST_TURNS, MOST_SIMULATIONS = 1_000, 400
NAMES = {
    "beside": ("beside it", "A second network that lacks one ingredient; both begin again"),
    "turns": ("turns", "How many times it plays 64 games and learns from them"),
    "speed": ("speed", "How long a turn is to be seen"),
    "simulations": ("simulations", "Of the search whose tree is shown below"),
}
KEY = (
    "<b>One search on this board</b>, guided by AlphaZero's network. Below each board: <b>P</b> "
    "the prior, <b>N</b> the visits, and in the pill the mean value for the player who moved "
    "there, blue where that is good for X. The thick line leads to the most visited move."
)


class AlphaZeroLab(TrainingFrame):
    """A network that learns by playing against itself, and one without an ingredient beside it.

    beside       what the second one does without, such as "without noise"; or "nothing": no second
    turns        how many turns a run has; in each, 64 games are played and learned from
    speed        how long a turn is to be seen
    simulations  how many the search makes whose tree is shown
    running      whether they are in training now
    runs         the trainings by name
    done, goal   how many turns there have been, and shall have been
    position     a board to set up; beside it what the networks think, below it the search
    seed         of all random numbers; the same seed gives the same networks
    """

    beside = traitlets.Enum([NOTHING, *(f"without {name}" for name in INGREDIENTS)], NOTHING)
    turns = traitlets.Int(min=1, max=MOST_TURNS)
    speed = traitlets.Enum(list(SPEEDS), next(iter(SPEEDS)))
    simulations = traitlets.Int(SIMULATIONS, min=1, max=MOST_SIMULATIONS)

    unit, names = "turns", NAMES
    about = "Let it play and learn, or stop", "Forget all that was learned"
    question = (
        "<b>What does the network think of each move?</b> Its chance, and the value behind it for "
        "the player to move, from −1 to +1. Click the first board to change it."
    )

    def __init__(self, *, turns: int = 40, seed: int = 1):
        self._tree = widgets.HTML().add_class("ttt-fits")
        super().__init__(seed, turns=turns)
        many = {"min": 1, "max": MOST_SIMULATIONS, "continuous_update": False}
        searched = self._control(widgets.IntSlider, "simulations", **many)
        searched.layout.flex = "0 0 auto"  # below each other, not side by side
        self.children = [*self.children, searched, self._tree]
        self.observe(lambda _: self.reset(), "beside")
        self.observe(lambda _: self._paint(), "simulations")
        self._paint()

    def _begin(self) -> None:
        """Have new networks that know nothing."""
        self.runs, self._under_way = {WHOLE: Training(self.seed)}, []
        if self.beside != NOTHING:
            self.runs[self.beside] = Training(self.seed, **{self.beside.split()[-1]: False})

    @property
    def done(self) -> int:
        """How many turns all networks have had."""
        return min(len(run.history.losses) for run in self.runs.values())

    def _controls(self) -> list[widgets.Widget]:
        beside = list(self.traits()["beside"].values)
        return [
            self._control(widgets.Dropdown, "beside", options=beside),
            self._control(widgets.BoundedIntText, "turns", min=1, max=MOST_TURNS),
            self._control(widgets.Dropdown, "speed", options=list(SPEEDS)),
        ]

    def _shortest(self) -> float:
        return max(super()._shortest(), SPEEDS[self.speed])

    def _frame(self) -> Iterator[float]:
        """Make one turn of each network, or the rest of one that a pause has broken off."""
        self._under_way = self._under_way or [run.steps() for run in self.runs.values()]
        while self._under_way:
            yield from in_slices(self._under_way[0])
            del self._under_way[0]

    def _curves(self) -> list[draw.Picture]:
        return curves(self.runs, self.goal)

    def _maps(self, state: State) -> draw.Picture:
        """Return what the networks think of a board, and show the search from there."""
        with self._tree.hold_sync():  # so that it does not flicker
            self._tree.value = ""
            picture = thought_maps(self.runs, state)
            tree = search_tree(self.runs[WHOLE], state, self.simulations)
            self._tree.value = f"<div style='{TEXT_STYLE}'>{KEY}</div>{tree.svg}"
        return picture

    def words(self) -> str:
        """Return how far the training is, and whether anybody can still beat the networks."""
        if not self.done and not self.running:
            start = f"Press <b>Start</b> for {self.goal:,} turns of play and learning."
            return f"AlphaZero knows nothing but the rules. {start}"
        games = self.done * self.runs[WHOLE].games
        runs = {name.replace("without", "the one without"): run for name, run in self.runs.items()}
        so_far = f"After <b>{self.done:,}</b> of {self.goal:,} turns, {games:,} games"
        return f"{so_far}, played without search: {verdict(runs)}."
