"""Code that does not end by itself is stopped, and nothing is left behind."""

import contextlib
import signal
import sys
import threading
import time
import weakref
from math import inf

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


@pytest.fixture
def no_clock(monkeypatch):
    """Let code wait for as long as it likes."""
    monkeypatch.setattr("ttt.limit.PATIENCE", inf)


def work(seconds):
    """Compute for so many seconds of this thread, line by line."""
    end = limit.thread_time() + seconds
    while limit.thread_time() < end:
        pass


def loop():
    number = 0
    while True:
        number += 1


# ---- code that does not end


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
    "endless",
    [
        loop,
        loop_in_helper,
        recurse,
        loop_in_generator,
        loop_that_catches_exceptions,
        loop_that_catches_everything,
        loop_that_suppresses_everything,
    ],
)
def test_an_endless_loop_is_stopped(way, endless):
    with pytest.raises(TooLong) as stopped, TimeLimit(0.05):
        endless()
    assert stopped.value.seconds == 0.05
    assert str(stopped.value) == "no answer within 0.05 second: does a loop never end?"


def test_code_that_catches_its_end_a_few_times_is_stopped_all_the_same(way):
    def stubborn():
        for _ in range(3):
            with contextlib.suppress(TooLong):
                caught.append(loop())
        loop()

    caught = []
    with pytest.raises(TooLong), TimeLimit(0.05):
        stubborn()
    assert caught == []


def test_a_loop_in_another_thread_is_stopped_too():
    def check():
        with pytest.raises(TooLong), TimeLimit(0.05):
            loop()
        stopped.append(True)

    stopped = []
    thread = threading.Thread(target=check, daemon=True)
    thread.start()
    thread.join(timeout=60)
    assert stopped


def test_code_that_cannot_be_interrupted_is_stopped_when_it_returns(way):
    def hold():
        sum(range(5_000_000))
        went_on.append(True)

    went_on = []
    with pytest.raises(TooLong), TimeLimit(0.01):
        hold()
    assert not went_on


def test_without_an_end_of_the_context_the_time_adds_up(way):
    with pytest.raises(TooLong), TimeLimit(0.1):
        for _ in range(4):
            work(0.05)


# ---- what counts is work


def test_code_within_its_time_is_left_alone(way):
    with TimeLimit(5):
        assert sum(range(1000)) == 499_500


def nap(times):
    for _ in range(times):
        time.sleep(0.01)


def test_code_that_is_kept_waiting_by_a_busy_machine_is_left_alone(way, no_clock):
    with TimeLimit(0.05):
        nap(10)


def test_what_other_threads_compute_does_not_count(way, no_clock):
    def wait_for(thread):
        thread.start()
        thread.join()

    with TimeLimit(0.05):
        wait_for(threading.Thread(target=work, args=[0.2]))


def test_code_that_only_waits_is_stopped_by_the_clock(way, monkeypatch):
    monkeypatch.setattr("ttt.limit.PATIENCE", 1.5)
    with pytest.raises(TooLong) as stopped, TimeLimit(1):
        nap(10_000)
    assert stopped.value.seconds == 1.5
    why = "mostly waiting: does it sleep, or is this computer very busy?"
    assert str(stopped.value) == f"no answer within 1.5 seconds, {why}"


@needs_alarm
def test_an_alarm_ends_a_sleep(monkeypatch):
    def sleep():
        time.sleep(1000)

    monkeypatch.setattr("ttt.limit.PATIENCE", 0.1)
    with pytest.raises(TooLong), TimeLimit(0.05):
        sleep()


@pytest.mark.parametrize(
    ("seconds", "worked", "clock", "out"),
    [
        (2, 0, 0, 0),
        (2, 1.9, 1.9, 0),
        (2, 1.9, 19, 0),
        (2, 2, 2, 2),
        (2, 2, 30, 2),
        (2, 1.9, 20, 20),
        (0.1, 0.09, 9.9, 0),
        (0.1, 0.09, 10, 10),
    ],
)
def test_when_the_time_has_run_out(seconds, worked, clock, out, monkeypatch):
    for name in "thread_time", "monotonic":
        monkeypatch.setattr(limit, name, lambda: 0)
    time_limit = TimeLimit(seconds)
    monkeypatch.setattr(limit, "thread_time", lambda: worked)
    monkeypatch.setattr(limit, "monotonic", lambda: clock)
    assert time_limit.run_out() == out


# ---- limits in limits


def test_a_limit_within_does_not_outlast_the_one_around(way):
    def inner():
        with TimeLimit(1000):
            loop()

    with pytest.raises(TooLong) as stopped, TimeLimit(0.05):
        inner()
    assert stopped.value.seconds == 0.05


