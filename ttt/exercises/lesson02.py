"""Lesson 02: rules of thumb.

Each exercise stands right below its solution, and takes its name. The answers of `one_step`,
and its mistakes, are tuples of all the moves that may come, of which the student returns one.
"""

from functools import cache
from typing import NamedTuple

from ttt.exercises.answers import as_cells, as_move
from ttt.exercises.exercise import Exercise
from ttt.exercises.lesson01 import open_boards
from ttt.exercises.mistakes import table
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME

ask = asker("02")


class Only(NamedTuple):
    """A game in which somebody knows only some of the lines."""

    lines: tuple


ROWS, ROWS_AND_COLUMNS = Only(GAME.lines[:3]), Only(GAME.lines[:6])


def open_games():
    """Return the game with every board on which it is not over, the emptiest first."""
    return [(GAME, state) for (state,) in open_boards()]


# ---- what the lesson gives to build upon


def opponent(player):
    """Return the other one of "X" and "O"."""
    return "O" if player == "X" else "X"


def marked(state, cell, player):
    """Return the board with a mark of `player` in `cell`, whoever's turn it is."""
    return state[:cell] + player + state[cell + 1 :]


def third_cells(game, state, player):
    """Return the third cell of each line with two marks of `player`, whatever is there."""
    rests = ([cell for cell in line if state[cell] != player] for line in game.lines)
    return tuple(rest[0] for rest in rests if len(rest) == 1)


@cache
def holes(game, state, player):
    """Return the free ones of those cells: a cell that two lines lack comes twice."""
    return tuple(cell for cell in third_cells(game, state, player) if state[cell] == ".")


def winning_cells(game, state, player):
    """Return the free cells that would complete a line of `player`, ascending."""
    return tuple(sorted(set(holes(game, state, player))))


def threats(state, cell):
    """Return the cells that would win after a mark of the player to move in `cell`."""
    me = GAME.player(state)
    return winning_cells(GAME, marked(state, cell, me), me)


def own_two(game, state, player):
    """Return the marks of `player` on the lines on which the third cell is free."""
    lines = [line for line in game.lines if holes(Only((line,)), state, player)]
    return tuple(cell for cell in sum(lines, ()) if state[cell] == player)


# ---- one_step


def one_step(game, state):
    """Return a move that wins, or else one that stops the opponent's win, or else any."""
    me = game.player(state)
    wins = winning_cells(game, state, me)
    blocks = winning_cells(game, state, opponent(me))
    return (wins or blocks or game.actions(state))[0]


def right_moves(game, state):
    """Return all the moves that `one_step` may return."""
    me = game.player(state)
    wins = winning_cells(game, state, me)
    blocks = winning_cells(game, state, opponent(me))
    return wins or blocks or game.actions(state)


