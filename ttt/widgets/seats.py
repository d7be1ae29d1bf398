"""Who can sit at a board, and asking an agent for a move whatever it may do."""

import random
from contextlib import nullcontext

from ttt import agents
from ttt.agents import Agent, Smart, Strategy
from ttt.arena import legal, name_of
from ttt.game import Action, Game, State
from ttt.limit import TimeLimit, TooLong

HUMAN = "human"


class Trouble(Exception):
    """An agent did not do what it was asked for; the text says what it did instead."""


def told(error: BaseException) -> str:
    """Return what an error says, without a full stop."""
    return f"{type(error).__name__}: {error}".rstrip(". :")


class Seats:
    """The players one can choose from: a human, the agents of the course, and one's own.

    Each is known by a key, which is also its name.
    """

    def __init__(self, rng: random.Random, patience: float):
        self.rng, self.patience = rng, patience
        self._own: dict[str, Strategy] = {}
        self._made: dict[str, Strategy] = {}

    def keys(self) -> list[str]:
        """Return what to choose from."""
        return [HUMAN, *agents.names(), *self._own]

    def key_of(self, player: str | Strategy) -> str:
        """Return the key of a player, who is added if it is a new agent."""
        if isinstance(player, str):
            if player not in self.keys():
                raise ValueError(f"There is no {player!r}. There are: {', '.join(self.keys())}.")
            return player
        if not callable(player):
            raise ValueError(f"A player is an agent or the name of one, not {player!r}.")
        for key, agent in self._own.items():
            if agent is player:
                return key
        key = self._free_key(str(name_of(player)))
        self._own[key] = player
        return key

    def _free_key(self, name: str) -> str:
        """Return the name, made different from those that are taken."""
        key, count = name, 1
        while key in self.keys():
            count += 1
            key = f"{name} {count}"
        return key

    def agent(self, key: str) -> Strategy:
        """Return the agent of that key, made when it is first needed."""
        if key in self._own:
            return self._own[key]
        if key not in self._made:
            self._made[key] = agents.make(key, rng=self.rng)
        return self._made[key]

    def move(self, key: str, game: Game, state: State, smart: float = 1.0) -> Action:
        """Return a legal move of an agent, or raise Trouble."""
        answer = self.ask(key, lambda agent: self._smartened(agent, smart)(game, state))
        try:
            return legal(answer, game, state, "")
        except ValueError as error:
            raise Trouble(str(error).strip()) from None
        except Exception:  # of an answer that cannot even be shown
            raise Trouble("answered what is no move.") from None

    def ask(self, key: str, question):
        """Return question(agent), or raise Trouble that says what went wrong.

        One's own agents are stopped when they take too long.
        """
        limit = TimeLimit(self.patience) if key in self._own else nullcontext()
        try:
            with limit:
                return question(self.agent(key))
        except TooLong as error:
            words = f"was stopped after {error.seconds:g} seconds without an answer."
            raise Trouble(words) from None
        except KeyboardInterrupt:
            raise Trouble("was interrupted.") from None
        except (Exception, SystemExit) as error:
            if isinstance(error, ValueError) and key not in self._own:  # a sentence of ours
                raise Trouble(f"cannot move here: {error}") from None
            raise Trouble(f"failed with {told(error)}.") from None

    def _smartened(self, agent: Strategy, smart: float) -> Strategy:
        """Return an agent that makes this one's move with probability `smart`, else any move."""
        if smart == 1:
            return agent
        if isinstance(agent, Agent):
            return Smart(agent, smart)

        def mixed(game, state):
            if self.rng.random() < smart:
                return agent(game, state)
            return self.rng.choice(tuple(game.actions(state)))

        return mixed
