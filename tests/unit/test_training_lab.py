"""The lab of training, driven without a browser."""

import asyncio
import html
import itertools
import random
import re
import time
from itertools import pairwise
from types import SimpleNamespace

import pytest

from ttt.agents.learners import QLearner, SarsaLearner
from ttt.agents.teacher import Teacher
from ttt.agents.training import Check, check
from ttt.widgets import TrainingLab, runs, training_lab
from ttt.widgets.position import Position
from ttt.widgets.runs import SLICE, Runs, Settings
from ttt.widgets.training_views import SCORES, verdict

SETTINGS = Settings(alpha=0.5, gamma=0.9, epsilon=0.1, p=0.9)
WEAK, SAFE = 0.5, 0.0
FRAMES = 10


def plain(kind, episodes, seed=1, p=0.9, **rates):
    """Return a learner that was trained in one go."""
    learner = kind(rng=random.Random(seed), **rates)
    learner.train(Teacher(p), episodes, every=0)
    return learner


def knowledge(learner):
    """Return all that two learners of the same past have in common."""
    history = learner.history
    return (
        dict(learner.q),
        dict(learner.visits),
        history.rewards,
        history.sides,
        learner.rng.getstate(),
    )


def same_as_plain(lab, episodes, **options):
    return all(
        knowledge(lab.learners[kind.name]) == knowledge(plain(kind, episodes, **options))
        for kind in (QLearner, SarsaLearner)
    )


