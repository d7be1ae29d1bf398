"""Stopping a function that does not stop by itself."""

import os
import signal
import sys
import threading
import time

# Where the code is that is never stopped: the exercises, which check a student's, and this file.
CHECKING_CODE = (os.path.join(os.path.dirname(__file__), "exercises"), __file__)
RULES = os.path.join(os.path.dirname(__file__), "game.py")  # whose functions all end at once


class TooLong(BaseException):
    """Raised inside a function that has used up its time.

    Not an Exception, so that a student's own `except Exception` lets it pass.
    """


class TimeLimit:
    """A context in which code is stopped `seconds` after the last call of `restart`.

    Where the system can ring an alarm, it does, again and again until the code
    gives way. Elsewhere (Windows, a browser, another thread) Python's trace
    function looks at the clock on every line, but for those of the game's own
    rules, which a search runs all the time. The code of the exercises
    themselves is never stopped.
    """

    def __init__(self, seconds: float):
        self.seconds = seconds
        self._has_alarm = (
            hasattr(signal, "setitimer")
            and sys.platform != "emscripten"
            and threading.current_thread() is threading.main_thread()
        )

    def __enter__(self):
        if self._has_alarm:
            self._before = signal.signal(signal.SIGALRM, self._ring)
        else:
            self._before = sys.gettrace()
        self.restart()
        return self

    def restart(self):
        """Give the code that follows its full time."""
        if self._has_alarm:
            signal.setitimer(signal.ITIMER_REAL, self.seconds, 0.01)
        else:
            self._end = time.monotonic() + self.seconds
            sys.settrace(self._look_at_the_clock)  # Python ends the tracing when it raises

    def __exit__(self, *error):
        if self._has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
        else:
            sys.settrace(self._before)

    def _ring(self, signum, frame):
        if not _is_ours(frame):
            raise TooLong

    def _look_at_the_clock(self, frame, event, argument):
        if _is_ours(frame) or frame.f_code.co_filename == RULES:
            return None
        return self._look_on_every_line(frame, event, argument)

    def _look_on_every_line(self, frame, event, argument):
        if time.monotonic() > self._end:
            raise TooLong
        return self._look_on_every_line


def _is_ours(frame) -> bool:
    """Return whether a frame runs code of the exercises, and not of a student."""
    return frame.f_code.co_filename.startswith(CHECKING_CODE)
