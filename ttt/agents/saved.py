"""Saved learners: data, not code. A file holds the values, the options and the whole history.

It is an NPZ file of six arrays: `about`, the text of a JSON object; `keys`, each
the text of a state, or of a state and an action, in JSON; their `values` and
`visits`; and the `rewards` and `sides` of all episodes.

A file names its game. One of the course is made again when the file is loaded;
a game of one's own is code, so it has to be handed in.
"""

import io
import json
import zipfile
from math import isfinite
from os import PathLike
from pathlib import Path

import numpy as np

from ttt.agents.files import write_whole
from ttt.anygame import name_of_game
from ttt.game import Game, TicTacToe
from ttt.games import ConnectFour, Misere, Nim

FORMAT = 2
MOST_BYTES = 2**28  # when unpacked: a file may be small and claim to be huge
LARGEST_ARGUMENT = 20  # of a game: a side of a board, a pile
OPTIONS = ("alpha", "gamma", "epsilon", "start", "symmetry", "afterstates")
SIDES = ("X", "O", "both")
ARRAYS = {"about": "u1", "keys": "S", "values": "f8", "visits": "i8", "rewards": "f8"}
ARRAYS |= {"sides": "u1"}
GAMES = {kind.__name__: kind for kind in (TicTacToe, ConnectFour, Misere, Nim)}


# ---- saving


def save(learner, file: str | PathLike, overwrite: bool = False) -> None:
    """Save a learner; an existing file is replaced only if told so, and only by a whole one."""
    file = Path(file)
    if file.exists() and not overwrite:
        raise ValueError(
            f"{file} is there already: choose another name, or say that it may be overwritten."
        )
    history, q, visits = learner.history, dict(learner.q), dict(learner.visits)
    about = {
        "format": FORMAT,
        "learner": learner.name,
        "options": {name: _option(name, getattr(learner, name)) for name in OPTIONS},
        "game": _game_as_data(learner.game),
        "episodes": learner.episodes,
        "checks": history.checks,
    }
    if history.games:
        about["games"] = {
            n: [as_data(move) for move in moves] for n, moves in history.games.items()
        }
    keys = {json.dumps(as_data(key)): key for key in q}
    texts = sorted(keys)
    arrays = {
        "about": list(json.dumps(about).encode()),
        "keys": [text.encode() for text in texts],
        "values": [q[keys[text]] for text in texts],
        "visits": [visits.get(keys[text], 0) for text in texts],
        "rewards": history.rewards,
        "sides": [SIDES.index(side) for side in history.sides],
    }
    packed = io.BytesIO()
    np.savez_compressed(packed, **{name: np.array(arrays[name], ARRAYS[name]) for name in ARRAYS})
    write_whole(file, packed.getvalue())


def _option(name: str, option):
    """Return an option as numbers and words, or raise a ValueError if it is the reader's code."""
    if hasattr(option, "as_data"):
        return option.as_data()
    if callable(option):
        raise ValueError(
            f"{name} is a function, and a file holds no code: save with a number, or with decay()."
        )
    return option


def _game_as_data(game: Game) -> dict:
    """Return the name of a game, and for one of the course what it is made with."""
    if GAMES.get(type(game).__name__) is type(game):
        return {"name": type(game).__name__, "arguments": as_data(game.arguments)}
    return {"name": type(game).__qualname__, "arguments": None}


def as_data(thing):
    """Return a state or an action as JSON has it: text, numbers, and tuples as lists."""
    if isinstance(thing, tuple):
        return [as_data(part) for part in thing]
    if thing is None or isinstance(thing, str | bool | int | float):
        return thing
    raise ValueError(
        f"A file can hold states and actions of text, numbers and tuples, not {thing!r}."
    )


# ---- loading


class Saved:
    """What a file holds: `about` itself, and its arrays. Anything that cannot be is refused."""

    def __init__(self, file: Path):
        with zipfile.ZipFile(file) as parts:
            insist(sum(part.file_size for part in parts.infolist()) <= MOST_BYTES)
        with np.load(file, allow_pickle=False) as content:
            self.about = json.loads(content["about"].tobytes())
            self.arrays = {name: content[name] for name in content.files}
        insist(type(self.about["format"]) is int and self.about["format"] > 0)
        self.is_newer = self.about["format"] > FORMAT
        if self.about["format"] == 1:
            self._bring_up_to_date()

    def _bring_up_to_date(self) -> None:
        """Turn the first format into this one: the game was a board, a key "X..O...../4"."""
        self.about["game"] = {"name": "TicTacToe", "arguments": self.about["game"]}
        split = [text.decode().partition("/") for text in self.arrays["keys"].tolist()]
        keys = [[board, int(cell)] if slash else board for board, slash, cell in split]
        self.arrays["keys"] = np.array([json.dumps(key).encode() for key in keys], "S")

    def check_arrays(self) -> None:
        """Refuse arrays of another kind."""
        for name, kind in ARRAYS.items():
            array = self.arrays[name]
            insist(array.ndim == 1 and np.can_cast(array.dtype, np.dtype(kind), "safe"))

    def game(self, game: Game | None) -> Game:
        """Return the game of the file: made again, or the one handed in if it is of that name."""
        name, arguments = self.about["game"]["name"], self.about["game"]["arguments"]
        if arguments is None:
            if game is None:
                raise WrongGame(f"has learned {name}, a game of your own: load it with game=.")
            if type(game).__qualname__ != name:
                raise WrongGame(f"has learned {name}, and not {name_of_game(game)}.")
            return game
        insist(all(1 <= number <= LARGEST_ARGUMENT for number in np.ravel(arguments)))
        made = GAMES[name](*from_data(arguments))
        if game is not None and game != made:
            raise WrongGame(f"has learned {made}, and not {name_of_game(game)}.")
        return made

    def keys(self) -> list:
        """Return the keys of the values."""
        return [from_data(json.loads(text)) for text in self.arrays["keys"].tolist()]


class WrongGame(ValueError):
    """A file is whole, but of another game than the one it is wanted for."""


def from_data(thing):
    """Return a state or an action as it was: lists are tuples."""
    return tuple(from_data(part) for part in thing) if isinstance(thing, list) else thing


def insist(holds: bool) -> None:
    """Raise a ValueError unless it holds; `load` says in words what that means."""
    if not holds:
        raise ValueError


def is_finite(number) -> bool:
    """Return whether a thing is a number that is not infinite."""
    return isinstance(number, int | float) and isfinite(number)
