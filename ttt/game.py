"""The rules of tic-tac-toe, as the six functions every algorithm is written on.

Initial state, PLAYER, ACTIONS, RESULT, TERMINAL and UTILITY are all that an
algorithm of this course knows about a game. A state is a string, row by row,
of "X", "O" and "."; an action is the number of a cell, counted from 0.
"""

import operator
import re
from dataclasses import dataclass, field
from functools import cached_property, reduce

State = str
Action = int
Cells = tuple[int, ...]

EMPTY = "."
UTILITY = {"X": 1, "draw": 0, "O": -1}
AS_BITS = {"X": str.maketrans("XO.", "100"), "O": str.maketrans("XO.", "010")}


class TicTacToe:
    """Tic-tac-toe on `rows` × `cols` cells, won by `k` marks in a row.

    `cols` is the same as `rows` unless given, and `k` the shorter side. X
    starts, so whose turn it is can be read off the board.

    Questions are answered for any board of the right length and letters, even
    one that no game leads to. A move is made only on a board that can occur.
    """

    def __init__(self, rows=3, cols=None, k=None):
        self.rows = positive("rows", rows)
        self.cols = self.rows if cols is None else positive("cols", cols)
        self.k = min(self.rows, self.cols) if k is None else positive("k", k)
        if self.k > max(self.rows, self.cols):
            raise ValueError(
                f"{self.k} marks in a row do not fit on a {self.rows}×{self.cols} board: "
                f"k can be 1 to {max(self.rows, self.cols)}."
            )
        self._shape = self.rows, self.cols, self.k
        self.cells = self.rows * self.cols
        self.initial: State = EMPTY * self.cells
        self._seen = Memory(self._examine)

    # ---- the six functions: `initial` above, and these five

    def player(self, state: State) -> str:
        """Return who moves next, "X" or "O"."""
        return self._seen[state].player

    def actions(self, state: State) -> Cells:
        """Return the cells that may be marked, ascending; () when the game is over."""
        return self._seen[state].actions

    def result(self, state: State, action: Action) -> State:
        """Return the state after the player to move has marked the cell `action`."""
        if type(action) is not int:
            action = self._as_cell(action)
        try:
            position = self._seen[state]
        except TypeError:  # a list, say, cannot be looked up
            self._check_spelling(state)
            raise
        return position.after.get(action) or self._move(state, position, action)

    def terminal(self, state: State) -> bool:
        """Return whether the game is over: somebody has won, or no cell is free."""
        return self._seen[state].outcome is not None

    def utility(self, state: State) -> int:
        """Return 1 if X has won, -1 if O has won, 0 for a draw: X's side."""
        outcome = self._seen[state].outcome
        if outcome is None:
            raise ValueError(f"The game is not over in {state!r}, so it has no utility yet.")
        return UTILITY[outcome]

    # ---- two questions more

    def winner(self, state: State) -> str | None:
        """Return "X" or "O", whoever has k in a row, or None. X's lines are looked at first."""
        return self._seen[state].winner

    def outcome(self, state: State) -> str | None:
        """Return "X", "O" or "draw" when the game is over, None while it is not."""
        return self._seen[state].outcome

    # ---- which states and moves are possible

    def check(self, state: State) -> None:
        """Raise a ValueError that says what is wrong if no game can lead to `state`."""
        self._check_spelling(state)
        flaw = self._seen[state].flaw
        if flaw:
            raise ValueError(f"{state!r} cannot occur: {flaw}")

    def _examine(self, state: State) -> "_Position":
        """Return all there is to know about `state`, without looking it up."""
        self._check_spelling(state)
        won = {mark: self._lines_of(state, mark) for mark in "XO"}
        winner = next((mark for mark in "XO" if won[mark]), None)
        free = tuple(cell for cell, mark in enumerate(state) if mark == EMPTY)
        player, other = "XO" if state.count("X") == state.count("O") else "OX"
        return _Position(
            player=player,
            actions=() if winner else free,
            winner=winner,
            outcome=winner or (None if free else "draw"),
            flaw=_flaw(state, won),
            mine=held_by(player, state),
            theirs=held_by(other, state),
        )

    def _examine_move(self, before: "_Position", action: Action) -> "_Position":
        """Return the same for the state after a legal move, which can have won only its own lines.

        So there is far less to look at than in a state that comes from nowhere.
        """
        bit, lines = self._lines_through[action]
        mine = before.mine | bit
        winner = before.player if [line for line in lines if mine & line == line] else None
        place = before.actions.index(action)
        free = before.actions[:place] + before.actions[place + 1 :]
        actions, outcome = () if winner else free, winner or (None if free else "draw")
        player = "O" if before.player == "X" else "X"
        return _Position(player, actions, winner, outcome, "", before.theirs, mine)

    def _check_spelling(self, state: State) -> None:
        """Raise a ValueError in words unless `state` has the right length and letters."""
        if not isinstance(state, str):
            raise ValueError(f"A state is a string such as {self.initial!r}, not {state!r}.")
        if len(state) != self.cells:
            raise ValueError(
                f"{state!r} has {len(state)} characters, "
                f"but a {self.rows}×{self.cols} board has {self.cells} cells."
            )
        strange = sorted(set(state) - set("XO."))
        if strange:
            raise ValueError(f"{state!r} contains {strange[0]!r}: a cell is 'X', 'O' or '.'.")

    def _lines_of(self, state: State, mark: str) -> list[int]:
        """Return the lines that `mark` holds entirely, each as a number of one bit a cell."""
        held = held_by(mark, state)
        return [line for line in self.line_bits if held & line == line]

    def _move(self, state: State, position: "_Position", action: Action) -> State:
        """Return the state after a move that is made for the first time, and remember it."""
        if position.flaw or action not in position.actions:
            raise ValueError(self._objection(state, action))
        after = state[:action] + position.player + state[action + 1 :]
        position.after[action] = after
        if after not in self._seen:
            self._seen.keep(after, self._examine_move(position, action))
        return after

    def _objection(self, state: State, action: Action) -> str:
        """Return in words why the cell `action` cannot be marked in `state`."""
        self.check(state)
        cell = self._as_cell(action)
        if self.terminal(state):
            return f"The game is over in {state!r}: no cell can be marked any more."
        return f"Cell {cell} of {state!r} is already marked {state[cell]}."

    def _as_cell(self, action: Action) -> int:
        """Return `action` as a plain int, or raise a ValueError if it is no cell."""
        cell = _whole(action)
        if cell is None or not 0 <= cell < self.cells:
            raise ValueError(f"{action!r} is not a cell: the cells are 0 to {self.cells - 1}.")
        return cell

    # ---- lines and symmetries

    @cached_property
    def lines(self) -> tuple[Cells, ...]:
        """Every k cells in a row: across, down and along the diagonals."""
        grid = self._grid
        steps = [(0, 1), (1, 0), (1, 1), (1, -1)] if self.k > 1 else [(0, 1)]
        return tuple(
            tuple(grid[row + i * down][col + i * right] for i in range(self.k))
            for down, right in steps
            for row in range(self.rows - down * (self.k - 1))
            for col in range(self.cols)
            if 0 <= col + right * (self.k - 1) < self.cols
        )

    @cached_property
    def line_bits(self) -> list[int]:
        """Each line as a number with one bit a cell, cell 0 the highest."""
        return [sum(1 << (self.cells - 1 - cell) for cell in line) for line in self.lines]

    @cached_property
    def _lines_through(self) -> list[tuple[int, list[int]]]:
        """Each cell as a number with that bit, and the numbers of the lines through it."""
        bits = [1 << (self.cells - 1 - cell) for cell in range(self.cells)]
        return [(bit, [line for line in self.line_bits if line & bit]) for bit in bits]

    def winning_lines(self, state: State) -> tuple[Cells, ...]:
        """Return the lines that one player holds entirely; () if there are none."""
        self._check_spelling(state)
        marks_of = {line: {state[cell] for cell in line} for line in self.lines}
        return tuple(line for line, marks in marks_of.items() if marks in ({"X"}, {"O"}))

    @cached_property
    def symmetries(self) -> tuple[Cells, ...]:
        """The turns and reflections of the board: 8 on a square, 4 on a rectangle.

        Each is a permutation of the cells: the board it makes of a state has
        in cell i what the state has in cell symmetry[i]. The first changes
        nothing. (On a board of one row or column some are the same.)
        """
        turns = [self._grid]
        for _ in range(3):
            turns.append([list(row) for row in zip(*turns[-1][::-1])])
        if self.rows != self.cols:
            turns = turns[::2]  # a quarter turn would change the shape of the board
        images = turns + [[row[::-1] for row in turn] for turn in turns]
        return tuple(tuple(sum(image, [])) for image in images)

    @cached_property
    def _grid(self) -> list[list[int]]:
        """The numbers of the cells, row by row."""
        return [[row * self.cols + col for col in range(self.cols)] for row in range(self.rows)]

    def images(self, state: State) -> list[State]:
        """Return `state` seen through each of the symmetries, in their order."""
        self._check_spelling(state)
        return ["".join([state[cell] for cell in symmetry]) for symmetry in self.symmetries]

    def canonical(self, state: State) -> State:
        """Return the one state that stands for `state` and all its mirror images.

        It is the image whose X come first, and among those whose O come first.
        """
        return max(self.images(state), key=lambda image: (image.replace("O", EMPTY), image))

    # ---- boards for humans

    def show(self, state: State, numbers: bool = False) -> str:
        """Return the board as text, a line a row; `numbers` names the free cells."""
        self._check_spelling(state)
        names = [
            str(cell) if numbers and mark == EMPTY else mark for cell, mark in enumerate(state)
        ]
        width = max(len(name) for name in names)
        return "\n".join(" ".join(names[cell].rjust(width) for cell in row) for row in self._grid)

    def parse(self, text: str) -> State:
        """Return the state that `text` draws, a line a row, as `show` writes it.

        Spaces and bars between cells and ruled lines between rows are passed
        over; x and o may be small letters; a free cell is ".", "_" or a number.
        """
        if not isinstance(text, str):
            raise ValueError(f"A board is read from text, not from {text!r}.")
        lines = [re.findall(r"\d+|[^\s|]", line) for line in text.splitlines()]
        rows = [row for row in lines if set(row) - set("-+")]
        if not rows:
            raise ValueError(f"There is no board in the text {text!r}.")
        if len(rows) > 1 and [len(row) for row in rows] != [self.cols] * self.rows:
            raise ValueError(
                f"This is not a board of {self.rows} rows of {self.cols} cells; "
                f"its rows have {', '.join(str(len(row)) for row in rows)}:\n{text}"
            )
        cells = [cell for row in rows for cell in row]
        state = "".join(EMPTY if c == "_" or c.isdecimal() else c.upper() for c in cells)
        self._check_spelling(state)
        return state

    def __repr__(self):
        return f"TicTacToe({self.rows}, {self.cols}, k={self.k})"

    def __eq__(self, other):
        return type(self) is type(other) and self._shape == other._shape

    def __hash__(self):
        return hash(self._shape)

    def __reduce__(self):
        return type(self), self._shape


