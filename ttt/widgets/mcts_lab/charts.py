"""The numbers of a Monte Carlo tree as bars in small tables, as HTML."""

from html import escape
from math import inf, isinf, log, sqrt

from ttt import draw
from ttt.algorithms.mcts import Node, most_visited
from ttt.anygame import name_of_move, name_of_state
from ttt.draw import signed
from ttt.game import Game
from ttt.widgets.labels import row_of
from ttt.widgets.mcts_lab.growth import Growth, Moves, listed

EXPLOIT, EXPLORE = "#33658a", "#e0a526"  # the colours of the two terms of UCB1
ZERO = 0.35  # where on a scale from 0 to 1 the terms of UCB1 begin
HEAD_STYLE = "font-weight:600;font-size:14px;margin:8px 0 2px"
TABLE_STYLE = "width:100%;max-width:560px;border-collapse:collapse;font-size:13px;line-height:1.3"
CELL_STYLES = "white-space:nowrap", "width:100%", "white-space:nowrap", "white-space:nowrap"
LEGEND = (
    f"<span style='color:{EXPLOIT}'>■</span>&nbsp;exploit: Q &ensp;"
    f"<span style='color:{EXPLORE}'>■</span>&nbsp;explore: C √(ln N / n)"
)


def shares_chart(growth: Growth) -> str:
    """Return the visit shares of the first moves as bars, beside what the moves are worth."""
    head, root = heading("Visits of the first moves"), growth.tree
    if not root.children:
        return head + "<div>None yet.</div>"
    total, best = max(1, sum(child.visits for child in root.children)), most_visited(root)
    rows = []
    for child in listed(growth.game, root):
        share = child.visits / total
        bar = _bar(0, share, draw.INK if child is best else draw.COLOUR["draw"], height=14)
        worth = _worth(growth.game, child)
        rows.append((escape(str(child.action)), _scale(bar), f"{share:.0%}", worth))
    return head + _table(rows, (name_of_move(growth.game), "share", "", "true value"))


def _worth(game: Game, child: Node) -> str:
    """Return the minimax value behind a first move for the player who makes it, in a word."""
    space, row = row_of(game, child.state)
    if space is None:
        return ""
    value = space.values[row].item() * child.mover
    word = "✓ win" if value > 0 else "✗ loss" if value < 0 else "= draw"
    return word if value in (1, 0, -1) else f"{word} {signed(value)}"


def terms_chart(growth: Growth, moves: Moves, c: float) -> str:
    """Return UCB1 of the children of the board behind these moves, its two terms as bars."""
    way = f"after {escape(', '.join(map(str, moves)))}" if moves else "at the top"
    head = heading(f"UCB1 of the children of the {name_of_state(growth.game)} {way}")
    node = growth.find(moves)
    terms = {child.action: ucb1_terms(node, child, c) for child in listed(growth.game, node)}
    if not terms:
        return head + "<div>It has none yet.</div>"
    sums = {action: sum(parts) for action, parts in terms.items()}
    longest = [
        abs(part)
        for (exploit, _), ucb in zip(terms.values(), sums.values())
        for part in (exploit, ucb)
        if not isinf(part)
    ]
    reach, best = max([1.0, *longest]), max(sums, key=sums.get)
    rows = []
    for action, (exploit, explore) in terms.items():
        move = escape(str(action))
        ucb = f"{exploit:+.2f} + {explore:.2f} = <b>{sums[action]:.2f}</b>".replace("-", "−")
        bars = _two_bars(exploit / reach, explore / reach)
        shown = f"<b>{move}</b>" if action == best else move
        rows.append((shown, bars, "∞" if isinf(explore) else ucb, ""))
    return head + _table(rows, (name_of_move(growth.game), LEGEND, "UCB1", ""))


def ucb1_terms(node: Node, child: Node, c: float) -> tuple[float, float]:
    """Return the two terms of a child's UCB1, from the side of the player who moves there."""
    explore = c * sqrt(log(node.visits) / child.visits) if child.visits else inf
    return child.mean, explore


# ---- pieces of HTML


def heading(words: str) -> str:
    """Return the name of a chart."""
    return f"<div style='{HEAD_STYLE}'>{words}</div>"


def _two_bars(exploit: float, explore: float) -> str:
    """Return two shares of the scale as bars, the second one from the end of the first on."""
    middle = ZERO + exploit * ZERO
    zero = _bar(ZERO, ZERO, draw.GRID, height=16, least="1px")
    end = min(1.0, middle + explore * ZERO)
    low, high = sorted((ZERO, middle))
    return _scale(zero + _bar(low, high, EXPLOIT, top=1) + _bar(middle, end, EXPLORE, top=8))


def _scale(bars: str) -> str:
    return f"<div style='position:relative;height:16px'>{bars}</div>"


def _bar(
    start: float, end: float, colour: str, top: int = 0, height: int = 7, least: str = "0"
) -> str:
    """Return a bar from one share of the width to another."""
    return (
        f"<div style='position:absolute;top:{top}px;left:{100 * start:.1f}%;min-width:{least};"
        f"width:{100 * (end - start):.1f}%;height:{height}px;background:{colour}'></div>"
    )


def _table(rows: list[tuple], heads: tuple) -> str:
    """Return rows of cells as a small table, the second column as wide as there is room."""
    names = [f"<span style='font-size:12px;opacity:.75'>{name}</span>" for name in heads]
    lines = [
        "".join(f"<td style='padding:1px 4px;{look}'>{c}</td>" for look, c in zip(CELL_STYLES, row))
        for row in [names, *rows]
    ]
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table style='{TABLE_STYLE}'>{body}</table>"
