"""Pictures: what is on them, read back from the SVG."""

import hashlib
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
HERE = Path(__file__).parent
WIDE = TicTacToe(3, 4)
GAMES = [TicTacToe(), Misere(), ConnectFour(3, 4, 3), Nim((2, 3)), Race(), Countdown()]


def named(game):
    return type(game).__name__


@pytest.fixture(params=GAMES, ids=named)
def any_game(request):
    """Return each of some games; two of them have nothing but their six functions."""
    return request.param


def parts(picture, tag, **attributes):
    """Return the elements of a picture that have this tag and these attributes."""
    found = ElementTree.fromstring(picture.svg).iter(f"{{http://www.w3.org/2000/svg}}{tag}")
    wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
    return [element for element in found if wanted.items() <= element.attrib.items()]


def words(picture, **attributes):
    """Return what is written on a picture."""
    return [element.text for element in parts(picture, "text", **attributes)]


def places(picture, tag="g"):
    """Return how far each group of a picture is moved."""
    moves = [element.get("transform", "") for element in parts(picture, tag)]
    return [tuple(map(float, re.findall(r"[-\d.]+", move))) for move in moves]


def size_of(picture):
    """Return width and height of a picture."""
    root = ElementTree.fromstring(picture.svg)
    return tuple(map(float, root.get("viewBox").split()[2:]))


def python(script, **environment):
    """Return the words that a script prints in a Python of its own."""
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=HERE.parents[1],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.split()


# ---- every picture


def gallery(game):
    """Return a picture of each kind."""
    small = draw.game_tree(game, "XOX.OXO..", value=lambda state: state.count("."))
    return [
        draw.board("XO..X....", numbers=True, caption="X & O", last=4),
        draw.board("XO..X....", values={2: 1, 3: 0, 5: -1, 6: 0.25, 7: "<?>"}),
        draw.boards(["XXXOO....", "........."], ["X wins", ""], arrows=True),
        draw.boards(["XO.X.O......"] * 9, game=WIDE),
        draw.tree(small),
        draw.tree(draw.game_tree(game, game.initial, depth=2, symmetry=True), levels=None),
    ]


def fingerprint(pictures):
    return hashlib.sha256("".join(picture.svg for picture in pictures).encode()).hexdigest()


def test_the_same_picture_comes_out_every_time(game):
    assert fingerprint(gallery(game)) == fingerprint(gallery(game))


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_same_picture_comes_out_of_another_python(game, seed):
    script = "from test_draw import *; print(fingerprint(gallery(TicTacToe())))"
    paths = os.pathsep.join([str(HERE), str(HERE.parents[1])])
    assert python(script, PYTHONHASHSEED=seed, PYTHONPATH=paths) == [fingerprint(gallery(game))]


def test_every_picture_is_well_formed_and_stands_on_white_paper(game):
    for picture in gallery(game):
        root = ElementTree.fromstring(picture.svg)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert parts(picture, "rect")[0].get("fill") == PAPER == "#ffffff"
        assert parts(picture, "title")[0].text


def test_everything_on_a_picture_is_within_its_edges(game):
    for picture in gallery(game):
        width, height = size_of(picture)
        assert all(0 <= x < width and 0 <= y < height for x, y in places(picture))


def test_a_notebook_shows_the_picture_and_a_terminal_its_text():
    picture = draw.board("XO..X....")
    data, _ = DisplayFormatter().format(picture)
    assert data == {"image/svg+xml": picture.svg, "text/plain": "X O .\n. X .\n. . ."}
    assert repr(picture) == "X O .\n. X .\n. . ."


def test_a_picture_can_be_saved(tmp_path):
    picture = draw.board("XO..X....", caption="−1 → 5")
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == picture.svg + "\n"


def test_a_picture_wider_than_the_page_shrinks_to_it():
    narrow, wide = draw.board("." * 9), draw.boards(["." * 9] * 20, per_row=20)
    assert ElementTree.fromstring(narrow.svg).get("width") == "204"
    assert ElementTree.fromstring(wide.svg).get("width") is None


# ---- one board


def test_each_mark_is_drawn_in_its_own_shape_and_colour():
    picture = draw.board("XO..X....")
    (crosses,) = parts(picture, "path", stroke=COLOUR["X"])
    (rings,) = parts(picture, "path", stroke=COLOUR["O"])
    assert (crosses.get("d").count("M"), crosses.get("d").count("a")) == (4, 0)
    assert (rings.get("d").count("M"), rings.get("d").count("a")) == (1, 2)


def test_a_board_is_ruled_between_its_cells():
    (rules,) = parts(draw.board("." * 12, WIDE, size=80), "path", stroke=GRID)
    assert rules.get("d") == "M20 0V60M40 0V60M60 0V60M0 20H80M0 40H80"


