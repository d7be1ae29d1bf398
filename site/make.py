"""Make the web version: a book of the lessons, the lessons in JupyterLite, and a page to play on.

`make site` runs this, and everything is in build/site afterwards, to be put on any server of
static pages. Nothing on it comes from another place.
"""

import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SOURCE, SITE = ROOT / "build" / "book", ROOT / "build" / "site"
MATHJAX = "nbclassic==1.3.3", "nbclassic/static/components/MathJax/"  # as for the slides
HERE_LINKS = """<div class="here">
<a href="../lite/lab/index.html?path=my/{name}">Run it here</a>
<a href="../lite/files/my/{name}" download>Download the notebook</a>
</div>"""


def main() -> None:
    """Make all of it anew."""
    shutil.rmtree(SITE, ignore_errors=True)
    make_book()
    runpy.run_path(str(HERE / "play" / "make.py"))["write"](SITE / "play")
    if "--no-lite" not in sys.argv:
        runpy.run_path(str(HERE / "lite.py"))["make"](SITE / "lite")
    size = sum(file.stat().st_size for file in SITE.rglob("*") if file.is_file())
    print(f"The site is in build/site, {size / 1e6:.0f} MB: `make site-serve` shows it.")


def make_book() -> None:
    """Make the book: its sources are laid out in build/book."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    (SOURCE / "notebooks").mkdir(parents=True)
    (SOURCE / "_static").mkdir()
    shutil.copytree(ROOT / "figures", SOURCE / "figures", ignore=shutil.ignore_patterns("*.py"))
    for name in ("conf.py", "index.md"):
        shutil.copy(HERE / name, SOURCE)
    shutil.copy(ROOT / "GLOSSARY.md", SOURCE / "glossary.md")
    shutil.copy(HERE / "book.css", SOURCE / "_static")
    slides = runpy.run_path(str(ROOT / "slides" / "make.py"))
    slides["unpack"](slides["fetched"](MATHJAX[0]), MATHJAX[1], SOURCE / "_static" / "MathJax")
    for lesson in slides["LESSONS"]:
        nbformat.write(as_chapter(lesson), SOURCE / "notebooks" / lesson.name)
    sphinx = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    subprocess.run([*sphinx, SOURCE, SITE], check=True)
    shutil.copytree(SOURCE / "figures", SITE / "figures")


def as_chapter(lesson: Path) -> nbformat.NotebookNode:
    """Return a lesson as the book shows it: without the speaker's notes, and with two links."""
    notebook = nbformat.read(lesson, as_version=4)
    notebook.cells = [
        cell
        for cell in notebook.cells
        if cell.metadata.get("slideshow", {}).get("slide_type") != "notes"
    ]
    title, _, rest = notebook.cells[0].source.partition("\n")
    links = HERE_LINKS.format(name=lesson.name)
    notebook.cells[0].source = f"{title}\n\n{links}\n{rest}"
    return notebook


if __name__ == "__main__":
    main()
