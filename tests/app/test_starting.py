"""New tables: who is asked, who may sit, and when play begins."""

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.app import clock, pages
from pbem.app.answers import (
    BadAddress,
    CannotInvite,
    NotThisMany,
    StarterOnly,
    UnknownCode,
    UnknownPreset,
)
from pbem.app.packing import unpack_answer
from pbem.app.records import GameStatus
from pbem.chance import SystemChance
from pbem.show import refusals
from pbem.show.names import Company
from pbem.show.reader import Reader
from tests.app.house import House

ALICE = "alice@home.example"


def answer(house: House, kind: str = "service"):
    return unpack_answer(house.notices(kind)[-1].facts["answer"])


def refusal(house: House):
    return answer(house).lines[0].refused


def only_game(house: House, email: str = ALICE):
    with house.services.uow() as uow:
        player = uow.players.at(email)[0][0]
        return uow.games.of_player(player.id)[0]


def confirm(house: House, email: str) -> None:
    pending = house.notices("confirm")[-1].facts["pending_id"]
    house.to_pending(pending, email, "yes")


def invite_all(house: House) -> dict[str, int]:
    """Let Alice start a table with Bob and Carol; return the invitations by address."""
    house.player("Alice")
    line = "new nomination_whist with bob@home.example, carol@home.example and 1 bot"
    house.to_service(ALICE, line)
    confirm(house, ALICE)
    return {n.email: n.facts["invitation_id"] for n in house.notices("invitation")}


def test_a_stranger_is_asked_before_anything_is_kept(house: House):
    taken = house.to_service("new@home.example", "practice")

    assert taken.verdict == "asked"
    with house.services.uow() as uow:
        assert uow.players.at("new@home.example") == []
    (asked,) = house.notices()
    assert asked.kind == "confirm"

    confirm(house, "new@home.example")

    assert only_game(house, "new@home.example").status is GameStatus.RUNNING
    assert [notice.kind for notice in house.notices()] == ["confirm", "start"]


def test_nobody_is_asked_more_than_a_few_times_an_hour(house: House):
    most = house.services.policy.questions_an_hour
    verdicts = [house.to_service("new@home.example", "practice").verdict for _ in range(most + 2)]

    assert verdicts == ["asked"] * most + ["limited"] * 2
    assert len(house.notices("confirm")) == most
    assert house.to_service("other@home.example", "practice").verdict == "asked"

    house.clock.turn(timedelta(hours=1))
    assert house.to_service("new@home.example", "practice").verdict == "asked"


def test_somebody_else_cannot_say_yes(house: House):
    house.to_service("new@home.example", "practice")
    pending = house.notices("confirm")[-1].facts["pending_id"]

    taken = house.to_pending(pending, "mallory@elsewhere.example", "yes")

    assert taken.verdict == "stranger"
    with house.services.uow() as uow:
        assert uow.players.at("new@home.example") == []


def test_a_yes_counts_once(house: House):
    house.to_service("new@home.example", "practice")
    confirm(house, "new@home.example")
    confirm(house, "new@home.example")

    with house.services.uow() as uow:
        player = uow.players.at("new@home.example")[0][0]
        assert len(uow.games.of_player(player.id)) == 1


def test_a_question_ends(house: House):
    house.to_service("new@home.example", "practice")
    house.clock.turn(house.services.policy.question_lasts)

    confirm(house, "new@home.example")

    with house.services.uow() as uow:
        assert uow.players.at("new@home.example") == []


def test_a_known_player_is_asked_before_others_get_mail_in_their_name(house: House):
    house.player("Alice")

    house.to_service(ALICE, "new blackout with bob@home.example and 2 bots")

    assert [notice.kind for notice in house.notices()] == ["confirm"]
    confirm(house, ALICE)
    assert [notice.email for notice in house.notices("invitation")] == ["bob@home.example"]


