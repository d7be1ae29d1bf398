"""Lesson 01: the rules of the game, as six functions of a state; 01b: its tree, its symmetries.

Each exercise is a solution, decorated, and has its name.
"""

from ttt.exercises.answers import as_cells, as_number
from ttt.exercises.exercise import exercise
from ttt.exercises.mistakes import words
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, space

ask = asker("01", "01b")
WORDS = words("01")

LINES = GAME.lines
BEYOND = (9, -1)  # no cells, but a string has a cell -1
MOST_FREE = 5  # cells of the boards whose trees are counted


def every_board():
    """Return every board that can occur, the emptiest first."""
    return [(state,) for state in space().states]


def open_boards():
    """Return every board on which the game is not over."""
    return [(state,) for (state,) in every_board() if not GAME.terminal(state)]


def finished_boards():
    """Return every board on which the game is over."""
    return [(state,) for (state,) in every_board() if GAME.terminal(state)]


def every_move():
    """Return every legal move on every board, and one in five of those that are not legal."""
    moves = [(s, cell) for (s,) in every_board() for cell in (*range(GAME.cells), *BEYOND)]
    return [(s, cell) for n, (s, cell) in enumerate(moves) if n % 5 == 1 or cell in GAME.actions(s)]


def late_boards():
    """Return the game with every board on which few cells are free, the fullest first."""
    late = [state for (state,) in every_board() if state.count(".") <= MOST_FREE]
    return [(GAME, state) for state in reversed(late)]


@exercise(cases=open_boards, **WORDS["player"])
def player(state):
    """Return who moves next: X starts, and they take turns."""
    return "X" if state.count("X") == state.count("O") else "O"


@exercise(cases=every_board, **WORDS["winner"])
def winner(state):
    """Return "X" or "O", whoever holds a whole line, or None."""
    for a, b, c in LINES:
        if state[a] == state[b] == state[c] != ".":
            return state[a]
    return None


@exercise(cases=every_board, answer=GAME.terminal, **WORDS["terminal"])
def terminal(state):
    """Return whether the game is over: somebody has won, or the board is full."""
    return winner(state) is not None or "." not in state


@exercise(cases=every_board, answer=GAME.actions, read=as_cells, **WORDS["actions"])
def actions(state):
    """Return the free cells in ascending order, or () when the game is over."""
    if terminal(state):
        return ()
    return tuple(cell for cell in range(9) if state[cell] == ".")


@exercise(cases=every_move, answer=GAME.result, things="moves", **WORDS["result"])
def result(state, action):
    """Return the state after the player to move has marked the cell `action`."""
    if action not in actions(state):
        raise ValueError(f"{action} is not a move in {state}")
    return state[:action] + player(state) + state[action + 1 :]


@exercise(cases=finished_boards, answer=GAME.utility, things="finished boards", **WORDS["utility"])
def utility(state):
    """Return 1 if X has won, -1 if O has won, 0 for a draw: X's side."""
    return {"X": 1, "O": -1, None: 0}[winner(state)]


@exercise(
    cases=late_boards,
    answer=lambda game, state: space().tree_sizes[space().index[state]].item(),
    read=as_number,
    things=f"boards with at most {MOST_FREE} free cells",
    **WORDS["count"],
)
def count(game, state):
    """Return how many nodes the tree of all games from `state` has, itself included."""
    nodes = 1
    for action in game.actions(state):
        nodes += count(game, game.result(state, action))
    return nodes


def same_marks(seen):
    """Return whether an answer has the marks of the right one, in whatever order."""
    return isinstance(seen.given, str) and sorted(seen.given) == sorted(seen.answer)


@exercise(cases=every_board, tests={"same marks": same_marks}, **WORDS["mirror"])
def mirror(state):
    """Return the board with left and right exchanged."""
    rows = [state[0:3], state[3:6], state[6:9]]
    return "".join(row[::-1] for row in rows)
