"""Agents that look ahead: minimax, and alpha-beta with all that makes it quick.

The textbook's functions are in ttt.algorithms.minimax. The agents here search in
the same way and add what a player needs: all the moves of the best value and
not only one, quick wins before slow ones, and an answer in good time on a
board of any size. Every value is from X's side.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from math import inf, nextafter
from operator import itemgetter
from time import monotonic

from ttt.agents.agent import Agent, Policy, uniform
from ttt.agents.orders import ORDERS, as_listed
from ttt.agents.rules import has_winning_lines, insist_on_lines
from ttt.agents.scoring import (
    Evaluation,
    Judge,
    Scoring,
    as_evaluation,
    as_scoring,
)
from ttt.anygame import name_of_game, same_game
from ttt.game import EMPTY, Action, Game, InARow, State
from ttt.grid import positive

MOST_FREE = 12  # with how many free cells a search to the end takes seconds at most,
MOST_FREE_WITHOUT_TABLE = 9  # and if it remembers nothing
MOST_KNOWN = 300_000  # values that minimax finds in seconds, where no cells tell how many there are
USUAL_SECONDS = 2.0  # for a move where more are free
LONG = 2**20  # moves: further than any game goes, where they have to be counted


class Minimax(Agent):
    """The agent that looks at every line of play, to the end or `depth` moves ahead.

    scoring   what an end is worth: "quick", "plain", "fork", or a function (game, state)
    depth     how many moves to look ahead; to the end if None
    evaluate  what a state looks worth that is `depth` moves ahead, a function (game, state);
              if none is given, how many lines are open, and 0 in a game without lines

    It makes any of the moves of the best value, and remembers the values it has found.
    """

    name = "minimax"

    def __init__(
        self,
        scoring: str | Scoring = "quick",
        depth: int | None = None,
        evaluate: Evaluation | None = None,
        rng=None,
    ):
        super().__init__(rng)
        self.scoring, self.evaluate = as_scoring(scoring), as_evaluation(evaluate)
        self.depth = _depth(depth)
        self._game, self._known = None, {}

    def value(self, game: Game, state: State) -> float:
        """Return what `state` is worth, X's side, as far as the agent looks ahead."""
        with no_end_in_words(game):
            return self._values(game, state)(state, self.depth or LONG)

    def scores(self, game: Game, state: State) -> dict[Action, float]:
        """Return what each move is worth, X's side."""
        value, depth = self._values(game, state), self.depth or LONG
        with no_end_in_words(game):
            return {a: value(game.result(state, a), depth - 1) for a in game.actions(state)}

    def policy(self, game: Game, state: State) -> Policy:
        """Return equal probabilities for the moves of the best value."""
        scores = self.scores(game, state)
        best = (max if game.player(state) == "X" else min)(scores.values(), default=None)
        return uniform(action for action, score in scores.items() if score == best)

    def refuse(self, game: Game, state: State) -> None:
        """Raise a ValueError in words if there are too many lines of play to look at."""
        self._values(game, state)

    def _values(self, game: Game, state: State) -> Callable[[State, float], float]:
        """Return the function from a state and a depth to its minimax value."""
        if self.depth is None and (_moves_left(game, state) or 0) > MOST_FREE:
            raise ValueError(
                f"Minimax looks at every line of play, and with {_moves_left(game, state)} free "
                f"cells there are too many: it can do up to {MOST_FREE}. {self._advice}"
            )
        judge = Judge(game, self.scoring, self.evaluate)
        if self.depth or not same_game(game, self._game):
            self._game, self._known = game, {}
        known, most = self._known, len(self._known) + MOST_KNOWN
        by_depth = self.depth or judge.counts_moves

        def value(state, depth):
            key = (state, depth) if by_depth else state
            if key not in known:
                known[key] = minimax_value(state, depth)
                if len(known) > most and self.depth is None:
                    raise ValueError(
                        f"Minimax looks at every line of play, and {name_of_game(game)} has too "
                        f"many: {MOST_KNOWN:,} states were not enough. {self._advice}"
                    )
            return known[key]

        def minimax_value(state, depth):
            if game.terminal(state):
                return judge.score(state, depth)
            if depth == 0:
                return judge.estimate(state)
            best = max if game.player(state) == "X" else min
            return best([value(game.result(state, a), depth - 1) for a in game.actions(state)])

        return value

    _advice = "Give it a depth, as in agents.make('minimax', depth=3), or take 'alpha-beta'."


