"""Lesson 01: the rules of the game, as six functions of a state.

Each exercise stands right below its solution, and takes its name.
"""

import operator
from collections.abc import Iterator

from ttt.agents.rules import marked, opponent
from ttt.exercises.exercise import Exercise, Mistake
from ttt.game import EMPTY, TicTacToe
from ttt.space import Space

GAME = TicTacToe()
LINES = GAME.lines


def every_board():
    """Return every board that can occur, the emptiest first."""
    return [(state,) for state in Space(GAME).states]


def open_boards():
    """Return every board on which the game is not over."""
    return [(state,) for (state,) in every_board() if not GAME.terminal(state)]


def finished_boards():
    """Return every board on which the game is over."""
    return [(state,) for (state,) in every_board() if GAME.terminal(state)]


def every_move():
    """Return every board with every cell, whether the move is legal or not."""
    return [(state, cell) for (state,) in every_board() for cell in range(GAME.cells)]


def holder(state, lines):
    """Return who holds one of these lines entirely, or None."""
    return next((state[a] for a, b, c in lines if state[a] == state[b] == state[c] != EMPTY), None)


ROWS, COLUMNS, DIAGONALS = LINES[:3], LINES[3:6], LINES[6:]


# ---- player


def player(state):
    """Return who moves next: X starts, and they take turns."""
    return "X" if state.count("X") == state.count("O") else "O"


player = Exercise(
    player,
    cases=open_boards,
    answer=GAME.player,
    hints=(
        "X makes the first move. How many X and how many O are on the board when it is X's turn "
        "again?",
        "`state.count('X')` counts the X in a string.",
        "If there are as many X as O, X is to move; otherwise O is.",
    ),
    mistakes=(
        Mistake(
            "the wrong way round",
            "X and O are swapped: on the empty board, with as many X as O, it is X's turn.",
            lambda state: opponent(GAME.player(state)),
        ),
        Mistake(
            "always X",
            "It always answers X. (If you compare with `>=`: there are never fewer X than O, so "
            "that is always true.) It is X's turn only when the numbers are equal.",
            lambda state: "X",
        ),
        Mistake(
            "X only on the empty board",
            "It knows that X starts, but not that X moves again after O has.",
            lambda state: "X" if state == GAME.initial else "O",
        ),
        Mistake(
            "small letters",
            "The marks are capital letters: 'X' and 'O'.",
            lambda state: GAME.player(state).lower(),
        ),
        Mistake(
            "numbers instead of marks",
            "It answers with a number. The players are called 'X' and 'O'.",
            lambda state: 1 if GAME.player(state) == "X" else -1,
        ),
    ),
)


# ---- winner


def winner(state):
    """Return "X" or "O", whoever holds a whole line, or None."""
    for a, b, c in LINES:
        if state[a] == state[b] == state[c] != ".":
            return state[a]
    return None


def _winner_or_empty(state):
    return next((state[a] for a, b, c in LINES if state[a] == state[b] == state[c]), None)


