"""Seals for columns: what is sealed for one row and column opens there only."""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Any

import msgspec

from pbem.signing import Keys, seal, unseal


@dataclass(frozen=True, slots=True)
class Sealer:
    """Seals and opens with the keys of the service."""

    keys: Keys

    def seal(self, data: bytes, place: str) -> bytes:
        """Return the data sealed for a place (`table/row`)."""
        return seal(self.keys, data, place)

    def open(self, sealed: bytes, place: str) -> bytes:
        """Return what was sealed for this place.

        Raises:
            UnsealError: it was altered, sealed for another place, or its key is gone.
        """
        return unseal(self.keys, sealed, place)

    def seal_text(self, words: str, place: str) -> bytes:
        return self.seal(words.encode("utf-8", "replace"), place)

    def open_text(self, sealed: bytes, place: str) -> str:
        return self.open(sealed, place).decode()

    def seal_facts(self, facts: dict[str, object], place: str) -> bytes:
        return self.seal(msgspec.json.encode(facts), place)

    def open_facts(self, sealed: bytes, place: str) -> dict[str, object]:
        facts: dict[str, Any] = msgspec.json.decode(self.open(sealed, place), type=dict)
        return facts

    def marks(self, text: str, purpose: str) -> list[str]:
        """Return keyed hashes of a text, by the newest key first."""
        keys = self.keys.all_for(purpose)
        return [hmac.digest(key, text.encode(), "sha256").hex() for key in keys]


def fingerprint(text: str) -> str:
    """Return the hash under which a long or secret text is looked up."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
