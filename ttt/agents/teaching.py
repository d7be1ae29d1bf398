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
    reward         what the game brought when it ended after that move; None if it went on
    gamma          how much the next turn counts
    expected       what was expected of the next turn; None if there was none
    on_policy      whether that is the move made there, or else the best one
    """

    state: State
    action: Action
    before: float
    after: float
    alpha: float
    reward: float | None
    gamma: float
    expected: float | None
    on_policy: bool

    @property
    def target(self) -> float:
        """What the value moved towards."""
        return self.gamma * self.expected if self.reward is None else self.reward

    @property
    def moved(self) -> bool:
        """Whether the value is another one now."""
        return self.after != self.before


def teach(learner: Learner, moves: list[Action], side: str) -> tuple[Change, ...]:
    """Have a learner learn from a finished game, and return what that changed, turn by turn.

    The game is written into its history as a training would do, with all its moves, and
    checked exactly where that is possible.
    """
    moves, game, history = list(moves), learner.game, learner.history
    exact = small_space(game) is not None
    if exact and not history.checks:
        check(learner)
    changes = learn_from(learner, moves, side)
    history.rewards.append(game.utility(states_of(game, moves)[-1]) * SIDE[side])
    history.sides.append(side)
    history.games[learner.episodes] = moves
    learner.episodes += 1
    if exact:
        check(learner)
    return changes


def learn_from(learner: Learner, moves: list[Action], side: str) -> tuple[Change, ...]:
    """Have a learner learn turn by turn from a finished game, and return what that changed."""
    game, q = learner.game, learner.q
    states, on_policy = states_of(game, moves), isinstance(learner, SarsaLearner)
    turns = [turn for turn in zip(states, moves) if game.player(turn[0]) == side]
    changes = []
    for turn, following in pairwise([*turns, None]):
        state, action = following or (states[-1], None)
        actions = tuple(game.actions(state)) if following else ()
        reward = 0 if following else game.utility(state) * SIDE[side]
        counted_on = (action,) if on_policy and following else actions
        expected = max((q[state, each] for each in counted_on), default=None)
        before = q[turn]
        step = learner.learn(turn, reward, state, actions, action)
        ended = None if following else reward
        known = step, ended, learner.gamma, expected, on_policy
        changes.append(Change(*turn, before, q[turn], *known))
    return tuple(changes)


def states_of(game: Game, moves: list[Action]) -> list[State]:
    """Return the states of a game, from the first to the last."""
    states = [game.initial]
    for move in moves:
        states.append(game.result(states[-1], move))
    return states
