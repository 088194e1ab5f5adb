"""What lies on the table, in sentences: bids, cards, tricks of bid, totals.

Numbers and cards that are told stand in round brackets, so that no line of a mail,
however it is wrapped, reads as an order.
"""

from collections.abc import Sequence

from pbem.rules.fresh import bid_of_cards
from pbem.rules.ruleset import Rules
from pbem.rules.trick import SeenTrick
from pbem.rules.trumps import high_bidder
from pbem.rules.turns import next_seat, seats_from
from pbem.rules.view import SeenDeal, View
from pbem.show import cards
from pbem.show.names import Company, capital
from pbem.show.reader import Reader
from pbem.show.trumps import trump_line

# As many answers as fit a lock screen are told one by one.
_MANY = 4


def is_bidding(deal: SeenDeal) -> bool:
    """Tell whether a bid is still to be made, in the open or in secret."""
    return bool(_later(deal))


def _later(deal: SeenDeal) -> tuple[int, ...]:
    """Return who is still to bid, in the order of the bidding."""
    return tuple(s for s in deal.bid_order if deal.bids[s] is None and s not in deal.ready)


def heading(reader: Reader, view: View, company: Company) -> str | None:
    """Return deal, trick, the reader's place in it, and trumps; None between deals."""
    deal = view.deal
    if deal is None:
        return None
    parts = [_where(reader, view, deal, company), trump_line(reader, deal, company)]
    if _announced(deal):
        parts.append(_announcement(reader, deal))
    return " ".join(parts)


def _where(reader: Reader, view: View, deal: SeenDeal, company: Company) -> str:
    if deal.namer is not None or is_bidding(deal):
        return _before_play(reader, deal, company)
    trick = deal.table.number if deal.table else len(deal.tricks) + 1
    place = _place(reader, view, deal, company)
    return reader._(
        "Deal {deal}, trick {trick}: {place}", deal=deal.number, trick=trick, place=place
    )


def _before_play(reader: Reader, deal: SeenDeal, company: Company) -> str:
    mine, dealer = deal.dealer == company.me, company.who(reader, deal.dealer)
    if deal.namer is not None:
        if mine:
            return reader._("Deal {deal}: you deal.", deal=deal.number)
        return reader._("Deal {deal}: {name} deals.", deal=deal.number, name=dealer)
    if mine:
        return reader._("Deal {deal}, the bids: you deal.", deal=deal.number)
    return reader._("Deal {deal}, the bids: {name} deals.", deal=deal.number, name=dealer)


def _place(reader: Reader, view: View, deal: SeenDeal, company: Company) -> str:
    on_table = len(deal.table.cards) if deal.table else 0
    if view.wants == "card":
        return _own_place(reader, on_table, len(deal.bids))
    leader = next_leader(view, deal)
    if on_table == 0 or leader is None:
        return leads(reader, company, leader)
    if leader == company.me:
        return reader._("you led.")
    return reader._("{name} led.", name=company.who(reader, leader))


def _own_place(reader: Reader, on_table: int, players: int) -> str:
    if on_table == 0:
        return reader._("you lead.")
    if on_table == players - 1:
        return reader._("you play last.")
    places = (
        reader._("you play second."),
        reader._("you play third."),
        reader._("you play fourth."),
        reader._("you play fifth."),
        reader._("you play sixth."),
        reader._("you play seventh."),
        reader._("you play eighth."),
        reader._("you play ninth."),
        reader._("you play tenth."),
        reader._("you play eleventh."),
    )
    return places[on_table - 1]


def next_leader(view: View, deal: SeenDeal) -> int | None:
    """Return who leads, or led, to the trick that is open; None if the bids decide it later."""
    if deal.table and deal.table.cards:
        return deal.table.cards[0].seat
    if deal.tricks:
        # Whoever led to a trick that nobody took leads again.
        last = deal.tricks[-1]
        return last.cards[0].seat if last.winner is None else last.winner
    return _first_leader(view.rules, deal)


def _first_leader(rules: Rules, deal: SeenDeal) -> int | None:
    eldest = next_seat(rules, deal.dealer)
    if rules.first_leader == "dealer":
        return deal.dealer
    if rules.first_leader != "high_bidder" or not deal.bid_order:
        return eldest
    if is_bidding(deal):
        return None
    order = [seat for seat in seats_from(rules, eldest) if seat in deal.bid_order]
    return high_bidder(deal.bid_order if rules.bid_mode == "in_turn" else order, deal.bids)


def leads(reader: Reader, company: Company, seat: int | None) -> str:
    """Return who leads; None stands for the highest bidder."""
    if seat is None:
        return reader._("the highest bidder leads.")
    if seat == company.me:
        return reader._("you lead.")
    return reader._("{name} leads.", name=company.who(reader, seat))


def _announced(deal: SeenDeal) -> bool:
    return deal.announced is not None and not is_bidding(deal)


def _announcement(reader: Reader, deal: SeenDeal) -> str:
    match deal.announced:
        case "over":
            return reader._("The bids are over.")
        case "under":
            return reader._("The bids are under.")
        case _:
            return reader._("The bids are even.")


