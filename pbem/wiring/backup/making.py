"""Making a backup: whole under its name, or not there."""

import contextlib
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO, Final

from pbem import store
from pbem.config import OTHERS, PREFIX, Settings
from pbem.store.migrate import revision
from pbem.wiring.backup.databases import dumped
from pbem.wiring.backup.faults import Refused
from pbem.wiring.backup.files import packed
from pbem.wiring.backup.members import MANIFEST, Manifest, written
from pbem.wiring.backup.sealed import Sealer

_LEAST: Final = 12


def make(
    settings: Settings, environ: Mapping[str, str], passphrase: str, file: Path, now: datetime
) -> Manifest:
    """Write database, settings and the files that these name into a new file that only its
    owner can read.

    Raises:
        Refused: the file is there already, the passphrase is short, or the database cannot
            be copied, or a file not be read. Then nothing stands under the file's name.
    """
    if len(passphrase) < _LEAST:
        raise Refused(f"The passphrase has to have {_LEAST} characters or more.")
    kept = _kept(environ)
    engine = store.open_engine(settings.database_url)
    try:
        made = Manifest(
            version=version("pbem"),
            revision=revision(engine) or "",
            database=engine.dialect.name,
            made=now.isoformat(timespec="seconds"),
            keys=settings.keys.ids(),
        )
        if not made.revision:
            raise Refused("The database has no tables of this service yet.")
        with _new_file(file) as out:
            sealer = Sealer(out, passphrase)
            made.members["database"] = written(sealer, "database", dumped(engine))
            for name, told in (("settings", kept), ("files", packed(kept))):
                made.members[name] = written(sealer, name, [json.dumps(told).encode()])
            written(sealer, MANIFEST, [made.to_bytes()])
            sealer.close()
    finally:
        engine.dispose()
    return made


def _kept(environ: Mapping[str, str]) -> dict[str, str]:
    return {
        name: value
        for name, value in sorted(environ.items())
        if name.startswith(PREFIX) and not name.startswith(OTHERS) and value
    }


@contextlib.contextmanager
def _new_file(file: Path) -> Iterator[BinaryIO]:
    """Yield a file beside the wanted one, which takes its name once it is on the disk."""
    if file.exists() or file.is_symlink():
        raise Refused(f"{file} is there already. Choose another name, or move it away.")
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as fault:
        raise Refused(f"Nothing can be written to {file.parent}: {fault.strerror}.") from None
    try:
        with os.fdopen(descriptor, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        # A rename would overwrite what came under this name meanwhile; a link does not.
        os.link(part, file)
    except FileExistsError:
        raise Refused(f"{file} is there already. Choose another name, or move it away.") from None
    except OSError as fault:
        raise Refused(f"{file} was not written: {fault.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)
    _on_disk(file.parent)


def _on_disk(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
