"""The master keys of the service, and the key of each purpose."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

MASTER_BYTES: Final = 32
HIGHEST_KEY_ID: Final = 31


@dataclass(frozen=True, slots=True)
class MasterKey:
    """A master key under its id (0 to 31). The secret never shows in a `repr`."""

    id: int
    secret: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if not 0 <= self.id <= HIGHEST_KEY_ID:
            raise ValueError(f"a key id is a number from 0 to {HIGHEST_KEY_ID}")
        if len(self.secret) < MASTER_BYTES:
            raise ValueError(f"a key has at least {MASTER_BYTES} bytes")


@dataclass(frozen=True, slots=True)
class Keys:
    """The master keys of the service, newest first.

    Raises:
        ValueError: there is no key, or two share an id.
    """

    masters: tuple[MasterKey, ...]

    def __post_init__(self) -> None:
        ids = [master.id for master in self.masters]
        if not ids:
            raise ValueError("at least one key is needed")
        if len(ids) != len(set(ids)):
            raise ValueError("two keys share an id")

    @classmethod
    def of(cls, *pairs: tuple[int, bytes]) -> "Keys":
        """Return keys from pairs of id and secret, newest first."""
        return cls(tuple(MasterKey(key_id, secret) for key_id, secret in pairs))

    @property
    def newest(self) -> int:
        """The id of the key that signs and seals now."""
        return self.masters[0].id

    def ids(self) -> tuple[int, ...]:
        return tuple(master.id for master in self.masters)

    def derived(self, key_id: int, purpose: str) -> bytes | None:
        """Return the 32 bytes for this purpose; None if there is no such master key."""
        for master in self.masters:
            if master.id == key_id:
                return _derived(master.secret, purpose)
        return None

    def current(self, purpose: str) -> bytes:
        """Return the newest key for this purpose."""
        return _derived(self.masters[0].secret, purpose)

    def all_for(self, purpose: str) -> tuple[bytes, ...]:
        """Return the keys for this purpose, newest first."""
        return tuple(_derived(master.secret, purpose) for master in self.masters)


@lru_cache(maxsize=256)
def _derived(secret: bytes, purpose: str) -> bytes:
    info = b"pbem/" + purpose.encode()
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(secret)
