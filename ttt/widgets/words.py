"""What a search does, step by step, in words."""

from math import isinf

from ttt.draw import signed
from ttt.game import Action
from ttt.trace import Step
from ttt.trace.record import is_number
from ttt.widgets.film import Film, brief

ROLES = {"X": "MAX", "O": "MIN"}
BEST = {"MAX": ("highest", max), "MIN": ("lowest", min)}
RESULTS = {"X": "X has won", "O": "O has won", "draw": "it is a draw"}


def tell(film: Film, nth: int) -> str:
    """Return what step `nth` of a film does, in one or two sentences."""
    step = film.steps[nth]
    sentence = {"enter": _enter, "leaf": _leaf, "cut": _cut, "return": _return}[step.kind]
    return " ".join(filter(None, (sentence(film, nth, step), _gain(film, nth, step))))


def role(film: Film, node) -> str:
    """Return who moves on the board of a node: "MAX" or "MIN"."""
    return ROLES[film.game.player(film.tree.nodes[node]["state"])]


def _enter(film: Film, nth: int, step: Step) -> str:
    parent = film.parent(step.node)
    if parent is None:
        mover = role(film, step.node)
        return f"{mover} is to move and wants the {BEST[mover][0]} value." + _promises(step)
    move = film.tree.edges[parent, step.node]["action"]
    tries = f"{role(film, parent)} tries cell {move}."
    if move is None:
        tries = "The search goes to a board that no move leads to."
    return tries + _promises(step)


def _promises(step: Step) -> str:
    """Return what both sides have for certain elsewhere, if the search has a window."""
    if step.alpha is None:
        return ""
    has = {"MAX": step.alpha, "MIN": step.beta}
    sure = [f"{who} has {signed(bound)}" for who, bound in has.items() if not isinf(bound)]
    return f" Elsewhere {' and '.join(sure)} for certain." if sure else ""


def _leaf(film: Film, nth: int, step: Step) -> str:
    state, value = film.tree.nodes[step.node]["state"], signed(brief(step.value))
    if not film.game.terminal(state):
        return f"The search looks no further here and says {value}."
    utility = film.game.utility(state)
    agrees = is_number(step.value) and (step.value > 0) - (step.value < 0) == utility
    over = f"The game is over, {RESULTS[film.game.outcome(state)]}"
    return f"{over}: {value}." if agrees else f"{over}, but the search says {value}."


def _cut(film: Film, nth: int, step: Step) -> str:
    mover, value = role(film, step.node), signed(brief(step.value))
    never = f"{_cells(step.skipped)} never looked at."
    if step.alpha is None:
        return f"It stops here with {value}: {never}"
    if mover == "MIN" and is_number(step.value) and step.value <= step.alpha:
        has = f"MAX already has {signed(step.alpha)}"
        return f"MIN would take {value} here, {has}: cut. {never.capitalize()}"
    if mover == "MAX" and is_number(step.value) and step.value >= step.beta:
        has = f"MIN already has {signed(step.beta)}"
        return f"MAX would take {value} here, {has}: cut. {never.capitalize()}"
    if step.alpha >= step.beta:
        closed = f"α {signed(step.alpha)} is not below β {signed(step.beta)}"
        return f"{closed}: cut. {never.capitalize()}"
    open_still = f"α {signed(step.alpha)} is below β {signed(step.beta)}"
    return f"It stops here with {value}, though {open_still}: {never}"


def _cells(moves: tuple[Action, ...]) -> str:
    if len(moves) == 1:
        return f"cell {moves[0]} is"
    return f"cells {', '.join(map(str, moves[:-1]))} and {moves[-1]} are"


def _return(film: Film, nth: int, step: Step) -> str:
    if step.node == 0 and film.trace.choice is not None:
        return f"It chooses cell {film.trace.choice}, which is worth {signed(brief(step.value))}."
    mover, value = role(film, step.node), signed(brief(step.value))
    which, best = BEST[mover]
    if film.trace.tree.nodes[step.node]["cut"]:
        bound = "at least" if mover == "MAX" else "at most"
        return f"It returns {value}: this board is worth {bound} that."
    found = [film.value(child, nth) for child in film.trace.tree.successors(step.node)]
    known = film.trace.tree.nodes[step.node]["known"]
    seen = f" {_cells(known).capitalize()} known from before." if known else ""
    if all(map(is_number, found)) and found and step.value == best(found):
        return f"{mover} takes the {which}: {value}.{seen}"
    if known or not found or not all(map(is_number, found)):
        return f"The search returns {value}.{seen}"
    return f"The search returns {value}; the {which} value below is {signed(best(found))}."


def _gain(film: Film, nth: int, step: Step) -> str:
    """Return how a step has moved alpha or beta of the board above."""
    if step.kind not in ("leaf", "return") or not step.above or not nth:
        return ""
    parent = film.parent(step.node)
    before = film.window(parent, nth - 1)
    if before and before[0] != step.above[0]:
        return f"So MAX has {signed(step.above[0])} for certain above: α = {signed(step.above[0])}."
    if before and before[1] != step.above[1]:
        return f"So MIN has {signed(step.above[1])} for certain above: β = {signed(step.above[1])}."
    return ""
