"""The whole game at once: every state a row, every question one pass over arrays.

Inside, a board is two whole numbers, the cells of X and the cells of O, with
one bit a cell. What can be asked of such a number (is it a win? what is its
mirror image?) is looked up in a table made beforehand.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from math import log10
from typing import NamedTuple

import numpy as np

from ttt.game import Cells, State, TicTacToe

TERNARY_DIGITS = str.maketrans(".XO", "012")


class Ply(NamedTuple):
    """The rows of the states with equally many marks: first the open ones, then the ended."""

    open: slice
    ended: slice
    x_moves: bool


class Reply(NamedTuple):
    """A best reply: its expected result from every state, replier's side, and its policy.

    Of equally good moves the policy takes the first. Only its rows for the
    replier's own turns mean anything.
    """

    scores: np.ndarray
    policy: np.ndarray


class Space:
    """Every state that `game` can reach, each once, ply by ply from the empty board.

    With `symmetry=True` one state stands for itself and all its mirror images,
    and every array has one row for them together.

    len(space)  how many states
    states      the states as strings, in the order of the rows
    index       the row of a state, as in space.index["X........"]
    successor   [states, cells]: the row each move leads to, -1 where there is no move
    results     [states]: 1, 0 or -1, X's side, where the game is over; 0 elsewhere
    plies       a `Ply` for each number of marks
    """

    def __init__(self, game: TicTacToe, symmetry: bool = False, memory_limit: int = 3 * 2**30):
        _refuse_what_cannot_fit(game, symmetry, memory_limit)
        self.game = game
        self.symmetry = symmetry
        self._tables = _Tables(game)
        self._row_of_code = np.zeros(3**game.cells, np.int32)  # meaningful where there is a state
        self._enumerate()
        self.states = _States(self)
        self.index = _Index(self)

    def __len__(self):
        return len(self.successor)

    def __repr__(self):
        kind = "states up to symmetry" if self.symmetry else "states"
        return f"<Space of {self.game}: {len(self):,} {kind}>"

    # ---- finding the states

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

    # ---- exact values

    def _from_the_end(self, table, step, no_move=(0, 0)):
        """Return `table`, right for the ended states, filled in for all others, last ply first.

        step(children, ply) gives what belongs to the open states of a ply;
        children[i, a] is what the i-th of them finds behind move a, or
        `no_move` (the first if X is to move, else the second).
        """
        table = np.concatenate([table, table[:1]])  # one row more: -1, where there is no move
        for ply in reversed(self.plies):
            table[-1] = no_move[0 if ply.x_moves else 1]
            table[ply.open] = step(table[self.successor[ply.open]], ply)
        return table[:-1]

    @cached_property
    def _scores(self):
        """The value of every state, X's side, counting quick ends more: 0 for a draw.

        A win in d moves is worth cells + 1 - d, a loss in d moves minus that.
        """

        def step(children, ply):
            best = children.max(axis=1) if ply.x_moves else children.min(axis=1)
            return best - np.sign(best)

        ends = self.results * np.int8(self.game.cells + 1)
        return self._from_the_end(ends, step, no_move=(-100, 100))

    @cached_property
    def values(self) -> np.ndarray:
        """The minimax value of every state: 1, 0 or -1, X's side."""
        return np.sign(self._scores)

    @cached_property
    def distances(self) -> np.ndarray:
        """How many moves are left from every state if the winner hurries and the loser delays."""
        marks = np.repeat(np.arange(len(self.plies)), self.by_ply)
        until_full = self.game.cells - marks
        until_decided = self.game.cells + 1 - np.abs(self._scores.astype(int))
        return np.where(self.values == 0, until_full, until_decided)

    @cached_property
    def legal(self) -> np.ndarray:
        """[states, cells]: is there such a move?"""
        return self.successor >= 0

    @cached_property
    def best(self) -> np.ndarray:
        """[states, cells]: does the move keep the minimax value?"""
        return self.legal & (self.values[self.successor] == self.values[:, None])

    def value(self, state: State) -> int:
        """Return the minimax value of `state`: 1, 0 or -1, X's side."""
        return int(self.values[self.index[state]])

    def distance(self, state: State) -> int:
        """Return how many moves are left if the winner hurries and the loser delays."""
        return int(self.distances[self.index[state]])

    def best_actions(self, state: State, quickest: bool = False) -> Cells:
        """Return the moves that keep the minimax value, ascending; () when the game is over.

        With `quickest`, only those of the quickest win or the slowest loss.
        """
        self.game.check(state)
        worth = self._scores if quickest else self.values
        after = {
            action: worth[self.index[self.game.result(state, action)]]
            for action in self.game.actions(state)
        }
        prefer = max if self.game.player(state) == "X" else min
        best = prefer(after.values(), default=None)
        return tuple(action for action, value in after.items() if value == best)

    # ---- counting

    @cached_property
    def by_ply(self) -> list[int]:
        """How many states there are with 0, 1, 2, … marks."""
        return [ply.ended.stop - ply.open.start for ply in self.plies]

    @cached_property
    def class_sizes(self) -> np.ndarray:
        """How many states each row stands for: 1, or with symmetry the different images."""
        if not self.symmetry:
            return np.ones(len(self), np.int64)
        images = self._tables.images
        fixed = sum((image[self._x] == self._x) & (image[self._o] == self._o) for image in images)
        return len(images) // fixed

    @cached_property
    def tree_sizes(self) -> np.ndarray:
        """How many nodes the game tree below every state has, the state itself included."""
        leaves = np.ones(len(self), np.int64)
        return self._from_the_end(leaves, lambda children, ply: 1 + children.sum(axis=1))

    @cached_property
    def games(self) -> np.ndarray:
        """[states, 3]: how many ways the game can go on to X's win, to a draw, to O's win."""
        return self._from_the_end(
            self._ends.astype(np.int64), lambda children, ply: children.sum(axis=1)
        )

    @cached_property
    def _ends(self):
        """[states, 3]: has X won, is it a draw, has O won? 1 for yes."""
        ended = np.zeros((len(self), 1), bool)
        for ply in self.plies:
            ended[ply.ended] = True
        return (ended & (self.results[:, None] == (1, 0, -1))).astype(np.int8)

    # ---- policies: arrays [states, cells] with the probability of each move

    def uniform(self, choices: np.ndarray | None = None, exact: bool = False) -> np.ndarray:
        """Return the policy that picks at random among `choices`: all legal moves, if not given.

        `choices` is an array such as `legal` or `best`. With `exact` the
        probabilities are fractions, and so is what is computed from them.
        """
        choices = self.legal if choices is None else choices
        stuck = self.legal.any(axis=1) & ~choices.any(axis=1)
        if stuck.any():
            raise ValueError(f"There is no choice in {self.states[int(stuck.argmax())]!r}.")
        count = np.maximum(choices.sum(axis=1, keepdims=True), 1)
        if exact:
            return np.frompyfunc(Fraction, 2, 1)(choices.astype(int), count)
        return choices / count

    def evaluate(self, x_policy: np.ndarray, o_policy: np.ndarray) -> np.ndarray:
        """Return [states, 3]: the chances, from every state, of X's win, a draw, O's win."""

        def step(children, ply):
            policy = (x_policy if ply.x_moves else o_policy)[ply.open]
            return (policy[:, None, :] @ children)[:, 0]

        kind = np.result_type(self._ends, x_policy, o_policy)
        return self._from_the_end(self._ends.astype(kind), step)

    def wrong(self, policy: np.ndarray) -> np.ndarray:
        """Return [states]: the chance that `policy` makes a move that gives away minimax value."""
        return (policy * ~self.best).sum(axis=1)

    def best_reply(self, policy: np.ndarray, plays: str = "X") -> Reply:
        """Return the best anybody can do against `policy`, which plays "X" or "O".

        A score is the expected result from the replier's side: win 1, draw 0, loss -1.
        """
        if plays not in ("X", "O"):
            raise ValueError(f"A policy plays 'X' or 'O', not {plays!r}.")

        def step(children, ply):
            if ply.x_moves == (plays == "X"):
                return (policy[ply.open] * children).sum(axis=1)
            return children.max(axis=1)

        ends = self.results * np.int8(-1 if plays == "X" else 1)
        kind = np.result_type(ends, policy)
        scores = self._from_the_end(ends.astype(kind), step, no_move=(-2, -2))
        after = rounded(np.append(scores, -2))[self.successor]
        reply = np.zeros_like(policy)
        reply[np.arange(len(self)), after.argmax(axis=1)] = 1
        return Reply(scores, reply * self.legal)


