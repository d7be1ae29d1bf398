"""The whole game at once: every state a row, every question one pass over arrays.

Plain tic-tac-toe has a quick way to find its states (bitboards.py). Any other
game is walked through, move by move, with nothing but its six functions.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from itertools import groupby
from math import isfinite
from numbers import Real
from typing import NamedTuple

import numpy as np

from ttt.anygame import as_game, name_of_game, same_game
from ttt.bitboards import Bitboards, Ply
from ttt.game import SIDE, Action, Actions, Game, State, TicTacToe

MOST_STATES = 200_000  # of a game that is walked through, unless told otherwise
A_MOMENT = 20_000  # so many states are found in a moment
MOST_CELLS = 12  # and those of so many cells, bit by bit
SPACES_KEPT = 6


class ReplyArrays(NamedTuple):
    """A best reply: its expected result from every state, replier's side, and its policy.

    Of equally good moves the policy takes the first. Only its rows for the
    replier's own turns mean anything.
    """

    scores: np.ndarray
    policy: np.ndarray


class Space:
    """Every state that `game` can reach, each once, the first state first, the ends last.

    With `symmetry=True` one state stands for itself and all its mirror images,
    and every array has one row for them together.

    len(space)  how many states
    states      the states, a list in the order of the rows
    index       the row of a state, as in space.index["X........"]; with symmetry, of its class
    successor   [states, moves]: the row each move leads to, -1 where there is no move; in
                tic-tac-toe the moves are the cells, elsewhere the first, second, … of game.actions
    results     [states]: the utility, X's side, where the game is over; 0 elsewhere
    plies       a `Ply` for each number of marks; elsewhere for all that are as far from the end
    """

    def __init__(self, game: Game, symmetry: bool = False, most: int = MOST_STATES):
        self.game, self.symmetry = as_game(game), symmetry
        is_plain = type(game) is TicTacToe  # a derived class may have other rules
        if symmetry and not is_plain:
            name = name_of_game(game)
            raise ValueError(f"Only plain tic-tac-toe is counted up to symmetry, not {name}.")
        self.index = self._found = Bitboards(game, symmetry) if is_plain else Walk(game, most)
        self.successor, self.results = self._found.successor, self._found.results
        self.plies = self._found.plies

    @property
    def states(self) -> list[State]:
        """The states, in the order of the rows."""
        return self._found.states

    def __len__(self):
        return len(self.successor)

    def __repr__(self):
        kind = "states up to symmetry" if self.symmetry else "states"
        return f"<Space of {name_of_game(self.game)}: {len(self):,} {kind}>"

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
    def values(self) -> np.ndarray:
        """The minimax value of every state, X's side: in tic-tac-toe 1, 0 or -1."""
        return self.solve(self.results)

    def solve(self, ends: np.ndarray) -> np.ndarray:
        """Return the value of every state, X's side, if the ends are worth these numbers."""

        def step(children, ply):
            return children.max(axis=1) if ply.x_moves else children.min(axis=1)

        return self._from_the_end(ends, step, no_move=(ends.min() - 1, ends.max() + 1))

    @cached_property
    def distances(self) -> np.ndarray:
        """How many moves are left from every state if the winner hurries and the loser delays."""

        def step(children, ply):
            best, value = self.best[ply.open], self.values[ply.open]
            soonest = np.where(best, children, len(self)).min(axis=1)
            latest = np.where(best, children, -1).max(axis=1)
            return 1 + np.where(value > 0 if ply.x_moves else value < 0, soonest, latest)

        return self._from_the_end(np.zeros(len(self), int), step)

    def shortest(self, choices: np.ndarray) -> np.ndarray:
        """Return [states]: how many moves are left at least, with no move but these choices."""

        def step(children, ply):
            return 1 + np.where(choices[ply.open], children, len(self)).min(axis=1)

        return self._from_the_end(np.zeros(len(self), int), step)

    @cached_property
    def legal(self) -> np.ndarray:
        """[states, moves]: is there such a move?"""
        return self.successor >= 0

    @cached_property
    def best(self) -> np.ndarray:
        """[states, moves]: does the move keep the minimax value?"""
        return self.legal & (self.values[self.successor] == self.values[:, None])

    @cached_property
    def x_moves(self) -> np.ndarray:
        """[states]: is X to move? Where the game is over it means nothing."""
        return np.repeat([ply.x_moves for ply in self.plies], self.by_ply)

    def value(self, state: State) -> float:
        """Return the minimax value of `state`, X's side: in tic-tac-toe 1, 0 or -1."""
        return self.values[self.index[state]].item()

    def distance(self, state: State) -> int:
        """Return how many moves are left if the winner hurries and the loser delays."""
        return int(self.distances[self.index[state]])

    def best_actions(self, state: State, quickest: bool = False) -> Actions:
        """Return the moves that keep the minimax value, as listed; () when the game is over.

        With `quickest`, only those of the quickest win or the slowest loss.
        """
        value = self.value(state)
        if self.game.terminal(state):
            return ()
        after = {a: self.index[self.game.result(state, a)] for a in self.game.actions(state)}
        best = [action for action, row in after.items() if self.values[row] == value]
        mine = value * SIDE[self.game.player(state)]
        if quickest and mine:
            left = {action: self.distances[after[action]] for action in best}
            goal = (min if mine > 0 else max)(left.values())
            best = [action for action in best if left[action] == goal]
        return tuple(best)

    # ---- policies: arrays [states, moves] with the probability of each move

    def listed(self, row: int) -> Sequence[Action]:
        """Return the move behind each column of a row: in tic-tac-toe all cells, free or not."""
        return self._found.listed(row)

    def moves(self) -> list[tuple[State, Action]]:
        """Return every state with every move of it, row by row, column by column."""
        states = list(self.states)
        places = np.argwhere(self.legal).tolist()
        return [(states[row], self.listed(row)[column]) for row, column in places]

    def uniform(self, choices: np.ndarray | None = None, as_fractions: bool = False) -> np.ndarray:
        """Return the policy that picks at random among `choices`: all legal moves, if not given.

        `choices` is an array such as `legal` or `best`. With `as_fractions` the
        probabilities are fractions, and so is what is computed from them.
        """
        choices = self.legal if choices is None else choices
        stuck = self.legal.any(axis=1) & ~choices.any(axis=1)
        if stuck.any():
            raise ValueError(f"There is no choice in {self.states[int(stuck.argmax())]!r}.")
        count = np.maximum(choices.sum(axis=1, keepdims=True), 1)
        if as_fractions:
            return np.frompyfunc(Fraction, 2, 1)(choices.astype(int), count)
        return choices / count

    def evaluate(self, x_policy: np.ndarray, o_policy: np.ndarray) -> np.ndarray:
        """Return [states, 3]: the chances, from every state, of X's win, a draw, O's win."""
        return self._expected(self._ends, x_policy, o_policy)

    def mean(self, x_policy: np.ndarray, o_policy: np.ndarray) -> np.ndarray:
        """Return [states]: the expected utility from every state, X's side."""
        return self._expected(self.results[:, None], x_policy, o_policy)[:, 0]

    def _expected(self, ends, x_policy, o_policy):
        """Return [states, …]: what is to be expected of numbers that are known at the ends."""

        def step(children, ply):
            policy = (x_policy if ply.x_moves else o_policy)[ply.open]
            return (policy[:, None, :] @ children)[:, 0]

        return self._from_the_end(ends.astype(np.result_type(ends, x_policy, o_policy)), step)

    def wrong(self, policy: np.ndarray) -> np.ndarray:
        """Return [states]: the chance that `policy` makes a move that gives away minimax value."""
        return (policy * ~self.best).sum(axis=1)

    def best_reply(self, policy: np.ndarray, plays: str = "X") -> ReplyArrays:
        """Return the best anybody can do against `policy`, which plays "X" or "O".

        A score is the expected utility from the replier's side: in tic-tac-toe win 1,
        draw 0, loss -1.
        """
        if plays not in SIDE:
            raise ValueError(f"A policy plays 'X' or 'O', not {plays!r}.")

        def step(children, ply):
            if ply.x_moves == (plays == "X"):
                return (policy[ply.open] * children).sum(axis=1)
            return children.max(axis=1)

        ends = self.results.astype(np.result_type(self.results, policy)) * -SIDE[plays]
        nothing = ends.min() - 1  # worse than any end
        scores = self._from_the_end(ends, step, no_move=(nothing, nothing))
        after = rounded(np.append(scores, nothing))[self.successor]
        reply = np.zeros_like(policy)
        reply[np.arange(len(self)), after.argmax(axis=1)] = 1
        return ReplyArrays(scores, reply * self.legal)

    # ---- counting

    @cached_property
    def by_ply(self) -> list[int]:
        """How many states there are in each ply: in tic-tac-toe with 0, 1, 2, … marks."""
        return [ply.ended.stop - ply.open.start for ply in self.plies]

    @cached_property
    def class_sizes(self) -> np.ndarray:
        """How many states each row stands for: 1, or with symmetry the different images."""
        return self._found.class_sizes() if self.symmetry else np.ones(len(self), np.int64)

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
    def counts_wins(self) -> bool:
        """Whether a win is worth 1 and a loss -1, always."""
        return bool(np.isin(self.results, (1, 0, -1)).all())

    @cached_property
    def _ends(self):
        """[states, 3]: has X won, is it a draw, has O won? 1 for yes."""
        ended = ~self.legal.any(axis=1)[:, None]
        return (ended & (np.sign(self.results)[:, None] == (1, 0, -1))).astype(np.int8)


