"""What lies in a backup, one after the other: `database`, `settings`, `files`, and last
the manifest.

Each member is its name, then blocks with their length before them, then an empty block. The
manifest comes last, since only then the checksums of the others are known.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Protocol

from pbem.wiring.backup.faults import Refused

MANIFEST: Final = "manifest"
_LENGTH: Final = 4


class Sink(Protocol):
    def write(self, data: bytes, /) -> object: ...


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup is of. `members`: bytes and SHA-256 of each. `made` is a time in UTC."""

    version: str
    revision: str
    database: str
    made: str
    keys: tuple[int, ...]
    members: dict[str, tuple[int, str]] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> "Manifest":
        told: dict[str, Any] = json.loads(data)
        members = {name: (int(size), str(sha)) for name, (size, sha) in told["members"].items()}
        return cls(**{**told, "keys": tuple(told["keys"]), "members": members})


def written(sink: Sink, name: str, blocks: Iterable[bytes]) -> tuple[int, str]:
    """Write a member; return how many bytes it has, and their SHA-256."""
    size, sha = 0, hashlib.sha256()
    _block(sink, name.encode())
    for block in blocks:
        if block:
            _block(sink, block)
            size += len(block)
            sha.update(block)
    _block(sink, b"")
    return size, sha.hexdigest()


def _block(sink: Sink, data: bytes) -> None:
    sink.write(len(data).to_bytes(_LENGTH, "big") + data)


def blocks_of(pieces: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield each block with the name of its member, and an empty one at the end of each.

    Raises:
        Refused: the pieces end in the middle of something.
    """
    reader = _Reader(iter(pieces))
    while (name := reader.block()) is not None:
        while True:
            block = reader.block()
            if block is None:
                raise Refused("The backup ends too early. Take another one.")
            yield name.decode(), block
            if not block:
                break


@dataclass(slots=True)
class _Reader:
    pieces: Iterator[bytes]
    rest: bytearray = field(default_factory=bytearray)

    def block(self) -> bytes | None:
        """Return the next block; None at the end."""
        length = self._take(_LENGTH)
        return None if length is None else self._take(int.from_bytes(length, "big"))

    def _take(self, count: int) -> bytes | None:
        while len(self.rest) < count:
            piece = next(self.pieces, None)
            if piece is None:
                if self.rest:
                    raise Refused("The backup ends too early. Take another one.")
                return None
            self.rest += piece
        taken = bytes(self.rest[:count])
        del self.rest[:count]
        return taken