@lru_cache(maxsize=4)
def space_of(game: TicTacToe) -> Space:
    """Return the space of a game, built once."""
    return Space(game)


def rounded(scores: np.ndarray) -> np.ndarray:
    """Return scores of which equal ones are equal, in spite of rounding; fractions stay."""
    return scores if scores.dtype == object else np.round(scores, 9)


class _States(Sequence):
    """The states of a space as strings, written out when they are asked for."""

    def __init__(self, space: Space):
        self._space = space

    def __len__(self):
        return len(self._space)

    def __getitem__(self, row):
        if isinstance(row, slice):
            return self._written(row)
        row = range(len(self))[row]
        return self._written(slice(row, row + 1))[0]

    def __iter__(self):
        for start in range(0, len(self), 10_000):
            yield from self._written(slice(start, start + 10_000))

    def __contains__(self, state):
        return state in self._space.index and self[self._space.index[state]] == state

    def index(self, state):
        """Return the row of `state`."""
        row = self._space.index[state]
        if self[row] != state:
            raise ValueError(f"{state!r} is a mirror image of {self[row]!r}, which stands for it.")
        return row

    def _written(self, rows: slice) -> list[State]:
        bit = self._space._tables.bit
        x_has = (self._space._x[rows, None] & bit) > 0
        o_has = (self._space._o[rows, None] & bit) > 0
        marks = np.where(x_has, "X", np.where(o_has, "O", "."))
        return marks.view(f"U{len(bit)}").ravel().tolist()


class _Index:
    """The row of every state of a space; with symmetry, of its mirror images too."""

    def __init__(self, space: Space):
        self._space = space

    def __len__(self):
        return len(self._space)

    def __contains__(self, state):
        try:
            self._space.game.check(state)
        except ValueError:
            return False
        return True

    def __getitem__(self, state: State) -> int:
        """Return the row of `state`, or raise a ValueError if no game can lead to it."""
        game = self._space.game
        game.check(state)
        state = game.canonical(state) if self._space.symmetry else state
        return int(self._space._row_of_code[int(state.translate(TERNARY_DIGITS), 3)])


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
