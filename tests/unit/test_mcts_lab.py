"""The lab of Monte Carlo tree search, driven without a browser."""

import random
import re

import pytest
from own_games import Countdown, Race

from ttt import TicTacToe
from ttt.algorithms.mcts import Node, search, ucb1
from ttt.games import ConnectFour, Misere, Nim
from ttt.widgets import MCTSLab
from ttt.widgets.growth import Growth

START = "X...O...X"
C = 1.4


@pytest.fixture
def lab(game):
    return MCTSLab(game, START, rng=random.Random(1))


def counts(node):
    """Return a tree as nested tuples: move, visits, total, children."""
    children = tuple(counts(child) for child in sorted(node.children, key=lambda n: str(n.action)))
    return node.action, node.visits, node.total, children


def words(lab):
    return re.sub("<[^>]*>", "", lab.words())


@pytest.mark.parametrize("state", [".........", START, "XOX.OXO.."])
def test_it_grows_the_tree_of_the_plain_search(game, state):
    growth = Growth(game, state, random.Random(7))
    growth.run(300, C, "random")
    assert counts(growth.root) == counts(search(game, state, 300, C, random.Random(7)))


@pytest.mark.parametrize("rule", ["random", "one-step"])
def test_going_back_and_on_again_gives_the_same_trees(game, rule):
    growth = Growth(game, START, random.Random(2))
    trees = [counts(growth.root)]
    for _ in range(60):
        growth.run(1, C, rule)
        trees.append(counts(growth.root))
    for at in (60, 0, 30, 29, 31, 59, 5):
        growth.go_to(at)
        assert (growth.at, counts(growth.root)) == (at, trees[at])
    growth.run(10, C, rule)
    assert counts(growth.root) == trees[15]


def test_a_simulation_under_way_changes_nothing_before_it_is_counted(game):
    growth = Growth(game, START, random.Random(3))
    growth.run(20, C, "random")
    before = counts(growth.root)
    for phase in (1, 2, 3):
        growth.next_phase(C, "random")
        assert (growth.phase, counts(growth.root)) == (phase, before)
    growth.next_phase(C, "random")
    assert (growth.at, growth.phase) == (21, 0)
    assert growth.root.visits == 21


def test_the_terms_add_up_to_ucb1(game):
    growth = Growth(game, START, random.Random(3))
    growth.run(50, C, "random")
    root = growth.root
    for term, child in zip(growth.terms(root, C), sorted(root.children, key=lambda n: n.action)):
        assert term.action == child.action
        assert term.ucb == pytest.approx(ucb1(child.total, child.visits, root.visits, C))
    assert growth.terms(Node(game, START), C) == []


def test_the_four_phases_are_told(lab):
    assert words(lab) == "The tree is the board alone. Press Next phase."
    told, phases = [], []
    for _ in range(4):
        lab.next_phase()
        told.append(words(lab))
        phases.append(lab.phase)
    assert phases == ["select", "expand", "rollout", "backpropagate"]
    assert told[0] == "The board at the top has moves that were never tried, so we stay there."
    assert re.fullmatch(r"Cell \d is tried for the first time: a new board in the tree.", told[1])
    assert re.fullmatch(
        r"From the new board both move at random, .*: [−+]?\d from X's side.", told[2]
    )
    assert "very board on the way" in told[3]
    assert lab.at == 1


def test_what_is_told_where_the_game_is_over(game):
    lab = MCTSLab(game, "XOXOXOOX.", rng=random.Random(1))
    lab.run(1)
    lab.next_phase()
    assert words(lab) == "Always to the child with the highest UCB1: 8. There the game is over."
    lab.next_phase()
    assert words(lab) == "The game is over here, so there is nothing to expand."
    lab.next_phase()
    assert words(lab) == "The game is over already, X wins: +1 from X's side."


def test_the_new_board_is_shown_before_it_is_counted(lab):
    lab.run(6)  # each of the six moves once
    assert len(lab.graph()) == 7
    lab.next_phase()
    assert len(lab.graph()) == 7
    lab.next_phase()
    graph = lab.graph()
    new = [data for data in graph.nodes.values() if "frame" in data]
    assert len(graph) == 8
    assert new[0]["note"] == "N 0"
    lab.next_phase()
    lab.next_phase()
    new = [data for data in lab.graph().nodes.values() if "frame" in data]
    assert new[0]["note"].startswith("N 1\nW ")


def test_back_and_the_slider(lab):
    lab.run(10)
    lab.next_phase()
    lab.back()
    assert (lab.at, lab.growth.phase) == (10, 0)
    lab.back()
    assert (lab.at, lab._slider.value, lab._slider.max) == (9, 9, 11)
    lab.at = 3
    assert lab.growth.root.visits == 3
    lab._slider.value = 11
    assert lab.growth.root.visits == 11
    lab.start_again()
    assert (lab.at, lab._slider.max, len(lab.graph())) == (0, 0, 1)
    lab.back()
    assert lab.at == 0


def test_new_settings_make_a_new_future(lab):
    lab.run(40)
    lab.at = 20
    kept = counts(lab.growth.root)
    lab.c = 0.0
    assert len(lab.growth.simulations) == 20
    assert counts(lab.growth.root) == kept
    lab.rollout = "one-step"
    lab.run(20)
    assert lab.growth.simulations[-1].rule == "one-step"
    assert "one step ahead" in MCTSLab._tell_rollout(
        lab, lab.growth.simulations[-1]._replace(rollout=("a", "b"))
    )


