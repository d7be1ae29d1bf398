"""The page to play on: its agents move as those of the package do, on every board."""

import random
import runpy
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from ttt import Space, TicTacToe
from ttt.agents.lockstep import mcts_budgets
from ttt.algorithms.mcts import C

ROOT = Path(__file__).parents[2]
MAKE = runpy.run_path(str(ROOT / "site/play/make.py"))
GAME, SPACE = TicTacToe(), Space(TicTacToe())
POLICIES = """(agent) => [...tables.rows.keys()].filter((state) => actions(state).length)
    .map((state) => [state, [...tables.policy(agent, state)]])"""
LARGEST = 500_000  # bytes


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with the page, and nothing else."""
    folder = tmp_path_factory.mktemp("play")
    for name, text in ("index.html", MAKE["page"]()), ("data.js", MAKE["data"]()):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def page(browser, folder):
    """Return the page, opened as a file, on which no error is logged and nothing else is asked."""
    faults, asked = [], []
    page = browser.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto((folder / "index.html").as_uri())
    page.wait_for_selector("#agent option", state="attached")
    yield page
    names = [Path(url).name for url in asked if url.startswith("file:")]
    assert faults == [] and sorted(names) == ["data.js", "index.html"]
    assert all(url.startswith(("file:", "data:")) for url in asked)
    page.close()


def test_it_is_small(folder):
    assert sum(file.stat().st_size for file in folder.iterdir()) < LARGEST


@pytest.mark.parametrize("agent", list(MAKE["SHOWN"]))
def test_its_agents_are_those_of_the_package_on_every_board(page, agent):
    found = dict(page.evaluate(POLICIES, agent))
    assert len(found) == 4_520
    if agent.startswith("mcts"):
        assert all(len(moves) == len(GAME.actions(state)) for state, moves in found.items())
        return
    policies = MAKE["policies"](agent)
    for state, moves in found.items():
        expected = [policies[state].get(action, 0) for action in GAME.actions(state)]
        assert [cell for cell, _ in moves] == list(GAME.actions(state))
        assert [chance for _, chance in moves] == pytest.approx(expected, abs=1e-9)


def test_its_monte_carlo_searches_choose_as_often_as_the_package_s(page):
    """Some boards are searched a hundred times again, with other random numbers."""
    kinds = sorted({GAME.canonical(state) for state in MAKE["OPEN"]})
    some = random.Random(1).sample(kinds, 12)
    budgets, times = MAKE["BUDGETS"], 100
    rng = np.random.default_rng(1)
    for searches in mcts_budgets(SPACE, budgets, C, rng, some * times):
        kept = dict(page.evaluate(POLICIES, f"mcts-{searches.simulations}"))
        for nth, state in enumerate(some):
            chosen = searches.choices[nth :: len(some)].tolist()
            for action, chance in kept[state]:
                share = (chance + chosen.count(action) / times) / 2
                spread = 4.5 * sqrt(2 * share * (1 - share) / times)
                assert abs(chance - chosen.count(action) / times) <= spread
            for nth_image, image in enumerate(GAME.images(state)):
                turned = dict(kept[image])
                for action, chance in kept[state]:
                    assert turned[GAME.action_images(action)[nth_image]] == chance


def test_every_value_is_the_exact_one(page):
    rows = page.evaluate("() => [...tables.rows].map(([s, row]) => [s, row.value, row.length])")
    assert len(rows) == 5_478
    for state, value, length in rows:
        assert (value, length) == (SPACE.value(state), SPACE.distance(state))


def test_a_game_with_undo_sides_and_hints(page):
    cells = page.locator("[role=gridcell]")
    page.locator("#agent").select_option("minimax")
    cells.nth(4).click()
    page.wait_for_function("() => now().split('O').length === 2")
    page.locator("#hints").check()
    assert "leads to a" in cells.nth(page.evaluate("() => actions(now())[0]")).get_attribute(
        "aria-label"
    )
    page.locator("summary").click()
    page.get_by_text("moved to cell").wait_for()
    page.locator("#undo").click()
    assert page.evaluate("now()") == "." * 9
    page.locator("#swap").click()
    page.wait_for_function("() => now().split('X').length === 2")
    assert page.locator(".ttt-status").text_content() == "Your turn: you are O."


def test_it_is_played_with_the_keyboard(page):
    page.locator("[role=gridcell]").first.focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate("now()[4]") == "X"


def test_minimax_never_loses_here_either(page):
    page.evaluate("() => { choose(); $('agent').value = 'minimax'; }")
    ends = page.evaluate(
        """() => Array.from({ length: 300 }, () => {
            let state = EMPTY;
            while (!isOver(state)) {
                const agent = player(state) === "X" ? "random" : "minimax";
                state = result(state, draw(tables.policy(agent, state)));
            }
            return wonLines(state).map(([cell]) => state[cell])[0] ?? "draw";
        })"""
    )
    assert "X" not in ends and "O" in ends
