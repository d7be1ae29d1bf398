"""A game in a notebook, driven without a browser."""

import asyncio
import json
import random
import sys
import threading
from dataclasses import dataclass
from itertools import pairwise

import pytest

from ttt import TicTacToe, agents, draw, play
from ttt.agents import Agent
from ttt.games import ConnectFour, Misere, Nim
from ttt.widgets import Play
from ttt.widgets.labels import hints, opinion, outlook
from ttt.widgets.panel import PAUSES
from ttt.widgets.seats import Seats


@pytest.fixture
def rng():
    """Return random numbers that are the same every time."""
    return random.Random(1)


def first_free(game, state):
    """Play the first free cell."""
    return game.actions(state)[0]


def controls(play):
    """Return the controls of a Play by what is written on them."""
    found, boxes = {}, [play]
    while boxes:
        for child in boxes.pop().children:
            if hasattr(child, "children"):
                boxes.append(child)
            elif getattr(child, "description", ""):
                found[child.description] = child
    return found


# ---- who plays


def test_at_once_a_human_against_an_agent():
    p = play()
    assert (p.x, p.o, p.state, p.history) == ("human", "one-step", "." * 9, [])
    assert p.status == "Your turn: you are X."
    assert not p.board.disabled
    assert p.board.next_mark == "X"


def test_the_agent_answers_a_click():
    p = play()
    p.click(4)
    assert len(p.history) == 2
    assert p.history[0] == p.state.index("X") == 4
    assert p.state.index("O") == p.history[1] == p.board.last
    assert p.status.startswith("one-step (O) took row ")
    assert p.status.endswith("Your turn: you are X.")


def test_an_agent_that_plays_x_begins():
    p = play("center", "human")
    assert p.history == [4]
    assert p.status == "center (X) took row 2 column 2. Your turn: you are O."


def test_two_humans_take_turns():
    p = play("human", "human")
    said = [p.status]
    for cell in (0, 3, 1, 4, 2):
        p.click(cell)
        said.append(p.status)
    assert said == ["X to move.", "O to move."] * 2 + ["X to move.", "X wins."]
    assert p.board.lines == [[0, 1, 2]]
    assert p.tally == {"X": 1, "draw": 0, "O": 0}


def test_an_agent_against_an_agent_plays_to_the_end():
    p = play("combined", "combined")
    assert p.status == "It is a draw."
    assert len(p.history) == 9
    assert p.tally == {"X": 0, "draw": 1, "O": 0}


@pytest.mark.parametrize("name", agents.names())
@pytest.mark.parametrize("size", [3, (3, 4), 4, (5, 5, 4)])
def test_every_agent_of_the_course_plays_on_every_board_or_says_why_not(
    name, size, rng, monkeypatch
):
    monkeypatch.setattr("ttt.agents.search.USUAL_SECONDS", 0.001)
    p = play(name, name, size=size, rng=rng)
    if name in ("minimax", "summed", "teacher") and size in (4, (5, 5, 4)):
        assert "up to 12" in p.status
    elif name in ("q-learning", "sarsa") and size != 3:
        assert f"{name} (X) cannot move here: {name} has learned TicTacToe(3, 3, k=3)" in p.status
    else:
        assert p.game.terminal(p.state)


def test_a_function_is_an_agent_by_its_name():
    p = play(o=first_free)
    p.click(8)
    assert (p.o, p.history) == ("first_free", [8, 0])
    assert "first_free" in controls(p)["O is"].options
    p.o = "human"
    p.o = "first_free"
    assert p.seats.agent(p.o) is first_free


def test_two_agents_of_the_same_name_stay_apart():
    def other(game, state):
        return game.actions(state)[-1]

    other.__name__ = "first_free"
    p = play(first_free, other)
    assert (p.x, p.o) == ("first_free", "first_free 2")
    assert p.history[:4] == [0, 8, 1, 7]


def test_a_new_agent_for_o_leaves_x_as_it_was():
    p = play("corner", "random", speed="stop")
    p.o = first_free
    assert (p.x, p.o) == ("corner", "first_free")
    assert controls(p)["X is"].value == "corner"
    assert controls(p)["O is"].value == "first_free"


@pytest.mark.parametrize("player", ["nobody", None, 3])
def test_an_unknown_player_is_refused_in_words(player):
    with pytest.raises(ValueError, match=r"There is no 'nobody'|A player is an agent"):
        play(o=player)
    p = play()
    with pytest.raises(ValueError, match=r"There is no 'nobody'|A player is an agent"):
        p.x = player
    assert p.x == "human"


def test_the_lists_of_players_are_the_traits():
    p = play()
    lists = controls(p)
    assert lists["X is"].options == ("human", *agents.names())
    lists["O is"].value = "combined"
    assert p.o == "combined"
    p.x = "random"
    assert lists["X is"].value == "random"


def test_another_player_goes_on_with_the_game():
    p = play("human", "human", moves=[4])
    p.o = first_free
    assert p.history == [4, 0]
    p.x = first_free
    assert p.game.terminal(p.state)


