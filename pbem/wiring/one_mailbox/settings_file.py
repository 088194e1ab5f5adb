"""The file of settings: for its owner alone, read by shells and systemd alike."""

import os
import secrets
import shlex
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path

from pbem.signing import MASTER_BYTES


def new_key() -> str:
    """Return a first key for `PBEM_KEYS`."""
    return f"1:{b64encode(secrets.token_bytes(MASTER_BYTES)).decode()}"


def write_privately(path: Path, environ: Mapping[str, str]) -> None:
    """Write settings to a file that nobody else can read, at no instant.

    Raises:
        OSError: the file cannot be written there.
    """
    made = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    lines = (f"{name}={shlex.quote(value)}\n" for name, value in environ.items())
    descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.writelines(lines)
        made.replace(path)
    except OSError:
        made.unlink(missing_ok=True)
        raise