def test_invited_people_are_asked_and_play_begins_with_the_last_yes(house: House):
    invitations = invite_all(house)
    assert only_game(house).status is GameStatus.OPEN

    house.to_invitation(invitations["bob@home.example"], "bob@home.example", "yes")
    assert only_game(house).status is GameStatus.OPEN
    assert [n.facts["who"] for n in house.notices("lobby")] == ["Bob"]

    house.to_invitation(
        invitations["carol@home.example"], "carol@home.example", "accept seed blue whale"
    )

    row = only_game(house)
    assert row.status is GameStatus.RUNNING
    seats = house.seats(row.code)
    assert seats["Carol"].seed == "blue whale"
    assert len(house.notices("start")) == 3


@pytest.mark.parametrize("word", ["no", "never"])
def test_who_declines_is_not_seated_and_the_starter_hears_of_it(house: House, word: str):
    invitations = invite_all(house)

    house.to_invitation(invitations["bob@home.example"], "bob@home.example", word)

    assert set(house.seats(only_game(house).code)) >= {"Alice"}
    assert "Bob" not in house.seats(only_game(house).code)
    (lobby,) = house.notices("lobby")
    assert lobby.facts["happening"] == "declined"
    again = house.to_invitation(invitations["bob@home.example"], "bob@home.example", "yes")
    assert again.verdict == "refused"


def test_never_bars_later_invitations(house: House):
    invitations = invite_all(house)
    house.to_invitation(invitations["bob@home.example"], "bob@home.example", "never")
    house.to_service(ALICE, "new blackout with Bob@Home.example and 2 bots")

    confirm(house, ALICE)

    assert refusal(house) == CannotInvite("Bob@home.example", "barred")


def test_never_can_be_written_to_the_service_address_too(house: House):
    house.player("Bob")
    house.player("Alice")

    house.order("bob@home.example", "never")
    house.to_service(ALICE, "new blackout with bob@home.example and 2 bots")
    confirm(house, ALICE)

    assert refusal(house) == CannotInvite("bob@home.example", "barred")


def test_games_are_listed_only_where_they_are_asked_for(house: House):
    house.player("Alice")
    house.order(ALICE, "practice")

    house.to_service(ALICE, "help")
    assert answer(house).games == ()
    house.to_service(ALICE, "games")
    assert [game.status for game in answer(house).games] == ["running"]


def test_only_the_invited_address_can_accept(house: House):
    invitations = invite_all(house)

    taken = house.to_invitation(invitations["bob@home.example"], "mallory@x.example", "yes")

    assert taken.verdict == "stranger"
    assert len(house.seats(only_game(house).code)) == 2


def test_an_invitation_ends_and_the_starter_hears_of_it(house: House):
    invite_all(house)
    house.clock.turn(house.services.policy.invitation_lasts)

    clock.tick(house.services)

    assert [n.facts["happening"] for n in house.notices("lobby")] == ["expired", "expired"]


def test_five_invitations_a_day_and_no_more(house: House):
    house.player("Alice")
    five = ", ".join(f"p{letter}@home.example" for letter in "abcde")
    house.to_service(ALICE, f"new nomination_whist with {five}")
    confirm(house, ALICE)
    house.to_service(ALICE, "new nomination_whist with one.more@home.example and 2 bots")
    confirm(house, ALICE)

    assert len(house.notices("invitation")) == 5
    assert refusal(house) == CannotInvite("one.more@home.example", "limit")


def test_who_was_answered_may_ask_others_the_same_day(house: House):
    house.player("Alice")
    five = ", ".join(f"p{letter}@home.example" for letter in "abcde")
    house.order(ALICE, f"new nomination_whist with {five}")
    asked = {n.email: n.facts["invitation_id"] for n in house.notices("invitation")}
    house.to_invitation(asked["pa@home.example"], "pa@home.example", "yes")
    house.to_invitation(asked["pb@home.example"], "pb@home.example", "no")

    house.order(ALICE, "new nomination_whist with qa@home.example, qb@home.example and 1 bot")

    assert len(house.notices("invitation")) == 7