@pytest.mark.parametrize("code", [work, lambda _: loop()], ids=["ends", "is stopped"])
def test_after_a_limit_within_the_one_around_goes_on(way, code):
    def inner():
        with contextlib.suppress(TooLong), TimeLimit(0.02):
            code(0.01)
        loop()

    with pytest.raises(TooLong) as stopped, TimeLimit(0.1):
        inner()
    assert stopped.value.seconds == 0.1


# ---- where code is not stopped


@pytest.fixture
def ring(monkeypatch):
    """Return a function that lets the time run out, and rings the alarm if there is one."""
    out = []
    monkeypatch.setattr(TimeLimit, "run_out", lambda self: len(out))

    def ring():
        out.append(True)
        if hasattr(signal, "setitimer"):
            signal.raise_signal(signal.SIGALRM)

    return ring


class Thing:
    def __init__(self, last_words=lambda: None):
        self.last_words = last_words

    def __del__(self):
        self.last_words()


def in_finaliser(act, tmp_path):
    Thing(act)


def in_weakref_callback(act, tmp_path):
    thing = Thing()
    weakref.finalize(thing, act)
    del thing


def in_import(act, tmp_path):
    (tmp_path / "rings.py").write_text("import sys\nsys.act()")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        patch.setattr(sys, "act", act, raising=False)
        __import__("rings")
    del sys.modules["rings"]


def in_profile_function(act, tmp_path):
    def profile(frame, event, argument):
        if event == "call" and frame.f_code is len_of.__code__:
            act()

    sys.setprofile(profile)
    len_of("abc")
    sys.setprofile(None)


def len_of(thing):
    return len(thing)


@pytest.mark.parametrize(
    "place", [in_finaliser, in_weakref_callback, in_import, in_profile_function]
)
def test_some_code_is_never_broken_off(way, place, ring, tmp_path, monkeypatch):
    def act():
        ring()
        done.append("all of it")

    def code():
        place(act, tmp_path)
        loop()

    done, lost = [], []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)
    with pytest.raises(TooLong), TimeLimit(1):
        code()
    sys.setprofile(None)
    assert done == ["all of it"]
    assert not lost


@needs_alarm
def test_a_trace_function_is_never_broken_off(ring):
    def trace(frame, event, argument):
        ring()
        done.append("all of it")

    def code():
        before = sys.gettrace()
        sys.settrace(trace)
        len_of("abc")
        sys.settrace(before)
        loop()

    done = []
    with pytest.raises(TooLong), TimeLimit(1):
        code()
    assert done == ["all of it"]


def test_the_lines_of_the_context_itself_are_not_stopped(way):
    with TimeLimit(0.01):
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass


def test_code_of_the_exercises_is_not_stopped(way, monkeypatch):
    monkeypatch.setattr("ttt.limit.OURS", (__file__, limit.__file__))
    with TimeLimit(0.01):
        work(0.05)


def test_code_of_the_exercises_is_stopped_where_a_student_calls_it(way, monkeypatch):
    monkeypatch.setattr("ttt.limit.OURS", (__file__, limit.__file__))
    student = eval(compile("lambda function: function()", "student.py", "eval"))
    with pytest.raises(TooLong), TimeLimit(0.05):
        student(loop)


# ---- nothing is left behind


@pytest.fixture
def handler():
    """Return a handler of SIGALRM that was there before, with an alarm to come in an hour."""

    def ring(signum, frame):
        pass

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 3600, 60)
    yield ring
    signal.setitimer(signal.ITIMER_REAL, 0)
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


def interrupt():
    raise KeyboardInterrupt


@needs_alarm
@pytest.mark.parametrize(
    ("code", "error"),
    [(int, None), (fail, KeyError), (interrupt, KeyboardInterrupt), (loop, TooLong)],
)
def test_what_was_there_before_is_there_again(handler, tracer, way, code, error):
    threads = threading.enumerate()
    with pytest.raises(error) if error else contextlib.nullcontext(), TimeLimit(0.05):
        code()
    assert signal.getsignal(signal.SIGALRM) is handler
    left, interval = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < left <= 3600
    assert interval == 60
    assert sys.gettrace() is tracer
    assert threading.enumerate() == threads


@needs_alarm
def test_no_alarm_is_left_ringing():
    with pytest.raises(TooLong), TimeLimit(0.05):
        loop()
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_student_who_catches_every_exception_does_not_catch_the_end_of_the_time():
    assert not issubclass(TooLong, Exception)
