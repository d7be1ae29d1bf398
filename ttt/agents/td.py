"""Q-learning and SARSA: what a move is worth, learned from games alone.

`q` maps (state, action) to a number, the reward that is expected to come of the
move: 1 for a win, -1 for a loss, 0 for a draw, and less the later it comes if
gamma < 1. It is on the side of the player who makes the move, X or O.
"""

import random
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from os import PathLike

from ttt.agents.agent import Agent, Policy, uniform
from ttt.agents.training import History, train
from ttt.game import UTILITY, Action, Cells, State, TicTacToe

BOARD = TicTacToe()  # one for all learners, since a game remembers the states it has seen
ALPHA, GAMMA, EPSILON = 0.5, 0.9, 0.1
ONE_OVER_VISITS, SMALLEST_STEP = "1/visits", 0.01

Values = MutableMapping[tuple[State, Action], float]
Schedule = float | Callable[[int], float]


# ---- choosing and learning


def epsilon_greedy(
    q: Values, state: State, actions: Cells, epsilon: float, rng: random.Random
) -> Action:
    """Return any action with probability epsilon, else one of the highest value, at random."""
    if rng.random() < epsilon:
        return rng.choice(actions)
    values = [q[state, action] for action in actions]
    best = max(values)
    if values.count(best) == 1:
        return actions[values.index(best)]
    return rng.choice([action for action, value in zip(actions, values) if value == best])


def q_update(
    q: Values,
    s: State,
    a: Action,
    r: float,
    s2: State,
    actions2: Cells,
    alpha: float,
    gamma: float,
) -> None:
    """Move q[s, a] towards the reward r plus what the best of actions2 is worth in s2.

    s2 is the state at the player's next turn; when the game is over, actions2 is ().
    """
    target = r
    if actions2:
        target += gamma * max([q[s2, a2] for a2 in actions2])
    q[s, a] += alpha * (target - q[s, a])


def sarsa_update(
    q: Values,
    s: State,
    a: Action,
    r: float,
    s2: State,
    a2: Action | None,
    alpha: float,
    gamma: float,
) -> None:
    """Move q[s, a] towards the reward r plus what a2, the action taken in s2, is worth.

    s2 is the state at the player's next turn; when the game is over, a2 is None.
    """
    target = r
    if a2 is not None:
        target += gamma * q[s2, a2]
    q[s, a] += alpha * (target - q[s, a])


@dataclass(frozen=True)
class Decay:
    """A schedule: a number that goes evenly from `start` to `end` in so many episodes."""

    start: float
    end: float
    episodes: int

    def __call__(self, episode: int) -> float:
        """Return the number for an episode, counted from 0."""
        return self.start + (self.end - self.start) * min(episode / self.episodes, 1)


def decay(start: float, end: float, episodes: int) -> Decay:
    """Return a schedule that goes evenly from `start` to `end` and stays there."""
    if not episodes > 0:
        raise ValueError(f"A decay takes at least one episode, not {episodes!r}.")
    return Decay(start, end, episodes)


# ---- the learners


class Learner(Agent):
    """An agent that learns what moves are worth; it plays the moves of the highest value.

    alpha        how far a value moves at each update; or "1/visits", at least 0.01
    gamma        how much a reward counts one turn earlier
    epsilon      how often it explores in training; when it plays, it never does
    start        the value of what was never tried: 1 is optimistic, as no move is worth more
    symmetry     whether mirror images share their values
    afterstates  whether moves that lead to the same board share their values

    alpha and epsilon may be functions of the episode number, such as decay(0.3, 0, 10_000).

    q            the values: q[state, action], on the side of the player to move
    visits       how many updates each of them has had
    episodes     how many games it has learned from
    history      how it went, a `History`
    """

    name = "learner"

    def __init__(
        self,
        alpha: Schedule | str = ALPHA,
        gamma: float = GAMMA,
        epsilon: Schedule = EPSILON,
        start: float = 0.0,
        symmetry: bool = False,
        afterstates: bool = False,
        game: TicTacToe | None = None,
        rng: random.Random | None = None,
    ):
        super().__init__(rng)
        if alpha != ONE_OVER_VISITS:
            _check_share("alpha", alpha)
        _check_share("gamma", gamma)
        _check_share("epsilon", epsilon)
        if not _is_number(start) or not isfinite(start):
            raise ValueError(f"start is a number, such as 0 or 1, not {start!r}.")
        self.alpha, self.gamma, self.epsilon, self.start = alpha, gamma, epsilon, start
        self.symmetry, self.afterstates = symmetry, afterstates
        self.game = game or BOARD
        self.q, self.visits = self._table(start), self._table(0)
        self.episodes, self.history = 0, History()

    def _table(self, start: float) -> "Table":
        """Return an empty table, in which moves share an entry as the options say."""
        if not self.symmetry and not self.afterstates:
            return Table(start)
        return SharedTable(start, _keys(self.game, self.symmetry, self.afterstates))

    # ---- learning

    def update(
        self,
        s: State,
        a: Action,
        r: float,
        s2: State,
        actions2: Cells,
        a2: Action | None,
        alpha: float,
    ) -> None:
        """Learn from one turn: in s the move a brought the reward r; next comes a2 in s2."""
        raise NotImplementedError

    def rates(self) -> tuple[float | str, float]:
        """Return the alpha and the epsilon of this episode."""
        return at(self.alpha, self.episodes), at(self.epsilon, self.episodes)

    def seat(self) -> "Seat":
        """Return its place at one side of a new game."""
        return Seat(self)

    def learn(
        self,
        s: State,
        a: Action,
        r: float,
        s2: State,
        actions2: Cells,
        a2: Action | None,
        alpha: float | str,
    ) -> None:
        """Count the visit, and update the value by a step of alpha."""
        pair = s, a
        self.visits[pair] = visits = self.visits[pair] + 1
        if alpha == ONE_OVER_VISITS:
            alpha = one_over(visits)
        self.update(s, a, r, s2, actions2, a2, alpha)

    train = train

    def save(self, file: str | PathLike, overwrite: bool = False) -> None:
        """Save all it has learned; `ttt.agents.load(file)` brings it back."""
        from ttt.agents.saved import save  # not above: that file builds on this one

        save(self, file, overwrite)

    # ---- playing

    def scores(self, game: TicTacToe, state: State) -> dict[Action, float]:
        """Return the value of each move, X's side."""
        self.refuse(game, state)
        sign = UTILITY[game.player(state)]
        return {action: sign * self.q[state, action] for action in game.actions(state)}

    def policy(self, game: TicTacToe, state: State) -> Policy:
        """Return equal probabilities for the moves of the highest value to the player to move."""
        self.refuse(game, state)
        actions = game.actions(state)
        values = [self.q[state, action] for action in actions]
        best = max(values, default=None)
        return uniform([action for action, value in zip(actions, values) if value == best])

    def refuse(self, game: TicTacToe, state: State) -> None:
        """Raise a ValueError in words unless this is the game that was learned."""
        if game is not self.game and game != self.game:
            board = f"{self.game.rows}×{self.game.cols} board with {self.game.k} in a row"
            raise ValueError(f"{self.name} has learned the {board}, and plays on no other.")


