"""What a made and a missed bid score, in words (catalogue, sections 8 and 9)."""

from collections.abc import Mapping

from pbem.rules.options import Rules
from pbem.show.reader import Reader


def scoring(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return what a deal scores: first made and missed bids, then special cases."""
    made, missed = _system(reader, rules.scoring, dict(rules.scoring_params))
    first = reader._("A bid made is worth {made}, a miss {missed}.", made=made, missed=missed)
    return (first, *_modifiers(reader, rules))


def _system(reader: Reader, system: str, params: Mapping[str, object]) -> tuple[str, str]:
    match system:
        case "basic" | "basic_variant":
            bonus = params.get("bonus", 10 if system == "basic" else 5)
            return _plus(reader, bonus), reader._("the tricks taken")
        case "exact":
            return _plus(reader, params.get("bonus", 10)), reader._("nothing")
        case "binary":
            return reader._("({n}) and nothing else", n=10), reader._("nothing")
        case "get_fred":
            missed = reader._("minus a point per trick too many or too few")
            return _plus(reader, 10), missed
        case _:
            name = system.replace("_", " ")
            told = reader._("by the scoring called ({name})", name=name)
            return told, reader._("likewise")


def _plus(reader: Reader, bonus: object) -> str:
    return reader._("({bonus}) and a point per trick", bonus=bonus)


def _modifiers(reader: Reader, rules: Rules) -> list[str]:
    told = []
    match rules.zero_bid:
        case "five":
            told.append(reader._("A bid of (0) made is worth ({n}).", n=5))
        case "five_plus_cards":
            told.append(
                reader._("A bid of (0) made is worth ({n}) and a point per card dealt.", n=5)
            )
        case "ten":
            told.append(reader._("A bid of (0) made is worth ({n}).", n=10))
        case "twenty":
            told.append(reader._("A bid of (0) made is worth ({n}).", n=20))
        case _:
            pass
    if rules.double_spades:
        told.append(reader._("When spades are trumps, all points are doubled."))
    return told
