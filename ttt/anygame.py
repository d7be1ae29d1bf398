"""What can be asked of any game, with nothing but its six functions."""

from ttt.game import Game, HasBoard, HasSymmetries, State, TicTacToe

SIX = ("initial", "player", "actions", "result", "terminal", "utility")


def as_game(game: Game | None) -> Game:
    """Return the game, plain tic-tac-toe for None; or raise a ValueError if it is no game."""
    if game is None:
        return TicTacToe()
    flaw = _flaw(game)
    if flaw:
        raise ValueError(f"A game has {', '.join(SIX[:-1])} and {SIX[-1]}; {game!r} {flaw}.")
    return game


def _flaw(game) -> str:
    """Return in words why something is no game, or ""."""
    if isinstance(game, type):
        return "is a class: make a game of it, with brackets"
    missing = [name for name in SIX if not hasattr(game, name)]
    if missing:
        return f"has no {missing[0]}"
    if callable(game.initial):
        return "has a function as initial, which is to be the first state itself"
    strange = [name for name in SIX[1:] if not callable(getattr(game, name))]
    return f"has {strange[0]}, but not as a function" if strange else ""


def outcome(game: Game, state: State) -> str | None:
    """Return "X", "O" or "draw" when the game is over, None while it is not."""
    if not game.terminal(state):
        return None
    utility = game.utility(state)
    return "X" if utility > 0 else "O" if utility < 0 else "draw"


def same_game(one: Game, other: Game) -> bool:
    """Return whether two games have the same rules, as far as can be told.

    Games of a class that does not say when two are equal are the same if all
    that they hold is.
    """
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    try:
        return bool(one == other) or vars(one) == vars(other)
    except (TypeError, ValueError):  # no vars, or arrays, which do not say whether they are equal
        return False


def name_of_game(game: Game) -> str:
    """Return what to call a game: as it writes itself, if it does, else by its class."""
    is_plain = type(game).__repr__ is object.__repr__
    return type(game).__name__ if is_plain else repr(game)


def insist_on_symmetries(game: Game) -> None:
    """Raise a ValueError that says what is missing, unless the game tells its symmetries."""
    if not isinstance(game, HasSymmetries):
        raise ValueError(
            f"{name_of_game(game)} does not tell its symmetries: it has no images, "
            "action_images and canonical."
        )


def name_of_state(game: Game) -> str:
    """Return what to call a state of a game: "board", or "state" where there is no board."""
    return "board" if isinstance(game, HasBoard) else "state"


def name_of_move(game: Game) -> str:
    """Return what to call a move: "cell" or "column" where it names one, else "move"."""
    if isinstance(game, HasBoard):
        cells = range(game.rows * game.cols)
        moves = [game.action_at(game.initial, cell) for cell in cells]
        if moves == list(cells):
            return "cell"
        if moves == [cell % game.cols for cell in cells]:
            return "column"
    return "move"


def shown(game: Game, state: State) -> str:
    """Return a state as text for people, of one or more lines."""
    return game.show(state) if hasattr(game, "show") else str(state)
