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

from ttt.game import EMPTY, SIDE, Game, InARow, State
from ttt.limit import TimeLimit, TooLong
from ttt.trace.read import Step, Trace
from ttt.trace.record import Recorder

MOST_NODES = 20_000
SECONDS = 20.0
DEEP = 1_000  # moves, more than a search can look ahead


def watch(
    search: Callable,
    game: Game,
    state: State,
    most: int = MOST_NODES,
    seconds: float | None = SECONDS,
    lines: int = 0,
) -> Trace:
    """Return what `search` did when it was run on `state`, whatever became of it.

    It is called as search(game, state), or with its arguments in the order of their names:
    alpha and beta, depth and player (1 for X, -1 for O) are filled in. Beyond `most` boards it is
    only counted, and after some seconds of work it is stopped. With `lines` so many lines of its
    own code are kept, with the variables at that time.
    """
    arguments = _arguments(search, game, state)
    recorder = Recorder(search, game, state, most, lines)
    error = returned = None
    before = sys.gettrace()
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
    """Return what to call `search` with: game and state, or what its parameters are named for."""
    parameters = inspect.signature(search).parameters.values()
    wanted = [p.name for p in parameters if p.default is p.empty and p.kind < p.VAR_POSITIONAL]
    known = {
        "game": game,
        "state": state,
        "depth": state.count(EMPTY) if isinstance(game, InARow) else DEEP,
        "player": 1 if game.terminal(state) else SIDE[game.player(state)],
        "alpha": -inf,
        "beta": inf,
    }
    if wanted and set(wanted) <= set(known):
        return tuple(known[name] for name in wanted)
    if len(wanted) in (0, 2):
        return game, state
    raise ValueError(
        f"watch calls a search with the game and a state, but this one wants "
        f"({', '.join(wanted)}). "
        f"Hand in a function of these two, such as lambda game, state: my_search(…)."
    )
