"""The server, its players and its results: what they say, what goes wrong, what is never lost."""

import asyncio
import json
import sqlite3
import threading
import urllib.request
from contextlib import suppress

import pytest
from table_talk import Raw, first, move, run, serve, until

from ttt import TicTacToe, online
from ttt.games import ConnectFour, Nim

RULES = {"name": "TicTacToe", "arguments": [3, 3, 3], "board": {"rows": 3, "cols": 3}}
RULES["falls"] = False


async def play_out(server, count):
    """Start a tournament when so many players are here, and wait for its end."""
    await until(lambda: server.room.here == count)
    server.room.start()
    await until(lambda: server.room.phase == "over")


# ---- a conversation


def test_the_golden_transcript_of_a_whole_conversation(monkeypatch):
    monkeypatch.setattr("secrets.token_hex", lambda size: "a token")

    async def talk():
        server = await serve(tournament=True)
        server.room.starts = ((),)
        ada = await Raw(server.url).join("Ada")
        await ada.hear("waiting")
        bob = await Raw(server.url).join("Bob")
        await bob.hear("waiting")
        server.room.start()
        asked = await ada.hear("your move")
        await ada.say(move(asked, 9))
        for ours, theirs in zip((0, 1, 2), (3, 4, None)):
            await ada.say(move(await ada.hear("your move"), ours))
            if theirs:
                await bob.say(move(await bob.hear("your move"), theirs))
        await ada.hear("result")
        await server.close()
        return ada, await ada.hear("bye"), await ada.hear()

    ada, bye, end = run(talk())
    game = {"game": 1, "x": "Ada", "o": "Bob"}

    def state(state, player, last):
        return {"type": "state", **game, "state": state, "player": player, "last": last}

    def ask(board, last, tries):
        free = [cell for cell, mark in enumerate(board) if mark == "."]
        asked = {"actions": free, "seconds": 10.0, "tries": tries}
        return {**state(board, "X", last), "type": "your move", **asked}

    result = {"outcome": "X", "reason": "", "moves": [0, 3, 1, 4, 2], "lines": [[0, 1, 2]]}
    assert ada.heard[:10] == [
        {"type": "welcome", "version": 1, "name": "Ada", "token": "a token", "rules": RULES},
        {"type": "waiting", "players": ["Ada"]},
        ask(".........", None, 3),
        {"type": "invalid", "game": 1, "reason": "9 is no move there", "tries": 2},
        ask(".........", None, 2),
        state("X........", "O", 0),
        ask("X..O.....", 3, 2),
        state("XX.O.....", "O", 1),
        ask("XX.OO....", 4, 2),
        {**state("XXXOO....", None, 2), **result, "type": "result"},
    ]
    assert bye == {"type": "bye", "reason": "The server ends."}
    assert end is None


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("[" * 4000, "speaks version 1"),
        (b"\xff\xfe", "speaks version 1"),
        ({"type": "dance", "version": 1}, "Begin with a message of type join or watch"),
        ({"type": "join", "version": 1, "name": "Ada", "room": "ABCD"}, "not the code"),
        ({"type": "join", "version": 1, "name": " Ada", "room": "k7qf"}, "no space at its ends"),
        ({"type": "join", "version": 1, "name": "A" * 25, "room": "K7QF"}, "at most 24 letters"),
        ({"type": "join", "version": 1, "name": "A\u202eb", "room": "K7QF"}, "a text such as"),
        ({"type": "join", "version": 1, "name": "RANDOM", "room": "K7QF"}, "player RANDOM already"),
        ({"type": "lead", "key": "ü", "do": "start"}, "not the leader's key"),
    ],
)
def test_who_cannot_join_is_told_why_and_the_connection_ends(said, answer):
    async def talk():
        server = await serve(bots={"random": "random"})
        server.code = "K7QF"
        client = await Raw(server.url).say(said)
        heard, end = await client.hear(), await client.hear()
        await server.close()
        return heard, end

    heard, end = run(talk())
    assert heard["type"] == "error" and answer in heard["reason"]
    assert end is None


@pytest.mark.parametrize("game", [TicTacToe(), ConnectFour(), Nim()])
def test_any_game_of_the_course_is_played_by_any_two_clients(game):
    async def play():
        server = await online.serve(game, port=0, bots={"house": "random"})
        results = await online.join(server.url, first, games=2)
        await server.close()
        return results

    results = run(play())
    assert [result["reason"] for result in results] == ["", ""]
    assert {results[0]["x"], results[0]["o"]} == {"first", "house"}


# ---- what goes wrong


