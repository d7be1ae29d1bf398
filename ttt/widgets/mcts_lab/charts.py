"""The numbers of a Monte Carlo tree as bars in small tables, as HTML."""

from html import escape
from math import isinf

from ttt import draw
from ttt.agents.mcts import as_listed
from ttt.algorithms.mcts import Node, most_visited, ucb1
from ttt.anygame import name_of_move, name_of_state
from ttt.draw import signed
from ttt.widgets.labels import VERDICTS, row_of
from ttt.widgets.mcts_lab.growth import Growth, Moves

EXPLOIT, EXPLORE = "#33658a", "#e0a526"  # the colours of the two terms of UCB1
ZERO = 35  # percent of the width, where the terms of UCB1 begin
HEAD_STYLE = "font-weight:600;font-size:14px;margin:8px 0 2px"
TABLE_STYLE = "width:100%;max-width:560px;border-collapse:collapse;font-size:13px;line-height:1.3"
LEGEND = (
    f"<span style='color:{EXPLOIT}'>■</span>&nbsp;exploit: Q &ensp;"
    f"<span style='color:{EXPLORE}'>■</span>&nbsp;explore: c √(ln N / n)"
)


def shares_chart(growth: Growth, values: bool) -> str:
    """Return the visit shares of the first moves as bars, with `values` what they are worth."""
    children = as_listed(growth.game, growth.tree)
    total = sum(child.visits for child in children) or 1
    rows = []
    for child in children:
        is_best = child is most_visited(growth.tree)
        share = _bar(0, 100 * child.visits / total, draw.INK if is_best else draw.GRID, height=14)
        worth = _worth(growth, child) if values else ""
        rows.append((child.action, share, f"{child.visits / total:.0%}", worth))
    names = "share", "", "true value" if values else ""
    return _table("Visits of the first moves", growth, *names, rows)


def _worth(growth: Growth, child: Node) -> str:
    """Return the minimax value behind a first move for the player who makes it, in a word."""
    space, row = row_of(growth.game, child.state)
    if space is None:
        return ""
    value = space.values[row].item() * child.mover
    name, symbol, _ = VERDICTS[(value > 0) - (value < 0)]
    return f"{symbol} {name}" + ("" if value in (1, 0, -1) else f" {signed(value)}")


def terms_chart(growth: Growth, moves: Moves, c: float) -> str:
    """Return UCB1 of the children of the board behind these moves, its two terms as bars."""
    node = growth.find(moves)
    scores = {
        child: ucb1(child.total, child.visits, node.visits, c)
        for child in as_listed(growth.game, node)
    }
    known = [abs(x) for child in scores for x in (child.mean, scores[child]) if not isinf(x)]
    scale = ZERO / max([1.0, *known])
    rows = []
    for child, score in scores.items():
        middle, end = ZERO + child.mean * scale, min(100, ZERO + score * scale)
        bars = _bar(min(ZERO, middle), max(ZERO, middle), EXPLOIT) + _bar(middle, end, EXPLORE, 8)
        total = f"<b>{score:.2f}</b>" if score == max(scores.values()) else f"{score:.2f}"
        terms = f"{child.mean:+.2f} + {score - child.mean:.2f} = {total}"
        rows.append((child.action, bars, "∞" if isinf(score) else terms.replace("-", "−"), ""))
    way = f"after {escape(', '.join(map(str, moves)))}" if moves else "at the top"
    title = f"UCB1 of the children of the {name_of_state(growth.game)} {way}"
    return _table(title, growth, LEGEND, "UCB1", "", rows)


def heading(words: str) -> str:
    """Return the title of a chart."""
    return f"<div style='{HEAD_STYLE}'>{words}</div>"


def _bar(start: float, end: float, colour: str, top: int = 1, height: int = 7) -> str:
    """Return a bar from one percentage of the width to another."""
    return (
        f"<div style='position:absolute;top:{top}px;left:{start:.1f}%;width:{end - start:.1f}%;"
        f"height:{height}px;background:{colour}'></div>"
    )


def _table(title: str, growth: Growth, bars: str, numbers: str, words: str, rows: list) -> str:
    """Return a table of moves with bars, numbers and words, under these names."""
    lines = [(name_of_move(growth.game), bars, numbers, words)]
    lines += [
        (escape(str(move)), f"<div style='position:relative;height:16px'>{drawn}</div>", *others)
        for move, drawn, *others in rows
    ]
    looks = "", "width:100%", "white-space:nowrap", "white-space:nowrap"
    cells = [
        "".join(
            f"<td style='padding:1px 4px;{look}'>{cell}</td>" for look, cell in zip(looks, line)
        )
        for line in lines
    ]
    body = "".join(f"<tr>{line}</tr>" for line in cells) if rows else "<tr><td>None yet.</td></tr>"
    return f"{heading(title)}<table style='{TABLE_STYLE}'>{body}</table>"
