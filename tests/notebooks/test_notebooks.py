"""What every committed lesson is as it lies there: run once, top to bottom, and without an error.

nbval runs it again, in the same step of `make test`, and compares its outputs. But it accepts a
notebook whose outputs were cleared, and cells that ask to be left out.
"""

import re
from pathlib import Path

import nbformat
import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(FOLDER.glob("*.ipynb"))
MEGABYTE = 1_000_000

# None: the cell belongs to the slide before it, and its metadata says `"slideshow": {}`. nbconvert
# would also take "-" for that, but jupyterlab-slideshow shows nothing of a cell marked "-".
SLIDE_TYPES = {"slide", "subslide", "fragment", "skip", "notes", None}
# Folders of somebody's machine, on Linux, macOS or Windows
MACHINE_PATH = re.compile(r"/(?:home|Users)/\w|/(?:root|tmp|work|mnt)/|[A-Z]:\\+Users")
# What a cell may not ask of nbval, in a tag or in a comment
LEFT_OUT = re.compile(r"nbval.skip|raises.exception", re.IGNORECASE)
PICTURE_BYTES = re.compile(r"data:image/png;base64,[\w+/=]*")

every_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)


def read(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return notebook


def code_cells(notebook):
    return [c for c in notebook.cells if c.cell_type == "code" and c.source.strip()]


@every_lesson
def test_was_run_once_in_order(path):
    counts = [cell.execution_count for cell in code_cells(read(path))]
    assert counts == list(range(1, len(counts) + 1)), f"make rerun F=notebooks/{path.name}"


@every_lesson
def test_has_no_stored_error(path):
    for cell in code_cells(read(path)):
        kinds = {output.output_type for output in cell.outputs}
        assert "error" not in kinds, cell.source


@every_lesson
def test_every_cell_is_run_again_and_must_not_fail(path):
    for cell in code_cells(read(path)):
        assert not LEFT_OUT.search(" ".join([cell.source, *cell.metadata.get("tags", [])]))


@every_lesson
def test_a_widget_is_stored_as_what_it_shows_without_a_kernel(path):
    # The widget itself would open as "Error displaying widget: model not found".
    for cell in code_cells(read(path)):
        for output in cell.outputs:
            has_widget = "application/vnd.jupyter.widget-view+json" in output.get("data", {})
            assert not has_widget, f"make rerun F=notebooks/{path.name} takes it out: {cell.source}"


@every_lesson
def test_every_cell_knows_its_place_in_the_slides(path):
    for cell in read(path).cells:
        assert "slideshow" in cell.metadata, f"no slideshow in the metadata of: {cell.source}"
        assert cell.metadata.slideshow.get("slide_type") in SLIDE_TYPES, cell.source


@every_lesson
def test_no_cell_hides_its_value_with_a_semicolon(path):
    """nbval does not see the semicolon and compares the value: write `_ = …` instead."""
    ends = [cell.source for cell in code_cells(read(path)) if cell.source.rstrip().endswith(";")]
    assert not ends


@every_lesson
def test_names_no_folder_of_a_machine(path):
    text = PICTURE_BYTES.sub("", path.read_text(encoding="utf-8"))
    assert not MACHINE_PATH.findall(text)


@every_lesson
def test_is_small(path):
    assert path.stat().st_size < 1.5 * MEGABYTE


@every_lesson
def test_a_lesson_is_one_meeting(path):
    """An hour: so many words, cells and slides, without what only the teacher sees."""
    shown = [(c.metadata.get("slideshow", {}).get("slide_type"), c) for c in read(path).cells]
    kinds, cells = zip(*((kind, cell) for kind, cell in shown if kind != "notes"))
    words = sum(len(c.source.split()) for c in cells if c.cell_type == "markdown")
    assert words <= 2_000 and len(cells) <= 80
    assert kinds.count("slide") + kinds.count("subslide") <= 30
    first = next(cell for cell in cells if cell.cell_type == "code")
    assert len(re.findall("^(?:from|import) ", first.source, re.MULTILINE)) <= 4
