"""Lesson 05: Monte Carlo tree search. The solutions are the package's own functions.

But for `ucb1`, what is checked is what became of a tree. So every call gets nodes of its own.
"""

import random
from collections import Counter
from functools import cache
from itertools import accumulate, product
from math import isclose, sqrt

from ttt.agents.rules import block, win
from ttt.algorithms import mcts
from ttt.algorithms.mcts import Node
from ttt.exercises.answers import any_of, as_number, is_number, plain, short
from ttt.exercises.exercise import Exercise
from ttt.exercises.lesson06 import CALLS, Choices, Rng, alike, same_choices
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, Place, Seen
from ttt.game import Action, Actions, Game, State

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
        for parent_visits in PARENT_VISITS
        for visits in VISITS
        if visits <= parent_visits
        for total in sorted({0, 1, -1, visits // 2, visits, -visits}, key=lambda t: (abs(t), -t))
        if abs(total) <= visits
        for c in CS
    ]


def close_enough(given, right, *case):
    """Return whether a number is nearly the right one."""
    return is_number(given) and isclose(given, right, rel_tol=1e-9, abs_tol=1e-12)


BOUND_TESTS = {
    "no visits": lambda seen: seen.case[1] == 0,
    "nearly right": lambda seen: seen.case[1] == 0 or abs(seen.given - seen.answer) < 0.06,
}
BOUND_PLACES = (
    Place("the total is not 0, so the second term is right", lambda total, *rest: total),
    Place("`c` is not 0, so the mean is right", lambda *case: case[3]),
)


ucb1 = Exercise(
    mcts.ucb1,
    cases=visit_counts,
    read=as_number,
    accepts=close_enough,
    tests=BOUND_TESTS,
    places=BOUND_PLACES,
    things="cases",
    **WORDS["ucb1"],
)


# ---- backpropagate

# A function that counts changes the nodes it is given. So every call gets nodes of its own, and
# what came of it is read off the nodes afterwards: those on the path, and those beside it, which
# should be as they were.

COUNTED = ("visits", "total")
NAMES = {1: "X", -1: "O"}
ENDS = {1: "a win of X", 0: "a draw", -1: "a win of O"}


class Path:
    """A path from the root of a tree along some moves, before an outcome is counted on it."""

    def __init__(self, start: State, moves: Actions):
        self.start, self.moves = start, moves

    def __repr__(self):
        return "path"

    def fresh(self) -> tuple[list[Node], list[Node]]:
        """Return new nodes for the path; and all to look at, leaf first, those beside it last."""
        path, beside, rng = [Node(GAME, self.start)], [], random.Random(5)
        for action in self.moves:
            beside += [path[-1].grow(GAME, other) for other in path[-1].untried if other != action]
            path.append(path[-1].grow(GAME, action))
        for nth, node in enumerate([*reversed(path), *beside]):
            node.visits = 3 * nth if node in path else 2
            node.total = rng.randint(-node.visits, node.visits)
        return path, [*reversed(path), *beside]

    def leaf(self) -> tuple[State, Action | None]:
        """Return the last state of the path, and the move that leads there."""
        node = self.fresh()[0][-1]
        return node.state, node.action


def counts_by(function, path: Path, outcome: int) -> list[tuple]:
    """Return what is counted at all nodes after one call: numbers, in words what is none."""
    nodes, to_look_at = path.fresh()
    function(nodes, outcome)
    return [tuple(plain(getattr(node, name)) for name in COUNTED) for node in to_look_at]


def first_difference(given: list, right: list, path: Path, outcome: int) -> str:
    """Return in words the first number that is not as it should be."""
    nodes, to_look_at = path.fresh()
    moves = [f"{NAMES[node.mover]} {node.action}" for node in nodes[1:]]
    along = f", where the path is {' → '.join(['root', *moves])}: after {ENDS[outcome]}, "
    return along + next(
        f"`{name}` of {_name_of(node)} was {getattr(node, name)} and should be {wanted}, "
        f"but is {found}"
        for node, *numbers in zip(to_look_at, given, right)
        for name, found, wanted in zip(COUNTED, *numbers)
        if found != wanted
    )


def _name_of(node: Node) -> str:
    """Return in words which node this is."""
    if node.action is None:
        return f"the root, which counts for {NAMES[node.mover]},"
    return f"the node behind {NAMES[node.mover]}'s move {node.action}"


def _are_right(name: str, seen: Seen) -> bool:
    """Return whether all the visits, or all the totals, are right."""
    nth = COUNTED.index(name)
    return [counts[nth] for counts in seen.given] == [counts[nth] for counts in seen.answer]


PATH_TESTS = {
    "no such thing": lambda seen: seen.raised(AttributeError, "'Node' object"),
    "the visits are wrong": lambda seen: _are_right("total", seen),
    "the totals are wrong": lambda seen: _are_right("visits", seen),
}
PATH_PLACES = (
    Place("the path is the root alone", lambda path, outcome: not path.moves),
    Place("the game is a draw", lambda path, outcome: outcome == 0),
    Place("X wins", lambda path, outcome: outcome == 1),
    Place("O wins", lambda path, outcome: outcome == -1),
)

DRAWN = (4, 0, 8, 2, 1, 7, 3, 5, 6)
WON_BY_X = (0, 3, 1, 4, 2)
WON_BY_O = (0, 3, 1, 4, 8, 5)


def paths_and_outcomes():
    """Return paths along these games with outcomes, X's side, the shortest paths first.

    They begin with X's move or with O's. A root alone is no good example: it comes last.
    """
    cases = []
    for moves, begin in product((DRAWN, WON_BY_X, WON_BY_O), (0, 1)):
        states = list(accumulate(moves, GAME.result, initial=GAME.initial))
        for end in range(begin, len(states)):
            is_over = GAME.terminal(states[end])
            path = Path(states[begin], moves[begin:end])
            outcomes = (GAME.utility(states[end]),) if is_over else (1, -1, 0)
            cases += [(path, outcome) for outcome in outcomes]
    return sorted(cases, key=lambda case: len(case[0].moves) or len(DRAWN) + 1)


backpropagate = Exercise(
    mcts.backpropagate,
    cases=paths_and_outcomes,
    run=counts_by,
    tell=first_difference,
    place=lambda path, outcome: path.leaf(),
    tests=PATH_TESTS,
    places=PATH_PLACES,
    things="paths",
    **WORDS["backpropagate"],
)


# ---- select

# The boards from which trees are grown, and by how many simulations
GROWN_FROM = ("XXOOOXX..", "XOXXO.O..", "XXOO..X..", "X.O.XO...", "X...O...X", GAME.initial)
SIZES = (0, 1, 2, 3, 5, 8, 12, 20, 40, 80, 150)


class Tree:
    """A tree that so many simulations have grown from a state."""

    def __init__(self, state: State, simulations: int):
        self.state, self.simulations = state, simulations

    def __repr__(self):
        return "root"

    def fresh(self) -> Node:
        """Return the root of a new tree, which is the same each time."""
        return mcts.search(GAME, self.state, self.simulations, mcts.C, random.Random(5))


def trees_and_cs():
    """Return trees to select in, each with several c, the smallest trees first."""
    return [(Tree(s, size), c) for size in SIZES for s in GROWN_FROM for c in (1.4, 0, 0.3)]


def path_by(function, tree: Tree, c: float):
    """Return the path that a function selects, each node named by the moves that lead to it."""
    root = tree.fresh()
    named = [((), root)]
    for moves, node in named:
        named += [((*moves, child.action), child) for child in node.children]
    names, path = {node: moves for moves, node in named}, function(root, c)
    if not isinstance(path, list):
        return path if path is None else short(path)
    return tuple(names[node] if isinstance(node, Node) else short(node) for node in path)


def highest(node: Node, c: float) -> list[Node]:
    """Return the children to go on to, those of the highest UCB1: none where a path ends."""
    scores = {n: mcts.ucb1(n.total, n.visits, node.visits, c) for n in node.children}
    most = max(scores.values(), default=0)
    return [] if node.untried else [n for n in scores if isclose(scores[n], most, abs_tol=1e-9)]


def is_selected(path, tree: Tree, c: float) -> bool:
    """Return whether a path always goes to a child of the highest UCB1, and ends where it should.

    Of equal children it may go to any.
    """
    if not isinstance(path, tuple) or path[:1] != ((),):
        return False
    node = tree.fresh()
    for *_, action in path[1:]:
        node = next((child for child in highest(node, c) if child.action == action), None)
        if not node:
            return False
    return not highest(node, c)


def same_path(given, right, *case) -> bool:
    """Return whether two paths are the same, or equally good."""
    return given == right or (is_selected(given, *case) and is_selected(right, *case))


def other_path(given, right, tree: Tree, c: float) -> str:
    """Return in words where a path goes, where it should go, and what is counted there."""
    node, at = tree.fresh(), "the root"
    for mine, ours in zip(given[1:], right[1:]):
        if mine != ours:
            break
        node = next(child for child in node.children if child.action == ours[-1])
        at = f"the node behind {ours[-1]}"
    counts = ", ".join(f"{n.action}: {n.total} in {n.visits}" for n in node.children)
    there = f"the children have (total in visits) {counts}" if counts else "the game is over"
    if node.untried:
        there = f"these moves are untried: {', '.join(map(str, node.untried))}"
    told = f" answered {_in_words(given)}; the right path is {_in_words(right)}"
    return f"{told}. At {at} (visits {node.visits}) {there}"


def _in_words(path) -> str:
    """Return a path in words: [root, 4, 0]."""
    if not isinstance(path, tuple):
        return path
    return f"[{', '.join('root' if node == () else str(node[-1]) for node in path)}]"


SELECT_TESTS = {
    "no such thing": PATH_TESTS["no such thing"],
    "no list": lambda seen: isinstance(seen.given, str),
}
SELECT_PLACES = (
    Place("a move at the root is untried", lambda tree, c: tree.fresh().untried),
    Place("no move at the root is untried", lambda tree, c: not tree.fresh().untried),
    Place("`c` is 0", lambda tree, c: c == 0),
    Place("`c` is not 0", lambda tree, c: c != 0),
)

select = Exercise(
    mcts.select,
    cases=trees_and_cs,
    run=path_by,
    accepts=same_path,
    tell=other_path,
    place=lambda tree, c: (tree.state, None),
    tests=SELECT_TESTS,
    places=SELECT_PLACES,
    things="trees",
    **WORDS["select"],
)


# ---- expand

# It is called many times, and what is compared is how often it tried each move.

NOTHING = "leaves all as it is"
FAULTS = {
    "makes a node, but the path does not go there": lambda leaf, new: not new,
    "makes the path longer by more than one": lambda leaf, new: len(new) > 1,
    "adds to the path what is no node": lambda leaf, new: not isinstance(new[0], Node),
    "adds a node that is no child of the last": lambda leaf, new: new[0] not in leaf.children,
    "leaves the move among the untried": lambda leaf, new: new[0].action in leaf.untried,
    "makes nodes for several moves": lambda leaf, new: any(
        other is not new[0] and not other.visits for other in leaf.children
    ),
    "counts something": lambda leaf, new: (new[0].visits, new[0].total) != (0, 0),
}


class Unfinished(Path):
    """A path along the moves of a game, at whose end some moves have been tried."""

    def __init__(self, game: Actions, begin: int, end: int, tried: int):
        *_, start = accumulate(game[:begin], GAME.result, initial=GAME.initial)
        super().__init__(start, game[begin:end])
        self.tried = tried

    def fresh(self) -> list[Node]:
        """Return new nodes for the path."""
        path, _ = super().fresh()
        for action in path[-1].untried[: self.tried]:
            path[-1].grow(GAME, action).visits = 1
        return path


def unfinished_paths():
    """Return paths to expand, the fewest untried moves first, and last those that are over."""
    parts = (8, 8, 0), (6, 7, 1), (6, 7, 0), (5, 6, 0), (3, 5, 2), (2, 3, 0), (0, 1, 5), (0, 0, 0)
    paths = [Unfinished(DRAWN, *part) for part in parts]
    paths += [Unfinished(DRAWN, 7, 9, 0), Unfinished(WON_BY_X, 3, 5, 0)]
    return [(GAME, path, Rng()) for path in paths]


def tries_by(function, game: Game, path: Unfinished, rng: Rng) -> Choices:
    """Return how often each move is tried in many calls, and what else comes of them."""
    return _choices(lambda numbers: _tried(function, game, path.fresh(), numbers), rng)


def _choices(call, rng: Rng) -> Choices:
    """Return what comes of many calls with random numbers, and whether it comes again."""
    first, second = rng.fresh(), rng.fresh()
    made = [call(first) for _ in range(CALLS)]
    shares = {choice: count / CALLS for choice, count in Counter(made).items()}
    return Choices(shares, made[:20] == [call(second) for _ in range(20)])


def _tried(function, game: Game, path: list[Node], rng: random.Random) -> Action | str:
    """Return which move one call tries, or in words what else it does."""
    leaf, length, grown = path[-1], len(path), len(path[-1].children)
    function(game, path, rng)
    new = path[length:]
    if not new and len(leaf.children) == grown:
        return NOTHING
    faults = (words for words, is_so in FAULTS.items() if is_so(leaf, new))
    return next(faults, None) or new[0].action


def fair_tries(game: Game, path: Unfinished, rng: Rng) -> Choices:
    """Return the probability of each move that is untried."""
    untried = path.fresh()[-1].untried
    return Choices({action: 1 / len(untried) for action in untried} or {NOTHING: 1}, True)


def other_tries(given: Choices, right: Choices, game: Game, path: Unfinished, rng: Rng) -> str:
    """Return in words what a function does, and what it should do."""
    if alike(given.shares, right.shares):
        return " chose differently when `rng` gave the same random numbers again"
    untried = path.fresh()[-1].untried
    should = f"the move {any_of(untried)} should be tried" if untried else "the game is over there"
    return f": at the end of the path {should}. Of {CALLS:,} calls: {_in_percent(given.shares)}"


def _in_percent(shares: dict) -> str:
    """Return how often each thing happens: 4 (80 %), 7 (20 %)."""
    ordered = sorted(shares.items(), key=lambda item: str(item[0]))
    return ", ".join(f"{thing} ({100 * share:.3g} %)" for thing, share in ordered)


EXPAND_TESTS = {
    "no such thing": PATH_TESTS["no such thing"],
    "a tuple": lambda seen: seen.raised((AttributeError, TypeError), "'tuple' object"),
    "another source of chance": lambda seen: alike(seen.given.shares, seen.answer.shares),
}
EXPAND_PLACES = (
    Place("the game is over", lambda game, path, rng: not path.fresh()[-1].untried),
    Place("the path is the root alone", lambda game, path, rng: not path.moves),
    Place("the path is longer than the root", lambda game, path, rng: path.moves),
    Place("several moves are untried", lambda game, path, rng: len(path.fresh()[-1].untried) > 1),
)

expand = Exercise(
    mcts.expand,
    cases=unfinished_paths,
    run=tries_by,
    answer=fair_tries,
    accepts=same_choices,
    tell=other_tries,
    place=lambda game, path, rng: (path.fresh()[-1].state, None),
    tests=EXPAND_TESTS,
    places=EXPAND_PLACES,
    things="paths",
    **WORDS["expand"],
)


# ---- one_step_rollout

ROLLED_OUT = ("XXXOO....", "OOOXX.X..", "XXOOOXXXO", "XXOOOXX..", "XX.OO.X..", "XX.O.....")
ROLLED_OUT += ("OO.X.X...", "X...O...X", "X........")


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


def outcomes_by(function, game: Game, state: State, rng: Rng) -> Choices | None:
    """Return how often each outcome comes of many calls; None if they all return nothing."""
    found = _choices(lambda numbers: plain(function(game, state, numbers)), rng)
    return None if found.shares.keys() == {"None"} else found


def other_ends(given: Choices, right: Choices, *case) -> str:
    """Return in words how often each outcome came, and how often it should."""
    if alike(given.shares, right.shares):
        return " ended differently when `rng` gave the same random numbers again"
    found, wanted = _in_percent(given.shares), _in_percent(right.shares)
    return f": {CALLS:,} calls returned {found}, but should return about {wanted}"


one_step_rollout = Exercise(
    one_step_rollout,
    cases=lambda: [(GAME, state, Rng()) for state in ROLLED_OUT],
    run=outcomes_by,
    answer=lambda game, state, rng: Choices(chances_of_ends(state), repeatable=True),
    accepts=same_choices,
    tell=other_ends,
    tests={
        "no number": lambda seen: all(isinstance(end, str) for end in seen.given.shares),
        "another source of chance": EXPAND_TESTS["another source of chance"],
    },
    **WORDS["one_step_rollout"],
)
