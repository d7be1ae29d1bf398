"""Questions that keep their answer to themselves until the reader has committed to one."""

from html import escape
from math import isfinite

import ipywidgets as widgets
import traitlets

from ttt.draw import RIGHT, WRONG

TEXT_STYLE = "max-width:50em;line-height:1.5;font-size:var(--jp-content-font-size1, 14px)"
REPLY_STYLE = TEXT_STYLE + ";border-left:6px solid;padding:2px 14px;margin:4px 0"
LARGE, CLOSE = 100, 2  # a number from LARGE on need only be estimated, within a factor of CLOSE


class Predict(widgets.VBox):
    """A question, a way to answer it, and the answer once the reader has committed.

    With `choices` the reader picks one of them, otherwise types a number. The
    answer is one of the choices, or a number. `why` is HTML that explains it.

    guess  what the reader committed to, None before
    right  whether the guess was right, None before; a large number may be estimated
    """

    guess = traitlets.Any(None, allow_none=True)
    right = traitlets.Bool(None, allow_none=True)

    def __init__(self, question, choices=None, *, answer, why: str = "", label: str = "Predict"):
        if choices is not None and answer not in choices:
            raise ValueError(f"The answer {answer!r} is not among the choices {choices!r}.")
        self.question, self.answer, self.choices, self.why = question, answer, choices, why
        self.label, self._entry, self._reply = label, self._make_entry(), widgets.HTML()
        self._button = widgets.Button(description="That is my answer", button_style="info")
        self._button.on_click(lambda _: self.commit(self._entry.value))
        prompt = widgets.HTML(f"<div style='{TEXT_STYLE}'><b>{label}:</b> {question}</div>")
        controls = widgets.VBox if choices else widgets.HBox
        super().__init__([prompt, controls([self._entry, self._button]), self._reply])

    def _make_entry(self) -> widgets.Widget:
        if self.choices is None:
            entry = widgets.Text(placeholder="a number", layout={"width": "10em"})
            entry.on_msg(lambda _, message, __: self._heard(message))
            return entry
        options = [(_words(choice), choice) for choice in self.choices]
        layout = {"width": "auto", "max_width": "50em"}
        return widgets.RadioButtons(options=options, value=None, layout=layout)

    def _heard(self, message: dict) -> None:
        """Commit when the reader presses Enter in the text field."""
        if message.get("event") == "submit":
            self.commit(self._entry.value)

    def commit(self, guess) -> None:
        """Take what the reader has entered, and show the answer; once and for all."""
        guess = _number(guess) if self.choices is None else guess
        if self.right is not None:
            return
        if guess is None:
            ask = "Type a number first." if self.choices is None else "Choose an answer first."
            self._reply.value = f"<i>{ask}</i>"
            return
        estimated = self.choices is None and self.answer >= LARGE
        close = estimated and self.answer / CLOSE <= guess <= self.answer * CLOSE
        self.guess, self.right = guess, guess == self.answer or close
        self._entry.disabled = self._button.disabled = True
        color, told = RIGHT if self.right else WRONG, escape(_words(self.answer))
        said = f"✓ Well estimated: it is {told}." if self.right else f"✗ The answer is: {told}."
        said = "✓ Right." if guess == self.answer else said
        reply = f"<b style='color:{color}'>{said}</b> {self.why}"
        self._reply.value = f"<div style='{REPLY_STYLE};border-color:{color}'>{reply}</div>"

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel a question that opens on a click."""
        return {**super()._repr_mimebundle_(**options), **static([self])}


class Quiz(widgets.VBox):
    """Questions one below the other, and how many were answered rightly.

    Each is given as (question, choices, answer, why).
    """

    def __init__(self, *questions: tuple[str, list, object, str]):
        self.questions = [
            Predict(question, choices, answer=answer, why=why, label=f"Question {number}")
            for number, (question, choices, answer, why) in enumerate(questions, 1)
        ]
        self._tally = widgets.HTML()
        for question in self.questions:
            question.observe(self._count, "right")
        super().__init__([*self.questions, self._tally])

    def _count(self, change) -> None:
        given = [question.right for question in self.questions]
        self._tally.value = (
            f"<b>{given.count(True)} of {len(given) - given.count(None)} right</b>, "
            f"{given.count(None)} to go."
        )

    def _repr_mimebundle_(self, **options):
        """Return the widget, and for pages without a kernel questions that open on a click."""
        return {**super()._repr_mimebundle_(**options), **static(self.questions)}


def static(questions: list[Predict]) -> dict[str, str]:
    """Return questions as plain HTML with the answers folded away, and as text."""
    html = ""
    for each in questions:
        choices = "".join(f"<li>{escape(_words(choice))}</li>" for choice in each.choices or [])
        html += (
            f"<div><b>{each.label}:</b> {each.question}{f'<ul>{choices}</ul>' if choices else ''}"
            f"<details><summary>Show the answer</summary><b>{escape(_words(each.answer))}</b> "
            f"{each.why}</details></div>"
        )
    text = "\n".join(f"{each.label}: {each.question}" for each in questions)
    return {"text/html": html, "text/plain": text}


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