class Walk:
    """The states of any game, found move by move, in an order in which a move only leads on."""

    def __init__(self, game: Game, most: int):
        self.game, self.name = game, name_of_game(game)
        self._moves, children = {}, {}
        waiting = [game.initial]
        while waiting:
            state = waiting.pop()
            if state not in children:
                if len(children) == most:
                    raise ValueError(
                        f"{self.name} has more than {most:,} states, too many for a Space. "
                        "Choose a smaller one, or search instead."
                    )
                self._moves[state] = self._moves_in(state)
                children[state] = [game.result(state, move) for move in self._moves[state]]
                waiting += children[state]
        heights = self._heights(children)
        x_moves = {s: bool(self._moves[s]) and game.player(s) == "X" for s in heights}
        self.states = sorted(heights, key=lambda s: (-heights[s], not x_moves[s]))
        self._rows = {state: row for row, state in enumerate(self.states)}
        self.results = self._utilities()
        self.successor = np.full((len(heights), max(1, *map(len, children.values()))), -1)
        for row, state in enumerate(self.states):
            rows = [self._rows[child] for child in children[state]]
            self.successor[row, : len(rows)] = rows
        self.plies, start = [], 0
        for (height, turn), states in groupby(self.states, lambda s: (heights[s], x_moves[s])):
            stop = start + len(list(states))
            middle = stop if height else start
            self.plies.append(Ply(slice(start, middle), slice(middle, stop), turn))
            start = stop

    def _moves_in(self, state: State) -> Actions:
        """Return the moves in a state, () where the game is over."""
        if self.game.terminal(state):
            return ()
        moves = tuple(self.game.actions(state))
        if not moves:
            raise ValueError(f"{self.name} is not over in {state!r}, but there is no move.")
        return moves

    def _heights(self, children: dict[State, list[State]]) -> dict[State, int]:
        """Return how many moves a game can last at most from each state."""
        heights = {}
        try:
            for state in TopologicalSorter(children).static_order():  # children come first
                heights[state] = 1 + max((heights[child] for child in children[state]), default=-1)
        except CycleError as error:
            raise ValueError(
                f"{self.name} can come back to {error.args[1][0]!r}, so it may go on for ever, "
                "and there is no exact result."
            ) from None
        return heights

    def _utilities(self) -> np.ndarray:
        """Return the utility of every end, X's side, and 0 elsewhere: whole numbers if all are."""
        utilities = [0 if self._moves[s] else self.game.utility(s) for s in self.states]
        for state, number in zip(self.states, utilities):
            if not isinstance(number, Real) or not isfinite(number):
                raise ValueError(
                    f"In {self.name} the utility of {state!r} is {number!r}, "
                    "which is no whole number, float or fraction."
                )
        numbers = np.array(utilities, float)
        return numbers.astype(int) if (numbers == numbers.round()).all() else numbers

    def __getitem__(self, state: State) -> int:
        """Return the row of `state`, or raise a ValueError if no game can lead to it."""
        if state not in self._rows:
            raise ValueError(f"{state!r} is no state that {self.name} can come to.")
        return self._rows[state]

    def listed(self, row: int) -> Actions:
        """Return the move behind each column of a row."""
        return self._moves[self.states[row]]


