"""What a board looks worth before the game is over, for games that are won by a line of marks.

Beside the six functions such a game has `lines`: the cells of each line that wins.
"""

from ttt.game import InARow, State


def open_lines(game: InARow, state: State) -> float:
    """Return X's open lines minus O's, divided by one more than all lines: X's side, within ±1."""
    marks = [{state[cell] for cell in line} for line in game.lines]
    for_x = sum("O" not in line for line in marks)
    for_o = sum("X" not in line for line in marks)
    return (for_x - for_o) / (len(game.lines) + 1)


def evaluate(game: InARow, state: State) -> float:
    """Return what `state` looks worth, X's side, within ±1: marks on open lines count squared."""
    total = 0
    for line in game.lines:
        marks = [state[cell] for cell in line]
        if "O" not in marks:
            total += marks.count("X") ** 2
        if "X" not in marks:
            total -= marks.count("O") ** 2
    return total / (1 + abs(total))
