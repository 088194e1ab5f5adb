"""The rules in two lines, for the head of the first mail, for whoever has never read them."""

from collections.abc import Iterator
from itertools import product

from pbem.rules.ruleset import Rules
from pbem.rules.sizes import deal_sizes
from pbem.show.names import capital
from pbem.show.reader import Reader
from pbem.show.rules_in_words.bidding import hook_in_short
from pbem.show.rules_in_words.chapter import side
from pbem.show.rules_in_words.course import course, is_fixed, span, turns
from pbem.show.rules_in_words.scoring import words

# A line of a mail. What is longer is told shorter here, since all is in the rules.
_WIDTH = 72

_Lines = tuple[str, str]


def summary(reader: Reader, rules: Rules) -> _Lines:
    """Return the rules in two lines, with the points on which versions disagree.

    These are who leads first, whether the bids may add up to the tricks in one-card
    deals too, and what a missed bid scores.
    """
    told = list(_ways(reader, rules))
    return next((lines for lines in told if _fits(lines)), min(told, key=_longest))


def _fits(lines: _Lines) -> bool:
    return _longest(lines) <= _WIDTH


def _longest(lines: _Lines) -> int:
    return max(map(len, lines))


def _ways(reader: Reader, rules: Rules) -> Iterator[_Lines]:
    """Yield the two lines from the fullest way to say it to the shortest.

    Where the points need a line for themselves, who leads stands in the first one.
    """
    bound = hook_in_short(reader, rules)
    deals, leaders, points = (
        _deals(reader, rules),
        _leaders(reader, rules),
        _points(reader, rules),
    )
    for scored, leads, hands in product(points, leaders, deals):
        yield f"{hands} {bound}", f"{leads} {scored}"
    for hands, leads in product(deals, leaders):
        yield f"{hands} {bound} {leads}", points[0]


def _deals(reader: Reader, rules: Rules) -> list[str]:
    """Return how many deals and cards there are, the longest way to say it first."""
    if rules.sequence == "upcard":
        hands = [reader._("({least}) to ({most})", least=1, most=13)]
    else:
        hands = [course(reader, rules), turns(reader, rules), span(reader, rules)]
    counted = [_counted(reader, rules, one) for one in hands]
    if not is_fixed(rules) and rules.sequence != "upcard":
        return counted
    plain = [reader._("{hands} cards.", hands=one) for one in hands[1:]]
    return [*counted, *plain, reader._("Up to ({most}) cards.", most=max(deal_sizes(rules)))]


def _counted(reader: Reader, rules: Rules, hands: str) -> str:
    if is_fixed(rules) or rules.sequence == "upcard":
        return reader._("({n}) deals: {hands} cards.", n=len(deal_sizes(rules)), hands=hands)
    return reader._("To ({n}) points: {hands} cards.", n=rules.target_score, hands=hands)


def _leaders(reader: Reader, rules: Rules) -> list[str]:
    match rules.first_leader:
        case "dealer":
            return [reader._("The dealer leads.")]
        case "high_bidder":
            return [reader._("The highest bidder leads.")]
        case "eldest":
            where = side(reader, rules)
            return [
                reader._("Who sits {side} of the dealer leads.", side=where),
                reader._("{side} of dealer leads.", side=capital(where)),
                reader._("Dealer's {side} leads.", side=where),
            ]


def _points(reader: Reader, rules: Rules) -> list[str]:
    told = words(reader, rules)
    points = {"made": told.short_made, "missed": told.short_missed}
    return [
        reader._("A bid made: {made}. Missed: {missed}.", **points),
        reader._("Bid made: {made}. Missed: {missed}.", **points),
        reader._("Made: {made}. Missed: {missed}.", **points),
    ]
