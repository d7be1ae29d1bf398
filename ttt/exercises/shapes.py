"""What can be wrong with the answers of any exercise, whatever it asks for.

A known mistake of an exercise is an edit of its function. What is here is recognized from
the right answers alone: the shape that wrong answers have, and the places where they are.
Each shape is a method: its name is that of the shape, its docstring the advice, which says
only what holds for everybody whose answers fit.
"""

from collections.abc import Callable, Iterator
from functools import cache
from numbers import Real
from typing import Any, NamedTuple

from ttt.game import TicTacToe
from ttt.space import Space

GAME = TicTacToe()


class Seen(NamedTuple):
    """A call, as a shape looks at it.

    given    what the function answered, and `error` the kind of its error, or None
    answer   a right answer, and `due` the kind of the error that is right, or None
    usual    all the right answers to any call, as far as they can be told apart
    first    what the function answered to the first call of all
    case     the arguments
    """

    given: Any
    error: type[BaseException] | None
    words: str
    answer: Any
    due: type[BaseException] | None
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


SHOWN, WRONG, ALL = "the call that is shown", "every wrong call", "every call"


class Shape(NamedTuple):
    """A shape of wrong answers, and among which calls it must be seen to be what is wrong."""

    name: str
    advice: str
    fits: Callable[[Seen], bool]
    among: str = WRONG

    def is_seen(self, seen: Seen) -> bool:
        """Return whether a call has this shape: no where that cannot even be asked."""
        try:
            return bool(self.fits(seen))
        except Exception:  # an answer of another kind than the shape is about
            return False


def shapes_of(kind: type[Seen], among: str) -> Iterator[Shape]:
    """Yield the shapes that are methods of a class: the name is its name, the advice its words."""
    for name, fits in vars(kind).items():
        if not name.startswith("_"):
            advice = " ".join(fits.__doc__.split())
            yield Shape(name.replace("_", " "), advice, fits, among)


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


def kind(value) -> type:
    """Return of which kind a value is; all numbers are of one kind, and True is no number."""
    value = value.item() if hasattr(value, "item") else value  # numpy's own
    return next((one for one in (bool, Real, str) if isinstance(value, one)), type(value))


def kinds_in(value) -> set[type]:
    """Return of which kinds the things in a tuple are, or an answer that is none."""
    return set(map(kind, value if isinstance(value, tuple) else (value,)))


@cache
def kinds_of(answers: frozenset) -> tuple[set[type], set[type]]:
    """Return of which kinds some answers are, and of which kinds the things in them."""
    return set(map(kind, answers)), {one for answer in answers for one in kinds_in(answer)}


def after(state: str, answer):
    """Return the board after a move, or the boards after several."""
    return each(lambda move: GAME.result(state, move), answer)


def without(cell: int, cells: tuple) -> tuple:
    """Return all of these cells but one."""
    return tuple(one for one in cells if one != cell)


# ---- the shapes


class Errors(Seen):
    """Errors that should not be raised, told by the call that is shown."""

    def a_string_cannot_be_changed(self):
        """`state[4] = ...` is for lists, and a string cannot be changed. Put a new one together, or
        change `list(state)` and make a string of it, `''.join(cells)`."""
        return self.raised(TypeError, "'str' object does not support item assignment")

    def a_tuple_cannot_grow(self):
        """A tuple cannot be changed. Collect in a list, and make a tuple of it at the end."""
        return self.raised(AttributeError, "'tuple' object has no attribute")

    def a_function_that_is_not_called(self):
        """It uses a function where its answer is due: `player` is the function itself, and
        `player(state)` is what it answers."""
        return self.raised(TypeError, "'function", '"function', "method'", 'method"', "Exercise")

    def no_whole_number_in_brackets(self):
        """What stands in square brackets, as in `state[4]`, must be one whole number. What is it
        here?"""
        return self.raised(TypeError, "indices must be integers")

    def beyond_the_end(self):
        """It asks for a place that is not there. The nine cells of a board have the numbers 0 to 8,
        and an empty list or tuple has no place at all, not even `[0]`: ask first what is in it."""
        return self.raised(IndexError, "out of range")

    def a_mark_without_quotation_marks(self):
        """Without quotation marks, X and O are names of variables. The marks are 'X' and 'O'."""
        return self.raised(NameError, "'X'", "'O'")

    def a_name_without_a_value(self):
        """It reads a name that has no value yet: is it set only within a loop or an `if`, or only
        further down, or is it the name of a function?"""
        return self.raised(UnboundLocalError)

    def a_name_that_is_not_known(self):
        """Python does not know this name. Is it mistyped, or has a cell above not been run yet?"""
        return self.raised(NameError)

    def calls_itself_without_end(self):
        """It calls itself again and again. Where does it stop, and does each call go on with
        another board than the one before?"""
        return self.raised(RecursionError)

    def the_best_of_nothing(self):
        """It asks for the `max`, the `min` or a choice of nothing at all. When is there nothing to
        choose from, and what is the answer then?"""
        return self.raised((ValueError, IndexError), "is empty", "empty sequence")

    def works_on_None(self):
        """It goes on with None as if it were a value: is an argument None, or does a function that
        it calls return nothing? (`append`, `sort` and `shuffle` change a list and return None.)"""
        return self.raised((TypeError, AttributeError), "NoneType")

    def things_of_two_kinds(self):
        """It compares things of two kinds, or reckons with them: the error names both. (How many
        things there are in a tuple is its `len`, and the first of them is `cells[0]`.)"""
        return self.raised(TypeError, "not supported between", "unsupported operand")


