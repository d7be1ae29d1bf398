"""Questions that keep their answer to themselves until the reader has committed to one."""

from html import escape
from math import isfinite

import ipywidgets as widgets
import traitlets

from ttt.draw import RIGHT, WRONG

TEXT_STYLE = "max-width:50em;line-height:1.5;font-size:var(--jp-content-font-size1, 14px)"
REPLY_STYLE = TEXT_STYLE + ";border-left:6px solid {colour};padding:2px 14px;margin:4px 0"


class Predict(widgets.VBox):
    """A question, a way to answer it, and the answer once the reader has committed.

    With `choices` the reader picks one of them, otherwise types a number. The
    answer is one of the choices, or a number. `why` is HTML that explains it.

    guess      what the reader committed to, None before
    committed  whether the answer is shown
    right      whether the guess was right, None before
    """

    guess = traitlets.Any(None, allow_none=True)
    committed = traitlets.Bool(False)

    label = "Predict"

    def __init__(self, question: str, choices: list | None = None, *, answer, why: str = ""):
        if choices is not None and answer not in choices:
            raise ValueError(f"The answer {answer!r} is not among the choices {choices!r}.")
        self.question, self.answer, self.choices, self.why = question, answer, choices, why
        self._entry = self._make_entry()
        self._button = widgets.Button(description="That is my answer", button_style="info")
        self._button.on_click(lambda _: self.commit())
        self._reply = widgets.HTML()
        prompt = widgets.HTML(f"<div style='{TEXT_STYLE}'><b>{self.label}:</b> {question}</div>")
        controls = widgets.VBox if choices else widgets.HBox
        super().__init__([prompt, controls([self._entry, self._button]), self._reply])

    def _make_entry(self):
        if self.choices is None:
            entry = widgets.Text(placeholder="a number", layout={"width": "10em"})
            entry.on_msg(lambda _, message, __: self._pressed(message))
            return entry
        options = [(_words(choice), choice) for choice in self.choices]
        layout = {"width": "auto", "max_width": "50em"}
        return widgets.RadioButtons(options=options, value=None, layout=layout)

    def _pressed(self, message: dict) -> None:
        """Commit when the reader presses Enter in the text field."""
        if message.get("event") == "submit":
            self.commit()

    @property
    def right(self) -> bool | None:
        """Whether the guess was right; None before the reader has committed.

        For a large number being within a factor of two is right.
        """
        if not self.committed:
            return None
        return self._factor() <= 2 if self._is_estimate else self.guess == self.answer

    @property
    def _is_estimate(self) -> bool:
        return self.choices is None and self.answer >= 100

    def _factor(self) -> float:
        """Return by what factor the guess is too large or too small."""
        if self.guess <= 0:
            return float("inf")
        return max(self.guess / self.answer, self.answer / self.guess)

    def commit(self, guess=None) -> None:
        """Take `guess`, or what the reader has entered, and show the answer; once and for all."""
        if self.committed:
            return
        guess = self._entry.value if guess is None else guess
        if self.choices is None:
            guess = _number(guess)
        if guess is None:
            ask = "Type a number first." if self.choices is None else "Choose an answer first."
            self._reply.value = f"<i>{ask}</i>"
            return
        self.guess, self.committed = guess, True
        self._entry.disabled = self._button.disabled = True
        colour = RIGHT if self.right else WRONG
        self._reply.value = (
            f"<div style='{REPLY_STYLE.format(colour=colour)}'><b style='color:{colour}'>"
            f"{self._feedback()}</b> {self.why}</div>"
        )

    def _feedback(self) -> str:
        answer = escape(_words(self.answer))
        if self.guess == self.answer:
            return "✓ Right." if self.choices else f"✓ Right: {answer}."
        if self.choices:
            return f"✗ The answer is: {answer}."
        if not self._is_estimate or self.guess <= 0:
            return f"✗ It is {answer}."
        factor = self._factor()
        if factor <= 1.1:
            return f"✓ Practically exact: it is {answer}."
        start = "✓ Well estimated: it" if self.right else "✗ It"
        times = f"{factor:,.0f}" if factor >= 10 else f"{factor:.3g}"
        return f"{start} is {answer}, a factor of {times} away."

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel a question that opens on a click."""
        plain = {"text/html": self.static_html(), "text/plain": f"{self.label}: {self.question}"}
        return {**super()._repr_mimebundle_(**options), **plain}

    def static_html(self) -> str:
        """Return the question as plain HTML with the answer folded away."""
        choices = "".join(f"<li>{escape(_words(choice))}</li>" for choice in self.choices or [])
        return (
            f"<div><b>{self.label}:</b> {self.question}{f'<ul>{choices}</ul>' if choices else ''}"
            f"<details><summary>Show the answer</summary><b>{escape(_words(self.answer))}</b> "
            f"{self.why}</details></div>"
        )


class Question(Predict):
    """One question of a quiz."""

    def __init__(self, number: int, *arguments, **options):
        self.label = f"Question {number}"
        super().__init__(*arguments, **options)


class Quiz(widgets.VBox):
    """Questions one below the other, and how many were answered rightly.

    Each is given as (question, choices, answer, why).
    """

    def __init__(self, *questions: tuple[str, list, object, str]):
        self.questions = [
            Question(number, question, choices, answer=answer, why=why)
            for number, (question, choices, answer, why) in enumerate(questions, 1)
        ]
        self._tally = widgets.HTML()
        for question in self.questions:
            question.observe(self._count, "committed")
        super().__init__([*self.questions, self._tally])

    @property
    def score(self) -> int:
        """How many questions have been answered rightly."""
        return sum(question.right is True for question in self.questions)

    def _count(self, change) -> None:
        answered = sum(question.committed for question in self.questions)
        self._tally.value = (
            f"<b>{self.score} of {answered} right</b>, {len(self.questions) - answered} to go."
        )

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel questions that open on a click."""
        plain = {
            "text/html": "".join(question.static_html() for question in self.questions),
            "text/plain": "\n".join(f"{q.label}: {q.question}" for q in self.questions),
        }
        return {**super()._repr_mimebundle_(**options), **plain}


def _words(thing) -> str:
    """Return a choice or an answer as the reader sees it: 5478 as 5,478."""
    return f"{thing:,}" if isinstance(thing, int | float) else str(thing)


def _number(text) -> float | None:
    """Return the number that the reader typed, or None: 5,478 and 5 478 are 5478."""
    try:
        number = float(str(text).replace(",", "").replace(" ", "").replace("_", ""))
    except ValueError:
        return None
    return number if isfinite(number) else None
