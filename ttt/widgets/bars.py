"""Bars and numbers in a small table, as HTML."""

from math import isinf

from ttt.draw import GRID
from ttt.widgets.growth import Term

NARROW = "padding:1px 4px;white-space:nowrap"
EXPLOIT, EXPLORE = "#33658a", "#e0a526"  # the colours of the two terms of UCB1


def bar(start: float, end: float, colour: str) -> str:
    """Return a bar from one share of the width to another."""
    return (
        f"<div style='position:relative;height:14px'><div style='position:absolute;top:0;"
        f"left:{100 * start:.1f}%;width:{100 * (end - start):.1f}%;height:14px;"
        f"background:{colour};border-radius:2px'></div></div>"
    )


def two_bars(term: Term, reach: float) -> str:
    """Return exploit and explore as bars, 0 in the middle of the scale to the left of its end."""
    zero = 0.35
    exploit = zero + term.exploit / reach * zero
    low, high = sorted((zero, exploit))
    end = 1.0 if isinf(term.explore) else min(1.0, exploit + term.explore / reach * zero)
    return (
        f"<div style='position:relative;height:16px'>"
        f"<div style='position:absolute;left:{100 * zero:.1f}%;top:-1px;width:1px;height:18px;"
        f"background:{GRID}'></div>{_stripe(low, high, EXPLOIT, 1)}"
        f"{_stripe(exploit, end, EXPLORE, 8)}</div>"
    )


def _stripe(start: float, end: float, colour: str, top: int) -> str:
    return (
        f"<div style='position:absolute;top:{top}px;left:{100 * start:.1f}%;"
        f"width:{100 * (end - start):.1f}%;height:7px;background:{colour}'></div>"
    )


def numbers(term: Term) -> str:
    """Return the two terms and their sum as text."""
    if isinf(term.explore):
        return "∞"
    parts = f"{term.exploit:+.2f} + {term.explore:.2f} = <b>{term.ucb:.2f}</b>"
    return parts.replace("-", "−")


def table(rows: list[tuple], heads: tuple) -> str:
    """Return rows of cells as a small table, the second column as wide as there is room."""
    looks = NARROW, "width:100%;padding:1px 4px", NARROW, NARROW
    head = "".join(
        f"<td style='{look};font-size:12px;opacity:.75'>{name}</td>"
        for look, name in zip(looks, heads)
    )
    body = "".join(
        "<tr>"
        + "".join(f"<td style='{look}'>{cell}</td>" for look, cell in zip(looks, row))
        + "</tr>"
        for row in rows
    )
    return (
        "<table style='width:100%;max-width:560px;border-collapse:collapse;"
        f"font-size:13px;line-height:1.3'><tr>{head}</tr>{body}</table>"
    )
