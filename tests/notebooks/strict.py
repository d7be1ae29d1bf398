"""A plugin for `pytest -p tests.notebooks.strict --nbval`: a misspelt magic is an error too.

nbval waits for the kernel's reply without reading it, and a magic that goes wrong raises nothing:
it prints a few words, which pass where a cell's output is ignored, or was stored like that.
"""

import nbval.plugin
from nbval.kernel import RunningKernel


class StrictKernel(RunningKernel):
    """A kernel whose complaints about a magic are heard."""

    def get_message(self, stream, timeout=None):
        """Return the next message, or raise a ValueError if it says that a magic went wrong."""
        message = super().get_message(stream, timeout)
        if message["content"].get("ename") == "UsageError":
            raise ValueError(f"UsageError: {message['content']['evalue']}")
        return message


def pytest_configure():
    """Have nbval start such kernels."""
    nbval.plugin.RunningKernel = StrictKernel
