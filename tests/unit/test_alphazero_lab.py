"""The lab of AlphaZero, driven without a browser."""

import asyncio
import html
import re

import pytest

from ttt.agents.alphazero import Training
from ttt.widgets import AlphaZeroLab, alphazero_lab, frame
from ttt.widgets.alphazero_lab.charts import opinions


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Let turns be short, and go on faster than one can watch."""

    class Short(Training):
        def __init__(self, seed, **ingredients):
            super().__init__(seed, hidden=(16,), games=4, simulations=5, **ingredients)

    monkeypatch.setattr(alphazero_lab, "Training", Short)
    monkeypatch.setattr(AlphaZeroLab.seconds, "default_value", 0.0)
    monkeypatch.setattr(frame, "SLICE", 0.0)
    monkeypatch.setattr(frame, "BREATH", 0.0)


def plain(turns, **ingredients):
    """Return a training that was made in one go."""
    training = Training(1, hidden=(16,), games=4, simulations=5, **ingredients)
    for _ in range(turns):
        training.turn()
    return training


def said(lab):
    return html.unescape(re.sub("<[^>]*>", "", lab._words.value))


def test_it_trains_to_the_end_and_then_as_long_again():
    lab = AlphaZeroLab(turns=2)
    assert said(lab) == "Nothing is learned yet. Press Start for 2 turns."
    lab.start()
    assert (lab.running, lab.done, lab.goal) == (False, 2, 2)
    assert said(lab).startswith("After 2 of 2 turns, played without search: AlphaZero ")
    assert lab._main.description == "Train on"
    lab.start()
    assert (lab.done, lab.goal) == (4, 4)
    lab.reset()
    assert lab.done == 0 and lab._main.description == "Start"


@pytest.mark.parametrize("missing", alphazero_lab.INGREDIENTS)
def test_beside_it_one_learns_without_an_ingredient(missing):
    lab = AlphaZeroLab(turns=1)
    lab.children[1].children[0].value = f"without {missing}"  # the drop-down
    lab.start()
    whole, without = lab.learners.values()
    assert whole.history == plain(1).history
    assert without.history == plain(1, **{missing: False}).history
    assert all(f"without {missing}" in chart.value for chart in lab._charts)
    lab.beside = "nothing"
    assert list(lab.learners) == ["AlphaZero"] and lab.done == 0


def test_paused_in_the_middle_of_a_turn_it_goes_on_from_there():
    async def train():
        lab = AlphaZeroLab(turns=2)
        lab.beside, pauses = "without noise", 0
        while lab.done < lab.goal:
            lab.start()
            for _ in range(10):
                await asyncio.sleep(0)
            pauses += lab.running
            lab.pause()
        return lab, pauses

    lab, pauses = asyncio.run(train())
    assert pauses > 5
    for run, ingredients in zip(lab.learners.values(), ({}, {"noise": False})):
        assert run.history == plain(2, **ingredients).history


def test_what_it_thinks_of_a_position_and_how_it_searches_there():
    lab = AlphaZeroLab(turns=1)
    before = lab.position._frame.value, lab._tree.value
    lab.start()
    assert lab.position._frame.value != before[0] and lab._tree.value != before[1]
    for cell in (0, 3, 1, 4):
        lab.position.click(cell)
    thoughts = opinions(lab.learners, "XX.OO....")
    assert sum(thoughts["AlphaZero\nchance"].values()) == pytest.approx(1)
    assert thoughts["AlphaZero\nvalue"][2] == 1  # the game is won there
    assert thoughts["true result"][2] == 1
    assert "N 26" in lab._tree.value and "Tree of" in lab._tree.value
    lab.position.click(2)
    assert lab.position._frame.value == "The game is over: no move is left to think about."
    assert lab._tree.value == ""
    lab.position.click(8)
    lab.position.click(8)
    assert "cannot occur" in lab.position._frame.value
    assert lab._repr_mimebundle_()["text/plain"]
