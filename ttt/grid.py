"""A board of cells as text: its lines, its turns and mirror images, and how people write it.

A board is a string, row by row, of "X", "O" and "."; a cell is a number, counted from 0.
"""

import operator
from functools import cached_property

Cells = tuple[int, ...]

EMPTY = "."
AS_BITS = {"X": str.maketrans("XO.", "100"), "O": str.maketrans("XO.", "010")}


class Grid:
    """A board of `rows` × `cols` cells, and k of them in a row as its lines.

    `cols` is the same as `rows` unless given, and `k` the shorter side.
    """

    def __init__(self, rows=3, cols=None, k=None):
        self.rows = positive("rows", rows)
        self.cols = self.rows if cols is None else positive("cols", cols)
        self.k = min(self.rows, self.cols) if k is None else positive("k", k)
        if self.k > max(self.rows, self.cols):
            raise ValueError(
                f"{self.k} marks in a row do not fit on a {self.rows}×{self.cols} board: "
                f"k can be 1 to {max(self.rows, self.cols)}."
            )
        self.arguments = self.rows, self.cols, self.k
        self.cells = self.rows * self.cols

    @cached_property
    def lines(self) -> tuple[Cells, ...]:
        """Every k cells in a row: across, down and along the diagonals."""
        grid = self._grid
        steps = [(0, 1), (1, 0), (1, 1), (1, -1)] if self.k > 1 else [(0, 1)]
        return tuple(
            tuple(grid[row + i * down][col + i * right] for i in range(self.k))
            for down, right in steps
            for row in range(self.rows - down * (self.k - 1))
            for col in range(self.cols)
            if 0 <= col + right * (self.k - 1) < self.cols
        )

    @cached_property
    def line_bits(self) -> list[int]:
        """Each line as a number with one bit a cell, cell 0 the highest."""
        return [sum(1 << (self.cells - 1 - cell) for cell in line) for line in self.lines]

    def winning_lines(self, state: str) -> tuple[Cells, ...]:
        """Return the lines that one player holds entirely; () if there are none."""
        self._check_spelling(state)
        marks_of = {line: {state[cell] for cell in line} for line in self.lines}
        return tuple(line for line, marks in marks_of.items() if marks in ({"X"}, {"O"}))

    @cached_property
    def _grid(self) -> list[list[int]]:
        """The numbers of the cells, row by row."""
        return [[row * self.cols + col for col in range(self.cols)] for row in range(self.rows)]

    # ---- symmetries

    @cached_property
    def symmetries(self) -> tuple[Cells, ...]:
        """The turns and reflections of the board: 8 on a square, 4 on a rectangle.

        Each is a permutation of the cells: the board it makes of a state has
        in cell i what the state has in cell symmetry[i]. The first changes
        nothing. (On a board of one row or column some are the same.)
        """
        turns = [self._grid]
        for _ in range(3):
            turns.append([list(row) for row in zip(*turns[-1][::-1])])
        if self.rows != self.cols:
            turns = turns[::2]  # a quarter turn would change the shape of the board
        images = turns + [[row[::-1] for row in turn] for turn in turns]
        return tuple(tuple(sum(image, [])) for image in images)

    def images(self, state: str) -> list[str]:
        """Return `state` seen through each of the symmetries, in their order."""
        self._check_spelling(state)
        return ["".join([state[cell] for cell in symmetry]) for symmetry in self.symmetries]

    def action_images(self, action: int) -> list[int]:
        """Return what becomes of a move under each of the symmetries, in their order."""
        return [symmetry.index(action) for symmetry in self.symmetries]

    def canonical(self, state: str) -> str:
        """Return the one state that stands for `state` and all its mirror images.

        It is the image whose X come first, and among those whose O come first.
        """
        return max(self.images(state), key=lambda image: (image.replace("O", EMPTY), image))

    # ---- boards as text

    def _check_spelling(self, state: str) -> None:
        """Raise a ValueError in words unless `state` has the right length and letters."""
        if not isinstance(state, str):
            raise ValueError(f"A state is a string such as {self.initial!r}, not {state!r}.")
        if len(state) != self.cells:
            raise ValueError(
                f"{state!r} has {len(state)} characters, "
                f"but a {self.rows}×{self.cols} board has {self.cells} cells."
            )
        strange = sorted(set(state) - set("XO."))
        if strange:
            raise ValueError(f"{state!r} contains {strange[0]!r}: a cell is 'X', 'O' or '.'.")

    def parse(self, text: str) -> str:
        """Return the state that `text` draws, a line a row, as `show` writes it.

        Spaces are passed over; x and o may be small letters; a free cell is "." or a number.
        """
        rows = [line.split() for line in text.splitlines() if line.strip()]
        cells = [EMPTY if cell.isdecimal() else cell.upper() for row in rows for cell in row]
        self._check_spelling(state := "".join(cells))
        return state

    def __repr__(self):
        return f"{type(self).__name__}({self.rows}, {self.cols}, k={self.k})"

    def __getstate__(self):
        """Return all that it holds but what it has worked out: copies are made of that."""
        return {
            name: held
            for name, held in vars(self).items()
            if not isinstance(getattr(type(self), name, None), cached_property)
        }

    def __eq__(self, other):
        return type(self) is type(other) and self.__getstate__() == other.__getstate__()

    def __hash__(self):
        return hash((type(self).__name__, self.arguments))


def held_by(mark: str, state: str) -> int:
    """Return the cells that hold `mark` as a number with one bit a cell, cell 0 the highest."""
    return int(state.translate(AS_BITS[mark]), 2)


def whole(number) -> int | None:
    """Return `number` as a plain int, or None if it is no whole number (True is none)."""
    try:
        return None if isinstance(number, bool) else operator.index(number)
    except TypeError:
        return None


def positive(name: str, number) -> int:
    """Return `number` as a plain int, or raise a ValueError unless it is 1 or more."""
    found = whole(number)
    if found is None or found < 1:
        raise ValueError(f"{name} must be a whole number from 1 on, not {number!r}.")
    return found
