"""What lesson 10 says in words, for every class of a student's that the check accepts."""

from itertools import islice
from random import Random

import numpy as np
import pytest

from ttt import Space, agents, arena
from ttt.agents.alphazero import AlphaZero, new_mind
from ttt.algorithms import alpha_beta, alphazero, minimax_value
from ttt.exercises import lesson10
from ttt.exercises.mistakes import edited
from ttt.games import ConnectFour
from ttt.trace import count, watch


def typed(*edits):
    """Return the class as a student types it, with these edits: old text, new text, in turn."""
    return edited(lesson10.MyNim._solution, *edits)


@pytest.mark.parametrize(
    "edits",
    [
        (),
        ("[(i, n)", "{(i, n)", "+ 1)]", "+ 1)}"),
        ("+ 1)]", "+ 1)][::-1]"),
        ("list(state[1])", "__import__('numpy').array(state[1])"),
        ("    def player(", "    player = lambda self, s: s[0]\n    def another("),
        ("    def terminal(self, ", "    @staticmethod\n    def terminal("),
        ("    def utility(self", "    @classmethod\n    def utility(self"),
        (
            "    def actions(self, ",
            "    @staticmethod\n    def actions(",
            "    def terminal(self, state):",
            "    @classmethod\n    def terminal(of, state):\n        return not of.actions(state)",
        ),
        ("    initial = ", "    def __init__(self):\n        self.initial = "),
    ],
)
def test_with_every_right_class_the_lesson_shows_the_same(edits):
    mine = typed(*edits)
    assert lesson10.MyNim._judge(mine).status == "right"
    nim = lesson10.MyNim.take(mine)()
    with pytest.raises(ValueError, match="of MyNim that is not known"):
        agents.make("one-step")(nim, nim.initial)
    space = Space(nim)
    assert (len(space), space.value(nim.initial)) == (52, 1)
    assert space.best_actions(nim.initial) == ((2, 1),)
    counts = [count(search, nim, nim.initial) for search in (minimax_value, alpha_beta)]
    assert counts == [1256, 752]
    assert watch(minimax_value, nim, ("X", (0, 1, 2))).value == 1
    searcher = agents.make("mcts", simulations=50, rng=Random(1))
    table = arena.table(["random", searcher, "minimax"], replies=True, game=nim)
    assert [row[-1] for row in table.scores[1:3]] == [-1, 1]

    class MyGame(type(nim)):
        def utility(self, state):
            return -super().utility(state)

    changed = Space(MyGame())
    assert changed.value(nim.initial) == 1 and changed.best_actions(nim.initial) == ((2, 1),)


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        (("tuple(piles)", "piles"), "a list where a tuple is needed"),
        (('("X", (1, 2, 4))', '["X", [1, 2, 4]]'), "a list where a tuple is needed"),
        (("[(i, n)", "[[i, n]"), "It uses a list where a tuple"),
        (("list(state[1])", "state[1]"), "A tuple cannot be changed."),
        (("player(self, state)", "player(state)"), "takes `self` first"),
        (("range(1, piles[i] + 1)", "range(piles[i])"), "counts from 0 to n - 1."),
        (("sum(state[1]) == 0", "state[1] == [0, 0, 0]"), "never says that the game is over"),
        (
            ("def terminal", "def __init__(self, piles): ...\n\n    def terminal"),
            "be a class `MyNim()`",
        ),
        (("sum(state[1]) == 0", "not actions(state)"), "`self.` comes before it"),
        (("sum(state[1])", "state[1][0]"), "wrong only where `terminal` is asked."),
    ],
)
def test_a_likely_mistake_is_told(edits, said):
    verdict = lesson10.MyNim._judge(typed(*edits))
    assert verdict.status == "wrong" and said in verdict.message


def test_of_an_unfinished_class_what_is_there_is_checked():
    unwritten = ("return sum(state[1]) == 0", "...")
    verdict = lesson10.MyNim._judge(typed(*unwritten))
    assert verdict.status == "todo"
    right = "Right so far: player, actions, result, utility.\nStill to be written: terminal."
    assert verdict.message == right
    verdict = lesson10.MyNim._judge(typed(*unwritten, "[(i, n)", "[(i + 1, n)"))
    assert verdict.status == "wrong" and "counted from 0" in verdict.message
    assert verdict.message.endswith("Still to be written: terminal.")
    assert lesson10.MyNim._judge(typed()).checked == "323 of 323 questions"


def test_how_often_mcts_finds_the_only_good_first_move():
    nim = lesson10.MyNim._solution()

    def found(simulations, seeds):
        searches = (agents.make("mcts", simulations=simulations, rng=Random(s)) for s in seeds)
        return sum(search(nim, nim.initial) == (2, 1) for search in searches)

    assert 0.2 < found(50, range(200)) / 200 < 0.3
    assert found(1_000, range(10)) == 10


def test_the_network_on_a_small_board_learns_in_seconds():
    small = ConnectFour(4, 4, k=3)
    assert Space(small).value(small.initial) == 1  # who begins has an advantage
    assert round(arena.exact("random", "random", small).score, 2) == 0.25
    mind = new_mind(small, (64,), rng := np.random.default_rng(1))
    network = AlphaZero(mind, raw=True)

    assert len([*islice(alphazero.train(mind, rng, games=32), 8)]) == 8
    assert arena.match(network, "random", 100, Random(1), small).score > 0.85
    assert arena.match("random", network, 100, Random(1), small).score < -0.3
