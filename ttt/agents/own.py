"""Players in files of their own: one file, one format, player(game, state), everywhere.

A student's players are kept in my/players/, one a lesson: 03.py. Where lessons are only
looked at, as in notebooks/, nothing is written; what was kept is remembered until the
kernel ends.
"""

from pathlib import Path
from types import ModuleType

from ttt.game import Action, Game, State

COPIES = ("my", "teach")  # the folders of a course in which people work
NEWEST = "mine"
not_written: dict[str, str] = {}  # the files of players, by lesson, that are only remembered


class FromFile:
    """The player in a file."""

    def __init__(self, file: Path | str, source: str | None = None):
        self.name = f"my {Path(file).stem}"
        self._player = _player_in(Path(file), source)

    def __call__(self, game: Game, state: State) -> Action:
        """Return the player's move."""
        return self._player(game, state)

    def __getattr__(self, name):  # a policy, if the player has one
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._player, name)


def _player_in(file: Path, source: str | None):
    """Return what is called `player` in a file, or raise a ValueError that says what is wrong."""
    module = ModuleType(file.stem)
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
    player = getattr(module, "player", None)
    if not callable(player):
        raise ValueError(f"{file} has no function player(game, state).")
    return player


def find(name: str) -> FromFile:
    """Return the player of a file, such as "my/players/03.py", or "mine", the latest lesson's."""
    if name != NEWEST:
        folder = players_folder()
        course = folder.parents[1] if folder else Path()
        return FromFile(name if Path(name).exists() else course / name)
    lessons = kept_lessons()
    if not lessons:
        raise ValueError('You have kept no player yet: keep(my_player, "03") in a lesson does.')
    return kept_in(lessons[-1])


def kept_lessons() -> list[str]:
    """Return the numbers of the lessons of which a player is kept, in order."""
    folder = players_folder()
    files = folder.glob("[0-9][0-9]*.py") if folder else ()
    return sorted({*not_written, *(file.stem for file in files if "_" not in file.stem)})


def kept_in(lesson: str) -> FromFile:
    """Return the player that was kept in a lesson."""
    if lesson in not_written:
        return FromFile(f"{lesson}.py", not_written[lesson])
    return FromFile(players_folder() / f"{lesson}.py")


def players_folder() -> Path | None:
    """Return the folder of the players: that of the copies we are in, or else of those here."""
    folder = folder_of_copies()
    if folder is None and (Path.cwd() / COPIES[0] / "players").is_dir():
        folder = Path.cwd() / COPIES[0]
    return folder and folder / "players"


def folder_of_copies() -> Path | None:
    """Return the folder my/ or teach/ of the course in which we are; None if we are elsewhere."""
    for folder in (Path.cwd(), *Path.cwd().parents):
        is_course = (folder.parent / "notebooks").is_dir() or any(folder.glob("[0-9][0-9]*.ipynb"))
        if folder.name in COPIES and is_course:
            return folder
    return None