@pytest.mark.parametrize("line", TicTacToe().lines)
@pytest.mark.parametrize("mark", "XO")
def test_a_winning_line_is_struck_through_from_end_to_end(line, mark):
    state = "".join(mark if cell in line else "." for cell in range(9))
    (strike,) = parts(draw.board(state, size=180), "path", stroke=INK)
    x1, y1, x2, y2 = map(float, re.findall(r"[\d.]+", strike.get("d")))
    for cell in line:
        x, y = 30 + 60 * (cell % 3), 30 + 60 * (cell // 3)
        assert (x - x1) * (y2 - y1) == pytest.approx((y - y1) * (x2 - x1))
        assert min(x1, x2) <= x <= max(x1, x2)
        assert min(y1, y2) <= y <= max(y1, y2)


def test_two_winning_lines_are_both_struck_through_and_none_where_nobody_has_won():
    assert len(parts(draw.board("XXXXOOXOO"), "path", stroke=INK)) == 2
    assert parts(draw.board("XOXXOOOXX"), "path", stroke=INK) == []


def test_free_cells_are_numbered_on_request():
    assert words(draw.board("XO..X....", numbers=True)) == ["2", "3", "5", "6", "7", "8"]
    assert words(draw.board("XO..X....")) == []


def test_values_are_written_into_free_cells_in_the_colour_of_their_side():
    picture = draw.board("XO..X....", values={0: 1, 2: 1, 3: 0, 5: -1, 6: 0.5, 7: -0.125, 8: "?"})
    written = {element.text: element.get("fill") for element in parts(picture, "text")}
    assert written == {
        "+1": COLOUR["X"],
        "0": COLOUR["draw"],
        "−1": COLOUR["O"],
        "+0.5": COLOUR["X"],
        "−0.125": COLOUR["O"],
        "?": INK,
    }


@pytest.mark.parametrize("value", [1, -0.5, 0.123, -0.00123, "a word", ""])
def test_a_value_fits_into_its_cell(value):
    for text in parts(draw.board("." * 9, values={4: value}, size=180), "text"):
        assert 0.6 * float(text.get("font-size")) * len(text.text) <= 60


def test_a_cell_with_a_value_has_no_number():
    assert words(draw.board("XO..XO.O.", numbers=True, values={3: 0, 8: 1})) == [
        "2",
        "0",
        "6",
        "+1",
    ]


@pytest.mark.parametrize(("cell", "x", "y"), [(0, "0", "0"), (5, "120", "60")])
def test_the_last_move_is_highlighted(cell, x, y):
    (square,) = parts(draw.board("." * 9, size=180, last=cell), "rect", fill=HIGHLIGHT)
    assert (square.get("x"), square.get("y"), square.get("width")) == (x, y, "60")


def test_without_a_last_move_nothing_is_highlighted():
    assert parts(draw.board("X........"), "rect", fill=HIGHLIGHT) == []


def test_a_caption_of_two_lines_stands_below_the_board():
    picture = draw.board("." * 9, caption="first <b>\nsecond & last", size=180)
    first, second = parts(picture, "text")
    assert (first.text, second.text) == ("first <b>", "second & last")
    assert 180 < float(first.get("y")) < float(second.get("y")) < size_of(picture)[1]
    assert repr(picture) == ". . .\n. . .\n. . .\nfirst <b>\nsecond & last"


# ---- several boards


def test_boards_stand_side_by_side_each_with_its_caption():
    picture = draw.boards(["X........", "XO......."], ["first", "second"], size=120)
    (x1, y1), (x2, y2) = places(picture)
    assert (x2 - x1, y1) == (144, y2)
    assert [float(part.get("x")) for part in parts(picture, "text")] == [x1 + 60, x2 + 60]
    assert words(picture) == ["first", "second"]
    assert repr(picture) == "X . .   X O .\n. . .   . . .\n. . .   . . .\nfirst   second"


def test_wide_captions_push_the_boards_apart():
    near, far = (
        draw.boards(["." * 9] * 2, [caption, ""], per_row=2) for caption in ("short", "long " * 8)
    )
    assert size_of(far)[0] > size_of(near)[0] + 2 * 100


def test_captions_values_and_last_moves_may_be_fewer_than_boards():
    picture = draw.boards(["." * 9] * 3, ["one"], values=[{0: 1}], last=[None, 4])
    assert words(picture) == ["+1", "one"]
    assert len(parts(picture, "rect", fill=HIGHLIGHT)) == 1


def test_boards_wrap_into_rows_that_fit_the_page():
    picture = draw.boards(["." * 9] * 12)
    rows = [y for _, y in places(picture)]
    assert [rows.count(y) for y in sorted(set(rows))] == [5, 5, 2]
    assert size_of(picture)[0] <= 800


def test_boards_wrap_where_they_are_told_to():
    tops = [y for _, y in places(draw.boards(["." * 9] * 5, per_row=2))]
    assert [tops.count(y) for y in sorted(set(tops))] == [2, 2, 1]


def test_arrows_join_each_board_to_the_next_in_its_row():
    assert words(draw.boards(["." * 9] * 4, arrows=True)) == ["→"] * 3
    assert words(draw.boards(["." * 9] * 4, arrows=True, per_row=2)) == ["→"] * 2
    assert words(draw.boards(["." * 9] * 4)) == []


def test_an_arrow_stands_in_the_middle_between_two_boards():
    picture = draw.boards(["." * 9] * 2, ["a caption wider than its board"], arrows=True)
    (arrow,) = [part for part in parts(picture, "text") if part.text == "→"]
    (x1, _), (x2, _) = places(picture)
    assert float(arrow.get("x")) == pytest.approx((x1 + x2 + 120) / 2, abs=0.1)


def test_an_empty_list_is_refused_in_words():
    with pytest.raises(ValueError, match="no board to draw: the list of states is empty"):
        draw.boards([])


@pytest.mark.parametrize("state", ["XO.X.O......", "XO", ""])
def test_a_board_that_is_not_square_needs_its_game(state):
    with pytest.raises(ValueError, match="not a square board: pass its game as well"):
        draw.board(state)


def test_a_rectangular_board_is_drawn_with_its_game():
    picture = draw.board("OX..OX...X..", WIDE, size=120)
    assert size_of(picture) == (144, 114)
    assert len(parts(picture, "path", stroke=INK)) == 1


@pytest.mark.parametrize("state", ["XO.", "XO..X....X", "xo..x....", None])
def test_what_is_no_board_of_the_game_is_refused_in_words(state, game):
    with pytest.raises(ValueError, match=r"characters, but|contains 'o'|A state is a string"):
        draw.board(state, game)


# ---- the game tree


def test_the_tree_of_eleven_boards(game):
    tree = draw.game_tree(game, "XOX.OXO..")
    assert (len(tree), tree.number_of_edges()) == (11, 10)
    assert tree.nodes[()] == {"state": "XOX.OXO.."}
    assert tree.nodes[8,] == {"state": "XOX.OXO.X", "note": "X wins"}
    assert tree.nodes[3, 7] == {"state": "XOXXOXOO.", "note": "O wins"}
    assert tree.nodes[7, 3, 8] == {"state": "XOXOOXOXX", "note": "X wins"}
    assert tree.edges[(3,), (3, 7)] == {"label": "7"}


def test_every_edge_of_a_game_tree_is_a_move(game):
    tree = draw.game_tree(game, game.initial, depth=3)
    assert len(tree) == 1 + 9 + 72 + 504
    for parent, child in tree.edges:
        before, after = tree.nodes[parent]["state"], tree.nodes[child]["state"]
        assert child == (*parent, child[-1])
        assert game.result(before, child[-1]) == after


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 4), (2, 16)])
def test_up_to_symmetry_the_game_begins_with_one_three_and_twelve_boards(game, depth, nodes):
    assert len(draw.game_tree(game, game.initial, depth=depth, symmetry=True)) == nodes


