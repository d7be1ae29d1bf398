"""Lesson 09: the tournament.

`my_player` may be any player: the check asks only whether it answers with a move, and in time.
"""

from ttt.agents.rules import block, win
from ttt.exercises.answers import as_move, as_number
from ttt.exercises.exercise import Exercise
from ttt.exercises.lesson02 import open_games
from ttt.exercises.lesson05 import close_enough
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME
from ttt.space import Space

ask = asker("09")
WORDS = words("09")
space = Space(GAME)


# ---- my_player


def my_player(game, state):
    """Return a move: one that wins, or else one that stops a win, or else the first there is."""
    moves = win(game, state) or block(game, state) or game.actions(state)
    return moves[0]


def all_moves(game, state):
    """Return all the moves that there are."""
    return game.actions(state)


class Entry(Exercise):
    """The exercise whose function may think about a move for half as long as the server allows."""

    seconds_a_call, seconds_in_all = 5.0, 30.0

    def _verdict(self, status, message, *rest, **where):
        """Return the verdict, which says of a right player what right means here."""
        if status == "right":
            message = f"Every answer is an allowed move and comes in time. {message}".strip()
        return super()._verdict(status, message, *rest, **where)


my_player = Entry(
    my_player,
    cases=open_games,
    answer=all_moves,
    one_of=True,
    read=as_move,
    **WORDS["my_player"],
)


# ---- traps


def likely(game, state):
    """Return the moves that a careful player would think of: wins, or else blocks, or else all."""
    return win(game, state) or block(game, state) or game.actions(state)


def traps(game, state):
    """Return which share of the likely moves are mistakes, 0 if the game is over."""
    if game.terminal(state):
        return 0
    choices, good = likely(game, state), space.best_actions(state)
    mistakes = [move for move in choices if move not in good]
    return len(mistakes) / len(choices)


traps = Exercise(
    traps,
    cases=lambda: [(GAME, state) for state in space.states[::-1]],
    read=as_number,
    accepts=close_enough,
    **WORDS["traps"],
)
