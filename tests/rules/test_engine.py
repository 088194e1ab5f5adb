"""What the engine says to each move, at a table of four (or three) with known hands."""

from copy import copy

import pytest
from msgspec.structs import replace

from pbem.rules.cards import STANDARD_PACK, card, cards
from pbem.rules.dealing import Chance
from pbem.rules.engine import (
    Accepted,
    DealNeeded,
    Game,
    deal_out,
    decide,
    evolve,
    next_deal,
    position,
    start,
    waits,
)
from pbem.rules.events import (
    BidChanged,
    BidMade,
    CardPlayed,
    ClockRanOut,
    DealRevealed,
    DealScored,
    Dealt,
    FirstDealerChosen,
    GameEnded,
    GameStarted,
    SeatHandedOver,
    SecretRevealed,
    TrickTaken,
)
from pbem.rules.moves import Bid, Play, Position, Wait
from pbem.rules.refusals import (
    BidForbidden,
    BidStands,
    CardNotHeld,
    GameNotRunning,
    MustFollowSuit,
    MustPlay,
    NotYourTurn,
    TooLate,
    WrongKind,
)
from tests.rules.playing import after, begun, bids, dealt, evolved, plays, rules

TWO_CARDS = ("9S 4H", "KS 2D", "AD 3C", "4S 5H")


def two_cards(**options: object) -> Game:
    """Return a game of two deals of two cards; seat 0 deals, so seat 1 bids and leads first."""
    chosen = rules(4, sequence="list", sequence_list=[2, 2], **options)
    return dealt(chosen, *TWO_CARDS, turned="8H")


WHOLE = Chance(STANDARD_PACK, STANDARD_PACK[0], STANDARD_PACK[0])


def off(first: str) -> Chance:
    """Return a pack with these cards on top."""
    return Chance(cards(first), STANDARD_PACK[0], STANDARD_PACK[0])


def in_play(**options: object) -> Game:
    return after(two_cards(**options), *bids(1, 1, 0, 1))


def test_a_game_begins_with_its_rules_and_first_dealer():
    chosen, first = rules(), FirstDealerChosen(2, cards("9S AD KH 2C"))

    assert start(chosen, first) == (GameStarted(chosen), first)
    game = evolved(None, start(chosen, first))
    assert next_deal(game) == DealNeeded(1, 2, round=1, attempt=0)
    assert waits(game) == ()


def test_cards_go_round_one_at_a_time_from_eldest_and_the_next_one_is_turned():
    game = begun(rules(4, sequence="list", sequence_list=[2]), dealer=1)

    (event,) = deal_out(game, off("2C 3C 4C 5C 6C 7C 8C 9C TD JC"))

    assert event == Dealt(
        deal=1,
        dealer=1,
        hands=(cards("4C 8C"), cards("5C 9C"), cards("2C 6C"), cards("3C 7C")),
        turned=card("TD"),
        trump="D",
        round=1,
        bidders=(2, 3, 0, 1),
        how="turned",
    )


def test_counterclockwise_cards_bids_and_play_go_the_other_way():
    chosen = rules(4, sequence="list", sequence_list=[1, 1], direction="counterclockwise")
    game = begun(chosen, dealer=1)

    game = evolved(game, deal_out(game, off("2C 3C 4C 5C TD")))
    assert game.deal is not None
    assert game.deal.hands == (cards("2C"), cards("5C"), cards("4C"), cards("3C"))
    assert waits(game) == (Wait(1, 0, "bid"),)
    game = after(game, *bids(0, 0), *bids(0, 0), *plays("2C"))
    assert waits(game) == (Wait(1, 3, "card"),)
    game = after(game, *plays("3C 4C 5C"))
    assert next_deal(game) == DealNeeded(2, 0, round=2, attempt=0)


def test_a_deal_that_is_not_due_is_a_bug():
    with pytest.raises(ValueError, match="no deal is due"):
        deal_out(two_cards(), WHOLE)


def test_nobody_is_dealt_to_before_a_dealer_is_chosen():
    assert next_deal(evolve(None, GameStarted(rules()))) is None


def test_no_card_is_turned_when_all_are_dealt():
    game = begun(rules(4, sequence="list", sequence_list=[13], deal_out="all"))

    (event,) = deal_out(game, WHOLE)

    assert isinstance(event, Dealt)
    assert (event.turned, event.trump) == (None, "NT")


