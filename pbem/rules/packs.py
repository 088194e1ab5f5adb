"""The packs: their cards, and who may play with them (catalogue, section 3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pbem.rules.cards import (
    ALL_RANKS,
    JESTER,
    JOKER,
    JOKER_1,
    JOKER_2,
    RANKS,
    STANDARD_PACK,
    SUITS,
    WIZARD,
    Card,
    card,
)
from pbem.rules.ruleset import Pack, Rules


@dataclass(frozen=True, slots=True)
class PackFacts:
    """`size` is None where it depends on the number of players."""

    size: int | None
    players: range
    jokers: tuple[str, ...] = ("none",)
    has_copies: bool = False
    is_spanish: bool = False


PACKS: Final[Mapping[Pack, PackFacts]] = {
    "std52": PackFacts(52, range(2, 11)),
    "std52_even": PackFacts(None, range(3, 8)),
    "double104": PackFacts(104, range(3, 13), has_copies=True),
    "five_hundred63": PackFacts(63, range(3, 13), jokers=("top_trump",)),
    "joker53": PackFacts(53, range(2, 11), jokers=("top_trump",)),
    "bust65": PackFacts(65, range(5, 6), has_copies=True),
    "bust78": PackFacts(78, range(6, 7), has_copies=True),
    "bust39": PackFacts(39, range(3, 4)),
    "jokers54": PackFacts(54, range(3, 11), jokers=("brader", "atkinson")),
    "jokers50": PackFacts(50, range(5, 6), jokers=("brader", "atkinson")),
    "wizard60": PackFacts(60, range(3, 7), jokers=("wizard",)),
    "spanish40": PackFacts(40, range(3, 9), is_spanish=True),
    "spanish36": PackFacts(36, range(3, 7), is_spanish=True),
    "piquet32": PackFacts(32, range(2, 7)),
    "short36": PackFacts(36, range(2, 7)),
    "eight_per_player": PackFacts(None, range(3, 7)),
}


_EQUALS: Final = frozenset(
    name for name, pack in PACKS.items() if pack.has_copies or "wizard" in pack.jokers
)


def has_equals(rules: Rules) -> bool:
    """Tell whether some cards of the pack are the same."""
    return rules.pack in _EQUALS


def pool(rules: Rules) -> int:
    """Return the number of cards that may be dealt."""
    size = PACKS[rules.pack].size
    if size is not None:
        return size
    return 52 - 52 % rules.players if rules.pack == "std52_even" else 8 * rules.players


def largest_fit(rules: Rules) -> int:
    """Return the largest hand the pack and the cap allow (M of catalogue, section 4)."""
    reserve = 1 if rules.deal_out == "leave_turn_up" else 0
    fit = (pool(rules) - reserve) // rules.players
    return fit if rules.max_cards is None else min(fit, rules.max_cards)


def pack_of(rules: Rules) -> tuple[Card, ...]:
    """Return the cards of a pack in canonical order.

    Suits come outermost, ranks upwards, then cards without a suit; copies one pack
    after the other (catalogue, section 3; which low cards Bust adds or lacks is read
    there too).
    """
    return _cards(rules.pack, rules.players)


@lru_cache(maxsize=64)
def _cards(pack: Pack, players: int) -> tuple[Card, ...]:
    if pack == "eight_per_player":
        return _suited(RANKS[-2 * players :])
    return _FIXED[pack]


_SPANISH: Final = ("2", "3", "4", "5", "6", "7", "J", "Q", "K", "A")
_THIRTEENS: Final = (card("13C"), card("13S"))


def _suited(ranks: Sequence[str], lacking: Sequence[Card] = ()) -> tuple[Card, ...]:
    whole = (card(rank + suit) for suit in SUITS for rank in ranks)
    return tuple(card for card in whole if card not in lacking)


def _low(count: int) -> tuple[Card, ...]:
    """Return so many low cards of a pack, counted upwards by rank and within it C, D, H, S."""
    upwards = [card(rank + suit) for rank in RANKS for suit in SUITS]
    taken = set(upwards[:count])
    return tuple(card for card in STANDARD_PACK if card in taken)


_FIXED: Final[Mapping[Pack, tuple[Card, ...]]] = {
    "std52": STANDARD_PACK,
    "std52_even": STANDARD_PACK,
    "double104": STANDARD_PACK * 2,
    "five_hundred63": (*_suited(ALL_RANKS, lacking=_THIRTEENS), JOKER),
    "joker53": (*STANDARD_PACK, JOKER),
    "bust65": STANDARD_PACK + _low(13),
    "bust78": STANDARD_PACK + _low(26),
    "bust39": tuple(card for card in STANDARD_PACK if card not in _low(13)),
    "jokers54": (*STANDARD_PACK, JOKER_1, JOKER_2),
    "jokers50": (*_suited(RANKS[1:]), JOKER_1, JOKER_2),
    "wizard60": (*STANDARD_PACK, *[WIZARD] * 4, *[JESTER] * 4),
    "spanish40": _suited(_SPANISH),
    "spanish36": _suited(_SPANISH[1:]),
    "piquet32": _suited(RANKS[5:]),
    "short36": _suited(RANKS[4:]),
}
