"""How an exercise works: it checks a function on every board, gives hints, shows its solution."""

import builtins
import contextlib
import dis
import inspect
import io
import sys
import threading
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import NamedTuple

from ttt.exercises.verdict import Note, Verdict, show
from ttt.game import TicTacToe
from ttt.limit import TimeLimit, TooLong

SECONDS_A_CALL = 1.0
SECONDS_IN_ALL = 8.0
TOLD_APART = (TypeError, AttributeError)  # many mistakes end in these: their words say which
HOPELESS = (TooLong, RecursionError, MemoryError)  # each costs time, and the next would too


class Mistake(NamedTuple):
    """A known way to go wrong: a name, what to tell who does so, and the wrong code itself."""

    name: str
    advice: str
    function: Callable


class Outcome:
    """What came of a call: its value, or else the kind and the words of its error."""

    # Written out, because the code that a NamedTuple or a dataclass gets does not count as ours
    # and might be stopped by the time limit.
    def __init__(self, value=None, error: type[BaseException] | None = None, words: str = ""):
        self.value, self.error, self.words = value, error, words


class Exercise:
    """A function for the student to write.

    solution  the function as the course writes it, shown on demand
    cases     a function that returns the arguments to try, smallest boards first
    answer    the right function for those arguments; where it raises, so must the student's
    hints     three, from a nudge to nearly there
    mistakes  the known mistakes
    read      turns what a function returned into a plain value to compare
    accepts   accepts(given, right, *case): whether a value will do, where it need not be the
              right one itself; known mistakes are recognised in the same way
    say       how the right answer is put in words
    things    what the cases are called when they are counted
    """

    def __init__(
        self,
        solution: Callable,
        *,
        cases: Callable[[], Iterable[tuple]],
        answer: Callable,
        hints: tuple[str, str, str],
        mistakes: tuple[Mistake, ...],
        read: Callable = lambda value: value,
        accepts: Callable = lambda given, right, *case: given == right,
        say: Callable = lambda right: short(right),
        things: str = "boards",
    ):
        self.name = solution.__name__
        self.hints, self.mistakes, self.things = hints, mistakes, things
        self._solution, self._make_cases, self._answer = solution, cases, answer
        self._read, self._accepts, self._say = read, accepts, say
        self._hints_given = 0

    def __repr__(self):
        return f"<Exercise {self._wanted}: .check(your_function), .hint(), .solution()>"

    def __call__(self, *arguments):
        """Return what the solution answers, so that solutions can call each other by name."""
        return self._solution(*arguments)

    # ---- what the student calls

    def check(self, function: Callable | None = None) -> Verdict:
        """Show and return whether `function` is right on all cases, and if not, where it fails."""
        verdict = self._judge(function)
        show(verdict)
        return verdict

    def take(self, function: Callable) -> Callable:
        """Return `function` if it is right, and otherwise the course's own."""
        return function if self._judge(function).status == "right" else self._solution

    def hint(self) -> None:
        """Show the next hint; after the last one they start again."""
        if self._hints_given == len(self.hints):
            show(Note("Those were all the hints. `.solution()` shows how the course writes it."))
            self._hints_given = 0
            return
        self._hints_given += 1
        nth = f"Hint {self._hints_given} of {len(self.hints)}"
        show(Note(f"**{nth}:** {self.hints[self._hints_given - 1]}"))

    def solution(self) -> None:
        """Show how the course writes this function."""
        body = inspect.getsource(self._solution).strip().split(":\n", 1)[1]
        show(Note(f"```python\ndef {self._wanted}:\n{body}\n```"))

    @cached_property
    def _wanted(self) -> str:
        """What the student writes after `def`: name and parameters, without their types."""
        signature = inspect.signature(self._solution)
        plain = [p.replace(annotation=p.empty) for p in signature.parameters.values()]
        return f"{self.name}{inspect.Signature(plain)}"

    # ---- judging

    @cached_property
    def cases(self) -> list[tuple]:
        """The arguments of every call that is tried."""
        return list(self._make_cases())

    @property
    def _calls(self) -> list[tuple]:
        """The arguments of a call in each way in which the function is to be called."""
        return self.cases[:1]

    @cached_property
    def right_outcomes(self) -> list[Outcome]:
        """What each of those calls should come to."""
        return [self._call(self._answer, case) for case in self.cases]

    def _judge(self, function) -> Verdict:
        complaint = self._misfit(function)
        if complaint:
            return self._verdict("wrong", complaint)
        if _is_blank(function):
            return self._todo()
        helper = _blank_helper(function)
        if helper:
            lesson = self._make_cases.__module__.split(".")[-1]
            borrow = f"Write that first, or borrow the course's: `{helper} = {lesson}.{helper}`."
            return self._verdict("todo", f"It uses `{helper}`, which is not done yet. {borrow}")
        outcomes, printed = self._try(function)
        if outcomes and (outcomes[0].error is NotImplementedError or outcomes[0].value is ...):
            return self._todo()
        tried = zip(outcomes, self.right_outcomes, self.cases)
        wrong = [nth for nth, triple in enumerate(tried) if not self._agree(*triple)]
        right_count = len(outcomes) - len(wrong)
        if wrong:
            return self._wrong(outcomes, wrong[0], right_count, printed)
        if len(outcomes) < len(self.cases):
            slow = "Right so far, but slow: time was up before all was tried."
            return self._verdict("wrong", slow, right_count)
        remark = "It also prints something, which it need not." if printed else ""
        return self._verdict("right", remark, right_count)

    def _misfit(self, function) -> str:
        """Return why `function` cannot even be called as the exercise wants, or ""."""
        if not callable(function):
            return f"I need a function `{self._wanted}`, but got {short(function)}."
        with contextlib.suppress(TypeError, ValueError):
            signature = inspect.signature(function)
            try:
                for arguments in self._calls:
                    signature.bind(*arguments)
            except TypeError:
                return f"It should be a function `{self._wanted}`, but yours takes `{signature}`."
        return ""

    def _try(self, function) -> tuple[list[Outcome], str]:
        """Return what came of each case until time was up, and what was printed meanwhile."""
        outcomes, in_all = [], TimeLimit(SECONDS_IN_ALL)
        with _Aside() as printed:
            for case in self.cases:
                with TimeLimit(SECONDS_A_CALL):
                    outcomes.append(self._call(function, case))
                if outcomes[-1].error in HOPELESS or in_all.run_out():
                    break
        return outcomes, printed.getvalue()

    def _call(self, function, case) -> Outcome:
        """Return what comes of one call, whatever it does."""
        try:
            return Outcome(value=self._read(function(*case)))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # also exit(), and the end of the time
            return Outcome(error=type(error), words=short(error, str))

    def _agree(self, given: Outcome, right: Outcome, case: tuple) -> bool:
        """Return whether a value will do in place of the right one, or an error is of its kind."""
        if given.error or right.error:
            return bool(given.error and right.error) and issubclass(given.error, right.error)
        try:
            return bool(self._accepts(given.value, right.value, *case))
        except Exception:  # the student's own objects may not even be comparable
            return False

    def _wrong(self, outcomes, nth, right_count, printed) -> Verdict:
        """Return the verdict on a function whose first wrong answer is the one to case `nth`."""
        case, given, right = self.cases[nth], outcomes[nth], self.right_outcomes[nth]
        complete = len(outcomes) == len(self.cases)
        is_known = complete or given.error is RecursionError  # which would come again and again
        mistake = self._known_mistake(outcomes) if is_known else None
        message = self._complaint(case, given, right)
        if all(outcome.value is None and not outcome.error for outcome in outcomes):
            told = "It prints something, but always" if printed else "It always"
            message = f"{told} returns None: is a `return` missing, or never reached?"
        if not complete and given.error not in HOPELESS:
            message += "\nTime was up before all was tried."
        return self._verdict(
            "wrong",
            f"{message}\n{mistake.advice}" if mistake else message,
            right_count,
            mistake=mistake.name if mistake else None,
            **self._place(case),
        )

    def _place(self, case) -> dict:
        """Return the board and the move that a case is about, to be drawn; without one, nothing."""
        board = next((argument for argument in case if isinstance(argument, str)), None)
        if board is None:
            return {}
        action = next((argument for argument in case if isinstance(argument, int)), None)
        return {"board": board, "action": action}

    def _complaint(self, case, given, right) -> str:
        """Return in one sentence what is wrong with the answer to `case`."""
        call = self._called(case)
        if given.error is TooLong:
            return f"{call} gave {given.words}"
        did = f"raised {_named(given)}" if given.error else f"answered {short(given.value)}"
        if right.error:
            return f"{call} {did}, but it should raise a {right.error.__name__}: {right.words}"
        return f"{call} {did}; the right answer is {self._say(right.value)}."

    def _called(self, case) -> str:
        """Return the call of a case as one writes it."""
        return f"`{self.name}({', '.join(map(as_argument, case))})`"

    def _known_mistake(self, outcomes) -> Mistake | None:
        """Return the known mistake that comes to just these outcomes, if there is one."""
        for mistake in self.mistakes:
            if all(
                self._same(given, self._call(mistake.function, case), case)
                for given, case in zip(outcomes, self.cases)
            ):
                return mistake
        return None

    def _same(self, given: Outcome, known: Outcome, case: tuple) -> bool:
        """Return whether an outcome is that of a known mistake: an error only of the very kind."""
        if given.error in TOLD_APART and given.words != known.words:
            return False
        return given.error is known.error and self._agree(given, known, case)

    def _todo(self) -> Verdict:
        return self._verdict("todo", f"Write `{self.name}`, run its cell, then check again.")

    def _verdict(self, status, message, right_count=0, **where) -> Verdict:
        checked = f"{right_count:,} of {len(self.cases):,} {self.things}"
        return Verdict(self.name, status, checked, message, **where)


