"""What there is to see of AlphaZero in training: its curves, its thoughts, and its search."""

import networkx as nx

from ttt import draw
from ttt.agents.alphazero import AlphaZero, Training
from ttt.agents.learners import BOARD
from ttt.algorithms.alphazero import PuctNode
from ttt.algorithms.mcts import most_visited
from ttt.draw import Curve, rounded, signed
from ttt.game import SIDE, Action, State
from ttt.space import space_of
from ttt.widgets.frame import LOOKS, reply_chart
from ttt.widgets.labels import outlook

Runs = dict[str, Training]
MAP_SIZE, TREE_BOARD = 150, 54  # pixels
CHANCE = "chance"


def curves(runs: Runs, end: int) -> list[draw.Picture]:
    """Return the score of the best reply, and the share of wrong boards with the loss, drawn."""
    wrong = []
    for (name, run), look in zip(runs.items(), LOOKS):
        shares = [(turn, check.wrong) for turn, check in enumerate(run.history.checks)]
        losses = [(turn, loss / 10) for turn, loss in enumerate(run.history.losses, start=1)]
        wrong += [Curve(name, shares, **look), Curve("its loss ÷ 10", losses, dashed=True, **look)]
    title, share = "Boards with a wrong move", "exact share of all 4,520 boards"
    wrong = draw.curves(title, share, wrong, reach=(0, 0.6), end=end, x="turns")
    return [reply_chart(runs, end, "turns"), wrong]


def opinions(runs: Runs, state: State) -> dict[str, dict[Action, float]]:
    """Return each network's chances of the moves, its values behind them, and the truth.

    Values are on the mover's side.
    """
    found, side, row_of = {}, SIDE[BOARD.player(state)], space_of(BOARD).index
    rows = {action: row_of[BOARD.result(state, action)] for action in BOARD.actions(state)}
    for name, run in runs.items():
        chances, values = run.thoughts
        found[f"{name}\n{CHANCE}"] = {a: float(chances[row_of[state], a]) for a in rows}
        found[f"{name}\nvalue"] = {a: side * float(values[row]) for a, row in rows.items()}
    truth = outlook(BOARD, state)
    return found | {"true result": {action: value for action, (value, _) in truth.items()}}


def thought_maps(runs: Runs, state: State) -> draw.Picture:
    """Return what each network thinks of the moves on a board, and the truth, as heat maps."""
    BOARD.check(state)
    if BOARD.terminal(state):
        raise ValueError("The game is over: no move is left to think about.")
    thoughts, side = opinions(runs, state), SIDE[BOARD.player(state)]
    words = [
        {a: f"{x:.0%}" if name.endswith(CHANCE) else signed(round(x, 2)) for a, x in moves.items()}
        for name, moves in thoughts.items()
    ]
    heat = [{a: side * x for a, x in values.items()} for values in thoughts.values()]
    look = {"values": words, "heat": heat, "size": MAP_SIZE, "per_row": len(thoughts)}
    return draw.boards([state] * len(thoughts), list(thoughts), BOARD, **look)


def search_tree(run: Training, state: State, simulations: int) -> draw.Picture:
    """Return the tree of one search: the first moves, and the answers to the most visited one."""
    root = AlphaZero(run.mind, simulations).tree(BOARD, state)
    tree, favorite = nx.DiGraph(game=BOARD), most_visited(root)
    tree.add_node((), state=state, note=f"N {root.visits}", frame=True)
    for node, way in (root, ()), (favorite, (favorite.action,)):
        for child in node.children:
            tree.add_node((*way, child.action), **_look(child))
            tree.add_edge(way, (*way, child.action), action=child.action, strong=child is favorite)
    return draw.tree(tree, size=TREE_BOARD, levels={"X": "X moves", "O": "O moves"})


def _look(node: PuctNode) -> dict:
    """Return the board of a node, its mean value in the pill, and its prior and visits below."""
    look = {"state": node.state, "note": f"P {node.prior:.0%}\nN {node.visits}"}
    if node.visits:
        look |= {"value": rounded(node.mean), "tint": node.mean * node.mover}
    return look
