"""A notice is rendered once, tried until it is taken, and never sent when it is overtaken."""

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes

import pytest

from pbem.app import pages
from pbem.app.accounts import player_for
from pbem.app.answers import Answer
from pbem.app.notice_records import NewNotice, NoticeState
from pbem.app.packing import pack_answer
from pbem.mailout.post import Delivered, Refused, TryLater
from tests.infra.houses import ALICE, StoppedClock, begin_game, environ_of, house_of


class Server:
    """A mail server that answers as it is told, and keeps what it was given."""

    def __init__(self) -> None:
        self.answer = Delivered("250 queued")
        self.mails: list[tuple[bytes, str, str]] = []

    def __call__(self, raw: bytes, sender: str, recipient: str):
        self.mails.append((raw, sender, recipient))
        return self.answer


class Town:
    """The house of a test, its clock and its mail server."""

    def __init__(self, house) -> None:
        self.clock, self.server, self.house = StoppedClock(), Server(), house
        self.services = replace(house.services, clock=self.clock)
        self.office = replace(house.post_office, services=self.services, deliver=self.server)
        self.code = begin_game(house)

    def due(self) -> list[int]:
        with self.services.uow() as uow:
            return uow.outbox.due(self.clock.now(), 10)

    def notice(self, notice_id: int):
        with self.services.uow() as uow:
            return uow.outbox.get(notice_id)

    def seat(self):
        with self.services.uow() as uow:
            row = uow.games.by_code(self.code)
            return next(seat for seat in uow.seats.of(row.id) if not seat.is_bot)


@pytest.fixture
def town(database_url, broker_url):
    with house_of(environ_of(database_url, broker_url)) as house:
        yield Town(house)


def test_a_notice_is_sent_and_done(town):
    [first] = town.due()

    town.office.send(first)
    town.office.send(first)

    [(raw, sender, recipient)] = town.server.mails
    assert recipient == ALICE
    assert sender.startswith("bounce+")
    assert sender not in raw.decode()
    sent = town.notice(first)
    assert sent.state is NoticeState.SENT
    assert (sent.last_reply, sent.tries) == ("250 queued", 1)
    assert message_from_bytes(raw)["Message-ID"] == sent.message_id
    assert town.due() == []


def test_the_short_link_of_a_sent_mail_opens_the_seat(town):
    [first] = town.due()
    town.office.send(first)
    text = message_from_bytes(town.server.mails[0][0]).get_payload(0).get_payload(decode=True)
    link = next(line for line in text.decode().splitlines() if line.startswith("https://"))

    opened = pages.by_link(town.services, link.rpartition("/")[2])

    assert opened.seat.id == town.seat().id
    assert opened.current


def test_later_tries_send_the_same_bytes_to_the_same_address(town):
    [first] = town.due()
    town.server.answer = TryLater(451, "busy")
    town.office.send(first)
    assert town.due() == []
    town.office.send(first)
    assert len(town.server.mails) == 1

    town.clock.wait(minutes=2)
    assert town.due() == [first]
    town.server.answer = Delivered("250 at last")
    town.office.send(first)

    once, again = town.server.mails
    assert once == again
    assert town.notice(first).state is NoticeState.SENT
    assert town.notice(first).tries == 2


def test_a_mail_whose_worker_died_is_sent_again_after_a_while(town):
    [first] = town.due()

    class Death(BaseException):
        pass

    def die(*_):
        raise Death

    with pytest.raises(Death):
        replace(town.office, deliver=die).send(first)
    assert town.due() == []

    town.clock.wait(minutes=6)
    town.office.send(first)

    assert town.notice(first).state is NoticeState.SENT


def test_a_mail_that_was_answered_elsewhere_is_not_sent_any_more(town):
    seat = town.seat()
    at = pages.seat_sight(town.services, seat.id).sight.view.position
    put_away(town)
    with town.services.uow() as uow:
        added = NewNotice("again", "turn", "", town.clock.now(), seat.game_id, seat.id, None, at)
        asked = uow.outbox.add(added)
        uow.commit()
    town.server.answer = TryLater(0, "no network")
    town.office.send(asked)
    outcome = pages.act(town.services, seat.id, "0", at)
    assert outcome.refused is None

    town.clock.wait(minutes=10)
    town.office.send(asked)

    # What is asked now goes out in its place.
    (old, *_), (new, *_) = town.server.mails
    assert message_from_bytes(old)["Reply-To"] != message_from_bytes(new)["Reply-To"]
    assert town.notice(asked).state is NoticeState.SUPERSEDED


