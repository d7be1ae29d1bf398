"""The lab of teaching, driven without a browser."""

import copy
import random
import re

import pytest

from ttt.agents import QLearner, SarsaLearner, Teacher
from ttt.games import ConnectFour, Misere, Nim
from ttt.widgets import TeachLab
from ttt.widgets.teach_lab import arithmetic

X_WINS = [0, 3, 1, 4, 2]
O_WINS = [0, 4, 1, 2, 8, 6]
DRAW = [4, 0, 8, 2, 1, 7, 3, 5, 6]
OPTIONS = [
    {},
    {"symmetry": True},
    {"afterstates": True, "alpha": "1/visits"},
    {"symmetry": True, "afterstates": True, "start": 1.0},
    {"epsilon": 0.5},
]


@pytest.fixture
def lab():
    return TeachLab(QLearner(rng=random.Random(1)))


def read(part):
    """Return what can be read of HTML."""
    html = re.sub("<title.*?</title>|<[^>]*>", " ", part.value, flags=re.S)
    return re.sub(r"\s+", " ", html).strip()


def play_on(lab, choose=lambda actions: actions[0]):
    """Play a game to its end."""
    while lab.game.actions(lab.play.state):
        lab.play.click(choose(lab.game.actions(lab.play.state)))


def taught(*games, kind=QLearner, **options):
    """Return a lab after these games with O, whose moves are given for both."""
    lab = TeachLab(kind(**options, rng=random.Random(1)))
    for moves in games:
        lab.play.o = "human"
        lab.play.begin_from(moves)
        lab.play.begin_from([])
    return lab


def words(lab):
    return read(lab._review)


# ---- it learns as in a training


@pytest.mark.parametrize("kind", [QLearner, SarsaLearner])
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("plays", ["X", "O"])
def test_it_learns_as_from_an_opponent_who_makes_these_moves(kind, options, plays):
    lab, chooser = TeachLab(kind(**options, rng=random.Random(5)), plays=plays), random.Random(7)
    for _ in range(4):
        play_on(lab, chooser.choice)
        lab.new_game()
    learner, chooser = kind(**options, rng=random.Random(5)), random.Random(7)
    learner.train(lambda game, state: chooser.choice(game.actions(state)), 4, plays, every=1)
    assert lab.learner.q == learner.q
    assert lab.learner.visits == learner.visits
    assert lab.learner.episodes == 4
    for part in ("rewards", "sides", "checks"):
        assert getattr(lab.learner.history, part) == getattr(learner.history, part)


@pytest.mark.parametrize("kind", [QLearner, SarsaLearner])
@pytest.mark.parametrize("options", OPTIONS)
def test_the_changes_are_all_there_is_and_add_up(kind, options):
    learner = kind(**options, rng=random.Random(3))
    learner.train(Teacher(), 200, every=0)
    lab = TeachLab(learner, plays="X")
    for _ in range(5):
        before = copy.deepcopy(learner)
        play_on(lab)
        for change in lab.changes:
            pair = change.state, change.action
            assert (change.before, change.after) == (before.q[pair], learner.q[pair])
            step = change.alpha * (change.target - change.before)
            assert change.after == pytest.approx(change.before + step)
        moved = sum(change.moved for change in lab.changes)
        start = learner.start
        assert moved == sum(before.q.get(key, start) != learner.q.get(key) for key in learner.q)
        lab.new_game()


# ---- what is told


def test_only_the_last_move_feels_a_first_loss():
    lab = taught(X_WINS)
    assert words(lab).startswith(
        "Game 1. The loss changed the value of its last move by −0.5, to −0.5. "
        "None of the moves before it changed: each learns only from the best number "
        "at its next turn, as that was before this game. "
        "It can still be beaten as X and as O."
    )
    lines = [" ".join(line.split()) for line in lab.picture().text.splitlines()[-4:]]
    assert lines[:2] == ["its next turn: 0 the end: −1", "0 0"]
    assert lines[2:] == ["+ 0.5 · (0 − 0) + 0.5 · (−1 − 0)", "= 0 = −0.5"]
    again = taught(X_WINS, X_WINS, kind=SarsaLearner)
    assert "each learns only from the number of its next move, as that was" in words(again)


