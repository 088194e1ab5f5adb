"""The rules in two lines, for the head of the first mail."""

from pbem.rules.ruleset import Rules
from pbem.rules.sizes import deal_sizes
from pbem.show.reader import Reader
from pbem.show.rules_in_words.bidding import has_one_card_deal
from pbem.show.rules_in_words.chapter import side
from pbem.show.rules_in_words.course import course, is_fixed, span, turns
from pbem.show.rules_in_words.phrases import Phrases
from pbem.show.rules_in_words.scoring import words

# A line of a mail. What is longer is told shorter here, since all is in the rules.
_WIDTH = 72


def summary(reader: Reader, rules: Rules) -> tuple[str, str]:
    """Return the rules in two lines, with the points on which versions disagree.

    These are who leads first, whether the hook holds in one-card deals, and what a
    missed bid scores.
    """
    return _first(reader, rules), _second(reader, rules)


def _first(reader: Reader, rules: Rules) -> str:
    bound = _hook(reader, rules)
    hands = (course(reader, rules), turns(reader, rules), span(reader, rules))
    told = [f"{_deals(reader, rules, one)} {bound}" for one in hands]
    return next((line for line in told if len(line) <= _WIDTH), told[-1])


def _deals(reader: Reader, rules: Rules, hands: str) -> str:
    if rules.sequence == "upcard":
        hands = reader._("({least}) to ({most})", least=1, most=13)
    if is_fixed(rules) or rules.sequence == "upcard":
        return reader._("({n}) deals: {hands} cards.", n=len(deal_sizes(rules)), hands=hands)
    return reader._("To ({n}) points: {hands} cards.", n=rules.target_score, hands=hands)


def _hook(reader: Reader, rules: Rules) -> str:
    ones = has_one_card_deal(rules)
    match rules.hook:
        case "must_equal" if ones:
            return reader._("Bids must fit, one-card deals too.")
        case "must_equal":
            return reader._("Bids must fit in every deal.")
        case "not_equal" if rules.hook_min_cards > 1:
            return reader._("Hook from ({n}) cards on.", n=rules.hook_min_cards)
        case "not_equal" if ones:
            return reader._("Hook, one-card deals too.")
        case "not_equal":
            return reader._("Hook in every deal.")
        case _:
            return reader._("Without hook in any deal.")


def _second(reader: Reader, rules: Rules) -> str:
    told = _points(reader, _leader(reader, rules), words(reader, rules))
    if len(told) <= _WIDTH or rules.first_leader != "eldest":
        return told
    return _points(reader, reader._("Eldest leads."), words(reader, rules))


def _points(reader: Reader, leader: str, told: Phrases) -> str:
    return reader._(
        "{leader} Hit: {made}. Miss: {missed}.",
        leader=leader,
        made=told.short_made,
        missed=told.short_missed,
    )


def _leader(reader: Reader, rules: Rules) -> str:
    match rules.first_leader:
        case "dealer":
            return reader._("Dealer leads.")
        case "high_bidder":
            return reader._("High bidder leads.")
        case "eldest":
            return reader._("Dealer's {side} leads.", side=side(reader, rules))
