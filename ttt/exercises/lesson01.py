"""Lesson 01: the rules of the game, as six functions of a state.

Each exercise stands right below its solution, and takes its name.
"""

from ttt.exercises.answers import as_cells
from ttt.exercises.exercise import Exercise
from ttt.exercises.mistakes import table
from ttt.exercises.questions import asker
from ttt.exercises.shapes import GAME, space

ask = asker("01")

LINES = GAME.lines
BEYOND = (-1, 9)  # no cells, but a string has a cell -1


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
    """Return every board with every cell, whether the move is legal or not, and with no cell."""
    cells = (*range(GAME.cells), *BEYOND)
    return [(state, cell) for (state,) in every_board() for cell in cells]


# ---- player


def player(state):
    """Return who moves next: X starts, and they take turns."""
    return "X" if state.count("X") == state.count("O") else "O"


player = Exercise(
    player,
    cases=open_boards,
    hints=(
        "X makes the first move. How many X and how many O are on the board when it is X's turn "
        "again?",
        "`state.count('X')` counts the X in a string.",
        "If there are as many X as O, X is to move; otherwise O is.",
    ),
    mistakes=table("""
        It knows that X starts, but not that X moves again after O has.
            | state.count("X") == state.count("O") → "X" not in state
        It counts the marks of one player only. Whose turn it is depends on both: compare the two
        numbers.
            | state.count("X") == state.count("O") → state.count("X") % 2 == 0
            | state.count("X") == state.count("O") → state.count("O") % 2 == 0
        It does not look at all nine cells: `range(8)` ends with 7, the first cell is cell 0, and a
        `return` inside a loop ends the loop at once.
            | state.count → state[:8].count
            | state.count → state[1:].count
            | state.count → state[:1].count
    """),
)


# ---- winner


def winner(state):
    """Return "X" or "O", whoever holds a whole line, or None."""
    for a, b, c in LINES:
        if state[a] == state[b] == state[c] != ".":
            return state[a]
    return None


winner = Exercise(
    winner,
    cases=every_board,
    hints=(
        "There are eight lines, and `LINES` holds them all: go through them one by one.",
        "`for a, b, c in LINES:` gives you the three cells of each line. What must hold for "
        "`state[a]`, `state[b]` and `state[c]`?",
        "They must be equal, and not '.': `state[a] == state[b] == state[c] != '.'`. Then the "
        "winner is `state[a]`. Return None only after all lines have been looked at.",
    ),
    mistakes=table("""
        Three empty cells are equal too. A line is won only if its cells are not '.'.
            |  != "." →
        It does not find all lines: there are three rows, three columns and two diagonals, and
        `LINES` holds all eight.
            | LINES → LINES[:6]
            | LINES → LINES[:7]
            | LINES → LINES[:6] + LINES[7:]
            | LINES → LINES[:3] + LINES[6:]
            | LINES → LINES[:3]
        It decides by one line alone. Return the winner as soon as a line is found, and None only
        when the loop is over, not inside it.
            |     return None →         return None
            | LINES → LINES[7:]
        It looks for three equal marks in a row of the string. Cells 2, 3 and 4 are neighbors in the
        string, but not a row of the board: the rows begin with cells 0, 3 and 6.
            | LINES → [(cell, cell + 1, cell + 2) for cell in range(7)]
            | LINES → [(c, c + 1, c + 2) for x in "XO" for c in range(7) if state[c] == x]
        It compares only two cells of a line. All three must hold the same mark.
            | state[a] == state[b] == state[c] != → state[a] == state[b] !=
            | state[a] == state[b] == state[c] != → state[a] == state[c] !=
            | state[a] == state[b] == → state[b] == | return state[a] → return state[b]
        The winner is the one whose marks are on the line, not the one whose turn it is.
            | return state[a] → return player(state)
    """),
)


# ---- terminal


def terminal(state):
    """Return whether the game is over: somebody has won, or the board is full."""
    return winner(state) is not None or "." not in state


terminal = Exercise(
    terminal,
    cases=every_board,
    answer=GAME.terminal,
    hints=(
        "A game can end in two ways. Which?",
        "Somebody has won, or no cell is free. You have a function for the first.",
        "`'.' not in state` tells that the board is full. Join the two with `or`.",
    ),
    mistakes=table("""
        It waits for a full board, but the game ends as soon as somebody has a line.
            | winner(state) is not None or  →
        It waits for a win, but a full board ends the game as well.
            |  or "." not in state →
        Either of the two ends the game: join them with `or`, not with `and`.
            | or → and
    """),
)


# ---- actions


def actions(state):
    """Return the free cells in ascending order, or () when the game is over."""
    if terminal(state):
        return ()
    return tuple(cell for cell in range(9) if state[cell] == ".")


actions = Exercise(
    actions,
    cases=every_board,
    answer=GAME.actions,
    read=as_cells,
    hints=(
        "Go through the cells 0 to 8 and keep the free ones. And when the game is over?",
        "`enumerate(state)` gives each cell with its mark. When the game is over, no move is left.",
        "First `if terminal(state): return ()`, then the tuple of all cells with "
        "`state[cell] == '.'`.",
    ),
    mistakes=table("""
        These cells are free, but somebody has won: when the game is over, no move is left.
            | if terminal(state) → if False
        These are the cells that are taken. The free ones hold '.'.
            | == "." → != "."
            | == "." → != "." | if terminal(state) → if False
    """),
)


# ---- result


def result(state, action):
    """Return the state after the player to move has marked the cell `action`."""
    if action not in actions(state):
        raise ValueError(f"{action} is not a move in {state}")
    return state[:action] + player(state) + state[action + 1 :]


result = Exercise(
    result,
    cases=every_move,
    answer=GAME.result,
    things="moves",
    hints=(
        "A string cannot be changed, so build a new one: what is before the cell, the mark, what "
        "is after it.",
        "`state[:action]` is everything before the cell, `state[action + 1:]` everything after it. "
        "The mark is the one of `player(state)`.",
        "Before that: `if action not in actions(state): raise ValueError(...)`, with a sentence "
        "that says what is wrong.",
    ),
    mistakes=table("""
        It does not write the mark of the player to move, but always X, or the mark of the player
        who moved last: ask `player(state)`.
            | player(state) → "X"
            | player(state) → "X" | if action not in actions(state) → if False
            | player(state) → "XO"[player(state) == "X"]
        It returns the board it was given. A string cannot be changed in place: put a new one
        together.
            | state[:action] + player(state) + state[action + 1 :] → state
        `replace` marks every free cell at once. Only one cell changes.
            | return state[:action] → return state.replace(".", player(state)) #
    """),
)


# ---- utility


def utility(state):
    """Return 1 if X has won, -1 if O has won, 0 for a draw: X's side."""
    return {"X": 1, "O": -1, None: 0}[winner(state)]


utility = Exercise(
    utility,
    cases=finished_boards,
    answer=GAME.utility,
    things="finished boards",
    hints=(
        "Who has won decides, and you have a function for that.",
        "There are three cases: X has won, O has won, nobody has.",
        "Values are from X's side: 1 if `winner(state)` is 'X', -1 if it is 'O', else 0.",
    ),
    mistakes=table("""
        Every win counts 1, or every win counts -1, whoever won. Values are from X's side: X's win
        is 1, O's win is -1.
            | "X": 1 → "X": -1
            | "O": -1 → "O": 1
        The values are 1, 0 and -1: X's win, a draw, O's win.
            | "O": -1, None: 0 → "O": 0, None: 0.5
            | "O": -1, None: 0 → "O": 0, None: -1
            | "O": -1 → "O": 2
    """),
)