def test_the_news_of_a_win_travels_back_one_move_a_game():
    lab = taught(O_WINS)
    said, moved = [], [[change.moved for change in lab.changes]]
    for _ in range(3):
        lab.same_again()
        said.append(words(lab))
        moved.append([change.moved for change in lab.changes])
    assert moved == [
        [False, False, True],
        [False, True, True],
        [True, True, True],
        [True, True, True],
    ]
    assert "1 of the moves before it changed too, but not by this win" in said[0]
    assert "All of the moves before it changed too" in said[2]


@pytest.mark.parametrize(
    ("moves", "options", "sentence"),
    [
        (DRAW, {}, "The draw was just what its last move was expected to bring. It can still"),
        (X_WINS, {"gamma": 0.0}, "as that was before this game. It can"),
        (X_WINS, {"start": 1.0}, "All of the moves before it changed too, but not by this loss"),
        (X_WINS, {"game": Misere()}, "The win changed the value of its last move by +0.5, to 0.5."),
    ],
)
def test_what_else_can_be_told(moves, options, sentence):
    assert sentence in words(taught(moves, **options))


def test_numbers_add_up_and_small_changes_can_be_seen():
    lab = taught(*[O_WINS] * 12)
    assert arithmetic(lab.changes[-1]) == "the end: 1\n0.9995\n+ 0.5 · (1 − 0.9995)\n= 0.9998"
    assert "changed the value of its last move by +0.0002, to 0.9998." in words(lab)
    lab = taught(X_WINS, X_WINS, alpha="1/visits", kind=SarsaLearner)
    assert lab.changes[0].target == -0.9
    assert arithmetic(lab.changes[-1]) == "the end: −1\n−1\n+ 0.5 · (−1 − (−1))\n= −1"


# ---- the course of a game


def test_a_game_that_is_left_teaches_nothing():
    learner = QLearner(rng=random.Random(1))
    learner.train(Teacher(), 50, every=0)
    q, visits, history = dict(learner.q), dict(learner.visits), copy.deepcopy(learner.history)
    lab = TeachLab(learner)
    for _ in range(2):
        lab.play.click(lab.game.actions(lab.play.state)[0])
        lab.play.click(lab.game.actions(lab.play.state)[0])
        assert lab._next.description == "New game"
        lab._next.click()
        assert (lab.play.state, lab.play.status) == (".........", "Your turn: you are X.")
    lab.new_game()
    lab.same_again()  # there is none
    assert lab.play.status == "Your turn: you are X."
    assert (learner.q, learner.visits, learner.history) == (q, visits, history)
    assert learner.episodes == 50


def test_the_last_game_is_taught_again():
    lab = taught(X_WINS, O_WINS)
    lab.play.click(4)
    lab._again.click()
    assert lab.play.status == "O wins."
    assert (lab.taught, list(lab.moves)) == (3, O_WINS)
    assert words(lab).startswith("Game 3. ")


# ---- other games, and what makes no sense


def test_marks_fall_in_connect_four():
    lab = TeachLab(QLearner(game=ConnectFour(3, 4, 3), rng=random.Random(1)))
    lab.play.click(1)  # the upper row of the second column
    assert lab.play.state[9] == "X"
    assert re.match(r"It \(O\) took column \d\. Your turn", lab.play.status)
    assert lab.play.state[lab.play.board.last] == "O"
    play_on(lab)
    assert lab.learner.episodes == 1
    assert "changed the value of its last move by" in words(lab)
    assert lab.picture().svg


def test_what_makes_no_sense_is_refused_in_words():
    with pytest.raises(ValueError, match=r"TeachLab needs a board, but Nim\(\(3, 4, 5\)\) has no"):
        TeachLab(QLearner(game=Nim()))
    with pytest.raises(ValueError, match=r"A learner is a QLearner.*not 'minimax'"):
        TeachLab("minimax")
    with pytest.raises(ValueError, match="plays is 'X' or 'O', not 'Z'"):
        TeachLab(QLearner(), plays="Z")


def test_a_page_without_a_kernel_shows_what_has_changed(lab):
    assert lab._repr_mimebundle_()["text/html"] == lab.play.picture().html
    bundle = taught(X_WINS)._repr_mimebundle_()
    assert "+ 0.5 · (−1 − 0)" in bundle["text/html"]
    assert "+ 0.5 · (−1 − 0)" in bundle["text/plain"]
