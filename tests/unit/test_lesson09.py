"""What lesson 09 says in words: its tables, its conversation, and the choices behind them."""

import json
import random
import re
from functools import cache
from pathlib import Path

import nbformat
import pytest
from table_talk import Raw, run, serve

from ttt import TicTacToe, agents, arena, online
from ttt.exercises import lesson09
from ttt.space import space_of

LESSON = Path(__file__).parents[2] / "notebooks" / "09_tournament.ipynb"
HOUSE = ("random", "one-step", "combined", "minimax")
MODEST = ("minimax", "predict-win")  # a question asks about this pale square
SPOKEN = re.compile(r"^(Ada|server): +(\{.*?\})$", re.MULTILINE | re.DOTALL)


def trapper(game, state):
    """Play as the lesson does: safe, quick, and then the best trap."""
    safe = lesson09.space.best_actions(state, quickest=True)
    return max(safe, key=lambda move: lesson09.traps(game, game.result(state, move)))


@cache
def known(agent):
    """Return an agent with all that it does."""
    return arena.tabulate(agent, space_of(TicTacToe()))


def points(one, *others):
    """Return the average points of a player against others, all of them together."""
    table = arena.expected({"it": known(one), **{str(name): known(name) for name in others}})
    return next(row.points for row in table if row.name == "it")


def mcts(seeds):
    """Return the player that the lesson calls mcts."""
    searches = [agents.make("mcts", simulations=100, rng=random.Random(seed)) for seed in seeds]
    return arena.blend("mcts", searches)


@pytest.fixture(scope="module", params=[0, 5], ids=["seeds", "other seeds"])
def everybody(request, space):
    """Return all agents of the course, as the lesson has them."""
    others = [name for name in agents.names() if name not in ("mcts", "alpha-beta")]
    seeds = range(request.param, request.param + 5)
    return [mcts(seeds), *(arena.tabulate(name, space) for name in others)]


def test_a_player_that_can_be_beaten_comes_first(everybody):
    first, *_ = table = arena.expected(everybody)
    assert first.name == "predict-win"
    assert arena.best_reply("predict-win", "O").score == pytest.approx(1)
    (minimax,) = (row for row in table if row.name == "minimax")
    assert 45 < minimax.losses < 55 and minimax.games == 312


def test_the_great_table_looks_as_the_text_says(everybody):
    table = arena.table(everybody, replies=True)
    scores = {x: dict(zip(table.names, row)) for x, row in zip(table.names, table.scores)}
    rows, last = scores.items(), scores["best reply"]
    strong = {x for x, row in rows if x != "best reply" and min(row.values()) > -1e-9}
    assert {"combined", "minimax", "alphazero", "predict-win", "summed"} <= strong
    safe = [x for x, row in rows if abs(row["best reply"]) < 1e-9 > abs(last[x])]
    assert sorted(safe) == ["alphazero", "combined", "minimax"]
    losing = {x for x, row in rows if x != "best reply" and min([*row.values()][:-1]) < -0.02}
    assert losing <= {"random", "center", "corner", "one-step", "mcts", "teacher"}
    block = scores.keys() - {"random", "center", "corner", "one-step", "best reply"}
    blue = {o for x in block for o in block if scores[x][o] > 0.1 and (x, o) != MODEST}
    assert blue == {"mcts", "teacher", "predict-position"} and scores[MODEST[0]][MODEST[1]] > 0.2
    others = [scores[x][o] for x in block for o in block - blue]
    assert sum(abs(score) < 0.01 for score in others) > 0.75 * len(others)
    in_column = {x: row["predict-win"] for x, row in rows}
    assert in_column["alphazero"] == pytest.approx(0, abs=1e-9) == in_column["combined"]
    assert in_column["minimax"] > 0.2 and last["predict-win"] == pytest.approx(1)
    assert sum(list(last.values())[:-1]) > -sum(row["best reply"] for _, row in list(rows)[:-1])


def test_alpha_beta_plays_as_minimax_does(space):
    one, other = (arena.tabulate(name, space).policy for name in ("alpha-beta", "minimax"))
    assert (one == other).all()


def test_where_the_points_come_from():
    shown = {
        "one-step": [21.1, 12.0, 8.8, 7.1],
        "combined": [22.0, 15.2, 12.0, 10.4],
        "minimax": [21.9, 16.9, 13.6, 12.0],
    }
    for name, row in shown.items():
        assert [round(points(name, other), 1) for other in HOUSE] == row
    text = LESSON.read_text(encoding="utf-8")
    for name, row in shown.items():
        assert f"| *{name}* gets | {' | '.join(map(str, row))} |" in text


def test_minimax_takes_more_from_random_than_from_anybody_else_and_the_evening_was_off_by_4_5():
    assert points("minimax", "random") > max(points("minimax", other) for other in HOUSE[1:])
    house = {name: agents.make(name) for name in HOUSE}
    field = {"my_player": lesson09.my_player, **house}
    average = {row.name: row.points for row in arena.expected(field)}
    evening = arena.tournament(field, rng=random.Random(9)).table
    off = {row.name: row.points - average[row.name] for row in evening}
    assert round(average["random"], 1) == 10.0 and round(off["random"], 1) == 4.5
    assert max(map(abs, off.values())) == off["random"]


