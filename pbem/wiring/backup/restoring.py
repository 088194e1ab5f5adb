"""Restoring a backup: everything is looked at before anything is changed."""

import hashlib
import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import Engine, func, inspect, select

from pbem import store
from pbem.config import Settings
from pbem.config_values import Wrong, keys
from pbem.signing import Keys
from pbem.store.migrate import known_revisions
from pbem.store.schema import beats, metadata
from pbem.wiring.backup.databases import dialect, loaded
from pbem.wiring.backup.faults import Refused
from pbem.wiring.backup.files import unpacked, write_new
from pbem.wiring.backup.members import MANIFEST, Manifest, blocks_of
from pbem.wiring.backup.sealed import opened

_ALIVE: Final = timedelta(minutes=2)
_LARGEST_TOLD: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Verified:
    """A backup of which every byte was read and is as it was written."""

    file: Path
    manifest: Manifest
    passphrase: str = field(repr=False)
    settings: dict[str, str] = field(repr=False)
    files: dict[str, str] = field(repr=False)


def verified(file: Path, passphrase: str) -> Verified:
    """Read a whole backup, without changing anything.

    Raises:
        Refused: it is no backup, the passphrase is another one, or it is not whole.
    """
    sums = {name: (0, hashlib.sha256()) for name in ("database", "settings", "files", MANIFEST)}
    told: dict[str, bytes] = {"settings": b"", "files": b"", MANIFEST: b""}
    for name, block in _blocks(file, passphrase):
        if name not in sums or len(told.get(name, b"")) > _LARGEST_TOLD:
            raise Refused("The backup holds what this release does not know.")
        size, sha = sums[name]
        sha.update(block)
        sums[name] = (size + len(block), sha)
        if name in told:
            told[name] += block
    try:
        manifest = Manifest.from_bytes(told[MANIFEST])
        settings: dict[str, str] = json.loads(told["settings"])
        files: dict[str, str] = json.loads(told["files"] or b"{}")
    except (ValueError, KeyError, TypeError):
        raise Refused("The backup has no manifest that can be read.") from None
    found = {name: (size, sha.hexdigest()) for name, (size, sha) in sums.items()}
    found.pop(MANIFEST)
    if "files" not in manifest.members and not told["files"]:
        # It was made before files were taken along.
        found.pop("files")
    if found != manifest.members:
        raise Refused("The backup's checksums do not hold. Take another one.")
    return Verified(file, manifest, passphrase, settings, files)


def _blocks(file: Path, passphrase: str) -> Iterator[tuple[str, bytes]]:
    try:
        source = file.open("rb")
    except OSError as fault:
        raise Refused(f"{file} cannot be read: {fault.strerror}.") from None
    with source:
        yield from blocks_of(opened(source, passphrase))


def write_settings(backup: Verified, file: Path) -> list[Path]:
    """Write the settings of a backup into a new file, and beside it the files that they name.

    They hold the keys, and nobody else can read them. Returns the files that were written,
    the settings last.

    Raises:
        Refused: one of the files is there already, or cannot be written.
    """
    settings, files = unpacked(backup.settings, backup.files, file.absolute().parent)
    lines = "".join(f"{name}={shlex.quote(value)}\n" for name, value in settings.items())
    files[file] = lines.encode()
    for there in files:
        if there.exists() or there.is_symlink():
            raise Refused(f"{there} was not written: there is one already.")
    for path, content in files.items():
        write_new(path, content)
    return list(files)


def restore(settings: Settings, backup: Verified, now: datetime, *, replace: bool) -> None:
    """Put a backup in the place of what is in the database, and bring it to this release.

    Raises:
        Refused: the backup is not for this release, database or keys; the service runs; or
            the database is not empty, and it is not to be replaced.
    """
    _fits(settings, backup)
    engine = store.open_engine(settings.database_url)
    try:
        _stands_still(engine, now)
        if not replace and (found := _rows_in(engine)):
            raise Refused(
                f"The database is not empty: {found} holds rows. To lose all that is in it, "
                "add --replace."
            )
        database = (
            block
            for name, block in _blocks(backup.file, backup.passphrase)
            if name == "database" and block
        )
        engine.dispose()
        loaded(engine, database)
        store.migrate(engine)
    finally:
        engine.dispose()


def _fits(settings: Settings, backup: Verified) -> None:
    made = backup.manifest
    if made.revision not in known_revisions():
        raise Refused(
            f"The backup is of a newer release ({made.version}, tables {made.revision}). "
            "Install that one first."
        )
    if (here := dialect(settings.database_url)) != made.database:
        raise Refused(
            f"The backup is of {made.database}, and PBEM_DATABASE_URL names {here}. "
            "It can be restored only into the same kind."
        )
    if missing := _missing_keys(settings.keys, backup):
        told = ", ".join(str(number) for number in missing)
        raise Refused(
            f"PBEM_KEYS lacks what sealed this backup: key {told}. The backup holds it: "
            "`pbem restore FILE --settings NEW_FILE` writes the settings it was made with."
        )


def _missing_keys(here: Keys, backup: Verified) -> list[int]:
    try:
        there = keys(backup.settings.get("PBEM_KEYS", ""))
    except Wrong:
        raise Refused("The backup holds no keys that can be read.") from None
    present = {one.id: one.secret for one in here.masters}
    return [one.id for one in there.masters if present.get(one.id) != one.secret]


def _stands_still(engine: Engine, now: datetime) -> None:
    if not inspect(engine).has_table(beats.name):
        return
    with engine.connect() as connection:
        beating = select(func.max(beats.c.at)).where(beats.c.name.in_(("tick", "sweep")))
        last = connection.execute(beating).scalar_one()
    if last is not None and now - last < _ALIVE:
        raise Refused(
            f"The service was at work at {last:%H:%M:%S} UTC. Stop all its parts, and restore "
            "two minutes after that."
        )


def _rows_in(engine: Engine) -> str | None:
    """Return a table of ours that has a row; None if there is none."""
    present = set(inspect(engine).get_table_names())
    with engine.connect() as connection:
        for table in metadata.sorted_tables:
            some = select(1).select_from(table).limit(1)
            if table.name in present and connection.execute(some).first() is not None:
                return table.name
    return None