def test_who_takes_invitations_back_may_not_ask_others_the_same_day(house: House):
    house.player("Alice")
    five = ", ".join(f"p{letter}@home.example" for letter in "abcde")
    house.order(ALICE, f"new nomination_whist with {five}")
    house.letter(house.seats(only_game(house).code)["Alice"], "cancel", at=(1, 0))  # type: ignore[arg-type]

    house.order(ALICE, "new nomination_whist with qa@home.example and 2 bots")
    assert refusal(house) == CannotInvite("qa@home.example", "limit")

    house.clock.turn(timedelta(days=1, seconds=1))
    house.order(ALICE, "new nomination_whist with qa@home.example and 2 bots")
    assert len(house.notices("invitation")) == 6


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ("new tarock for 4", UnknownPreset),
        ("new nomination_whist for 9", NotThisMany),
        ("join NOSUCHCODE1234567", UnknownCode),
    ],
)
def test_what_cannot_be_is_refused_with_what_could(house: House, line: str, refused: type):
    house.player("Alice")

    assert house.to_service(ALICE, line).verdict == "refused"

    assert isinstance(refusal(house), refused)
    assert not house.notices("confirm")
    with house.services.uow() as uow:
        assert uow.games.of_player(1) == []


def test_a_bad_address_stops_the_whole_table(house: House):
    house.player("Alice")
    house.to_service(ALICE, "new blackout with bob@home.example, x@y..z and 2 bots")

    assert isinstance(refusal(house), BadAddress)
    assert not house.notices("confirm")
    assert not house.notices("invitation")


def test_the_starter_fills_the_table_with_bots(house: House):
    invite_all(house)
    row = only_game(house)

    house.letter(house.seats(row.code)["Alice"], "bots", at=(1, 0))  # type: ignore[arg-type]

    assert only_game(house).status is GameStatus.RUNNING
    assert len([seat for seat in house.seats(row.code).values() if seat.is_bot]) == 3


def test_only_the_starter_may_fill_or_cancel(house: House):
    invitations = invite_all(house)
    house.to_invitation(invitations["bob@home.example"], "bob@home.example", "yes")
    bob = house.seats(only_game(house).code)["Bob"]

    house.letter(bob, "cancel", at=(1, 0))  # type: ignore[arg-type]

    assert answer(house, "answer").lines[0].refused == StarterOnly("Alice")
    assert only_game(house).status is GameStatus.OPEN


def test_a_cancelled_table_tells_those_who_sat_there(house: House):
    invitations = invite_all(house)
    house.to_invitation(invitations["bob@home.example"], "bob@home.example", "yes")
    row = only_game(house)

    house.letter(house.seats(row.code)["Alice"], "cancel", at=(1, 0))  # type: ignore[arg-type]

    assert only_game(house).status is GameStatus.CANCELLED
    assert len(house.notices("cancelled")) == 2
    late = house.to_invitation(invitations["carol@home.example"], "carol@home.example", "yes")
    assert late.verdict == "refused"


def test_two_people_at_one_mailbox_can_sit_at_one_table(house: House):
    house.player("Alice", "us@home.example")
    house.to_service("us@home.example", "new nomination_whist with us@home.example and 1 bot")
    confirm(house, "us@home.example")
    (invitation,) = house.notices("invitation")
    invitation_id = invitation.facts["invitation_id"]

    house.to_invitation(invitation_id, "us@home.example", "yes")
    refused = house.to_invitation(invitation_id, "us@home.example", "yes as Alice")
    house.to_invitation(invitation_id, "us@home.example", "yes as Bob")

    assert refused.verdict == "refused"
    row = only_game(house, "us@home.example")
    assert row.status is GameStatus.RUNNING
    assert {"Alice", "Bob"} <= set(house.seats(row.code))


