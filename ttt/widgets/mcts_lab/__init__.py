"""A Monte Carlo tree search to grow by hand: phase by phase, or a thousand simulations at once."""

import random
from collections.abc import Callable

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.game import Game, State
from ttt.widgets.button import wide
from ttt.widgets.mcts_lab.growth import COURSE, PHASES, Growth, Moves
from ttt.widgets.mcts_lab.panels import children_table, chips, heading, tell
from ttt.widgets.steps import Steps

RUNS = (10, 100, 1000)
KEY = (
    "<div style='font-size:13px;line-height:1.4;max-width:46em'>Below each {board}: <b>N</b> "
    "visits, <b>W</b> the sum of their outcomes for the player who moved there, and in the pill "
    "the mean <b>Q</b> = W / N, blue where that is good for X. Click on a {board} to open or "
    "close it, and to see its children in the table. Where a path is long, … stands for the "
    "{board}s in between.</div>"
)


class MCTSLab(Steps):
    """The tree of a Monte Carlo search on real boards, as it grows.

    game, state  where the search starts; the empty board if no state is given
    step         how many phases have been made, four a simulation; setting it goes there
    c            how much it explores
    values       whether the true values of the children are shown
    scene        the search itself, made with `phases`: select, expand and backpropagate

    Below each board stand N, how often it was visited, W, the sum of the outcomes from the
    side of the player who moved there, and in the pill their mean Q = W / N.
    """

    largest, levels = 54, {"X": "X moves", "O": "O moves"}

    c = traitlets.Float(1.4)  # √2 as the slider has it, which would round it in the browser
    values = traitlets.Bool(False)

    def __init__(
        self,
        game: Game | None = None,
        state: State | None = None,
        *,
        rng: random.Random | None = None,
        phases: tuple[Callable, Callable, Callable] = COURSE,
    ):
        super().__init__(game, state)
        if self.game.terminal(self.start):
            raise ValueError(f"The game is over in {self.start!r}: there is nothing to search.")
        self.scene = Growth(self.game, self.start, rng or random.Random(), phases)
        self._looked_at = ()
        c = widgets.FloatSlider(description="c", max=3, step=0.1, readout_format=".1f", **wide(180))
        widgets.link((self, "c"), (c, "value"))
        self.observe(lambda _: self._explore_anew(), "c")
        truth = widgets.Checkbox(description="true values", indent=False, **wide(110))
        widgets.link((self, "values"), (truth, "value"))
        self.observe(lambda _: self.redraw(), "values")
        buttons = {
            "◀ Back": ("One phase back", self.back),
            "Next phase ▶": ("One of the four phases", self.next_phase),
            "Next simulation": ("All four phases", lambda: self.run(1)),
            **{f"Run {n:,}": (f"{n:,} simulations", lambda n=n: self.run(n)) for n in RUNS},
        }
        key = widgets.HTML(KEY.format(board=self.board))
        self._children, self._played = widgets.HTML(), widgets.HTML()
        self.lay_out("phases", buttons, [c, truth], [], [key, self._children, self._played])

    # ---- the steps

    @property
    def last(self) -> int:
        """The number of the last phase of the simulations that are planned."""
        return len(self.scene.plan) * len(PHASES)

    def next_phase(self) -> None:
        """Go one phase on: select, expand, rollout, backpropagate."""
        self._plan(1)
        self.step += 1

    forward = next_phase

    def run(self, simulations: int) -> None:
        """Make so many simulations, beginning with the one under way."""
        self._plan(simulations)
        self.step = (self.step // len(PHASES) + simulations) * len(PHASES)

    def _plan(self, simulations: int) -> None:
        """Plan so many simulations from the one under way on, if they are not planned yet."""
        missing = self.step // len(PHASES) + simulations - len(self.scene.plan)
        self.scene.plan += [self.c] * missing
        self.make_room()

    def _explore_anew(self) -> None:
        """Make the simulations to come with the new c."""
        begun = -(-self.step // len(PHASES))
        self.scene.plan[begun:] = [self.c] * len(self.scene.plan[begun:])
        self.redraw()

    # ---- what is shown

    def toggle(self, moves: Moves) -> None:
        """Look at the board behind these moves: open it if it is closed, else close it."""
        self._looked_at = moves
        super().toggle(moves)

    def redraw(self) -> None:
        """Show the tree, the words and the charts."""
        super().redraw()
        looked_at = self._looked_at if self.scene.find(self._looked_at) else ()
        self._children.value = children_table(self.scene, looked_at, self.c, self.values)
        self._played.value = ""
        if states := self.scene.played:
            boards = draw.boards(states, game=self.game, size=48, per_row=5, arrows=True)
            self._played.value = heading("The rollout") + boards.svg

    def told(self) -> str:
        """Return the four phases, and what has just happened."""
        return f"{chips(self.scene.phase)}<br>{tell(self.scene)}"