@dataclass(slots=True)
class _Position:
    """What there is to know about one state; `flaw` says why it cannot occur.

    `mine` are the cells of the player to move and `theirs` those of the other,
    each as a number with one bit a cell. `after` remembers the states behind the moves
    that have been made.
    """

    player: str
    actions: Cells
    winner: str | None
    outcome: str | None
    flaw: str
    mine: int
    theirs: int
    after: dict[Action, State] = field(default_factory=dict)


class Memory(dict):
    """The answers of a function, found out once each, all forgotten when they grow too many."""

    LIMIT = 30_000

    def __init__(self, function):
        self.function = function

    def __missing__(self, question):
        return self.keep(question, self.function(question))

    def keep(self, question, answer):
        """Remember the answer to a question, and return it."""
        if len(self) >= self.LIMIT:
            self.clear()
        self[question] = answer
        return answer


def held_by(mark: str, state: State) -> int:
    """Return the cells that hold `mark` as a number with one bit a cell, cell 0 the highest."""
    return int(state.translate(AS_BITS[mark]), 2)


def _flaw(state: State, won: dict[str, list[int]]) -> str:
    """Return what shows that no game leads to `state`, or "" if one does."""
    x_count, o_count = state.count("X"), state.count("O")
    if x_count - o_count not in (0, 1):
        return f"it has {x_count} X and {o_count} O, but X starts and they take turns."
    if won["X"] and won["O"]:
        return "both players have a winning line, but the first one ends the game."
    last, other = ("X", "O") if x_count > o_count else ("O", "X")
    if won[other]:
        return f"{other} has won, but {last} moved after that."
    if won[last] and not reduce(operator.and_, won[last]):
        return f"{last} has winning lines without a common cell, so play went on after a win."
    return ""


def _whole(number) -> int | None:
    """Return `number` as a plain int, or None if it is no whole number (True is none)."""
    try:
        return None if isinstance(number, bool) else operator.index(number)
    except TypeError:
        return None


def positive(name: str, number) -> int:
    """Return `number` as a plain int, or raise a ValueError unless it is 1 or more."""
    whole = _whole(number)
    if whole is None or whole < 1:
        raise ValueError(f"{name} must be a whole number from 1 on, not {number!r}.")
    return whole
