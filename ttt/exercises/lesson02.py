"""Lesson 02: rules of thumb.

Each exercise stands right below its solution, and takes its name. Several
moves may be right, so the answers of `one_step`, and its mistakes, are tuples
of all the moves that may come, of which the student returns one.
"""

import operator

from ttt.agents.rules import block, fork, marked, opponent, win, winning_cells
from ttt.exercises.exercise import Exercise, Mistake
from ttt.exercises.lesson01 import ROWS, as_cells, open_boards
from ttt.game import EMPTY, TicTacToe

GAME = TicTacToe()


def open_games():
    """Return the game with every board on which it is not over, the emptiest first."""
    return [(GAME, state) for (state,) in open_boards()]


def holes(state, player, lines=GAME.lines, hole=EMPTY):
    """Return the cells with `hole` on those lines whose other two cells are the player's."""
    found = []
    for line in lines:
        marks = [state[cell] for cell in line]
        if marks.count(player) == 2 and hole in marks:
            found.append(line[marks.index(hole)])
    return tuple(sorted(set(found)))


# ---- one_step


def one_step(game, state):
    """Return a move that wins, or else one that stops the opponent's win, or else any."""
    me = game.player(state)
    wins = winning_cells(game, state, me)
    blocks = winning_cells(game, state, opponent(me))
    return (wins or blocks or game.actions(state))[0]


def _right_moves(game, state):
    return win(game, state) or block(game, state) or game.actions(state)


def _first_of(*rules):
    """Return a function that answers with the moves of the first rule that speaks, or any."""
    return lambda game, state: next(
        (moves for rule in rules if (moves := rule(game, state))), game.actions(state)
    )


def _mine_on(lines):
    return lambda game, state: holes(state, game.player(state), lines)


def _theirs_on(lines):
    return lambda game, state: holes(state, opponent(game.player(state)), lines)


def _of(player):
    return lambda game, state: holes(state, player)


def _hole_or_taken(game, state):
    """Return the third cell of the first line with two equal marks, free or not: mine first."""
    me = game.player(state)
    for player in (me, opponent(me)):
        for line in game.lines:
            rest = [cell for cell in line if state[cell] != player]
            if len(rest) == 1:
                return (rest[0],)
    return game.actions(state)


def _a_cell_of_the_line(game, state):
    """Return the marks of the lines that are nearly complete, instead of their free cells."""
    me = game.player(state)
    for player in (me, opponent(me)):
        lines = [line for line in game.lines if holes(state, player, [line])]
        if lines:
            return tuple(cell for cell in sum(lines, ()) if state[cell] == player)
    return game.actions(state)


def _nothing_to_say(game, state):
    """Return no move where there is neither a win nor a threat."""
    return win(game, state) or block(game, state) or (None,)


def _raises_without_a_win(game, state):
    """Raise the error of `winning_cells(...)[0]` where there is nothing to win."""
    if not win(game, state):
        raise IndexError("tuple index out of range")
    return win(game, state)


def as_move(value):
    """Return a whole number of any kind as a plain int, anything else as it is (True too)."""
    try:
        return value if isinstance(value, bool) else operator.index(value)
    except TypeError:
        return value


def is_one_of(given, moves, game, state):
    """Return whether a move is one of those that may come; True is not the cell 1."""
    return not isinstance(given, bool) and given in moves


def any_of(moves):
    """Return the moves in words: 2, or 2 or 6."""
    *others, last = map(str, moves)
    return f"{', '.join(others)} or {last}" if others else last


