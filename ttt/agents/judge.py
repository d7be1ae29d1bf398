"""What the lines of a board tell before any search: which moves are urgent, what it looks worth."""

from functools import lru_cache
from math import inf
from operator import itemgetter

from ttt.agents.rules import has_winning_lines
from ttt.game import EMPTY, Action, Actions, Game, InARow, State, TicTacToe
from ttt.grid import held_by


class Judge:
    """What the states of one game are worth without looking ahead, X's side.

    images  what turns a board into its mirror images; none in a game without lines
    """

    def __init__(self, game: Game):
        self.game, self._has_lines = game, has_winning_lines(game)
        turned = self._has_lines and game.cells > 1
        self.images = [itemgetter(*symmetry) for symmetry in game.symmetries] if turned else []
        self._counts_cells = isinstance(game, InARow) and type(game).utility is InARow.utility

    def score(self, state: State) -> float:
        """Return what an end is worth: its utility, times one more than the free cells, if any.

        So quick ends count more, in games in which every move fills a cell and all wins are 1.
        """
        return self.game.utility(state) * (1 + state.count(EMPTY) if self._counts_cells else 1)

    def estimate(self, state: State) -> float:
        """Return what a state looks worth: less than any win and more than any loss.

        The lines still open to X minus those to O, e, become e / (1 + |e|); but where the
        lines tell the result, that is the estimate. In a game without lines it is 0.
        """
        if not self._has_lines:
            return 0
        x, o = held_by("X", state), held_by("O", state)
        lines = self.game.line_bits
        lead = sum(not line & o for line in lines) - sum(not line & x for line in lines)
        lowest, highest = self.limits(state)
        return min(max(lowest, lead / (1 + abs(lead))), highest)

    def limits(self, state: State) -> tuple[float, float]:
        """Return the lowest and the highest value that the lines leave to a state, X's side.

        The state is not terminal. A player without an open line cannot win any more; the player
        to move wins at once where one cell completes a line, and loses against two such cells.
        """
        if type(self.game) is not TicTacToe:
            return -inf, inf
        mine, theirs = self._held(state)
        i_want = [line & ~mine for line in self.game.line_bits if not line & theirs]
        they_want = [line & ~theirs for line in self.game.line_bits if not line & mine]
        free = state.count(EMPTY)
        lowest, highest = -free if they_want else 0, free if i_want else 0
        if _single_cells(i_want):
            lowest = highest
        elif len(_single_cells(they_want)) > 1:
            lowest = highest = 1 - free
        return (lowest, highest) if self.game.player(state) == "X" else (-highest, -lowest)

    def most_urgent_first(self, state: State) -> Actions | list[Action]:
        """Return the moves, those first that complete, stop or lengthen the longest open lines."""
        if not self._has_lines:
            return self.game.actions(state)
        (mine, theirs), weights = self._held(state), []
        for line in self.game.line_bits:
            own, other = (mine & line).bit_count(), (theirs & line).bit_count()
            weights.append(0 if own and other else 8**other if other else 2 * 8**own)
        lines_through = _lines_through(self.game)
        urgency = {
            move: -sum([weights[line] for line in lines_through[self.game.cell_of(state, move)]])
            for move in self.game.actions(state)
        }
        return sorted(urgency, key=urgency.get)

    def _held(self, state: State) -> tuple[int, int]:
        """Return the cells of the player to move and those of the other, a bit a cell."""
        held = held_by("X", state), held_by("O", state)
        return held if self.game.player(state) == "X" else held[::-1]


def _single_cells(wanted: list[int]) -> set[int]:
    """Return those sets of cells, each a number, that have one cell only."""
    return {cells for cells in wanted if cells.bit_count() == 1}


@lru_cache(maxsize=4)
def _lines_through(game: InARow) -> list[list[int]]:
    """Return for each cell which of the lines go through it."""
    return [
        [number for number, line in enumerate(game.lines) if cell in line]
        for cell in range(game.cells)
    ]
