"""A learner that makes the moves a test wants."""

import random


class Scripted(random.Random):
    """Random numbers whose `choice` makes these moves; with epsilon 1 every move is one."""

    def __init__(self, *moves):
        super().__init__(1)
        self.moves = list(moves)

    def choice(self, options):
        return self.moves.pop(0)
