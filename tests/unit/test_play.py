"""A game in a notebook, driven without a browser."""

import asyncio
import random
import sys
from itertools import pairwise

import pytest
import traitlets
from own_games import Countdown, Race

from ttt import TicTacToe, draw, play
from ttt.games import ConnectFour, Misere, Nim
from ttt.widgets.panel import PAUSES

X_WINS = [0, 3, 1, 4, 2]
NOBODY = {"X": 0, "draw": 0, "O": 0}


def first_free(game, state):
    """Make the first move of all."""
    return game.actions(state)[0]


def humans(moves=(), **options):
    """Return a game of two humans."""
    return play("human", "human", moves=moves, **options)


def controls(box):
    """Return the controls in a box by what is written on them."""
    found = {}
    for child in box.children:
        found |= controls(child) if hasattr(child, "children") else {}
        found[getattr(child, "description", "")] = child
    return found


# ---- who plays


def test_at_once_a_human_against_an_agent_that_answers():
    p = play()
    assert (p.x, p.o, p.state, p.history) == ("human", "one-step", "." * 9, [])
    assert (p.status, p.board.next_mark) == ("Your turn: you are X.", "X")
    p.click(4)
    assert (len(p.history), p.history[0], p.state[4]) == (2, 4, "X")
    assert p.state.index("O") == p.history[1] == p.board.last
    assert p.status == f"one-step (O) chose cell {p.history[1]}. Your turn: you are X."
    assert [play(game=game).o for game in (Nim(), ConnectFour())] == ["mcts", "one-step"]


def test_a_function_is_an_agent_by_its_name_and_two_of_one_name_stay_apart():
    def other(game, state):
        return game.actions(state)[-1]

    other.__name__ = "first_free"
    p = play(first_free, other)
    assert (p.x, p.o) == ("first_free", "first_free 2")
    assert p.history[:4] == [0, 8, 1, 7]


def test_another_player_goes_on_with_the_game_and_after_its_end_begins_a_new_one():
    p = humans([4])
    lists = controls(p)
    lists["O is"].value = "center"
    assert len(p.history) == 2
    lists["X is"].value = "center"
    assert p.game.terminal(p.state)
    p.x = "human"
    assert (p.history, p.tally, lists["X is"].value) == ([], NOBODY, "human")


# ---- moves, options


def test_moves_can_be_made_before_on_any_board():
    p = play(o=first_free, moves=[4, 0, 8])
    assert p.history == [4, 0, 8, 1]  # the agent goes on
    assert "Moves: 4, 0, 8, 1<" in p._panel._tally.value
    assert [play(size=size).game for size in (4, (3, 4))] == [TicTacToe(4), TicTacToe(3, 4)]


