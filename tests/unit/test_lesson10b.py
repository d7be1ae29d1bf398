"""What lesson 10b says in words: the same numbers everywhere, and what machines buy."""

import heapq
import random
import sys
from math import ceil, log
from pathlib import Path
from time import perf_counter

import nbformat
import numpy as np
import pytest

from ttt import agents, arena
from ttt.agents import own
from ttt.exercises import lesson10

LESSON = Path(__file__).parents[2] / "notebooks" / "10b_one_machine.ipynb"


@pytest.fixture(scope="module")
def lesson():
    """Return the functions that the lesson defines; its sweep has two budgets only."""
    cells = nbformat.read(LESSON, as_version=4).cells
    cells = [cell.source for cell in cells if cell.cell_type == "code"]
    known = {"agents": agents, "arena": arena, "random": random, "BUDGETS": (10, 30)}
    for source in cells:
        if "\ndef " in f"\n{source}" and "perf_counter" not in source:
            definition = source[source.index("def ") :].split("\n\n\n")[0]
            exec(compile(definition, LESSON.name, "exec"), known)
    return known


def test_processes_change_nothing_but_the_time_and_a_quick_job_takes_longer(lesson):
    start = perf_counter()
    few = lesson["quick_games"]()
    alone = perf_counter() - start
    start = perf_counter()
    with arena.workers("processes") as pool:
        assert lesson["quick_games"](pool) == few
        assert perf_counter() - start > 2 * alone
        assert lesson["sweep"](pool) == lesson["sweep"]()


def test_a_cluster_changes_nothing(lesson):
    pytest.importorskip("distributed")
    with arena.workers("dask") as client:
        assert lesson["sweep"](client) == lesson["sweep"]()
        assert lesson["tournament"](client).played == lesson["tournament"]().played


@pytest.mark.parametrize(
    ("where", "missing", "said"),
    [
        ("processes", "browser", "A browser has no processes"),
        ("dask", "dask", ".venv/bin/pip install -e '.[cluster]'"),
    ],
)
def test_where_there_are_no_workers_a_sentence_says_so(where, missing, said, monkeypatch, capsys):
    if missing == "browser":
        monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr("ttt.arena.games.find_spec", lambda name: None)
    with arena.workers(where) as executor:
        assert executor is None
    assert said in capsys.readouterr().out


def test_a_pool_can_run_a_player_that_was_kept(tmp_path):
    file = tmp_path / "03.py"
    file.write_text("def player(game, state):\n    return game.actions(state)[0]\n")
    mine = own.FromFile(file)
    with arena.workers("processes") as pool:
        sent = arena.match(mine, "corner", 10, random.Random(1), executor=pool)
    assert sent == arena.match(mine, "corner", 10, random.Random(1))


def test_the_line_at_the_pool_may_be_a_heap_but_no_task_is_cut_into_pieces():
    def finish(tasks, workers):
        heap = [0] * workers
        while tasks:
            heapq.heapreplace(heap, heap[0] + tasks.pop(0))
        return np.float64(max(heap))

    assert lesson10.finish.check(finish).status == "right"
    in_pieces = lesson10.finish.check(lambda tasks, workers: -(-sum(tasks) // workers))
    assert in_pieces.status == "wrong"
    in_ticks = lesson10.finish.check(lambda tasks, many: finish([*map(ceil, tasks)], many))
    assert in_ticks.mistake == "It counts whole seconds"


def test_amdahls_law_and_the_board_of_ten_by_ten():
    at_1000 = [lesson10.speed_up(share, 1_000) for share in (0, 0.01, 0.05, 0.25)]
    assert [round(found, 1) for found in at_1000] == [1_000, 91, 19.6, 4]
    assert 1 < log(1_000, 100) < 2 and round(log(1_000, 10), 9) == 3
