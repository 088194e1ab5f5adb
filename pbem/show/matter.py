"""The first line of a state mail: who, what is asked, what may be answered, until when."""

from pbem.app.sight import Sight
from pbem.rules.view import View
from pbem.show import cards
from pbem.show.hand import answers, suit_of
from pbem.show.names import Company
from pbem.show.reader import Reader
from pbem.show.table import open_bids

# As many answers as fit a lock screen are told in the first line.
_MANY = 4


def asked(reader: Reader, view: View, mark: str = ":") -> str | None:
    """Return what is asked: `your bid: <0>, <2> or <3>`; None if the reader is not on turn.

    `mark` is a comma where a colon stands before it in the sentence.
    """
    match view.wants:
        case "bid":
            return _asked_bid(reader, view, mark)
        case "card":
            return _asked_card(reader, view, mark)
        case "trump":
            named = reader.any_of([f"<{cards.named_trump(one)}>" for one in view.legal_trumps])
            return reader._("you name trumps{mark} {trumps}", mark=mark, trumps=named)
        case "lay":
            return reader._(
                "lay ({n}) cards aside for your bid{mark} <{line}> or others",
                n=view.lay,
                mark=mark,
                line=laying(view),
            )
        case None:
            return None


def laying(view: View) -> str:
    """Return an example of a line that lays cards aside, always in codes.

    Of a row of cards in words a narrow window makes lines of single cards: those are played.
    """
    return " ".join(["lay", *(cards.code(one) for one in view.hand[-view.lay :])])


def _asked_bid(reader: Reader, view: View, mark: str) -> str:
    told = open_bids(reader, view.legal_bids)
    if view.rules.bid_mode == "simultaneous":
        return reader._("your secret bid{mark} {bids}", mark=mark, bids=told)
    return reader._("your bid{mark} {bids}", mark=mark, bids=told)


def _asked_card(reader: Reader, view: View, mark: str) -> str:
    playable = view.legal_cards
    lines = [line for one in playable for line in answers(reader, view, one)]
    is_wild = any(" as " in line for line in lines)
    if len(lines) <= _MANY and not is_wild:
        told = reader.any_of([f"<{line}>" for line in lines])
        if _leads(view):
            return reader._("your lead{mark} {cards}", mark=mark, cards=told)
        return reader._("your card{mark} {cards}", mark=mark, cards=told)
    if _leads(view):
        return reader._("your lead, any of ({n}) cards", n=len(playable))
    suits = {suit_of(view, one) for one in playable}
    if len(suits) == 1 and "" not in suits and not is_wild:
        wanted = cards.suit_one(reader, suits.pop())
        return reader._("your card, {suit}", suit=wanted)
    return reader._("your card, any of ({n})", n=len(playable))


def _leads(view: View) -> bool:
    return view.deal is not None and (view.deal.table is None or not view.deal.table.cards)


def asked_shortly(reader: Reader, view: View) -> str:
    """Return what is asked, without what may be answered: `your bid`, `your lead`."""
    match view.wants:
        case "bid":
            return reader._("your bid")
        case "trump":
            return reader._("you name trumps")
        case "lay":
            return reader._("you lay cards aside for your bid")
        case _:
            return reader._("your lead") if _leads(view) else reader._("your card")


def still_due(reader: Reader, view: View) -> str:
    """Return `your bid is still due`."""
    match view.wants:
        case "bid" | "lay":
            return reader._("your bid is still due")
        case "trump":
            return reader._("you are still to name trumps")
        case _ if _leads(view):
            return reader._("your lead is still due")
        case _:
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
        case None:
            return None
        case _:
            return reader._("If you cannot, a stand-in acts for you.")


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
