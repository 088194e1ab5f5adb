"""What versions other than the usual ones have more to tell, in words."""

from random import Random

import pytest

from pbem.rules.cards import JESTER, JOKER_1, JOKER_2, WIZARD, card, cards
from pbem.rules.events import (
    BidsShown,
    CardPlayed,
    DealScored,
    GameEnded,
    PremiumGranted,
    TrickTaken,
    TrumpMade,
)
from pbem.rules.feed import DealBegun, SeatReady
from pbem.rules.moves import Bid, Lay, NameTrump, Play
from pbem.show import happenings, matter, results, table
from pbem.show.circumstances import circumstances
from pbem.show.hand import hand_line
from pbem.show.names import Company
from pbem.show.reader import Reader
from pbem.show.trumps import trump_line
from tests.rules.playing import acted, after, bids, dealt, plays
from tests.rules.playing import rules as rules_with
from tests.show import build

READER = Reader("en", "Europe/Berlin")
COMPANY = Company(("Anna", "Ben", "Carol", "Dan"), 0)
THREE = Company(COMPANY.names[:3], 0)
SECRET = {"bid_mode": "simultaneous", "hook": "free"}
LAYING = {
    "pack": "short36",
    "bid_mode": "bid_cards",
    "hook": "free",
    "sequence": "constant",
    "deal_count": 3,
    "deal_out": "all",
    "trump_method": "none",
    "premium_bids": True,
    "scoring": "ninety_nine",
}
BY_DEALER = {"trump_method": "dealer_names"}


def seen(game, seat: int = 0):
    return build.view(game, seat)


def said(game, seat: int = 0) -> str:
    """What is out of the ordinary, in one line."""
    return " ".join(circumstances(READER, seen(game, seat), Company(COMPANY.names, seat)))


def one_card(*hands: str, turned: str = "2C", **options: object):
    """A deal of a card each; the dealer is the seat before the first."""
    chosen = rules_with(len(hands), max_cards=1, **options)
    return dealt(chosen, *hands, turned=turned, dealer=len(hands) - 1)


def first_deal(preset: str, players: int, **options: object) -> build.Table:
    return build.Table(preset, players, chance=Random(2), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (TrumpMade(1, "H", None, 1), "Ben named (hearts) trumps."),
        (TrumpMade(1, "NT", None, 0), "You chose to play without trumps."),
        (
            TrumpMade(1, "H", card("QH"), None),
            "The card for trumps was (queen of hearts). Trumps: hearts.",
        ),
        (
            TrumpMade(1, None, WIZARD, None),
            "The card for trumps was (wizard): the dealer names them.",
        ),
        (SeatReady(1, 1), "Ben has bid."),
        (SeatReady(1, 0), "You have bid."),
        (BidsShown(1, (2, 0, None, 1)), "The bids are shown: you (2), Ben (0), Dan (1)."),
        (
            PremiumGranted(1, 1, "declare", cards("7C 8C 9C"), ()),
            "Ben declared, with (7 of clubs) (8 of clubs) (9 of clubs) laid aside.",
        ),
        (
            PremiumGranted(1, 0, "reveal", cards("7C"), cards("AS KS")),
            "You revealed (ace of spades) (king of spades), with (7 of clubs) laid aside.",
        ),
        (CardPlayed(1, 1, JOKER_1, "high"), "Ben played (joker 1, called high)."),
        (CardPlayed(1, 1, JESTER), "Ben played (jester)."),
        (CardPlayed(1, 1, card("2H"), "AD"), "Ben played (2 of hearts for ace of diamonds)."),
        (TrickTaken(1, None, 3), "Nobody took trick 3."),
        (
            DealScored(4, (0, 0, 0, 0), (0, 0, 0, 0), again=True),
            "Deal 4 scored: not every bid was made, so the round is dealt again.",
        ),
        (
            GameEnded((0.5, 2, 3, -1.5), (2,), (-4, 1, 7, -4)),
            (
                "The game is over: you (½), Ben (2), Carol (3), Dan (-1½). "
                "Settled in coins: you (-4), Ben (+1), Carol (+7), Dan (-4)."
            ),
        ),
        (
            DealBegun(1, 1, 3, None, None, 1, 0, "turned", None),
            "Deal 1 by Ben: 3 cards each. Trumps are turned after the bidding.",
        ),
        (
            DealBegun(1, 1, 1, None, None, 1, 0, "", None),
            "Deal 1 by Ben: 1 card each. Trumps are still to be named.",
        ),
    ],
)
def test_a_happening_of_any_version_is_a_sentence(what, told: str) -> None:
    assert happenings.sentence(READER, what, COMPANY) == told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "Trumps: clubs (2 turned)."),
        ({"trump_reveal": "after_bidding"}, "Trumps are turned after the bidding."),
        ({"trump_method": "cut_before_deal"}, "Trumps: clubs (2 cut)."),
        (
            {"trump_method": "dealer_last_card"},
            "Trumps: spades (9, the dealer's last card).",
        ),
        (
            {"trump_method": "dealer_last_card", "trump_reveal": "after_bidding"},
            "Trumps: the dealer's last card, shown after the bidding.",
        ),
        ({"no_trump_upcards": ["2"]}, "Without trumps. Turned: (2 of clubs)."),
        (
            {"trump_method": "high_bidder"},
            "Trumps are named after the bidding, by the highest bidder.",
        ),
        (BY_DEALER, "Carol names trumps."),
        ({"trump_method": "none"}, "Without trumps."),
    ],
)
def test_how_trumps_are_made_is_told(options: dict[str, object], told: str) -> None:
    view = seen(one_card("4H", "5H", "9S", **options))

    assert trump_line(READER, view.deal, COMPANY) == told


