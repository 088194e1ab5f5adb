"""How long a game is: deals, tricks, what each writes, and days by mail.

The estimate of days assumes that everybody looks into the mail once or twice a day, at
moments of their own, and answers then what is due; nobody plays ahead, and no card is
played for anybody. A person who is asked in turn then waits half a look on average, so
that a round of n people takes n/2 looks; nobody can answer more than once a look. For
the four-player games 10..1..10, 7..1..7, 1..10 and 1..7 that gives 128-256, 68-136,
65-130 and 35-70 days; simulated people with a median of four hours took 189, 101, 97
and 52.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final

from pbem.rules.packs import largest_fit
from pbem.rules.ruleset import Rules
from pbem.rules.sizes import deal_sizes, is_open_ended

SLOW: Final = 1
FAST: Final = 2
"""Looks into the mail in a day, for the longest and for the shortest estimate."""

_BID_CARDS: Final = 3
_RANKS: Final = 13
_SUITS: Final = 4
_NO_BIDDING: Final = frozenset({"misere", "most_tricks"})


@dataclass(frozen=True, slots=True)
class Span:
    """From `least` to `most`, both included; `most` is None where nothing sets an end."""

    least: int
    most: int | None

    @property
    def is_exact(self) -> bool:
        return self.least == self.most


@dataclass(frozen=True, slots=True)
class Length:
    """How long a game is, without deals that a tie adds.

    `answers` are those that each person writes: a bid where one is due, a card for each
    trick, and a suit where the dealer names trumps. `days` estimates how long the whole
    game takes, from everybody at `FAST` to everybody at `SLOW` looks a day.
    """

    deals: Span
    tricks: Span
    answers: Span
    days: Span


def length(rules: Rules, people: int | None = None) -> Length:
    """Return how long a game with these rules is.

    `people` are those who answer by mail, all players unless it is said; bots answer
    at once.
    """
    short, long = _courses(rules)
    least, most = _work(rules, short, people), _work(rules, long, people)
    endless = rules.on_miss == "repeat_round"

    def span(low: int, high: int) -> Span:
        return Span(low, None if endless else high)

    return Length(
        deals=span(least.deals, most.deals),
        tricks=span(least.tricks, most.tricks),
        answers=span(least.answers, most.answers),
        days=span(ceil(least.looks / FAST), ceil(most.looks / SLOW)),
    )


@dataclass(frozen=True, slots=True)
class _Work:
    """What one course of deals takes; `looks` into the mail if all look equally often."""

    deals: int
    tricks: int
    answers: int
    looks: Fraction


def _courses(rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the sizes of the shortest and of the longest game there can be."""
    sizes = deal_sizes(rules)
    if is_open_ended(rules):
        return sizes[:1], sizes
    if rules.sequence == "upcard":
        return tuple(_upcards(rules, len(sizes), 1)), tuple(_upcards(rules, len(sizes), -1))
    return sizes, sizes


def _upcards(rules: Rules, count: int, step: int) -> Iterator[int]:
    """Yield the sizes if the smallest (step 1) or largest cards of the second pack turn up."""
    ranks = range(1, _RANKS + 1)[::step]
    pack = [rank for rank in ranks for _ in range(_SUITS)]
    yield from (min(pack[index % len(pack)], largest_fit(rules)) for index in range(count))


def _work(rules: Rules, sizes: tuple[int, ...], people: int | None) -> _Work:
    aside = _BID_CARDS if rules.bid_mode == "bid_cards" else 0
    tricks = sum(size - aside for size in sizes)
    cards = tricks - _unasked(rules, sizes)
    bids = len(sizes) - sum(1 for special in rules.special_deals if special.rule in _NO_BIDDING)
    # The deal goes round, so that each names trumps in one deal of as many as there are seats.
    names = ceil(len(sizes) / rules.players) if rules.trump_method == "dealer_names" else 0
    in_turn = max(Fraction(1), Fraction(people or rules.players, 2))
    bidding = in_turn if rules.bid_mode == "in_turn" else Fraction(1)
    naming = Fraction(len(sizes) if names else 0, 2)
    return _Work(
        deals=len(sizes),
        tricks=tricks,
        answers=bids + cards + names,
        looks=bids * bidding + cards * in_turn + naming,
    )


def _unasked(rules: Rules, sizes: tuple[int, ...]) -> int:
    """Return how many cards are played without asking: those on foreheads (section 6)."""
    ones = sizes.count(1)
    match rules.forehead:
        case "all_one_card":
            return ones
        case "final_one_card":
            return min(ones, 1)
        case _:
            return 0