def test_nodes_carry_the_value_of_their_state(game, space):
    tree = draw.game_tree(game, "XOX.OXO..", value=space.value)
    assert {node: tree.nodes[node]["value"] for node in [(), (3,), (7,), (8,)]} == {
        (): 1,
        (3,): -1,
        (7,): 0,
        (8,): 1,
    }
    assert all(data["value"] == space.value(data["state"]) for data in tree.nodes.values())


# ---- the layout of a tree


def random_tree(seed):
    """Return a tree of up to 60 nodes, deep or broad as it comes."""
    rng = random.Random(seed)
    reach = rng.choice([2, 5, 60])  # how far back a parent may lie: 2 makes a deep tree
    nodes = range(1, rng.randrange(2, 60))
    return nx.DiGraph([(rng.randrange(max(0, node - reach), node), node) for node in nodes])


def levels(tree, pos, node):
    """Return the x of all that is at or below `node`, level by level from the top."""
    rows = {}
    for below in [node, *nx.descendants(tree, node)]:
        rows.setdefault(-pos[below][1], []).append(pos[below][0])
    return rows


@pytest.mark.parametrize("seed", range(40))
def test_a_tree_is_laid_out_tidily(seed):
    tree = random_tree(seed)
    pos = draw.layout(tree)
    depth = nx.shortest_path_length(tree, 0)
    assert pos[0] == (0, 0)
    assert {node: -y for node, (_, y) in pos.items()} == depth
    for node in tree:
        children = [pos[child][0] for child in tree.successors(node)]
        if children:
            assert pos[node][0] == pytest.approx((children[0] + children[-1]) / 2)
            assert children == sorted(children)
        for left, right in pairwise(tree.successors(node)):
            left_rows, right_rows = levels(tree, pos, left), levels(tree, pos, right)
            for row in left_rows.keys() & right_rows.keys():
                assert max(left_rows[row]) + 1 <= min(right_rows[row]) + 1e-9
    for row in levels(tree, pos, 0).values():
        assert all(right - left > 1 - 1e-9 for left, right in pairwise(sorted(row)))


