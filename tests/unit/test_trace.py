"""watch and count on searches of every style, and on searches that go wrong."""

import signal
import sys
from functools import cache
from math import inf

import networkx as nx
import numpy as np
import pytest
from own_games import Countdown, Race

from ttt import Space, TicTacToe
from ttt.algorithms.minimax import alpha_beta, minimax, minimax_value, quickest
from ttt.games import ConnectFour, Misere, Nim
from ttt.trace import count, watch
from ttt.trace.record import DEEPEST

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


WITH_CUTS = [alpha_beta, negamax_alpha_beta, fail_hard]


def styles(game):
    """Return minimax as students write it, in as many ways; the first three want turns taken."""

    def after(state):  # looks at boards, but is no search
        return [game.result(state, action) for action in game.actions(state)]

    def best(state):
        return max if game.player(state) == "X" else min

    def flagged(board, depth, maximizing):
        if game.terminal(board):
            return game.utility(board)
        values = [flagged(child, depth - 1, not maximizing) for child in after(board)]
        return max(values) if maximizing else min(values)

    def negamax(state, color):
        if game.terminal(state):
            return color * game.utility(state)
        return max(-negamax(child, -color) for child in after(state))

    def high(game, state):
        if game.terminal(state):
            return game.utility(state)
        return np.max([low(game, child) for child in after(state)])

    def low(game, state):
        if game.terminal(state):
            return game.utility(state)
        return np.min([high(game, child) for child in after(state)])

    def two_functions(game, state):
        return high(game, state) if game.player(state) == "X" else low(game, state)

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
        lambda game, state: negamax(state, 1 if game.player(state) == "X" else -1),
        two_functions,
        lambda game, state: move_and_value(1_000, state, game),
        Searcher().search,
        lambda game, state: of_a_lambda(state),
    ]


def named(thing):
    return getattr(thing, "__name__", type(thing).__name__)


def kinds(trace):
    return [step.kind for step in trace.steps]


GAMES = [(GAME, O_WINS), (Misere(), O_WINS), (ConnectFour(3, 4, 3), None)]
GAMES += [(Nim((2, 3)), None), (Race(4), None), (Countdown(), 7)]


@pytest.mark.parametrize(("game", "state"), GAMES, ids=lambda thing: named(thing))
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
    for search in [minimax_value, *styles(game)[3 if isinstance(game, Race) else 0 :]]:
        trace, with_lines = watch(search, game, state), watch(search, game, state, lines=9_000)
        assert (trace.error, trace.note, trace.cuts) == (None, "", 0), named(search)
        assert dict(trace.tree.edges) == dict(plain.tree.edges)
        for node, data in trace.tree.nodes.items():
            assert data["state"] == plain.tree.nodes[node]["state"]
            assert data["value"] == space.value(data["state"]), named(search)
            assert (data["skipped"], data["known"]) == ((), {})
        assert [kind for kind in kinds(with_lines) if kind != "line"] == kinds(trace)
        lines = [step.line for step in with_lines.steps if step.kind == "line"]
        assert len(lines) >= 10 and None not in lines and sys.gettrace() is None
    for search in (minimax, quickest):
        trace = watch(search, game, state)
        assert trace.value == trace.choice in space.best_actions(state)
        assert (trace.entered, trace.steps[-1].kind) == (plain.entered, "return")
        assert trace.tree.nodes[0]["value"] * space.value(state) >= 0
    assert count(alpha_beta, game, state) == watch(alpha_beta, game, state).entered <= plain.entered


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="there is no alarm")
def test_the_alarm_of_the_time_limit_is_no_part_of_a_search_over_numbers():
    def ringing(game, state):
        signal.raise_signal(signal.SIGALRM)
        return minimax_value(game, state)

    assert watch(ringing, Countdown(), 7).entered == count(minimax_value, Countdown(), 7)


# ---- steps, cuts and bounds


def test_the_steps_of_alpha_beta_and_a_negamax_window_from_the_side_of_x():
    trace, other = watch(alpha_beta, GAME, O_WINS), watch(negamax_alpha_beta, GAME, O_WINS)
    assert (trace.entered, trace.cuts, kinds(trace).count("leaf")) == (18, 3, 7)
    assert trace.steps[0].window == (-inf, inf)
    leaf, last = trace.steps[2], trace.steps[-1]
    assert (leaf.kind, leaf.value, leaf.above) == ("leaf", -1, (-inf, -1))
    cut = next(step for step in trace.steps if step.kind == "cut")
    assert trace.tree.nodes[cut.node]["state"] == "OXX.XOO.."
    assert (cut.window, cut.value, cut.skipped) == ((0, -1), 0, (7, 8))
    assert last.window == (-inf, -1)  # of the function that looked at the moves
    assert kinds(trace) == kinds(other)
    for mine, theirs in zip(trace.steps, other.steps):
        assert (mine.node, mine.skipped, mine.above) == (theirs.node, theirs.skipped, theirs.above)
        assert mine.kind != "enter" or mine.window == theirs.window


@pytest.mark.parametrize("search", WITH_CUTS)
def test_every_move_is_entered_or_cut_and_a_value_is_exact_or_a_bound_that_holds(search):
    trace = watch(search, GAME, "X...O....")
    assert trace.cuts > 100
    for node, data in trace.tree.nodes.items():
        tried = [trace.tree.edges[node, child]["action"] for child in trace.tree.successors(node)]
        if tried:
            assert sorted([*tried, *data["skipped"]]) == list(GAME.actions(data["state"]))
        true, value = SPACE.value(data["state"]), data["value"]
        holds = {"": true == value, "≤": true <= value, "≥": true >= value}
        assert holds[data["bound"]], data