winner = Exercise(
    winner,
    cases=every_board,
    answer=GAME.winner,
    hints=(
        "There are eight lines, and `LINES` holds them all: go through them one by one.",
        "`for a, b, c in LINES:` gives you the three cells of each line. What must hold for "
        "`state[a]`, `state[b]` and `state[c]`?",
        "They must be equal, and not '.': `state[a] == state[b] == state[c] != '.'`. Then the "
        "winner is `state[a]`. Return None only after all lines have been looked at.",
    ),
    mistakes=(
        Mistake(
            "an empty line counts as a win",
            "Three empty cells are equal too. A line is won only if its cells are not '.'.",
            _winner_or_empty,
        ),
        Mistake(
            "diagonals forgotten",
            "Rows and columns are right, but the two diagonals are missing: 0, 4, 8 and 2, 4, 6.",
            lambda state: holder(state, ROWS + COLUMNS),
        ),
        Mistake(
            "one diagonal forgotten",
            "The diagonal 2, 4, 6 is missing.",
            lambda state: holder(state, ROWS + COLUMNS + DIAGONALS[:1]),
        ),
        Mistake(
            "the other diagonal forgotten",
            "The diagonal 0, 4, 8 is missing.",
            lambda state: holder(state, ROWS + COLUMNS + DIAGONALS[1:]),
        ),
        Mistake(
            "columns forgotten",
            "Rows and diagonals are right, but the columns are missing: 0, 3, 6 and so on.",
            lambda state: holder(state, ROWS + DIAGONALS),
        ),
        Mistake(
            "rows forgotten",
            "Columns and diagonals are right, but the rows are missing: 0, 1, 2 and so on.",
            lambda state: holder(state, COLUMNS + DIAGONALS),
        ),
        Mistake(
            "only rows",
            "Only rows are found: columns and diagonals win as well.",
            lambda state: holder(state, ROWS),
        ),
        Mistake(
            "only the first line",
            "It decides after the first line. Return None only when the loop is over, "
            "not inside it.",
            lambda state: holder(state, LINES[:1]),
        ),
        Mistake(
            "a row that goes round the edge",
            "It looks for three equal marks in a row of the string. Cells 2, 3 and 4 are "
            "neighbours in the string but not on the board, and columns are not found at all.",
            lambda state: next((mark for mark in "XO" if mark * 3 in state), None),
        ),
        Mistake(
            "O never wins",
            "It finds only X's lines.",
            lambda state: "X" if GAME.winner(state) == "X" else None,
        ),
        Mistake(
            "the player to move instead of the one who has won",
            "The winner is the one whose marks stand on the line, not the one whose turn it is.",
            lambda state: GAME.winner(state) and GAME.player(state),
        ),
        Mistake(
            "True instead of the mark",
            "It answers True. Say who has won: 'X' or 'O'.",
            lambda state: True if GAME.winner(state) else None,
        ),
        Mistake(
            "False instead of None",
            "Where nobody has won, the answer is None, not False or 0.",
            lambda state: GAME.winner(state) or False,
        ),
        Mistake(
            "the word None",
            "Where nobody has won, the answer is None itself, without quotation marks.",
            lambda state: str(GAME.winner(state)),
        ),
        Mistake(
            "an empty string instead of None",
            "Where nobody has won, the answer is None, not an empty string.",
            lambda state: GAME.winner(state) or "",
        ),
        Mistake(
            "True and False instead of the mark",
            "It answers True and False. Say who has won: 'X', 'O' or None.",
            lambda state: GAME.winner(state) is not None,
        ),
        Mistake(
            "a draw is nobody's win",
            "A full board without a line has no winner: the answer is None there.",
            lambda state: GAME.outcome(state),
        ),
    ),
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
    mistakes=(
        Mistake(
            "wins forgotten",
            "It waits for a full board, but the game ends as soon as somebody has a line.",
            lambda state: EMPTY not in state,
        ),
        Mistake(
            "full board forgotten",
            "It waits for a win, but a full board ends the game as well.",
            lambda state: GAME.winner(state) is not None,
        ),
        Mistake(
            "the wrong way round",
            "It says True where the game goes on and False where it is over.",
            lambda state: not GAME.terminal(state),
        ),
        Mistake(
            "over only when won and full",
            "Either of the two ends the game: join them with `or`, not with `and`.",
            lambda state: GAME.winner(state) is not None and EMPTY not in state,
        ),
        Mistake(
            "None instead of False",
            "Where the game goes on it returns nothing, which is None: return False there.",
            lambda state: GAME.terminal(state) or None,
        ),
        Mistake(
            "never over",
            "It always says that the game goes on.",
            lambda state: False,
        ),
        Mistake(
            "the winner instead of True",
            "It answers with the winner. Ask whether there is one: `winner(state) is not None`.",
            lambda state: GAME.winner(state) or EMPTY not in state,
        ),
    ),
)


# ---- actions


def actions(state):
    """Return the free cells in ascending order, or () when the game is over."""
    if terminal(state):
        return ()
    return tuple(cell for cell in range(9) if state[cell] == ".")