@pytest.mark.parametrize(
    ("options", "objection"),
    [
        ({"moves": [4, 4]}, "Cell 4 of '....X....' is already marked X."),
        ({"game": Nim}, "A game has initial, player"),
        ({"o": "nobody"}, "There is no agent 'nobody'. There are: random"),
        ({"x": 3}, "An agent is a function of game and state, or a name, not 3."),
        ({"smart": 80}, "The value of the 'smart' trait"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(options, objection):
    with pytest.raises((ValueError, traitlets.TraitError)) as refusal:
        play(**options)
    assert objection in str(refusal.value)


def test_clicks_that_cannot_be_change_nothing():
    p = play(o=first_free)
    p.click(4)
    p.click(4)
    assert (p.status, p.history) == ("Cell 4 is taken. Your turn: you are X.", [4, 0])
    p = humans(X_WINS)
    p.click(8)
    assert (p.state, p.status) == ("XXXOO....", "human (X) wins.")
    p = play("random", "random", speed="stop")
    p.click(4)
    assert p.history == [] and p.status.startswith("random (X) waits: press Step")


# ---- undo, new game, agents alone


def test_undo_takes_back_to_the_humans_turn():
    p = play(o=first_free)
    undo = controls(p)["Undo"]
    assert undo.disabled
    p.click(4)
    p.click(8)
    seen = [p.history]
    for _ in range(3):
        undo.click()
        seen.append(p.history)
    assert seen == [[4, 0, 8, 1], [4, 0], [], []]
    p = play(first_free, "human", moves=[0])
    p.undo()
    assert p.history == [0]  # there was no turn of a human before
    p = humans(X_WINS)
    p.undo()
    assert p.tally == NOBODY  # an end that was undone does not count


def test_agents_can_be_stopped_and_stepped():
    p = play(first_free, first_free, speed="stop")
    buttons = controls(p)
    buttons["Step"].click()
    buttons["Step"].click()
    assert p.history == [0, 1]
    assert p.status.startswith("first_free (O) chose cell 1. first_free (X) waits: press Step for")
    buttons["speed"].value = "normal"
    assert p.game.terminal(p.state) and buttons["Undo"].disabled


def test_sides_are_swapped_and_everybody_keeps_what_they_have_won():
    p = play(o=first_free, moves=[2, 0, 4, 1, 6])
    assert (p.status, p.tally) == ("You win!", {**NOBODY, "X": 1})
    controls(p)["Swap sides"].click()
    assert (p.x, p.o, p.history, p.tally) == ("first_free", "human", [0], {**NOBODY, "O": 1})
    assert "Won: first_free (X) <b>0</b>, you (O) <b>1</b>" in p._panel._tally.value


def test_a_series_of_games():
    p = play("one-step", "random", games=20, speed="at once", rng=random.Random(1))
    assert sum(p.tally.values()) == 20 and p.tally["X"] > 10
    controls(p)["games"].value = 30
    assert sum(p.tally.values()) == 30
    controls(p)["Rematch"].click()
    assert sum(p.tally.values()) == 31
    p = play("one-step", raises, games=5)
    assert p.history and p.tally == NOBODY
    assert play(games=5).status == "Your turn: you are X."


# ---- agents that fail


def raises(game, state):
    raise ZeroDivisionError("division by zero")


def loops(game, state):
    while True:
        pass


def answers(thing):
    """Return an agent that always gives the same answer."""

    def agent(game, state):
        return thing

    return agent


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (raises, "raises (O) failed with ZeroDivisionError: division by zero."),
        (loops, "loops (O) was stopped after 0.05 seconds without an answer."),
        (answers(4), "agent (O) answered 4 in '....X....': Cell 4 of '....X....' is already"),
        (answers(None), "agent (O) answered None in '....X....': None is not a cell"),
    ],
)
def test_an_agent_that_fails_is_reported_and_the_game_goes_on(agent, words, monkeypatch):
    monkeypatch.setattr("ttt.widgets.play.PATIENCE", 0.05)
    p = play(o=agent)
    p.click(4)
    assert p.status.startswith(words)
    assert p.status.endswith("Make a move for it, or begin a new game.")
    assert (p.history, p.board.busy, p.board.next_mark) == ([4], False, "O")
    p.click(0)  # the reader moves for it
    p.o = "center"
    p.click(8)
    assert p.history[:3] == [4, 0, 8] and len(p.history) == 4


class Broken(Countdown):
    """A game with a mistake: it fails when two are taken."""

    def result(self, state, action):
        return {1: super().result(state, 1)}[action]


def test_a_game_that_fails_is_reported_and_can_go_on():
    p = play("human", answers(2), game=Broken())
    p.choose(2)
    assert p.status.startswith("You chose a move at which the game failed with KeyError: 2.")
    p.choose(1)
    assert p.status.startswith("agent (O) chose a move at which the game failed with KeyError: 2.")


def test_smartness_is_the_probability_of_the_agents_own_move():
    p = play("center", "human", rng=random.Random(1))
    controls(p)["smart"].value = 0.5
    firsts = []
    for _ in range(400):
        p.new_game()
        firsts.append(p.history[0])
    assert 0.45 < firsts.count(4) / 400 < 0.66  # 1/2 + 1/2 · 1/9 is 0.56


# ---- hints


def test_hints_are_from_the_side_of_the_player_to_move_and_follow_the_game():
    p = humans([0, 3, 1, 4])
    assert p.board.labels == {}
    controls(p)["hints"].value = True
    said = {cell: label["text"] for cell, label in p.board.labels.items()}
    assert said == {2: "win in 1", 5: "draw", 6: "loss in 2", 7: "loss in 2", 8: "loss in 2"}
    p.click(8)
    said = {cell: label["text"] for cell, label in p.board.labels.items()}
    assert said == {2: "win in 3", 5: "win in 1", 6: "loss in 2", 7: "loss in 2"}
    p.click(5)
    assert p.board.labels == {}
    p = play(o="human", game=ConnectFour(), hints=True)
    assert p.board.labels == {}
    assert "ConnectFour(6, 7, k=4) is too large." in p._panel._tally.value


# ---- with an event loop, as in a kernel


def test_in_a_kernel_the_agent_answers_a_moment_later():
    async def cell():
        p = play(o=first_free)
        p.click(4)
        p.click(8)
        seen = [(p.history, p.status, p.board.busy)]
        await asyncio.sleep(0.05)
        seen.append((p.history, p.status, p.board.busy))
        p.click(8)
        p.undo()  # so that the answer is no longer wanted
        await asyncio.sleep(0.05)
        return [*seen, p.history]

    assert asyncio.run(cell()) == [
        ([4], "first_free (O) is thinking …", True),
        ([4, 0], "first_free (O) chose cell 0. Your turn: you are X.", False),
        [4, 0],
    ]


def test_a_game_goes_on_in_order_whatever_thread_it_is_touched_in(monkeypatch, request):
    """The kernel may take clicks in a thread with an event loop of its own."""
    monkeypatch.setitem(PAUSES, "slow", 0.0005)
    lengths, troubles = [], []
    often = sys.getswitchinterval()
    request.addfinalizer(lambda: sys.setswitchinterval(often))
    sys.setswitchinterval(1e-5)

    async def begin_again(p, times):
        asyncio.get_running_loop().set_exception_handler(lambda _, what: troubles.append(what))
        for _ in range(times):
            p.new_game()
            await asyncio.sleep(0.002)

    async def cell():
        p = play(first_free, first_free, speed="slow")
        p.observe(lambda change: lengths.append(len(change["new"])), "history")
        elsewhere = asyncio.to_thread(asyncio.run, begin_again(p, 40))
        await asyncio.gather(begin_again(p, 40), elsewhere)
        p.new_game()
        while p.mover:
            await asyncio.sleep(0.01)
        return p.history

    assert asyncio.run(asyncio.wait_for(cell(), 30)) == [0, 1, 2, 3, 4, 5, 6]
    assert not troubles
    assert all(after in (0, before + 1) for before, after in pairwise(lengths))


# ---- other games


def test_connect_four_and_misere():
    p = play(o=first_free, game=ConnectFour())
    p.click(3 + 7)  # the second row from above
    assert (p.history, p.state[38], p.state[35], p.board.last) == ([3, 0], "X", "O", 35)
    assert p.status == "first_free (O) chose column 0. Your turn: you are X."
    assert {choice[0] for choice in p.board.choices[3::7]} == {31}
    p = humans([0, 0], game=ConnectFour(2, 3, 3))
    p.click(3)
    assert (p.status, p.history) == ("Column 0 is full. Your turn: you are X.", [0, 0])
    assert humans(X_WINS, game=Misere()).status == "human (O) wins."  # who has no line
    p = play(game=ConnectFour(3, 4, 3), o="random", moves=[0, 1], hints=True)
    assert set(p.board.labels) == {4, 5, 10, 11}  # where the moves land


def press(p, text, nth=None):
    """Press a button as the browser would."""
    nth = [choice["text"] for choice in p.board.choices].index(text) if nth is None else nth
    p.board._handle_custom_msg({"nth": nth, "text": text}, [])


def test_a_game_without_a_board_has_a_button_for_each_move():
    p = play(o=first_free, game=Nim((1, 2)), hints=True)
    assert p.board.text == "0: |\n1: ||"
    said = sorted(choice["label"]["text"] for choice in p.board.choices)
    assert said == ["loss in 2", "loss in 2", "win in 3"]
    for nth, text in ((9, "?"), (0, "?"), ([], None)):
        press(p, text, nth)  # buttons of an earlier state
    p.choose((5, 5))
    assert "(5, 5) cannot be taken" in p.status and p.history == []
    press(p, p.board.choices[2]["text"])
    assert p.history == [(1, 2), (0, 1)]
    assert p.status.startswith("first_free (O) chose ")
    assert p.status.endswith(" first_free (O) wins.")
    assert (p.board.choices, p.tally["O"]) == ([], 1)
    p.undo()
    assert (p.history, p.state) == ([], ("X", (1, 2)))


def test_players_need_not_take_turns():
    again, last = ("first", "one"), ("first", "two")
    p = play(game=Race(), moves=[again])
    assert p.status == "Your turn: you are X."  # it is X's turn again
    press(p, "first, one")
    press(p, "first, one")
    press(p, "first, two")
    assert (p.status, p.history) == ("You win!", [again, again, again, last])
    p.undo()
    p.undo()
    assert p.history == [again, again]


def test_a_page_without_a_kernel_shows_the_position():
    data = play(moves=[4, 0])._repr_mimebundle_()
    assert set(data) == {"application/vnd.jupyter.widget-view+json", "text/html", "text/plain"}
    assert data["text/html"] == draw.board("O...X....", size=240, numbers=True, last=0).html
    assert data["text/plain"] == "O . .\n. X .\n. . ."
    assert play(game=Nim((1, 2)))._repr_mimebundle_()["text/plain"] == "0: |\n1: ||"
