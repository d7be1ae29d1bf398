"""How an exercise works: it checks a function on every board, gives hints, shows its solution."""

import contextlib
import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from itertools import chain
from typing import ClassVar

from ttt.exercises.answers import Outcome, any_of, outcome_of, short
from ttt.exercises.aside import aside
from ttt.exercises.functions import helpers, is_blank, with_helpers
from ttt.exercises.mistakes import Mistake
from ttt.exercises.shapes import ALL, PLACES, SHAPES, SHOWN, Place, Seen, Shape, board_and_move
from ttt.exercises.verdict import Note, Verdict, show
from ttt.game import TicTacToe
from ttt.limit import TimeLimit, TooLong

MANY = 20  # times as many right answers as wrong ones make a place meaningless
TOLD_APART = (TypeError, AttributeError)  # many mistakes end in these: their words say which
AGAIN = "otherwise when it is asked the same again"
HOPELESS = (TooLong, RecursionError, MemoryError)  # each costs time, and the next would too


class Exercise:
    """A function for the student to write.

    solution  the function as the course writes it, shown on demand
    cases     a function that returns the arguments to try, smallest boards first
    hints     three, from a nudge to nearly there
    mistakes  the known mistakes
    answer    the right answer to those arguments, where it is not what comes of the solution;
              where it raises an error, so must the student's function
    one_of    whether the right function returns all answers of which the student returns one
    model     what the mistakes are edits of, if neither the solution nor, with one_of, `answer`
    run       run(function, *case): what comes of a call, where that is not what it returns
    read      turns what came of it into a plain value to compare
    accepts   accepts(given, right, *case): whether a value will do, where it need not be the
              right one itself; known mistakes are recognized in the same way
    tell      tell(given, right, *case): in words how a value differs from the right one, where
              to name the two is not enough
    place     place(*case): the board and the move to be drawn
    tests     what wrong answers may be like, besides what they may be in any exercise: a test of
              each shape by its name
    advices   what to tell whose answers have it
    places    where answers may be wrong, in place of the usual places
    things    what the cases are called when they are counted
    """

    by_name: ClassVar[dict[str, "Exercise"]] = {}  # all exercises that have been made
    seconds_a_call, seconds_in_all = 1.0, 8.0

    def __init__(
        self,
        solution: Callable,
        *,
        cases: Callable[[], Iterable[tuple]],
        hints: tuple[str, str, str],
        mistakes: tuple[Mistake, ...],
        answer: Callable | None = None,
        one_of: bool = False,
        model: Callable | None = None,
        run: Callable = lambda function, *case: function(*case),
        read: Callable = lambda value: value,
        accepts: Callable | None = None,
        tell: Callable | None = None,
        place: Callable = board_and_move,
        tests: dict[str, Callable] | None = None,
        advices: dict[str, str] | None = None,
        places: tuple[Place, ...] = PLACES,
        things: str = "boards",
    ):
        self.name = solution.__name__
        self.hints, self.mistakes, self.things = hints, mistakes, things
        self._solution, self._make_cases, self._answer = solution, cases, answer
        self.model = model or (answer if one_of else solution)
        self._run, self._read, self._one_of = run, read, one_of
        self._accepts = accepts or (_is_one_of if one_of else _is_equal)
        self._tell, self._place = tell, place
        own = [Shape(name, advices[name], test) for name, test in (tests or {}).items()]
        self.shapes, self.places = (*own, *SHAPES), places
        self._hints_given = 0
        self.by_name[self.name] = self

    def __repr__(self):
        return f"<Exercise {self._wanted}: .check(your_function), .hint(), .solution()>"

    def __call__(self, *arguments, **named):
        """Return what the solution answers, so that solutions can call each other by name."""
        return self._solution(*arguments, **named)

    # ---- what the student calls

    def check(self, function: Callable | None = None) -> Verdict:
        """Show and return whether `function` is right on all cases, and if not, where it fails."""
        verdict = self._judge(function)
        verdict.hints = [] if verdict.status == "right" else self._help()
        show(verdict)
        return verdict

    def take(self, function: Callable) -> Callable:
        """Return `function` if it is right, and otherwise say so and return the course's own."""
        if self._judge(function).status == "right":
            return function
        print(f"Until your {self.name} is right, the lesson goes on with the course's.")
        return self._solution

    def hint(self) -> None:
        """Show the next hint; after the last one they start again."""
        *hints, _ = self._help()
        told = [*hints, "Those were all the hints. `.solution()` shows how the course writes it."]
        show(Note(told[self._hints_given]))
        self._hints_given = (self._hints_given + 1) % len(told)

    def solution(self) -> None:
        """Show how the course writes this function."""
        show(Note(self._help()[-1]))

    def _help(self) -> list[str]:
        """Return the hints and last the solution, as Markdown."""
        hints = [
            f"**Hint {nth} of {len(self.hints)}:** {hint}" for nth, hint in enumerate(self.hints, 1)
        ]
        return [*hints, self.source]

    @property
    def source(self) -> str:
        """The function as the course writes it, as Markdown."""
        body = inspect.getsource(self._solution).strip().split(":\n", 1)[1]
        return f"```python\ndef {self._wanted}:\n{body}\n```"

    @property
    def all_advice(self) -> list[str]:
        """What is said to each wrong answer that this exercise knows."""
        own = (shape for shape in self.shapes if shape not in SHAPES)
        return [known.advice for known in (*self.mistakes, *own)]

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
        """The arguments of a call with each number of arguments that there is."""
        return list({len(case): case for case in self.cases}.values())

    @cached_property
    def right_outcomes(self) -> list[Outcome]:
        """What each of those calls should come to."""
        if self._answer:
            return [outcome_of(self._answer, *case) for case in self.cases]
        return [self._call(self._solution, case) for case in self.cases]

    def _judge(self, function) -> Verdict:
        complaint = self._misfit(function)
        if complaint:
            return self._verdict("wrong", complaint)
        if is_blank(function):
            return self._todo()
        helper = next((name for name, one in helpers(function).items() if is_blank(one)), "")
        if helper:
            lesson = self._make_cases.__module__.split(".")[-1]
            borrow = f"Write that first, or borrow the course's: `{helper} = {lesson}.{helper}`."
            return self._verdict("todo", f"It uses `{helper}`, which is not done yet. {borrow}")
        outcomes, printed = self._try(function)
        if outcomes and outcomes[0].error is NotImplementedError:
            return self._todo()
        wrong = self._wrong_ones(outcomes)
        if wrong:
            helper = self._wrong_helper(function)
            return self._wrong(function, outcomes, wrong, printed, helper)
        if len(outcomes) < len(self.cases):
            slow = "Right so far, but slow: time was up before all was tried."
            return self._verdict("wrong", slow, len(outcomes))
        return self._verdict("right", "", len(outcomes))

    def _misfit(self, function) -> str:
        """Return why `function` cannot even be called as the exercise wants, or ""."""
        kind = "class" if isinstance(self._solution, type) else "function"
        if not callable(function):
            return f"I need a {kind} `{self._wanted}`, but got {short(function)}."
        with contextlib.suppress(TypeError, ValueError):
            signature = inspect.signature(function)
            try:
                for arguments in self._calls:
                    signature.bind(*arguments)
            except TypeError:
                return f"It should be a {kind} `{self._wanted}`, but yours takes `{signature}`."
        return ""

    def _try(self, function) -> tuple[list[Outcome], str]:
        """Return what came of each case until time was up, and what was printed meanwhile."""
        outcomes, in_all = [], TimeLimit(self.seconds_in_all)
        with aside() as printed, TimeLimit(self.seconds_a_call) as a_call:
            for case in self.cases:
                a_call.restart()
                outcomes.append(self._call(function, case))
                if outcomes[-1].error in HOPELESS or in_all.run_out():
                    break
        return outcomes, printed.getvalue()

    def _call(self, function, case) -> Outcome:
        """Return what comes of one call, as a plain value to compare."""
        return outcome_of(lambda: self._read(self._run(function, *case)))

    def _wrong_ones(self, outcomes) -> list[int]:
        """Return which of the cases came to something wrong."""
        tried = zip(outcomes, self.right_outcomes, self.cases)
        return [nth for nth, triple in enumerate(tried) if not self._agree(*triple)]

    def _agree(self, given: Outcome, right: Outcome, case: tuple) -> bool:
        """Return whether a value will do in place of the right one, or an error is of its kind."""
        if given.error or right.error:
            return bool(given.error and right.error) and issubclass(given.error, right.error)
        try:
            return bool(self._accepts(given.value, right.value, *case))
        except Exception:  # the student's own objects may not even be comparable
            return False

    def _wrong_helper(self, function) -> str:
        """Return the name of a wrong function of the student's that alone is to blame, or ""."""
        own = helpers(function)
        known = self.by_name
        ours = {name: known[name] for name in own if own[name] is not known.get(name, own[name])}
        if not ours:
            return ""
        outcomes, _ = self._try(with_helpers(function, ours))
        if len(outcomes) < len(self.cases) or self._wrong_ones(outcomes):
            return ""
        return next((name for name in ours if ours[name]._judge(own[name]).status == "wrong"), "")

    # ---- what to say of a wrong function

    def _wrong(self, function, outcomes, wrong, printed, helper) -> Verdict:
        """Return the verdict on a function that gives wrong answers."""
        nth = wrong[0]
        case, given, right = self.cases[nth], outcomes[nth], self.right_outcomes[nth]
        name, advice = None, ""
        complete = len(outcomes) == len(self.cases)
        if helper:
            name = f"`{helper}` is wrong"
            advice = f"It is right itself, but it uses your `{helper}`, which is not: check that."
        elif complete or given.error is RecursionError:  # which would come again and again
            name, advice = self._diagnosis(outcomes, wrong)
        if not name and given.error not in HOPELESS:
            with aside(), TimeLimit(self.seconds_a_call):
                again = self._call(function, case)
            if (again.error or again.in_words()) != (given.error or given.in_words()):
                name = AGAIN
                advice = f"It answers {name}: does it keep something, or go by chance?"
        message = self._complaint(case, given, right)
        if printed and name in ("nothing is returned", "nothing is returned somewhere"):
            advice = f"It prints something, but only `return` hands it over. {advice}"
        if not complete and given.error not in HOPELESS:
            last, late = len(outcomes) - 1, "Time was up before all was tried."
            if outcomes[last].error in HOPELESS:
                late = self._complaint(self.cases[last], outcomes[last], self.right_outcomes[last])
            message += f"\n{late}"
        return self._verdict(
            "wrong",
            f"{message}\n{advice}" if advice else message,
            len(outcomes) - len(wrong),
            mistake=name,
            **dict(zip(("board", "action"), self._place(*case))),
        )

    def _diagnosis(self, outcomes, wrong) -> tuple[str | None, str]:
        """Return a name for what is wrong, and an advice: the most special one that fits."""
        found = self._known_mistake(outcomes, wrong) or self._shape(outcomes, wrong)
        if found:
            return found.name, found.advice
        where = self._where(wrong) if len(outcomes) == len(self.cases) else ""
        words = f"wrong only where {where}"
        return (words, f"It is {words}.") if where else (None, "")

    def _known_mistake(self, outcomes, wrong) -> Mistake | None:
        """Return the first mistake that comes to just these outcomes, if there is one."""
        for mistake in self.mistakes:
            if any(self._comes_to(one, outcomes, wrong) for one in mistake.functions(self.model)):
                return mistake
        return None

    def _comes_to(self, function, outcomes, wrong) -> bool:
        """Return whether a known mistake comes to just these outcomes, and is wrong as often.

        Where many answers may come of a mistake, those of a far better function fit as well.
        """
        may_be_wrong = 0.0  # times, for who takes any of the answers that come of the mistake
        few = wrong[:: 1 + len(wrong) // 8]  # by which most are told apart
        for nth in [*few, *range(len(outcomes))]:
            known = self._call(function, self.cases[nth])
            if not self._same(outcomes[nth], known, self.cases[nth]):
                return False
            if self._one_of and isinstance(known.value, tuple) and known.value:
                right = self.right_outcomes[nth].value
                may_be_wrong += sum(one not in right for one in known.value) / len(known.value)
        return 3 * len(wrong) >= may_be_wrong

    def _same(self, given: Outcome, known: Outcome, case: tuple) -> bool:
        """Return whether an outcome is that of a known mistake: an error only of the very kind."""
        if given.error in TOLD_APART and given.words != known.words:
            return False
        return given.error is known.error and self._agree(given, known, case)

    def _shape(self, outcomes, wrong) -> Shape | None:
        """Return the first shape that the wrong answers have, if there is one."""
        for shape in self.shapes:
            others = {SHOWN: (), ALL: range(len(outcomes))}.get(shape.among, wrong)
            looked_at = [wrong[0], *others]
            if all(any(map(shape.is_seen, self._seen(outcomes, nth))) for nth in looked_at):
                return shape
        return None

    def _seen(self, outcomes, nth) -> Iterator[Seen]:
        """Yield a case beside each of its right answers."""
        given, right, case = outcomes[nth], self.right_outcomes[nth], self.cases[nth]
        answers = right.value if self._one_of else (right.value,)
        for answer in answers:
            seen = (given.value, given.error, given.words, answer, right.error)
            yield Seen(*seen, self._usual, outcomes[0].value, case)

    @cached_property
    def _usual(self) -> frozenset:
        """All the right answers, or none at all if they are not the kind that one can compare."""
        with contextlib.suppress(TypeError):
            values = [outcome.value for outcome in self.right_outcomes if not outcome.error]
            return frozenset(chain.from_iterable(values) if self._one_of else values)
        return frozenset()

    def _where(self, wrong) -> str:
        """Return in words the smallest place where all wrong answers are, or ""."""
        best, fewest = "", len(self.cases)
        for place in self.places:
            here = {nth for nth, case in enumerate(self.cases) if place.is_here(*case)}
            if here.issuperset(wrong) and len(here) < min(fewest, MANY * len(wrong)):
                best, fewest = place.words, len(here)
        return best

    def _complaint(self, case, given, right) -> str:
        """Return in one sentence what is wrong with the answer to `case`."""
        call = self._called(case)
        if given.error is TooLong:
            return f"{call} gave {given.words}"
        did = given.in_words()
        if right.error:
            return f"{call} {did}, but it should raise a {right.error.__name__}: {right.words}"
        if not self._tell:
            words = any_of if self._one_of else short
            return f"{call} {did}; the right answer is {words(right.value)}."
        if given.error or given.value is None:
            return f"{call} {did}."
        return f"{call}{self._tell(given.value, right.value, *case)}."

    def _called(self, case) -> str:
        """Return the call of a case as one writes it; a game is simply called `game`."""
        words = ["game" if isinstance(thing, TicTacToe) else repr(thing) for thing in case]
        return f"`{self.name}({', '.join(words)})`"

    def _todo(self) -> Verdict:
        return self._verdict("todo", f"Write `{self.name}`, run its cell, then check again.")

    def _verdict(self, status, message, right_count=0, **where) -> Verdict:
        checked = f"{right_count:,} of {len(self.cases):,} {self.things}"
        return Verdict(self.name, status, checked, message, **where)


def exercise(**details) -> Callable[[Callable], Exercise]:
    """Return a decorator that makes the exercise with these details of its solution."""
    return partial(Exercise, **details)


def _is_equal(given, right, *case) -> bool:
    """Return whether an answer is the right one; True is not the number 1."""
    return given == right and isinstance(given, bool) <= isinstance(right, bool)


def _is_one_of(given, answers, *case) -> bool:
    """Return whether an answer is one of those that may come; True is not the cell 1."""
    return not isinstance(given, bool) and given in answers