def test_a_tree_is_no_wider_than_it_must_be():
    assert max(x for x, _ in draw.layout(nx.path_graph(9, nx.DiGraph)).values()) == 0
    chain_beside_leaves = nx.DiGraph([(0, 1), (0, 2), (1, 3), (1, 4), (2, 5)])
    assert sorted(x for x, y in draw.layout(chain_beside_leaves).values() if y == -2) == [
        -1.25,
        -0.25,
        0.75,
    ]


def test_networkx_draws_a_tree_with_the_same_layout(any_game):
    state = any_game.initial
    while len(draw.game_tree(any_game, state, depth=3)) > 40:
        state = any_game.result(state, any_game.actions(state)[-1])
    searched = watch(alpha_beta, any_game, state).tree
    for tree in (draw.game_tree(any_game, state, depth=3), searched):
        pos = draw.layout(tree)
        _, axes = plt.subplots()
        nx.draw(tree, pos, ax=axes)
        drawn = [tuple(place) for place in axes.collections[0].get_offsets()]
        assert drawn == [pos[node] for node in tree]


def test_a_very_deep_tree_can_be_laid_out():
    assert draw.layout(nx.path_graph(1500, nx.DiGraph))[1499] == (0, -1499)


NO_TREES = {
    "empty": nx.DiGraph(),
    "two roots": nx.DiGraph([(0, 2), (1, 2)]),
    "two parents": nx.DiGraph([(0, 1), (0, 2), (1, 3), (2, 3)]),
    "a cycle": nx.DiGraph([(0, 1), (1, 0)]),
    "two trees": nx.DiGraph([(0, 1), (2, 3)]),
}


@pytest.mark.parametrize("graph", NO_TREES.values(), ids=NO_TREES)
@pytest.mark.parametrize("function", [draw.layout, draw.tree])
def test_what_is_not_a_tree_is_refused_in_words(function, graph):
    with pytest.raises(ValueError, match="Only a tree can be drawn: one root, and one parent"):
        function(graph)


# ---- a tree as a picture


@pytest.fixture
def small(game, space):
    """Return the tree of eleven boards with their values."""
    return draw.game_tree(game, "XOX.OXO..", value=space.value)


def test_a_board_stands_at_each_node_of_a_tree(small):
    picture = draw.tree(small, size=66)
    assert len(parts(picture, "path", stroke=GRID, stroke_width="0.9")) == 11
    assert size_of(picture)[0] > 5 * 66
    assert parts(picture, "title")[0].text == "Tree of 11 boards from XOX.OXO.."


def test_a_node_stands_where_the_layout_puts_it(small):
    def shape(corners):
        (x0, y0), (x1, y1) = corners[0], corners[1]
        return [((x - x0) / (x1 - x0), (y - y0) / (y1 - y0)) for x, y in corners]

    boards = [place for place in places(draw.tree(small)) if place != (0, 0)]
    pos = draw.layout(small)
    for drawn, meant in zip(shape(boards), shape([pos[node] for node in small])):
        assert drawn == pytest.approx(meant, abs=0.01)


def test_a_tree_can_be_drawn_with_another_layout(game):
    tree = draw.game_tree(game, "XOXOOXOX.")
    picture = draw.tree(tree, pos={(): (0, 0), (8,): (3, -1)}, size=60)
    (x1, y1), (x2, y2) = [place for place in places(picture) if place != (0, 0)]
    assert x2 - x1 > 3 * 60
    assert y2 - y1 > 60


def test_levels_say_who_moves_and_the_last_one_says_nothing(small):
    def level_names(picture):
        return [word for word in words(picture) if word[:3] in ("MAX", "MIN")]

    picture = draw.tree(small)
    assert level_names(picture) == ["MAX (X)", "MIN (O)", "MAX (X)"]
    heights = [float(part.get("y")) for part in parts(picture, "text", text_anchor="start")]
    assert heights == sorted(set(heights))
    assert words(picture, fill=COLOUR["X"], text_anchor="start") == ["MAX (X)"] * 2
    assert level_names(draw.tree(small, levels=None)) == []


