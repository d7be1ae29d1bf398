"""Tables of what moves are worth, in which moves may share a number."""

from collections.abc import Hashable
from functools import lru_cache

from ttt.anygame import insist_on_symmetries
from ttt.game import Action, Game, State


def make_table(start: float, game: Game, symmetry: bool, afterstates: bool) -> "QTable":
    """Return an empty table in which mirror images, or moves to the same state, share a number."""
    if not symmetry and not afterstates:
        return QTable(start)
    if symmetry:
        insist_on_symmetries(game)
    find_keys = keys_of if isinstance(game, Hashable) else Keys
    return SharedQTable(start, keys=find_keys(game, symmetry, afterstates))


class QTable(dict):
    """A number for each (state, action), `start` where there is none yet; reading adds nothing."""

    def __init__(self, start: float, numbers: dict | None = None):
        super().__init__(numbers or {})
        self.start = start

    def __missing__(self, pair):
        return self.start

    def __reduce__(self):
        return QTable, (self.start, dict(self))


class SharedQTable(QTable):
    """A table in which all moves of the same key share one number."""

    def __init__(self, start: float, numbers: dict | None = None, keys: "Keys | None" = None):
        super().__init__(start, numbers)
        self.keys_of = keys

    def __getitem__(self, pair):
        return self.get(self.keys_of[pair], self.start)

    def __setitem__(self, pair, number):
        super().__setitem__(self.keys_of[pair], number)

    def __reduce__(self):
        return SharedQTable, (self.start, dict(self), self.keys_of)


class Keys(dict):
    """The key of each (state, action), found once: a state, or a state and an action again."""

    def __init__(self, game: Game, symmetry: bool, afterstates: bool):
        super().__init__()
        self.game, self.symmetry, self.afterstates = game, symmetry, afterstates

    def __missing__(self, pair: tuple[State, Action]):
        self[pair] = key = self._key(*pair)
        return key

    def __reduce__(self):
        return Keys, (self.game, self.symmetry, self.afterstates)

    def _key(self, state: State, action: Action):
        if not self.afterstates:
            return max(zip(self.game.images(state), self.game.action_images(action)))
        after = self.game.result(state, action)
        return self.game.canonical(after) if self.symmetry else after


keys_of = lru_cache(maxsize=16)(Keys)  # one for all learners of a game that share alike