def test_another_player_after_the_end_begins_a_new_game_and_tally():
    p = play("human", "human", moves=[0, 3, 1, 4, 2])
    p.o = "random"
    assert (p.history, p.tally) == ([], {"X": 0, "draw": 0, "O": 0})


# ---- boards


@pytest.mark.parametrize(
    ("options", "game"),
    [
        ({"size": 4}, TicTacToe(4)),
        ({"size": (3, 4)}, TicTacToe(3, 4)),
        ({"size": (5, 5, 4)}, TicTacToe(5, 5, 4)),
        ({"game": TicTacToe(2, 3, k=2)}, TicTacToe(2, 3, k=2)),
    ],
)
def test_other_boards(options, game):
    p = play(**options)
    assert (p.game, p.state) == (game, game.initial)
    assert controls(p)["board"].value == game


def test_the_board_can_be_changed():
    p = play(moves=[4, 0, 8, 1])
    controls(p)["board"].value = TicTacToe(5, 5, k=4)
    assert (p.state, p.history, p.board.rows) == ("." * 25, [], 5)
    p.click(24)
    assert len(p.history) == 2


# ---- moves


def test_the_moves_can_be_handed_in_and_copied_out():
    p = play(moves=[4, 0, 8, 2])
    assert p.state == "O.O.X...X"
    text = controls(p)["moves"].value
    assert text == "[4, 0, 8, 2]"
    assert play(moves=text).state == p.state


def test_moves_round_trip_over_random_games(rng):
    for size in (3, (3, 4), 4, (5, 5, 4)):
        one = play("random", "random", size=size, rng=rng)
        two = play("human", "human", size=size, moves=one.history)
        assert (two.state, two.history, two.status) == (one.state, one.history, two.status)
        assert two.board.last == one.board.last == one.history[-1]


def test_the_agent_goes_on_from_moves_that_end_at_its_turn():
    assert play(o=first_free, moves=[4, 0, 8]).history == [4, 0, 8, 1]


@pytest.mark.parametrize(
    ("moves", "objection"),
    [
        ([4, 4], "Move 2 cannot be made. Cell 4 of '....X....' is already marked X."),
        ([9], "Move 1 cannot be made. 9 is not a cell"),
        ([0, 3, 1, 4, 2, 5], "Move 6 cannot be made. The game is over"),
        ("4, up", "'4, up' is no list of moves"),
        ("4 -1", "Move 2 cannot be made. -1 is not a cell"),
        (["4"], "Move 1 cannot be made"),
    ],
)
def test_moves_that_are_no_game_are_refused_in_words(moves, objection):
    with pytest.raises(ValueError) as refusal:
        play(moves=moves)
    assert objection in str(refusal.value)


def test_moves_can_be_typed():
    p = play()
    field = controls(p)["moves"]
    field.value = "4 0 8 2"
    assert p.history == [4, 0, 8, 2]
    assert field.value == "[4, 0, 8, 2]"
    field.value = "4 4"
    assert p.history == [4, 0, 8, 2]
    assert field.value == "[4, 0, 8, 2]"
    assert p.status.startswith("Move 2 cannot be made.")
    field.value = ""
    assert p.history == []


# ---- clicks that cannot be


def test_a_taken_cell():
    p = play(o=first_free)
    p.click(4)
    p.click(4)
    assert p.history == [4, 0]
    assert p.status == "Row 2 column 2 is taken. Your turn: you are X."


def test_a_click_after_the_end():
    p = play("human", "human", moves=[0, 3, 1, 4, 2])
    p.click(8)
    assert (p.state, p.status) == ("XXXOO....", "X wins.")


@pytest.mark.parametrize("cell", [None, "4", 9, -1, 4.5, True, []])
def test_what_is_no_cell(cell):
    p = play()
    p.click(cell)
    assert p.history == []
    assert "is not a cell: the cells are 0 to 8." in p.status


def test_a_click_out_of_turn():
    p = play("random", "random", speed="stop")
    p.click(4)
    assert p.history == []
    assert p.status.startswith("Wait, it is the turn of random (X).")


# ---- undo, redo, new game


def test_undo_takes_back_to_the_humans_turn():
    p = play(o=first_free)
    p.click(4)
    p.click(8)
    assert p.history == [4, 0, 8, 1]
    p.undo()
    assert (p.history, p.state) == ([4, 0], "O...X....")
    p.undo()
    assert p.history == []
    p.undo()
    assert p.history == []
    p.redo()
    p.redo()
    assert (p.history, p.can_redo) == ([4, 0, 8, 1], False)
    p.redo()
    assert p.history == [4, 0, 8, 1]


def test_undo_as_o_leaves_the_agents_first_move():
    p = play(first_free, "human")
    assert controls(p)["Undo"].disabled
    p.undo()
    assert p.history == [0]
    p.click(4)
    p.undo()
    assert p.history == [0]