class InAllAnswers(Seen):
    """What every answer has, also where it makes no difference."""

    def nothing_is_returned(self):
        """It always returns None: is a `return` missing, or never reached?"""
        return self.given is None and not self.error and not self.due

    def always_the_same_answer(self):
        """It gave the same answer to every call of this check. Does it use what it is given? If
        there is a condition in it, is that always true, or never?"""
        return not self.error and same(self.given, self.first)

    def the_wrong_sign(self):
        """Every sign is turned: what should be 1 is -1, and the other way round. Values are from
        X's side."""
        return self.state and same(self.given, -self.answer)

    def one_too_high(self):
        """Every number in its answers is one too high. Cells are counted from 0."""
        return self.state and same(self.given, each(lambda cell: cell + 1, self.answer))

    def the_place_in_the_list(self):
        """It returns where the move is in `game.actions(state)`, counted from 0. Return the move
        that is there."""
        return self.given == each(GAME.actions(self.state).index, self.answer)

    def the_value_instead_of_the_move(self):
        """It returns a value. Return the move that leads to it: the number of a cell."""
        values = map(space().value, (self.state, after(self.state, self.answer)))
        return kind(self.given) is Real and (type(self.given) is float or self.given in values)

    def only_one_of_them(self):
        """It returns only the first or only the last of those that are right: is there a `return`
        inside the loop, or does each round forget the one before? Return all of them together, and
        () where there are none."""
        ends = (self.answer[:1], self.answer[-1:], *self.answer[:1], *self.answer[-1:])
        return not self.error and (self.given in ends if self.answer else not self.given)


