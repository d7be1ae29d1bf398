"""Pictures: what is on them, read back from the SVG."""

import os
import random
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import matplotlib.pyplot as plt
import networkx as nx
import pytest
from IPython.core.formatters import DisplayFormatter
from own_games import Countdown, Race

from ttt import Space, TicTacToe, draw
from ttt.algorithms.minimax import alpha_beta
from ttt.draw import COLOUR, GRID, HIGHLIGHT, INK, PAPER
from ttt.games import ConnectFour, Misere, Nim
from ttt.trace import watch

matplotlib.use("Agg")  # draws without a screen
ROOT = Path(__file__).parents[2]
EMPTY, WIDE, COLUMNS = "." * 9, TicTacToe(3, 4), ConnectFour(3, 4, 3)
NO_BOARD = [Nim((2, 3)), Race(), Countdown()]
GAMES = [TicTacToe(), Misere(), COLUMNS, *NO_BOARD]


def named(game):
    return type(game).__name__


def parts(picture, tag, **attributes):
    """Return the elements of a picture that have this tag and these attributes."""
    found = ElementTree.fromstring(picture.svg).iter(f"{{http://www.w3.org/2000/svg}}{tag}")
    wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
    return [element for element in found if wanted.items() <= element.attrib.items()]


def words(picture, **attributes):
    """Return what is written on a picture."""
    return [element.text for element in parts(picture, "text", **attributes)]


def places(picture):
    """Return where each board of a picture is; groups that are not moved are edges."""
    moves = [element.get("transform", "") for element in parts(picture, "g")]
    found = [tuple(map(float, re.findall(r"[-\d.]+", move))) for move in moves]
    return [place for place in found if place and place != (0, 0)]


def size_of(picture):
    """Return width and height of a picture."""
    return tuple(map(float, ElementTree.fromstring(picture.svg).get("viewBox").split()[2:]))


# ---- every picture


def gallery():
    """Return a picture of each kind."""
    game = TicTacToe()
    small = draw.game_tree(game, "XOX.OXO..", value=lambda state: state.count("."))
    return [
        draw.board("XO..X....", numbers=True, caption="X & O", last=4),
        draw.board("XO..X....", values={2: 1, 3: 0, 5: -1, 6: 0.25, 7: "<?>"}),
        draw.boards(["XXXOO....", EMPTY], ["X wins", ""], arrows=True),
        draw.boards(["XO.X.O......"] * 9, game=WIDE),
        draw.tree(small),
        draw.tree(draw.game_tree(game, game.initial, depth=2, symmetry=True), levels=None),
        *(draw.tree(draw.game_tree(game, game.initial, depth=2)) for game in (COLUMNS, Nim())),
        some_curves(),
    ]


def test_the_same_picture_comes_out_every_time_and_of_another_python():
    mine = [picture.svg for picture in gallery()]
    assert mine == [picture.svg for picture in gallery()]
    script = "from test_draw import *; print(''.join(picture.svg for picture in gallery()))"
    paths = os.pathsep.join([str(ROOT / "tests" / "unit"), str(ROOT)])
    other = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": paths, "PYTHONUTF8": "1"}
    run = [sys.executable, "-c", script]
    assert subprocess.check_output(run, env=other, encoding="utf-8") == "".join(mine) + "\n"


def test_every_picture_is_well_formed_on_white_paper_and_within_its_edges():
    for picture in gallery():
        assert parts(picture, "rect")[0].get("fill") == PAPER == "#ffffff"
        assert parts(picture, "title")[0].text
        width, height = size_of(picture)
        assert all(0 <= x < width and 0 <= y < height for x, y in places(picture))


def test_a_notebook_shows_a_picture_a_terminal_its_text_and_a_file_keeps_it(tmp_path):
    picture = draw.board("XO..X....", caption="−1 → 5")
    data, _ = DisplayFormatter().format(picture)
    assert data == {"image/svg+xml": picture.svg, "text/plain": "X O .\n. X .\n. . .\n−1 → 5"}
    assert repr(picture) == data["text/plain"]
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == picture.svg + "\n"


def test_a_picture_wider_than_the_page_shrinks_to_it():
    narrow, wide = draw.board(EMPTY), draw.boards([EMPTY] * 20, per_row=20)
    assert ElementTree.fromstring(narrow.svg).get("width") == "204"
    assert ElementTree.fromstring(wide.svg).get("width") is None