def test_chaos_forfeits_what_it_must_and_everybody_else_finishes():
    """Who does nothing wrong in time is a person, with a minute: a busy machine accuses none."""
    good = ["Ada", "<b>Bob</b>", "=Cleo()"]
    coded = dict.fromkeys(good, first)
    coded |= {"crashes": lambda *_: 1 / 0, "illegal": lambda *_: 99}
    answers = {
        "wrong": lambda asked: move(asked, 99),
        "garbage": lambda asked: "{]",
        "hangs": lambda asked: {"type": "move", "game": 0, "move": 0},
        "huge": lambda asked: "9" * 10_000_000,
    }
    late = "no move within 0.05 seconds"
    reasons = dict.fromkeys(("garbage", "hangs", "huge", "floods"), late)
    reasons |= {"crashes": "ZeroDivisionError: division by zero", "wrong": "99 is no move there"}
    reasons["illegal"] = "NoMove: <lambda> answered 99 in"

    async def flood(client):
        asked = await client.hear("your move")
        await client.say(*[move({**asked, "game": 0})] * 1000)
        assert "Too many" in (await client.hear("error"))["reason"]

    async def play():
        server = await serve(tournament=True, seconds=0.05)
        server.room.starts = ((),)
        joins = [online.join(server.url, coded[name], name, human=True) for name in coded]
        raw = [*answers, "floods"]
        raw = {name: await Raw(server.url).join(name, human=name == "wrong") for name in raw}
        joins += [raw[name].answer(answers[name]) for name in answers]
        tasks = [asyncio.ensure_future(each) for each in (*joins, flood(raw["floods"]))]
        await until(lambda: server.room.here == len(good) + len(reasons))
        server.room.start()
        gone = "huge", "floods"
        await until(lambda: not any(server.room.players[name].here for name in gone))
        await until(lambda: not server.room.boards)
        for name in gone:
            server.room.kick(name)
        await until(lambda: server.room.phase == "over")
        played = [*server.room.played.values()]
        csv = await asyncio.to_thread(_get(f"{server.url}/table.csv"))
        await server.close()
        await asyncio.gather(*tasks)
        return played, csv.decode()

    played, csv = run(play())
    everybody = [*good, *reasons]
    assert len(played) == len(everybody) * (len(everybody) - 1)
    for contest in played:
        bad_ones = {contest.x, contest.o} - set(good)
        loser = {"X": contest.o, "O": contest.x}.get(contest.outcome)
        if not bad_ones:
            assert contest.reason == ""
        else:
            assert loser in bad_ones
            allowed = reasons[loser], "sent away by the leader"
            assert 1 <= contest.failures[contest.x != loser] <= 3
            assert contest.reason.removeprefix(f"{loser} failed: ").startswith(allowed)
    assert "people,<b>Bob</b>," in csv and "people,'=Cleo()," in csv


def _get(address):
    return lambda: urllib.request.urlopen(address).read()


def test_a_player_who_drops_comes_back_with_its_token_and_the_game_goes_on():
    async def play():
        server = await serve(bots={"house": first})
        ada = await Raw(server.url).join("Ada")
        token, asked = (await ada.hear())["token"], await ada.hear("your move")
        ada.line.close()
        await until(lambda: server.room.here == 1)
        thief = await Raw(server.url).join("Ada", token="guessed")
        refused = await thief.hear()
        half_open = await Raw(server.url).join("Ada", token=token)
        again = await half_open.hear("your move")
        back = await Raw(server.url).join("Ada", token=token)
        assert await half_open.hear() is None
        asked_again = await back.hear("your move")
        await back.say(move(asked_again), move(asked_again, 1))  # the second one does no harm
        assert (await back.hear("invalid"))["tries"] is None
        task = asyncio.ensure_future(back.answer(move))
        await until(lambda: len(server.room.played) == 2)
        played = [*server.room.played.values()]
        await server.close()
        await task
        return refused, asked, again, played

    refused, asked, again, played = run(play())
    assert "already" in refused["reason"]
    assert asked == again
    assert [contest.reason for contest in played] == ["", ""]
    assert [contest.failures for contest in played] == [(0, 0), (0, 0)]


def test_a_slow_agent_answers_once_and_its_late_answer_still_counts():
    """The clock has two tries more when the first answer comes, and that is the answer."""

    async def play():
        server = await serve(seconds=0.05, bots={"house": first})
        slow, asked = threading.Event(), []

        def think(game, state):
            asked.append(state)
            slow.wait()
            return first(game, state)

        task = asyncio.ensure_future(online.join(server.url, think, "Ada", games=1))
        await until(
            lambda: any(1 in each.failures.values() for each in server.room.boards.values())
        )
        slow.set()
        results = await task
        await server.close()
        return asked, results

    asked, results = run(play())
    assert len(asked) == len(set(asked))
    assert [result["reason"] for result in results] == [""]


