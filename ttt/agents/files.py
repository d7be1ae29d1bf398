"""Files that are whole or not there: what is written replaces the old only when it is complete."""

import os
import tempfile
from pathlib import Path


def insist_on_folder(file: Path) -> None:
    """Raise a ValueError unless there is the folder that a file is to be written in."""
    if not file.parent.is_dir():
        raise ValueError(f"There is no folder {file.parent} to write {file.name} in.")


def write_whole(file: Path, content: bytes) -> None:
    """Write a file beside the old one and move it into its place, so that one of them is whole."""
    insist_on_folder(file)
    handle, part = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.", suffix=".part")
    try:
        with open(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())  # else the new name might outlive a power cut, empty
        os.chmod(part, 0o644)  # a temporary file is its owner's alone
        os.replace(part, file)
    except BaseException:
        os.unlink(part)
        raise
