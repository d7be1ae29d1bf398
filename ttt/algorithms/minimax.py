"""Minimax and alpha-beta as the textbooks write them, for any game with the six functions.

X is MAX and O is MIN: every value is from X's side. They need not take turns, so
after every move the game is asked whose turn it is.
"""

from math import inf

from ttt.game import Action, Game, State


def minimax_value(game: Game, state: State) -> float:
    """Return what `state` is worth if both players play their best, X's side."""

    def value_of(state):
        if game.terminal(state):
            return game.utility(state)
        return max_value(state) if game.player(state) == "X" else min_value(state)

    def max_value(state):
        value = -inf
        for action in game.actions(state):
            value = max(value, value_of(game.result(state, action)))
        return value

    def min_value(state):
        value = inf
        for action in game.actions(state):
            value = min(value, value_of(game.result(state, action)))
        return value

    return value_of(state)


def minimax(game: Game, state: State) -> Action:
    """Return the move with the best minimax value for the player to move, the first of equals."""

    def value_after(action):
        return minimax_value(game, game.result(state, action))

    best = max if game.player(state) == "X" else min
    return best(game.actions(state), key=value_after)


def quickest(game: Game, state: State) -> Action:
    """Return a move of the quickest forced win, or of the slowest forced loss, else a draw's.

    All wins are to be worth the same, as in tic-tac-toe.
    """

    def value(state):
        """The minimax value of `state`, X's side; a result one move later counts 0.9 times."""
        if game.terminal(state):
            return game.utility(state)
        best = max if game.player(state) == "X" else min
        return 0.9 * best(value(game.result(state, action)) for action in game.actions(state))

    best = max if game.player(state) == "X" else min
    return best(game.actions(state), key=lambda action: value(game.result(state, action)))


def alpha_beta(game: Game, state: State, alpha: float = -inf, beta: float = inf) -> float:
    """Return the minimax value of `state`, X's side, without looking where it cannot matter.

    MAX has `alpha` for certain elsewhere, and MIN has `beta`. A value between
    them is exact; one of alpha or less may be too high, one of beta or more too low.
    """

    def value_of(state, alpha, beta):
        if game.terminal(state):
            return game.utility(state)
        search = max_value if game.player(state) == "X" else min_value
        return search(state, alpha, beta)

    def max_value(state, alpha, beta):
        value = -inf
        for action in game.actions(state):
            value = max(value, value_of(game.result(state, action), alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break  # MIN will not let the game come here
        return value

    def min_value(state, alpha, beta):
        value = inf
        for action in game.actions(state):
            value = min(value, value_of(game.result(state, action), alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                break  # MAX will not let the game come here
        return value

    return value_of(state, alpha, beta)


def best_moves(game: Game, state: State) -> tuple[Action, ...]:
    """Return all moves of the best value for the player to move.

    Each of them has a search of its own, with no bounds from the others: a search that is
    given bounds may return the value of the best move for a move that is worse.
    """
    values = {}
    for action in game.actions(state):
        values[action] = alpha_beta(game, game.result(state, action))
    best = max(values.values()) if game.player(state) == "X" else min(values.values())
    return tuple(action for action in values if values[action] == best)


def bounds(value: float, alpha: float, beta: float) -> tuple[float, float]:
    """Return the least and the most that a board can be worth, X's side, by what alpha-beta said.

    It was searched with this window, and `value` came back.
    """
    low = value if value > alpha else -inf
    high = value if value < beta else inf
    return low, high
