"""What a server must not forget, in a SQLite file: players, and every finished game."""

import json
import sqlite3
from dataclasses import asdict
from pathlib import Path

from ttt.agents.saved import as_tuples
from ttt.arena import Contest

TABLES = """
    create table if not exists about (name text primary key, value text);
    create table if not exists players (name text primary key, token text, human int);
    create table if not exists games (id integer primary key, game text, counts int default 1);
"""


class Store:
    """A file of results. Each finished game is one transaction, on disk when `add` returns."""

    def __init__(self, file: str | Path, rules: dict):
        """Open or make a file, or raise a ValueError if it is of another kind or another game."""
        rules = json.dumps(rules)
        try:
            self._db = sqlite3.connect(file, isolation_level=None)
            self._db.executescript(f"pragma journal_mode=wal; pragma synchronous=full; {TABLES}")
            known = self.remember("rules", rules)
        except sqlite3.Error as error:
            raise ValueError(f"{file} cannot hold results: {error}.") from None
        if known != rules:
            raise ValueError(f"{file} has the results of another game, {known}.")

    def remember(self, name: str, value: str) -> str:
        """Return what is kept under a name; that is this value, if nothing was kept yet."""
        self._db.execute("insert or ignore into about values (?, ?)", [name, value])
        return self._db.execute("select value from about where name = ?", [name]).fetchone()[0]

    def players(self) -> list[tuple[str, str, int]]:
        """Return each player's name, token, "" if sent away, and whether it is a person."""
        return self._db.execute("select name, token, human from players order by rowid").fetchall()

    def games(self) -> dict[int, Contest]:
        """Return all finished games that count, by number."""
        rows = self._db.execute("select id, game from games where counts order by id")
        games = {number: json.loads(game).items() for number, game in rows}
        return {n: Contest(**{key: as_tuples(part) for key, part in games[n]}) for n in games}

    def next_number(self) -> int:
        """Return the number of the next game."""
        return self._db.execute("select coalesce(max(id), 0) + 1 from games").fetchone()[0]

    def welcome(self, name: str, token: str, human: bool) -> None:
        """Remember a player; with the token "" as one who was sent away."""
        self._db.execute("insert or replace into players values (?, ?, ?)", [name, token, human])

    def add(self, number: int, contest: Contest) -> None:
        """Put a finished game on the disk."""
        game = json.dumps(asdict(contest))
        self._db.execute("insert into games (id, game) values (?, ?)", [number, game])

    def discount(self, numbers: list[int]) -> None:
        """Have games count no more, because they are to be played again."""
        self._db.executemany("update games set counts = 0 where id = ?", [(n,) for n in numbers])

    def close(self) -> None:
        """Close the file."""
        self._db.close()
