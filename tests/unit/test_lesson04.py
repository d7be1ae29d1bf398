"""What lessons 04 and 04b claim and no cell of theirs shows."""

from functools import cache, partial
from itertools import combinations
from math import inf, sqrt

import nbformat

from tests.notebooks.test_notebooks import FOLDER
from ttt import TicTacToe
from ttt.agents.rules import block, move_order, win
from ttt.algorithms import alpha_beta, best_moves, bounds
from ttt.trace import count, watch

GAME = TicTacToe()


# ---- lesson 04


def test_an_answer_is_exact_inside_the_window_and_a_bound_outside(space):
    not_the_value = 0
    for state in space.states:
        value = space.value(state)
        for alpha, beta in combinations((-inf, -1, 0, 1, inf), 2):
            answer = alpha_beta(GAME, state, alpha, beta)
            assert value <= answer if answer <= alpha else value >= answer
            assert value == answer or not alpha < answer < beta
            not_the_value += answer != value
    assert (len(space) * 10, not_the_value) == (54_780, 4_934)


def test_how_much_of_the_trees_in_the_text_is_entered(space):
    for board, whole, entered in (
        ("XXOOOX...", 14, 10),
        ("XX.OOX...", 49, 17),
        ("O..XXO.X.", 47, 17),  # in the picture at the top
    ):
        assert space.tree_sizes[space.index[board]] == whole
        assert count(alpha_beta, GAME, board) == entered
    assert count(best_moves, GAME, GAME.initial) == 30_710


def cuts_from(state):
    """Return how many cuts alpha-beta makes, with equal bounds, and by promises further up.

    A cut is deep if what the board above has found by itself would not have been enough for it.
    """
    kinds = [0, 0, 0]

    def search(state, alpha, beta, above):
        if GAME.terminal(state):
            return GAME.utility(state)
        x_moves = GAME.player(state) == "X"
        value, moves = -inf if x_moves else inf, GAME.actions(state)
        for action in moves:
            below = search(GAME.result(state, action), alpha, beta, value)
            value = max(value, below) if x_moves else min(value, below)
            alpha, beta = (max(alpha, value), beta) if x_moves else (alpha, min(beta, value))
            if alpha >= beta:
                if action != moves[-1]:
                    is_deep = value < above if x_moves else value > above
                    kinds[:] = [kinds[0] + 1, kinds[1] + (alpha == beta), kinds[2] + is_deep]
                break
        return value

    search(state, -inf, inf, None)
    return kinds


def test_which_cuts_the_course_makes():
    assert cuts_from("..XOO...X") == [11, 3, 2]
    assert watch(alpha_beta, GAME, "..XOO...X").cuts == 11


# ---- lesson 04b


class Reordered:
    """The game as lesson 04b hands it to a search, with its moves in another order."""

    def __init__(self, game, order):
        self.game, self.order = game, order

    def actions(self, state):
        return self.order(self.game, state)

    def __getattr__(self, name):
        return getattr(self.game, name)


def test_the_course_s_order_and_a_search_that_stops_at_the_first_win(space):
    def between(game, state):
        return alpha_beta(game, state, -1, 1)

    assert space.tree_sizes[space.index["O...O.XX."]] == 122  # the problem at the start
    assert count(alpha_beta, Reordered(GAME, move_order), GAME.initial) == 2_096
    assert (between(GAME, GAME.initial), count(between, GAME, GAME.initial)) == (0, 16_811)


def test_the_smallest_proof_and_the_order_that_reaches_it(space):
    @cache
    def proof(state, side, bound, inner=1):
        """Return the size of the smallest proof that `side` can make sure of `bound`."""
        if GAME.terminal(state):
            return 1
        after = [GAME.result(state, action) for action in GAME.actions(state)]
        if GAME.player(state) != side:
            return inner + sum(proof(child, side, bound, inner) for child in after)
        sign = 1 if side == "X" else -1
        good = [child for child in after if sign * (space.value(child) - bound) >= 0]
        return inner + min(proof(child, side, bound, inner) for child in good)

    def easiest_first(game, state):
        side = game.player(state)

        def rank(action):
            child = game.result(state, action)
            value = space.value(child)
            return -value if side == "X" else value, proof(child, side, value)

        return sorted(game.actions(state), key=rank)

    boards = [proof(GAME.initial, side, 0) for side in "XO"]
    ends = [proof(GAME.initial, side, 0, inner=0) for side in "XO"]
    assert (sum(boards) - 10, sum(ends) - 1) == (1_452, 529)
    assert ends == [73, 457]  # that O cannot win, and that X cannot
    assert (space.games[0].sum(), round(sqrt(space.games[0].sum()))) == (255_168, 505)
    order = cache(easiest_first)
    for state in space.states:  # beforehand, so that the search for proofs is not counted
        order(GAME, state)
    assert count(alpha_beta, Reordered(GAME, order), GAME.initial) == 1_452


def test_a_search_with_a_memory_looks_up_more_than_half_of_the_boards(space):
    after = [GAME.result(s, action) for s in space.states for action in GAME.actions(s)]
    still_open = [state for state in after if not GAME.terminal(state)]
    looked_up = len(still_open) - len(set(still_open))
    assert (1 + len(after), looked_up) == (16_168, 8_786) and looked_up > len(after) / 2


def test_an_order_that_is_better_only_without_a_table():
    def wins_and_blocks_first(game, state):
        wins, blocks = win(game, state), block(game, state)
        return sorted(game.actions(state), key=lambda cell: (cell not in wins, cell not in blocks))

    cells = nbformat.read(FOLDER / "04b_order_and_memory.ipynb", as_version=4).cells
    names = "def center_first", "def try_moves", "def with_table"
    lesson = {"inf": inf, "cache": cache, "my_bounds": bounds}
    for cell in cells:
        if any(name in cell.source for name in names):
            exec(cell.source, lesson)
    found = []
    for order in (lesson["center_first"], cache(wins_and_blocks_first)):
        game = Reordered(GAME, order)
        table = partial(lesson["with_table"], key=GAME.canonical)
        found.append([count(search, game, GAME.initial) for search in (alpha_beta, table)])
    assert found == [[7_275, 475], [6_435, 722]]


def test_a_table_of_numbers_may_be_wrong_where_the_root_is_right(space):
    def center_first(game, state):
        lines = {cell: sum(cell in line for line in game.lines) for cell in game.actions(state)}
        return sorted(lines, key=lines.get, reverse=True)

    def kept(order):
        table = {}

        def search(state, alpha, beta):
            if GAME.terminal(state):
                return GAME.utility(state)
            if state in table:
                return table[state]
            x_moves = GAME.player(state) == "X"
            value = -inf if x_moves else inf
            for action in order(GAME, state):
                below = search(GAME.result(state, action), alpha, beta)
                value = max(value, below) if x_moves else min(value, below)
                alpha, beta = (max(alpha, value), beta) if x_moves else (alpha, min(beta, value))
                if alpha >= beta:
                    break
            table[state] = value
            return value

        search(GAME.initial, -inf, inf)
        return table

    found = {}
    for order in (center_first, TicTacToe.actions, move_order):
        table = kept(order)
        wrong = sum(value != space.value(state) for state, value in table.items())
        found[order.__name__] = table[GAME.initial], wrong
    assert found == {
        "center_first": (1, 155),
        "actions": (0, 200),
        "move_order": (0, 3),
    }
