"""Training a learner: games against an opponent or itself, and the exact proof of learning."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from ttt.agents.agent import Agent, Strategy
from ttt.algorithms.td import epsilon_greedy
from ttt.game import SIDE
from ttt.grid import whole
from ttt.space import Space, small_space, space_of

BOTH = "both"
SIDES = {"X": "X", "O": "O", BOTH: "XO"}  # what a learner plays, and whose turns are its own
CHECKS = 20  # how often a training is checked, unless told otherwise

LABELS = {
    "x_against_random": "exact expected result as X against random",
    "o_against_random": "exact expected result as O against random",
    "x_against_optimal": "exact expected result as X against optimal",
    "o_against_optimal": "exact expected result as O against optimal",
    "reply_to_x": "exact expected result of the best reply to it as X",
    "reply_to_o": "exact expected result of the best reply to it as O",
}


class Check(NamedTuple):
    """What the greedy policy was worth after so many episodes, as LABELS says: not sampled.

    The first four are on the learner's side, in tic-tac-toe win 1, draw 0, loss -1; the
    optimal opponent picks at random among the moves of the best minimax value. The last
    two are on the replier's side: with both at 0 nobody can beat it.
    """

    episode: int
    x_against_random: float
    o_against_random: float
    x_against_optimal: float
    o_against_optimal: float
    reply_to_x: float
    reply_to_o: float

    @property
    def reply(self) -> float:
        """What the best reply scores, to it as X or as O, whichever is higher."""
        return max(self.reply_to_x, self.reply_to_o)

    @property
    def unbeatable(self) -> bool:
        """Whether no opponent can expect more than a draw's worth, against X and against O."""
        return self.reply < 1e-9


@dataclass
class History:
    """How a training went.

    rewards  what the end of each episode was worth, while it was exploring: the learner's
             side; in self-play X's side
    sides    which side the learner played in each: "X", "O", or "both" in self-play
    checks   a `Check` now and then
    """

    rewards: list[float] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)

    @property
    def cumulative(self) -> list[float]:
        """The sum of the rewards up to each episode."""
        return list(accumulate(self.rewards))


# ---- games


def train(
    learner,
    opponent: Strategy,
    episodes: int,
    plays: str = BOTH,
    every: int | None = None,
) -> History:
    """Let the learner learn from so many games more, and return its history, old and new.

    opponent  an agent, which draws from the learner's rng; or the learner itself, which then
              plays both sides of every game: self-play
    plays     what the learner plays: "X", "O", or "both" in turns
    every     how many episodes there are between two exact checks, 0 for none; by default about
              twenty checks are made, where a game is small enough
    """
    if not callable(opponent):
        raise ValueError(f"An opponent is an agent or the learner itself, not {opponent!r}.")
    if plays not in SIDES:
        raise ValueError(f"plays is 'X', 'O' or 'both', not {plays!r}.")
    if opponent is learner and plays != BOTH:
        raise ValueError(f"In self-play a learner plays both sides, not {plays!r}.")
    for name, number in ("episodes", episodes), ("every", every or 0):
        if whole(number) is None or number < 0:
            raise ValueError(f"{name} is a whole number from 0 on, not {number!r}.")
    if every is None:
        every = max(1, episodes // CHECKS) if small_space(learner.game) else 0
    if every and not learner.history.checks:
        check(learner)
    games = one_by_one(learner, opponent, plays)
    for _ in range(episodes):
        next(games)
        if every and learner.episodes % every == 0:
            check(learner)
    if every:
        check(learner)
    return learner.history


def one_by_one(learner, opponent: Strategy, plays: str = BOTH) -> Iterator[float]:
    """Yield the reward of one game after another, without end; the learner learns from each.

    What the arguments mean, and whose side the reward is on, stands in `train` and `History`.
    """
    history = learner.history
    sides = (BOTH,) if opponent is learner else SIDES[plays]
    if isinstance(opponent, Agent) and opponent is not learner:
        opponent = opponent.with_rng(learner.rng)
    while True:
        side = sides[learner.episodes % len(sides)]
        reward = play_episode(learner, opponent, side)
        history.rewards.append(reward)
        history.sides.append(side)
        learner.episodes += 1
        yield reward


def play_episode(learner, opponent: Strategy, side: str) -> float:
    """Return the reward of one game, the learner's side, X's if it plays both; it learns from it.

    A turn is learned from when the next one has come, or the game is over.
    """
    game, q, rng, state = learner.game, learner.q, learner.rng, learner.game.initial
    learn, epsilon = learner.learn, learner.epsilon
    turns, positions = dict.fromkeys(SIDES[side]), learner.positions
    mark, actions, after = positions[state]
    while mark:
        if mark in turns:
            action = epsilon_greedy(q, state, actions, epsilon, rng)
            turn = turns[mark]
            if turn:
                learn(turn, 0, state, actions, action)
            turns[mark] = state, action
        else:
            action = opponent(game, state)
        if action not in after:
            after[action] = game.result(state, action)
        state = after[action]
        mark, actions, after = positions[state]
    utility = game.utility(state)
    for mark, turn in turns.items():
        if turn:  # there may have been none
            learn(turn, utility * SIDE[mark], state, (), None)
    return -utility if side == "O" else utility


# ---- the exact proof


def check(learner) -> Check:
    """Return what the greedy policy is worth now, exactly; write it down, once an episode."""
    checks = learner.history.checks
    if not checks or checks[-1].episode != learner.episodes:
        space = space_of(learner.game)
        scores = exact_scores(space, greedy_policy(learner.q, space))
        checks.append(Check(learner.episodes, *scores))
    return checks[-1]


def exact_scores(space: Space, policy: np.ndarray) -> Iterable[float]:
    """Yield the six numbers of a `Check` for a policy."""
    for choices in space.legal, space.best:
        opponent = space.uniform(choices)
        yield float(space.mean(policy, opponent)[0])
        yield 0.0 - float(space.mean(opponent, policy)[0])
    for plays in "XO":
        yield float(space.best_reply(policy, plays).scores[0])


def greedy_policy(q, space: Space) -> np.ndarray:
    """Return the policy of a table as an array: equal chances for the moves of highest value."""
    values = np.where(space.legal, 0.0, -np.inf)
    values[space.legal] = [q[pair] for pair in _moves(space)]
    return space.uniform(space.legal & (values == values.max(axis=1, keepdims=True)))


_moves = lru_cache(maxsize=4)(Space.moves)  # a training asks for them again and again
