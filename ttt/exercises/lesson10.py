"""Lesson 10: other games, of which the student writes one as a class; and 10b: past one machine."""

import inspect
from copy import copy
from itertools import product

from ttt.exercises.answers import as_number, close_enough
from ttt.exercises.exercise import Exercise
from ttt.exercises.functions import is_blank
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import Place
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


def as_tuples(value):
    """Return a list as a tuple, also inside of others, and anything else as it is."""
    return tuple(map(as_tuples, value)) if isinstance(value, list | tuple) else value


class WholeGame(Exercise):
    """An exercise whose answer is a class."""

    _calls = ((),)

    def take(self, function):
        """Return the class with its moves in ascending order, so that all see the same numbers."""

        class Ordered(super().take(function)):
            def __init__(self, *arguments):
                super().__init__(*arguments)
                actions = self.actions
                self.actions = lambda state: tuple(sorted(actions(state)))

        Ordered.__name__ = self.name
        return Ordered

    def _judge(self, function):
        """Return the verdict; functions that are blank or missing are named, and not called."""
        methods = {one.__name__: getattr(function, one.__name__, None) for one in FIVE}
        left = [name for name, one in methods.items() if one is None or is_blank(one)]
        if not isinstance(function, type) or not left:
            return super()._judge(function)
        if len(left) == len(FIVE):
            return self._todo()
        part = copy(self)
        part.cases = [case for case in self.cases if case[0].__name__ not in left]
        part.right_outcomes = [part._call(self._solution, case) for case in part.cases]
        verdict = super(WholeGame, part)._judge(function)
        if verdict.status == "right":
            right = ", ".join(name for name in methods if name not in left)
            verdict = self._verdict("todo", f"Right so far: {right}.")
        verdict.message += f"\nStill to be written: {', '.join(left)}."
        return verdict

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
    tests={
        "no self": lambda seen: seen.raised(TypeError, "were given"),
        "a bare name": lambda seen: seen.raised(NameError, *(repr(one.__name__) for one in FIVE)),
        "a tuple is changed": lambda seen: seen.raised(TypeError, "support item"),
        "lists": lambda seen: as_tuples(seen.given) == as_tuples(seen.answer),
    },
    places=[
        Place(f"`{one.__name__}` is asked", lambda asked, *_, one=one: asked is one) for one in FIVE
    ],
    things="questions",
    **WORDS["MyNim"],
)


# ---- 10b


def finish(tasks, workers):
    """Return when all tasks are done: the next one goes to the worker that is free first."""
    until = [0] * workers
    for seconds in tasks:
        until[until.index(min(until))] += seconds
    return max(until)


def speed_up(serial, machines):
    """Return how many times faster the work is done, of which a share is serial."""
    return 1 / (serial + (1 - serial) / machines)


QUEUES = ([3], [2, 1], [1, 2, 3], [0.5, 1, 4], [4, 1, 1, 2], [2, 2, 2, 2], [1, 5, 1, 1, 1, 3])
finish = Exercise(
    finish,
    cases=lambda: product(QUEUES, (1, 2, 3, 10)),
    run=lambda function, tasks, workers: function([*tasks], workers),
    read=as_number,
    accepts=close_enough,
    places=(),
    things="cases",
    **WORDS["finish"],
)

speed_up = Exercise(
    speed_up,
    cases=lambda: product((0.5, 0.25, 0.05, 0, 1), (1, 2, 10, 1_000)),
    read=as_number,
    accepts=close_enough,
    places=(),
    things="cases",
    **WORDS["speed_up"],
)