class InWrongAnswers(Seen):
    """What every wrong answer has."""

    def no_error_where_one_is_due(self):
        """It is right except where it should raise an error: there it returns something, and nobody
        would notice, or it raises an error of another kind. Write `raise ValueError('...')`."""
        return self.due

    def read_only_once(self):
        """It returns a generator or a map, from which things can be read once, one by one. Read it:
        `tuple(...)` for all of them, `next(...)` for the first, `''.join(...)` for a string."""
        return isinstance(self.given, Iterator)

    def the_board_instead_of_the_move(self):
        """It returns the board after a move. Return the move itself, the number of a cell."""
        return self.answer != () and same(self.given, after(self.state, self.answer))

    def small_letters(self):
        """The marks are capital letters: 'X' and 'O'."""
        return self.given != self.answer and self.given.upper() == self.answer.upper()

    def no_nine_characters(self):
        """A board is a string of nine characters, and what it returns is not. Where does each part
        that is put together begin and end? (`''.join(cells)` makes a string of a list.)"""
        is_board = isinstance(self.given, str) and len(self.given) == 9
        is_something = self.given is not None and not self.error
        return is_something and not is_board and len(self.answer) == 9

    def in_a_list(self):
        """It returns a list or a tuple with the right answer in it. Only that one thing is asked
        for: take it out, as `cells[0]` does, or leave out the brackets."""
        is_list = isinstance(self.given, tuple | list) and not isinstance(self.answer, tuple)
        return is_list and (self.answer in self.given or (self.answer is None and not self.given))

    def another_kind_of_nothing(self):
        """None, False, 0, '' and () all mean nothing, but they are not the same: return the one
        that is asked for."""
        return not self.due and not self.error and not self.answer and not self.given

    def nothing_is_returned_somewhere(self):
        """Somewhere it returns nothing, which is None, or goes on with None. Look for a way through
        it that ends without `return`, or for something that it ought to find and overlooks."""
        is_none = self.given is None and not self.error
        return is_none or self.raised((TypeError, AttributeError), "NoneType")

    def infinity_is_left_over(self):
        """Wherever it is wrong, it answers with infinity, which no board is worth. Is the end of
        the game missing? A loop over no moves leaves the value as it began."""
        return self.state and abs(self.given) == float("inf")

    def the_end_is_missing(self):
        """Cell 0 or cell 8 is always missing: 0 counts as false, `range(1, 9)` begins with 1, and
        `range(8)` ends with 7."""
        return any(same(self.given, without(cell, self.answer)) for cell in (0, 8))

    def some_are_missing(self):
        """All that it returns is right, but somewhere it leaves something out. Does a loop end too
        soon, as with a `return` inside it?"""
        is_once = isinstance(self.given, tuple) and len(set(self.given)) == len(self.given)
        return is_once and set(self.given) < set(self.answer)

    def some_are_too_many(self):
        """It leaves nothing out, but somewhere it returns more than it should, or the same thing
        more than once. (A list made outside the function is not empty in the next call.)"""
        longer = isinstance(self.given, tuple) and len(self.given) > len(self.answer)
        return longer and set(self.given) >= set(self.answer)

    def the_right_sign_but_the_wrong_size(self):
        """Who wins is right, but the value should be 1, 0 or -1, as `game.utility` has it, however
        long the game takes."""
        sign = (self.given > 0) - (self.given < 0) if kind(self.given) is Real else None
        return self.state and self.usual <= {-1, 0, 1} and same(sign, self.answer)

    def no_free_cell(self):
        """It is right except where it answers with a number that is not that of a free cell."""
        free = GAME.actions(self.state)
        return kind(self.given) is Real and self.answer in free and self.given not in free

    def another_type(self):
        """It returns something of another type than is asked for. (Quotation marks, `str` and
        `join` make text, a comparison makes True or False, `append` puts a list into a list as one
        thing, and a cell is one number, not a row and a column.)"""
        whole, things = kinds_of(self.usual)
        fits = kind(self.given) in whole and kinds_in(self.given) <= things
        return not self.error and self.usual and not fits

    def never_the_right_answer(self):
        """Where it is wrong, it returns something that is the right answer to no call at all. Which
        answers are there? (The letter O is not the number 0.)"""
        return not self.error and 1 < len(self.usual) <= 3 and self.given not in self.usual


SHAPES = (
    *shapes_of(Errors, SHOWN),
    *shapes_of(InAllAnswers, ALL),
    *shapes_of(InWrongAnswers, WRONG),
)


# ---- the places


class Place(NamedTuple):
    """Where answers may be wrong: in words, and as a test of the arguments of a call."""

    words: str
    is_here: Callable[..., bool]


def board_and_move(*case) -> tuple[str | None, int | None]:
    """Return the board that a call is about, and the move; None for what there is not."""
    boards = (thing for thing in case if isinstance(thing, str) and len(thing) == GAME.cells)
    board = next(boards, None)
    move = next((argument for argument in case if isinstance(argument, int)), None)
    return board, move if board else None


def on_board(words: str, test: Callable[[str, int | None], bool]) -> Place:
    """Return a place that is told by the board and the move."""

    def is_here(*case) -> bool:
        board, move = board_and_move(*case)
        return board is not None and test(board, move)

    return Place(words, is_here)


PLACES = (
    on_board("the board is empty", lambda state, move: state == GAME.initial),
    on_board("a single cell is free", lambda state, move: state.count(".") == 1),
    on_board("the board is full", lambda state, move: "." not in state),
    on_board("the game is a draw", lambda state, move: GAME.outcome(state) == "draw"),
    on_board("X has won", lambda state, move: GAME.winner(state) == "X"),
    on_board("O has won", lambda state, move: GAME.winner(state) == "O"),
    on_board("somebody has won", lambda state, move: GAME.winner(state) is not None),
    on_board("the game is over", lambda state, move: GAME.terminal(state)),
    on_board("X is to move", lambda state, move: GAME.player(state) == "X"),
    on_board("O is to move", lambda state, move: GAME.player(state) == "O"),
    on_board("the move is on cell 0", lambda state, move: move == 0),
    on_board("the cell is not on the board", lambda state, move: move not in (None, *range(9))),
    on_board("the cell is taken", lambda state, move: move in range(9) and state[move] != "."),
)
