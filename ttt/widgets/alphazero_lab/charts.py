"""What there is to see of AlphaZero in training: its curves, its thoughts, and its search."""

import networkx as nx

from ttt import draw
from ttt.agents.alphazero import AlphaZero, Training
from ttt.agents.learners import BOARD
from ttt.algorithms.alphazero import PuctNode
from ttt.algorithms.mcts import most_visited
from ttt.draw import Curve, rounded
from ttt.game import SIDE, Action, State
from ttt.widgets.labels import outlook
from ttt.widgets.training_lab.charts import LOOKS, MAP_SIZE

Runs = dict[str, Training]
TREE_BOARD = 54  # pixels


def curves(runs: Runs, end: int) -> list[draw.Picture]:
    """Return the score of the best reply, the share of wrong boards, and the loss, as pictures."""
    looks, replies, wrong, losses = [*LOOKS.values()], [], [], []
    for (name, run), look in zip(runs.items(), looks):
        checks = list(enumerate(run.history.checks))
        for mark, field in ("X", "reply_to_x"), ("O", "reply_to_o"):
            points = [(turn, getattr(check, field)) for turn, check in checks]
            replies.append(Curve(f"{name} as {mark}", points, dashed=mark == "O", **look))
        wrong.append(Curve(name, [(turn, check.wrong) for turn, check in checks], **look))
        losses.append(Curve(name, list(enumerate(run.history.losses, 1)), **look))
    scale = {"end": end, "x": "turns"}
    beats = "the replier's result; at 0 nobody can beat it"
    return [
        draw.curves("The best reply to it, exact", beats, replies, reach=(0, 1), **scale),
        draw.curves("Wrong boards, exact", "share of all 4,520", wrong, reach=(0, 0.4), **scale),
        draw.curves("Loss", "on its own games: it never meets 0", losses, reach=(0, 4), **scale),
    ]


def opinions(runs: Runs, state: State) -> dict[str, dict[Action, float]]:
    """Return each network's chances of the moves, its values behind them, and the truth.

    Values are on the mover's side.
    """
    found, side = {}, SIDE[BOARD.player(state)]
    for name, run in runs.items():
        rows = {a: run.space.index[BOARD.result(state, a)] for a in BOARD.actions(state)}
        chances = run.thoughts[0][run.space.index[state]]
        found[f"{name}: chance"] = {a: float(chances[a]) for a in rows}
        found[f"{name}: value"] = {a: side * float(run.thoughts[1][row]) for a, row in rows.items()}
    truth = outlook(BOARD, state)
    return found | {"true result": {action: value for action, (value, _) in truth.items()}}


def thought_maps(runs: Runs, state: State) -> draw.Picture:
    """Return what each network thinks of the moves on a board, and the truth, as heat maps."""
    BOARD.check(state)
    if BOARD.terminal(state):
        raise ValueError("The game is over: no move is left to think about.")
    return draw.value_boards(state, opinions(runs, state), BOARD, size=MAP_SIZE)


def search_tree(run: Training, state: State, simulations: int) -> draw.Picture:
    """Return the tree of one search: the first moves, and the answers to the most visited one."""
    root = AlphaZero(run.mind, simulations).tree(BOARD, state)
    tree, favorite = nx.DiGraph(game=BOARD), most_visited(root)
    tree.add_node((), state=state, note=f"N {root.visits}", frame=True)
    for node, way in (root, ()), (favorite, (favorite.action,)):
        for child in node.children:
            tree.add_node((*way, child.action), **_look(child))
            tree.add_edge(way, (*way, child.action), action=child.action, strong=child is favorite)
    return draw.tree(tree, size=TREE_BOARD)


def _look(node: PuctNode) -> dict:
    """Return the board of a node, its mean value in the pill, and its prior and visits below."""
    look = {"state": node.state, "note": f"P {node.prior:.0%}\nN {node.visits}"}
    if node.visits:
        look |= {"value": rounded(node.mean), "tint": node.mean * node.mover}
    return look
