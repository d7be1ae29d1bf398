"""The commands of a club night: serve, join, demo, tournament."""

import asyncio
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from threading import Timer

import pytest
from table_talk import PATIENCE, Raw, first, run, until

from ttt import TicTacToe, agents, arena, online
from ttt.cli import main

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
GOOD = "def player(game, state):\n    return game.actions(state)[0]\n"


def command(*words):
    """Start a command of its own."""
    words = [sys.executable, "-m", "ttt", *map(str, words)]
    options = {"env": ENVIRONMENT, "stdout": subprocess.PIPE, "text": True}
    return subprocess.Popen(words, **options, preexec_fn=hears_interrupts)


def hears_interrupts():
    """Let a command hear Ctrl-C, also where the tests run in the background and hear none."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def lines_until(process, words):
    """Return what a command says, up to the line with these words."""
    said, watchdog = "", Timer(PATIENCE, process.kill)
    watchdog.start()
    while words not in said:
        line = process.stdout.readline()
        assert line, said
        said += line
    watchdog.cancel()
    return said


def finish(process):
    """End a command as Ctrl-C does; return its exit code and what else it said."""
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=60)
    return process.returncode, said


# ---- serve and join


def test_a_server_killed_in_the_middle_goes_on_from_its_file_and_no_finished_game_is_lost(tmp_path):
    file, heard = tmp_path / "results.db", []
    options = ["--tournament", "--file", file, "--bots", "random"]

    async def night():
        process = command("serve", "--port", 0, *options)
        url, key = re.search(r"(http://\S+)/#lead=(\S+)", lines_until(process, "Ctrl-C")).groups()
        names = ("Ada", "Bob")
        tasks = [
            asyncio.ensure_future(online.join(url, first, n, hear=heard.append)) for n in names
        ]
        await until(lambda: sum(each["type"] == "welcome" for each in heard) == 2)
        await Raw(url).say({"type": "lead", "key": key, "do": "start"})
        await until(lambda: sum(each["type"] == "result" for each in heard) > 10)
        process.kill()
        process.wait()
        told = {each["game"] for each in heard if each["type"] == "result"}
        with sqlite3.connect(file) as db:
            kept = {number for (number,) in db.execute("select id from games")}
        assert told <= kept and len(kept) < 72
        process = command("serve", "--port", url.rpartition(":")[2], *options)
        said = lines_until(process, "Ctrl-C")
        assert f"games there already: {len(kept)}." in said
        await until(lambda: sum(each["type"] == "welcome" for each in heard) == 4)
        assert f"#lead={key}" in said
        await Raw(url).say({"type": "lead", "key": key, "do": "start"})
        await until(lambda: any(each["type"] == "table" for each in heard))
        code, said = await asyncio.to_thread(finish, process)
        await asyncio.gather(*tasks)
        return code, said

    code, said = run(night())
    with sqlite3.connect(file) as db:
        games = [json.loads(game) for (game,) in db.execute("select game from games")]
    rows = [(game["x"], game["o"], tuple(game["opening"])) for game in games]
    assert len(rows) == len(set(rows)) == 72
    assert code == 0
    assert [line.split()[3] for line in said.splitlines() if line.strip()[:1].isdigit()] == [
        "48"
    ] * 3


def test_agents_and_people_join_from_a_terminal(tmp_path, monkeypatch, capsys):
    process = command("serve", "--port", 0, "--bots", "random,one-step")
    url = re.search(r"http://\S+", lines_until(process, "Ctrl-C")).group()
    player = tmp_path / "mine.py"
    player.write_text(GOOD)
    joined = command("join", url, "--agent", player, "--name", "Ada")
    lines_until(joined, "against")
    typed = iter(["nine", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    assert main(["join", url.removeprefix("http://"), "--name", "Eva"]) == 0
    assert main(["join", url, "--agent", "random"]) == 2  # a name that is taken
    assert finish(process)[0] == 0
    assert "Goodbye" in joined.communicate(timeout=60)[0]
    said, wrong = capsys.readouterr()
    assert "'nine' is no cell to choose" in said
    assert "There is a player random already" in wrong


def test_with_lan_a_room_code_is_needed_and_the_address_brings_it_along():
    process = command("serve", "--port", 0, "--lan", "--bots", "random")
    said = lines_until(process, "Ctrl-C")
    code, port = re.search(r"room code is (\w{4})", said)[1], re.search(r":(\d+)/", said)[1]
    assert f"/?room={code}" in said
    with pytest.raises(ValueError, match="not the code of this room"):
        run(online.join(f"127.0.0.1:{port}", first))
    assert len(run(online.join(f"http://127.0.0.1:{port}/?room={code}", first, games=1))) == 1
    assert finish(process)[0] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["join", "127.0.0.1:9", "--agent", "random"], "There is no server at 127.0.0.1:9"),
        (
            ["join", "ftp://127.0.0.1:9", "--agent", "random"],
            "There is no server at ftp://127.0.0.1:9",
        ),
        (["serve", "--port", "-5"], "Port -5 cannot be opened"),
        (["serve", "--seconds", "-1"], "--seconds is a number above 0"),
        (["tournament", "alone"], "The .py files in alone: 1. A tournament needs two"),
        (["tournament", "alone", "--bots", "random", "--csv", "alone/a.py"], "is there already"),
    ],
)
def test_every_wrong_use_gets_a_sentence(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("alone").mkdir()
    Path("alone/a.py").write_text(GOOD)
    assert main(words) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", [(), ("--x", "minimax", "--o", "human"), ("--game", "nim")])
def test_a_demo_is_a_server_and_two_players(words, monkeypatch, capsys):
    cells = iter("012345678" * 9)
    monkeypatch.setattr("builtins.input", lambda prompt: next(cells))
    who = ("--x", "random", "--o", "random") if "nim" in words else ()
    assert main(["demo", *words, *who]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Watch at http://127.0.0.1:")
    assert re.search(r"Game 1, \S+ as X \(X\) against \S+ as O \(O\): ", said)


# ---- files


def test_a_tournament_of_files_names_those_that_fail_with_the_reason(tmp_path, capsys):
    bodies = {
        "hangs": "while True: pass",
        "dies": "import os; os._exit(3)",
        "cheats": "return 99",
        "eats": "return len(bytearray(3 * 10**9))",
        "good": "return game.actions(state)[0]",
    }
    for name, body in bodies.items():
        (tmp_path / f"{name}.py").write_text(f"def player(game, state):\n    {body}\n")
    (tmp_path / "typo.py").write_text("def player(game, state) return 0")
    (tmp_path / "other.py").write_text("name = 'no player'")
    out = ["--csv", tmp_path / "table.csv", "--picture", tmp_path / "table.svg"]
    words = ["tournament", tmp_path, "--seconds", "2", "--bots", "one-step", *out]
    assert main([str(word) for word in words]) == 0
    said = capsys.readouterr().out
    assert "Files whose code runs on this machine now, with all that you may do: 7." in said
    for name, reason in {
        "hangs": "no move",
        "dies": "its process has ended, with the exit code 3",
        "cheats": "NoMove: my cheats answered 99",
        "eats": "MemoryError",
    }.items():
        assert re.search(rf"{name}\.py lost \d+ games by failing, at first: {reason}", said), said
    assert re.search(r"typo\.py takes no part: .*no Python", said)
    assert re.search(r"other\.py takes no part: .*no function player", said)
    assert "good.py" not in said
    rows = [line.split(",") for line in (tmp_path / "table.csv").read_text().splitlines()[1:]]
    assert {row[1]: row[3] for row in rows} == dict.fromkeys([*bodies, "one-step"], "120")
    assert {row[1] for row in rows[:2]} == {"one-step", "good"}
    assert "<svg" in (tmp_path / "table.svg").read_text()


def test_a_tournament_of_broken_files_ends_and_names_them(tmp_path, capsys):
    for name in "ab":
        (tmp_path / f"{name}.py").write_text("import nowhere")
    assert main(["tournament", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("No module named 'nowhere'") == 2


# ---- offline


@pytest.fixture
def crowd():
    """Return agents of which each has its dice."""
    return [agents.make(name) for name in ("random", "one-step", "combined")] + [first]


def as_played(result):
    """Return all that a tournament came to, but for its times."""
    return result.played, [row[:7] for row in result.table]


def test_a_tournament_is_the_same_in_processes_as_in_this_one(crowd):
    serial = arena.tournament(crowd, rng=random.Random(1))
    with ProcessPoolExecutor(2) as pool:
        spread = arena.tournament(crowd, rng=random.Random(1), executor=pool)
    assert as_played(serial) == as_played(spread)
    other = arena.tournament(crowd, rng=random.Random(2))
    assert as_played(serial) != as_played(other)


def test_the_expected_table_is_that_of_a_sum_over_all_games():
    game = TicTacToe()
    pair = {name: agents.make(name) for name in ("random", "one-step")}

    @cache
    def points(state, x, o):
        """Return how many points X can expect of a state: 1 for a win, half for a draw."""
        if game.terminal(state):
            return (1 + game.utility(state)) / 2
        policy = pair[x if game.player(state) == "X" else o].policy(game, state)
        return sum(p * points(game.result(state, a), x, o) for a, p in policy.items())

    mean = 0
    for opening in arena.openings(game):
        state = game.initial
        for action in opening:
            state = game.result(state, action)
        for x, o in ("random", "one-step"), ("one-step", "random"):
            mean += points(state, x, o) if x == "random" else 1 - points(state, x, o)
    exact = {row.name: row for row in arena.expected(pair)}
    assert exact["random"].points == pytest.approx(mean) == 24 - exact["one-step"].points
    assert sum(exact["random"][3:6]) == pytest.approx(24) == exact["random"].games
    assert len(arena.openings(game)) == 12
