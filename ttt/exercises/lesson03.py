"""Lesson 03: minimax.

The solutions are the package's own functions. Most known mistakes are wrong
searches, written once: `minimax_value` makes them in its value, `minimax` in
the moves that look best by that value. A mistake answers with a tuple where
several answers may come of it.
"""

from functools import cache
from math import inf

from ttt import algorithms as search
from ttt.agents.rules import win
from ttt.exercises.exercise import Exercise, Mistake
from ttt.exercises.lesson02 import any_of, as_move, is_one_of
from ttt.exercises.searches import (
    GAME,
    IN_BOTH,
    all_max,
    all_min,
    always,
    as_number,
    best_for,
    by_root,
    is_number,
    moves_by,
    negamax,
    right_value,
    search_boards,
    searched,
    side,
    space,
    swapped,
    utility_of_mover,
    worst_for,
)


def all_searches():
    """Return the game with each of these boards."""
    return [(GAME, state) for state in search_boards()]


def open_searches():
    """Return the game with those of the boards on which there is a move to choose."""
    return [(GAME, state) for state in search_boards() if not GAME.terminal(state)]


# ---- minimax_value


def same_value(given, right, game, state):
    """Return whether a number is the right one, or one of a tuple, or passes a test."""
    if callable(right):
        return right(given)
    return is_number(given) and given in (right if isinstance(right, tuple) else (right,))


def _for_the_mover(game, state):
    value = side(game, state) * right_value(game, state)
    return (value, -value) if game.terminal(state) else value


def _no_end_for(player):
    """Return a search that finds no move where the game is over and this player is to move.

    The value stays as it was before the first move: infinite, or perhaps 2.
    """
    first = -inf if player == "X" else inf
    value = searched(
        ended=lambda game, state: first if game.player(state) == player else game.utility(state)
    )

    def answers(game, state):
        found = value(game, state)
        return (first, 2 if first > 0 else -2) if found == first else found

    return answers


def _full_board_ends(game, state):
    """Value a win on a board with free cells by the move that nobody can make there."""
    return game.utility(state) if "." not in state else -inf * side(game, state)


def _no_end(game, state):
    """Raise the error of `max` where a search does not stop at the end of the game."""
    return best_for(game, state)(
        _no_end(game, game.result(state, action)) for action in game.actions(state)
    )


def _same_board_again(game, state):
    """Search on from the same board again and again."""
    return game.utility(state) if game.terminal(state) else _same_board_again(game, state)


def _best_move(game, state):
    """Return the moves of the right value; at the end, whatever there is no move for."""
    if game.terminal(state):
        return lambda given: given is None or is_number(given)
    return space().best_actions(state)


def _pair_of_value_and_move(game, state):
    right = right_value(game, state)
    return lambda given: isinstance(given, tuple | list) and len(given) == 2 and right in given


def _of_the_right_sign(game, state):
    right = right_value(game, state)
    return lambda given: is_number(given) and (given > 0) - (given < 0) == right


