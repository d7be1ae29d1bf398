"""A Monte Carlo tree search to grow by hand: phase by phase, or a thousand simulations at once."""

import random
from collections.abc import Callable

import ipywidgets as widgets
import traitlets

from ttt import draw
from ttt.algorithms.mcts import C
from ttt.game import Game, State
from ttt.widgets.button import wide
from ttt.widgets.mcts_lab.charts import heading, shares_chart, terms_chart
from ttt.widgets.mcts_lab.growth import COURSE, Growth, Moves
from ttt.widgets.mcts_lab.words import chips, tell
from ttt.widgets.steps import Steps

RUNS = (10, 100, 1000)
KEY = (
    "<div style='font-size:13px;line-height:1.4;max-width:46em'>Below each {board}: <b>N</b> "
    "visits, <b>W</b> the sum of their outcomes for the player who moved there, and in the pill "
    "the mean <b>Q</b> = W / N, blue where that is good for X. Click on a {board} to open or "
    "close it, and to see the UCB1 of its children. Where a path is long, … stands for the "
    "{board}s in between.</div>"
)


class MCTSLab(Steps):
    """The tree of a Monte Carlo search on real boards, as it grows.

    game, state  where the search starts; the empty board if no state is given
    step         how many phases have been made, four a simulation; setting it goes there
    c            how much it explores
    values       whether the true values of the first moves are shown
    scene        the search itself, made with `phases`: select, expand and backpropagate

    Below each board stand N, how often it was visited, W, the sum of the outcomes from the
    side of the player who moved there, and in the pill their mean Q = W / N.
    """

    stride, largest, levels = 4, 54, {"X": "X moves", "O": "O moves"}

    c = traitlets.Float(C)
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
        self.observe(self._settings_changed, "c")
        truth = widgets.Checkbox(description="true values", indent=False, **wide(110))
        widgets.link((self, "values"), (truth, "value"))
        self.observe(lambda _: self.redraw(), "values")
        buttons = {
            "◀ Back": ("One simulation back", self.back),
            "Next phase ▶": ("One of the four phases", self.next_phase),
            "Next simulation": ("All four phases", lambda: self.run(1)),
            **{f"Run {n:,}": (f"{n:,} simulations", lambda n=n: self.run(n)) for n in RUNS},
            "Start again": ("Forget everything", self.start_again),
        }
        key = widgets.HTML(KEY.format(board=self.board))
        self._terms, self._shares, self._played = (widgets.HTML() for _ in range(3))
        side = [key, self._shares, self._terms, self._played]
        self.lay_out("simulations", buttons, [c, truth], [], side)

    # ---- the steps

    @property
    def last(self) -> int:
        """The number of the last phase of the simulations that are planned."""
        return len(self.scene.plan) * self.stride

    def next_phase(self) -> None:
        """Go one phase on: select, expand, rollout, backpropagate."""
        self._plan(1)
        self.step += 1

    forward = next_phase

    def run(self, simulations: int) -> None:
        """Make so many simulations, beginning with the one under way."""
        self._plan(simulations)
        self.step = (self.step // self.stride + simulations) * self.stride

    def start_again(self) -> None:
        """Forget all simulations; those to come have other random numbers."""
        self.scene = Growth(self.game, self.start, self.scene.rng, self.scene.phases)
        self.toggled, self._looked_at = {}, ()
        self.step = 0
        self.make_room()
        self.redraw()

    def _plan(self, simulations: int) -> None:
        """Plan so many simulations from the one under way on, if they are not planned yet."""
        missing = self.step // self.stride + simulations - len(self.scene.plan)
        self.scene.plan += [self.c] * missing
        self.make_room()

    def _settings_changed(self, _) -> None:
        """Make the simulations to come with the new c."""
        begun = -(-self.step // self.stride)
        del self.scene.plan[begun:]
        self.make_room()
        self.redraw()

    # ---- what is shown

    def toggle(self, moves: Moves) -> None:
        """Look at the board behind these moves: open it if it is closed, else close it."""
        self._looked_at = moves
        super().toggle(moves)

    def redraw(self) -> None:
        """Show the tree, the words and the charts."""
        super().redraw()
        self._shares.value = shares_chart(self.scene, self.values)
        looked_at = self._looked_at if self.scene.find(self._looked_at) else ()
        self._terms.value = terms_chart(self.scene, looked_at, self.c)
        self._played.value = self._rollout_boards()

    def told(self) -> str:
        """Return the four phases, and what has just happened."""
        return f"{chips(self.scene.phase)}<br>{tell(self.scene)}"

    def _rollout_boards(self) -> str:
        """Return the moves of the rollout as little boards, once it has been played."""
        states = self.scene.played
        if not states:
            return ""
        picture = draw.boards(states, game=self.game, size=48, per_row=5, arrows=True)
        return heading("The rollout") + picture.svg
