"""The cards, their ranks, and equal cards (catalogue, section 3)."""

from collections.abc import Callable, Mapping
from typing import Final

from pbem.rules.packs import PACKS, pool
from pbem.rules.ruleset import Pack, Rules
from pbem.show.reader import Reader
from pbem.show.rules_in_words.chapter import lines

_Tell = Callable[[Reader, Rules], str]


def cards(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return the pack, what ranks above what, and what equal cards do."""
    return lines(
        (
            _PACKS[rules.pack](reader, rules),
            _ranks(reader, rules),
            _copies(reader, rules) if PACKS[rules.pack].has_copies else "",
        )
    )


def _std52(reader: Reader, _: Rules) -> str:
    return reader._("The pack has the usual (52) cards.")


def _even(reader: Reader, rules: Rules) -> str:
    usual = reader._("The pack has the usual (52) cards.")
    aside = 52 - pool(rules)
    if not aside:
        return f"{usual} {reader._('All can be shared evenly, so none is put aside.')}"
    return f"{usual} " + reader._(
        "So that all can be shared evenly, the dealer puts ({n}) of them aside unseen "
        "before each deal, other ones each time.",
        n=aside,
    )


def _double(reader: Reader, _: Rules) -> str:
    return reader._("The usual pack is doubled, so that each of its (52) cards is there twice.")


def _five_hundred(reader: Reader, _: Rules) -> str:
    return reader._(
        "The pack has (63) cards: the usual (52), ranks (11) and (12) in each suit, rank (13) "
        "in (hearts) and (diamonds), and a (joker)."
    )


def _joker53(reader: Reader, _: Rules) -> str:
    return reader._("The pack has the usual (52) cards and a (joker).")


def _bust65(reader: Reader, _: Rules) -> str:
    return reader._(
        "The pack has (65) cards: the usual (52), and of a second pack all of rank (2), (3) "
        "and (4) and the (5 of clubs), which are there twice."
    )


def _bust78(reader: Reader, _: Rules) -> str:
    return reader._(
        "The pack has (78) cards: the usual (52), and of a second pack all of rank (2) to (7) "
        "and the (8 of clubs) and (8 of diamonds), which are there twice."
    )


def _bust39(reader: Reader, _: Rules) -> str:
    return reader._(
        "The pack has (39) cards: the usual ones without rank (2), (3) and (4) and without the "
        "(5 of clubs)."
    )


def _jokers54(reader: Reader, _: Rules) -> str:
    return reader._("The pack has the usual (52) cards and a pair of jokers.")


def _jokers50(reader: Reader, _: Rules) -> str:
    return reader._(
        "The pack has (50) cards: the usual ones without rank (2), and a pair of jokers."
    )


def _wizard60(reader: Reader, _: Rules) -> str:
    return reader._(
        "The pack has (60) cards: the usual (52), (4) wizards and (4) jesters, which belong to "
        "none of the suits."
    )


def _spanish40(reader: Reader, _: Rules) -> str:
    return reader._(
        "The Spanish pack has (40) cards: ace, (2) to (7), jack, queen and king in each suit. "
        "(The queen stands for the rider.)"
    )


def _spanish36(reader: Reader, _: Rules) -> str:
    return reader._(
        "The Spanish pack has (36) cards: ace, (3) to (7), jack, queen and king in each suit. "
        "(The queen stands for the rider.)"
    )


def _piquet32(reader: Reader, _: Rules) -> str:
    return reader._("The pack has (32) cards, from the ace down to rank (7) in each suit.")


def _short36(reader: Reader, _: Rules) -> str:
    return reader._("The pack has (36) cards, from the ace down to rank (6) in each suit.")


def _eight_each(reader: Reader, rules: Rules) -> str:
    return reader._(
        "The pack has (8) cards for each player: the highest ({n}) of the usual ones, from the "
        "ace down to rank ({rank}) in each suit.",
        n=pool(rules),
        rank=15 - 2 * rules.players,
    )


_PACKS: Final[Mapping[Pack, _Tell]] = {
    "std52": _std52,
    "std52_even": _even,
    "double104": _double,
    "five_hundred63": _five_hundred,
    "joker53": _joker53,
    "bust65": _bust65,
    "bust78": _bust78,
    "bust39": _bust39,
    "jokers54": _jokers54,
    "jokers50": _jokers50,
    "wizard60": _wizard60,
    "spanish40": _spanish40,
    "spanish36": _spanish36,
    "piquet32": _piquet32,
    "short36": _short36,
    "eight_per_player": _eight_each,
}


def _ranks(reader: Reader, rules: Rules) -> str:
    match rules.rank_order:
        case "ace_high":
            return reader._("The ace is the highest card of a suit.")
        case "ace_low":
            return reader._("The king is the highest card of a suit, the ace is the lowest.")
        case "jack_high_bowers":
            return reader._(
                "The jack of trumps is the highest trump, and the other jack of the same colour "
                "the second highest: it belongs to trumps in every respect, not to its own "
                "suit. Otherwise the ace is high. Without trumps each jack is an ordinary card."
            )
        case "spanish_tute":
            return reader._(
                "From high to low a suit has the ace, the (3), king, queen, jack, and then the "
                "other numbers from (7) down."
            )
        case "spanish_plain":
            return reader._(
                "From high to low a suit has the ace, king, queen, jack, and then the numbers "
                "from (7) down."
            )


def _copies(reader: Reader, rules: Rules) -> str:
    match rules.duplicate_rule:
        case "first_wins":
            return reader._(
                "If both copies of a card lie in a trick, that played first ranks higher."
            )
        case "second_wins":
            return reader._(
                "If both copies of a card lie in a trick, that played second ranks higher."
            )
        case "annul":
            return reader._(
                "If both copies of a card lie in a trick, they annul each other and neither can "
                "take it; a card that was led still fixes the suit to follow. If none is left "
                "that is a trump or of the suit led, nobody takes the trick, its cards are out, "
                "and whoever led to it leads to the next. Bids are for the full number of tricks "
                "all the same."
            )