def test_a_full_disk_pauses_and_no_game_is_lost(monkeypatch):
    async def play():
        server = await serve(tournament=True, bots={"Ada": first, "Bob": first})
        add = server.room.store.add
        full = sqlite3.OperationalError("database or disk is full")
        monkeypatch.setattr(server.room.store, "add", lambda *_: (_ for _ in ()).throw(full))
        server.room.start()
        await until(lambda: server.room.phase == "paused" and not server.room.boards)
        notice, kept = server.room.notice, len(server.room.played)
        monkeypatch.setattr(server.room.store, "add", add)
        await play_out(server, 2)
        played = len(server.room.played)
        await server.close()
        return notice, kept, played

    assert run(play()) == ("Results cannot be kept: database or disk is full.", 0, 24)


# ---- leading, watching, people


def test_the_leader_starts_pauses_sends_away_and_has_games_played_again():
    async def lead():
        server = await serve(tournament=True, bots={"Ada": first, "Bob": first, "Cleo": first})
        leader = Raw(server.url)

        async def say(do, name=None):
            await leader.say({"type": "lead", "key": server.key, "do": do, "name": name})

        await say("start")
        await until(lambda: server.room.phase == "over")
        await say("again")
        await until(lambda: server.room.phase == "over" and max(server.room.played) == 2 * 72)
        assert min(server.room.played) == 72 + 1
        await say("again")
        await say("pause")
        await say("kick", "Bob")
        await say("kick", "Nobody")
        assert (await leader.hear())["reason"] == "There is no player Nobody."
        assert server.room.phase == "paused"
        await say("start")
        await until(lambda: server.room.phase == "over")
        table = server.room.standings()["agents"]
        await server.close()
        return table

    table = run(lead())
    assert [row.games for row in table] == [48, 48, 48]
    assert table[-1].name == "Bob" and table[-1].failures > 24


def test_people_play_two_games_an_opponent_in_a_table_of_their_own():
    async def play():
        server = await serve(tournament=True, bots={"Ada": first, "Bob": first})
        me = asyncio.ensure_future(online.join(server.url, first, "me", human=True))
        await play_out(server, 3)
        tables = server.room.standings()
        await server.close()
        return tables, await me

    tables, results = run(play())
    assert {row.name: row.games for row in tables["agents"]} == {"Ada": 24, "Bob": 24}
    assert {row.name: row.games for row in tables["people"]} == {"me": 4, "Ada": 2, "Bob": 2}
    assert len(results) == 4


def test_in_open_play_people_play_on_and_on_against_all_in_turn():
    async def play():
        server = await serve(bots={"Ada": first, "Bob": first})
        results = await online.join(server.url, first, "me", human=True, games=8)
        await server.close()
        return results

    rivals = [{result["x"], result["o"]} - {"me"} for result in run(play())]
    assert rivals.count({"Ada"}) == rivals.count({"Bob"}) == 4


def test_who_watches_late_sees_everything_and_can_replay_every_game():
    async def watch():
        server = await serve(tournament=True, bots={"Ada": first, "Bob": first})
        await play_out(server, 2)
        late = await Raw(server.url).say({"type": "watch", "version": 1})
        rules, show = await late.hear("rules"), await late.hear("show")
        pages = ["game/1", "table.csv", "table.svg", "board.js", "board.css", ""]
        found = [await asyncio.to_thread(_get(f"{server.url}/{page}")) for page in pages]
        with suppress(urllib.error.HTTPError):
            await asyncio.to_thread(_get(f"{server.url}/game/99"))
            raise AssertionError("There is no game 99.")
        await server.close()
        return rules["rules"], show, found

    rules, show, (game, csv, svg, script, style, page) = run(watch())
    assert rules == RULES
    assert (show["phase"], show["done"], show["left"], show["games"]) == ("over", 24, 0, [])
    assert [row["games"] for row in show["tables"]["agents"]] == [24, 24]
    replay = json.loads(game)
    assert replay["states"][0] == [".........", None]
    assert replay["states"][-1] == [replay["state"], replay["last"]]
    assert csv.decode().startswith("table,name,points,games,wins,draws,losses,failures,seconds")
    assert b"<svg" in svg and b"Ada" in svg
    assert b"export default" in script and b".ttt-board" in style and b"<script" in page


# ---- results


def test_a_store_is_of_one_game_and_a_wrong_file_is_named(tmp_path):
    async def open_twice(file, *games):
        for game in games:
            await (await online.serve(game, file, port=0)).close()

    run(open_twice(tmp_path / "results.db", TicTacToe(), TicTacToe()))
    with pytest.raises(ValueError, match="results of another game"):
        run(open_twice(tmp_path / "results.db", ConnectFour()))
    (tmp_path / "letter.txt").write_text("Dear Ada, this is no database at all.")
    with pytest.raises(ValueError, match=r"letter\.txt cannot hold results"):
        run(open_twice(tmp_path / "letter.txt", TicTacToe()))


def test_a_port_that_is_taken_is_told():
    async def twice():
        server = await serve()
        try:
            await online.serve(port=int(server.url.rpartition(":")[2]))
        finally:
            await server.close()

    with pytest.raises(ValueError, match="cannot be opened"):
        run(twice())
