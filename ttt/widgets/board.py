"""A board to click: the mouse, a finger or the keyboard choose a cell, and Python decides."""

from collections.abc import Callable
from pathlib import Path

import anywidget
import traitlets

from ttt import draw
from ttt.anygame import as_game, name_of_move
from ttt.game import Action, Game, HasBoard, State

Labels = dict[Action, dict[str, str]]  # what a move leads to: a "symbol", a "text", a "tone"

LARGEST_CELL, SMALLEST_CELL, WIDEST = 116, 44, 400  # in pixels
FOLDER = Path(__file__).parent


def script(*names: str) -> str:
    """Return JavaScript files of this folder as one."""
    return "".join((FOLDER / name).read_text(encoding="utf-8") for name in names)


class Pictured:
    """A widget that is also the picture of itself which its method still() returns.

    That is what pages without a kernel show: picture(), if a class does not say otherwise.
    """

    def still(self) -> draw.Picture:
        """Return what to show where nothing can be clicked."""
        return self.picture()

    def _repr_mimebundle_(self, **options):
        bundle = super()._repr_mimebundle_(**options)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        return {**(data or {}), **self.still()._repr_mimebundle_()}


class Choice(Pictured, anywidget.AnyWidget):
    """Something to choose from in the browser, which reports what is chosen.

    next_mark  who chooses; "" for nobody
    status     a line that is read aloud by screen readers
    busy       whether the status is that of somebody thinking, shown only if it lasts
    """

    _css = FOLDER / "board.css"

    next_mark = traitlets.Enum(["", "X", "O"], "").tag(sync=True)
    status = traitlets.Unicode("").tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)

    def __init__(self, **traits):
        self._choose = lambda chosen: None
        super().__init__(**traits, layout={"max_width": "100%", "margin": "0"})
        self.on_msg(lambda _, message, __: self._receive(message))

    def on_click(self, chooser: Callable) -> None:
        """Have `chooser` called with whatever is chosen."""
        self._choose = chooser


class Board(Choice):
    """A board in the browser that shows its traits and reports the cells that are chosen.

    state      the marks
    choices    for each cell where its choice puts a mark and that move's number; None if nowhere
    last       the cell of the last move, or None
    falls      whether marks fall down their column, which is then what a move is called after
    numbers    whether the cells in which a move can put a mark show its number
    labels     what the choice of an empty cell leads to: {cell: a label}
    next_mark  the mark that a choice would place, shown faintly under the pointer; "" for none
    cell_size  the side of a cell in pixels, where there is room
    """

    _esm = script("keys.js", "parts.js", "board.js")

    rows = traitlets.Int().tag(sync=True)
    cols = traitlets.Int().tag(sync=True)
    falls = traitlets.Bool().tag(sync=True)
    lines = traitlets.List(read_only=True).tag(sync=True)
    choices = traitlets.List(read_only=True).tag(sync=True)
    state = traitlets.Unicode().tag(sync=True)
    last = traitlets.Int(None, allow_none=True).tag(sync=True)
    numbers = traitlets.Bool(False).tag(sync=True)
    labels = traitlets.Dict().tag(sync=True)
    cell_size = traitlets.Int(LARGEST_CELL).tag(sync=True)

    def __init__(self, game: HasBoard | None = None, state: State | None = None, **traits):
        self.game = game = as_game(game)
        fitting = min(LARGEST_CELL, WIDEST // max(game.rows, game.cols))
        size = {"rows": game.rows, "cols": game.cols, "cell_size": max(SMALLEST_CELL, fitting)}
        falls = name_of_move(game) == "column"
        state = game.initial if state is None else state
        super().__init__(state=state, falls=falls, **{**size, **traits})

    def follow(self, game: Game, states: list[State], moves: list[Action], labels: Labels) -> None:
        """Show the last of the states that these moves led to; `labels` belong to its moves."""
        state = states[-1]
        with self.hold_sync():
            self.state, self.last = state, game.cell_of(states[-2], moves[-1]) if moves else None
            self.labels = {game.cell_of(state, move): label for move, label in labels.items()}

    @traitlets.observe("state")
    def _look_at_state(self, change) -> None:
        """Find out what the game says of the state."""
        lines_of = getattr(self.game, "winning_lines", lambda state: ())
        self.set_trait("lines", [list(line) for line in lines_of(self.state)])
        self.set_trait("choices", choices(self.game, self.state))

    def _receive(self, message: dict) -> None:
        """Take a click of the browser; what is no cell is passed over, as True and 1.0 are."""
        cell = message.get("cell")
        if type(cell) is int and 0 <= cell < self.rows * self.cols:
            self._choose(cell)

    def picture(self) -> draw.Picture:
        """Return the position as a picture."""
        return draw.board(self.state, self.game, size=240, numbers=self.numbers, last=self.last)


def choices(game: HasBoard, state: State) -> list[tuple[int, str] | None]:
    """Return for each cell where a choice of it puts its mark, and the number of that move."""
    cells = range(game.rows * game.cols)
    if game.terminal(state):
        return [None for _ in cells]
    lands = {a: (game.cell_of(state, a), str(a)) for a in game.actions(state)}
    return [lands.get(game.action_at(state, cell)) for cell in cells]
