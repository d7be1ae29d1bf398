"""Solving a whole board, by ours and by the peers, each meant for a process of its own.

What a peer needs is imported where it is used, so that it weighs on nobody else.
"""

from ttt import Space, TicTacToe, agents


def nothing():
    """Do nothing: what a process holds that has only imported ours."""


def ours(rows: int, cols: int, k: int, symmetry: bool) -> dict:
    """Build and solve the space; return how many rows it has and the empty board's value."""
    space = Space(TicTacToe(rows, cols, k), symmetry=symmetry)
    return {"states": len(space), "value": int(space.values[0])}


def our_alpha_beta_4x4() -> dict:
    """Return the value of the empty 4×4 board by our agent, and how many nodes it looked at."""
    game, agent = TicTacToe(4), agents.make("alpha-beta", depth=16)
    return {"value": agent.value(game, game.initial), "nodes": agent.nodes}


def easyai_4x4() -> float:
    """Return the value of the empty 4×4 board, by easyAI's alpha-beta with its table.

    The board is two sets of bits, moves are taken back rather than boards
    copied, and only win, draw or loss is asked for: its quickest way.
    """
    from easyAI import Negamax, TranspositionTable, TwoPlayerGame

    lines = [sum(1 << cell for cell in line) for line in TicTacToe(4).lines]

    class FourByFour(TwoPlayerGame):
        def __init__(self):
            self.current_player = 1
            self.held = {1: 0, 2: 0}

        def possible_moves(self):
            taken = self.held[1] | self.held[2]
            return [cell for cell in range(16) if not taken >> cell & 1]

        def make_move(self, cell):
            self.held[self.current_player] |= 1 << cell

        def unmake_move(self, cell):
            self.held[self.current_player] ^= 1 << cell

        def lost(self):
            held = self.held[self.opponent_index]
            return any(held & line == line for line in lines)

        def is_over(self):
            return self.held[1] | self.held[2] == 2**16 - 1 or self.lost()

        def scoring(self):
            return -100 if self.lost() else 0

        def ttentry(self):
            return self.held[1], self.held[2]

    search = Negamax(16, win_score=1, tt=TranspositionTable())
    search(FourByFour())
    return search.alpha


def openspiel_4x4() -> float:
    """Return the value of the empty 4×4 board, by OpenSpiel's alpha-beta."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    value, _ = alpha_beta_search(pyspiel.load_game("mnk(m=4,n=4,k=4)"))
    return value