# ---- boards


def test_a_board_has_its_grid_and_each_mark_its_own_shape_and_colour():
    picture = draw.board("XO..X.......", WIDE, size=80)
    (crosses,) = parts(picture, "path", stroke=COLOUR["X"])
    (rings,) = parts(picture, "path", stroke=COLOUR["O"])
    (rules,) = parts(picture, "path", stroke=GRID)
    assert (crosses.get("d").count("M"), crosses.get("d").count("a")) == (4, 0)
    assert (rings.get("d").count("M"), rings.get("d").count("a")) == (1, 2)
    assert rules.get("d") == "M20 0V60M40 0V60M60 0V60M0 20H80M0 40H80"
    assert size_of(picture) == (104, 84)


@pytest.mark.parametrize("line", TicTacToe().lines)
def test_a_winning_line_is_struck_through_from_end_to_end(line):
    state = "".join("O" if cell in line else "." for cell in range(9))
    (strike,) = parts(draw.board(state, size=180), "path", stroke=INK)
    x1, y1, x2, y2 = map(float, re.findall(r"[\d.]+", strike.get("d")))
    for cell in line:
        x, y = 30 + 60 * (cell % 3), 30 + 60 * (cell // 3)
        assert (x - x1) * (y2 - y1) == pytest.approx((y - y1) * (x2 - x1))
        assert min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)


@pytest.mark.parametrize(("state", "lines"), [("XXXXOOXOO", 2), ("XOXXOOOXX", 0), (EMPTY, 0)])
def test_all_winning_lines_are_struck_through(state, lines):
    assert len(parts(draw.board(state), "path", stroke=INK)) == lines


VALUES = {0: 1, 2: 1, 3: 0, 5: -1, 6: 0.5, 7: -0.125, 8: "?"}
IN_CELLS = [
    ({}, []),
    ({"numbers": True}, ["2", "3", "5", "6", "7", "8"]),
    ({"values": VALUES}, ["+1", "0", "−1", "+0.5", "−0.125", "?"]),
    ({"numbers": True, "values": {3: 0, 8: 1}}, ["2", "0", "5", "6", "7", "+1"]),
]


@pytest.mark.parametrize(("look", "written"), IN_CELLS)
def test_free_cells_have_a_number_or_a_value_on_request(look, written):
    assert words(draw.board("XO..X....", **look)) == written


def test_values_have_the_colour_of_their_side():
    colours = [part.get("fill") for part in parts(draw.board("XO..X....", values=VALUES), "text")]
    assert colours == [COLOUR[side] for side in ("X", "draw", "O", "X", "O")] + [INK]


@pytest.mark.parametrize("value", [1, -0.5, 0.123, -0.00123, 28_400, "a word", ""])
def test_a_value_fits_into_its_cell(value):
    for text in parts(draw.board(EMPTY, values={4: value}, size=180), "text"):
        assert 0.6 * float(text.get("font-size")) * len(text.text) <= 60


def test_the_last_move_is_highlighted_and_where_there_is_heat_framed():
    (square,) = parts(draw.board(EMPTY, size=180, last=5), "rect", fill=HIGHLIGHT)
    assert (square.get("x"), square.get("y"), square.get("width")) == ("120", "60", "60")
    assert parts(draw.board("X........"), "rect", fill=HIGHLIGHT) == []
    warm = draw.board("XO..X....", values={2: 0.5}, heat={2: 0.5, 3: 0.0, 8: -3}, last=8)
    assert len(parts(warm, "rect", fill="none", stroke=INK)) == 1
    assert parts(warm, "rect", fill=HIGHLIGHT) == []
    # half of X's blue, neither's, and no more than all of O's orange
    assert [len(parts(warm, "rect", fill=c)) for c in ("#80b8d8", PAPER, COLOUR["O"])] == [1, 2, 1]


def test_columns_are_named_where_the_mark_falls():
    picture = draw.board("........XO..", COLUMNS, numbers=True, size=80)
    numbers = [(part.text, part.get("x"), part.get("y")) for part in parts(picture, "text")]
    assert numbers == [("0", "10", "32"), ("1", "30", "32"), ("2", "50", "52"), ("3", "70", "52")]
    assert words(draw.value_board("........XO..", {0: -1, 3: 1}, COLUMNS)) == ["−1", "+1"]


