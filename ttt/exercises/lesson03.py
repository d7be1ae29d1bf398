"""Lesson 03: minimax.

The solutions are the package's own functions. All known mistakes are edits of one search,
`best_moves`: in `minimax_value` of the value that it finds, in `minimax` of all the moves that
look best by that value, and in `quickest` of the same with later results counting less.
"""

from functools import cache
from math import inf  # noqa: F401 (edits use more than the function they edit)

from ttt import algorithms as course
from ttt.exercises.answers import as_move, as_number, is_number
from ttt.exercises.exercise import Exercise
from ttt.exercises.mistakes import Mistake, table
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, Shape, space

ask = asker("03", "03b")


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


def all_searches():
    """Return the game with each of these boards."""
    return [(GAME, state) for state in search_boards()]


def open_searches():
    """Return the game with those of the boards on which there is a move to choose."""
    return [(GAME, state) for state in search_boards() if not GAME.terminal(state)]


# ---- mistakes that can be made in more than one exercise


def best_moves(game, state):
    """Return all moves with the best minimax value for the player to move."""
    start = state
    first = game.player(start)

    @cache
    def value_of(state):
        if game.terminal(state):
            return game.utility(state)
        player = game.player(state)
        values = [value_of(game.result(state, action)) for action in game.actions(state)]
        return max(values) if player == "X" else min(values)

    after = {action: value_of(game.result(state, action)) for action in game.actions(state)}
    best = max(after.values()) if first == "X" else min(after.values())
    return tuple(action for action in after if after[action] == best)


def in_search_of(edits, mistakes):
    """Return mistakes in a search that is `best_moves` after these edits."""
    return tuple(
        Mistake(mistake.advice, *(edits + form for form in mistake.forms)) for mistake in mistakes
    )


THE_VALUE = ("    after = {", "    return value_of(state)\n    after = {")
LATER_COUNTS_LESS = ("values = [", "values = [0.9 * ")

IN_THE_SEARCH = table("""
    It takes the highest value on every turn, or the lowest. X takes the highest; O takes the
    lowest, and `game.player(state)` says whose turn it is: "X" or "O".
        |  if player == "X" else min(values) →
        |  if player == "X" else min(values) → | if first == "X" → if True
        | max(values) if → min(values) if
        | max(values) if → min(values) if | if first == "X" → if False
    Only the first or only the last move of each board counts: is there a `return` inside the loop,
    or does each round forget the one before? Keep the best value so far.
        | max(values) if player == "X" else min(values) → values[0]
        | max(values) if player == "X" else min(values) → values[-1]
    It adds up the values after all moves, or takes their average, as if the moves were made at
    random. Each player makes one of them: the best.
        | max(values) if player == "X" else min(values) → sum(values)
        | max(values) if player == "X" else min(values) → sum(values) / len(values)
    Wins of X and wins of O are mixed up. Is a win always 1 or always -1, whoever has won?
    `game.utility` counts from X's side. In negamax, where the sign turns
    with every move, turn the sign of `game.utility` as well where O is to move.
        | game.utility(state) → abs(game.utility(state))
        | game.utility(state) → -abs(game.utility(state))
        | if player == "X" → if True | max(values) → -min(values)
    It takes a board for a draw though somebody wins some moves later. Does the search go on until
    the game is over? And does the best value so far start at `-inf` for MAX and at `inf` for MIN,
    not at 0?
        | return max(values) → return 0 if state.count(".") == start.count(".") - 2 else max(values)
        | return max(values) → return 0 if state.count(".") == start.count(".") - 1 else max(values)
""")

OF_DRAWS = table("""
    It takes a draw for a win, of X or of O. `game.utility` knows three results, 1, 0 and -1; and
    the best value so far starts at `-inf` for MAX and at `inf` for MIN, not at 0.
        | return game.utility(state) → return game.utility(state) or -1
        | return game.utility(state) → return game.utility(state) or 1
""")

