"""`ttt serve`, `join`, `demo` and `tournament`: games over a network, and a club night."""

import argparse
import asyncio
import os
from contextlib import suppress
from pathlib import Path

from ttt.agents.saved import as_tuples
from ttt.anygame import name_of_game
from ttt.arena import name_of
from ttt.arena.tournament import as_csv, as_text
from ttt.cli import play
from ttt.cli.learn import file_to_write
from ttt.files import write_whole
from ttt.game import Action, Game, State

MOST_MEMORY = 2**30  # bytes, of a player in a file
ENDS = {"X": "X wins", "O": "O wins", "draw": "a draw"}


def add(commands) -> None:
    """Add the commands."""
    serve = commands.add_parser("serve", help="host games over the network")
    serve.add_argument("--port", type=int, default=8017, metavar="N", help="8017 unless given")
    serve.add_argument("--lan", action="store_true", help="let other machines in, with a code")
    serve.add_argument("--tournament", action="store_true", help="the leader says when it begins")
    kept = "keep the results here: results.db in a tournament, else nowhere"
    serve.add_argument("--file", metavar="FILE", help=kept)
    join = commands.add_parser("join", help="play on a server")
    join.add_argument("url", help="the address that the server prints")
    who = "an agent's name or file; you play if none is given"
    join.add_argument("--agent", default=play.HUMAN, metavar="WHO", help=who)
    join.add_argument("--name", help="what you are called there")
    join.add_argument("--token", default="", help=argparse.SUPPRESS)  # for `ttt tournament`
    demo = commands.add_parser("demo", help="a server and two players in one command")
    for side, usual in ("x", "one-step"), ("o", "random"):
        help = f"who plays {side.upper()}, {usual} unless given: an agent, or {play.HUMAN}"
        demo.add_argument(f"--{side}", default=usual, metavar="WHO", help=help)
    folder = commands.add_parser("tournament", help="a tournament of the players in a folder")
    folder.add_argument("folder", help="its .py files take part; their code is run on this machine")
    folder.add_argument("--csv", metavar="FILE", help="write the table for a spreadsheet")
    folder.add_argument("--picture", metavar="FILE", help="draw the table, as an .svg")
    folder.add_argument("--overwrite", action="store_true", help="replace files that are there")
    for parser in serve, folder:
        bots = "agents of the house that play along, such as random,one-step,minimax"
        parser.add_argument("--bots", default="", metavar="NAMES", help=bots)
        seconds = "for a move of an agent, 10 unless given"
        parser.add_argument("--seconds", type=float, metavar="N", help=seconds)
    for parser in serve, demo, folder:
        play.add_game(parser)
    runs = {serve: _serve, join: _join, demo: _demo, folder: _tournament}
    for parser, run in runs.items():
        parser.set_defaults(run=lambda options, run=run: asyncio.run(run(options)))


def _options(options: argparse.Namespace) -> dict:
    """Return what a server must know, from the options of a command."""
    if options.seconds is not None and options.seconds <= 0:
        raise ValueError(f"--seconds is a number above 0, not {options.seconds:g}.")
    named = [play.wanted_agent(name.strip()) for name in options.bots.split(",") if name.strip()]
    bots = {name_of(agent): agent for agent in named}
    return {"game": play.wanted_game(options), "bots": bots, "seconds": options.seconds}


async def _serve(options: argparse.Namespace) -> int:
    """Host games until somebody says that it is enough; return the exit code."""
    from ttt import online  # not above: a game in a terminal needs no server

    file = options.file or ("results.db" if options.tournament else ":memory:")
    where = {"port": options.port, "lan": options.lan, "tournament": options.tournament}
    server = await online.serve(file=file, **where, **_options(options))
    room = f"/?room={server.code}" if server.code else ""
    print(f"{name_of_game(server.room.game)}: watch and play at {server.url}{room}")
    join = f"{play.TTT} join '{server.url}{room}' --agent WHO --name NAME"
    print(f"An agent joins with: {join}")
    print(f"You lead at this address, which is for you alone: {server.url}/#lead={server.key}")
    if server.code:
        print(f"The room code is {server.code}. Whoever knows it can play; anybody here can watch.")
    if file != ":memory:":
        print(f"Results are kept in {file}; games there already: {len(server.room.played)}.")
    print("Ctrl-C ends it.", flush=True)
    with suppress(asyncio.CancelledError):
        await asyncio.Event().wait()
    tables = server.room.standings()
    await server.close()
    for name, table in tables.items():
        print(f"\n{name}\n{as_text(table)}")
    return 0


