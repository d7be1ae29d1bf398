"""What a phase of Monte Carlo tree search does, in words."""

from html import escape

from ttt.anygame import name_of_move, name_of_state, outcome
from ttt.draw import OUTCOME_NAMES, signed
from ttt.widgets.mcts_lab.growth import PHASE_COLOURS, Growth

ENDS = OUTCOME_NAMES | {"draw": "a draw"}
CHIP_STYLE = "border-radius:12px;padding:1px 10px;margin-right:6px;font-weight:600"


def chips(current: str) -> str:
    """Return the names of the four phases, the current one filled with its colour."""
    fills = {phase: f"color:{colour}" for phase, colour in PHASE_COLOURS.items()}
    if current:
        fills[current] = f"background:{PHASE_COLOURS[current]};color:#fff"
    return "".join(
        f"<span style='border:2px solid {PHASE_COLOURS[phase]};{CHIP_STYLE};{fill}'>{phase}</span>"
        for phase, fill in fills.items()
    )


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
    return _counted(growth.outcome, board)


def _counted(gain: float, board: str) -> str:
    """Return what backpropagation does with an outcome from X's side."""
    if gain == 0:
        return f"A draw: every {board} on the way is visited once more, and W stays as it is."
    winner, loser = "XO" if gain > 0 else "OX"
    return (
        f"Every {board} on the way counts one visit more, and {winner}'s win: W + {abs(gain):g} "
        f"where {winner} moved there, W − {abs(gain):g} where {loser} did."
    )
