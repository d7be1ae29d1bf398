"""Saved agents: data, not code. A file holds what was learned, the options and the whole history.

It is an NPZ file of arrays. `about` is the text of a JSON object. A learner has `keys`, each
the text of a state, or of a state and an action, in JSON; their `values` and
`visits`; and the `rewards` and `sides` of all episodes. A network has its `weights`, one layer
after the other, and the `losses` of all epochs. AlphaZero has its `weights`, and its training
all that it takes to go on as if it had never stopped.
"""

import io
import json
import random
import zipfile
from collections.abc import Iterable
from os import PathLike
from pathlib import Path

import numpy as np

from ttt.agents.agent import Trained
from ttt.agents.alphazero import STEPS, AlphaZero, Training, TurnCheck, TurnHistory, new_mind
from ttt.agents.learners import Learner, QLearner, SarsaLearner
from ttt.agents.networks import PREDICTORS, Predictor
from ttt.agents.training import SIDES, Check
from ttt.anygame import name_of_game
from ttt.files import write_whole
from ttt.game import Game, TicTacToe
from ttt.games import ConnectFour, Misere, Nim

FORMAT = 2
MOST_BYTES = 2**28  # when unpacked: a file may be small and claim to be huge
LARGEST_ARGUMENT = 50  # of a game: a side of a board, a pile
OPTIONS = ("alpha", "gamma", "epsilon", "start", "symmetry", "afterstates")
ARRAYS = {"about": "u1", "keys": "S", "values": "f8", "visits": "i8", "rewards": "f8"}
ARRAYS |= {"sides": "u1", "weights": "f4", "losses": "f8"}
ARRAYS |= {"adam": "f4", "visited": "i8", "lengths": "i4", "memory": "f4"}
SETTINGS = ("hidden", "games", "simulations")
SETTINGS += ("noise", "sampling", "symmetries", "search", "value")
GAMES = {kind.__name__: kind for kind in (TicTacToe, ConnectFour, Misere, Nim)}
KINDS = {kind.name: kind for kind in (QLearner, SarsaLearner, *PREDICTORS.values(), AlphaZero)}


