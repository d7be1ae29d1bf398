"""Bringing a saved learner back, after a look at everything that its file holds."""

import random
from os import PathLike
from pathlib import Path

import numpy as np

from ttt.agents.learners import ONE_OVER_VISITS, Decay, Learner, QLearner, SarsaLearner
from ttt.agents.saved import (
    FORMAT,
    GAMES,
    OPTIONS,
    SIDES,
    Saved,
    WrongGame,
    from_data,
    insist,
    is_finite,
)
from ttt.agents.training import Check
from ttt.anygame import check_state
from ttt.game import SIDE, Game

KINDS = {kind.name: kind for kind in (QLearner, SarsaLearner)}


def load(
    file: str | PathLike, rng: random.Random | None = None, game: Game | None = None
) -> Learner:
    """Return the learner of a file as it was when saved, ready to play or to learn on.

    A learner of a game of your own needs that game; with any other, `game` is
    what it must have learned. A file that holds none, or not all of it, raises
    a ValueError of one sentence.
    """
    file = Path(file)
    if file.is_dir():
        raise ValueError(f"{file} is a folder, not a saved agent.")
    if not file.is_file():
        folder = "this folder" if file.parent == Path() else f"the folder {file.parent}"
        raise ValueError(f"There is no file {file.name} in {folder}.")
    try:
        saved = Saved(file)
        learner = None if saved.is_newer else _learner(saved, game, rng)
    except WrongGame as reason:
        raise ValueError(f"The agent in {file} {reason}") from None
    except Exception:  # whatever may be wrong with a file, the sentence is the same
        raise ValueError(f"{file} is not a saved agent, or it is damaged.") from None
    if saved.is_newer:
        raise ValueError(
            f"{file} was saved by a newer version of the course, in a format that this one "
            f"cannot read: it reads format {FORMAT}."
        )
    return learner


def _learner(saved: Saved, game: Game | None, rng) -> Learner:
    """Return the learner that a file holds; anything that cannot be raises an error."""
    saved.check_arrays()
    options = {name: _option(saved.about["options"][name]) for name in OPTIONS}
    learner = KINDS[saved.about["learner"]](**options, game=saved.game(game), rng=rng)
    _fill_tables(learner, saved)
    _fill_history(learner, saved)
    return learner


def _option(option):
    """Return an option as the learner takes it."""
    if isinstance(option, dict):
        start, end, episodes = option["decay"]
        insist(0 <= start <= 1 and 0 <= end <= 1 and episodes > 0)
        return Decay(start, end, episodes)
    insist(option == ONE_OVER_VISITS or is_finite(option))
    return option


def _fill_tables(learner: Learner, saved: Saved) -> None:
    """Put the values and visits into an empty learner, after a look at each key."""
    keys, values, visits = saved.keys(), saved.arrays["values"], saved.arrays["visits"]
    for key in keys:
        _check_key(learner, key)
    insist(len(set(keys)) == len(keys) == len(values) == len(visits))
    insist(bool(np.isfinite(values).all()) and bool((visits >= 0).all()))
    learner.q.update(zip(keys, values.tolist()))
    learner.visits.update((key, count) for key, count in zip(keys, visits.tolist()) if count)


def _check_key(learner: Learner, key) -> None:
    """Refuse a key that is no state of a game of the course, or no move in it."""
    insist(learner.afterstates or len(key) == 2)
    state = key if learner.afterstates else key[0]
    check_state(learner.game, state)
    if not learner.afterstates and type(learner.game) in GAMES.values():
        insist(key[1] in learner.game.actions(state))


def _fill_history(learner: Learner, saved: Saved) -> None:
    """Put the episodes and the checks into the history of an empty learner."""
    rewards, sides = saved.arrays["rewards"].tolist(), saved.arrays["sides"].tolist()
    insist(len(rewards) == len(sides) == saved.about["episodes"])
    is_ours = type(learner.game) in GAMES.values()
    insist(set(rewards) <= {1, 0, -1} if is_ours else all(map(is_finite, rewards)))
    learner.episodes = saved.about["episodes"]
    learner.history.rewards = [int(r) if r == int(r) else r for r in rewards]
    learner.history.sides = [SIDES[side] for side in sides]
    learner.history.checks = [Check(*numbers) for numbers in saved.about["checks"]]
    insist(all(is_finite(number) for check in learner.history.checks for number in check))
    for episode, moves in saved.about.get("games", {}).items():
        nth, moves = int(episode), [from_data(move) for move in moves]
        insist(episode == str(nth) and 0 <= nth < learner.episodes)
        insist(_reward(learner, nth, moves) == rewards[nth])
        learner.history.games[nth] = moves


def _reward(learner: Learner, episode: int, moves: list) -> float:
    """Return the reward of a game that was taught, the learner's side; refuse what is no game."""
    game = learner.game
    state = game.initial
    for move in moves:
        insist(move in game.actions(state) and type(move) is not bool)
        state = game.result(state, move)
    return game.utility(state) * SIDE[learner.history.sides[episode]]
