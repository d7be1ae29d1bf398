"""What lessons 02 and 02b say and no cell of theirs shows."""

from functools import cache
from itertools import combinations, permutations

import pytest

from ttt import TicTacToe, agents, arena
from ttt.agents.rules import (
    RULES,
    center,
    corner,
    forking_cells,
    marked,
    opponent,
    winning_cells,
)

GAME = TicTacToe()
EIGHT = ["win", "block", "fork", "block_fork", "center", "opposite_corner", "corner", "side"]
SEVEN = [name for name in EIGHT if name != "block_fork"]


def score(names, plays):
    return arena.best_reply(arena.rules(names), plays).score


# ---- lesson 02


def test_as_x_a_list_of_the_seven_rules_can_be_safe():
    assert score(["win", "block", "center", "corner"], "X") == 0
    assert round(score(["win", "block", "fork", "center"], "O"), 2) == 0.83


def test_as_o_every_list_of_the_seven_rules_can_be_beaten(game, space):
    """On one of three boards, to which X can lead it, each may make a move that loses."""
    opened, middle, forked = "X........", "....X....", "X...O...X"
    boards = opened, middle, forked
    after = {s: {a: space.value(game.result(s, a)) for a in game.actions(s)} for s in boards}
    assert [a for a in after[opened] if after[opened][a] == 0] == [4]  # which leads to `forked`
    for length in range(8):
        for names in permutations(SEVEN, length):
            agent = arena.rules(names)
            loses = [
                any(after[state][move] == 1 for move in agent.policy(game, state))
                for state in boards
            ]
            assert any(loses), names


def test_one_step_hardly_loses_to_random():
    assert round(arena.exact("random", "one-step").x_wins, 2) == 0.06


def test_the_boards_of_the_questions(game):
    assert set(arena.rules(["opposite_corner", "corner"]).policy(game, "XOX.O.O.X")) == {3, 5, 7}
    assert forking_cells(game, "XOX...O..", "X") == (8,)
    assert winning_cells(game, "XX.OO....", "X") == (2,)


# ---- lesson 02b


def test_what_each_rule_adds():
    replies = [[round(score(EIGHT[:n], mark), 2) for n in range(9)] for mark in "XO"]
    assert replies[0][:1] + replies[0][2:3] == [0.92, 0.4]
    assert [scores.index(0) for scores in replies] == [5, 7]


def test_what_the_exhibits_cost(game, space):
    def their_win(state, cell):
        me = game.player(state)
        return game.winner(marked(state, cell, opponent(me))) == me

    assert not any(their_win(state, cell) for state in space.states for cell in game.actions(state))

    def center_or_corner(game, state):
        return corner(game, state) or center(game, state)

    def take_their_fork(game, state):
        return forking_cells(game, state, opponent(game.player(state)))

    assert score([*EIGHT[:4], center_or_corner], "O") == 1
    assert score([*EIGHT[:3], take_their_fork, *EIGHT[4:]], "O") == 1


def test_a_little_less_smart_helps_the_best_reply_most():
    slips = agents.make("combined", smart=0.9)
    scores = [round(arena.exact("random", o).score, 2) for o in ("combined", slips)]
    assert scores == [-0.87, -0.78]
    assert arena.best_reply(slips, "O").score == pytest.approx(0.235, abs=0.001)


def test_the_gamble_against_a_list_without_win_gains_nothing(game):
    without_win = arena.rules(EIGHT[1:])
    assert without_win.policy(game, "XO..O.X.X") == {3: 0.5, 7: 0.5}
    assert game.winner(game.result("XO..O.X.X", 7)) == "O"
    assert winning_cells(game, game.result("XO..O.X.X", 3), "X") == (7,)
    assert arena.best_reply(without_win, "O").score == 0
    assert arena.exact("random", without_win).x_wins > 0


def test_with_fork_or_opposite_corner_five_rules_win_more(game):
    def wins(*others):
        names = [
            n for n in EIGHT if n in ("win", "block", "block_fork", "center", "corner", *others)
        ]
        return round(arena.exact(arena.rules(names), "one-step").x_wins, 3)

    assert (wins(), wins("fork"), wins("opposite_corner")) == (0.458, 0.611, 0.625)
    assert wins("fork", "opposite_corner", "side") == 0.833


@cache
def after(state, name):
    """Return the kinds of boards to which a rule leads."""
    return {GAME.canonical(GAME.result(state, move)) for move in RULES[name](GAME, state)}


def never_loses(names):
    """Return whether a list of rules loses no game; where none of them speaks, it may go on."""
    return not any(loses(names, plays) for plays in "XO")


def loses(names, plays):
    found, waiting = set(), {GAME.initial}
    while waiting:
        found.add(state := waiting.pop())
        if GAME.winner(state) not in (None, plays):
            return True
        if not GAME.terminal(state):
            rules = names if GAME.player(state) == plays else ["anything"]
            waiting |= next((a for name in rules if (a := after(state, name))), set()) - found
    return False


def test_of_all_lists_in_this_order_those_with_five_rules_never_lose():
    for length in range(9):
        for names in combinations(EIGHT, length):
            five = {"win", "block", "block_fork", "center", "corner"} <= set(names)
            assert never_loses([*names, "anything"]) == five, names


def test_82_orders_of_the_eight_rules_never_lose():
    def safe(names):
        if not never_loses(names):
            return []
        longer = [(*names, name) for name in EIGHT if name not in names]
        return [order for one in longer for order in safe(one)] if longer else [names]

    orders = safe(())
    assert len(orders) == 82 and tuple(EIGHT) in orders
    assert {order[0] for order in orders} == {"win", "center"}
    early = [o for o in orders if o.index("opposite_corner") < o.index("block_fork")]
    assert early and all(o.index("center") < o.index("opposite_corner") for o in early)


@pytest.mark.parametrize(
    ("state", "move", "plays", "safe"),
    [
        ("X........", 1, "O", False),
        ("....X....", 1, "O", False),
        ("X...O...X", 2, "O", False),
        ("X.O......", 1, "X", True),
    ],
)
def test_one_slip_is_found_if_it_can_be_led_to(state, move, plays, safe):
    def slip(game, board):
        return (move,) if board == state else ()

    assert (score([slip, *EIGHT], plays) == 0) == safe


def test_one_of_the_eight_rules_always_speaks(game, space):
    boards = [state for state in space.states if not game.terminal(state)]
    assert all(any(RULES[name](game, state) for name in EIGHT) for state in boards)
