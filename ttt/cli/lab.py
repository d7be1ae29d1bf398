"""`ttt lab`: lay copies of the lessons to work in, and open JupyterLab on them."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

import ttt

DECK = Path(ttt.__file__).parent / "deck"  # an extension of JupyterLab for the slides


def add(commands) -> None:
    """Add the command."""
    lab = commands.add_parser("lab", help="open the course in JupyterLab, on copies of your own")
    lab.add_argument("--teach", action="store_true", help="copies with the speaker's notes")
    lab.add_argument("--prepare", action="store_true", help="only lay the copies")
    fresh = "lessons to lay anew, such as 03; the old copies are kept beside them"
    lab.add_argument("--fresh", nargs="+", default=(), metavar="LESSON", help=fresh)
    flags = "options of jupyter lab, after --"
    lab.add_argument("flags", nargs="*", metavar="-- …", help=flags)
    lab.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    """Lay the copies, say what there is to say, and become JupyterLab, or return its exit code."""
    from ttt.copies import STUDENT, TEACHER, lay  # not above: notebooks take a second to import

    course, name = course_folder(), TEACHER if options.teach else STUDENT
    for word in lay(course, name, options.fresh):
        print(word)
    if options.prepare:
        print(f"The lessons are in {name}/.")
        return 0
    # The course's networks are small: threads for their matrices would only wait for one another.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Without a screen JupyterLab prints the address, and opens no browser.
    has_screen = sys.platform != "linux" or {"DISPLAY", "WAYLAND_DISPLAY"} & {*os.environ}
    start = min((course / name).glob("[0-9]*.ipynb"))
    command = [
        *(sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={course}"),
        f"--LabApp.default_url=/lab/tree/{name}/{start.name}",
        f"--LabApp.extra_labextensions_path={DECK}",
        *(["--allow-root"] if getattr(os, "geteuid", lambda: 1)() == 0 else []),
        *([] if has_screen else ["--no-browser"]),
        *options.flags,
    ]
    if os.name != "posix":
        return subprocess.call(command)
    sys.stdout.flush()
    return os.execv(sys.executable, command)  # the same process: who ends it ends JupyterLab


def course_folder() -> Path:
    """Return the folder of the course: this one, or else the one that `ttt` was installed from."""
    here = Path.cwd()
    return here if (here / "notebooks").is_dir() else Path(ttt.__file__).parents[1]
