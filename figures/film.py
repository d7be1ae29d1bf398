"""Films the course in a real JupyterLab as figures/film.gif: `make film` runs this."""

import io
import os
import shutil
import sys
import tempfile
from pathlib import Path

import nbformat
from conftest import BROWSERS, FLAGS, HOW_TO_GET_ONE, LESSONS, jupyterlab, lab_page, opened_notebook
from lab import WAIT, BoardOnPage, button
from PIL import Image
from playwright.sync_api import sync_playwright

from ttt import TicTacToe, agents

FILE = Path(__file__).resolve().with_name("film.gif")
SIZE, SCALE = {"width": 1200, "height": 750}, 0.8  # of the window, and of the film beside it
SHADES = 96
STEP, END = 0.3, 1.0  # for how many seconds a frame is shown
FORGETS_THE_OPPONENT = '''def minimax_value(game, state):
    """Return what `state` is worth if both play their best: 1, 0 or -1, X's side."""
    if game.terminal(state):
        return game.utility(state)
    return max(minimax_value(game, game.result(state, a)) for a in game.actions(state))'''
POINTER = """() => {
    const look = "position: fixed; z-index: 99999; width: 22px; height: 22px; margin: -11px; "
        + "border-radius: 50%; pointer-events: none; background: rgb(207 63 79 / 55%);";
    const dot = document.body.appendChild(document.createElement("div"));
    document.addEventListener("mousemove", ({ clientX, clientY }) => {
        dot.style = `${look} left: ${clientX}px; top: ${clientY}px`;
    }, true);
}"""
HAS_LEARNED = """(turns) => [...document.querySelectorAll(".jp-OutputArea [role=status]")].some(
    (words) => Number(/After (\\d+) of/.exec(words.textContent)?.[1]) >= turns)"""
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as `ttt lab` does


class Film:
    """Frames of a page, each with the milliseconds for which it is shown."""

    def __init__(self, page):
        self.page, self.frames, self.times = page, [], []

    def take(self, seconds: float) -> None:
        """Take a frame of the page."""
        self.frames.append(Image.open(io.BytesIO(self.page.screenshot())).convert("RGB"))
        self.times.append(round(1000 * seconds))

    def save(self) -> None:
        """Write the film, in colors that all its frames share so that only changes are stored."""
        width, height = self.frames[0].size
        sheet = Image.new("RGB", (width, height * len(self.frames)))
        for i, frame in enumerate(self.frames):
            sheet.paste(frame, (0, i * height))
        palette = sheet.quantize(SHADES, method=Image.Quantize.FASTOCTREE)
        first, *rest = (frame.quantize(palette=palette, dither=0) for frame in self.frames)
        first.save(FILE, save_all=True, append_images=rest, duration=self.times, loop=0)


def cells_of(lesson: Path, *wanted: str) -> nbformat.NotebookNode:
    """Return a lesson with its first code, the cells with these words, and the heading of each."""
    notebook, kept, heading = nbformat.read(lesson, as_version=4), [], []
    for cell in notebook.cells:
        if cell.metadata.slideshow.get("slide_type") in ("slide", "subslide"):
            heading = [cell]
        elif cell.cell_type == "code" and (not kept or any(part in cell.source for part in wanted)):
            kept, heading = [*kept, *heading, cell], []
    notebook.cells = kept
    return notebook


def play(film: Film) -> None:
    """Play a game with the moves of a strong agent against a weak one."""
    board, strong = BoardOnPage(film.page), agents.make("combined")
    while "Your turn" in board.status.inner_text():
        film.take(2 * STEP)
        board.click(strong(TicTacToe(), board.state))
        board.wait_for_turn()
    film.take(END)


def fail(film: Film) -> None:
    """Write a function that forgets the opponent, and have it checked."""
    film.page.locator(".cm-content", has_text="def minimax_value").click()
    film.take(2 * STEP)
    film.page.keyboard.press("ControlOrMeta+a")
    film.page.keyboard.insert_text(FORGETS_THE_OPPONENT)
    film.take(3 * STEP)
    film.page.keyboard.press("Shift+Enter")
    film.page.keyboard.press("Shift+Enter")
    film.page.get_by_text("not right yet").first.wait_for(timeout=WAIT)
    film.take(2 * END)


def step(film: Film) -> None:
    """Step through a search, line by line and then board by board."""
    for name in ["Line ▶"] * 4 + ["Board ▶"] * 6:
        film.take(STEP)
        button(film.page, name).click()
        film.page.wait_for_timeout(700)
    film.take(END)


def learn(film: Film) -> None:
    """Let AlphaZero learn, a frame every few turns."""
    film.page.locator(".jp-CodeCell").last.evaluate("(cell) => cell.scrollIntoView()")
    film.take(2 * STEP)
    button(film.page, "Start").click()
    for turns in range(1, 20, 3):
        film.page.wait_for_function(HAS_LEARNED, arg=turns, timeout=WAIT)
        film.take(STEP)
    button(film.page, "Train on").wait_for(timeout=WAIT)
    film.take(END)


SCENES = {
    play: ("00_welcome", "play("),
    fail: ("03_minimax", "def minimax_value(", ".minimax_value.check("),
    step: ("03_minimax", "small =", "def search(", "Stepper(search"),
    learn: ("08_alphazero", "AlphaZeroLab("),
}


def main() -> None:
    browser = next(filter(None, map(shutil.which, BROWSERS)), None) or sys.exit(HOW_TO_GET_ONE)
    with (
        tempfile.TemporaryDirectory() as home,
        jupyterlab(Path(home)) as server,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        page = lab_page(chromium, server, viewport=SIZE, device_scale_factor=SCALE)
        page.evaluate("jupyterapp.shell.mode = 'single-document'")
        page.evaluate(POINTER)
        film = Film(page)
        for scene, (lesson, *wanted) in SCENES.items():
            with opened_notebook(server, page, lesson, keeps_kernel=False) as run:
                page.set_viewport_size(SIZE)
                run(cells_of(LESSONS / f"{lesson}.ipynb", *wanted))
                page.locator(".jp-MarkdownCell").last.evaluate("(cell) => cell.scrollIntoView()")
                page.wait_for_timeout(1000)
                scene(film)
        chromium.close()
    film.save()
    seconds, size = sum(film.times) / 1000, FILE.stat().st_size / 1000
    print(f"{FILE.name}: {len(film.frames)} frames, {seconds:.1f} s, {size:.0f} kB.")


if __name__ == "__main__":
    main()
