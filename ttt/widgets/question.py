"""Questions that keep their answer to themselves, and help that comes one piece at a time."""

import re
from html import escape, unescape
from math import isclose, isfinite

import anywidget
import ipywidgets as widgets

from ttt.draw import RIGHT, WRONG
from ttt.widgets.board import script
from ttt.widgets.button import ROW, button

TEXT_STYLE = "max-width:50em;line-height:1.4;font-size:var(--jp-content-font-size1, 14px)"
REPLY_STYLE = TEXT_STYLE + ";border-left:6px solid;padding:2px 14px;margin:4px 0"
TRIES = 2


class Keys(anywidget.AnyWidget):
    """Nothing to be seen: keys that are pressed in a question are for the question alone."""

    _esm = script("keys.js") + "export default { render: ({ el }) => keepKeysHere(el) };"


class Question(widgets.VBox):
    """A question with a reply to every answer, a second try, and the right answer at the end.

    All texts are HTML, but the answers are plain.

    replies  what is said to each choice, in their order; or to some numbers, and to any "else"
    answer   the right one
    within   None for choices; else a number is asked for, which may be off by this share of it
    picture  what is drawn beside the question
    why      what is said in the end, whatever was answered

    tries    how often the reader has answered
    guess    the last answer, None before
    right    whether it was right, None as long as there is another try
    """

    def __init__(
        self,
        text: str,
        replies: dict[str, str],
        answer: str,
        *,
        within: float | None = None,
        picture: str = "",
        why: str = "",
        label: str = "Question",
    ):
        self.text, self.picture, self.why, self.label = text, picture, why, label
        self.replies, self.answer, self.within = replies, answer, within
        self.tries, self.guess, self.right = 0, None, None
        self.is_number = within is not None
        self.how_near = f"within {100 * within:.0f} % is right" if within else "exactly"
        self._entry, self._reply = self._make_entry(), widgets.HTMLMath()
        self._button = button("That is my answer", "", self.commit, "info")
        prompt = widgets.HTMLMath(f"<div style='{TEXT_STYLE}'><b>{label}:</b> {text}</div>")
        controls = widgets.HBox([self._entry, self._button], layout={**ROW, "grid_gap": "4px 20px"})
        beside = widgets.VBox([prompt, controls], layout={"flex": "1 1 20em"})
        drawn = [widgets.HTML(picture)] if picture else []
        keys = Keys(layout={"display": "none"})
        super().__init__([widgets.HBox([keys, *drawn, beside], layout=ROW), self._reply])
        for name in ("ttt-question", "ttt-keeps-keys"):
            self.add_class(name)

    def _make_entry(self) -> widgets.Widget:
        if not self.is_number:
            layout = {"width": "max-content", "min_width": "6em", "max_width": "100%"}
            return widgets.RadioButtons(options=list(self.replies), value=None, layout=layout)
        entry = widgets.Text(description="A number", placeholder=self.how_near)
        entry.on_msg(lambda _, message, __: message.get("event") == "submit" and self.commit())
        return entry

    def commit(self) -> None:
        """Take what the reader has entered, and reply to it."""
        guess = number(self._entry.value) if self.is_number else self._entry.value
        if self.right is not None:
            return
        if guess is None:
            self._say("Type a number first." if self.is_number else "Choose an answer first.")
        elif guess == self.guess:
            self._say("You have tried that already. What else could it be?")
        else:
            self.guess, self.tries = guess, self.tries + 1
            self._judge(self._meant(guess))

    def _meant(self, guess: str | float) -> str:
        """Return which of the question's answers a guess is, or "else"."""
        if not self.is_number:
            return guess
        right = number(self.answer)
        if isclose(guess, right, abs_tol=self.within * abs(right)):
            return self.answer
        return next((each for each in self.replies if number(each) == guess), "else")

    def _judge(self, meant: str) -> None:
        """Reply to the guess, and tell the answer if it is right or was the last try."""
        is_right = meant == self.answer
        if is_right:
            exact = self.guess in (self.answer, number(self.answer))
            verdict = "✓ Right." if exact else f"✓ Near enough: it is {self.answer}."
            said = f"{self.replies[meant]} {self.why}"
        else:
            verdict, said = "✗ Not right.", self.replies[meant]
            said += f"<br>{self.solution()}" if self.tries == TRIES else " <i>Try once more.</i>"
        color = RIGHT if is_right else WRONG
        self._say(f"<b style='color:{color}'>{verdict}</b> {said}", color)
        if is_right or self.tries == TRIES:
            self._entry.disabled = self._button.disabled = True
            self.right = is_right
            self.add_class("ttt-answered")

    def solution(self) -> str:
        """Return the answer with its reply and its reasons, as HTML."""
        answer = f"<b>The answer is: {escape(self.answer)}.</b>"
        return f"{answer} {self.replies[self.answer]} {self.why}"

    def _say(self, html: str, color: str = "transparent") -> None:
        """Show a reply, which a screen reader reads out."""
        style = f"{REPLY_STYLE};border-color:{color}"
        self._reply.value = f"<div role='alert' style='{style}'>{html}</div>"

    def still(self) -> str:
        """Return the question as HTML that opens on a click, for pages without a kernel."""
        choices = "".join(f"<li>{escape(choice)}</li>" for choice in self.replies)
        entry = f"<p>(A number, {self.how_near}.)</p>" if self.is_number else f"<ul>{choices}</ul>"
        return (
            f"<div style='{TEXT_STYLE}'>{self.picture}<div><b>{self.label}:</b> {self.text}</div>"
            f"{entry}<details><summary>Show the answer</summary>{self.solution()}</details></div>"
        )


class Questions(widgets.VBox):
    """Questions one below the other."""

    def _repr_mimebundle_(self, **options):
        """Return the widget, and what pages without a kernel show."""
        html = "".join(each.still() for each in self.children)
        words = [f"{each.label}: {re.sub('<[^>]*>', '', each.text)}" for each in self.children]
        still = {"text/html": html, "text/plain": unescape("\n".join(words))}
        return {**super()._repr_mimebundle_(**options), **still}


def number(text: str) -> float | None:
    """Return the number that somebody wrote, or None: 5,478 and 5 478 are 5478."""
    try:
        found = float(re.sub("[, _]", "", text).replace("−", "-"))
    except ValueError:
        return None
    return found if isfinite(found) else None


class Hints(widgets.VBox):
    """HTML, and below it a button that adds one piece of help after the other.

    pieces  what the button says before each piece, and the piece as HTML
    """

    def __init__(self, html: str, pieces: list[tuple[str, str]]):
        self._pieces = pieces
        self._button = button(pieces[0][0], "", self.give)
        self._shown = widgets.HTMLMath()
        row = widgets.HBox([self._button], layout={**ROW, "margin": "0 0 0 16px"})
        card = widgets.HTML(f"<div style='line-height:1.4'>{html}</div>")
        super().__init__([card, self._shown, row])

    def give(self) -> None:
        """Show the next piece; after the last one the button is gone."""
        (_, piece), *self._pieces = self._pieces
        style = "margin-left:20px;max-width:50em;line-height:1.4"
        self._shown.value += f"<div role='alert' style='{style}'>{piece}</div>"
        if self._pieces:
            self._button.description = self._pieces[0][0]
        else:
            self._button.layout.display = "none"
