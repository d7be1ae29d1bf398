"""Saving what was taught: a name, a button, and a line that says what became of it."""

import json
import os
from html import escape
from pathlib import Path

import ipywidgets as widgets
import traitlets

from ttt.agents import Learner, load
from ttt.widgets.button import ROW, button
from ttt.widgets.teaching import Taught

SMALL_STYLE = (
    "font-size:14px;line-height:1.45;max-width:46em;padding:1px 2px;overflow-wrap:anywhere"
)
SUFFIX = ".npz"
FILE = f"mine{SUFFIX}"


class SaveBox(widgets.VBox):
    """Saves a learner in a file that the reader names, never in place of anything else.

    file   the name of the file; without a suffix it gets .npz
    words  the line below: where it was saved, or why not, as HTML

    `games` is the list of the games it was taught, which grows while this is in use.
    """

    file = traitlets.Unicode(FILE)

    def __init__(self, learner: Learner, games: list[Taught]):
        super().__init__()
        self._learner, self._games = learner, games
        self._warned_of: Path | None = None
        self._saved_in, self._saved_after = None, 0
        self.words = widgets.HTML()
        name = widgets.Text(description="file", layout={"width": "230px"})
        name.style = {"description_width": "initial"}
        widgets.link((self, "file"), (name, "value"))
        save = button("Save", "Save all it has learned", self.save)
        self.children = [widgets.HBox([name, save], layout=ROW), self.words]
        self.observe(lambda _: self.forget(), "file")

    def save(self) -> None:
        """Save the learner; another one that is there is overwritten at the second asking."""
        try:
            self._say(self._try_to_save())
        except OSError as error:
            self._say(f"It could not be saved: {escape(error.strerror or str(error))}.")
        except ValueError as error:  # a sentence
            self._say(escape(str(error)))

    def forget(self) -> None:
        """Forget what was asked or refused, and say what is saved, if anything is."""
        self._warned_of = None
        self._say(self._what_is_saved())

    def _try_to_save(self) -> str:
        """Save the learner, or ask first; return in words which."""
        file = _named(self.file.strip())
        if file.exists():
            _insist_on_ours(file)
            if self._warned_of != file:
                self._warned_of = file
                return f"{escape(str(file))} is there already. <b>Save</b> again to overwrite it."
        self._learner.save(file, overwrite=self._warned_of == file)
        self._warned_of, self._saved_in, self._saved_after = None, file, len(self._games)
        return self._what_is_saved()

    def _what_is_saved(self) -> str:
        """Return in words where the learner was saved, and which games came after that."""
        if self._saved_in is None:
            return ""
        file, since = self._saved_in, len(self._games) - self._saved_after
        if since:
            when = f"after game {self._saved_after}" if self._saved_after else "before game 1"
            games = "The game since then is" if since == 1 else f"The {since} games since then are"
            return f"<b>{escape(file.name)}</b> was saved {when}. {games} not in it."
        again = f"agents.load({json.dumps(str(file), ensure_ascii=False)})"
        where = f"Saved as <b>{escape(file.name)}</b> in {escape(str(file.resolve().parent))}"
        return f"{where}. <code>{escape(again)}</code> brings it back, to play or to learn on."

    def _say(self, html: str) -> None:
        self.words.value = f"<div role='status' style='{SMALL_STYLE}'>{html}</div>"


def _named(name: str) -> Path:
    """Return the file of that name; one that makes no sense raises a ValueError in a sentence."""
    if not name:
        raise ValueError(f"Give the file a name, such as {FILE}.")
    if not name.isprintable():
        raise ValueError(f"There is an invisible letter in the name: choose one such as {FILE}.")
    named = Path(name)
    suffix = named.suffix.strip(".")
    file = named if suffix else Path(name.rstrip(".") + SUFFIX)
    if named.is_dir() or file.is_dir() or name.endswith(("/", os.sep)):
        raise ValueError(f"{name} is a folder: add the name of a file, such as {named / FILE}.")
    if named.name.startswith("."):
        raise ValueError(f"Files with a dot in front are hidden: choose a name such as {FILE}.")
    if file.suffix.lower() != SUFFIX:
        raise ValueError(f"The name of a saved agent ends in {SUFFIX}, not in .{suffix}.")
    return file


def _insist_on_ours(file: Path) -> None:
    """Raise a ValueError if there is anything but a saved agent in a file."""
    try:
        load(file)
    except ValueError as error:
        raise ValueError(f"{error} It stays as it is: choose another name.") from None
