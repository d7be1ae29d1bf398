"""What goes on by itself: step by step in the event loop, whatever thread a click comes in."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from functools import wraps


def one_at_a_time(method: Callable) -> Callable:
    """Return a method of a widget that takes turns so that it waits until others are done."""

    @wraps(method)
    def waiting(widget, *arguments):
        with widget._lock:
            return method(widget, *arguments)

    return waiting


class TakesTurns:
    """A widget that goes on by itself, one thing at a time.

    The kernel may take clicks in a thread beside that of the cells, so methods that
    are `one_at_a_time` wait for each other.
    """

    def __new__(cls, *arguments, **options):
        widget = super().__new__(cls, *arguments, **options)
        widget._lock = threading.RLock()  # here: also a widget that was never finished is closed
        widget._course = 0  # a number: with another one, no further step is taken
        try:
            widget._loop = asyncio.get_running_loop()  # the kernel's, not that of clicks
        except RuntimeError:  # plain Python
            widget._loop = None
        return widget

    @one_at_a_time
    def _go_through(self, steps: Iterator[float]) -> None:
        """Take the first of these steps now and the others by and by, in place of earlier ones.

        Each yields how many seconds to wait for the next one. In plain Python, where no event
        loop runs, all are taken at once.
        """
        self._course += 1
        self._take(steps, self._course)

    @one_at_a_time
    def _take(self, steps: Iterator[float], course: int) -> None:
        while course == self._course and (pause := next(steps, None)) is not None:
            if self._loop:
                later = self._loop.call_later
                self._loop.call_soon_threadsafe(later, pause, self._take, steps, course)
                return
