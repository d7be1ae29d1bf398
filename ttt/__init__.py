"""Nine Squares: the helper package of a course in game AI, taught on tic-tac-toe."""

from importlib import import_module

from ttt.game import TicTacToe

__version__ = "0.1.0"
__all__ = ["Space", "TicTacToe", "keep", "kept", "play"]

_HOME = {"Space": "ttt.space", "play": "ttt.widgets.play"}
_HOME |= {"keep": "ttt.keeping", "kept": "ttt.keeping"}
_ROOMS = {"agents", "algorithms", "arena", "draw", "environment", "exercises", "games", "space"}
_ROOMS |= {"online", "trace", "widgets"}


def __getattr__(name):
    """Import what is not the game itself when first asked for it, so that `import ttt` is quick."""
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    if name in _ROOMS:
        return import_module(f"ttt.{name}")
    raise AttributeError(f"module 'ttt' has no attribute {name!r}")


def __dir__():
    """List those names as well, so that the Tab key finds them."""
    return sorted({*globals(), *_HOME, *_ROOMS})
