"""The code of a search, line by line."""

import inspect
from collections.abc import Callable
from textwrap import dedent
from types import CodeType

from ttt.trace.record import Moment


class Source:
    """The lines of a search and of the functions it called, and where each of them is."""

    def __init__(self, function: Callable | None, codes: list[CodeType]):
        self.lines, self._blocks = [], []
        for code in ([function.__code__] if function else []) + codes:
            if self.find(Moment(code, code.co_firstlineno, None)) is None:
                self._add(code)

    def _add(self, code: CodeType) -> None:
        try:
            lines, first = inspect.getsourcelines(code)
        except (OSError, TypeError):  # it was not written in a file or a cell
            return
        if self.lines:
            self.lines.append("")
        self._blocks.append((code.co_filename, first, first + len(lines), len(self.lines)))
        self.lines += dedent("".join(lines)).rstrip().split("\n")

    def find(self, moment: Moment | None) -> int | None:
        """Return the number among `lines` of the line that ran, or None if it is not there."""
        for name, first, end, start in self._blocks if moment else ():
            if name == moment.code.co_filename and first <= moment.line < end:
                return start + moment.line - first
        return None
