"""Lesson 10: other games, of which the student writes one as a class; and 10b: past one machine."""

import inspect

from ttt.exercises.exercise import Exercise
from ttt.exercises.functions import is_blank
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.games import Nim
from ttt.space import Space

ask = asker("10", "10b")
WORDS = words("10")
FIVE = (Nim.player, Nim.actions, Nim.result, Nim.terminal, Nim.utility)


class MyNim:
    """Nim: take any number from one pile; the player who takes the last thing wins."""

    initial = ("X", (1, 2, 4))

    def player(self, state):
        """Return who moves next."""
        return state[0]

    def actions(self, state):
        """Return every (pile, number) that can be taken."""
        piles = state[1]
        return [(i, n) for i in range(len(piles)) for n in range(1, piles[i] + 1)]

    def result(self, state, action):
        """Return the state after a move: fewer things, and the other player's turn."""
        piles, (pile, number) = list(state[1]), action
        piles[pile] -= number
        return "O" if state[0] == "X" else "X", tuple(piles)

    def terminal(self, state):
        """Return whether nothing is left."""
        return sum(state[1]) == 0

    def utility(self, state):
        """Return 1 if X took the last thing, -1 if O did: X's side."""
        return 1 if state[0] == "O" else -1


def initial(game):
    """Return where the game starts."""
    return game.initial


def every_question():
    """Return all that can be asked of the game, each as a function and its arguments."""
    game = Nim((1, 2, 4))
    states = sorted(Space(game).states, key=lambda state: sum(state[1]))
    going, over = ([s for s in states if game.terminal(s) is end] for end in (False, True))
    moves = [(state, action) for state in going for action in game.actions(state)]
    calls = ((s,) for s in going), ((s,) for s in states), moves, ((s,) for s in states)
    pairs = zip(FIVE, (*calls, ((s,) for s in over)))
    return [(initial,), *((question, *call) for question, some in pairs for call in some)]


def asked(made, question, *arguments):
    """Return what a game of a class answers to a question."""
    thing = getattr(made(), question.__name__)
    return thing(*arguments) if arguments else thing


def as_good(given, right, question, *arguments) -> bool:
    """Return whether an answer is right: moves may come in any order, in a list or a tuple."""
    if question is not Nim.actions:
        return given == right
    return isinstance(given, list | tuple | set) and sorted(given) == sorted(right)


class WholeGame(Exercise):
    """An exercise whose answer is a class."""

    _calls = ((),)

    def _judge(self, function):
        """Return the verdict; a class with functions that are blank or missing is not done yet."""
        methods = {one.__name__: getattr(function, one.__name__, None) for one in FIVE}
        left = [name for name, one in methods.items() if one is None or is_blank(one)]
        if not isinstance(function, type) or not left:
            return super()._judge(function)
        if len(left) == len(FIVE):
            return self._todo()
        return self._verdict("todo", f"Still to be written: {', '.join(left)}.")

    def _help(self):
        source = inspect.getsource(self._solution).strip()
        return [*super()._help()[:-1], f"```python\n{source}\n```"]

    def _called(self, case):
        question, *arguments = case
        call = f"({', '.join(map(repr, arguments))})" if arguments else ""
        return f"`{self.name}().{question.__name__}{call}`"


MyNim = WholeGame(
    MyNim,
    cases=every_question,
    run=asked,
    accepts=as_good,
    place=lambda *case: (),
    places=(),
    things="questions",
    **WORDS["MyNim"],
)
