"""Boards to search from, and searches with the known mistakes of lessons 03 and 04.

Every value is from X's side, unless just that is the mistake.
"""

from functools import cache
from numbers import Real

from ttt.exercises.exercise import Mistake, short
from ttt.game import TicTacToe
from ttt.space import Space

GAME = TicTacToe()


@cache
def space():
    """Return the whole game, which knows the right answers."""
    return Space(GAME)


@cache
def search_boards():
    """Return the boards to search from: the ended ones first, then those with fewest free cells.

    A search from a nearly empty board takes long. So these are all boards with
    five marks or more, one of each kind (turned, mirrored) with four, three or
    two, and none with fewer: a search from two marks passes through nearly all.
    """
    states = space().states
    ended = [state for state in states if GAME.terminal(state)]
    still_open = [state for state in states if not GAME.terminal(state)]
    late = [state for state in still_open if state.count(".") <= 4]
    kinds = {GAME.canonical(state) for state in still_open if 5 <= state.count(".") <= 7}
    return ended + sorted(late + sorted(kinds), key=lambda state: state.count("."))


# ---- values


def as_number(value):
    """Return a number of any kind as a plain int or float, anything else as it is (True too)."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return value
    return int(value) if float(value).is_integer() else float(value)


def is_number(value):
    """Return whether a value is a plain number; True is none."""
    return type(value) in (int, float)


def plain(value):
    """Return a number of any kind as a plain int or float, anything else in words."""
    number = as_number(value)
    return number if is_number(number) else short(value)


# ---- wrong searches


def best_for(game, state):
    """Return max if X is to move and min if O is."""
    return max if game.player(state) == "X" else min


def worst_for(game, state):
    """Return min if X is to move and max if O is."""
    return min if game.player(state) == "X" else max


def side(game, state):
    """Return 1 if X is to move and -1 if O is."""
    return 1 if game.player(state) == "X" else -1


def searched(choose=best_for, ended=lambda game, state: game.utility(state)):
    """Return a search: `ended` values the leaves, and choose(game, state) of the values after."""

    @cache
    def value(game, state):
        if game.terminal(state):
            return ended(game, state)
        after = [value(game, game.result(state, action)) for action in game.actions(state)]
        return choose(game, state)(after)

    return value


def by_root(value_for_x, value_for_o):
    """Return a search that goes on as it begins, one way from X's turn, another from O's."""
    return lambda game, state: (value_for_x if side(game, state) > 0 else value_for_o)(game, state)


def moves_by(value, prefer=best_for):
    """Return the moves that look best to who believes in `value`."""

    def moves(game, state):
        after = {action: value(game, game.result(state, action)) for action in game.actions(state)}
        best = prefer(game, state)(after.values())
        return tuple(action for action in after if after[action] == best)

    return moves


def always(choose):
    """Return the way to choose that does not ask whose turn it is."""
    return lambda game, state: choose


def mean(values):
    """Return the average of some values."""
    return sum(values) / len(values)


def _without_draws(game, state):
    best = best_for(game, state)
    return lambda values: best((value for value in values if value), default=0)


def _from_zero(game, state):
    best = best_for(game, state)
    return lambda values: best(0, *values)


def negamax(game, state):
    """Return the way to choose of who values every board from the side of its mover."""
    return lambda values: max(-value for value in values)


def utility_of_mover(game, state):
    """Return the utility from the side of the player to move."""
    return side(game, state) * game.utility(state)


@cache
def _last_move_left_out(game, state):
    """Value a board with one free cell as a draw, without making the last move."""
    if game.terminal(state) or state.count(".") == 1:
        return game.utility(state) if game.terminal(state) else 0
    after = [game.result(state, action) for action in game.actions(state)]
    return best_for(game, state)(_last_move_left_out(game, board) for board in after)


right_value = searched()
swapped = searched(worst_for)
all_max, all_min = searched(always(max)), searched(always(min))
expects_luck = by_root(
    searched(lambda game, state: max if side(game, state) > 0 else mean),
    searched(lambda game, state: min if side(game, state) < 0 else mean),
)

# Mistakes of the value that lead to wrong moves too.
IN_BOTH = (
    Mistake(
        "always max",
        "It takes the highest value on every turn. That is what X does; O takes the lowest.",
        all_max,
    ),
    Mistake(
        "always min",
        "It takes the lowest value on every turn. That is what O does; X takes the highest.",
        all_min,
    ),
    Mistake(
        "the player does not alternate",
        "It asks once who moves and then searches on as if the same player moved every time. Ask "
        "`game.player` again on each board, or alternate between two functions.",
        by_root(all_max, all_min),
    ),
    Mistake(
        "always starts with MAX",
        "It is right where X is to move, but begins with MAX where O is to move as well. Ask "
        "`game.player(state)` who begins.",
        by_root(right_value, swapped),
    ),
    Mistake(
        "the first move only",
        "Only the first move of each board counts: is there a `return` inside the loop?",
        searched(always(lambda values: values[0])),
    ),
    Mistake(
        "the last move only",
        "Only the last move of each board counts: each round of the loop forgets the one before. "
        "Keep the best value so far.",
        searched(always(lambda values: values[-1])),
    ),
    Mistake(
        "the sum of the moves",
        "It adds up the values after all moves. A player makes one of them: the best.",
        searched(always(sum)),
    ),
    Mistake(
        "the average of the moves",
        "It takes the average of the values after all moves, as if both players moved at random. "
        "A player makes the best one.",
        searched(always(mean)),
    ),
    Mistake(
        "the opponent plays at random",
        "Who is to move at the start plays well, but the other one takes the average, as if "
        "playing at random. Both play their best.",
        expects_luck,
    ),
    Mistake(
        "sees no win beyond the next move",
        "It sees a win only if that is one move away. Either the best value so far starts at 0, "
        "so that X never has less and O never more (start at `-inf` for MAX and `inf` for MIN); or "
        "the search does not go on after the first move.",
        searched(_from_zero),
    ),
    Mistake(
        "stops one move early",
        "It stops while one cell is still free, and calls that a draw. The last move can win: "
        "stop only where `game.terminal(state)`.",
        _last_move_left_out,
    ),
    Mistake(
        "draws are left out",
        "It leaves draws out. For a player who can do no better, a draw (0) is the best value: "
        "compare it like any other. (0 counts as false: `value or …` skips it.)",
        searched(_without_draws),
    ),
    Mistake(
        "a draw counts as a win for O",
        "It values a draw like a win of O. `game.utility` knows three results: 1, 0 and -1.",
        searched(ended=lambda game, state: 1 if game.winner(state) == "X" else -1),
    ),
    Mistake(
        "a draw counts as a win for X",
        "It values a draw like a win of X. `game.utility` knows three results: 1, 0 and -1.",
        searched(ended=lambda game, state: -1 if game.winner(state) == "O" else 1),
    ),
)
