"""Every state of plain tic-tac-toe, found on arrays, a ply at a time.

A board is two whole numbers here, the cells of X and the cells of O, with one
bit a cell, the highest for cell 0. What can be asked of such a set of cells (is it
a win? what is its mirror image?) is looked up in a table made beforehand.
"""

from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ttt.game import TicTacToe

MEMORY_LIMIT = 3 * 2**30  # bytes
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

    def __init__(self, game: TicTacToe, symmetry: bool):
        _refuse_what_cannot_fit(game, symmetry)
        self.game, self.symmetry = game, symmetry
        self.bit = (1 << np.arange(game.cells)[::-1]).astype(np.int32)
        sets = np.arange(2**game.cells, dtype=np.int32)
        self._won = np.zeros(len(sets), bool)  # [sets]: does it hold a whole line?
        for line in game.line_bits:
            self._won |= (sets & line) == line
        self._ternary = _sums(3 ** np.arange(game.cells)[::-1])
        self._row_of_code = np.zeros(3**game.cells, np.int32)  # meaningful where there is a state
        self._enumerate()
        self.results = self._won[self.x].astype(np.int8) - self._won[self.o]

    def _enumerate(self) -> None:
        """Find all states, ply by ply, and the row that each move leads to."""
        self.plies, layers, start = [], [], 0
        x = o = np.zeros(1, np.int32)
        successor, moves = np.zeros(1, np.int32), ...  # no move leads to the empty board
        while len(x):
            x, o, successor[moves], opens = self._number(x, o, start)
            middle, stop, x_moves = start + opens, start + len(x), len(self.plies) % 2 == 0
            self.plies.append(Ply(slice(start, middle), slice(middle, stop), x_moves))
            successor = np.full((len(x), self.game.cells), -1, np.int32)
            layers.append((x, o, successor))
            moves, x, o = self._children(x[:opens], o[:opens], x_moves)
            start = stop
        self.x, self.o, self.successor = map(np.concatenate, zip(*layers))

    def _number(self, x, o, start):
        """Return the different ones of these boards, open ones first, and the row of each given.

        The rows count from `start`. The last answer is how many of the boards are open.
        """
        code = self._ternary[x] + 2 * self._ternary[o]
        nth = np.arange(len(code), dtype=np.int32)
        self._row_of_code[code] = nth  # of equal boards the last one stays written
        different = np.flatnonzero(self._row_of_code[code] == nth)
        x_set, o_set = x[different], o[different]
        ended = self._won[x_set] | self._won[o_set] | ((x_set | o_set) == len(self._won) - 1)
        different = np.concatenate([different[~ended], different[ended]])
        self._row_of_code[code[different]] = start + nth[: len(different)]
        return x[different], o[different], self._row_of_code[code], np.count_nonzero(~ended)

    def _children(self, x, o, x_moves):
        """Return all moves on these boards, (parents, cells), and the boards that come of them."""
        free = ((x | o)[:, None] & self.bit) == 0
        parent, cell = np.divmod(np.flatnonzero(free).astype(np.int32), self.game.cells)
        x, o, mark = x[parent], o[parent], self.bit[cell]
        x, o = (x | mark, o) if x_moves else (x, o | mark)
        return (parent, cell), *(self._canonical(x, o) if self.symmetry else (x, o))

    # ---- states and moves

    @cached_property
    def states(self) -> list[str]:
        """The states as strings, written out when they are asked for."""
        x_has, o_has = ((sets[:, None] & self.bit) > 0 for sets in (self.x, self.o))
        marks = np.where(x_has, b"X", np.where(o_has, b"O", b".")).tobytes().decode()
        cells = self.game.cells
        return [marks[start : start + cells] for start in range(0, len(marks), cells)]

    def __getitem__(self, state: str) -> int:
        """Return the row of `state`, or raise a ValueError if no game can lead to it."""
        self.game.check(state)
        state = self.game.canonical(state) if self.symmetry else state
        return int(self._row_of_code[int(state.translate(TERNARY_DIGITS), 3)])

    def listed(self, row: int) -> range:
        """Return the move behind each column of a row: the cells."""
        return range(self.game.cells)

    # ---- mirror images

    @cached_property
    def _images(self) -> np.ndarray:
        """[symmetries, sets]: what becomes of a set of cells under each symmetry."""
        # A symmetry brings what is in cell symmetry[i] to cell i.
        return np.array([_sums(self.bit[np.argsort(s)]) for s in self.game.symmetries])

    @cached_property
    def _highest_image(self):
        """[sets]: the highest image, the first symmetry that makes it, whether others do too."""
        highest = self._images.max(axis=0)
        first = self._images.argmax(axis=0).astype(np.int32)
        return highest, first, (self._images == highest).sum(axis=0) > 1

    def _canonical(self, x, o):
        """Return the image of each board whose X, and then whose O, are the highest number.

        Mostly X's cells alone tell which symmetry that is. Where several give
        the same X, the highest O among them is looked for.
        """
        highest, symmetry, tied = self._highest_image
        top_x = highest[x]
        top_o = self._images.ravel()[symmetry[x] * len(highest) + o]
        ties = np.flatnonzero(tied[x])
        for image in self._images:
            same_x = image[x[ties]] == top_x[ties]
            top_o[ties] = np.maximum(top_o[ties], np.where(same_x, image[o[ties]], 0))
        return top_x, top_o

    def class_sizes(self) -> np.ndarray:
        """Return how many different images each state has."""
        fixed = sum((image[self.x] == self.x) & (image[self.o] == self.o) for image in self._images)
        return len(self._images) // fixed


def _sums(worth: np.ndarray) -> np.ndarray:
    """Return, for every set of cells, the sum of what its cells are worth."""
    sums = np.zeros(1, np.int32)
    for cell_worth in worth[::-1]:
        sums = np.concatenate([sums, sums + np.int32(cell_worth)])
    return sums


def _refuse_what_cannot_fit(game: TicTacToe, symmetry: bool) -> None:
    """Raise a ValueError with the estimates if the arrays would need more than the limit."""
    states = _most_states(game) // (len(game.symmetries) if symmetry else 1)
    memory = 4 * 3**game.cells + states * (12 * game.cells + 16)
    if memory > MEMORY_LIMIT:
        raise ValueError(
            f"{game} has up to {_readable(states)} states, which need about "
            f"{_readable(Decimal(memory) / 2**30, 1)} GB of memory, more than the limit of "
            f"{MEMORY_LIMIT / 2**30:,.1f} GB. Choose a smaller board or search instead."
        )


def _readable(number, places: int = 0) -> str:
    """Return a number of any size as text, of a huge one only the power of ten."""
    if number < 10**15:
        return f"{Decimal(number):,.{places}f}"
    return f"10^{Decimal(number).adjusted()}"


def _most_states(game: TicTacToe) -> int:
    """Return how many boards have an equal number of X and O, or one X more."""
    boards = total = 1
    for marks in range(game.cells):  # one mark more: on any free cell, all of its kind alike
        boards = boards * (game.cells - marks) // (marks // 2 + 1)
        total += boards
    return total
