"""A player is kept in a file that runs alone, and everything takes that file."""

import re

import pytest
from IPython.core.interactiveshell import InteractiveShell

from ttt import TicTacToe, agents, arena, cli, keep, kept, play
from ttt.agents import own

GAME = TicTacToe()
FIRST = "def first(game, state):\n    return game.actions(state)[0]"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course with the student's folder, in which we are."""
    own.for_a_while.cache_clear()
    for name in ("notebooks", "my"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "my")
    return tmp_path


@pytest.fixture
def notebook(course, monkeypatch):
    """Return a function that runs cells one after the other, as in a notebook."""
    monkeypatch.setattr("IPython.core.history.HistoryManager.enabled", False)
    shell = InteractiveShell()

    def run(*cells):
        for cell in ("from ttt import keep", *cells):
            shell.run_cell(cell, store_history=True).raise_error()

    return run


def moves(player):
    """Return the game in which a player plays both sides."""
    return arena.play(player, player).moves


# Each is a notebook whose player takes the first free cell.
STYLES = {
    "a function": [FIRST, "my_player = first"],
    "helpers": [
        "import math\nfrom random import choice\nfrom math import inf as most\nFIRST = 0",
        "def least(cells):\n    return min(cells, key=lambda c: min(most, math.floor(c)))",
        "def my_player(game, state):\n    return choice([least(game.actions(state))]) + FIRST",
    ],
    "a closure": [
        "def make(nth):\n    def play(game, state):\n        return game.actions(state)[nth]\n"
        "    return play",
        "my_player = make(0)",
    ],
    "an object": [
        "class Nth:\n    def __init__(self, nth):\n        self.nth = nth\n\n"
        "    def __call__(self, game, state):\n        return game.actions(state)[self.nth]",
        "my_player = Nth(0)",
    ],
    "partial": [
        "from functools import partial",
        "def nth(n, game, state):\n    return game.actions(state)[n]",
        "my_player = partial(nth, 0)",
    ],
    "decorators": [
        "from functools import cache, wraps",
        "def same(f):\n    @wraps(f)\n    def g(*a):\n        return f(*a)\n    return g",
        "@cache\n@same\ndef my_player(game, state):\n    return game.actions(state)[0]",
    ],
    "a second try": [
        "def nth(): return 8",
        "def my_player(game, state):\n    return game.actions(state)[nth()]",
        "def nth(): return 0",
    ],
    "learned values": [
        "from collections import defaultdict\nq, worst = {}, defaultdict(float)",
        "for cell in range(9):\n    q[cell], worst[cell] = -cell, -cell",
        "def my_player(game, state):\n    return max(game.actions(state), "
        "key=lambda c: q[c] + worst[c])",
    ],
    "numbers of NumPy": [
        "import numpy as np\nfrom collections import defaultdict\nfrom math import inf\nq = {}",
        "seen, worst = defaultdict(lambda: defaultdict(float)), {'(,)': {(-inf,)}, 'no': ()}",
        "for cell in range(9):\n    q['.', np.int64(cell)] = np.float64(-cell)\n"
        "    seen['(,)'][cell] = np.float32(-cell)",
        "def my_player(game, state):\n    value = lambda c: q['.', c] + seen['(,)'][c]\n"
        "    return max(game.actions(state), key=lambda c: (value(c), *worst['(,)'], worst['no']))",
    ],
    "layers by name": [
        "import numpy as np\nweights = [np.zeros((9, 9)), np.zeros(9), np.zeros(1), np.zeros(1)]",
        "*layers, value = zip(weights[::2], weights[1::2])\nweights[1] -= np.arange(9) / 3",
        "def my_player(game, state):\n    ((matrix, added),) = layers\n"
        "    return max(game.actions(state), key=lambda c: (np.ones(9) @ matrix + added)[c])",
        "weights = None",
    ],
    "the rules of lesson 01": [
        "from ttt.exercises import lesson01\nLINES = lesson01.LINES\n"
        "def player(state):\n    return 'X' if state.count('X') == state.count('O') else 'O'",
        "def my_player(game, state):\n    return game.actions(state)[player(state) == 'Z']",
    ],
    "a list of rules": [
        f"from ttt import arena\n{FIRST}",
        "my_player = arena.rules([first])",
    ],
}


@pytest.mark.parametrize("cells", STYLES.values(), ids=STYLES)
def test_a_player_of_any_style_is_kept_in_a_file_that_runs_alone(cells, notebook, course):
    notebook(*cells, 'keep(my_player, "03")')
    assert (course / "my" / "players" / "03.py").exists()
    assert moves("my/players/03.py") == moves("mine") == (0, 1, 2, 3, 4, 5, 6)


def test_a_solution_whose_name_the_exercise_has_is_imported(notebook, course):
    notebook(
        "from ttt.exercises import lesson08\ndef simulate(root, thoughts):\n    ...",
        "my_simulate = lesson08.simulate.take(simulate)",
        "def my_player(game, state):\n    my_simulate\n    return game.actions(state)[0]",
        'keep(my_player, "08")',
    )
    text = (course / "my" / "players" / "08.py").read_text()
    assert "from ttt.exercises.lesson08 import course_simulate as my_simulate" in text


