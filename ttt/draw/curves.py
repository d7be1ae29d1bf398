"""Curves that are drawn anew many times a second, which matplotlib is too slow for; and strips."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from ttt.draw import svg
from ttt.draw.svg import COLOUR, GRID, INK, Picture, num, short, signed

if TYPE_CHECKING:  # so that drawing a board need not wait for NumPy
    from ttt.agents import Learner

WIDTH, HEIGHT, LETTER = 500, 330, 15
LEFT, RIGHT, TOP, BOTTOM = 62, 464, 122, 280  # the field of the curves
LEGEND_ROWS, LEGEND_COLUMN = 2, 190
STRIPS_LEFT, STRIPS_RIGHT, STRIP = 190, 760, 14
STRIPS_KEY = "white: the best reply scores 0; orange: it scores 1"


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


def strips(title: str, trainings: dict[str, list[Learner]]) -> Picture:
    """Return a strip for each training, by the names of recipes: can anybody beat it, and when?

    The color at each exact check is the score of the best reply, to it as X or as O, whichever is
    higher: white is 0, and the darker, the higher.
    """
    rows = {name: [one.history.checks for one in each] for name, each in trainings.items()}
    episodes = [check.episode for check in next(iter(rows.values()))[0]]
    cell, every = (STRIPS_RIGHT - STRIPS_LEFT) / len(episodes), episodes[1]

    def left(episode: int) -> float:
        return STRIPS_LEFT + cell * episode / every

    body, top = [svg.text(14, 27, title, 17, INK, "start", bold=True)], 62
    body.append(svg.text(STRIPS_LEFT - 12, 51, "recipe", LETTER, COLOUR["draw"], "end"))
    for name, each in rows.items():
        middle = top + STRIP * len(each) / 2
        body.append(svg.text(STRIPS_LEFT - 12, middle + 5, name, LETTER, INK, "end"))
        for checks in each:
            for check in checks:
                fill = f"fill='{svg.blend(-check.reply)}'"
                body.append(svg.rect(left(check.episode), top, cell + 0.3, STRIP, fill))
            frame = f"fill='none' stroke='{GRID}' stroke-width='1'"
            body.append(svg.rect(STRIPS_LEFT, top, cell * len(episodes), STRIP, frame))
            top += STRIP
        top += STRIP
    for number in range(0, episodes[-1] + 1, _step(episodes[-1])):
        body.append(svg.text(left(number) + cell / 2, top + 10, f"{number:,}", LETTER))
    body.append(svg.text(STRIPS_RIGHT, top + 34, "episodes", LETTER, INK, "end"))
    body.append(svg.text(14, top + 34, STRIPS_KEY, LETTER, INK, "start"))
    told = [
        f"{name}: " + " | ".join(" ".join(short(c.reply) for c in checks) for checks in each)
        for name, each in rows.items()
    ]
    text = "\n".join([f"{title} (score of the best reply every {every:,} episodes)", *told])
    return Picture("".join(body), STRIPS_RIGHT + 30, top + 48, text)
