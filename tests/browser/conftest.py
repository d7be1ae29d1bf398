"""A real JupyterLab and a real Chromium for the tests in this folder."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import nbformat
import pytest

sys.path.insert(0, str(Path(__file__).parent))  # so that tests can import lab.py

from lab import Lab

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "browser"
SCREENSHOTS = ROOT / "build" / "screenshots"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
HOW_TO_GET_ONE = "no Chromium found: install it, on Debian and Ubuntu with `apt install chromium`"
FLAGS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},  # cells out of sight are there too
    "docmanager-extension/plugin": {"autosave": False},
}
SECONDS_TO_START = 60


@pytest.fixture(scope="session")
def chromium():
    """Return the path of the browser; without one, skip, or in CI fail."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None and os.environ.get("CI") == "true":
        pytest.fail(HOW_TO_GET_ONE)
    if found is None:
        pytest.skip(HOW_TO_GET_ONE)
    return found


@pytest.fixture(scope="session")
def server(chromium, tmp_path_factory):
    """Start JupyterLab for this folder; return its address with {} where a path belongs."""
    home = tmp_path_factory.mktemp("jupyter")
    for name, values in SETTINGS.items():
        path = home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
    port, token = _free_port(), secrets.token_hex(16)
    address = f"http://127.0.0.1:{port}/{{}}?token={token}"
    command = [sys.executable, "-m", "jupyterlab", "--allow-root", "--no-browser"]
    command += [f"--port={port}", "--ServerApp.port_retries=0", f"--ServerApp.root_dir={ROOT}"]
    with (home / "log").open("w") as log:
        process = subprocess.Popen(
            [*command, f"--IdentityProvider.token={token}"],
            env=_environment(home),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for(address.format("api"), process, home / "log")
        yield address
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _environment(home: Path) -> dict[str, str]:
    """Return an environment in which Jupyter finds our package and nothing of the user's own."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
    }


def _wait_for(address: str, process: subprocess.Popen, log: Path) -> None:
    end = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(address, timeout=5).close()
            return
        except urllib.error.URLError:
            time.sleep(0.2)
    pytest.fail(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")


@pytest.fixture(scope="session")
def window(chromium):
    """Return a window of the browser, the same for all tests, since its cache saves time."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser.new_context(viewport={"width": 1250, "height": 900})
        browser.close()


@pytest.fixture
def run_notebook(server, window, request):
    """Return a function that opens a notebook and runs it; its console must stay without errors.

    What is opened is a copy under build/, so that a lesson is never changed.
    """
    labs = []

    def run(notebook: nbformat.NotebookNode) -> Lab:
        path = BUILD / f"{request.node.name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, path)
        labs.append(Lab(window.new_page(), SCREENSHOTS))
        labs[-1].open(server.format(f"lab/tree/{path.relative_to(ROOT).as_posix()}") + "&reset")
        labs[-1].run_all()
        return labs[-1]

    yield run
    for lab in labs:
        lab.page.close()
    _end_kernels(server)
    assert [error for lab in labs for error in lab.errors] == []


def _end_kernels(server: str) -> None:
    """End the kernels of a test, so that they do not slow down the next."""
    with urllib.request.urlopen(server.format("api/sessions")) as reply:
        sessions = json.load(reply)
    for session in sessions:
        address = server.format(f"api/sessions/{session['id']}")
        urllib.request.urlopen(urllib.request.Request(address, method="DELETE")).close()


@pytest.fixture
def run_cells(run_notebook):
    """Return a function that opens and runs a notebook of these cells."""

    def run(*sources: str) -> Lab:
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}}
        return run_notebook(nbformat.v4.new_notebook(cells=cells, metadata=kernel))

    return run
