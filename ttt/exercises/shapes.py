"""What can be wrong with the answers of any exercise, whatever it asks for.

A known mistake of an exercise is an edit of its function. What is here is recognized from
the right answers alone: the shape that wrong answers have, and the places where they are.
Each advice says only what holds for everybody whose answers fit. The tables of shapes are in
plain text, as those of the mistakes are; below an advice, after bars, stands the test of it:
an expression in which `given` is what came and `answer` what is right.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from numbers import Real
from typing import Any, NamedTuple

from ttt.exercises.mistakes import entries
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

    def raised(self, kinds: type | tuple = Exception, *words: str) -> bool:
        """Return whether it raised such an error, with one of these words, and should not have."""
        fits = self.error and not self.due and issubclass(self.error, kinds)
        return bool(fits) and (not words or any(word in self.words for word in words))

    def known(self) -> set[type]:
        """Return of which kinds all the right answers are, and the things in them."""
        return {kind(one) for right in self.usual for one in things(right)}


SHOWN, WRONG, ALL = "the call that is shown", "every wrong call", "every call"


class Shape(NamedTuple):
    """A shape of wrong answers, and among which calls it must be seen to be what is wrong."""

    name: str
    advice: str
    fits: Callable[[Seen], bool]
    among: str = WRONG
    first: bool = False  # whether it is looked for before the known mistakes


def shapes(among: str, text: str, first: bool = False) -> Iterator[Shape]:
    """Yield the shapes of a table in plain text."""
    for name, advice, lines in entries(text):
        test = eval(f"lambda seen, given, answer: {' '.join(lines)}", globals())
        yield Shape(name, advice, partial(_asked, test), among, first)


def _asked(test: Callable, seen: Seen) -> bool:
    return test(seen, seen.given, seen.answer)


@cache
def space() -> Space:
    """Return the whole game, which knows the value of every board."""
    return Space(GAME)


# ---- what the tests are made of


def same(one, other) -> bool:
    """Return whether two answers are the same, where True is not 1 and 1 not "1"."""
    return type(one) is type(other) and one == other


def each(change: Callable, answer):
    """Return an answer changed, and if it is a tuple each thing in it."""
    return tuple(map(change, answer)) if isinstance(answer, tuple) else change(answer)


def things(answer) -> tuple:
    """Return the things in a tuple, and of any other answer a tuple of it alone."""
    return answer if isinstance(answer, tuple) else (answer,)


def kind(value) -> type:
    """Return of which kind a value is; all numbers are of one kind, and True is no number."""
    value = value.item() if hasattr(value, "item") else value  # numpy's own
    return next((one for one in (bool, Real, str) if isinstance(value, one)), type(value))


def kinds_in(value) -> set[type]:
    """Return of which kinds the things in an answer are."""
    return set(map(kind, things(value)))


def only(cells: tuple, given) -> bool:
    """Return whether `given` is the only one of some cells, or means nothing if there is none."""
    return given in (cells, *cells) if cells else not given


def after(state: str, answer):
    """Return the board after a move, or the boards after several."""
    return each(lambda move: GAME.result(state, move), answer)


def best_moves(state: str) -> tuple:
    """Return the best moves, and None if there is no move."""
    return space().best_actions(state) if GAME.actions(state) else (None,)


def without(cell: int, cells: tuple) -> tuple:
    """Return all of these cells but one."""
    return tuple(one for one in cells if one != cell)


def sign(number: float) -> int:
    """Return 1, 0 or -1."""
    return (number > 0) - (number < 0)


# ---- the shapes

BEFORE_ALL_ELSE = """
    nothing is returned
        It always returns None: is a `return` missing, or never reached?
        | given is None and not seen.error and not seen.due
"""

WHERE_AN_ERROR_IS_DUE = """
    the error is returned
        Where it should raise an error it returns one: write `raise` instead of `return`.
        | seen.due and isinstance(given, BaseException | type)
    raises something that is no error
        Only errors can be raised: `raise ValueError('...')`, with the text inside.
        | seen.due and "must derive from BaseException" in seen.words
    another kind of error
        It raises an error where it should, but of another kind than is asked for.
        | seen.due and seen.error
    no error where one is due
        It is wrong only where it should raise an error: there it returns something, and nobody
        would notice, or it raises an error of another kind.
        | seen.due