def test_levels_can_be_named_otherwise(small):
    picture = draw.tree(small, levels={"X": "X moves", "O": "O moves"})
    assert words(picture, text_anchor="start") == ["X moves", "O moves", "X moves"]


def test_ends_are_marked_with_their_outcome_in_its_colour(small):
    picture = draw.tree(small)
    assert words(picture, fill=COLOUR["X"]).count("X wins") == 2
    assert words(picture, fill=COLOUR["O"]).count("O wins") == 1
    assert words(picture, fill=COLOUR["draw"]).count("draw") == 2


def test_values_stand_on_the_colour_of_their_side(small):
    picture = draw.tree(small)
    values = words(picture, fill=PAPER)
    assert len(values) == 11
    for outcome, value in (("X", "+1"), ("draw", "0"), ("O", "−1")):
        pills = parts(picture, "rect", fill=COLOUR[outcome])
        assert len(pills) == values.count(value) > 0


def test_edges_are_labelled(small):
    labels = [word for word in words(draw.tree(small), fill=INK) if word.isdigit()]
    assert labels == [tree_label for *_, tree_label in small.edges(data="label")]


def plain_tree(**edge):
    """Return a tree of two boards."""
    tree = nx.DiGraph()
    tree.add_node("root", state=".........")
    tree.add_node("child", state="X........")
    tree.add_edge("root", "child", **edge)
    return tree


@pytest.mark.parametrize("label", ["0", 0, 5])
def test_a_label_may_be_a_number(label):
    picture = draw.tree(plain_tree(label=label), levels=None)
    assert words(picture) == [str(label)]
    assert repr(picture) == f"╙── .........\n    └─╼ {label}: X........"


def test_an_edge_can_be_strong(game):
    edge = {"stroke": INK, "stroke_width": "3"}
    assert len(parts(draw.tree(plain_tree(strong=True)), "path", **edge)) == 1
    assert parts(draw.tree(plain_tree()), "path", **edge) == []


def test_nodes_and_edges_can_be_faded():
    tree = plain_tree()
    assert parts(draw.tree(tree), "g", opacity="0.3") == []
    tree.nodes["child"]["faded"] = True
    assert len(parts(draw.tree(tree), "g", opacity="0.3")) == 1
    tree.edges["root", "child"]["faded"] = True
    assert len(parts(draw.tree(tree), "g", opacity="0.3")) == 2


def test_a_node_can_carry_a_note_of_its_own():
    tree = plain_tree()
    tree.nodes["child"]["note"] = "cut <off>"
    assert "cut <off>" in words(draw.tree(tree), fill=INK)


def test_other_attributes_do_no_harm():
    tree = plain_tree(weight=3)
    tree.nodes["root"]["alpha"] = -1
    assert draw.tree(tree).svg == draw.tree(plain_tree()).svg


def test_a_tree_of_one_board_can_be_drawn(game):
    picture = draw.tree(draw.game_tree(game, "XXXOO....", value=game.utility))
    assert words(picture) == ["+1", "X wins"]


def test_a_move_is_written_where_an_edge_has_no_label():
    tree = plain_tree(action=(0, 3))
    assert words(draw.tree(tree, levels=None)) == ["(0, 3)"]
    assert draw.tree_text(tree) == "╙── .........\n    └─╼ (0, 3): X........"


def test_a_tree_of_rectangular_boards_needs_its_game():
    tree = draw.game_tree(WIDE, "XOXOXOOXOX..")
    assert len(parts(draw.tree(tree), "path", stroke=GRID, stroke_width="0.7")) == len(tree)
    tree.graph.clear()  # as if it was made by hand
    with pytest.raises(ValueError, match="pass its game as well"):
        draw.tree(tree)
    assert draw.tree(tree, WIDE).svg == draw.tree(draw.game_tree(WIDE, "XOXOXOOXOX..")).svg


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


def test_the_bare_shape_of_a_tree(game):
    assert (
        draw.tree_text(draw.game_tree(game, "XOX.OXO.."), boards=False)
        == """\
╙── root
    ├─╼ 3
    │   ├─╼ 7: MIN
    │   └─╼ 8
    │       └─╼ 7: DRW
    ├─╼ 7
    │   ├─╼ 3
    │   │   └─╼ 8: MAX
    │   └─╼ 8
    │       └─╼ 3: DRW
    └─╼ 8: MAX"""
    )