def test_nobody_gets_more_than_half_of_the_points_from_minimax(game, space):
    states = [game.result(game.result(game.initial, x), o) for x, o in arena.openings(game)]
    minimax = arena.tabulate("minimax", space).policy
    replies = {mark: space.best_reply(minimax, mark).scores for mark in "XO"}
    rows = [space.index[state] for state in states]
    assert sum(replies["X"][rows]) + sum(replies["O"][rows]) == pytest.approx(0)
    assert [space.value(state) for state in states].count(1) == 7


def test_a_trap_for_the_right_opponent_is_worth_a_point(game):
    assert arena.scorecard(trapper).wrong == 0
    house = [round(points(trapper, other), 1) for other in HOUSE]
    assert house == [21.8, 17.8, 13.8, 12.0]
    assert round(points(trapper, *HOUSE), 1) == 65.4
    assert round(points("minimax", *HOUSE[:3]) + 12, 1) == 64.5

    def for_anybody(game, state):
        """Take the move after which the most moves are mistakes, likely or not."""
        space = lesson09.space

        def share(move):
            after = game.result(state, move)
            return len(space.best_actions(after)) / max(len(game.actions(after)), 1)

        return min(space.best_actions(state, quickest=True), key=share)

    assert points(for_anybody, *HOUSE) < points("minimax", *HOUSE[:3]) + 12
    board = "X...O...."
    shares = [lesson09.traps(game, game.result(board, move)) for move in (1, 2, 8)]
    assert shares == pytest.approx([0, 0, 1 / 3])
    others = [lesson09.traps(game, game.result(board, move)) for move in (5, 7)]
    assert others == pytest.approx([1 / 3, 1 / 3])


# ---- over the network


def said_in_the_lesson():
    """Return (who, message) of each line of the conversation."""
    cells = nbformat.read(LESSON, as_version=4).cells
    (text,) = (cell.source for cell in cells if cell.source.startswith("## What is sent?"))
    return [(who, json.loads(message)) for who, message in SPOKEN.findall(text)]


def test_the_conversation_is_what_is_really_said():
    async def talk():
        server = await serve(tournament=True)
        server.room.starts = ((0, 3, 1, 4),)
        ada, bob = Raw(server.url), Raw(server.url)
        for who, message in said_in_the_lesson():
            if who == "Ada":
                await ada.say(message)
                continue
            heard = await ada.hear()
            assert {key: heard[key] for key in message} == {**message, **_secret(heard, message)}
            if message["type"] == "waiting":
                await bob.join("Bob")
                await bob.hear("waiting")
                server.room.start()
        await server.close()

    run(talk())


def _secret(heard, message):
    return {"token": heard["token"]} if message.get("token") == "…" else {}


def test_a_tournament_on_a_server_is_the_same_again_and_its_table_is_that_of_its_games():
    house = {name: agents.make(name) for name in HOUSE}
    one, other = (
        run(online.tournament({"me": trapper}, house, rng=random.Random(4))) for _ in range(2)
    )
    assert one.played == other.played and len(one.played) == 240
    assert [row[:7] for row in arena.standings(["me", *HOUSE], one.played)] == [
        row[:7] for row in one.table
    ]
    assert all(row.failures == 0 for row in one.table)


def test_who_cannot_join_is_told_why():
    with pytest.raises(ValueError, match="There is a player random already"):
        run(online.tournament({"random": trapper}, {"random": "random"}))


def test_however_quick_a_player_is_its_answers_are_no_flood(monkeypatch):
    monkeypatch.setattr("ttt.online.server.BURST", 3)
    monkeypatch.setattr("ttt.online.server.A_SECOND", 0)
    night = run(online.tournament({"me": trapper}, {"random": "random"}))
    assert len(night.played) == 24 and all(row.failures == 0 for row in night.table)


def test_a_tournament_whose_player_is_lost_ends_and_says_why(monkeypatch):
    monkeypatch.setattr("ttt.online.room.Room.start", lambda room: room.kick("me"))
    with pytest.raises(ValueError, match="has sent you away"):
        run(online.tournament({"me": trapper}, {"random": "random"}))


def test_in_a_browser_the_games_are_played_without_a_server(monkeypatch, capsys):
    monkeypatch.setattr("sys.platform", "emscripten")
    night = run(online.tournament({"me": trapper}, {"random": "random"}, rng=random.Random(1)))
    assert len(night.played) == 24
    assert "needs an installed Python, because a browser has no sockets" in capsys.readouterr().out
    with pytest.raises(ValueError, match="needs an installed Python"):
        online.__getattr__("serve")
    with pytest.raises(AttributeError, match="no attribute 'dance'"):
        online.__getattr__("dance")


def test_a_blend_asks_one_of_its_agents_anew_for_every_move(space):
    blend = arena.blend("either", ["random", "minimax"])
    one, other = (arena.tabulate(name, space).policy for name in ("random", "minimax"))
    assert abs(blend.policy - (one + other) / 2).max() < 1e-12
    assert arena.exact(blend, "random").note == "either is the average of 2 agents"