def test_boards_open_and_close(lab):
    lab.run(100)
    lab.at = 99
    before = len(lab.graph())
    closed = next(
        moves for moves, data in lab.graph().nodes.items() if data["note"].startswith("▸")
    )
    lab.view._handle_custom_msg({"event": "click", "node": list(lab.graph()).index(closed)}, [])
    assert len(lab.graph()) > before
    assert f"the board after {closed[0]}" in lab._terms.value
    lab.toggle(closed)
    assert len(lab.graph()) == before


def test_a_large_tree_stays_readable(game):
    lab = MCTSLab(game, rng=random.Random(4))
    lab.run(1000)
    for moves in [(), (4,), (0,), (8,), (4, 0), (4, 1), (4, 2), (4, 3)]:
        lab._toggled[moves] = True
    for first in range(9):
        for second in range(9):
            lab._toggled[first, second] = True
        lab._toggled[first,] = True
    assert len(lab.graph()) <= 120 + 9 + 8 + 7 + 6 + 5 + 4


def test_a_board_on_the_path_can_be_closed(lab):
    lab.run(30)
    for _ in range(3):
        lab.next_phase()
        lab.toggle(())
        assert len(lab.graph()) == 1
        assert "frame" in lab.graph().nodes[()]
        lab.toggle(())
        assert len(lab.graph()) > 6


def test_the_charts(lab):
    lab.run(200)
    root = lab.growth.root
    for child in root.children:
        assert f"{child.visits / 200:.0%}" in lab._shares.value
    assert lab._shares.value.count("✗ loss") == 2  # the corners let X fork
    assert lab._shares.value.count("= draw") == 4
    assert lab._terms.value.count(" = <b>") == 6
    assert "The rollout" in lab._played.value
    lab.next_phase()
    assert lab._played.value == ""


def test_keys(lab):
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "Home"):
        lab.view._handle_custom_msg({"event": "key", "key": key}, [])
    assert (lab.at, lab.growth.phase) == (0, 0)


def test_other_boards_and_wrong_ones():
    lab = MCTSLab(TicTacToe(5, k=4), rng=random.Random(1))
    lab.run(30)
    assert len(lab.graph()) == 27  # each first move once, then one board more on the path
    assert "✓" not in lab._shares.value
    with pytest.raises(ValueError, match="The game is over"):
        MCTSLab(TicTacToe(), "XXXOO....")
    with pytest.raises(ValueError, match="cannot occur"):
        MCTSLab(TicTacToe(), "XXX......")


def test_a_page_without_a_kernel_shows_the_tree(lab):
    lab.run(5)
    assert lab._repr_mimebundle_()["image/svg+xml"].count("data-node=") == len(lab.graph())


# ---- any game

GAMES = [Misere(), ConnectFour(3, 4, 3), Nim((2, 3)), Race(), Countdown()]


class Fixed(Countdown, tuple):
    """The same game, of a class that is made in a way of its own."""


class Asking(Countdown):
    """The same game, which tries its moves before it names them."""

    def actions(self, state):
        moves = super().actions(state)
        if not self.terminal(state) and not self.asked:
            self.asked = True
            assert all(self.result(state, move) for move in moves)
            self.asked = False
        return moves

    asked = False


@pytest.mark.parametrize("game", [*GAMES, Fixed(), Asking()], ids=lambda g: type(g).__name__)
def test_every_game_grows_the_tree_of_the_plain_search(game):
    growth = Growth(game, game.initial, random.Random(7))
    for _ in range(60):
        growth.run(1, C, "random")
        assert growth.path()[-1].visits
        rollout = growth.current.rollout
        assert game.terminal(rollout[-1])
        assert growth.current.outcome == game.utility(rollout[-1])
        assert len(set(map(str, rollout))) == len(rollout)
    assert counts(growth.root) == counts(search(game, game.initial, 60, C, random.Random(7)))
    growth.next_phase(C, "random")
    growth.next_phase(C, "random")
    above, new = growth.path()[-2:]
    assert new.mover == {"X": 1, "O": -1}[game.player(above.state)]


@pytest.mark.parametrize("game", GAMES, ids=lambda g: type(g).__name__)
def test_the_lab_of_every_game(game):
    lab = MCTSLab(game, rng=random.Random(1))
    noun = "board" if hasattr(game, "rows") else "state"
    for _ in range(200):
        lab.next_phase()
        assert words(lab)[0].isupper()
        assert noun == "board" or "board" not in words(lab)
    lab.toggle(next(moves for moves in lab.graph() if moves))
    assert f"the {noun} after" in lab._terms.value
    assert lab._repr_mimebundle_()["image/svg+xml"].count("data-node=") == len(lab.graph())
    assert "✓ win" in lab._shares.value or "✗ loss" in lab._shares.value


def test_outcomes_of_any_size_are_told():
    lab = MCTSLab(Race(2), rng=random.Random(3))
    told = set()
    for _ in range(80):
        lab.next_phase()
        told.add(words(lab))
    assert any("X wins: +3 from X's side." in sentence for sentence in told)
    assert any("W + 3 where X moved there, W − 3 where O did." in sentence for sentence in told)
    assert "✓ win +3" in lab._shares.value


def test_a_rollout_that_a_game_does_not_know_is_not_offered_and_refused_in_words():
    for game in (Misere(), Nim(), Race()):
        lab = MCTSLab(game)
        assert lab.children[1].children[2].options == ("random",)
        with pytest.raises(ValueError, match="A one-step rollout looks for k in a row"):
            lab.rollout = "one-step"
        with pytest.raises(ValueError, match="A one-step rollout looks for k in a row"):
            MCTSLab(game, rollout="one-step")
    lab = MCTSLab(ConnectFour(3, 4, 3), rollout="one-step", rng=random.Random(1))
    lab.run(20)
    assert lab.growth.simulations[-1].rule == "one-step"