def put_away(town) -> None:
    """Let the first mail of the game stand in the way of no other."""
    with town.services.uow() as uow:
        [first] = [uow.outbox.get(one) for one in town.due()]
        uow.outbox.save(replace(first, state=NoticeState.FAILED))
        uow.commit()


def rendered_but_not_sent(town, kind: str) -> int:
    """A mail of this kind that the server would not take yet."""
    put_away(town)
    seat = town.seat()
    at = pages.seat_sight(town.services, seat.id).sight.view.position
    with town.services.uow() as uow:
        asked = uow.outbox.add(
            NewNotice(
                f"again:{kind}",
                kind,
                "",
                town.clock.now(),
                seat.game_id,
                seat.id,
                seat.player_id,
                at,
                {"answer": pack_answer(Answer())} if kind == "answer" else {},
            )
        )
        uow.commit()
    town.server.answer = TryLater(0, "no network")
    town.office.send(asked)
    assert town.notice(asked).rendered
    return asked


def change_seat(town, **changes) -> None:
    with town.services.uow() as uow:
        uow.seats.save(replace(uow.seats.get(town.seat().id), **changes))
        uow.commit()


@pytest.mark.parametrize(
    ("kind", "is_sent"), [("turn", False), ("news", False), ("reminder", False), ("answer", True)]
)
def test_a_rendered_mail_is_not_sent_any_more_to_who_wants_no_mail_but_an_answer_is(
    town, kind, is_sent
):
    asked = rendered_but_not_sent(town, kind)
    change_seat(town, mails=False)

    town.clock.wait(minutes=10)
    town.server.answer = Delivered("250 taken")
    town.office.send(asked)

    assert town.notice(asked).state is (NoticeState.SENT if is_sent else NoticeState.SUPERSEDED)
    assert len(town.server.mails) == 1 + is_sent


def test_a_rendered_mail_is_not_sent_to_who_took_the_seat(town):
    asked = rendered_but_not_sent(town, "answer")
    with town.services.uow() as uow:
        player, address = player_for(uow, "bob@example.org", "Bob")
        uow.commit()
    change_seat(town, player_id=player.id, address_id=address.id)

    town.clock.wait(minutes=10)
    town.office.send(asked)

    assert town.notice(asked).state is NoticeState.SUPERSEDED


def test_a_rendered_mail_that_tells_news_is_sent_if_no_other_has_told_it(town):
    asked = rendered_but_not_sent(town, "news")

    town.clock.wait(minutes=10)
    town.server.answer = Delivered("250 taken")
    town.office.send(asked)

    assert town.notice(asked).state is NoticeState.SENT


def test_a_refused_recipient_is_noted_for_the_table_to_see(town):
    [first] = town.due()
    town.server.answer = Refused(550, "no such user", of_recipient=True)

    town.office.send(first)

    assert town.notice(first).state is NoticeState.FAILED
    with town.services.uow() as uow:
        [(_, address)] = uow.players.at(ALICE)
    assert address.failing == "550 no such user"


def test_a_refusal_that_is_about_us_is_tried_again_for_two_days(town):
    [first] = town.due()
    town.server.answer = Refused(535, "wrong password", of_recipient=False)
    town.office.send(first)
    assert town.notice(first).state is NoticeState.WAITING

    town.clock.wait(days=2, hours=1)
    town.office.send(first)

    assert town.notice(first).state is NoticeState.FAILED
    assert town.notice(first).last_reply == "535 wrong password"


def test_a_notice_that_cannot_be_rendered_waits_and_holds_up_no_other(town):
    [first] = town.due()
    with town.services.uow() as uow:
        row = uow.games.by_code(town.code)
        broken = uow.outbox.add(
            NewNotice("broken", "invitation", ALICE, datetime.now(UTC), row.id, facts={})
        )
        uow.commit()

    town.office.send(broken)
    town.office.send(first)

    assert town.notice(broken).state is NoticeState.WAITING
    assert town.notice(broken).last_reply == "0 not rendered: KeyError"
    assert town.due() == []
    assert len(town.server.mails) == 1


def test_a_notice_that_is_not_there_is_no_fault(town):
    town.office.send(10**6)

    assert town.server.mails == []
