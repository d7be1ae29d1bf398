"""What a phase of Monte Carlo tree search does, in words."""

from html import escape

from ttt.anygame import name_of_move, name_of_state, outcome
from ttt.draw import OUTCOME_NAMES, signed
from ttt.widgets.mcts_lab.growth import Growth

ENDS = OUTCOME_NAMES | {"draw": "a draw"}
PLAYS = {"random": "at random", "one-step": "one step ahead: win, else block, else at random"}


def tell(growth: Growth) -> str:
    """Return what has just happened, in one or two sentences."""
    told = {
        "": _nothing_yet,
        "select": _select,
        "expand": _expand,
        "rollout": _rollout,
        "backpropagate": _backpropagate,
    }
    return told[growth.phase](growth, name_of_state(growth.game))


def _nothing_yet(growth: Growth, board: str) -> str:
    return f"The tree is the {board} alone. Press <b>Next phase</b>."


def _select(growth: Growth, board: str) -> str:
    if not growth.focus:
        return f"The {board} at the top has moves that were never tried, so we stay there."
    way = escape(", then ".join(map(str, growth.focus)))
    is_over = growth.game.terminal(growth.nodes[-1].state)
    then = "There the game is over." if is_over else "There a move is left to try."
    return f"Always to the child with the highest UCB1: {way}. {then}"


def _expand(growth: Growth, board: str) -> str:
    new = growth.nodes[-1]
    if new.visits:
        return "The game is over here, so there is nothing to expand."
    tried = f"{name_of_move(growth.game).capitalize()} {escape(str(new.action))}"
    return f"{tried} is tried for the first time: a new {board} in the tree."


def _rollout(growth: Growth, board: str) -> str:
    end, (_, rule) = growth.played[-1], growth.plan[(growth.at - 1) // 4]
    result = f"{ENDS[outcome(growth.game, end)]}: {signed(growth.outcome)} from X's side."
    if len(growth.played) == 1:
        return f"The game is over already, {result}"
    return f"From the new {board} both move {PLAYS[rule]}, {result}"


def _backpropagate(growth: Growth, board: str) -> str:
    if growth.outcome == 0:
        return f"A draw: every {board} on the way is visited once more, and W stays as it is."
    winner, loser = "XO" if growth.outcome > 0 else "OX"
    gain = f"{abs(growth.outcome):g}"
    return (
        f"Every {board} on the way counts one visit more, and {winner}'s win: W + {gain} where "
        f"{winner} moved there, W − {gain} where {loser} did."
    )
