"""The steady bot by rules off the common ones: jokers, copies, named trumps, deals without bids."""

from collections import Counter

import pytest
from msgspec.structs import replace

from pbem.bots.odds import later_chance
from pbem.bots.outlook import outlook
from pbem.bots.steady import choose
from pbem.rules.cards import card
from pbem.rules.fresh import bid_of_cards
from pbem.rules.moves import Bid, Lay, NameTrump, Play
from pbem.rules.packs import pack_of
from pbem.rules.views import view
from tests.rules.playing import after, bids, dealt, plays, rules

LAY = {
    "pack": "short36",
    "bid_mode": "bid_cards",
    "hook": "free",
    "deal_out": "all",
    "sequence": "constant",
    "deal_count": 1,
    "trump_method": "none",
}


def one_deal(players: int = 3, **options: object):
    chosen = {"max_cards": 3, "sequence": "constant", "deal_count": 1, "hook": "free"} | options
    return rules(players, **chosen)


def special(rule: str) -> dict[str, object]:
    return {"special_deals": [{"deal": 1, "rule": rule}]}


def asked(game, seat: int):
    """Return what the bot answers in this seat, which is waited for."""
    seen = view(game, seat)
    assert seen.wants is not None
    return choose(seen)


@pytest.mark.parametrize(
    ("others", "bid"), [(("2C", "3C"), 1), (("AS", "3C"), 0), (("KS", "AH"), 0)]
)
def test_with_the_card_on_the_forehead_it_bids_by_those_of_the_others(others, bid):
    chosen = one_deal(max_cards=1, forehead="all_one_card")
    for own in ("QS", "9H", "4D"):
        game = dealt(chosen, others[0], own, others[1], turned="5S")

        assert asked(game, 1) == Bid(bid)


def test_in_a_blind_deal_it_bids_its_share():
    game = dealt(one_deal(**special("blind")), "AS KS QS", "2C 3C 4C", "2D 3D 4D", turned="5H")

    assert asked(game, 1) == Bid(1)


@pytest.mark.parametrize(
    ("hand", "trump"),
    [("AS KS QS", "S"), ("AH QH 2C", "H"), ("KD QD 9D", "D")],
)
def test_it_names_its_strongest_suit_before_the_bidding(hand, trump):
    game = dealt(one_deal(trump_method="dealer_names"), hand, "4C 5C 6C", "7C 8C 9C")

    assert asked(game, 0) == NameTrump(trump)


def test_it_names_trumps_that_make_its_bid_when_it_bid_high():
    chosen = one_deal(trump_method="high_bidder")
    game = dealt(chosen, "2C 3C 4C", "AS KS QS", "5C 6C 7C")

    assert asked(after(game, *bids(3, 0, 0)), 1) == NameTrump("S")


def test_it_bids_on_the_suit_that_it_may_come_to_name():
    game = dealt(one_deal(trump_method="high_bidder"), "2C 3C 4C", "AS KS QS", "5C 6C 7C")

    bid = asked(game, 1)
    assert isinstance(bid, Bid)
    assert bid.tricks >= 2


HIGH = "AS KS QS AH KH QH AD KD QD AC KC QC"
LOW = "6S 7S 8S 6H 7H 8H 6D 7D 8D 6C 7C 8C"
MIDDLE = "9S TS JS 9H TH JH 9D TD JD 9C TC JC"


@pytest.mark.parametrize(("hand", "bid"), [(LOW, 0), (HIGH, 9)])
def test_it_lays_aside_what_bids_the_tricks_of_the_others(hand, bid):
    lie = {LOW: (MIDDLE, LOW, HIGH), HIGH: (MIDDLE, HIGH, LOW)}[hand]
    lay = asked(dealt(rules(3, **LAY), *lie), 1)

    assert isinstance(lay, Lay)
    assert len(set(lay.cards)) == 3
    assert bid_of_cards(lay.cards) == bid