def test_scores_of_a_tree_may_be_text_and_the_lines_plain(game):
    def score(state):
        return f"{1000 * state.count('.') - 2500:,}".replace("-", "−")

    tree = draw.game_tree(game, "XOXOOXOX.", value=score)
    assert draw.tree_text(tree, boards=False) == "╙── root: −1,500\n    └─╼ 8: −2,500 MAX"
    plain = draw.tree_text(tree, ascii_only=True)
    assert plain == "+-- XOXOOXOX. -1,500\n    L-> 8: XOXOOXOXX -2,500 MAX"
    assert plain.isascii()


def test_whole_scores_are_written_out():
    assert [draw.signed(score) for score in (1, 0, -1, 28_400, -1_000)] == [
        "+1",
        "0",
        "−1",
        "+28,400",
        "−1,000",
    ]


def test_the_text_of_a_search_tells_cuts_and_windows(game):
    trace = watch(alpha_beta, game, "OXX.X.O..")
    assert "├─╼ 5: OXX.XOO.. 0 cut 7, 8\n" in draw.tree_text(trace.tree)
    assert draw.tree(trace.tree).text == draw.tree_text(trace.tree)
    tree = plain_tree(label=0)
    tree.nodes["child"].update(window=(-1, 0.5), note="N 3\nW +1")
    assert draw.tree_text(tree).endswith("0: X........ α −1 β +0.5 N 3, W +1")


def test_ends_are_told_by_the_rules_of_the_game():
    tree = draw.game_tree(Misere(), "XX.OO....", depth=1)
    assert "2: XXXOO.... MIN" in draw.tree_text(tree)  # the line loses
    assert "O wins" in words(draw.tree(tree))


# ---- any game


def value_of(game):
    return Space(game).value if named(game) != "TicTacToe" else None


def test_every_game_can_be_drawn(any_game):
    tree = draw.game_tree(any_game, any_game.initial, depth=2, value=value_of(any_game))
    picture = draw.tree(tree, clickable=True)
    first = any_game.initial
    assert picture.svg.count("data-node=") == len(tree) == len(picture.text.split("\n"))
    assert picture.svg == draw.tree(tree, any_game, clickable=True).svg
    assert all(any_game.result(first, move[0]) for move in tree if len(move) == 1)
    for one in (draw.board(first, any_game), draw.boards([first] * 3, ["a"], any_game)):
        assert "<title>" in one.svg and one.text
    width, height = size_of(picture)
    assert all(0 <= x < width and 0 <= y < height for x, y in filter(None, places(picture)))


@pytest.mark.parametrize("game", [Nim((2, 3)), Race(), Countdown()], ids=named)
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
    assert "(1, 3)" in words(tree)


def test_long_labels_keep_clear_of_each_other():
    picture = draw.tree(draw.game_tree(Race(), Race().initial, depth=1), levels=None)
    labels = parts(picture, "text", font_size="13")
    spots = [float(part.get("x")) for part in labels]
    assert len(spots) == 4
    assert all(right - left > 6.5 * 17 for left, right in pairwise(spots))


def test_a_level_on_which_both_move_says_so_and_each_node_who():
    tree = draw.game_tree(Race(), Race().initial, depth=2)
    picture = draw.tree(tree)
    assert words(picture, text_anchor="start") == ["MAX (X)", "MAX (X)", "MIN (O)"]
    assert words(picture, text_anchor="end") == ["X", "O", "O", "O"]
    assert words(draw.tree(tree, levels=None), text_anchor="end") == []


def test_columns_are_named_where_the_mark_falls():
    game = ConnectFour(3, 4, 3)
    picture = draw.board("........XO..", game, numbers=True, size=80)
    numbers = [(part.text, part.get("x"), part.get("y")) for part in parts(picture, "text")]
    assert numbers == [("0", "10", "32"), ("1", "30", "32"), ("2", "50", "52"), ("3", "70", "52")]
    svg = draw.value_board("........XO..", {0: -1, 3: 1}, game).svg
    assert re.findall(r">([^<>]+)</text>", svg) == ["−1", "+1"]


class Bare:
    """A game on a board that says no more than it must."""

    rows, cols, initial = 1, 3, "..."

    def player(self, state):
        return "X" if state.count(".") != 2 else "O"

    def actions(self, state):
        return [cell for cell in range(3) if state[cell] == "."]

    def result(self, state, action):
        return state[:action] + self.player(state) + state[action + 1 :]

    def terminal(self, state):
        return "." not in state

    def utility(self, state):
        return 0.5

    def cell_of(self, state, action):
        return action

    def action_at(self, state, cell):
        return cell


def test_a_board_needs_no_lines_or_names():
    picture = draw.tree(draw.game_tree(Bare(), "..."))
    assert len(parts(picture, "path", stroke=GRID, stroke_width="0.9")) == 16
    assert words(picture).count("X wins") == 6
    assert words(draw.board("X..", Bare(), numbers=True)) == ["1", "2"]
    with pytest.raises(ValueError, match=r"'X.' is not a board of 1 rows of 3 cells"):
        draw.board("X.", Bare())


