"""Pictures: what is on them, read back from the SVG."""

import random
import re
from ast import literal_eval
from functools import partial
from html.parser import HTMLParser
from itertools import pairwise
from math import inf
from types import SimpleNamespace
from urllib.parse import unquote
from xml.etree import ElementTree

import matplotlib
import matplotlib.pyplot as plt
import networkx as nx
import pytest
from IPython.core.formatters import DisplayFormatter
from own_games import Countdown, Race

from ttt import Space, TicTacToe, draw
from ttt.draw import COLOUR, HIGHLIGHT, INK, PAPER
from ttt.games import ConnectFour, Misere, Nim

matplotlib.use("Agg")  # draws without a screen
EMPTY, COLUMNS = "." * 9, ConnectFour(3, 4, 3)
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


def corners(picture):
    """Return where the boards of a picture are, and its own width and height."""
    moves = [element.get("transform", "") for element in parts(picture, "g")]
    found = [tuple(map(float, re.findall(r"[-\d.]+", move))) for move in moves]
    box = ElementTree.fromstring(picture.svg).get("viewBox").split()[2:]
    return [place for place in found if place and place != (0, 0)], tuple(map(float, box))


def plain_tree(node=(), edge=()):
    """Return a tree of two boards, the second one and the edge to it with this data."""
    tree = nx.DiGraph()
    tree.add_node("root", state=EMPTY)
    tree.add_node("child", state="X........", **dict(node))
    tree.add_edge("root", "child", **dict(edge))
    return tree


def some_curves(end=100):
    lines = [
        draw.Curve("one", [(0, -1), (50, 0.5), (100, 1)], "#6a3d9a"),
        draw.Curve("two", [(0, 0)], "#1b9e77", dashed=True),
        draw.Curve("three", [], "#1b9e77"),
    ]
    return draw.curves("Rewards", "the mean", lines, reach=(-1, 1), end=end, x="episodes")


def test_a_notebook_shows_a_picture_a_terminal_its_text_and_a_file_keeps_it(tmp_path):
    picture = draw.board("XO..X....", caption="−1 → 5")
    data, _ = DisplayFormatter().format(picture)
    assert data == {"text/html": picture.html, "text/plain": "X O .\n. X .\n. . .\n−1 → 5"}
    assert repr(picture) == data["text/plain"]
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text(encoding="utf-8") == picture.svg + "\n"


def on_a_page(html):
    """Return the picture that a page makes of this HTML, and the words it has for it."""
    pages = HTMLParser()
    pages.handle_starttag = lambda tag, attributes: pages.__dict__.update(attributes)
    pages.feed(html)
    return unquote(pages.src), pages.alt


PICTURES_IN_WORDS = [
    (
        draw.board("." * 4, TicTacToe(2), values={0: 1, 3: '"?"'}, last=2, caption="X's <turn>"),
        'Row 1: empty +1, empty. Row 2: empty marked, empty "?". X\'s <turn>',
    ),
    (
        draw.boards(["X...", "XO.."], ["a", "b"], TicTacToe(2), size=40),
        "Row 2: empty, empty. a\nRow 1: X, O.",
    ),
    (draw.board(Nim((1, 2)).initial, Nim((1, 2))), "0: |\n1: ||"),
    (
        draw.tree(draw.game_tree(TicTacToe(), "XOXOXOOX.")),
        "Tree of 2 boards from XOXOXOOX.\n╙── XOXOXOOX.",
    ),
    (some_curves(), "Rewards (the mean): one +1, two 0"),
]


@pytest.mark.parametrize(("picture", "words"), PICTURES_IN_WORDS)
def test_a_picture_has_words_for_those_who_cannot_see_it(picture, words):
    source, told = on_a_page(picture.html)
    assert words in told and source == f"data:image/svg+xml,{picture.svg}"


# ---- what is on a picture

