"""Draws every picture in this folder; `make figures` runs it.

growth.svg is measured and drawn by `make bench` instead.
"""

import random
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

from ttt import Space, TicTacToe, draw
from ttt.agents.learners import QLearner
from ttt.agents.teaching import teach
from ttt.algorithms.alphazero import search
from ttt.algorithms.minimax import alpha_beta
from ttt.widgets import MCTSLab, Stepper

HERE = Path(__file__).parent
PARTS = {
    "The game": ["00 Welcome", "01 State space"],
    "Rules and search": ["02 Rules", "03 Minimax", "04 Alpha-beta", "05 Monte Carlo"],
    "Learning": ["06 Reinforcement", "07 Networks", "08 AlphaZero"],
    "The club": ["09 Tournament", "10 Bigger boards"],
}
LAYERS = {0: 4, 60: 5, 120: 5, 180: 3}  # of a small network: where each is, how many neurons it has
LOOP_NAMES = [(184, 26, "search"), (492, 26, "games"), (302, 300, "network")]
LOOP_ARROWS = [
    ("M292 120H388", "M404 120l-18-11v22", 346, 104, "plays"),
    ("M500 240Q490 350 438 366", "M424 370l16-14l4 20", 530, 330, "teach"),
    ("M178 366Q120 350 116 286", "M115 268l-11 19h22", 80, 352, "guides"),
]
PART_COLOURS = [draw.COLOUR["draw"], draw.COLOUR["X"], draw.COLOUR["O"], draw.RIGHT]


def pictures() -> dict[str, draw.Picture]:
    """Return the pictures by their file names."""
    game = TicTacToe()
    space = Space(game)
    small = draw.game_tree(game, "XOX.OXO..", value=space.value)
    ends = draw.game_tree(game, "OXX.X.O..", value=space.value)
    first = draw.game_tree(game, game.initial, depth=2, symmetry=True)
    fork = ["X..OX...O", "X.XOX...O", "XOXOX...O", "XOXOX.X.O"]
    said = ["X to move", "a fork: two threats", "O can stop only one", "X wins"]
    return {
        "alphazero.svg": the_loop(game),
        "alpha_beta.svg": searched(game, "O..XXO.X."),
        "fork.svg": draw.boards(
            fork, said, arrows=True, values=[{}, {1: "!", 6: "!"}], last=[None, 2, 1, 6]
        ),
        "learning.svg": learned(game, [0, 1, 4, 8, 6, 3, 2], games=4),
        "mcts.svg": grown(game, "XXOO..X..", simulations=12),
        "tree_small.svg": draw.tree(small),
        "tree_ends.svg": draw.tree(ends),
        "course_map.svg": course_map(),
        "tree_first_moves.svg": draw.tree(first, levels={"X": "X moves", "O": "O moves"}),
    }


def searched(game: TicTacToe, state: str) -> draw.Picture:
    """Return the boards that alpha-beta entered, and faded those where it cut."""
    stepper = Stepper(alpha_beta, game, state)
    stepper.end()
    return stepper.picture()


def learned(game: TicTacToe, moves: list[int], games: int) -> draw.Picture:
    """Return what X's moves are worth to it after each of so many games that are all the same."""
    learner = QLearner(game=game)
    changes = [teach(learner, moves, "X") for _ in range(games)]
    rest = [""] * (len(changes[0]) - 1)  # only the first board of a row says which game it is
    return draw.boards(
        [change.state for row in changes for change in row],
        [name for nth in range(1, games + 1) for name in [f"game {nth}", *rest]],
        heat=[{change.action: change.after} for row in changes for change in row],
        last=[change.action for row in changes for change in row],
        size=84,
        per_row=len(changes[0]),
    )


def grown(game: TicTacToe, state: str, simulations: int) -> draw.Picture:
    """Return the whole tree of a Monte Carlo search after so many simulations."""
    lab = MCTSLab(game, state, rng=random.Random(21))
    lab.run(simulations)
    while closed := [m for m, data in lab.graph().nodes.items() if data["note"].startswith("▸")]:
        lab.toggle(closed[0])
    return lab.picture()