@pytest.mark.parametrize(
    ("hands", "claim"),
    [((MIDDLE, LOW, HIGH), "reveal"), ((LOW, MIDDLE, HIGH), "")],
    ids=["sure", "doubtful"],
)
def test_it_claims_a_premium_for_a_sure_bid_alone(hands, claim):
    premium = {"premium_bids": True, "scoring": "ninety_nine"}

    lay = asked(dealt(rules(3, **LAY, **premium), *hands), 1)
    without = asked(dealt(rules(3, **LAY), *hands), 1)

    assert isinstance(lay, Lay)
    assert isinstance(without, Lay)
    assert lay.claim == claim
    assert without.claim == ""


def test_it_reckons_with_cards_that_a_premium_lays_open():
    game = dealt(rules(3, **LAY, premium_bids=True, scoring="ninety_nine"), MIDDLE, LOW, HIGH)
    shown = tuple(map(card, ("6S", "6D", "7D")))
    game = after(game, Lay(tuple(map(card, ("9D", "TD", "9S")))), Lay(shown, "reveal"))
    game = after(game, Lay(tuple(map(card, ("AC", "KC", "QC")))))
    seen = view(game, 0)
    assert seen.deal is not None

    known = outlook(seen, seen.deal)

    revealed = next(rival for rival in known.rivals if rival.seat == 1)
    assert known.unseen == 36 - 12 - 3
    # One trick is bid by the 6S, and none is taken yet.
    assert revealed.wants_tricks


JOKERS = {"pack": "jokers54", "joker_rule": "atkinson", "trump_method": "none"}


@pytest.mark.parametrize(("bid", "call"), [(1, "high"), (0, "low")])
def test_it_calls_a_joker_as_it_wants_the_trick_or_not(bid, call):
    game = dealt(one_deal(max_cards=2, **JOKERS), "JK1 3D", "2C 3S", "5C 7S")
    game = after(game, *bids(0, 0, bid), *plays("2C 5C 3D 7S"))

    assert asked(game, 0) == Play(card("JK1"), call)


TWOS = special("twos_wild")


@pytest.mark.parametrize(("bid", "tricks"), [(1, (1, 0, 0)), (0, (0, 1, 0))])
def test_a_wild_two_stands_for_a_winner_or_a_loser_as_it_is_wanted(bid, tricks):
    game = dealt(one_deal(max_cards=1, **TWOS), "2H", "KH", "QH", turned="7S")
    game = after(game, *bids(0, 0, bid), *plays("KH QH"))

    game = after(game, asked(game, 0))

    assert view(game, 0).sheet[0].tricks == tricks


def test_it_takes_what_it_can_where_most_tricks_win_and_nothing_in_a_misere():
    lie = ("AH 6H 2H", "KH 3C 4C", "QH 5C 6C")
    most = dealt(one_deal(**special("most_tricks")), *lie, turned="7S")
    misere = dealt(one_deal(**special("misere")), *lie, turned="7S")

    assert asked(after(most, *plays("KH QH")), 0) == Play(card("AH"))
    assert asked(after(misere, *plays("KH QH")), 0) == Play(card("6H"))


def test_a_seat_without_a_bid_plays_for_tricks():
    chosen = one_deal(max_cards=2, deal_count=2, no_bid_at_score=5)
    game = dealt(chosen, "AH 6H", "KH 3C", "QH 5C", turned="7S")
    assert game.deal is not None
    game = replace(game, deal=replace(game.deal, bidders=(1, 2)))
    game = after(game, *bids(0, 0), *plays("KH QH"))

    assert view(game, 0).deal.own_bid is None
    assert asked(game, 0) == Play(card("AH"))


WIZARDS = {"pack": "wizard60", "joker_rule": "wizard", "max_cards": 2}


def test_it_ducks_by_a_jester_before_a_wizard_that_must_win():
    game = dealt(one_deal(**WIZARDS), "WZ JE", "KH 3C", "QH 5C", turned="7S")
    game = after(game, *bids(0, 0, 0), *plays("KH QH"))

    assert asked(game, 0) == Play(card("JE"))


