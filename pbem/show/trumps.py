"""What is trumps in a deal and why, or who makes it when."""

from pbem.rules.events import How
from pbem.rules.feed import DealBegun
from pbem.rules.view import SeenDeal
from pbem.show import cards
from pbem.show.names import Company
from pbem.show.reader import Reader


def trump_line(reader: Reader, deal: SeenDeal, company: Company) -> str:
    """Return trumps as a sentence or two, such as `Trumps: hearts (queen turned)`."""
    told = [
        _unknown(reader, deal, company) if deal.trump is None else _known(reader, deal, company)
    ]
    if deal.upcard is not None and deal.how != "upcard":
        told.append(reader._("Upcard: ({card}).", card=cards.words(reader, deal.upcard)))
    return " ".join(told)


def _known(reader: Reader, deal: SeenDeal, company: Company) -> str:
    trump = deal.trump or ""
    if deal.named_by is not None:
        named = _named(reader, trump, deal.named_by, company)
        return f"{named} {_shown(reader, deal)}" if deal.turned else named
    if deal.turned is None:
        return cards.trumps(reader, trump)
    if trump != deal.turned.suit:
        return f"{cards.trumps(reader, trump)} {_shown(reader, deal)}"
    told = _how(reader, cards.rank(reader, deal.turned), deal.how)
    return reader._("Trumps: {suit} ({card}).", suit=cards.suit(reader, trump), card=told)


def _named(reader: Reader, trump: str, seat: int, company: Company) -> str:
    name = company.who(reader, seat)
    if trump == "NT":
        return reader._("Without trumps, by the choice of {name}.", name=name)
    return reader._("Trumps: {suit}, named by {name}.", suit=cards.suit(reader, trump), name=name)


def _shown(reader: Reader, deal: SeenDeal) -> str:
    """Return the card that decided, where its suit is not trumps."""
    if deal.turned is None:
        return ""
    told = cards.words(reader, deal.turned)
    match deal.how:
        case "dealers":
            return reader._("The dealer's last card: ({card}).", card=told)
        case "cut":
            return reader._("Cut: ({card}).", card=told)
        case "upcard":
            return reader._("Upcard: ({card}).", card=told)
        case _:
            return reader._("Turned: ({card}).", card=told)


def _how(reader: Reader, rank: str, how: How) -> str:
    match how:
        case "dealers":
            return reader._("{rank}, the dealer's last card", rank=rank)
        case "cut":
            return reader._("{rank} cut", rank=rank)
        case "upcard":
            return reader._("{rank}, the upcard", rank=rank)
        case _:
            return reader._("{rank} turned", rank=rank)


def _unknown(reader: Reader, deal: SeenDeal, company: Company) -> str:
    if deal.namer is not None:
        names = _names(reader, deal.namer, company)
        return f"{_shown(reader, deal)} {names}".strip()
    if deal.how:
        return later(reader, deal.how)
    return reader._("Trumps are named after the bidding, by the highest bidder.")


def _names(reader: Reader, seat: int, company: Company) -> str:
    if seat == company.me:
        return reader._("You name trumps.")
    return reader._("{name} names trumps.", name=company.who(reader, seat))


def later(reader: Reader, how: How) -> str:
    """Return that the card which decides is shown after the bidding."""
    match how:
        case "dealers":
            return reader._("Trumps: the dealer's last card, shown after the bidding.")
        case "cut":
            return reader._("Trumps are cut, and shown after the bidding.")
        case "upcard":
            return reader._("Trumps are shown after the bidding.")
        case _:
            return reader._("Trumps are turned after the bidding.")


def begun(reader: Reader, what: DealBegun) -> str:
    """Return what was known of trumps when a deal was handed out."""
    if what.trump is not None:
        return cards.trumps(reader, what.trump)
    if what.how and what.turned is None:
        return later(reader, what.how)
    return reader._("Trumps are still to be named.")