@pytest.mark.parametrize("game", [Nim((2, 3)), Race(), Countdown()], ids=named)
def test_what_needs_a_board_or_symmetries_is_refused_in_a_sentence(game):
    first = game.initial
    move = game.actions(first)[0]
    for draws in (
        lambda: draw.value_board(first, {move: 1}, game),
        lambda: draw.value_boards(first, {"one": {move: 1}}, game),
        lambda: draw.board(first, game, numbers=True),
        lambda: draw.board(first, game, last=0),
        lambda: draw.board(first, game, values={0: 1}),
    ):
        with pytest.raises(ValueError, match=r"needs a board, but .* has no rows, cols, cell_of"):
            draws()
    with pytest.raises(ValueError, match="does not tell its symmetries: it has no images"):
        draw.game_tree(game, first, depth=1, symmetry=True)
    with pytest.raises(ValueError, match="is not a square board: pass its game as well"):
        draw.board(first)


# ---- charts


@pytest.fixture(autouse=True)
def close_charts():
    yield
    plt.close("all")


def test_a_chart_has_its_title_and_labels():
    axes = draw.chart("Growth", x="moves made", y="how many", size=(5, 3))
    assert axes.get_title(loc="left") == "Growth"
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("moves made", "how many")
    assert tuple(axes.figure.get_size_inches()) == (5, 3)


def test_outcome_bars_are_named_from_top_to_bottom():
    draw.outcome_bars("Who wins?", ["one", "two"], [(1, 0, 0), (0, 0, 1)])
    axes = plt.gca()
    assert axes.get_title(loc="left") == "Who wins?"
    assert axes.get_xlabel() == "probability"
    assert [label.get_text() for label in axes.get_yticklabels()] == ["one", "two"]
    assert axes.get_ylim()[0] > axes.get_ylim()[1]
    (legend,) = axes.figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["X wins", "draw", "O wins"]


def test_outcome_bars_put_the_chances_one_after_the_other_in_their_colours():
    draw.outcome_bars("", ["one", "two"], [(0.5, 0.3, 0.2), (0.97, 0.0, 0.03)])
    axes = plt.gca()
    assert [text.get_text() for text in axes.texts] == ["50%", "97%", "30%", "", "20%", ""]
    for bars, colour, starts, widths in zip(
        axes.containers,
        (COLOUR["X"], COLOUR["draw"], COLOUR["O"]),
        [(0, 0), (0.5, 0.97), (0.8, 0.97)],
        [(0.5, 0.97), (0.3, 0.0), (0.2, 0.03)],
    ):
        assert tuple(bar.get_x() for bar in bars) == pytest.approx(starts)
        assert tuple(bar.get_width() for bar in bars) == pytest.approx(widths)
        assert matplotlib.colors.to_hex(bars[0].get_facecolor()) == colour


