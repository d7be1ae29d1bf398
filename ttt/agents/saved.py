"""Saved learners: data, not code. A file holds the values, the options and the whole history.

It is an NPZ file of six arrays: `about`, the text of a JSON object; `keys`, each
a board, or a board and a cell ("X..O...../4"); their `values` and `visits`; and
the `rewards` and `sides` of all episodes.
"""

import io
import json
import random
import zipfile
from math import isfinite
from os import PathLike
from pathlib import Path

import numpy as np

from ttt.agents.files import write_whole
from ttt.agents.td import Decay, Learner, QLearner, SarsaLearner
from ttt.agents.training import BOTH, Check
from ttt.game import UTILITY, TicTacToe

FORMAT = 1
MOST_BYTES = 2**28  # when unpacked: a file may be small and claim to be huge
LONGEST_SIDE = 20  # of a board
OPTIONS = ("alpha", "gamma", "epsilon", "start", "symmetry", "afterstates")
KINDS = {kind.name: kind for kind in (QLearner, SarsaLearner)}
SIDES = ("X", "O", BOTH)
ARRAYS = {"about": "u1", "keys": "S", "values": "f8", "visits": "i8", "rewards": "i1"}
ARRAYS |= {"sides": "u1"}


# ---- saving


def save(learner: Learner, file: str | PathLike, overwrite: bool = False) -> None:
    """Save a learner; an existing file is replaced only if told so, and only by a whole one."""
    file = Path(file)
    if file.exists() and not overwrite:
        raise ValueError(
            f"{file} is there already: choose another name, or say that it may be overwritten."
        )
    about = {
        "format": FORMAT,
        "learner": learner.name,
        "options": {name: _as_data(name, getattr(learner, name)) for name in OPTIONS},
        "game": [learner.game.rows, learner.game.cols, learner.game.k],
        "episodes": learner.episodes,
        "checks": learner.history.checks,
    }
    if learner.history.games:
        about["games"] = learner.history.games
    keys = sorted(learner.q)
    arrays = {
        "about": list(json.dumps(about).encode()),
        "keys": [_as_text(key).encode() for key in keys],
        "values": [learner.q.get(key) for key in keys],
        "visits": [learner.visits.get(key, 0) for key in keys],
        "rewards": learner.history.rewards,
        "sides": [SIDES.index(side) for side in learner.history.sides],
    }
    packed = io.BytesIO()
    np.savez_compressed(packed, **{name: np.array(arrays[name], ARRAYS[name]) for name in ARRAYS})
    write_whole(file, packed.getvalue())


def _as_data(name: str, option):
    """Return an option as numbers and words, or raise a ValueError if it is the reader's code."""
    if isinstance(option, Decay):
        return {"decay": [option.start, option.end, option.episodes]}
    if callable(option):
        raise ValueError(
            f"{name} is a function, and a file holds no code: save with a number, or with decay()."
        )
    return option


def _as_text(key) -> str:
    """Return the key of a value as text: a board, or a board and a cell."""
    return key if isinstance(key, str) else f"{key[0]}/{key[1]}"


# ---- loading


def load(file: str | PathLike, rng: random.Random | None = None) -> Learner:
    """Return the learner of a file as it was when saved, ready to play or to learn on.

    A file that holds none, or not all of it, raises a ValueError of one sentence.
    """
    file = Path(file)
    if file.is_dir():
        raise ValueError(f"{file} is a folder, not a saved agent.")
    if not file.is_file():
        folder = "this folder" if file.parent == Path() else f"the folder {file.parent}"
        raise ValueError(f"There is no file {file.name} in {folder}.")
    try:
        arrays, about = _unpack(file)
        newer = about["format"] > FORMAT
        learner = None if newer else _learner(arrays, about, rng)
    except Exception:  # whatever may be wrong with a file, the sentence is the same
        raise ValueError(f"{file} is not a saved agent, or it is damaged.") from None
    if newer:
        raise ValueError(
            f"{file} was saved by a newer version of the course, in a format that this one "
            f"cannot read: it reads format {FORMAT}."
        )
    return learner


