"""What learners remember: what moves are worth, in tables in which they may share a number."""

from collections.abc import Callable
from functools import lru_cache

from ttt.anygame import insist_on_symmetries
from ttt.game import Action, Actions, Game, State

MOST_KNOWN = 200_000  # answers of a large game: more would only fill the memory


class QTable(dict):
    """A number for each (state, action), `start` where there is none yet; reading adds nothing."""

    def __init__(self, start: float, keys: "AskedOnce | None" = None, numbers: dict | None = None):
        super().__init__(numbers or {})
        self.start, self.keys_of = start, keys

    def __missing__(self, pair):
        return self.start

    def __reduce__(self):
        return type(self), (self.start, self.keys_of, dict(self))


class SharedQTable(QTable):
    """A table in which all moves of the same key share one number."""

    def __getitem__(self, pair):
        return self.get(self.keys_of[pair], self.start)

    def __setitem__(self, pair, number):
        super().__setitem__(self.keys_of[pair], number)


def make_table(start: float, game: Game, symmetry: bool, afterstates: bool) -> QTable:
    """Return an empty table in which mirror images, or moves to the same state, share a number."""
    if not symmetry and not afterstates:
        return QTable(start)
    if symmetry:
        insist_on_symmetries(game)
    return SharedQTable(start, asked_once(shared_key, game, symmetry, afterstates))


# ---- what a game is asked once, and not again


class AskedOnce(dict):
    """The answers to a question about a game; a copy asks anew."""

    def __init__(self, question: Callable, *about):
        super().__init__()
        self.question, self.about = question, about

    def __missing__(self, key):
        answer = self.question(*self.about, key)
        if len(self) < MOST_KNOWN:
            self[key] = answer
        return answer

    def __reduce__(self):
        return AskedOnce, (self.question, *self.about)


def asked_once(question: Callable, *about) -> AskedOnce:
    """Return the answers to a question about a game, the same for all its learners."""
    try:
        return _answers(question, *about)
    except TypeError:  # a game that cannot be a key
        return AskedOnce(question, *about)


_answers = lru_cache(maxsize=32)(AskedOnce)


def shared_key(game: Game, symmetry: bool, afterstates: bool, pair: tuple[State, Action]):
    """Return the key of a state and an action: a state, or a state and an action again."""
    state, action = pair
    if not afterstates:
        return max(zip(game.images(state), game.action_images(action)))
    after = game.result(state, action)
    return game.canonical(after) if symmetry else after


def position(game: Game, state: State) -> tuple[str | None, Actions, dict[Action, State]]:
    """Return who moves, None at the end; which moves there are; and where they lead, as yet {}."""
    if game.terminal(state):
        return None, (), {}
    return game.player(state), tuple(game.actions(state)), {}
