"""Keeping what a checked function prints off the page."""

import builtins
import io
import sys
import threading


class Aside:
    """Keeps what this thread prints, and refuses to ask; others print and ask as before."""

    _swapping = threading.Lock()

    def __enter__(self):
        printed = io.StringIO()
        with self._swapping:
            self._kept = {threading.get_ident(): printed}
            self._stdout, self._input = sys.stdout, builtins.input
            sys.stdout, builtins.input = self, self._ask
        return printed

    def __exit__(self, *error):
        with self._swapping:
            self._kept = {}
            # A check in another thread may have begun later and end later: the last clears up.
            while isinstance(sys.stdout, Aside) and not sys.stdout._kept:
                sys.stdout, builtins.input = sys.stdout._stdout, sys.stdout._input

    def __getattr__(self, name):
        return getattr(self._kept.get(threading.get_ident(), self._stdout), name)

    def _ask(self, prompt=""):
        if threading.get_ident() in self._kept:
            raise EOFError("nobody types during a check")
        return self._input(prompt)
