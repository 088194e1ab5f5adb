"""The cards, their ranks, and equal cards (catalogue, section 3)."""

from collections.abc import Mapping
from typing import Final

from pbem.rules.packs import PACKS, pool
from pbem.rules.ruleset import Pack, Rules
from pbem.show.reader import Reader
from pbem.show.rules_in_words.chapter import N_, lines

_PLAIN: Final[Mapping[Pack, str]] = {
    "std52": N_("The pack has the usual (52) cards."),
    "double104": N_("The usual pack is doubled, so that each of its (52) cards is there twice."),
    "five_hundred63": N_(
        "The pack has (63) cards: the usual (52), ranks (11) and (12) in each suit, rank (13) "
        "in (hearts) and (diamonds), and a (joker)."
    ),
    "joker53": N_("The pack has the usual (52) cards and a (joker)."),
    "bust65": N_(
        "The pack has (65) cards: the usual (52), and of a second pack all of rank (2), (3) "
        "and (4) and the (5 of clubs), which are there twice."
    ),
    "bust78": N_(
        "The pack has (78) cards: the usual (52), and of a second pack all of rank (2) to (7) "
        "and the (8 of clubs) and (8 of diamonds), which are there twice."
    ),
    "bust39": N_(
        "The pack has (39) cards: the usual ones without rank (2), (3) and (4) and without the "
        "(5 of clubs)."
    ),
    "jokers54": N_("The pack has the usual (52) cards and a pair of jokers."),
    "jokers50": N_(
        "The pack has (50) cards: the usual ones without rank (2), and a pair of jokers."
    ),
    "wizard60": N_(
        "The pack has (60) cards: the usual (52), (4) wizards and (4) jesters, which belong to "
        "none of the suits."
    ),
    "spanish40": N_(
        "The Spanish pack has (40) cards: ace, (2) to (7), jack, queen and king in each suit. "
        "(The queen stands for the rider.)"
    ),
    "spanish36": N_(
        "The Spanish pack has (36) cards: ace, (3) to (7), jack, queen and king in each suit. "
        "(The queen stands for the rider.)"
    ),
    "piquet32": N_("The pack has (32) cards, from the ace down to rank (7) in each suit."),
    "short36": N_("The pack has (36) cards, from the ace down to rank (6) in each suit."),
}
_RANKS: Final[Mapping[str, str]] = {
    "ace_high": N_("The ace is the highest card of a suit."),
    "ace_low": N_("The king is the highest card of a suit, the ace is the lowest."),
    "jack_high_bowers": N_(
        "The jack of trumps is the highest trump, and the other jack of the same colour "
        "the second highest: it belongs to trumps in every respect, not to its own "
        "suit. Otherwise the ace is high. Without trumps each jack is an ordinary card."
    ),
    "spanish_tute": N_(
        "From high to low a suit has the ace, the (3), king, queen, jack, and then the "
        "other numbers from (7) down."
    ),
    "spanish_plain": N_(
        "From high to low a suit has the ace, king, queen, jack, and then the numbers "
        "from (7) down."
    ),
}
_COPIES: Final[Mapping[str, str]] = {
    "first_wins": N_("If both copies of a card lie in a trick, that played first ranks higher."),
    "second_wins": N_("If both copies of a card lie in a trick, that played second ranks higher."),
    "annul": N_(
        "If both copies of a card lie in a trick, they annul each other and neither can "
        "take it; a card that was led still fixes the suit to follow. If none is left "
        "that is a trump or of the suit led, nobody takes the trick, its cards are out, "
        "and whoever led to it leads to the next. Bids are for the full number of tricks "
        "all the same."
    ),
}


def cards(reader: Reader, rules: Rules) -> tuple[str, ...]:
    """Return the pack, what ranks above what, and what equal cards do."""
    return lines(
        (
            _pack(reader, rules),
            reader._(_RANKS[rules.rank_order]),
            reader._(_COPIES[rules.duplicate_rule]) if PACKS[rules.pack].has_copies else "",
        )
    )


def _pack(reader: Reader, rules: Rules) -> str:
    match rules.pack:
        case "std52_even":
            return _even(reader, rules)
        case "eight_per_player":
            return _eight_each(reader, rules)
        case pack:
            return reader._(_PLAIN[pack])


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


def _eight_each(reader: Reader, rules: Rules) -> str:
    return reader._(
        "The pack has (8) cards for each player: the highest ({n}) of the usual ones, from the "
        "ace down to rank ({rank}) in each suit.",
        n=pool(rules),
        rank=15 - 2 * rules.players,
    )