IN_THE_VALUE = table("""
    Max and min are swapped: X wants the highest value and O the lowest.
        | player == "X" → player != "X"
    It searches on as if the same player moved every time, at once or after the first move. Ask
    `game.player` again on each board; or if you have two functions, let each of them call the
    *other* one.
        | player == "X" → first == "X"
        | player == "X" → player == "X" or state != start
        | player == "X" → player == "X" and state == start
    It is right where X is to move, but begins with MAX where O is to move as well. Ask
    `game.player(state)` who begins.
        | player == "X" → player == first
    Where O is to move, the sign is wrong: it counts from the side of the player to move. Values are
    from X's side on every board.
        | return value_of → return (1 if first == "X" else -1) * value_of
        | return value_of → return (-1 if first == "O" and game.actions(state) else 1) * value_of
    The best value so far starts at 0, or at an infinity that nothing can beat. Start below
    everything, `-inf`, for MAX, and above everything, `inf`, for MIN.
        | max(values) → inf | min(values) → -inf
        | max(values) → inf
        | min(values) → -inf
        | max(values) → max(0, *values)
        | min(values) → min(0, *values)
    It goes on after a line, until the board is full; or where the board is full and nobody has won.
    Either ends the game: ask `game.terminal(state)`.
        | if game.terminal(state) → if "." not in state
        | return game.utility(state) → return game.utility(state) or inf
        | if game.terminal(state) → if game.winner(state)
""")

IN_THE_CHOICE = table("""
    It always takes the first free cell, or the last. Compare the values *after* each move,
    `game.result(state, action)`, look at all moves, and replace the best so far only by a better
    one.
        | return tuple( → return game.actions(state)[:1] or tuple(
        | return tuple( → return game.actions(state)[-1:] or tuple(
    It plays to lose. Values are from X's side: X wants the highest, O the lowest.
        | first == "X" → first != "X"
        | first == "X" → first != "X" | player == "X" → player != "X"
    It is right for one of the players, but the other chooses as if it were that one. Values are
    from X's side: X wants the highest, O the lowest.
        | if first == "X" → if True
        | if first == "X" → if True | player == "X" → player == first
        | if first == "X" → if False
    In the search after the move the wrong player is to move: MIN's turn comes after X's move, MAX's
    after O's, and then they alternate.
        | player == "X" → player != "X"
        | player == "X" → first == "X"
        | player == "X" → player == first
        | player == "X" → player != first
    Where it cannot win, it takes any move, and so loses where it could have a draw. Take the best
    move on every board.
        | == best) → == best or best * (1 if first == "X" else -1) <= 0)
""")

IN_THE_LENGTH = table("""
    The number of moves counts the wrong way round: it prefers slow wins and quick losses. The more
    moves a result takes, the less it should count.
        | 0.9 → 1.1
    The depth counts for more than the result. It must stay a small part: a win of any length has to
    be worth more than a draw, and a draw more than a loss of any length.
        | 0.9 → 1 | game.utility(state) → game.utility(state) * state.count(".")
        | 0.9 → 1 | game.utility(state) → game.utility(state) + state.count(".")
        | 0.9 → 1 | game.utility(state) → game.utility(state) - state.count(".")
""")

PLAIN = Shape(
    "plain minimax",
    "The result is right, as in plain minimax. But here one can win sooner, or lose later. Let the "
    "number of moves count, for both players.",
    lambda seen: seen.given in space().best_actions(seen.state),
)


# ---- minimax_value


def is_the_value(given, right, game, state):
    """Return whether an answer is the right number; True is none."""
    return is_number(given) and given == right


minimax_value = Exercise(
    course.minimax_value,
    cases=all_searches,
    answer=lambda game, state: space().value(state),
    model=best_moves,
    read=as_number,
    accepts=is_the_value,
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
    mistakes=in_search_of(THE_VALUE, IN_THE_VALUE + OF_DRAWS + IN_THE_SEARCH),
)


# ---- minimax

minimax = Exercise(
    course.minimax,
    cases=open_searches,
    answer=lambda game, state: space().best_actions(state),
    one_of=True,
    model=best_moves,
    read=as_move,
    hints=(
        "You can ask what a board is worth. Which boards can the player to move choose between?",
        "For each of `game.actions(state)`, ask for `minimax_value(game, game.result(state, "
        "action))`. X takes the move with the highest value, O the one with the lowest.",
        "`max(game.actions(state), key=value_after)` is the move for which `value_after(action)` "
        "is highest. Write `value_after`, and use `min` in place of `max` if `game.player(state)` "
        'is "O".',
    ),
    mistakes=IN_THE_CHOICE + OF_DRAWS + IN_THE_SEARCH,
)


# ---- quickest

quickest = Exercise(
    course.quickest,
    cases=open_searches,
    answer=lambda game, state: space().best_actions(state, quickest=True),
    one_of=True,
    model=best_moves,
    read=as_move,
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
    shapes=(PLAIN,),
    mistakes=in_search_of(LATER_COUNTS_LESS, IN_THE_CHOICE + IN_THE_LENGTH),
)