def test_it_takes_by_a_wizard_when_every_trick_is_wanted():
    game = dealt(one_deal(**WIZARDS), "WZ AH", "KH 3C", "QH 5C", turned="7S")
    game = after(game, *bids(0, 0, 2), *plays("KH QH"))

    # The ace takes this one too, and the wizard is sure of the next.
    assert asked(game, 0) == Play(card("AH"))


def test_a_wizard_is_worth_a_trick_and_a_jester_none():
    game = dealt(one_deal(**WIZARDS), "WZ JE", "KH 3C", "QH 5C", turned="7S")

    assert asked(after(game, *bids(0, 0)), 0) == Bid(1)


def chance_of(game, seat: int, name: str) -> float:
    seen = view(game, seat)
    assert seen.deal is not None
    return later_chance(card(name), outlook(seen, seen.deal))


def test_the_bowers_are_its_best_trumps():
    chosen = one_deal(rank_order="jack_high_bowers")
    game = dealt(chosen, "JS JC AS", "KH 3C 4C", "QH 5C 6C", turned="7S")

    right, left, ace = (chance_of(game, 0, name) for name in ("JS", "JC", "AS"))

    assert right == left == ace == 1.0
    without = dealt(chosen, "AS 2S 3S", "KH 3C 4C", "QH 5C 6C", turned="7S")
    assert chance_of(without, 0, "AS") < 1.0


def test_aces_are_low_where_they_are():
    lie = ("AH KD 2S", "3C 4C 5C", "6C 7C 8C")
    high = dealt(one_deal(), *lie, turned="7S")
    low = dealt(one_deal(rank_order="ace_low"), *lie, turned="7S")

    assert chance_of(high, 0, "AH") > chance_of(high, 0, "KD")
    assert chance_of(low, 0, "AH") < chance_of(low, 0, "KD")


def test_of_two_packs_the_other_copy_is_out_until_it_is_seen():
    chosen = one_deal(pack="double104")
    game = dealt(chosen, "AS AS 2H", "3C 4C 5C", "6C 7C 8C", turned="7S")
    one = dealt(chosen, "AS KH 2H", "3C 4C 5C", "6C 7C 8C", turned="7S")

    assert chance_of(game, 0, "AS") == 1.0
    assert chance_of(one, 0, "AS") < 1.0
    seen = view(one, 0)
    assert seen.deal is not None
    assert outlook(seen, seen.deal).unseen == 104 - 4


@pytest.mark.parametrize("pack", ["bust39", "five_hundred63", "eight_per_player", "piquet32"])
def test_it_counts_the_cards_of_the_pack_that_is_played_with(pack):
    jokers = {"joker_rule": "top_trump"} if pack == "five_hundred63" else {}
    chosen = one_deal(pack=pack, max_cards=2, **jokers)
    game = dealt(chosen, "AS KS", "QS TS", "QH TH", turned="JD")
    seen = view(game, 0)
    assert seen.deal is not None

    known = outlook(seen, seen.deal)

    assert known.unseen == len(pack_of(chosen)) - 3
    suits = Counter(one.suit for one in pack_of(chosen))
    assert known.left("S") == suits["S"] - 2


def test_it_names_no_trumps_when_its_high_cards_would_be_trumped():
    game = dealt(one_deal(trump_method="high_bidder"), "2C 3C 4C", "AS AH AD", "5C 6C 7C")

    assert asked(after(game, *bids(3, 0, 0)), 1) == NameTrump("NT")


def test_it_bids_and_plays_a_round_that_all_must_make_together():
    together = {"hook": "must_equal", "on_miss": "repeat_round", "scoring": "cooperative"}
    game = dealt(rules(3, max_cards=1, **together), "2S", "AS", "KD", turned="5S")

    assert asked(game, 1) == Bid(1)
    game = after(game, Bid(1))
    # Nothing else is left to the others.
    assert asked(game, 2) == Bid(0)
    game = after(game, Bid(0))
    assert asked(game, 0) == Bid(0)
