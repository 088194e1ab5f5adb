"""Rows of letters as values, and where what is sealed of them belongs."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Row

from pbem.app.ports import ActedBefore
from pbem.app.records import LetterState, StoredLetter
from pbem.app.trust import NO_ORIGIN, Origin
from pbem.signing import KeyGoneError, UnsealError
from pbem.store.columns import storable


def why_sealed(fault: UnsealError) -> str:
    if isinstance(fault, KeyGoneError):
        return f"sealed with key {fault.key_id}, which is not in PBEM_KEYS; retry once it is back"
    return "its seal does not open: the stored bytes were altered"


def letter_of(
    row: Row[Any], raw: bytes = b"", trace: str | None = None, origin: bytes | None = None
) -> StoredLetter:
    return StoredLetter(
        id=row.id,
        received_at=row.received_at,
        transport=row.transport,
        recipient=row.recipient,
        recipients=tuple(msgspec.json.decode(row.recipients)),
        lane=row.lane,
        raw=raw,
        state=LetterState(row.state),
        verdict=row.verdict,
        reason=row.reason,
        trace=trace,
        origin=msgspec.json.decode(origin, type=Origin) if origin else NO_ORIGIN,
    )


def must_be_first(marked: object) -> None:
    if marked is None:
        raise ActedBefore


def list_text(texts: Sequence[str]) -> str:
    return msgspec.json.encode([storable(text) for text in texts]).decode()