@pytest.mark.parametrize(("state", "colour"), [("X...O....", "X"), ("X........", "O")])
def test_values_are_the_movers_and_colours_tell_whom_they_please(state, colour):
    picture = draw.value_board(state, {8: 1.0, 7: -0.25, 6: -0.001}, caption="hm")
    assert words(picture) == ["0", "−0.25", "+1.00", "hm"]
    assert parts(picture, "rect", fill=COLOUR[colour])[0].get("x") == "120"


def test_opinions_of_a_board_stand_side_by_side():
    opinions = {"a learner": {1: 0.25, 2: -0.5}, "the truth": {1: 0, 2: -1}}
    picture = draw.value_boards("X........", opinions, size=120)
    assert words(picture) == ["+0.25", "−0.50", "a learner", "0", "−1", "the truth"]


def test_boards_stand_side_by_side_each_with_its_caption():
    picture = draw.boards(["X........", "XO......."], ["first", "two <b>\nlines & all"], size=120)
    (x1, y1), (x2, y2) = places(picture)
    assert (x2 - x1, y1) == (144, y2)
    middles = [float(part.get("x")) for part in parts(picture, "text")]
    assert middles == [x1 + 60, x2 + 60, x2 + 60]
    assert words(picture) == ["first", "two <b>", "lines & all"]
    _, first, second = (float(part.get("y")) for part in parts(picture, "text"))
    assert y1 + 120 < first < second < size_of(picture)[1]
    assert repr(picture).split("\n")[2:] == [
        ". . .   . . .",
        "first   two <b>",
        "        lines & all",
    ]


def test_wide_captions_push_the_boards_apart():
    pictures = [draw.boards([EMPTY] * 2, [c, ""], per_row=2) for c in ("short", "long " * 8)]
    assert size_of(pictures[1])[0] > size_of(pictures[0])[0] + 2 * 100


def test_captions_values_and_last_moves_may_be_fewer_than_boards():
    picture = draw.boards([EMPTY] * 3, ["one"], values=[{0: 1}], last=[None, 4])
    assert words(picture) == ["+1", "one"]
    assert len(parts(picture, "rect", fill=HIGHLIGHT)) == 1


@pytest.mark.parametrize(("per_row", "rows"), [(None, [5, 5, 2]), (7, [7, 5])])
def test_boards_wrap_into_rows_that_fit_the_page_or_as_they_are_told(per_row, rows):
    picture = draw.boards([EMPTY] * 12, per_row=per_row)
    tops = [y for _, y in places(picture)]
    assert [tops.count(y) for y in sorted(set(tops))] == rows
    assert per_row or size_of(picture)[0] <= 800


def test_arrows_stand_in_the_middle_between_boards_of_a_row():
    assert words(draw.boards([EMPTY] * 4, arrows=True, per_row=2)) == ["→"] * 2
    picture = draw.boards([EMPTY] * 2, ["a caption wider than its board"], arrows=True)
    (arrow,) = [part for part in parts(picture, "text") if part.text == "→"]
    (x1, _), (x2, _) = places(picture)
    assert float(arrow.get("x")) == pytest.approx((x1 + x2 + 120) / 2, abs=0.1)


# ---- what is refused


@pytest.mark.parametrize("state", ["XO.", "XO..X....X", "XO.X.O......", "xo..x....", None])
def test_what_is_no_board_of_the_game_is_refused_in_words(state):
    with pytest.raises(ValueError, match=r"characters, but|contains 'o'|A state is a string"):
        draw.board(state)


def test_an_empty_list_is_refused_in_words():
    with pytest.raises(ValueError, match="no board to draw: the list of states is empty"):
        draw.boards([])


@pytest.mark.parametrize("game", NO_BOARD, ids=named)
def test_what_needs_a_board_or_symmetries_is_refused_in_a_sentence(game):
    first, move = game.initial, game.actions(game.initial)[0]
    looks = [{"numbers": True}, {"last": 0}, {"values": {0: 1}}, {"heat": {0: 1}}]
    for draws in [
        lambda: draw.value_board(first, {move: 1}, game),
        *(lambda look=look: draw.board(first, game, **look) for look in looks),
    ]:
        with pytest.raises(ValueError, match=r"needs a board, but .* has no rows, cols, cell_of"):
            draws()
    with pytest.raises(ValueError, match="does not tell its symmetries: it has no images"):
        draw.game_tree(game, first, depth=1, symmetry=True)


