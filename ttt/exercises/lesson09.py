"""Lesson 09: the tournament.

`my_player` may be any player that answers with a move, in time, and seldom with a wrong one.
"""

from ttt.agents.rules import block, win
from ttt.exercises.answers import Outcome, as_move, as_number, close_enough
from ttt.exercises.exercise import Exercise
from ttt.exercises.lesson02 import open_games
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME
from ttt.space import Space

ask = asker("09")
WORDS = words("09")
space = Space(GAME)
TOO_MANY, STILL = 250, "wrong moves still"


# ---- my_player


def my_player(game, state):
    """Return a move: win, or else block, or else take the center, a corner, or what is left."""
    liked = [cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if cell in game.actions(state)]
    moves = win(game, state) or block(game, state) or liked
    return moves[0]


def all_moves(game, state):
    """Return all the moves that there are."""
    return game.actions(state)


class Entry(Exercise):
    """The exercise whose function may be any player that errs less often than the one given."""

    seconds_a_call, seconds_in_all = 5.0, 30.0  # half as long a call as the server allows

    def _wrong_ones(self, outcomes):
        """Return where no move comes; if nowhere, where it is a wrong one, unless that is rare."""
        refused = super()._wrong_ones(outcomes)
        best = [space.best_actions(state) for _, state in self.cases]
        tried = enumerate(zip(outcomes, [] if refused else best))
        self._errs = [nth for nth, (given, moves) in tried if given.value not in moves]
        return refused or self._errs * (len(self._errs) >= TOO_MANY)

    def _complaint(self, case, given, right):
        """Name the best moves in place of all, where the answer is a move."""
        best = Outcome(space.best_actions(case[1]))
        return super()._complaint(case, given, best if self._agree(given, right, case) else right)

    def _diagnosis(self, *seen):
        """Return how often a player errs that answers with moves."""
        *_, outcomes, wrong = seen
        nth = wrong[0]
        if not self._agree(outcomes[nth], self.right_outcomes[nth], self.cases[nth]):
            return super()._diagnosis(*seen)
        count = f"In all, it makes a wrong move on {len(wrong):,} boards"
        return STILL, f"{count}. Change it until these are fewer than {TOO_MANY}."

    def _verdict(self, status, message, right=0, **where):
        """Return the verdict: a player that errs too often is not done yet."""
        if status == "right":
            good = f"Every answer is a move and in time, and fewer than {TOO_MANY} are wrong."
            return super()._verdict(status, f"{good} {message}".strip(), right - len(self._errs))
        status = "todo" if where.get("mistake") == STILL else status
        return super()._verdict(status, message, right, **where)


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
    cases=lambda: [*open_games()[::-1], *((GAME, s) for s in space.states if GAME.terminal(s))],
    read=as_number,
    accepts=close_enough,
    **WORDS["traps"],
)
