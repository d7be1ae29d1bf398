"""What lessons 00, 01 and 01b say in words, and no cell of them shows."""

import json
import tracemalloc
from math import perm
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from ttt import Space, TicTacToe, arena, draw, play
from ttt.exercises import lesson01

GAME = TicTacToe()
FOLDER = Path(__file__).parents[2] / "notebooks"
NAMES = ("player", "actions", "result", "terminal", "utility")


def cell_with(lesson, words):
    """Return the source of the one code cell of a lesson that has these words."""
    cells = json.loads((FOLDER / f"{lesson}.ipynb").read_text(encoding="utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    (source,) = (source for source in sources if words in source)
    return source


# ---- lesson 00


def test_random_never_beats_combined_so_no_game_is_lost():
    assert arena.exact("combined", "random").o_wins == 0 == arena.exact("random", "combined").x_wins


# ---- lesson 01: whatever way the six functions are written, the game can be played

STYLES = {
    "as the course writes them": {},
    "lists": {"actions": lambda state: list(GAME.actions(state))[::-1]},
    "sets": {"actions": lambda state: set(GAME.actions(state))},
    "arrays": {
        "actions": lambda state: np.array(GAME.actions(str(state)), dtype=int),
        "result": lambda state, action: np.str_(GAME.result(str(state), action)),
        "player": lambda state: np.str_(GAME.player(str(state))),
        "utility": lambda state: np.float64(GAME.utility(str(state))),
        "terminal": lambda state: np.bool_(GAME.terminal(str(state))),
    },
    "no player at the end": {"player": lambda state: GAME.player(state) if "." in state else 1 / 0},
}


def put_together(functions):
    """Return the student's game as lesson 01 makes it of these functions."""
    known = {"game": GAME, "lesson01": lesson01, "SimpleNamespace": SimpleNamespace}
    known |= {name: functions.get(name, getattr(lesson01, name)) for name in NAMES}
    exec(cell_with("01_state_space", "my_game = SimpleNamespace"), known)
    for name in functions:
        assert getattr(known["my_game"], name) is functions[name]
    return known["my_game"]


@pytest.mark.parametrize("functions", STYLES.values(), ids=STYLES)
def test_every_right_style_makes_a_game_for_space_play_and_arena(functions):
    my_game, known = put_together(functions), {}
    space = Space(my_game)
    assert (len(space), space.tree_sizes[0], space.games[0].sum()) == (5478, 549_946, 255_168)
    exec(cell_with("01_state_space", "def my_player"), known)
    played = play("human", known["my_player"], game=my_game)
    for cell in (4, 6, 2):
        played.click(cell)
    assert played.status == "You win!"
    assert str(arena.exact("random", "random", game=my_game)).endswith("O wins 28.81%")
    assert arena.play(known["my_player"], "random", game=my_game).moves
    assert draw.boards([my_game.initial], game=my_game).svg


def test_the_first_player_of_the_course_is_always_beaten():
    def first(game, state):
        return min(game.actions(state))

    card = arena.scorecard(first)
    assert [side.reply for side in card.sides.values()] == [1, 1]
    assert "wins every game" in str(card)


# ---- lesson 01b


def test_the_numbers_in_the_text(space):
    assert sum(perm(9, moves) for moves in range(10)) == 986_410
    assert round(space.tree_sizes[0] / len(space)) == 100
    assert sum(GAME.terminal(state) for state in space.states) == 958
    assert (9 * 8 * 7, space.by_ply[3]) == (504, 252)
    boards = "X.......X", "X...O...X", "...XOX...", "....X....", ".X......."
    assert [len(set(GAME.images(board))) for board in boards] == [2, 2, 2, 1, 4]


def test_where_nodes_and_states_are_most(space):
    ways, nodes = {GAME.initial: 1}, []
    while ways:
        nodes.append(sum(ways.values()))
        after = {}
        for state, number in ways.items():
            for action in GAME.actions(state):
                child = GAME.result(state, action)
                after[child] = after.get(child, 0) + number
        ways = after
    classes = Space(GAME, symmetry=True).by_ply
    assert [each.index(max(each)) for each in (nodes, space.by_ply, classes)] == [8, 6, 6]


def test_nested_lists_need_several_times_the_memory_of_a_string_and_pairs_of_masks_more(space):
    def memory(store):
        tracemalloc.start()
        boards = [store(state) for state in space.states]
        used, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return used / len(boards)

    string = memory(lambda state: "".join(list(state)))
    assert memory(lambda state: [list(state[row : row + 3]) for row in (0, 3, 6)]) > 4 * string
    masks = memory(lambda s: tuple(sum((s[n] == mark) << n for n in range(9)) for mark in "XO"))
    assert masks > string


def test_the_player_that_averages_is_safe_as_x_and_always_beaten_as_o():
    known = {}
    exec(cell_with("01b_counting", "def my_player"), known)
    card = arena.scorecard(known["my_player"])
    assert str(card.sides["X"]) == "nobody can beat it"
    assert card.sides["O"].reply == 1
