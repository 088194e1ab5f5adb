"""Tables, happenings and rules in words."""

from dataclasses import replace

import pytest

from pbem.orders.orders import Desk, NotUnderstood, WrongDesk
from pbem.orders.reading import fragments_that_read_as_orders, read_line
from pbem.rules.cards import STANDARD_PACK, card, cards
from pbem.rules.engine import waits
from pbem.rules.events import (
    BidChanged,
    BidMade,
    CardPlayed,
    ClockRanOut,
    DealRevealed,
    DealScored,
    FirstDealerChosen,
    GameEnded,
    SeatHandedOver,
    SecretRevealed,
    TrickTaken,
)
from pbem.show import hand, happenings, matter, proof, results, rules_in_words, table
from pbem.show.help import help_lines
from pbem.show.names import Company
from pbem.show.reader import Reader
from tests.show import build

READER = Reader("en", "Europe/Berlin")
COMPANY = Company(("Anna", "Ben", "Carol", "Dan"), 0)


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (BidMade(1, 1, 2), "Ben bid (2)."),
        (BidMade(1, 0, 2), "You bid (2)."),
        (BidChanged(1, 1, 3), "Ben changed the bid to (3)."),
        (CardPlayed(1, 1, card("QS")), "Ben played (queen of spades)."),
        (TrickTaken(1, 0, 3), "You took trick 3."),
        (FirstDealerChosen(1, ()), "Ben deals first."),
        (FirstDealerChosen(0, cards("QS KS 2H 3H")), "Cards were drawn: you deal first."),
        (
            DealScored(4, (1, 2, 3, 14), (1, 2, 3, 14)),
            "Deal 4 scored: you (1), Ben (2), Carol (3), Dan (14).",
        ),
        (GameEnded((1, 2, 3, 4), (3,)), "The game is over: you (1), Ben (2), Carol (3), Dan (4)."),
        (DealRevealed(4, "ab"), "The secret of deal 4 is shown."),
        (SecretRevealed("ab"), "The secret of the game is shown."),
        (ClockRanOut(1, 1), "Ben ran out of time, a stand-in acted."),
        (ClockRanOut(1, 0), "Your time ran out, so a stand-in acted for you."),
        (SeatHandedOver(1, "resigned"), "Ben resigned, a stand-in plays on."),
        (SeatHandedOver(1, "stopped"), "Ben stopped, a stand-in plays on."),
        (SeatHandedOver(1, "came_back"), "Ben is playing again."),
        (SeatHandedOver(0, "resigned"), "You resigned, a stand-in plays on."),
        (SeatHandedOver(0, "stopped"), "You stopped, a stand-in plays for you."),
        (SeatHandedOver(0, "came_back"), "You are playing again."),
    ],
)
def test_a_happening_is_a_sentence(what, told: str) -> None:
    assert happenings.sentence(READER, what, COMPANY) == told


def test_a_deal_begins_with_what_everybody_saw() -> None:
    game = build.Table()
    begun = next(one.what for one in game.happened if type(one.what).__name__ == "DealBegun")

    assert (
        happenings.sentence(READER, begun, COMPANY)
        == "Deal 1 by Dan: 7 cards each. Trumps: hearts."
    )


def seen(wants: str = "card"):
    """Anna's view when a bid or, after somebody's lead, a card is due from her."""
    game = build.Table()
    game.until(lambda state: _is_due(state, wants))
    return game.sight(0).view


def _is_due(state, wants: str) -> bool:
    asked = any(wait.seat == 0 and wait.wants == wants for wait in waits(state))
    return asked and (wants == "bid" or bool(state.deal.table))


def test_the_hand_tells_what_may_be_played() -> None:
    view = seen()
    held = cards("KC 4C 6H AD 9D")
    deal = replace(view.deal, trump="S", hands=(held, None, None, None))
    following = replace(view, deal=deal, legal_cards=cards("KC 4C"))

    line = hand.hand_line(READER, following)

    assert line == "Hand: clubs <KC> <4C>, hearts (6), diamonds (ace) (9)."


def test_trumps_are_named_in_the_hand() -> None:
    view = seen(wants="bid")
    deal = replace(view.deal, trump="H", hands=(cards("QH AS 7S"), None, None, None))

    line = hand.hand_line(READER, replace(view, deal=deal, legal_cards=()))

    assert line == "Hand: hearts, trumps (queen), spades (ace) (7)."