def test_no_card_is_turned_in_the_largest_hand_when_it_has_no_trumps():
    game = begun(rules(4, sequence="down", max_cards=2, largest_hand_no_trump=True))

    (event,) = deal_out(game, WHOLE)

    assert isinstance(event, Dealt)
    assert (event.turned, event.trump) == (None, "NT")


def test_a_turned_card_of_a_rank_without_trumps_stays_visible():
    game = begun(rules(4, max_cards=1, no_trump_upcards=["6"]))

    (event,) = deal_out(game, off("2C 3C 4C 5C 6C"))

    assert isinstance(event, Dealt)
    assert (event.turned, event.trump) == (card("6C"), "NT")


def test_a_bid_is_made_by_the_seat_on_turn():
    assert decide(two_cards(), 1, Bid(2)) == Accepted((BidMade(1, 1, 2),))


def test_other_seats_are_told_who_is_waited_for():
    game = two_cards()

    assert decide(game, 0, Bid(1)) == NotYourTurn((1,))
    assert decide(game, 3, Play(card("4S"))) == NotYourTurn((1,))
    assert decide(in_play(), 2, Play(card("AD"))) == NotYourTurn((1,))


def test_a_bid_above_the_number_of_tricks_is_forbidden():
    assert decide(two_cards(), 1, Bid(3)) == BidForbidden(3, (0, 1, 2), "too_many")


def test_the_hook_forbids_the_last_bidder_the_one_bid_that_fits():
    game = after(two_cards(), *bids(1, 0, 0))

    assert decide(game, 0, Bid(1)) == BidForbidden(1, (0, 2), "hook")
    assert decide(game, 0, Bid(7)) == BidForbidden(7, (0, 2), "too_many")
    assert decide(game, 0, Bid(2)) == Accepted((BidMade(1, 0, 2),))


def test_without_the_hook_any_bid_is_open():
    game = after(two_cards(hook="free"), *bids(1, 0, 0))

    assert decide(game, 0, Bid(1)) == Accepted((BidMade(1, 0, 1),))


def test_a_card_for_a_bid_and_a_bid_for_a_card_are_of_the_wrong_kind():
    assert decide(two_cards(), 1, Play(card("KS"))) == WrongKind("bid", (0, 1, 2), ())
    assert decide(in_play(), 1, Bid(1)) == WrongKind("card", (), cards("KS 2D"))


def test_a_card_must_be_held():
    assert decide(in_play(), 1, Play(card("AS"))) == CardNotHeld(card("AS"), cards("KS 2D"))
    led = after(in_play(), *plays("KS"))
    assert decide(led, 2, Play(card("AS"))) == CardNotHeld(card("AS"), cards("AD 3C"))


def test_who_can_must_follow_suit():
    game = after(in_play(), *plays("KS AD"))

    assert decide(game, 3, Play(card("5H"))) == MustFollowSuit(card("5H"), "S", cards("4S"))
    assert decide(game, 3, Play(card("4S"))) == Accepted((CardPlayed(1, 3, card("4S")),))


@pytest.mark.parametrize(
    ("options", "hand", "card_", "why"),
    [
        # Void in the suit led: a trump it must be, and one that beats the king of trumps.
        ({"void_rule": "must_trump"}, "AH 2D", "2D", "must_trump"),
        ({"void_rule": "must_trump", "head_rule": "must_head"}, "AH 2H", "2H", "must_head"),
        ({"head_rule": "must_head"}, "AS 2S", "2S", "must_head"),
    ],
)
def test_who_holds_a_card_that_must_be_played_is_told_why(options, hand, card_, why):
    chosen = rules(3, sequence="list", sequence_list=[2], hook="free", **options)
    table = "QS KH" if hand[1] == "H" else "QS KS"
    led, second = table.split()
    game = dealt(chosen, hand, f"{led} 3C", f"{second} 4C", turned="8H")
    game = after(game, *bids(0, 0, 0), *plays(table))

    refused = decide(game, 0, Play(card(card_)))

    assert refused == MustPlay(card(card_), why, cards(hand.split()[0]))


def test_the_last_card_of_a_trick_brings_its_winner_along():
    game = after(in_play(), *plays("KS AD 4S"))

    assert decide(game, 0, Play(card("9S"))) == Accepted(
        (CardPlayed(1, 0, card("9S")), TrickTaken(1, 1, 1))
    )


