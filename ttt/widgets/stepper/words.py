"""What a search does, step by step, in words, and what to ask before it is shown."""

from math import isinf
from typing import NamedTuple

from ttt.anygame import name_of_move, name_of_state, outcome
from ttt.draw import signed
from ttt.trace import Step
from ttt.trace.lines import is_number
from ttt.widgets.stepper.film import Film, brief

ROLES = {"X": "MAX", "O": "MIN"}
BEST = {"MAX": ("highest", max), "MIN": ("lowest", min)}
RESULTS = {"X": "X has won", "O": "O has won", "draw": "it is a draw"}


def tell(film: Film) -> str:
    """Return what the step of a film does, in one or two sentences."""
    kinds = {"enter": _enter, "line": _line, "leaf": _leaf, "cut": _cut, "return": _return}
    return kinds[film.step.kind](film, film.step) + _gain(film, film.step)


def _role(film: Film, node: int) -> str:
    """Return who moves on the board of a node: "MAX" or "MIN"; at an end "The search"."""
    state = film.tree.nodes[node]["state"]
    return "The search" if film.game.terminal(state) else ROLES[film.game.player(state)]


def _enter(film: Film, step: Step) -> str:
    mover, above = _role(film, step.node), film.above.get(step.node)
    if above is not None:
        move = film.tree.edges[above, step.node]["action"]
        told = f"{_role(film, above)} tries {name_of_move(film.game)} {move}."
        if move is None:
            told = f"The search goes to a {name_of_state(film.game)} that no move leads to."
    elif mover in BEST:
        told = f"{mover} is to move and wants the {BEST[mover][0]} value."
    else:
        told = "The search is asked about an end of the game."
    return told + _limit(film, step)


def _limit(film: Film, step: Step) -> str:
    """Return at which value the search may stop on this board, and why, if it has a window."""
    mover, window = _role(film, step.node), film.windows.get(step.node)
    if not window or mover not in BEST:
        return ""
    other, bound, less = _promise(mover, window)
    value = signed(bound)
    told = f" {mover} may stop here at {value} or {less}, because {other} has {value} elsewhere."
    return "" if isinf(bound) else told


def _promise(mover: str, window: tuple[float, float]) -> tuple[str, float, str]:
    """Return who else has something for certain, what, and which values are no better for it."""
    return ("MAX", window[0], "less") if mover == "MIN" else ("MIN", window[1], "more")


def _line(film: Film, step: Step) -> str:
    changed = [f"{name} is {value}" for name, value in film.changed.items()]
    told = f"Now {' and '.join(changed)}." if changed else "The marked line is the next to run."
    return told + _limit(film, step)


def _leaf(film: Film, step: Step) -> str:
    value = signed(brief(step.value))
    ended = outcome(film.game, film.tree.nodes[step.node]["state"])
    if ended is None:
        return f"The search enters no {name_of_state(film.game)} below this one and says {value}."
    utility = film.game.utility(film.tree.nodes[step.node]["state"])
    if is_number(step.value) and (step.value == utility or step.value * utility > 0):
        return f"The game is over, {RESULTS[ended]}: {value}."
    return f"The game is over, {RESULTS[ended]}, but the search says {value}."


def _cut(film: Film, step: Step) -> str:
    cells = f"{name_of_move(film.game)}{'s' * (len(step.skipped) > 1)}"
    never = f"Never looked at: {cells} {', '.join(map(str, step.skipped))}."
    mover, values = _role(film, step.node), [step.value, *_below(film, step.node)]
    best = BEST[mover][1]
    if step.window and all(map(is_number, values)):
        other, bound, _ = _promise(mover, step.window)
        if best(*values, bound) == best(values):
            # A fail-hard search returns the bound itself: what it found is among the values below.
            above = [film.windows[node] for node in film.path[2:3] if node in film.windows]
            is_deep = any(_promise(mover, window)[1] == bound for window in above)
            where = " further up" if is_deep else ""
            has = f"{mover} can have {signed(best(values))} here"
            return f"{has}, {other} already has {signed(bound)}{where}: cut. {never}"
    return f"It stops here with {signed(brief(step.value))}. {never}"


def _below(film: Film, node: int) -> list:
    """Return what is said of the boards one move later, those included that were looked up."""
    entered = [film.tree.nodes[child].get("value") for child in film.tree.successors(node)]
    return [*entered, *film.tree.nodes[node]["known"].values()]


def _return(film: Film, step: Step) -> str:
    value, mover = signed(brief(step.value)), _role(film, step.node)
    bound, found = film.tree.nodes[step.node]["bound"], _below(film, step.node)
    if step.node == 0 and film.trace.choice is not None:
        choice = f"{name_of_move(film.game)} {film.trace.choice}"
        return f"It chooses {choice}, which is worth {value}."
    if bound:
        least = "at least" if bound == "≥" else "at most"
        return f"It returns {value}: this {name_of_state(film.game)} is worth {least} that."
    if mover in BEST and found and all(map(is_number, found)):
        which, best = BEST[mover]
        if step.value == best(found):
            return f"{mover} takes the {which}: {value}."
        return f"The search returns {value}; the {which} value below is {signed(best(found))}."
    return f"The search returns {value}."


def _gain(film: Film, step: Step) -> str:
    """Return how a value has moved alpha or beta of the board above."""
    bounds = zip(("MAX", "MIN"), "αβ", film.window_before or (), step.above or ())
    for who, letter, old, new in bounds:
        if old != new and step.kind != "enter":
            return f" So {who} has {signed(new)} for certain above: {letter} = {signed(new)}."
    return ""


# ---- predicting


class Prompt(NamedTuple):
    """What the reader is asked about a board before a step is shown, and the right choice."""

    node: int
    text: str
    choices: list[str]
    answer: str


def question(film: Film) -> Prompt | None:
    """Return what to ask before the next step is shown, or None if nobody could know."""
    now, step = film.step, film.trace.steps[film.at + 1]
    if step.kind in ("leaf", "return"):
        data, below = film.tree.nodes[step.node], _below(film, step.node)
        is_told = data["skipped"] or (data["bound"] and step.value not in below)
        return _ask_for_value(film, step) if is_number(step.value) and not is_told else None
    if now.kind == "line":
        return _ask_for_cut(film, step, now.node) if now.line in film.lines_before_cuts else None
    back = film.above.get(now.node) if now.kind in ("leaf", "return") else None
    at = step.node if step.kind == "cut" else film.above.get(step.node)
    return _ask_for_cut(film, step, back) if at == back and step.kind != "line" else None


def _ask_for_cut(film: Film, step: Step, node: int | None) -> Prompt | None:
    if node not in film.windows:
        return None
    alpha, beta = map(signed, film.windows[node])
    text = f"Back at {_role(film, node)}: α = {alpha}, β = {beta}. Does it look on, or cut?"
    return Prompt(node, text, ["look on", "cut"], "cut" if step.kind == "cut" else "look on")


def _ask_for_value(film: Film, step: Step) -> Prompt:
    text = f"What is this {name_of_state(film.game)} worth?"
    if step.kind == "return":
        text = f"All its moves are seen: what does {_role(film, step.node)} take?"
    ends = {s.value for s in film.trace.steps if s.kind == "leaf" and is_number(s.value)}
    choices = map(signed, sorted({-1, 0, 1, step.value, *ends}))
    return Prompt(step.node, text, list(choices), signed(step.value))
