"""The figures in the repository are the ones that `make figures` draws."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

FIGURES = Path(__file__).parents[2] / "figures"
MEASURED = "growth.svg"  # drawn by `make bench`, a little different on every machine
COMMITTED = sorted(path.name for path in FIGURES.glob("*.svg") if path.name != MEASURED)


@pytest.fixture(scope="module")
def make():
    """Return figures/make.py as a module."""
    spec = spec_from_file_location("make_figures", FIGURES / "make.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_are_no_other_figures_than_those_that_are_made(make):
    assert sorted(make.pictures()) == COMMITTED
    assert (FIGURES / MEASURED).exists()


@pytest.mark.parametrize("name", COMMITTED)
def test_a_figure_is_what_is_drawn_now(make, name, tmp_path):
    make.pictures()[name].save(tmp_path / name)
    assert (tmp_path / name).read_bytes() == (FIGURES / name).read_bytes()


def test_the_figures_show_the_trees_that_they_are_named_after(make):
    pictures = make.pictures()
    assert "<title>Tree of 11 boards from XOX.OXO..</title>" in pictures["tree_small.svg"].svg
    assert " boards from OXX.X.O..</title>" in pictures["tree_ends.svg"].svg
    assert ">X wins<" in pictures["tree_ends.svg"].svg
    assert "<title>Tree of 16 boards from .........</title>" in pictures["tree_first_moves.svg"].svg


def test_the_search_of_alpha_beta_shows_what_it_entered_and_what_it_cut(make):
    from ttt import Space, TicTacToe
    from ttt.algorithms.minimax import alpha_beta
    from ttt.trace import count

    game, svg = TicTacToe(), make.pictures()["alpha_beta.svg"].svg
    assert count(alpha_beta, game, "O..XXO.X.") == 17
    assert Space(game).tree_sizes[Space(game).index["O..XXO.X."]] == 47
    assert "<title>Tree of 25 boards from O..XXO.X.</title>" in svg
    assert svg.count("opacity='0.3'") == 2 * (25 - 17)  # each cut board, and the edge to it


def test_the_monte_carlo_tree_shows_every_board_of_twelve_simulations(make):
    picture = make.pictures()["mcts.svg"]
    assert "<title>Tree of 13 boards from XXOO..X..</title>" in picture.svg
    assert ">N 12<" in picture.svg
    assert "▸" not in picture.svg  # no board that could be opened is closed


def test_the_fork_is_one_and_the_boards_are_a_game(make):
    from ttt import TicTacToe
    from ttt.agents import rules

    game, text = TicTacToe(), make.pictures()["fork.svg"].text
    assert 2 in rules.fork(game, "X..OX...O")
    assert rules.win(game, game.result("X.XOX...O", 1)) == (6,)
    assert "a fork: two threats" in text
