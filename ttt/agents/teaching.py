"""Teaching a learner a game by hand: it learns from the finished game, and what changed is told."""

from dataclasses import dataclass
from itertools import pairwise
from math import isclose

from ttt.agents.learners import Learner, SarsaLearner
from ttt.agents.training import check
from ttt.game import SIDE, Action, Actions, Game, State
from ttt.space import small_space


@dataclass(frozen=True)
class Change:
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

    @property
    def is_explained(self) -> bool:
        """Whether the value went a step of alpha towards the target; a learner may have its way."""
        step = self.alpha * (self.target - self.before)
        return isclose(self.before + step, self.after, abs_tol=1e-12)


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
    game, (alpha, _) = learner.game, learner.rates()
    states = states_of(game, moves)
    turns = [turn for turn in zip(states, moves) if game.player(turn[0]) == side]
    if not turns:
        return ()
    reward = game.utility(states[-1]) * SIDE[side]
    changes = [
        _learn(learner, turn, 0, state, tuple(game.actions(state)), action, alpha)
        for turn, (state, action) in pairwise(turns)
    ]
    return *changes, _learn(learner, turns[-1], reward, states[-1], (), None, alpha)


def _learn(
    learner: Learner,
    turn: tuple[State, Action],
    reward: float,
    state: State,
    actions: Actions,
    action: Action | None,
    alpha: float | str,
) -> Change:
    """Have a learner learn from one turn, and return what that changed."""
    before, on_policy = learner.q[turn], isinstance(learner, SarsaLearner)
    counted_on = (action,) if on_policy and actions else actions
    expected = max((learner.q[state, each] for each in counted_on), default=None)
    alpha = learner.learn(turn, reward, state, actions, action, alpha)
    ended, after = None if actions else reward, learner.q[turn]
    return Change(*turn, before, after, alpha, ended, learner.gamma, expected, on_policy)


def states_of(game: Game, moves: list[Action]) -> list[State]:
    """Return the states of a game, from the first to the last."""
    states = [game.initial]
    for move in moves:
        states.append(game.result(states[-1], move))
    return states