def test_the_card_of_a_second_pack_is_told() -> None:
    rules = rules_with(3, sequence="upcard", deal_count=2)
    view = seen(dealt(rules, "4H", "5H", "9S", turned="3S", upcard="AD", dealer=2))

    told = trump_line(READER, view.deal, COMPANY)

    assert told == "Trumps: spades (3 turned). Upcard: (ace of diamonds)."


def test_whoever_names_trumps_is_asked_and_told_of() -> None:
    game = one_card("4H", "5H", "9S", **BY_DEALER)

    assert matter.asked(READER, seen(game, 2)) == (
        "you name trumps: <trumps spades>, <trumps hearts>, <trumps diamonds> or <trumps clubs>"
    )
    assert matter.asked(READER, seen(game, 0)) is None
    named = seen(acted(game, 2, NameTrump("H")))
    assert trump_line(READER, named.deal, COMPANY) == "Trumps: hearts, named by Carol."
    assert matter.asked(READER, named) == "your bid: <0> or <1>"


def test_a_secret_bid_is_asked_for_as_such_and_only_that_it_is_in_is_told() -> None:
    game = acted(one_card("4H", "5H", "9S", **SECRET), 1, Bid(1))
    view = seen(game)

    assert matter.asked(READER, view) == "your secret bid: <0> or <1>"
    assert table.bids_line(READER, view, COMPANY) == ("Ben has bid. Still to bid: Carol. You lead.")
    both = seen(acted(game, 0, Bid(0)))
    assert table.bids_line(READER, both, COMPANY) == (
        "Your bid, a secret so far: (0). Ben has bid. Still to bid: Carol. You lead."
    )


def test_the_highest_bidder_leads_once_that_is_known() -> None:
    game = one_card("4H", "5H", "9S", first_leader="high_bidder", hook="free")

    assert "The highest bidder leads." in str(table.bids_line(READER, seen(game), COMPANY))
    over = seen(after(game, *bids(0, 1, 1)))
    assert table.next_leader(over, over.deal) == 1


def laid_deal():
    chosen = rules_with(3, **LAYING)
    hands = (
        "AS KS QS JS TS 9S 8S 7S 6S 6C 7C 8C",
        "AH KH QH JH TH 9H 8H 7H 6H 9C TC JC",
        "AD KD QD JD TD 9D 8D 7D 6D QC KC AC",
    )
    return dealt(chosen, *hands, dealer=2)


def test_cards_to_lay_aside_are_asked_for_with_what_they_count() -> None:
    view = seen(laid_deal())

    assert matter.asked(READER, view) == (
        "lay (3) cards aside for your bid: <lay 8C 7C 6C> or others"
    )
    assert "(AS) (KS)" in str(hand_line(READER, view))
    assert "clubs count (3), hearts (2), spades (1), diamonds (0)" in said(laid_deal())
    assert "end the line with (declare)" in said(laid_deal())


