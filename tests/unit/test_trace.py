"""watch and count on searches of every style, and on searches that go wrong."""

import sys
from functools import cache
from math import inf

import networkx as nx
import pytest
from own_games import Countdown, Race

from ttt import Space, TicTacToe, agents
from ttt.algorithms.minimax import alpha_beta, minimax, minimax_value, quickest
from ttt.games import ConnectFour, Misere, Nim
from ttt.trace import count, watch

GAME = TicTacToe()
SPACE = Space(GAME)
X_WINS = "XOX.OXO.."  # X to move: 11 boards
O_WINS = "OXX.X.O.."  # O to move: 34 boards

# ---- the same search, as students write it


def flagged(board, depth, maximizing):
    if GAME.terminal(board):
        return GAME.utility(board)
    values = [
        flagged(GAME.result(board, a), depth - 1, not maximizing) for a in GAME.actions(board)
    ]
    return max(values) if maximizing else min(values)


def negamax(state, color):
    if GAME.terminal(state):
        return color * GAME.utility(state)
    return max(-negamax(GAME.result(state, a), -color) for a in GAME.actions(state))


def negamax_alpha_beta(state, alpha=-inf, beta=inf):
    if GAME.terminal(state):
        return GAME.utility(state) * (1 if GAME.player(state) == "X" else -1)
    best = -inf
    for action in GAME.actions(state):
        best = max(best, -negamax_alpha_beta(GAME.result(state, action), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def for_the_root(game, state):
    me = game.player(state)

    def value(state):
        if game.terminal(state):
            return game.utility(state) * (1 if me == "X" else -1)
        best = max if game.player(state) == me else min
        return best(value(game.result(state, a)) for a in game.actions(state))

    return value(state)


def value_and_move(s, g):
    if g.terminal(s):
        return g.utility(s), None
    best = max if g.player(s) == "X" else min
    return best((value_and_move(g.result(s, a), g)[0], a) for a in g.actions(s))


def move_and_value(state, game):
    if game.terminal(state):
        return None, game.utility(state)
    best = max if game.player(state) == "X" else min
    tried = [(a, move_and_value(game.result(state, a), game)[1]) for a in game.actions(state)]
    return best(tried, key=lambda pair: pair[1])


def high(game, state):
    if game.terminal(state):
        return game.utility(state)
    return max([low(game, game.result(state, action)) for action in game.actions(state)])


def low(game, state):
    if game.terminal(state):
        return game.utility(state)
    return min([high(game, game.result(state, action)) for action in game.actions(state)])


def two_functions(game, state):
    return high(game, state) if game.player(state) == "X" else low(game, state)


class Searcher:
    def value(self, state):
        if GAME.terminal(state):
            return GAME.utility(state)
        best = max if GAME.player(state) == "X" else min
        return best(self.value(GAME.result(state, a)) for a in GAME.actions(state))

    def search(self, game, state):
        return self.value(state)


named_lambda = lambda state: (  # noqa: E731
    GAME.utility(state)
    if GAME.terminal(state)
    else (max if GAME.player(state) == "X" else min)(
        named_lambda(GAME.result(state, a)) for a in GAME.actions(state)
    )
)


def with_player(state, depth, player):
    if GAME.terminal(state):
        return GAME.utility(state)
    best = max if player == 1 else min
    return best(with_player(GAME.result(state, a), depth - 1, -player) for a in GAME.actions(state))


PLAIN = [
    with_player,
    minimax_value,
    flagged,
    negamax,
    for_the_root,
    value_and_move,
    move_and_value,
    two_functions,
    Searcher().search,
    named_lambda,
    lambda game, state: negamax(state, 1 if game.player(state) == "X" else -1),
]
MOVES = [minimax, quickest, agents.make("minimax")] if "minimax" in agents.names() else [minimax]


def name(search):
    return getattr(search, "__name__", str(search))


@pytest.mark.parametrize("search", PLAIN, ids=name)
@pytest.mark.parametrize(("state", "boards"), [(X_WINS, 11), (O_WINS, 34)])
def test_every_style_of_minimax_gives_the_same_tree(search, state, boards):
    trace = watch(search, GAME, state)
    expected = watch(minimax_value, GAME, state)
    assert trace.error is None
    assert (trace.entered, len(trace.tree), trace.cut) == (boards, boards, 0)
    for node, data in trace.tree.nodes.items():
        assert data["state"] == expected.tree.nodes[node]["state"]
        assert data["value"] == SPACE.value(data["state"])
        assert (data["cut"], data["known"]) == ((), ())
    assert set(trace.tree.edges) == set(expected.tree.edges)
    assert nx.is_arborescence(trace.tree)


@pytest.mark.parametrize("search", [minimax, quickest])
def test_a_search_that_returns_a_move(search):
    trace = watch(search, GAME, O_WINS)
    assert (trace.value, trace.choice, trace.entered) == (3, 3, 34)
    assert trace.tree.nodes[0]["value"] == -1
    assert trace.steps[-1].kind == "return"


@pytest.mark.parametrize(
    ("search", "side"),
    [(minimax_value, "X"), (negamax, "mover"), (for_the_root, "root"), (value_and_move, "X")],
)
def test_whose_side_the_values_are_on_is_found_out(search, side):
    assert watch(search, GAME, O_WINS).side == side


def test_a_negamax_window_is_told_from_the_side_of_x():
    ours = watch(alpha_beta, GAME, O_WINS)
    theirs = watch(negamax_alpha_beta, GAME, O_WINS)
    assert [step.kind for step in ours.steps] == [step.kind for step in theirs.steps]
    for mine, other in zip(ours.steps, theirs.steps):
        assert mine.node == other.node
        assert (mine.skipped, mine.above) == (other.skipped, other.above)
        if mine.kind == "enter":
            assert (mine.alpha, mine.beta) == (other.alpha, other.beta)


def test_the_steps_of_alpha_beta():
    trace = watch(alpha_beta, GAME, O_WINS)
    kinds = [step.kind for step in trace.steps]
    assert (trace.entered, trace.leaves, trace.cut) == (18, 7, 6)
    assert kinds.count("enter") == kinds.count("leaf") + kinds.count("return") == 18
    assert (trace.steps[0].alpha, trace.steps[0].beta) == (-inf, inf)
    cut = next(step for step in trace.steps if step.kind == "cut")
    assert trace.tree.nodes[cut.node]["state"] == "OXX.XOO.."
    assert (cut.alpha, cut.beta, cut.value, cut.skipped) == (0, -1, 0, (7, 8))
    first_leaf = trace.steps[2]
    assert (first_leaf.kind, first_leaf.value, first_leaf.above) == ("leaf", -1, (-inf, -1))


@pytest.mark.parametrize("search", [minimax_value, alpha_beta, minimax, negamax_alpha_beta])
def test_steps_enter_and_leave_in_the_order_of_the_calls(search):
    trace, path = watch(search, GAME, O_WINS), []
    for step in trace.steps:
        if step.kind == "enter":
            assert list(trace.tree.predecessors(step.node)) == path[-1:]
            path.append(step.node)
        else:
            assert step.node == path[-1]
            if step.kind != "cut":
                assert step.value == trace.tree.nodes[path.pop()]["value"]
    assert path == []


def test_every_cut_is_a_move_that_was_never_entered():
    trace = watch(alpha_beta, GAME, "X...O....")
    assert trace.cut > 100
    for node, data in trace.tree.nodes.items():
        tried = [trace.tree.edges[node, child]["action"] for child in trace.tree.successors(node)]
        if tried:
            assert sorted([*tried, *data["cut"]]) == list(GAME.actions(data["state"]))


def test_the_line_that_is_running():
    trace = watch(alpha_beta, GAME, X_WINS)
    lines = [trace.source[step.line].strip() for step in trace.steps]
    assert lines[0] == "def max_value(state, alpha, beta):"
    assert lines[3] == "return game.utility(state)"
    assert lines[-1] == "return value"
    assert trace.source[0].startswith("def alpha_beta(")


def test_functions_that_stand_apart_are_all_listed():
    source = "\n".join(watch(two_functions, GAME, X_WINS).source)
    assert all(f"def {part}(" in source for part in ("two_functions", "high", "low"))


# ---- counting


def test_counts_are_exact():
    assert count(alpha_beta, GAME, GAME.initial) == 18_297
    assert count(minimax_value, GAME, "X........") == 59_705
    assert count(minimax, GAME, "XO.......") == SPACE.tree_sizes[SPACE.index["XO......."]]


def test_the_whole_tree_is_counted_though_only_a_part_is_kept():
    trace = watch(minimax_value, GAME, "X...O....", most=500)
    assert trace.entered == SPACE.tree_sizes[SPACE.index["X...O...."]]
    assert len(trace.tree) == 500
    assert f"{trace.entered:,} boards; the first 500 are kept" in trace.note
    assert trace.cut == 0  # what is not kept was not cut
    assert trace.tree.nodes[0]["value"] == 0


def test_a_search_that_remembers_looks_boards_up():
    @cache
    def value(state):
        if GAME.terminal(state):
            return GAME.utility(state)
        best = max if GAME.player(state) == "X" else min
        return best(value(GAME.result(state, a)) for a in GAME.actions(state))

    trace = watch(value, GAME, O_WINS)
    assert trace.cut == 0
    looked_up = sum(len(data["known"]) for data in trace.tree.nodes.values())
    assert trace.entered == len({data["state"] for data in trace.tree.nodes.values()})
    assert looked_up > 0


def test_a_search_that_uses_symmetry():
    def value(state):
        if GAME.terminal(state):
            return GAME.utility(state)
        best = max if GAME.player(state) == "X" else min
        children = {GAME.canonical(GAME.result(state, a)) for a in GAME.actions(state)}
        return best(value(child) for child in sorted(children))

    trace = watch(value, GAME, "X...O...X")
    assert trace.cut == 0
    assert all(data["action"] is not None for _, _, data in trace.tree.edges(data=True))


def test_helpers_that_look_at_boards_are_no_part_of_the_search():
    def threats(state):
        return [a for a in GAME.actions(state) if is_won(GAME.result(state, a))]

    def is_won(state):
        return GAME.winner(state) is not None

    def value(state):
        if GAME.terminal(state):
            return GAME.utility(state)
        moves = threats(state) or GAME.actions(state)
        best = max if GAME.player(state) == "X" else min
        return best(value(GAME.result(state, a)) for a in moves)

    trace = watch(value, GAME, X_WINS)
    assert trace.entered == 2  # the winning move alone
    assert [step.kind for step in trace.steps] == ["enter", "enter", "leaf", "cut", "return"]


# ---- any game

GAMES = [TicTacToe(), Misere(), ConnectFour(3, 4, 3), Nim((2, 3)), Race(4), Countdown()]


@pytest.mark.parametrize("game", GAMES[1:], ids=lambda game: type(game).__name__)
def test_every_search_can_be_watched_in_every_game(game):
    state, space = game.initial, Space(game)
    while space.tree_sizes[space.index[state]] > 200:
        state = game.result(state, game.actions(state)[-1])
    plain = watch(minimax_value, game, state)
    assert plain.entered == len(plain.tree) == space.tree_sizes[space.index[state]]
    assert plain.side == "X"
    for search in (minimax_value, minimax, quickest, alpha_beta):
        trace = watch(search, game, state)
        assert (trace.error, trace.note) == (None, "")
        for parent, child, data in trace.tree.edges(data=True):
            before, after = (trace.tree.nodes[node]["state"] for node in (parent, child))
            assert game.result(before, data["action"]) == after
    assert plain.tree.nodes[0]["value"] == space.value(state)
    choice = watch(minimax, game, state).choice
    assert choice in space.best_actions(state)
    assert count(alpha_beta, game, state) == watch(alpha_beta, game, state).entered <= plain.entered


def test_a_state_is_known_by_its_name_or_its_type():
    game = Countdown()

    def named(depth, state):
        if game.terminal(state) or depth == 0:
            return game.utility(state) if game.terminal(state) else 0
        best = max if game.player(state) == "X" else min
        return best(named(depth - 1, game.result(state, a)) for a in game.actions(state))

    def unnamed(number):
        if game.terminal(number):
            return game.utility(number)
        best = max if game.player(number) == "X" else min
        return best(unnamed(game.result(number, a)) for a in game.actions(number))

    expected = watch(minimax_value, game, 7)
    for search in (named, lambda game, state: named(20, state), lambda game, state: unnamed(state)):
        trace = watch(search, game, 7)
        assert (trace.value, trace.entered) == (expected.value, expected.entered)
        states = [data["state"] for data in trace.tree.nodes.values()]
        assert states == [data["state"] for data in expected.tree.nodes.values()]


def test_a_search_by_depth_comes_to_the_end_of_other_games():
    game = ConnectFour(2, 3, 3)

    def by_depth(state, depth):
        if depth == 0 or game.terminal(state):
            return game.utility(state)
        best = max if game.player(state) == "X" else min
        return best(by_depth(game.result(state, a), depth - 1) for a in game.actions(state))

    assert watch(by_depth, game, game.initial).value == minimax_value(game, game.initial)


class Long:
    """X alone walks to a number, one step at a time."""

    initial = (0, "here")

    def __init__(self, end):
        self.end = end

    def player(self, state):
        return "X"

    def actions(self, state):
        return ("on",)

    def result(self, state, action):
        return (state[0] + 1, "here")

    def terminal(self, state):
        return state[0] == self.end

    def utility(self, state):
        return 2.5


def test_a_long_game_is_not_accused_of_going_on_for_ever():
    trace = watch(minimax_value, Long(250), (0, "here"))
    assert (trace.value, trace.note, trace.entered, len(trace.tree)) == (2.5, "", 251, 251)
    trace = watch(minimax_value, Long(2000), (0, "here"))
    assert "either the game is that long, or" in trace.note
    assert 100 < len(trace.tree) < 1000
    assert {step.node for step in trace.steps} == set(trace.tree)


def test_negamax_is_told_apart_where_nobody_can_be_asked_at_the_end():
    game = Nim((1, 2))

    class Silent(Nim):
        def player(self, state):
            if self.terminal(state):
                raise ValueError("nobody")
            return super().player(state)

    def negamax(state, color):
        if game.terminal(state):
            return color * game.utility(state)
        return max(-negamax(game.result(state, a), -color) for a in game.actions(state))

    for one in (game, Silent((1, 2))):
        trace = watch(negamax, one, ("O", (1, 2)))
        assert trace.side == "mover"
        values = {data["state"]: data["value"] for data in trace.tree.nodes.values()}
        assert values == {state: minimax_value(game, state) for state in values}


def test_a_trace_calls_states_what_they_are():
    assert "boards entered" in repr(watch(minimax_value, GAME, X_WINS))
    assert "states entered" in repr(watch(minimax_value, Nim((1, 2)), ("X", (1, 2))))


def test_the_window_is_that_of_the_function_which_looked_at_the_moves():
    for node, data in watch(alpha_beta, GAME, O_WINS).tree.nodes.items():
        if data["cut"]:
            assert data["alpha"] >= data["beta"], node
    root = watch(alpha_beta, GAME, O_WINS).tree.nodes[0]
    assert (root["alpha"], root["beta"]) == (-inf, -1)


# ---- searches that go wrong


def never_ends(game, state):
    return max(never_ends(game, state) for action in game.actions(state))


def grows(game, state):
    return -grows(game, state[1:] + state[0])


def fails(game, state):
    if state.count(".") == 1:
        return 1 / 0
    return max(fails(game, game.result(state, action)) for action in game.actions(state))


def gives_nothing(game, state):
    if not game.terminal(state):
        for action in game.actions(state):
            gives_nothing(game, game.result(state, action))


def loops(game, state):
    while True:
        pass


def leaves(game, state):
    sys.exit("bye")


@pytest.mark.parametrize("search", [never_ends, grows])
def test_a_search_without_end(search):
    trace = watch(search, GAME, X_WINS)
    assert isinstance(trace.error, RecursionError)
    assert "calls itself without end" in trace.note
    assert 1 < len(trace.tree) < 50
    assert all(step.kind == "enter" for step in trace.steps)


def test_a_search_that_raises():
    trace = watch(fails, GAME, "XOX.OXO..")
    assert trace.note == "The search ended with an error: ZeroDivisionError: division by zero."
    assert [step.kind for step in trace.steps][-1] == "enter"
    assert trace.tree.nodes[trace.steps[-1].node]["state"].count(".") == 1
    assert "value" not in trace.tree.nodes[0]


def test_a_search_that_returns_nothing():
    trace = watch(gives_nothing, GAME, X_WINS)
    assert (trace.value, trace.error, trace.entered) == (None, None, 11)
    assert all(data["value"] is None for data in trace.tree.nodes.values())


def test_a_search_that_takes_too_long_is_stopped():
    trace = watch(loops, GAME, X_WINS, seconds=0.2)
    assert trace.note == "The search was stopped after 0.2 seconds."


def test_a_search_that_leaves():
    assert watch(leaves, GAME, X_WINS).note == "The search ended with an error: SystemExit: bye."


def test_a_search_on_an_ended_board():
    trace = watch(minimax_value, GAME, "XXXOO....")
    assert [step.kind for step in trace.steps] == ["enter", "leaf"]
    assert trace.value == 1


@pytest.mark.parametrize("search", [minimax_value, fails, never_ends, leaves])
def test_no_profile_function_is_left_behind(search):
    def before(frame, event, argument):
        pass

    watch(search, GAME, X_WINS)
    assert sys.getprofile() is None
    sys.setprofile(before)
    try:
        watch(search, GAME, X_WINS)
        assert sys.getprofile() is before
    finally:
        sys.setprofile(None)


def test_count_passes_an_error_on():
    with pytest.raises(ZeroDivisionError):
        count(fails, GAME, X_WINS)


def test_what_cannot_be_called_as_a_search_is_refused_in_words():
    with pytest.raises(ValueError, match="A search is a function of game and state, not 3"):
        watch(3, GAME, X_WINS)
    with pytest.raises(ValueError, match=r"this one wants \(one, two, three\)"):
        watch(lambda one, two, three: 0, GAME, X_WINS)
