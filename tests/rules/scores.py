"""Rules and deals for tests of scoring: every system, and all that may have happened in a deal."""

from hypothesis import strategies as st
from msgspec.structs import replace

from pbem.rules.options import Rules, rules_of
from pbem.rules.scoring import DealFacts, deal_points

COOPERATIVE = {"scoring": "cooperative", "hook": "must_equal", "on_miss": "repeat_round"}


def scored_by(system: str, *, players: int = 4, **options: object) -> Rules:
    """Return rules with this scoring, and what it cannot do without."""
    needed = COOPERATIVE if system == "cooperative" else {"scoring": system}
    made = rules_of(players, {**needed, **options})
    assert isinstance(made, Rules), made
    return made


def deal(
    bids: tuple[int | None, ...], tricks: tuple[int, ...], size: int = 0, **changes: object
) -> DealFacts:
    """Return a deal in the middle of nowhere, but for what the test says."""
    facts = DealFacts(
        round=1,
        rounds=None,
        size=size or sum(tricks),
        largest=13,
        trump="H",
        is_drawn=True,
        bids=bids,
        tricks=tricks,
        totals=(0,) * len(tricks),
    )
    return replace(facts, **changes)


def scored(rules: Rules, bid: int | None, tricks: int, size: int = 7, **changes: object):
    """Return the points of a seat with this result; all the others bid and took nothing."""
    others = rules.players - 1
    facts = deal((bid, *[0] * others), (tricks, *[0] * others), size, **changes)
    return deal_points(rules, facts)[0]


@st.composite
def deals(draw: st.DrawFn, players: int = 3) -> DealFacts:
    """Return any deal, for three, which suits every system.

    Annulled tricks may leave fewer tricks than the hand has cards.
    """
    size = draw(st.integers(1, 13))
    takers = draw(st.lists(st.integers(0, players - 1), max_size=size))
    bid = st.none() | st.integers(0, size)
    seats = {"min_size": players, "max_size": players}
    return DealFacts(
        round=draw(st.integers(1, 25)),
        rounds=draw(st.none() | st.integers(1, 25)),
        size=size,
        largest=draw(st.integers(size, 17)),
        trump=draw(st.sampled_from(["S", "H", "NT"])),
        is_drawn=draw(st.booleans()),
        bids=tuple(draw(st.lists(bid, **seats))),
        tricks=tuple(takers.count(seat) for seat in range(players)),
        totals=tuple(draw(st.lists(st.integers(0, 200), **seats))),
        special=draw(st.sampled_from([None, "misere", "most_tricks", "blind"])),
        premium=draw(
            st.none()
            | st.tuples(st.integers(0, players - 1), st.sampled_from(["declare", "reveal"]))
        ),
    )
