"""What `import ttt` brings, and what it leaves for later."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEAVY = {"matplotlib", "networkx", "ipywidgets", "sklearn", "numpy", "anywidget", "IPython"}


def printed(script):
    """Return the words that a script prints in a Python of its own."""
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


@pytest.mark.parametrize(
    ("script", "heavy"),
    [
        ("import ttt", set()),
        ("import ttt\nttt.TicTacToe()", set()),
        ("from ttt import Space", {"numpy"}),
        ("import ttt\nttt.Space(ttt.TicTacToe())", {"numpy"}),
        ("from ttt import draw", {"networkx"}),
        ("from ttt.exercises import lesson01", {"networkx", "numpy", "IPython"}),
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(script, heavy):
    assert printed(f"{script}\nimport sys\nprint(*sys.modules)") & HEAVY == heavy


def test_the_names_of_the_lessons_can_be_imported():
    from ttt import Space, TicTacToe, draw, play
    from ttt.exercises import lesson01
    from ttt.widgets import Board, Explore, Play, Predict, Quiz

    assert len(Space(TicTacToe())) == 5478
    assert draw.board("." * 9)
    assert lesson01.player("." * 9) == "X"
    assert all((Board, Explore, Play, Predict, Quiz, play))


def test_an_unknown_name_is_refused_in_words():
    import ttt

    with pytest.raises(AttributeError, match="module 'ttt' has no attribute 'Chess'"):
        _ = ttt.Chess
    with pytest.raises(ImportError, match="cannot import name 'Chess' from 'ttt'"):
        from ttt import Chess  # noqa: F401


def test_the_tab_key_finds_every_name_that_can_be_imported():
    assert {"Space", "TicTacToe", "play"} <= printed("import ttt\nprint(*dir(ttt))")


def test_a_star_brings_the_names_of_the_course_and_nothing_else():
    import ttt

    names = printed("from ttt import *\nprint(*dir())")
    assert {name for name in names if not name.startswith("__")} == set(ttt.__all__)


def test_the_rooms_can_be_reached_from_the_package_itself():
    code = "import ttt; print(ttt.arena.exact('combined', 'combined').draws, ttt.draw.board)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.startswith("1.0 <function board")
