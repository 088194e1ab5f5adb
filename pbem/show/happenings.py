"""What happened, in sentences: one by one for a log, condensed for a mail."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from pbem.app.sight import ClaimLost, Happened, What
from pbem.rules.cards import NO_TRUMP
from pbem.rules.events import (
    BidChanged,
    BidMade,
    BidsShown,
    CardPlayed,
    ClockRanOut,
    DealRevealed,
    DealScored,
    FirstDealerChosen,
    GameEnded,
    GameStarted,
    Handover,
    PremiumGranted,
    SeatHandedOver,
    SecretRevealed,
    TrickTaken,
    TrumpMade,
)
from pbem.rules.feed import DealBegun, SeatReady
from pbem.rules.trick import SeenTrick
from pbem.rules.view import View
from pbem.show import cards, trumps
from pbem.show.deals import of_deals
from pbem.show.names import Company, capital
from pbem.show.reader import Reader
from pbem.show.results import result_line
from pbem.show.table import lying_words

_OfBids = BidMade | BidChanged | SeatReady | BidsShown | PremiumGranted | ClaimLost
_OfPlay = TrumpMade | CardPlayed | TrickTaken


def sentence(reader: Reader, what: What, company: Company) -> str:
    """Return one happening as a sentence for the log of a table."""
    return capital(_sentence(reader, what, company))


def _sentence(reader: Reader, what: What, company: Company) -> str:
    match what:
        case GameStarted() | FirstDealerChosen() | DealBegun() | DealScored() | GameEnded():
            return of_deals(reader, what, company)
        case BidMade() | BidChanged() | SeatReady() | BidsShown() | PremiumGranted() | ClaimLost():
            return _of_bids(reader, what, company)
        case TrumpMade() | CardPlayed() | TrickTaken():
            return _of_play(reader, what, company)
        case DealRevealed() | SecretRevealed():
            return _revealed(reader, what)
        case ClockRanOut(_, seat):
            return _clock(reader, seat, company)
        case SeatHandedOver(seat, why):
            return _handed_over(reader, seat, why, company)
        case _:
            assert_never(what)


def _revealed(reader: Reader, what: DealRevealed | SecretRevealed) -> str:
    if isinstance(what, SecretRevealed):
        return reader._("The secret of the game is shown.")
    return reader._("The secret of deal {deal} is shown.", deal=what.deal)


def _of_bids(reader: Reader, what: _OfBids, company: Company) -> str:
    match what:
        case BidMade(_, seat, tricks):
            return _own(reader, company, seat, reader._("bid ({n})", n=tricks))
        case BidChanged(_, seat, tricks):
            return _own(reader, company, seat, reader._("changed the bid to ({n})", n=tricks))
        case SeatReady(_, seat):
            return _ready(reader, seat, company)
        case BidsShown(_, bids):
            return _bids_shown(reader, bids, company)
        case PremiumGranted():
            return _premium(reader, what, company)
        case ClaimLost():
            return _claim_lost(reader, what, company)
        case _:
            assert_never(what)


def _ready(reader: Reader, seat: int, company: Company) -> str:
    if seat == company.me:
        return reader._("you have bid.")
    return reader._("{name} has bid.", name=company.who(reader, seat))


def _of_play(reader: Reader, what: _OfPlay, company: Company) -> str:
    match what:
        case TrumpMade():
            return _trump_made(reader, what, company)
        case CardPlayed(_, seat, card, call):
            told = cards.played(reader, card, call)
            return _own(reader, company, seat, reader._("played ({card})", card=told))
        case TrickTaken(_, seat, trick):
            if seat is None:
                return reader._("Nobody took trick {n}.", n=trick)
            return _own(reader, company, seat, reader._("took trick {n}", n=trick))
        case _:
            assert_never(what)


def _own(reader: Reader, company: Company, seat: int, did: str) -> str:
    return f"{company.who(reader, seat)} {did}."


def _trump_made(reader: Reader, what: TrumpMade, company: Company) -> str:
    if what.seat is not None:
        name = company.who(reader, what.seat)
        if what.trump == NO_TRUMP:
            return reader._("{name} chose to play without trumps.", name=name)
        suit = cards.suit(reader, what.trump or "")
        return reader._("{name} named ({suit}) trumps.", name=name, suit=suit)
    told = cards.words(reader, what.card) if what.card else ""
    if what.trump is None:
        return reader._("The card for trumps was ({card}): the dealer names them.", card=told)
    made = cards.trumps(reader, what.trump)
    return f"{reader._('The card for trumps was ({card}).', card=told)} {made}"


def _premium(reader: Reader, what: PremiumGranted, company: Company) -> str:
    name, laid = company.who(reader, what.seat), cards.told(reader, what.laid)
    if what.claim == "declare":
        return reader._("{name} declared, with {laid} laid aside.", name=name, laid=laid)
    hand = cards.told(reader, what.hand)
    return reader._(
        "{name} revealed {hand}, with {laid} laid aside.", name=name, laid=laid, hand=hand
    )


def _claim_lost(reader: Reader, what: ClaimLost, company: Company) -> str:
    return reader._(
        "you wanted to ({claim}), but a single premium is granted, and {name} comes first.",
        claim=reader._("declare") if what.claim == "declare" else reader._("reveal"),
        name=company.who(reader, what.granted_to),
    )


def _bids_shown(reader: Reader, bids: Sequence[int | None], company: Company) -> str:
    told = ", ".join(
        f"{company.who(reader, seat)} ({bid})" for seat, bid in enumerate(bids) if bid is not None
    )
    return reader._("The bids are shown: {bids}.", bids=told)


def _clock(reader: Reader, seat: int, company: Company) -> str:
    if seat == company.me:
        return reader._("your time ran out, so a stand-in acted for you.")
    return reader._("{name} ran out of time, a stand-in acted.", name=company.who(reader, seat))


def _handed_over(reader: Reader, seat: int, why: Handover, company: Company) -> str:
    name, mine = company.who(reader, seat), seat == company.me
    match why:
        case "resigned":
            if mine:
                return reader._("you resigned, a stand-in plays on.")
            return reader._("{name} resigned, a stand-in plays on.", name=name)
        case "stopped":
            if mine:
                return reader._("you stopped, a stand-in plays for you.")
            return reader._("{name} stopped, a stand-in plays on.", name=name)
        case "came_back":
            if mine:
                return reader._("you are playing again.")
            return reader._("{name} is playing again.", name=name)
        case _:
            assert_never(why)


def since(
    reader: Reader, happened: Iterable[Happened], view: View, company: Company
) -> tuple[str, ...]:
    """Return what happened since the last mail, a sentence each.

    Left out is what the rest of a state mail shows: bids, the cards of the open
    trick, the opening of the deal that runs.
    """
    told = (_condensed(reader, one.what, view, company) for one in happened)
    return tuple(capital(line) for line in told if line is not None)


def _condensed(reader: Reader, what: What, view: View, company: Company) -> str | None:
    match what:
        case TrickTaken(deal, seat, trick):
            return trick_line(reader, _trick(view, deal, trick), seat, trick, company)
        case DealScored(deal):
            scored = [result for result in view.sheet if result.deal == deal]
            told = result_line(reader, scored[0], view.rules, company) if scored else None
            again = reader._("Not every bid was made: the round is dealt again.")
            return f"{told} {again}" if told and what.again else told
        case PremiumGranted(deal) if view.deal is None or view.deal.number != deal:
            return _sentence(reader, what, company)
        case ClockRanOut() | SeatHandedOver() | FirstDealerChosen() | ClaimLost():
            return _sentence(reader, what, company)
        case _:
            return None


def _trick(view: View, deal: int, number: int) -> SeenTrick | None:
    for seen in (view.deal, view.last_deal):
        if seen is not None and seen.number == deal:
            return next((trick for trick in seen.tricks if trick.number == number), None)
    return None


def trick_line(
    reader: Reader, trick: SeenTrick | None, winner: int | None, number: int, company: Company
) -> str:
    """Return `Trick 3 went to you: Ben (9 of clubs), ...`, with what is known of its cards.

    `winner` is None where the cards annulled each other.
    """
    to = reader._("nobody") if winner is None else company.who(reader, winner)
    if trick is None:
        return reader._("Trick {n} went to {name}.", n=number, name=to)
    told = lying_words(reader, trick, company)
    return reader._("Trick {n} went to {name}: {cards}.", n=number, name=to, cards=told)


def history(reader: Reader, view: View, company: Company) -> tuple[str, ...]:
    """Return the tricks of the running deal, or else of the last one, a line each."""
    seen = view.deal or view.last_deal
    if seen is None:
        return (reader._("Nothing was played so far."),)
    made = trumps.trump_line(reader, seen, company)
    head = reader._("Deal ({deal}). {trumps}", deal=seen.number, trumps=made)
    told = tuple(
        trick_line(reader, trick, trick.winner, trick.number, company) for trick in seen.tricks
    )
    return (head, *(told or (reader._("Nothing was played so far in it."),)))