NO_TREES = {
    "empty": [],
    "two roots": [(0, 2), (1, 2)],
    "two parents": [(0, 1), (0, 2), (1, 3), (2, 3)],
    "a cycle": [(0, 1), (1, 0)],
    "two trees": [(0, 1), (2, 3)],
}


@pytest.mark.parametrize("edges", NO_TREES.values(), ids=NO_TREES)
def test_what_is_not_a_tree_is_refused_in_words(edges):
    for function in (draw.layout, draw.tree, draw.tree_text):
        with pytest.raises(ValueError, match="Only a tree can be drawn: one root, and one parent"):
            function(nx.DiGraph(edges))


def test_a_tree_that_nobody_could_look_at_is_refused(game):
    with pytest.raises(ValueError, match="more than 10,000 nodes: set a smaller depth"):
        draw.game_tree(game, game.initial)


# ---- the graph of a tree and its layout


def test_the_tree_of_eleven_boards(game, space):
    tree = draw.game_tree(game, "XOX.OXO..", value=space.value)
    assert (len(tree), tree.number_of_edges()) == (11, 10)
    assert tree.nodes[()] == {"state": "XOX.OXO..", "value": 1}
    assert tree.nodes[3, 7] == {"state": "XOXXOXOO.", "value": -1, "note": "O wins"}
    assert all(data["value"] == space.value(data["state"]) for data in tree.nodes.values())


def test_every_edge_of_a_game_tree_is_a_move(game):
    tree = draw.game_tree(game, game.initial, depth=3)
    assert len(tree) == 1 + 9 + 72 + 504
    for parent, child in tree.edges:
        assert child == (*parent, child[-1])
        after = game.result(tree.nodes[parent]["state"], child[-1])
        assert after == tree.nodes[child]["state"]
    sizes = [len(draw.game_tree(game, game.initial, depth, symmetry=True)) for depth in range(3)]
    assert sizes == [1, 4, 16]


def levels(tree, pos, node):
    """Return the x of all that is at or below `node`, level by level from the top."""
    rows = {}
    for below in [node, *nx.descendants(tree, node)]:
        rows.setdefault(-pos[below][1], []).append(pos[below][0])
    return rows


@pytest.mark.parametrize("seed", range(40))
def test_a_tree_is_laid_out_tidily(seed):
    rng = random.Random(seed)
    reach = rng.choice([2, 5, 60])  # how far back a parent may lie: 2 makes a deep tree
    nodes = range(1, rng.randrange(2, 60))
    tree = nx.DiGraph([(rng.randrange(max(0, node - reach), node), node) for node in nodes])
    pos = draw.layout(tree)
    assert pos[0] == (0, 0)
    assert {node: -y for node, (_, y) in pos.items()} == nx.shortest_path_length(tree, 0)
    for node in tree:
        children = [pos[child][0] for child in tree.successors(node)]
        if children:
            assert pos[node][0] == pytest.approx((children[0] + children[-1]) / 2)
        for left, right in pairwise(tree.successors(node)):
            left_rows, right_rows = levels(tree, pos, left), levels(tree, pos, right)
            for row in left_rows.keys() & right_rows.keys():
                assert max(left_rows[row]) + 1 <= min(right_rows[row]) + 1e-9


def test_a_tree_is_no_wider_than_it_must_be_however_deep():
    deep = draw.layout(nx.path_graph(1500, nx.DiGraph))
    assert max(x for x, _ in deep.values()) == 0 and deep[1499] == (0, -1499)
    beside_leaves = draw.layout(nx.DiGraph([(0, 1), (0, 2), (1, 3), (1, 4), (2, 5)]))
    assert sorted(x for x, y in beside_leaves.values() if y == -2) == [-1.25, -0.25, 0.75]


def test_networkx_draws_a_tree_with_the_same_layout(game):
    for tree in (draw.game_tree(game, "OXX.X.O.."), watch(alpha_beta, game, "OXX.X.O..").tree):
        pos, (_, axes) = draw.layout(tree), plt.subplots()
        nx.draw(tree, pos, ax=axes)
        drawn = [tuple(place) for place in axes.collections[0].get_offsets()]
        assert drawn == [pos[node] for node in tree]


