"""Code that does not end by itself is stopped, and nothing is left behind."""

import contextlib
import gc
import signal
import sys
import threading
import time

import pytest

from ttt import limit
from ttt.limit import TimeLimit, TooLong

needs_alarm = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm on Windows")


@pytest.fixture(params=[pytest.param("alarm", marks=needs_alarm), "trace"])
def way(request, monkeypatch):
    """Stop code in each of the two ways: with an alarm, and as on Windows, which has none."""
    if request.param == "trace":
        monkeypatch.delattr(signal, "setitimer", raising=False)
    return request.param


def work(seconds):
    """Compute for so many seconds of this thread, line by line."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def nap(times):
    """Sleep, a little at a time: only an alarm would end one long sleep."""
    for _ in range(times):
        time.sleep(0.01)


def loop():
    number = 0
    while True:
        number += 1


# ---- code that does not end


def loop_that_catches_everything():
    number = 0
    while True:
        try:
            number += 1
        except:  # noqa: E722
            continue


def loop_that_suppresses_everything():
    while True:
        with contextlib.suppress(BaseException):
            loop()


@pytest.mark.parametrize(
    "endless", [loop, loop_that_catches_everything, loop_that_suppresses_everything]
)
def test_an_endless_loop_is_stopped_and_asked_about(way, endless):
    with pytest.raises(TooLong) as stopped, TimeLimit(0.05):
        endless()
    assert stopped.value.seconds == 0.05
    assert str(stopped.value) == "no answer within 0.05 second: does a loop never end?"
    assert not isinstance(stopped.value, Exception)  # which a student may catch


# ---- what counts is work


def wait_for_another_thread():
    thread = threading.Thread(target=work, args=[0.2])
    thread.start()
    thread.join()


@pytest.mark.parametrize("code", [int, lambda: nap(20), wait_for_another_thread])
def test_who_waits_for_a_busy_machine_or_for_another_thread_is_left_alone(way, code):
    with TimeLimit(0.1):
        code()


def test_code_that_only_waits_is_stopped_by_a_generous_clock(way, monkeypatch):
    monkeypatch.setattr(limit, "PATIENCE", 1.2)
    with pytest.raises(TooLong) as stopped, TimeLimit(1):
        nap(10_000)
    assert str(stopped.value).startswith("no answer within 1.2 seconds, mostly waiting")


# ---- limits in limits


@pytest.mark.parametrize("code", [lambda: None, loop], ids=["ends", "is stopped"])
@pytest.mark.parametrize("seconds", [0.02, 1000])
def test_the_limit_around_holds_during_and_after_one_within(way, seconds, code):
    def inner():
        with contextlib.suppress(TooLong), TimeLimit(seconds):
            code()
        loop()

    with pytest.raises(TooLong) as stopped, TimeLimit(0.1):
        inner()
    assert stopped.value.seconds == 0.1
    assert sys.exc_info() == (None, None, None)


# ---- where code is not stopped


def in_finalizer(act):
    class Thing:
        def __del__(self):
            act()

    Thing()


def in_callback_of_the_garbage_collector(act):
    def callback(phase, info):
        if phase == "start":
            act()

    gc.callbacks.append(callback)
    try:
        gc.collect()
    finally:
        gc.callbacks.remove(callback)


def in_import(act):
    sys.act = act
    with contextlib.suppress(ImportError):
        __import__("unit_test_that_acts")
    del sys.act, sys.modules["unit_test_that_acts"]


@pytest.fixture
def clear_up():
    """Take away what the functions above leave if they are stopped before they have cleared up."""
    callbacks = list(gc.callbacks)
    yield
    gc.callbacks[:] = callbacks
    sys.modules.pop("unit_test_that_acts", None)


@pytest.mark.parametrize("place", [in_finalizer, in_callback_of_the_garbage_collector, in_import])
def test_some_code_is_never_broken_off(way, place, tmp_path, monkeypatch, clear_up):
    def act():
        work(0.15)
        done.append("all of it")

    def code():
        place(act)
        loop()

    done, lost = [], []
    (tmp_path / "unit_test_that_acts.py").write_text("import sys\nsys.act()")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "unraisablehook", lost.append)
    with pytest.raises(TooLong), TimeLimit(0.05):
        code()
    assert done == ["all of it"] and not lost


def test_the_lines_of_the_context_itself_are_not_stopped(way):
    with TimeLimit(0.01):
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass


def test_code_of_the_exercises_is_stopped_only_where_a_student_calls_it(way, monkeypatch):
    monkeypatch.setattr(limit, "OURS", (__file__, limit.__file__))
    with TimeLimit(0.01):
        work(0.05)
    student = eval(compile("lambda function: function()", "student.py", "eval"))
    with pytest.raises(TooLong), TimeLimit(0.05):
        student(loop)


# ---- nothing is left behind


@pytest.fixture
def before():
    """Return a handler of SIGALRM and a trace function, set, with an alarm to come in an hour."""
    ring, trace = (lambda signum, frame: None), (lambda frame, event, argument: None)
    handler, tracer = signal.signal(signal.SIGALRM, ring), sys.gettrace()
    signal.setitimer(signal.ITIMER_REAL, 3600, 60)
    sys.settrace(trace)
    yield ring, trace
    sys.settrace(tracer)
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, handler)


def fail():
    raise KeyError("a mistake")


@needs_alarm
@pytest.mark.parametrize(("code", "error"), [(int, None), (fail, KeyError), (loop, TooLong)])
def test_what_was_there_before_is_there_again(before, way, code, error):
    with pytest.raises(error) if error else contextlib.nullcontext(), TimeLimit(0.05):
        code()
    assert (signal.getsignal(signal.SIGALRM), sys.gettrace()) == before
    left, interval = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < left <= 3600 and interval == 60
