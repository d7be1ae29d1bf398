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

from ttt.game import Game, State
from ttt.limit import TimeLimit, TooLong
from ttt.trace.read import Step, Trace
from ttt.trace.record import WINDOWS, Recorder

MOST_NODES = 20_000
SECONDS = 20.0


def watch(
    search: Callable,
    game: Game,
    state: State,
    most: int = MOST_NODES,
    seconds: float | None = SECONDS,
    lines: int = 0,
) -> Trace:
    """Return what `search` did when it was run on `state`, whatever became of it.

    It is called as search(game, state), with an open window if it wants alpha and beta too, or
    as search(state). Beyond `most` boards it is only counted, and after some seconds of work it
    is stopped. With `lines` so many lines of its own code are kept, with the variables at that
    time.
    """
    arguments, error, returned = _arguments(search, game, state), None, None
    recorder, before = Recorder(search, game, state, most, lines), sys.gettrace()
    try:
        with TimeLimit(seconds) if seconds else nullcontext():
            recorder.begin()
            returned = search(*arguments)
    except (Exception, SystemExit, KeyboardInterrupt, TooLong) as problem:
        error = problem
    finally:
        sys.settrace(before)
    recorder.finish(returned)
    return Trace(recorder, error)


def count(search: Callable, game: Game, state: State) -> int:
    """Return how many boards `search` enters when it is run on `state`."""
    trace = watch(search, game, state, most=1, seconds=None)
    if trace.error:
        raise trace.error
    return trace.entered


def _arguments(search: Callable, game: Game, state: State) -> tuple:
    """Return what to call a search with: game, state and, where it is wanted, an open window."""
    if not callable(search):
        raise ValueError(f"A search is a function of game and state, not {search!r}.")
    try:
        parameters = inspect.signature(search).parameters.values()
    except (TypeError, ValueError):  # some callables do not tell
        return game, state
    wanted = [p.name for p in parameters if p.default is p.empty and p.kind < p.VAR_POSITIONAL]
    if len(wanted) < 3:
        return (state,) if len(wanted) == 1 else (game, state)
    if len(wanted) == 4 and tuple(wanted[2:]) in WINDOWS:
        return game, state, -inf, inf
    raise ValueError(
        f"watch calls a search with the game and a state, but this one wants "
        f"({', '.join(wanted)}). "
        f"Hand in a function of these two, such as lambda game, state: my_search(…)."
    )
