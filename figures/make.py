"""Draws every picture in this folder; `make figures` runs it.

growth.svg is measured and drawn by `make bench` instead.
"""

import random
from functools import reduce
from itertools import chain, pairwise
from pathlib import Path
from types import SimpleNamespace

from ttt import Space, TicTacToe, agents, arena, draw
from ttt.agents.learners import QLearner
from ttt.agents.teaching import teach
from ttt.algorithms.alphazero import search
from ttt.algorithms.minimax import alpha_beta
from ttt.algorithms.nets import encode
from ttt.draw import svg
from ttt.draw.boards import Boards, face
from ttt.games import ConnectFour, Misere, Nim
from ttt.widgets import MCTSLab, Stepper

HERE = Path(__file__).parent
PARTS = {  # each lesson with those that go further
    "The game": {"00 Welcome": "", "01 State space": "01b"},
    "Rules and search": {
        "02 Rules": "02b",
        "03 Minimax": "03b",
        "04 Alpha-beta": "04b, 04c",
        "05 Monte Carlo": "05b",
    },
    "Learning": {"06 Rewards": "06b", "07 Networks": "", "08 AlphaZero": ""},
    "The club": {"09 Tournament": "", "10 Other games": "10b"},
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
    first = draw.game_tree(game, game.initial, depth=1)
    fork = ["X..OX...O", "X.XOX...O", "XOXOX...O", "XOXOX.X.O"]
    said = ["X to move", "a fork: two threats", "O can stop only one", "X wins"]
    told = ["the start", "RESULT(s, 4)", "PLAYER: X", "", "", "UTILITY: 1"]
    won = [".........", "....X....", "O...X....", "O.X.X....", "O.XOX....", "O.XOX.X.."]
    openings = [reduce(game.result, moves, game.initial) for moves in arena.openings(game)]
    return {
        "other_games.svg": other_games(),
        "openings.svg": draw.boards(openings, per_row=4, size=100),
        "alphazero.svg": the_loop(game),
        "alpha_beta.svg": searched(game, "O..XXO.X."),
        "bigger_boards.svg": growing({"5,478 states": 3, "9,722,011 states": 4, "": 5}),
        "fork.svg": draw.boards(
            fork, said, arrows=True, values=[{}, {1: "!", 6: "!"}], last=[None, 2, 1, 6]
        ),
        "game.svg": draw.boards(
            won, told, arrows=True, size=100, per_row=6, last=[None, 4, 0, 2, 3, 6]
        ),
        "learning.svg": learned(game, [0, 1, 4, 8, 6, 3, 2], games=4),
        "taught.svg": taught(game, "X........", [100, 3_000, 20_000]),
        "unbeatable.svg": trained(game),
        "network.svg": asked("XXO...O.."),
        "mcts.svg": grown(game, "XXOO..X..", simulations=12),
        "tree_small.svg": draw.tree(small),
        "tree_ends.svg": draw.tree(ends),
        "course_map.svg": course_map(),
        "machines.svg": divided(tasks=8, machines=[1, 2, 4]),
        "tree_first_moves.svg": draw.tree(first, levels={"X": "X moves", "O": "O moves"}),
    }


def searched(game: TicTacToe, state: str) -> draw.Picture:
    """Return the boards that alpha-beta entered, and faded those where it cut."""
    return Stepper(alpha_beta, game, state).still()


def growing(sides: dict[str, int]) -> draw.Picture:
    """Return empty boards of these sides, cells alike, and below each its words."""
    body, x, cell = [], 16, 40
    for words, side in sides.items():
        board = Boards(TicTacToe(side), side * cell)
        body.append(svg.at(x, 16 + (5 - side) * cell, board.svg("." * side**2)))
        body += [
            svg.text(x + side * cell / 2, 240, f"{side} × {side}", 19, bold=True),
            svg.text(x + side * cell / 2, 264, words, 16),
        ]
        x += side * cell + 50
    return draw.Picture("".join(body), x - 34, 280, "Boards of 3 × 3, 4 × 4 and 5 × 5 cells")


def divided(tasks: int, machines: list[int]) -> draw.Picture:
    """Return when each of some machines does what: a part for one alone, then tasks for all."""
    body, y, wide, high = [], 16, 44, 22
    for many in machines:
        words = f"{many} machine{'s' * (many > 1)}"
        body.append(svg.text(16, y + 16, words, 16, anchor="start", bold=True))
        body.append(svg.rect(130, y, wide - 3, high - 3, f"fill='{draw.COLOUR['draw']}'"))
        for nth in range(tasks):
            x, row = 130 + wide * (1 + nth // many), y + high * (nth % many)
            body.append(svg.rect(x, row, wide - 3, high - 3, f"fill='{draw.COLOUR['X']}'"))
        y += high * many + 20
    words = "Gray: what one machine does alone.", "Blue: tasks that several machines share."
    for nth, line in enumerate(words):
        body.append(svg.text(16, y + 6 + 22 * nth, line, 15, anchor="start"))
    return draw.Picture("".join(body), 540, y + 42, " ".join(words))


def other_games() -> draw.Picture:
    """Return a state of each of four games, with the number of moves that there are in it."""
    x_o, four = "XO..X...O", ConnectFour(5, 7, 4)
    falling = reduce(four.result, [3, 3, 2, 4, 4, 2], four.initial)
    shown = [
        ("tic-tac-toe", TicTacToe(), x_o, 150),
        ("misère", Misere(), x_o, 150),
        ("Connect Four", four, falling, 210),
        ("Nim", Nim((1, 2, 4)), ("X", (1, 2, 4)), 150),
    ]
    body, x = [], 16
    for name, game, state, size in shown:
        drawn = face(game, [state], size)
        body.append(svg.at(x, 16 + (150 - drawn.height) / 2, drawn.svg(state)))
        words = f"{len(game.actions(state))} moves"
        body.append(svg.text(x + drawn.width / 2, 196, name, 19, bold=True))
        body.append(svg.text(x + drawn.width / 2, 220, words, 16))
        x += int(drawn.width) + 40
    return draw.Picture("".join(body), x - 24, 236, "A state of each of four games")


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


def taught(game: TicTacToe, state: str, games: list[int]) -> draw.Picture:
    """Return what a learner thinks of its moves after so many games with the teacher, in turns."""
    learner, opinions = QLearner(game=game, rng=random.Random(6)), {}
    for count in games:
        learner.train(agents.Teacher(), count - learner.episodes, every=0)
        opinions[f"{count:,} games"] = {a: learner.q[state, a] for a in game.actions(state)}
    return draw.value_boards(state, opinions, game, size=150)


def trained(game: TicTacToe) -> draw.Picture:
    """Return when somebody could beat two learners, one with the teacher and one by itself."""
    taught, alone = (
        QLearner(game=game, rng=random.Random(2)),
        QLearner(
            "1/visits",
            0.9,
            0.2,
            1.0,
            symmetry=True,
            afterstates=True,
            game=game,
            rng=random.Random(2),
        ),
    )
    for learner, opponent in (taught, agents.Teacher()), (alone, alone):
        learner.train(opponent, 8_000, every=500)
    return draw.strips("Can anybody beat it?", {"with a teacher": [taught], "today": [alone]})


def grown(game: TicTacToe, state: str, simulations: int) -> draw.Picture:
    """Return the whole tree of a Monte Carlo search after so many simulations."""
    lab = MCTSLab(game, state, rng=random.Random(21))
    lab.run(simulations)
    while closed := [m for m, data in lab.graph().nodes.items() if data["note"].startswith("▸")]:
        lab.toggle(closed[0])
    return lab.picture()


def asked(state: str) -> draw.Picture:
    """Return how a network comes from a board, by way of numbers, to a chance for each move."""
    agent, look = agents.make("predict-position"), Boards(TicTacToe(), 132)
    chances = dict(enumerate(agent.rated([state])[0]))
    shown = {cell: chance for cell, chance in chances.items() if chance >= 0}
    inputs = [(230, 24 + 13 * nth) for nth in range(18)]
    hidden = [(350, 33 + 24 * nth) for nth in range(9)]
    outputs = [(470, 33 + 24 * nth) for nth in range(9)]
    wires = "".join(f"M{a} {b}L{c} {d}" for a, b in inputs for c, d in hidden)
    wires += "".join(f"M{a} {b}L{c} {d}" for a, b in hidden for c, d in outputs)
    body = [f"<path d='{wires}' stroke='{draw.GRID}' stroke-width='0.5' opacity='0.55'/>"]
    body.append(svg.at(16, 66, look.svg(state)))
    for (x, y), number in zip(inputs, encode(state)):
        fill = draw.COLOUR["X" if y < 24 + 13 * 9 else "O"] if number else draw.PAPER
        body.append(svg.rect(x - 6, y - 6, 12, 12, f"fill='{fill}' stroke='{draw.INK}'"))
    for x, y in hidden + outputs:
        body.append(f"<circle cx='{x}' cy='{y}' r='9' fill='{draw.PAPER}' stroke='{draw.INK}'/>")
    words = {cell: f"{chance:.0%}" for cell, chance in shown.items()}
    body.append(svg.at(540, 66, look.svg(state, values=words, heat=shown)))
    for x, words in ((82, "a board"), (230, "18 numbers"), (350, "neurons"), (470, "9 scores")):
        body.append(svg.text(x, 278, words))
    body += [
        svg.text(606, 278, "chances"),
        svg.text(180, 139, "→", 26),
        svg.text(508, 139, "→", 26),
    ]
    return draw.Picture("".join(body), 692, 292, f"A network with chances for the moves in {state}")


def course_map() -> draw.Picture:
    """Return the parts of the course side by side, their lessons one below the other."""
    width, height, gap = 184, 48, 14  # wide enough for the widest of the fonts
    body = []
    for column, (part, lessons) in enumerate(PARTS.items()):
        x = draw.MARGIN + column * (width + 2 * gap)
        colour = PART_COLOURS[column]
        body.append(text(x + width / 2, 34, part, 17, colour))
        for row, (lesson, further) in enumerate(lessons.items()):
            y = 52 + row * (height + gap)
            body += [
                svg.rect(x, y, width, height, f"rx='10' fill='{colour}'"),
                text(x + width / 2, y + (22 if further else 30), lesson, 16, draw.PAPER),
                svg.text(x + width / 2, y + 40, further and f"and {further}", 14, draw.PAPER),
            ]
        if column:
            body.append(text(x - gap, 34, "→", 17, draw.INK))
    words = "\n".join(
        f"{part}: {', '.join(filter(None, chain(*lessons.items())))}"
        for part, lessons in PARTS.items()
    )
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