# ---- a tree as a picture


@pytest.fixture
def small(game, space):
    """Return the tree of eleven boards with their values."""
    return draw.game_tree(game, "XOX.OXO..", value=space.value)


def test_a_board_stands_at_each_node_where_the_layout_puts_it(small):
    picture = draw.tree(small, size=66)
    assert len(parts(picture, "path", stroke=GRID, stroke_width="0.9")) == 11
    assert parts(picture, "title")[0].text == "Tree of 11 boards from XOX.OXO.."
    for pos in (draw.layout(small), {node: (3 * n, -len(node)) for n, node in enumerate(small)}):
        shapes = [places(draw.tree(small, pos=pos)), [pos[node] for node in small]]
        for corners in shapes:
            (x0, y0), (x1, y1) = corners[0], corners[1]
            corners[:] = [((x - x0) / (x1 - x0), (y - y0) / (y1 - y0)) for x, y in corners]
        assert all(a == pytest.approx(b, abs=0.01) for a, b in zip(*shapes))


def test_a_tree_says_who_moves_who_wins_what_is_worth_what_and_which_move_is_which(small):
    picture = draw.tree(small)
    assert words(picture, text_anchor="start") == ["MAX (X)", "MIN (O)", "MAX (X)"]
    heights = [float(part.get("y")) for part in parts(picture, "text", text_anchor="start")]
    assert heights == sorted(set(heights))
    for side, value, note, times in (("X", "+1", "X wins", 2), ("O", "−1", "O wins", 1)):
        pills = parts(picture, "rect", fill=COLOUR[side])
        assert len(pills) == words(picture, fill=PAPER).count(value) > 0
        assert words(picture, fill=COLOUR[side]).count(note) == times
    labels = [word for word in words(picture, fill=INK) if word.isdigit()]
    assert labels == [str(moves[-1]) for _, moves in small.edges]


@pytest.mark.parametrize(
    ("names", "written"), [(None, []), ({"X": "1st", "O": "2nd"}, ["1st", "2nd", "1st"])]
)
def test_levels_can_be_named_otherwise_or_not_at_all(small, names, written):
    assert words(draw.tree(small, levels=names), text_anchor="start") == written


def test_a_level_on_which_both_move_has_no_name():
    picture = draw.tree(draw.game_tree(Race(), Race().initial, depth=2))
    assert words(picture, text_anchor="start", font_weight="600") == ["MAX (X)"]


def plain_tree(node=(), edge=()):
    """Return a tree of two boards, the second one and the edge to it with this data."""
    tree = nx.DiGraph()
    tree.add_node("root", state=EMPTY)
    tree.add_node("child", state="X........", **dict(node))
    tree.add_edge("root", "child", **dict(edge))
    return tree


LOOKS = [  # data of the node, of the edge, and what is then on the picture and was not before
    ({}, {"strong": True}, ("path", {"stroke": INK, "stroke_width": "3"})),
    ({}, {"colour": "#123456"}, ("path", {"stroke": "#123456", "stroke_width": "3"})),
    ({}, {"faded": True}, ("g", {"opacity": "0.3"})),
    ({"faded": True}, {}, ("g", {"opacity": "0.3"})),
    ({"current": True}, {}, ("rect", {"fill": HIGHLIGHT, "stroke": INK})),
    ({"frame": "#123456"}, {}, ("rect", {"fill": PAPER, "stroke": "#123456"})),
    ({"value": 0.5, "tint": -1}, {}, ("rect", {"fill": COLOUR["O"]})),
]


@pytest.mark.parametrize(("node", "edge", "seen"), LOOKS)
def test_nodes_and_edges_look_as_they_are_told(node, edge, seen):
    tag, attributes = seen
    assert len(parts(draw.tree(plain_tree(node, edge)), tag, **attributes)) == 1
    assert parts(draw.tree(plain_tree()), tag, **attributes) == []


