"""What the unit tests share: spaces built once, which tests are slow."""

import sys
from pathlib import Path

import pytest

from ttt import Space, TicTacToe

sys.path.insert(0, str(Path(__file__).parent))  # so that tests can import reference.py

SLOW = {  # tests that take more than a second, even with one case
    "test_a_notebook_shows_a_verdict_once_and_nothing_else",
    "test_a_notebook_shows_hints_and_solutions_in_markdown",
    "test_connect_four_is_worth_what_another_solver_says",
    "test_a_server_killed_in_the_middle_goes_on_from_its_file_and_no_finished_game_is_lost",
    "test_a_tournament_of_files_names_those_that_fail_with_the_reason",
    "test_agents_and_people_join_from_a_terminal",
    "test_chaos_forfeits_what_it_must_and_everybody_else_finishes",
    "test_four_in_a_row_is_searched_to_the_end",
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what `make quick` leaves out: slow tests, and of any test all cases but the first."""
    begun = set()
    for item in items:
        if isinstance(item, pytest.Function):
            test = item.path, item.originalname
            if test in begun or item.originalname in SLOW:
                item.add_marker("slow")
            begun.add(test)


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
