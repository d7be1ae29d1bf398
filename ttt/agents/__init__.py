"""The register of the agents: agents.make("one-step") makes one, agents.names() lists them.

agents.load(file) brings back one that was trained and saved.
"""

from functools import partial
from pathlib import Path

from ttt.agents.agent import Agent, Policy, Smart, Strategy, uniform
from ttt.agents.alphazero import AlphaZero
from ttt.agents.learners import Learner, QLearner, SarsaLearner
from ttt.agents.mcts import MCTS
from ttt.agents.minimax import Minimax
from ttt.agents.networks import PredictPosition, PredictWin
from ttt.agents.own import NEWEST, find
from ttt.agents.rules import RULE_ORDERS, RuleAgent
from ttt.agents.saved import load
from ttt.agents.search import AlphaBeta
from ttt.agents.summed import Summed
from ttt.agents.teacher import Teacher

_MAKERS = {name: partial(RuleAgent, *rules, name=name) for name, rules in RULE_ORDERS.items()}
_MAKERS |= {agent.name: agent for agent in (Minimax, AlphaBeta, Summed, MCTS, Teacher)}
# Made by `ttt train q --episodes 100000 --seed 1 --out q-learning.npz`, and sarsa alike,
# and `ttt train position --seed 1 --out predict-position.npz`, and predict-win alike,
# and `ttt train alphazero --seed 1 --out alphazero.npz`.
_MAKERS |= {
    agent.name: partial(load, Path(__file__).with_name(f"{agent.name}.npz"))
    for agent in (QLearner, SarsaLearner, PredictPosition, PredictWin)
}
_MAKERS[AlphaZero.name] = lambda **options: AlphaZero(
    load(Path(__file__).with_name("alphazero.npz")).mind, **options
)


def names() -> tuple[str, ...]:
    """Return the names of all agents, the simplest first."""
    return tuple(_MAKERS)


def make(name: str, smart: float = 1.0, **options) -> Agent:
    """Return a new agent of that name; every agent takes rng=, a random.Random.

    With smart=0.8 it makes its own move four times out of five, else a random one. The name may
    also be the file of a player, such as "my/players/03.py", or "mine" for your latest one.
    """
    name = {"centre": "center"}.get(name, name)  # both spellings will do
    if name == NEWEST or name.endswith(".py"):
        if smart != 1:
            raise ValueError(f"smart= is for the agents of the course, not for {name}.")
        return find(name)
    if name not in _MAKERS:
        raise ValueError(f"There is no agent {name!r}. There are: {', '.join(names())}.")
    agent = _MAKERS[name](**options)
    return agent if smart == 1 else Smart(agent, smart)