def test_the_lines_that_run_and_wait_in_the_source():
    trace = watch(alpha_beta, GAME, X_WINS)
    lines = [trace.source[step.line].strip() for step in trace.steps]
    assert lines[0] == "def max_value(state, alpha, beta):"
    assert lines[3] == "return game.utility(state)"
    assert lines[-1] == "return value"
    assert "value_of(game.result(state, action)" in trace.source[trace.steps[1].waiting]
    source = "\n".join(watch(styles(GAME)[2], GAME, X_WINS).source)
    assert all(f"def {part}(" in source for part in ("two_functions", "high", "low"))


# ---- what is not entered


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


def ends_first(game, state):
    """A search that tests whether the game is over before it calls itself."""
    best = max if game.player(state) == "X" else min
    return best(
        game.utility(s) if game.terminal(s) else ends_first(game, s)
        for s in (game.result(state, action) for action in game.actions(state))
    )


@pytest.mark.parametrize(
    "search",
    [
        recursive(after, cache),
        ends_first,
        recursive(lambda state: {GAME.canonical(s): s for s in after(state)}.values()),
        recursive(lambda state: sorted(set(map(GAME.canonical, after(state))))),
    ],
    ids=["remembers", "ends first", "one of each kind", "mirror images"],
)
def test_what_is_looked_up_is_not_cut_and_its_value_is_known(search):
    trace = watch(search, GAME, "X...O...X")
    assert (trace.value, trace.side, trace.cuts) == (0, "X", 0)
    known = [
        (GAME.result(data["state"], move), value)
        for data in trace.tree.nodes.values()
        for move, value in data["known"].items()
    ]
    assert known and all(SPACE.value(state) == value for state, value in known)
    assert {data["bound"] for data in trace.tree.nodes.values()} == {""}


def cuts_ends_first(game, state, alpha=-inf, beta=inf):
    """Alpha-beta that tests whether the game is over before it calls itself."""
    is_max, values = game.player(state) == "X", []
    for child in (game.result(state, action) for action in game.actions(state)):
        is_end = game.terminal(child)
        values.append(game.utility(child) if is_end else cuts_ends_first(game, child, alpha, beta))
        alpha, beta = (max(alpha, values[-1]), beta) if is_max else (alpha, min(beta, values[-1]))
        if alpha >= beta:
            break
    return max(values) if is_max else min(values)


def test_an_end_that_was_valued_before_a_cut_is_not_among_the_moves_never_looked_at():
    nodes = watch(cuts_ends_first, GAME, "..XOO...X").tree.nodes.values()
    assert [(n["known"], n["skipped"]) for n in nodes if n["state"] == ".XXOO...X"] == [
        ({5: -1}, (6, 7))
    ]


def test_moves_that_a_search_leaves_out_are_cut():
    trace = watch(recursive(lambda state: filter(GAME.winner, after(state))), GAME, X_WINS)
    assert kinds(trace) == ["enter", "enter", "leaf", "cut", "return"]  # the winning move alone


def own_stack(game, state):
    waiting, seen = [state], 0
    while waiting:
        board, seen = waiting.pop(), seen + 1
        moves = () if game.terminal(board) else game.actions(board)
        waiting += [game.result(board, action) for action in moves]
    return seen


def test_where_one_board_alone_can_be_seen_it_is_said_why():
    remembers = recursive(after, cache)
    assert watch(remembers, GAME, X_WINS).note == ""
    for search in (own_stack, remembers):
        trace = watch(search, GAME, X_WINS, lines=1000)
        assert trace.entered == 1 and "only this one can be shown" in trace.note
        assert "line" in kinds(trace) or search is remembers


def test_the_whole_tree_is_counted_though_only_a_part_is_kept():
    trace = watch(minimax_value, GAME, "X...O....", most=500)
    assert trace.entered == SPACE.tree_sizes[SPACE.index["X...O...."]]
    assert len(trace.tree) == 500
    assert f"{trace.entered:,} boards; the first 500 are kept" in trace.note
    assert trace.cuts == 0  # what is not kept was not cut
    assert trace.tree.nodes[0]["value"] == 0
    few = watch(minimax_value, GAME, X_WINS, lines=5)
    assert kinds(few).count("line") == 5 and "The first 5 lines are kept." in few.note


# ---- searches that go wrong


def never_ends(game, state):
    return max(never_ends(game, state) for action in game.actions(state))


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
    never_ends: "The search ended with an error: RecursionError: maximum recursion depth",
    fails: "The search ended with an error: ZeroDivisionError: division by zero.",
    loops: "The search ended with an error: TooLong: no answer within 0.2 second",
    leaves: "The search ended with an error: SystemExit: bye.",
}


@pytest.mark.parametrize(("search", "note"), WRONG.items(), ids=map(named, WRONG))
def test_whatever_goes_wrong_is_said_and_no_trace_function_is_left_behind(search, note):
    trace = watch(search, GAME, X_WINS, seconds=0.2 if search is loops else 20)
    assert trace.note.startswith(note) and trace.error and sys.gettrace() is None
    # What did not return has no value.
    assert set(kinds(trace)) == {"enter"} and len(trace.tree) <= DEEPEST
    assert not any("value" in data for data in trace.tree.nodes.values())
    assert watch(search, GAME, X_WINS, seconds=0.2, lines=1000).steps[-1].kind != "return"


def test_what_cannot_be_called_as_a_search_is_refused_and_count_passes_errors_on():
    with pytest.raises(ValueError, match=r"this one wants \(one, two, three\)"):
        watch(lambda one, two, three: 0, GAME, X_WINS)
    with pytest.raises(ZeroDivisionError):
        count(fails, GAME, X_WINS)
