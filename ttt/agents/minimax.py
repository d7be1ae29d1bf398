"""Minimax and alpha-beta as the textbooks write them, for any game with the six functions.

X is MAX and O is MIN: every value is from X's side.
"""

from math import inf

from ttt.game import Action, State, TicTacToe


def minimax_value(game: TicTacToe, state: State) -> int:
    """Return what `state` is worth if both players play their best: 1, 0 or -1, X's side."""

    def max_value(state):
        if game.terminal(state):
            return game.utility(state)
        value = -inf
        for action in game.actions(state):
            value = max(value, min_value(game.result(state, action)))
        return value

    def min_value(state):
        if game.terminal(state):
            return game.utility(state)
        value = inf
        for action in game.actions(state):
            value = min(value, max_value(game.result(state, action)))
        return value

    return max_value(state) if game.player(state) == "X" else min_value(state)


def minimax(game: TicTacToe, state: State) -> Action:
    """Return the move with the best minimax value for the player to move, the first of equals."""

    def value_after(action):
        return minimax_value(game, game.result(state, action))

    best = max if game.player(state) == "X" else min
    return best(game.actions(state), key=value_after)


def quickest(game: TicTacToe, state: State) -> Action:
    """Return a move of the quickest forced win, or of the slowest forced loss, else a draw's."""

    def value(state):
        """The minimax value of `state`, X's side; a result one move later counts 0.9 times."""
        if game.terminal(state):
            return game.utility(state)
        best = max if game.player(state) == "X" else min
        return 0.9 * best(value(game.result(state, action)) for action in game.actions(state))

    best = max if game.player(state) == "X" else min
    return best(game.actions(state), key=lambda action: value(game.result(state, action)))


def alpha_beta(game: TicTacToe, state: State, alpha: float = -inf, beta: float = inf) -> float:
    """Return the minimax value of `state`, X's side, without looking where it cannot matter.

    MAX has `alpha` for certain elsewhere, and MIN has `beta`. A value between
    them is exact; one of alpha or less may be too high, one of beta or more too low.
    """

    def max_value(state, alpha, beta):
        if game.terminal(state):
            return game.utility(state)
        value = -inf
        for action in game.actions(state):
            value = max(value, min_value(game.result(state, action), alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break  # MIN will not let the game come here
        return value

    def min_value(state, alpha, beta):
        if game.terminal(state):
            return game.utility(state)
        value = inf
        for action in game.actions(state):
            value = min(value, max_value(game.result(state, action), alpha, beta))
            beta = min(beta, value)
            if alpha >= beta:
                break  # MAX will not let the game come here
        return value

    search = max_value if game.player(state) == "X" else min_value
    return search(state, alpha, beta)
