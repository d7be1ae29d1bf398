"""What stands around the tree of a Monte Carlo search, as HTML: its phase in words, and bars."""

from html import escape
from math import isinf

from ttt import draw
from ttt.agents.mcts import as_listed
from ttt.algorithms.mcts import ucb1
from ttt.anygame import name_of_move, name_of_state, outcome
from ttt.draw import signed
from ttt.widgets.labels import hints
from ttt.widgets.mcts_lab.growth import PHASE_COLOURS, Growth, Moves

ENDS = draw.OUTCOME_NAMES | {"draw": "a draw"}
CHIP_STYLE = "border-radius:12px;padding:1px 10px;margin-right:6px;font-weight:600"
HEAD_STYLE = "font-weight:600;font-size:14px;margin:8px 0 2px"
TABLE_STYLE = "width:100%;max-width:560px;border-collapse:collapse;font-size:13px;line-height:1.3"
CELL_STYLE = "padding:1px 4px;white-space:nowrap"

# ---- words


def chips(current: str) -> str:
    """Return the names of the four phases, the current one filled with its colour."""
    shown = ""
    for phase, colour in PHASE_COLOURS.items():
        fill = f"background:{colour};color:#fff" if phase == current else f"color:{colour}"
        shown += f"<span style='border:2px solid {colour};{CHIP_STYLE};{fill}'>{phase}</span>"
    return shown


def tell(growth: Growth) -> str:
    """Return what has just happened, in one or two sentences."""
    board, end = name_of_state(growth.game), growth.nodes[-1]
    match growth.phase:
        case "":
            return f"The tree is the {board} alone. Press <b>Next phase</b>."
        case "select" if not growth.focus:
            return f"The {board} at the top has moves that were never tried, so we stay there."
        case "select":
            way = escape(", then ".join(map(str, growth.focus)))
            then = "There a move is left to try." if end.untried else "There the game is over."
            return f"Always to the child with the highest UCB1: {way}. {then}"
        case "expand" if end.visits:
            return "The game is over here, so there is nothing to expand."
        case "expand":
            tried = f"{name_of_move(growth.game).capitalize()} {escape(str(end.action))}"
            return f"{tried} is tried for the first time: a new {board} in the tree."
        case "rollout":
            ended = ENDS[outcome(growth.game, growth.played[-1])]
            result = f"{ended}: {signed(growth.outcome)} from X's side."
            if len(growth.played) == 1:
                return f"The game is over already, {result}"
            return f"From the new {board} both move at random, {result}"
    gains = f"{signed(growth.outcome)} where X moved there, {signed(-growth.outcome)} where O did"
    return f"Every {board} on the way counts one visit more, and to its W comes {gains}."


# ---- numbers


def heading(words: str) -> str:
    """Return the title of a panel."""
    return f"<div style='{HEAD_STYLE}'>{words}</div>"


def children_table(growth: Growth, moves: Moves, c: float, values: bool) -> str:
    """Return visits and UCB1 of the children behind these moves, and what they are worth."""
    node = growth.find(moves)
    truth = hints(growth.game, node.state) if values and node.children else {}
    children = as_listed(growth.game, node)
    total = sum(child.visits for child in children) or 1
    scores = [ucb1(child.total, child.visits, node.visits, c) for child in children]
    rows = [(name_of_move(growth.game), "share of the visits", "", "Q + c √(ln N / n) = UCB1", "")]
    for child, score in zip(children, scores):
        share = child.visits / total
        bar = f"<progress value='{share:.3f}' aria-hidden='true' style='width:100%'></progress>"
        terms = f"{child.mean:+.2f} + {score - child.mean:.2f} = {score:.2f}".replace("-", "−")
        terms = "∞" if isinf(score) else terms
        best = f"<b>{terms}</b>" if score == max(scores) else terms
        worth = "{symbol} {text}".format(**truth[child.action]) if truth else ""
        rows.append((escape(str(child.action)), bar, f"{share:.0%}", best, worth))
    lines = ("".join(f"<td style='{CELL_STYLE}'>{cell}</td>" for cell in row) for row in rows)
    way = f"after {escape(', '.join(map(str, moves)))}" if moves else "at the top"
    title = heading(f"The children of the {name_of_state(growth.game)} {way}")
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"{title}<table style='{TABLE_STYLE}'>{body}</table>"