async def until(condition):
    """Wait until something holds, and not for ever."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


def said(lab):
    return html.unescape(re.sub("<[^>]*>", "", lab.words()))


@pytest.fixture(autouse=True)
def few_frames(monkeypatch):
    """Let a run have ten frames, since each ends with a check that takes its time."""
    monkeypatch.setattr(runs, "FRAMES", FRAMES)


@pytest.fixture
def quick(monkeypatch):
    """Let frames follow each other faster than one can watch."""
    monkeypatch.setattr(training_lab, "SHORTEST_FRAME", 0.0)


# ---- the learners


def test_without_a_loop_it_trains_to_the_end():
    lab = TrainingLab(episodes=500)
    lab.start()
    assert not lab.running
    assert same_as_plain(lab, 500)
    assert [len(learner.history.checks) for learner in lab.learners.values()] == [FRAMES + 1] * 2


def test_training_in_parts_gives_the_same_learners():
    lab = TrainingLab(episodes=1_000, seed=7, alpha=0.3, gamma=1, epsilon=0.2, p=0.5)
    lab.step()
    assert {learner.episodes for learner in lab.learners.values()} == {100}
    lab.step()
    lab.start()
    assert same_as_plain(lab, 1_000, seed=7, alpha=0.3, gamma=1.0, epsilon=0.2, p=0.5)


def test_paused_and_gone_on_gives_the_same_learners(quick):
    async def train():
        lab = TrainingLab(episodes=500)
        pauses = []
        while not lab.runs.finished:
            lab.start()
            assert lab.running
            goal = lab.runs.done + 1 + 40 * len(pauses)  # one frame, and more from time to time
            while lab.running and lab.runs.done < goal:
                await asyncio.sleep(0)  # once round the loop
            lab.pause()
            assert not lab.running
            pauses.append(lab.runs.done)
            assert {learner.episodes for learner in lab.learners.values()} == {lab.runs.done}
            await asyncio.sleep(0.12)
            assert lab.runs.done == pauses[-1]
        return lab, pauses

    lab, pauses = asyncio.run(train())
    assert len(pauses) > 3
    assert same_as_plain(lab, 500)


@pytest.fixture
def ten_games_a_slice(monkeypatch):
    """Let the clock of the runs go on by the tenth of a slice with every look at it."""
    looks = itertools.count()
    clock = SimpleNamespace(perf_counter=lambda: next(looks) * SLICE / 10)
    monkeypatch.setattr(runs, "time", clock)


def test_others_have_their_turn_while_it_trains(quick, ten_games_a_slice):
    async def train():
        lab = TrainingLab(episodes=1_000)
        lab.start()
        seen = [0]
        while lab.running:
            await asyncio.sleep(0)
            seen.append(sum(learner.episodes for learner in lab.learners.values()))
        return seen

    seen = asyncio.run(train())
    assert seen[-1] == 2_000
    assert max(after - before for before, after in pairwise(seen)) <= 20  # ten of each


def test_work_is_done_in_portions(ten_games_a_slice):
    two = Runs(1, SETTINGS, 1_000)
    portions = sum(1 for _ in two.frame(SETTINGS))
    assert portions == 9 + 9 + 2  # 100 games of each, eleven at a time, then two checks
    assert {learner.episodes for learner in two.learners.values()} == {100}


# ---- start, pause, reset


def test_the_words_of_the_main_button(quick):
    async def train():
        lab = TrainingLab(episodes=100)
        words = [lab._main.description]
        lab.start()
        words.append(lab._main.description)
        await until(lambda: lab.runs.done)
        lab.pause()
        words.append(lab._main.description)
        lab.start()
        await until(lambda: not lab.running)
        words.append(lab._main.description)
        lab.start()
        assert lab.runs.goal == 200
        lab.reset()
        words.append(lab._main.description)
        await asyncio.sleep(0.2)
        assert (lab.runs.done, lab.runs.goal, lab.running) == (0, 100, False)
        return words

    assert asyncio.run(train()) == ["Start", "Pause", "Go on", "Train on", "Start"]


def test_impatience(monkeypatch):
    async def train():
        lab = TrainingLab(episodes=100)
        lab.pause()
        lab.reset()
        monkeypatch.setattr(training_lab, "DOUBLE_CLICK", 60)
        for _ in range(5):
            lab._main.click()  # a start, and clicks too soon after it to mean a pause
            lab.start()
        assert lab.running
        await until(lambda: lab.runs.done)
        assert lab.runs.done == 10  # one training, not five at once
        monkeypatch.setattr(training_lab, "DOUBLE_CLICK", 0)
        lab._main.click()
        assert not lab.running
        lab.pause()
        lab.reset()
        lab.reset()
        lab.start()
        lab.reset()
        lab.start()
        await until(lambda: lab.runs.done)
        lab.pause()
        return lab

    lab = asyncio.run(train())
    assert lab.runs.done in (10, 20)  # a frame, and another one if it was under way
    assert same_as_plain(lab, lab.runs.done)


def test_clicks_may_come_from_another_thread(quick):
    """JupyterLab sends them to a subshell of the kernel, which is a thread of its own."""

    def clicks(lab):
        dice = random.Random(1)
        for _ in range(60):
            dice.choice([lab.start, lab.pause, lab.pause, lab.step, lab._main.click])()
            lab.score = dice.choice(list(SCORES))
            lab.maps.position.click(dice.randrange(9))
            time.sleep(dice.uniform(0, 0.03))
        lab.start()

    async def train():
        lab = TrainingLab(episodes=1_000)
        await asyncio.to_thread(clicks, lab)
        await until(lambda: not lab.running)
        return lab

    lab = asyncio.run(train())
    assert said(lab).startswith("After")
    assert lab.runs.finished
    assert same_as_plain(lab, lab.runs.done)


def test_a_closed_lab_stops(quick):
    async def train():
        lab = TrainingLab(episodes=20_000)
        lab.start()
        await until(lambda: lab.learners["q-learning"].episodes)
        lab.close()
        done = lab.learners["q-learning"].episodes
        await asyncio.sleep(0.3)
        assert lab.learners["q-learning"].episodes == done
        assert not lab.running

    asyncio.run(train())


def test_a_lab_that_nobody_sees_any_more_pauses():
    async def train():
        lab = TrainingLab(episodes=100)
        lab.start()
        lab._view_count = 2
        lab._view_count = 1
        assert lab.running
        lab._view_count = 0
        assert not lab.running
        lab._view_count = 1
        return lab

    lab = asyncio.run(train())
    assert not lab.running
    lab.start()
    assert same_as_plain(lab, 100)


def test_a_failure_is_told_and_stops_the_training(quick):
    async def train():
        lab = TrainingLab(episodes=100)
        lab.start()
        await until(lambda: lab.runs.done)
        lab.learners["sarsa"].q = None
        await until(lambda: not lab.running)
        assert said(lab).startswith("The training failed with TypeError: 'NoneType' object")
        assert said(lab).endswith("Press Reset to begin again.")
        assert "The training failed" in lab._words.value
        lab.start()
        await until(lambda: not lab.running)
        assert "The training failed" in lab._words.value
        lab.reset()
        assert said(lab).startswith("Both learners know nothing yet.")
        return lab

    lab = asyncio.run(train())
    lab.start()
    assert same_as_plain(lab, 100)


def test_an_interrupted_training_goes_on():
    lab = TrainingLab(episodes=100)

    def interrupted(*arguments):
        raise KeyboardInterrupt

    lab.learners["sarsa"].update = interrupted
    lab.start()
    assert said(lab) == "The training was interrupted. Press Reset to begin again."
    assert not lab.running


# ---- settings


def test_settings_hold_for_the_episodes_to_come():
    lab = TrainingLab(episodes=500)
    lab.epsilon = 0.3
    for _ in range(2):
        lab.step()
    lab.alpha, lab.p = 0.25, 0.5
    lab.start()
    assert lab.runs.changes == {
        100: {"α": 0.25, "p": 0.5}
    }  # before the start there is nothing to mark
    learner = plain(QLearner, 100, epsilon=0.3)
    learner.alpha = 0.25
    learner.train(Teacher(0.5), 400, every=0)
    assert knowledge(lab.learners["q-learning"]) == knowledge(learner)
    lab.reset()
    assert lab.runs.changes == {}
    assert (lab.alpha, lab.learners["sarsa"].alpha) == (0.25, 0.25)


def test_the_number_of_episodes_can_be_changed_on_the_way():
    lab = TrainingLab(episodes=500)
    lab.step()
    lab.episodes = 1_000
    assert lab.runs.goal == 1_000
    assert "of 1,000 episodes" in said(lab)
    lab.start()
    lab.episodes = 500  # fewer than there have been
    assert (lab.runs.done, lab.runs.goal) == (1_000, 1_000)
    lab.start()
    assert (lab.runs.done, lab.runs.goal) == (1_500, 1_500)
    assert same_as_plain(lab, 1_500)


def test_wrong_settings_are_refused_in_words():
    for name in ("alpha", "gamma", "epsilon", "p"):
        with pytest.raises(ValueError, match=f"{name} is a number from 0 to 1, not 1.5"):
            TrainingLab(**{name: 1.5})
    with pytest.raises(ValueError, match="epsilon is a number from 0 to 1, not nan"):
        TrainingLab(epsilon=float("nan"))
    for episodes in (0, -1, 2.5, True, "many"):
        with pytest.raises(ValueError, match="episodes is a whole number from 1 on"):
            TrainingLab(episodes=episodes)
    with pytest.raises(ValueError, match="cannot occur"):
        TrainingLab(state="XX.......")
    lab = TrainingLab(episodes=300)  # a number of one's own can be chosen as well
    assert lab.episodes == 300
    with pytest.raises(ValueError, match=r"episodes is one of 100, 300, 500, .*, not 301"):
        lab.episodes = 301
    with pytest.raises(ValueError, match="alpha is a number from 0 to 1"):
        lab.alpha = -0.1
    with pytest.raises(ValueError, match="cannot occur"):
        lab.state = "OOO......"
    assert (lab.episodes, lab.alpha, lab.state) == (300, 0.5, ".........")


# ---- curves and words


def test_the_curves_are_those_of_the_checks():
    lab = TrainingLab(episodes=100)
    lab.start()
    for name, learner in lab.learners.items():
        assert learner.history.checks[-1] == check(learner)
        episodes = [episode for episode, _ in lab.runs.rewards[name]]
        assert episodes == list(range(10, 101, 10))
        mean = sum(learner.history.rewards) / 100
        assert lab.runs.rewards[name][-1] == (100, pytest.approx(mean))
    for score in SCORES:
        lab.score = score
        assert SCORES[score].title in lab._proof.value


def test_the_mean_is_that_of_the_last_500_games():
    lab = TrainingLab(episodes=1_000)
    lab.start()
    rewards = lab.learners["sarsa"].history.rewards
    assert lab.runs.rewards["sarsa"][-1] == (1_000, pytest.approx(sum(rewards[-500:]) / 500))


@pytest.mark.parametrize(
    ("replies", "words"),
    [
        ((WEAK, WEAK, WEAK, WEAK), "both can be beaten as X and as O"),
        ((SAFE, SAFE, SAFE, SAFE), "<b>nobody can beat them</b>"),
        (
            (WEAK, SAFE, SAFE, WEAK),
            "q-learning can be beaten as X only, sarsa can be beaten as O only",
        ),
        (
            (SAFE, SAFE, WEAK, WEAK),
            "<b>nobody can beat q-learning</b>, sarsa can be beaten as X and as O",
        ),
    ],
)
def test_the_verdict(replies, words):
    two = Runs(1, SETTINGS, 100)
    for learner, pair in zip(two.learners.values(), (replies[:2], replies[2:])):
        learner.history.checks.append(Check(1, 0, 0, 0, 0, *pair))
    assert verdict(two) == words


# ---- the position


def test_what_they_think_of_a_position():
    lab = TrainingLab(episodes=500, state="XX.OO....")
    assert lab.maps.opinions()["true result"] == {2: 1, 5: 0, 6: -1, 7: -1, 8: -1}
    assert lab.maps.opinions()["sarsa thinks"] == {}
    lab.state = "........."
    before = lab.maps._maps.value
    lab.start()
    learner = lab.learners["sarsa"]
    assert lab.maps.opinions()["sarsa thinks"] == {
        cell: learner.q[lab.state, cell] for cell in range(9)
    }
    assert lab.maps._maps.value != before
    lab.maps.position.click(4)
    assert lab.state == "....X...."
    assert "O to move" in lab.maps._question.value


def test_a_position_that_is_over_is_told():
    lab = TrainingLab(state="XXXOO....")
    assert "X has won</b>: no move is left" in lab.maps._question.value
    assert "svg" not in lab.maps._maps.value
    lab.maps.position.take_back()
    assert lab.state == "XX.OO...."
    lab.maps.position.clear()
    assert lab.maps._maps.value.count("<svg") == 3
    lab.state = "XOXXOOOXX"
    assert "It is a draw" in lab.maps._question.value
    lab.start()


def test_setting_up(game):
    position = Position(game)
    for cell in (4, 4, 0, 8, 99):
        position.click(cell)
    assert position.state == "O...X...X"
    position.take_back()
    position.take_back()
    assert position.state == "....X...."
    position.take_back()
    position.take_back()
    assert position.state == game.initial
    assert position._back.disabled


@pytest.mark.parametrize("state", ["XXXOO....", "XOXXOOOXX", "XXXXOOXOO", "OOOXX.X..", "X........"])
def test_a_given_position_can_be_taken_back_to_the_start(game, state):
    position = Position(game, state)
    while position.state != game.initial:
        before = position.state
        position.take_back()
        game.check(position.state)
        assert position.state.count(".") == before.count(".") + 1


def test_clicks_after_the_end_change_nothing(game):
    position = Position(game, "XXXOO....")
    position.click(5)
    assert position.state == "XXXOO...."
    assert position.board.next_mark == ""


def test_a_page_without_a_kernel_shows_the_boards():
    first, second = TrainingLab(episodes=100), TrainingLab(episodes=100)
    first.start()
    second.start()
    pictures = [lab._repr_mimebundle_()["image/svg+xml"] for lab in (first, second)]
    assert pictures[0] == pictures[1]
    assert "true result" in pictures[0]