def bids_line(reader: Reader, view: View, company: Company) -> str | None:
    """Return the bids made so far, who bids later and who leads; None once all have bid."""
    deal = view.deal
    if deal is None or not is_bidding(deal):
        return None
    made = [seat for seat in deal.bid_order if deal.bids[seat] is not None]
    told = [f"{company.who(reader, seat)} ({deal.bids[seat]})" for seat in made]
    parts = [reader._("Bids: {bids}.", bids=", ".join(told))] if told else []
    parts += _ready(reader, deal, company)
    later = [seat for seat in _later(deal) if seat != company.me]
    if later:
        parts.append(reader._("Still to bid: {names}.", names=company.all(reader, later)))
    parts.append(capital(leads(reader, company, next_leader(view, deal))))
    return " ".join(parts)


def _ready(reader: Reader, deal: SeenDeal, company: Company) -> list[str]:
    """Return who has bid in secret, with the reader's own bid."""
    told = []
    if company.me in deal.ready and deal.own_bid is not None:
        told.append(reader._("Your bid, a secret so far: ({n}).", n=deal.own_bid))
    others = [seat for seat in deal.ready if seat != company.me]
    if others:
        names = company.all(reader, others)
        told.append(reader.n_("{names} has bid.", "{names} have bid.", len(others), names=names))
    return told


def barred_line(reader: Reader, view: View) -> str | None:
    """Return which bids the rules forbid, and why."""
    deal, rules = view.deal, view.rules
    if deal is None or view.wants != "bid":
        return None
    if rules.hook == "must_equal":
        return reader._("The bids must add up to ({size}).", size=deal.size)
    told = []
    if view.barred_bid is not None:
        told.append(
            reader._(
                "Not <{bid}>: you bid last, and bids may not add up to ({size}).",
                bid=view.barred_bid,
                size=deal.size,
            )
        )
    if rules.max_zero_bids_in_row and view.barred_bid != 0 and 0 not in view.legal_bids:
        told.append(
            reader._(
                "Not <0>: you have bid that ({n}) times in a row.", n=rules.max_zero_bids_in_row
            )
        )
    return " ".join(told) or None


def change_line(reader: Reader, view: View) -> str | None:
    """Return that the own bid may still be changed, and to what."""
    if not view.changeable_bid or not view.legal_bids:
        return None
    bids = open_bids(reader, view.legal_bids)
    if view.rules.bid_change == "until_reveal":
        return reader._("Until all have bid you may change yours: {bids}.", bids=bids)
    return reader._("Until the next bid you may change yours: {bids}.", bids=bids)


def open_bids(reader: Reader, bids: Sequence[int]) -> str:
    """Return bids as one may write them: `<0>, <2> or <3>`; a long row is told by its ends."""
    if len(bids) > _MANY and bids[-1] - bids[0] + 1 == len(bids):
        return reader._("<{low}> to <{high}>", low=bids[0], high=bids[-1])
    return reader.any_of([f"<{bid}>" for bid in bids])


def table_line(reader: Reader, view: View, company: Company) -> str | None:
    """Return the cards of the open trick in order of play."""
    if view.deal is None or view.deal.table is None or not view.deal.table.cards:
        return None
    lying = lying_words(reader, view.deal.table, company)
    return reader._("Table: {cards}.", cards=lying)


def lying_words(reader: Reader, trick: SeenTrick, company: Company) -> str:
    """Return the cards of a trick in order of play: `Ben (9 of clubs), you (joker, called low)`."""
    return ", ".join(
        f"{company.who(reader, one.seat)} ({cards.played(reader, one.card, one.call)})"
        for one in trick.cards
    )


def tricks_line(reader: Reader, view: View, company: Company) -> str | None:
    """Return tricks taken of tricks bid by player, the reader first; None while bids are due."""
    deal = view.deal
    if deal is None or is_bidding(deal) or (deal.namer is not None and not any_bid(deal)):
        return None
    told = ", ".join(_taken(reader, deal, seat, company) for seat in company.round_table())
    if not any_bid(deal):
        return reader._("Tricks: {tricks}.", tricks=told)
    return reader._("Tricks of bid: {tricks}.", tricks=told)


def any_bid(deal: SeenDeal) -> bool:
    """Tell whether a bid was made in the deal, in the open or in secret."""
    return bool(deal.ready) or any(bid is not None for bid in deal.bids)


def _taken(reader: Reader, deal: SeenDeal, seat: int, company: Company) -> str:
    name = company.who(reader, seat)
    return f"{name} {taken_words(reader, deal, seat, company)}"


def known_bid(deal: SeenDeal, seat: int, company: Company) -> int | None:
    """Return a seat's bid as the reader knows it: the own one, or what cards laid open say."""
    if deal.premium is not None and deal.premium[0] == seat:
        return bid_of_cards(deal.shown_laid)
    return deal.own_bid if seat == company.me else deal.bids[seat]


def taken_words(reader: Reader, deal: SeenDeal, seat: int, company: Company) -> str:
    """Return `(1 of 2)`, with what this reader knows of the seat's bid."""
    taken, bid = deal.taken[seat], known_bid(deal, seat, company)
    if bid is not None:
        return reader._("({taken} of {bid})", taken=taken, bid=bid)
    if seat in deal.ready:
        return reader._("({taken} of a secret bid)", taken=taken)
    return reader._("({taken} without bid)", taken=taken) if any_bid(deal) else f"({taken})"


def stand_ins_line(reader: Reader, view: View, company: Company) -> str | None:
    """Return for whom a stand-in plays."""
    if not view.stand_ins:
        return None
    names = company.all(reader, view.stand_ins)
    return reader._("A stand-in plays for {names}.", names=names)
