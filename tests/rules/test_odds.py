"""The formulas of one-card deals against a count of all deals."""

from fractions import Fraction
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.rules import tricks
from pbem.rules.cards import STANDARD_PACK, card
from pbem.rules.odds import RANKS_OF, OneCard, odds, winning_chance
from pbem.rules.terms import Terms
from pbem.rules.trick import Laid

RANKS = "23456789TJQKA"
OWN_SUIT = {"trump": "S", "side": "H", "no_trump": "H"}


def winning_place(cards, trump: str) -> int:
    """Catalogue, section 7: the highest trump, otherwise the highest card of the suit led."""
    counted = trump if any(card.suit == trump for card in cards) else cards[0].suit
    heights = [RANKS.index(card.rank) if card.suit == counted else -1 for card in cards]
    return heights.index(max(heights))


@given(
    trick=st.lists(st.sampled_from(STANDARD_PACK), unique=True, min_size=2, max_size=10),
    trump=st.sampled_from(["S", "H", "D", "C", "NT"]),
)
def test_the_judge_of_the_count_is_of_one_mind_with_the_engine(trick, trump):
    laid = [Laid(card) for card in trick]

    assert winning_place(trick, trump) == tricks.winning_place(Terms(trump), laid)


def taken(trick, trump: str) -> bool:
    """Tell whether the first of these pairs of place and card takes the trick."""
    own = trick[0]
    in_order = sorted(trick)
    return in_order[winning_place([card for _, card in in_order], trump)] == own


def situation(deal: OneCard):
    """Return trump, own card and unseen cards. The ranks are the lowest of the pack."""
    trump = "NT" if deal.kind == "no_trump" else "S"
    pack = [card(rank + suit) for suit in "CDHS" for rank in RANKS[: deal.ranks]]
    own = card(RANKS[deal.height] + OWN_SUIT[deal.kind])
    gone = {own} if deal.turned is None else {own, card(RANKS[deal.turned] + "S")}
    return trump, own, [card for card in pack if card not in gone]


def counted(deal: OneCard, place: int) -> Fraction:
    """Return the share of all deals to the others in which the own card, played at a place, wins."""
    trump, own, unseen = situation(deal)
    places = [other for other in range(deal.players) if other != place]
    wins = deals = 0
    for hands in permutations(unseen, deal.players - 1):
        trick = [(place, own), *zip(places, hands, strict=True)]
        wins += taken(trick, trump)
        deals += 1
    return Fraction(wins, deals)


def deals_of(players: int, ranks: int):
    """Yield every situation but for the place."""
    for height in range(ranks):
        for leads in (True, False):
            yield OneCard(players, "no_trump", height, leads, None, ranks)
            for kind in ("trump", "side"):
                for turned in (None, *range(ranks)):
                    if kind == "side" or turned != height:
                        yield OneCard(players, kind, height, leads, turned, ranks)


@pytest.mark.parametrize(("players", "ranks"), [(2, 2), (2, 4), (3, 2), (3, 3), (4, 2), (5, 2)])
def test_small_packs_agree_with_a_count_at_every_place_in_the_order_of_play(players, ranks):
    for deal in deals_of(players, ranks):
        places = [0] if deal.leads else range(1, players)
        for place in places:
            assert counted(deal, place) == winning_chance(deal), (deal, place)


def test_three_players_with_the_whole_pack_agree_with_a_count():
    for deal in deals_of(3, 13):
        if deal.turned in {None, 0, 6, 12}:
            assert counted(deal, 0 if deal.leads else 2) == winning_chance(deal), deal


def counted_with_leader_apart(deal: OneCard) -> Fraction:
    """Count as `counted` does, without telling the orders of those apart who follow."""
    trump, own, unseen = situation(deal)
    wins = deals = 0
    if deal.leads:
        for others in combinations(unseen, deal.players - 1):
            wins += winning_place([own, *others], trump) == 0
            deals += 1
        return Fraction(wins, deals)
    for lead in unseen:
        rest = [card for card in unseen if card != lead]
        for others in combinations(rest, deal.players - 2):
            wins += winning_place([lead, own, *others], trump) == 1
            deals += 1
    return Fraction(wins, deals)


@pytest.mark.slow
@pytest.mark.parametrize("height", [0, 5, 11, 12])
@pytest.mark.parametrize("leads", [True, False])
def test_four_players_with_the_whole_pack_agree_with_a_count(height, leads):
    for kind, turned in (("trump", 8), ("trump", None), ("side", 8), ("side", None)):
        deal = OneCard(4, kind, height, leads, turned)
        assert counted_with_leader_apart(deal) == winning_chance(deal), deal
    deal = OneCard(4, "no_trump", height, leads)
    assert counted_with_leader_apart(deal) == winning_chance(deal), deal


@given(players=st.integers(2, 10), turned=st.sampled_from([None, *range(13)]))
def test_somebody_takes_the_trick(players, turned):
    """Over all cards one may hold, the chances of the leader and of the others add up to one."""
    trumps = [
        winning_chance(OneCard(players, "trump", height, True, turned))
        for height in range(13)
        if height != turned
    ]
    led = [winning_chance(OneCard(players, "side", height, True, turned)) for height in range(13)]
    other = [
        winning_chance(OneCard(players, "side", height, False, turned)) for height in range(13)
    ]
    cards = len(trumps) + 39

    leader = Fraction(sum(trumps) + 3 * sum(led), cards)
    each_other = Fraction(sum(trumps) + 3 * sum(other), cards)

    assert leader + (players - 1) * each_other == 1


@given(players=st.integers(2, 10))
def test_a_better_card_never_has_the_smaller_chance_and_leading_never_harms(players):
    rows = odds(players)
    for better, worse in pairwise(rows):
        for name in ("known_trump", "side_led", "side", "no_trump_led", "no_trump"):
            assert getattr(better, name) > getattr(worse, name), (name, better.rank)
    assert all(row.side_led >= row.side for row in rows)
    assert all(row.known_side_led >= row.known_side for row in rows)


def test_some_chances_as_one_works_them_out_by_hand():
    ace, *_, two = odds(4)

    assert ace.over_turned == ace.known_trump == ace.no_trump_led == 1
    assert ace.under_turned is None
    assert two.over_turned is None
    assert two.side == two.no_trump == 0
    # All three others hold one of the 26 cards of the two other suits.
    assert two.side_led == Fraction(26 * 25 * 24, 50 * 49 * 48)
    # The leader holds one of twelve lower hearts, and the two others no trump.
    assert ace.known_side == Fraction(12, 51) * Fraction(37 * 36, 50 * 49)


@pytest.mark.parametrize("pack", RANKS_OF)
def test_every_pack_has_four_suits_of_its_ranks(pack):
    rows = odds(3, pack)

    assert len({row.rank for row in rows}) == len(rows) == int(pack[-2:]) // 4


@pytest.mark.parametrize(
    "deal",
    [
        OneCard(1, "trump", 0, True),
        OneCard(4, "trump", 13, True),
        OneCard(4, "trump", 3, True, 3),
        OneCard(4, "side", 3, True, 13),
        OneCard(4, "no_trump", 3, True, 3),
    ],
)
def test_what_cannot_be_dealt_is_refused(deal):
    with pytest.raises(ValueError, match="no such"):
        winning_chance(deal)


def test_the_pack_of_the_count_is_the_pack_of_the_engine():
    _, _, unseen = situation(OneCard(3, "trump", 0, True))

    assert len(unseen) == len(STANDARD_PACK) - 1
    assert set(unseen) < set(STANDARD_PACK)