class QLearner(Learner):
    """The learner that counts on its best next move, whatever it really does: off-policy."""

    name = "q-learning"

    def update(self, s, a, r, s2, actions2, a2, alpha):
        """Learn from one turn, by the best of the next actions."""
        q_update(self.q, s, a, r, s2, actions2, alpha, self.gamma)


class SarsaLearner(Learner):
    """The learner that counts on the next move it really makes, exploring or not: on-policy."""

    name = "sarsa"

    def update(self, s, a, r, s2, actions2, a2, alpha):
        """Learn from one turn, by the action that is taken next."""
        sarsa_update(self.q, s, a, r, s2, a2, alpha, self.gamma)


LEARNERS = {"q": QLearner, "sarsa": SarsaLearner}


def one_over(visits: int) -> float:
    """Return the step of "1/visits" at an update, this one counted."""
    return max(1 / visits, SMALLEST_STEP)


def at(schedule: Schedule, episode: int) -> float:
    """Return the number that a schedule gives for an episode; a number is always itself."""
    return schedule(episode) if callable(schedule) else schedule


def _check_share(name: str, number) -> None:
    """Raise a ValueError unless this is a number from 0 to 1, or may give some in time."""
    if callable(number) and name != "gamma":
        return
    if not _is_number(number) or not 0 <= number <= 1:
        other = f" or {ONE_OVER_VISITS!r}" if name == "alpha" else ""
        raise ValueError(f"{name} is a number from 0 to 1{other}, not {number!r}.")


def _is_number(thing) -> bool:
    return isinstance(thing, int | float) and not isinstance(thing, bool)


class Seat:
    """A learner's place at one side of one game: it explores, and learns turn by turn."""

    __slots__ = ("action", "alpha", "epsilon", "learner", "state")

    def __init__(self, learner: Learner):
        self.learner, self.state, self.action = learner, None, None
        self.alpha, self.epsilon = learner.rates()

    def move(self, state: State, actions: Cells) -> Action:
        """Return one of the actions, and learn from the turn before, now that it is known."""
        learner = self.learner
        action = epsilon_greedy(learner.q, state, actions, self.epsilon, learner.rng)
        if self.state is not None:
            learner.learn(self.state, self.action, 0, state, actions, action, self.alpha)
        self.state, self.action = state, action
        return action

    def end(self, state: State, reward: int) -> None:
        """Learn from the last turn: the game is over, and nothing comes after."""
        if self.state is not None:  # it may have had no turn at all
            self.learner.learn(self.state, self.action, reward, state, (), None, self.alpha)


# ---- tables


class Table(dict):
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


class SharedTable(Table):
    """A table in which all moves of the same key, as `keys` has them, share one number."""

    def __init__(self, start: float, keys: "_Keys"):
        super().__init__(start)
        self.keys_of = keys

    def __getitem__(self, pair):
        return self.get(self.keys_of[pair], self.start)

    def __setitem__(self, pair, number):
        super().__setitem__(self.keys_of[pair], number)

    def _made_with(self):
        """Return what the table was made with."""
        return self.start, self.keys_of


def _filled(kind: type[Table], made_with: tuple, numbers: dict) -> Table:
    """Return a table with the numbers of another: how tables are copied."""
    table = kind(*made_with)
    table.update(numbers)
    return table


@lru_cache(maxsize=16)
def _keys(game: TicTacToe, symmetry: bool, afterstates: bool) -> "_Keys":
    """Return the keys of all moves, one for all learners that share alike."""
    return _Keys(game, symmetry, afterstates)


class _Keys(dict):
    """The key of each (state, action), found once: a board, or a state and an action again."""

    def __init__(self, game: TicTacToe, symmetry: bool, afterstates: bool):
        super().__init__()
        self.game, self.symmetry, self.afterstates = game, symmetry, afterstates

    def __missing__(self, pair):
        self[pair] = key = self._key(*pair)
        return key

    def _key(self, state, action):
        if not self.afterstates:
            images = zip(self.game.images(state), self.game.symmetries)
            return max((image, symmetry.index(action)) for image, symmetry in images)
        after = self.game.result(state, action)
        return self.game.canonical(after) if self.symmetry else after
