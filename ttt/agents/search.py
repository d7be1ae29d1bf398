"""Agents that look ahead: minimax, and alpha-beta with all that makes it quick.

The textbook's functions are in ttt.algorithms.minimax. The agents here search in
the same way and add what a player needs: all the moves of the best value and
not only one, quick wins before slow ones, and an answer in good time on a
board of any size. Every value is from X's side.
"""

from collections.abc import Callable, Iterable
from itertools import count
from math import inf, nextafter
from time import monotonic

from ttt.agents.agent import Agent, Policy, best, time_limit, uniform
from ttt.agents.judge import SCORINGS, Judge, most_urgent_first
from ttt.anygame import name_of_game, same_game
from ttt.game import EMPTY, Action, Game, InARow, State
from ttt.grid import positive

MOST_FREE = 12  # with how many free cells a search to the end takes seconds at most
MOST_KNOWN = 300_000  # values that minimax finds in seconds, where no cells tell how many there are
USUAL_SECONDS = 2.0  # for a move where more are free
LONG = 2**20  # moves: further than any game goes, where they have to be counted
ANYTHING = -inf, inf  # what a value may be that nothing is known of
TOO_MANY = "Minimax looks at every line of play, and {}: take 'alpha-beta'."


class AlphaBeta(Agent):
    """The agent that looks ahead as minimax does, but not where it cannot matter.

    scoring   what an end is worth: "quick", "plain" or "fork"
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
    cuts = True

    def __init__(
        self,
        scoring: str = "quick",
        depth: int | None = None,
        seconds: float | None = None,
        rng=None,
    ):
        super().__init__(rng)
        if scoring not in SCORINGS:
            raise ValueError(f"scoring is {', '.join(map(repr, SCORINGS))}, not {scoring!r}.")
        self.scoring, self.seconds = scoring, time_limit(seconds)
        self.depth = None if depth is None else positive("depth", depth)
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
        if depths != [LONG] or self._judge is None or not same_game(game, self._judge.game):
            self._judge, self._known, self._favorite = Judge(game, self.scoring), {}, {}
        self.nodes, self._end = 0, inf
        end = monotonic() + (self.seconds or USUAL_SECONDS)
        for depth in depths:
            self._is_cut_short = False  # whether an estimate was used
            if depth < LONG:
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
        """Return how deep to look, one after the other; [LONG] is to the end at once."""
        left = _moves_left(game, state)
        if not self.seconds and self.depth:
            return [self.depth]
        if not self.seconds and left is not None and left <= MOST_FREE:
            return [LONG]
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
            return judge.score(state, depth)
        if depth == 0:
            self._is_cut_short = True
            return judge.estimate(state)
        key = self._key(state, depth)
        lowest, highest = self._known.get(key) or (judge.limits(state) if self.cuts else ANYTHING)
        if lowest >= beta or lowest == highest:
            return lowest
        if highest <= alpha:
            return highest
        alpha, beta = max(alpha, lowest), min(beta, highest)
        value = self._look(state, depth, alpha, beta)
        self._known[key] = value if value > alpha else lowest, value if value < beta else highest
        if len(self._known) > MOST_KNOWN and not self.cuts:
            many = f"{name_of_game(judge.game)} has too many, more than {MOST_KNOWN:,} states"
            raise ValueError(TOO_MANY.format(many))
        return value

    def _look(self, state: State, depth: int, alpha: float, beta: float) -> float:
        """Return the value of the best move to the player to move, or enough of it for a cut."""
        game = self._judge.game
        x_moves = game.player(state) == "X"
        best = -inf if x_moves else inf
        for action in self._in_order(state) if self.cuts else game.actions(state):
            value = self._value(game.result(state, action), depth - 1, alpha, beta)
            if value != best and (value > best) == x_moves:
                best, self._favorite[state] = value, action
            if self.cuts:
                alpha, beta = (max(alpha, best), beta) if x_moves else (alpha, min(beta, best))
            if alpha >= beta:
                break
        return best

    def _in_order(self, state: State) -> Iterable[Action]:
        """Return the moves, first what was best before, then the most urgent ones."""
        game, favorite = self._judge.game, self._favorite.get(state)
        moves = most_urgent_first(game, state) if self._judge.has_lines else game.actions(state)
        return moves if favorite is None else sorted(moves, key=lambda move: move != favorite)

    def _key(self, state: State, depth: int):
        """Return what is known of `state` by: one of its mirror images.

        The depth belongs to it where it matters: if it may be too small, or tells quick ends.
        """
        if self._judge.images:
            state = min([image(state) for image in self._judge.images])
        return (state, depth) if depth < LONG // 2 or self._judge.counts_moves else state


class Minimax(AlphaBeta):
    """The agent that looks at every line of play to the end, and remembers what it has found.

    scoring   what an end is worth: "quick", "plain" or "fork"

    It is the same search, but never cuts. It makes any of the moves of the best value.
    """

    name = "minimax"
    cuts = False

    def __init__(self, scoring: str = "quick", rng=None):
        super().__init__(scoring, rng=rng)

    def policy(self, game: Game, state: State) -> Policy:
        """Return equal probabilities for the moves of the best value."""
        self.refuse(game, state)
        values = {a: self.value(game, game.result(state, a)) for a in game.actions(state)}
        return best(values, game, state)

    def refuse(self, game: Game, state: State) -> None:
        """Raise a ValueError in words if there are too many lines of play to look at."""
        left = _moves_left(game, state) or 0
        if left > MOST_FREE:
            many = f"with {left} free cells there are too many, for it can do up to {MOST_FREE}"
            raise ValueError(TOO_MANY.format(many))

    def _depths(self, game: Game, state: State) -> list[int]:
        """Return that it looks to the end, unless it refuses to."""
        self.refuse(game, state)
        return [LONG]


class _TimeIsUp(Exception):
    """Raised inside a search that has used up its time."""


def _moves_left(game: Game, state: State) -> int | None:
    """Return how many moves are left at most; None in a game where nobody knows."""
    return state.count(EMPTY) if isinstance(game, InARow) else None