def test_what_is_laid_aside_is_told_to_its_seat_and_a_premium_to_all() -> None:
    game = acted(laid_deal(), 0, Lay(cards("6C 7C 8C")))
    assert said(game) == "You laid aside (6 of clubs) (7 of clubs) (8 of clubs)."
    assert "6 of clubs" not in said(game, 1)

    game = acted(acted(game, 1, Lay(cards("9C TC JC"), "reveal")), 2, Lay(cards("QC KC AC")))
    assert "Revealed by Ben, for a premium: laid aside (9 of clubs)" in said(game)
    assert "In that hand: (ace of hearts)" in said(game)
    assert "Revealed by you" in said(game, 1)
    told = table.tricks_line(READER, seen(game), THREE)
    # Ben's three clubs lie open, so all know what he bid.
    assert told == "Tricks of bid: you (0 of 9), Ben (0 of 9), Carol (0 of a secret bid)."


def test_on_foreheads_the_cards_of_the_others_are_told_and_why_not_the_own() -> None:
    game = one_card("4H", "5H", "9S", forehead="all_one_card")

    line = hand_line(READER, seen(game))

    assert line == "Hand: a single card, which the others see and you do not."
    assert said(game) == (
        "In this deal all see the cards of the others, and not their own. "
        "You see Ben (5 of hearts), Carol (9 of spades)."
    )


def test_wizards_and_jesters_go_by_their_names() -> None:
    chosen = rules_with(3, pack="wizard60", joker_rule="wizard", sequence="constant", max_cards=3,
                        deal_count=1, hook="free")  # fmt: skip
    game = dealt(chosen, "WZ JE QH", "5H 6H 7H", "9S TS JS", turned="KH", dealer=2)

    assert hand_line(READER, seen(game)) == "Hand: (wizard) (jester), hearts, trumps (queen)."
    game = after(game, *bids(0, 0, 0))
    assert hand_line(READER, seen(game)) == "Hand: <wizard> <jester>, hearts, trumps <QH>."
    assert matter.asked(READER, seen(game)) == "your lead: <wizard>, <jester> or <QH>"


def called_jokers():
    chosen = rules_with(3, pack="jokers54", joker_rule="atkinson", sequence="constant",
                        max_cards=3, deal_count=1, hook="free")  # fmt: skip
    hands = ("JK1 JK2 4H", "5H 6H 7H", "9S TS JS")
    return after(dealt(chosen, *hands, turned="KD", dealer=2), *bids(0, 0, 0), *plays("4H 5H 9S"))


def test_a_joker_is_called_high_or_low_and_the_second_is_the_opposite() -> None:
    game = acted(called_jokers(), 1, Play(card("6H")))
    game = acted(game, 2, Play(card("TS")))

    assert matter.asked(READER, seen(game)) == (
        "your card: <JK1 high>, <JK1 low>, <JK2 high> or <JK2 low>"
    )
    assert "Jokers called high take the trick" in said(game)
    game = acted(game, 0, Play(JOKER_1, "low"))
    game = after(game, *plays("7H JS"))
    assert matter.asked(READER, seen(game)) == "your card: <JK2>"
    assert "so the second is high" in said(game)
    assert (
        happenings.trick_line(READER, seen(game).deal.tricks[1], 1, 2, COMPANY)
        == "Trick 2 went to Ben: Ben (6 of hearts), Carol (10 of spades), you (joker 1, called low)."
    )


def test_two_jokers_may_be_a_suit_and_trumps() -> None:
    chosen = rules_with(3, pack="jokers54", joker_rule="brader", max_cards=2, hook="free",
                        sequence="constant", deal_count=1)  # fmt: skip
    game = dealt(chosen, "JK1 4H", "5H 6H", "9S TS", turned="JK2", dealer=2)

    line = hand_line(READER, seen(game))

    assert line == "Hand: jokers, trumps (joker 1), hearts (4)."
    assert trump_line(READER, seen(game).deal, COMPANY) == "Trumps: jokers. Turned: (joker 2)."


