"""Special deals where they meet other options."""

import pytest

from pbem.rules.cards import card
from pbem.rules.engine import Accepted, decide, waits
from pbem.rules.events import BidsShown, TrumpMade
from pbem.rules.moves import Bid, NameTrump, Wait
from pbem.rules.packs import pack_of
from pbem.rules.views import view
from tests.rules.playing import acted, after, bids, course, dealt, random_game, rules

BY_CARDS = {
    "pack": "short36",
    "deal_out": "all",
    "sequence": "constant",
    "deal_count": 1,
    "trump_method": "none",
    "bid_mode": "bid_cards",
    "hook": "free",
}


def special(rule: str, *deals: int) -> dict[str, object]:
    return {"special_deals": [{"deal": deal, "rule": rule} for deal in deals]}


@pytest.mark.parametrize(
    ("pack", "more"),
    [
        ("std52", {}),
        ("spanish40", {"rank_order": "spanish_tute"}),
        ("spanish40", {"rank_order": "spanish_plain"}),
        ("five_hundred63", {"joker_rule": "top_trump"}),
        ("wizard60", {"joker_rule": "wizard"}),
        ("jokers54", {"joker_rule": "atkinson"}),
    ],
)
def test_a_wild_two_stands_for_any_card_of_the_pack_that_has_a_suit(pack, more):
    chosen = rules(
        3,
        pack=pack,
        max_cards=2,
        sequence="constant",
        deal_count=1,
        hook="free",
        **more,
        **special("twos_wild", 1),
    )
    game = dealt(chosen, "AS 3S", "2H KS", "QC JC", turned="4D")
    game = after(game, *bids(0, 0, 0))

    said = dict(view(game, 1).calls)[card("2H")]

    assert set(said) == {str(one) for one in pack_of(chosen) if one.suit}
    assert course(random_game(chosen, 1))[0].phase == "over"


def test_the_dealer_of_a_blind_deal_names_trumps_with_the_cards_in_hand():
    chosen = rules(
        3,
        max_cards=2,
        sequence="constant",
        deal_count=1,
        trump_method="dealer_names",
        **special("blind", 1),
    )
    game = dealt(chosen, "AS 3S", "2H KS", "QC JC")
    assert waits(game) == (Wait(1, 1, "bid"),)
    assert view(game, 0).hand == ()

    game = after(game, Bid(1), Bid(1), Bid(1))

    assert waits(game) == (Wait(1, 0, "trump"),)
    assert len(view(game, 0).hand) == 2
    verdict = decide(game, 0, NameTrump("S"))
    assert isinstance(verdict, Accepted)
    assert verdict.events == (TrumpMade(1, "S", None, 0),)
    assert waits(acted(game, 0, NameTrump("S"))) == (Wait(1, 1, "card"),)


@pytest.mark.parametrize("rule", ["misere", "most_tricks"])
def test_where_cards_are_bids_a_deal_without_bidding_shows_none(rule):
    chosen = rules(3, **BY_CARDS, **special(rule, 1))

    game, log = course(random_game(chosen, 1))

    assert not [event for event in log if isinstance(event, BidsShown)]
    assert set(game.sheet[0].bids) == ({0} if rule == "misere" else {None})


def test_cards_laid_aside_are_not_promised_to_be_changed():
    chosen = rules(3, **BY_CARDS, bid_change="until_reveal")
    states = [game for game, _ in random_game(chosen, 1) if game.deal and any(game.deal.laid)]

    assert states
    assert not any(view(game, seat).changeable_bid for game in states for seat in range(3))


def test_the_bonus_of_a_hand_as_large_as_any_is_one_where_cards_are_bids():
    chosen = rules(3, **BY_CARDS, scoring="variable_bonus")

    row = course(random_game(chosen, 1))[0].sheet[0]

    made = [bid == tricks for bid, tricks in zip(row.bids, row.tricks, strict=True)]
    assert row.points == tuple(map(sum, zip(row.tricks, made, strict=True)))
