"""Every refusal has a sentence that says what is wrong and what to write instead."""

from dataclasses import fields
from typing import get_args

import pytest

from pbem.app import answers
from pbem.app import refused as refused_
from pbem.app.answers import AnyRefusal, AppRefusal
from pbem.orders.orders import NotUnderstood, ShowGames, WrongDesk
from pbem.orders.reading import fragments_that_read_as_orders
from pbem.rules import refusals as rules_refusals
from pbem.rules.cards import JOKER_1, JOKER_2, RANKS, card, cards
from pbem.rules.moves import Position
from pbem.rules.options import Problem
from pbem.rules.refusals import Refusal
from pbem.show.names import Company
from pbem.show.outcomes import refused
from pbem.show.reader import Reader

COMPANY = Company(("Anna", "Ben", "Carol", "Dan"), 0)
PLAYABLE = cards("KC 4C")
EVERY_HEART = tuple(f"{rank}H" for rank in RANKS)

CHANGES = ("last", "have", "not_yours", "limit", "service")

SAID = [
    (rules_refusals.NotYourTurn((1, 2)), "waits for Ben and Carol"),
    (rules_refusals.GameNotRunning(over=True), "is over"),
    (rules_refusals.GameNotRunning(over=False), "has not begun"),
    (rules_refusals.WrongKind("bid", (0, 2), ()), "Write <0> or <2>"),
    (rules_refusals.WrongKind("card", (), PLAYABLE), "Write <KC> or <4C>"),
    (rules_refusals.BidForbidden(1, (0, 2, 3), "hook"), "<0>, <2> or <3>"),
    (rules_refusals.BidForbidden(9, (0, 1), "too_many"), "more than the tricks"),
    (rules_refusals.WrongKind("trump", (), (), ("S", "NT")), "<trumps spades> or <no trumps>"),
    (rules_refusals.WrongKind("lay", (), ()), "<lay 7C 9H JS>"),
    (rules_refusals.BidForbidden(1, (2,), "must_fit"), "must add up to the tricks"),
    (rules_refusals.BidForbidden(0, (1, 2), "zero_again"), "too many times in a row"),
    (rules_refusals.MustPlay(card("8D"), "must_trump", PLAYABLE), "you would not trump"),
    (rules_refusals.MustPlay(card("8D"), "must_head", PLAYABLE), "you have a card that would"),
    (rules_refusals.MustPlay(JOKER_1, "joker_led", PLAYABLE), "(joker 1) may not be led"),
    (rules_refusals.MustPlay(JOKER_1, "joker_first", PLAYABLE), "may not go to the first trick"),
    (rules_refusals.CallNeeded(JOKER_1, "", ("high", "low")), "<JK1 high> or <JK1 low>"),
    (rules_refusals.CallNeeded(JOKER_1, "high", ("low",)), "cannot be called that"),
    (rules_refusals.CallNeeded(card("2H"), "", ("AH", "KH")), "<2H as AH> or <2H as KH>"),
    (rules_refusals.CallNeeded(card("2H"), "AD", EVERY_HEART), "open are (13) cards"),
    (rules_refusals.CallNeeded(card("QS"), "AD", ()), "Write <QS>"),
    (rules_refusals.TrumpForbidden("NT", ("S", "H")), "Write <trumps spades> or <trumps hearts>"),
    (rules_refusals.TrumpForbidden("JK", ("S", "H")), "cannot be trumps"),
    (rules_refusals.LayForbidden(PLAYABLE, 3, "count"), "(3) different cards"),
    (rules_refusals.LayForbidden(PLAYABLE, 3, "not_held"), "(king of clubs) (4 of clubs)"),
    (rules_refusals.LayForbidden(PLAYABLE, 3, "claim"), "nothing can be claimed"),
    (answers.WhichJoker((JOKER_1, JOKER_2)), "<JK1> or <JK2>"),
    (answers.WhichJoker((JOKER_1, JOKER_2), "low"), "<JK1 low> or <JK2 low>"),
    (rules_refusals.BidStands(2), "your bid (2) stands"),
    (rules_refusals.CardNotHeld(card("8D"), PLAYABLE), "do not hold the (8 of diamonds)"),
    (rules_refusals.MustFollowSuit(card("8D"), "C", PLAYABLE), "Write <KC> or <4C>"),
    (rules_refusals.TooLate(Position(3, 1), Position(3, 2)), "earlier point of this deal"),
    (rules_refusals.TooLate(Position(3, 1), Position(4, 0)), "deal (3)"),
    (NotUnderstood("QX", ("QS", "QD")), "Did you mean <QS> or <QD>?"),
    (NotUnderstood("xyzzy"), "<help>"),
    (WrongDesk("games", ShowGames(), "service"), "service's own address"),
    (WrongDesk("2", ShowGames(), "game"), "reply to a mail of that game"),
    (WrongDesk("yes", ShowGames(), "invitation"), "reply to an invitation"),
    (answers.UnknownPreset("blakout", ("blackout",)), "<rules blackout>"),
    (answers.SeveralPresets("bust", ("bust_3", "bust_4")), "<rules bust_3> or <rules bust_4>"),
    (
        answers.RulesProblem((Problem("E_OF_A_LATER_RELEASE", ("pack",), "wizard60"),)),
        "cannot be played here",
    ),
    (answers.RulesProblem((Problem("E_HOOK_BID_CARDS", ("hook", "bid_mode")),)), "<hook free>"),
    (answers.NotThisMany(9, (3, 4)), "but for (3 or 4)"),
    (answers.VersionsName("blackout"), "a version is called (blackout)"),
    (answers.EnoughRules(50), "you keep 50 sets already"),
    (answers.BadAddress("a@"), "not a mail address"),
    (answers.BadName("Ben", "taken"), "has that name"),
    (answers.BadName("QS", "order"), "taken for an order"),
    (answers.BadName("", "empty"), "a letter at least"),
    (answers.BadName("x" * 99, "long"), "too long"),
    (answers.CannotInvite("b@example.org", "limit"), "that a day allows"),
    (answers.CannotInvite("b@example.org", "barred"), "asked not to be invited"),
    (answers.CannotInvite("b@example.org", "seated"), "sits at this table"),
    (answers.CannotInvite("b@example.org", "self"), "somebody else's"),
    (answers.UnknownCode("abcd"), "a table with the code (abcd) is not known"),
    (answers.TableClosed("full"), "is taken"),
    (answers.TableClosed("begun"), "at play already"),
    (answers.TableClosed("cancelled"), "called off"),
    (answers.AlreadySeated("K7Q2"), "table K7Q2"),
    (answers.StarterOnly("Ben"), "only Ben"),
    (answers.StarterOnly(""), "whoever opened"),
    (answers.UnknownZone("Pragu", ("Europe/Prague",)), "<zone Europe/Prague>"),
    (answers.UnknownZone("x", ()), "<zone Europe/Prague>"),
    (answers.ResignAsks(), "<yes>"),
    (answers.TooLong(500), "(500)"),
    (answers.NothingOpen("nothing"), "nothing of ours"),
    (answers.NothingOpen("expired"), "time is over"),
    (answers.NothingOpen("answered"), "answered before"),
    (answers.NothingOpen("cancelled"), "called off"),
    (answers.SeatAway(resigned=True), "for good"),
    (answers.SeatAway(resigned=False), "<back>"),
    (answers.TooOften("games"), "too many"),
    (refused_.Replaced("K7Q2"), "newest mail of table K7Q2"),
    (refused_.DoneLately(3), "(3) times"),
    *((refused_.CannotChange("b@example.org", why), "address") for why in CHANGES),
]


