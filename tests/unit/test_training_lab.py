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
from ttt.widgets.training_lab import mean_rewards, opinions

WEAK, SAFE = 0.5, 0.0


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


def said(lab):
    return html.unescape(re.sub("<[^>]*>", "", lab._words.value))


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Let a run have five frames, faster than one can watch, and a slice be a few games."""
    monkeypatch.setattr(training_lab, "FRAMES", 5)
    monkeypatch.setattr(TrainingLab.seconds, "default_value", 0.0)
    monkeypatch.setattr(frame, "SLICE", 0.001)
    monkeypatch.setattr(frame, "BREATH", 0.0)


# ---- start, pause, reset


def test_paused_and_gone_on_gives_the_same_learners():
    async def train():
        lab, pauses = TrainingLab(episodes=300, seed=7), []
        while lab.done < lab.goal:
            lab.start()
            for _ in pauses:  # one slice, and more from time to time
                await asyncio.sleep(0)
            lab.pause()
            pauses.append(lab.done)
            await asyncio.sleep(0.02)
            assert (lab.running, lab.done) == (False, pauses[-1])
            for learner in lab.learners.values():
                assert learner.episodes == learner.history.checks[-1].episode == lab.done
        return lab, pauses

    lab, pauses = asyncio.run(train())
    assert len(pauses) > 3  # so others have their turn while it trains
    assert same_as_plain(lab, seed=7)


@pytest.mark.parametrize("error", [KeyboardInterrupt, TypeError])
def test_after_what_stops_the_training_one_can_begin_again(error):
    def fails(*arguments):
        raise error

    lab = TrainingLab(episodes=100)
    lab.learners["sarsa"].update = fails
    with pytest.raises(error):
        lab.start()
    assert not lab.running and lab._main.description != "Pause"
    lab.reset()
    assert said(lab) == "Nothing is learned yet. Press Start for 100 episodes."
    lab.start()
    assert same_as_plain(lab)


# ---- settings


def test_settings_hold_for_the_episodes_to_come():
    lab = TrainingLab(episodes=200)
    lab.epsilon = 0.3
    lab.start()
    lab.alpha, lab.p = 0.25, 0.5
    lab.start()
    learner = QLearner(epsilon=0.3, rng=random.Random(1))
    learner.train(Teacher(0.9), 200, every=0)
    learner.alpha = 0.25
    learner.train(Teacher(0.5), 200, every=0)
    assert knowledge(lab.learners["q-learning"]) == knowledge(learner)
    lab.reset()
    assert (lab.alpha, lab.done) == (0.25, 0)


def test_the_number_of_episodes_can_be_changed_on_the_way():
    lab = TrainingLab(episodes=200)
    lab.start()
    lab.episodes = 400
    assert "After 200 of 400 episodes" in said(lab)
    lab.start()
    lab.episodes = 200  # fewer than there have been
    assert (lab.done, lab.goal) == (400, 400)
    lab.start()
    assert lab.done == 600
    assert same_as_plain(lab)
    lab.episodes = 20_000  # any number, not one of a few
    assert lab.children[1].children[4].value == 20_000
    with pytest.raises(traitlets.TraitError):
        lab.episodes = 0


def test_with_symmetry_afterstates_and_self_play_the_curves_reach_zero():
    lab = TrainingLab(episodes=4_000)
    for switch in lab.children[1].children[-3:]:
        switch.value = True
    assert lab.symmetry and lab.afterstates and lab.self_play and lab.done == 0
    lab.start()
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
        assert [episode for episode, _ in means] == list(range(200, 1_001, 200))
        assert means[0] == (200, pytest.approx(sum(rewards[:200]) / 200))
        assert means[-1] == (1_000, pytest.approx(sum(rewards[-500:]) / 500))
    assert "The best reply to it, exact" in lab._charts[1].value


@pytest.mark.parametrize(
    ("replies", "words"),
    [
        ((WEAK, WEAK), "<i>one</i> can be beaten as X and as O"),
        ((WEAK, SAFE), "<i>one</i> can be beaten as X only"),
        ((SAFE, WEAK), "<i>one</i> can be beaten as O only"),
        ((SAFE, SAFE), "<b>nobody can beat <i>one</i></b>"),
    ],
)
def test_the_verdict(replies, words):
    learner = QLearner()
    learner.history.checks.append(Check(1, 0, 0, 0, 0, *replies))
    assert frame.verdict({"one": learner}) == words


def test_what_they_think_of_a_position():
    lab = TrainingLab(episodes=300)
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
