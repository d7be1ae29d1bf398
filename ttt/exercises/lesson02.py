"""Lesson 02: rules of thumb.

Each exercise stands right below its solution, and takes its name. The answers of `one_step`,
and its mistakes, are tuples of all the moves that may come, of which the student returns one.
"""

from functools import cache

from ttt.exercises.answers import as_cells, as_move
from ttt.exercises.exercise import Exercise
from ttt.exercises.lesson01 import open_boards
from ttt.exercises.mistakes import table
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME

ask = asker("02")


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
        It stops the opponent even where it could win at once. Look for the win of
        `game.player(state)` first: after it there is nothing left to stop.
            | wins or blocks → blocks or wins
        It always looks for the same player's lines first, whoever's turn it is. Ask
        `game.player(state)`.
            | game.player(state) → "X"
            | game.player(state) → "O"
        It passes over a win in cell 0, since 0 counts as false. Ask whether there is a move with
        `is not None`, or ask the whole tuple.
            | wins or blocks → (wins[:1] == (0,) and blocks) or wins or blocks
        It wins or blocks, whichever it finds first. Look through all lines for a win before you
        look for a block.
            | wins or blocks → tuple(sorted(wins + blocks))
        It stops every threat, but somewhere it does not take a win of its own. (Placing the
        *opponent's* mark and then looking for your own line never finds one.)
            | wins or blocks → blocks
        It takes every win, but somewhere it leaves a line of the opponent's open. (Placing *your
        own* mark and then looking for their line never finds one.)
            | wins or blocks → wins
        All its moves are legal, but somewhere it does not win where it can, or does not block where
        it must. Look for a win first, then for a threat.
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
        It also returns cells that make a single threat. One threat can be stopped: there must be
        two.
            | > 1 → > 0
        Two threats are enough, and three at once are a fork as well: ask for more than one.
            | > 1 → == 2
            | > 1 → > 2
        It counts lines with two of your marks even where the third cell is taken. Such a line
        threatens nothing.
            | winning_cells( → third_cells(
            | len(winning_cells( → len({*third_cells( | me)) > → me)}) >
        It counts lines. If two lines lack the same cell, the opponent stops both with one mark:
        count the cells that win.
            | winning_cells( → holes(
        Somewhere it looks for the forks of the wrong player. The mark to place, and the lines to
        look for, are those of `game.player(state)`.
            | game.player(state) → opponent(game.player(state))
            | game.player(state) → "X"
            | game.player(state) → "O"
        It places your mark, but then counts the threats of the opponent: after the move
        `game.player` is the other one. Ask who you are before you place the mark.
            | , me)) > 1 → , opponent(me))) > 1
        It counts only threats that are there already. Place a mark first, and your own: the
        opponent's mark never makes a threat of yours.
            | marked(state, cell, me) → marked(state, cell, opponent(me))
            | marked(state, cell, me) → state
    """),
)