def test_undo_between_humans_takes_one_move_back():
    p = play("human", "human", moves=[4, 0, 8])
    p.undo()
    assert p.history == [4, 0]


def test_another_move_forgets_what_could_be_redone():
    p = play("human", "human", moves=[4, 0, 8])
    p.undo()
    p.undo()
    p.click(0)
    assert p.can_redo  # it was the same move
    p.undo()
    p.click(1)
    assert not p.can_redo


def test_an_undone_end_is_not_counted():
    p = play("human", "human", moves=[0, 3, 1, 4, 2])
    assert p.tally["X"] == 1
    p.undo()
    assert p.tally["X"] == 0
    p.redo()
    p.new_game()
    assert (p.history, p.tally["X"]) == ([], 1)
    p.new_game()
    assert p.tally["X"] == 1  # a game that did not end counts for nobody


def test_agents_can_be_stopped_and_stepped():
    p = play(first_free, first_free, speed="stop")
    assert p.status == "first_free (X) waits: press Redo for one move, or choose a speed."
    p.redo()
    p.redo()
    assert p.history == [0, 1]
    p.undo()
    assert (p.history, p.can_redo) == ([0], True)
    p.speed = "fast"
    assert p.game.terminal(p.state)
    p.undo()
    assert p.speed == "stop"
    assert not p.game.terminal(p.state)


def test_the_buttons_do_what_they_say():
    p = play(o=first_free)
    buttons = controls(p)
    assert buttons["Undo"].disabled
    assert buttons["Redo"].disabled
    p.click(4)
    buttons["Undo"].click()
    assert p.history == []
    buttons["Redo"].click()
    assert p.history == [4, 0]
    buttons["New game"].click()
    assert p.history == []


def test_the_controls_are_there_when_they_mean_something():
    p = play("human", "human")
    shown = controls(p)
    assert [shown[name].layout.display for name in ("smart %", "speed")] == ["none", "none"]
    p.o = "random"
    assert [shown[name].layout.display for name in ("smart %", "speed")] == [None, "none"]
    p.x = "random"
    assert [shown[name].layout.display for name in ("smart %", "speed")] == [None, None]


# ---- agents that fail


def raises(game, state):
    raise ZeroDivisionError("division by zero")


def leaves(game, state):
    raise SystemExit


def loops(game, state):
    while True:
        pass


def recurses(game, state):
    return recurses(game, state)


def answers(thing):
    """Return an agent that always gives the same answer."""

    def agent(game, state):
        return thing

    return agent


class Unspeakable:
    """Something that cannot even be shown."""

    def __repr__(self):
        raise RuntimeError("no words")


FAILING = [
    (raises, "raises (O) failed with ZeroDivisionError: division by zero."),
    (leaves, "leaves (O) failed with SystemExit"),
    (recurses, "recurses (O) failed with RecursionError"),
    (loops, "loops (O) was stopped after 0.05 seconds without an answer."),
    (answers(4), "agent (O) answered 4 in '....X....': Cell 4 of '....X....' is already marked X."),
    (answers(9), "agent (O) answered 9 in '....X....': 9 is not a cell"),
    (answers(None), "agent (O) answered None in '....X....': None is not a cell"),
    (answers("0"), "agent (O) answered '0' in '....X....': '0' is not a cell"),
    (answers([0]), "agent (O) answered [0] in"),
    (answers(float("nan")), "agent (O) answered nan in"),
    (answers(Unspeakable()), "agent (O) answered what is no move."),
]


@pytest.mark.parametrize(("agent", "words"), FAILING)
def test_an_agent_that_fails_is_reported_and_the_game_goes_on(agent, words):
    p = play(o=agent, patience=0.05)
    p.click(4)
    assert p.status.startswith(words)
    assert p.status.endswith("Make a move for it, or begin a new game.")
    assert (p.history, p.board.busy, p.board.next_mark) == ([4], False, "O")
    p.click(0)  # the reader moves for it
    assert p.history == [4, 0]
    p.o = first_free
    p.click(8)
    assert p.history == [4, 0, 8, 1]


@pytest.mark.parametrize(("agent", "words"), FAILING)
def test_after_a_failure_one_can_undo_or_begin_again(agent, words):
    p = play(o=agent, patience=0.05, moves=[4])
    p.undo()
    assert (p.history, p.status) == ([], "Your turn: you are X.")
    p.click(4)
    p.new_game()
    assert (p.history, p.status) == ([], "Your turn: you are X.")


def test_an_agent_that_fails_against_an_agent_stops_the_play():
    p = play("random", raises)
    assert len(p.history) == 1
    assert p.status.startswith("raises (O) failed")
    p.click(p.state.index("."))
    assert len(p.history) == 3  # the random agent has moved, and then it fails again


def test_numbers_of_numpy_are_moves():
    import numpy as np

    p = play(o=lambda game, state: np.int64(game.actions(state)[0]), moves=[4])
    assert p.history == [4, 0]
    assert type(p.history[1]) is int


