"""The textbook: the algorithms that the course teaches, each on the six functions of a game."""

from ttt.algorithms.evaluation import evaluate, open_lines
from ttt.algorithms.mcts import backpropagate, expand, rollout, search, select, ucb1
from ttt.algorithms.minimax import alpha_beta, best_moves, bounds, minimax, minimax_value, quickest
from ttt.algorithms.td import episode, epsilon_greedy, q_update, sarsa_update
