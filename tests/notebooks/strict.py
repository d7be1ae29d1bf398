"""A plugin for `pytest -p tests.notebooks.strict --nbval`: a misspelt magic is an error too.

The bytes of a chart differ from machine to machine, so of a chart only its words are compared.
nbval waits for the kernel's reply without reading it, and a magic that goes wrong raises nothing:
it prints a few words, which pass where a cell's output is ignored, or was stored like that.
"""

from pathlib import Path

import nbval.plugin
from nbval.kernel import RunningKernel


class StrictKernel(RunningKernel):
    """A kernel that remembers its cells, as JupyterLab's does, and whose complaints are heard."""

    def execute_cell_input(self, cell_input, allow_stdin=False):
        """Run a cell, and return the id of the message."""
        return self.kc.execute(cell_input, allow_stdin=allow_stdin, stop_on_error=False)

    def get_message(self, stream, timeout=None):
        """Return the next message, or raise a ValueError if it says that a magic went wrong."""
        message = super().get_message(stream, timeout)
        if message["content"].get("ename") == "UsageError":
            raise ValueError(f"UsageError: {message['content']['evalue']}")
        return message


def pytest_configure(config):
    """Have nbval start such kernels."""
    nbval.plugin.RunningKernel = StrictKernel
    config.option.nbval_sanitize_with = Path(__file__).with_name("sanitize.cfg")
