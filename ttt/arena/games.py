"""Agents at a board: who they are, a game between two of them, and what is no move."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import NamedTuple

from ttt import agents
from ttt.agents import Strategy
from ttt.anygame import as_game, name_of_game, outcome
from ttt.game import Action, Game, State

LONGEST_GAME = 100_000  # moves


def as_agent(agent: str | Strategy) -> Strategy:
    """Return the agent itself, or the registered one of that name."""
    if isinstance(agent, str):
        return agents.make(agent)
    if not callable(agent):
        raise ValueError(f"An agent is a function of game and state, or a name, not {agent!r}.")
    return agent


def name_of(agent: Strategy) -> str:
    """Return what to call an agent: its name, or that of the function."""
    return getattr(agent, "name", None) or getattr(agent, "__name__", type(agent).__name__)


class NoMove(ValueError):
    """What an agent did in a `state` in place of a move, in words."""

    def __init__(self, words: str, state: State):
        super().__init__(words)
        self.state = state


class Played(NamedTuple):
    """A game that was played: its states, its moves, who won, and its utility, X's side."""

    states: tuple[State, ...]
    moves: tuple[Action, ...]
    outcome: str
    utility: float


def play(x: Strategy | str, o: Strategy | str, game: Game | None = None) -> Played:
    """Return a game between two agents, X's and O's."""
    game, players = as_game(game), {"X": as_agent(x), "O": as_agent(o)}
    states, moves = [game.initial], []
    while not game.terminal(states[-1]):
        if len(moves) == LONGEST_GAME:
            name = name_of_game(game)
            raise ValueError(f"{name} goes on after {LONGEST_GAME:,} moves: for ever?")
        moves.append(move(players[game.player(states[-1])], game, states[-1]))
        states.append(game.result(states[-1], moves[-1]))
    end = states[-1]
    return Played(tuple(states), tuple(moves), outcome(game, end), game.utility(end))


def move(agent: Strategy, game: Game, state: State) -> Action:
    """Return the agent's move, or raise NoMove that says what is wrong with it."""
    return legal(agent(game, state), game, state, name_of(agent))


def legal(answer, game: Game, state: State, who: str) -> Action:
    """Return an answer as the game lists it among its actions, or raise NoMove in words."""
    actions = tuple(game.actions(state))
    try:
        if not isinstance(answer, bool) and answer in actions:
            return actions[actions.index(answer)]  # so that 4.0 or a number of NumPy becomes 4
    except (TypeError, ValueError):  # what cannot even be compared
        pass
    why = f"the moves are {', '.join(map(repr, actions))}."
    try:
        game.result(state, answer)
    except ValueError as error:
        why = str(error)
    except Exception:  # a game of one's own may say anything
        pass
    raise NoMove(f"{who} answered {answer!r} in {state!r}: {why}", state)


def told(error: BaseException) -> str:
    """Return what an error says, without a full stop."""
    return f"{type(error).__name__}: {error}".rstrip(". :")


def spread(tasks: Iterable[tuple], executor=None) -> Iterator:
    """Yield what comes of each task (a function, its arguments), one after the other.

    An executor is one of concurrent.futures, or has get_executor(), as a Dask client has.
    """
    if executor is None:
        yield from (function(*arguments) for function, *arguments in tasks)
        return
    if hasattr(executor, "get_executor"):
        executor = executor.get_executor()
    for waiting in [executor.submit(*task) for task in tasks]:
        yield waiting.result()


@contextmanager
def workers(where: str = "processes"):
    """Yield an executor: of "processes", of "dask" on this machine, or of a cluster's address.

    Where there is none, a sentence says what is missing, and None is yielded: one task at a time.
    """
    if sys.platform == "emscripten":
        print("A browser has no processes, so one task is done after the other.")
        yield None
    elif where == "processes":
        from concurrent.futures import ProcessPoolExecutor  # not above: a browser has none of it
        from multiprocessing import get_context

        with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:  # alike everywhere
            yield pool
    elif find_spec("distributed") is None:
        print("Dask is not installed, so one task is done after the other.")
        print("To install it: .venv/bin/pip install -e '.[cluster]'")
        yield None
    else:
        from distributed import Client

        local = {"threads_per_worker": 1, "dashboard_address": None}
        with Client(**local) if where == "dask" else Client(where) as client:
            yield client
