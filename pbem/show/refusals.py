"""One sentence or two per refusal: what is wrong, and what to write instead.

What is wrong is told apart from the way out, since pages have buttons for that.
"""

from typing import assert_never

from pbem.app.answers import AnyRefusal
from pbem.orders.orders import Desk, NotUnderstood, ShowRules, WrongDesk
from pbem.rules.cards import NO_TRUMP, Card
from pbem.rules.moves import Position, Wants
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
    TooLate,
    TrumpForbidden,
    WhyBid,
    WhyCard,
    WrongKind,
)
from pbem.show import app_refusals, cards
from pbem.show.instead import instead, is_of_jokers
from pbem.show.names import Company
from pbem.show.ranges import out_of_range
from pbem.show.reader import Reader

_OfCards = CardNotHeld | MustFollowSuit | MustPlay | CallNeeded
_OfBids = BidForbidden | BidStands | TrumpForbidden | LayForbidden
_OfTurns = NotYourTurn | GameNotRunning | WrongKind | TooLate


def sentence(reader: Reader, refusal: AnyRefusal, company: Company) -> str:
    """Return why a line was refused and what to write, as it goes on after `refused:`."""
    told = (why(reader, refusal, company), instead(reader, refusal))
    return " ".join(part for part in told if part)


def why(  # noqa: PLR0911 - a row of cases, a line each
    reader: Reader, refusal: AnyRefusal, company: Company
) -> str:
    """Return what is wrong, without a way out."""
    match refusal:
        case NotUnderstood(line):
            return out_of_range(reader, line) or reader._("it is not understood.")
        case WrongDesk(_, ShowRules(), "game"):
            return reader._("there are many versions.")
        case WrongDesk(_, _, desk):
            return _wrong_desk(reader, desk)
        case NotYourTurn() | GameNotRunning() | WrongKind() | TooLate():
            return _of_turns(reader, refusal, company)
        case BidForbidden() | BidStands() | TrumpForbidden() | LayForbidden():
            return _of_bids(reader, refusal)
        case CardNotHeld() | MustFollowSuit() | MustPlay() | CallNeeded():
            return _of_cards(reader, refusal)
        case _:
            return app_refusals.why(reader, refusal)


def _of_turns(reader: Reader, refusal: _OfTurns, company: Company) -> str:
    match refusal:
        case NotYourTurn(on_turn):
            names = company.all(reader, on_turn)
            return reader._("it is not your turn. The game waits for {names}.", names=names)
        case GameNotRunning(over):
            return reader._("the game is over.") if over else reader._("the game has not begun.")
        case WrongKind():
            return _wrong_kind(reader, refusal.wanted)
        case TooLate(meant, now):
            return _too_late(reader, meant, now)
        case _:
            assert_never(refusal)


def _of_bids(reader: Reader, refusal: _OfBids) -> str:
    match refusal:
        case BidForbidden():
            return _why_bid(reader, refusal.why)
        case BidStands(bid):
            return reader._("your bid ({bid}) stands.", bid=bid)
        case TrumpForbidden(trump):
            if trump == NO_TRUMP:
                return reader._("a suit has to be named.")
            return reader._("that cannot be trumps.")
        case LayForbidden():
            return _lay_forbidden(reader, refusal)
        case _:
            assert_never(refusal)


def _of_cards(reader: Reader, refusal: _OfCards) -> str:
    told = _told(reader, refusal.card)
    match refusal:
        case CardNotHeld():
            return reader._("you do not hold the {card}.", card=told)
        case MustFollowSuit(_, led):
            return reader._(
                "the {card} does not follow suit. The lead was in {suit}, and you have some.",
                card=told,
                suit=cards.suit(reader, led),
            )
        case MustPlay(_, reason):
            return _must_play(reader, told, reason)
        case CallNeeded():
            return _call_needed(reader, told, refusal)
        case _:
            assert_never(refusal)


def _wrong_kind(reader: Reader, wanted: Wants) -> str:
    match wanted:
        case "bid":
            return reader._("a bid is due, nothing else.")
        case "card":
            return reader._("a card is due, nothing else.")
        case "trump":
            return reader._("trumps are to be named first.")
        case "lay":
            return reader._("the bid is made by cards laid aside.")
        case _:
            assert_never(wanted)


def _why_bid(reader: Reader, reason: WhyBid) -> str:
    match reason:
        case "hook":
            return reader._("you bid last, and the bids may not add up to the tricks.")
        case "too_many":
            return reader._("that is more than the tricks of this deal.")
        case "must_fit":
            return reader._("the bids must add up to the tricks, and with that they would not.")
        case "zero_again":
            return reader._("you have bid (0) too many times in a row.")
        case _:
            assert_never(reason)


def _must_play(reader: Reader, told: str, reason: WhyCard) -> str:
    match reason:
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
            assert_never(reason)


def _call_needed(reader: Reader, told: str, refusal: CallNeeded) -> str:
    if not refusal.calls:
        return reader._("with the {card} nothing is called.", card=told)
    if is_of_jokers(refusal.calls):
        if refusal.said:
            return reader._("the {card} cannot be called that.", card=told)
        return reader._("the {card} is called high or low.", card=told)
    if refusal.said:
        return reader._("the {card} cannot stand for that card now.", card=told)
    return reader._("the {card} is wild: name the card it stands for.", card=told)


def _lay_forbidden(reader: Reader, refusal: LayForbidden) -> str:
    match refusal.why:
        case "count":
            return reader._("what is laid aside has to be ({n}) different cards.", n=refusal.wanted)
        case "not_held":
            return reader._("you do not hold {cards}.", cards=cards.told(reader, refusal.cards))
        case "claim":
            return reader._("nothing can be claimed for a bid in this game.")
        case _:
            assert_never(refusal.why)


def _too_late(reader: Reader, meant: Position, now: Position | None) -> str:
    if now is not None and now.deal == meant.deal:
        return reader._("it was meant for an earlier point of this deal.")
    return reader._("it was meant for deal ({deal}), which has gone on since.", deal=meant.deal)


def _wrong_desk(reader: Reader, desk: Desk) -> str:
    match desk:
        case "game":
            return reader._("this belongs to a game.")
        case "service":
            return reader._("this is for the service, not for a game.")
        case "invitation":
            return reader._("this belongs in the reply to an invitation.")
        case _:
            assert_never(desk)


def _told(reader: Reader, card: Card) -> str:
    return f"({cards.words(reader, card)})"
