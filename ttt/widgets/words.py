"""What a search does, step by step, in words."""

from math import isinf

from ttt.anygame import outcome
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
    """Return who moves on the board of a node: "MAX" or "MIN"; at an end "The search"."""
    state = film.tree.nodes[node]["state"]
    return "The search" if film.game.terminal(state) else ROLES[film.game.player(state)]


def winner_of(value: float) -> str:
    """Return whom a value from X's side names the winner: "X", "O" or "draw"."""
    return "X" if value > 0 else "O" if value < 0 else "draw"


def _enter(film: Film, nth: int, step: Step) -> str:
    parent, mover = film.parent(step.node), role(film, step.node)
    if parent is None and mover not in BEST:
        return "The search is asked about an end of the game." + _promises(step)
    if parent is None:
        return f"{mover} is to move and wants the {BEST[mover][0]} value." + _promises(step)
    move = film.tree.edges[parent, step.node]["action"]
    tries = f"{role(film, parent)} tries {film.cell} {move}."
    if move is None:
        tries = f"The search goes to a {film.board} that no move leads to."
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
    ended = outcome(film.game, state)
    if ended is None:
        return f"The search looks no further here and says {value}."
    over = f"The game is over, {RESULTS[ended]}"
    agrees = is_number(step.value) and winner_of(step.value) == ended
    return f"{over}: {value}." if agrees else f"{over}, but the search says {value}."


def _cut(film: Film, nth: int, step: Step) -> str:
    mover, value = role(film, step.node), signed(brief(step.value))
    never = f"{_moves(film, step.skipped)} never looked at."
    if step.alpha is None:
        return f"It stops here with {value}: {never}"
    if mover == "MIN" and is_number(step.value) and step.value <= step.alpha:
        has = f"MAX already has {signed(step.alpha)}"
        return f"MIN would take {value} here, {has}: cut. {_upper(never)}"
    if mover == "MAX" and is_number(step.value) and step.value >= step.beta:
        has = f"MIN already has {signed(step.beta)}"
        return f"MAX would take {value} here, {has}: cut. {_upper(never)}"
    if step.alpha >= step.beta:
        closed = f"α {signed(step.alpha)} is not below β {signed(step.beta)}"
        return f"{closed}: cut. {_upper(never)}"
    open_still = f"α {signed(step.alpha)} is below β {signed(step.beta)}"
    return f"It stops here with {value}, though {open_still}: {never}"


def _moves(film: Film, moves: tuple[Action, ...]) -> str:
    if len(moves) == 1:
        return f"{film.cell} {moves[0]} is"
    return f"{film.cell}s {', '.join(map(str, moves[:-1]))} and {moves[-1]} are"


def _upper(sentence: str) -> str:
    """Return a sentence that begins with a large letter; str.capitalize would change moves."""
    return sentence[0].upper() + sentence[1:]


def _return(film: Film, nth: int, step: Step) -> str:
    value = signed(brief(step.value))
    if step.node == 0 and film.trace.choice is not None:
        return f"It chooses {film.cell} {film.trace.choice}, which is worth {value}."
    mover = role(film, step.node)
    if film.trace.tree.nodes[step.node]["cut"]:
        bound = "at least" if mover == "MAX" else "at most"
        return f"It returns {value}: this {film.board} is worth {bound} that."
    found = [film.value(child, nth) for child in film.trace.tree.successors(step.node)]
    known = film.trace.tree.nodes[step.node]["known"]
    seen = f" {_upper(_moves(film, known))} known from before." if known else ""
    if mover not in BEST or not found or not all(map(is_number, found)):
        return f"The search returns {value}.{seen}"
    which, best = BEST[mover]
    if step.value == best(found):
        return f"{mover} takes the {which}: {value}.{seen}"
    if known:
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