minimax_value = Exercise(
    search.minimax_value,
    cases=all_searches,
    answer=lambda game, state: space().value(state),
    read=as_number,
    accepts=same_value,
    hints=(
        "What is a board worth on which the game is over? And if it is not over, what would you "
        "need to know about the boards one move later?",
        "If the game is over, the value is `game.utility(state)`. Otherwise X takes the highest "
        "value among the boards after each move, and O the lowest. Each of those values is a "
        "`minimax_value` again.",
        "Write two functions that call each other. `max_value(state)` starts with `-inf`, goes "
        "through `game.actions(state)` and keeps the highest `min_value(game.result(state, "
        "action))`; `min_value` is its mirror image. Begin with the one of `game.player(state)`.",
    ),
    mistakes=(
        Mistake(
            "max and min swapped",
            "Max and min are swapped: X wants the highest value and O the lowest.",
            swapped,
        ),
        *IN_BOTH,
        Mistake(
            "from O's side",
            "Every sign is wrong: it counts from O's side. `game.utility` counts from X's.",
            lambda game, state: -right_value(game, state),
        ),
        Mistake(
            "from the side of who moves",
            "Where O is to move, the sign is wrong: it counts from the side of the player to "
            "move. Values are from X's side on every board.",
            _for_the_mover,
        ),
        Mistake(
            "negamax with X's utility",
            "It turns the sign with every move, so its values are from the side of the player to "
            "move. Then `game.utility`, which counts from X's side, must be turned as well where "
            "O is to move; and so must the answer.",
            searched(negamax),
        ),
        Mistake(
            "negamax without the minus",
            "It values the end from the side of the player to move and always takes the highest. "
            "What is good for one is bad for the other: the sign must turn with every move.",
            searched(always(max), utility_of_mover),
        ),
        Mistake(
            "starts from the wrong infinity",
            "The best value so far starts at an infinity that nothing can beat. MAX starts with "
            "`-inf`, MIN with `inf`.",
            searched(lambda game, state: lambda values: inf * side(game, state)),
        ),
        Mistake(
            "no end, infinite values",
            "Where the game is over there is no move, so the value stays at infinity. Return "
            "`game.utility(state)` first if `game.terminal(state)`.",
            searched(ended=lambda game, state: -inf * side(game, state)),
        ),
        Mistake(
            "no end, an error",
            "Where the game is over it raises a ValueError. There is no move, and `max` or `min` "
            "of nothing is such an error: return `game.utility(state)` first if "
            "`game.terminal(state)`.",
            _no_end,
        ),
        Mistake(
            "no end for MAX",
            "Where the game is over and X would be to move there is no move, so the value stays "
            "as it was set before the loop. MAX, too, returns `game.utility(state)` first if "
            "`game.terminal(state)`.",
            _no_end_for("X"),
        ),
        Mistake(
            "no end for MIN",
            "Where the game is over and O would be to move there is no move, so the value stays "
            "as it was set before the loop. MIN, too, returns `game.utility(state)` first if "
            "`game.terminal(state)`.",
            _no_end_for("O"),
        ),
        Mistake(
            "only a full board ends the game",
            "It goes on until the board is full. A line ends the game before that: ask "
            "`game.terminal(state)`.",
            searched(ended=_full_board_ends),
        ),
        Mistake(
            "searches the same board again",
            "It calls itself with the same board, for ever. Search on from "
            "`game.result(state, action)`.",
            _same_board_again,
        ),
        Mistake(
            "the move instead of the value",
            "It returns the best move. Here the value is asked for: 1, 0 or -1.",
            _best_move,
        ),
        Mistake(
            "value and move in a pair",
            "It returns the value together with a move. Here the value alone is asked for.",
            _pair_of_value_and_move,
        ),
        Mistake(
            "right sign, wrong size",
            "Who wins is right, but the value should be 1, 0 or -1, as `game.utility` has it, "
            "however long the game takes. (`quickest` will count the moves.)",
            _of_the_right_sign,
        ),
    ),
)


# ---- minimax


def as_answer(value):
    """Return a whole number of any kind as a plain int, a list as a tuple, else what it is."""
    return tuple(value) if isinstance(value, list) else as_move(value)


def move_mistakes(best):
    """Return the mistakes in choosing a move where `best` returns the right ones."""
    return (
        Mistake(
            "always the first free cell",
            "It always takes the first free cell. Compare the values *after* each move, "
            "`game.result(state, action)`, not that of the board before, and look at all moves.",
            lambda game, state: game.actions(state)[:1],
        ),
        Mistake(
            "always the last free cell",
            "It always takes the last free cell. Keep the best move so far, and replace it only "
            "by a better one.",
            lambda game, state: game.actions(state)[-1:],
        ),
        Mistake(
            "the worst move",
            "It plays to lose. Values are from X's side: X wants the highest, O the lowest.",
            moves_by(right_value, worst_for),
        ),
        Mistake(
            "the highest value for O too",
            "It is right for X, but O too takes the move of the highest value. Values are from "
            "X's side, so O wants the lowest.",
            by_root(best, moves_by(right_value, worst_for)),
        ),
        Mistake(
            "the lowest value for X too",
            "It is right for O, but X too takes the move of the lowest value. Values are from X's "
            "side, so X wants the highest.",
            by_root(moves_by(right_value, worst_for), best),
        ),
        Mistake(
            "the place in the list instead of the cell",
            "It returns where the move stands in `game.actions(state)`, counted from 0. Return "
            "what stands there.",
            lambda game, state: tuple(map(game.actions(state).index, best(game, state))),
        ),
        Mistake(
            "all the best moves instead of one",
            "It returns all the best moves. An agent makes one: add `[0]`.",
            lambda game, state: (best(game, state),),
        ),
        Mistake(
            "the board instead of the move",
            "It returns the board after the move. Return the move itself, the number of a cell.",
            lambda game, state: tuple(game.result(state, move) for move in best(game, state)),
        ),
    )


def _plain(game, state):
    """Return the moves that keep the value, however long they take."""
    return space().best_actions(state)


def _value_and_move(game, state):
    value, moves = right_value(game, state), _plain(game, state)
    return tuple(pair for move in moves for pair in ((value, move), (move, value)))


