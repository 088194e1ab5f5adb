"""What each seat may see."""

import pytest

from pbem.rules.cards import cards
from pbem.rules.events import BidMade, Dealt
from pbem.rules.feed import DealBegun, happening
from pbem.rules.moves import Bid, Position
from pbem.rules.terms import Terms, sorted_hand
from pbem.rules.trick import PlayedCard, SeenTrick
from pbem.rules.view import DealResult
from pbem.rules.views import view
from tests.rules.playing import after, begun, bids, dealt, plays, rules

TWO_CARDS = ("9S 4H", "KS 2D", "AD 3C", "4S 5H")


def two_cards(**options):
    chosen = rules(4, sequence="list", sequence_list=[2, 2], **options)
    return dealt(chosen, *TWO_CARDS, turned="8H")


def test_a_seat_sees_its_own_hand_alone():
    seen = view(two_cards(), 2)

    assert seen.deal is not None
    assert seen.deal.hands == (None, None, cards("AD 3C"), None)
    assert seen.hand == cards("AD 3C")
    assert seen.position == Position(1, 0)


def test_a_spectator_sees_no_hand_and_no_answer():
    seen = view(two_cards(), None)

    assert seen.deal is not None
    assert seen.deal.hands == (None, None, None, None)
    assert (seen.hand, seen.position, seen.wants, seen.legal_bids) == ((), None, None, ())
    assert (seen.legal_cards, seen.barred_bid, seen.changeable_bid) == ((), None, False)
    assert seen.on_turn == (1,)


def test_before_the_first_deal_there_is_the_game_alone():
    seen = view(begun(rules(4, max_cards=2)), 0)

    assert (seen.deal, seen.last_deal, seen.hand, seen.on_turn) == (None, None, (), ())
    assert (seen.deals, seen.sizes, seen.totals) == (3, (1, 2, 1), (0, 0, 0, 0))
    assert seen.phase == "running"


def test_the_seat_on_turn_sees_its_bids_and_the_one_that_the_hook_takes():
    game = after(two_cards(), *bids(1, 0, 0))

    dealer = view(game, 0)
    assert (dealer.wants, dealer.legal_bids, dealer.barred_bid) == ("bid", (0, 2), 1)
    other = view(game, 1)
    assert (other.wants, other.legal_bids, other.barred_bid) == (None, (), None)
    assert other.on_turn == (0,)
    assert other.deal is not None
    assert other.deal.bids == (None, 1, 0, 0)
    assert other.deal.bid_order == (1, 2, 3, 0)


def test_a_bid_that_may_be_changed_is_shown_as_such_with_the_bids_open():
    seen = view(after(two_cards(bid_change="until_next_bid"), Bid(1)), 1)

    assert seen.changeable_bid
    assert seen.legal_bids == (0, 1, 2)
    assert (seen.wants, seen.barred_bid) == (None, None)
    assert seen.position == Position(1, 1)


def test_the_seat_on_turn_sees_the_cards_it_may_play_and_the_table():
    game = after(two_cards(), *bids(1, 1, 0, 1), *plays("KS AD"))

    seen = view(game, 3)

    assert (seen.wants, seen.legal_cards, seen.legal_bids) == ("card", cards("4S"), ())
    assert seen.deal is not None
    on_table = (PlayedCard(1, cards("KS")[0]), PlayedCard(2, cards("AD")[0]))
    assert seen.deal.table == SeenTrick(1, on_table, None)
    assert view(game, 0).legal_cards == ()


def test_tricks_that_were_taken_stay_in_view():
    seen = view(after(two_cards(), *bids(1, 1, 0, 1), *plays("KS AD 4S 9S")), 1)

    assert seen.deal is not None
    assert [(trick.number, trick.winner) for trick in seen.deal.tricks] == [(1, 1)]
    assert seen.deal.table is None
    assert seen.deal.taken == (0, 1, 0, 0)
    assert seen.hand == cards("2D")


@pytest.mark.parametrize("seat", [0, 3, None])
def test_all_hands_of_a_scored_deal_are_open_to_everybody(seat):
    game = after(two_cards(), *bids(1, 1, 0, 1), *plays("KS AD 4S 9S 2D 3C 5H 4H"))

    seen = view(game, seat)

    assert seen.deal is None
    assert seen.last_deal is not None
    assert seen.last_deal.hands == (cards("4H 9S"), cards("KS 2D"), cards("AD 3C"), cards("5H 4S"))
    assert seen.last_deal.turned == cards("8H")[0]
    points = (0, 11, 0, 1)
    line = DealResult(1, 1, 2, 0, "H", (1, 1, 1, 0), (0, 1, 0, 1), points, totals=points)
    assert seen.sheet == (line,)


@pytest.mark.parametrize(("dealer_bids", "announced"), [(0, "under"), (1, "even"), (2, "over")])
def test_the_total_of_the_bids_is_announced_if_the_rules_say_so(dealer_bids, announced):
    game = after(two_cards(announce_total=True, hook="free"), *bids(1, 0, 0))
    before = view(game, None).deal
    assert before is not None
    assert before.announced is None

    seen = view(after(game, Bid(dealer_bids)), None).deal

    assert seen is not None
    assert seen.announced == announced


def test_the_total_is_not_announced_otherwise():
    seen = view(after(two_cards(), *bids(1, 0, 0, 0)), None).deal

    assert seen is not None
    assert seen.announced is None


@pytest.mark.parametrize(
    ("trump", "shown"),
    [
        ("NT", "KS 2S AH TD 3D QC"),
        ("S", "KS 2S AH TD 3D QC"),
        ("H", "AH KS 2S TD 3D QC"),
        ("D", "TD 3D KS 2S AH QC"),
        ("C", "QC KS 2S AH TD 3D"),
    ],
)
def test_a_hand_is_shown_trumps_first_and_each_suit_downwards(trump, shown):
    assert sorted_hand(cards("3D 2S QC KS TD AH"), Terms(trump)) == cards(shown)


def test_the_feed_tells_of_a_deal_without_its_hands():
    hands = tuple(cards(hand) for hand in TWO_CARDS)

    turned = cards("8H")[0]
    told = happening(Dealt(3, 1, hands, turned, "H", 2, (2, 3, 0, 1), how="turned"))

    assert told == DealBegun(3, 1, 2, turned, "H", 2, 0, "turned", None)
    assert happening(BidMade(3, 2, 1)) == BidMade(3, 2, 1)
