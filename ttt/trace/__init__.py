"""Watching a search run: the course's, or the function that a student has just written.

The search is seen from outside, so it needs no counters or hooks. What each
call was given as alpha and beta, what it returned, and which moves it never
looked at, is read off afterwards.
"""

import inspect
import sys
from collections.abc import Callable
from contextlib import nullcontext
from math import inf

from ttt.game import State, TicTacToe
from ttt.limit import TimeLimit, TooLong
from ttt.trace.read import Reader
from ttt.trace.record import WINDOWS, Recorder
from ttt.trace.steps import Step, Trace

__all__ = ["Step", "Trace", "count", "watch"]

MOST_NODES = 20_000
SECONDS = 20.0


def watch(
    search: Callable,
    game: TicTacToe,
    state: State,
    most: int = MOST_NODES,
    seconds: float | None = SECONDS,
) -> Trace:
    """Return what `search` did when it was run on `state`, whatever became of it.

    It is called as search(game, state), or with its arguments in the order of
    their names; alpha and beta, depth and the like are filled in. Beyond
    `most` boards it is only counted, and after some seconds it is stopped.
    """
    arguments = _arguments(search, game, state)
    recorder = Recorder(game, state, most)
    error = returned = None
    before = sys.getprofile()
    try:
        with TimeLimit(seconds) if seconds else nullcontext():
            sys.setprofile(recorder)
            returned = search(*arguments)
    except (Exception, SystemExit, TooLong, KeyboardInterrupt) as problem:
        error = problem
    finally:
        sys.setprofile(before)
    recorder.finish(returned)
    return Reader(recorder, search, error, seconds).trace()


def count(search: Callable, game: TicTacToe, state: State) -> int:
    """Return how many boards `search` enters when it is run on `state`."""
    trace = watch(search, game, state, most=1, seconds=None)
    if trace.error:
        raise trace.error
    return trace.entered


# ---- how a search is called


def _arguments(search: Callable, game: TicTacToe, state: State) -> list:
    """Return what to call `search` with: game and state, or what its parameters are named for."""
    if not callable(search):
        raise ValueError(f"A search is a function of game and state, not {search!r}.")
    try:
        parameters = inspect.signature(search).parameters.values()
    except (TypeError, ValueError):  # some callables do not tell
        return [game, state]
    wanted = [p for p in parameters if p.default is p.empty and p.kind < p.VAR_POSITIONAL]
    known = _by_name(game, state)
    if wanted and all(p.name.lower() in known for p in wanted):
        return [known[p.name.lower()] for p in wanted]
    if len(wanted) in (0, 2):
        return [game, state]
    names = ", ".join(p.name for p in wanted)
    raise ValueError(
        f"watch calls a search with the game and a state, but this one wants ({names}). "
        f"Hand in a function of these two, such as lambda game, state: my_search(…)."
    )


def _by_name(game: TicTacToe, state: State) -> dict[str, object]:
    """Return what a parameter of each usual name is given at the first call."""
    is_x = game.player(state) == "X"
    meanings = {
        ("game", "g"): game,
        ("state", "s", "board", "node", "position"): state,
        ("depth", "d", "remaining"): len(game.actions(state)),
        ("maximizing", "maximising", "maximize", "is_max", "maximizing_player", "is_x"): is_x,
        ("sign", "color", "colour"): 1 if is_x else -1,
        ("player", "turn", "mark"): game.player(state),
        tuple(alpha for alpha, _ in WINDOWS): -inf,
        tuple(beta for _, beta in WINDOWS): inf,
    }
    return {name: meaning for names, meaning in meanings.items() for name in names}
