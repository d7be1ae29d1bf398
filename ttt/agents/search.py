"""Agents that look ahead: minimax, and alpha-beta with all that makes it quick.

The textbook's functions are in ttt.agents.minimax. The agents here search in
the same way and add what a player needs: all the moves of the best value and
not only one, quick wins before slow ones, and an answer in good time on a
board of any size. Every value is from X's side.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import count
from math import inf, nextafter
from operator import itemgetter
from time import monotonic

from ttt.agents.agent import Agent, Policy, uniform
from ttt.agents.scoring import Evaluation, Judge, Scoring, as_scoring, held, open_lines
from ttt.game import Action, Cells, State, TicTacToe

MOST_FREE = 12  # free cells from which a search to the end takes seconds at most
USUAL_SECONDS = 2.0  # for a move where there are more of them


class Minimax(Agent):
    """The agent that looks at every line of play, to the end or `depth` moves ahead.

    scoring   what an end is worth: "quick", "plain", "fork", or a function (game, state)
    depth     how many moves to look ahead; to the end if None
    evaluate  what a state looks worth that is `depth` moves ahead, a function (game, state)

    It makes any of the moves of the best value, and remembers the values it has found.
    """

    name = "minimax"

    def __init__(
        self,
        scoring: str | Scoring = "quick",
        depth: int | None = None,
        evaluate: Evaluation = open_lines,
        rng=None,
    ):
        super().__init__(rng)
        self.scoring, self.evaluate = as_scoring(scoring), evaluate
        self.depth = _checked_depth(depth)
        self._game, self._known = None, {}

    def value(self, game: TicTacToe, state: State) -> float:
        """Return what `state` is worth, X's side, as far as the agent looks ahead."""
        return self._values(game, state)(state, self.depth or inf)

    def scores(self, game: TicTacToe, state: State) -> dict[Action, float]:
        """Return what each move is worth, X's side."""
        value, depth = self._values(game, state), self.depth or inf
        return {a: value(game.result(state, a), depth - 1) for a in game.actions(state)}

    def policy(self, game: TicTacToe, state: State) -> Policy:
        """Return equal probabilities for the moves of the best value."""
        scores = self.scores(game, state)
        best = (max if game.player(state) == "X" else min)(scores.values(), default=None)
        return uniform(action for action, score in scores.items() if score == best)

    def _values(self, game: TicTacToe, state: State) -> Callable[[State, float], float]:
        """Return the function from a state and a depth to its minimax value."""
        if self.depth is None and _free_cells(game, state) > MOST_FREE:
            raise ValueError(
                f"Minimax looks at every line of play, and with {_free_cells(game, state)} free "
                f"cells there are too many: it can do up to {MOST_FREE}. Give it a depth, as in "
                "agents.make('minimax', depth=3), or take 'alpha-beta'."
            )
        judge = Judge(game, self.scoring, self.evaluate)
        if self.depth or game != self._game:
            self._game, self._known = game, {}
        known = self._known

        def value(state, depth):
            if game.terminal(state):
                return judge.score(state)
            if depth == 0:
                return judge.estimate(state)
            if (state, depth) not in known:
                best = max if game.player(state) == "X" else min
                known[state, depth] = best(
                    [value(game.result(state, a), depth - 1) for a in game.actions(state)]
                )
            return known[state, depth]

        return value


