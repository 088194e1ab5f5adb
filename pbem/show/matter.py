"""The first line of a state mail: who, what is asked, what may be answered, until when."""

from pbem.app.sight import Sight
from pbem.rules.view import View
from pbem.show import cards
from pbem.show.names import Company
from pbem.show.reader import Reader

# As many answers as fit a lock screen are told in the first line.
_MANY = 4


def asked(reader: Reader, view: View, mark: str = ":") -> str | None:
    """Return what is asked: `your bid: <0>, <2> or <3>`; None if the reader is not on turn.

    `mark` is a comma where a colon stands before it in the sentence.
    """
    if view.wants == "bid":
        return _asked_bid(reader, view, mark)
    if view.wants == "card":
        return _asked_card(reader, view, mark)
    return None


def _asked_bid(reader: Reader, view: View, mark: str) -> str:
    bids = view.legal_bids
    told = reader.any_of([f"<{bid}>" for bid in bids])
    if len(bids) > _MANY and bids[-1] - bids[0] + 1 == len(bids):
        told = reader._("<{low}> to <{high}>", low=bids[0], high=bids[-1])
    return reader._("your bid{mark} {bids}", mark=mark, bids=told)


def _asked_card(reader: Reader, view: View, mark: str) -> str:
    playable = view.legal_cards
    leads = view.deal is not None and (view.deal.table is None or not view.deal.table.cards)
    if len(playable) <= _MANY:
        told = reader.any_of(cards.typed(playable))
        if leads:
            return reader._("your lead{mark} {cards}", mark=mark, cards=told)
        return reader._("your card{mark} {cards}", mark=mark, cards=told)
    if leads:
        return reader._("your lead, any of ({n}) cards", n=len(playable))
    suits = {card.suit for card in playable}
    if len(suits) == 1:
        wanted = cards.suit_one(reader, suits.pop())
        return reader._("your card, {suit}", suit=wanted)
    return reader._("your card, any of ({n})", n=len(playable))


def still_due(reader: Reader, view: View) -> str:
    """Return `your bid is still due`."""
    if view.wants == "bid":
        return reader._("your bid is still due")
    if view.deal is not None and (view.deal.table is None or not view.deal.table.cards):
        return reader._("your lead is still due")
    return reader._("your card is still due")


def by_when(reader: Reader, sight: Sight) -> str:
    """Return `, by Wed 4 March, 21:00 Berlin`, or nothing if the reader has no clock."""
    deadline = None if sight.seat is None else sight.deadline(sight.seat)
    if deadline is None:
        return ""
    return reader._(", by {when}", when=reader.when(deadline))


def otherwise(reader: Reader, view: View) -> str | None:
    """Return what happens without an answer."""
    match view.wants:
        case "bid":
            return reader._("If you cannot, a stand-in bids.")
        case "card":
            return reader._("If you cannot, a stand-in acts for you.")
        case _:
            return None


def waits_for(reader: Reader, sight: Sight, company: Company) -> str | None:
    """Return for whom the game waits, and until when; None if for nobody else."""
    view = sight.view
    if view is None:
        return None
    others = [seat for seat in view.on_turn if seat != sight.seat]
    if not others:
        return None
    names = company.all(reader, others)
    ends = [when for seat in others if (when := sight.deadline(seat)) is not None]
    if not ends:
        return reader._("The game waits for {names}.", names=names)
    until = reader.when(min(ends))
    return reader._("The game waits for {names}, until {when}.", names=names, when=until)