class _Aside:
    """Keeps what this thread prints, and refuses to ask; others print and ask as before."""

    _swapping = threading.Lock()

    def __enter__(self):
        printed = io.StringIO()
        with self._swapping:
            self._kept = {threading.get_ident(): printed}
            self._stdout, self._input = sys.stdout, builtins.input
            sys.stdout, builtins.input = self, self._ask
        return printed

    def __exit__(self, *error):
        with self._swapping:
            self._kept = {}
            # A check in another thread may have begun later and end later: the last clears up.
            while isinstance(sys.stdout, _Aside) and not sys.stdout._kept:
                sys.stdout, builtins.input = sys.stdout._stdout, sys.stdout._input

    def __getattr__(self, name):
        return getattr(self._kept.get(threading.get_ident(), self._stdout), name)

    def _ask(self, prompt=""):
        if threading.get_ident() in self._kept:
            raise EOFError("nobody types during a check")
        return self._input(prompt)


def _is_blank(function) -> bool:
    """Return whether the body of `function` is nothing but a docstring, `...` or `pass`."""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    steps = [step for step in dis.get_instructions(code) if step.opname not in ("RESUME", "NOP")]
    does_nothing = all(step.opname.startswith(("LOAD_CONST", "RETURN_")) for step in steps)
    return does_nothing and all(step.argval is None for step in steps)