CANNOT = {
    "def my_player(game, state):\n    return cells[0]": "It uses cells, which is defined nowhere.",
    "def my_player(game, state):\n    ...": "my 03 answered None in '.........'",
    "my_player = 4": "A player is a function of game and state, not 4.",
    "from ttt import agents\nmy_player = agents.QLearner()\nmy_player.q['.........', 4] = 1": (
        "In its file it would play otherwise, as on '.........': something that it uses was changed"
    ),
    "q = {}\nkey = object()\ndef my_player(game, state):\n"
    "    return q.get(key, min)(game.actions(state))\nq[key] = max": "play otherwise, as on '",
}


@pytest.mark.parametrize(("cell", "words"), CANNOT.items())
def test_what_cannot_be_kept_is_told_why(cell, words, notebook, course, capsys):
    notebook(cell, 'keep(my_player, "03")')
    assert words in capsys.readouterr().out
    assert not (course / "my" / "players").exists()


def first(game, state):
    return game.actions(state)[0]


def last(game, state):
    return game.actions(state)[-1]


def test_an_older_player_is_kept_beside_and_an_earlier_lessons_card_shows_the_progress(
    course, capsys
):
    keep(first, "02")
    assert "Before:\nrandom" in capsys.readouterr().out
    keep(first, "02")
    keep(last, "02")
    players = course / "my" / "players"
    assert sorted(file.name for file in players.glob("*.py")) == ["02.py", "02_old1.py"]
    assert "The one before is `my/players/02_old1.py`." in capsys.readouterr().out
    keep(first, "03")
    assert "Before:\nmy 02" in capsys.readouterr().out
    assert kept("02")(GAME, GAME.initial) == 8
    assert kept("04").name == "alpha-beta"


def play_otherwise(file):
    file.with_suffix(".py").write_text(FIRST.replace("first", "player").replace("0", "-1"))


AFTERWARDS = {  # what is done to a stored card, and how many cards are then measured
    "nothing": (lambda file: None, 1),
    "it is cut off": (lambda file: file.write_text("my 02"), 2),
    "its player plays otherwise": (play_otherwise, 2),
}


@pytest.mark.parametrize(("does", "measured"), AFTERWARDS.values(), ids=AFTERWARDS)
def test_the_card_before_is_the_stored_one_if_it_is_whole(
    does, measured, course, capsys, monkeypatch
):
    keep(first, "02")
    stored = capsys.readouterr().out.partition("\n\nBefore:")[0]
    does(course / "my" / "players" / "02.json")
    made, measure = [], arena.scorecard
    monkeypatch.setattr(arena, "scorecard", lambda agent: made.append(agent) or measure(agent))
    keep(last, "03")
    assert len(made) == measured
    before = capsys.readouterr().out.partition("Before:\n")[2]
    assert before.startswith("my 02")
    assert before.startswith(stored.strip()) == (does is not play_otherwise)


def test_in_notebooks_nothing_is_written_and_what_was_kept_is_remembered(
    course, monkeypatch, capsys
):
    keep(last, "02")
    monkeypatch.chdir(course / "notebooks")
    capsys.readouterr()
    keep(first, "03")
    said = capsys.readouterr().out
    assert "In your own copy of this lesson, this player is kept as `my/players/03.py`." in said
    assert "Before:\none-step" in said
    assert moves("mine")[0] == 0
    assert kept("02").name == "one-step"
    assert not list((course / "notebooks").iterdir())
    monkeypatch.chdir(course)
    assert kept("02").name == "my 02"


def test_a_locked_folder_loses_nothing(course, capsys, monkeypatch):
    keep(first, "03")
    before = (course / "my" / "players" / "03.py").read_text()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    capsys.readouterr()
    keep(last, "03")
    assert "Your player is **not kept**" in capsys.readouterr().out
    assert (course / "my" / "players" / "03.py").read_text() == before


BROKEN = {
    "def player(game, state:": "is no Python: ",
    "import nowhere": "fails with ModuleNotFoundError: No module named 'nowhere'.",
    "players = 1": "has no function player(game, state).",
}


@pytest.mark.parametrize(("source", "words"), BROKEN.items())
def test_a_broken_or_missing_file_gets_one_sentence(source, words, course, capsys):
    file = course / "my" / "players" / "03.py"
    for use in (agents.make, lambda name: play(o=name)):
        with pytest.raises(ValueError, match="kept no player yet"):
            use("mine")
        with pytest.raises(ValueError, match=r"my/players/03.py cannot be read: No such file"):
            use("my/players/03.py")
    file.parent.mkdir()
    file.write_text(source)
    with pytest.raises(ValueError, match=re.escape(words)):
        agents.make("mine")
    assert kept("03").name == "minimax"
    assert words in capsys.readouterr().out
    assert cli.main(["play", "--x", "mine", "--o", "random"]) == 2


def test_a_file_is_played_like_any_agent(course, capsys):
    keep(first, "03")
    assert cli.main(["play", "--x", "mine", "--o", "my/players/03.py"]) == 0
    assert "X: my 03. O: my 03." in capsys.readouterr().out
    assert play(o="mine").o == "my 03"