# ---- smartness


def test_smartness_zero_is_random(rng):
    p = play(first_free, first_free, smart=0.0, rng=rng)
    assert p.history != sorted(p.history)


@pytest.mark.parametrize("player", ["center", lambda game, state: 4])
def test_smartness_is_the_probability_of_the_agents_own_move(player, rng):
    p = play(player, "human", smart=0.5, rng=rng)
    firsts = []
    for _ in range(400):
        p.new_game()
        firsts.append(p.history[0])
    assert 0.45 < firsts.count(4) / 400 < 0.66  # 1/2 + 1/2 · 1/9 is 0.56


def test_the_slider_is_the_trait():
    p = play(smart=0.8)
    slider = controls(p)["smart %"]
    assert slider.value == 80
    slider.value = 35
    assert p.smart == 0.35


@pytest.mark.parametrize("smart", [-0.1, 1.5, 80])
def test_smartness_is_a_probability(smart):
    with pytest.raises(ValueError, match="smart is a probability from 0 to 1"):
        play(smart=smart)


# ---- hints


def best(game, state, me):
    """Return (value for `me`, moves left), found by a search of its own."""
    outcome = game.outcome(state)
    if outcome:
        return (0 if outcome == "draw" else 1 if outcome == me else -1), 0
    ahead = [best(game, game.result(state, a), me) for a in game.actions(state)]
    sign = 1 if game.player(state) == me else -1
    value = sign * max(sign * value for value, _ in ahead)
    lengths = [moves for v, moves in ahead if v == value]
    hurry = value == sign
    return value, 1 + (min(lengths) if hurry else max(lengths))


def test_hints_are_right_on_boards_picked_widely(game, space, rng):
    states = [s for s in space.states if s.count(".") <= 6 and not game.terminal(s)]
    for state in rng.sample(states, 150):
        mover = game.player(state)
        for action, (value, moves) in outlook(game, state).items():
            right, left = best(game, game.result(state, action), mover)
            assert value == right, (state, action)
            if value:
                assert moves == left + 1, (state, action)


def test_hints_are_values_of_the_space_on_every_state(game, space):
    for state in space.states:
        if game.terminal(state):
            continue
        sign = 1 if game.player(state) == "X" else -1
        ahead = outlook(game, state)
        assert tuple(ahead) == game.actions(state)
        assert max(value for value, _ in ahead.values()) == sign * space.value(state)


def test_what_hints_look_like(game):
    labels, legend = hints(game, "XX.OO....")
    assert [line["text"] for line in labels[2]] == ["✓", "win in 1"]
    assert labels[2][0]["words"] == "leads to a win in 1 move"
    assert labels[2][0]["tone"] == "good"
    assert [line["text"] for line in labels[8]] == ["✗", "loss in 2"]
    assert labels[8][0]["words"] == "leads to a loss in 2 moves"
    assert labels[8][0]["tone"] == "bad"
    labels, _ = hints(game, game.initial)
    assert {line["text"] for lines in labels.values() for line in lines} == {"=", "draw"}
    assert "for X" in legend


def test_hints_are_shown_on_request_and_follow_the_game():
    p = play(o=first_free)
    assert p.board.labels == {}
    controls(p)["hints"].value = True
    assert set(p.board.labels) == set(range(9))
    p.click(4)
    assert set(p.board.labels) == set(range(9)) - {0, 4}
    p.hints = False
    assert p.board.labels == {}


def test_no_hints_when_the_game_is_over():
    assert play("human", "human", moves=[0, 3, 1, 4, 2], hints=True).board.labels == {}


def test_hints_on_a_rectangle():
    p = play("human", "human", size=(3, 4), hints=True)
    verdicts = {cell: lines[1]["text"] for cell, lines in p.board.labels.items()}
    assert (verdicts[1], verdicts[4]) == ("win in 7", "loss in 10")


@pytest.mark.parametrize("size", [4, (5, 5, 4)])
def test_a_large_board_says_that_it_has_no_hints_and_does_not_look_for_them(size, monkeypatch):
    monkeypatch.setattr("ttt.space.Space", None)
    p = play(size=size, hints=True)
    assert p.board.labels == {}
    assert "too large: there are hints up to 12 cells" in p._legend.value


# ---- what it thinks


class Scorer(Agent):
    """An agent that offers scores."""

    name = "scorer"

    def policy(self, game, state):
        return {game.actions(state)[0]: 1.0}

    def scores(self, game, state):
        return {0: -0.25, 1: 1200, 2: float("inf"), 99: 1}


class Garbled(Scorer):
    """An agent whose scores are none."""

    name = "garbled"

    def scores(self, game, state):
        return 7


class Untold(Scorer):
    """An agent whose scores fail."""

    name = "untold"

    def scores(self, game, state):
        raise KeyError(state)


