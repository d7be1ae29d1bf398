"""The figures in the repository are the ones that `make figures` draws."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from ttt.agents import rules
from ttt.algorithms.minimax import alpha_beta
from ttt.trace import count

FIGURES = Path(__file__).parents[2] / "figures"
MEASURED = "growth.svg"  # drawn by `make bench`, a little different on every machine
COMMITTED = sorted(path.name for path in FIGURES.glob("*.svg") if path.name != MEASURED)


@pytest.fixture(scope="module")
def pictures():
    """Return what figures/make.py draws."""
    spec = spec_from_file_location("make_figures", FIGURES / "make.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.pictures()


def test_there_are_the_figures_that_are_drawn_now_and_no_others(pictures, tmp_path):
    assert sorted(pictures) == COMMITTED and (FIGURES / MEASURED).exists()
    for name, picture in pictures.items():
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_bytes() == (FIGURES / name).read_bytes(), name


def test_the_figures_tell_the_truth(pictures, game, space):
    faded = pictures["alpha_beta.svg"].svg.count("opacity='0.3'")
    assert faded == 2 * (25 - count(alpha_beta, game, "O..XXO.X."))  # a cut board and its edge
    assert space.tree_sizes[space.index["O..XXO.X."]] == 47
    assert "▸" not in pictures["mcts.svg"].svg  # no board that could be opened is closed
    assert 2 in rules.fork(game, "X..OX...O")
    assert rules.win(game, game.result("X.XOX...O", 1)) == (6,)
