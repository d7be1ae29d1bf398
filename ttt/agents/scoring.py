"""What a state is worth before any search: ends by a scoring, others by an estimate. X's side.

A scoring is a function of game and terminal state. It has the sign of the
utility, and in tic-tac-toe is 1 or more for a win of X, -1 or less for a win of
O. An evaluation is a function of game and any other state: the higher, the better
it looks for X.
"""

from collections.abc import Callable
from math import inf, isfinite

from ttt.agents.rules import has_winning_lines, insist_on_lines, marked, opponent, winning_cells
from ttt.anygame import name_of_game
from ttt.game import EMPTY, Action, Game, InARow, State, TicTacToe, held_by

A_MOVE = 2**-40  # what a win one move earlier is worth, where moves are counted

Scoring = Callable[[Game, State], float]
Evaluation = Callable[[Game, State], float]


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
    """Return the utility, X's side, twice if by a fork: 2, 1, 0, -1 or -2; for tic-tac-toe.

    It is by a fork if, with the winner's last mark and one of the loser's
    taken back, the winner has two cells to win with.
    """
    if type(game) is not TicTacToe:
        raise ValueError(
            f"The scoring 'fork' is for TicTacToe, not for {name_of_game(game)}: "
            "use scoring='quick' or 'plain'."
        )
    return game.utility(state) * (2 if _is_by_fork(game, state) else 1)


def _is_by_fork(game: Game, state: State) -> bool:
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
    if not isinstance(scoring, str) or scoring not in SCORINGS:
        names = ", ".join(map(repr, SCORINGS))
        raise ValueError(f"scoring is {names}, or a function of game and state, not {scoring!r}.")
    return SCORINGS[scoring]


# ---- evaluations


def as_evaluation(evaluate: Evaluation | None) -> Evaluation | None:
    """Return the evaluation, or raise a ValueError if it is neither a function nor None."""
    if evaluate is not None and not callable(evaluate):
        raise ValueError(f"evaluate is a function of game and state, not {evaluate!r}.")
    return evaluate


def open_lines(game: Game, state: State) -> int:
    """Return how many lines X can still fill, minus how many O can."""
    insist_on_lines(game, "The evaluation open_lines")
    x, o = held(state)
    open_to_x = [line for line in game.line_bits if not line & o]
    open_to_o = [line for line in game.line_bits if not line & x]
    return len(open_to_x) - len(open_to_o)


def nothing_known(game: Game, state: State) -> int:
    """Return 0: of a game without lines nothing is known before its end."""
    return 0


def held(state: State) -> tuple[int, int]:
    """Return the cells of X and those of O, each as a number with one bit a cell."""
    return held_by("X", state), held_by("O", state)


# ---- both together


class Judge:
    """What the states of one game are worth without looking ahead, X's side.

    is_plain       whether it is plain tic-tac-toe, of which much is known from the lines alone
    counts_moves   whether quick ends are told by the moves left to look ahead, where no cells are
    """

    def __init__(self, game: Game, scoring: Scoring, evaluate: Evaluation | None):
        self.game, self.scoring = game, scoring
        self.evaluate = evaluate or (open_lines if has_winning_lines(game) else nothing_known)
        self.is_plain = type(game) is TicTacToe  # a game derived from it may be won otherwise
        self.counts_moves = scoring is quick and not counts_cells(game)

    def score(self, state: State, depth: float = 0) -> float:
        """Return what a terminal state is worth, or raise a ValueError if the scoring errs.

        depth  how many moves more could have been looked ahead
        """
        score, utility = self.scoring(self.game, state), self.game.utility(state)
        if score * utility > 0 and abs(score) >= min(1, abs(utility)):
            haste = depth * A_MOVE if self.counts_moves else 0
            return score + (haste if score > 0 else -haste)
        if score == utility == 0:
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

        The state is not terminal. Who has no open line cannot win any more; who
        needs one cell only wins at once; who faces two such cells loses.
        """
        if not self.is_plain:
            return -inf, inf
        mine, theirs = self._wanted(state)
        now, next_ = self._win_scores(state)
        lowest, highest = -now if theirs else 0, now if mine else 0
        if now < inf and single_cells(mine):
            lowest = highest
        elif now < inf and len(single_cells(theirs)) > 1:
            lowest = highest = -next_
        return (lowest, highest) if self.game.player(state) == "X" else (-highest, -lowest)

    def forced(self, state: State) -> Action | None:
        """Return the one cell without which the game is lost at once, or None."""
        if not self.is_plain or self.scoring not in (plain, quick):
            return None  # by another scoring an early loss may be the lesser one
        mine, theirs = map(single_cells, self._wanted(state))
        return self.game.cells - theirs.pop().bit_length() if len(theirs) == 1 > len(mine) else None

    def _wanted(self, state: State) -> tuple[list[int], list[int]]:
        """Return the cells that the open lines still want: of the player to move, of the other."""
        x, o = held(state)
        mine, theirs = (x, o) if self.game.player(state) == "X" else (o, x)
        lines = self.game.line_bits
        return (
            [line & ~mine for line in lines if not line & theirs],
            [line & ~theirs for line in lines if not line & mine],
        )

    def _win_scores(self, state: State) -> tuple[float, float]:
        """Return what a win with this move scores, and one with the next; inf if nobody knows."""
        if self.scoring is plain:
            return 1, 1
        if self.scoring is quick:
            free = state.count(EMPTY)
            return free, free - 1
        return inf, inf


def single_cells(wanted: list[int]) -> set[int]:
    """Return those sets of cells, each a number, that have one cell only."""
    return {cells for cells in wanted if cells.bit_count() == 1}
