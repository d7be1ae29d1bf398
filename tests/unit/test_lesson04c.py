"""What lesson 04c says in words and no cell of it shows."""

from math import inf

import nbformat
import pytest

from tests.notebooks.test_notebooks import FOLDER
from ttt import Space, TicTacToe, arena
from ttt.algorithms import evaluate, open_lines
from ttt.arena.results import tabulate

FORK = "XO.O.X.X."
PUZZLE = ".....X.X........OOXO....."


@pytest.fixture(scope="module")
def lesson():
    """Return the functions that the lesson defines, exercises aside."""
    notebook = nbformat.read(FOLDER / "04c_bigger_boards.ipynb", as_version=4)
    names = "@cache", "def limited", "def best_move", "def deepen", "def in_time"
    sources = [cell.source for cell in notebook.cells if any(n in cell.source for n in names)]
    known = {"inf": inf}
    exec("\n".join(["from functools import cache", *sources]), known)
    return known


@pytest.fixture(scope="module")
def five():
    return TicTacToe(5, k=4)


def line_by_line(game, state):
    """Return the same as open_lines, but for rounding, as somebody might write it."""
    guess = 0.0
    for line in game.lines:
        marks = [state[cell] for cell in line]
        guess += (("O" not in marks) - ("X" not in marks)) / (len(game.lines) + 1)
    return guess


@pytest.mark.parametrize("guess", [open_lines, evaluate, lambda game, state: 0])
def test_three_moves_ahead_all_moves_look_alike_and_four_show_the_fork(guess, lesson, game):
    def looks(depth):
        after = [game.result(FORK, action) for action in game.actions(FORK)]
        return [lesson["limited"](game, state, depth - 1, guess) for state in after]

    assert looks(3) == [0, 0, 0, 0]
    assert looks(4) == [1, 1, 1, 0]
    assert lesson["best_move"](game, FORK, 3, guess) == 4
    assert lesson["best_move"](game, FORK, 4, guess) == 8


def test_open_lines_leave_fewer_wrong_boards_and_are_safer_as_x():
    blind, lines = arena.sight(lambda game, state: 0), arena.sight(open_lines)
    gone = [1 - after / before for before, after in zip(blind.wrong[:5], lines.wrong[:5])]
    assert (round(min(gone), 2), round(max(gone), 2)) == (0.17, 0.41)
    assert lines.as_x[1:] == [0] * 5 and lines.wrong[5] == blind.wrong[5] == 0


@pytest.mark.parametrize(("guess", "depth"), [(open_lines, 1), (open_lines, 3), (evaluate, 2)])
def test_a_sight_is_that_of_the_search(guess, depth, lesson, game, space):
    def policy_of(state):
        values = {
            action: lesson["limited"](game, game.result(state, action), depth - 1, guess)
            for action in game.actions(state)
        }
        best = (max if game.player(state) == "X" else min)(values.values())
        return [action for action, value in values.items() if abs(value - best) < 1e-9]

    boards = [state for state in space.states if not game.terminal(state)]
    wrong = 0.0
    for state in boards:
        best, right = policy_of(state), space.best_actions(state)
        wrong += sum(action not in right for action in best) / len(best)
    assert arena.sight(guess).wrong[depth - 1] == pytest.approx(100 * wrong / len(boards))


def test_with_squares_two_moves_ahead_cannot_be_beaten_and_three_can(lesson):
    def player(depth):
        return lambda game, state: lesson["best_move"](game, state, depth, evaluate)

    assert [str(side) for side in arena.scorecard(player(2)).sides.values()] == [
        "nobody can beat it",
        "nobody can beat it",
    ]
    sight = arena.sight(evaluate)
    assert (sight.as_x[1], *sight.as_o) == (0, 1, 0, 1, 0, 0, 0)


def test_whichever_of_equal_moves_it_takes_two_moves_ahead(lesson, game, space):
    """A player that makes any of its best moves does not lose a single game either."""

    class AnyBest:
        name = "any best"

        def policy(self, game, state):
            best = max if game.player(state) == "X" else min
            looks = {
                action: lesson["limited"](game, game.result(state, action), 1, evaluate)
                for action in game.actions(state)
            }
            top = [a for a, value in looks.items() if value == best(looks.values())]
            return dict.fromkeys(top, 1 / len(top))

        def __call__(self, game, state):
            return min(self.policy(game, state))

    known = tabulate(AnyBest(), space)
    assert arena.exact(known, "random").o_wins == 0 == arena.exact("random", known).x_wins


@pytest.mark.parametrize("guess", [open_lines, line_by_line])
def test_the_searches_before_depth_5_add_a_sixth(guess, lesson, five, monkeypatch):
    limited, entered = lesson["limited"], []

    def counted(*arguments):
        entered[-1] += 1
        return limited(*arguments)

    monkeypatch.setitem(lesson, "limited", counted)
    for depth in range(1, 6):
        entered.append(0)
        counted(five, five.initial, depth, guess)
    assert entered[:4] == [26, 74, 672, 1_815]
    assert 0.16 < sum(entered[:4]) / entered[4] < 0.18
    assert 24 < entered[3] / entered[1] < 26


@pytest.mark.parametrize("guess", [open_lines, line_by_line])
def test_the_puzzle_is_won_by_force(guess, lesson, five):
    moves = [lesson["best_move"](five, PUZZLE, depth, guess) for depth in range(1, 6)]
    assert moves == [12, 12, 12, 12, 6]
    state = five.result(PUZZLE, 6)
    assert five.winner(state[:8] + "X" + state[9:]) == "X"
    state = five.result(five.result(state, 8), 12)
    assert all(five.winner(state[:a] + "X" + state[a + 1 :]) == "X" for a in (0, 24))
    assert lesson["limited"](five, PUZZLE, 5, open_lines) == 1


def test_who_wins_on_other_boards_and_how_many_kinds_there_are():
    space = Space(TicTacToe(3, 4, 3), symmetry=True)
    assert (len(space), space.values[0]) == (28_275, 1)
    assert len(Space(TicTacToe(3, 4, 3))) == 111_973
    assert Space(TicTacToe(3, 5, 3), symmetry=True).values[0] == 1
    assert len(TicTacToe(4).lines) == 10 and len(TicTacToe(5, k=4).lines) == 28
