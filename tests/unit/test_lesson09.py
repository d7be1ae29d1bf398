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
from ttt.agents.rules import block, win
from ttt.exercises import lesson09
from ttt.space import space_of

LESSON = Path(__file__).parents[2] / "notebooks" / "09_tournament.ipynb"
HOUSE = ("random", "one-step", "combined", "minimax")
SPOKEN = re.compile(r"^(Ada|server): +(\{.*?\})$", re.MULTILINE | re.DOTALL)


def trapper(game, state):
    """Play as the lesson does: safe, quick, and then the best trap; of equal ones the last."""
    safe = lesson09.space.best_actions(state, quickest=True)[::-1]  # the lesson takes the first
    return max(safe, key=lambda move: lesson09.traps(game, game.result(state, move)))


def as_table(player):
    """Return a player that answers as another does, from a table."""
    answers = {s: player(TicTacToe(), s) for _, s in lesson09.my_player.cases}
    return lambda game, state: answers[state]


@cache
def known(agent):
    """Return an agent with all that it does."""
    return arena.tabulate(agent, space_of(TicTacToe()))


def points(one, *others):
    """Return the average points of a player against others, all of them together."""
    table = arena.expected({"it": known(one), **{str(name): known(name) for name in others}})
    return next(row.points for row in table if row.name == "it")


def given(game, state):
    """Play as the player does that is to be changed in exercise 1."""
    return (win(game, state) or block(game, state) or game.actions(state))[0]


def center_first(game, state):
    """Play as that, but take the center before any other cell."""
    center = (4,) if state[4] == "." else ()
    return (win(game, state) or block(game, state) or center or game.actions(state))[0]


@pytest.fixture(scope="module")
def everybody(space):
    """Return all agents of the course, as the lesson has them."""
    others = [name for name in agents.names() if name not in ("mcts", "alpha-beta")]
    searches = [agents.make("mcts", simulations=100, rng=random.Random(s)) for s in range(5)]
    return [arena.blend("mcts", searches), *(arena.tabulate(name, space) for name in others)]


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
    safe = [x for x, row in rows if abs(row["best reply"]) < 1e-9 > abs(last[x])]
    assert sorted(safe) == ["alphazero", "combined", "minimax"]
    losing = {x for x, row in rows if x != "best reply" and min([*row.values()][:-1]) < -0.02}
    assert losing <= {"random", "center", "corner", "one-step", "mcts", "teacher"}
    good = scores.keys() - {"random", "center", "corner", "one-step", "best reply"}
    among = [scores[x][o] for x in good for o in good]
    assert sum(abs(score) < 0.01 for score in among) > len(among) / 2
    assert last["predict-win"] == pytest.approx(1)
    assert sum(list(last.values())[:-1]) > -sum(row["best reply"] for _, row in list(rows)[:-1])


def test_minimax_gains_from_combined_where_the_openings_lead_to():
    assert round(points("minimax", "combined"), 1) == 13.6
    assert arena.exact("minimax", "combined").draws == pytest.approx(1)
    assert arena.exact("combined", "minimax").draws == pytest.approx(1)


def test_the_given_player_errs_too_often_and_one_that_likes_the_center_may_enter(game):
    verdict = lesson09.my_player.check(given)
    assert (verdict.status, verdict.board) == ("todo", "X........")
    assert verdict.message == (
        "`my_player(game, 'X........')` answered 1; the right answer is 4.\n"
        "In all, it makes a wrong move on 282 boards. Change it until these are fewer than 250."
    )
    verdict = lesson09.my_player.check(center_first)
    assert (verdict.status, verdict.checked) == ("right", "4,300 of 4,520 boards")
    assert lesson09.my_player.check(lesson09.my_player).checked == "4,305 of 4,520 boards"
    for state in lesson09.space.states:  # so that it only errs where both rules say nothing
        careful = win(game, state) or block(game, state)
        good = lesson09.space.best_actions(state)
        assert game.terminal(state) or set(careful) <= set(good)


def test_a_player_that_errs_with_one_mark_alone_is_told_with_which():
    def greedy(game, state):
        return max(game.actions(state), key=lambda a: lesson09.space.value(game.result(state, a)))

    verdict = lesson09.my_player.check(greedy)
    assert verdict.status == "todo" and "on 1,459 boards, all with O to move." in verdict.message


def test_an_answer_that_is_no_move_is_told_before_those_that_are_wrong():
    verdict = lesson09.my_player.check(lambda game, state: game.actions(state)[0] or 4)
    assert (verdict.status, verdict.board) == ("wrong", "....X....")


def test_a_trap_for_the_right_opponent_is_worth_nearly_a_point(game):
    assert arena.scorecard(trapper).wrong == 0
    minimax = points("minimax", *HOUSE[:3]) + 12
    assert round(points(trapper, *HOUSE)) == 65 and round(minimax, 1) == 64.5
    assert 0.5 < points(trapper, *HOUSE) - minimax < 1
    assert points(trapper, "random") < points("minimax", "random")
    traps = {move: lesson09.traps(game, game.result("X...O....", move)) for move in (1, 2, 5, 7, 8)}
    assert traps == {1: 0, 2: 0, 5: pytest.approx(1 / 3), 7: traps[5], 8: traps[5]}


def test_the_best_traps_threaten_nothing(game):
    for state in lesson09.space.states:
        if win(game, state) or block(game, state):
            assert lesson09.traps(game, state) == 0


def test_in_most_evenings_the_traps_come_first_but_not_in_all():
    field = {"me": as_table(trapper), **{name: agents.make(name) for name in HOUSE}}
    nights = [arena.tournament(field, rng=random.Random(seed)) for seed in range(12)]
    assert 7 <= sum(night.table[0].name == "me" for night in nights) <= 11


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
            secret = {"token": heard["token"]} if message.get("token") == "…" else {}
            assert heard | message | secret == heard
            if message["type"] == "waiting":
                await bob.join("Bob")
                await bob.hear("waiting")
                server.room.start()
        await server.close()

    run(talk())


def test_however_quick_a_player_is_its_answers_are_no_flood(monkeypatch):
    monkeypatch.setattr("ttt.online.server.MOST_UNASKED", 3)
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


def test_a_blend_asks_one_of_its_agents_anew_for_every_move(space):
    blend = arena.blend("either", ["random", "minimax"])
    one, other = (arena.tabulate(name, space).policy for name in ("random", "minimax"))
    assert abs(blend.policy - (one + other) / 2).max() < 1e-12
    assert arena.exact(blend, "random").note == "either is the average of 2 agents"
