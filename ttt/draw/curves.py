"""Curves that are drawn anew many times a second, which matplotlib is too slow for."""

from typing import NamedTuple

from ttt.draw.pieces import GRID, INK, PAPER, Picture, num, signed, text_svg

WIDTH, HEIGHT, LETTER = 500, 330, 15
LEFT, RIGHT, TOP, BOTTOM = 62, 464, 122, 280  # the field of the curves
LEGEND_ROWS, LEGEND_COLUMN = 2, 190
MARKER_GAP = 60  # pixels between two markers of a curve
LABEL_LETTER, LABEL_GAP = 13, 4  # of the words beside an upright line
MEAN_LETTER = 0.56  # the width of a letter or digit, in sizes of it


class Curve(NamedTuple):
    """Points to be joined, how, and what to call them; thin curves are seen on thick ones."""

    name: str
    points: list[tuple[float, float]]
    colour: str
    dashed: bool = False
    width: float = 2.5
    marker: str = ""  # "circle", "square" or none


def curves(
    title: str,
    subtitle: str,
    lines: list[Curve],
    *,
    reach: tuple[float, float],
    end: float,
    x: str = "",
    events: dict[float, dict[str, float]] | None = None,
) -> Picture:
    """Return a picture of curves over 0 to `end`, whose values are within `reach`.

    `events` are places that a thin dotted line marks, with what was set there to what
    beside it; lines that are close together share these words. The names of the curves
    stand above them in two rows, the lower one for every second curve.
    """
    field = _Field(max(end, 1), *reach)
    body = [
        text_svg(14, 27, title, 17, INK, "start", bold=True),
        text_svg(14, 49, subtitle, LETTER, INK, "start"),
        *(_legend(nth, curve) for nth, curve in enumerate(lines)),
        _scales(field),
        text_svg(RIGHT, BOTTOM + 41, x, LETTER, INK, "end"),
        _events(events or {}, field),
        *(_curve(nth, curve, field) for nth, curve in enumerate(lines)),
    ]
    told = [f"{curve.name} {signed(curve.points[-1][1])}" for curve in lines if curve.points]
    text = f"{title} ({subtitle}): {', '.join(told) or 'nothing yet'}"
    return Picture("".join(body), WIDTH, HEIGHT, text)


class _Field(NamedTuple):
    """Where on the picture a point belongs."""

    end: float
    low: float
    high: float

    def x(self, place: float) -> float:
        return LEFT + (RIGHT - LEFT) * place / self.end

    def y(self, value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - self.low) / (self.high - self.low)


def _scales(field: _Field) -> str:
    """Return the lines and numbers of both scales; that of zero is darker."""
    parts = []
    for fourth in range(5):
        value = field.low + (field.high - field.low) * fourth / 4
        y, colour = field.y(value), INK if value == 0 else GRID
        parts.append(_line(LEFT, y, RIGHT, y, colour, "stroke-width='1' stroke-opacity='.6'"))
        parts.append(text_svg(LEFT - 8, y + 5, signed(value), LETTER, INK, "end"))
    step = _step(field.end)
    for nth in range(int(field.end / step) + 1):
        x = field.x(nth * step)
        parts.append(_line(x, BOTTOM, x, BOTTOM + 5, INK, "stroke-width='1'"))
        parts.append(text_svg(x, BOTTOM + 21, f"{nth * step:,}", LETTER))
    return "".join(parts)


def _step(end: float) -> int:
    """Return the least of 1, 2, 5, 10, 20, … that divides the scale into at most five."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if end <= 5 * factor * step:
                return factor * step
        step *= 10


def _events(events: dict[float, dict[str, float]], field: _Field) -> str:
    """Return a dotted upright line for each event, and words for each or for a few of them."""
    look = "stroke-width='1.2' stroke-dasharray='1.5 3.5'"
    lines = [_line(x, TOP - 20, x, BOTTOM, INK, look) for x in map(field.x, events)]
    labels = [
        text_svg(_start(group), TOP - 9, group.words, LABEL_LETTER, INK, "start")
        for group in _groups(events, field)
    ]
    return "".join(lines + labels)


class _Group(NamedTuple):
    """Upright lines that share words: the first and the last, and what was set there to what."""

    first: float
    last: float
    settings: dict[str, float]

    @property
    def words(self) -> str:
        return ", ".join(f"{name} {value:g}" for name, value in self.settings.items())

    @property
    def width(self) -> float:
        return MEAN_LETTER * LABEL_LETTER * len(self.words)

    def with_later(self, other: "_Group") -> "_Group":
        """Return both as one; of a name that is set in both the last value counts."""
        earlier = {name: v for name, v in self.settings.items() if name not in other.settings}
        return _Group(self.first, other.last, earlier | other.settings)


def _groups(events: dict[float, dict[str, float]], field: _Field) -> list[_Group]:
    """Return the events from left to right, joined where their words would cover each other."""
    groups = []
    for place, settings in sorted(events.items()):
        group = _Group(field.x(place), field.x(place), settings)
        while groups and _collide(groups[-1], group):
            group = groups.pop().with_later(group)
        groups.append(group)
    return groups


def _collide(left: _Group, right: _Group) -> bool:
    """Return whether the words of one reach those of the next, or its first line."""
    return _start(left) + left.width + LABEL_GAP > min(_start(right), right.first)


def _start(group: _Group) -> float:
    """Return where the words begin: right of the last line, or left of the first at the end."""
    right = group.last + LABEL_GAP
    if right + group.width <= WIDTH:
        return right
    return max(LABEL_GAP, group.first - LABEL_GAP - group.width)


def _curve(nth: int, curve: Curve, field: _Field) -> str:
    """Return a curve and its markers, every second curve's halfway between those of the others."""
    places = [(field.x(x), field.y(y)) for x, y in curve.points]
    path = "L".join(f"{num(x)} {num(y)}" for x, y in places)
    drawn = f"<path d='M{path}' {_pen(curve)} stroke-linejoin='round'/>" if places else ""
    marked, due = [], LEFT + nth % 2 * MARKER_GAP / 2
    for x, y in places:
        if x >= due:
            marked.append(_marker(x, y, curve))
            due = x + MARKER_GAP
    return drawn + "".join(marked)


def _legend(nth: int, curve: Curve) -> str:
    """Return a sample of a curve and its name, in the row and column of its number."""
    column, row = divmod(nth, LEGEND_ROWS)
    x, y = 14 + column * LEGEND_COLUMN, 70 + row * 19
    sample = f"<path d='M{x} {y}h40' {_pen(curve)}/>"
    name = text_svg(x + 50, y + 5, curve.name, LETTER, INK, "start")
    return sample + _marker(x + 20, y, curve) + name


def _pen(curve: Curve) -> str:
    dashes = " stroke-dasharray='7 5'" if curve.dashed else ""
    return f"fill='none' stroke='{curve.colour}' stroke-width='{num(curve.width)}'{dashes}"


def _marker(x: float, y: float, curve: Curve) -> str:
    look = f"fill='{curve.colour}' stroke='{PAPER}' stroke-width='1'"
    if curve.marker == "circle":
        return f"<circle cx='{num(x)}' cy='{num(y)}' r='5.5' {look}/>"
    if curve.marker == "square":
        return f"<rect x='{num(x - 4)}' y='{num(y - 4)}' width='8' height='8' {look}/>"
    return ""


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, look: str) -> str:
    path = f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}"
    return f"<path d='{path}' stroke='{colour}' fill='none' {look}/>"
