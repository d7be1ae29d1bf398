"""Saved agents: they come back as they were, and no file does any harm."""

import copy
import json
import os
import random
import re
import stat
import sys
import zipfile

import numpy as np
import pytest

from ttt import TicTacToe, agents, arena
from ttt.agents import QLearner, SarsaLearner, Teacher, saved
from ttt.games import Nim

OPTIONS = [
    {},
    {"symmetry": True, "game": TicTacToe(2, 3, k=2)},
    {"afterstates": True, "alpha": "1/visits", "game": Nim((21,))},
    {"symmetry": True, "afterstates": True, "start": 1.0, "epsilon": 0.5},
]


def learner_of(kind=QLearner, episodes=100, **options):
    """Return a learner that has learned a little."""
    learner = kind(**options, rng=random.Random(1))
    learner.train(Teacher(), episodes, every=50)
    return learner


@pytest.fixture
def file(tmp_path):
    """Return the name of a file in which a learner is saved."""
    file = tmp_path / "agent.npz"
    learner_of().save(file)
    return file


# ---- there and back


@pytest.mark.parametrize("kind", [QLearner, SarsaLearner])
@pytest.mark.parametrize("options", OPTIONS)
def test_it_comes_back_as_it_was_and_learns_on(kind, options, tmp_path):
    learner = learner_of(kind, **options)
    learner.save(tmp_path / "agent.npz")
    again = agents.load(tmp_path / "agent.npz", rng=copy.deepcopy(learner.rng))
    assert (type(again), again.game) == (kind, learner.game)
    assert (again.q, again.visits) == (learner.q, learner.visits)
    assert (again.episodes, again.history) == (100, learner.history)
    assert (again.alpha, again.epsilon) == (learner.alpha, learner.epsilon)
    for each in learner, again:
        each.train(Teacher(), 50, every=50)
    assert (again.q, again.history) == (learner.q, learner.history)


