"""Lesson 04: alpha-beta.

The solution is the package's own. It is checked for its values and for its
cuts; the known mistakes are searches with one thing wrong in each.
"""

from math import inf

from ttt import algorithms as search
from ttt.exercises.cuts import FULL, SearchExercise, WatchedGame
from ttt.exercises.exercise import Mistake
from ttt.exercises.searches import GAME, as_number, search_boards, side, space

WATCHED = WatchedGame()
NARROW = ((-1, 1), (-1, 0), (0, 1))
DEEP = ".X..X.O.O"  # where MAX begins, and beta still matters three moves later


def windowed_searches():
    """Return the watched game with boards and windows, fewest free cells first.

    The boards are those of lesson 03 with up to five free cells: all with two
    or fewer, and of the others one of each kind (turned, mirrored). With up to
    four free cells one of each kind is searched in narrow windows too, and one
    board with five.
    """
    return [
        (WATCHED, state, alpha, beta)
        for state in search_boards()
        if state.count(".") <= 5 and (_is_late(state) or state == GAME.canonical(state))
        for alpha, beta in (FULL, *(NARROW if _is_small(state) or state == DEEP else ()))
    ]


def _is_late(state):
    return state.count(".") <= 2


def _is_small(state):
    return state.count(".") <= 4 and state == GAME.canonical(state) and not GAME.terminal(state)


# ---- wrong searches


def _best(is_max):
    return max if is_max else min


def _first_bound(is_max):
    return -inf if is_max else inf


def _narrowed(is_max, alpha, beta, value):
    return (max(alpha, value), beta) if is_max else (alpha, min(beta, value))


def _is_closed(is_max, alpha, beta, value):
    return alpha >= beta


def variant(
    best=_best,
    start=_first_bound,
    hand_down=lambda alpha, beta: (alpha, beta),
    narrow=_narrowed,
    cuts=_is_closed,
    answer=lambda is_max, alpha, beta, value: value,
):
    """Return an alpha-beta search with one of its parts replaced.

    best       how each player chooses
    start      the value before the first move
    hand_down  the window that a child is given
    narrow     the window after a child
    cuts       whether the other moves are cut
    answer     what is returned in the end
    """

    def alpha_beta(game, state, alpha=-inf, beta=inf):
        if game.terminal(state):
            return game.utility(state)
        is_max = game.player(state) == "X"
        value = start(is_max)
        for action in game.actions(state):
            after = game.result(state, action)
            value = best(is_max)(value, alpha_beta(game, after, *hand_down(alpha, beta)))
            alpha, beta = narrow(is_max, alpha, beta, value)
            if cuts(is_max, alpha, beta, value):
                break
        return answer(is_max, alpha, beta, value)

    return alpha_beta


def _shared_window(game, state, alpha=-inf, beta=inf):
    """Search with one window for all boards, which narrows and never widens again."""
    window = [alpha, beta]

    def value_of(state):
        if game.terminal(state):
            return game.utility(state)
        is_max = game.player(state) == "X"
        value = _first_bound(is_max)
        for action in game.actions(state):
            value = _best(is_max)(value, value_of(game.result(state, action)))
            window[:] = _narrowed(is_max, *window, value)
            if window[0] >= window[1]:
                break
        return value

    return value_of(state)


def _cut_before_taking(game, state, alpha=-inf, beta=inf):
    """Leave the loop before the value that closes the window is taken."""
    if game.terminal(state):
        return game.utility(state)
    is_max = game.player(state) == "X"
    value = _first_bound(is_max)
    for action in game.actions(state):
        found = _cut_before_taking(game, game.result(state, action), alpha, beta)
        if (found >= beta) if is_max else (found <= alpha):
            break
        value = _best(is_max)(value, found)
        alpha, beta = _narrowed(is_max, alpha, beta, value)
    return value


