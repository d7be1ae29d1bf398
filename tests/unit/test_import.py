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
        ("import ttt\nttt.TicTacToe()", set()),
        ("import ttt\nttt.Space(ttt.TicTacToe())", {"numpy"}),
        ("from ttt import draw", {"networkx"}),
        ("from ttt.exercises import lesson01", {"networkx", "numpy", "IPython"}),
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(script, heavy):
    assert printed(f"{script}\nimport sys\nprint(*sys.modules)") & HEAVY == heavy


def test_an_unknown_name_is_refused_in_words():
    import ttt

    with pytest.raises(AttributeError, match="module 'ttt' has no attribute 'Chess'"):
        _ = ttt.Chess


def test_the_tab_key_and_a_star_find_the_names_of_the_course_and_the_rooms_are_there():
    import ttt

    assert {"Space", "TicTacToe", "play", "arena"} <= set(dir(ttt))
    names = printed("import ttt\nttt.arena, ttt.draw\ndel ttt\nfrom ttt import *\nprint(*dir())")
    assert {name for name in names if not name.startswith("__")} == set(ttt.__all__)
