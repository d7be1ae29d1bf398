"""Games that nobody in ttt has seen: six functions each, and nothing else."""

from dataclasses import dataclass


@dataclass
class Race:
    """Two counters; the player to move adds 1 or 2 to either, and lands exactly on 5 or loses.

    A state is a frozenset of pairs, an action a pair of words; the game cannot be hashed.
    A player who adds 1 to the first counter moves again, and who wins with both even wins 3.
    """

    goal: int = 5

    def __post_init__(self):
        self.initial = frozenset({("first", 0), ("second", 0), ("turn", "X")})

    def player(self, state):
        """Return who moves next; at the end there is nobody to ask."""
        if self.terminal(state):
            raise KeyError("nobody moves at the end")
        return dict(state)["turn"]

    def actions(self, state):
        """Return a list, since a student may."""
        if self.terminal(state):
            raise KeyError("there is no move at the end")
        return [(which, how) for which in ("first", "second") for how in ("one", "two")]

    def result(self, state, action):
        """Return the state after a move."""
        now, (which, how) = dict(state), action
        now[which] += {"one": 1, "two": 2}[how]
        if action != ("first", "one"):
            now["turn"] = "O" if now["turn"] == "X" else "X"
        return frozenset(now.items())

    def terminal(self, state):
        """Return whether a counter has come to the goal."""
        now = dict(state)
        return max(now["first"], now["second"]) >= self.goal

    def utility(self, state):
        """Return 3, 1, 0, -0.5 or the like, X's side."""
        now = dict(state)
        side = 1 if now["turn"] == "O" else -1  # who moved last
        if now["first"] + now["second"] == 2 * self.goal:
            return 0
        if max(now["first"], now["second"]) > self.goal:
            return -0.5 * side
        return 3 * side if (now["first"] + now["second"]) % 2 == 0 else side


class Countdown:
    """Take 1, 2 or 3 from a number, and whoever takes the last wins: states are whole numbers.

    Even rounds are told by the sign, so that the state is one number: X moves if it is positive.
    """

    initial = 7

    def player(self, state):
        """Return who moves next."""
        return "X" if state > 0 else "O"

    def actions(self, state):
        """Return how many can be taken."""
        return tuple(range(1, min(3, abs(state)) + 1)) if not self.terminal(state) else ()

    def result(self, state, action):
        """Return what is left, the sign turned; the end is 100 for X's win, -100 for O's."""
        if action not in self.actions(state):
            raise ValueError(f"{action} cannot be taken from {abs(state)}.")
        left = abs(state) - action
        if not left:
            return 100 if state > 0 else -100
        return -left if state > 0 else left

    def terminal(self, state):
        """Return whether all is taken."""
        return abs(state) == 100

    def utility(self, state):
        """Return 1 or -1, X's side."""
        return 1 if state > 0 else -1


class Sticks:
    """One heap; a move takes one or two sticks; who takes the last stick wins."""

    initial = ("X", 7)

    def player(self, state):
        """Return who moves."""
        return state[0]

    def actions(self, state):
        """Return how many sticks may be taken."""
        return tuple(n for n in (1, 2) if n <= state[1])

    def result(self, state, action):
        """Return the state after the move."""
        return "O" if state[0] == "X" else "X", state[1] - action

    def terminal(self, state):
        """Return whether the last stick is taken."""
        return state[1] == 0

    def utility(self, state):
        """Return 1 if X took the last stick, else -1."""
        return -1 if state[0] == "X" else 1

    def __repr__(self):
        return type(self).__name__
