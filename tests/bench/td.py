"""Q-learning beside OpenSpiel's tabular learner: games of self-play, one by one and in lockstep.

All learn alike and equally long: who learns more plays longer games, and so fewer a second.
"""

import random

from open_spiel.python import rl_environment, rl_tools
from open_spiel.python.algorithms.tabular_qlearner import QLearner as OpenSpielLearner

from tests.bench.batch import learn_in_lockstep
from tests.bench.report import Faster, Line, best_times
from ttt import Space, TicTacToe
from ttt.agents import QLearner
from ttt.agents.learners import ALPHA, EPSILON, GAMMA

EPISODES = {"plain": 5_000, "batch": 16 * 8_192, "peer": 5_000}
PLAIN, BATCH = Faster(10), Faster(200)


def plain():
    """Let a new learner play both sides of its games."""
    learner = QLearner(rng=random.Random(1))
    learner.train(learner, EPISODES["plain"], every=0)


def batch(space):
    """Do the same for thousands of games at a time."""
    learn_in_lockstep(space, EPISODES["batch"], games=8_192, seed=1)


def peer():
    """Do the same with two of OpenSpiel's learners in its environment, as its example does."""
    environment = rl_environment.Environment("tic_tac_toe")
    actions = environment.action_spec()["num_actions"]
    alike = ALPHA, rl_tools.ConstantSchedule(EPSILON), GAMMA
    learners = [OpenSpielLearner(player, actions, *alike) for player in range(2)]
    for _ in range(EPISODES["peer"]):
        step = environment.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = environment.step([learners[player].step(step).action])
        for learner in learners:
            learner.step(step)


def episodes(quick):
    """Compare the times of one episode."""
    space = Space(TicTacToe())
    times = best_times(plain, lambda: batch(space), peer, repeats=3 if quick else 5)
    a_plain, a_batch, a_peer = (time / EPISODES[who] for time, who in zip(times, EPISODES))
    rows = ("plain", a_plain, PLAIN), ("in lockstep", a_batch, BATCH)
    for who, time, must_be in rows:
        yield Line(
            f"Q-learning by self-play, {who}",
            f"{1 / time:,.0f} a second",
            f"OpenSpiel {1 / a_peer:,.0f} a second",
            must_be.ratio(time, a_peer),
            str(must_be),
            must_be.holds(time, a_peer),
        )


ROWS = [episodes]