minimax = Exercise(
    search.minimax,
    cases=open_searches,
    answer=_plain,
    read=as_answer,
    accepts=is_one_of,
    say=any_of,
    hints=(
        "You can ask what a board is worth. Which boards can the player to move choose between?",
        "For each of `game.actions(state)`, ask for `minimax_value(game, game.result(state, "
        "action))`. X takes the move with the highest value, O the one with the lowest.",
        "`max(game.actions(state), key=value_after)` is the move for which `value_after(action)` "
        "is highest. Write `value_after`, and use `min` in place of `max` if `game.player(state)` "
        'is "O".',
    ),
    mistakes=(
        *move_mistakes(_plain),
        Mistake(
            "the value instead of the move",
            "It returns the value. Return the move that leads to it: a cell.",
            lambda game, state: (right_value(game, state),),
        ),
        Mistake(
            "value and move in a pair",
            "It returns a value and a move. An agent returns the move alone.",
            _value_and_move,
        ),
        Mistake(
            "max and min swapped in the search",
            "It takes the best of the values after each move, but in the search below them max "
            "and min are swapped: MIN's turn comes after X's move.",
            moves_by(swapped),
        ),
        Mistake(
            "the opponent helps",
            "It searches as if the opponent wanted what you want. After your move it is the "
            "opponent's turn, who chooses what is best for the other side.",
            by_root(moves_by(all_max), moves_by(all_min)),
        ),
        *(mistake._replace(function=moves_by(mistake.function)) for mistake in IN_BOTH),
    ),
)


# ---- quickest


def marks(state):
    """Return how many cells are taken: how late it is in the game."""
    return len(state) - state.count(".")


def weighted(ended):
    """Return the moves of a search that values the end as ended(utility, marks on the board)."""
    return moves_by(searched(ended=lambda game, state: ended(game.utility(state), marks(state))))


@cache
def _outweighed(start):
    """Return the moves of a search from `start` marks on, in which the depth counts too much."""
    return weighted(lambda utility, end: utility * (1 - (end - start)))


def _quick(game, state):
    return space().best_actions(state, quickest=True)


def _quick_if_won(game, state):
    won = right_value(game, state) == side(game, state)
    return (_quick if won else _plain)(game, state)


quickest = Exercise(
    search.quickest,
    cases=open_searches,
    answer=_quick,
    read=as_answer,
    accepts=is_one_of,
    say=any_of,
    hints=(
        "To plain minimax a win is a win, now or in five moves. How could a late win be worth "
        "a little less than an early one, and a late loss a little more than an early one?",
        "Search as before, but let a result count less the more moves it takes: multiply by 0.9 "
        "with every move. 1 becomes 0.9, 0.81, …, and -1 becomes -0.9, -0.81, …, so this is "
        "right for both players, and a draw stays 0.",
        "In a `value(state)` of your own, return `game.utility(state)` at the end of the game, and "
        "otherwise `0.9 * best(value(game.result(state, action)) for action in "
        "game.actions(state))`, where `best` is `max` for X and `min` for O. Then choose the move "
        "as in `minimax`.",
    ),
    mistakes=(
        *move_mistakes(_quick),
        Mistake(
            "slow wins, quick losses",
            "The number of moves counts the wrong way round: it prefers slow wins and quick "
            "losses. The more moves a result takes, the less it should count.",
            weighted(lambda utility, end: utility * (10 + end)),
        ),
        Mistake(
            "the depth is subtracted for both",
            "It is right for X who wins, but not for O: a late win of O must come out *higher* "
            "than an early one, since values are from X's side. Multiply instead of subtracting, "
            "or add the depth where O has won.",
            weighted(lambda utility, end: 10 * utility - end),
        ),
        Mistake(
            "the depth is added for both",
            "It is right for O who wins, but not for X: a late win of X must come out *lower* "
            "than an early one. Multiply instead of adding, or subtract the depth where X has "
            "won.",
            weighted(lambda utility, end: 10 * utility + end),
        ),
        Mistake(
            "hurries to lose",
            "It wins quickly, but it loses quickly too: a late loss is better than an early one. "
            "Subtract the depth from a win, and add it to a loss.",
            by_root(
                weighted(lambda utility, end: 10 * utility - end),
                weighted(lambda utility, end: 10 * utility + end),
            ),
        ),
        Mistake(
            "the depth outweighs the result",
            "The depth counts for more than the result, so that a late win is worth no more than "
            "a draw. It must stay a small part: a win of any length has to be above 0.",
            lambda game, state: _outweighed(marks(state))(game, state),
        ),
        Mistake(
            "any slow loss will do",
            "It wins as quickly as it can, but where it must lose, it does not hold out as long "
            "as it could.",
            _quick_if_won,
        ),
        Mistake(
            "only a win in one",
            "It takes a win that is one move away, but of longer wins not the quickest, or where "
            "it must lose, not the slowest loss. The number of moves must count in the whole "
            "search.",
            lambda game, state: win(game, state) or _plain(game, state),
        ),
        Mistake(
            "plain minimax",
            "The result is right, as in plain minimax, but somewhere a slower win or a quicker "
            "loss counts as much as another, or more. Let the number of moves count for both "
            "players.",
            _plain,
        ),
    ),
)
