"""Teaching a learner a game by hand: it learns from the finished game, and what changed is told."""

from itertools import pairwise
from typing import NamedTuple

from ttt.agents.learners import Learner, SarsaLearner
from ttt.agents.training import check
from ttt.game import SIDE, Action, Game, State
from ttt.space import small_space


class Change(NamedTuple):
    """What one turn did to the value of its move; all numbers are on the mover's side.

    state, action  the move
    before, after  its value
    alpha          the step, as it really was
    target         what the value moved towards
    ended          whether that was the reward of the end, or else what the next turn was worth
    """

    state: State
    action: Action
    before: float
    after: float
    alpha: float
    target: float
    ended: bool

    @property
    def moved(self) -> bool:
        """Whether the value is another one now."""
        return self.after != self.before


def teach(learner: Learner, moves: list[Action], side: str) -> tuple[Change, ...]:
    """Have a learner learn from a finished game, and return what that changed, turn by turn.

    The game is written into its history as a training would do, and checked exactly where
    that is possible.
    """
    game, history, exact = learner.game, learner.history, small_space(learner.game) is not None
    if exact and not history.checks:
        check(learner)
    states = states_of(game, moves)
    reward = game.utility(states[-1]) * SIDE[side]
    turns = [turn for turn in zip(states, moves) if game.player(turn[0]) == side]
    changes = [_learn(learner, *each, reward) for each in pairwise([*turns, (states[-1], None)])]
    history.rewards.append(reward)
    history.sides.append(side)
    learner.episodes += 1
    if exact:
        check(learner)
    return tuple(changes)


def _learn(learner: Learner, turn: tuple, following: tuple, reward: float) -> Change:
    """Have a learner learn from one turn and the one that followed, and return what changed."""
    state, action = following
    ended = action is None
    actions = () if ended else tuple(learner.game.actions(state))
    counted_on = (action,) if isinstance(learner, SarsaLearner) else actions
    target = reward if ended else learner.gamma * max(learner.q[state, a] for a in counted_on)
    before = learner.q[turn]
    alpha = learner.learn(turn, reward if ended else 0, state, actions, action)
    return Change(*turn, before, learner.q[turn], alpha, target, ended)


def states_of(game: Game, moves: list[Action]) -> list[State]:
    """Return the states of a game, from the first to the last."""
    states = [game.initial]
    for move in moves:
        states.append(game.result(states[-1], move))
    return states
