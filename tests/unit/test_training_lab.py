"""The lab of training, driven without a browser."""

import asyncio
import html
import random
import re

import pytest
import traitlets

from ttt.agents.learners import QLearner, SarsaLearner
from ttt.agents.teacher import Teacher
from ttt.agents.training import Check, check
from ttt.widgets import TrainingLab, frame, training_lab
from ttt.widgets.training_lab import mean_rewards, opinions, verdict

WEAK, SAFE = 0.5, 0.0
FRAMES = 10


def plain(kind, episodes, seed=1):
    """Return a learner that was trained in one go."""
    learner = kind(rng=random.Random(seed))
    learner.train(Teacher(0.9), episodes, every=0)
    return learner


def knowledge(learner):
    """Return all that two learners of the same past have in common."""
    history = learner.history
    parts = dict(learner.q), dict(learner.visits), history.rewards, history.sides
    return *parts, learner.rng.getstate()


def same_as_plain(lab, **options):
    return all(
        knowledge(lab.learners[kind.name]) == knowledge(plain(kind, lab.done, **options))
        for kind in (QLearner, SarsaLearner)
    )


async def until(condition):
    """Wait until something holds, and not for ever."""
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0)


def said(lab):
    return html.unescape(re.sub("<[^>]*>", "", lab._words.value))


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Let a run have ten frames, faster than one can watch, and a slice be a few games."""
    monkeypatch.setattr(training_lab, "FRAMES", FRAMES)
    monkeypatch.setattr(frame, "SHORTEST_FRAME", 0.0)
    monkeypatch.setattr(frame, "SLICE", 0.001)
    monkeypatch.setattr(frame, "BREATH", 0.0)


# ---- start, pause, reset


def test_without_a_loop_it_trains_to_the_end():
    lab = TrainingLab(episodes=500, seed=7)
    lab.start()
    assert (lab.running, lab.done, lab.goal) == (False, 500, 500)
    assert same_as_plain(lab, seed=7)
    assert [len(learner.history.checks) for learner in lab.learners.values()] == [FRAMES + 1] * 2


def test_paused_and_gone_on_gives_the_same_learners():
    async def train():
        lab = TrainingLab(episodes=500)
        pauses = []
        while lab.done < lab.goal:
            lab.start()
            goal = lab.done + 1 + 40 * len(pauses)  # one slice, and more from time to time
            await until(lambda goal=goal: not lab.running or lab.done >= goal)
            lab.pause()
            pauses.append(lab.done)
            await asyncio.sleep(0.02)
            assert (lab.running, lab.done) == (False, pauses[-1])
            for learner in lab.learners.values():
                assert learner.episodes == learner.history.checks[-1].episode == lab.done
        return lab, pauses

    lab, pauses = asyncio.run(train())
    assert len(pauses) > 3  # so others have their turn while it trains
    assert same_as_plain(lab)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (KeyboardInterrupt(), "The training was interrupted."),
        (
            TypeError("no <q>."),
            "The training stopped, because it failed with TypeError: no <q>.",
        ),
    ],
)
def test_what_stops_the_training_is_told(error, words):
    def fails(*arguments):
        raise error

    async def train():
        lab = TrainingLab(episodes=100)
        lab.start()
        await until(lambda: lab.done)
        lab.learners["sarsa"].update = fails
        await until(lambda: not lab.running)
        assert said(lab) == f"{words} Press Reset to begin again."
        assert lab._main.description != "Pause"
        lab.reset()
        assert said(lab).startswith("Both learners know nothing yet.")
        lab.start()
        await until(lambda: not lab.running)
        return lab

    assert same_as_plain(asyncio.run(train()))


# ---- settings


def test_settings_hold_for_the_episodes_to_come():
    lab = TrainingLab(episodes=500)
    lab.epsilon = 0.3
    lab.start()
    lab.alpha, lab.p = 0.25, 0.5
    lab.start()
    learner = QLearner(epsilon=0.3, rng=random.Random(1))
    learner.train(Teacher(0.9), 500, every=0)
    learner.alpha = 0.25
    learner.train(Teacher(0.5), 500, every=0)
    assert knowledge(lab.learners["q-learning"]) == knowledge(learner)
    lab.reset()
    assert (lab.alpha, lab.done) == (0.25, 0)


def test_the_number_of_episodes_can_be_changed_on_the_way():
    lab = TrainingLab(episodes=500)
    lab.start()
    lab.episodes = 1_000
    assert "After 500 of 1,000 episodes" in said(lab)
    lab.start()
    lab.episodes = 500  # fewer than there have been
    assert (lab.done, lab.goal) == (1_000, 1_000)
    lab.start()
    assert lab.done == 1_500
    assert same_as_plain(lab)
    lab.episodes = 20_000  # any number, not one of a few
    assert lab.children[1].children[4].value == 20_000
    with pytest.raises(traitlets.TraitError):
        lab.episodes = 0


def test_with_symmetry_afterstates_and_self_play_the_curves_reach_zero():
    lab = TrainingLab(episodes=4_000)
    lab.start()
    switches = lab.children[1].children[-3:]
    for switch in switches:
        switch.value = True
    assert lab.symmetry and lab.afterstates and lab.self_play and lab.done == 0
    assert "let each play against itself in 4,000 games." in said(lab)
    lab.start()
    assert "with itself: X won +1" in lab._charts[0].value
    for learner in lab.learners.values():
        assert any(check.unbeatable for check in learner.history.checks)
        assert set(learner.history.sides) == {"both"}


# ---- curves, words and the position


def test_the_curves_are_those_of_the_checks():
    lab = TrainingLab(episodes=1_000)
    lab.start()
    for learner in lab.learners.values():
        assert learner.history.checks[-1] == check(learner)
        means, rewards = mean_rewards(learner), learner.history.rewards
        assert [episode for episode, _ in means] == list(range(100, 1_001, 100))
        assert means[0] == (100, pytest.approx(sum(rewards[:100]) / 100))
        assert means[-1] == (1_000, pytest.approx(sum(rewards[-500:]) / 500))
    assert "The best reply to it, exact" in lab._charts[1].value


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
    learners = {"q-learning": QLearner(), "sarsa": SarsaLearner()}
    for learner, pair in zip(learners.values(), (replies[:2], replies[2:])):
        learner.history.checks.append(Check(1, 0, 0, 0, 0, *pair))
    assert verdict(learners) == words


def test_what_they_think_of_a_position():
    lab = TrainingLab(episodes=500)
    assert opinions(lab.learners, "." * 9)["sarsa thinks"] == {}
    before = lab.position._frame.value
    lab.start()
    q = lab.learners["sarsa"].q
    assert opinions(lab.learners, "." * 9)["sarsa thinks"] == {c: q["." * 9, c] for c in range(9)}
    assert lab.position._frame.value != before
    for cell in (0, 3, 1, 4):
        lab.position.click(cell)
    truth = opinions(lab.learners, lab.position.state)["true result"]
    assert truth == {2: 1, 5: 0, 6: -1, 7: -1, 8: -1}
    assert "true result" in lab._repr_mimebundle_()["text/html"]
    lab.position.click(2)
    assert lab.position._frame.value == "The game is over: no move is left to be valued."
    assert lab._repr_mimebundle_()["text/plain"].startswith("X X X")  # the board alone
    lab.position.click(8)
    lab.position.click(8)
    assert "cannot occur" in lab.position._frame.value
