"""The code of a search with the line that runs, the variables of the call, and the calls above."""

from html import escape

import anywidget
import traitlets

from ttt import draw
from ttt.widgets.board import FOLDER, script
from ttt.widgets.stepper.film import Film

CALL_SIZE, CALLS_ABREAST = 32, 3  # pixels a board, and boards in a row


class Listing(anywidget.AnyWidget):
    """What stands beside the tree: code, scrolled to the line that runs, variables and calls.

    html      all that it shows
    has_code  whether the code is shown; without it there are only the calls
    """

    _esm = script("listing.js")
    _css = FOLDER / "listing.css"

    html = traitlets.Unicode().tag(sync=True)

    def __init__(self, has_code: bool):
        self.has_code, flex = has_code, "1 1 360px" if has_code else "0 0 auto"
        super().__init__(layout={"flex": flex, "min_width": "0", "margin": "0 0 0 8px"})

    def show(self, film: Film) -> None:
        """Show the code of a search and its variables at the step that a film is at."""
        if self.has_code:
            self.html = code(film) + variables(film) + calls(film, per_row=len(film.path))
        elif not film.is_small:  # else the tree shows them
            self.html = calls(film, per_row=CALLS_ABREAST)


def code(film: Film) -> str:
    """Return the code of a search: marked the line that runs, framed the one that waits."""
    classes = {film.step.waiting: "ttt-waits", film.step.line: "ttt-runs"}
    shown = []
    for nth, line in enumerate(film.trace.source):
        words = line.lstrip()
        indent = f"style='--indent:{len(line) - len(words)}'"
        shown.append(f"<div class='{classes.get(nth, '')}' {indent}>{escape(words) or ' '}</div>")
    return f"<div class='ttt-code' tabindex='0' aria-label='code'>{''.join(shown)}</div>"


def variables(film: Film) -> str:
    """Return the variables of the call, those in bold that have just changed."""
    changed = dict(film.changed)
    shown = [
        f"<span class='{'ttt-new' * (name in changed)}'>{escape(name)} = {escape(value)}</span>"
        for name, value in film.step.variables
    ]
    return f"<div class='ttt-variables'>{''.join(shown) or '<span>no variables yet</span>'}</div>"


def calls(film: Film, per_row: int) -> str:
    """Return the boards of the calls that are under way, the first call first."""
    states = [film.tree.nodes[node]["state"] for node in reversed(film.path)]
    picture = draw.boards(states, game=film.game, size=CALL_SIZE, per_row=per_row, arrows=True)
    return f"<div class='ttt-calls'>{picture.svg}</div>"
