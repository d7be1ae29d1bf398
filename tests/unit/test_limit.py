"""Code that does not end by itself is stopped, and nothing is left behind."""

import contextlib
import signal
import sys
import threading
import time

import pytest

from ttt.limit import TimeLimit, TooLong

needs_alarm = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarm on Windows")


@pytest.fixture(params=[pytest.param("alarm", marks=needs_alarm), "trace"])
def way(request, monkeypatch):
    """Stop code in each of the two ways: with an alarm, and as on Windows, which has none."""
    if request.param == "trace":
        monkeypatch.delattr(signal, "setitimer", raising=False)
    return request.param


def loop():
    number = 0
    while True:
        number += 1


def loop_in_helper():
    loop()


def recurse(depth=0):
    return recurse(depth + 1) if depth < 100 else loop()


def loop_in_generator():
    return sum(1 for _ in iter(int, 1))


def loop_that_catches_exceptions():
    while True:
        try:
            loop()
        except Exception:
            continue


@pytest.mark.parametrize(
    "endless",
    [loop, loop_in_helper, recurse, loop_in_generator, loop_that_catches_exceptions],
)
def test_an_endless_loop_is_stopped(way, endless):
    start = time.monotonic()
    with pytest.raises(TooLong), TimeLimit(0.05):
        endless()
    assert 0.04 < time.monotonic() - start < 5


@needs_alarm
def test_an_alarm_rings_again_and_again_until_the_code_gives_way():
    def stubborn():
        for _ in range(3):
            with contextlib.suppress(TooLong):
                busy(1)
        busy(1)

    with pytest.raises(TooLong), TimeLimit(0.05):
        stubborn()


@needs_alarm
def test_an_alarm_ends_a_sleep():
    start = time.monotonic()
    with pytest.raises(TooLong), TimeLimit(0.05):
        time.sleep(30)
    assert time.monotonic() - start < 5


def test_a_loop_in_another_thread_is_stopped_too():
    caught = []

    def work():
        try:
            with TimeLimit(0.05):
                loop()
        except TooLong:
            caught.append(True)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(timeout=5)
    assert caught


def test_code_within_its_time_is_left_alone(way):
    with TimeLimit(5):
        assert sum(range(1000)) == 499_500


def test_a_restart_gives_new_time(way):
    with TimeLimit(0.5) as limit:
        for _ in range(4):
            limit.restart()
            busy(0.15)


def test_a_restart_after_the_time_was_up_limits_it_again(way):
    with TimeLimit(0.05) as limit:
        for _ in range(3):
            limit.restart()
            with pytest.raises(TooLong):
                loop()


def test_without_a_restart_the_time_adds_up(way):
    with pytest.raises(TooLong), TimeLimit(0.1):
        for _ in range(4):
            busy(0.05)


def busy(seconds):
    """Compute for some time, line by line."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


@pytest.fixture
def handler():
    """Return a handler of SIGALRM that was there before."""

    def ring(signum, frame):
        pass

    before = signal.signal(signal.SIGALRM, ring)
    yield ring
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def tracer():
    """Return a trace function that was there before."""

    def trace(frame, event, argument):
        return None

    before = sys.gettrace()
    sys.settrace(trace)
    yield trace
    sys.settrace(before)


def fail():
    raise KeyError("a mistake")


@needs_alarm
def test_what_was_there_before_is_there_again(way, handler, tracer):
    with TimeLimit(0.05):
        pass
    assert signal.getsignal(signal.SIGALRM) is handler
    assert sys.gettrace() is tracer


@needs_alarm
@pytest.mark.parametrize(("code", "error"), [(fail, KeyError), (loop, TooLong)])
def test_what_was_there_before_is_there_again_after_an_error(way, handler, tracer, code, error):
    with pytest.raises(error), TimeLimit(0.05):
        code()
    assert signal.getsignal(signal.SIGALRM) is handler
    assert sys.gettrace() is tracer


@needs_alarm
def test_no_alarm_is_left_ringing():
    with pytest.raises(TooLong), TimeLimit(0.05):
        loop()
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    busy(0.05)


def test_code_of_the_exercises_is_never_stopped(way, monkeypatch):
    monkeypatch.setattr("ttt.limit.CHECKING_CODE", "")  # so that all code is theirs
    with TimeLimit(0.02):
        busy(0.1)


def test_a_student_who_catches_every_exception_does_not_catch_the_end_of_the_time():
    assert not issubclass(TooLong, Exception)
