"""Curves that are drawn anew many times a second, which matplotlib is too slow for."""

from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from ttt.draw import svg
from ttt.draw.svg import GRID, INK, Picture, num, signed

WIDTH, HEIGHT, LETTER = 500, 330, 15
LEFT, RIGHT, TOP, BOTTOM = 62, 464, 122, 280  # the field of the curves
LEGEND_ROWS, LEGEND_COLUMN = 2, 190


class Curve(NamedTuple):
    """Points to be joined, how, and what to call them; thin curves are seen on thick ones."""

    name: str
    points: list[tuple[float, float]]
    colour: str
    dashed: bool = False
    width: float = 2.5


def curves(
    title: str,
    subtitle: str,
    lines: list[Curve],
    *,
    reach: tuple[float, float],
    end: float,
    x: str = "",
) -> Picture:
    """Return a picture of curves over 0 to `end`, whose values are within `reach`.

    The names of the curves stand above them in two rows, the lower one for every second curve.
    """
    low, high = reach
    end = max(end, 1)

    def place(x: float, y: float) -> tuple[float, float]:
        return LEFT + (RIGHT - LEFT) * x / end, BOTTOM - (BOTTOM - TOP) * (y - low) / (high - low)

    body = [
        svg.text(14, 27, title, 17, INK, "start", bold=True),
        svg.text(14, 49, subtitle, LETTER, INK, "start"),
        *(_legend(nth, curve) for nth, curve in enumerate(lines)),
        *(_level(low + (high - low) * fourth / 4, place) for fourth in range(5)),
        *(_tick(episode, place) for episode in range(0, int(end) + 1, _step(end))),
        svg.text(RIGHT, BOTTOM + 41, x, LETTER, INK, "end"),
        *(_curve(curve, place) for curve in lines),
    ]
    told = [f"{curve.name} {signed(curve.points[-1][1])}" for curve in lines if curve.points]
    text = f"{title} ({subtitle}): {', '.join(told) or 'nothing yet'}"
    return Picture("".join(body), WIDTH, HEIGHT, text)


def _level(value: float, place: Callable) -> str:
    """Return a line across the field and its number at the left; that of zero is darker."""
    _, y = place(0, value)
    line = f"d='M{LEFT} {num(y)}L{RIGHT} {num(y)}' stroke='{INK if value == 0 else GRID}'"
    number = svg.text(LEFT - 8, y + 5, signed(value), LETTER, INK, "end")
    return f"<path {line} fill='none' stroke-width='1' stroke-opacity='.6'/>{number}"


def _tick(number: int, place: Callable) -> str:
    """Return a short line below the field and its number."""
    x, _ = place(number, 0)
    line = f"d='M{num(x)} {BOTTOM}L{num(x)} {BOTTOM + 5}' stroke='{INK}'"
    words = svg.text(x, BOTTOM + 21, f"{number:,}", LETTER)
    return f"<path {line} fill='none' stroke-width='1'/>{words}"


def _step(end: float) -> int:
    """Return the least of 1, 2, 5, 10, 20, … that divides the scale into at most five."""
    steps = (factor * 10**power for power in count() for factor in (1, 2, 5))
    return next(step for step in steps if end <= 5 * step)


def _curve(curve: Curve, place: Callable) -> str:
    """Return a curve through its points, or nothing if it has none."""
    path = "L".join(f"{num(x)} {num(y)}" for x, y in (place(*point) for point in curve.points))
    return f"<path d='M{path}' {_pen(curve)} stroke-linejoin='round'/>" if path else ""


def _legend(nth: int, curve: Curve) -> str:
    """Return a sample of a curve and its name, in the row and column of its number."""
    column, row = divmod(nth, LEGEND_ROWS)
    x, y = 14 + column * LEGEND_COLUMN, 70 + row * 19
    sample = f"<path d='M{x} {y}h40' {_pen(curve)}/>"
    name = svg.text(x + 50, y + 5, curve.name, LETTER, INK, "start")
    return sample + name


def _pen(curve: Curve) -> str:
    dashes = " stroke-dasharray='7 5'" if curve.dashed else ""
    return f"fill='none' stroke='{curve.colour}' stroke-width='{num(curve.width)}'{dashes}"
