"""Exact chances of taking the one trick of a one-card deal (catalogue, sections 5 and 7).

Nobody has a choice in such a deal: every player plays the only card held, and it
follows suit or not as it happens to. So the highest trump wins, and without a trump
the highest card of the suit led, and a chance is a share of equally likely deals.

What is known: the own card, and the turned card if one was turned for trumps.
What is not: all cards of the others, any of which may lie anywhere in the pack; no
bid is taken to tell anything. Only leading or not leading matters of the place in the
order of play, since whoever plays second or last has no more choice than the leader.
The pack has four suits of equal length, one copy of each card and no joker.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final, Literal

from pbem.rules.ruleset import Pack, Rules

Kind = Literal["trump", "side", "no_trump"]
"""The own card is a trump, is none though there are trumps, or there are no trumps."""

Trumps = Literal["turned", "known", "none"]
"""How a deal comes by its trumps: a card is turned, they are known without, there are none."""

SUITS: Final = 4
MOST_PLAYERS: Final = 10
"""As many as may play with one pack (catalogue, section 3)."""


RANKS_OF: Final[Mapping[Pack, str]] = {
    "std52": "AKQJT98765432",
    "piquet32": "AKQJT987",
    "short36": "AKQJT9876",
    "spanish40": "A3KQJ76542",
    "spanish36": "A3KQJ7654",
}
"""Ranks from the highest down of packs that these chances hold for, by pack."""


@dataclass(frozen=True, slots=True)
class OneCard:
    """What a player knows before the only trick.

    `height` is the number of ranks below the own card, 0 for the lowest of the
    `ranks` ranks of a suit. `turned` is the height of the card turned for trumps,
    which is out of play; None if none was turned.
    """

    players: int
    kind: Kind
    height: int
    leads: bool
    turned: int | None = None
    ranks: int = 13


def winning_chance(deal: OneCard) -> Fraction:
    """Return the chance that the own card takes the trick.

    Raises:
        ValueError: there is no such deal, as when the turned card is the own one.
    """
    _check(deal)
    unseen = SUITS * deal.ranks - 1 - (deal.turned is not None)
    others = deal.players - 1
    better = _better(deal)
    if deal.leads or deal.kind == "trump":
        return _none_of(better, unseen, others)
    # The leader must hold a lower card of the own suit, and none of the others a better one.
    leader = Fraction(deal.height, unseen)
    return leader * _none_of(better, unseen - 1, others - 1)


def _better(deal: OneCard) -> int:
    """Return how many unseen cards beat the own card when its suit, or trumps, count."""
    higher = deal.ranks - 1 - deal.height
    if deal.kind == "trump":
        return higher - (deal.turned is not None and deal.turned > deal.height)
    if deal.kind == "side":
        return higher + deal.ranks - (deal.turned is not None)
    return higher


def _none_of(marked: int, unseen: int, drawn: int) -> Fraction:
    """Return the chance that of `drawn` unseen cards none is one of the marked."""
    return Fraction(comb(unseen - marked, drawn), comb(unseen, drawn))


def _check(deal: OneCard) -> None:
    seats = range(2, SUITS * deal.ranks)
    heights = range(deal.ranks)
    is_turned_twice = deal.kind == "trump" and deal.turned == deal.height
    is_turned_for_nothing = deal.kind == "no_trump" and deal.turned is not None
    if deal.players not in seats or deal.height not in heights:
        raise ValueError("no such number of players or rank")
    if is_turned_twice or is_turned_for_nothing or deal.turned not in {None, *heights}:
        raise ValueError("no such card can have been turned")


@dataclass(frozen=True, slots=True)
class RankOdds:
    """The chances of one rank; None where there is no such deal.

    `over_turned`, `under_turned`: a trump, and the turned card lower or higher than it.
    `side_led`, `side`: no trump, a card turned. The `known_` ones: trumps are known
    without a card being turned. The last two: without trumps.
    """

    rank: str
    over_turned: Fraction | None
    under_turned: Fraction | None
    side_led: Fraction
    side: Fraction
    known_trump: Fraction
    known_side_led: Fraction
    known_side: Fraction
    no_trump_led: Fraction
    no_trump: Fraction


def odds(players: int, pack: Pack = "std52") -> tuple[RankOdds, ...]:
    """Return the chances of every one-card hand, the highest rank first.

    Raises:
        KeyError: the pack has jokers, copies or suits of unequal length.
        ValueError: not so many can play with this pack.
    """
    ranks = RANKS_OF[pack]
    top = len(ranks) - 1
    return tuple(_rank_odds(players, rank, top - place, top) for place, rank in enumerate(ranks))


def _rank_odds(players: int, rank: str, height: int, top: int) -> RankOdds:
    def chance(kind: Kind, leads: bool, turned: int | None = None) -> Fraction:  # noqa: FBT001 - local
        return winning_chance(OneCard(players, kind, height, leads, turned, top + 1))

    # Which card was turned matters for a trump only, and there by being higher or lower.
    return RankOdds(
        rank=rank,
        over_turned=chance("trump", True, 0) if height > 0 else None,
        under_turned=chance("trump", True, top) if height < top else None,
        side_led=chance("side", True, 0),
        side=chance("side", False, 0),
        known_trump=chance("trump", True),
        known_side_led=chance("side", True),
        known_side=chance("side", False),
        no_trump_led=chance("no_trump", True),
        no_trump=chance("no_trump", False),
    )


def trumps_are(rules: Rules) -> Trumps:
    """Return how a one-card deal of these rules comes by its trumps, as these chances tell it."""
    match rules.trump_method:
        case "none":
            return "none"
        case "turn_up":
            return "turned"
        case _:
            return "known"
