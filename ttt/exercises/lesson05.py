"""Lesson 05: Monte Carlo tree search. The solutions are the package's own functions.

But for `ucb1`, what is checked is what became of a tree. So every call gets nodes of its own.
"""

import random
from collections import Counter
from functools import cache, partial, reduce
from itertools import product
from math import isclose, sqrt

from ttt.agents.rules import block, win
from ttt.algorithms import mcts
from ttt.algorithms.mcts import Node
from ttt.exercises.answers import as_number, close_enough, figures, plain, short
from ttt.exercises.exercise import Exercise
from ttt.exercises.fresh import RNG, Choices, Fresh, as_choice, by_chance, fresh, often
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, Place, Seen
from ttt.game import Actions, Game, State

ask = asker("05", "05b")
WORDS = words("05")

# ---- ucb1

VISITS = (0, 1, 2, 3, 5, 10, 40)
PARENT_VISITS = (1, 2, 3, 5, 10, 20, 100, 1_000)
CS = (0, 1, 2, 0.7, 0.5, sqrt(2))


def visit_counts():
    """Return totals, visits, visits of the parent and c to try, the smallest numbers first."""
    return [
        (total, visits, parent_visits, c)
        for parent_visits, visits in product(PARENT_VISITS, VISITS)
        if visits <= parent_visits
        for total in dict.fromkeys((0, 1, -1, visits // 2, visits, -visits))
        if abs(total) <= visits
        for c in CS
    ]


ucb1 = Exercise(
    mcts.ucb1,
    cases=visit_counts,
    read=as_number,
    accepts=close_enough,
    tests={
        "no visits": lambda seen: seen.case[1] == 0,
        "nearly right": lambda seen: seen.case[1] == 0 or abs(seen.given - seen.answer) < 0.06,
    },
    places=(
        Place("the total is not 0, so the second term is right", lambda total, *rest: total),
        Place("`c` is not 0, so the mean is right", lambda *case: case[3]),
    ),
    things="cases",
    **WORDS["ucb1"],
)


# ---- what is counted in a tree

MARKS = {1: "X", -1: "O"}
COUNTED = ("visits", "total", "prior")
Counts = dict[tuple[str, str], float]


def counts_after(function, *case) -> Counts:
    """Return what is counted in a tree after a call with its root, or with a path from there.

    A number is known by what it counts and by words for its node.
    """
    tree, *rest = fresh(case)
    root = tree[0] if isinstance(tree, list) else tree
    function(tree, *rest)
    marks = "XO" if GAME.player(root.state) == "X" else "OX"
    nodes, names = [((), root)], {}
    for way, node in nodes:
        mark = marks[len(way) % 2]
        nodes += [((*way, f"{mark} {child.action}"), child) for child in node.children]
        names[node] = f"the node behind {' → '.join(way)}"
    names[root] = f"the root, which counts for {marks[1]},"
    fields = [field for field in COUNTED if hasattr(root, field)]
    return {(field, names[n]): plain(getattr(n, field)) for field in fields for n in names}


def other_counts(given: Counts, right: Counts, *case) -> str:
    """Return in words the first number that is not as it should be."""
    before = counts_after(lambda *case: None, *case)
    name = next(name for name in [*right, *given] if given.get(name) != right.get(name))
    field, node = name
    if name not in given:
        return f"{node} should be there, but is missing"
    if name not in right:
        return f"{node} should not be there"
    was = f"was {figures(before[name])} and " if name in before else ""
    wanted, found = figures(right[name]), figures(given[name])
    return f"`{field}` of {node} {was}should be {wanted}, but is {found}"


def no_such_thing(seen: Seen) -> bool:
    """Return whether a call asks a node for something that it does not have."""
    return seen.raised(AttributeError, "Node' object")


def along(moves: Actions, begin: int, end: int, tried: int = 0) -> list[Node]:
    """Return the nodes along a part of a game, beside which all other moves have been tried.

    At the end of the path so many moves have been tried.
    """
    path = [Node(GAME, reduce(GAME.result, moves[:begin], GAME.initial))]
    for action in moves[begin:end]:
        children = {other: path[-1].grow(GAME, other) for other in path[-1].untried}
        path.append(children[action])
    for action in path[-1].untried[:tried]:
        path[-1].grow(GAME, action)
    rng = random.Random(5)
    for height, node in enumerate(reversed(path)):
        node.visits = 3 * height + tried
        node.total = rng.randint(-node.visits, node.visits)
    return path


# ---- backpropagate

DRAWN = (4, 0, 8, 2, 1, 7, 3, 5, 6)
WON_BY_X = (0, 3, 1, 4, 2)
WON_BY_O = (0, 3, 1, 4, 8, 5)
GAMES = {DRAWN: 0, WON_BY_X: 1, WON_BY_O: -1}
ENDS = {1: "a win of X", 0: "a draw", -1: "a win of O"}


def paths_and_outcomes():
    """Return paths along these games with outcomes, X's side, the shortest paths first.

    They begin with X's move or with O's. A root alone is no good example: it comes last.
    """
    return [
        (Fresh("path", along, moves, begin, begin + length), outcome)
        for length, moves, begin in product((*range(1, 10), 0), GAMES, (0, 1))
        if begin + length <= len(moves)
        for outcome in ((1, -1, 0) if begin + length < len(moves) else (GAMES[moves],))
    ]


def counts_on_path(given: Counts, right: Counts, path: Fresh, outcome: int) -> str:
    """Return in words which path it was, and what is wrong on it."""
    way = " → ".join(["root", *(f"{MARKS[n.mover]} {n.action}" for n in path.make()[1:])])
    told = other_counts(given, right, path, outcome)
    return f", where the path is {way}: after {ENDS[outcome]}, {told}"


def only(field: str):
    """Return a test of whether all that is wrong is this field."""
    return lambda seen: all(
        seen.given[name] == number for name, number in seen.answer.items() if name[0] != field
    )


backpropagate = Exercise(
    mcts.backpropagate,
    cases=paths_and_outcomes,
    run=counts_after,
    tell=counts_on_path,
    place=lambda path, outcome: (path.make()[-1].state, path.make()[-1].action),
    tests={
        "no such thing": no_such_thing,
        "the visits are wrong": only("visits"),
        "the totals are wrong": only("total"),
    },
    places=(
        Place("the path is the root alone", lambda path, outcome: len(path.make()) == 1),
        Place("the game is a draw", lambda path, outcome: outcome == 0),
        Place("X wins", lambda path, outcome: outcome == 1),
        Place("O wins", lambda path, outcome: outcome == -1),
    ),
    things="paths",
    **WORDS["backpropagate"],
)


# ---- select

# The boards from which trees are grown, and by how many simulations
GROWN_FROM = ("XXOOOXX..", "XOXXO.O..", "XXOO..X..", "X.O.XO...", "X...O...X", GAME.initial)
SIZES = (0, 1, 2, 3, 5, 8, 12, 20, 40, 80, 150)


def tree(state: State, simulations: int) -> Node:
    """Return the root of a tree that so many simulations have grown, the same each time."""
    return mcts.search(GAME, state, simulations, mcts.C, random.Random(5))


def best_paths(path: list[Node], c: float) -> list[list[Node]]:
    """Return the right paths that begin with this one: of equal children it may go to any."""
    node = path[-1]
    if node.untried or not node.children:
        return [path]
    scores = {n: mcts.ucb1(n.total, n.visits, node.visits, c) for n in node.children}
    best = [n for n in scores if isclose(scores[n], max(scores.values()), abs_tol=1e-9)]
    return [longer for child in best for longer in best_paths([*path, child], c)]


def path_by(function, root: Fresh, c: float):
    """Return the moves of the path that a function selects; if it is right, of the first such."""
    node = root.make()
    right, path = best_paths([node], c), function(node, c)
    if not isinstance(path, list):
        return path if path is None else short(path)
    found = right[0] if path in right else path
    return tuple(
        "root" if n is node else n.action if isinstance(n, Node) else short(n) for n in found
    )


def other_path(given, right, root: Fresh, c: float) -> str:
    """Return in words where a path goes, where it should go, and what is counted there."""
    node, at = root.make(), "the root"
    for mine, ours in zip(given[1:], right[1:]):
        if mine != ours:
            break
        node, at = next(n for n in node.children if n.action == ours), f"the node behind {ours}"
    children = ", ".join(f"{n.action}: {n.total} in {n.visits}" for n in node.children)
    return (
        f" answered {_in_words(given)}; the right path is {_in_words(right)}. At {at} (visits "
        f"{node.visits}) the moves {node.untried} are untried, and the children have (total in "
        f"visits) {children or 'nothing'}"
    )


def _in_words(path) -> str:
    """Return a path in words: [root, 4, 0]."""
    return f"[{', '.join(map(str, path))}]" if isinstance(path, tuple) else path


select = Exercise(
    mcts.select,
    cases=lambda: [
        (Fresh("root", tree, state, size), c)
        for size, state, c in product(SIZES, GROWN_FROM, (1.4, 0, 0.3))
    ],
    run=path_by,
    tell=other_path,
    place=lambda root, c: (root.make().state, None),
    tests={
        "no such thing": no_such_thing,
        "no list": lambda seen: isinstance(seen.given, str),
        "no nodes": lambda seen: (
            seen.raised(AttributeError, "float' object", "int' object", "str' object")
            or any(isinstance(node, str) for node in seen.given if node != "root")
        ),
    },
    places=(),
    things="trees",
    **WORDS["select"],
)


# ---- expand

NOTHING, NEW = "no new node", "a new node for {}"
OTHER = "something else on the path than in the tree"


def unfinished_paths():
    """Return paths to expand, the fewest untried moves first, and last those that are over."""
    parts = (8, 8, 0), (6, 7, 1), (6, 7, 0), (5, 6, 0), (3, 5, 2), (2, 3, 0), (0, 1, 5), (0, 0, 0)
    games = [*((DRAWN, *part) for part in parts), (DRAWN, 7, 9, 0), (WON_BY_X, 3, 5, 0)]
    return [(GAME, Fresh("path", along, *part), RNG) for part in games]


def tries_by(function, game: Game, path: Fresh, rng: Fresh) -> Choices:
    """Return how often each move is tried in many calls, and what else comes of them."""
    return often(lambda numbers: _tried(function, game, path.make(), numbers), rng, read=str)


def _tried(function, game: Game, path: list[Node], rng: random.Random) -> str:
    """Return which move one call tries, or in words what else it does."""
    leaf, length, grown = path[-1], len(path), len(path[-1].children)
    function(game, path, rng)
    new, children = path[length:], [*leaf.children[grown:]]
    if not new and not children:
        return NOTHING
    if (len(new), len(children)) != (1, 1):
        return f"{len(new)} more on the path and {len(children)} more in the tree"
    if new != children:
        return OTHER
    if new[0].action in leaf.untried:
        return "a node whose move is untried still"
    numbers = (new[0].visits, new[0].total) != (0, 0)
    return "a node with numbers" if numbers else NEW.format(new[0].action)


def fair_tries(game: Game, path: Fresh, rng: Fresh) -> Choices:
    """Return the probability of each move that is untried."""
    untried = path.make()[-1].untried
    return Choices({NEW.format(action): 1 / len(untried) for action in untried} or {NOTHING: 1})


expand = by_chance(
    mcts.expand,
    cases=unfinished_paths,
    answer=fair_tries,
    run=tries_by,
    place=lambda game, path, rng: (path.make()[-1].state, None),
    tests={
        "no such thing": no_such_thing,
        "a tuple": lambda seen: seen.raised((AttributeError, TypeError), "'tuple' object"),
        "not untried": lambda seen: seen.raised(ValueError, "tuple.index"),
        "not the new node": lambda seen: OTHER in seen.given.shares,
    },
    places=(),
    things="paths",
    **WORDS["expand"],
)


# ---- one_step_rollout

ROLLED_OUT = ("XXXOO....", "OOOXX.X..", "XXOOOXXXO", "XXOOOXX..", "XX.OO.X..", "XX.O.....")
ROLLED_OUT += ("OO.X.X...", "X...O...X", "X.......O")


def one_step_rollout(game: Game, state: State, rng: random.Random) -> float:
    """Return how a game ends in which both win if they can, else block, else move at random."""
    while not game.terminal(state):
        moves = win(game, state) or block(game, state) or game.actions(state)
        state = game.result(state, rng.choice(moves))
    return game.utility(state)


@cache
def chances_of_ends(state: State) -> dict[int, float]:
    """Return how likely each outcome of such a game is, X's side."""
    if GAME.terminal(state):
        return {GAME.utility(state): 1.0}
    moves, chances = win(GAME, state) or block(GAME, state) or GAME.actions(state), Counter()
    for action in moves:
        for outcome, chance in chances_of_ends(GAME.result(state, action)).items():
            chances[outcome] += chance / len(moves)
    return dict(chances)


one_step_rollout = by_chance(
    one_step_rollout,
    cases=lambda: [(GAME, state, RNG) for state in ROLLED_OUT],
    answer=lambda game, state, rng: Choices(chances_of_ends(state)),
    run=partial(often, read=lambda end: as_choice(as_number(end))),
    tests={"no number": lambda seen: all(isinstance(end, str) for end in seen.given.shares)},
    **WORDS["one_step_rollout"],
)
