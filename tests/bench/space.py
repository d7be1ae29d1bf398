"""The whole game as arrays, beside solvers that go from state to state."""

import pyspiel
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

from tests.bench.apart import Cost, best_apart, run_apart
from tests.bench.report import Comparison, Faster, Line, megabytes, seconds
from ttt import Space, TicTacToe

MOST_SECONDS, MOST_MEGABYTES = 2, 500  # for 4×4
PATIENCE = 10  # seconds that a peer is given for 4×4


def solve():
    """Build the space and value every state; return the empty board's value."""
    space = Space(TicTacToe())
    assert len(space.values) == 5478
    return space.values[0]


def openspiel_solve():
    """Value every state with a move to make by OpenSpiel's solver; return the empty board's."""
    table = MinimaxSolver("tic_tac_toe").solve()
    assert len(table) == 4520
    return table["...\n...\n..."].value


def random_against_random(quick):
    """Compare the exact results of random play, with all tables built beforehand."""
    space = Space(TicTacToe())
    uniform = space.uniform()
    game = pyspiel.load_game("tic_tac_toe")
    policy = pyspiel.UniformRandomPolicy(game)

    def ours():
        x_wins, _, o_wins = space.evaluate(uniform, uniform)[0]
        return x_wins - o_wins

    def openspiel():
        return pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)[0]

    compare = Comparison(
        "exact random against random, table built",
        ours,
        openspiel,
        "OpenSpiel",
        Faster(100),
        answer=737 / 1260 - 121 / 420,
    )
    yield from compare(quick)


def four_by_four(quick):
    """Solve 4×4 within bounds of its own, and show the peers beside it."""
    cost = best_apart("tests.bench.solvers:ours", 4, 4, 4, True, repeats=5)
    assert cost.answer == {"states": 1_217_977, "value": 0}
    yield Line(
        "4×4 solved exactly, all 1,217,977 classes",
        f"{seconds(cost.seconds)}, {megabytes(cost.megabytes)}",
        must_be=f"< {MOST_SECONDS} s, {MOST_MEGABYTES} MB *",
        holds=cost.seconds < MOST_SECONDS and cost.megabytes < MOST_MEGABYTES,
    )
    if not quick:
        yield beside(cost, "easyAI", "tests.bench.solvers:easyai_4x4")
        yield beside(cost, "OpenSpiel", "tests.bench.solvers:openspiel_4x4")


def beside(ours: Cost, name: str, function: str) -> Line:
    """Return the line of a peer that values the empty 4×4 board, without a bound."""
    cost = run_apart(function, limit=PATIENCE)
    if cost is None:
        peer, ratio = f"not within {PATIENCE} s", f"> {PATIENCE / ours.seconds:.0f}"
    else:
        assert cost.answer == 0
        peer, ratio = seconds(cost.seconds), f"{cost.seconds / ours.seconds:.1f}"
    work = f"  the empty board alone, {name}'s alpha-beta"
    return Line(work, seconds(ours.seconds), f"{name} {peer}", f"{ratio} times faster")


ROWS = [
    Comparison(
        "build and solve all 5,478 states",
        solve,
        openspiel_solve,
        "OpenSpiel",
        Faster(20),
        answer=0,
        repeats=20,
    ),
    random_against_random,
    four_by_four,
]
