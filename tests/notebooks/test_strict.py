"""What must not pass where notebooks are run: tried on a notebook that is full of it."""

import subprocess
import sys
from pathlib import Path

import nbformat.v4

ROOT = Path(__file__).parents[2]
WRONG = {  # cells, and what must be said about them
    "%timeti 1": "UsageError: Line magic function `%timeti` not found",
    "%timeit -x 1": "UsageError: option -x not recognized",
    "1 / 0": "ZeroDivisionError",
    "print('other')  # than what is stored": "Cell outputs differ",
}
PYTEST = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "--color=no"]


def cell(source):
    """Return a cell as it is stored; only what is printed is compared."""
    stored = nbformat.v4.new_output("stream", text="stored\n")
    tags = [] if source.startswith("print") else ["nbval-ignore-output"]
    return nbformat.v4.new_code_cell(
        source, outputs=[stored], execution_count=1, metadata={"tags": tags}
    )


def test_every_wrong_cell_fails_and_no_other(tmp_path):
    notebook = nbformat.v4.new_notebook(cells=[cell(source) for source in ("1 + 1", *WRONG)])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3 (ipykernel)"}
    nbformat.write(notebook, tmp_path / "wrong.ipynb")
    command = [*PYTEST, "-p", "tests.notebooks.strict", "--nbval", "--rootdir", tmp_path, tmp_path]
    report = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    assert f"{len(WRONG)} failed, 1 passed" in report
    for said in WRONG.values():
        assert said in report
