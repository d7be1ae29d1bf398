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
        widget._home = _running_loop()  # the kernel's own, which outlives the threads of clicks
        return widget

    @one_at_a_time
    def _go_through(self, steps: Iterator[float]) -> None:
        """Take the first of these steps now and the others by and by, in place of earlier ones.

        Each yields how many seconds to wait for the next one. In plain Python, where no event
        loop runs, all are taken at once.
        """
        self._course = course = self._course + 1
        pause = next(steps, None)
        loop = self._home if self._home and self._home.is_running() else _running_loop()

        def set_off():
            self._task = loop.create_task(self._walk(steps, course, pause))

        if loop:
            loop.call_soon_threadsafe(set_off)
        while not loop and self._next(steps, course) is not None:
            pass

    async def _walk(self, steps: Iterator[float], course: int, pause: float | None) -> None:
        while pause is not None:
            await asyncio.sleep(pause)
            pause = self._next(steps, course)

    @one_at_a_time
    def _next(self, steps: Iterator[float], course: int) -> float | None:
        """Take a step and return the pause after it; None if it was the last, or is not wanted."""
        return next(steps, None) if course == self._course else None


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop that is running here; None in plain Python."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