def test_the_second_bower_stands_with_the_trumps() -> None:
    chosen = rules_with(3, rank_order="jack_high_bowers", max_cards=3, sequence="constant",
                        deal_count=1, hook="free")  # fmt: skip
    game = dealt(chosen, "JD QH 4D", "5H 6H 7H", "9S TS JS", turned="KH", dealer=2)

    assert hand_line(READER, seen(game)) == (
        "Hand: hearts, trumps (jack of diamonds) (queen), diamonds (4)."
    )


def test_equal_copies_are_listed_as_often_as_they_are_held() -> None:
    chosen = rules_with(4, pack="double104", duplicate_rule="annul", max_cards=2, hook="free",
                        sequence="constant", deal_count=1)  # fmt: skip
    game = dealt(chosen, "QH QH", "6H 5D", "9S TS", "2S 3S", turned="KC", dealer=3)
    game = after(game, *bids(0, 0, 0, 0))

    assert hand_line(READER, seen(game)) == "Hand: hearts <QH> <QH>."
    assert matter.asked(READER, seen(game)) == "your lead: <QH>"


def test_a_trick_that_nobody_takes_is_told_and_who_leads_again() -> None:
    chosen = rules_with(4, pack="double104", duplicate_rule="annul", max_cards=2, hook="free",
                        sequence="constant", deal_count=1)  # fmt: skip
    game = dealt(chosen, "QH 4H", "QH 5D", "9S TS", "2S 3S", turned="KC", dealer=3)
    view = seen(after(game, *bids(0, 0, 0, 0), *plays("QH QH 9S 2S")))

    line = happenings.history(READER, view, COMPANY)[1]

    assert line.startswith("Trick 1 went to nobody: you (queen of hearts)")
    assert table.next_leader(view, view.deal) == 0


def special(rule: str, **options: object):
    return one_card("4H", "5H", "9S", special_deals=[{"deal": 1, "rule": rule}], **options)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("misere", "Nobody bids in this deal: everybody is held to (0) tricks."),
        ("most_tricks", "whoever alone has most tricks gets (10) points"),
        ("blind", "A blind deal: the bids come before the cards."),
        ("twos_wild", "Twos are wild in this deal"),
        ("aces_low", "Aces are low in this deal."),
        ("guess_trumps", ""),
        ("no_trump", ""),
    ],
)
def test_a_deal_with_a_rule_of_its_own_tells_it(rule: str, told: str) -> None:
    assert (told in said(special(rule))) == bool(told) or said(special(rule)) == ""


def test_cards_of_a_blind_deal_are_told_once_all_have_bid() -> None:
    game = special("blind")

    assert hand_line(READER, seen(game)) == "Hand: dealt when all have bid."
    assert "<4H>" in str(hand_line(READER, seen(after(game, *bids(0, 0, 0)))))


def test_a_deal_without_bids_tells_tricks_alone() -> None:
    view = seen(special("most_tricks"))

    assert table.tricks_line(READER, view, THREE) == "Tricks: you (0), Ben (0), Carol (0)."
    misere = seen(special("misere"))
    assert "you (0 of 0)" in str(table.tricks_line(READER, misere, THREE))


def test_a_wild_two_is_offered_with_an_example_and_what_it_may_stand_for() -> None:
    game = special("twos_wild")
    chosen = rules_with(3, sequence="list", sequence_list=[2], hook="free",
                        special_deals=[{"deal": 1, "rule": "twos_wild"}])  # fmt: skip
    game = dealt(chosen, "5H 6H", "2S KH", "9S TS", turned="KC", dealer=2)
    game = after(game, *bids(0, 0, 0), *plays("5H"))

    assert hand_line(READER, seen(game, 1)) == "Hand: spades <2S as AH>, hearts <KH>."
    assert matter.asked(READER, seen(game, 1)) == "your card, any of (2)"
    assert "it has to be from the hearts" in said(game, 1)


def test_who_does_not_bid_is_told_of() -> None:
    rules = rules_with(3, no_bid_at_score=5, max_cards=4)
    table_ = build.Table(players=3, rules=rules, dealer=0).until(
        lambda game: game.deal is not None and len(game.deal.bidders) == 1
    )
    view = table_.sight(0).view
    company = THREE

    told = " ".join(circumstances(READER, view, company))

    assert told.startswith("Without bid, with (5) points or more: ")
    table_.step()
    assert "without bid)" in str(table.tricks_line(READER, table_.sight(0).view, company))