one_step = Exercise(
    one_step,
    cases=open_games,
    answer=_right_moves,
    read=as_move,
    accepts=is_one_of,
    say=any_of,
    hints=(
        "Three questions, in this order: can I win now? Would the opponent win next? If neither, "
        "which moves are there at all?",
        "`winning_cells(game, state, player)` answers the first two: ask it for "
        "`game.player(state)`, then for the `opponent` of that. It returns a tuple, which may be "
        "empty.",
        "An empty tuple counts as false, so `mine or theirs or game.actions(state)` is the first "
        "of the three that is not empty. Return one move of it: `[0]`.",
    ),
    mistakes=(
        Mistake(
            "always the first free cell",
            "It always takes the first free cell. Look for a win first, then for a threat.",
            lambda game, state: game.actions(state)[:1],
        ),
        Mistake(
            "always the last free cell",
            "It always takes the last free cell. Look for a win first, then for a threat.",
            lambda game, state: game.actions(state)[-1:],
        ),
        Mistake(
            "blocks before winning",
            "It stops the opponent even where it could win at once. Look for the win first: "
            "after it there is nothing left to stop.",
            _first_of(block, win),
        ),
        Mistake(
            "thinks it is always X",
            "It is right for X, but for O it looks for X's win first. Ask `game.player(state)` "
            "whose turn it is.",
            _first_of(_of("X"), _of("O")),
        ),
        Mistake(
            "thinks it is always O",
            "It is right for O, but for X it looks for O's win first. Ask `game.player(state)` "
            "whose turn it is.",
            _first_of(_of("O"), _of("X")),
        ),
        Mistake(
            "only rows",
            "It finds wins and threats in the rows only: columns and diagonals are lines too. "
            "`game.lines` holds all eight.",
            _first_of(_mine_on(ROWS), _theirs_on(ROWS)),
        ),
        Mistake(
            "diagonals forgotten",
            "It finds wins and threats in rows and columns, but not on the two diagonals.",
            _first_of(_mine_on(GAME.lines[:6]), _theirs_on(GAME.lines[:6])),
        ),
        Mistake(
            "the third cell is taken",
            "Two equal marks on a line are no threat if the third cell is taken: it must be free.",
            _hole_or_taken,
        ),
        Mistake(
            "a mark instead of the free cell",
            "It finds the right line, but returns one of its marks: return the cell that is free.",
            _a_cell_of_the_line,
        ),
        Mistake(
            "no move where there is nothing to do",
            "Where nobody can complete a line it returns None. An agent must always move: "
            "return any of `game.actions(state)`.",
            _nothing_to_say,
        ),
        Mistake(
            "the first of nothing",
            "Where there is nothing to win it raises an IndexError, as `[0]` of an empty tuple "
            "does. Ask first whether there is anything in it.",
            _raises_without_a_win,
        ),
        Mistake(
            "all the moves instead of one",
            "It returns all the moves that are right. An agent makes one: add `[0]`.",
            lambda game, state: (_right_moves(game, state), list(_right_moves(game, state))),
        ),
        Mistake(
            "does not see its own win",
            "It stops every threat, but somewhere it does not take a win of its own. (Placing the "
            "*opponent's* mark and then looking for your own line never finds one.)",
            _first_of(block),
        ),
        Mistake(
            "does not block",
            "It takes every win, but somewhere it leaves a line of the opponent's open. (Placing "
            "*your own* mark and then looking for their line never finds one.)",
            _first_of(win),
        ),
    ),
)


# ---- forks


def forks(game, state):
    """Return the free cells that would give the player to move two threats at once."""
    me = game.player(state)
    return tuple(
        cell
        for cell in game.actions(state)
        if len(winning_cells(game, marked(state, cell, me), me)) > 1
    )


def _forks_if(is_fork):
    """Return a `forks` that keeps the free cells with is_fork(state, after, me)."""

    def function(game, state):
        me = game.player(state)
        return tuple(
            cell
            for cell in game.actions(state)
            if is_fork(state, state[:cell] + me + state[cell + 1 :], me)
        )

    return function


def _nearly_full_lines(state, player):
    """Return on how many lines the player has two marks, whatever is in the third cell."""
    return sum([state[cell] for cell in line].count(player) == 2 for line in GAME.lines)


def _threats(state, player):
    """Return on how many lines the player has two marks and the third cell is free."""
    return sum(
        sorted(state[cell] for cell in line) == sorted(player * 2 + EMPTY) for line in GAME.lines
    )


def _with_other_mark(game, state):
    """Return the cells at which an opponent's mark would leave two wins."""
    me = game.player(state)
    return tuple(
        cell
        for cell in game.actions(state)
        if len(holes(marked(state, cell, opponent(me)), me)) > 1
    )


