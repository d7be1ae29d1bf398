"""What learners remember: what moves are worth, in tables in which they may share a number."""

from functools import lru_cache

from ttt.anygame import insist_on_symmetries
from ttt.game import Action, Actions, Game, State

MOST_POSITIONS = 200_000  # of a large game more would only fill the memory


def make_table(start: float, game: Game, symmetry: bool, afterstates: bool) -> "QTable":
    """Return an empty table in which mirror images, or moves to the same state, share a number."""
    if not symmetry and not afterstates:
        return QTable(start)
    if symmetry:
        insist_on_symmetries(game)
    return SharedQTable(start, keys=once(Keys, game, symmetry, afterstates))


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


# ---- what a game is asked once, and not again


class AskedOnce(dict):
    """What is known of a game, found out when it is first wanted; a copy finds it out anew."""

    def __init__(self, *about):
        super().__init__()
        self.about = about

    def __reduce__(self):
        return type(self), self.about


class Keys(AskedOnce):
    """The key of each (state, action): a state, or a state and an action again."""

    def __missing__(self, pair: tuple[State, Action]):
        game, symmetry, afterstates = self.about
        state, action = pair
        if not afterstates:
            key = max(zip(game.images(state), game.action_images(action)))
        else:
            after = game.result(state, action)
            key = game.canonical(after) if symmetry else after
        self[pair] = key
        return key


class Positions(AskedOnce):
    """Of each state who moves, None at the end; which moves there are; and where they lead."""

    def __missing__(self, state: State) -> tuple[str | None, Actions, dict[Action, State]]:
        (game,) = self.about
        known = None, (), {}
        if not game.terminal(state):
            known = game.player(state), tuple(game.actions(state)), {}
        if len(self) < MOST_POSITIONS:
            self[state] = known
        return known


def once(kind: type[AskedOnce], *about) -> AskedOnce:
    """Return what is known of a game, the same for all its learners."""
    try:
        return _kept(kind, *about)
    except TypeError:  # a game that cannot be a key
        return kind(*about)


@lru_cache(maxsize=32)
def _kept(kind: type[AskedOnce], *about) -> AskedOnce:
    return kind(*about)