def _max_first(game, state, alpha=-inf, beta=inf, is_max=True):
    """Begin with MAX, whoever is to move."""
    if game.terminal(state):
        return game.utility(state)
    value = _first_bound(is_max)
    for action in game.actions(state):
        after = game.result(state, action)
        value = _best(is_max)(value, _max_first(game, after, alpha, beta, not is_max))
        alpha, beta = _narrowed(is_max, alpha, beta, value)
        if alpha >= beta:
            break
    return value


def _negamax_of_one_window(game, state, alpha=-inf, beta=inf):
    """Turn the values with every move, but not the window; the answer is from X's side."""

    def value_of(state, alpha, beta):
        if game.terminal(state):
            return side(game, state) * game.utility(state)
        value = -inf
        for action in game.actions(state):
            value = max(value, -value_of(game.result(state, action), alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value

    if side(game, state) > 0:
        return value_of(state, alpha, beta)
    return -value_of(state, -beta, -alpha)


def _from_the_movers_side(game, state, alpha=-inf, beta=inf):
    return side(game, state) * search.alpha_beta(game, state, alpha, beta)


alpha_beta = SearchExercise(
    search.alpha_beta,
    game=WATCHED,
    cases=windowed_searches,
    answer=lambda game, state, alpha, beta: space().value(state),
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
    too_few=Mistake(
        "too few cuts",
        "The values are right, but some boards are looked at in vain. Alpha is raised at MAX, "
        "beta is lowered at MIN, both are handed down, and `alpha >= beta` ends the loop.",
        None,
    ),
    mistakes=(
        Mistake(
            "no cuts: plain minimax",
            "The values are right, but nothing is ever cut, as in plain minimax. Raise `alpha` and "
            "lower `beta` with what comes back, and leave the loop as soon as `alpha >= beta`.",
            variant(cuts=lambda is_max, alpha, beta, value: False),
        ),
        Mistake(
            "cuts only at MAX",
            "MAX cuts, but MIN never does. MIN too leaves its loop as soon as `alpha >= beta`.",
            variant(cuts=lambda is_max, alpha, beta, value: is_max and alpha >= beta),
        ),
        Mistake(
            "cuts only at MIN",
            "MIN cuts, but MAX never does. MAX too leaves its loop as soon as `alpha >= beta`.",
            variant(cuts=lambda is_max, alpha, beta, value: not is_max and alpha >= beta),
        ),
        Mistake(
            "cuts one step late",
            "It cuts only where alpha is *greater* than beta. Where they are equal nothing can be "
            "gained either: `alpha >= beta`.",
            variant(cuts=lambda is_max, alpha, beta, value: alpha > beta),
        ),
        Mistake(
            "the window is not handed down",
            "Every board starts again with -inf and inf. Hand alpha and beta down: what MAX and "
            "MIN have elsewhere counts below as well.",
            variant(hand_down=lambda alpha, beta: (-inf, inf)),
        ),
        Mistake(
            "the given window is ignored",
            "It begins with -inf and inf, whatever alpha and beta it is given. Begin with those.",
            lambda game, state, alpha=-inf, beta=inf: search.alpha_beta(game, state),
        ),
        Mistake(
            "alpha is never raised",
            "MAX never raises alpha, so MIN, below, does not know what MAX has already: "
            "`alpha = max(alpha, value)`.",
            variant(
                narrow=lambda is_max, alpha, beta, value: (
                    (alpha, beta) if is_max else (alpha, min(beta, value))
                ),
                cuts=lambda is_max, alpha, beta, value: value >= beta if is_max else value <= alpha,
            ),
        ),
        Mistake(
            "beta is never lowered",
            "MIN never lowers beta, so MAX, below, does not know what MIN has already: "
            "`beta = min(beta, value)`.",
            variant(
                narrow=lambda is_max, alpha, beta, value: (
                    (max(alpha, value), beta) if is_max else (alpha, beta)
                ),
                cuts=lambda is_max, alpha, beta, value: value >= beta if is_max else value <= alpha,
            ),
        ),
        Mistake(
            "the window never narrows",
            "Neither alpha nor beta ever changes. MAX raises alpha to its best value so far, MIN "
            "lowers beta to its own.",
            variant(
                narrow=lambda is_max, alpha, beta, value: (alpha, beta),
                cuts=lambda is_max, alpha, beta, value: value >= beta if is_max else value <= alpha,
            ),
        ),
        Mistake(
            "alpha and beta swapped on the way down",
            "On the way down beta comes where alpha belongs, and alpha where beta does. Alpha is "
            "MAX's on every board. (Only in negamax, where all signs turn, is a child's alpha "
            "`-beta` and its beta `-alpha`.)",
            variant(hand_down=lambda alpha, beta: (beta, alpha)),
        ),
        Mistake(
            "MAX lowers beta, MIN raises alpha",
            "MAX changes beta, and MIN alpha. It is the other way round: what MAX has for certain "
            "is alpha, what MIN has is beta.",
            variant(
                narrow=lambda is_max, alpha, beta, value: _narrowed(not is_max, alpha, beta, value)
            ),
        ),
        Mistake(
            "both raise alpha and lower beta",
            "It leaves every loop after the first move. Does a `break` or `return` stand there "
            "without a condition? Or is the window closed too soon: MAX only raises alpha, MIN "
            "only lowers beta, and in a call they keep their order.",
            variant(
                narrow=lambda is_max, alpha, beta, value: (max(alpha, value), min(beta, value))
            ),
        ),
        Mistake(
            "one window for all boards",
            "All boards share one alpha and one beta, so that what was learnt in one branch "
            "spoils the next. Each call needs its own: hand them down as arguments.",
            _shared_window,
        ),
        Mistake(
            "cut before the value is taken",
            "The value that closes the window is lost: take it into `value` first, then leave the "
            "loop.",
            _cut_before_taking,
        ),
        Mistake(
            "cuts the wrong way round",
            "It leaves the loop while the window is still open: `alpha <= beta` holds from the "
            "start. Cut when `alpha >= beta`.",
            variant(cuts=lambda is_max, alpha, beta, value: alpha <= beta),
        ),
        Mistake(
            "cuts at the player's own bound",
            "MAX cuts where its value is not above alpha, MIN where its own is not below beta. "
            "That is only a poor move, and a better one may follow: MAX cuts against beta, MIN "
            "against alpha.",
            variant(
                cuts=lambda is_max, alpha, beta, value: value <= alpha if is_max else value >= beta,
                narrow=lambda is_max, alpha, beta, value: (alpha, beta),
            ),
        ),
        Mistake(
            "the wrong bound is returned",
            "MAX returns beta, and MIN alpha. Return the best value found (or MAX alpha, and MIN "
            "beta).",
            variant(answer=lambda is_max, alpha, beta, value: beta if is_max else alpha),
        ),
        Mistake(
            "starts from 0",
            "The best value so far starts at 0. Start below everything, `-inf`, for MAX, and "
            "above everything, `inf`, for MIN.",
            variant(start=lambda is_max: 0),
        ),
        Mistake(
            "starts from the wrong infinity",
            "The best value so far starts at an infinity that nothing can beat. MAX starts with "
            "`-inf`, MIN with `inf`.",
            variant(start=lambda is_max: _first_bound(not is_max)),
        ),
        Mistake(
            "max and min swapped",
            "Max and min are swapped: X wants the highest value and O the lowest.",
            variant(
                best=lambda is_max: _best(not is_max), start=lambda is_max: _first_bound(not is_max)
            ),
        ),
        Mistake(
            "always starts with MAX",
            "It is right where X is to move, but begins with MAX where O is to move as well. Ask "
            "`game.player(state)` who begins.",
            _max_first,
        ),
        Mistake(
            "negamax with the window not turned",
            "It turns the values with every move, but not the window: the child's alpha is "
            "`-beta` and its beta is `-alpha`.",
            _negamax_of_one_window,
        ),
        Mistake(
            "from the side of who moves",
            "Where O is to move, the sign is wrong: it counts from the side of the player to "
            "move. Values are from X's side on every board.",
            _from_the_movers_side,
        ),
    ),
)
