"""One thing at a time: the kernel may take clicks in a thread beside that of the cells."""

import asyncio
import threading
from collections.abc import Callable
from functools import wraps


class TakesTurns:
    """A widget some of whose methods wait for each other, whatever thread they are called in."""

    def __new__(cls, *arguments, **options):
        widget = super().__new__(cls, *arguments, **options)
        widget._lock = threading.RLock()  # here: also a widget that was never finished is closed
        return widget


def one_at_a_time(method: Callable) -> Callable:
    """Return a method of a widget that takes turns so that it waits until others are done."""

    @wraps(method)
    def waiting(widget, *arguments):
        with widget._lock:
            return method(widget, *arguments)

    return waiting


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop that is running here; None in plain Python."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