X, O = COLOUR["X"], COLOUR["O"]
BOARD, VALUES = "XO..X....", {0: 1, 2: 1, 3: 0, 5: -1, 6: 0.5, 7: -0.125, 8: "?"}
OPINIONS = {"a learner": {1: 0.25, 2: -0.5}, "the truth": {1: 0, 2: -1}}
HEAPS = ["0:\N{NO-BREAK SPACE}||", "1:\N{NO-BREAK SPACE}|||"]
RACE = draw.game_tree(Race(), Race().initial, depth=2)
WRITTEN = [
    (draw.board(BOARD, numbers=True, values={3: 0, 8: 1}), ["2", "0", "5", "6", "7", "+1"]),
    (draw.board(BOARD, values=VALUES), ["+1", "0", "−1", "+0.5", "−0.125", "?"]),
    (draw.board("........XO..", COLUMNS, numbers=True), ["0", "1", "2", "3"]),
    (draw.board(Nim((2, 3)).initial, Nim((2, 3)), caption="X"), [*HEAPS, "X"]),
    (draw.value_board(BOARD, {8: 1.0, 7: -0.25, 6: -0.001}), ["0", "−0.25", "+1.00"]),
    (
        draw.value_boards("X........", OPINIONS),
        ["+0.25", "−0.50", "a learner", "0", "−1", "the truth"],
    ),
    (draw.boards([EMPTY] * 4, arrows=True, per_row=2), ["→", "→"]),
    (draw.tree(plain_tree(), levels={"X": "X moves", "O": "O moves"}), ["X moves"]),
]


@pytest.mark.parametrize(("picture", "written"), WRITTEN)
def test_what_is_written_on_a_picture(picture, written):
    assert words(picture) == written


WARM = draw.board(BOARD, values={2: 0.5}, heat={2: 0.5, 3: 0.0, 8: -3}, last=8)
FRAMED = {"frame": "#123456", "value": 0.5, "tint": -1}
SEEN = [  # how many elements of a picture are so
    (0, draw.boards([EMPTY] * 20, per_row=20), "svg", {"width": "2880"}),  # shrinks to the page
    (2, draw.board("XXXXOOXOO"), "path", {"stroke": INK}),
    (0, WARM, "rect", {"fill": HIGHLIGHT}),
    (1, WARM, "rect", {"fill": "none", "stroke": INK}),
    (1, WARM, "rect", {"fill": "#80b8d8"}),  # half of X's blue
    (1, WARM, "rect", {"fill": O}),  # no more than all of O's orange
    (2, draw.board(BOARD, values=VALUES), "text", {"fill": X}),
    (2, draw.board(BOARD, values=VALUES), "text", {"fill": O}),
    (1, draw.value_board("X........", {8: 1.0, 7: -0.2}), "rect", {"fill": O, "x": "120"}),
    (1, draw.tree(plain_tree(edge={"strong": True})), "path", {"stroke_width": "3"}),
    (1, draw.tree(plain_tree(edge={"faded": True})), "g", {"opacity": "0.3"}),
    (1, draw.tree(plain_tree(FRAMED)), "rect", {"fill": PAPER, "stroke": "#123456"}),
    (1, draw.tree(RACE), "text", {"font_size": "15"}),  # where both move, a level has no name
]


@pytest.mark.parametrize(("times", "picture", "tag", "attributes"), SEEN)
def test_what_is_seen_on_a_picture(times, picture, tag, attributes):
    assert len(parts(picture, tag, **attributes)) == times


def test_every_picture_is_well_formed_on_white_paper_and_within_its_edges():
    for picture in [*(row[0] for row in WRITTEN), *(row[1] for row in SEEN), some_curves()]:
        assert parts(picture, "rect")[0].get("fill") == PAPER == "#ffffff"
        assert parts(picture, "title")[0].text
        places, (width, height) = corners(picture)
        assert all(0 <= x < width and 0 <= y < height for x, y in places)


@pytest.mark.parametrize("line", TicTacToe().lines)
def test_a_winning_line_is_struck_through_from_end_to_end(line):
    state = "".join("O" if cell in line else "." for cell in range(9))
    (strike,) = parts(draw.board(state, size=180), "path", stroke=INK)
    x1, y1, x2, y2 = map(float, re.findall(r"[\d.]+", strike.get("d")))
    for cell in line:
        x, y = 30 + 60 * (cell % 3), 30 + 60 * (cell // 3)
        assert (x - x1) * (y2 - y1) == pytest.approx((y - y1) * (x2 - x1))
        assert min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)


def test_boards_stand_side_by_side_each_with_its_caption():
    picture = draw.boards(["X........", "XO......."], ["first", "two <b>\nlines & all"])
    assert words(picture) == ["first", "two <b>", "lines & all"]
    assert repr(picture).endswith("\nfirst   two <b>\n        lines & all")


def test_boards_that_need_several_rows_are_spread_over_them_evenly():
    three, six = draw.boards([EMPTY] * 3), draw.boards([EMPTY] * 6)
    assert six.width == three.width and six.height > three.height


# ---- what is refused

