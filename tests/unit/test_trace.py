"""watch and count on searches of every style, and on searches that go wrong."""

import signal
import sys
from functools import cache
from math import inf

import networkx as nx
import pytest
from own_games import Countdown, Race

from ttt import Space, TicTacToe
from ttt.algorithms.minimax import alpha_beta, minimax, minimax_value, quickest
from ttt.games import ConnectFour, Misere, Nim
from ttt.trace import count, watch

GAME = TicTacToe()
SPACE = Space(GAME)
X_WINS = "XOX.OXO.."  # X to move: 11 boards
O_WINS = "OXX.X.O.."  # O to move: 34 boards


def negamax_alpha_beta(game, state, alpha, beta):
    if GAME.terminal(state):
        return GAME.utility(state) * (1 if GAME.player(state) == "X" else -1)
    best = -inf
    for action in GAME.actions(state):
        best = max(best, -negamax_alpha_beta(game, GAME.result(state, action), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def fail_hard(game, state, alpha=-inf, beta=inf):
    if game.terminal(state):
        return game.utility(state)
    x_moves = game.player(state) == "X"
    for action in game.actions(state):
        value = fail_hard(game, game.result(state, action), alpha, beta)
        if value >= beta if x_moves else value <= alpha:
            return beta if x_moves else alpha
        alpha, beta = (max(alpha, value), beta) if x_moves else (alpha, min(beta, value))
    return alpha if x_moves else beta


def fail_hard_negamax(game, state, alpha=-inf, beta=inf):
    if game.terminal(state):
        return game.utility(state) * (1 if game.player(state) == "X" else -1)
    for action in game.actions(state):
        after = game.result(state, action)
        alpha = max(alpha, -fail_hard_negamax(game, after, -beta, -alpha))
        if alpha >= beta:
            return beta
    return alpha


WITH_CUTS = [alpha_beta, negamax_alpha_beta, fail_hard, fail_hard_negamax]


def styles(game):
    """Return minimax as students write it, in as many ways; the first four want turns taken."""

    def after(state):  # looks at boards, but is no search
        return [game.result(state, action) for action in game.actions(state)]

    def best(state):
        return max if game.player(state) == "X" else min

    def flagged(board, depth, maximizing):
        if game.terminal(board):
            return game.utility(board)
        values = [flagged(child, depth - 1, not maximizing) for child in after(board)]
        return max(values) if maximizing else min(values)

    def with_player(state, depth, player):
        if game.terminal(state):
            return game.utility(state)
        values = [with_player(child, depth - 1, -player) for child in after(state)]
        return max(values) if player == 1 else min(values)

    def negamax(state, color):
        if game.terminal(state):
            return color * game.utility(state)
        return max(-negamax(child, -color) for child in after(state))

    def high(game, state):
        if game.terminal(state):
            return game.utility(state)
        return max([low(game, child) for child in after(state)])

    def low(game, state):
        if game.terminal(state):
            return game.utility(state)
        return min([high(game, child) for child in after(state)])

    def two_functions(game, state):
        return high(game, state) if game.player(state) == "X" else low(game, state)

    def value_and_move(s, g):
        if g.terminal(s):
            return g.utility(s), None
        tried = [(value_and_move(g.result(s, a), g)[0], a) for a in g.actions(s)]
        return best(s)(tried, key=lambda pair: pair[0])

    def move_and_value(depth, state, game):
        if depth == 0 or game.terminal(state):
            return None, game.utility(state)
        moves = game.actions(state)
        tried = [(a, move_and_value(depth - 1, game.result(state, a), game)[1]) for a in moves]
        return best(state)(tried, key=lambda pair: pair[1])

    class Searcher:
        def value(self, state):
            if game.terminal(state):
                return game.utility(state)
            return best(state)(self.value(child) for child in after(state))

        def search(self, game, state):
            return self.value(state)

    of_a_lambda = lambda it: (  # noqa: E731
        game.utility(it) if game.terminal(it) else best(it)(map(of_a_lambda, after(it)))
    )
    return [
        lambda game, state: flagged(state, 1_000, game.player(state) == "X"),
        with_player,
        lambda game, state: negamax(state, 1 if game.player(state) == "X" else -1),
        two_functions,
        lambda game, state: value_and_move(state, game),
        lambda game, state: move_and_value(1_000, state, game),
        Searcher().search,
        lambda game, state: of_a_lambda(state),
    ]


def named(thing):
    return getattr(thing, "__name__", type(thing).__name__)


def kinds(trace):
    return [step.kind for step in trace.steps]


STARTS = [(GAME, X_WINS), (GAME, O_WINS), (Misere(), O_WINS), (ConnectFour(3, 4, 3), None)]
STARTS += [(Nim((2, 3)), None), (Race(4), None), (Countdown(), 7)]


@pytest.mark.parametrize(("game", "state"), STARTS, ids=lambda thing: named(thing))
def test_every_style_of_minimax_gives_the_same_tree_in_every_game(game, state):
    space = Space(game)
    state = game.initial if state is None else state
    while space.tree_sizes[space.index[state]] > 200:
        state = game.result(state, game.actions(state)[-1])
    plain = watch(minimax_value, game, state)
    assert plain.entered == len(plain.tree) == space.tree_sizes[space.index[state]]
    assert nx.is_arborescence(plain.tree)
    for parent, child, data in plain.tree.edges(data=True):
        before, after = (plain.tree.nodes[node]["state"] for node in (parent, child))
        assert game.result(before, data["action"]) == after
    for search in [minimax_value, *styles(game)[4 if isinstance(game, Race) else 0 :]]:
        trace = watch(search, game, state)
        assert (trace.error, trace.note, trace.cuts) == (None, "", 0), named(search)
        assert dict(trace.tree.edges) == dict(plain.tree.edges)
        for node, data in trace.tree.nodes.items():
            assert data["state"] == plain.tree.nodes[node]["state"]
            assert data["value"] == space.value(data["state"]), named(search)
            assert (data["skipped"], data["known"]) == ((), ())
    for search in (minimax, quickest):
        trace = watch(search, game, state)
        assert trace.value == trace.choice in space.best_actions(state)
        assert (trace.entered, trace.steps[-1].kind) == (plain.entered, "return")
        assert trace.tree.nodes[0]["value"] * space.value(state) >= 0
    assert count(alpha_beta, game, state) == watch(alpha_beta, game, state).entered <= plain.entered


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there is no alarm")
def test_the_alarm_of_the_time_limit_is_no_part_of_a_search_over_numbers():
    game = Countdown()

    def ringing(game, state):
        signal.raise_signal(signal.SIGALRM)
        return minimax_value(game, state)

    assert watch(ringing, game, 7).entered == count(minimax_value, game, 7)


def test_whose_side_the_values_are_on_is_found_out():
    sides = ["X", "X", "mover", "X", "X", "X", "X", "X"]
    assert [watch(search, GAME, O_WINS).side for search in styles(GAME)] == sides


# ---- steps


def test_the_steps_of_alpha_beta_and_a_negamax_window_from_the_side_of_x():
    trace, other = watch(alpha_beta, GAME, O_WINS), watch(negamax_alpha_beta, GAME, O_WINS)
    assert (trace.entered, trace.cuts, kinds(trace).count("leaf")) == (18, 3, 7)
    assert (trace.steps[0].alpha, trace.steps[0].beta) == (-inf, inf)
    first_leaf = trace.steps[2]
    assert (first_leaf.kind, first_leaf.value, first_leaf.above) == ("leaf", -1, (-inf, -1))
    cut = next(step for step in trace.steps if step.kind == "cut")
    assert trace.tree.nodes[cut.node]["state"] == "OXX.XOO.."
    assert (cut.alpha, cut.beta, cut.value, cut.skipped) == (0, -1, 0, (7, 8))
    root = trace.tree.nodes[0]
    assert (root["alpha"], root["beta"]) == (-inf, -1)  # of the function that looked at the moves
    assert kinds(trace) == kinds(other)
    for mine, theirs in zip(trace.steps, other.steps):
        assert (mine.node, mine.skipped, mine.above) == (theirs.node, theirs.skipped, theirs.above)
        if mine.kind == "enter":
            assert (mine.alpha, mine.beta) == (theirs.alpha, theirs.beta)


def test_every_cut_is_a_move_that_was_never_entered():
    trace = watch(alpha_beta, GAME, "X...O....")
    assert trace.cuts > 100
    for node, data in trace.tree.nodes.items():
        tried = [trace.tree.edges[node, child]["action"] for child in trace.tree.successors(node)]
        if tried:
            assert sorted([*tried, *data["skipped"]]) == list(GAME.actions(data["state"]))
        assert not data["skipped"] or data["alpha"] >= data["beta"]


def test_the_lines_that_run_and_wait_in_the_source():
    trace = watch(alpha_beta, GAME, X_WINS)
    lines = [trace.source[step.line].strip() for step in trace.steps]
    assert lines[0] == "def max_value(state, alpha, beta):"
    assert lines[3] == "return game.utility(state)"
    assert lines[-1] == "return value"
    assert "value_of(game.result(state, action)" in trace.source[trace.steps[1].waiting]
    source = "\n".join(watch(styles(GAME)[3], GAME, X_WINS).source)
    assert all(f"def {part}(" in source for part in ("two_functions", "high", "low"))


def recursive(below, decorate=lambda value: value):
    """Return a minimax that looks at the boards that `below` gives for a state."""

    @decorate
    def value(state):
        if GAME.terminal(state):
            return GAME.utility(state)
        best = max if GAME.player(state) == "X" else min
        return best(value(child) for child in below(state))

    return value


def after(state):
    return [GAME.result(state, action) for action in GAME.actions(state)]


def test_what_is_looked_up_is_not_cut():
    trace = watch(recursive(after, cache), GAME, O_WINS)
    states = [data["state"] for data in trace.tree.nodes.values()]
    assert trace.entered == len(states) == len(set(states))
    assert any(data["known"] for data in trace.tree.nodes.values())
    assert trace.cuts == 0


def test_mirror_images_are_neither_cut_nor_without_a_move():
    search = recursive(lambda state: sorted(set(map(GAME.canonical, after(state)))))
    trace = watch(search, GAME, "X...O...X")
    assert trace.cuts == 0
    assert all(data["action"] is not None for _, _, data in trace.tree.edges(data=True))


def test_moves_that_a_search_leaves_out_are_cut():
    trace = watch(recursive(lambda state: filter(GAME.winner, after(state))), GAME, X_WINS)
    assert kinds(trace) == ["enter", "enter", "leaf", "cut", "return"]  # the winning move alone


# ---- counting


def test_the_whole_tree_is_counted_though_only_a_part_is_kept():
    trace = watch(minimax_value, GAME, "X...O....", most=500)
    assert trace.entered == SPACE.tree_sizes[SPACE.index["X...O...."]]
    assert len(trace.tree) == 500
    assert f"{trace.entered:,} boards; the first 500 are kept" in trace.note
    assert trace.cuts == 0  # what is not kept was not cut
    assert trace.tree.nodes[0]["value"] == 0


# ---- searches that go wrong


def never_ends(game, state):
    return max(never_ends(game, state) for action in game.actions(state))


def grows(game, state):
    return -grows(game, state[1:] + state[0])


def fails(game, state):
    if state.count(".") == 1:
        return 1 / 0
    return max(fails(game, game.result(state, action)) for action in game.actions(state))


def loops(game, state):
    while True:
        pass


def leaves(game, state):
    sys.exit("bye")


WRONG = {  # with the beginning of what is said
    never_ends: "The search calls itself more often than Python allows: does",
    grows: "The search calls itself more often than Python allows: does",
    fails: "The search ended with an error: ZeroDivisionError: division by zero.",
    loops: "The search was stopped after 0.2 seconds.",
    leaves: "The search ended with an error: SystemExit: bye.",
    minimax_value: "",
}


def before(frame, event, argument):
    """A profile function of somebody else."""


@pytest.mark.parametrize(("search", "note"), WRONG.items(), ids=map(named, WRONG))
@pytest.mark.parametrize("profile", [None, before])
def test_whatever_goes_wrong_is_said_and_no_profile_function_is_left_behind(search, note, profile):
    sys.setprofile(profile)
    try:
        trace = watch(search, GAME, X_WINS, seconds=0.2 if search is loops else 20)
        assert sys.getprofile() is profile
    finally:
        sys.setprofile(None)
    assert trace.note.startswith(note) and bool(trace.error) == bool(note)
    if note:  # what did not return has no value
        assert set(kinds(trace)) == {"enter"} and len(trace.tree) < 50
        assert not any("value" in data for data in trace.tree.nodes.values())


def test_a_search_that_returns_nothing():
    def nothing(game, state):
        for action in () if game.terminal(state) else game.actions(state):
            nothing(game, game.result(state, action))

    trace = watch(nothing, GAME, X_WINS)
    assert (trace.value, trace.error, trace.entered) == (None, None, 11)
    assert all(data["value"] is None for data in trace.tree.nodes.values())


def test_what_cannot_be_called_as_a_search_is_refused_in_words_and_count_passes_errors_on():
    with pytest.raises(ValueError, match="A search is a function of game and state, not 3"):
        watch(3, GAME, X_WINS)
    with pytest.raises(ValueError, match=r"this one wants \(one, two, three\)"):
        watch(lambda one, two, three: 0, GAME, X_WINS)
    with pytest.raises(ZeroDivisionError):
        count(fails, GAME, X_WINS)


# ---- lines, bounds, and searches of which one board can be seen


@pytest.mark.parametrize("search", WITH_CUTS)
def test_a_value_without_a_sign_is_exact_and_a_bound_holds(search):
    tree = watch(search, GAME, "X...O....").tree
    for data in tree.nodes.values():
        true, value = SPACE.value(data["state"]), data["value"]
        holds = {"": true == value, "≤": true <= value, "≥": true >= value}
        assert holds[data["bound"]], data
    assert {data["bound"] for data in tree.nodes.values()} == {"", "≤", "≥"}


def on_one_list(game, state):
    """A search that makes and unmakes its moves on a list of its own."""
    board = list(state)

    def value():
        now = "".join(board)
        if game.terminal(now):
            return game.utility(now)
        values = []
        for cell in game.actions(now):
            board[cell] = game.player(now)
            values.append(value())
            board[cell] = "."
        return max(values) if game.player(now) == "X" else min(values)

    return value()


def own_stack(game, state):
    waiting, seen = [state], 0
    while waiting:
        board, seen = waiting.pop(), seen + 1
        moves = () if game.terminal(board) else game.actions(board)
        waiting += [game.result(board, action) for action in moves]
    return seen


def test_where_one_board_alone_can_be_seen_it_is_said_why():
    remembers = recursive(after, cache)
    assert watch(remembers, GAME, X_WINS).alone == ""
    for search in (on_one_list, own_stack, remembers):
        trace = watch(search, GAME, X_WINS, lines=1000)
        assert trace.entered == 1 and "only this one can be shown" in trace.alone
        assert "line" in kinds(trace) or search is remembers


def test_lines_run_in_every_style_and_no_trace_function_is_left_behind():
    for search in styles(GAME):
        trace, plain = watch(search, GAME, X_WINS, lines=1000), watch(search, GAME, X_WINS)
        assert [kind for kind in kinds(trace) if kind != "line"] == kinds(plain), named(search)
        assert kinds(trace).count("line") >= 10 and sys.gettrace() is None
        assert all(step.line is not None for step in trace.steps if step.kind == "line")
        few = watch(search, GAME, X_WINS, lines=5)
        assert kinds(few).count("line") == 5 and few.lines_run_out
    assert watch(fails, GAME, X_WINS, lines=1000).steps[-1].kind != "return"


def test_a_search_that_tests_the_end_before_it_calls_itself_cuts_nothing():
    def value(game, state):
        best = max if game.player(state) == "X" else min
        after = [game.result(state, action) for action in game.actions(state)]
        return best(game.utility(s) if game.terminal(s) else value(game, s) for s in after)

    trace = watch(value, TicTacToe(), "XOX.OXO..", lines=1_000)
    assert (trace.value, trace.side, trace.cuts) == (1, "X", 0)
    ways = nx.get_node_attributes(trace.tree, "known")
    assert ways[0] == (8,) and ways[1] == (7,), "ends, which it looked up"
    assert set(nx.get_node_attributes(trace.tree, "bound").values()) == {""}
