"""What can be asked of any game, with nothing but its six functions."""

from collections.abc import Hashable, Iterable

from ttt.game import EMPTY, SIDE, Action, Game, HasBoard, State, TicTacToe
from ttt.games import ConnectFour, Misere

LONGEST_NAME = 60
BOARD_GAMES = (TicTacToe, ConnectFour, Misere)  # whose rules are known, unlike a derived class's
SIX = ("initial", "player", "actions", "result", "terminal", "utility")


def as_game(game: Game | None) -> Game:
    """Return the game, plain tic-tac-toe for None; or raise a ValueError if it is no game."""
    if game is None:
        return TicTacToe()
    flaw = _flaw(game)
    if flaw:
        six = f"{', '.join(SIX[:-1])} and {SIX[-1]}"
        raise ValueError(f"A game has {six}; {name_of_game(game)} {flaw}.")
    return game


def _flaw(game) -> str:
    """Return in words why something is no game, as far as its first state shows, or ""."""
    if isinstance(game, type):
        return "is a class: make a game of it, with brackets"
    if not hasattr(game, "initial") or callable(game.initial):
        return "has no first state as initial"
    for name in SIX[1:]:
        if not callable(getattr(game, name, None)):
            return f"has no function {name}"
    start = game.initial
    if not isinstance(start, Hashable):
        return f"begins in {start!r}, which cannot be a key: a tuple can, in place of a list"
    if type(game) in BOARD_GAMES or game.terminal(start):
        return ""
    if game.player(start) not in SIDE:
        return f"has the player {game.player(start)!r} to move first: they are to be 'X' and 'O'"
    moves = game.actions(start)
    if not isinstance(moves, Iterable):
        return f"has {moves!r} as its first actions, which is to be a tuple of moves"
    if not all(isinstance(move, Hashable) for move in moves):
        return f"has the actions {moves!r}, which cannot be keys: tuples can, in place of lists"
    return ""


def check_state(game: Game, state: State) -> None:
    """Raise a ValueError if a game of the course cannot come to a state; others are not asked.

    A class derived from one of the course may have other rules, but still their `check`.
    """
    if type(game) in BOARD_GAMES:
        game.check(state)


def outcome(game: Game, state: State) -> str | None:
    """Return "X", "O" or "draw" when the game is over, None while it is not."""
    if not game.terminal(state):
        return None
    utility = game.utility(state)
    return "X" if utility > 0 else "O" if utility < 0 else "draw"


def same_game(one: Game, other: Game) -> bool:
    """Return whether two games have the same rules, as far as all that they hold tells."""
    if one is other or type(one) is not type(other):
        return one is other
    try:
        return bool(one == other or vars(one) == vars(other))
    except (TypeError, ValueError):  # no vars, or arrays, which do not say whether they are equal
        return False


def name_of_game(game: Game) -> str:
    """Return what to call a game: as it writes itself, if it does, else by its class."""
    is_told = type(game).__repr__ is not object.__repr__
    return repr(game) if is_told and len(repr(game)) <= LONGEST_NAME else type(game).__name__


def insist_on_symmetries(game: Game) -> None:
    """Raise a ValueError that says what is missing, unless the game tells its symmetries."""
    if not all(hasattr(game, name) for name in ("images", "action_images", "canonical")):
        raise ValueError(
            f"{name_of_game(game)} does not tell its symmetries: it has no images, "
            "action_images and canonical."
        )


def insist_on_board(game: Game, what: str) -> None:
    """Raise a ValueError that says what needs a board, unless the game has one."""
    if not has_board(game):
        raise ValueError(
            f"{what} needs a board, but {name_of_game(game)} has no rows, cols, cell_of and "
            "action_at that fit a state of one letter for each cell."
        )


def has_board(game: Game) -> bool:
    """Return whether a game can be drawn and clicked: it has a board, and its states are one."""
    if not isinstance(game, HasBoard) or not isinstance(game.initial, str):
        return False
    cells = range(game.rows * game.cols)
    moves = () if game.terminal(game.initial) else game.actions(game.initial)
    return len(game.initial) == len(cells) and all(
        game.cell_of(game.initial, move) in cells for move in moves
    )


def name_of_state(game: Game) -> str:
    """Return what to call a state of a game: "board", or "state" where there is no board."""
    return "board" if has_board(game) else "state"


def name_of_move(game: Game) -> str:
    """Return what to call a move: "cell" or "column" if the game says so, else "move"."""
    return getattr(game, "NAME_OF_MOVE", "move")


def shown(game: Game, state: State) -> str:
    """Return a state as text for people, of one or more lines."""
    return game.show(state) if hasattr(game, "show") else str(state)


def in_words(game: Game, action: Action) -> str:
    """Return what to call a move: as game.describe(action) says, if there is such a method."""
    if hasattr(game, "describe"):
        return str(game.describe(action))
    if has_board(game):
        return f"{name_of_move(game)} {action}"
    return ", ".join(map(str, action)) if isinstance(action, tuple) else str(action)


def refusal(game: HasBoard, state: State, cell: int) -> str:
    """Return in words why a click on a cell is no move while the game goes on."""
    where = in_words(game, game.action_at(state, cell)).capitalize()
    if state[cell] == EMPTY:
        return f"{where} cannot be chosen now."
    return f"{where} is {'full' if name_of_move(game) == 'column' else 'taken'}."
