"""What a state is worth before any search: ends by a scoring, others by an estimate. X's side.

A scoring is a function of game and terminal state, with the sign of the utility.
"""

from functools import lru_cache
from math import inf
from operator import itemgetter

from ttt.agents.rules import has_winning_lines, insist_on_lines, marked, opponent, winning_cells
from ttt.game import EMPTY, Action, Game, InARow, State, TicTacToe
from ttt.grid import held_by

A_MOVE = 2**-40  # what a win one move earlier is worth, where moves are counted


# ---- scorings


def plain(game: Game, state: State) -> float:
    """Return the utility, X's side: a win is a win."""
    return game.utility(state)


def quick(game: Game, state: State) -> float:
    """Return the utility, X's side, times one more than the free cells: quick ends count more.

    Where there are no cells, or wins differ, it is the utility, and a `Judge` counts the moves.
    """
    return game.utility(state) * (1 + state.count(EMPTY) if counts_cells(game) else 1)


def counts_cells(game: Game) -> bool:
    """Return whether free cells tell quick ends: every move fills one, and all wins are worth 1."""
    return isinstance(game, InARow) and type(game).utility is InARow.utility


def fork(game: Game, state: State) -> float:
    """Return the utility, X's side, twice if by a fork: 2, 1, 0, -1 or -2.

    It is by a fork if, with the winner's last mark and one of the loser's
    taken back, the winner has two cells to win with.
    """
    insist_on_lines(game, "The scoring 'fork'")
    winner = game.winner(state)
    if winner is None:
        return 0
    last = set.intersection(*map(set, game.winning_lines(state)))
    answers = [cell for cell, mark in enumerate(state) if mark == opponent(winner)]
    before = (marked(marked(state, a, EMPTY), b, EMPTY) for a in last for b in answers)
    by_fork = any(len(winning_cells(game, board, winner)) > 1 for board in before)
    return game.utility(state) * (2 if by_fork else 1)


SCORINGS = {"quick": quick, "plain": plain, "fork": fork}


# ---- the judge


class Judge:
    """What the states of one game are worth without looking ahead, X's side.

    has_lines     whether k in a row win, so that open lines count
    images        what turns a board into its mirror images
    counts_moves  whether quick ends are told by the moves left to look ahead, where no cells are
    """

    def __init__(self, game: Game, scoring: str):
        self.game, self.scoring = game, SCORINGS[scoring]
        self.has_lines = has_winning_lines(game)
        turned = self.has_lines and game.cells > 1
        self.images = [itemgetter(*symmetry) for symmetry in game.symmetries] if turned else []
        self.counts_moves = scoring == "quick" and not counts_cells(game)
        self._knows_wins = type(game) is TicTacToe and scoring != "fork"

    def score(self, state: State, depth: float) -> float:
        """Return what a terminal state is worth, so many moves before the looking ends."""
        score = self.scoring(self.game, state)
        if score == 0 or not self.counts_moves:
            return score
        return score + depth * A_MOVE * (1 if score > 0 else -1)

    def estimate(self, state: State) -> float:
        """Return what a state looks worth: less than any win and more than any loss.

        The lines still open to X minus those to O, e, become e / (1 + |e|); but where the
        lines tell the result, that is the estimate. In a game without lines it is 0.
        """
        if not self.has_lines:
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
        if not self._knows_wins:
            return -inf, inf
        x, o = held_by("X", state), held_by("O", state)
        x_moves = self.game.player(state) == "X"
        mine, theirs = (x, o) if x_moves else (o, x)
        i_want = [line & ~mine for line in self.game.line_bits if not line & theirs]
        they_want = [line & ~theirs for line in self.game.line_bits if not line & mine]
        free = state.count(EMPTY)
        now, later = (free, free - 1) if self.scoring is quick else (1, 1)  # what a win scores
        lowest, highest = -now if they_want else 0, now if i_want else 0
        if _single_cells(i_want):
            lowest = highest
        elif len(_single_cells(they_want)) > 1:
            lowest = highest = -later
        return (lowest, highest) if x_moves else (-highest, -lowest)


def _single_cells(wanted: list[int]) -> set[int]:
    """Return those sets of cells, each a number, that have one cell only."""
    return {cells for cells in wanted if cells.bit_count() == 1}


# ---- which moves to look at first


def most_urgent_first(game: InARow, state: State) -> list[Action]:
    """Return the moves, those first that complete, stop or lengthen the longest open lines."""
    x, o = held_by("X", state), held_by("O", state)
    mine, theirs = (x, o) if game.player(state) == "X" else (o, x)
    weights, lines_through = [], _lines_through(game)
    for line in game.line_bits:
        own, other = (mine & line).bit_count(), (theirs & line).bit_count()
        weights.append(0 if own and other else 8**other if other else 2 * 8**own)
    urgency = {
        move: -sum([weights[line] for line in lines_through[game.cell_of(state, move)]])
        for move in game.actions(state)
    }
    return sorted(urgency, key=urgency.get)


@lru_cache(maxsize=4)
def _lines_through(game: InARow) -> list[list[int]]:
    """Return for each cell which of the lines go through it."""
    return [
        [number for number, line in enumerate(game.lines) if cell in line]
        for cell in range(game.cells)
    ]
