"""What the unit tests share: spaces that are built once, and hypothesis without dice."""

import sys
from pathlib import Path

import pytest
from hypothesis import settings

from ttt import Space, TicTacToe

sys.path.insert(0, str(Path(__file__).parent))  # so that tests can import reference.py

settings.register_profile("same every time", derandomize=True, deadline=None)
settings.load_profile("same every time")


@pytest.fixture(scope="session")
def game():
    """Return the 3×3 game."""
    return TicTacToe()


@pytest.fixture(scope="session")
def space(game):
    """Return every state of the 3×3 game."""
    return Space(game)


@pytest.fixture(scope="session")
def four():
    """Return every state of the 4×4 game up to symmetry; it takes a second or two."""
    return Space(TicTacToe(4), symmetry=True)
