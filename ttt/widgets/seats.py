"""Who can sit at a board, and asking an agent for a move whatever it may do."""

import random
from contextlib import nullcontext
from itertools import count

from ttt import agents
from ttt.agents import Strategy
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
        known = [key for key, agent in self._own.items() if agent is player]
        return known[0] if known else self._add(player)

    def _add(self, agent: Strategy) -> str:
        """Return the key of a new agent: its name, with a number if that is taken."""
        name, taken = str(name_of(agent)), self.keys()
        if name in taken:
            name = next(f"{name} {n}" for n in count(2) if f"{name} {n}" not in taken)
        self._own[name] = agent
        return name

    def agent(self, key: str) -> Strategy:
        """Return the agent of that key, made when it is first needed."""
        if key in self._own:
            return self._own[key]
        if key not in self._made:
            self._made[key] = agents.make(key, rng=self.rng)
        return self._made[key]

    def move(self, key: str, game: Game, state: State, smart: float = 1.0) -> Action:
        """Return a legal move of an agent with probability `smart`, else any; or raise Trouble."""
        if smart < 1 and self.rng.random() >= smart:
            return self.rng.choice(tuple(game.actions(state)))
        answer = self.ask(key, lambda agent: agent(game, state))
        try:
            return legal(answer, game, state, "")
        except ValueError as error:
            raise Trouble(str(error).strip()) from None

    def ask(self, key: str, question):
        """Return question(agent), or raise Trouble that says what went wrong.

        One's own agents are stopped when they take too long.
        """
        own = key in self._own
        try:
            with TimeLimit(self.patience) if own else nullcontext():
                return question(self.agent(key))
        except TooLong as error:
            trouble = f"was stopped after {error.seconds:g} seconds without an answer."
        except KeyboardInterrupt:
            trouble = "was interrupted."
        except (Exception, SystemExit) as error:
            ours = isinstance(error, ValueError) and not own  # a sentence, then
            trouble = f"cannot move here: {error}" if ours else f"failed with {told(error)}."
        raise Trouble(trouble)
