"""Tables of what moves are worth, in which moves may share a number."""

from functools import lru_cache

from ttt.anygame import insist_on_symmetries
from ttt.game import Action, Game, State


class QTable(dict):
    """A number for each (state, action), `start` where there is none yet; reading adds nothing."""

    def __init__(self, start: float = 0.0):
        super().__init__()
        self.start = start

    def __missing__(self, pair):
        return self.start

    def __reduce__(self):
        return _filled, (type(self), self._made_with(), dict(self))

    def _made_with(self):
        """Return what the table was made with."""
        return (self.start,)


class SharedQTable(QTable):
    """A table in which all moves of the same key share one number."""

    def __init__(self, start: float, keys: "Keys"):
        super().__init__(start)
        self.keys_of = keys

    def __getitem__(self, pair):
        return self.get(self.keys_of[pair], self.start)

    def __setitem__(self, pair, number):
        super().__setitem__(self.keys_of[pair], number)

    def _made_with(self):
        """Return what the table was made with."""
        return self.start, self.keys_of


def _filled(kind: type[QTable], made_with: tuple, numbers: dict) -> QTable:
    """Return a table with the numbers of another: how tables are copied."""
    table = kind(*made_with)
    table.update(numbers)
    return table


def keys_of(game: Game, symmetry: bool, afterstates: bool) -> "Keys":
    """Return the keys of all moves, one for all learners of a game that share alike."""
    if symmetry:
        insist_on_symmetries(game)
    try:
        return _kept_keys(game, symmetry, afterstates)
    except TypeError:  # a game that cannot be a key itself
        return Keys(game, symmetry, afterstates)


class Keys(dict):
    """The key of each (state, action), found once: a state, or a state and an action again."""

    def __init__(self, game: Game, symmetry: bool, afterstates: bool):
        super().__init__()
        self.game, self.symmetry, self.afterstates = game, symmetry, afterstates

    def __missing__(self, pair):
        self[pair] = key = self._key(*pair)
        return key

    def _key(self, state: State, action: Action):
        if not self.afterstates:
            return max(zip(self.game.images(state), self.game.action_images(action)))
        after = self.game.result(state, action)
        return self.game.canonical(after) if self.symmetry else after


_kept_keys = lru_cache(maxsize=16)(Keys)
