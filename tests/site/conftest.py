"""A browser, and the site that `make site` has built, shown on this machine."""

import runpy
import shutil
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import sync_playwright

SITE = Path(__file__).parents[2] / "site"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def browser():
    """Return a browser, or skip where there is none."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not path:
        pytest.skip("there is no Chromium")
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--headless", "--disable-gpu", "--no-first-run"]
        chromium = playwright.chromium.launch(executable_path=path, args=flags)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def address():
    """Return the address of the site on this machine."""
    serve = runpy.run_path(str(SITE / "serve.py"))
    if not serve["SITE"].exists():
        pytest.fail("There is no site to test: `make test-site` builds it first.")
    with serve["server"](0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def page(browser, address):
    """Return a page that asks for nothing beyond the site; it may be wide or narrow."""
    page, beyond, faults = browser.new_page(viewport={"width": 1280, "height": 900}), [], []
    own = (address, "data:", "blob:")
    page.on("request", lambda asked: asked.url.startswith(own) or beyond.append(asked.url))
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    page.close()
    assert beyond == [] and faults == []