@pytest.mark.parametrize(
    ("bids", "asked"),
    [
        ((0, 2, 3), "your bid: <0>, <2> or <3>"),
        ((0, 1), "your bid: <0> or <1>"),
        ((0, 1, 2, 3, 4, 5), "your bid: <0> to <5>"),
        ((0, 1, 3, 4, 5), "your bid: <0>, <1>, <3>, <4> or <5>"),
    ],
)
def test_the_bids_that_are_open_are_in_the_question(bids: tuple[int, ...], asked: str) -> None:
    assert matter.asked(READER, replace(seen(wants="bid"), legal_bids=bids)) == asked


@pytest.mark.parametrize(
    ("playable", "asked"),
    [
        ("KC 4C", "your card: <KC> or <4C>"),
        ("KC", "your card: <KC>"),
        ("KC QC JC TC 9C", "your card, a club"),
        ("KC QC JC TC 9D", "your card, any of (5)"),
    ],
)
def test_a_short_list_of_cards_is_in_the_question(playable: str, asked: str) -> None:
    view = seen()
    assert matter.asked(READER, replace(view, legal_cards=cards(playable))) == asked


def test_who_leads_is_told_while_bids_are_due() -> None:
    view = build.Table(dealer=2).sight(0).view

    line = table.bids_line(READER, view, COMPANY)

    assert line == "Still to bid: Dan, Ben and Carol. Dan leads."


def test_the_hook_says_why_a_bid_is_barred() -> None:
    view = replace(seen(wants="bid"), barred_bid=1)

    line = table.barred_line(READER, view)

    assert line == f"Not <1>: you bid last, and bids may not add up to ({view.deal.size})."


def test_a_bid_that_may_be_changed_says_so() -> None:
    view = replace(seen(wants="bid"), changeable_bid=True, legal_bids=(0, 1))

    assert table.change_line(READER, view) == "Until the next bid you may change yours: <0> or <1>."


@pytest.mark.parametrize(
    ("winners", "told"),
    [
        ((0,), "you have won"),
        ((1,), "Ben has won"),
        ((0, 2), "you and Carol have won together"),
    ],
)
def test_the_winner_is_named(winners: tuple[int, ...], told: str) -> None:
    view = replace(seen(), winners=winners)

    assert results.winners_line(READER, view, COMPANY) == told


@pytest.mark.parametrize("desk", ["game", "service", "invitation"])
def test_every_line_of_the_help_may_be_written_as_it_stands(desk: Desk) -> None:
    for line in help_lines(READER, desk, everything=True):
        order = read_line(line.example, desk)
        assert not isinstance(order, NotUnderstood | WrongDesk), line.example
        assert fragments_that_read_as_orders(str(line)) == ()


def test_no_group_of_a_fingerprint_reads_as_an_order() -> None:
    for byte in range(256):
        digest = f"{byte:02x}" * 32
        assert proof.grouped(digest).replace("-", "").replace(" ", "") == digest
        for words in (
            proof.root_words(READER, digest),
            proof.final_words(READER, digest, digest),
            proof.commitment_words(READER, digest),
        ):
            assert fragments_that_read_as_orders("\n".join(words)) == ()


def test_every_card_told_or_offered_is_harmless() -> None:
    for each in STANDARD_PACK:
        view = replace(seen(), legal_cards=(each,))
        assert fragments_that_read_as_orders(f"Anna, {matter.asked(READER, view)}, by Wed.") == ()


@pytest.mark.parametrize("preset", ["nomination_whist", "blackout", "get_fred"])
def test_as_many_answers_are_told_of_as_a_whole_game_asks_for(preset: str) -> None:
    table = build.Table(preset, 4)
    given = 0
    while waiting := waits(table.now):
        given += waiting[0].seat == 2
        table.step()

    told = rules_in_words.effort(READER, table.now.rules)

    assert f"asks each player for ({given}) answers" in told


def test_the_two_fingerprints_are_told_apart_by_name() -> None:
    first = " ".join(proof.commitment_words(READER, build.COMMITMENT))
    then = " ".join(proof.root_words(READER, build.ROOT))
    last = " ".join(proof.final_words(READER, build.ROOT, "ab" * 32))

    assert "Fingerprint of the game's secret: (a61f9343" in first
    assert "Fingerprint of all deals: (d3c0718a" in then
    assert "Fingerprint of all deals: (d3c0718a" in last
    assert "Secret of this game: (abababab" in last
    assert "a second fingerprint comes" in first
    assert "beside an earlier fingerprint, that of the game's secret" in then
