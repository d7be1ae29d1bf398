"""The page of a server in a real browser: watched late, replayed, played on a phone, led."""

import asyncio
import threading
import time

import pytest
from conftest import SCREENSHOTS
from lab import WAIT, BoardOnPage

from ttt import TicTacToe, agents, online

MARKUP = "<img src=x onerror=alert(1)>"[:24]
FITS = "() => document.documentElement.scrollWidth <= innerWidth"


def unhurried(game, state):
    """Play the first free cell, so slowly that somebody can watch."""
    time.sleep(0.02)
    return game.actions(state)[0]


@pytest.fixture
def server():
    """Return a server whose tournament waits for its start; it runs in a thread."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()

    def run(coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, loop).result(60)

    bots = {"one-step": agents.make("one-step"), MARKUP: unhurried, "Bob": unhurried}
    server = run(online.serve(TicTacToe(), port=0, tournament=True, bots=bots))
    yield server
    run(server.close())
    loop.call_soon_threadsafe(loop.stop)


@pytest.fixture
def open_page(browser, server):
    """Return a function that opens the page of the server in a window of some size."""
    errors, windows = [], []

    def open_one(width, height, address="", theme="light"):
        size = {"width": width, "height": height}
        look = {"viewport": size, "color_scheme": theme, "has_touch": width < 500}
        windows.append(browser.new_context(**look))
        page = windows[-1].new_page()
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{server.url}/{address}")
        return page

    yield open_one
    for window in windows:
        window.close()
    assert errors == []


def screenshot(page, name):
    """Keep a picture of the whole page under build/screenshots."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"online-{name}.png", full_page=True)


def test_a_night_is_led_watched_late_and_played_on_a_phone(open_page, server):
    leader = open_page(1280, 720, f"#lead={server.key}")
    leader.get_by_role("button", name="Start").click()
    leader.get_by_text("Playing: ").wait_for()
    phone = open_page(390, 844)
    phone.get_by_label("Your name").fill("Zoe")
    phone.get_by_role("button", name="Play", exact=True).tap()
    board, moves = BoardOnPage(phone), 0
    while server.room.phase != "over":
        if "Your turn" in phone.locator("#say").inner_text():
            before = board.free
            phone.locator("#board [role=gridcell]").nth(before[0]).tap()
            moves += 1
            if moves == 1:
                board.wait_until(lambda state, cell=before[0]: state[cell] != ".")
                screenshot(phone, "phone")
        phone.wait_for_timeout(50)
    phone.get_by_text("All games are played").wait_for()
    assert moves >= 6 * 3
    late = open_page(1280, 720, theme="dark")
    late.get_by_text("The end: 78 of 78 games").wait_for()
    assert late.get_by_role("cell", name=MARKUP).count() == 2  # agents, and people's opponents
    assert late.get_by_role("cell", name="Zoe").count() == 1
    late.get_by_text("Replay a finished game").click()
    late.get_by_label("Game", exact=True).select_option("78")
    late.get_by_text("Game 78: ").wait_for()
    replay = BoardOnPage(late, late.locator("#games .ttt-board").count())
    replay.wait_until(lambda state: state.count(".") < 5)
    late.get_by_role("slider", name="Move").fill("0")
    replay.wait_until(lambda state: state == "." * 9)
    for page in leader, late, phone:
        assert page.evaluate(FITS)
    screenshot(late, "late")
    screenshot(leader, "leader")