"""

ERRORS_THAT_SHOULD_NOT_BE = """
    a string cannot be changed
        `state[action] = ...` is for lists. Build a new string: what is before the cell, the
        mark, what is after it.
        | seen.raised(TypeError, "'str' object does not support item assignment")
    calls itself without end
        It calls itself again and again. Where does it stop, and does each call go on with
        another board than the one before?
        | seen.raised(RecursionError)
    a variable without a value
        A variable is used before it has got a value: set it before the loop or the `if`.
        | seen.raised(UnboundLocalError)
    an unknown name
        It uses a name that nothing has: is it misspelt, or has its cell not been run?
        | seen.raised(NameError)
    the best of nothing
        It asks for the `max`, the `min` or a choice of nothing at all. When is there nothing to
        choose from, and what is the answer then?
        | seen.raised((ValueError, IndexError), "is empty", "empty sequence")
    an index beyond the end
        It looks beyond the end of a list or a string, or for the first thing in an empty one.
        Things are counted from 0, so that the last of nine has the number 8.
        | seen.raised(IndexError)
    works on None
        It goes on with None as if it were something: does a function that it calls return
        nothing? (`append` and `sort` change a list and return None.)
        | seen.raised((TypeError, AttributeError), "NoneType")
    no power
        `^` is not a power in Python: write `**`, or `sqrt` for the power 0.5.
        | seen.raised(TypeError, "for ^")
    a function without its brackets
        It uses a function without calling it: the brackets after its name are missing.
        | seen.raised(TypeError, "'function'", '"function"', "'method'", '"method"', "_wrapper",
          "'builtin_function")
    called with other arguments
        It calls a function with more or fewer arguments than that takes: the error says which.
        | seen.raised(TypeError, "required positional", "positional argument", "expected at")
    types that do not go together
        It does something with a value that values of this type cannot do, or it mixes two types:
        the error names them. Which of your variables has that type?
        | seen.raised((TypeError, AttributeError))
    an unknown key
        It looks up something in a dictionary that is not in it: the error says what.
        | seen.raised(KeyError)
    divides by zero
        It divides by 0. When can what it divides by be 0, and what is the answer then?
        | seen.raised(ZeroDivisionError)
    an error where an answer is due
        It raises an error where it should answer: the words in brackets say why.
        | seen.raised()
"""

IN_ALL_ANSWERS = """
    always the same answer
        It gives the same answer to everything: does it look at what it is given?
        | not seen.error and same(given, seen.first)
    the wrong sign
        Every sign is turned: what should be 1 is -1, and the other way round. Values are from
        X's side.
        | seen.state and same(given, -answer)
    the wrong way round
        It always gives the other one of the two answers that there are.
        | len(seen.usual) == 2 and given in seen.usual - {answer}
    one too high
        Every number in its answers is one too high. Cells are counted from 0.
        | seen.state and same(given, each(lambda cell: cell + 1, answer))
    the place in the list
        It returns where the move is in `game.actions(state)`, counted from 0. Return the move
        that is there.
        | given == GAME.actions(seen.state).index(answer)
    how many
        It returns how many there are. Return the cells themselves, or the one that is asked for.
        | same(given, len(answer if isinstance(answer, tuple) else seen.answers))
    the value instead of the move
        It returns a value. Return the move that leads to it: the number of a cell.
        | kind(given) is Real and answer in GAME.actions(seen.state) and (type(given) is float
          or given in map(space().value, (seen.state, after(seen.state, answer))))
