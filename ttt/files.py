"""Files that are whole or not there: what is written replaces the old only when it is complete."""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from secrets import token_hex


def insist_on_place(file: Path) -> None:
    """Raise an error in words unless a file can be written there, as far as can be told before."""
    if not file.parent.is_dir():
        raise ValueError(f"There is no folder {file.parent} to write {file.name} in.")
    if file.exists() and not file.is_file():
        raise ValueError(f"{file} is no ordinary file: choose another name.")
    if not os.access(file.parent, os.W_OK):
        raise ValueError(f"{file} cannot be written: its folder is locked.")


def write_whole(file: Path, content: bytes) -> None:
    """Write a file beside the old one and move it into its place, so that one of them is whole."""
    insist_on_place(file)
    part = file.with_name(f".{file.name}.{token_hex(4)}.part")
    try:
        with open(part, "xb") as stream:  # with the mode that the umask leaves
            with suppress(FileNotFoundError):
                shutil.copymode(file, part)
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())  # else the new name might outlive a power cut, empty
        os.replace(part, file)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno:  # about the file that the reader knows
            raise OSError(error.errno, error.strerror, str(file)) from None
        raise


def free_name(path: Path) -> Path:
    """Return a name beside `path` that nothing has yet: 03_minimax_old1.ipynb."""
    nth = 1
    while (free := path.with_stem(f"{path.stem}_old{nth}")).exists():
        nth += 1
    return free