def test_a_heat_map_has_x_in_rows_and_o_in_columns_and_says_every_number():
    draw.heat_map("Everybody", ["one", "two"], [[0.5, -1.0], [1.0, -0.004]])
    axes = plt.gca()
    assert axes.get_title(loc="left") == "Everybody"
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("plays O", "plays X")
    assert [label.get_text() for label in axes.get_xticklabels()] == ["one", "two"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["one", "two"]
    said = {text.get_position(): text.get_text() for text in axes.texts}
    assert said == {(0, 0): "+0.50", (1, 0): "−1.00", (0, 1): "+1.00", (1, 1): "0"}


def test_a_heat_map_is_blue_for_x_orange_for_o_and_white_between():
    draw.heat_map("", ["a", "b"], [[1, -1], [0, 0]])
    (image,) = plt.gca().images
    colours = [matplotlib.colors.to_hex(image.cmap(image.norm(score))) for score in (1, 0, -1)]
    assert colours[0] == COLOUR["X"] and colours[2] == COLOUR["O"]
    assert min(matplotlib.colors.to_rgb(colours[1])) > 0.98


def test_a_board_is_drawn_without_waiting_for_matplotlib():
    script = "import sys; from ttt import draw; draw.board('X........'); print(*sys.modules)"
    modules = python(script)
    assert "networkx" in modules
    assert "matplotlib" not in modules


def test_a_tree_that_nobody_could_look_at_is_refused(game):
    with pytest.raises(ValueError, match="more than 10,000 nodes: set a smaller depth"):
        draw.game_tree(game, game.initial)


def test_cells_are_as_warm_as_they_are_told():
    picture = draw.board("XO..X....", values={2: 0.5, 3: 0.0}, heat={2: 0.5, 3: 0.0, 8: -3}, last=8)
    assert "fill='#80b8d8'" in picture.svg  # half of X's blue
    assert "fill='#ffffff'/>" in picture.svg  # neither's
    assert f"fill='{draw.COLOUR['O']}'" in picture.svg  # no more than all of O's orange
    assert "fill='none' stroke='#1f2933'" in picture.svg  # the last cell has a frame
    assert draw.HIGHLIGHT not in picture.svg


@pytest.mark.parametrize(("state", "colour"), [("X...O....", "X"), ("X........", "O")])
def test_values_are_the_movers_and_colours_tell_whom_they_please(state, colour):
    svg = draw.value_board(state, {8: 1.0, 7: -0.25, 6: -0.001}).svg
    assert f"fill='{COLOUR[colour]}'/>" in svg
    assert re.findall(r">([^<>]+)</text>", svg) == ["0", "−0.25", "+1.00"]


# ---- curves that change


def some_curves(**changes):
    lines = [
        draw.Curve("one", [(0, -1), (50, 0.5), (100, 1)], "#6a3d9a", marker="circle"),
        draw.Curve("two", [(0, 0)], "#1b9e77", dashed=True, marker="square"),
        draw.Curve("three", [], "#1b9e77"),
    ]
    look = {"reach": (-1, 1), "end": 100, "x": "episodes"}
    return draw.curves("Rewards", "the mean", lines, **look | changes)


def test_curves_come_out_the_same_and_say_where_they_end():
    picture = some_curves()
    assert picture.svg == some_curves().svg
    assert picture.text == "Rewards (the mean): one +1, two 0"
    for words in ("Rewards", "the mean", "one", "two", "three", "episodes", "+0.5", "100"):
        assert f">{words}</text>" in picture.svg


def event_words(events):
    """Return the words beside the upright lines, and where they begin."""
    svg = some_curves(events=events).svg
    assert svg.count("stroke-dasharray='1.5 3.5'") == len(events)
    found = re.findall(r"<text x='([\d.]+)' y='113' [^>]*>([^<]*)</text>", svg)
    return [(words, float(x)) for x, words in found]


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ({10: {"ε": 0.3}, 60: {"α": 0.1}}, ["ε 0.3", "α 0.1"]),
        ({10: {"ε": 0.3}, 60: {"ε": 0.1}}, ["ε 0.3", "ε 0.1"]),
        ({10: {"α": 0.2}, 12: {"ε": 0}, 60: {"α": 0.1}}, ["α 0.2, ε 0", "α 0.1"]),
        ({10: {"ε": 0.3}, 11: {"ε": 0.4}}, ["ε 0.4"]),
        ({10: {"ε": 0.3}, 11: {"α": 0.1}, 12: {"ε": 0.4}}, ["α 0.1, ε 0.4"]),
        ({96: {"α": 0.2}, 99: {"ε": 0}}, ["α 0.2, ε 0"]),
        ({10: {"p": 1}, 96: {"α": 0.2}, 99: {"ε": 0}}, ["p 1", "α 0.2, ε 0"]),
        ({80: {"p": 1}, 96: {"α": 0.25}, 99: {"ε": 0}}, ["p 1, α 0.25, ε 0"]),
    ],
)
def test_events_of_curves_that_are_close_together_share_their_words(events, words):
    assert [label for label, _ in event_words(events)] == words


def test_the_words_of_events_keep_clear_of_each_other_and_of_the_edges():
    dice = random.Random(1)
    for _ in range(300):
        places = dice.sample(range(1, 101), dice.randint(1, 9))
        events = {place: {dice.choice("αγεp"): dice.randrange(100) / 100} for place in places}
        end = 0
        for words, start in event_words(events):
            assert start > end
            end = start + 7 * len(words)
        assert end <= 500
        last = {name: value for _, s in sorted(events.items()) for name, value in s.items()}
        assert all(f"{name} {value:g}" in str(event_words(events)) for name, value in last.items())


@pytest.mark.parametrize(
    ("end", "numbers"),
    [(0, ("0", "1")), (7, ("2", "6")), (100, ("20", "100")), (150_000, ("50,000", "150,000"))],
)
def test_the_scale_of_curves_has_round_numbers(end, numbers):
    svg = some_curves(end=end).svg
    assert all(f">{number}</text>" in svg for number in numbers)


def test_opinions_of_a_board_side_by_side():
    opinions = {"a learner": {1: 0.25, 2: -0.5}, "the truth": {1: 0, 2: -1}}
    svg = draw.value_boards("X........", opinions, size=120).svg
    for words in ("a learner", "the truth", "+0.25", "−0.50", "0", "−1"):
        assert f">{words}</text>" in svg
