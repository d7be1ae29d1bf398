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
        the wrong way round
            X and O are swapped: on the empty board, with as many X as O, it is X's turn.
            | == → !=
        always X
            It always answers X. (If you compare with `>=`: there are never fewer X than O, so that
            is always true.) It is X's turn only when the numbers are equal.
            | == → >=
        X only on the empty board
            It knows that X starts, but not that X moves again after O has.
            | state.count("X") == state.count("O") → "X" not in state
        counts one player's marks only
            It counts the marks of one player only. Whose turn it is depends on both: compare the
            two numbers.
            | state.count("X") == state.count("O") → state.count("X") % 2 == 0
            | state.count("X") == state.count("O") → state.count("O") % 2 == 0
        goes by one mark
            It goes by the first or the last mark in the string. A state says where the marks are,
            not when they were made: count them.
            | state.count("X") == state.count("O") → state.strip(".")[:1] != "X"
            | state.count("X") == state.count("O") → state.strip(".")[-1:] != "X"
        not all cells
            It does not look at all nine cells: `range(8)` ends with 7, the first cell is cell 0,
            and a `return` inside a loop ends the loop at once.
            | state.count → state[:8].count
            | state.count → state[1:].count
            | state.count → state[:1].count
            | state.count → state[1:].count | == → <=
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
        an empty line counts as a win
            Three empty cells are equal too. A line is won only if its cells are not '.'.
            |  != "." →
        diagonals forgotten
            Rows and columns are right, but the two diagonals are missing: 0, 4, 8 and 2, 4, 6.
            | LINES → LINES[:6]
        one diagonal forgotten
            One of the two diagonals is missing: they are 0, 4, 8 and 2, 4, 6.
            | LINES → LINES[:7]
            | LINES → LINES[:6] + LINES[7:]
        columns forgotten
            Rows and diagonals are right, but the columns are missing: 0, 3, 6 and so on.
            | LINES → LINES[:3] + LINES[6:]
        rows forgotten
            Columns and diagonals are right, but the rows are missing: 0, 1, 2 and so on.
            | LINES → LINES[3:]
        only rows
            Only rows are found: columns and diagonals win as well.
            | LINES → LINES[:3]
        only the first line
            It decides after the first line. Return None only when the loop is over, not inside it.
            |     return None →         return None
        only the last line
            It decides by the last line alone: there it forgets what it found on the lines before.
            Return the winner as soon as it is found.
            | LINES → LINES[7:]
        a row that goes round the edge
            It looks for three equal marks in a row of the string. Cells 2, 3 and 4 are neighbors
            in the string, but not a row of the board: the rows begin with cells 0, 3 and 6.
            | LINES → [(cell, cell + 1, cell + 2) for cell in range(7)]
            | LINES → [(c, c + 1, c + 2) for x in "XO" for c in range(7) if state[c] == x]
            | LINES → ((0, 1, 2), (1, 2, 3), (2, 3, 4), *LINES[3:])
        two cells of a line
            It compares only two cells of a line. All three must hold the same mark.
            | state[a] == state[b] == state[c] != → state[a] == state[b] !=
            | state[a] == state[b] == state[c] != → state[a] == state[c] !=
            | state[a] == state[b] == → state[b] == | return state[a] → return state[b]
        a cell instead of its mark
            It returns the line or a cell of it. The winner is the mark that is there: `state[a]`.
            | return state[a] → return (a, b, c)
            | return state[a] → return a
        the player to move instead of the one who has won
            The winner is the one whose marks are on the line, not the one whose turn it is.
            | return state[a] → return player(state)
        somebody always wins
            It names a winner although nobody has a line: the answer is None there.
            | return None → return "O"
            | return None → return "."
        a draw is nobody's win
            A full board without a line has no winner: the answer is None there.
            | return None → return None if "." in state else "draw"
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
        wins forgotten
            It waits for a full board, but the game ends as soon as somebody has a line.
            | winner(state) is not None or  →
        full board forgotten
            It waits for a win, but a full board ends the game as well.
            |  or "." not in state →
        over only when won and full
            Either of the two ends the game: join them with `or`, not with `and`.
            | or → and
        the wins of one player only
            It knows only one player's wins. The other's end the game as well.
            | is not None → == "X"
            | is not None → == "O"
        asked the wrong way round
            One of its two questions is the wrong way round: the game is over if the winner is
            *not* None, or if '.' is *not* in the state.
            | is not None → is None
            | "." not in → "." in
        the winner instead of True
            It answers with the winner. Ask whether there is one: `winner(state) is not None`.
            |  is not None →
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
        moves after the end
            These cells are free, but somebody has won: when the game is over, no move is left.
            | if terminal(state) → if False
        taken cells
            These are the cells that are taken. The free ones hold '.'.
            | == "." → != "."
            | == "." → != "." | if terminal(state) → if False
        all cells
            Only free cells can be marked.
            |  if state[cell] == "." →
            |  if state[cell] == "." → | if terminal(state) → if False
        the end the wrong way round
            It returns nothing while the game goes on, and cells when it is over.
            | if terminal → if not terminal
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
        overwrites a mark
            It makes moves that cannot be made, on a taken cell for instance. Raise a ValueError
            for every cell that is not among `actions(state)`.
            | if action not in actions(state) → if False
            | if action not in actions(state) → if terminal(state)
            | if action not in actions(state) → if not 0 <= action < 9
        plays on after the end
            It refuses taken cells, but not moves after somebody has won.
            | if action not in actions(state) → if action not in range(9) or state[action] != "."
        refuses the wrong moves
            It refuses the moves that can be made, and makes the others: should `in` be `not in`?
            | if action not in → if action in
        cells that are none
            It does not refuse every cell that is not on the board. A string has a cell -1, its
            last, but the board has none, and 9 is one too many: raise a ValueError for those, too.
            | if action not in actions(state) → if terminal(state) or state[action] != "."
            | if action not in actions(state) → if action not in actions(state) and action != 9
            | if action not in actions(state) → if action >= 0 and action not in actions(state)
            | if action not in actions(state) → if state[action] != "."
        an illegal move passes silently
            For an illegal move it returns the board as it was, and nobody would notice: raise a
            ValueError.
            | raise ValueError(f"{action} is not a move in {state}") → return state
        always X
            It always writes X. The mark is that of the player to move.
            | player(state) → "X"
            | player(state) → "X" | if action not in actions(state) → if False
        the opponent's mark
            It writes the mark of the player who moved last, not of the one to move.
            | player(state) → "XO"[player(state) == "X"]
            | player(state) → "XO"[player(state) == "X"] | action not in actions(state) → False
        the board does not change
            It returns the board it was given. A string cannot be changed in place: put a new one
            together.
            | state[:action] + player(state) + state[action + 1 :] → state
            | state[:action] + player(state) + state[action + 1 :] → state | action not → 0 not
        the mark is squeezed in
            The board has ten cells now: leave out the old cell, so go on at `action + 1`.
            | action + 1 : → action:
            | action + 1 : → action: | if action not in actions(state) → if False
        the cell beside
            The mark lands on the cell beside: cells are counted from 0, and so are strings.
            | action + 1 : → action + 2 : | [:action] → [: action + 1]
            | action + 1 : → action: | [:action] → [: action - 1]
            | action not in → action - 1 not in | + 1 : → : | [:action] → [: action - 1]
            | return state[:action] → return state[:action][:-1] + (player(state) if action else "")
        the other marks are lost
            Only the new mark is on the board. Keep what is in the other cells.
            | state[:action] → "." * action | state[action + 1 :] → "." * (8 - action)
        all free cells marked
            `replace` marks every free cell at once. Only one cell changes.
            | state[:action] + player(state) + state[action + 1 :] → state.replace(".", "X")
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
        from the mover's side
            Every win counts -1, whoever won. That is the side of the player to move, who has just
            lost. Values are from X's side: X's win is 1.
            | "X": 1 → "X": -1
        from the last mover's side
            Every win counts 1, whoever won. Values are from X's side: O's win is -1.
            | "O": -1 → "O": 1
        from O's side
            The signs are the other way round: X's win is 1, O's win is -1.
            | "X": 1, "O": -1 → "X": -1, "O": 1
        O's win counts 0
            O's win and a draw are not the same: O's win is -1.
            | "O": -1 → "O": 0
        a draw counts as a win
            A draw is 0, neither X's win nor O's.
            | None: 0 → None: -1
            | None: 0 → None: 1
        other numbers
            The values are 1, 0 and -1: X's win, a draw, O's win.
            | "O": -1, None: 0 → "O": 0, None: 0.5
            | "O": -1, None: 0 → "O": 0, None: -1
            | "O": -1, None: 0 → "O": 1, None: -1
            | "O": -1 → "O": 2
        the winner instead of a number
            It answers with the winner. The value is a number: 1, 0 or -1.
            | return {"X": 1, "O": -1, None: 0}[winner(state)] → return winner(state)
    """),
)
