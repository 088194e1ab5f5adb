"""What a deal scores, in words, with examples that are computed (catalogue, sections 8 and 9)."""

from math import ceil

from pbem.rules.ruleset import Rules
from pbem.rules.scoring import SYSTEMS
from pbem.rules.sizes import deal_sizes
from pbem.show.reader import Reader
from pbem.show.rules_in_words.chapter import lines
from pbem.show.rules_in_words.examples import examples
from pbem.show.rules_in_words.phrases import Phrases, zero_made
from pbem.show.rules_in_words.systems import system_words
from pbem.show.scoring_titles import scoring_title


def scoring(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return what a made and a missed bid score, what changes that, and examples."""
    told = words(reader, rules)
    return lines(
        (
            reader._("Scoring: ({title}).", title=scoring_title(reader, rules.scoring)),
            points(reader, told),
            _zero(reader, rules, told),
            *told.notes,
            _spades(reader, rules),
            _second_half(reader, rules),
            examples(reader, rules),
        )
    )


def words(reader: Reader, rules: Rules) -> Phrases:
    """Return the words of the system that these rules begin with."""
    return system_words(reader, rules, rules.scoring, dict(rules.scoring_params))


def points(reader: Reader, told: Phrases) -> str:
    """Return what a made and a missed bid score."""
    return reader._(
        "A bid that is made {made}. A bid that is missed {missed}.",
        made=told.made,
        missed=told.missed,
    )


def _zero(reader: Reader, rules: Rules, told: Phrases) -> str:
    """Return what is different for a bid of 0: by the option, or else by the system."""
    match rules.zero_bid:
        case "normal":
            return told.zero
        case "five":
            return zero_made(reader, 5)
        case "ten":
            return zero_made(reader, 10)
        case "twenty":
            return zero_made(reader, 20)
        case "five_plus_cards":
            return reader._(
                "A bid of (0) that is made brings (5) and a point for each trick of the deal."
            )


def _spades(reader: Reader, rules: Rules) -> str:
    if not rules.double_spades:
        return ""
    return reader._(
        "When the card that is shown makes (spades) trumps, all points of the deal count double, "
        "those that are lost too."
    )


def _second_half(reader: Reader, rules: Rules) -> str:
    second = rules.second_half_scoring
    if second == "same":
        return ""
    since = ceil(len(deal_sizes(rules)) / 2) + 1
    if second == "double_points":
        return reader._("From deal ({n}) on all points count double.", n=since)
    told = system_words(reader, rules, second, {})
    other = reader._("From deal ({n}) on the points are others.", n=since)
    has_zero = "zero_bid" in SYSTEMS[second].modifiers
    zero = _zero(reader, rules, told) if has_zero else told.zero
    return " ".join(lines((other, points(reader, told), zero, *told.notes)))
