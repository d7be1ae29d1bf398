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
        Mistake(mistake.name, mistake.advice, *(edits + form for form in mistake.forms))
        for mistake in mistakes
    )


THE_VALUE = ("    after = {", "    return value_of(state)\n    after = {")
LATER_COUNTS_LESS = ("values = [", "values = [0.9 * ")

IN_THE_SEARCH = table("""
    always max
        It takes the highest value on every turn. That is what X does; O takes the lowest.
        |  if player == "X" else min(values) →
        |  if player == "X" else min(values) → | if first == "X" → if True
    always min
        It takes the lowest value on every turn. That is what O does; X takes the highest.
        | max(values) if → min(values) if
        | max(values) if → min(values) if | if first == "X" → if False
    the first move only
        Only the first move of each board counts: is there a `return` inside the loop?
        | max(values) if player == "X" else min(values) → values[0]
    the last move only
        Only the last move of each board counts: each round of the loop forgets the one before.
        Keep the best value so far.
        | max(values) if player == "X" else min(values) → values[-1]
    the sum or the average of the moves
        It adds up the values after all moves, or takes their average, as if the moves were made at
        random. Each player makes one of them: the best.
        | max(values) if player == "X" else min(values) → sum(values)
        | max(values) if player == "X" else min(values) → sum(values) / len(values)
        | return max(values) → return sum(values) / len(values) if player != first else max(values)
    wins of X and O mixed up
        Wins of X and wins of O are mixed up. Is a win always 1 or always -1, whoever has won?
        `game.utility` counts from X's side. And who turns the sign with every move (negamax) must
        turn that of `game.utility`, too, where O is to move.
        | game.utility(state) → abs(game.utility(state))
        | game.utility(state) → -abs(game.utility(state))
        | if player == "X" → if True | max(values) → -min(values)
    turns the sign and takes the lowest too
        It turns the sign with every move (`-value`), and takes the lowest for O as well. Either
        of the two is enough: without the minus, max for X and min for O is right.
        | max(values) → -min(values) | min(values) → -max(values)
    negamax without the minus
        It values the end from the side of the player to move and always takes the highest. What
        is good for one is bad for the other: the sign must turn with every move.
        | if player == "X" → if True | if first == "X" → if True |
          game.utility(state) → -abs(game.utility(state))
        | if player == "X" → if True | if first == "X" → if False |
          game.utility(state) → -abs(game.utility(state))
    sees only a few moves ahead
        It takes a board for a draw though somebody wins some moves later. Does the search go on
        until the game is over? And does the best value so far start at `-inf` for MAX and at `inf`
        for MIN, not at 0?
        | return max(values) → return 0 if state.count(".") == start.count(".") - 3 else max(values)
        | return max(values) → return 0 if state.count(".") == start.count(".") - 2 else max(values)
        | return max(values) → return 0 if state.count(".") == start.count(".") - 1 else max(values)
""")

OF_DRAWS = table("""
    a draw counts as a win
        It takes a draw for a win, of X or of O. `game.utility` knows three results, 1, 0 and -1;
        and the best value so far starts at `-inf` for MAX and at `inf` for MIN, not at 0.
        | return game.utility(state) → return game.utility(state) or -1
        | return game.utility(state) → return game.utility(state) or 1
""")

IN_THE_VALUE = table("""
    max and min swapped
        Max and min are swapped: X wants the highest value and O the lowest.
        | player == "X" → player != "X"
    the player does not alternate
        It asks once who moves and then searches on as if the same player moved every time. Ask
        `game.player` again on each board, or alternate between two functions.
        | player == "X" → first == "X"
    MAX after MAX, or MIN after MIN
        The players do not alternate: MAX is followed by MAX again, or MIN by MIN. If you have two
        functions, does each of them call the *other* one?
        | player == "X" → player == "X" or state != start
        | player == "X" → player == "X" and state == start
    always starts with MAX
        It is right where X is to move, but begins with MAX where O is to move as well. Ask
        `game.player(state)` who begins.
        | player == "X" → player == first
    from the side of who moves
        Where O is to move, the sign is wrong: it counts from the side of the player to move.
        Values are from X's side on every board.
        | return value_of → return (1 if first == "X" else -1) * value_of
        | return value_of → return (-1 if first == "O" and game.actions(state) else 1) * value_of
    starts from the wrong infinity
        A best value so far starts at an infinity that nothing can beat. MAX starts with `-inf`,
        MIN with `inf`.
        | max(values) → inf | min(values) → -inf
        | max(values) → inf
        | min(values) → -inf
    starts from 0
        The best value so far starts at 0, for X or for O: then X never has less, or O never
        more. Start below everything, `-inf`, for MAX, and above everything, `inf`, for MIN.
        | max(values) → max(0, *values)
        | min(values) → min(0, *values)
    no end
        Where the game is over there is no move, so for MAX, for MIN or for both the value stays as
        it was set before the loop. Both return `game.utility(state)` first if
        `game.terminal(state)`.
        | game.utility(state) → {-1: -inf, 0: inf, 1: inf}[game.utility(state)]
        | game.utility(state) → {-1: -inf, 0: 0, 1: 1}[game.utility(state)]
        | game.utility(state) → {-1: -1, 0: inf, 1: inf}[game.utility(state)]
        | game.utility(state) → {-1: -2, 0: 2, 1: 2}[game.utility(state)]
        | game.utility(state) → {-1: -2, 0: 0, 1: 1}[game.utility(state)]
        | game.utility(state) → {-1: -1, 0: 2, 1: 2}[game.utility(state)]
    not every end is one
        It goes on after a line, until the board is full; or where the board is full and nobody
        has won. Either ends the game: ask `game.terminal(state)`.
        | game.utility(state) → game.utility(state) * (inf if "." in state else 1)
        | if game.terminal(state) → if "." not in state
        | return game.utility(state) → return game.utility(state) or inf
        | if game.terminal(state) → if game.winner(state)
    an open board counts 0
        A board on which the game goes on counts 0, as if it were a draw. Its value is the best of
        the values after each move.
        | max(values) if player == "X" else min(values) → 0
""")

