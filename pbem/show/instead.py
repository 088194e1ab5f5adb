"""What to write instead of a line that was refused, in a mail."""

from collections.abc import Sequence
from typing import Final

from pbem.app.answers import (
    AnyRefusal,
    SeatAway,
    SeveralPresets,
    UnknownPreset,
    UnknownZone,
    WhichJoker,
)
from pbem.orders.orders import Desk, NotUnderstood, ShowRules, WrongDesk
from pbem.rules.cards import Card
from pbem.rules.cards import card as named
from pbem.rules.refusals import (
    BidForbidden,
    CallNeeded,
    CardNotHeld,
    LayForbidden,
    MustFollowSuit,
    MustPlay,
    TooLate,
    TrumpForbidden,
    WrongKind,
)
from pbem.show import cards, quoting
from pbem.show.reader import Reader
from pbem.show.table import open_bids

# A longer list of possible answers is not repeated: the hand stands below it.
_LONGEST_LIST = 5
_LAYING: Final = "lay 7C 9H JS"
_ZONE: Final = "zone Europe/Prague"


def instead(  # noqa: PLR0911 - a row of cases, a line each
    reader: Reader, refusal: AnyRefusal
) -> str:
    """Return what to write, as a sentence; empty where what is wrong says all."""
    match refusal:
        case NotUnderstood(_, near):
            return meant(reader, near) or reader._("<help> tells what you may write.")
        case WrongDesk(_, ShowRules(), "game"):
            return reader._("Write for example <rules blackout>, or <rules all> for a list.")
        case WrongDesk(_, _, desk):
            return _desk(reader, desk)
        case UnknownPreset(_, ids) | SeveralPresets(_, ids):
            return meant(reader, [f"rules {one}" for one in ids])
        case UnknownZone(_, zones):
            return meant(reader, [f"zone {one}" for one in zones]) or _example(reader, _ZONE)
        case WhichJoker(jokers, call):
            return _write(reader, [f"{cards.line(reader, one)} {call}".strip() for one in jokers])
        case SeatAway(resigned):
            return "" if resigned else reader._("To play yourself again, write <back>.")
        case _:
            return _at_table(reader, refusal)


def _at_table(  # noqa: C901, PLR0911 - a row of cases, a line each
    reader: Reader, refusal: AnyRefusal
) -> str:
    """Return what to write to a table at play."""
    match refusal:
        case WrongKind():
            return _wanted(reader, refusal)
        case BidForbidden(_, legal):
            return _bids(reader, legal)
        case CardNotHeld(_, playable) | MustFollowSuit(_, _, playable) | MustPlay(_, _, playable):
            return _playable(reader, playable)
        case CallNeeded():
            return _call(reader, refusal)
        case TrumpForbidden(_, legal):
            return _trumps(reader, legal)
        case LayForbidden(why="count"):
            return _example(reader, _LAYING)
        case LayForbidden(why="claim"):
            return reader._("Write the line without it.")
        case TooLate():
            return reader._("Answer the newest mail.")
        case _:
            return ""


def is_of_jokers(calls: Sequence[str]) -> bool:
    """Tell whether it is a joker that these may be said with, not a wild two."""
    return bool({"high", "low"} & {*calls})


def _wanted(reader: Reader, refusal: WrongKind) -> str:
    match refusal.wanted:
        case "bid":
            return _bids(reader, refusal.legal_bids)
        case "card":
            return _playable(reader, refusal.legal_cards)
        case "trump":
            return _trumps(reader, refusal.legal_trumps)
        case "lay":
            return _example(reader, _LAYING)


def _bids(reader: Reader, legal: Sequence[int]) -> str:
    return reader._("Write {bids}.", bids=open_bids(reader, legal))


def _playable(reader: Reader, playable: Sequence[Card]) -> str:
    if not 0 < len(playable) <= _LONGEST_LIST:
        return ""
    return reader._("Write {cards}.", cards=reader.any_of(cards.typed(reader, playable)))


def _trumps(reader: Reader, legal: Sequence[str]) -> str:
    return _write(reader, [cards.named_trump(trump) for trump in legal])


def _call(reader: Reader, refusal: CallNeeded) -> str:
    """Return what may be said with a card: a short list of lines, or the suits and an example."""
    code = cards.line(reader, refusal.card)
    if not refusal.calls:
        return _write(reader, [code])
    if is_of_jokers(refusal.calls):
        return _write(reader, [f"{code} {call}" for call in refusal.calls])
    names = [cards.line(reader, named(call)) for call in refusal.calls]
    if len(names) <= _LONGEST_LIST:
        return _write(reader, [f"{code} as {name}" for name in names])
    suits = dict.fromkeys(call[-1] for call in refusal.calls)
    return reader._(
        "Write for example <{line}>; open are ({n}) cards in these suits: ({suits}).",
        line=f"{code} as {names[-1]}",
        n=len(names),
        suits=reader.any_of([cards.suit(reader, suit) for suit in suits]),
    )


def _desk(reader: Reader, desk: Desk) -> str:
    match desk:
        case "game":
            return reader._("Write it in reply to a mail of that game.")
        case "service":
            return reader._(
                "Write it in a new mail to the service's own address, from which this mail comes."
            )
        case "invitation":
            return ""


def _write(reader: Reader, lines: Sequence[str]) -> str:
    return reader._("Write {lines}.", lines=_any_of(reader, lines))


def _example(reader: Reader, line: str) -> str:
    return reader._("Write for example <{line}>.", line=line)


def meant(reader: Reader, lines: Sequence[str]) -> str:
    """Ask whether one of these lines was meant; empty if none of them can be quoted."""
    near = [typed for line in lines if (typed := quoting.typed(line)) is not None]
    return reader._("Did you mean {near}?", near=reader.any_of(near)) if near else ""


def _any_of(reader: Reader, lines: Sequence[str]) -> str:
    return reader.any_of([f"<{line}>" for line in lines])