class AlphaBeta(Agent):
    """The agent that looks ahead as minimax does, but not where it cannot matter.

    scoring   what an end is worth: "quick", "plain", "fork", or a function (game, state)
    order     which moves to look at first: "best" (the most urgent), "centre" or "listed"
    depth     how many moves to look ahead, at most
    evaluate  what a state looks worth where the looking ends, a function (game, state);
              if none is given, how many lines are open, and 0 in a game without lines
    seconds   time for a move: it looks 2 moves ahead, then 3, 4 … until the time is up
    table     whether to remember what is known about a state, however the game came there
    symmetry  whether mirror images share what is known: right if scoring and evaluation
              treat them alike, as those of the course do
    bounds    whether to stop where the lines still open leave only one result

    With neither depth nor seconds it looks to the end, or for 2 seconds where more than
    12 cells (without a table, 9) are free, or where no cells tell how long the game can go
    on. It makes any of the moves of the best value.
    After an answer, `nodes` says how many states it looked at, and `reached`
    how many moves ahead (inf: to the end).
    """

    name = "alpha-beta"

    def __init__(
        self,
        scoring: str | Scoring = "quick",
        order: str = "best",
        depth: int | None = None,
        evaluate: Evaluation | None = None,
        seconds: float | None = None,
        table: bool = True,
        symmetry: bool = True,
        bounds: bool = True,
        rng=None,
    ):
        super().__init__(rng)
        self.scoring, self.evaluate = as_scoring(scoring), as_evaluation(evaluate)
        self.order, self.table, self.symmetry, self.bounds = order, table, symmetry, bounds
        self.depth, self.seconds = _depth(depth), seconds
        self.nodes, self.reached, self._kept = 0, None, None
        if not isinstance(order, str) or order not in ORDERS:
            raise ValueError(f"order is {', '.join(map(repr, ORDERS))}, not {order!r}.")
        if seconds is not None and not (isinstance(seconds, int | float) and seconds > 0):
            raise ValueError(f"seconds must be a number above 0, or None, not {seconds!r}.")

    def value(self, game: Game, state: State) -> float:
        """Return what `state` is worth, X's side, as far as the agent looks ahead."""
        return self._answer(game, state, lambda search, depth: search.value(state, depth))

    def scores(self, game: Game, state: State) -> dict[Action, float]:
        """Return what each move is worth, X's side."""
        return self._answer(game, state, lambda search, depth: search.values_after(state, depth))

    def policy(self, game: Game, state: State) -> Policy:
        """Return equal probabilities for the moves of the best value."""
        return uniform(
            self._answer(game, state, lambda search, depth: search.best_moves(state, depth))
        )

    def _answer(self, game: Game, state: State, question: Callable):
        """Return the answer to the question, asked as deep as the options say.

        Under a time limit it is asked for 2 moves ahead, then 3, 4 … and the last
        answer found in time counts. The first always does, however long it takes:
        so no win in one and no block is missed.
        """
        left = _moves_left(game, state)
        can_end = left is not None and left <= self._most_free
        hurried = self.seconds or not (self.depth or can_end)
        search = self._search_for(game, keep=not hurried and not self.depth)
        end = monotonic() + (self.seconds or USUAL_SECONDS)
        for depth in self._depths() if hurried else [self.depth or LONG]:
            try:
                with no_end_in_words(game):
                    answer = search.answer(question, depth)
            except _TimeIsUp:
                break
            self.reached = depth if search.is_cut_short else inf
            if not search.is_cut_short:
                break
            search.end = end
        self.nodes = search.nodes
        return answer

    @property
    def _most_free(self) -> int:
        """With how many free cells a search to the end takes seconds at most."""
        return MOST_FREE if self.table else MOST_FREE_WITHOUT_TABLE

    def _depths(self) -> Iterable[int]:
        """Return how deep to look, one after the other."""
        return range(min(2, self.depth), self.depth + 1) if self.depth else count(2)

    def _search_for(self, game: Game, keep: bool) -> "AlphaBetaSearch":
        """Return a new search; or one that is kept from move to move, with what it has found."""
        if not keep:
            return AlphaBetaSearch(game, self)
        if not self._kept or not same_game(self._kept.game, game):
            self._kept = AlphaBetaSearch(game, self)
        self._kept.nodes = 0
        return self._kept


# ---- the search itself


