"""Stopping a function that does not stop by itself.

What counts is the work of its thread, in seconds of the processor, so that a busy machine
accuses nobody. For code that sleeps or waits the clock counts too, but far more patiently.
"""

import dis
import gc
import os
import signal
import sys
import threading
import time
import weakref
from time import monotonic

PATIENCE = 10  # times the seconds of work may pass by the clock, and seconds at the least
TICK = 0.01  # seconds from one ring of the alarm to the next
HERE = os.path.dirname(__file__)
OURS = (os.path.join(HERE, "exercises"), __file__)  # what checks a student's code is not checked
RULES = os.path.join(HERE, "game.py")  # whose functions all end at once
# Half an import is worse than none, and of an error in a weakref's callback nobody hears.
DELICATE = ("<frozen importlib", weakref.__file__, weakref.WeakSet.add.__code__.co_filename)

thread_time = getattr(time, "thread_time", time.process_time)  # in a browser there is one thread


class TooLong(BaseException):
    """Raised inside a function that has used up its time, after `seconds`.

    Not an Exception, so that a student's own `except Exception` lets it pass. Code that
    catches it all the same is stopped again as soon as it has forgotten it.
    """

    def __init__(self, limit: "TimeLimit", seconds: float):
        why = ": does a loop never end?"
        if seconds > limit.seconds:
            why = ", mostly waiting: does it sleep or never end, or is the computer busy?"
        super().__init__(f"no answer within {seconds:g} second{'s' * (seconds > 1)}{why}")
        self.seconds, self._limit = seconds, limit

    def __del__(self):
        self._limit.watch_again()


class TimeLimit:
    """Some seconds of work for this thread from now on; a context in which it is held to them.

    A function that is called there is stopped when the time has run out. Where the system
    can ring an alarm, it does, again and again until the code gives way. Elsewhere (Windows,
    a browser, another thread) Python's trace function looks at the time on every line, but
    for those of the game's own rules, which a search runs all the time. The lines of the
    context itself and the code of the exercises are never stopped.
    """

    def __init__(self, seconds: float):
        self.seconds = seconds
        self.restart()
        is_main = threading.current_thread() is threading.main_thread()
        self.rings = is_main and hasattr(signal, "setitimer") and sys.platform != "emscripten"

    def restart(self) -> None:
        """Begin anew, with all the seconds, for the next call in the same context."""
        self._start, self._work = monotonic(), thread_time()

    def run_out(self) -> float:
        """Return after how many seconds the time ran out, of work or by the clock, else 0."""
        passed, most = monotonic() - self._start, PATIENCE * max(self.seconds, 1)
        if passed >= self.seconds and thread_time() - self._work >= self.seconds:
            return self.seconds
        return most if passed >= most else 0

    def __enter__(self):
        self._home, self._tracer, self._entered = sys._getframe(1), sys.gettrace(), monotonic()
        self._before = signal.getsignal(signal.SIGALRM) if self.rings else self._tracer
        if self.rings:
            signal.signal(signal.SIGALRM, self._look)
            self._timer = signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
        else:
            sys.settrace(self._trace)
        return self

    def __exit__(self, *error):
        self._home = None
        sys.settrace(self._tracer)
        if self.rings:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
            delay, interval = self._timer
            if delay:  # somebody else's alarm, or that of a limit around this one
                left = max(delay - (monotonic() - self._entered), TICK)
                signal.setitimer(signal.ITIMER_REAL, left, interval)

    def _look(self, _, frame):
        """Stop what runs in a frame if its time has run out, here or in a limit around this one."""
        outer = getattr(self._before, "__self__", None)
        if isinstance(outer, TimeLimit):
            outer._look(_, frame)
        seconds = self.run_out()
        if seconds and _may_be_stopped(_frames(frame, self._home)):
            raise TooLong(self, seconds)

    def _trace(self, frame, event, argument):
        if frame.f_code.co_filename == RULES:
            return None
        self._look(event, frame)
        return self._trace

    def watch_again(self):
        """Stop code that has caught its end at the very next line, outside of its `try`."""
        frames = _frames(sys._getframe(1), self._home)
        for frame in frames:
            frame.f_trace = self._trace
        if frames:
            sys.settrace(self._trace)


def _frames(frame, home) -> list:
    """Return a frame and those that called it, up to `home`; none if it was not called there."""
    frames = []
    while frame and frame is not home:
        frames.append(frame)
        frame = frame.f_back
    return frames if frame else []


def _may_be_stopped(frames: list) -> bool:
    """Return whether checked code runs, and none that an error would harm, or that hides it."""
    hooks = [  # of which each may be a function or an object
        getattr(hook, "__code__", getattr(type(hook).__call__, "__code__", None))
        for hook in (sys.gettrace(), sys.getprofile(), *gc.callbacks)
    ]
    codes = [frame.f_code for frame in frames]
    if frames and _begins_to_handle(frames[0]):
        return False
    return not all(code.co_filename.startswith(OURS) for code in codes) and not any(
        code.co_name == "__del__" or code.co_filename.startswith(DELICATE) or code in hooks
        for code in codes
    )


def _begins_to_handle(frame) -> bool:
    """Return whether a frame is just about to handle an error.

    Python would never forget an error that a trace function raises there, but remember it with
    every later one.
    """
    return dis.opname[frame.f_code.co_code[frame.f_lasti]] == "PUSH_EXC_INFO"