@pytest.mark.parametrize(("refusal", "said"), SAID)
def test_a_refusal_says_what_is_wrong(refusal: AnyRefusal, said: str) -> None:
    assert said.lower() in refused(Reader(), refusal, COMPANY).lower()


@pytest.mark.parametrize(("refusal", "said"), SAID)
def test_no_refusal_reads_as_an_order(refusal: AnyRefusal, said: str) -> None:
    sentence = f"Line 1 <x> refused: {refused(Reader(), refusal, COMPANY)}"

    assert fragments_that_read_as_orders(sentence) == ()
    assert sentence[-1] in ".?"


def test_every_kind_of_refusal_is_in_the_list_above() -> None:
    listed = {type(refusal) for refusal, _ in SAID}

    assert {*get_args(Refusal), *get_args(AppRefusal)} <= listed


@pytest.mark.parametrize("given", ["say QS\r\nBcc: x", "2 of 3", "a" * 500, "QS"])
def test_what_somebody_wrote_is_repeated_only_where_it_is_harmless(given: str) -> None:
    texts = [
        (kind, field.name)
        for kind in get_args(AppRefusal)
        for field in fields(kind)
        if field.name in {"preset", "email", "code", "name"} and len(fields(kind)) == 1
    ]
    assert texts
    made_by_us = {answers.StarterOnly, answers.AlreadySeated, refused_.Replaced}
    for kind, name in texts:
        if kind in made_by_us:
            continue
        sentence = refused(Reader(), kind(**{name: given}), COMPANY)
        assert "\n" not in sentence
        assert fragments_that_read_as_orders(sentence) == ()