IN_THE_CHOICE = table("""
    always the first free cell
        It always takes the first free cell. Compare the values *after* each move,
        `game.result(state, action)`, not that of the board before, and look at all moves.
        | return tuple( → return game.actions(state)[:1] or tuple(
    always the last free cell
        It always takes the last free cell. Keep the best move so far, and replace it only by a
        better one.
        | return tuple( → return game.actions(state)[-1:] or tuple(
    the worst move
        It plays to lose. Values are from X's side: X wants the highest, O the lowest.
        | first == "X" → first != "X"
        | first == "X" → first != "X" | player == "X" → player != "X"
    the highest value for O too
        It is right for X, but O too takes the move of the highest value. Values are from X's
        side, so O wants the lowest.
        | if first == "X" → if True
        | if first == "X" → if True | player == "X" → player == first
    the lowest value for X too
        It is right for O, but X too takes the move of the lowest value. Values are from X's side,
        so X wants the highest.
        | if first == "X" → if False
    cell 0 counts as none
        It takes cell 0 only if no other is free. 0 counts as false: ask `best is None`, not
        `not best`.
        | for action in game.actions(state)} →
          for action in game.actions(state) if action or "." not in start[1:]}
    max and min swapped in the search
        It takes the best of the values after each move, but in the search below them max and min
        are swapped: MIN's turn comes after X's move.
        | player == "X" → player != "X"
    the opponent helps
        It searches as if the opponent wanted what you want. After your move it is the opponent's
        turn, who chooses what is best for the other side.
        | player == "X" → first == "X"
    the same turn after X's move and O's
        It is right for one of the players. For the other, the search after the move begins with
        the wrong turn: MIN's turn comes after X's move, and MAX's after O's.
        | player == "X" → player == first
        | player == "X" → player != first
    wins or takes any move
        Where it cannot win, it takes any move, and so loses where it could have a draw. Take the
        best move on every board.
        | == best) → == best or best * (1 if first == "X" else -1) <= 0)
""")

IN_THE_LENGTH = table("""
    slow wins, quick losses
        The number of moves counts the wrong way round: it prefers slow wins and quick losses. The
        more moves a result takes, the less it should count.
        | 0.9 → 1.1
    the depth counts alike for both
        It is right where one of the players wins, but not where the other does. An early win of X
        must come out *higher* than a late one, and an early win of O *lower*, since values are
        from X's side. Multiply the result instead of adding or subtracting the depth.
        | 0.9 → 1 | game.utility(state) → 10 * game.utility(state) + state.count(".")
        | 0.9 → 1 | game.utility(state) → 10 * game.utility(state) - state.count(".")
    hurries to lose
        It wins quickly, but it loses quickly too: a late loss is better than an early one.
        Subtract the depth from a win, and add it to a loss.
        | 0.9 → 1 | game.utility(state) → 10 * game.utility(state) +
          state.count(".") * (1 if first == "X" else -1)
    the depth outweighs the result
        The depth counts for more than the result. It must stay a small part: a win of any length
        has to be worth more than a draw, and a draw more than a loss of any length.
        | 0.9 → 1 | game.utility(state) → game.utility(state) * state.count(".")
        | 0.9 → 1 | game.utility(state) → game.utility(state) + state.count(".")
        | 0.9 → 1 | game.utility(state) → game.utility(state) - state.count(".")
        | 0.9 → 1 | game.utility(state) → game.utility(state) *
          (1 - start.count(".") + state.count("."))
        | 0.9 → 1 | game.utility(state) → game.utility(state) *
          (5 - start.count(".") + state.count("."))
    does not hold out
        It wins as quickly as it can, but where it must lose, it does not hold out as long as it
        could.
        | 0.9 → 1 | game.utility(state) → game.utility(state) *
          (10 + state.count(".") * (game.winner(state) == first))
    the length of one player's wins
        The number of moves counts where one of the players wins, but not where the other does.
        | 0.9 → 1 | game.utility(state) → game.utility(state) *
          (10 + state.count(".") * (game.winner(state) == "X"))
        | 0.9 → 1 | game.utility(state) → game.utility(state) *
          (10 + state.count(".") * (game.winner(state) == "O"))
""")

PLAIN = Shape(
    "plain minimax",
    "The result is right, as in plain minimax, but somewhere a slower win or a quicker loss counts "
    "as much as another, or more. Let the number of moves count for both players.",
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
    mistakes=in_search_of(LATER_COUNTS_LESS, IN_THE_CHOICE + IN_THE_LENGTH),
)
quickest.shapes = (PLAIN, *quickest.shapes)