def test_the_service_address_asks_which_of_two_is_writing(house: House):
    house.player("Alice", "us@home.example")
    house.player("Bob", "us@home.example")

    taken = house.to_service("us@home.example", "games")
    assert taken.verdict == "asked"
    assert house.notices()[-1].kind == "which"

    named = house.order("us@home.example", "as Bob", "practice")
    assert named.verdict == "applied"
    with house.services.uow() as uow:
        bob = next(p for p, _ in uow.players.at("us@home.example") if p.name == "Bob")
        assert len(uow.games.of_player(bob.id)) == 1


def test_one_invitation_gives_one_place(house: House):
    invitations = invite_all(house)
    bob = "bob@home.example"

    house.to_invitation(invitations[bob], bob, "yes as Bob", "yes as Eve")

    assert set(house.seats(only_game(house).code)) & {"Bob", "Eve"} == {"Bob"}


def test_nobody_sits_down_once_the_last_place_is_taken(house: House):
    house.player("Alice")
    house.to_service(ALICE, "new nomination_whist with bob@home.example and 2 bots")
    confirm(house, ALICE)
    (invitation,) = house.notices("invitation")

    house.to_invitation(
        invitation.facts["invitation_id"], "bob@home.example", "yes as Bob", "yes as Eve"
    )

    assert only_game(house).status is GameStatus.RUNNING
    assert len(house.seats(only_game(house).code)) == 4


def test_who_was_invited_may_join_by_the_code_as_well(house: House):
    invite_all(house)
    house.player("Bob")

    house.order("bob@home.example", f"join {only_game(house).join_code}")
    house.player("Eve")
    late = house.order("eve@home.example", f"join {only_game(house).join_code}")

    assert "Bob" in house.seats(only_game(house).code)
    assert late.verdict == "refused"
    with house.services.uow() as uow:
        states = {one.email: one.state for one in uow.invitations.of(only_game(house).id)}
    assert states == {"bob@home.example": "accepted", "carol@home.example": "open"}


@pytest.mark.parametrize(
    "typed",
    ["{code}", "{lower}", "{spaced}", "{closed}", "{en}", " {spaced} ", "{cut}"],
)
def test_a_join_code_is_found_however_it_is_typed(house: House, typed: str):
    class Real(SystemChance):
        def table_code(self) -> str:
            return "K7Q2"

    house.services = replace(house.services, chance=Real())
    house.player("Alice")
    house.player("Bob")
    house.order(ALICE, "new nomination_whist for 4")
    code = only_game(house).join_code
    ways = {
        "code": code,
        "lower": code.lower(),
        "spaced": code.replace("-", " "),
        "closed": code.replace("-", "").lower(),
        "en": code.replace("-", "\u2013"),
        "cut": code.replace("-", "- ", 1),
    }

    assert house.order("bob@home.example", f"join {typed.format(**ways)}").verdict == "applied"
    assert "Bob" in house.seats(only_game(house).code)
    assert pages.join_sight(house.services, typed.format(**ways)) is not None


def test_rules_at_the_service_address_are_answered_with_what_to_write(house: House):
    house.player("Alice")

    house.to_service(ALICE, "rules")

    said = refusals.sentence(Reader("en"), refusal(house), Company((), None))
    assert "<rules blackout>" in said


def test_names_at_a_table_are_unique_and_never_orders(house: House):
    house.player("Alice")
    house.order(ALICE, "new nomination_whist for 4")
    row = only_game(house)
    for email in ("alice@other.example", "two@other.example"):
        house.player(email.partition("@")[0].title(), email)
        house.order(email, f"join {row.join_code}")

    names = set(house.seats(row.code))

    assert len(names) == 3
    assert "Two" not in names


def test_a_table_of_bots_and_those_who_left_runs_to_its_end(house: House):
    house.player("Alice")
    house.order(ALICE, "new nomination_whist with 3 bots")
    row = only_game(house)

    house.letter(house.seats(row.code)["Alice"], "resign for good")
    for _ in range(20):
        for game_id in house.bell.game_ids:
            clock.go_on(house.services, game_id)
        if only_game(house).status is GameStatus.OVER:
            break

    assert only_game(house).status is GameStatus.OVER
    assert not only_game(house).rated
    assert not house.notices("over")