NO_TREES = [[(0, 2), (1, 2)], [(0, 1), (0, 2), (1, 3), (2, 3)]]  # two roots, two parents
BAD_BOARD, NO_TREE = r"characters, but|contains 'o'|A state is a string", "Only a tree can be drawn"
REFUSED = [
    *((BAD_BOARD, draw.board, [s]) for s in ("XO.", "xo..x....", None)),
    ("the list of states is empty", draw.boards, [[]]),
    *((NO_TREE, draw.tree, [nx.DiGraph(edges)]) for edges in NO_TREES),
    ("does not tell its symmetries", partial(draw.game_tree, symmetry=True), [Nim(), None]),
    ("more than 10,000 nodes: set a smaller depth", draw.game_tree, [TicTacToe(), EMPTY]),
]


@pytest.mark.parametrize(("sentence", "function", "arguments"), REFUSED)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(sentence, function, arguments):
    with pytest.raises(ValueError, match=sentence):
        function(*arguments)


# ---- the graph of a tree and its layout


def test_every_edge_of_a_game_tree_is_a_move(game):
    tree = draw.game_tree(game, game.initial, depth=2)
    for parent, child in tree.edges:
        assert child == (*parent, child[-1])
        after = game.result(tree.nodes[parent]["state"], child[-1])
        assert after == tree.nodes[child]["state"]
    shapes = len(tree), len(draw.game_tree(game, game.initial, depth=2, symmetry=True))
    assert shapes == (1 + 9 + 72, 1 + 3 + 12)


def levels(tree, pos, node):
    """Return the x of all that is at or below `node`, level by level from the top."""
    rows = {}
    for below in [node, *nx.descendants(tree, node)]:
        rows.setdefault(-pos[below][1], []).append(pos[below][0])
    return rows


@pytest.mark.parametrize("seed", range(12))
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


# ---- a tree


CARRIED = [  # data of a node, of the edge to it, and what is then written, and as text
    ({}, {"action": (0, 3)}, ["(0, 3)"], "(0, 3): X........"),
    ({"note": "cut <off>\nagain"}, {}, ["again", "cut <off>"], "X........ cut <off>, again"),
    ({"window": (-1, 0.5)}, {}, ["α −1", "β +0.5"], "X........ α −1 β +0.5"),
    ({"value": 1.0, "window": (-1, 1)}, {}, ["+1"], "X........ +1"),
    ({"alpha": -1, "skipped": (7, 8)}, {"weight": 3}, [], "X........ skipped 7, 8"),
]


@pytest.mark.parametrize(("node", "edge", "written", "line"), CARRIED)
def test_nodes_and_edges_say_what_they_carry(node, edge, written, line):
    picture = draw.tree(plain_tree(node, edge), levels=None)
    assert sorted(words(picture)) == written
    assert repr(picture) == f"╙── .........\n    └─╼ {line}"


def test_a_window_that_is_wider_than_a_small_board_is_on_the_picture():
    widths = [
        draw.tree(plain_tree(node), size=30).width
        for node in ({}, {"window": (-inf, inf)}, {"window": (-inf, inf), "value": 0.0})
    ]
    assert widths == [138, 150, 138]


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


def test_ends_are_told_by_the_rules_of_the_game():
    tree = draw.game_tree(Misere(), "XX.OO....", depth=1)
    assert "2: XXXOO.... MIN" in draw.tree_text(tree)  # the line loses
    assert "O wins" in words(draw.tree(tree))


@pytest.mark.parametrize(
    ("state", "value", "strong"),
    [
        ("XX.OO.X..", Space(TicTacToe()).value, [(5,)]),  # O is to move, and 5 wins
        ("XX.OO.X..", lambda state: "?" if state.count(".") < 4 else 0, []),
    ],
)
def test_the_lines_to_the_best_children_are_thick_if_there_are_numbers(game, state, value, strong):
    tree = draw.game_tree(game, state, depth=1, value=value)
    assert [edge[1] for edge in tree.edges if tree.edges[edge].get("strong")] == strong


# ---- any game


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_every_game_can_be_drawn(game):
    first, value = game.initial, None if game == TicTacToe() else Space(game).value
    tree = draw.game_tree(game, first, depth=2, value=value)
    picture = draw.tree(tree, clickable=True)
    assert picture.svg.count("data-node=") == len(tree) == len(picture.text.split("\n"))
    assert draw.boards([first] * 3, ["a"], game).text.split("\n")[-1] == "a"


@pytest.mark.parametrize("game", NO_BOARD, ids=named)
def test_text_fits_into_its_box(game):
    picture = draw.tree(draw.game_tree(game, game.initial, depth=2), levels=None)
    box = parts(picture, "rect", rx="6")[0]
    for group in parts(picture, "g", text_anchor="start"):
        for line in group:
            x, y, letter = (float(line.get(name)) for name in ("x", "y", "font-size"))
            assert x >= 4 and x + 0.6 * letter * len(line.text) <= float(box.get("width")) - 4
            assert letter <= y <= float(box.get("height")) - 4


