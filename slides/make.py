"""Builds each lesson as slides that need no network, and as a PDF: `make slides` runs this.

What it makes is in build/slides, and works from there as from any copy of that folder.
"""

import re
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import nbformat
from nbconvert import SlidesExporter

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LESSONS = sorted((ROOT / "notebooks").glob("[0-9][0-9]*_*.ipynb"))
# reveal.js and MathJax are in these wheels: pip can fetch them, and nobody needs node for it.
WHEELS = {
    "sphinx-revealjs==3.2.1": ("sphinx_revealjs/_static/revealjs/", "reveal.js"),
    "nbclassic==1.3.3": ("nbclassic/static/components/MathJax/", "MathJax"),
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# The same rule as in ttt/deck: cells that end with such a line and define nothing only show it.
SHOWS = re.compile(r"(\w+\.ask|draw\.\w+|play|keep|\w*(Stepper|Explore|Lab))\(")
FLAGS = ["--no-sandbox", "--headless", "--disable-gpu"]


def build(folder: Path, lessons: list[Path] = LESSONS) -> list[Path]:
    """Write the decks of lessons, with all that they need beside them; return their files."""
    wheels = [(fetched(requirement), *place) for requirement, place in WHEELS.items()]
    shutil.rmtree(folder, ignore_errors=True)  # only now: without wheels the old decks stay
    for wheel, inside, name in wheels:
        unpack(wheel, inside, folder / "parts" / name)
    for part in ("slides.css", "slides.js"):
        shutil.copy(HERE / part, folder / "parts")
    shutil.copy(ROOT / "ttt/deck/nine-squares/static/deck.css", folder / "parts/live.css")
    shutil.copytree(ROOT / "figures", folder / "figures", ignore=shutil.ignore_patterns("*.py"))
    return [write_deck(lesson, folder) for lesson in lessons]


def fetched(requirement: str) -> Path:
    """Return the wheel of a requirement, which pip fetches the first time."""
    name, version = requirement.split("==")
    folder = ROOT / "build" / "fetched"
    wheel = f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
    if not (folder / wheel).exists():
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        options = ["--no-deps", "--only-binary=:all:", f"--dest={folder}"]
        if subprocess.run([*pip, *options, requirement]).returncode:
            sys.exit(f"pip could not fetch {requirement}, which slides need: is there a network?")
    return folder / wheel


def unpack(wheel: Path, inside: str, folder: Path) -> None:
    """Write the files of one folder in a wheel to a folder of their own."""
    with zipfile.ZipFile(wheel) as files:
        for name in files.namelist():
            if name.startswith(inside):
                path = folder / name.removeprefix(inside)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(files.read(name))


def write_deck(lesson: Path, folder: Path) -> Path:
    """Write a lesson as a deck; return its file."""
    notebook = nbformat.read(lesson, as_version=4)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = cell.source.replace("../figures/", "figures/")
            cell.source = re.sub(r"\((\w+)\.ipynb\)", r"(\1.html)", cell.source)
        elif is_machinery(cell):
            cell.metadata["transient"] = {"remove_source": True}
    exporter = SlidesExporter(
        template_name="deck",
        extra_template_basedirs=[str(HERE)],
        exclude_input_prompt=True,
        exclude_output_prompt=True,
    )
    html, _ = exporter.from_notebook_node(notebook, {"metadata": {"name": title(notebook)}})
    deck = folder / f"{lesson.stem}.html"
    deck.write_text(html, encoding="utf-8")
    return deck


def is_machinery(cell: nbformat.NotebookNode) -> bool:
    """Return whether a cell's code is hidden in the lesson, draws a chart or only shows a thing."""
    if "hide-input" in cell.metadata.get("tags", ()) or "draw.chart(" in cell.source:
        return True
    lines = [line for line in cell.source.split("\n") if re.match(r"[\w@]", line)]
    defines = any(re.match("def|class|@", line) for line in lines)
    return bool(lines) and not defines and bool(SHOWS.match(lines[-1]))


def title(notebook: nbformat.NotebookNode) -> str:
    """Return the heading of a lesson."""
    return re.search(r"^# (.*)", notebook.cells[0].source, re.MULTILINE)[1]


def write_pdfs(decks: list[Path], browser: str) -> None:
    """Print decks beside them, a slide a page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        page = chromium.new_page()
        for deck in decks:
            write_pdf(page, deck)
        chromium.close()


def write_pdf(page, deck: Path) -> None:
    """Print one deck, on a page of the browser."""
    page.goto(f"{deck.resolve().as_uri()}?print-pdf")
    page.wait_for_selector("[data-printable]", timeout=120_000)
    page.pdf(path=deck.with_suffix(".pdf"), prefer_css_page_size=True)


def main() -> None:
    decks = build(ROOT / "build" / "slides")
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not browser:
        print("There are no PDFs, since no Chromium was found to print them: install it, on")
        print("Debian and Ubuntu with `apt install chromium`, and run `make slides` again.")
    elif not find_spec("playwright"):
        print("There are no PDFs, since Playwright is missing, which tells Chromium to print:")
        print("install it with `pip install playwright`, and run `make slides` again.")
    else:
        write_pdfs(decks, browser)
    print(f"{len(decks)} decks are in build/slides: open one, or copy the whole folder to a stick.")


if __name__ == "__main__":
    main()