class AlphaBeta(Agent):
    """The agent that looks ahead as minimax does, but not where it cannot matter.

    scoring   what an end is worth: "quick", "plain", "fork", or a function (game, state)
    order     which moves to look at first: "best" (the most urgent), "centre" or "listed"
    depth     how many moves to look ahead, at most
    evaluate  what a state looks worth where the looking ends, a function (game, state)
    seconds   time for a move: it looks 2 moves ahead, then 3, 4 … until the time is up
    table     whether to remember what is known about a state, however the game came there
    symmetry  whether mirror images share what is known
    bounds    whether to stop where the lines still open leave only one result

    With neither depth nor seconds it looks to the end, or for 2 seconds where
    more than 12 cells are free. It makes any of the moves of the best value.
    After an answer, `nodes` says how many states it looked at, and `reached`
    how many moves ahead (inf: to the end).
    """

    name = "alpha-beta"

    def __init__(
        self,
        scoring: str | Scoring = "quick",
        order: str = "best",
        depth: int | None = None,
        evaluate: Evaluation = open_lines,
        seconds: float | None = None,
        table: bool = True,
        symmetry: bool = True,
        bounds: bool = True,
        rng=None,
    ):
        super().__init__(rng)
        self.scoring, self.evaluate = as_scoring(scoring), evaluate
        self.order, self.table, self.symmetry, self.bounds = order, table, symmetry, bounds
        self.depth, self.seconds = _checked_depth(depth), seconds
        self.nodes, self.reached = 0, None
        self._kept = None
        if order not in ORDERS:
            raise ValueError(f"order is {', '.join(map(repr, ORDERS))}, not {order!r}.")
        if seconds is not None and not seconds > 0:
            raise ValueError(f"seconds must be more than 0, not {seconds!r}.")

    def value(self, game: TicTacToe, state: State) -> float:
        """Return what `state` is worth, X's side, as far as the agent looks ahead."""
        return self._answer(game, state, lambda search, depth: search.value(state, depth))

    def scores(self, game: TicTacToe, state: State) -> dict[Action, float]:
        """Return what each move is worth, X's side."""
        return self._answer(game, state, lambda search, depth: search.values_after(state, depth))

    def policy(self, game: TicTacToe, state: State) -> Policy:
        """Return equal probabilities for the moves of the best value."""
        return uniform(
            self._answer(game, state, lambda search, depth: search.best_moves(state, depth))
        )

    def _answer(self, game: TicTacToe, state: State, question):
        """Return question(search, depth), asked as deep as the options say."""
        in_time = self.seconds or (not self.depth and _free_cells(game, state) > MOST_FREE)
        if in_time:
            return self._deepening(AlphaBetaSearch(game, self), question)
        if self.depth:
            search = AlphaBetaSearch(game, self)
        else:
            search = self._kept = self._kept_for(game)
        search.nodes = 0
        answer = question(search, self.depth or inf)
        self.nodes, self.reached = search.nodes, self.depth or inf
        return answer

    def _kept_for(self, game: TicTacToe) -> "AlphaBetaSearch":
        """Return the search whose table knows this game from earlier moves, or a new one."""
        return self._kept if self._kept and self._kept.game == game else AlphaBetaSearch(game, self)

    def _deepening(self, search: "AlphaBetaSearch", question):
        """Return the last answer found in time, from looking 2 moves ahead, then 3, 4 …

        The first is always found, so no win in one and no block is missed.
        """
        end = monotonic() + (self.seconds or USUAL_SECONDS)
        for depth in range(min(2, self.depth), self.depth + 1) if self.depth else count(2):
            try:
                search.table.clear()
                search.is_cut_short = False
                answer = question(search, depth)
            except _TimeIsUp:
                break
            self.reached = depth if search.is_cut_short else inf
            if not search.is_cut_short:
                break
            search.end = end
        self.nodes = search.nodes
        return answer


# ---- the search itself