def course_map() -> draw.Picture:
    """Return the parts of the course side by side, their lessons one below the other."""
    width, height, gap = 176, 44, 14
    body = []
    for column, (part, lessons) in enumerate(PARTS.items()):
        x = draw.MARGIN + column * (width + 2 * gap)
        colour = PART_COLOURS[column]
        body.append(text(x + width / 2, 34, part, 19, colour))
        for row, lesson in enumerate(lessons):
            y = 52 + row * (height + gap)
            body.append(
                f"<rect x='{x}' y='{y}' width='{width}' height='{height}' rx='10' "
                f"fill='{colour}'/>" + text(x + width / 2, y + 28, lesson, 16, draw.PAPER)
            )
        if column:
            body.append(text(x - gap, 34, "→", 19, draw.INK))
    words = "\n".join(f"{part}: {', '.join(lessons)}" for part, lessons in PARTS.items())
    tallest = max(map(len, PARTS.values()))
    return draw.Picture(
        "".join(body),
        2 * draw.MARGIN + len(PARTS) * (width + 2 * gap) - 2 * gap,
        52 + tallest * (height + gap),
        words,
    )


def the_loop(game: TicTacToe) -> draw.Picture:
    """Return AlphaZero's loop: it plays games, these teach a network, and that guides it."""
    knows_nothing = SimpleNamespace(
        game=game, think=lambda states: [unsure(game, s) for s in states]
    )
    (root,) = search(knows_nothing, ["XX.OO.X.."], simulations=25)
    tree = draw.game_tree(game, root.state, depth=1)
    for node in root.children:
        tree.nodes[(node.action,)]["note"] = f"{node.visits} visits"
    games = draw.boards(["....X....", "O...X....", "OX..X....", "OX..X..O."], size=58, per_row=2)
    body = [
        placed(draw.tree(tree, size=50, levels=None), 4, 34),
        placed(games, 410, 44),
        f"<g transform='translate(212 330)'>{neurons()}</g>",
        *(text(x, y, name, 21, draw.INK) for x, y, name in LOOP_NAMES),
        *(
            f"<path d='{path}' fill='none' stroke='{draw.RIGHT}' stroke-width='4'/>"
            f"<path d='{head}z' fill='{draw.RIGHT}'/>{text(x, y, name, 17, draw.RIGHT)}"
            for path, head, x, y, name in LOOP_ARROWS
        ),
    ]
    words = "A loop: the search plays games, the games teach the network, it guides the search."
    return draw.Picture("".join(body), 600, 450, words)


def unsure(game: TicTacToe, state: str) -> tuple[dict[int, float], float]:
    """Return equal chances for all moves, and the value of a draw."""
    actions = game.actions(state)
    return {action: 1 / len(actions) for action in actions}, 0.0


def placed(picture: draw.Picture, x: int, y: int) -> str:
    """Return a picture as part of another one."""
    return picture.svg.replace("<svg ", f"<svg x='{x}' y='{y}' ", 1)


def neurons() -> str:
    """Return layers of neurons, each joined to all of the next layer."""
    layers = [[(x, 50 + 25 * (n - many / 2)) for n in range(many)] for x, many in LAYERS.items()]
    joined = [(a, b) for left, right in pairwise(layers) for a in left for b in right]
    lines = "".join(f"M{a} {b}L{c} {d}" for (a, b), (c, d) in joined)
    dots = "".join(f"<circle cx='{x}' cy='{y}' r='8'/>" for layer in layers for x, y in layer)
    return f"<path d='{lines}' stroke='{draw.GRID}'/><g fill='{draw.COLOUR['X']}'>{dots}</g>"


def text(x, y, words, size, colour) -> str:
    """Return bold words as SVG, their middle at x."""
    return (
        f"<text x='{x}' y='{y}' font-size='{size}' font-weight='600' fill='{colour}'>{words}</text>"
    )


if __name__ == "__main__":
    for name, picture in pictures().items():
        picture.save(HERE / name)
        print(f"figures/{name}")