# ---- players


async def _join(options: argparse.Namespace) -> int:
    """Play on a server until it ends; return the exit code."""
    if options.token:
        _limit_memory()
    await _play_on(options.url, options.agent, options.name, token=options.token)
    print("Goodbye.")
    return 0


async def _demo(options: argparse.Namespace) -> int:
    """Bring up a server and two players, who play a game; return the exit code."""
    from ttt import online
    from ttt.online.evening import until

    server, seats = await online.serve(play.wanted_game(options), port=0), []
    print(f"Watch at {server.url}")
    for mark, who in ("X", options.x), ("O", options.o):
        joining = _play_on(server.url, who, f"{who} as {mark}", games=1)
        seats.append(asyncio.ensure_future(joining))
        await until(lambda: len(server.room.players) == len(seats), seats)  # so X comes first
    await asyncio.gather(*seats)
    await server.close()
    return 0


async def _play_on(url: str, who: str, name: str | None, **options) -> None:
    """Have an agent, or a person at this terminal, play on a server."""
    from ttt import online

    agent = Person() if who == play.HUMAN else play.wanted_agent(who)
    is_human, hear = who == play.HUMAN, getattr(agent, "hear", _tell)
    name = name or ("you" if is_human else name_of(agent))
    await online.join(url, agent, name, human=is_human, hear=hear, **options)


class Person:
    """A player at this terminal."""

    game = None

    def __call__(self, game: Game, state: State) -> Action:
        """Return the move that is typed."""
        self.game = game
        print(f"\n{play.view(game, state)}\n")
        return play.ask(game, state)

    def hear(self, message: dict) -> None:
        """Show how a game ended, and what else the server says."""
        if message["type"] == "result" and self.game:
            print(f"\n{play.view(self.game, as_tuples(message['state']))}\n")
        _tell(message)


def _tell(message: dict) -> None:
    """Print what the server says about a player's games, but for their moves."""
    if message["type"] == "result":
        end = f"{ENDS[message['outcome']]}. {message['reason']}".strip()
        print(f"Game {message['game']}, {message['x']} (X) against {message['o']} (O): {end}")
    elif message["type"] == "waiting":
        print(f"Here are: {', '.join(message['players'])}. Ctrl-C leaves.", flush=True)
    elif message["type"] == "invalid":
        print(message["reason"])
    elif message["type"] == "table":
        print("All games are played. Thank you!", flush=True)


# ---- players in files


async def _tournament(options: argparse.Namespace) -> int:
    """Hold a tournament of the players in a folder, and show its table; return the exit code."""
    from ttt import draw, online
    from ttt.online.folder import take_part

    files, how = sorted(Path(options.folder).glob("*.py")), _options(options)
    if not files or len(files) + len(how["bots"]) < 2:
        few = f"The .py files in {options.folder}: {len(files)}"
        raise ValueError(f"{few}. A tournament needs two players, or --bots.")
    csv, picture = (
        name and file_to_write(name, options.overwrite) for name in (options.csv, options.picture)
    )
    print(f"Files whose code runs on this machine now, with all that you may do: {len(files)}.")
    print("A clock and a limit of memory are no cage. Read what you do not trust.", flush=True)
    server = await online.serve(port=0, tournament=True, most=os.cpu_count(), **how)
    try:
        failed = await take_part(server, files)
        tables = server.room.standings()
    finally:
        await server.close()
    print("", *map(as_text, tables.values()), "", *failed, sep="\n")
    if csv:
        write_whole(csv, as_csv(tables).encode())
    if picture:
        draw.standings(tables).save(picture)
    return 0


def _limit_memory() -> None:
    """Let this process have no more memory than a player of a tournament may, if that can be."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # there is none on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