def together(wanted) -> build.Table:
    rules = rules_with(3, on_miss="repeat_round", hook="must_equal", scoring="cooperative",
                       max_cards=2)  # fmt: skip
    return build.Table(players=3, rules=rules, dealer=0).until(wanted)


def test_a_round_that_is_played_again_says_which_attempt_it_is() -> None:
    played = together(lambda game: game.deal is not None and game.deal.attempt == 1)
    view = played.sight(0).view

    told = circumstances(READER, view, THREE)[0]

    assert told == f"This is round ({view.deal.round}) again, attempt (2)."
    assert "Rounds made together: (" in str(results.totals_line(READER, view, THREE))
    assert "+" not in results.result_line(READER, view.sheet[-1], view.rules, THREE)


def test_a_table_that_plays_together_ends_together() -> None:
    over = together(lambda game: game.phase == "over").sight(0).view

    told = results.winners_line(READER, over, THREE)

    assert told == f"all rounds are made, in ({len(over.sheet)}) deals"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"scoring": "negative"}, "of which the lowest wins"),
        ({"sequence": "constant", "end": "target"}, "The deals go on up to (100) points."),
        (
            {"sequence": "constant", "end": "exact_target"},
            "The end comes with exactly (100); points beyond it are taken off.",
        ),
    ],
)
def test_what_the_totals_are_for_is_told_where_it_is_not_the_usual(
    options: dict[str, object], told: str
) -> None:
    rules = rules_with(3, max_cards=2, **options)
    view = (
        build.Table(players=3, rules=rules, dealer=0)
        .until(lambda game: bool(game.sheet))
        .sight(0)
        .view
    )

    assert told in str(results.totals_line(READER, view, THREE))


def test_what_the_rules_forbid_to_bid_is_told_with_its_reason() -> None:
    fits = seen(one_card("4H", "5H", "9S", hook="must_equal"))
    assert table.barred_line(READER, fits) == "The bids must add up to (1)."

    rules = rules_with(3, max_cards=2, hook="free", max_zero_bids_in_row=1)
    played = build.Table(players=3, rules=rules, dealer=0)
    for seat in (1, 2, 0):
        played.move(seat, Bid(0))
    played.until(lambda game: game.deal is not None and game.deal.number == 2)
    again = played.sight(2).view
    assert matter.asked(READER, again) == "your bid: <1> or <2>"
    assert table.barred_line(READER, again) == "Not <0>: you have bid that (1) times in a row."


def test_halves_are_told_as_such() -> None:
    rules = rules_with(3, max_cards=5, scoring="trick_scoring")
    played = build.Table(players=3, rules=rules, dealer=0).until(
        lambda game: any(points % 1 for row in game.sheet for points in row.points)
    )
    view = played.sight(0).view
    company = THREE

    assert "½" in " ".join(
        results.result_line(READER, row, view.rules, company) for row in view.sheet
    )


def test_a_deal_that_breaks_a_tie_says_so() -> None:
    rules = rules_with(3, sequence="constant", max_cards=1, deal_count=1, hook="free",
                       tie_break="extra_max_deal", scoring="exact")  # fmt: skip
    deck = cards("4H 5H 9S KC")
    table_ = build.Table(players=3, rules=rules, dealer=2, deck=lambda _: deck)
    for seat in range(3):
        table_.move(seat, Bid(0))
    table_.until(lambda game: game.deal is not None and game.deal.round == 2)
    view = table_.sight(0).view

    assert circumstances(READER, view, THREE) == (
        "This is an extra deal, since nobody leads alone.",
    )


def test_two_jokers_read_apart() -> None:
    chosen = rules_with(3, pack="jokers54", joker_rule="brader", max_cards=2, hook="free",
                        sequence="constant", deal_count=1)  # fmt: skip
    game = dealt(chosen, "JK1 JK2", "5H 6H", "9S TS", turned="KC", dealer=2)
    game = after(game, *bids(0, 0, 0))

    assert matter.asked(READER, seen(game)) == "your lead: <JK1> or <JK2>"
    assert JOKER_2 in seen(game).hand