def test_the_probabilities_of_an_agent_are_shown():
    p = play(thoughts=True, o="center")
    assert {cell: lines[0]["text"] for cell, lines in p.board.labels.items()} == {4: "100 %"}
    p.click(4)
    assert [lines[0]["text"] for lines in p.board.labels.values()] == ["14 %"] * 7
    assert "center" in p._legend.value
    assert "probability" in p._legend.value


def test_scores_come_before_probabilities():
    labels = play(o=Scorer(), thoughts=True).board.labels
    assert {cell: lines[0]["text"] for cell, lines in labels.items()} == {
        0: "−0.25",
        1: "1,200",
        2: "inf",
    }


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (first_free, "first_free does not say what it thinks"),
        (Garbled(), "garbled could not say what it thinks: it failed with TypeError"),
        (Untold(), "untold could not say what it thinks: it failed with KeyError"),
    ],
)
def test_an_agent_without_numbers_says_so(agent, words):
    p = play(o=agent, thoughts=True)
    assert p.board.labels == {}
    assert words in p._legend.value
    p.click(8)
    assert len(p.history) == 2


def test_nobody_thinks_among_humans():
    assert "no agent here" in play("human", "human", thoughts=True)._legend.value


def test_hints_and_thoughts_share_the_cells():
    p = play(hints=True, thoughts=True, o="random")
    assert [line["text"] for line in p.board.labels[0]] == ["=", "draw", "11 %"]


def test_thoughts_are_an_agents_scores_or_its_policy_on_boards_picked_widely(game, space, rng):
    seats = Seats(rng, 1)
    states = [s for s in space.states if not game.terminal(s)]
    for state in rng.sample(states, 100):
        for name in agents.names():
            labels, _ = opinion(seats, name, game, state)
            agent = seats.agent(name)
            numbers = getattr(agent, "scores", agent.policy)(game, state)
            assert set(labels) == set(numbers)


def test_names_are_shown_as_text_not_as_html():
    p = play(o=lambda game, state: 0, thoughts=True)
    assert "&lt;lambda&gt;" in p._legend.value


# ---- with an event loop, as in a kernel


def test_in_a_kernel_the_agent_answers_a_moment_later():
    async def cell():
        p = play(o=first_free)
        p.click(4)
        between = p.history, p.status, p.board.busy
        await asyncio.sleep(0.05)
        return between, p.history

    between, after = asyncio.run(cell())
    assert between == ([4], "first_free (O) is thinking …", True)
    assert after == [4, 0]


def test_in_a_kernel_agents_play_at_their_speed(monkeypatch):
    monkeypatch.setitem(PAUSES, "normal", 0.01)

    async def cell():
        p = play(first_free, first_free)
        seen = [len(p.history)]
        p.observe(lambda change: seen.append(len(change["new"])), "history")
        while p.mover:
            await asyncio.sleep(0.01)
        return seen

    assert asyncio.run(asyncio.wait_for(cell(), 30)) == [0, 1, 2, 3, 4, 5, 6, 7]


def test_a_click_while_an_agent_thinks_changes_nothing():
    async def cell():
        p = play(o=first_free)
        p.click(4)
        p.click(8)
        return p.history, p.status

    history, status = asyncio.run(cell())
    assert history == [4]
    assert status.startswith("Wait, it is the turn of first_free (O).")


@pytest.mark.parametrize("interruption", ["new_game", "undo"])
def test_an_answer_that_is_no_longer_wanted_does_not_come(interruption):
    async def cell():
        p = play(o=first_free)
        p.click(4)
        getattr(p, interruption)()
        await asyncio.sleep(0.05)
        return p.history

    assert asyncio.run(cell()) == []


def test_a_game_goes_on_in_order_whatever_thread_it_is_touched_in(monkeypatch, request):
    """The kernel may take clicks in a thread with an event loop of its own."""
    monkeypatch.setitem(PAUSES, "fast", 0.0005)
    lengths, troubles = [], []
    often = sys.getswitchinterval()
    request.addfinalizer(lambda: sys.setswitchinterval(often))
    sys.setswitchinterval(1e-5)

    def note(loop, trouble):
        troubles.append(trouble)

    async def begin_again(p, times):
        asyncio.get_running_loop().set_exception_handler(note)
        for _ in range(times):
            p.new_game()
            await asyncio.sleep(0.002)

    async def cell():
        p = play(first_free, first_free, speed="fast")
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


def test_a_click_in_another_thread_leaves_the_timers_of_this_one_alone(monkeypatch):
    """An event loop about to run a timer stumbles if another thread cancels it just then."""
    cancelled_in, cancel = [], asyncio.TimerHandle.cancel

    def noted(timer):
        cancelled_in.append(threading.get_ident())
        cancel(timer)

    def begin_again(p):
        p.new_game()
        return threading.get_ident()

    async def cell():
        p = play(first_free, first_free, speed="fast")
        monkeypatch.setattr(asyncio.TimerHandle, "cancel", noted)
        return await asyncio.to_thread(begin_again, p)

    assert asyncio.run(cell()) not in cancelled_in


