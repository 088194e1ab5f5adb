"""How trumps are found, in words (catalogue, section 5)."""

from collections.abc import Callable, Mapping
from typing import Final

from pbem.rules.packs import pool
from pbem.rules.ruleset import Rules
from pbem.rules.sizes import deal_sizes
from pbem.show import cards
from pbem.show.reader import Reader
from pbem.show.rules_in_words.chapter import N_, lines, side

_SHOWN: Final = {"turn_up", "dealer_last_card", "cut_before_deal", "second_pack_upcard"}
_OF_THE_PACK: Final = {"turn_up", "dealer_last_card", "cut_before_deal"}
_PLAIN: Final[Mapping[str, str]] = {
    "turn_up": N_(
        "The next card after the deal is turned, and its suit is trumps. It stays visible and is "
        "not played."
    ),
    "dealer_last_card": N_(
        "The last card that the dealer gets is shown to all, and its suit is trumps. The dealer "
        "keeps it and plays it like any other."
    ),
    "cut_before_deal": N_(
        "The pack is cut before the deal, and the suit of the card shown is trumps. The card is "
        "part of the pack again."
    ),
    "dealer_names": N_(
        "The dealer looks at the cards dealt and names the suit of trumps before the bidding."
    ),
    "second_pack_upcard": N_("The card turned from the second pack also makes its suit trumps."),
    "none": N_("Every deal is without trumps."),
}


def trumps(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return what makes trumps, in which deals there are none, and what a joker does to that."""
    return lines(
        (
            _method(reader, rules),
            _all_dealt(reader, rules),
            _largest(reader, rules),
            _ranks_without(reader, rules),
            _joker(reader, rules),
            _late(reader, rules),
        )
    )


def _method(reader: Reader, rules: Rules) -> str:
    plain = _PLAIN.get(rules.trump_method)
    return reader._(plain) if plain else _BY_RULES[rules.trump_method](reader, rules)


def _rotation(reader: Reader, rules: Rules) -> str:
    return reader._(
        "Trumps change from deal to deal in this order, and then from its beginning: {suits}.",
        suits=_cycle(reader, rules),
    )


def _list(reader: Reader, rules: Rules) -> str:
    return reader._("Trumps from the first deal to the last: {suits}.", suits=_cycle(reader, rules))


def _fixed(reader: Reader, rules: Rules) -> str:
    suit = cards.suit(reader, rules.fixed_trump or "S")
    return reader._("Trumps are ({suit}) in every deal.", suit=suit)


def _cycle(reader: Reader, rules: Rules) -> str:
    return ", ".join(f"({_symbol(reader, symbol)})" for symbol in rules.trump_cycle or ())


def _symbol(reader: Reader, symbol: str) -> str:
    if symbol == "NT":
        return reader._("without trumps")
    return reader._("jokers") if symbol == "JK" else cards.suit(reader, symbol)


def _high_bidder(reader: Reader, rules: Rules) -> str:
    named = reader._(
        "After the bidding the highest bidder names trumps: a suit, or a deal without trumps."
    )
    if rules.bid_mode == "in_turn":
        return f"{named} " + reader._("Of equal bidders it is the first who bid.")
    return f"{named} " + reader._(
        "Of equal bidders it is the nearest to the dealer's {side}.", side=side(reader, rules)
    )


def _successes(reader: Reader, rules: Rules) -> str:
    told = reader._(
        "Trumps depend on how many players made their bid in the deal before: none (diamonds), "
        "(1) of them (spades), (2) of them (hearts), (3) of them (clubs)."
    )
    if rules.players == 4:
        told += " " + reader._("If all (4) did, the deal is without trumps.")
    return f"{told} " + reader._("The first deal is without trumps.")


_BY_RULES: Final[Mapping[str, Callable[[Reader, Rules], str]]] = {
    "rotation": _rotation,
    "list": _list,
    "fixed": _fixed,
    "high_bidder": _high_bidder,
    "previous_successes": _successes,
}


def _all_dealt(reader: Reader, rules: Rules) -> str:
    """Return what happens when nothing is left to be turned, if that comes to pass."""
    if rules.trump_method != "turn_up" or not _uses_all(rules):
        return ""
    match rules.all_dealt_trump:
        case "no_trump":
            return reader._("When all cards are dealt out, the deal is without trumps.")
        case "dealer_last_card":
            return reader._(
                "When all cards are dealt out, the last card that the dealer gets is shown "
                "instead, and the dealer keeps it."
            )
        case "cut_before_deal":
            return reader._(
                "When all cards are to be dealt out, the pack is cut before the deal instead, and "
                "the card shown is part of the pack again."
            )


def _uses_all(rules: Rules) -> bool:
    if rules.sequence == "upcard":
        return 13 * rules.players == pool(rules)
    sizes = deal_sizes(rules)
    without = {max(sizes)} if rules.largest_hand_no_trump else set()
    return any(size * rules.players == pool(rules) for size in set(sizes) - without)


def _largest(reader: Reader, rules: Rules) -> str:
    if not rules.largest_hand_no_trump:
        return ""
    return reader._(
        "Deals of the largest size, ({n}) cards each, are without trumps, whatever else is said "
        "here.",
        n=max(deal_sizes(rules)),
    )


def _ranks_without(reader: Reader, rules: Rules) -> str:
    if not rules.no_trump_upcards:
        return ""
    names = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
    ranks = reader.any_of([f"({reader._(names.get(one, one))})" for one in rules.no_trump_upcards])
    return reader._(
        "If the card turned is of rank {ranks}, the deal is without trumps.", ranks=ranks
    )


def _joker(reader: Reader, rules: Rules) -> str:
    """Return what a card without a suit means where a card decides."""
    if rules.trump_method not in _OF_THE_PACK:
        return ""
    match rules.joker_rule:
        case "brader" if rules.trump_method == "turn_up":
            return reader._("If the card is a (joker), the other (joker) is the only trump.")
        case "brader":
            return reader._("If the card is a (joker), the jokers are trumps.")
        case "atkinson" | "top_trump":
            return reader._("If the card is a (joker), the deal is without trumps.")
        case "wizard":
            return reader._(
                "If the card is a (jester), the deal is without trumps. If it is a (wizard), the "
                "dealer names the suit of trumps before the bidding."
            )
        case "none":
            return ""


def _late(reader: Reader, rules: Rules) -> str:
    if rules.trump_reveal == "before_bidding" or rules.trump_method not in _SHOWN:
        return ""
    return reader._("The card that makes trumps is shown only when all have bid.")