def test_the_same_learner_makes_the_same_file(file, tmp_path):
    agents.load(file).save(tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == file.read_bytes()


def test_what_cannot_be_saved_is_refused_and_leaves_nothing(file, tmp_path):
    before = file.read_bytes()
    for learner, name, words in [
        (learner_of(), file, r"agent\.npz is there already: choose another name"),
        (QLearner(game=Nim((51,))), tmp_path / "a.npz", r"^Nim\(.*\) is too large for a file\.$"),
        (learner_of(), tmp_path / "no" / "a.npz", r"There is no folder .*no to write a\.npz in\.$"),
    ]:
        with pytest.raises(ValueError, match=words):
            learner.save(name)
    assert list(tmp_path.iterdir()) == [file] and file.read_bytes() == before
    learner_of(SarsaLearner).save(file, overwrite=True)
    assert agents.load(file).name == "sarsa"


# ---- who may read it, and a save that is interrupted


def mode(file):
    """Return who may read and write a file."""
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_a_new_file_has_the_mode_of_the_umask_and_a_replaced_one_keeps_its_own(tmp_path):
    for umask, kept in (0o022, 0o600), (0o027, 0o664), (0o077, 0o444):
        file, before = tmp_path / f"{umask}.npz", os.umask(umask)
        try:
            learner_of().save(file)
            assert mode(file) == 0o666 & ~umask
            file.chmod(kept)
            learner_of(SarsaLearner).save(file, overwrite=True)
        finally:
            os.umask(before)
        assert mode(file) == kept and agents.load(file).name == "sarsa"


@pytest.mark.parametrize("step", ["os.fsync", "os.chmod", "os.replace"])
def test_a_save_that_fails_leaves_the_old_file_whole_and_names_it(step, file, monkeypatch):
    before = file.read_bytes()

    def fail(part, *_):
        raise OSError(28, "No space left on device", part)

    monkeypatch.setattr(step, fail)
    with pytest.raises(OSError, match=r"No space left on device: '[^']*agent\.npz'$"):
        learner_of(SarsaLearner).save(file, overwrite=True)
    assert file.read_bytes() == before and list(file.parent.iterdir()) == [file]


# ---- files that are wrong


def changed(file, told=None, without=None, **arrays):
    """Write the file again with something changed: what it tells of itself, or an array."""
    with np.load(file) as content:
        parts = dict(content)
    if told:
        known = json.loads(parts["about"].tobytes())
        options = {"options": known["options"] | told.pop("option", {})}
        parts["about"] = np.frombuffer(json.dumps(known | options | told).encode(), np.uint8)
    parts = {name: part for name, part in (parts | arrays).items() if name != without}
    with open(file, "wb") as stream:
        np.savez_compressed(stream, **parts)


def refused(file):
    """Return whether a file gets the one sentence for what is damaged."""
    with pytest.raises(ValueError, match="is not a saved agent, or one of a newer course"):
        agents.load(file)
    return True


def test_a_truncated_or_foreign_file_gets_one_clear_sentence(file):
    whole = file.read_bytes()
    parts = [whole[: int(share * len(whole))] for share in (0, 0.1, 0.5, 0.9, 0.999)]
    for content in [*parts, b"no agent", b'{"format": 1}', b"PK\x03\x04" + b"\0" * 99]:
        file.write_bytes(content)
        assert refused(file)
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("letter.txt", "Dear reader")
    assert refused(file)


def test_what_is_no_file_is_told_apart(tmp_path):
    for name in tmp_path / "nothing.npz", tmp_path:
        with pytest.raises(ValueError, match=f"^There is no file {re.escape(str(name))}, from"):
            agents.load(name)


@pytest.mark.parametrize(
    "told",
    [
        {"format": "2"},
        {"format": 3},
        {"learner": "trap"},
        {"game": {"name": "TicTacToe", "arguments": [100_000, 100_000, 3]}},
        {"game": "3×3"},
        {"options": {}},
        {"checks": [[0, 1]]},
        {"checks": [[0, 0, 0, 0, 0, 0, float("nan")]]},
        {"checks": [["0"] * 7]},
        {"option": {"alpha": "__import__('os')"}},
        {"option": {"gamma": None}},
        {"option": {"epsilon": {"decay": [0, 1, 5]}}},
        {"option": {"start": float("inf")}},
    ],
    ids=str,
)
def test_what_a_hostile_file_says_of_itself_is_not_believed(told, file):
    changed(file, told=told)
    assert refused(file)


def run_code(*_):
    """Fail: a file has run this."""
    raise AssertionError("a file has run code")


class Trap:
    """An object that runs code when it is unpickled."""

    def __reduce__(self):
        return run_code, ()


@pytest.mark.parametrize("name", ["about", "keys", "values", "visits", "rewards", "sides"])
def test_nor_are_arrays_that_are_missing_or_of_another_kind_or_length(name, file):
    whole = file.read_bytes()
    with np.load(file) as content:
        part = content[name]
    words, trap = np.array(["word"] * len(part)), np.array([Trap()], object)
    for strange in part[:-1], part.reshape(1, -1), words, trap, np.array(7):
        changed(file, **{name: strange})
        assert refused(file)
        file.write_bytes(whole)
    changed(file, without=name)
    assert refused(file)


@pytest.mark.parametrize(
    ("name", "entry"),
    [("values", np.nan), ("rewards", np.inf), ("sides", 3)]
    + [("keys", key) for key in (b"{}", b"../../x", b"\xff")],
)
def test_nor_are_numbers_and_keys_that_cannot_be(name, entry, file):
    with np.load(file) as content:
        part = content[name].copy()
    part[0] = entry
    changed(file, **{name: part})
    assert refused(file)


def test_a_file_that_would_unpack_to_too_much_is_not_unpacked(file, monkeypatch):
    with zipfile.ZipFile(file) as archive:
        size = sum(part.file_size for part in archive.infolist())
    monkeypatch.setattr(saved, "MOST_BYTES", size)
    assert agents.load(file)
    monkeypatch.setattr(saved, "MOST_BYTES", size - 1)
    monkeypatch.setattr("numpy.load", run_code)
    assert refused(file)


# ---- the trained agents of the course


@pytest.mark.parametrize("kind", [QLearner, SarsaLearner])
def test_the_trained_agents_were_trained_by_the_teacher(kind):
    small, whole = learner_of(kind, 300), agents.make(kind.name)
    assert (type(whole), whole.episodes) == (kind, 100_000)
    assert whole.history.rewards[:300] == small.history.rewards
    assert whole.history.sides[:300] == small.history.sides


@pytest.mark.parametrize("name", ["q-learning", "sarsa"])
def test_the_trained_agents_are_as_strong_as_their_history_says(name):
    agent = agents.make(name, rng=random.Random(1))
    last = agent.history.checks[-1]
    assert last.episode == 100_000 and last.x_against_random > 0.8
    assert arena.exact(agent, "random").score == pytest.approx(last.x_against_random)
    assert arena.best_reply(agent, "X").score == pytest.approx(last.reply_to_x)
    assert arena.best_reply(agent, "O").score == pytest.approx(last.reply_to_o)
    agent.train(Teacher(), 5, every=0)
    assert agents.make(name).episodes == 100_000
