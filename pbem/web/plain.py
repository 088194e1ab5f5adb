"""A seat's view as plain JSON, for programs that play or watch."""

from dataclasses import fields, is_dataclass
from datetime import datetime

from msgspec import Struct

from pbem.app.sight import Sight
from pbem.rules.cards import Card
from pbem.rules.moves import Position
from pbem.rules.options import Rules, as_options


def plain(value: object) -> object:
    """Return a value made of strings, numbers, lists and dictionaries only.

    Cards become their names, rules the options that differ from the defaults,
    times ISO 8601 in UTC.

    Raises:
        TypeError: there is no plain form of this value.
    """
    match value:
        case None | bool() | int() | float():
            return value
        case tuple() | list() if not isinstance(value, Card | Position):
            return [plain(item) for item in value]
        case Struct():
            return {field: plain(getattr(value, field)) for field in value.__struct_fields__}
        case _ if is_dataclass(value) and not isinstance(value, Rules):
            return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
        case _:
            return _leaf(value)


def _leaf(value: object) -> object:
    match value:
        case str() | Card():
            return str(value)
        case Position(deal, decision):
            return {"deal": deal, "decision": decision}
        case Rules():
            return as_options(value)
        case datetime():
            return value.isoformat()
        case _:
            raise TypeError(f"no plain form of {type(value).__name__}")


def state(sight: Sight) -> dict[str, object]:
    """Return what this reader may see of the table, without the codes that let people in."""
    return {
        "code": sight.code,
        "status": sight.status.value,
        "preset": sight.preset,
        "places": plain(sight.places),
        "deadlines": {str(seat): plain(at) for seat, at in sight.deadlines},
        "commitment": sight.commitment,
        "root": sight.root,
        "view": plain(sight.view),
    }
