"""What is out of the ordinary in the running deal, a sentence each."""

from pbem.rules.ruleset import Rules
from pbem.rules.sizes import is_open_ended
from pbem.rules.view import SeenDeal, View
from pbem.show import cards
from pbem.show.hand import calls_line
from pbem.show.names import Company
from pbem.show.reader import Reader


def circumstances(reader: Reader, view: View, company: Company) -> tuple[str, ...]:
    """Return the sentences for the running deal; none in most deals of most games."""
    deal = view.deal
    if deal is None:
        return ()
    told = (
        _round(reader, view, deal),
        _special(reader, deal),
        _without_bid(reader, view.rules, deal, company),
        _others(reader, deal, company),
        _premium(reader, deal, company),
        _laid(reader, deal, company),
        _to_lay(reader, view),
        calls_line(reader, view),
    )
    return tuple(line for line in told if line)


def _round(reader: Reader, view: View, deal: SeenDeal) -> str | None:
    if deal.attempt:
        return reader._(
            "This is round ({round}) again, attempt ({n}).", round=deal.round, n=deal.attempt + 1
        )
    if view.rules.on_miss == "repeat_round":
        return reader._("This is round ({round}) of ({all}).", round=deal.round, all=view.deals)
    if _is_extra(view, deal):
        return reader._("This is an extra deal, since nobody leads alone.")
    return None


def _is_extra(view: View, deal: SeenDeal) -> bool:
    target = view.rules.target_score
    match view.rules.end:
        case "target":
            return max(view.totals) >= target
        case "exact_target":
            return target in view.totals
        case _:
            return not is_open_ended(view.rules) and deal.round > len(view.sizes)


def _special(reader: Reader, deal: SeenDeal) -> str | None:
    match deal.special:
        case "misere":
            return reader._("Nobody bids in this deal: everybody is held to (0) tricks.")
        case "most_tricks":
            return reader._(
                "Nobody bids in this deal: whoever alone has most tricks gets (10) "
                "points, the others nothing."
            )
        case "blind" if deal.no_cards_yet:
            return reader._("A blind deal: the bids come before the cards.")
        case "twos_wild":
            return reader._(
                "Twos are wild in this deal: their players name the cards they stand for."
            )
        case "aces_low":
            return reader._("Aces are low in this deal.")
        case _:
            return None


def _without_bid(reader: Reader, rules: Rules, deal: SeenDeal, company: Company) -> str | None:
    if rules.no_bid_at_score is None or deal.special in {"misere", "most_tricks"}:
        return None
    silent = [seat for seat in range(len(deal.bids)) if seat not in deal.bid_order]
    if not silent:
        return None
    return reader._(
        "Without bid, with ({n}) points or more: {names}.",
        n=rules.no_bid_at_score,
        names=company.all(reader, silent),
    )


def _others(reader: Reader, deal: SeenDeal, company: Company) -> str | None:
    """Return the cards on the foreheads of the others."""
    if not deal.is_forehead:
        return None
    seen = ", ".join(
        f"{company.who(reader, seat)} {cards.told(reader, hand)}"
        for seat, hand in enumerate(deal.hands)
        if hand and seat != company.me
    )
    why = reader._("In this deal all see the cards of the others, and not their own.")
    return f"{why} {reader._('You see {cards}.', cards=seen)}" if seen else why


def _premium(reader: Reader, deal: SeenDeal, company: Company) -> str | None:
    if deal.premium is None:
        return None
    seat, claim = deal.premium
    name, laid = company.who(reader, seat), cards.told(reader, deal.shown_laid)
    if claim == "declare":
        return reader._(
            "Declared by {name}, for a premium: laid aside {laid}.", name=name, laid=laid
        )
    hand = deal.hands[seat]
    shown = reader._("Revealed by {name}, for a premium: laid aside {laid}.", name=name, laid=laid)
    if not hand or seat == company.me:
        return shown
    return f"{shown} {reader._('In that hand: {cards}.', cards=cards.told(reader, hand))}"


def _laid(reader: Reader, deal: SeenDeal, company: Company) -> str | None:
    shown = deal.premium is not None and deal.premium[0] == company.me
    if shown or not deal.own_laid:
        return None
    return reader._("You laid aside {cards}.", cards=cards.told(reader, deal.own_laid))


def _to_lay(reader: Reader, view: View) -> str | None:
    if not view.lay:
        return None
    told = reader._(
        "The suits of what you lay aside are your bid: clubs count (3), hearts (2), spades (1), "
        "diamonds (0). Ranks do not matter. It is secret."
    )
    if not view.may_claim:
        return told
    claim = reader._(
        "To play for a premium, end the line with (declare) to show these cards, or (reveal) "
        "to show all that you hold."
    )
    return f"{told} {claim}"