def _blank_helper(function) -> str:
    """Return the name of a global function that `function` uses and that is blank, or ""."""
    code, known = getattr(function, "__code__", None), getattr(function, "__globals__", {})
    used = _globals_in(code) if code else ()
    return next((name for name in used if name in known and _is_blank(known[name])), "")


def _globals_in(code) -> list[str]:
    """Return the global names that code uses, also inside its comprehensions."""
    names = [step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"]
    inner = [constant for constant in code.co_consts if inspect.iscode(constant)]
    return names + [name for part in inner for name in _globals_in(part)]


def done(answer):
    """Return an answer, but raise a NotImplementedError if it is `...`, a blank."""
    if answer is ...:
        raise NotImplementedError("it returned ...")
    return answer


def as_argument(thing) -> str:
    """Return an argument as one writes it in a call; a game is simply called `game`."""
    return "game" if isinstance(thing, TicTacToe) else repr(thing)


def _named(outcome: Outcome) -> str:
    """Return the error of an outcome as one reads it: RecursionError (too deep)."""
    name = outcome.error.__name__
    return f"{name} ({outcome.words})" if outcome.words else name


def short(thing, text: Callable = repr) -> str:
    """Return `thing` as text of at most 100 characters."""
    try:
        words = text(thing)
    except (Exception, TooLong):  # a student's own class may fail even here
        words = f"an object of type {type(thing).__name__}"
    return words if len(words) <= 100 else words[:97] + "..."
