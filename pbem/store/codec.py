"""Events as versioned JSON.

A row says kind and version of its event, so that old rows stay readable: they
are never rewritten, but brought up to date on reading, version by version. To
change the shape of an event, raise its version in `KINDS` and put the step from
the version before into `UPCASTERS`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, get_type_hints

import msgspec
from msgspec.structs import asdict, astuple

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
    public, hidden = _SHAPES[name].encoded(event)
    return Encoded(name, KINDS[name].version, getattr(event, "deal", None), public, hidden)


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
    shape = _SHAPES[stored.kind]
    try:
        if stored.version == kind.version:
            return shape.decoded(stored.public, stored.hidden)
        return shape.converted(_brought_up(stored, kind.version, upcasters))
    except (KeyError, ValueError, TypeError) as fault:
        raise UnreadableEvent(f"damaged event {stored.kind!r}: {type(fault).__name__}") from None


def _brought_up(
    stored: Encoded, version: int, upcasters: Mapping[tuple[str, int], Upcaster]
) -> Payload:
    """Return the fields of an event in this version, as plain JSON values."""
    payload: Payload = _FROM_JSON.decode(stored.public)
    if stored.hidden is not None:
        payload |= _FROM_JSON.decode(stored.hidden)
    for before in range(stored.version, version):
        payload = _step(stored.kind, before, upcasters)(payload)
    return payload


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


class _Shape:
    """The fields of one kind of event, and how they go to JSON and back."""

    def __init__(self, kind: Kind) -> None:
        hints = get_type_hints(kind.event)
        self._event = kind.event
        self._hidden = kind.hidden
        self._names = tuple(kind.event.__struct_fields__)
        self._public = [name for name in self._names if name not in kind.hidden]
        # Records without defaults: a field that is missing is damage.
        self._row = _record(kind.event, {name: hints[name] for name in self._public})
        self._secret = _record(kind.event, {name: hints[name] for name in kind.hidden})
        self._all = _record(kind.event, {name: hints[name] for name in self._names})
        self._read = msgspec.json.Decoder(self._row).decode
        self._read_secret = msgspec.json.Decoder(self._secret).decode

    def encoded(self, event: Event) -> tuple[bytes, bytes | None]:
        """Return what everybody may read of it, and what is hidden, if anything is."""
        if not self._hidden:
            return _TO_JSON.encode(event), None
        public = self._row(*[getattr(event, name) for name in self._public])
        secret = self._secret(*[getattr(event, name) for name in self._hidden])
        return _TO_JSON.encode(public), _TO_JSON.encode(secret)

    def decoded(self, public: bytes, hidden: bytes | None) -> Event:
        row = self._read(public)
        if hidden is None:
            return self._event(*astuple(row))
        secret = self._read_secret(hidden)
        return self._event(**asdict(row), **asdict(secret))

    def converted(self, payload: Payload) -> Event:
        return self._event(*astuple(msgspec.convert(payload, self._all)))


def _record(event: type[Event], shape: Mapping[str, Any]) -> type[msgspec.Struct]:
    return msgspec.defstruct(event.__name__, list(shape.items()))


_TO_JSON: Final = msgspec.json.Encoder()
_FROM_JSON: Final = msgspec.json.Decoder(dict)
_NAMES: Final = {kind.event: name for name, kind in KINDS.items()}
_SHAPES: Final = {name: _Shape(kind) for name, kind in KINDS.items()}