# ---- charts


@pytest.fixture(autouse=True)
def close_charts():
    yield
    plt.close("all")


def texts(things):
    return [thing.get_text() for thing in things]


def test_outcome_bars_put_the_chances_one_after_the_other_in_their_colours():
    draw.outcome_bars("Who wins?", ["one", "two"], [(0.5, 0.3, 0.2), (0.97, 0.0, 0.03)])
    axes = plt.gca()
    assert axes.get_ylim()[0] > axes.get_ylim()[1]  # from top to bottom
    assert texts(axes.texts) == ["50%", "97%", "30%", "", "20%", ""]
    for bars, side, start in zip(axes.containers, ("X", "draw", "O"), (0, 0.5, 0.8)):
        assert bars[0].get_x() == pytest.approx(start)
        assert matplotlib.colors.to_hex(bars[0].get_facecolor()) == COLOUR[side]
    assert axes.figure.words() == (
        "Who wins?, across probability\nX wins: 0.5 at one, 0.97 at two\n"
        "draw: 0.3 at one, 0 at two\nO wins: 0.2 at one, 0.03 at two"
    )


def test_a_heat_map_has_x_in_rows_o_in_columns_and_every_number_in_its_colour():
    draw.heat_map("Everybody", ["one", "two"], [[0.5, -1.0], [1.0, -0.004]])
    axes = plt.gca()
    said = {text.get_position(): text.get_text() for text in axes.texts}
    assert said == {(0, 0): "+0.50", (1, 0): "−1.00", (0, 1): "+1.00", (1, 1): "0"}
    (image,) = axes.images
    colours = [matplotlib.colors.to_hex(image.cmap(image.norm(score))) for score in (1, -1)]
    assert colours == [COLOUR["X"], COLOUR["O"]]
    assert axes.figure.words() == (
        "Everybody, across plays O, up plays X\none: 0.5 at one, −1 at two\n"
        "two: 1 at one, −0.004 at two"
    )


def test_a_notebook_shows_a_chart_with_its_words(capsys):
    axes = draw.chart("How many?", "moves", "boards")
    axes.plot(["few", "many"], [1, 5478], label="states")
    axes.plot(range(100))
    axes.axhline(0)
    axes.text(0, 0, "a note")
    told = "How many?, across moves, up boards\nstates: 1 at few, 5,478 at many\n"
    told += "from 0 at 0 to 99 at 99, between 0 and 99\na note"
    DisplayFormatter().format(axes.figure)  # outside a notebook, what is displayed is printed
    shown = literal_eval(capsys.readouterr().out)
    assert shown["text/plain"] == told and set(shown) == {"text/html", "text/plain"}
    source, words = on_a_page(shown["text/html"])
    assert source.startswith("data:image/png;base64,iVBOR") and words == told


# ---- curves that change


SCALES = {0: ("0", "1"), 7: ("2", "6"), 100: ("20", "100"), 150_000: ("50,000", "150,000")}


@pytest.mark.parametrize(("end", "numbers"), SCALES.items())
def test_curves_say_what_they_are_and_their_scale_has_round_numbers(end, numbers):
    said = {"Rewards", "the mean", "one", "two", "three", "episodes", "−1", "+0.5", *numbers}
    assert said <= set(words(some_curves(end)))


def test_strips_are_white_where_nobody_can_beat_it_and_say_their_scores():
    checks = [SimpleNamespace(episode=500 * n, reply=reply) for n, reply in enumerate((1, 0.5, 0))]
    learner = SimpleNamespace(history=SimpleNamespace(checks=checks))
    picture = draw.strips("Beaten?", {"mine": [learner, learner]})
    assert {"Beaten?", "recipe", "mine", "episodes", "0", "1,000"} <= set(words(picture))
    assert len(parts(picture, "rect", fill=PAPER)) == 2 + 1  # and the paper itself
    assert picture.text.endswith("mine: 1 0.5 0 | 1 0.5 0")


def test_a_game_is_drawn_from_its_first_move_on_with_who_made_each():
    picture = draw.line([GAMES[0].initial, "....X....", "O...X...."], {"O": "you"})
    assert picture.text.splitlines()[-1] == "X: 4    you: 0"
    assert draw.line(["O...X....", "O.X.X...."]).text.splitlines()[-1].strip() == "X: 2"
