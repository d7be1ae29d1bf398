"""What every drawing is made of: colours, the picture itself, and pieces of SVG."""

from html import escape
from math import isqrt
from numbers import Integral
from pathlib import Path

from ttt.game import State, TicTacToe

INK, GRID, PAPER, HIGHLIGHT = "#1f2933", "#9aa5b1", "#ffffff", "#ffe8a3"
COLOUR = {"X": "#0072b2", "O": "#d55e00", "draw": "#616e7c"}
RIGHT, WRONG = "#00845a", "#cf3f4f"  # of answers, readable on light and dark pages
OUTCOME_NAMES = {"X": "X wins", "O": "O wins", "draw": "draw"}
PAGE_WIDTH, MARGIN, LINE_HEIGHT = 800, 12, 20


class Picture:
    """A drawing that a notebook shows as a picture, and a terminal as text."""

    def __init__(self, body: str, width: float, height: float, text: str, title: str = ""):
        self.text, self.width, self.height = text, width, height
        # A wide picture has no size of its own, so that it shrinks to the width of the page.
        size = f"width='{num(width)}' height='{num(height)}' " if width <= PAGE_WIDTH else ""
        self.svg = (
            "<svg xmlns='http://www.w3.org/2000/svg' role='img' text-anchor='middle' "
            "font-family='system-ui, Segoe UI, DejaVu Sans, sans-serif' "
            f"{size}viewBox='0 0 {num(width)} {num(height)}'>"
            f"<title>{escape(title or text)}</title>"
            f"<rect width='100%' height='100%' rx='8' fill='{PAPER}'/>{body}</svg>"
        )

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"image/svg+xml": self.svg, "text/plain": self.text}

    def save(self, path) -> None:
        """Write the picture into an .svg file."""
        Path(path).write_text(self.svg + "\n", encoding="utf-8", newline="\n")


# ---- pieces of SVG


def stroke(paths, colour, width):
    if not paths:
        return ""
    return (
        f"<path d='{''.join(paths)}' fill='none' stroke='{colour}' "
        f"stroke-width='{num(width)}' stroke-linecap='round'/>"
    )


def text_svg(x, y, words, size=15, colour=INK, anchor="", bold=False):
    if not words:
        return ""
    extra = f" text-anchor='{anchor}'" if anchor else ""
    extra += " font-weight='600'" if bold else ""
    return (
        f"<text x='{num(x)}' y='{num(y)}' font-size='{num(size)}' fill='{colour}'{extra}>"
        f"{escape(words)}</text>"
    )


def at(x, y, svg, faded=False):
    """Return the SVG moved to x, y."""
    fade = " opacity='0.3'" if faded else ""
    return f"<g transform='translate({num(x)} {num(y)})'{fade}>{svg}</g>"


def num(number):
    """Return a coordinate as short text."""
    return f"{round(number, 1):g}"


def signed(value):
    """Return a value as text, with the sign people expect to see: +1, 0, −1."""
    if isinstance(value, str):
        return value
    text = f"{value:+,}" if isinstance(value, Integral) else f"{float(value):+.3g}"
    text = text if value else "0"
    return text.replace("-", "−").replace("inf", "∞")


def rounded(number):
    """Return a number with two decimals and its sign; what rounds to zero has none."""
    text = f"{float(number):+.2f}".replace("-", "−")
    return text if text.strip("+−0.") else "0"


def shade(value):
    """Return the colour of a value from X's side, or of the outcome that a note names."""
    if isinstance(value, str):
        return next((c for name, c in COLOUR.items() if value == OUTCOME_NAMES[name]), INK)
    return COLOUR["X"] if value > 0 else COLOUR["O"] if value < 0 else COLOUR["draw"]


def blend(value):
    """Return the colour of a number from -1, O's, over white to 1, X's; beyond them the same."""
    share, colour = min(1, abs(value)), COLOUR["X" if value > 0 else "O"]
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(255 + share * (part - 255)):02x}" for part in parts)


# ---- the game of a board that comes without one


def square_game(state: State) -> TicTacToe:
    """Return tic-tac-toe on a square board of that length, or raise a ValueError if none has it."""
    side = isqrt(len(state)) if isinstance(state, str) else 0
    if not side or side * side != len(state):
        raise ValueError(
            f"{state!r} is not a square board: pass its game as well, "
            f"as in draw.board(state, TicTacToe(3, 4))."
        )
    return TicTacToe(side)
