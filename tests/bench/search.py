"""Alpha-beta: the textbook's beside those of others, and how far our agent sees in how long."""

import random
from math import inf

import pyspiel
from easyAI import Negamax
from easyAI.games.TicTacToe import TicTacToe as EasyTicTacToe
from open_spiel.python.algorithms.minimax import alpha_beta_search

from tests.bench.apart import best_apart
from tests.bench.report import AtMost, Comparison, Line, best_times, seconds
from tests.bench.space import beside
from ttt import TicTacToe, agents
from ttt.agents import rules
from ttt.algorithms.minimax import alpha_beta

NODES = 18_297
MOST_SECONDS = {"3×3": 0.010, "4×4": 3}
BUDGET, NO_TIME = 2, 0.001  # seconds for a move on 5×5
POSITIONS = 10  # of each kind on 5×5


class Counting(TicTacToe):
    """Tic-tac-toe that counts the nodes of a textbook search: each asks once whether it is over."""

    nodes = 0

    def terminal(self, state):
        """Count, and answer."""
        self.nodes += 1
        return super().terminal(state)


def ours():
    """Search with a new game, which remembers nothing yet; return the empty board's value."""
    game = TicTacToe()
    return alpha_beta(game, game.initial)


def openspiel():
    """Do the same by OpenSpiel's Python search."""
    value, _ = alpha_beta_search(pyspiel.load_game("tic_tac_toe"))
    return value


def easyai():
    """Do the same by easyAI's search without a table, on the tic-tac-toe that comes with it."""
    search = Negamax(9)
    search(EasyTicTacToe(players=[]))
    return search.alpha


def textbook(quick):
    """Compare the plain searches, after counting the nodes that ours enters."""
    game = Counting()
    alpha_beta(game, game.initial)
    work = f"textbook alpha-beta, {game.nodes:,} nodes"
    assert game.nodes == NODES
    yield from Comparison(work, ours, openspiel, "OpenSpiel", AtMost(0.8), 0, repeats=20)(quick)
    yield from Comparison(work, ours, easyai, "easyAI", AtMost(0.3), 0, repeats=7)(quick)


def three_by_three(quick):
    """Time the agent's move on the empty board, from a cold start every time."""
    agent = agents.make("alpha-beta")

    def first_move():
        game = TicTacToe()
        agents.make("alpha-beta").policy(game, game.initial)

    game = TicTacToe()
    assert len(agent.policy(game, game.initial)) == 9
    (time,) = best_times(first_move, repeats=5 if quick else 20)
    yield Line(
        f"agent alpha-beta, 3×3, all best moves, {agent.nodes} nodes",
        seconds(time),
        must_be=f"< {MOST_SECONDS['3×3'] * 1000:g} ms *",
        holds=time < MOST_SECONDS["3×3"],
    )


def four_by_four(quick):
    """Time the empty 4×4 board, in a process of its own, and show easyAI beside it."""
    cost = best_apart("tests.bench.solvers:our_alpha_beta_4x4", repeats=1 if quick else 3)
    assert cost.answer["value"] == 0
    yield Line(
        f"agent alpha-beta, 4×4 to the end, {cost.answer['nodes']:,} nodes",
        seconds(cost.seconds),
        must_be=f"< {MOST_SECONDS['4×4']} s *",
        holds=cost.seconds < MOST_SECONDS["4×4"],
    )
    if not quick:
        yield beside(cost, "easyAI", "tests.bench.solvers:easyai_4x4")


def five_by_five(quick):
    """Show that no win in one and no block is missed on 5×5, and how deep the agent sees."""
    game, rng = TicTacToe(5, k=4), random.Random(4)
    positions = urgent_positions(game, rng, 3 if quick else POSITIONS)
    for budget in BUDGET, NO_TIME:
        agent = agents.make("alpha-beta", seconds=budget)
        right = sum(set(agent.policy(game, state)) <= set(best) for state, best in positions)
        yield Line(
            f"5×5 k=4, wins in one and blocks, {seconds(budget)} a move",
            f"{right} of {len(positions)} right",
            must_be="all",
            holds=right == len(positions),
        )
    agent = agents.make("alpha-beta", seconds=BUDGET)
    for marks in 0, 4, 8:
        agent.policy(game, quiet_position(game, rng, marks))
        yield Line(
            f"  with {marks} marks and no threat, {seconds(BUDGET)} a move",
            "sees the end" if agent.reached == inf else f"{agent.reached} moves ahead",
        )


def urgent_positions(game, rng, number):
    """Return so many positions with a win in one, and as many with one block; and what is right."""
    wins, blocks = [], []
    while len(wins) < number or len(blocks) < number:
        state = random_position(game, rng, rng.randint(6, 16))
        winning, blocking = rules.win(game, state), rules.block(game, state)
        if winning:
            wins.append((state, winning))
        elif len(blocking) == 1:
            blocks.append((state, blocking))
    return wins[:number] + blocks[:number]


def quiet_position(game, rng, marks):
    """Return a position with so many marks in which nobody threatens to win."""
    while True:
        state = random_position(game, rng, marks)
        if not rules.win(game, state) and not rules.block(game, state):
            return state


def random_position(game, rng, marks):
    """Return a position with so many marks in which nobody has won."""
    state = game.initial
    while game.cells - state.count(".") < marks:
        state = game.result(state, rng.choice(game.actions(state)))
        if game.terminal(state):
            state = game.initial
    return state


ROWS = [textbook, three_by_three, four_by_four, five_by_five]
