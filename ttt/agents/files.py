"""Files that are whole or not there: what is written replaces the old only when it is complete.

An OSError names the file that was to be written, not the one beside it.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex


def insist_on_folder(file: Path) -> None:
    """Raise a ValueError unless there is the folder that a file is to be written in."""
    if not file.parent.is_dir():
        raise ValueError(f"There is no folder {file.parent} to write {file.name} in.")


def write_whole(file: Path, content: bytes) -> None:
    """Write a file beside the old one and move it into its place, so that one of them is whole."""
    insist_on_folder(file)
    part = file.with_name(f".{file.name}.{token_hex(4)}.part")
    with _named(file):
        try:
            with open(part, "xb") as stream:  # with the mode that the umask leaves
                with suppress(FileNotFoundError):
                    shutil.copymode(file, part)
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())  # else the new name might outlive a power cut, empty
            os.replace(part, file)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def try_to_write(file: Path) -> None:
    """Raise the OSError that `write_whole` would, found by a try that leaves nothing behind."""
    with _named(file):
        handle, part = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=".part")
        os.close(handle)
        os.unlink(part)


@contextmanager
def _named(file: Path) -> Iterator[None]:
    """Let an error of the system be about the file that the reader knows."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(file)) from None
