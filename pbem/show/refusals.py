"""One sentence or two per refusal: what is wrong, and what to write instead."""

from collections.abc import Sequence
from typing import assert_never

from pbem.app.answers import AnyRefusal
from pbem.orders.orders import Desk, NotUnderstood, ShowRules, WrongDesk
from pbem.rules.cards import NO_TRUMP, Card
from pbem.rules.cards import card as named
from pbem.rules.moves import Position
from pbem.rules.refusals import (
    BidForbidden,
    BidStands,
    CallNeeded,
    CardNotHeld,
    GameNotRunning,
    LayForbidden,
    MustFollowSuit,
    MustPlay,
    NotYourTurn,
    Refusal,
    TooLate,
    TrumpForbidden,
    WhyBid,
    WhyCard,
    WrongKind,
)
from pbem.show import app_refusals, cards
from pbem.show.names import Company
from pbem.show.reader import Reader
from pbem.show.table import open_bids

# A longer list of possible answers is not repeated: the hand stands below it.
_LONGEST_LIST = 5
_LAYING = "lay 7C 9H JS"


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
            | MustPlay()
            | CallNeeded()
            | TrumpForbidden()
            | LayForbidden()
            | TooLate()
        ):
            return _by_rules(reader, refusal, company)
        case _:
            return app_refusals.sentence(reader, refusal)


def _by_rules(  # noqa: C901, PLR0911, PLR0912 - a closed union, a line each
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
        case MustPlay(card, why, playable):
            return " ".join([_must_play(reader, card, why), *_playable(reader, playable)])
        case CallNeeded():
            return _call_needed(reader, refusal)
        case TrumpForbidden(trump, legal):
            return _trump_forbidden(reader, trump, legal)
        case LayForbidden():
            return _lay_forbidden(reader, refusal)
        case TooLate(meant, now):
            return _too_late(reader, meant, now)
        case _:
            assert_never(refusal)


def _wrong_kind(reader: Reader, refusal: WrongKind) -> str:
    match refusal.wanted:
        case "bid":
            bids = open_bids(reader, refusal.legal_bids)
            return reader._("a bid is due, nothing else. Write {bids}.", bids=bids)
        case "card":
            due = reader._("a card is due, nothing else.")
            return " ".join([due, *_playable(reader, refusal.legal_cards)])
        case "trump":
            due = reader._("trumps are to be named first.")
            return f"{due} {_trumps(reader, refusal.legal_trumps)}"
        case "lay":
            return reader._(
                "the bid is made by cards laid aside. Write for example <{line}>.",
                line=_LAYING,
            )
        case _:
            assert_never(refusal.wanted)


def _bid_forbidden(reader: Reader, refusal: BidForbidden) -> str:
    bids = open_bids(reader, refusal.legal)
    return f"{_why_bid(reader, refusal.why)} {reader._('Write {bids}.', bids=bids)}"


def _why_bid(reader: Reader, why: WhyBid) -> str:
    match why:
        case "hook":
            return reader._("you bid last, and the bids may not add up to the tricks.")
        case "too_many":
            return reader._("that is more than the tricks of this deal.")
        case "must_fit":
            return reader._("the bids must add up to the tricks, and with that they would not.")
        case "zero_again":
            return reader._("you have bid (0) too many times in a row.")
        case _:
            assert_never(why)


def _must_play(reader: Reader, card: Card, why: WhyCard) -> str:
    told = _told(reader, card)
    match why:
        case "must_trump":
            return reader._(
                "with the {card} you would not trump. You cannot follow suit, and you have trumps.",
                card=told,
            )
        case "must_head":
            return reader._(
                "the {card} would not win the trick so far, and you have a card that would.",
                card=told,
            )
        case "joker_led":
            return reader._("the {card} may not be led while you have other cards.", card=told)
        case "joker_first":
            return reader._(
                "the {card} may not go to the first trick while you have other cards.",
                card=told,
            )
        case _:
            assert_never(why)


def _call_needed(reader: Reader, refusal: CallNeeded) -> str:
    told, code = _told(reader, refusal.card), cards.code(refusal.card)
    if not refusal.calls:
        return reader._("with the {card} nothing is called. Write <{code}>.", card=told, code=code)
    if {"high", "low"} & {*refusal.calls}:
        lines = reader.any_of([f"<{code} {call}>" for call in refusal.calls])
        if refusal.said:
            return reader._(
                "the {card} cannot be called that. Write {lines}.", card=told, lines=lines
            )
        return reader._("the {card} is called high or low. Write {lines}.", card=told, lines=lines)
    return f"{_two(reader, refusal)} {_examples(reader, code, refusal.calls)}"


def _two(reader: Reader, refusal: CallNeeded) -> str:
    told = _told(reader, refusal.card)
    if not refusal.said:
        return reader._("the {card} is wild: name the card it stands for.", card=told)
    return reader._("the {card} cannot stand for that card now.", card=told)


def _examples(reader: Reader, code: str, calls: Sequence[str]) -> str:
    """Return what may be named: a short list of lines, or the suits and an example."""
    names = [cards.code(named(call)) for call in calls]
    if len(names) <= _LONGEST_LIST:
        lines = reader.any_of([f"<{code} as {name}>" for name in names])
        return reader._("Write {lines}.", lines=lines)
    suits = reader.any_of(
        [cards.suit(reader, suit) for suit in dict.fromkeys(c[-1] for c in calls)]
    )
    return reader._(
        "Write for example <{line}>; open are ({n}) cards in these suits: ({suits}).",
        line=f"{code} as {names[-1]}",
        n=len(names),
        suits=suits,
    )


def _trump_forbidden(reader: Reader, trump: str, legal: Sequence[str]) -> str:
    if trump == NO_TRUMP:
        why = reader._("a suit has to be named.")
    else:
        why = reader._("that cannot be trumps.")
    return f"{why} {_trumps(reader, legal)}"


def _trumps(reader: Reader, legal: Sequence[str]) -> str:
    lines = reader.any_of([f"<{cards.named_trump(trump)}>" for trump in legal])
    return reader._("Write {lines}.", lines=lines)


def _lay_forbidden(reader: Reader, refusal: LayForbidden) -> str:
    match refusal.why:
        case "count":
            return reader._(
                "lay aside ({n}) different cards, for example <{line}>.",
                n=refusal.wanted,
                line=_LAYING,
            )
        case "not_held":
            return reader._("you do not hold {cards}.", cards=cards.told(reader, refusal.cards))
        case "claim":
            return reader._(
                "nothing can be claimed for a bid in this game. Write the line without it."
            )
        case _:
            assert_never(refusal.why)


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
            return reader._(
                "this is for the service, not for a game. Write it in a new mail to the service's "
                "own address, from which this mail comes."
            )
        case "invitation":
            return reader._("this belongs in the reply to an invitation.")
        case _:
            assert_never(desk)