class AlphaBetaSearch:
    """Alpha-beta on one game, with the options of an agent, and what it has found so far.

    table         the lowest and the highest value each state can have, X's side, by its key
    favourite     the move that was best when a state was last looked at
    nodes         how many states were looked at
    is_cut_short  whether an estimate was used, because the depth was not enough
    end           when to stop, by the monotonic clock
    """

    def __init__(self, game: Game, options: AlphaBeta):
        self.game, self.options = game, options
        self.judge = Judge(game, options.scoring, options.evaluate)
        self.table, self.favourite = {}, {}
        self.nodes, self.is_cut_short, self.end = 0, False, inf
        has_lines = has_winning_lines(game)
        if options.order == "centre":
            insist_on_lines(game, "The order 'centre'")
        self.ordered = ORDERS[options.order] if has_lines else as_listed
        turned = has_lines and options.symmetry and game.cells > 1
        self._images = [itemgetter(*s) for s in game.symmetries] if turned else []

    def answer(self, question: Callable, depth: int):
        """Return question(search, depth), and note whether that was deep enough to see the end."""
        self.is_cut_short = False
        if depth < LONG:
            self.table.clear()  # what it holds may itself be cut short
        return question(self, depth)

    def best_moves(self, state: State, depth: int) -> list[Action]:
        """Return all the moves of the best value.

        The window is a hair wider than the best value so far, so that an equal
        value is seen to be equal, and not only to be no better.
        """
        x_moves = self.game.player(state) == "X"
        worst = -inf if x_moves else inf
        best, moves = worst, []
        for action in self._in_order(state):
            hair = nextafter(best, worst)
            window = (hair, inf) if x_moves else (-inf, hair)
            value = self.value(self.game.result(state, action), depth - 1, *window)
            if value == best:
                moves.append(action)
            elif (value > best) == x_moves:
                best, moves, self.favourite[state] = value, [action], action
        return [action for action in self.game.actions(state) if action in moves]

    def values_after(self, state: State, depth: int) -> dict[Action, float]:
        """Return the value of every move, X's side."""
        return {
            action: self.value(self.game.result(state, action), depth - 1)
            for action in self.game.actions(state)
        }

    def value(self, state: State, depth: int, alpha: float = -inf, beta: float = inf) -> float:
        """Return the value of `state`, X's side, looking `depth` moves ahead.

        A value between alpha and beta is exact; one of alpha or less may be too
        high, one of beta or more too low.
        """
        self.nodes += 1
        if monotonic() > self.end:
            raise _TimeIsUp
        if self.game.terminal(state):
            return self.judge.score(state, depth)
        if depth == 0:
            self.is_cut_short = True
            return self.judge.estimate(state)
        key = self._key(state, depth)
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
        best = -inf
        for action in self._moves(state):
            value = self.value(self.game.result(state, action), depth - 1, alpha, beta)
            best = max(best, value)
            if value > alpha:
                alpha, self.favourite[state] = value, action
            if alpha >= beta:
                break
        return best

    def _min_value(self, state, depth, alpha, beta):
        best = inf
        for action in self._moves(state):
            value = self.value(self.game.result(state, action), depth - 1, alpha, beta)
            best = min(best, value)
            if value < beta:
                beta, self.favourite[state] = value, action
            if alpha >= beta:
                break
        return best

    def _moves(self, state: State) -> Iterable[Action]:
        """Return the moves to look at, in order; if all others lose at once, only that one."""
        forced = self.judge.forced(state) if self.options.bounds else None
        return self._in_order(state) if forced is None else [forced]

    def _in_order(self, state: State) -> Iterable[Action]:
        """Return the moves in the order of the options; "best" begins with what was best before."""
        moves = self.ordered(self.game, state)
        if self.options.order == "best" and state in self.favourite:
            moves = sorted(moves, key=lambda action: action != self.favourite[state])
        return moves

    def _key(self, state: State, depth: int):
        """Return what the table knows `state` by: with symmetry, one of its mirror images.

        The depth belongs to it where it matters: if it may be too small, or tells quick ends.
        """
        state = min([image(state) for image in self._images]) if self._images else state
        return (state, depth) if depth < LONG // 2 or self.judge.counts_moves else state

    def _limits(self, state: State) -> tuple[float, float]:
        """Return the lowest and the highest value that `state` can have, before any search."""
        return self.judge.limits(state) if self.options.bounds else (-inf, inf)


@contextmanager
def no_end_in_words(game: Game) -> Iterator[None]:
    """Turn what Python says of a search that goes too deep into a sentence."""
    try:
        yield
    except RecursionError:
        raise ValueError(
            f"{name_of_game(game)} goes on for too many moves to be looked at to its end, or in "
            "circles: give a depth, or take 'mcts'."
        ) from None


class _TimeIsUp(Exception):
    """Raised inside a search that has used up its time."""


# ---- options


def _moves_left(game: Game, state: State) -> int | None:
    """Return how many moves are left at most; None in a game where nobody knows."""
    return state.count(EMPTY) if isinstance(game, InARow) else None


def _depth(depth: int | None) -> int | None:
    """Return the depth, or raise a ValueError unless it is None or a whole number from 1 on."""
    return None if depth is None else positive("depth", depth)
