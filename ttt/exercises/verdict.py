"""What a check has to say, in a notebook as a card with the board drawn, elsewhere as text."""

import re
from dataclasses import dataclass, field
from html import escape
from textwrap import indent

from IPython import get_ipython
from IPython.display import display

from ttt import draw
from ttt.game import Action, State, TicTacToe

GAME = TicTacToe()

HEADINGS = {
    "todo": "not done yet",
    "right": "right on {checked}",
    "wrong": "not right yet (right on {checked})",
}
SYMBOLS = {"todo": "○", "right": "✓", "wrong": "✗"}
COLORS = {"todo": draw.COLOUR["draw"], "right": draw.RIGHT, "wrong": draw.WRONG}


@dataclass
class Verdict:
    """The answer of a check.

    status   "todo", "right" or "wrong"
    checked  on how many of all cases the function is right
    message  one or two sentences for the student
    board    the smallest board on which the function fails, or None
    action   the move that was asked about on it, or None
    mistake  the name of the known mistake whose answers are the same, or None
    hints    Markdown that a button shows one by one, the solution last
    """

    exercise: str
    status: str
    checked: str
    message: str
    board: State | None = None
    action: Action | None = None
    mistake: str | None = None
    hints: list[str] = field(default_factory=list, repr=False)

    def __str__(self):
        lines = [self._heading]
        if self.board:
            lines.append(indent(GAME.show(self.board), "    "))
        return "\n".join([*lines, self.message] if self.message else lines)

    @property
    def _heading(self):
        words = HEADINGS[self.status].format(checked=self.checked)
        return f"{SYMBOLS[self.status]} {self.exercise}: {words}"

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/html": self._card(), "text/plain": str(self)}

    def _card(self) -> str:
        color = COLORS[self.status]
        return (
            f"<div style='border-left:6px solid {color};padding:6px 14px;display:flex;gap:18px;"
            "align-items:center;flex-wrap:wrap;max-width:50em'>"
            f"{self._picture()}<div style='flex:1 1 20em'><div><b style='color:{color}'>"
            f"{escape(self._heading)}</b></div>"
            f"<div>{as_html(self.message)}</div></div></div>"
        )

    def _picture(self) -> str:
        if not self.board:
            return ""
        turn = "" if GAME.terminal(self.board) else f"{GAME.player(self.board)} to move"
        last = self.action if self.action in range(len(self.board)) else None  # 9 is no cell
        picture = draw.board(self.board, caption=turn, size=120, numbers=True, last=last)
        return f"<div style='flex:none'>{picture.html}</div>"

    def _ipython_display_(self):
        """Show the card, unless this very cell has shown it already."""
        cell = get_ipython().execution_count if get_ipython() else None
        if cell is None or cell != getattr(self, "_shown_in", None):
            self._shown_in = cell
            display({**self._buttons(), **self._repr_mimebundle_()}, raw=True)

    def _buttons(self) -> dict:
        """Return the card as a widget with its hints, unless there are none."""
        if not self.hints:
            return {}
        from ttt.widgets import Hints  # here, because most of the package does without them

        first, *others, solution = self.hints
        pieces = [("Hint", as_html(first))]
        pieces += [("Next hint", as_html(hint)) for hint in others]
        pieces += [("Show the solution", f"<pre>{escape(str(Note(solution)))}</pre>")]
        return Hints(self._card(), pieces)._repr_mimebundle_()


@dataclass
class Note:
    """A few words in Markdown for the reader: a hint, or a solution."""

    markdown: str

    def __str__(self):
        return self.markdown.replace("```python\n", "").replace("\n```", "")

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/markdown": self.markdown, "text/plain": str(self)}


def show(thing) -> None:
    """Display `thing` in a notebook, print it elsewhere."""
    if get_ipython():
        display(thing)
    else:
        print(thing)


def as_html(message: str) -> str:
    """Return a message as HTML, with `code`, **strong** and *emphasis* in letters of their own."""
    pieces = escape(message).replace("\n", "<br>").split("`")
    return "".join(
        f"<code>{piece}</code>" if nth % 2 else _with_emphasis(piece)
        for nth, piece in enumerate(pieces)
    )


def _with_emphasis(text: str) -> str:
    strong = re.sub(r"\*\*(\S[^*]*)\*\*", r"<b>\1</b>", text)
    return re.sub(r"\*(\w[^*]*)\*", r"<em>\1</em>", strong)
