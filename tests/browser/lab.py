"""JupyterLab as its reader sees it: cells to run, a board to click."""

import time
from contextlib import contextmanager
from pathlib import Path

OPEN = """async ([path, kernel]) => {
    const panel = await jupyterapp.commands.execute("docmanager:open", { path, kernel });
    await panel.sessionContext.ready;
}"""
FORGET = "import ipywidgets\nipywidgets.Widget.close_all()\n%reset -f"
CLOSE = """async (code) => {
    for (const panel of [...jupyterapp.shell.widgets("main")]) {
        const kernel = panel.sessionContext?.session?.kernel;
        await kernel?.requestExecute({ code, store_history: false }).done;
        panel.dispose();
    }
}"""
READY = """() => {
    const kernel = document.querySelector(".jp-Toolbar-kernelName");
    const light = document.querySelector(".jp-Notebook-ExecutionIndicator");
    return /Python/.test(kernel?.textContent) && light?.dataset.status === "idle";
}"""
BEGUN = """() => [...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")].every(
    (prompt, i) => i > 0 || /[*\\d]/.test(prompt.textContent))"""
DONE = """() => document.querySelector(".jp-Notebook-ExecutionIndicator").dataset.status === "idle"
    && ![...document.querySelectorAll(".jp-InputPrompt")].some((p) => /[*]/.test(p.textContent))"""
PRESENTING = "document.body.dataset.jpDeckMode === 'presenting'"
ON_SCREEN = f"{PRESENTING} && document.querySelector('.jp-Deck .jp-deck-mod-onscreen')"
MARKS = (
    """(board) => [...board.querySelectorAll("[role=gridcell]")].map((cell) => cell.dataset.mark)"""
)
# Clicks a cell and returns how many milliseconds later the board with `count` marks is painted.
TIME_A_REPLY = """([board, cell, count]) => new Promise((resolve, reject) => {
    const cells = [...board.querySelectorAll("[role=gridcell]")];
    const start = performance.now();
    const look = () => {
        const marks = board.querySelectorAll(".ttt-mark:not(.ttt-ghost)").length;
        const passed = performance.now() - start;
        if (marks >= count) resolve(passed);
        else if (passed > 10000) reject(new Error("no answer"));
        else requestAnimationFrame(look);
    };
    cells[cell].click();
    requestAnimationFrame(look);
})"""
# Click a button; after how many milliseconds has the tree been painted anew?
TIME_A_STEP = """([tree, button]) => new Promise((done) => {
    const start = performance.now();
    new MutationObserver((_, observer) => {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
    }).observe(tree, { childList: true });
    button.click();
})"""
WAIT = 60_000  # milliseconds, for a machine with much else to do
WAIT_FOR_A_LESSON = 300_000
# What JupyterLab itself may log while it starts, whatever the notebook; and the player of
# ipywidgets, whose clock ticks once more after the test before has closed its widgets.
NOT_OURS = ("favicon", "Failed to load resource", "status of 404", "ResizeObserver")
NOT_OURS += ("no comm channel defined",)


