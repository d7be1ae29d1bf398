"""Teaching a learner a game by hand, and noting which values that changes and why."""

import copy
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import isclose

from ttt.agents import Learner, SarsaLearner
from ttt.agents.learners import ONE_OVER_VISITS, one_over
from ttt.agents.training import check
from ttt.anygame import outcome
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
    reward: int | None
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


@dataclass(frozen=True)
class Taught:
    """A game that a learner was taught.

    episode  its number among all games the learner has learned from, counted from 0
    moves    of both players
    side     what the learner played
    outcome  "X", "O" or "draw"
    changes  one for each turn of the learner, in order; None if they were not kept
    again    the changes that the same moves would make if they came again at once
    """

    episode: int
    moves: Actions
    side: str
    outcome: str
    changes: tuple[Change, ...] | None = None
    again: tuple[Change, ...] = ()


def teach(learner: Learner, moves: list[Action], side: str) -> Taught:
    """Have a learner learn from a finished game; it is written down as a training would do.

    Values and visits become those of a training against an opponent who makes these moves.
    """
    moves = list(moves)
    twin = _twin(learner)  # goes first: a learner that fails has learned nothing then
    learn_from(twin, moves, side)
    twin.episodes += 1
    again = learn_from(twin, moves, side)
    exact = small_space(learner.game) is not None
    if exact and not learner.history.checks:
        check(learner)
    changes = learn_from(learner, moves, side)
    end, episode = states_of(learner.game, moves)[-1], learner.episodes
    learner.history.rewards.append(learner.game.utility(end) * SIDE[side])
    learner.history.sides.append(side)
    learner.history.games[episode] = moves
    learner.episodes += 1
    if exact:
        check(learner)
    return Taught(episode, tuple(moves), side, outcome(learner.game, end), changes, again)


def taught_before(learner: Learner) -> list[Taught]:
    """Return the games that a learner was taught by hand up to now, without their changes."""
    game, history = learner.game, learner.history
    return [
        Taught(
            episode,
            tuple(moves),
            history.sides[episode],
            outcome(game, states_of(game, moves)[-1]),
        )
        for episode, moves in sorted(history.games.items())
    ]


def learn_from(learner: Learner, moves: list[Action], side: str) -> tuple[Change, ...]:
    """Have a learner learn turn by turn from a finished game, and return what that changed."""
    game, (alpha, _) = learner.game, learner.rates()
    states = states_of(game, moves)
    turns = [turn for turn in zip(states, moves) if game.player(turn[0]) == side]
    if not turns:
        return ()
    reward = game.utility(states[-1]) * SIDE[side]
    changes = [
        _learn(learner, turn, 0, state, game.actions(state), action, alpha)
        for turn, (state, action) in pairwise(turns)
    ]
    return *changes, _learn(learner, turns[-1], reward, states[-1], (), None, alpha)


def _learn(
    learner: Learner,
    turn: tuple[State, Action],
    reward: int,
    state: State,
    actions: Actions,
    action: Action | None,
    alpha: float | str,
) -> Change:
    """Have a learner learn from one turn, and return what that changed."""
    before, on_policy = learner.q[turn], isinstance(learner, SarsaLearner)
    counted_on = (action,) if on_policy and actions else actions
    expected = max((learner.q[state, each] for each in counted_on), default=None)
    learner.learn(*turn, reward, state, actions, action, alpha)
    if alpha == ONE_OVER_VISITS:
        alpha = one_over(learner.visits[turn])
    ended = None if actions else reward
    after = learner.q[turn]
    return Change(*turn, before, after, alpha, ended, learner.gamma, expected, on_policy)


def _twin(learner: Learner) -> Learner:
    """Return a learner with the same values that can learn without the other noticing."""
    twin = copy.copy(learner)
    twin.q, twin.visits = copy.copy(learner.q), copy.copy(learner.visits)
    return twin


@dataclass(frozen=True)
class Thought:
    """A decision of the learner: the board, what its moves were worth to it, and its choice."""

    state: State
    values: dict[Action, float]
    choice: Action

    @property
    def best(self) -> list[Action]:
        """The moves of the highest value."""
        highest = max(self.values.values())
        return [action for action, value in self.values.items() if value == highest]


def decide(learner: Learner, state: State) -> Thought:
    """Return what a learner decides to do while it explores; it learns nothing from that.

    A seat learns from the turn before, and a new one has had none. That the learner learns
    from the whole game at its end comes to the same: no board comes twice in a game.
    """
    actions = learner.game.actions(state)
    values = {action: learner.q[state, action] for action in actions}
    return Thought(state, values, learner.seat().move(state, actions))


def states_of(game: Game, moves: list[Action]) -> list[State]:
    """Return the boards of a game, from the empty one to the last."""
    return list(accumulate(moves, game.result, initial=game.initial))
