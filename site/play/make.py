"""Make the page to play on: `python site/play/make.py FOLDER` writes index.html and data.js there.

With --count in place of a folder, it searches for what mcts does, for some minutes.

The page has no Python and asks for nothing else: data.js holds the value of each of the 5,478
states, and the policy of each agent in each of the 4,520 with a move to make.
"""

import json
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ttt import Space, TicTacToe, agents
from ttt.agents.lockstep import mcts_budgets
from ttt.algorithms.mcts import C

HERE = Path(__file__).parent
WIDGETS = Path(agents.__file__).parents[1] / "widgets"
GAME = TicTacToe()
SPACE = Space(GAME)
STATES = sorted(SPACE.states)  # the order in which the page finds them, too
OPEN = [state for state in STATES if not GAME.terminal(state)]
BUDGETS, SEEDS = (100, 1_000), range(100)  # of mcts, whose moves are those of a hundred searches
COUNTED = HERE / "mcts.json"  # which take minutes, so they are kept


class Shown(NamedTuple):
    """What the page says of an agent, and the lesson that explains it."""

    title: str
    about: str
    lesson: str


SHOWN = {
    "random": Shown("Random", "It makes any move.", "02_rules"),
    "center": Shown("Center", "It takes the center if it can, else it makes any move.", "02_rules"),
    "corner": Shown("Corner", "It likes corners, above all opposite to one of yours.", "02_rules"),
    "one-step": Shown("One step ahead", "It wins if it can, and stops you if it must.", "02_rules"),
    "combined": Shown("Eight rules", "It knows eight rules, forks among them.", "02b_worst_board"),
    "teacher": Shown(
        "The teacher", "It plays well nine times out of ten.", "06_reinforcement_learning"
    ),
    "minimax": Shown("Minimax", "It reads every game to its end.", "03_minimax"),
    "alpha-beta": Shown(
        "Alpha-beta", "It reads only what matters, and wins quickly.", "04_alpha_beta"
    ),
    "summed": Shown("Adding up", "It adds up all ends, and can be fooled.", "03b_equal_values"),
    "mcts-100": Shown("Monte Carlo, 100", "It plays 100 games at random first.", "05_mcts"),
    "mcts-1000": Shown("Monte Carlo, 1,000", "It plays 1,000 games at random first.", "05_mcts"),
    "q-learning": Shown(
        "Q-learning", "It has learned from 100,000 games.", "06_reinforcement_learning"
    ),
    "sarsa": Shown("SARSA", "It has learned from 100,000 games.", "06_reinforcement_learning"),
    "predict-position": Shown(
        "A network for moves", "It guesses the best move.", "07_neural_networks"
    ),
    "predict-win": Shown("A network for winners", "It guesses who wins.", "07_neural_networks"),
    "alphazero": Shown("AlphaZero", "It has taught itself, and searches a little.", "08_alphazero"),
}


def page() -> str:
    """Return the page, with its styles and scripts in it."""
    styles = [WIDGETS / "board.css", HERE / "page.css"]
    scripts = [WIDGETS / name for name in ("keys.js", "parts.js", "stand_in.js", "board.js")]
    code = "\n".join(read(path) for path in [*scripts, HERE / "page.js"])
    code = code.replace("export { Model };", "").replace("export default", "const board =")
    text = read(HERE / "index.html").replace("/* styles */", "\n".join(map(read, styles)))
    return text.replace("/* scripts */", code)


def data() -> str:
    """Return the script that brings the tables."""
    tables = {
        "values": "".join("-0+"[SPACE.value(state) + 1] for state in STATES),
        "lengths": "".join(str(SPACE.distance(state)) for state in STATES),
        "agents": {
            name: {**shown._asdict(), "weights": weights(name)} for name, shown in SHOWN.items()
        },
    }
    return f"const NINE_SQUARES = {json.dumps(tables, ensure_ascii=False)};\n"


# ---- policies as letters


def weights(name: str) -> str:
    """Return a letter for each move of an agent, a weight: the moves of a state have its chances.

    A letter is 35 on from its weight in the alphabet of computers, or 256 on for a large one.
    """
    if name.startswith("mcts"):
        return json.loads(read(COUNTED))[name]
    policy = policies(name)
    return "".join(
        letters([policy[state].get(a, 0) for a in GAME.actions(state)]) for state in OPEN
    )


@cache
def policies(name: str) -> dict[str, dict[int, float]]:
    """Return what an agent of the package does in every state with a move to make."""
    agent = agents.make(name)
    table = agent.tabulated(SPACE)
    if table is None:
        return {state: agent.policy(GAME, state) for state in OPEN}
    return {state: {a: table[SPACE.index[state], a] for a in GAME.actions(state)} for state in OPEN}


def letters(chances: list[float]) -> str:
    """Return the chances of the moves of a state as letters, each a small whole number."""
    parts = [Fraction(float(chance)).limit_denominator(1_000) for chance in chances]
    whole = lcm(*(part.denominator for part in parts))
    numbers = [int(part * whole) for part in parts]
    least = gcd(*numbers)
    return "".join(letter(number // least) for number in numbers)


def letter(weight: int) -> str:
    """Return the letter of a weight."""
    return chr(weight + 35 if weight < 90 else weight + 256)


# ---- Monte Carlo searches, counted


def count_searches(states: list[str], seeds: range = SEEDS) -> dict[int, dict[str, Counter]]:
    """Return for each budget how many searches chose each move in these states, one a seed."""
    counts = {budget: {state: Counter() for state in states} for budget in BUDGETS}
    for seed in seeds:
        found = mcts_budgets(SPACE, BUDGETS, C, np.random.default_rng(seed), states)
        for searches in found:
            for state, move in zip(states, searches.choices.tolist()):
                counts[searches.simulations][state][move] += 1
    return counts


def count_all() -> None:
    """Search one of each kind of state with every seed, and keep what mirror images make of it."""
    kinds = sorted({GAME.canonical(state) for state in OPEN})
    kept = {}
    for budget, counts in count_searches(kinds).items():
        text = ""
        for state in OPEN:
            nth = GAME.images(state).index(GAME.canonical(state))
            counted = counts[GAME.canonical(state)]
            moves = [GAME.action_images(a)[nth] for a in GAME.actions(state)]
            text += letters([counted[move] / len(SEEDS) for move in moves])
        kept[f"mcts-{budget}"] = text
    COUNTED.write_text(json.dumps(kept, ensure_ascii=False) + "\n", encoding="utf-8")


def read(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")


def write(folder: Path) -> None:
    """Write the page into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in ("index.html", page()), ("data.js", data()):
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "--count":
        count_all()
    else:
        write(Path(sys.argv[1]))
