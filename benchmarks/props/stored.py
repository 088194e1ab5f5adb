"""A log as it is stored, and the least that reading its bytes can cost: a typed decode."""

from collections.abc import Callable, Sequence
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import fields

from pbem.rules.cards import Card
from pbem.rules.events import Event
from pbem.store.codec import KINDS, Encoded, Kind, decoded, encoded

Decode = Callable[[bytes], object]


def stored(log: Sequence[Event]) -> list[Encoded]:
    return [encoded(event) for event in log]


def read(rows: Sequence[Encoded]) -> list[Event]:
    return [decoded(row) for row in rows]


def size(rows: Sequence[Encoded]) -> float:
    """Return the bytes of an event: its kind, what is public of it, and what is hidden."""
    return sum(len(row.kind) + len(row.public) + len(row.hidden or b"") for row in rows) / len(rows)


def typed_decode(rows: Sequence[Encoded]) -> list[tuple[object, object]]:
    """Decode the same bytes into plain typed records, without making events of them."""
    return [_records(row) for row in rows]


def _records(row: Encoded) -> tuple[object, object]:
    public, hidden = _DECODERS[row.kind]
    return public(row.public), None if row.hidden is None else hidden(row.hidden)


def _decoders(kind: Kind) -> tuple[Decode, Decode]:
    hints = get_type_hints(kind.event)
    names = [field.name for field in fields(kind.event)]
    public = [(name, _plain(hints[name])) for name in names if name not in kind.hidden]
    hidden = [(name, _plain(hints[name])) for name in kind.hidden]
    return _decoder(public), _decoder(hidden)


def _decoder(shape: list[tuple[str, Any]]) -> Decode:
    return msgspec.json.Decoder(msgspec.defstruct("Row", shape)).decode


def _plain(hint: Any) -> Any:
    """Return a type with cards as the text that they are stored as."""
    if hint is Card:
        return str
    if get_origin(hint) is tuple:
        return tuple[tuple(part if part is ... else _plain(part) for part in get_args(hint))]  # type: ignore[misc]
    if get_origin(hint) in (Union, UnionType):
        parts = [None if part is NoneType else _plain(part) for part in get_args(hint)]
        return Union[tuple(parts)]  # noqa: UP007 - of a list, which `|` cannot write
    return hint


_DECODERS = {name: _decoders(kind) for name, kind in KINDS.items()}
