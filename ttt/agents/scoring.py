"""What a state is worth before any search: ends by a scoring, others by an estimate. X's side.

A scoring is a function of game and terminal state. It gives 1 or more for a win
of X, -1 or less for a win of O, and 0 for a draw. An evaluation is a function
of game and any other state: the higher, the better it looks for X.
"""

from collections.abc import Callable
from math import inf, isfinite

from ttt.agents.rules import marked, opponent, winning_cells
from ttt.game import AS_BITS, EMPTY, State, TicTacToe

Scoring = Callable[[TicTacToe, State], float]
Evaluation = Callable[[TicTacToe, State], float]


# ---- scorings


def plain(game: TicTacToe, state: State) -> float:
    """Return 1, 0 or -1, X's side: a win is a win."""
    return game.utility(state)


def quick(game: TicTacToe, state: State) -> float:
    """Return the utility, X's side, times one more than the free cells: quick ends count more."""
    return game.utility(state) * (1 + state.count(EMPTY))


def fork(game: TicTacToe, state: State) -> float:
    """Return the utility, X's side, twice if by a fork: 2, 1, 0, -1 or -2.

    It is by a fork if, with the winner's last mark and one of the loser's
    taken back, the winner has two cells to win with.
    """
    return game.utility(state) * (2 if _is_by_fork(game, state) else 1)


def _is_by_fork(game: TicTacToe, state: State) -> bool:
    """Return whether the last exchange of moves can have begun with two threats of the winner."""
    winner = game.winner(state)
    if winner is None:
        return False
    last = set.intersection(*map(set, game.winning_lines(state)))
    answers = [cell for cell, mark in enumerate(state) if mark == opponent(winner)]
    before = (marked(marked(state, a, EMPTY), b, EMPTY) for a in last for b in answers)
    return any(len(winning_cells(game, board, winner)) > 1 for board in before)


SCORINGS = {"quick": quick, "plain": plain, "fork": fork}


def as_scoring(scoring: str | Scoring) -> Scoring:
    """Return the scoring of that name, or the reader's own."""
    if callable(scoring):
        return scoring
    if scoring not in SCORINGS:
        names = ", ".join(map(repr, SCORINGS))
        raise ValueError(f"scoring is {names}, or a function of game and state, not {scoring!r}.")
    return SCORINGS[scoring]


# ---- evaluations


def open_lines(game: TicTacToe, state: State) -> int:
    """Return how many lines X can still fill, minus how many O can."""
    x, o = held(state)
    return sum([not o & line for line in game.line_bits]) - sum(
        [not x & line for line in game.line_bits]
    )


def held(state: State) -> tuple[int, int]:
    """Return the cells of X and those of O as numbers with one bit a cell, cell 0 the highest."""
    return int(state.translate(AS_BITS["X"]), 2), int(state.translate(AS_BITS["O"]), 2)


# ---- both together


class Judge:
    """What the states of one game are worth without looking ahead, X's side."""

    def __init__(self, game: TicTacToe, scoring: Scoring, evaluate: Evaluation):
        self.game, self.scoring, self.evaluate = game, scoring, evaluate
        self.has_lines = isinstance(game, TicTacToe)
        if scoring in (quick, fork) and not self.has_lines:
            raise ValueError(
                f"The scoring {scoring.__name__!r} looks at cells and lines, which "
                f"{type(game).__name__} has not: use scoring='plain'."
            )

    def score(self, state: State) -> float:
        """Return what a terminal state is worth, or raise a ValueError if the scoring errs."""
        score, utility = self.scoring(self.game, state), self.game.utility(state)
        if score * utility >= 1 or score == utility == 0:
            return score
        raise ValueError(
            f"The scoring gave {score!r} for {state!r}, where the utility is {utility}: "
            "it must give 1 or more for a win of X, -1 or less for a win of O, 0 for a draw."
        )

    def estimate(self, state: State) -> float:
        """Return what a state looks worth: less than any win and more than any loss.

        The evaluation e becomes e / (1 + |e|), between -1 and 1, and 0 if it
        favours a player who cannot win any more.
        """
        evaluation = self.evaluate(self.game, state)
        if not isfinite(evaluation):
            raise ValueError(f"The evaluation of {state!r} is {evaluation!r}, which is no number.")
        lowest, highest = self.limits(state)
        return min(max(lowest, evaluation / (1 + abs(evaluation))), highest)

    def limits(self, state: State) -> tuple[float, float]:
        """Return the lowest and the highest value that the lines leave to a state, X's side.

        The state is not terminal. Who has no open line left cannot win. And
        where one cell is all that a line wants, a scoring of ours is known at
        once: for the player to move, or for the other one if there are two such cells.
        """
        if not self.has_lines:
            return -inf, inf
        x, o = held(state)
        x_wants, o_wants = self._wanted(x, o), self._wanted(o, x)
        now, next_ = self._win_scores(state)
        if now < inf:
            x_moves = self.game.player(state) == "X"
            mine, theirs = (x_wants, o_wants) if x_moves else (o_wants, x_wants)
            if 1 in map(int.bit_count, mine):
                return (now, now) if x_moves else (-now, -now)
            if len({cells for cells in theirs if cells.bit_count() == 1}) > 1:
                return (-next_, -next_) if x_moves else (next_, next_)
        return -now if o_wants else 0, now if x_wants else 0

    def _wanted(self, mine: int, theirs: int) -> list[int]:
        """Return for each line that is still open to me the cells that I have not got yet."""
        return [line & ~mine for line in self.game.line_bits if not line & theirs]

    def _win_scores(self, state: State) -> tuple[float, float]:
        """Return what a win with this move scores, and one with the next; inf if who knows."""
        free = state.count(EMPTY)
        return {plain: (1, 1), quick: (free, free - 1)}.get(self.scoring, (inf, inf))
