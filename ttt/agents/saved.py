"""Saved learners: data, not code. A file holds the values, the options and the whole history.

It is an NPZ file of six arrays: `about`, the text of a JSON object; `keys`, each
the text of a state, or of a state and an action, in JSON; their `values` and
`visits`; and the `rewards` and `sides` of all episodes.

A file names its game. One of the course is made again when the file is loaded;
a game of one's own is code, so it has to be handed in.
"""

import io
import json
import random
import zipfile
from os import PathLike
from pathlib import Path

import numpy as np

from ttt.agents.learners import Learner, QLearner, SarsaLearner
from ttt.agents.teaching import states_of
from ttt.agents.training import SIDES, Check
from ttt.anygame import check_state, name_of_game
from ttt.files import write_whole
from ttt.game import SIDE, Game, TicTacToe
from ttt.games import ConnectFour, Misere, Nim

FORMAT = 2
MOST_BYTES = 2**28  # when unpacked: a file may be small and claim to be huge
LARGEST_ARGUMENT = 20  # of a game: a side of a board, a pile
OPTIONS = ("alpha", "gamma", "epsilon", "start", "symmetry", "afterstates")
ARRAYS = {"about": "u1", "keys": "S", "values": "f8", "visits": "i8", "rewards": "f8"}
ARRAYS |= {"sides": "u1"}
GAMES = {kind.__name__: kind for kind in (TicTacToe, ConnectFour, Misere, Nim)}
KINDS = {kind.name: kind for kind in (QLearner, SarsaLearner)}


# ---- saving


def save(learner: Learner, file: str | PathLike, overwrite: bool = False) -> None:
    """Save a learner; an existing file is replaced only if told so, and only by a whole one."""
    file = Path(file)
    if file.exists() and not overwrite:
        raise ValueError(
            f"{file} is there already: choose another name, or say that it may be overwritten."
        )
    game, history = learner.game, learner.history
    arguments = game.arguments if type(game) in GAMES.values() else None
    about = {
        "format": FORMAT,
        "learner": learner.name,
        "options": {name: getattr(learner, name) for name in OPTIONS},
        "game": {"name": type(game).__qualname__, "arguments": arguments},
        "episodes": learner.episodes,
        "checks": history.checks,
        "games": history.games,
    }
    keys = {as_text(key): key for key in learner.q}
    texts = sorted(keys)
    arrays = {
        "about": list(as_text(about).encode()),
        "keys": [text.encode() for text in texts],
        "values": [learner.q.get(keys[text]) for text in texts],
        "visits": [learner.visits.get(keys[text], 0) for text in texts],
        "rewards": history.rewards,
        "sides": [list(SIDES).index(side) for side in history.sides],
    }
    packed = io.BytesIO()
    np.savez_compressed(packed, **{name: np.array(arrays[name], ARRAYS[name]) for name in ARRAYS})
    write_whole(file, packed.getvalue())


def as_text(thing) -> str:
    """Return a thing of text, numbers and tuples as JSON, in which tuples are lists."""
    return json.dumps(thing, default=_refuse)


def _refuse(thing):
    raise ValueError(
        f"A file can hold options, states and actions of text, numbers and tuples, not {thing!r}."
    )


def from_data(thing):
    """Return a state or an action as it was: lists are tuples."""
    return tuple(from_data(part) for part in thing) if isinstance(thing, list) else thing


# ---- loading: whatever a file says is looked at before it is believed


class OtherGame(ValueError):
    """The agent in a file has learned another game than the one that is wanted."""


def load(
    file: str | PathLike, rng: random.Random | None = None, game: Game | None = None
) -> Learner:
    """Return the learner of a file as it was when saved, ready to play or to learn on.

    A learner of a game of your own needs that game; with any other, `game` is
    what it must have learned. A file that holds none, or not all of it, raises
    a ValueError of one sentence.
    """
    file = Path(file)
    if not file.is_file():
        raise ValueError(f"There is no file {file}, from which an agent could be loaded.")
    try:
        about, arrays = _read(file)
        learner = KINDS[about["learner"]](
            **{name: about["options"][name] for name in OPTIONS},
            game=_game(about["game"]["name"], about["game"]["arguments"], game),
            rng=rng,
        )
        _fill_tables(learner, arrays)
        _fill_history(learner, about, arrays)
    except OtherGame as reason:
        raise ValueError(f"The agent in {file} {reason}") from None
    except Exception:  # whatever may be wrong with a file, the sentence is the same
        raise ValueError(
            f"{file} is not a saved agent, or one of a newer course, or it is damaged."
        ) from None
    return learner


def insist(holds) -> None:
    """Raise a ValueError unless it holds; `load` says in words what that means."""
    if not holds:
        raise ValueError


def _read(file: Path) -> tuple[dict, dict[str, np.ndarray]]:
    """Return what a file says of itself, and its arrays, if they are of the right kind."""
    with zipfile.ZipFile(file) as parts:
        insist(sum(part.file_size for part in parts.infolist()) <= MOST_BYTES)
    with np.load(file, allow_pickle=False) as content:
        arrays = {name: content[name] for name in ARRAYS}
    about = json.loads(arrays["about"].tobytes())
    insist(about["format"] == FORMAT)
    for name, array in arrays.items():
        insist(array.ndim == 1 and np.can_cast(array.dtype, np.dtype(ARRAYS[name]), "safe"))
        insist(array.dtype.kind != "f" or np.isfinite(array).all())
    return about, arrays


def _game(name: str, arguments: list | None, game: Game | None) -> Game:
    """Return the game of a file: made again, or the one handed in if it is of that name."""
    if arguments is not None:
        insist(all(1 <= number <= LARGEST_ARGUMENT for number in np.ravel(arguments)))
        made = GAMES[name](*from_data(arguments))
        if game in (None, made):
            return made
        raise OtherGame(f"has learned {made}, and not {name_of_game(game)}.")
    if game is None:
        raise OtherGame(f"has learned {name}, a game of your own: load it with game=.")
    if type(game).__qualname__ != name:
        raise OtherGame(f"has learned {name}, and not {name_of_game(game)}.")
    return game


def _fill_tables(learner: Learner, arrays: dict[str, np.ndarray]) -> None:
    """Put the values and visits into an empty learner."""
    keys = [from_data(json.loads(text)) for text in arrays["keys"].tolist()]
    insist(len(set(keys)) == len(keys) and min(arrays["visits"], default=0) >= 0)
    for key in keys:
        check_state(learner.game, key if learner.afterstates else key[0])
    learner.q.update(zip(keys, arrays["values"].tolist(), strict=True))
    visits = zip(keys, arrays["visits"].tolist(), strict=True)
    learner.visits.update((key, count) for key, count in visits if count)


def _fill_history(learner: Learner, about: dict, arrays: dict[str, np.ndarray]) -> None:
    """Put the episodes, the checks and the games taught by hand into an empty learner."""
    history, game = learner.history, learner.game
    history.rewards = arrays["rewards"].tolist()
    history.sides = [list(SIDES)[side] for side in arrays["sides"].tolist()]
    history.checks = [Check(*numbers) for numbers in about["checks"]]
    learner.episodes = len(history.rewards)
    insist(learner.episodes == len(history.sides) == about["episodes"])
    insist(np.isfinite(history.checks).all())
    for number, moves in about.get("games", {}).items():
        episode, moves = int(number), [from_data(move) for move in moves]
        end = game.utility(states_of(game, moves)[-1])  # or an error, if it was not over
        insist(end * SIDE[history.sides[episode]] == history.rewards[episode])
        history.games[episode] = moves