def rounded(scores: np.ndarray) -> np.ndarray:
    """Return scores of which equal ones are equal, in spite of rounding; fractions stay."""
    return scores if scores.dtype == object else np.round(scores, 9)


# ---- spaces that are built once


_KEPT: list[tuple[Game, int, Space | ValueError]] = []  # or why there is none, the latest last


def space_of(game: Game, most: int = MOST_STATES) -> Space:
    """Return the space of a game, built once; or raise a ValueError if it is too large."""
    for known, limit, found in _KEPT:
        if same_game(known, game) and (isinstance(found, Space) or limit >= most):
            break
    else:
        try:
            found = Space(game, most=most)
        except ValueError as error:
            found = error
        _KEPT.append((game, most, found))
        del _KEPT[:-SPACES_KEPT]
    if isinstance(found, Space):
        return found
    raise ValueError(*found.args)


def quick_space(game: Game) -> Space:
    """Return the space of a game if it is found in a moment, or raise a ValueError that says why.

    It is too large, or no space can be made of it.
    """
    if type(game) is TicTacToe and game.cells > MOST_CELLS:
        raise ValueError(f"{game} has too many states: up to {MOST_CELLS} cells they are few.")
    return space_of(game, most=A_MOMENT)


def small_space(game: Game) -> Space | None:
    """Return the space of a game if it is found in a moment, else None."""
    try:
        return quick_space(game)
    except ValueError:
        return None
