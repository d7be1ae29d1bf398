"""Players in files of their own: one file, one format, player(game, state), everywhere.

A student's players are kept in my/players/, one a lesson: 03.py. Where lessons are only
looked at, as in notebooks/, they are kept in a folder that is gone when the kernel ends.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from ttt.game import Action, Game, State

COPIES = ("my", "teach")  # the folders of a course in which people work
NEWEST = "mine"


class FromFile:
    """The player in a file, of which the source may be given; a ValueError says what is wrong."""

    def __init__(self, file: Path, source: str | None = None):
        self.name, module = f"my {file.stem}", ModuleType(file.stem)
        module.__file__ = str(file)
        try:
            source = file.read_text(encoding="utf-8") if source is None else source
            exec(compile(source, str(file), "exec"), vars(module))
        except OSError as error:
            raise ValueError(f"{file} cannot be read: {error.strerror}.") from None
        except SyntaxError as error:
            raise ValueError(f"{file} is no Python: {error.msg}, line {error.lineno}.") from None
        except Exception as error:
            words = f"{type(error).__name__}: {error}".rstrip(".")
            raise ValueError(f"{file} cannot be used, because it fails with {words}.") from None
        self._player = getattr(module, "kept_player", getattr(module, "player", None))
        if not callable(self._player):
            raise ValueError(f"{file} has no function player(game, state).")
        self._made_of = file, source

    def __reduce__(self):  # sent to another process, it is made there again
        return FromFile, self._made_of

    def __call__(self, game: Game, state: State) -> Action:
        """Return the player's move."""
        return self._player(game, state)

    def __getattr__(self, name):  # a policy, if the player has one
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._player, name)


def find(name: str) -> FromFile:
    """Return the player of a file, such as "my/players/03.py", or "mine", the latest lesson's."""
    if name != NEWEST:
        course = players_folder().parents[1]
        return FromFile(Path(name) if Path(name).exists() else course / name)
    lessons = kept_lessons()
    if not lessons:
        raise ValueError('You have kept no player yet: keep(my_player, "03") in a lesson does.')
    return FromFile(players_folder() / f"{lessons[-1]}.py")


def kept_lessons() -> list[str]:
    """Return the numbers of the lessons of which a player is kept, in order."""
    files = players_folder().glob("[0-9][0-9]*.py")
    return sorted(file.stem for file in files if "_" not in file.stem)


def players_folder() -> Path:
    """Return the folder of the players: in the copies we are in, in those here, or for a while."""
    for folder in (Path.cwd(), *Path.cwd().parents):
        is_course = (folder.parent / "notebooks").is_dir() or any(folder.glob("[0-9][0-9]*.ipynb"))
        if folder.name in COPIES and is_course:
            return folder / "players"
    here = Path.cwd() / COPIES[0] / "players"
    return here if here.is_dir() else Path(for_a_while().name, COPIES[0], "players")


@cache
def for_a_while() -> TemporaryDirectory:
    """Return a folder that is gone when the kernel ends."""
    return TemporaryDirectory()
