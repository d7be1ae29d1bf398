"""The same answers as ttt.game and ttt.space give, found slowly and so plainly that they are right.

Nothing here knows of bits, arrays or memories. `holders` and `can_occur` do
not use the rules in ttt.game either: they are a second opinion on them.
"""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

# ---- the rules, by coordinates


def holders(rows, cols, k, state):
    """Return the set of those who have k marks in a row."""
    at = {(i // cols, i % cols): mark for i, mark in enumerate(state)}
    return {
        mark
        for (row, col), mark in at.items()
        for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]
        if mark != "." and all(at.get((row + i * down, col + i * right)) == mark for i in range(k))
    }


@cache
def can_occur(rows, cols, k, state):
    """Return whether the last mark can be taken off again, and so on down to the empty board."""
    more_x = state.count("X") - state.count("O")
    if set(state) == {"."} or more_x not in (0, 1):
        return set(state) == {"."}
    last = "X" if more_x == 1 else "O"
    before = [state[:i] + "." + state[i + 1 :] for i in range(len(state)) if state[i] == last]
    return any(
        not holders(rows, cols, k, board) and can_occur(rows, cols, k, board) for board in before
    )


# ---- the whole game, by walking and by recursion over the six functions


def walk(game):
    """Return the set of all states that can be reached."""
    seen, to_do = set(), [game.initial]
    while to_do:
        state = to_do.pop()
        if state not in seen:
            seen.add(state)
            to_do += children(game, state).values()
    return seen


def children(game, state):
    """Return the state behind each action."""
    return {action: game.result(state, action) for action in game.actions(state)}


class Known(NamedTuple):
    """What is to be known about one state. `value` is X's side."""

    value: int
    distance: int
    best: tuple
    quickest: tuple
    tree_size: int
    games: tuple  # how many are won by X, drawn, won by O


def solve(game):
    """Return what is to be known about every state, by recursion."""
    known = {}

    def look(state):
        if state not in known:
            known[state] = end(state) if game.terminal(state) else inner(state)
        return known[state]

    def end(state):
        value = game.utility(state)
        return Known(value, 0, (), (), 1, (int(value == 1), int(value == 0), int(value == -1)))

    def inner(state):
        after = {action: look(child) for action, child in children(game, state).items()}
        side = 1 if game.player(state) == "X" else -1
        value = side * max(side * child.value for child in after.values())
        best = tuple(action for action, child in after.items() if child.value == value)
        # a player who wins is in a hurry, a player who loses is not
        left = {action: after[action].distance for action in best}
        goal = min(left.values()) if value == side else max(left.values())
        return Known(
            value=value,
            distance=1 + goal,
            best=best,
            quickest=tuple(action for action in best if left[action] == goal or value == 0),
            tree_size=1 + sum(child.tree_size for child in after.values()),
            games=tuple(sum(ways) for ways in zip(*(c.games for c in after.values()), strict=True)),
        )

    look(game.initial)
    return known


# ---- policies: {state: {action: probability}}


def chances(game, x_policy, o_policy):
    """Return the chances of X's win, a draw and O's win, from every state."""

    @cache
    def look(state):
        if game.terminal(state):
            value = game.utility(state)
            return Fraction(value == 1), Fraction(value == 0), Fraction(value == -1)
        policy = x_policy if game.player(state) == "X" else o_policy
        after = [(policy[state][a], look(child)) for a, child in children(game, state).items()]
        return tuple(sum(chance * child[i] for chance, child in after) for i in range(3))

    return look


def reply_score(game, policy, plays):
    """Return the best expected result against `policy`, replier's side, from every state."""
    side = -1 if plays == "X" else 1

    @cache
    def look(state):
        if game.terminal(state):
            return Fraction(side * game.utility(state))
        after = {a: look(child) for a, child in children(game, state).items()}
        if game.player(state) == plays:
            return sum(policy[state][a] * score for a, score in after.items())
        return max(after.values())

    return look


# ---- boards picked at random


def random_state(game, rng, marks):
    """Return a state with so many marks, in which nobody has won."""
    while True:
        state = game.initial
        while state.count(".") > game.cells - marks and not game.terminal(state):
            state = game.result(state, rng.choice(game.actions(state)))
        if not game.terminal(state):
            return state
