"""The scoring systems in which the lowest total is best, in words (catalogue, section 8)."""

from collections.abc import Mapping

from pbem.rules.ruleset import Param, Rules
from pbem.show.reader import Reader
from pbem.show.rules_in_words.phrases import Part, Phrases, phrases


def negative(reader: Reader, _: Rules, _params: Mapping[str, Param]) -> Phrases:
    missed = (
        reader._(
            "counts (1) for the first trick too many or too few, (2) more for the next, (3) more "
            "for the next, and so on"
        ),
        reader._("(1), (3), (6) for tricks off"),
    )
    return phrases(_counts_nothing(reader), missed)


def negative_square(reader: Reader, _: Rules, _params: Mapping[str, Param]) -> Phrases:
    missed = (
        reader._("counts the square of the tricks too many or too few"),
        reader._("the square of tricks off"),
    )
    return phrases(_counts_nothing(reader), missed)


def negative_hand(reader: Reader, _: Rules, _params: Mapping[str, Param]) -> Phrases:
    missed = (
        reader._("counts a point for each trick of the deal"),
        reader._("all tricks of the deal"),
    )
    return phrases(_counts_nothing(reader), missed)


def _counts_nothing(reader: Reader) -> Part:
    return reader._("counts nothing"), reader._("nothing")


def scratch(reader: Reader, _: Rules, _params: Mapping[str, Param]) -> Phrases:
    missed = reader._("is a scratch, which counts (1)"), reader._("(1)")
    return phrases(_counts_nothing(reader), missed)
