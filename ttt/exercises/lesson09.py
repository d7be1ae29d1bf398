"""Lesson 09: the tournament.

`my_player` may be any player that answers with a move, in time, and seldom with a wrong one.
"""

from ttt.agents.rules import block, win
from ttt.exercises.answers import any_of, as_move, as_number, close_enough
from ttt.exercises.exercise import Exercise
from ttt.exercises.lesson02 import open_games
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME
from ttt.space import Space

ask = asker("09")
WORDS = words("09")
space = Space(GAME)
TOO_MANY = 250


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

    def _try(self, function):
        """Return what came of each case, and remember it."""
        self._outcomes, printed = super()._try(function)
        return self._outcomes, printed

    def _judge(self, function):
        """Return the verdict; if every answer is a move, it depends on how many are wrong."""
        verdict = super()._judge(function)
        if verdict.status != "right":
            return verdict
        given = [(state, one.value) for (_, state), one in zip(self.cases, self._outcomes)]
        wrong = [(state, move) for state, move in given if move not in space.best_actions(state)]
        right = len(given) - len(wrong)
        if len(wrong) < TOO_MANY:
            good = f"Every answer is a move and in time, and fewer than {TOO_MANY} are wrong."
            return self._verdict("right", f"{good} {verdict.message}".strip(), right)
        state, move = wrong[0]
        best = any_of(space.best_actions(state))
        movers = {GAME.player(state) for state, _ in wrong}
        where = "" if len(movers) > 1 else f", all with {movers.pop()} to move"
        message = (
            f"`my_player(game, {state!r})` answered {move}; the right answer is {best}.\n"
            f"In all, it makes a wrong move on {len(wrong):,} boards{where}. Change it until these "
            f"are fewer than {TOO_MANY}."
        )
        return self._verdict("todo", message, right, board=state)


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
    tests={"rounded": lambda seen: any(seen.given == round(seen.answer, n) for n in range(1, 9))},
    **WORDS["traps"],
)
