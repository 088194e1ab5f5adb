"""Each scoring system in words: a function or a row for each (catalogue, section 8)."""

from collections.abc import Callable, Mapping
from typing import Final

from pbem.rules.fresh import tricks_of
from pbem.rules.ruleset import Param, Rules, System
from pbem.rules.scoring import SYSTEMS
from pbem.rules.sizes import deal_sizes
from pbem.show.reader import Reader
from pbem.show.rules_in_words.lowest import negative, negative_hand, negative_square, scratch
from pbem.show.rules_in_words.phrases import (
    Part,
    Phrases,
    bonus_and,
    flat,
    lost_bid,
    nothing,
    off,
    only_if,
    per_trick,
    phrases,
    square,
    taken,
    zero_made,
)

_Params = Mapping[str, Param]
_Say = Callable[[Reader, Rules, _Params], Phrases]


def system_words(
    reader: Reader, rules: Rules, system: System, given: Mapping[str, Param]
) -> Phrases:
    """Return what a system says of a made and a missed bid, with these parameters."""
    return _SAY[system](reader, rules, SYSTEMS[system].params(given))


def _basic(reader: Reader, _: Rules, params: _Params) -> Phrases:
    return phrases(bonus_and(reader, int(params["bonus"])), taken(reader))


def _exact(reader: Reader, _: Rules, params: _Params) -> Phrases:
    return phrases(bonus_and(reader, int(params["bonus"])), nothing(reader))


def _exact_penalty(reader: Reader, _: Rules, params: _Params) -> Phrases:
    missed = only_if(reader, lost_bid(reader), params["penalty_on"])
    return phrases(bonus_and(reader, 10), missed)


def _exact_penalty_x5(reader: Reader, _: Rules, params: _Params) -> Phrases:
    missed = only_if(reader, lost_bid(reader, 5), params["penalty_on"])
    if params["penalty_on"] == "undertricks":
        return phrases(bonus_and(reader, 10, 5), missed)
    zero = reader._("A bid of (0) that is missed loses (10).")
    return phrases(bonus_and(reader, 10, 5), missed, "", zero)


def _ten_times(reader: Reader, _: Rules, params: _Params) -> Phrases:
    missed = lost_bid(reader, 10) if params["penalty"] else nothing(reader)
    points = int(params["zero_points"])
    if points:
        zero = reader._(
            "A bid of (0) brings ({points}) if it is made, and ({minus}) if it is missed.",
            points=points,
            minus=-points,
        )
    else:
        zero = reader._("A bid of (0) brings nothing, made or missed.")
    return phrases(per_trick(reader, 10), missed, zero)


def _double_hammer(reader: Reader, _: Rules, _params: _Params) -> Phrases:
    return phrases(per_trick(reader, 11), taken(reader), zero_made(reader, 10))


def _under_zero_over(reader: Reader, _: Rules, params: _Params) -> Phrases:
    """Return what the system it builds on says, but for tricks too many."""
    ten = bonus_and(reader, 10)
    made, few = {
        "exact_penalty": (ten, lost_bid(reader)),
        "exact_penalty_x5": (bonus_and(reader, 10, 5), lost_bid(reader, 5)),
        "ten_times": (per_trick(reader, 10), lost_bid(reader, 10)),
        "exact_set": (ten, _minus_ten(reader)),
        "exact_progressive_penalty": (ten, _bid_and_tens(reader, reader._("missing"))),
    }[str(params["base"])]
    zero = reader._("A bid of (0) brings nothing.") if params["base"] == "ten_times" else ""
    missed = only_if(reader, few, "undertricks")
    return phrases(made, missed, zero)


def _minus_ten(reader: Reader) -> Part:
    return reader._("loses (10)"), reader._("(-10)")


def _bid_and_tens(reader: Reader, which: str) -> Part:
    return (
        reader._("loses a point for each trick bid and (10) for each trick {which}", which=which),
        reader._("minus bid, (-10) a trick off"),
    )


def _exact_set(reader: Reader, _: Rules, _params: _Params) -> Phrases:
    missed = (
        reader._(
            "brings a point for each trick taken if tricks are too many, and loses (10) if they "
            "are too few"
        ),
        reader._("tricks or (-10)"),
    )
    return phrases(bonus_and(reader, 10), missed)


def _progressive_penalty(reader: Reader, _: Rules, _params: _Params) -> Phrases:
    return phrases(bonus_and(reader, 10), _bid_and_tens(reader, reader._("too many or too few")))


def _trick_scoring(reader: Reader, _: Rules, _params: _Params) -> Phrases:
    zero = reader._("A bid of (0) that is made brings half a point.")
    return phrases(per_trick(reader), off(reader), zero)


def _binary_zero(reader: Reader, rules: Rules, _params: _Params) -> Phrases:
    zero = reader._(
        "In deals of more than ({n}) tricks, more than there are players, a bid of (0) brings "
        "(20) if it is made, and (-10) if it is missed.",
        n=rules.players,
    )
    return phrases(flat(reader, 10), nothing(reader), zero)


def _halving(reader: Reader, _: Rules, _params: _Params) -> Phrases:
    missed = (
        reader._("halves the total, rounded up to a whole number"),
        reader._("half the total"),
    )
    return phrases(flat(reader, 8), missed)