WRITTEN = [  # data of the node, of the edge, and what is then written on the picture and as text
    ({}, {"label": 0}, ["0"], "0: X........"),
    ({}, {"action": (0, 3)}, ["(0, 3)"], "(0, 3): X........"),
    ({"note": "cut <off>\nagain"}, {}, ["cut <off>", "again"], "X........ cut <off>, again"),
    ({"window": (-1, 0.5)}, {}, ["α −1", "β +0.5"], "X........ α −1 β +0.5"),
    ({"value": 28_400}, {}, ["+28,400"], "X........ +28,400"),
    ({"value": 1.0, "window": (-1, 1)}, {}, ["+1"], "X........ +1"),
    ({"value": [1]}, {}, ["[1]"], "X........ [1]"),
    ({"alpha": -1}, {"weight": 3}, [], "X........"),
]


@pytest.mark.parametrize(("node", "edge", "written", "line"), WRITTEN)
def test_nodes_and_edges_say_what_they_carry(node, edge, written, line):
    picture = draw.tree(plain_tree(node, edge), levels=None)
    assert sorted(words(picture)) == sorted(written)
    assert repr(picture) == f"╙── .........\n    └─╼ {line}"


# ---- a tree as text


def test_the_text_of_a_tree_has_moves_boards_values_and_ends(game, space):
    tree = draw.game_tree(game, "XOX.OXO..", depth=2, value=space.value)
    assert repr(draw.tree(tree)) == draw.tree_text(tree)
    assert (
        draw.tree_text(tree)
        == """\
╙── XOX.OXO.. +1
    ├─╼ 3: XOXXOXO.. −1
    │   ├─╼ 7: XOXXOXOO. −1 MIN
    │   └─╼ 8: XOXXOXO.O 0
    ├─╼ 7: XOX.OXOX. 0
    │   ├─╼ 3: XOXOOXOX. +1
    │   └─╼ 8: XOX.OXOXO 0
    └─╼ 8: XOX.OXO.X +1 MAX"""
    )


def test_the_bare_shape_of_a_tree_with_and_without_scores(game):
    tree = draw.game_tree(game, "XOXXOXO..")
    shape = "╙── root\n    ├─╼ 7: MIN\n    └─╼ 8\n        └─╼ 7: DRW"
    assert draw.tree_text(tree, boards=False) == shape
    scored = draw.game_tree(game, "XOXOOXOX.", value=lambda state: f"{len(state):,}")
    assert draw.tree_text(scored, boards=False) == "╙── root: 9\n    └─╼ 8: 9 MAX"


def test_the_text_of_a_search_tells_its_cuts(game):
    tree = watch(alpha_beta, game, "OXX.X.O..").tree
    assert "├─╼ 5: OXX.XOO.. 0 cut 7, 8\n" in draw.tree(tree).text


def test_ends_are_told_by_the_rules_of_the_game():
    tree = draw.game_tree(Misere(), "XX.OO....", depth=1)
    assert "2: XXXOO.... MIN" in draw.tree_text(tree)  # the line loses
    assert "O wins" in words(draw.tree(tree))


# ---- any game


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_every_game_can_be_drawn(game):
    first, value = game.initial, None if game == TicTacToe() else Space(game).value
    tree = draw.game_tree(game, first, depth=2, value=value)
    picture = draw.tree(tree, clickable=True)
    assert picture.svg.count("data-node=") == len(tree) == len(picture.text.split("\n"))
    tree.graph.clear()  # as if somebody else had made it
    assert picture.svg == draw.tree(tree, game, clickable=True).svg
    for one in (draw.board(first, game), draw.boards([first] * 3, ["a"], game)):
        assert "<title>" in one.svg and one.text


@pytest.mark.parametrize("game", NO_BOARD, ids=named)
def test_text_fits_into_its_box(game):
    tree = draw.game_tree(game, game.initial, depth=2)
    picture = draw.tree(tree, levels=None)
    boxes = parts(picture, "rect", rx="6")
    assert len(boxes) == len(tree)
    width, height = float(boxes[0].get("width")), float(boxes[0].get("height"))
    for group in parts(picture, "g", text_anchor="start"):
        for line in group:
            x, y, letter = (float(line.get(name)) for name in ("x", "y", "font-size"))
            assert x >= 4 and x + 0.6 * letter * len(line.text) <= width - 4
            assert letter <= y <= height - 4


def test_a_state_of_nim_is_drawn_as_the_game_shows_it():
    game = Nim((2, 3))
    picture = draw.board(game.initial, game, caption="X to move")
    assert words(picture) == ["0:\N{NO-BREAK SPACE}||", "1:\N{NO-BREAK SPACE}|||", "X to move"]
    assert picture.text == "0: ||\n1: |||\nX to move"
    tree = draw.tree(draw.game_tree(game, game.initial, depth=1))
    assert parts(tree, "title")[0].text == "Tree of 6 states from ('X', (2, 3))"


