"""Saved agents: data, not code. A file holds what was learned, the options and the whole history.

It is an NPZ file of arrays. `about` is the text of a JSON object. A learner has `keys`, each
the text of a state, or of a state and an action, in JSON; their `values` and
`visits`; and the `rewards` and `sides` of all episodes. A network has its `weights`, one layer
after the other, and the `losses` of all epochs.
"""

import io
import json
import random
import zipfile
from os import PathLike
from pathlib import Path

import numpy as np

from ttt.agents.learners import Learner, QLearner, SarsaLearner
from ttt.agents.networks import PREDICTORS, Predictor
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
ARRAYS |= {"sides": "u1", "weights": "f4", "losses": "f8"}
GAMES = {kind.__name__: kind for kind in (TicTacToe, ConnectFour, Misere, Nim)}
KINDS = {kind.name: kind for kind in (QLearner, SarsaLearner, *PREDICTORS.values())}


def save(agent: Learner | Predictor, file: str | PathLike, overwrite: bool = False) -> None:
    """Save an agent; an existing file is replaced only if told so, and only by a whole one."""
    file = Path(file)
    about, arrays = (_of_network if isinstance(agent, Predictor) else _of_learner)(agent)
    if file.exists() and not overwrite:
        raise ValueError(
            f"{file} is there already: choose another name, or say that it may be overwritten."
        )
    about = {"format": FORMAT, "learner": agent.name, **about}
    arrays = {"about": list(json.dumps(about).encode()), **arrays}
    packed = io.BytesIO()
    np.savez_compressed(packed, **{name: np.array(arrays[name], ARRAYS[name]) for name in arrays})
    write_whole(file, packed.getvalue())


def _of_learner(learner: Learner) -> tuple[dict, dict]:
    """Return what a file says of a learner, and its arrays."""
    game, history = learner.game, learner.history
    if type(game) not in GAMES.values():
        raise ValueError(f"{name_of_game(game)} is a game of your own, which no file can hold.")
    if callable(learner.epsilon):
        raise ValueError("A file holds no function: set the learner's epsilon to a number first.")
    about = {
        "options": {name: getattr(learner, name) for name in OPTIONS},
        "game": {"name": type(game).__name__, "arguments": game.arguments},
        "checks": history.checks,
    }
    keys = {json.dumps(key): key for key in learner.q}
    texts = sorted(keys)
    return about, {
        "keys": [text.encode() for text in texts],
        "values": [learner.q.get(keys[text]) for text in texts],
        "visits": [learner.visits.get(keys[text], 0) for text in texts],
        "rewards": history.rewards,
        "sides": [list(SIDES).index(side) for side in history.sides],
    }


def _of_network(agent: Predictor) -> tuple[dict, dict]:
    """Return what a file says of an agent with a network, and its arrays."""
    about = {"options": {name: getattr(agent, name) for name in ("hidden", "encoding", "seed")}}
    weights = np.concatenate([weight.ravel() for weight in agent.network.weights])
    return about, {"weights": weights, "losses": agent.losses}


def load(file: str | PathLike, rng: random.Random | None = None) -> Learner | Predictor:
    """Return the agent of a file as it was when saved, ready to play or to learn on.

    A file that holds none, or not all of it, raises a ValueError of one sentence.
    """
    file = Path(file)
    if not file.is_file():
        raise ValueError(f"There is no file {file}, from which an agent could be loaded.")
    try:
        about, arrays = _read(file)
        kind = KINDS[about["learner"]]
        return (_network if issubclass(kind, Predictor) else _learner)(kind, rng, about, **arrays)
    except Exception:  # whatever may be wrong with a file, the sentence is the same
        raise ValueError(
            f"{file} is not a saved agent, or one of a newer course, or it is damaged."
        ) from None


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
        arrays = {name: content[name] for name in content.files}
    for name, array in arrays.items():
        _insist(array.ndim == 1 and np.can_cast(array.dtype, np.dtype(ARRAYS[name]), "safe"))
        _insist(array.dtype.kind != "f" or np.isfinite(array).all())
    about = json.loads(arrays.pop("about").tobytes())
    _insist(about["format"] == FORMAT)
    return about, arrays


def _game(name: str, arguments: list) -> Game:
    """Return the game of a file, made again."""
    _insist(all(1 <= number <= LARGEST_ARGUMENT for number in np.ravel(arguments)))
    return GAMES[name](*_from_data(arguments))


def _from_data(thing):
    """Return a state or an action as it was before JSON made lists of tuples."""
    return tuple(_from_data(part) for part in thing) if isinstance(thing, list) else thing


def _learner(kind, rng, about, keys, values, visits, rewards, sides) -> Learner:
    """Return the learner of a file, with its values and its history."""
    options = {name: about["options"][name] for name in OPTIONS}
    learner = kind(**options, game=_game(**about["game"]), rng=rng)
    keys = [_from_data(json.loads(text)) for text in keys.tolist()]
    learner.q.update(zip(keys, values.tolist(), strict=True))
    learner.visits.update((key, n) for key, n in zip(keys, visits.tolist(), strict=True) if n)
    history, learner.episodes = learner.history, len(rewards)
    history.rewards = rewards.tolist()
    history.sides = [list(SIDES)[side] for side in sides]
    history.checks = [Check(*numbers) for numbers in about["checks"]]
    _insist(len(rewards) == len(sides) and np.isfinite(history.checks).all())
    return learner


def _network(kind, rng, about, weights, losses) -> Predictor:
    """Return the agent of a file, with its network."""
    agent = kind(**about["options"], rng=rng)
    new, agent.losses = agent.network.weights, losses.tolist()
    parts = np.split(weights.astype(float), np.cumsum([weight.size for weight in new])[:-1])
    agent.network.weights = [part.reshape(weight.shape) for part, weight in zip(parts, new)]
    return agent