def as_cells(value):
    """Return a list, set or array of cells as an ascending tuple, anything else as it is."""
    if isinstance(value, Iterator):
        return "something that can be read only once"
    if isinstance(value, str | bytes | dict) or not hasattr(value, "__iter__"):
        return value
    cells = list(value)
    try:
        return tuple(sorted(operator.index(cell) for cell in cells))
    except TypeError:
        return tuple(cells)


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
    mistakes=(
        Mistake(
            "moves after the end",
            "These cells are free, but somebody has won: when the game is over, no move is left.",
            lambda state: tuple(c for c in range(9) if state[c] == EMPTY),
        ),
        Mistake(
            "counted from 1",
            "The cells are counted from 0: the first one is cell 0, the last one cell 8.",
            lambda state: tuple(cell + 1 for cell in GAME.actions(state)),
        ),
        Mistake(
            "taken cells",
            "These are the cells that are taken. The free ones hold '.'.",
            lambda state: tuple(c for c in range(9) if state[c] != EMPTY),
        ),
        Mistake(
            "all cells",
            "Only free cells can be marked.",
            lambda state: tuple(range(9)),
        ),
        Mistake(
            "only the first free cell",
            "It stops at the first free cell. All of them are moves.",
            lambda state: GAME.actions(state)[:1],
        ),
        Mistake(
            "only one number",
            "It returns the first free cell alone. A `return` inside the loop ends it too early: "
            "collect the cells first.",
            lambda state: GAME.actions(state)[0] if GAME.actions(state) else (),
        ),
        Mistake(
            "a generator",
            "A generator or a map is used up once it has been read. Make a tuple of it: "
            "`tuple(...)`.",
            lambda state: iter(GAME.actions(state)),
        ),
        Mistake(
            "None when the game is over",
            "When the game is over there is no move: return the empty tuple (), not None.",
            lambda state: GAME.actions(state) or None,
        ),
        Mistake(
            "text instead of numbers",
            "The cells are numbers: 0, not '0'.",
            lambda state: tuple(str(cell) for cell in GAME.actions(state)),
        ),
        Mistake(
            "rows and columns instead of cells",
            "A cell is one number here: 3 times the row plus the column.",
            lambda state: tuple(divmod(cell, 3) for cell in GAME.actions(state)),
        ),
    ),
)


# ---- result


def result(state, action):
    """Return the state after the player to move has marked the cell `action`."""
    if action not in actions(state):
        raise ValueError(f"{action} is not a move in {state}")
    return state[:action] + player(state) + state[action + 1 :]


def _only_if_free(state, action):
    if state[action] != EMPTY:
        raise ValueError("taken")
    return marked(state, action, GAME.player(state))


def _legal_or(fallback):
    """Return a `result` that answers an illegal move with `fallback(state)`."""
    return lambda state, action: (
        marked(state, action, GAME.player(state))
        if action in GAME.actions(state)
        else fallback(state)
    )


def _refusing_with(error):
    """Return a `result` that raises this kind of error for an illegal move."""

    def function(state, action):
        if action not in GAME.actions(state):
            raise error
        return marked(state, action, GAME.player(state))

    return function


def _legally(make):
    """Return a `result` that refuses illegal moves and answers others with make(state, cell)."""

    def function(state, action):
        if action not in GAME.actions(state):
            raise ValueError
        return make(state, action)

    return function


def _twice(name, advice, make):
    """Return a mistake in two forms: by somebody who refuses illegal moves, and who does not."""
    return (
        Mistake(name, advice, _legally(make)),
        Mistake(f"{name}, and no move is refused", f"{advice} And illegal moves pass.", make),
    )


def _cannot_change(state, action):
    raise TypeError("'str' object does not support item assignment")


def as_board(value):
    """Return an error that was returned, not raised, as words, anything else as it is."""
    return f"returned {type(value).__name__}" if isinstance(value, BaseException) else value


