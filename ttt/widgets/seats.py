"""Who can sit at a board, and asking an agent for a move whatever it may do."""

import random
from contextlib import nullcontext
from itertools import chain, count

from ttt import agents
from ttt.agents import Strategy
from ttt.arena import NoMove, name_of, told
from ttt.game import Action, Game, State
from ttt.limit import TimeLimit, TooLong

HUMAN = "human"
PATIENCE = 10  # seconds after which an agent of one's own is stopped


class Seats:
    """The players one can choose from: a human, the agents of the course, and one's own.

    Each is known by a key, which is also its name.
    """

    def __init__(self, rng: random.Random):
        self.rng = rng
        self._agents: dict[str, Strategy] = {}  # one's own, and those that have been needed

    def keys(self) -> list[str]:
        """Return what to choose from."""
        return list(dict.fromkeys([HUMAN, *agents.names(), *self._agents]))

    def key_of(self, player: str | Strategy) -> str:
        """Return the key of a player, who is added if it is a new agent."""
        if isinstance(player, str):
            if player == agents.NEWEST or player.endswith(".py"):
                return self.key_of(agents.make(player))
            if player not in self.keys():
                raise ValueError(f"There is no {player!r}. There are: {', '.join(self.keys())}.")
            return player
        if not callable(player):
            raise ValueError(f"A player is an agent or the name of one, not {player!r}.")
        name = str(name_of(player))
        for key in chain([name], (f"{name} {number}" for number in count(2))):
            if key not in self.keys():
                self._agents[key] = player
            if self._agents.get(key) is player:
                return key

    def agent(self, key: str) -> Strategy:
        """Return the agent of that key, made when it is first needed."""
        if key not in self._agents:
            self._agents[key] = agents.make(key, rng=self.rng)
        return self._agents[key]

    def move(self, key: str, who: str, game: Game, state: State, smart: float = 1.0) -> Action:
        """Return an agent's answer with probability `smart`, else any move; or raise NoMove."""
        if smart < 1 and self.rng.random() >= smart:
            return self.rng.choice(tuple(game.actions(state)))
        return self.ask(key, who, state, lambda agent: agent(game, state))

    def ask(self, key: str, who: str, state: State, question):
        """Return question(agent), or raise NoMove that says of `who` what went wrong.

        One's own agents are stopped when they take too long.
        """
        own = key not in agents.names()
        try:
            with TimeLimit(PATIENCE) if own else nullcontext():
                return question(self.agent(key))
        except TooLong as error:
            trouble = f"was stopped after {error.seconds:g} seconds without an answer."
        except KeyboardInterrupt:
            trouble = "was interrupted."
        except (Exception, SystemExit) as error:
            ours = isinstance(error, ValueError) and not own  # a sentence, then
            trouble = f"cannot move here: {error}" if ours else f"failed with {told(error)}."
        raise NoMove(f"{who} {trouble}", state)
