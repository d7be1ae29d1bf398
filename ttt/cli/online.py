"""`ttt serve`, `join`, `demo` and `tournament`: games over a network, and a club night."""

import argparse
import asyncio
import io
import os
from contextlib import redirect_stdout, suppress
from pathlib import Path

from ttt.agents import Strategy
from ttt.agents.saved import as_tuples
from ttt.anygame import name_of_game
from ttt.arena import name_of
from ttt.arena.tournament import as_csv, as_text
from ttt.cli import play
from ttt.cli.learn import file_to_write
from ttt.files import write_whole
from ttt.game import Action, Game, State

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
    who = join.add_mutually_exclusive_group(required=True)
    who.add_argument("--agent", metavar="WHO", help="an agent's name or file plays")
    who.add_argument("--human", action="store_true", help="you play")
    join.add_argument("--name", help="what you are called there")
    join.add_argument("--room", default="", metavar="CODE", help="the room code")
    join.add_argument("--memory", type=int, help=argparse.SUPPRESS)  # for `ttt tournament`,
    join.add_argument("--token", default="", help=argparse.SUPPRESS)  # which calls this
    demo = commands.add_parser("demo", help="a server and two players in one command")
    for side, usual in ("x", "one-step"), ("o", "random"):
        help = f"who plays {side.upper()}, {usual} unless given: an agent, or {play.HUMAN}"
        demo.add_argument(f"--{side}", default=usual, metavar="WHO", help=help)
    folder = commands.add_parser("tournament", help="a tournament of the players in a folder")
    folder.add_argument("folder", help="its .py files take part; their code is run on this machine")
    folder.add_argument("--memory", type=int, default=1024, metavar="MB", help="1024 unless given")
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
    print(f"An agent joins with: ttt join '{server.url}{room}' --agent WHO --name NAME")
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
    from ttt import online

    _limit_memory(options.memory)
    agent, how = _player(play.HUMAN if options.human else options.agent)
    how |= {"name": options.name or how["name"], "room": options.room, "token": options.token}
    with suppress(EOFError):
        await online.join(options.url, quiet(agent) if options.memory else agent, **how)
    print("Goodbye.")
    return 0


async def _demo(options: argparse.Namespace) -> int:
    """Bring up a server and two players, who play a game; return the exit code."""
    from ttt import online

    server, seats = await online.serve(play.wanted_game(options), port=0), []
    print(f"Watch at {server.url}")
    for mark, who in ("X", options.x), ("O", options.o):
        agent, how = _player(who)
        how |= {"name": f"{who} as {mark}", "games": 1}
        seats.append(asyncio.ensure_future(online.join(server.url, agent, **how)))
        while len(server.room.players) < len(seats) and not seats[-1].done():
            await asyncio.sleep(0.01)  # so that X comes first
    with suppress(EOFError):
        await asyncio.gather(*seats)
    await server.close()
    return 0


def _player(who: str) -> tuple[Strategy, dict]:
    """Return an agent, or a person at this terminal, and how it joins a server."""
    if who != play.HUMAN:
        agent = play.wanted_agent(who)
        return agent, {"name": name_of(agent), "hear": _tell}
    person = Person()
    return person, {"name": "you", "hear": person.hear, "human": True}


class Person:
    """A player at this terminal, who leaves with q."""

    def __init__(self):
        self._game, self._leaves = None, False

    def __call__(self, game: Game, state: State) -> Action:
        """Return the move that is typed."""
        self._game = game
        print(f"\n{play.view(game, state)}\n")
        try:
            return play.ask(game, state)
        except EOFError:
            self._leaves = True
            raise

    def hear(self, message: dict) -> None:
        """Show what the server says; leave after a game that was left."""
        if message["type"] == "result" and self._game:
            print(f"\n{play.view(self._game, as_tuples(message['state']))}\n")
        _tell(message)
        if message["type"] == "result" and self._leaves:
            raise EOFError


def _tell(message: dict) -> None:
    """Print what the server says about a player's games, but for their moves."""
    if message["type"] == "result":
        end = f"{ENDS[message['outcome']]}. {message['reason']}".strip()
        print(f"Game {message['game']}, {message['x']} (X) against {message['o']} (O): {end}")
    elif message["type"] == "waiting":
        print(f"Here are: {', '.join(message['players'])}. Ctrl-C leaves.", flush=True)
    elif message["type"] == "invalid":
        print(message["reason"])


# ---- players in files


async def _tournament(options: argparse.Namespace) -> int:
    """Hold a tournament of the players in a folder, and show its table; return the exit code."""
    from ttt import draw, online
    from ttt.online.folder import take_part

    files, how = sorted(Path(options.folder).glob("*.py")), _options(options)
    if not files or len(files) + len(how["bots"]) < 2:
        few = "one .py file" if files else "no .py files"
        raise ValueError(f"{options.folder} has {few}: a tournament needs two players, or --bots.")
    out = {name: getattr(options, name) for name in ("csv", "picture") if getattr(options, name)}
    out = {name: file_to_write(file, options.overwrite) for name, file in out.items()}
    count = "one file" if len(files) == 1 else f"{len(files)} files"
    print(f"This runs the code of {count} on this machine, with all that you may do:")
    print("a clock and a limit of memory are no cage. Read what you do not trust.", flush=True)
    server = await online.serve(port=0, tournament=True, tries=1, most=os.cpu_count(), **how)
    try:
        failed = await take_part(server, files, options.memory)
        tables = server.room.standings()
    finally:
        await server.close()
    print("", as_text(tables["agents"]), "", *failed, sep="\n")
    if "csv" in out:
        write_whole(out["csv"], as_csv(tables).encode())
    if "picture" in out:
        draw.standings(tables).save(out["picture"])
    return 0


def quiet(agent: Strategy) -> Strategy:
    """Return an agent that fails if it prints."""

    def player(game: Game, state: State) -> Action:
        with redirect_stdout(io.StringIO()) as said:
            answer = agent(game, state)
        if said.getvalue():
            raise ValueError(f"it printed {said.getvalue()[:40]!r}")
        return answer

    return player


def _limit_memory(megabytes: int | None) -> None:
    """Let this process have no more memory, if that is wanted, and the system can do it."""
    with suppress(ImportError, TypeError, ValueError, OSError):
        import resource  # there is none on Windows

        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20,) * 2)
