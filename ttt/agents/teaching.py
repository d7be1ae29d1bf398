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
    turns = turns_of(game, moves, side)
    changes = [_learn(learner, *turn) for turn in turns]
    history.rewards.append(turns[-1][2])
    history.sides.append(side)
    learner.episodes += 1
    if exact:
        check(learner)
    return tuple(changes)


def _learn(learner: Learner, s, a, r, s2, a2) -> Change:
    """Have a learner learn from one turn, and return what changed."""
    ended = a2 is None
    actions = () if ended else tuple(learner.game.actions(s2))
    counted_on = (a2,) if isinstance(learner, SarsaLearner) else actions
    target = r if ended else learner.gamma * max(learner.q[s2, action] for action in counted_on)
    before = learner.q[s, a]
    alpha = learner.learn((s, a), r, s2, actions, a2)
    return Change(s, a, before, learner.q[s, a], alpha, target, ended)


def turns_of(game: Game, moves: list[Action], side: str) -> list[tuple]:
    """Return (s, a, r, s2, a2) for each turn of a side in a finished game; at its end a2 is None.

    s2 is the state at its next turn, and r the reward, its own side's.
    """
    states = states_of(game, moves)
    turns = [turn for turn in zip(states, moves) if game.player(turn[0]) == side]
    reward = game.utility(states[-1]) * SIDE[side]
    following = pairwise([*turns, (states[-1], None)])
    return [(s, a, reward if a2 is None else 0, s2, a2) for (s, a), (s2, a2) in following]


def states_of(game: Game, moves: list[Action]) -> list[State]:
    """Return the states of a game, from the first to the last."""
    states = [game.initial]
    for move in moves:
        states.append(game.result(states[-1], move))
    return states
