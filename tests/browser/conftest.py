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
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest

sys.path.insert(0, str(Path(__file__).parent))  # so that tests can import lab.py
sys.path.insert(0, str(Path(__file__).parents[2]))  # and slides/make.py

from lab import WAIT, Lab
from walk import tables

ROOT = Path(__file__).parents[2]
LESSONS = ROOT / "notebooks"
BUILD = ROOT / "build"  # as deep as notebooks/, whose pictures are in ../figures
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
VIEWPORT = {"width": 1250, "height": 900}


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
    with jupyterlab(tmp_path_factory.mktemp("jupyter")) as address:
        yield address


@contextmanager
def jupyterlab(home: Path):
    """Run JupyterLab for this folder, with its settings and its log in the folder `home`."""
    for name, values in SETTINGS.items():
        path = home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
    port, token = _free_port(), secrets.token_hex(16)
    address = f"http://127.0.0.1:{port}/{{}}?token={token}"
    command = [sys.executable, "-m", "jupyterlab", "--allow-root", "--no-browser"]
    command += [f"--port={port}", "--ServerApp.port_retries=0", f"--ServerApp.root_dir={ROOT}"]
    command += ["--expose-app-in-browser", f"--LabApp.extra_labextensions_path={ROOT}/ttt/deck"]
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
def browser(chromium):
    """Return the browser, one for all tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def page(browser, server):
    """Return JupyterLab in a window of the browser, the same for all tests: it starts slowly."""
    return lab_page(browser, server, viewport=VIEWPORT)


def lab_page(browser, server: str, **options):
    """Return JupyterLab in a window of the browser with these options."""
    page = browser.new_context(**options).new_page()
    page.goto(server.format("lab") + "&reset")
    page.wait_for_function("window.jupyterapp", timeout=WAIT)
    page.evaluate("jupyterapp.restored.then(() => jupyterapp.shell.collapseLeft())")
    return page


@pytest.fixture
def run_notebook(server, page, request):
    """Return a function that opens a notebook and runs it, for one test."""
    keeps_kernel = "kernel" in request.fixturenames
    with opened_notebook(server, page, request.node.name, keeps_kernel) as run:
        yield run


@pytest.fixture(scope="module", params=sorted(path.stem for path in LESSONS.glob("*.ipynb")))
def lesson(server, page, request):
    """Return a lesson that has been run: it is run once for all tests of a module."""
    with opened_notebook(server, page, request.param, keeps_kernel=False) as run:
        yield run(nbformat.read(LESSONS / f"{request.param}.ipynb", as_version=4))


@contextmanager
def opened_notebook(server: str, page, name: str, keeps_kernel: bool):
    """Give a function that opens a notebook and runs it; its console must stay without errors.

    What is opened is a copy under build/, so that a lesson is never changed.
    """
    lab, file = Lab(page, name, SCREENSHOTS), BUILD / f"{name}.ipynb"
    path = file.relative_to(ROOT).as_posix()

    def run(notebook: nbformat.NotebookNode, kernel: str | None = None) -> Lab:
        file.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(notebook, file)
        lab.open(path, kernel)
        lab.run_all()
        return lab

    yield run
    lab.close()
    page.set_viewport_size(VIEWPORT)
    if not keeps_kernel:
        _end_kernel(server, path)
    assert lab.errors == []


@pytest.fixture(scope="session")
def kernel(server):
    """Return the id of a kernel that all tests of widgets share, one after the other."""
    with _request(server, "api/kernels", "POST") as reply:
        return json.load(reply)["id"]


def _end_kernel(server: str, path: str) -> None:
    """End the kernel of a lesson, so that it does not slow down the next."""
    with _request(server, "api/sessions") as reply:
        sessions = [session["id"] for session in json.load(reply) if session["path"] == path]
    for session in sessions:
        _request(server, f"api/sessions/{session}", "DELETE").close()


def _request(server: str, path: str, method: str = "GET"):
    return urllib.request.urlopen(urllib.request.Request(server.format(path), method=method))


@pytest.fixture
def run_cells(run_notebook, kernel):
    """Return a function that opens and runs a notebook of these cells."""

    def run(*sources: str) -> Lab:
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)"}}
        return run_notebook(nbformat.v4.new_notebook(cells=cells, metadata=metadata), kernel)

    return run


def pytest_terminal_summary(terminalreporter):
    """Tell what the walk through the slides has measured."""
    reports = [
        report for kind in ("passed", "failed") for report in terminalreporter.getreports(kind)
    ]
    walks = dict(
        value for report in reports for name, value in report.user_properties if name == "slides"
    )
    if walks:
        terminalreporter.section("slides at 1280 × 720")
        for line in tables(dict(sorted(walks.items()))):
            terminalreporter.line(line)
