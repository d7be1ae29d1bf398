"""What every drawing is made of: the picture, pieces of SVG, numbers as text and as colours."""

from html import escape
from numbers import Integral, Real
from pathlib import Path
from urllib.parse import quote

INK, GRID, PAPER, HIGHLIGHT = "#1f2933", "#9aa5b1", "#ffffff", "#ffe8a3"
COLOUR = {"X": "#0072b2", "O": "#d55e00", "draw": "#616e7c"}
RIGHT, WRONG = "#00845a", "#cf3f4f"  # of answers, readable on light and dark pages
OUTCOME_NAMES = {"X": "X wins", "O": "O wins", "draw": "draw"}
PAGE_WIDTH, MARGIN, LINE_HEIGHT = 800, 12, 20
SAFE_IN_HTML = " !'()*+,/:;<=>?@[]"  # what need not be escaped between double quotes


class Picture:
    """A drawing that a notebook shows as a picture, and a terminal as text.

    `words` say what is to be seen for those who cannot see it; `title` is a short form of them.
    """

    def __init__(self, body: str, width: float, height: float, text: str, words="", title=""):
        self.text, self.words, self.width, self.height = text, words or text, width, height
        # A wide picture has no size of its own, so that it shrinks to the width of the page.
        size = f"width='{num(width)}' height='{num(height)}' " if width <= PAGE_WIDTH else ""
        self.svg = (
            "<svg xmlns='http://www.w3.org/2000/svg' role='img' text-anchor='middle' "
            "font-family='system-ui, Segoe UI, DejaVu Sans, sans-serif' "
            f"{size}viewBox='0 0 {num(width)} {num(height)}'>"
            f"<title>{escape(title or self.words)}</title>"
            f"<rect width='100%' height='100%' rx='8' fill='{PAPER}'/>{body}</svg>"
        )

    def __repr__(self):
        return self.text

    @property
    def html(self) -> str:
        """The picture as an element of a page that says its words."""
        return image(f"image/svg+xml,{quote(self.svg, safe=SAFE_IN_HTML)}", self.words)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/html": self.html, "text/plain": self.text}

    def save(self, path) -> None:
        """Write the picture into an .svg file."""
        Path(path).write_text(self.svg + "\n", encoding="utf-8", newline="\n")


def image(data: str, words: str) -> str:
    """Return the HTML of a picture that comes along as data, with its words for screen readers.

    JupyterLab shows an SVG without its words, and takes <svg> out of notebooks that it does not
    trust; it leaves this as it is.
    """
    alt = escape(words).replace("\n", "&#10;")
    return f'<img alt="{alt}" style="max-width:100%;height:auto" src="data:{data}">'


# ---- pieces of SVG


def stroke(path: str, colour: str, width: float) -> str:
    """Return the SVG of a path with round ends, or "" if there is none."""
    look = f"fill='none' stroke='{colour}' stroke-width='{num(width)}' stroke-linecap='round'"
    return f"<path d='{path}' {look}/>" if path else ""


def rect(x: float, y: float, width: float, height: float, look: str) -> str:
    """Return the SVG of a rectangle with further attributes."""
    corner = f"x='{num(x)}' y='{num(y)}'"
    return f"<rect {corner} width='{num(width)}' height='{num(height)}' {look}/>"


def text(x, y, words: str, size=15, colour=INK, anchor="", bold=False) -> str:
    """Return the SVG of words, or "" if there are none; their middle is at x unless anchored."""
    if not words:
        return ""
    extra = f" text-anchor='{anchor}'" if anchor else ""
    extra += " font-weight='600'" if bold else ""
    return (
        f"<text x='{num(x)}' y='{num(y)}' font-size='{num(size)}' fill='{colour}'{extra}>"
        f"{escape(words)}</text>"
    )


def at(x: float, y: float, svg: str, faded=False) -> str:
    """Return the SVG moved to x, y."""
    fade = " opacity='0.3'" if faded else ""
    return f"<g transform='translate({num(x)} {num(y)})'{fade}>{svg}</g>"


# ---- numbers as text and as colours


def num(number: float) -> str:
    """Return a coordinate as short text."""
    return f"{round(number, 1):g}"


def short(value) -> str:
    """Return a number in a few letters, never as 1e+03; anything else as its text."""
    if isinstance(value, Integral):
        value = f"{value:,}"
    elif isinstance(value, Real):
        value = format(value + 0.0, ",.0f" if abs(value) >= 100 else ".3g")  # and no -0
    else:
        return str(value)
    return value.replace("-", "−").replace("inf", "∞")


def signed(value) -> str:
    """Return a number with the sign people expect to see: +1, 0, −1; anything else as its text."""
    return ("+" if isinstance(value, Real) and value > 0 else "") + short(value)


def rounded(number: float) -> str:
    """Return a number with two decimals and its sign; what rounds to zero has none."""
    text = f"{float(number):+.2f}".replace("-", "−")
    return text if text.strip("+−0.") else "0"


def shade(value) -> str:
    """Return the colour of a number from X's side, or of the outcome that a note names."""
    if not isinstance(value, Real):
        return next((c for name, c in COLOUR.items() if value == OUTCOME_NAMES[name]), INK)
    return COLOUR["X"] if value > 0 else COLOUR["O"] if value < 0 else COLOUR["draw"]


def blend(value: float) -> str:
    """Return the colour of a number from -1, O's, over white to 1, X's; beyond them the same."""
    share, colour = min(1, abs(value)), COLOUR["X" if value > 0 else "O"]
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(255 + share * (part - 255)):02x}" for part in parts)
