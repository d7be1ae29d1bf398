"""Matches over a network: a server that owns the game, and players who join it.

Every message is one JSON object, of at most 4,096 bytes, over a WebSocket at /play. A client
in any language needs this page and nothing else. A player says first

    {"type": "join", "version": 1, "name": "Ada", "room": "K7QF", "human": false}

`room` is the code that the server printed (with --lan; else leave it out). A player who lost the
connection joins again with its name and its "token", and the game goes on. The server says

    {"type": "welcome", "version": 1, "name": "Ada", "token": "…",
     "rules": {"name": "TicTacToe", "arguments": [3, 3, 3]}}
    {"type": "waiting", "players": ["Ada", "Bob"]}                     until a game begins
    {"type": "state", "game": 12, "x": "Ada", "o": "Bob", "state": "X........", "player": "O",
     "last": 0}              the other one moves; "last" is the cell of the last move, null if none
    {"type": "your move", "actions": [1, 2, 3, 5, 6, 7, 8], "seconds": 10.0, "tries": 3, …}
    {"type": "invalid", "game": 12, "reason": "…", "tries": 2}         and then it asks again
    {"type": "result", "game": 12, "outcome": "X", "reason": "", "moves": [0, 3, 1, 4, 2],
     "lines": [[0, 1, 2]], …}                         these two also have all that "state" has
    {"type": "table", "tables": {"agents": [{"name": "Ada", "points": 1.5, …}], …}}
    {"type": "error", "reason": "…"}                                   and then it closes
    {"type": "bye", "reason": "…"}                                     the server ends

and a player answers "your move" with one of

    {"type": "move", "game": 12, "move": 4}
    {"type": "give up", "game": 12, "reason": "…"}                     this game is lost

A state is what the game has: in tic-tac-toe a text of X, O and ., row by row. A move is one of
the actions that were sent. Three failures (a late answer, or no move) lose a game; one does,
if there is no connection. What nobody has asked for is told to be "invalid", and no more.
Who says "watch" in place of "join" sees all games:

    {"type": "watch", "version": 1}
    {"type": "show", "phase": "running", "notice": "", "players": {"Ada": true, …},
     "tables": {…}, "games": [{"game": 12, …}, …], "done": 17, "left": 7}

GET /game/12 is a finished game with all its states, /table.csv and /table.svg are the tables.
"""

import sys

from ttt.online.evening import NO_SERVER, tournament

if sys.platform != "emscripten":
    from ttt.online.client import join
    from ttt.online.server import Server, serve


def __getattr__(name: str):
    """Say of what a browser does not have why it has it not."""
    if name in ("Server", "join", "serve"):
        raise ValueError(NO_SERVER)
    raise AttributeError(f"module 'ttt.online' has no attribute {name!r}")
