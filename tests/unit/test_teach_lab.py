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
    {"afterstates": True, "alpha": "1/visits"},
    {"symmetry": True, "afterstates": True, "start": 1.0},
    {"epsilon": 0.5},
]


def play_on(lab, choose=lambda actions: actions[0]):
    """Play a game to its end."""
    while lab.game.actions(lab.play.state):
        lab.play.click(choose(lab.game.actions(lab.play.state)))


def taught(*games, kind=QLearner, **options):
    """Return a lab after these games with O, whose moves are given for both."""
    lab = TeachLab(kind(**options, rng=random.Random(1)))
    for moves in games:
        lab.play.begin_from(moves)
        lab.play.begin_from([])
    return lab


def words(lab):
    return re.sub(r"<[^>]*>", "", lab._review.value)


# ---- it learns as in a training


@pytest.mark.parametrize("kind", [QLearner, SarsaLearner])
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("plays", ["X", "O"])
def test_it_learns_as_from_an_opponent_who_makes_these_moves(kind, options, plays):
    lab, chooser = TeachLab(kind(**options, rng=random.Random(5)), plays=plays), random.Random(7)
    for nth in range(4):
        if nth:
            lab.new_game()
        play_on(lab, chooser.choice)
    learner, chooser = kind(**options, rng=random.Random(5)), random.Random(7)
    learner.train(lambda game, state: chooser.choice(game.actions(state)), 4, plays, every=1)
    assert lab.learner.episodes == 4
    assert (lab.learner.q, lab.learner.visits) == (learner.q, learner.visits)
    assert lab.learner.history == learner.history


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
        assert moved == sum(before.q.get(k, learner.start) != learner.q.get(k) for k in learner.q)
        lab.new_game()


# ---- what is told


def test_the_news_of_a_win_travels_back_one_move_a_game():
    lab = taught(O_WINS)
    moved = [[change.moved for change in lab.changes]]
    for _ in range(2):
        lab.same_again()
        moved.append([change.moved for change in lab.changes])
    assert moved == [[False, False, True], [False, True, True], [True, True, True]]


NONE, ALL = "None of the moves before it changed: each", "All of the moves before it changed: each"


@pytest.mark.parametrize(
    ("games", "options", "sentence"),
    [
        (
            [X_WINS],
            {},
            f"Game 1. The loss changed the value of its last move by −0.5, to −0.5. {NONE}",
        ),
        ([X_WINS], {}, "before this game. It can still be beaten as X and as O."),
        ([O_WINS, O_WINS], {}, "1 of the moves before it changed: each learns only from what"),
        ([DRAW], {}, "The draw was just what its last move was expected to bring. None"),
        ([X_WINS], {"start": 1.0}, ALL),
        (
            [X_WINS],
            {"game": Misere()},
            "The win changed the value of its last move by +0.5, to 0.5.",
        ),
        ([O_WINS] * 12, {}, "changed the value of its last move by +0.0002, to 0.9998."),
    ],
)
def test_what_is_told_of_a_game(games, options, sentence):
    assert sentence in words(taught(*games, **options))


def test_the_numbers_below_the_boards_add_up():
    lab = taught(X_WINS)
    lines = [" ".join(line.split()) for line in lab.picture().text.splitlines()[-4:]]
    assert lines[:2] == ["its next turn: 0 the end: −1", "0 0"]
    assert lines[2:] == ["+ 0.5 · (0 − 0) + 0.5 · (−1 − 0)", "= 0 = −0.5"]
    assert "+ 0.5 · (−1 − 0)" in lab._repr_mimebundle_()["text/html"]  # without a kernel, too
    lab = taught(X_WINS, X_WINS, alpha="1/visits", kind=SarsaLearner)
    assert lab.changes[0].target == -0.9
    assert arithmetic(lab.changes[-1]) == "the end: −1\n−1\n+ 0.5 · (−1 − (−1))\n= −1"


# ---- the course of a game


def test_a_game_that_is_left_teaches_nothing():
    learner = QLearner(rng=random.Random(1))
    learner.train(Teacher(), 50, every=0)
    before, lab = copy.deepcopy(learner), TeachLab(learner)
    assert lab._repr_mimebundle_()["text/html"] == lab.play.picture().html
    for leave in (lab.new_game, lab.same_again):  # of which there is none
        lab.play.click(lab.game.actions(lab.play.state)[0])
        leave()
        assert (lab.play.state, lab.play.status) == (".........", "Your turn: you are X.")
    assert (learner.q, learner.visits, learner.episodes) == (before.q, before.visits, 50)
    assert learner.history == before.history


def test_the_last_game_is_taught_again():
    lab = taught(X_WINS, O_WINS)
    lab.play.click(4)
    lab.same_again()
    assert lab.play.status.endswith("It (O) wins.")
    assert (lab.taught, lab.moves) == (3, O_WINS)
    assert words(lab).startswith("Game 3. ")


def test_marks_fall_in_connect_four():
    lab = TeachLab(QLearner(game=ConnectFour(3, 4, 3), rng=random.Random(1)))
    lab.play.click(1)  # the upper row of the second column
    assert lab.play.state[9] == "X"
    assert re.match(r"It \(O\) chose column \d\. Your turn", lab.play.status)
    play_on(lab)
    assert "changed the value of its last move by" in words(lab)


def test_what_makes_no_sense_is_refused_in_words():
    with pytest.raises(ValueError, match=r"TeachLab needs a board, but Nim\(\(3, 4, 5\)\) has no"):
        TeachLab(QLearner(game=Nim()))
    with pytest.raises(ValueError, match=r"A learner is a QLearner.*not 'minimax'"):
        TeachLab("minimax")
    with pytest.raises(ValueError, match="plays is 'X' or 'O', not 'Z'"):
        TeachLab(QLearner(), plays="Z")
