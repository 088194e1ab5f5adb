"""What lies on the table, in sentences: bids, cards, tricks of bid, totals.

Numbers and cards that are told stand in round brackets, so that no line of a mail,
however it is wrapped, reads as an order.
"""

from pbem.rules.view import DealResult, SeenDeal, View
from pbem.show import cards
from pbem.show.names import Company, capital
from pbem.show.points import signed
from pbem.show.reader import Reader


def heading(reader: Reader, view: View, company: Company) -> str | None:
    """Return deal, trick, the reader's place in it, and trumps; None between deals."""
    deal = view.deal
    if deal is None:
        return None
    parts = [_where(reader, view, deal, company), _trumps(reader, deal)]
    if _announced(deal):
        parts.append(_announcement(reader, deal))
    return " ".join(parts)


def _where(reader: Reader, view: View, deal: SeenDeal, company: Company) -> str:
    if None in deal.bids:
        if deal.dealer == company.me:
            return reader._("Deal {deal}, the bids: you deal.", deal=deal.number)
        dealer = company.who(reader, deal.dealer)
        return reader._("Deal {deal}, the bids: {name} deals.", deal=deal.number, name=dealer)
    trick = deal.table.number if deal.table else len(deal.tricks) + 1
    place = _place(reader, view, deal, company)
    return reader._(
        "Deal {deal}, trick {trick}: {place}", deal=deal.number, trick=trick, place=place
    )


def _place(reader: Reader, view: View, deal: SeenDeal, company: Company) -> str:
    on_table = len(deal.table.cards) if deal.table else 0
    if view.wants == "card":
        return _own_place(reader, on_table, len(deal.bids))
    leader = next_leader(view, deal)
    if on_table == 0:
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
    )
    return places[min(on_table, len(places)) - 1]


def next_leader(view: View, deal: SeenDeal) -> int:
    """Return who leads, or led, to the trick that is open."""
    if deal.table and deal.table.cards:
        return deal.table.cards[0].seat
    if deal.tricks and deal.tricks[-1].winner is not None:
        return deal.tricks[-1].winner
    eldest = (deal.dealer + 1) % len(deal.bids)
    return deal.dealer if view.rules.first_leader == "dealer" else eldest


def leads(reader: Reader, company: Company, seat: int) -> str:
    if seat == company.me:
        return reader._("you lead.")
    return reader._("{name} leads.", name=company.who(reader, seat))


def _trumps(reader: Reader, deal: SeenDeal) -> str:
    if deal.turned is None:
        return cards.trumps(reader, deal.trump)
    turned = cards.words(reader, deal.turned)
    if deal.trump == deal.turned.suit:
        rank = cards.rank(reader, deal.turned)
        suit = cards.suit(reader, deal.trump)
        return reader._("Trumps: {suit} ({rank} turned).", suit=suit, rank=rank)
    return f"{cards.trumps(reader, deal.trump)} {reader._('Turned: ({card}).', card=turned)}"


def _announced(deal: SeenDeal) -> bool:
    return deal.announced is not None and None not in deal.bids


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
    if deal is None or None not in deal.bids:
        return None
    made = [seat for seat in deal.bid_order if deal.bids[seat] is not None]
    told = [f"{company.who(reader, seat)} ({deal.bids[seat]})" for seat in made]
    parts = [reader._("Bids: {bids}.", bids=", ".join(told))] if told else []
    later = [seat for seat in deal.bid_order if deal.bids[seat] is None and seat != company.me]
    if later:
        parts.append(reader._("Still to bid: {names}.", names=company.all(reader, later)))
    parts.append(capital(leads(reader, company, next_leader(view, deal))))
    return " ".join(parts)


def barred_line(reader: Reader, view: View) -> str | None:
    """Return which bid the hook forbids, and why."""
    if view.deal is None or view.barred_bid is None:
        return None
    return reader._(
        "Not <{bid}>: you bid last, and bids may not add up to ({size}).",
        bid=view.barred_bid,
        size=view.deal.size,
    )


def change_line(reader: Reader, view: View) -> str | None:
    """Return that the own bid may still be changed, and to what."""
    if not view.changeable_bid or not view.legal_bids:
        return None
    bids = reader.any_of([f"<{bid}>" for bid in view.legal_bids])
    return reader._("Until the next bid you may change yours: {bids}.", bids=bids)


def table_line(reader: Reader, view: View, company: Company) -> str | None:
    """Return the cards of the open trick in order of play."""
    if view.deal is None or view.deal.table is None or not view.deal.table.cards:
        return None
    lying = [
        f"{company.who(reader, played.seat)} ({cards.words(reader, played.card)})"
        for played in view.deal.table.cards
    ]
    return reader._("Table: {cards}.", cards=", ".join(lying))


def tricks_line(reader: Reader, view: View, company: Company) -> str | None:
    """Return tricks taken of tricks bid by player, the reader first; None while bids are due."""
    deal = view.deal
    if deal is None or None in deal.bids:
        return None
    told = [
        reader._(
            "{name} ({taken} of {bid})",
            name=company.who(reader, seat),
            taken=deal.taken[seat],
            bid=deal.bids[seat],
        )
        for seat in company.round_table()
    ]
    return reader._("Tricks of bid: {tricks}.", tricks=", ".join(told))


def result_line(reader: Reader, result: DealResult, company: Company) -> str:
    """Return one deal of the score sheet, as in `Deal 4: you (1 of 1: +11), Ben (1 of 2: +1)`."""
    order = sorted(company.round_table(), key=lambda seat: -result.points[seat])
    told = [_result(reader, result, company, seat) for seat in order]
    return reader._("Deal {deal}: {results}.", deal=result.deal, results=", ".join(told))


def _result(reader: Reader, result: DealResult, company: Company, seat: int) -> str:
    told = {
        "name": company.who(reader, seat),
        "taken": result.tricks[seat],
        "points": signed(result.points[seat]),
    }
    bid = result.bids[seat]
    if bid is None:
        return reader._("{name} ({taken} without a bid: {points})", **told)
    return reader._("{name} ({taken} of {bid}: {points})", bid=bid, **told)


def winners_line(reader: Reader, view: View, company: Company) -> str:
    """Return who won the game, as a sentence without its full stop."""
    if view.winners == (company.me,):
        return reader._("you have won")
    if len(view.winners) > 1:
        return reader._("{names} have won together", names=company.all(reader, view.winners))
    return reader._("{name} has won", name=company.all(reader, view.winners))


def stand_ins_line(reader: Reader, view: View, company: Company) -> str | None:
    """Return for whom a stand-in plays."""
    if not view.stand_ins:
        return None
    names = company.all(reader, view.stand_ins)
    return reader._("A stand-in plays for {names}.", names=names)