def _unpack(file: Path) -> tuple[dict[str, np.ndarray], dict]:
    """Return the arrays of a file and what it says about itself."""
    with zipfile.ZipFile(file) as parts:
        _insist(sum(part.file_size for part in parts.infolist()) <= MOST_BYTES)
    with np.load(file, allow_pickle=False) as content:
        about = json.loads(content["about"].tobytes())
        _insist(type(about["format"]) is int and about["format"] > 0)
        return {name: content[name] for name in content.files}, about


def _learner(arrays: dict[str, np.ndarray], about: dict, rng) -> Learner:
    """Return the learner that the arrays hold; anything that cannot be raises an error."""
    for name, kind in ARRAYS.items():
        _insist(arrays[name].ndim == 1 and np.can_cast(arrays[name].dtype, np.dtype(kind), "safe"))
    _insist(all(1 <= side <= LONGEST_SIDE for side in about["game"]))
    options = {name: _from_data(about["options"][name]) for name in OPTIONS}
    learner = KINDS[about["learner"]](**options, game=TicTacToe(*about["game"]), rng=rng)
    _fill_tables(learner, arrays)
    _fill_history(learner, arrays, about)
    return learner


def _from_data(option):
    """Return an option as the learner takes it."""
    if isinstance(option, dict):
        start, end, episodes = option["decay"]
        _insist(0 <= start <= 1 and 0 <= end <= 1 and episodes > 0)
        return Decay(start, end, episodes)
    _insist(option == "1/visits" or isfinite(option))
    return option


def _fill_tables(learner: Learner, arrays: dict[str, np.ndarray]) -> None:
    """Put the values and visits into an empty learner, after a look at each key."""
    keys = [_checked_key(learner, text.decode()) for text in arrays["keys"].tolist()]
    values, visits = arrays["values"], arrays["visits"]
    _insist(len(set(keys)) == len(keys) == len(values) == len(visits))
    _insist(bool(np.isfinite(values).all()) and bool((visits >= 0).all()))
    learner.q.update(zip(keys, values.tolist()))
    learner.visits.update((key, count) for key, count in zip(keys, visits.tolist()) if count)


def _checked_key(learner: Learner, text: str):
    """Return a key from its text: a board that can occur, and a move on it."""
    board, _, cell = text.partition("/")
    learner.game.check(board)
    if learner.afterstates:
        _insist(not cell)
        return board
    _insist(int(cell) in learner.game.actions(board))
    return board, int(cell)


def _fill_history(learner: Learner, arrays: dict[str, np.ndarray], about: dict) -> None:
    """Put the episodes and the checks into the history of an empty learner."""
    rewards, sides = arrays["rewards"].tolist(), arrays["sides"].tolist()
    _insist(len(rewards) == len(sides) == about["episodes"] and set(rewards) <= {1, 0, -1})
    learner.episodes = about["episodes"]
    learner.history.rewards = rewards
    learner.history.sides = [SIDES[side] for side in sides]
    learner.history.checks = [Check(*numbers) for numbers in about["checks"]]
    _insist(all(isfinite(number) for check in learner.history.checks for number in check))
    for episode, moves in about.get("games", {}).items():
        _insist(episode == str(int(episode)) and 0 <= int(episode) < learner.episodes)
        _insist(_reward(learner, int(episode), moves) == rewards[int(episode)])
        learner.history.games[int(episode)] = moves


def _reward(learner: Learner, episode: int, moves: list) -> int:
    """Return the reward of a game that was taught, the learner's side; refuse what is no game."""
    state = learner.game.initial
    for move in moves:
        _insist(type(move) is int)
        state = learner.game.result(state, move)
    return learner.game.utility(state) * UTILITY[learner.history.sides[episode]]


def _insist(holds: bool) -> None:
    """Raise a ValueError unless it holds; `load` says in words what that means."""
    if not holds:
        raise ValueError
