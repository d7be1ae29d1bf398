"""Lesson 02: rules of thumb.

Each exercise is a solution, decorated, and has its name. The answers of `one_step`, and its
mistakes, are tuples of all the moves that may come, of which the student returns one.
"""

from ttt.agents.rules import block, fork, forking_cells, marked, opponent, win, winning_cells
from ttt.exercises.answers import as_cells, as_move
from ttt.exercises.exercise import exercise
from ttt.exercises.lesson01 import open_boards
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME

ask = asker("02", "02b")
WORDS = words("02")


def open_games():
    """Return the game with every board on which it is not over, the emptiest first."""
    return [(GAME, state) for (state,) in open_boards()]


# ---- one_step


def right_moves(game, state):
    """Return all the moves that `one_step` may return."""
    me = game.player(state)
    wins = winning_cells(game, state, me)
    blocks = winning_cells(game, state, opponent(me))
    return wins or blocks or game.actions(state)


@exercise(cases=open_games, answer=right_moves, one_of=True, read=as_move, **WORDS["one_step"])
def one_step(game, state):
    """Return a move that wins, or else one that stops the opponent's win, or else any."""
    me = game.player(state)
    wins = winning_cells(game, state, me)
    blocks = winning_cells(game, state, opponent(me))
    return (wins or blocks or game.actions(state))[0]


# ---- forks


def without_wins(cells, game, state):
    """Return cells without those that win at once, which `forks` may return or not."""
    wins = winning_cells(game, state, game.player(state))
    return tuple(c for c in cells if c not in wins) if isinstance(cells, tuple) else cells


@exercise(
    cases=open_games,
    read=as_cells,
    accepts=lambda given, right, *case: without_wins(given, *case) == without_wins(right, *case),
    **WORDS["forks"],
)
def forks(game, state):
    """Return the free cells that would give the player to move two threats at once."""
    me = game.player(state)
    return tuple(
        cell
        for cell in game.actions(state)
        if len(winning_cells(game, marked(state, cell, me), me)) > 1
    )


# ---- block_fork


def quiet_games():
    """Return the game with each board on which nobody can win at once, nor the mover fork."""
    spoken = (win, block, fork)
    return [case for case in open_games() if not any(rule(*case) for rule in spoken)]


def some_of(given, right, *case):
    """Return whether an answer is some of the right moves, or none where there is none."""
    return isinstance(given, tuple) and set(given) <= set(right) and bool(given) == bool(right)


@exercise(
    cases=quiet_games,
    read=as_cells,
    accepts=some_of,
    tests={
        "a bare cell": lambda seen: type(seen.given) is int,
        "no move is named": lambda seen: seen.given == (),
    },
    **WORDS["block_fork"],
)
def block_fork(game, state):
    """If the opponent could fork, return the moves after which they cannot."""
    me, them = game.player(state), opponent(game.player(state))
    if not forking_cells(game, state, them):
        return ()
    safe = []
    for cell in game.actions(state):
        after = marked(state, cell, me)
        answers = winning_cells(game, after, me) or game.actions(state)
        if not set(answers) & set(forking_cells(game, after, them)):
            safe.append(cell)
    return tuple(safe)