def test_a_stalling_agent_is_announced_before_it_is_asked():
    said = []

    async def cell():
        def stalls(game, state):
            said.append((p.status, p.board.busy))
            while True:
                pass

        p = play(o=stalls, patience=0.05)
        p.click(4)
        await asyncio.sleep(0.2)
        said.append((p.status[:30], p.board.busy))

    asyncio.run(cell())
    assert said == [("stalls (O) is thinking …", True), ("stalls (O) was stopped after 0", False)]


# ---- Connect Four


def test_a_click_anywhere_in_a_column_drops_there():
    p = play("human", first_free, game=ConnectFour())
    p.click(3 + 7)  # the second row from above
    assert (p.history, p.state[38], p.state[35]) == ([3, 0], "X", "O")
    assert p.board.last == 35
    assert p.status == "first_free (O) took the 1st column. Your turn: you are X."
    assert {choice[0] for choice in p.board.choices[3::7]} == {31}
    p.choose(3)
    assert p.board.last == 28
    assert p.history == [3, 0, 3, 0]


def test_a_full_column():
    p = play("human", "human", game=ConnectFour(2, 3, 3), moves="0 0")
    p.click(3)
    assert (p.status, p.history) == ("The 1st column is full. X to move.", [0, 0])
    p.choose(True)
    assert p.history == [0, 0]  # True is no column


def test_a_game_of_connect_four_to_its_end():
    p = play("human", "human", game=ConnectFour(), moves=[0, 1, 0, 1, 0, 1, 0])
    assert (p.status, p.tally["X"]) == ("X wins.", 1)
    assert p.board.lines == [[14, 21, 28, 35]]
    p.click(0)
    assert p.status == "X wins."
    p.undo()
    p.redo()
    assert p.status == "X wins."


def test_connect_four_tells_moves_where_they_land():
    p = play(game=ConnectFour(3, 4, 3), o="random", moves=[0, 1], hints=True, thoughts=True)
    assert set(p.board.labels) == {4, 5, 10, 11}
    assert [line["text"] for line in p.board.labels[5]][-1] == "25 %"
    controls(p)["cell numbers"].value = True
    assert p.board.numbers
    assert {choice[1] for choice in p.board.choices} == {"0", "1", "2", "3"}


def test_connect_four_is_too_large_for_hints():
    p = play(game=ConnectFour(), hints=True)
    assert p.board.labels == {}
    assert "that of ConnectFour(6, 7, k=4) is too large: there are hints" in p._legend.value


def test_misere_is_won_by_who_has_no_line():
    p = play("human", "human", game=Misere(), moves=[0, 3, 1, 4, 2])
    assert p.status == "O wins."
    assert p.board.lines == [[0, 1, 2]]


@pytest.mark.parametrize("name", agents.names())
@pytest.mark.parametrize("game", [ConnectFour(4, 4, 3), Misere(), Nim()], ids=repr)
def test_every_agent_plays_every_game_or_says_why_not(name, game, rng, monkeypatch):
    monkeypatch.setattr("ttt.agents.search.USUAL_SECONDS", 0.001)
    p = play(name, "human", game=game, rng=rng)
    if not p.history:
        assert p.status.startswith(f"{name} (X) cannot move here: ")
        p.choose(game.actions(p.state)[0])
    assert len(p.history) == 1


# ---- games without a board


@dataclass
class Hops:
    """Hop along a road: who lands on 4 wins 3, who jumps over it loses a half; a 2 goes again.

    Six functions and nothing else: it cannot be hashed, and asks to be left alone at the end.
    """

    initial = (0, "X")

    def player(self, state):
        assert not self.terminal(state)
        return state[1]

    def actions(self, state):
        assert not self.terminal(state)
        return [("hop", 1), ("hop", 2), ("hop", 5)]

    def result(self, state, action):
        place, mover = state
        other = {"X": "O", "O": "X"}[mover]
        return place + action[1], mover if action[1] == 2 else other

    def terminal(self, state):
        return state[0] >= 4

    def utility(self, state):
        mover = state[1]
        side = 1 if mover == "X" else -1  # a 2 leaves the turn, all else hands it on
        return {4: 3 * side}.get(state[0], 0.5 * side)


ONE, TWO, FIVE = ("hop", 1), ("hop", 2), ("hop", 5)


class Tower:
    """Take 1 or 2 of five stones, the last one wins: a state is a whole number, negative for O."""

    initial = 5

    def player(self, state):
        return "X" if state > 0 else "O"

    def actions(self, state):
        return range(1, min(2, abs(state)) + 1)

    def result(self, state, action):
        left = abs(state) - action
        return (-left if state > 0 else left) or ("gone", self.player(state))

    def terminal(self, state):
        return isinstance(state, tuple)

    def utility(self, state):
        return 1 if state[1] == "X" else -1


def offered(p):
    return [choice["text"] for choice in p.board.choices]