"""

IN_WRONG_ANSWERS = """
    read only once
        It returns a generator or a map, from which things can be read once, one by one. Read
        it: `tuple(...)` for all of them, `next(...)` for the first.
        | isinstance(given, Iterator)
    the board instead of the move
        It returns the board after a move. Return the move itself, the number of a cell.
        | answer != () and same(given, after(seen.state, answer))
    rows and columns
        A cell is one number here, not a row and a column: 3 times the row plus the column.
        | same(given, each(lambda cell: divmod(cell, 3), answer))
    text
        It answers with text: quotation marks, `str` and `join` make text, and a state is text.
        Something else is asked for.
        | (seen.usual and kinds_in(given) == {str} and str not in seen.known())
          or (same(given, each(str, answer)) and given != answer)
    a number
        It answers with a number. Something else is asked for.
        | seen.usual and kinds_in(given) == {Real} and Real not in seen.known()
    small letters
        The marks are capital letters: 'X' and 'O'.
        | given != answer and given.upper() == answer.upper()
    more than the mark
        The right mark is in its answer, but with other words. Return the mark alone.
        | answer in ("X", "O") and answer in given.split()
    a list of characters
        It returns a list. A state is a string: `''.join(cells)` makes one of it.
        | len(answer) == 9 and given in (list(answer), tuple(answer))
    not nine characters
        A board has nine characters, and what it returns has more or fewer. Where does each part
        that is put together begin and end? (`''.join(cells)` makes a string of a list.)
        | isinstance(given, str) and len(given) != len(answer) == 9
    another move
        It makes a move, but another than it is asked to make: the mark is in the wrong cell.
        | len(answer) == 9 and given in after(seen.state, GAME.actions(seen.state))
    in a list
        It returns a list or a tuple with the right answer in it. Only that one thing is asked
        for: take it out, with `[0]` for instance, or leave the brackets away.
        | isinstance(given, tuple | list) and not isinstance(answer, tuple)
          and (answer in given or (answer is None and not given))
    another kind of nothing
        None, False, 0, '' and () all mean nothing, but they are not the same: return the one
        that is asked for.
        | not seen.due and not seen.error and not answer and not given
    nothing is returned somewhere
        It is right except where it returns nothing, which is None, or goes on with that: some way
        through the function ends without a `return`, or what it returns has become None.
        | (given is None and not seen.error and None not in seen.usual)
          or seen.raised((TypeError, AttributeError), "NoneType")
    overlooks something
        It is right except where it answers None although there is something to find.
        | given is None and not seen.error
    yes or no
        It says True or False there. Return the thing itself.
        | isinstance(given, bool) and not isinstance(answer, bool)
    infinity is left over
        It is right except where it answers with infinity: there nothing was compared with the
        value that it started from, or that value can never be beaten.
        | seen.state and abs(given) == float("inf")
    the move instead of the value
        It returns a move. Return what that move leads to: the value, 1, 0 or -1.
        | seen.usual <= {-1, 0, 1} and any(same(given, move) for move in best_moves(seen.state))
    the first of them
        It returns only the first of those that are right: is there a `return` inside the loop?
        Return all of them.
        | not seen.error and only(answer[:1], given)
    the last of them
        It returns only the last of those that are right: does each round of the loop forget the
        one before? Return all of them.
        | not seen.error and only(answer[-1:], given)
    cell 0 is missing
        Cell 0 is always missing: 0 counts as false, or the count starts at 1.
        | same(given, without(0, answer))
    cell 8 is missing
        Cell 8 is always missing: `range(8)` ends with 7.
        | same(given, without(8, answer))
    more than once
        The cells are right, but some of them come more than once: is there an `append` in an
        inner loop?
        | set(given) == set(answer) and len(given) > len(answer)
    some are missing
        All that it returns is right, but somewhere it leaves something out.
        | isinstance(given, tuple) and set(given) < set(answer)
    some are too many
        It leaves nothing out, but somewhere it returns more than it should.
        | isinstance(given, tuple) and set(given) > set(answer)
    the right sign, the wrong size
        Who wins is right, but the value should be 1, 0 or -1, as `game.utility` has it, however
        long the game takes.
        | seen.state and seen.usual <= {-1, 0, 1} and sign(given) == answer
    no free cell
        It is right except where it answers with a number that is not that of a free cell.
        | kind(given) is Real and answer in GAME.actions(seen.state)
          and given not in GAME.actions(seen.state)
    another type
        It returns something of another type than is asked for: the right answer shows of which
        type it should be.
        | not seen.error and seen.usual and (
          kind(given) not in map(kind, seen.usual) or not kinds_in(given) <= seen.known())
"""

SHAPES = (
    *shapes(ALL, BEFORE_ALL_ELSE, first=True),
    *shapes(WRONG, WHERE_AN_ERROR_IS_DUE),
    *shapes(SHOWN, ERRORS_THAT_SHOULD_NOT_BE),
    *shapes(ALL, IN_ALL_ANSWERS),
    *shapes(WRONG, IN_WRONG_ANSWERS),
)


# ---- the places


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
    Place("a single cell is free", lambda state, move: state.count(".") == 1),
    Place("the board is full", lambda state, move: "." not in state),
    Place("the game is a draw", lambda state, move: GAME.outcome(state) == "draw"),
    Place("X has won", lambda state, move: GAME.winner(state) == "X"),
    Place("O has won", lambda state, move: GAME.winner(state) == "O"),
    Place("somebody has won", lambda state, move: GAME.winner(state) is not None),
    Place("nobody has won", lambda state, move: GAME.winner(state) is None),
    Place("the game is over", lambda state, move: GAME.terminal(state)),
    Place("the game is not over", lambda state, move: not GAME.terminal(state)),
    Place("X is to move", lambda state, move: GAME.player(state) == "X"),
    Place("O is to move", lambda state, move: GAME.player(state) == "O"),
)
