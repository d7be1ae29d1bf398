"""What lessons 02 and 02b say and no cell of theirs shows."""

from functools import cache
from itertools import combinations, permutations

import pytest

from ttt import agents, arena, draw
from ttt.agents.rules import (
    RULES,
    center,
    corner,
    forking_cells,
    marked,
    opponent,
    winning_cells,
)

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


def test_a_policy_is_drawn_with_its_chances():
    picture = draw.policy(arena.rules(["center"]), "X........", "X...O....")
    assert picture.svg.count(">1</text>") == 1 and picture.svg.count(">0.14</text>") == 7
    assert picture.text.splitlines()[-1].split() == ["O", "to", "move", "X", "to", "move"]


# ---- lesson 02b


def test_the_rules_of_an_agent_are_drawn_with_what_they_say():
    picture = draw.rules(arena.rules(EIGHT), "X...O...X")
    assert "▶ block_fork" in picture.text and picture.text.count("▶") == 1
    assert "(O to move)" in picture.text
    with pytest.raises(ValueError, match="cannot occur"):
        draw.rules(arena.rules(EIGHT), "X...O...O")
    assert picture.svg.count(">●</text>") == 4 + 2 + 4 + 6  # block_fork, corner, side, anything
    assert draw.rules(arena.rules(EIGHT), "XXXOO....").text.endswith("The game is over.")


def test_what_each_rule_adds():
    replies = [[round(score(EIGHT[:n], mark), 2) for n in range(9)] for mark in "XO"]
    assert replies[0][:1] + replies[0][2:3] == [0.92, 0.4]
    assert [scores.index(0) for scores in replies] == [5, 7]


def test_exhibit_1_is_silent_on_every_board(game, space):
    for state in space.states:
        me = game.player(state)
        cells = game.actions(state)
        assert not any(game.winner(marked(state, c, opponent(me))) == me for c in cells)


def test_what_the_exhibits_cost():
    def center_or_corner(game, state):
        return corner(game, state) or center(game, state)

    def take_their_fork(game, state):
        return forking_cells(game, state, opponent(game.player(state)))

    assert score([*EIGHT[:4], center_or_corner], "O") == 1
    assert score([*EIGHT[:3], take_their_fork, *EIGHT[4:]], "O") == 1


def test_a_little_less_smart_helps_the_best_reply_most():
    smart, slips = agents.make("combined"), agents.make("combined", smart=0.9)
    gain = arena.exact("random", slips).score - arena.exact("random", smart).score
    assert gain == pytest.approx(0.10, abs=0.005)
    assert round(arena.exact("random", smart).score, 2) == -0.87
    assert round(arena.exact("random", slips).score, 2) == -0.78
    assert arena.best_reply(slips, "O").score == pytest.approx(0.235, abs=0.001)


def test_the_gamble_against_a_list_without_win_gains_nothing(game):
    board = "XO..O.X.X"
    policy = arena.rules(EIGHT[1:]).policy(game, board)
    assert policy == {3: 0.5, 7: 0.5}
    assert game.winner(game.result(board, 7)) == "O"
    assert winning_cells(game, game.result(board, 3), "X") == (7,)
    assert arena.best_reply(arena.rules(EIGHT[1:]), "O").score == 0
    assert arena.exact("random", arena.rules(EIGHT[1:])).x_wins > 0


def test_of_all_lists_in_this_order_those_with_five_rules_never_lose(space):
    known = {name: cache(RULES[name]) for name in EIGHT}
    anybody = arena.tabulate("random", space)
    for length in range(9):
        for names in combinations(EIGHT, length):
            player = arena.tabulate(arena.rules([known[name] for name in names]), space)
            lost = arena.exact(player, anybody).o_wins, arena.exact(anybody, player).x_wins
            five = {"win", "block", "block_fork", "center", "corner"} <= set(names)
            assert five == (lost == (0, 0)), names


def test_with_fork_or_opposite_corner_five_rules_win_more(game):
    def wins(*others):
        names = [
            n for n in EIGHT if n in ("win", "block", "block_fork", "center", "corner", *others)
        ]
        return round(arena.exact(arena.rules(names), "one-step").x_wins, 3)

    assert (wins(), wins("fork"), wins("opposite_corner")) == (0.458, 0.611, 0.625)
    assert wins("fork", "opposite_corner", "side") == 0.833


def test_82_orders_of_the_eight_rules_never_lose(game):
    """Where a list is cut off, the games that it has not yet decided are left open."""

    @cache
    def after(state, name=None):
        moves = RULES[name](game, state) if name else game.actions(state)
        return {game.canonical(game.result(state, move)) for move in moves}

    def loses(names, plays):
        found, waiting = set(), {game.initial}
        while waiting:
            found.add(state := waiting.pop())
            if game.winner(state) not in (None, plays):
                return True
            if game.player(state) != plays:
                waiting |= after(state) - found
            else:
                waiting |= next((a for n in names if (a := after(state, n))), set()) - found
        return False

    def safe(names):
        if any(loses(names, plays) for plays in "XO"):
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
