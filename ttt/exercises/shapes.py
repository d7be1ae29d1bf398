"""What can be wrong with the answers of any exercise, whatever it asks for.

A known mistake of an exercise is an edit of its function. What is here is recognized from
the right answers alone: the shape that wrong answers have, and the places where they are.
Each advice says only what holds for everybody whose answers fit.
"""

from collections.abc import Callable, Iterator
from functools import cache
from math import inf
from typing import Any, NamedTuple

from ttt.exercises.answers import is_number
from ttt.game import TicTacToe
from ttt.space import Space

GAME = TicTacToe()


class Seen(NamedTuple):
    """A call, as a shape looks at it.

    given    what the function answered, and `error` the kind of its error, or None
    answer   a right answer, and `due` the kind of the error that is right, or None
    answers  all the right answers to this call
    usual    all the right answers to any call, as far as they can be told apart
    first    what the function answered to the first call of all
    case     the arguments
    """

    given: Any
    error: type[BaseException] | None
    words: str
    answer: Any
    due: type[BaseException] | None
    answers: tuple
    usual: frozenset
    first: Any
    case: tuple

    @property
    def state(self) -> str:
        """The board that the call is about."""
        return next(argument for argument in self.case if isinstance(argument, str))


class Shape(NamedTuple):
    """A shape of wrong answers: all of them have it, and if it is `everywhere` all answers."""

    name: str
    advice: str
    fits: Callable[[Seen], bool]
    everywhere: bool = False


@cache
def space() -> Space:
    """Return the whole game, which knows the value of every board."""
    return Space(GAME)


def same(one, other) -> bool:
    """Return whether two answers are the same, where True is not 1 and 1 not "1"."""
    return type(one) is type(other) and one == other


def each(change: Callable, answer):
    """Return an answer changed, and if it is a tuple each thing in it."""
    return tuple(map(change, answer)) if isinstance(answer, tuple) else change(answer)


def _is_none(seen: Seen) -> bool:
    return seen.given is None and not seen.error


def _is_pair(seen: Seen) -> bool:
    given = seen.given
    return isinstance(given, tuple | list) and len(given) == 2 and seen.answer in given


def _is_position(seen: Seen) -> bool:
    return seen.given == GAME.actions(seen.state).index(seen.answer)


def _is_value(seen: Seen) -> bool:
    after = GAME.result(seen.state, seen.answer)
    return is_number(seen.given) and seen.given in map(space().value, (seen.state, after))


def _is_best_move(seen: Seen) -> bool:
    moves = space().best_actions(seen.state) if GAME.actions(seen.state) else (None,)
    return seen.usual <= {-1, 0, 1} and any(same(seen.given, move) for move in moves)


def _has_its_sign(seen: Seen) -> bool:
    given, answer = seen.given, seen.answer
    return seen.state and answer in (-1, 0, 1) and (given > 0) - (given < 0) == answer


def _lacks(cell: int) -> Callable[[Seen], bool]:
    return lambda seen: same(seen.given, tuple(one for one in seen.answer if one != cell))


def _is_taken(seen: Seen) -> bool:
    return type(seen.given) is int and seen.given not in GAME.actions(seen.state)


def _compares_a_function(seen: Seen) -> bool:
    kinds = ("builtin_function_or_method", "function", "method")
    return any(f"'{kind}' and" in seen.words or f"and '{kind}'" in seen.words for kind in kinds)


def _raises(kind: type[BaseException], *words: str) -> Callable[[Seen], bool]:
    """Return a test whether an error of this kind is raised, with one of these words."""

    def fits(seen):
        raised = seen.error and issubclass(seen.error, kind)
        return raised and (not words or any(word in seen.words for word in words))

    return fits


_works_on_none = _raises((TypeError, AttributeError), "NoneType")