def test_the_last_trick_brings_the_score_and_the_next_deal_is_due():
    game = after(in_play(), *plays("KS AD 4S 9S 2D 3C 5H"))

    verdict = decide(game, 0, Play(card("4H")))

    # Bids by seat were 1 1 1 0; seats 1 and 3 take a trick each.
    points = (0, 11, 0, 1)
    assert verdict == Accepted(
        (CardPlayed(1, 0, card("4H")), TrickTaken(1, 3, 2), DealScored(1, points, points))
    )
    assert isinstance(verdict, Accepted)
    game = evolved(game, verdict.events)
    assert game.totals == points
    assert next_deal(game) == DealNeeded(2, 1, round=2, attempt=0)
    assert decide(game, 2, Bid(1)) == GameNotRunning(over=False)
    assert position(game, 2) is None


def test_the_last_deal_ends_the_game_and_those_with_most_points_share_it():
    chosen = rules(3, sequence="list", sequence_list=[1], hook="free", scoring="exact")
    game = dealt(chosen, "2S", "3S", "4D", turned="8D")
    game = after(game, *bids(0, 0, 0), *plays("3S 4D"))

    verdict = decide(game, 0, Play(card("2S")))

    assert isinstance(verdict, Accepted)
    assert verdict.events[-1] == GameEnded((10, 10, 0), (0, 1))
    over = evolved(game, verdict.events)
    assert (over.phase, over.winners) == ("over", (0, 1))
    assert decide(over, 0, Bid(0)) == GameNotRunning(over=True)


@pytest.mark.parametrize(("leader", "seat"), [("eldest", 1), ("dealer", 0)])
def test_the_first_leader_is_as_the_rules_say(leader, seat):
    assert waits(in_play(first_leader=leader)) == (Wait(1, seat, "card"),)


def test_the_dealer_may_bid_first_and_then_the_seat_before_him_bears_the_hook():
    game = two_cards(first_bidder="dealer")

    assert waits(game) == (Wait(1, 0, "bid"),)
    game = after(game, *bids(1, 0, 0))
    assert decide(game, 3, Bid(1)) == BidForbidden(1, (0, 2), "hook")


def test_a_move_for_another_position_is_too_late():
    game = in_play()

    late = decide(game, 1, Play(card("KS")), Position(1, 2))
    assert late == TooLate(Position(1, 2), Position(1, 1))
    early = decide(game, 1, Play(card("KS")), Position(2, 1))
    assert early == TooLate(Position(2, 1), Position(1, 1))
    assert decide(game, 1, Bid(1), Position(1, 0)) == TooLate(Position(1, 0), Position(1, 1))


def test_a_card_of_last_week_is_not_played_into_a_later_trick_where_it_would_be_legal():
    game = after(in_play(), *plays("KS AD 4S 9S"))

    assert isinstance(decide(game, 1, Play(card("2D")), Position(1, 1)), TooLate)
    assert isinstance(decide(game, 1, Play(card("2D")), Position(1, 2)), Accepted)


def test_a_seat_without_a_further_decision_in_the_deal_has_no_position():
    game = after(in_play(), *plays("KS AD 4S 9S 2D"))

    assert position(game, 1) is None
    assert decide(game, 1, Play(card("2D")), Position(1, 2)) == TooLate(Position(1, 2), None)


