"""Events as versioned JSON.

A row says kind and version of its event, so that old rows stay readable: they
are never rewritten, but brought up to date on reading, version by version. To
change the shape of an event, raise its version in `KINDS` and put the step from
the version before into `UPCASTERS`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec

from pbem.rules.cards import Card, card
from pbem.rules.events import (
    BidChanged,
    BidMade,
    BidSealed,
    BidsShown,
    CardPlayed,
    CardsLaid,
    ClockRanOut,
    DealRevealed,
    DealScored,
    Dealt,
    Event,
    FirstDealerChosen,
    GameEnded,
    GameStarted,
    PremiumGranted,
    SeatHandedOver,
    SecretRevealed,
    TrickTaken,
    TrumpMade,
)
from pbem.rules.options import Rules

Payload = dict[str, Any]
Upcaster = Callable[[Payload], Payload]


class UnreadableEvent(Exception):
    """A stored event that this release cannot read."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How an event is kept: its present version, and its fields that are hidden from some seats."""

    event: type[Event]
    version: int = 1
    hidden: tuple[str, ...] = ()


KINDS: Final[Mapping[str, Kind]] = {
    "game_started": Kind(GameStarted),
    "first_dealer_chosen": Kind(FirstDealerChosen),
    "dealt": Kind(Dealt, hidden=("hands", "covered")),
    "trump_made": Kind(TrumpMade),
    "bid_made": Kind(BidMade),
    "bid_changed": Kind(BidChanged),
    "bid_sealed": Kind(BidSealed, hidden=("tricks",)),
    "cards_laid": Kind(CardsLaid, hidden=("cards", "claim")),
    "premium_granted": Kind(PremiumGranted),
    "bids_shown": Kind(BidsShown),
    "card_played": Kind(CardPlayed),
    "trick_taken": Kind(TrickTaken),
    "deal_scored": Kind(DealScored),
    "deal_revealed": Kind(DealRevealed),
    "game_ended": Kind(GameEnded),
    "secret_revealed": Kind(SecretRevealed),
    "clock_ran_out": Kind(ClockRanOut),
    "seat_handed_over": Kind(SeatHandedOver),
}

UPCASTERS: Final[Mapping[tuple[str, int], Upcaster]] = {}
"""From (kind, version) to the payload of the next version. Hidden fields are among the others."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """An event as it is kept. `hidden` is sealed by whoever writes it."""

    kind: str
    version: int
    deal: int | None
    public: bytes
    hidden: bytes | None


def encoded(event: Event) -> Encoded:
    """Return an event in the form of its kind's present version."""
    name = _NAMES[type(event)]
    shape = _SHAPES[name]
    payload = shape.to_plain(event)
    hidden = {field: payload.pop(field) for field in KINDS[name].hidden}
    return Encoded(
        kind=name,
        version=KINDS[name].version,
        deal=getattr(event, "deal", None),
        public=_TO_JSON.encode(payload),
        hidden=_TO_JSON.encode(hidden) if hidden else None,
    )


def decoded(stored: Encoded, upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS) -> Event:
    """Return the event of a row of any version up to the present one.

    Raises:
        UnreadableEvent: the kind or version is not known here, or the payload is damaged.
    """
    kind = KINDS.get(stored.kind)
    if kind is None:
        raise UnreadableEvent(f"unknown kind of event: {stored.kind!r}")
    if stored.version > kind.version:
        raise UnreadableEvent(
            f"event {stored.kind!r} has version {stored.version}, but this release"
            f" reads versions up to {kind.version} only: a newer release wrote it"
        )
    payload = _FROM_JSON.decode(stored.public)
    if stored.hidden is not None:
        payload |= _FROM_JSON.decode(stored.hidden)
    for version in range(stored.version, kind.version):
        payload = _step(stored.kind, version, upcasters)(payload)
    try:
        return _SHAPES[stored.kind].from_plain(payload)
    except (KeyError, ValueError, TypeError) as fault:
        raise UnreadableEvent(f"damaged event {stored.kind!r}: {type(fault).__name__}") from None


def _step(kind: str, version: int, upcasters: Mapping[tuple[str, int], Upcaster]) -> Upcaster:
    try:
        return upcasters[kind, version]
    except KeyError:
        raise UnreadableEvent(f"no step from version {version} of event {kind!r}") from None


def rules_to_plain(rules: Rules) -> Payload:
    """Return every option with its value: a default changed later must not change this game."""
    plain: Payload = msgspec.to_builtins(rules)
    return plain


def rules_from_plain(options: Payload) -> Rules:
    """Return rules that were kept. They were judged when the game began, and are not again.

    Raises:
        ValueError: an option has a value that is not known.
    """
    return msgspec.convert(options, Rules)


Turn = Callable[[Any], Any]
_TO_JSON: Final = msgspec.json.Encoder()
_FROM_JSON: Final = msgspec.json.Decoder(dict)


def _same(value: Any) -> Any:
    return value


def _out(hint: Any) -> Turn:
    """Return how a field of this type is turned into what JSON can hold."""
    inner = _inner(hint)
    if hint is Card:
        return str
    if hint is Rules:
        return rules_to_plain
    if inner is None or _out(inner) is _same:
        return _same
    turn = _out(inner)
    if get_origin(hint) is tuple:
        return lambda values: [turn(value) for value in values]
    return lambda value: None if value is None else turn(value)


def _in(hint: Any) -> Turn:
    """Return how a field of this type is made from what JSON held."""
    inner = _inner(hint)
    if hint is Card:
        return card
    if hint is Rules:
        return rules_from_plain
    if inner is None:
        return lambda value: msgspec.convert(value, hint)
    turn = _in(inner)
    if get_origin(hint) is tuple:
        return lambda values: tuple(turn(value) for value in values)
    return lambda value: None if value is None else turn(value)


def _inner(hint: Any) -> Any:
    """Return X of `tuple[X, ...]` and `X | None`; None for any other type."""
    if get_origin(hint) is tuple:
        return get_args(hint)[0]
    if get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint):
        inner, *others = (one for one in get_args(hint) if one is not NoneType)
        return None if others else inner
    return None


class _Shape:
    """The fields of one kind of event, and how each goes to JSON and back."""

    def __init__(self, event: type[Event]) -> None:
        hints = get_type_hints(event)
        names = [field.name for field in fields(event)]
        self._event = event
        self._out = [(name, _out(hints[name])) for name in names]
        self._in = [(name, _in(hints[name])) for name in names]

    def to_plain(self, event: Event) -> Payload:
        return {name: turn(getattr(event, name)) for name, turn in self._out}

    def from_plain(self, payload: Payload) -> Event:
        return self._event(**{name: turn(payload[name]) for name, turn in self._in})


_NAMES: Final = {kind.event: name for name, kind in KINDS.items()}
_SHAPES: Final = {name: _Shape(kind.event) for name, kind in KINDS.items()}
