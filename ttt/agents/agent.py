"""What the agents of the course have in common."""

import copy
import random
from collections.abc import Callable, Iterable
from os import PathLike

import numpy as np

from ttt.anygame import name_of_game, same_game
from ttt.game import Action, Game, State
from ttt.space import Space

Policy = dict[Action, float]
Strategy = Callable[[Game, State], Action]


class Agent:
    """A player: agent(game, state) returns a move, drawn from agent.policy(game, state).

    `rng` is a random.Random: hand in one with a seed to get the same moves again.
    `note` is what must be known to read results that are computed from its policy.
    `is_settled` says that this policy depends neither on dice nor on the clock.
    """

    name = "agent"
    note = ""
    is_settled = False

    def __init__(self, rng: random.Random | None = None):
        self.rng = rng or random.Random()

    def policy(self, game: Game, state: State) -> Policy:
        """Return the probability of each move that the agent might make."""
        raise NotImplementedError

    def tabulated(self, space: Space) -> np.ndarray | None:
        """Return the policy in all states of a space, as an array [states, moves].

        None, if the agent has no quicker way than to be asked state by state.
        """
        return None

    def with_rng(self, rng: random.Random) -> "Agent":
        """Return the same agent with other random numbers."""
        other = copy.copy(self)
        other.rng = rng
        return other

    def __call__(self, game: Game, state: State) -> Action:
        """Return a move for the player whose turn it is."""
        policy = self.policy(game, state)
        if not policy:
            raise ValueError(f"The game is over in {state!r}: {self.name} has no move to make.")
        return self.rng.choices(list(policy), weights=list(policy.values()))[0]

    def __repr__(self):
        return f"<agent {self.name}>"


class Trained(Agent):
    """An agent that has learned one game: it makes the moves of the best of its scores."""

    is_settled = True

    def insist_on_own(self, game: Game) -> None:
        """Raise a ValueError in words unless this is the game that it has learned."""
        if not same_game(game, self.game):
            learned, other = name_of_game(self.game), name_of_game(game)
            words = f"{self.name} has learned {learned}, and plays no other game: not {other}."
            raise ValueError(words)

    def policy(self, game: Game, state: State) -> Policy:
        """Return equal probabilities for the moves of the best score to the player to move."""
        return best(self.scores(game, state), game, state)

    def save(self, file: str | PathLike, overwrite: bool = False) -> None:
        """Save all it has learned; `ttt.agents.load(file)` brings it back."""
        from ttt.agents.saved import save  # not above: it knows all these agents

        save(self, file, overwrite)


class Smart(Agent):
    """An agent that makes another one's move with probability `smart`, else any move at random."""

    def __init__(self, agent: Agent, smart: float, rng: random.Random | None = None):
        super().__init__(rng or agent.rng)
        self.agent, self.smart = agent, share("smart", smart)
        self.name, self.note = f"{agent.name} ({smart:.0%} smart)", agent.note
        self.is_settled = agent.is_settled

    def policy(self, game: Game, state: State) -> Policy:
        """Return the mixture of the agent's own policy and the uniform one."""
        return mixture(self.smart, self.agent.policy(game, state), game, state)

    def with_rng(self, rng: random.Random) -> "Smart":
        """Return the same with other random numbers, for the agent inside as well."""
        return Smart(self.agent.with_rng(rng), self.smart, rng)

    def tabulated(self, space: Space) -> np.ndarray | None:
        """Return the same mixture for all states of a space, if the agent has them at once."""
        own = self.agent.tabulated(space)
        return None if own is None else self.smart * own + (1 - self.smart) * space.uniform()


def uniform(actions: Iterable[Action]) -> Policy:
    """Return the policy that makes each of the moves with the same probability."""
    actions = dict.fromkeys(actions)
    return dict.fromkeys(actions, 1 / max(len(actions), 1))


def best(scores: dict[Action, float], game: Game, state: State) -> Policy:
    """Return equal probabilities for the moves of the best score, X's side, to who is to move."""
    if not scores:
        return {}
    highest = (max if game.player(state) == "X" else min)(scores.values())
    return uniform(action for action, score in scores.items() if score == highest)


def mixture(weight: float, policy: Policy, game: Game, state: State) -> Policy:
    """Return the policy that follows another one so often, and else makes any move."""
    return {
        action: weight * policy.get(action, 0) + (1 - weight) * chance
        for action, chance in uniform(game.actions(state)).items()
    }


def share(name: str, number: float) -> float:
    """Return a number from 0 to 1, or raise a ValueError if it is none."""
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= 1:
        raise ValueError(f"{name} is a number from 0 to 1, not {number!r}.")
    return number


def time_limit(seconds: float | None) -> float | None:
    """Return the seconds for a move, None for no limit, or raise a ValueError if they are none."""
    if seconds is not None and not (isinstance(seconds, int | float) and seconds > 0):
        raise ValueError(f"seconds must be a number above 0, or None, not {seconds!r}.")
    return seconds
