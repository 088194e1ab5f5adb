"""A From line alone moves nothing, and buries nobody under our answers."""

from datetime import timedelta

import pytest

from pbem.app import pending_desk, signing_in
from pbem.app.answers import CannotInvite, LineOutcome, TooOften
from pbem.app.notice_records import Notice
from pbem.app.packing import unpack_answer
from pbem.app.records import GameStatus
from tests.app.house import House

ALICE = "alice@home.example"
US = "us@home.example"


def lines(notice: Notice) -> tuple[LineOutcome, ...]:
    return unpack_answer(notice.facts["answer"]).lines  # type: ignore[arg-type]


def games_of(house: House, email: str) -> int:
    with house.services.uow() as uow:
        return sum(len(uow.games.of_player(player.id)) for player, _ in uow.players.at(email))


@pytest.fixture
def table(house: House) -> str:
    """A table of Bob's that waits for more; its join code."""
    house.player("Bob")
    house.order("bob@home.example", "new blackout for 4")
    with house.services.uow() as uow:
        return uow.games.of_player(uow.players.at("bob@home.example")[0][0].id)[0].join_code


@pytest.mark.parametrize(
    "line", ["practice", "new blackout for 4", "new blackout with 3 bots", "join", "zone Tokyo"]
)
def test_a_false_sender_changes_nothing_until_the_address_says_yes(
    house: House, table: str, line: str
):
    player_id = house.player("Alice").id
    with house.services.uow() as uow:
        player = uow.players.get(player_id)
    before = len(house.notices())

    taken = house.to_service(ALICE, f"join {table}" if line == "join" else line)

    assert taken.verdict == "asked"
    assert [notice.kind for notice in house.notices()[before:]] == ["confirm"]
    assert games_of(house, ALICE) == 0
    with house.services.uow() as uow:
        assert uow.players.get(player_id) == player


def test_a_false_sender_cannot_bar_invitations_of_others(house: House):
    house.player("Alice")
    house.player("Bob")

    house.to_service("bob@home.example", "never")
    house.order(ALICE, "new blackout with bob@home.example and 2 bots")

    assert [notice.email for notice in house.notices("invitation")] == ["bob@home.example"]


def test_who_bars_us_and_is_not_known_is_not_made_a_player(house: House):
    house.player("Alice")

    assert house.order("dora@home.example", "Never!").verdict == "applied"

    with house.services.uow() as uow:
        assert uow.players.at("dora@home.example") == []
        assert uow.players.is_barred("dora@home.example")
    house.order(ALICE, "new blackout with dora@home.example and 2 bots")
    assert lines(house.notices("service")[-1])[0].refused == CannotInvite(
        "dora@home.example", "barred"
    )


def test_a_false_sender_does_not_even_set_a_zone(house: House):
    with house.services.uow() as uow:
        player = uow.players.add("Alice")
        uow.players.add_address(player.id, ALICE, proven=True)
        uow.commit()

    house.to_service(ALICE, "help")

    with house.services.uow() as uow:
        assert uow.players.get(player.id).zone is None


@pytest.mark.parametrize("line", ["games", "help", "rules blackout"])
def test_what_only_shows_something_is_answered_at_once_to_the_address_itself(
    house: House, line: str
):
    house.player("Alice")

    assert house.to_service(ALICE, line).verdict == "applied"

    assert [(one.kind, one.email) for one in house.notices()] == [("service", ALICE)]


def test_one_mail_proves_a_new_address_and_does_what_was_asked(house: House):
    house.to_service("dora@home.example", "practice")
    house.to_pending(house.notices("confirm")[-1].facts["pending_id"], "dora@home.example", "yes")

    assert [notice.kind for notice in house.notices()] == ["confirm", "start"]
    assert games_of(house, "dora@home.example") == 1