result = Exercise(
    result,
    cases=every_move,
    answer=GAME.result,
    read=as_board,
    things="moves",
    hints=(
        "A string cannot be changed, so build a new one: what is before the cell, the mark, what "
        "is after it.",
        "`state[:action]` is everything before the cell, `state[action + 1:]` everything after it. "
        "The mark is the one of `player(state)`.",
        "Before that: `if action not in actions(state): raise ValueError(...)`, with a sentence "
        "that says what is wrong.",
    ),
    mistakes=(
        Mistake(
            "overwrites a mark",
            "It makes every move, also on a taken cell or after the end: raise a ValueError there.",
            lambda state, action: marked(state, action, GAME.player(state)),
        ),
        Mistake(
            "plays on after the end",
            "It refuses taken cells, but not moves after somebody has won.",
            _only_if_free,
        ),
        Mistake(
            "an illegal move passes silently",
            "For an illegal move it returns the board as it was. Nobody would notice: "
            "raise a ValueError.",
            _legal_or(lambda state: state),
        ),
        Mistake(
            "an illegal move gives None",
            "For an illegal move it returns None, and the error shows up somewhere else later: "
            "raise a ValueError here.",
            _legal_or(lambda state: None),
        ),
        Mistake(
            "the error is returned",
            "For an illegal move it returns a ValueError. Write `raise` instead of `return`.",
            _legal_or(lambda state: ValueError()),
        ),
        Mistake(
            "assert instead of raise",
            "`assert` raises an AssertionError. Write `raise ValueError(...)`.",
            _refusing_with(AssertionError),
        ),
        Mistake(
            "raises something that is no error",
            "Only errors can be raised: `raise ValueError('...')`, with the text inside.",
            _refusing_with(TypeError("exceptions must derive from BaseException")),
        ),
        Mistake(
            "raises a bare Exception",
            "A plain Exception says too little. Write `raise ValueError(...)`.",
            _refusing_with(Exception),
        ),
        *_twice(
            "always X",
            "It always writes X. The mark is that of the player to move.",
            lambda state, action: marked(state, action, "X"),
        ),
        *_twice(
            "the opponent's mark",
            "It writes the mark of the player who moved last, not of the one to move.",
            lambda state, action: marked(state, action, opponent(GAME.player(state))),
        ),
        *_twice(
            "the board does not change",
            "It returns the board it was given. A string cannot be changed in place: "
            "put a new one together.",
            lambda state, action: state,
        ),
        *_twice(
            "a string cannot be changed",
            "`state[action] = ...` is for lists. Build a new string: what is before the cell, "
            "the mark, what is after it.",
            _cannot_change,
        ),
        *_twice(
            "the mark is squeezed in",
            "The board has ten cells now: leave out the old cell, so go on at `action + 1`.",
            lambda state, action: state[:action] + GAME.player(state) + state[action:],
        ),
        *_twice(
            "one cell too far",
            "The mark lands one cell too far: cells are counted from 0, and so are strings.",
            lambda state, action: marked(state, action + 1, GAME.player(state))[:9],
        ),
        *_twice(
            "rows and columns swapped",
            "The mark lands in the mirrored cell: cells are numbered row by row.",
            lambda state, action: marked(state, 3 * (action % 3) + action // 3, GAME.player(state)),
        ),
        *_twice(
            "all free cells marked",
            "`replace` marks every free cell at once. Only one cell changes.",
            lambda state, action: state.replace(EMPTY, GAME.player(state)),
        ),
        *_twice(
            "a list instead of a string",
            "It returns a list. A state is a string: `''.join(cells)` makes one of it.",
            lambda state, action: list(marked(state, action, GAME.player(state))),
        ),
    ),
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
    mistakes=(
        Mistake(
            "from the mover's side",
            "Every win counts -1, whoever won. That is the side of the player to move, who has "
            "just lost. Values are from X's side: X's win is 1.",
            lambda state: -abs(GAME.utility(state)),
        ),
        Mistake(
            "from the last mover's side",
            "Every win counts 1, whoever won. Values are from X's side: O's win is -1.",
            lambda state: abs(GAME.utility(state)),
        ),
        Mistake(
            "from O's side",
            "The signs are the other way round: X's win is 1, O's win is -1.",
            lambda state: -GAME.utility(state),
        ),
        Mistake(
            "O's win counts 0",
            "O's win and a draw are not the same: O's win is -1.",
            lambda state: int(GAME.winner(state) == "X"),
        ),
        Mistake(
            "a draw counts as O's win",
            "A draw is 0, not -1.",
            lambda state: 1 if GAME.winner(state) == "X" else -1,
        ),
        Mistake(
            "text instead of a number",
            "The value is a number: 1, not '1'.",
            lambda state: str(GAME.utility(state)),
        ),
        Mistake(
            "a draw has no value",
            "A draw is a result too: its value is 0, not None.",
            lambda state: GAME.utility(state) or None,
        ),
        Mistake(
            "the winner instead of a number",
            "It answers with the winner. The value is a number: 1, 0 or -1.",
            lambda state: GAME.winner(state),
        ),
    ),
)
