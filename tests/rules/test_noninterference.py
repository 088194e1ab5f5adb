"""Nothing that a seat cannot know shows in what it is shown."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.rules.cards import cards
from pbem.rules.engine import waits
from pbem.rules.events import BidSealed, CardsLaid, Dealt
from pbem.rules.feed import SeatReady, happening
from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, preset_rules
from pbem.rules.views import view
from tests.rules.option_sets import option_sets
from tests.rules.playing import random_game, rules
from tests.rules.twins import twin

TABLES = [(preset.id, preset.players[0]) for preset in PRESETS.values()]
DEALS = 4

BID_CARDS = {
    "pack": "short36",
    "bid_mode": "bid_cards",
    "hook": "free",
    "premium_bids": True,
    "sequence": "constant",
    "deal_count": 4,
    "deal_out": "all",
    "scoring": "ninety_nine",
}


def special(rule: str) -> dict[str, object]:
    return {
        "sequence": "constant",
        "deal_count": 4,
        "max_cards": 3,
        "special_deals": [{"deal": deal, "rule": rule} for deal in (1, 2, 3, 4)],
    }


HIDING = {
    "open bids": rules(4, max_cards=3),
    "secret bids": rules(4, max_cards=3, bid_mode="simultaneous", hook="free"),
    "secret bids that may be changed": rules(
        3, max_cards=3, bid_mode="simultaneous", hook="free", bid_change="until_reveal"
    ),
    "cards laid aside": rules(3, **BID_CARDS),
    "trumps turned late": rules(4, max_cards=3, trump_reveal="after_bidding"),
    "the dealer's card shown late": rules(
        4, max_cards=3, trump_method="dealer_last_card", trump_reveal="after_bidding"
    ),
    "a cut shown late": rules(
        4, max_cards=3, trump_method="cut_before_deal", trump_reveal="after_bidding"
    ),
    "a wizard shown late": rules(
        6, pack="wizard60", joker_rule="wizard", max_cards=3, trump_reveal="after_bidding"
    ),
    "guessed trumps": rules(4, **special("guess_trumps")),
    "bids before the cards": rules(4, **special("blind")),
    "trumps named after a blind bid": rules(4, trump_method="dealer_names", **special("blind")),
    "cards on the forehead": rules(4, max_cards=2, forehead="all_one_card"),
    "cards on the forehead, bids in secret": rules(
        4, max_cards=1, forehead="all_one_card", bid_mode="simultaneous", hook="free"
    ),
    "two packs": rules(6, max_cards=3, pack="double104", duplicate_rule="annul"),
}

seeds = st.integers(0, 2**32)


def tables() -> st.SearchStrategy[Rules]:
    def of_preset(table: tuple[str, int]) -> Rules:
        chosen = preset_rules(*table)
        assert isinstance(chosen, Rules)
        return chosen

    return option_sets() | option_sets() | st.sampled_from(TABLES).map(of_preset)


def see_alike(game, chance: random.Random) -> int:
    """Hold every seat's view against that of its twin; count seats that see the change of others."""
    seats = [*range(game.rules.players), None]
    told_apart = 0
    for seat in seats:
        other = twin(game, seat, chance)
        assert view(other, seat) == view(game, seat)
        told_apart += sum(view(other, holder) != view(game, holder) for holder in seats)
    return told_apart


@settings(max_examples=60, deadline=None)
@given(tables(), seeds)
def test_no_view_shows_what_its_seat_cannot_know(chosen, seed):
    chance = random.Random(seed)
    for game, _ in random_game(chosen, seed, DEALS):
        if waits(game) and chance.random() < 0.15:
            see_alike(game, chance)


@pytest.mark.parametrize("hidden", HIDING)
def test_what_is_hidden_is_hidden_from_those_alone_who_may_not_see_it(hidden):
    chance = random.Random(1)
    chosen = HIDING[hidden]
    told_apart = 0
    for seed in range(3):
        for game, _ in random_game(chosen, seed, DEALS):
            if waits(game):
                told_apart += see_alike(game, chance)

    # The change is a real one: whoever holds the cards sees it.
    assert told_apart


def test_the_feed_says_that_a_secret_bid_was_made_and_not_which():
    assert happening(BidSealed(1, 2, 0)) == happening(BidSealed(1, 2, 3)) == SeatReady(1, 2)
    few, many = cards("6D 7D 8D"), cards("6C 7C 8C")
    one, other = CardsLaid(1, 2, few, ""), CardsLaid(1, 2, many, "reveal")
    assert happening(one) == happening(other) == SeatReady(1, 2)


def test_the_feed_of_a_deal_is_the_same_whatever_lies_hidden():
    one = Dealt(1, 0, (cards("6D"), cards("7D")), None, None, 1, (1, 0), how="turned")
    other = Dealt(
        1,
        0,
        (cards("AS"), cards("KS")),
        None,
        None,
        1,
        (1, 0),
        how="turned",
        covered=cards("9H")[0],
    )

    assert happening(one) == happening(other)
