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
    alpha and beta, depth and player are filled in. Beyond `most` boards it is only counted, and
    after some seconds of work it is stopped. With `lines` so many lines of its own code are
    kept, with the variables at that time.
    """
    for arguments in _ways_to_call(search, game, state):
        recorder = Recorder(search, game, state, most, lines)
        trace = _record(search, arguments, recorder, seconds)
        if trace.error is None:
            break
    return trace


def _record(search: Callable, arguments: tuple, recorder: Recorder, seconds: float | None) -> Trace:
    """Return what a search did when it was called with these arguments."""
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


def _ways_to_call(search: Callable, game: Game, state: State) -> list[tuple]:
    """Return what to call `search` with: game and state, or what its parameters are named for.

    There are two ways if a player is wanted, who may be "X" or "O", or else 1 or -1.
    """
    if not callable(search):
        raise ValueError(f"A search is a function of game and state, not {search!r}.")
    try:
        parameters = inspect.signature(search).parameters.values()
    except (TypeError, ValueError):  # some callables do not tell
        return [(game, state)]
    wanted = [p.name for p in parameters if p.default is p.empty and p.kind < p.VAR_POSITIONAL]
    player = "X" if game.terminal(state) else game.player(state)
    depth = state.count(EMPTY) if isinstance(game, InARow) else DEEP
    known = {"game": game, "state": state, "depth": depth, "alpha": -inf, "beta": inf}
    if wanted and all(name in (*known, "player") for name in wanted):
        ways = [known | {"player": who} for who in (player, SIDE[player])]
        return [tuple(way[name] for name in wanted) for way in ways[: 1 + ("player" in wanted)]]
    if len(wanted) in (0, 2):
        return [(game, state)]
    raise ValueError(
        f"watch calls a search with the game and a state, but this one wants "
        f"({', '.join(wanted)}). "
        f"Hand in a function of these two, such as lambda game, state: my_search(…)."
    )