def press(p, text):
    """Press a button as the browser would."""
    message = {"event": "click", "nth": offered(p).index(text), "text": text}
    p.board._handle_custom_msg(message, [])


def test_nim_has_a_button_for_each_move():
    p = play(o=first_free, game=Nim((1, 2)))
    assert p.board.text == "0: |\n1: ||"
    assert len(offered(p)) == 3
    press(p, offered(p)[2])
    assert p.history == [(1, 2), (0, 1)]
    assert p.status.startswith("first_free (O) chose ")
    assert p.status.endswith(" first_free (O) wins.")
    assert (offered(p), p.tally["O"]) == ([], 1)
    p.undo()
    assert (p.history, p.state) == ([], ("X", (1, 2)))
    p.redo()
    assert p.mover is None
    p.new_game()
    assert (p.history, p.tally["O"]) == ([], 1)


def test_the_usual_opponent_can_play():
    assert play().o == play(game=ConnectFour()).o == "one-step"
    assert play(game=Nim()).o == play(game=Misere()).o == play(game=Hops()).o == "mcts"


def test_an_agent_that_cannot_play_nim_says_so_and_the_reader_goes_on():
    p = play(o="corner", game=Nim((1, 2)))
    p.choose((1, 2))
    assert p.status.startswith("corner (O) cannot move here: corner looks for k in a row")
    assert p.status.endswith("Make a move for it, or begin a new game.")
    p.choose((0, 1))
    assert p.status.endswith("corner (O) wins.")


def test_what_is_no_move_is_refused_in_words():
    p = play("human", "human", game=Nim((1, 2)))
    p.choose((5, 5))
    assert "(5, 5) cannot be taken" in p.status
    assert p.status.endswith("X to move.")
    for nonsense in (
        {"nth": 9, "text": "?"},
        {"nth": 0, "text": "?"},
        {"nth": [], "text": None},
        {},
    ):
        p.board._handle_custom_msg({"event": "click", **nonsense}, [])
    p.board._handle_custom_msg("click", [])
    assert p.history == []


def test_a_move_is_called_as_its_game_describes_it():
    class Spoken(Nim):
        def describe(self, action):
            return f"{action[1]} from pile {action[0]}"

    p = play(o=first_free, game=Spoken((2, 1)))
    assert offered(p) == ["1 from pile 0", "2 from pile 0", "1 from pile 1"]
    press(p, "1 from pile 1")
    assert p.status.startswith("first_free (O) chose 1 from pile 0. Your turn")


def test_players_need_not_take_turns():
    p = play(o=first_free, game=Hops(), moves=[TWO])
    assert p.status == "Your turn: you are X."  # it is X's turn again
    press(p, "hop, 1")
    assert p.history == [TWO, ONE, ONE]
    assert p.status == "first_free (O) chose hop, 1. You win!"
    assert p.tally == {"X": 1, "draw": 0, "O": 0}
    p.undo()
    assert p.history == [TWO]
    p.undo()
    assert p.history == []
    p.redo()
    assert p.history == [TWO]
    p.redo()
    assert (p.history, p.can_redo) == ([TWO, ONE, ONE], False)


def test_hints_tell_what_a_win_is_worth():
    p = play("human", "human", game=Hops(), hints=True)
    texts = {choice["text"]: choice["labels"][1]["text"] for choice in p.board.choices}
    assert texts["hop, 2"] == "win of 3 in 2"
    assert texts["hop, 5"] == "loss of 0.5 in 1"


def test_hints_and_thoughts_on_buttons():
    p = play(o="random", game=Nim((1, 2)), hints=True, thoughts=True)
    said = {c["text"]: [line["text"] for line in c["labels"]] for c in p.board.choices}
    assert sorted(said.values()) == [
        ["✓", "win in 3", "33 %"],
        ["✗", "loss in 2", "33 %"],
        ["✗", "loss in 2", "33 %"],
    ]


@pytest.mark.parametrize("game", [Nim((2, 3)), Hops(), Tower()], ids=["Nim", "Hops", "Tower"])
@pytest.mark.parametrize("players", [("random", "mcts"), ("minimax", "alpha-beta")])
def test_agents_play_any_game_to_its_end(game, players, rng):
    p = play(*players, game=game, rng=rng)
    assert p.mover is None
    assert sum(p.tally.values()) == 1
    assert p.status.endswith("wins.")
    assert " chose " in p.status  # there is no board that would mark the move
    p.undo()
    p.redo()
    assert p.mover is None


@pytest.mark.parametrize("game", [Nim((2, 3)), Hops(), Tower()], ids=["Nim", "Hops", "Tower"])
def test_a_thousand_random_actions_leave_a_state_of_the_game(game):
    dice = random.Random(5)
    p = play(o="random", game=game, rng=dice)
    for _ in range(1000):
        chance = dice.random()
        if chance < 0.7 and p.board.choices:
            press(p, dice.choice(offered(p)))
        elif chance < 0.95:
            dice.choice([p.undo, p.redo, p.new_game])()
        else:
            trait = dice.choice(["hints", "thoughts"])
            setattr(p, trait, not getattr(p, trait))
        state = game.initial
        for move in p.history:
            state = game.result(state, move)
        assert p.state == state
        json.dumps(p.board.get_state()["choices"])
    json.dumps({key: value for key, value in p.get_state().items() if key != "layout"}, default=str)