def _of_the_opponent(game, state):
    them = opponent(game.player(state))
    return tuple(
        cell for cell in game.actions(state) if len(holes(marked(state, cell, them), them)) > 1
    )


def same_but_for_wins(given, right, game, state):
    """Return whether two answers hold the same cells, apart from those that win at once.

    The first may hold a cell more than once only if the second does so with any.
    """
    if not isinstance(given, tuple) or not isinstance(right, tuple):
        return type(given) is type(right) and given == right
    wins = win(game, state)
    given, right = ([cell for cell in cells if cell not in wins] for cells in (given, right))
    return set(given) == set(right) and (not _repeats(given) or _repeats(right))


def _repeats(cells):
    return len(set(cells)) < len(cells)


forks = Exercise(
    forks,
    cases=open_games,
    answer=fork,
    read=as_cells,
    accepts=same_but_for_wins,
    hints=(
        "Try every free cell: put your mark there and look at the board that comes of it. How "
        "many cells would now complete a line of yours?",
        "`marked(state, cell, me)` is the board with your mark in a cell, and "
        "`winning_cells(game, after, me)` are the cells that complete a line on it.",
        "A cell of `game.actions(state)` belongs to the answer if "
        "`len(winning_cells(game, marked(state, cell, me), me)) > 1`.",
    ),
    mistakes=(
        Mistake(
            "one threat counted as a fork",
            "It also returns cells that make a single threat. One threat can be stopped: there "
            "must be two.",
            _forks_if(lambda state, after, me: len(holes(after, me)) > 0),
        ),
        Mistake(
            "exactly two threats",
            "Three threats at once are a fork as well: ask for more than one, not for two.",
            _forks_if(lambda state, after, me: len(holes(after, me)) == 2),
        ),
        Mistake(
            "more than two threats",
            "Two threats are enough: ask for more than one.",
            _forks_if(lambda state, after, me: len(holes(after, me)) > 2),
        ),
        Mistake(
            "the third cell is taken",
            "It counts lines with two of your marks even where the third cell is taken. Such a "
            "line threatens nothing.",
            _forks_if(lambda state, after, me: _nearly_full_lines(after, me) > 1),
        ),
        Mistake(
            "two lines, one hole",
            "It counts lines. If two lines lack the same cell, the opponent stops both with one "
            "mark: count the cells that win.",
            _forks_if(lambda state, after, me: _threats(after, me) > 1),
        ),
        Mistake(
            "only new threats",
            "It counts only the threats that the move adds. A threat that was there before "
            "counts as well: the opponent has to stop both.",
            _forks_if(
                lambda state, after, me: len(set(holes(after, me)) - set(holes(state, me))) > 1
            ),
        ),
        Mistake(
            "the opponent's forks",
            "These are the opponent's forks. The mark to place, and the lines to look for, are "
            "those of `game.player(state)`.",
            _of_the_opponent,
        ),
        Mistake(
            "places the opponent's mark",
            "It counts only threats that are there already. Place a mark first, and your own: the "
            "opponent's mark never makes a threat of yours.",
            _with_other_mark,
        ),
        Mistake(
            "only rows and columns",
            "The diagonals are lines too: they make most of the forks.",
            _forks_if(lambda state, after, me: len(holes(after, me, GAME.lines[:6])) > 1),
        ),
        Mistake(
            "never a fork",
            "It finds no fork anywhere (cells that win at once do not count). Place your own mark, "
            "then count the cells that would complete a line.",
            lambda game, state: (),
        ),
        Mistake(
            "a fork more than once",
            "The cells are right, but some of them come more than once: is there an `append` in "
            "the loop that counts? Each fork is to be returned once.",
            lambda game, state: fork(game, state) * 2,
        ),
        Mistake(
            "one fork instead of all",
            "It stops at the first fork it finds. Return all of them.",
            lambda game, state: fork(game, state)[:1],
        ),
        Mistake(
            "a number of threats, not cells",
            "It returns how many forks there are. Return the cells themselves.",
            lambda game, state: len(fork(game, state)),
        ),
        Mistake(
            "yes or no instead of cells",
            "It says whether there is a fork. Return the cells themselves.",
            lambda game, state: bool(fork(game, state)),
        ),
    ),
)