one_step = Exercise(
    one_step,
    cases=open_games,
    answer=right_moves,
    one_of=True,
    read=as_move,
    hints=(
        "Three questions, in this order: can I win now? Would the opponent win next? If neither, "
        "which moves are there at all?",
        "`winning_cells(game, state, player)` answers the first two: ask it for "
        "`game.player(state)`, then for the `opponent` of that. It returns a tuple, which may be "
        "empty.",
        "An empty tuple counts as false, so `mine or theirs or game.actions(state)` is the first "
        "of the three that is not empty. Return one move of it: `[0]`.",
    ),
    mistakes=table("""
        blocks before winning
            It stops the opponent even where it could win at once. Look for the win of
            `game.player(state)` first: after it there is nothing left to stop.
            | wins or blocks → blocks or wins
        always for the same player
            It always looks for the same player's lines first, whoever's turn it is. Ask
            `game.player(state)`.
            | game.player(state) → "X"
            | game.player(state) → "O"
            | game.player(state) → "X" | wins or blocks → wins
            | game.player(state) → "O" | wins or blocks → wins
        cell 0 counts as false
            It passes over a win in cell 0, since 0 counts as false. Ask whether there is a move
            with `is not None`, or ask the whole tuple.
            | wins or blocks → (wins[:1] == (0,) and blocks) or wins or blocks
        only rows
            It finds wins and threats in the rows only: columns and diagonals are lines too.
            `game.lines` holds all eight.
            | winning_cells(game → winning_cells(ROWS
        diagonals forgotten
            It finds wins and threats in rows and columns, but not on the two diagonals.
            | winning_cells(game → winning_cells(ROWS_AND_COLUMNS
        the third cell is taken
            Two equal marks on a line are no threat if the third cell is taken: it must be free.
            | winning_cells( → third_cells(
        a mark instead of the free cell
            It finds the right line, but returns one of its marks: return the cell that is free.
            | winning_cells( → own_two(
        leaves the threat open
            Where the opponent threatens to win, it makes a move that leaves the threat open.
            Return the cell with which the *opponent* would win, not a move before that.
            | or blocks or → or tuple(a for a in game.actions(state) if set(blocks) - {a}) or
        a win or a block
            It wins or blocks, whichever it finds first. Look through all lines for a win before
            you look for a block.
            | wins or blocks → tuple(sorted(wins + blocks))
        does not see its own win
            It stops every threat, but somewhere it does not take a win of its own. (Placing the
            *opponent's* mark and then looking for your own line never finds one.)
            | wins or blocks → blocks
        does not block
            It takes every win, but somewhere it leaves a line of the opponent's open. (Placing
            *your own* mark and then looking for their line never finds one.)
            | wins or blocks → wins
        does not look ahead
            All its moves are legal, but somewhere it does not win where it can, or does not block
            where it must. Look for a win first, then for a threat.
            | return wins or blocks or game.actions(state) → return game.actions(state)
    """),
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


def without_wins(cells, game, state):
    """Return cells without those that win at once, which `forks` may return or not."""
    wins = winning_cells(game, state, game.player(state))
    return tuple(c for c in cells if c not in wins) if isinstance(cells, tuple) else cells


class Forks(Exercise):
    """The exercise in which it does not matter whether cells that win at once are there."""

    def _seen(self, outcomes, nth):
        for seen in super()._seen(outcomes, nth):
            given, answer = (without_wins(cells, *seen.case) for cells in (seen.given, seen.answer))
            yield seen
            yield seen._replace(given=given, answer=answer, answers=(answer,))


forks = Forks(
    forks,
    cases=open_games,
    read=as_cells,
    accepts=lambda given, right, *case: without_wins(given, *case) == without_wins(right, *case),
    hints=(
        "Try every free cell: put your mark there and look at the board that comes of it. How "
        "many cells would now complete a line of yours?",
        "`marked(state, cell, me)` is the board with your mark in a cell, and "
        "`winning_cells(game, after, me)` are the cells that complete a line on it.",
        "A cell of `game.actions(state)` belongs to the answer if "
        "`len(winning_cells(game, marked(state, cell, me), me)) > 1`.",
    ),
    mistakes=table("""
        one threat counted as a fork
            It also returns cells that make a single threat. One threat can be stopped: there
            must be two.
            | > 1 → > 0
            | > 1 → > len(winning_cells(game, state, me))
        exactly two threats
            Three threats at once are a fork as well: ask for more than one, not for two.
            | > 1 → == 2
        more than two threats
            Two threats are enough: ask for more than one.
            | > 1 → > 2
        the third cell is taken
            It counts lines with two of your marks even where the third cell is taken. Such a
            line threatens nothing.
            | winning_cells( → third_cells(
            | len(winning_cells( → len({*third_cells( | me)) > → me)}) >
        two lines, one hole
            It counts lines. If two lines lack the same cell, the opponent stops both with one
            mark: count the cells that win.
            | winning_cells( → holes(
        only new threats
            It counts only the threats that the move adds. A threat that was there before
            counts as well: the opponent has to stop both.
            | , me)) > 1 → , me)) - len(winning_cells(game, state, me)) > 1
        the opponent's forks
            These are the opponent's forks. The mark to place, and the lines to look for, are
            those of `game.player(state)`.
            | game.player(state) → opponent(game.player(state))
        the opponent's threats
            It places your mark, but then counts the threats of the opponent: after the move
            `game.player` is the other one. Ask who you are before you place the mark.
            | , me)) > 1 → , opponent(me))) > 1
        the threats instead of the forks
            It returns the cells that would win after the fork. Return the cell of the fork itself.
            | for cell → for a | if → for cell in threats(state, a) if | state, cell → state, a
        the marks stay on the board
            Each mark that it tries stays on the board when it tries the next one. Keep `state` as
            it is, and give the board with the mark a name of its own.
            | marked(state, cell, me) → (state := marked(state, cell, me))
        counts what is there already
            It counts only threats that are there already. Place a mark first, and your own: the
            opponent's mark never makes a threat of yours.
            | marked(state, cell, me) → marked(state, cell, opponent(me))
            | marked(state, cell, me) → state
        always for the same player
            It looks for the same player's forks on every board. Ask `game.player(state)` whose
            turn it is.
            | game.player(state) → "X"
            | game.player(state) → "O"
        diagonals forgotten
            The diagonals are lines too: they make most of the forks.
            | winning_cells(game → winning_cells(ROWS_AND_COLUMNS
        taken cells
            Some of these cells are taken. A fork is a move: try only `game.actions(state)`.
            | game.actions(state) → range(9)
        never a fork
            It finds no fork anywhere (cells that win at once do not count). Place your own mark,
            then count the cells that would complete a line.
            | > 1 → > 9
    """),
)