def test_the_panel_of_another_game():
    nim, four = controls(play(game=Nim())), controls(play(game=ConnectFour()))
    assert "board" not in nim
    assert (nim["game"].value, four["game"].value) == ("Nim((3, 4, 5))", "ConnectFour(6, 7, k=4)")
    assert controls(play(game=Hops()))["game"].value == "Hops()"
    assert [nim[name].layout.display for name in ("moves", "cell numbers")] == ["none", "none"]
    assert [four[name].layout.display for name in ("moves", "cell numbers")] == [None, None]
    assert controls(play(game=Tower()))["moves"].layout.display is None


def test_numbers_can_be_typed_as_moves_in_any_game():
    p = play("human", "human", game=Tower())
    controls(p)["moves"].value = "2 1"
    assert (p.history, p.state) == ([2, 1], 2)
    controls(p)["moves"].value = "2 1 2 1"
    assert p.status.startswith("Move 4 cannot be made. The game is over before it.")
    assert p.history == [2, 1]


class Broken(Tower):
    """A game with a mistake: it fails when two stones are taken."""

    def result(self, state, action):
        return {1: super().result(state, 1)}[action]


class Strangers(Tower):
    """A game whose players are not called X and O."""

    def player(self, state):
        return "white" if state > 3 else "X"


def test_a_game_that_fails_is_reported_and_can_go_on():
    p = play("human", "human", game=Broken())
    p.choose(2)
    assert p.status.startswith("You chose a move at which the game failed with KeyError: 2.")
    p.choose(1)
    assert p.history == [1]
    p = play(o=answers(2), game=Broken())
    p.choose(1)
    assert p.status.startswith("agent (O) chose a move at which the game failed with KeyError: 2.")
    with pytest.raises(ValueError, match="Strangers has the player 'white' to move first"):
        play("human", "human", game=Strangers())


def test_a_page_without_a_kernel_shows_any_state():
    data = Play(game=Nim((1, 2)))._repr_mimebundle_()
    assert data["text/plain"] == "0: |\n1: ||"
    assert "0:" in data["image/svg+xml"]


# ---- options


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"size": 4, "k": 3}, r"k is part of the size: size=\(4, 4, 3\)"),
        ({"foo": 1}, "There is no option 'foo'. There are: x, o, game, size, .* rng, smart, hints"),
        ({"game": TicTacToe(), "size": 4}, "Give game=… or size=…, not both"),
        ({"game": Nim}, "A game has initial, player"),
        ({"game": 3}, "A game has initial, player"),
    ],
)
def test_options_that_make_no_sense_are_refused_in_words(options, words):
    with pytest.raises(ValueError, match=words):
        play(**options)


# ---- whatever is done to it


def test_every_trait_can_be_observed():
    p, seen = play(o=first_free), []
    p.observe(lambda change: seen.append((change["name"], p.state)), ["state", "history", "tally"])
    p.click(4)
    assert ("state", "....X....") in seen
    assert ("history", "....X....") in seen  # history and state change together


@pytest.mark.parametrize("size", [3, (3, 4), (5, 5, 4)])
def test_a_thousand_random_actions_leave_a_legal_position(size):
    dice = random.Random(7)
    p = play(size=size, rng=dice)
    keys = [p.undo, p.redo, p.new_game]
    traits = {
        "x": ["human", "random", first_free, raises],
        "o": ["human", "one-step", "combined", answers(4)],
        "speed": list(PAUSES),
        "smart": [0.0, 0.5, 1.0],
        "hints": [True, False],
        "thoughts": [True, False],
        "numbers": [True, False],
    }
    for _ in range(1000):
        if dice.random() < 0.8:
            message = {"event": "click", "cell": dice.randrange(-1, p.game.cells + 1)}
            p.board._handle_custom_msg(message, [])
        elif dice.random() < 0.7:
            dice.choice(keys)()
        else:
            name = dice.choice(list(traits))
            setattr(p, name, dice.choice(traits[name]))
        p.game.check(p.state)
        assert p.board.state == p.state
        assert len(p.history) == p.game.cells - p.state.count(".")
        assert p.status


def test_a_page_without_a_kernel_shows_the_position():
    data = Play(moves=[4, 0])._repr_mimebundle_()
    assert set(data) == {
        "application/vnd.jupyter.widget-view+json",
        "image/svg+xml",
        "text/plain",
    }
    assert data["image/svg+xml"] == draw.board("O...X....", size=240, last=0).svg
    assert data["text/plain"] == "O . .\n. X .\n. . ."
