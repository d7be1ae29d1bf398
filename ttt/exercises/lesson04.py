"""Lesson 04: alpha-beta.

The solution is the package's own. It is checked for its values and for its cuts.
"""

from ttt import algorithms as course
from ttt.exercises.answers import as_number
from ttt.exercises.cuts import SearchExercise, WatchedGame
from ttt.exercises.lesson03 import search_boards
from ttt.exercises.mistakes import table
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, space

ask = asker("04")

WATCHED = WatchedGame()
NARROW = ((-1, 1), (-1, 0), (0, 1))
DEEP = ".X..X.O.O"  # where MAX begins, and beta still matters three moves later


def windowed_searches():
    """Return the watched game with boards, and with windows or none, fewest free cells first.

    The boards are those of lesson 03 with up to five free cells: all with two
    or fewer, and of the others one of each kind (turned, mirrored). With up to
    four free cells one of each kind is searched in narrow windows too, and one
    board with five.
    """
    return [
        (WATCHED, state, *window)
        for state in search_boards()
        if state.count(".") <= 5 and (_is_late(state) or state == GAME.canonical(state))
        for window in ((), *(NARROW if _is_small(state) or state == DEEP else ()))
    ]


def _is_late(state):
    return state.count(".") <= 2


def _is_small(state):
    return state.count(".") <= 4 and state == GAME.canonical(state) and not GAME.terminal(state)


alpha_beta = SearchExercise(
    course.alpha_beta,
    game=WATCHED,
    cases=windowed_searches,
    answer=lambda game, state, *window: space().value(state),
    read=as_number,
    things="searches",
    hints=(
        "Start from your minimax. Alpha is what MAX has for certain elsewhere, beta what MIN has. "
        "Where on the way do you learn something new about them, and when does it not matter any "
        "more what the other moves are worth?",
        "Every call hands its alpha and beta down. MAX raises alpha to the best value so far, MIN "
        "lowers beta to it. As soon as `alpha >= beta`, leave the loop: somebody will not let the "
        "game come here.",
        "In `max_value(state, alpha, beta)`, for each action: `value = max(value, "
        "min_value(game.result(state, action), alpha, beta))`, then `alpha = max(alpha, value)`, "
        "then `if alpha >= beta: break`. `min_value` is its mirror image, with `beta = min(beta, "
        "value)`. Begin with the alpha and beta that you are given.",
    ),
    mistakes=table("""
        The values are right, but nothing is ever cut, as in plain minimax. Raise `alpha` and lower
        `beta` with what comes back, and leave the loop as soon as `alpha >= beta`.
            | if alpha >= beta → if False
        MAX cuts and MIN never does, or MIN cuts and MAX never does. Both leave their loop as soon
        as `alpha >= beta`.
            | break  # MAX → pass  #
            | break  # MIN → pass  #
        It cuts only where alpha is *greater* than beta, at MAX, at MIN or at both. Where they are
        equal nothing can be gained either: `alpha >= beta`.
            | alpha >= beta → alpha > beta
            | break  # MIN → if alpha > beta: break  #
            | break  # MAX → if alpha > beta: break  #
        Below, alpha or beta starts again at infinity. Hand both down: what MAX and MIN have
        elsewhere counts there as well.
            | action), alpha, beta) → action), -inf, inf)
            | action), alpha, beta) → action), alpha, inf)
            | action), alpha, beta) → action), -inf, beta)
        It begins with -inf and inf, whatever alpha and beta it is given. Begin with those.
            | return value_of(state, alpha, beta) → return value_of(state, -inf, inf)
        Alpha, beta or both never change. MAX raises alpha to its best value so far, `alpha =
        max(alpha, value)`, and MIN lowers beta, `beta = min(beta, value)`.
            | alpha = max(alpha, value) → if value >= beta: break |
              beta = min(beta, value) → if value <= alpha: break
            | alpha = max(alpha, value) → pass
            | beta = min(beta, value) → pass
        On the way down beta comes where alpha belongs, and alpha where beta does. Alpha is MAX's on
        every board. (Only in negamax, where all signs turn, is a child's alpha `-beta` and its beta
        `-alpha`.)
            | action), alpha, beta) → action), beta, alpha)
        The window has the wrong signs, at the start or on the way down. In negamax, where the
        values turn with every move, the child's alpha is `-beta` and its beta is `-alpha`, and so
        it is at the start where O is to move. Where MAX and MIN take turns, the window is handed
        down as it is.
            | action), alpha, beta) → action), -beta, -alpha)
        A bound changes as it should not. MAX only raises alpha, `alpha = max(alpha, value)`, and
        MIN only lowers beta, `beta = min(beta, value)`.
            | beta = min(beta, value) → alpha = max( alpha, value) |
              alpha = max(alpha, value) → beta = min(beta, value)
            | alpha = max(alpha, value) → alpha = min(alpha, value)
            | beta = min(beta, value) → beta = max(beta, value)
            | alpha = max(alpha, value) → alpha = value | beta = min(beta, value) → beta = value
        It leaves every loop after the first move. Does a `break` or `return` stand there without a
        condition? Or is the window closed too soon: MAX only raises alpha, MIN only lowers beta,
        and in a call they keep their order.
            | if alpha >= beta → if True
        All boards share one alpha and one beta, so that what was learnt in one branch spoils the
        next. Each call needs its own: hand them down as arguments.
            | (state, alpha, beta): → (state):\\n        nonlocal alpha, beta | , alpha, beta) → )
        It leaves the loop while the window is still open: `alpha <= beta` holds from the start. Cut
        when `alpha >= beta`.
            | alpha >= beta → alpha <= beta
            | alpha >= beta → alpha < beta
        It returns a bound that is not its own. MAX returns the best value found, or alpha; MIN
        returns the best value found, or beta.
            |         return value →         return beta if game.player(state) == "X" else alpha
            |         return value →         return alpha
            |         return value →         return beta
        The best value so far starts at 0, or at an infinity that nothing can beat. Start below
        everything, `-inf`, for MAX, and above everything, `inf`, for MIN.
            | value = -inf → value = 0 | value = inf → value = 0
            | value = -inf → value = 0
            | value = inf → value = 0
            | value = -inf → value = +inf | value = inf → value = -inf
        Max and min are swapped: X wants the highest value and O the lowest.
            | == "X" → != "X"
        It is right where X is to move, but begins with MAX where O is to move as well. Ask
        `game.player(state)` who begins.
            | def value_of → first = game.player(state)\\n    def value_of | == "X" → == first
        Where O is to move, the sign is wrong: it counts from the side of the player to move. Values
        are from X's side on every board.
            | return value_of(state, alpha, beta) → return value_of(state, alpha, beta)
              if game.player(state) == "X" else -value_of(state, -beta, -alpha)
    """),
)