SHAPES = (
    # What is raised
    Shape(
        "the error is returned",
        "Where it should raise an error it returns one: write `raise` instead of `return`.",
        lambda seen: seen.due and isinstance(seen.given, BaseException | type),
    ),
    Shape(
        "raises something that is no error",
        "Only errors can be raised: `raise ValueError('...')`, with the text inside.",
        lambda seen: seen.due and "must derive from BaseException" in seen.words,
    ),
    Shape(
        "another kind of error",
        "It raises an error where it should, but of another kind than is asked for.",
        lambda seen: seen.due and seen.error,
    ),
    Shape(
        "no error where one is due",
        "Where it should raise an error it returns something, so nobody would notice.",
        lambda seen: seen.due and not seen.error,
    ),
    Shape(
        "a string cannot be changed",
        "`state[action] = ...` is for lists. Build a new string: what is before the cell, the "
        "mark, what is after it.",
        _raises(TypeError, "'str' object does not support item assignment"),
    ),
    Shape(
        "calls itself without end",
        "It calls itself again and again. Where does it stop, and does each call go on with "
        "another board than the one before?",
        _raises(RecursionError),
    ),
    Shape(
        "a variable without a value",
        "A variable is used before it has got a value: set it before the loop or the `if`.",
        _raises(UnboundLocalError),
    ),
    Shape(
        "an unknown name",
        "It uses a name that nothing has: is it misspelt, or has its cell not been run?",
        _raises(NameError),
    ),
    Shape(
        "the best of nothing",
        "It asks for the `max`, the `min` or a choice of nothing at all. When is there nothing to "
        "choose from, and what is the answer then?",
        _raises((ValueError, IndexError), "is empty", "empty sequence"),
    ),
    Shape(
        "an index beyond the end",
        "It looks beyond the end of a list or a string, or for the first thing in an empty one. "
        "Things are counted from 0, so that the last of nine has the number 8.",
        _raises(IndexError),
    ),
    Shape(
        "works on None",
        "It goes on with None as if it were something: does a function that it calls return "
        "nothing somewhere?",
        _works_on_none,
    ),
    Shape(
        "no power",
        "`^` is not a power in Python: write `**`, or `sqrt` for the power 0.5.",
        _raises(TypeError, "for ^"),
    ),
    Shape(
        "a function without its brackets",
        "It uses a function without calling it: the brackets after its name are missing.",
        _compares_a_function,
    ),
    Shape(
        "divides by zero",
        "It divides by 0. When can what it divides by be 0, and what is the answer then?",
        _raises(ZeroDivisionError),
    ),
    # What is returned, on every call
    Shape(
        "nothing is returned",
        "It always returns None: is a `return` missing, or never reached?",
        lambda seen: _is_none(seen) and not seen.due,
        everywhere=True,
    ),
    Shape(
        "always the same answer",
        "It gives the same answer to everything: does it look at what it is given?",
        lambda seen: not seen.error and same(seen.given, seen.first),
        everywhere=True,
    ),
    Shape(
        "read only once",
        "A generator or a map is used up once it has been read. Make a tuple of it: `tuple(...)`.",
        lambda seen: isinstance(seen.given, Iterator),
    ),
    Shape(
        "the wrong sign",
        "Every sign is turned: what should be 1 is -1, and the other way round. Values are from "
        "X's side.",
        lambda seen: seen.state and same(seen.given, -seen.answer),
        everywhere=True,
    ),
    Shape(
        "the wrong way round",
        "It always gives the other one of the two answers that there are.",
        lambda seen: len(seen.usual) == 2 and seen.given in seen.usual - {seen.answer},
        everywhere=True,
    ),
    Shape(
        "text",
        "It answers with text: quotation marks, or `str`, make text of numbers and of None.",
        lambda seen: same(seen.given, each(str, seen.answer)) and seen.given != seen.answer,
    ),
    Shape(
        "small letters",
        "The marks are capital letters: 'X' and 'O'.",
        lambda seen: same(seen.given, seen.answer.lower()),
    ),
    Shape(
        "one too high",
        "Every number in its answers is one too high. Cells are counted from 0.",
        lambda seen: seen.state and same(seen.given, each(lambda cell: cell + 1, seen.answer)),
        everywhere=True,
    ),
    Shape(
        "rows and columns",
        "A cell is one number here, not a row and a column: 3 times the row plus the column.",
        lambda seen: same(seen.given, each(lambda cell: divmod(cell, 3), seen.answer)),
    ),
    Shape(
        "all of them instead of one",
        "It returns everything that is right. Return one of them: add `[0]`.",
        lambda seen: same(seen.given, seen.answers) and not same(seen.answers, seen.answer),
        everywhere=True,
    ),
    Shape(
        "in a list",
        "The answer is right, but it comes in a list or tuple of one: leave the brackets out.",
        lambda seen: same(seen.given, (seen.answer,)) or same(seen.given, [seen.answer]),
    ),
    Shape(
        "a pair",
        "It returns two things at once. Only one is asked for.",
        _is_pair,
    ),
    Shape(
        "a list of characters",
        "It returns a list. A state is a string: `''.join(cells)` makes one of it.",
        lambda seen: (
            isinstance(seen.answer, str) and seen.given in (list(seen.answer), tuple(seen.answer))
        ),
    ),
    Shape(
        "the place in the list",
        "It returns where the move is in `game.actions(state)`, counted from 0. Return the move "
        "that is there.",
        _is_position,
        everywhere=True,
    ),
    Shape(
        "the board instead of the move",
        "It returns the board after the move. Return the move itself, the number of a cell.",
        lambda seen: same(seen.given, GAME.result(seen.state, seen.answer)),
    ),
    Shape(
        "the value instead of the move",
        "It returns a value. Return the move that leads to it: the number of a cell.",
        _is_value,
        everywhere=True,
    ),
    Shape(
        "the move instead of the value",
        "It returns a move. Return what that move leads to: the value, 1, 0 or -1.",
        _is_best_move,
    ),
    Shape(
        "the first of them",
        "It returns only the first of those that are right: is there a `return` inside the loop? "
        "Return all of them.",
        lambda seen: seen.given in (seen.answer[:1], *seen.answer[:1]),
    ),
    Shape(
        "the last of them",
        "It returns only the last of those that are right: does each round of the loop forget the "
        "one before? Return all of them.",
        lambda seen: seen.given in (seen.answer[-1:], *seen.answer[-1:]),
    ),
    Shape(
        "how many",
        "It returns how many there are. Return the cells themselves.",
        lambda seen: same(seen.given, len(seen.answer)) and isinstance(seen.answer, tuple),
    ),
    # What is returned where it is wrong
    Shape(
        "yes or no",
        "It says True or False there. Return the thing itself.",
        lambda seen: isinstance(seen.given, bool) and not isinstance(seen.answer, bool),
    ),
    Shape(
        "another kind of nothing",
        "None, False, 0, '' and () all mean nothing, but they are not the same: return the one "
        "that is asked for.",
        lambda seen: not seen.due and not seen.error and not (seen.answer or seen.given),
    ),
    Shape(
        "nothing is returned somewhere",
        "It is right except where it returns nothing, which is None, or goes on with that: some "
        "way through the function ends without a `return`.",
        lambda seen: (_is_none(seen) and None not in seen.usual) or _works_on_none(seen),
    ),
    Shape(
        "infinity is left over",
        "It is right except where it answers with infinity: there nothing was compared with the "
        "value that it started from, or that value can never be beaten.",
        lambda seen: seen.state and seen.given in (inf, -inf),
    ),
    Shape(
        "cell 0 is missing",
        "Cell 0 is always missing: 0 counts as false, or the count starts at 1.",
        _lacks(0),
    ),
    Shape(
        "cell 8 is missing",
        "Cell 8 is always missing: `range(8)` ends with 7.",
        _lacks(8),
    ),
    Shape(
        "more than once",
        "The cells are right, but some of them come more than once: is there an `append` in an "
        "inner loop?",
        lambda seen: set(seen.given) == set(seen.answer) and len(seen.given) > len(seen.answer),
    ),
    Shape(
        "some are missing",
        "All that it returns is right, but somewhere it leaves something out.",
        lambda seen: isinstance(seen.answer, tuple) and set(seen.given) < set(seen.answer),
    ),
    Shape(
        "some are too many",
        "It leaves nothing out, but somewhere it returns more than it should.",
        lambda seen: isinstance(seen.answer, tuple) and set(seen.given) > set(seen.answer),
    ),
    Shape(
        "the right sign, the wrong size",
        "Who wins is right, but the value should be 1, 0 or -1, as `game.utility` has it, however "
        "long the game takes.",
        _has_its_sign,
    ),
    Shape(
        "a taken cell",
        "It is right except where it answers with a cell that is not free.",
        _is_taken,
    ),
)


class Place(NamedTuple):
    """Where answers may be wrong: in words, and as a test of a board and a move (or None)."""

    words: str
    is_here: Callable[[str, int | None], bool]


PLACES = (
    Place("the move is on cell 0", lambda state, move: move == 0),
    Place("the move is on cell 8", lambda state, move: move == 8),
    Place("the cell is not on the board", lambda state, move: move not in (None, *range(9))),
    Place("the cell is taken", lambda state, move: move in range(9) and state[move] != "."),
    Place("the board is empty", lambda state, move: state == GAME.initial),
    Place("the game is a draw", lambda state, move: GAME.outcome(state) == "draw"),
    Place("X has won", lambda state, move: GAME.winner(state) == "X"),
    Place("O has won", lambda state, move: GAME.winner(state) == "O"),
    Place("somebody has won", lambda state, move: GAME.winner(state) is not None),
    Place("the game is over", lambda state, move: GAME.terminal(state)),
    Place("the game is not over", lambda state, move: not GAME.terminal(state)),
    Place("X is to move", lambda state, move: GAME.player(state) == "X"),
    Place("O is to move", lambda state, move: GAME.player(state) == "O"),
)
