"""Every state of plain tic-tac-toe, found on arrays, a ply at a time.

A board is two whole numbers here, the cells of X and the cells of O, with one
bit a cell. What can be asked of such a number (is it a win? what is its mirror
image?) is looked up in a table made beforehand.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import log10
from typing import NamedTuple

import numpy as np

from ttt.game import TicTacToe

TERNARY_DIGITS = str.maketrans(".XO", "012")


class Ply(NamedTuple):
    """Rows of a space that can be dealt with at once, the same player to move in all open ones.

    First come the open states, then those in which the game is over.
    """

    open: slice
    ended: slice
    x_moves: bool


class Bitboards:
    """The states of a game of tic-tac-toe, in the order of their rows, as a `Space` has them."""

    def __init__(self, game: TicTacToe, symmetry: bool, memory_limit: int):
        _refuse_what_cannot_fit(game, symmetry, memory_limit)
        self.game, self.symmetry = game, symmetry
        self._tables = _Tables(game)
        self._row_of_code = np.zeros(3**game.cells, np.int32)  # meaningful where there is a state
        self._enumerate()
        self.states, self.index = _States(self), _Index(self)

    def __len__(self):
        return len(self.successor)

    def _enumerate(self):
        """Find all states, ply by ply, and the row that each move leads to."""
        x, o, _ = self._number(np.zeros(1, np.int32), np.zeros(1, np.int32), start=0)
        self.plies, layers = [], []
        while len(x):
            start = self.plies[-1].ended.stop if self.plies else 0
            ended = self._tables.ended(x, o)
            ply = Ply(
                open=slice(start, start + len(x) - np.count_nonzero(ended)),
                ended=slice(start + len(x) - np.count_nonzero(ended), start + len(x)),
                x_moves=len(self.plies) % 2 == 0,
            )
            self.plies.append(ply)
            successor = np.full((len(x), self.game.cells), -1, np.int32)
            layers.append((x, o, successor))
            parent, cell, x, o = self._children(x[~ended], o[~ended], ply.x_moves)
            x, o, successor[parent, cell] = self._number(x, o, start=ply.ended.stop)
        self._x, self._o, self.successor = map(np.concatenate, zip(*layers))
        self.results = self._tables.won[self._x].astype(np.int8) - self._tables.won[self._o]

    def _children(self, x, o, x_moves):
        """Return all moves on these boards: parent, cell, and the board that comes of it."""
        free = ((x | o)[:, None] & self._tables.bit) == 0
        parent, cell = np.divmod(np.flatnonzero(free).astype(np.int32), self.game.cells)
        x, o, mark = x[parent], o[parent], self._tables.bit[cell]
        x, o = (x | mark, o) if x_moves else (x, o | mark)
        if self.symmetry:
            x, o = self._tables.canonical(x, o)
        return parent, cell, x, o

    def _number(self, x, o, start):
        """Return the different ones of these boards, open ones first, and the row of each given.

        The rows count from `start`.
        """
        code = self._tables.code(x, o)
        nth = np.arange(len(code), dtype=np.int32)
        self._row_of_code[code] = nth  # of equal boards the last one stays written
        different = np.flatnonzero(self._row_of_code[code] == nth)
        ended = self._tables.ended(x[different], o[different])
        different = np.concatenate([different[~ended], different[ended]])
        self._row_of_code[code[different]] = start + nth[: len(different)]
        return x[different], o[different], self._row_of_code[code]

    def class_sizes(self) -> np.ndarray:
        """Return how many different images each state has."""
        images = self._tables.images
        fixed = sum((image[self._x] == self._x) & (image[self._o] == self._o) for image in images)
        return len(images) // fixed


class _States(Sequence):
    """The states of a space as strings, written out when they are asked for."""

    def __init__(self, boards: Bitboards):
        self._boards = boards

    def __len__(self):
        return len(self._boards)

    def __getitem__(self, row):
        if isinstance(row, slice):
            return self._written(row)
        row = range(len(self))[row]
        return self._written(slice(row, row + 1))[0]

    def __iter__(self):
        for start in range(0, len(self), 10_000):
            yield from self._written(slice(start, start + 10_000))

    def __contains__(self, state):
        return state in self._boards.index and self[self._boards.index[state]] == state

    def index(self, state):
        """Return the row of `state`."""
        row = self._boards.index[state]
        if self[row] != state:
            raise ValueError(f"{state!r} is a mirror image of {self[row]!r}, which stands for it.")
        return row

    def _written(self, rows: slice) -> list[str]:
        bit = self._boards._tables.bit
        x_has = (self._boards._x[rows, None] & bit) > 0
        o_has = (self._boards._o[rows, None] & bit) > 0
        marks = np.where(x_has, "X", np.where(o_has, "O", "."))
        return marks.view(f"U{len(bit)}").ravel().tolist()


class _Index:
    """The row of every state of a space; with symmetry, of its mirror images too."""

    def __init__(self, boards: Bitboards):
        self._boards = boards

    def __len__(self):
        return len(self._boards)

    def __contains__(self, state):
        try:
            self._boards.game.check(state)
        except ValueError:
            return False
        return True

    def __getitem__(self, state: str) -> int:
        """Return the row of `state`, or raise a ValueError if no game can lead to it."""
        game = self._boards.game
        game.check(state)
        state = game.canonical(state) if self._boards.symmetry else state
        return int(self._boards._row_of_code[int(state.translate(TERNARY_DIGITS), 3)])


class _Tables:
    """Answers for every set of cells, a set being a number whose highest bit is cell 0.

    bit      the set of each single cell
    won      [sets]: does it hold a whole line?
    images   [symmetries, sets]: what becomes of it under each symmetry
    """

    def __init__(self, game: TicTacToe):
        cells = game.cells
        self.bit = (1 << np.arange(cells)[::-1]).astype(np.int32)
        self.won = np.zeros(2**cells, bool)
        sets = np.arange(2**cells, dtype=np.int32)
        for line in game.lines:
            whole = self.bit[list(line)].sum(dtype=np.int32)
            self.won |= (sets & whole) == whole
        self._ternary = _sums(3 ** np.arange(cells)[::-1])
        self._symmetries = game.symmetries

    @cached_property
    def images(self) -> np.ndarray:
        # A symmetry brings what is in cell symmetry[i] to cell i.
        return np.array([_sums(self.bit[np.argsort(symmetry)]) for symmetry in self._symmetries])

    @cached_property
    def _highest_image(self):
        """[sets]: the highest image, the first symmetry that makes it, whether others do too."""
        highest = self.images.max(axis=0)
        first = self.images.argmax(axis=0).astype(np.int32)
        return highest, first, (self.images == highest).sum(axis=0) > 1

    def code(self, x, o):
        """Return each board as one number: its cells as digits in base 3, X a 1 and O a 2."""
        return self._ternary[x] + 2 * self._ternary[o]

    def ended(self, x, o):
        """Return whether the game is over on each board."""
        return self.won[x] | self.won[o] | ((x | o) == len(self.won) - 1)

    def canonical(self, x, o):
        """Return the image of each board whose X, and then whose O, are the highest number.

        Mostly X's cells alone tell which symmetry that is. Where several give
        the same X, the highest O among them is looked for.
        """
        highest, symmetry, tied = self._highest_image
        top_x = highest[x]
        top_o = self.images.ravel()[symmetry[x] * len(highest) + o]
        ties = np.flatnonzero(tied[x])
        for image in self.images:
            same_x = image[x[ties]] == top_x[ties]
            top_o[ties] = np.maximum(top_o[ties], np.where(same_x, image[o[ties]], 0))
        return top_x, top_o


def _sums(worth: np.ndarray) -> np.ndarray:
    """Return, for every set of cells, the sum of what its cells are worth."""
    sums = np.zeros(1, np.int32)
    for cell_worth in worth[::-1]:
        sums = np.concatenate([sums, sums + np.int32(cell_worth)])
    return sums


def _refuse_what_cannot_fit(game: TicTacToe, symmetry: bool, memory_limit: int) -> None:
    """Raise a ValueError with the estimates if the arrays would need more than the limit."""
    states = most_states(game, symmetry)
    memory = 4 * 3**game.cells + states * (12 * game.cells + 16)
    if memory > memory_limit:
        raise ValueError(
            f"{game} has {'about' if symmetry else 'up to'} {_readable(states)} states"
            f"{' up to symmetry' * symmetry}, which need about "
            f"{_readable(Fraction(memory, 2**30), 1)} GB of memory, more than the limit of "
            f"{memory_limit / 2**30:,.1f} GB. Choose a smaller board or search instead."
        )
    if 3**game.cells > np.iinfo(np.int32).max:
        raise ValueError(f"{game} is too large: a Space numbers its boards with 32 bits.")


def _readable(number, places: int = 0) -> str:
    """Return a number of any size as text, of a huge one only the power of ten."""
    if number < 10**15:
        return f"{float(number):,.{places}f}"
    return f"10^{int(log10(int(number)))}"


def most_states(game: TicTacToe, symmetry: bool = False) -> int:
    """Return how many boards have an equal number of X and O, or one X more.

    Symmetry divides that by about the number of symmetries.
    """
    boards = total = 1
    for marks in range(game.cells):  # one mark more: on any free cell, all of its kind alike
        boards = boards * (game.cells - marks) // (marks // 2 + 1)
        total += boards
    return total // len(game.symmetries) if symmetry else total