class TestAChangedBid:
    """Seat 1 has bid 1, and seat 2 has not bid yet."""

    @pytest.fixture
    def game(self) -> Game:
        return after(two_cards(bid_change="until_next_bid"), Bid(1))

    @pytest.mark.parametrize("at", [None, Position(1, 0), Position(1, 1)])
    def test_replaces_the_bid_for_its_own_decision(self, game, at):
        assert decide(game, 1, Bid(2), at) == Accepted((BidChanged(1, 1, 2),))

    def test_is_no_new_decision(self, game):
        changed = evolve(game, BidChanged(1, 1, 2))

        assert position(changed, 1) == Position(1, 1)
        assert waits(changed) == (Wait(1, 2, "bid"),)
        assert changed.deal is not None
        assert changed.deal.bids == (None, 2, None, None)

    @pytest.mark.parametrize("at", [None, Position(1, 0)])
    def test_of_the_same_number_needs_no_change(self, game, at):
        assert decide(game, 1, Bid(1), at) == BidStands(1)

    def test_must_be_legal_like_the_first(self, game):
        assert decide(game, 1, Bid(3), Position(1, 0)) == BidForbidden(3, (0, 1, 2), "too_many")

    def test_for_another_position_is_too_late(self, game):
        assert decide(game, 1, Bid(2), Position(1, 2)) == TooLate(Position(1, 2), Position(1, 1))
        assert decide(game, 1, Bid(2), Position(2, 0)) == TooLate(Position(2, 0), Position(1, 1))

    def test_comes_too_late_when_the_next_player_has_bid(self, game):
        game = after(game, Bid(0))

        assert decide(game, 1, Bid(2), Position(1, 0)) == TooLate(Position(1, 0), Position(1, 1))
        assert decide(game, 1, Bid(2)) == BidStands(1)

    def test_does_not_let_a_card_be_played_in_the_bidding(self, game):
        assert decide(game, 1, Play(card("KS"))) == NotYourTurn((2,))

    def test_is_not_open_to_the_last_bidder(self, game):
        game = after(game, *bids(0, 0, 0))

        assert isinstance(decide(game, 0, Bid(2), Position(1, 0)), TooLate)
        assert decide(game, 0, Bid(2)) == NotYourTurn((1,))

    def test_may_be_made_under_the_eyes_of_the_last_bidder_without_the_hook(self, game):
        game = after(game, *bids(0, 0))

        assert decide(game, 3, Bid(1), Position(1, 0)) == Accepted((BidChanged(1, 3, 1),))


def test_a_bid_stands_when_the_rules_know_no_change():
    game = after(two_cards(), Bid(1))

    assert decide(game, 1, Bid(2)) == BidStands(1)
    assert decide(game, 1, Bid(2), Position(1, 0)) == TooLate(Position(1, 0), Position(1, 1))


def test_a_refusal_changes_nothing():
    game = in_play()
    before = copy(game)

    decide(game, 1, Play(card("AS")))

    assert game == before


def test_seats_are_handed_over_and_back():
    game = two_cards()
    game = evolved(game, (SeatHandedOver(3, "stopped"), SeatHandedOver(1, "resigned")))
    assert game.stand_ins == (1, 3)

    game = evolved(game, (SeatHandedOver(3, "stopped"), SeatHandedOver(1, "came_back")))
    assert game.stand_ins == (3,)


@pytest.mark.parametrize(
    "event",
    [
        ClockRanOut(1, 1),
        DealRevealed(1, "00"),
        SecretRevealed("00"),
        GameStarted(rules()),
    ],
)
def test_what_concerns_no_seat_is_only_counted(event):
    game = two_cards()

    assert evolve(game, event) == replace(game, events_seen=game.events_seen + 1)


@pytest.mark.parametrize(
    "event",
    [
        BidMade(1, 1, 1),
        BidChanged(1, 1, 1),
        CardPlayed(1, 1, card("AS")),
        TrickTaken(1, 1, 1),
        DealScored(1, (0, 0, 0, 0), (0, 0, 0, 0)),
    ],
)
def test_an_event_without_its_deal_is_only_counted(event):
    game = begun(rules())

    assert evolve(game, event) == replace(game, events_seen=game.events_seen + 1)


def test_the_books_hold_what_was_done_even_if_no_rule_would_allow_it():
    game = evolve(two_cards(), CardPlayed(1, 0, card("AS")))
    assert game.deal is not None
    assert game.deal.table[0].card == card("AS")
    game = evolve(game, DealScored(1, (5, 5, 5, 5), (5, 5, 5, 5)))
    assert game.sheet[0].bids == (None, None, None, None)


def test_a_game_begins_with_nothing_else():
    with pytest.raises(ValueError, match="begins with GameStarted"):
        evolve(None, ClockRanOut(1, 1))


def test_nobody_is_waited_for_between_the_last_card_of_a_trick_and_its_books():
    game = after(in_play(), *plays("KS AD 4S"))
    game = evolve(game, CardPlayed(1, 0, card("9S")))

    assert waits(game) == ()
    assert decide(game, 1, Play(card("2D"))) == NotYourTurn(())


def test_between_deals_the_state_is_small():
    game = after(in_play(), *plays("KS AD 4S 9S 2D 3C 5H 4H"))

    assert game.deal is None
    assert game.sheet[0].tricks == (0, 1, 0, 1)