def save(agent: Trained | Training, file: str | PathLike, overwrite: bool = False) -> None:
    """Save an agent; an existing file is replaced only if told so, and only by a whole one."""
    file = Path(file)
    writers = {Learner: _of_learner, Predictor: _of_network, AlphaZero: _of_alphazero}
    writers[Training] = _of_training
    about, arrays = next(of(agent) for kind, of in writers.items() if isinstance(agent, kind))
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
    if callable(learner.alpha):
        raise ValueError("A file holds no code, so its alpha must be a number or '1/visits'.")
    history = learner.history
    about = {
        "options": {name: getattr(learner, name) for name in OPTIONS},
        "game": _of_game(learner.game),
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
    return about, {"weights": _in_a_row(agent.network.weights), "losses": agent.losses}


def _of_alphazero(agent: AlphaZero) -> tuple[dict, dict]:
    """Return what a file says of AlphaZero, and its weights."""
    weights = agent.mind.network.weights
    hidden = [len(added) for added in weights[1:-4:2]]
    about = {"options": {"hidden": hidden}, "game": _of_game(agent.mind.game)}
    return about, {"weights": _in_a_row(weights)}


def _of_training(training: Training) -> tuple[dict, dict]:
    """Return what a file says of AlphaZero's training, and its arrays."""
    network, history, memory = training.mind.network, training.history, training.memory
    about, arrays = _of_alphazero(training.agent())
    about["options"] = {name: getattr(training, name) for name in SETTINGS}
    about |= {"checks": history.checks, "dice": training.rng.bit_generator.state}
    return about, arrays | {
        "adam": _in_a_row(network.means + network.squares),
        "losses": history.losses,
        "visited": training.visited,
        "lengths": [len(moves) for moves in memory],
        "memory": _in_a_row(memory),
    }


def _of_game(game: Game) -> dict:
    """Return what a file says of a game."""
    if type(game) not in GAMES.values():
        raise ValueError(f"{name_of_game(game)} is a game of your own, which no file can hold.")
    if np.max(game.arguments) > LARGEST_ARGUMENT:
        raise ValueError(f"{name_of_game(game)} is too large for a file.")
    return {"name": type(game).__name__, "arguments": game.arguments}


def _in_a_row(arrays: Iterable[np.ndarray]) -> np.ndarray:
    """Return all numbers of some arrays, one after the other."""
    return np.concatenate([np.zeros(0), *map(np.ravel, arrays)])


def load(file: str | PathLike, rng: random.Random | None = None, kind: type | None = None):
    """Return the agent of a file as it was when saved, ready to play or to learn on.

    With kind=Training, return AlphaZero's training. A file that holds none, or not all of it,
    raises a ValueError of one sentence.
    """
    file = Path(file)
    if not file.is_file():
        raise ValueError(f"There is no file {file}, from which an agent could be loaded.")
    readers = {Learner: _learner, Predictor: _network, AlphaZero: _alphazero, Training: _training}
    try:
        about, arrays = _read(file)
        kind = kind or KINDS[about["learner"]]
        read = next(read for base, read in readers.items() if issubclass(kind, base))
        return read(kind, rng, about, **arrays)
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


def make_game(name: str, arguments: list) -> Game:
    """Return the game of a file, made again."""
    _insist(all(1 <= number <= LARGEST_ARGUMENT for number in np.ravel(arguments)))
    return GAMES[name](*as_tuples(arguments))


def as_tuples(thing):
    """Return a state or an action as it was before JSON made lists of tuples."""
    return tuple(as_tuples(part) for part in thing) if isinstance(thing, list) else thing


def _learner(kind, rng, about, keys, values, visits, rewards, sides) -> Learner:
    """Return the learner of a file, with its values and its history."""
    options = {name: about["options"][name] for name in OPTIONS}
    learner = kind(**options, game=make_game(**about["game"]), rng=rng)
    keys = [as_tuples(json.loads(text)) for text in keys.tolist()]
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
    _fill(agent.network.weights, weights)
    agent.losses = losses.tolist()
    return agent


def _alphazero(kind, rng, about, weights, **training) -> AlphaZero:
    """Return AlphaZero as a file has it, of a training or not."""
    mind = new_mind(
        make_game(**about["game"]), about["options"]["hidden"], np.random.default_rng(0)
    )
    _fill(mind.network.weights, weights)
    return kind(mind, rng=rng)


def _training(kind, rng, about, weights, adam, losses, visited, lengths, memory) -> Training:
    """Return AlphaZero's training of a file, with its memory and its history."""
    options = {name: about["options"][name] for name in SETTINGS}
    training = kind(**options, game=make_game(**about["game"]))
    network, checks = training.mind.network, [TurnCheck(*numbers) for numbers in about["checks"]]
    _fill(network.weights, weights)
    _fill(network.means + network.squares, adam)
    network.steps = STEPS * len(losses)
    memory = memory.reshape(lengths.sum(), 2 + len(training.mind.moves))
    training.memory.extend(np.split(memory, lengths.cumsum()[:-1]) if len(lengths) else ())
    training.visited[:] = visited
    training.history = TurnHistory(losses.tolist(), checks)
    training.rng.bit_generator.state = about["dice"]
    training.thoughts = training.table.think()
    _insist(len(checks) == len(losses) + 1 and np.isfinite(checks).all())
    _insist(((memory[:, 0] >= 0) & (memory[:, 0] < len(training.space))).all())
    return training


def _fill(weights: list[np.ndarray], numbers: np.ndarray) -> None:
    """Put numbers that stood one after the other into weights."""
    sizes = [weight.size for weight in weights]
    _insist(len(numbers) == sum(sizes))
    for weight, part in zip(weights, np.split(numbers, np.cumsum(sizes)[:-1])):
        weight[:] = part.reshape(weight.shape)
