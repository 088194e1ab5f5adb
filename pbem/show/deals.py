"""What happens to whole deals and games, in sentences."""

from collections.abc import Sequence
from typing import assert_never

from pbem.rules.events import DealScored, FirstDealerChosen, GameEnded, GameStarted, Points
from pbem.rules.feed import DealBegun
from pbem.show import trumps
from pbem.show.names import Company
from pbem.show.points import figure, signed
from pbem.show.reader import Reader

OfDeals = GameStarted | FirstDealerChosen | DealBegun | DealScored | GameEnded


def of_deals(reader: Reader, what: OfDeals, company: Company) -> str:
    """Return one happening as a sentence, which may begin with a small letter."""
    match what:
        case GameStarted():
            return reader._("The game begins.")
        case FirstDealerChosen(dealer, drawn):
            return _first_dealer(reader, dealer, len(drawn), company)
        case DealBegun():
            return _deal_begun(reader, what, company)
        case DealScored() | GameEnded():
            return _scored(reader, what, company)
        case _:
            assert_never(what)


def _first_dealer(reader: Reader, dealer: int, drawn: int, company: Company) -> str:
    if dealer == company.me:
        told = reader._("you deal first")
    else:
        told = reader._("{name} deals first", name=company.who(reader, dealer))
    if not drawn:
        return reader._("{who}.", who=told)
    return reader._("Cards were drawn: {who}.", who=told)


def _deal_begun(reader: Reader, what: DealBegun, company: Company) -> str:
    dealer = company.who(reader, what.dealer)
    return reader.n_(
        "Deal {deal} by {dealer}: {n} card each. {trumps}",
        "Deal {deal} by {dealer}: {n} cards each. {trumps}",
        what.size,
        deal=what.deal,
        dealer=dealer,
        trumps=trumps.begun(reader, what),
    )


def _scored(reader: Reader, what: DealScored | GameEnded, company: Company) -> str:
    points = what.points if isinstance(what, DealScored) else what.totals
    told = _each(reader, points, company)
    if isinstance(what, GameEnded):
        return _ended(reader, what, told, company)
    if what.again:
        return reader._(
            "Deal {deal} scored: not every bid was made, so the round is dealt again.",
            deal=what.deal,
        )
    return reader._("Deal {deal} scored: {points}.", deal=what.deal, points=told)


def _ended(reader: Reader, what: GameEnded, totals: str, company: Company) -> str:
    over = reader._("The game is over: {points}.", points=totals)
    if not what.payments:
        return over
    paid = ", ".join(
        f"{company.who(reader, seat)} ({signed(coins)})" for seat, coins in enumerate(what.payments)
    )
    return f"{over} {reader._('Settled in coins: {coins}.', coins=paid)}"


def _each(reader: Reader, points: Sequence[Points], company: Company) -> str:
    return ", ".join(f"{company.who(reader, seat)} ({figure(n)})" for seat, n in enumerate(points))
