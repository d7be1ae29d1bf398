"""Saved learners: data, not code. A file holds the values, the options and the whole history.

It is an NPZ file of six arrays: `about`, the text of a JSON object; `keys`, each
the text of a state, or of a state and an action, in JSON; their `values` and
`visits`; and the `rewards` and `sides` of all episodes.
"""

import io
import json
import random
import zipfile
from os import PathLike
from pathlib import Path

import numpy as np

from ttt.agents.learners import Learner, QLearner, SarsaLearner
from ttt.agents.training import SIDES, Check
from ttt.anygame import name_of_game
from ttt.files import write_whole
from ttt.game import Game, TicTacToe
from ttt.games import ConnectFour, Misere, Nim

FORMAT = 2
MOST_BYTES = 2**28  # when unpacked: a file may be small and claim to be huge
LARGEST_ARGUMENT = 20  # of a game: a side of a board, a pile
OPTIONS = ("alpha", "gamma", "epsilon", "start", "symmetry", "afterstates")
ARRAYS = {"about": "u1", "keys": "S", "values": "f8", "visits": "i8", "rewards": "f8"}
ARRAYS |= {"sides": "u1"}
GAMES = {kind.__name__: kind for kind in (TicTacToe, ConnectFour, Misere, Nim)}
KINDS = {kind.name: kind for kind in (QLearner, SarsaLearner)}


def save(learner: Learner, file: str | PathLike, overwrite: bool = False) -> None:
    """Save a learner; an existing file is replaced only if told so, and only by a whole one."""
    file, game, history = Path(file), learner.game, learner.history
    if type(game) not in GAMES.values():
        raise ValueError(f"{name_of_game(game)} is a game of your own, which no file can hold.")
    if callable(learner.epsilon):
        raise ValueError("A file holds no function: set the learner's epsilon to a number first.")
    if file.exists() and not overwrite:
        raise ValueError(
            f"{file} is there already: choose another name, or say that it may be overwritten."
        )
    about = {
        "format": FORMAT,
        "learner": learner.name,
        "options": {name: getattr(learner, name) for name in OPTIONS},
        "game": {"name": type(game).__name__, "arguments": game.arguments},
        "checks": history.checks,
    }
    keys = {json.dumps(key): key for key in learner.q}
    texts = sorted(keys)
    arrays = {
        "about": list(json.dumps(about).encode()),
        "keys": [text.encode() for text in texts],
        "values": [learner.q.get(keys[text]) for text in texts],
        "visits": [learner.visits.get(keys[text], 0) for text in texts],
        "rewards": history.rewards,
        "sides": [list(SIDES).index(side) for side in history.sides],
    }
    packed = io.BytesIO()
    np.savez_compressed(packed, **{name: np.array(arrays[name], ARRAYS[name]) for name in ARRAYS})
    write_whole(file, packed.getvalue())


def load(file: str | PathLike, rng: random.Random | None = None) -> Learner:
    """Return the learner of a file as it was when saved, ready to play or to learn on.

    A file that holds none, or not all of it, raises a ValueError of one sentence.
    """
    file = Path(file)
    if not file.is_file():
        raise ValueError(f"There is no file {file}, from which an agent could be loaded.")
    try:
        about, arrays = _read(file)
        options = {name: about["options"][name] for name in OPTIONS}
        learner = KINDS[about["learner"]](**options, game=make_game(**about["game"]), rng=rng)
        _fill(learner, about["checks"], **{name: array.tolist() for name, array in arrays.items()})
    except Exception:  # whatever may be wrong with a file, the sentence is the same
        raise ValueError(
            f"{file} is not a saved agent, or one of a newer course, or it is damaged."
        ) from None
    return learner


# ---- whatever a file says is looked at before it is believed


def _insist(holds) -> None:
    """Raise a ValueError unless it holds; `load` says in words what that means."""
    if not holds:
        raise ValueError


def _read(file: Path) -> tuple[dict, dict[str, np.ndarray]]:
    """Return what a file says of itself, and its other arrays, if they are of the right kind."""
    with zipfile.ZipFile(file) as parts:
        _insist(sum(part.file_size for part in parts.infolist()) <= MOST_BYTES)
    with np.load(file, allow_pickle=False) as content:
        arrays = {name: content[name] for name in ARRAYS}
    for name, array in arrays.items():
        _insist(array.ndim == 1 and np.can_cast(array.dtype, np.dtype(ARRAYS[name]), "safe"))
        _insist(array.dtype.kind != "f" or np.isfinite(array).all())
    about = json.loads(arrays.pop("about").tobytes())
    _insist(about["format"] == FORMAT)
    return about, arrays


def make_game(name: str, arguments: list) -> Game:
    """Return the game of a file, made again."""
    _insist(all(1 <= number <= LARGEST_ARGUMENT for number in np.ravel(arguments)))
    return GAMES[name](*as_tuples(arguments))


def as_tuples(thing):
    """Return a state or an action as it was before JSON made lists of tuples."""
    return tuple(as_tuples(part) for part in thing) if isinstance(thing, list) else thing


def _fill(learner: Learner, checks, keys, values, visits, rewards, sides) -> None:
    """Put the values and the history into an empty learner."""
    keys = [as_tuples(json.loads(text)) for text in keys]
    learner.q.update(zip(keys, values, strict=True))
    learner.visits.update((key, n) for key, n in zip(keys, visits, strict=True) if n)
    history, learner.episodes = learner.history, len(rewards)
    history.rewards, history.sides = rewards, [list(SIDES)[side] for side in sides]
    history.checks = [Check(*numbers) for numbers in checks]
    _insist(len(rewards) == len(sides) and np.isfinite(history.checks).all())
