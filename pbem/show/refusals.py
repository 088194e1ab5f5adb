"""One sentence or two per refusal: what is wrong, and what to write instead."""

from collections.abc import Sequence
from typing import assert_never

from pbem.app.answers import AnyRefusal
from pbem.orders.orders import Desk, NotUnderstood, ShowRules, WrongDesk
from pbem.rules.cards import Card
from pbem.rules.moves import Position
from pbem.rules.refusals import (
    BidForbidden,
    BidStands,
    CardNotHeld,
    GameNotRunning,
    MustFollowSuit,
    NotYourTurn,
    Refusal,
    TooLate,
    WrongKind,
)
from pbem.show import app_refusals, cards
from pbem.show.names import Company
from pbem.show.reader import Reader

# A longer list of possible answers is not repeated: the hand stands below it.
_LONGEST_LIST = 5


def sentence(reader: Reader, refusal: AnyRefusal, company: Company) -> str:
    """Return why a line was refused, as it goes on after `refused:`."""
    match refusal:
        case NotUnderstood():
            return not_understood(reader, refusal)
        case WrongDesk(_, ShowRules(), "game"):
            return reader._("there are many versions. Write for example <rules blackout>.")
        case WrongDesk(_, _, desk):
            return wrong_desk(reader, desk)
        case (
            NotYourTurn()
            | GameNotRunning()
            | WrongKind()
            | BidForbidden()
            | BidStands()
            | CardNotHeld()
            | MustFollowSuit()
            | TooLate()
        ):
            return _by_rules(reader, refusal, company)
        case _:
            return app_refusals.sentence(reader, refusal)


def _by_rules(  # noqa: C901, PLR0911 - a closed union, a line each
    reader: Reader, refusal: Refusal, company: Company
) -> str:
    match refusal:
        case NotYourTurn(on_turn):
            return reader._(
                "it is not your turn. The game waits for {names}.",
                names=company.all(reader, on_turn),
            )
        case GameNotRunning(over):
            return reader._("the game is over.") if over else reader._("the game has not begun.")
        case WrongKind():
            return _wrong_kind(reader, refusal)
        case BidForbidden():
            return _bid_forbidden(reader, refusal)
        case BidStands(bid):
            return reader._("your bid ({bid}) stands.", bid=bid)
        case CardNotHeld(card, playable):
            held = reader._("you do not hold the {card}.", card=_told(reader, card))
            return " ".join([held, *_playable(reader, playable)])
        case MustFollowSuit(card, led, playable):
            return _must_follow(reader, card, led, playable)
        case TooLate(meant, now):
            return _too_late(reader, meant, now)
        case _:
            assert_never(refusal)


def _wrong_kind(reader: Reader, refusal: WrongKind) -> str:
    if refusal.wanted == "bid":
        bids = reader.any_of([f"<{bid}>" for bid in refusal.legal_bids])
        return reader._("a bid is due, not a card. Write {bids}.", bids=bids)
    due = reader._("a card is due, not a bid.")
    return " ".join([due, *_playable(reader, refusal.legal_cards)])


def _bid_forbidden(reader: Reader, refusal: BidForbidden) -> str:
    if refusal.why == "hook":
        why = reader._("you bid last, and the bids may not add up to the tricks.")
    else:
        why = reader._("that is more than the tricks of this deal.")
    bids = reader.any_of([f"<{bid}>" for bid in refusal.legal])
    return f"{why} {reader._('Write {bids}.', bids=bids)}"


def _must_follow(reader: Reader, card: Card, led: str, playable: Sequence[Card]) -> str:
    suit = cards.suit(reader, led)
    why = reader._(
        "the {card} does not follow suit. The lead was in {suit}, and you have some.",
        card=_told(reader, card),
        suit=suit,
    )
    return " ".join([why, *_playable(reader, playable)])


def _told(reader: Reader, card: Card) -> str:
    return f"({cards.words(reader, card)})"


def _playable(reader: Reader, playable: Sequence[Card]) -> list[str]:
    if not 0 < len(playable) <= _LONGEST_LIST:
        return []
    return [reader._("Write {cards}.", cards=reader.any_of(cards.typed(playable)))]


def _too_late(reader: Reader, meant: Position, now: Position | None) -> str:
    if now is not None and now.deal == meant.deal:
        return reader._("it was written for an earlier point of this deal. Answer the newest mail.")
    return reader._(
        "it was written for deal ({deal}), which has gone on since. Answer the newest mail.",
        deal=meant.deal,
    )


def not_understood(reader: Reader, refusal: NotUnderstood) -> str:
    """Return that a line is no order, with what it resembles."""
    if not refusal.near:
        return reader._("it is not understood. <help> tells what you may write.")
    near = reader.any_of([f"<{line}>" for line in refusal.near])
    return reader._("it is not understood. Did you mean {near}?", near=near)


def wrong_desk(reader: Reader, desk: Desk) -> str:
    """Return where an order belongs that was sent to the wrong address."""
    match desk:
        case "game":
            return reader._("this belongs to a game. Write it in reply to a mail of that game.")
        case "service":
            return reader._("this belongs elsewhere. Write it to the service's own address.")
        case "invitation":
            return reader._("this belongs in the reply to an invitation.")
        case _:
            assert_never(desk)
