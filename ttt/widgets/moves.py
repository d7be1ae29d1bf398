"""Moves in words, as people write and read them."""

import re
from collections.abc import Iterable

from ttt.anygame import has_board, name_of_move
from ttt.arena import legal, why_not
from ttt.game import EMPTY, Action, Game, HasBoard, State


def read_moves(game: Game, moves: Iterable[Action] | str) -> list[Action]:
    """Return the moves as a list, or raise a ValueError that says which one cannot be made."""
    if isinstance(moves, str):
        if re.search(r"[^\s\d,\[\]()-]", moves):
            raise ValueError(f"{moves!r} is no list of moves such as [4, 0, 8].")
        moves = map(int, re.findall(r"-?\d+", moves))
    state, history = game.initial, []
    for nth, move in enumerate(moves, 1):
        if game.terminal(state):
            raise ValueError(f"Move {nth} cannot be made. The game is over before it.")
        try:
            history.append(legal(move, game, state, ""))
        except ValueError:
            why = why_not(move, game, state)
            raise ValueError(f"Move {nth} cannot be made. {why[0].upper()}{why[1:]}") from None
        state = game.result(state, history[-1])
    return history


def counts_moves(game: Game) -> bool:
    """Return whether the moves are whole numbers, so that a list of them is easily typed."""
    return not game.terminal(game.initial) and all(
        type(action) is int for action in game.actions(game.initial)
    )


# ---- words: cells have the numbers that moves have, from 0 on


def in_words(game: Game, state: State, action: Action) -> str:
    """Return what to call a move: as game.describe(action) says, if there is such a method.

    Otherwise it is called after its place on the board; where there is none, as it is written.
    """
    if hasattr(game, "describe"):
        return str(game.describe(action))
    if has_board(game):
        return place(game, game.cell_of(state, action))
    return ", ".join(map(str, action)) if isinstance(action, tuple) else str(action)


def place(game: HasBoard, cell: int) -> str:
    """Return what a cell is called, by its number; where marks fall, by that of its column."""
    falls = name_of_move(game) == "column"
    return f"column {cell % game.cols}" if falls else f"cell {cell}"


def refusal(game: HasBoard, state: State, cell) -> str:
    """Return in words why a cell cannot be chosen while the game goes on."""
    where = place(game, cell).capitalize()
    if name_of_move(game) == "column":
        return f"{where} is full."
    return f"{where} is taken." if state[cell] != EMPTY else f"{where} cannot be chosen now."


def is_cell(cell, game: HasBoard) -> bool:
    """Return whether `cell` is the number of a cell; True and 1.0 are none."""
    return type(cell) is int and 0 <= cell < game.rows * game.cols
