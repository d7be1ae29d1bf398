"""Alpha-beta with all that makes it quick; the textbook's is in ttt.algorithms.minimax.

It searches in the same way and adds what a player needs: all the moves of the best
value and not only one, quick wins before slow ones, and an answer in good time on a
board of any size. Every value is from X's side.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import count
from math import inf, nextafter
from operator import itemgetter
from time import monotonic

from ttt.agents.agent import Agent, Policy, time_limit, uniform
from ttt.agents.rules import has_winning_lines
from ttt.anygame import name_of_game, same_game
from ttt.game import EMPTY, Action, Actions, Game, InARow, State, TicTacToe
from ttt.grid import held_by, positive

MOST_FREE = 12  # with how many free cells a search to the end takes a moment
USUAL_SECONDS = 2.0  # for a move where more are free
TO_THE_END = 2**20  # moves: further than any game goes


class AlphaBeta(Agent):
    """The agent that looks ahead as minimax does, but not where it cannot matter.

    depth     how many moves to look ahead, at most
    seconds   time for a move: it looks 2 moves ahead, then 3, 4 … until the time is up

    It looks at the most urgent moves first, and remembers what is known about a state, of
    which mirror images share all. With neither depth nor seconds it looks to the end, or for
    2 seconds where more than 12 cells are free, or where no cells tell how long the game can
    go on. It makes any of the moves of the best value.
    After an answer, `nodes` says how many states it looked at, and `reached`
    how many moves ahead (inf: to the end).
    """

    name = "alpha-beta"

    def __init__(self, depth: int | None = None, seconds: float | None = None, rng=None):
        super().__init__(rng)
        self.depth = None if depth is None else positive("depth", depth)
        self.seconds = time_limit(seconds)
        self.is_settled = seconds is None  # a game that is soon listed is soon seen to its end
        self.nodes, self.reached, self._judge = 0, None, None

    def value(self, game: Game, state: State) -> float:
        """Return what `state` is worth, X's side, as far as the agent looks ahead."""
        return self._answer(game, state, self._value)

    def policy(self, game: Game, state: State) -> Policy:
        """Return equal probabilities for the moves of the best value."""
        return uniform(self._answer(game, state, self._best_moves))

    def _answer(self, game: Game, state: State, question: Callable):
        """Return question(state, depth), asked as deep as the options say.

        Under a time limit it is asked for 2 moves ahead, then 3, 4 … and the last
        answer found in time counts. The first always does, however long it takes:
        so no win in one and no block is missed.
        """
        depths = self._depths(game, state)
        if depths != [TO_THE_END] or not self._judge or not same_game(game, self._judge.game):
            self._judge, self._known, self._favorite = Judge(game), {}, {}
        self.nodes, self._end = 0, inf
        end = monotonic() + (self.seconds or USUAL_SECONDS)
        for depth in depths:
            self._is_cut_short = False  # whether an estimate was used
            if depth < TO_THE_END:
                self._known.clear()  # what it holds may itself be cut short
            try:
                answer = question(state, depth)
            except _TimeIsUp:
                break
            except RecursionError:
                raise ValueError(
                    f"{name_of_game(game)} goes on for too many moves to be looked at to its "
                    "end, or in circles: give a depth, or take 'mcts'."
                ) from None
            self.reached = depth if self._is_cut_short else inf
            if not self._is_cut_short:
                break
            self._end = end
        return answer

    def _depths(self, game: Game, state: State) -> Iterable[int]:
        """Return how deep to look, one after the other."""
        if not self.seconds and self.depth:
            return [self.depth]
        if not self.seconds and isinstance(game, InARow) and state.count(EMPTY) <= MOST_FREE:
            return [TO_THE_END]
        return range(min(2, self.depth), self.depth + 1) if self.depth else count(2)

    # ---- the search itself

    def _best_moves(self, state: State, depth: int) -> list[Action]:
        """Return all the moves of the best value.

        The window is a hair wider than the best value so far, so that an equal
        value is seen to be equal, and not only to be no better.
        """
        game = self._judge.game
        x_moves = game.player(state) == "X"
        worst = -inf if x_moves else inf
        best, moves = worst, []
        for action in self._in_order(state):
            hair = nextafter(best, worst)
            window = (hair, inf) if x_moves else (-inf, hair)
            value = self._value(game.result(state, action), depth - 1, *window)
            if value == best:
                moves.append(action)
            elif (value > best) == x_moves:
                best, moves, self._favorite[state] = value, [action], action
        return [action for action in game.actions(state) if action in moves]

    def _value(self, state: State, depth: int, alpha: float = -inf, beta: float = inf) -> float:
        """Return the value of `state`, X's side, looking `depth` moves ahead.

        A value between alpha and beta is exact; one of alpha or less may be too
        high, one of beta or more too low. So the lowest and the highest that it can be are known.
        """
        self.nodes += 1
        if monotonic() > self._end:
            raise _TimeIsUp
        judge = self._judge
        if judge.game.terminal(state):
            return judge.score(state)
        if depth == 0:
            self._is_cut_short = True
            return judge.estimate(state)
        key = min([image(state) for image in judge.images]) if judge.images else state
        if depth < TO_THE_END // 2:
            key = key, depth  # which may have been too small
        lowest, highest = self._known.get(key) or judge.limits(state)
        if lowest >= beta or lowest == highest:
            return lowest
        if highest <= alpha:
            return highest
        alpha, beta = max(alpha, lowest), min(beta, highest)
        value = self._look(state, depth, alpha, beta)
        self._known[key] = value if value > alpha else lowest, value if value < beta else highest
        return value

    def _look(self, state: State, depth: int, alpha: float, beta: float) -> float:
        """Return the value of the best move to the player to move, or enough of it for a cut."""
        game = self._judge.game
        x_moves = game.player(state) == "X"
        best = -inf if x_moves else inf
        for action in self._in_order(state):
            value = self._value(game.result(state, action), depth - 1, alpha, beta)
            if value != best and (value > best) == x_moves:
                best, self._favorite[state] = value, action
            alpha, beta = (max(alpha, best), beta) if x_moves else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    def _in_order(self, state: State) -> Iterable[Action]:
        """Return the moves, first what was best before, then the most urgent ones."""
        moves, favorite = self._judge.most_urgent_first(state), self._favorite.get(state)
        return moves if favorite is None else sorted(moves, key=lambda move: move != favorite)


class _TimeIsUp(Exception):
    """Raised inside a search that has used up its time."""


# ---- what the lines of a board tell before any search


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
