"""The games that a learner is taught by hand, and what it decides in them."""

import copy
from dataclasses import dataclass

from ttt.agents import Learner
from ttt.agents.teaching import Change, learn_from, states_of, teach
from ttt.anygame import outcome
from ttt.game import Action, Actions, State


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


def teach_game(learner: Learner, moves: list[Action], side: str) -> Taught:
    """Have a learner learn from a finished game; it is written down as a training would do.

    Values and visits become those of a training against an opponent who makes these moves.
    """
    twin = _twin(learner)  # goes first: a learner that fails has learned nothing then
    learn_from(twin, moves, side)
    twin.episodes += 1
    again = learn_from(twin, moves, side)
    episode, end = learner.episodes, outcome(learner.game, states_of(learner.game, moves)[-1])
    return Taught(episode, tuple(moves), side, end, teach(learner, moves, side), again)


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
    return Thought(state, values, learner.explore(state))
