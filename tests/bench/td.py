"""Q-learning on the plain dictionary, beside OpenSpiel's tabular learner: games of self-play."""

import random

from open_spiel.python import rl_environment
from open_spiel.python.algorithms.tabular_qlearner import QLearner as OpenSpielLearner

from tests.bench.report import Comparison, Faster
from ttt.agents import QLearner

EPISODES = 5_000


def ours():
    """Let a new learner play both sides of so many games; return how many it learned from."""
    learner = QLearner(rng=random.Random(1))
    learner.train(learner, EPISODES, every=0)
    return learner.episodes


def openspiel():
    """Do the same with two of OpenSpiel's learners in its environment, as its example does."""
    environment = rl_environment.Environment("tic_tac_toe")
    actions = environment.action_spec()["num_actions"]
    learners = [OpenSpielLearner(player, actions) for player in range(2)]
    for _ in range(EPISODES):
        step = environment.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = environment.step([learners[player].step(step).action])
        for learner in learners:
            learner.step(step)
    return EPISODES


WORK = f"Q-learning, {EPISODES:,} episodes of self-play"
ROWS = [Comparison(WORK, ours, openspiel, "OpenSpiel", Faster(10), EPISODES, repeats=3)]