class AlphaBetaSearch:
    """Alpha-beta on one game, with the options of an agent, and what it has found so far.

    table         the lowest and the highest value each state can have, X's side, by its key
    nodes         how many states were looked at
    is_cut_short  whether an estimate was used, because the depth was not enough
    end           when to stop, by the monotonic clock
    """

    def __init__(self, game: TicTacToe, options: AlphaBeta):
        self.game, self.options = game, options
        self.judge = Judge(game, options.scoring, options.evaluate)
        self.table, self.nodes, self.is_cut_short, self.end = {}, 0, False, inf
        if options.order == "centre" and not self.judge.has_lines:
            raise ValueError(f"{type(game).__name__} has no centre: use order='listed'.")
        self.ordered = ORDERS[options.order] if self.judge.has_lines else as_listed
        self.has_images = options.symmetry and self.judge.has_lines

    def best_moves(self, state: State, depth: float) -> list[Action]:
        """Return all the moves of the best value.

        The window is a hair wider than the best value so far, so that an equal
        value is seen to be equal, and not only to be no better.
        """
        x_moves = self.game.player(state) == "X"
        best, moves = -inf if x_moves else inf, []
        for action in self.ordered(self.game, state):
            child, hair = self.game.result(state, action), nextafter(best, -inf if x_moves else inf)
            window = (hair, inf) if x_moves else (-inf, hair)
            value = self.value(child, depth - 1, *window)
            if value == best:
                moves.append(action)
            elif (value > best) == x_moves:
                best, moves = value, [action]
        return sorted(moves)

    def values_after(self, state: State, depth: float) -> dict[Action, float]:
        """Return the value of every move, X's side."""
        return {
            action: self.value(self.game.result(state, action), depth - 1)
            for action in self.game.actions(state)
        }

    def value(self, state: State, depth: float, alpha: float = -inf, beta: float = inf) -> float:
        """Return the value of `state`, X's side, looking `depth` moves ahead.

        A value between alpha and beta is exact; one of alpha or less may be too
        high, one of beta or more too low.
        """
        self.nodes += 1
        if monotonic() > self.end:
            raise _TimeIsUp
        if self.game.terminal(state):
            return self.judge.score(state)
        if depth == 0:
            self.is_cut_short = True
            return self.judge.estimate(state)
        key = self._key(state), depth
        lowest, highest = self.table.get(key) or self._limits(state)
        if lowest >= beta or lowest == highest:
            return lowest
        if highest <= alpha:
            return highest
        alpha, beta = max(alpha, lowest), min(beta, highest)
        look = self._max_value if self.game.player(state) == "X" else self._min_value
        value = look(state, depth, alpha, beta)
        if self.options.table:
            self.table[key] = value if value > alpha else lowest, value if value < beta else highest
        return value

    def _max_value(self, state, depth, alpha, beta):
        value = -inf
        for action in self.ordered(self.game, state):
            after = self.game.result(state, action)
            value = max(value, self.value(after, depth - 1, alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value

    def _min_value(self, state, depth, alpha, beta):
        value = inf
        for action in self.ordered(self.game, state):
            after = self.game.result(state, action)
            value = min(value, self.value(after, depth - 1, alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                break
        return value

    def _key(self, state: State) -> State:
        """Return what the table knows `state` by: with symmetry, one of its mirror images."""
        return one_image(self.game, state) if self.has_images else state

    def _limits(self, state: State) -> tuple[float, float]:
        """Return the lowest and the highest value that `state` can have, before any search."""
        return self.judge.limits(state) if self.options.bounds else (-inf, inf)


class _TimeIsUp(Exception):
    """Raised inside a search that has used up its time."""


def one_image(game: TicTacToe, state: State) -> State:
    """Return the same one of all the mirror images of `state`, found quicker than the canonical."""
    return "".join(min([image(state) for image in _image_makers(game)]))


@lru_cache(maxsize=4)
def _image_makers(game: TicTacToe) -> list[Callable[[State], tuple[str, ...]]]:
    """Return for each symmetry the function that gives the cells of a state in its order."""
    return [itemgetter(*symmetry) for symmetry in game.symmetries]


# ---- which moves to look at first


def as_listed(game: TicTacToe, state: State) -> Cells:
    """Return the moves as the game lists them."""
    return game.actions(state)


def centre_first(game: TicTacToe, state: State) -> Cells:
    """Return the moves, the nearest to the centre first."""
    return sorted(game.actions(state), key=_from_centre(game).__getitem__)


def most_urgent_first(game: TicTacToe, state: State) -> Cells:
    """Return the moves, those first that complete, stop or lengthen the longest open lines."""
    mine, theirs = held(state) if game.player(state) == "X" else held(state)[::-1]
    weights = []
    for line in game.line_bits:
        own, other = (mine & line).bit_count(), (theirs & line).bit_count()
        weights.append(0 if own and other else 8**other if other else 2 * 8**own)
    urgency = {
        cell: -sum([weights[line] for line in _lines_through(game)[cell]])
        for cell in game.actions(state)
    }
    return sorted(urgency, key=urgency.get)


ORDERS = {"best": most_urgent_first, "centre": centre_first, "listed": as_listed}


@lru_cache(maxsize=4)
def _from_centre(game: TicTacToe) -> list[int]:
    """Return how far each cell is from the centre: the square of it, in half cells."""
    rows = [(2 * row - game.rows + 1) ** 2 for row in range(game.rows)]
    cols = [(2 * col - game.cols + 1) ** 2 for col in range(game.cols)]
    return [row + col for row in rows for col in cols]


@lru_cache(maxsize=4)
def _lines_through(game: TicTacToe) -> list[list[int]]:
    """Return for each cell which of the lines go through it."""
    return [
        [number for number, line in enumerate(game.lines) if cell in line]
        for cell in range(game.cells)
    ]


# ---- options


def _free_cells(game: TicTacToe, state: State) -> int:
    """Return how many moves are left at most; 0 in a game where nobody knows."""
    return len(game.actions(state)) if isinstance(game, TicTacToe) else 0


def _checked_depth(depth: int | None) -> int | None:
    """Return the depth, or raise a ValueError unless it is None or a whole number from 1 on."""
    if depth is None or (isinstance(depth, int) and depth >= 1):
        return depth
    raise ValueError(f"depth is a whole number from 1 on, or None for no limit, not {depth!r}.")