def test_an_address_gets_few_mails_an_hour_then_one_that_says_so_then_silence(house: House):
    house.player("Alice")
    most = house.services.policy.unproven_an_hour

    verdicts = [house.to_service(ALICE, "games").verdict for _ in range(most + 3)]

    assert verdicts == ["applied"] * most + ["limited"] * 3
    assert len(house.notices()) == most + 1
    assert lines(house.notices()[-1]) == (LineOutcome("games", refused=TooOften(ALICE)),)
    assert house.to_service("bob@home.example", "games").verdict == "applied"
    house.clock.turn(timedelta(hours=1))
    assert house.to_service(ALICE, "games").verdict == "applied"


def test_an_address_gets_few_mails_a_day(house: House):
    house.player("Alice")
    policy = house.services.policy

    for _ in range(16):
        for _ in range(policy.unproven_an_hour):
            house.to_service(ALICE, "games")
        house.clock.turn(timedelta(hours=1))

    # The sixteen hours from eight o'clock are one day.
    assert len(house.notices()) == policy.unproven_a_day + 1
    assert house.to_service(ALICE, "games").verdict == "applied"


def test_pages_and_letters_share_the_questions_of_an_hour(house: House):
    most = house.services.policy.questions_an_hour
    house.to_service("dora@home.example", "practice")

    for minute in range(most + 2):
        house.clock.at = house.clock.at.replace(minute=minute)
        assert pending_desk.ask_practice(house.services, "Dora@home.example")
        assert signing_in.ask_sign_in(house.services, "dora@home.example")

    assert len(house.notices()) == most


def test_letters_with_proof_have_no_such_limit(house: House):
    row, seats = house.table("Alice", bots=3)
    for _ in range(house.services.policy.unproven_an_hour + 3):
        house.to_service(ALICE, "games")

    assert house.letter(seats["Alice"], "status").verdict == "applied"
    assert house.game(row.code).status is GameStatus.RUNNING


class TestSharedMailbox:
    """Anna and Ben share an address; Carol asks it to her table."""

    @pytest.fixture
    def invitation_id(self, house: House) -> int:
        house.player("Anna", US)
        house.player("Ben", US)
        house.player("Carol")
        house.order("carol@home.example", f"new blackout with {US} and 1 bot")
        return house.notices("invitation")[-1].facts["invitation_id"]  # type: ignore[return-value]

    @pytest.mark.parametrize("line", ["practice", "yes", "join"])
    def test_is_asked_which_of_them_answers(
        self, house: House, table: str, invitation_id: int, line: str
    ):
        line = f"join {table}" if line == "join" else line

        assert house.to_invitation(invitation_id, US, line).verdict == "asked"
        assert house.notices()[-1].kind == "which"
        assert house.notices()[-1].facts["names"] == ["Anna", "Ben"]
        assert games_of(house, US) == 0

        assert house.to_invitation(invitation_id, US, "as Ben", line).verdict == "applied"
        with house.services.uow() as uow:
            names = [p.name for p, _ in uow.players.at(US) if uow.games.of_player(p.id)]
        assert names == ["Ben"]

    def test_somebody_new_there_says_so(self, house: House, invitation_id: int):
        assert house.to_invitation(invitation_id, US, "as Dora", "practice").verdict == "applied"
        with house.services.uow() as uow:
            assert [player.name for player, _ in uow.players.at(US)] == ["Anna", "Ben", "Dora"]

    def test_a_name_that_is_none_is_refused(self, house: House, invitation_id: int):
        assert house.to_invitation(invitation_id, US, "as Never", "practice").verdict == "refused"

    def test_no_and_help_need_no_name(self, house: House, invitation_id: int):
        assert house.to_invitation(invitation_id, US, "help").verdict == "applied"
        assert house.to_invitation(invitation_id, US, "no").verdict == "applied"

    def test_is_asked_too_where_a_page_asked_for_practice(self, house: House, invitation_id: int):
        pending_desk.ask_practice(house.services, US)
        pending_id = house.notices("confirm")[-1].facts["pending_id"]

        assert house.to_pending(pending_id, US, "yes").verdict == "asked"
        assert house.notices()[-1].facts["pending_id"] == pending_id
        assert house.to_pending(pending_id, US, "as Ben", "yes").verdict == "applied"
        assert games_of(house, US) == 1
