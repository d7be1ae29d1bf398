"""Q-learning and SARSA: what a move is worth, learned from games alone.

`q` maps (state, action) to a number, the reward that is expected to come of the
move: what the end is worth, and less the later it comes if gamma < 1. It is on
the side of the player who makes the move, X or O.
"""

import random
from collections.abc import Callable, MutableMapping

from ttt.game import SIDE, Action, Actions, Game, State

Values = MutableMapping[tuple[State, Action], float]


def epsilon_greedy(
    q: Values, state: State, actions: Actions, epsilon: float, rng: random.Random
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
    actions2: Actions,
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


def step_size(visits: int) -> float:
    """Return how far a value moves at a visit: 1/visits makes it the mean of all its targets."""
    return max(1 / visits, 0.01)


def episode(
    game: Game,
    q: Values,
    opponent: Callable[[Game, State], Action],
    plays: str,
    alpha: float,
    gamma: float,
    epsilon: float,
    rng: random.Random,
    sarsa: bool = False,
) -> float:
    """Play one game as "X" or "O" against an opponent, learn from each turn, return the reward.

    A turn is learned from when the next one has come, or the game is over.
    """
    state, turn = game.initial, None
    while not game.terminal(state):
        if game.player(state) != plays:
            state = game.result(state, opponent(game, state))
            continue
        actions = tuple(game.actions(state))
        action = epsilon_greedy(q, state, actions, epsilon, rng)
        if turn and sarsa:
            sarsa_update(q, *turn, 0, state, action, alpha, gamma)
        elif turn:
            q_update(q, *turn, 0, state, actions, alpha, gamma)
        turn = state, action
        state = game.result(state, action)
    reward = SIDE[plays] * game.utility(state)
    if turn:  # with nothing after it, both updates are the same
        q_update(q, *turn, reward, state, (), alpha, gamma)
    return reward
