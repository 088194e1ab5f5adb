"""Answers and their parts as JSON-able data, to be kept with a notice, and back."""

from typing import Any

import msgspec

from pbem.app import answers, refused
from pbem.app.answers import Answer, Done, LineOutcome
from pbem.app.own_lines import AddressLine, GameLine
from pbem.orders import orders
from pbem.rules import refusals

# By name: a refusal is kept with its class, since several have the same fields.
_REFUSALS: dict[str, type] = {
    name: kind
    for module in (refusals, answers, refused, orders)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and hasattr(kind, "__dataclass_fields__")
}


def pack_answer(answer: Answer) -> dict[str, object]:
    """Return the answer as data that `unpack_answer` turns back into an equal one."""
    plain = msgspec.to_builtins(
        {
            "unread": answer.unread,
            "sections": answer.sections,
            "why_empty": answer.why_empty,
            "zone_guess": answer.zone_guess,
            "games": answer.games,
            "addresses": answer.addresses,
            "preset": answer.preset,
            "sought": answer.sought,
            "in_reply_to": answer.in_reply_to,
            "silence": answer.silence,
        }
    )
    return {**plain, "lines": [_pack_line(line) for line in answer.lines]}


def unpack_answer(data: dict[str, Any]) -> Answer:
    """Turn packed data back into an answer."""
    return Answer(
        lines=tuple(_unpack_line(line) for line in data["lines"]),
        unread=tuple(data["unread"]),
        sections=tuple(data["sections"]),
        why_empty=data["why_empty"],
        zone_guess=data["zone_guess"],
        games=msgspec.convert(data["games"], tuple[GameLine, ...]),
        preset=data["preset"],
        sought=data["sought"],
        in_reply_to=data["in_reply_to"],
        # Answers that were packed before there was a word for it have none.
        silence=data.get("silence"),
        addresses=msgspec.convert(data.get("addresses", ()), tuple[AddressLine, ...]),
    )


def _pack_line(line: LineOutcome) -> dict[str, object]:
    return {
        "line": line.line,
        "done": msgspec.to_builtins(line.done),
        "refused": None if line.refused is None else _pack_value(line.refused),
    }


def _unpack_line(data: dict[str, Any]) -> LineOutcome:
    return LineOutcome(
        line=data["line"],
        done=None if data["done"] is None else msgspec.convert(data["done"], Done),
        refused=None if data["refused"] is None else _unpack_value(data["refused"]),
    )


def _pack_value(value: Any) -> dict[str, object]:
    fields = {name: getattr(value, name) for name in value.__dataclass_fields__}
    if isinstance(value, orders.WrongDesk):
        fields["order"] = _pack_value(value.order)
    return {"is": type(value).__name__, **msgspec.to_builtins(fields)}


def _unpack_value(data: dict[str, Any]) -> Any:
    kind = _REFUSALS[data["is"]]
    fields = {name: value for name, value in data.items() if name != "is"}
    if kind is orders.WrongDesk:
        return orders.WrongDesk(fields["line"], _unpack_value(fields["order"]), fields["desk"])
    return msgspec.convert(fields, kind)
