"""The lab of Monte Carlo tree search, driven without a browser."""

import random
import re

import networkx as nx
import pytest
from own_games import Countdown, Race

from ttt import TicTacToe
from ttt.algorithms.mcts import Node, search, simulate
from ttt.games import ConnectFour, Misere, Nim
from ttt.widgets import MCTSLab

START = "X...O...X"
GAMES = [Misere(), ConnectFour(3, 4, 3), Nim((2, 3)), Race(), Countdown()]


@pytest.fixture
def lab(game):
    return MCTSLab(game, START, rng=random.Random(1))


def counts(node):
    """Return a tree as nested tuples: move, visits, total, children."""
    children = tuple(counts(child) for child in sorted(node.children, key=lambda n: str(n.action)))
    return node.action, node.visits, node.total, children


def words(lab):
    return re.sub("<[^>]*>", "", lab._words.value).removeprefix("selectexpandrolloutbackpropagate")


def click(lab, moves):
    """Click on a board of the tree, as the browser reports it."""
    lab.view._handle_custom_msg({"event": "click", "node": lab.view.nodes.index(moves)}, [])


@pytest.mark.parametrize("game", [TicTacToe(), *GAMES], ids=lambda game: type(game).__name__)
def test_it_grows_the_tree_of_the_plain_search(game):
    lab = MCTSLab(game, rng=random.Random(7))
    lab.run(300)
    plain = search(game, game.initial, 300, lab.c, random.Random(7))
    assert counts(lab.scene.tree) == counts(plain)


def test_going_back_and_on_again_gives_the_same_trees(game):
    lab = MCTSLab(game, START, rng=random.Random(2))
    plain, rng, trees = Node(game, START), random.Random(2), []
    for _ in range(61):
        trees.append(counts(plain))
        simulate(game, plain, lab.c, rng)
    lab.run(60)
    for at in (60, 0, 30, 29, 31, 59, 5):
        lab._slider.value = 4 * at
        assert (lab.step, counts(lab.scene.tree)) == (4 * at, trees[at])
    lab.run(10)
    assert counts(lab.scene.tree) == trees[15]


def test_the_four_phases(lab):
    told = [words(lab)]
    for _ in range(4):
        lab.next_phase()
        told.append(words(lab))
    sentences = (
        "The tree is the board alone. Press Next phase.",
        "The board at the top has moves that were never tried, so we stay there.",
        r"Cell \d is tried for the first time: a new board in the tree.",
        r"From the new board both move at random, .*: [−+]?\d from X's side.",
        r"Every board on the way .* comes [−+]?\d where X moved there, [−+]?\d where O did.",
    )
    assert all(map(re.fullmatch, sentences, told)), told
    lab.run(5)  # each of the six moves once
    shown = []
    for _ in range(4):
        lab.next_phase()
        framed = next(data for data in lab.graph().nodes.values() if "frame" in data)
        shown.append((len(lab.view.nodes), framed["note"].partition("\n")[0]))
    assert shown == [(7, "N 1"), (8, "N 0"), (8, "N 0"), (8, "N 1")]
    assert "The rollout" in lab._played.value


def test_the_keys_and_a_new_c_for_what_is_still_to_come(lab):
    lab.run(40)
    keys = (("ArrowLeft", 159), ("ArrowRight", 160), ("Home", 0), ("End", 160), ("ArrowRight", 161))
    for key, step in keys:
        lab.view._handle_custom_msg({"event": "key", "key": key}, [])
        assert lab.step == lab._slider.value == step
    lab.step = 82
    kept = counts(lab.scene.tree)
    lab.end()
    before = counts(lab.scene.tree)
    lab.step = 82
    lab.c = 0.0
    assert counts(lab.scene.tree) == kept
    lab.end()
    assert counts(lab.scene.tree) != before
    lab.step = 82
    assert counts(lab.scene.tree) == kept


def test_boards_open_and_close_and_the_table_is_about_the_clicked_one(lab):
    lab.run(200)
    table = lab._children.value
    assert "the board at the top" in table
    for child in lab.scene.tree.children:
        assert f"{child.visits / 200:.0%}" in table
    assert table.count(" + ") == 7 and table.count("<b>") == 1  # where the next visit goes
    before = lab.view.svg
    closed = next(m for m, data in lab.graph().nodes.items() if data["note"].startswith("▸"))
    click(lab, closed)
    assert lab.view.svg.count("data-node=") > before.count("data-node=")
    assert f"the board after {closed[0]}" in lab._children.value
    click(lab, closed)
    assert lab.view.svg == before
    for _ in range(2):  # the table is about the board at the top again, which is open as before
        click(lab, ())
    lab.step = 6  # the second board is in the tree, but not visited yet
    assert "∞" in lab._children.value and ">0%<" in lab._children.value
    lab.end()
    click(lab, ())
    assert lab.view.nodes == [()]


def test_true_values_are_hidden_until_they_are_asked_for(game):
    lab = MCTSLab(game, "X........", rng=random.Random(1))
    lab.run(20)
    assert "loss" not in lab._children.value
    lab.values = True
    assert lab._children.value.count("✗ loss in") == 7 and lab._children.value.count("= draw") == 1


def test_a_long_search_shows_plain_numbers_and_the_root_above_the_end_of_the_path(game):
    lab = MCTSLab(game, rng=random.Random(8))
    lab.run(3_000)
    assert "e+" not in lab.view.svg and "W +1," in lab.view.svg
    lab.next_phase()
    path = [moves for moves in lab.scene.path if moves in lab.graph()]
    assert len(lab.scene.path) > 4
    assert path == [lab.scene.path[n] for n in (0, 1, -2, -1)]
    assert f">{lab.scene.focus[1]} …<" in lab.view.svg
    assert nx.dag_longest_path_length(lab.graph()) == 3


def test_a_game_without_a_board_and_what_cannot_be_searched():
    lab, told = MCTSLab(Nim((2, 3)), rng=random.Random(1)), set()
    for _ in range(100):
        lab.next_phase()
        told.add(words(lab))
    assert not any("board" in sentence for sentence in told)
    click(lab, next(moves for moves in lab.graph() if moves))
    assert "the state after" in lab._children.value
    for wrong, why in (("XXXOO....", "The game is over"), ("XXX......", "cannot occur")):
        with pytest.raises(ValueError, match=why):
            MCTSLab(TicTacToe(), wrong)


def test_the_slider_of_c_shows_it_as_it_is(lab):
    slider = next(w for w in lab.children[1].children if getattr(w, "description", "") == "c")
    steps = lab.c / slider.step  # a browser would round it to a whole number of them
    assert (slider.value, steps) == (lab.c, pytest.approx(round(steps)))
