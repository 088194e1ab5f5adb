"""Who leads, what may be played, and who takes a trick (catalogue, section 7)."""

from pbem.rules.ruleset import Rules
from pbem.show.reader import Reader
from pbem.show.rules_in_words.chapter import lines, side


def play(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return how the cards are played."""
    return lines(
        (
            f"{leader(reader, rules)} {_led(reader)}",
            _follow(reader, rules),
            _head(reader, rules),
            _taken(reader, rules),
        )
    )


def leader(reader: Reader, rules: Rules) -> str:
    """Return who leads to the first trick of a deal."""
    match rules.first_leader:
        case "eldest":
            return reader._(
                "Whoever sits to the dealer's {side} leads to the first trick.",
                side=side(reader, rules),
            )
        case "dealer":
            return reader._("The dealer leads to the first trick.")
        case "high_bidder":
            return _high_bidder(reader, rules)


def _high_bidder(reader: Reader, rules: Rules) -> str:
    if rules.bid_mode == "in_turn":
        return reader._(
            "The highest bidder leads to the first trick, of equal ones the first who bid."
        )
    return reader._(
        "The highest bidder leads to the first trick, of equal ones the nearest to the dealer's "
        "{side}.",
        side=side(reader, rules),
    )


def _led(reader: Reader) -> str:
    return reader._("Any card may be led. Whoever takes a trick leads to the next.")


def _follow(reader: Reader, rules: Rules) -> str:
    follow = reader._("Who has cards of the suit led plays one of them.")
    if rules.void_rule == "free":
        return f"{follow} " + reader._("Who has none plays any card.")
    trump = reader._("Who has none must trump, and plays any card only without a trump.")
    if rules.head_rule == "must_head":
        return f"{follow} {trump}"
    return f"{follow} {trump} " + reader._("Trumps that lie there need not be beaten.")


def _head(reader: Reader, rules: Rules) -> str:
    if rules.head_rule == "free":
        return ""
    told = reader._(
        "Who follows suit must play a card that beats all that lies there, if there is one; if "
        "the trick was trumped already, any card of the suit will do."
    )
    if rules.void_rule == "free":
        return told
    return f"{told} " + reader._(
        "Who has to trump must beat the trumps that lie there, and if that is impossible may "
        "play any card."
    )


def _taken(reader: Reader, rules: Rules) -> str:
    if rules.trump_method == "none" and not rules.special_deals:
        return reader._("The highest card of the suit led takes the trick.")
    return reader._(
        "The highest trump takes the trick, and without one the highest card of the suit led."
    )
