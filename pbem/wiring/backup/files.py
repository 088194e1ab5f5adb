"""Files that settings name: they go into a backup with the settings, and come back beside them."""

import os
from base64 import b64decode, b64encode
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pbem.wiring.backup.faults import Refused

_ENDING: Final = "_FILE"


def packed(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the content of each file that a setting names, by setting, in base64.

    Raises:
        Refused: one of them cannot be read.
    """
    return {name: _content(settings[name]) for name in settings if name.endswith(_ENDING)}


def _content(path: str) -> str:
    try:
        return b64encode(Path(path).read_bytes()).decode()
    except OSError as fault:
        raise Refused(f"{path} cannot be read: {fault.strerror}.") from None


def unpacked(
    settings: Mapping[str, str], files: Mapping[str, str], folder: Path
) -> tuple[dict[str, str], dict[Path, bytes]]:
    """Return the settings as they name the files once these lie in a folder, and the files."""
    found = {folder / Path(settings[name]).name: b64decode(files[name]) for name in files}
    if len(found) < len(files):
        raise Refused("Two files of the backup bear one name.")
    moved = {name: str(folder / Path(settings[name]).name) for name in files}
    return {**settings, **moved}, found


def write_new(file: Path, content: bytes) -> None:
    """Write a file that is not there yet, and that nobody else can read.

    Raises:
        Refused: it is there, or cannot be written.
    """
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as fault:
        raise Refused(f"{file} was not written: {fault.strerror}.") from None
    with os.fdopen(descriptor, "wb") as out:
        out.write(content)
