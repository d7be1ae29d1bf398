"""Saved agents: they come back as they were, and no file does any harm."""

import copy
import json
import os
import random
import re
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from ttt import TicTacToe, agents, arena
from ttt.agents import QLearner, SarsaLearner, Teacher, saved, trained
from ttt.agents.learners import decay

ROOT = Path(__file__).parents[2]
OPTIONS = [
    {},
    {"symmetry": True},
    {"afterstates": True, "alpha": "1/visits"},
    {"symmetry": True, "afterstates": True, "start": 1.0, "epsilon": decay(0.5, 0.1, 100)},
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
    assert type(again) is kind
    assert (again.q, again.visits) == (learner.q, learner.visits)
    assert (again.episodes, again.history) == (100, learner.history)
    assert again.rates() == learner.rates()
    for each in learner, again:
        each.train(Teacher(), 50, every=50)
    assert (again.q, again.history) == (learner.q, learner.history)
    assert [check.episode for check in again.history.checks] == [0, 50, 100, 150]


@pytest.mark.parametrize("options", OPTIONS)
def test_it_can_be_copied(options):
    learner = learner_of(**options)
    again = copy.deepcopy(learner)
    assert again.q == learner.q
    assert again.q is not learner.q
    state = learner.game.initial
    assert again.policy(learner.game, state) == learner.policy(learner.game, state)
    again.train(Teacher(), 20, every=0)
    assert len(learner.history.rewards) == 100


def test_the_same_learner_makes_the_same_file(tmp_path):
    for name in "a", "b":
        learner_of().save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_learner_of_another_board(tmp_path):
    learner = QLearner(game=TicTacToe(2, 3, k=2), rng=random.Random(1))
    learner.train(learner, 50)
    learner.save(tmp_path / "small")
    again = agents.load(tmp_path / "small")
    assert again.game == learner.game
    assert again.q == learner.q


def test_an_existing_file_is_overwritten_only_if_told_so(file):
    before = file.read_bytes()
    with pytest.raises(ValueError, match=r"agent\.npz is there already: choose another name"):
        learner_of(SarsaLearner).save(file)
    assert file.read_bytes() == before
    learner_of(SarsaLearner).save(file, overwrite=True)
    assert agents.load(file).name == "sarsa"


def test_a_missing_folder_is_named(tmp_path):
    file = tmp_path / "no" / "such" / "agent.npz"
    with pytest.raises(ValueError, match=r"^There is no folder .*such to write agent\.npz in\.$"):
        learner_of().save(file)


def mode(file):
    """Return who may read and write a file."""
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
@pytest.mark.parametrize("umask", [0o022, 0o027, 0o002, 0o077])
def test_who_may_read_a_new_file_is_what_the_umask_says(umask, tmp_path):
    before = os.umask(umask)
    try:
        learner_of().save(tmp_path / "agent.npz")
    finally:
        os.umask(before)
    assert mode(tmp_path / "agent.npz") == 0o666 & ~umask


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
@pytest.mark.parametrize("kept", [0o600, 0o664, 0o444])
def test_a_file_that_is_replaced_keeps_its_mode(kept, file):
    file.chmod(kept)
    learner_of(SarsaLearner).save(file, overwrite=True)
    assert mode(file) == kept
    assert agents.load(file).name == "sarsa"
    assert list(file.parent.iterdir()) == [file]


def test_a_function_of_ones_own_is_not_saved(tmp_path):
    learner = QLearner(epsilon=lambda episode: 0.1)
    with pytest.raises(ValueError, match="epsilon is a function, and a file holds no code"):
        learner.save(tmp_path / "agent.npz")
    assert list(tmp_path.iterdir()) == []


# ---- games that were taught by hand

TAUGHT = [0, 3, 1, 4, 2]  # X wins


def taught(side="O", moves=TAUGHT, **options):
    """Return a learner that was taught a game after some training."""
    learner = learner_of(**options)
    learner.history.games[learner.episodes] = list(moves)
    learner.history.rewards.append(1 if side == "X" else -1)
    learner.history.sides.append(side)
    learner.episodes += 1
    return learner


def test_they_are_kept(tmp_path):
    learner = taught()
    learner.save(tmp_path / "agent.npz")
    again = agents.load(tmp_path / "agent.npz")
    assert again.history == learner.history
    assert again.history.games == {100: TAUGHT}
    again.save(tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == (tmp_path / "agent.npz").read_bytes()


def test_a_file_without_any_does_not_mention_them(file):
    with np.load(file) as content:
        assert "games" not in json.loads(content["about"].tobytes())


@pytest.mark.parametrize(
    "games",
    [
        {"100": TAUGHT[:-1]},  # not over
        {"100": [*TAUGHT, 5]},  # played on
        {"100": [0, 0, 1]},
        {"100": [0, 3, 1, 4, 9]},
        {"100": [False, 3, True, 4, 2]},
        {"100": [0, 3, 1, 4, 8, 5]},  # O wins, but the reward says X
        {"100": None},
        {"101": TAUGHT},
        {"-1": TAUGHT},
        {"0100": TAUGHT},
        {"first": TAUGHT},
        [TAUGHT],
        None,
    ],
    ids=str,
)
def test_they_are_looked_at_before_they_are_believed(games, tmp_path):
    taught().save(tmp_path / "agent.npz")
    changed(tmp_path / "agent.npz", told={"games": games})
    with pytest.raises(ValueError, match="is not a saved agent"):
        agents.load(tmp_path / "agent.npz")


# ---- files that are wrong


def changed(file, told=None, without=None, **arrays):
    """Write the file again with something changed: what it tells of itself, or an array."""
    with np.load(file) as content:
        parts = dict(content)
    if told:
        known = json.loads(parts["about"].tobytes())
        parts["about"] = np.frombuffer(json.dumps(known | told).encode(), np.uint8)
    parts = {name: part for name, part in (parts | arrays).items() if name != without}
    with open(file, "wb") as stream:
        np.savez_compressed(stream, **parts)


@pytest.mark.parametrize("share", [0, 0.1, 0.5, 0.9, 0.999])
def test_a_truncated_file_gets_one_clear_sentence(share, file):
    whole = file.read_bytes()
    file.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(ValueError, match=r"agent\.npz is not a saved agent, or it is damaged\.$"):
        agents.load(file)


def test_a_flipped_byte_anywhere_is_noticed_or_harmless(file):
    whole, learner = file.read_bytes(), agents.load(file)
    for place in range(0, len(whole), len(whole) // 60):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            assert agents.load(file).q == learner.q
        except ValueError as error:
            assert "damaged" in str(error)


@pytest.mark.parametrize(
    "content", [b"", b"no agent", b'{"format": 1}', b"PK\x03\x04" + b"\0" * 99]
)
def test_a_foreign_file_does_too(content, file):
    file.write_bytes(content)
    with pytest.raises(ValueError, match="is not a saved agent"):
        agents.load(file)


def test_so_do_a_foreign_archive_and_a_folder_and_no_file(file, tmp_path):
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("letter.txt", "Dear reader")
    with pytest.raises(ValueError, match="is not a saved agent"):
        agents.load(file)
    for name, sentence in [
        (tmp_path / "nothing.npz", f"There is no file nothing.npz in the folder {tmp_path}."),
        ("nothing.npz", "There is no file nothing.npz in this folder."),
        (tmp_path, f"{tmp_path} is a folder, not a saved agent."),
    ]:
        with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
            agents.load(name)


def test_a_newer_format_is_named(file):
    changed(file, told={"format": 3}, without="keys")
    with pytest.raises(ValueError, match=r"newer version of the course.* it reads format 2\."):
        agents.load(file)


def run_code(*_):
    """Fail: a file has run this."""
    raise AssertionError("a file has run code")


class Trap:
    """An object that runs code when it is unpickled."""

    def __reduce__(self):
        return run_code, ()


ABOUT = [
    {"format": "1"},
    {"format": -1},
    {"learner": "trap"},
    {"learner": ["q-learning"]},
    {"game": [100_000, 100_000, 3]},
    {"game": "3×3"},
    {"episodes": 99},
    {"episodes": "100"},
    {"options": {}},
    {"checks": [[0, 1]]},
    {"checks": [[0, 0, 0, 0, 0, 0, float("nan")]]},
    {"checks": None},
]


@pytest.mark.parametrize("about", ABOUT, ids=str)
def test_what_a_hostile_file_says_of_itself_is_not_believed(about, file):
    changed(file, told=about)
    with pytest.raises(ValueError, match="is not a saved agent"):
        agents.load(file)


@pytest.mark.parametrize(
    "option",
    [
        {"alpha": "__import__('os')"},
        {"alpha": 7},
        {"gamma": None},
        {"epsilon": {"decay": [0, 9, 5]}},
        {"epsilon": {"decay": [1, 0, 0]}},
        {"start": float("inf")},
    ],
    ids=str,
)
def test_nor_are_its_options(option, file):
    with np.load(file) as content:
        options = json.loads(content["about"].tobytes())["options"]
    changed(file, told={"options": options | option})
    with pytest.raises(ValueError, match="is not a saved agent"):
        agents.load(file)


@pytest.mark.parametrize("name", ["about", "keys", "values", "visits", "rewards", "sides"])
def test_nor_are_arrays_that_are_missing_or_of_another_kind_or_length(name, file):
    whole = file.read_bytes()
    with np.load(file) as content:
        part = content[name]
    for strange in part[:-1], part.reshape(1, -1), np.array(["word"] * len(part)), np.array(7):
        changed(file, **{name: strange})
        with pytest.raises(ValueError, match="is not a saved agent"):
            agents.load(file)
        file.write_bytes(whole)
    changed(file, without=name)
    with pytest.raises(ValueError, match="is not a saved agent"):
        agents.load(file)


@pytest.mark.parametrize(
    "key", [b"........./9", b"X......../0", b"XXX....../4", b".........", b"../../x/4", b"\xff/4"]
)
def test_nor_are_boards_that_cannot_be(key, file):
    with np.load(file) as content:
        keys = content["keys"].copy()
    keys[0] = key
    changed(file, keys=keys)
    with pytest.raises(ValueError, match="is not a saved agent"):
        agents.load(file)


def test_nor_are_numbers_that_are_none(file):
    whole = file.read_bytes()
    for name, number in ("values", np.nan), ("visits", -1), ("rewards", 5), ("sides", 3):
        with np.load(file) as content:
            part = content[name].copy()
        part[0] = number
        changed(file, **{name: part})
        with pytest.raises(ValueError, match="is not a saved agent"):
            agents.load(file)
        file.write_bytes(whole)


def test_no_code_in_a_file_is_run(file):
    changed(file, values=np.array([Trap()], object))
    with pytest.raises(ValueError, match="is not a saved agent"):
        agents.load(file)


def test_a_file_that_would_unpack_to_too_much_is_not_unpacked(file, monkeypatch):
    with zipfile.ZipFile(file) as archive:
        size = sum(part.file_size for part in archive.infolist())
    monkeypatch.setattr(saved, "MOST_BYTES", size)
    assert agents.load(file)
    monkeypatch.setattr(saved, "MOST_BYTES", size - 1)
    monkeypatch.setattr("numpy.load", run_code)
    with pytest.raises(ValueError, match="is not a saved agent"):
        agents.load(file)


# ---- a save that is interrupted


def test_a_save_that_fails_leaves_the_old_file_whole(file, monkeypatch):
    before = file.read_bytes()
    for step in "os.fsync", "os.chmod", "os.replace":
        with monkeypatch.context() as broken:
            broken.setattr(step, lambda *_: (_ for _ in ()).throw(OSError("the disk is full")))
            with pytest.raises(OSError, match="the disk is full"):
                learner_of(SarsaLearner).save(file, overwrite=True)
        assert file.read_bytes() == before
        assert list(file.parent.iterdir()) == [file]


def test_a_save_that_fails_names_the_file_that_was_to_be_written(file, monkeypatch):
    def fail(part, *_):
        raise OSError(28, "No space left on device", part, None, part)

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match=r"No space left on device: '[^']*agent\.npz'$") as caught:
        learner_of().save(file, overwrite=True)
    assert caught.value.filename == str(file)


KILLED = """
import os, random, sys
from ttt import agents
learner = agents.load(sys.argv[1])
if sys.argv[2] != "any":
    setattr(os, sys.argv[2], lambda *_: (print("in the middle", flush=True), input()))
while True:
    learner.save(sys.argv[1], overwrite=True)
    print("saved", flush=True)
"""


@pytest.mark.parametrize("moment", ["fsync", "replace", "any"])
def test_a_kill_during_a_save_loses_nothing(moment, file):
    before = agents.load(file)
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(file), moment],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    line = process.stdout.readline()
    process.kill()  # kill -9
    process.wait()
    assert line == ("saved\n" if moment == "any" else "in the middle\n")
    again = agents.load(file)
    assert (again.q, again.history) == (before.q, before.history)
    again.save(file, overwrite=True)


# ---- the trained agents of the course


def test_the_trained_agents_are_what_the_command_makes(tmp_path):
    trained.make_files(tmp_path, episodes=300)
    for name in "q-learning", "sarsa":
        small, whole = agents.load(tmp_path / f"{name}.npz"), agents.make(name)
        assert small.name == whole.name == name
        assert (small.episodes, whole.episodes) == (300, 100_000)
        assert whole.history.rewards[:300] == small.history.rewards
        assert whole.history.sides[:300] == small.history.sides
        assert (trained.FOLDER / f"{name}.npz").stat().st_size < 100_000


@pytest.mark.parametrize("name", ["q-learning", "sarsa"])
def test_the_trained_agents_are_as_strong_as_their_history_says(name):
    agent = agents.make(name, rng=random.Random(1))
    last = agent.history.checks[-1]
    assert last.episode == 100_000
    assert arena.exact(agent, "random").score == pytest.approx(last.x_against_random)
    assert arena.best_reply(agent, "X").score == pytest.approx(last.reply_to_x)
    assert arena.best_reply(agent, "O").score == pytest.approx(last.reply_to_o)
    assert last.x_against_random > 0.8
    agent.train(Teacher(), 5, every=0)
    assert agents.make(name).episodes == 100_000


def test_a_file_of_the_first_format_can_still_be_read(tmp_path):
    file, pupil = tmp_path / "old.npz", QLearner(rng=random.Random(1))
    pupil.train(Teacher(0.9), 30)
    pupil.save(file)
    with np.load(file) as content:
        arrays = {name: content[name] for name in content.files}
    keys = [json.loads(key) for key in arrays["keys"].tolist()]
    arrays["keys"] = np.array([f"{board}/{cell}".encode() for board, cell in keys])
    arrays["rewards"] = arrays["rewards"].astype("i1")
    about = json.loads(arrays["about"].tobytes()) | {"format": 1, "game": [3, 3, 3]}
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), "u1")
    np.savez(file, **arrays)
    again = agents.load(file)
    assert again.q == pupil.q and again.visits == pupil.visits and again.history == pupil.history
    assert again.game == TicTacToe()