def _adjusted_exact(reader: Reader, _: Rules, _params: _Params) -> Phrases:
    made = (
        reader._("brings a point for each trick bid and a point for each trick of the deal"),
        reader._("bid and tricks of the deal"),
    )
    return phrases(made, nothing(reader))


def _sir(reader: Reader, _: Rules, _params: _Params) -> Phrases:
    missed = (
        reader._(
            "brings a point for each trick taken if tricks are too many, and loses (10) for each "
            "trick missing if they are too few"
        ),
        reader._("tricks or (-10) each short"),
    )
    return phrases(per_trick(reader, 10), missed, zero_made(reader, 5))


def _variable_bonus(reader: Reader, rules: Rules, _params: _Params) -> Phrases:
    largest = max(tricks_of(rules, size) for size in deal_sizes(rules))
    made = (
        reader._(
            "brings a point for each trick and a bonus: ({bonus}) less the number of tricks of "
            "the deal",
            bonus=largest + 1,
        ),
        reader._("the tricks and a bonus"),
    )
    return phrases(made, taken(reader))


def _five_plus_ten(reader: Reader, _: Rules, _params: _Params) -> Phrases:
    missed = (
        reader._("loses (5), and (5) more for each trick too many or too few"),
        reader._("(-5) and (-5) a trick off"),
    )
    return phrases(bonus_and(reader, 5, 10), missed)


def _squares(reader: Reader, _: Rules, _params: _Params) -> Phrases:
    missed = (
        reader._("loses the square of the tricks too many or too few"),
        reader._("minus tricks off squared"),
    )
    return phrases(square(reader), missed)


def _seven_truf(reader: Reader, _: Rules, _params: _Params) -> Phrases:
    zero = reader._("A bid of (0) that is made brings (5) for each trick of the deal.")
    return phrases(per_trick(reader, 10), taken(reader), zero)


def _cooperative(reader: Reader, _: Rules, _params: _Params) -> Phrases:
    missed = reader._("means that the round is dealt afresh"), reader._("deal afresh")
    return phrases(nothing(reader), missed)


def _ninety_nine(reader: Reader, rules: Rules, _params: _Params) -> Phrases:
    made = (
        reader._(
            "brings a point for each trick, and (30) if it is the only one made, (20) if another "
            "is made too, (10) if all are"
        ),
        reader._("tricks and (10) to (30)"),
    )
    if not rules.premium_bids:
        return phrases(made, taken(reader))
    premium = reader._(
        "A bid called to (declare) is worth (30) more, to (reveal) worth (60) more: to its bidder "
        "if it is made, and otherwise to each of the others."
    )
    return phrases(made, taken(reader), "", premium)


def _row(made: Callable[[Reader], Part], missed: Callable[[Reader], Part], zero: int = 0) -> _Say:
    """Return what says a made and a missed bid, and points of its own for a zero."""

    def say(reader: Reader, _: Rules, _params: _Params) -> Phrases:
        told = zero_made(reader, zero) if zero else ""
        return phrases(made(reader), missed(reader), told)

    return say


_SAY: Final[Mapping[System, _Say]] = {
    "basic": _basic,
    "basic_variant": _basic,
    "exact": _exact,
    "exact_penalty": _exact_penalty,
    "ten_times": _ten_times,
    "double_hammer": _double_hammer,
    "penalty_under_zero_over": _under_zero_over,
    "exact_penalty_x5": _exact_penalty_x5,
    "exact_set": _exact_set,
    "exact_progressive_penalty": _progressive_penalty,
    "progressive": _row(square, taken),
    "montreal": _row(lambda reader: bonus_and(reader, 10, 2), nothing),
    "negative": negative,
    "negative_square": negative_square,
    "negative_hand": negative_hand,
    "trick_scoring": _trick_scoring,
    "binary": _row(lambda reader: flat(reader, 10), nothing),
    "binary_zero": _binary_zero,
    "binary_halving": _halving,
    "scratch": scratch,
    "adjusted_exact": _adjusted_exact,
    "get_fred": _row(lambda reader: bonus_and(reader, 10), off),
    "oy_vey": _row(square, off),
    "sir_scoring": _sir,
    "variable_bonus": _variable_bonus,
    "tens_difference": _row(
        lambda reader: per_trick(reader, 10), lambda reader: off(reader, 10), 10
    ),
    "five_plus_ten": _five_plus_ten,
    "squares": _squares,
    "boerenbridge": _row(lambda reader: bonus_and(reader, 10), taken, 20),
    "seven_truf": _seven_truf,
    "cooperative": _cooperative,
    "wizard": _row(lambda reader: bonus_and(reader, 20, 10), lambda reader: off(reader, 10)),
    "romanian": _row(lambda reader: bonus_and(reader, 5), off),
    "pocha": _row(lambda reader: bonus_and(reader, 10, 5), lambda reader: off(reader, 5)),
    "podrida_three": _row(lambda reader: bonus_and(reader, 10, 3), lambda reader: off(reader, 3)),
    "clag_two": _row(lambda reader: bonus_and(reader, 10, 2), nothing),
    "tens_or_nothing": _row(lambda reader: per_trick(reader, 10), nothing, 10),
    "ninety_nine": _ninety_nine,
}
