"""Trees of states as text, for terminals, screen readers and comparisons."""

from numbers import Real

import networkx as nx

from ttt.anygame import outcome
from ttt.draw.pieces import OUTCOME_NAMES, signed, square_game
from ttt.game import Game, State

END_NAMES = {OUTCOME_NAMES["X"]: "MAX", OUTCOME_NAMES["O"]: "MIN", OUTCOME_NAMES["draw"]: "DRW"}
LONGEST_STATE = 72
AS_ASCII = str.maketrans({"−": "-", "∞": "inf", "▸": ">", "α": "alpha", "β": "beta", "…": "..."})


def tree_text(
    tree: nx.DiGraph, game: Game | None = None, boards: bool = True, ascii_only: bool = False
) -> str:
    """Return a tree as text, a line a node: its move, its state, its value and its notes.

    The nodes and edges are those of `draw.tree`. Values are as the nodes carry them, in
    `game_tree` from X's side. An end is marked MAX if X has won, MIN if O has, DRW for a
    draw. Without `boards` the states are left out, which leaves the shape of the tree.
    """
    root = root_of(tree)
    game = game_of(tree, game)
    labelled = nx.DiGraph()
    for node, data in tree.nodes.items():
        labelled.add_node(node, label=_line(tree, node, data, game, boards))
    labelled.add_edges_from(tree.edges)
    lines = nx.generate_network_text(labelled, sources=[root], ascii_only=ascii_only)
    text = "\n".join(lines)
    return text.translate(AS_ASCII) if ascii_only else text


def _line(tree: nx.DiGraph, node, data: dict, game: Game, boards: bool) -> str:
    """Return the line of one node."""
    moves = [move_on(edge) for _, _, edge in tree.in_edges(node, data=True)]
    if not moves and not boards:
        moves = ["root"]
    state = one_line(data["state"]) if boards else ""
    words = " ".join(filter(None, [state, *_verdict(data), ", ".join(_notes(data, game))]))
    return ": ".join(filter(None, [*moves, words]))


def _verdict(data: dict) -> list[str]:
    """Return what a node is worth in words, or the window of its search as long as it is open."""
    if data.get("value") is not None:
        value = data["value"]
        return [signed(value) if isinstance(value, Real) else one_line(value)]
    return [f"{name} {signed(bound)}" for name, bound in zip("αβ", data.get("window", ()))]


def _notes(data: dict, game: Game) -> list[str]:
    """Return the notes on a node, the moves that were cut, and how the game ended."""
    lines = filter(None, data.get("note", "").split("\n"))
    notes = [END_NAMES.get(line, line) for line in lines]
    if data.get("cut"):
        notes.append(f"cut {', '.join(map(str, data['cut']))}")
    ended = outcome(game, data["state"])
    if ended and END_NAMES[OUTCOME_NAMES[ended]] not in notes:
        notes.append(END_NAMES[OUTCOME_NAMES[ended]])
    return notes


# ---- what is known of a tree


def root_of(tree: nx.DiGraph):
    """Return the node that has no parent, or raise a ValueError unless it is a tree."""
    if not len(tree) or not nx.is_arborescence(tree):
        raise ValueError("Only a tree can be drawn: one root, and one parent for every other node.")
    return next(node for node, parents in tree.in_degree if parents == 0)


def game_of(tree: nx.DiGraph, game: Game | None) -> Game:
    """Return the game, or that of which the tree says it is, or else that of a square board."""
    known = tree.graph.get("game") if game is None else game
    return square_game(tree.nodes[root_of(tree)]["state"]) if known is None else known


def move_on(edge: dict) -> str:
    """Return what an edge is called: its label, or else the move that it stands for."""
    move = edge.get("label", edge.get("action"))
    return "" if move is None else str(move)


def one_line(state: State) -> str:
    """Return a state in one line, and not too long a one."""
    text = " ".join(str(state).split())
    return text if len(text) <= LONGEST_STATE else f"{text[: LONGEST_STATE - 1]}…"