class Lab:
    """A page with a notebook in JupyterLab; `errors` collects what its console complains of."""

    def __init__(self, page, name: str, screenshots: Path):
        self.page, self.name, self.screenshots, self.errors = page, name, screenshots, []
        self._listeners = {
            "pageerror": lambda error: self._note(str(error)),
            "console": self._listen,
        }
        for event, listener in self._listeners.items():
            page.on(event, listener)

    def _listen(self, message) -> None:
        if message.type == "error":
            self._note(message.text)

    def _note(self, error: str) -> None:
        if not any(part in error for part in NOT_OURS):
            self.errors.append(error)

    def open(self, path: str, kernel: str | None) -> None:
        """Open a notebook and wait for its kernel, one that runs already or a new one."""
        model = {"id": kernel, "name": "python3"} if kernel else None
        self.page.evaluate(OPEN, [path, model])
        self.page.wait_for_function(READY, timeout=WAIT)

    def close(self) -> None:
        """Close the notebook without asking, and make its kernel forget what was in it."""
        self.page.evaluate(CLOSE, FORGET)
        for event, listener in self._listeners.items():
            self.page.remove_listener(event, listener)

    def run_all(self) -> None:
        """Run all cells and wait for the last one.

        JupyterLab drops what is asked of a kernel that it is still connecting to, though it
        shows "idle" by then. So if nothing has begun after a while, it is asked again.
        """
        for _ in range(3):
            self.page.get_by_role("menuitem", name="Run", exact=True).click()
            self.page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
            if self._comes_true(BEGUN, seconds=10):
                break
        else:
            self.screenshot("nothing-begun")
            raise AssertionError("No cell has begun to run: see nothing-begun.png.")
        self.page.wait_for_function(DONE, timeout=WAIT_FOR_A_LESSON)

    def _comes_true(self, condition: str, seconds: float) -> bool:
        """Return whether a condition on the page holds within so many seconds."""
        end = time.monotonic() + seconds
        while not (holds := self.page.evaluate(condition)) and time.monotonic() < end:
            self.page.wait_for_timeout(100)
        return holds

    @contextmanager
    def presented(self):
        """Show the notebook as slides on a projector of 1280 × 720, from the first one on."""
        self.page.set_viewport_size({"width": 1280, "height": 720})
        self.page.evaluate("jupyterapp.shell.currentWidget.content.activeCellIndex = 0")
        self.page.evaluate("jupyterapp.commands.execute('deck:start')")
        self.page.wait_for_function(ON_SCREEN)  # the mode begins before the first slide is there
        try:
            yield
        finally:
            self.page.evaluate("jupyterapp.commands.execute('deck:stop')")
            self.page.wait_for_function(f"!({PRESENTING})")

    def screenshot(self, name: str) -> None:
        """Keep a picture of the page under build/screenshots."""
        self.screenshots.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=self.screenshots / f"{name}.png")

    @property
    def cell_count(self) -> int:
        """How many cells the notebook has."""
        return self.page.locator(".jp-Notebook .jp-Cell").count()


class BoardOnPage:
    """A board as one sees and touches it."""

    def __init__(self, page, nth: int = 0):
        self.page = page
        self.root = page.locator(".ttt-board").nth(nth)
        self.root.wait_for(timeout=WAIT)
        self.cells = self.root.get_by_role("gridcell")
        self.status = self.root.get_by_role("status")

    @property
    def state(self) -> str:
        """The marks that are shown, as a state."""
        return "".join(self.root.evaluate(MARKS))

    @property
    def free(self) -> list[int]:
        """The cells that show no mark."""
        return [cell for cell, mark in enumerate(self.state) if mark == "."]

    def click(self, cell: int) -> None:
        """Click a cell with the mouse."""
        self.cells.nth(cell).click()

    def wait_until(self, condition, seconds: float = 30) -> None:
        """Wait until a function of the state is true."""
        end = time.monotonic() + seconds
        while not condition(self.state):
            assert time.monotonic() < end, f"{self.state} {self.status.inner_text()}"
            time.sleep(0.02)

    def wait_for_turn(self, seconds: float = 30) -> None:
        """Wait until the status says that it is the reader's turn, or that the game is over."""
        words = "Your turn|You win|wins|draw"
        self.page.wait_for_function(
            "([status, words]) => new RegExp(words).test(status.textContent)",
            arg=[self.status.element_handle(), words],
            timeout=1000 * seconds,
        )

    def time_a_reply(self, cell: int) -> float:
        """Click a cell; return after how many milliseconds the agent's answer is painted."""
        count = len(self.state) - len(self.free) + 2
        handle = self.root.element_handle()
        return self.page.evaluate(TIME_A_REPLY, [handle, cell, count])


def button(page, name: str):
    """Return the first button of that name in the notebook.

    Elsewhere on the page are others, such as the names of files beside it.
    """
    return page.locator(".jp-Notebook").get_by_role("button", name=name).first


def time_a_step(page, name: str) -> float:
    """Click a button of that name; return after how many milliseconds the tree is painted."""
    tree = page.locator(".ttt-tree").first.element_handle()
    return page.evaluate(TIME_A_STEP, [tree, button(page, name).element_handle()])