def test_long_labels_keep_clear_of_each_other():
    picture = draw.tree(draw.game_tree(Race(), Race().initial, depth=1), levels=None)
    spots = [float(part.get("x")) for part in parts(picture, "text", font_size="13")]
    assert len(spots) == 4
    assert all(right - left > 6.5 * 17 for left, right in pairwise(spots))


# ---- charts


@pytest.fixture(autouse=True)
def close_charts():
    yield
    plt.close("all")


def texts(things):
    return [thing.get_text() for thing in things]


def test_a_chart_has_its_title_and_labels():
    axes = draw.chart("Growth", x="moves made", y="how many", size=(5, 3))
    assert axes.get_title(loc="left") == "Growth"
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("moves made", "how many")
    assert tuple(axes.figure.get_size_inches()) == (5, 3)


def test_outcome_bars_put_the_chances_one_after_the_other_in_their_colours():
    draw.outcome_bars("Who wins?", ["one", "two"], [(0.5, 0.3, 0.2), (0.97, 0.0, 0.03)])
    axes = plt.gca()
    assert (axes.get_title(loc="left"), axes.get_xlabel()) == ("Who wins?", "probability")
    assert texts(axes.get_yticklabels()) == ["one", "two"]
    assert axes.get_ylim()[0] > axes.get_ylim()[1]  # from top to bottom
    assert texts(axes.figure.legends[0].get_texts()) == ["X wins", "draw", "O wins"]
    assert texts(axes.texts) == ["50%", "97%", "30%", "", "20%", ""]
    starts, widths = [(0, 0), (0.5, 0.97), (0.8, 0.97)], [(0.5, 0.97), (0.3, 0.0), (0.2, 0.03)]
    for bars, side, start, width in zip(axes.containers, ("X", "draw", "O"), starts, widths):
        assert tuple(bar.get_x() for bar in bars) == pytest.approx(start)
        assert tuple(bar.get_width() for bar in bars) == pytest.approx(width)
        assert matplotlib.colors.to_hex(bars[0].get_facecolor()) == COLOUR[side]


def test_a_heat_map_has_x_in_rows_o_in_columns_and_every_number_in_its_colour():
    draw.heat_map("Everybody", ["one", "two"], [[0.5, -1.0], [1.0, -0.004]])
    axes = plt.gca()
    assert axes.get_title(loc="left") == "Everybody"
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("plays O", "plays X")
    assert texts(axes.get_xticklabels()) == texts(axes.get_yticklabels()) == ["one", "two"]
    said = {text.get_position(): text.get_text() for text in axes.texts}
    assert said == {(0, 0): "+0.50", (1, 0): "−1.00", (0, 1): "+1.00", (1, 1): "0"}
    (image,) = axes.images
    colours = [matplotlib.colors.to_hex(image.cmap(image.norm(score))) for score in (1, 0, -1)]
    assert colours[0] == COLOUR["X"] and colours[2] == COLOUR["O"]
    assert min(matplotlib.colors.to_rgb(colours[1])) > 0.98


# ---- curves that change


def some_curves(end=100):
    lines = [
        draw.Curve("one", [(0, -1), (50, 0.5), (100, 1)], "#6a3d9a", marker="circle"),
        draw.Curve("two", [(0, 0)], "#1b9e77", dashed=True, marker="square"),
        draw.Curve("three", [], "#1b9e77"),
    ]
    return draw.curves("Rewards", "the mean", lines, reach=(-1, 1), end=end, x="episodes")


def test_curves_say_what_they_are_and_where_they_end():
    picture = some_curves()
    assert picture.text == "Rewards (the mean): one +1, two 0"
    said = {"Rewards", "the mean", "one", "two", "three", "episodes", "−1", "+0.5", "100"}
    assert said <= set(words(picture))


SCALES = {0: ("0", "1"), 7: ("2", "6"), 100: ("20", "100"), 150_000: ("50,000", "150,000")}


@pytest.mark.parametrize(("end", "numbers"), SCALES.items())
def test_the_scale_of_curves_has_round_numbers(end, numbers):
    assert set(numbers) <= set(words(some_curves(end)))
