"""The front door: raw letters go in as a mail server hands them over, and mails come out.

What lies between is the real thing: the doorstep, PostgreSQL, the reader and the post
office. Only the mail server at the far end is replaced by one that keeps what it is given,
and the doorbell by one that nobody hears.
"""

import email.utils
import itertools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from functools import lru_cache

from pbem import store
from pbem.app import clock as course_of_time
from pbem.app.notice_records import Notice
from pbem.app.records import GameRow, LetterState, Seat, StoredLetter
from pbem.mailin.doorstep import StoringDoorstep
from pbem.mailout.post import Delivered, Delivery
from pbem.wiring import House
from tests.infra.houses import StoppedClock, environ_of, house_of
from tests.journeys.town import Mail

SERVICE = "play@cards.example.org"
FAR = 1000


class Silence:
    """A bell that nobody hears: the sweep has to find everything."""

    def letters(self, ids: Sequence[int]) -> None:
        """Nobody comes."""

    def heard(self) -> None:
        """Nobody comes."""

    def notices(self, ids: Sequence[int]) -> None:
        """Nobody comes."""

    def game(self, game_id: int) -> None:
        """Nobody comes."""


class MailServer:
    """Keeps what it is given, by recipient; answers as it is told."""

    def __init__(self) -> None:
        self.answer: Callable[[str], Delivery] = lambda _recipient: Delivered("250 taken")
        self.tried: list[tuple[str, bytes]] = []
        self.mails: dict[str, list[bytes]] = {}
        self.senders: list[str] = []

    def __call__(self, raw: bytes, sender: str, recipient: str) -> Delivery:
        self.tried.append((recipient, raw))
        answer = self.answer(recipient)
        if isinstance(answer, Delivered):
            self.mails.setdefault(recipient, []).append(raw)
            self.senders.append(sender)
        return answer


class Front:
    """A house with its door, its people and its mail server."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.clock = StoppedClock()
        self.server = MailServer()
        uow = store.uow_factory(house.engine, house.settings.keys, clock=self.clock)
        self.services = replace(house.services, uow=uow, clock=self.clock, bell=Silence())
        self.door = StoringDoorstep(
            uow=self.services.uow,
            keys=house.settings.keys,
            identity=house.letter_reader.identity,
            bell=self.services.bell,
            clock=self.clock,
        )
        self.reader = replace(house.letter_reader, services=self.services)
        self.office = replace(house.post_office, services=self.services, deliver=self.server)

    def store(self, raw: bytes, *recipients: str) -> list[int]:
        """Bring a letter to the door, once for each recipient; return the ids of the rows."""
        ids = []
        for recipient in recipients:
            assert self.door.accepts(recipient) == "yes", recipient
            self.door.store(raw, recipient, recipients, "lmtp")
            ids.append(self.letters()[0].id)
        return ids

    def put(self, raw: bytes, *recipients: str) -> StoredLetter:
        """Bring a letter, have it read and all mails sent; return what became of it."""
        ids = self.store(raw, *recipients)
        self.run()
        return self.letter(ids[-1])

    def run(self) -> None:
        """Read and send until nothing is left."""
        while self._read() + self._send():
            pass

    def _read(self) -> int:
        unread = self.unread()
        for letter_id in unread:
            self.reader.read(letter_id)
        return len(unread)

    def _send(self) -> int:
        due = self.due()
        for notice_id in due:
            self.office.send(notice_id)
        return len(due)

    def tick(self) -> None:
        course_of_time.tick(self.services)

    def unread(self) -> list[int]:
        with self.services.uow() as uow:
            return uow.letters.unread(FAR)

    def due(self) -> list[int]:
        with self.services.uow() as uow:
            return uow.outbox.due(self.clock.now(), FAR)

    def later(self) -> list[Notice]:
        """Return the notices that wait for a later time, which nothing should without need."""
        with self.services.uow() as uow:
            ids = uow.outbox.due(self.clock.now() + timedelta(days=9), FAR)
            found = [uow.outbox.get(one) for one in ids]
        return [one for one in found if one is not None]

    def letters(self) -> list[StoredLetter]:
        with self.services.uow() as uow:
            return uow.letters.newest(FAR)

    def letter(self, letter_id: int) -> StoredLetter:
        with self.services.uow() as uow:
            found = uow.letters.get(letter_id)
        assert found is not None
        return found

    def game(self, code: str) -> GameRow:
        with self.services.uow() as uow:
            row = uow.games.by_code(code)
        assert row is not None
        return row

    def seats(self, code: str) -> dict[str, Seat]:
        with self.services.uow() as uow:
            return {seat.name: seat for seat in uow.seats.of(self.game(code).id)}

    def mails(self, address: str) -> list[Mail]:
        return [opened(raw) for raw in self.server.mails.get(address, ())]

    def assert_nothing_blew_up(self) -> None:
        shunted = [one.id for one in self.letters() if one.state is LetterState.SHUNTED]
        assert not shunted, self.letter(shunted[0]).trace


@lru_cache(maxsize=4096)
def opened(raw: bytes) -> Mail:
    """Return a mail as its reader sees it; people look through all they have got again and again."""
    return Mail(raw)


class Person:
    """Somebody with a mail address, who has read their mails up to a point."""

    _numbers = itertools.count(1)

    def __init__(self, front: Front, name: str) -> None:
        self.front = front
        self.name = name
        self.email = f"{name.lower()}@home.example"
        self.read = 0

    def new(self) -> list[Mail]:
        mails = self.front.mails(self.email)
        new, self.read = mails[self.read :], len(mails)
        return new

    @property
    def last(self) -> Mail:
        return self.front.mails(self.email)[-1]

    def raw(self, text: str, to: str, **headers: str) -> bytes:
        """Return a letter as a mail program writes it; a header that is empty is left out."""
        message = EmailMessage()
        usual = {
            "From": email.utils.formataddr((self.name, self.email)),
            "To": to,
            "Date": "Tue, 03 Mar 2026 08:14:00 +0100",
            "Message-ID": f"<{next(self._numbers)}.{self.name.lower()}@home.example>",
        }
        for name, value in (
            usual | {key.replace("_", "-"): text for key, text in headers.items()}
        ).items():
            if value:
                message[name] = value
        message.set_content(text + "\n")
        return message.as_bytes()

    def write(self, text: str, to: str = SERVICE, **headers: str) -> StoredLetter:
        return self.front.put(self.raw(text, to, **headers), to)

    def reply(self, text: str, mail: Mail | None = None, **headers: str) -> StoredLetter:
        """Answer a mail, by default the last that has a reply address of its own."""
        return self.write(text, (mail or self.answerable).reply_to, **headers)

    @property
    def answerable(self) -> Mail:
        return next(mail for mail in reversed(self.front.mails(self.email)) if "+" in mail.reply_to)


class Table:
    """A running game that was arranged by mail alone."""

    def __init__(
        self, front: Front, *names: str, bots: int = 0, preset: str = "nomination_whist"
    ) -> None:
        self.front = front
        self.people = [Person(front, name) for name in names]
        starter, *others = self.people
        asked = ", ".join(other.email for other in others)
        wanted = [*([asked] if asked else []), *([f"{bots} bots"] if bots else [])]
        starter.write(f"new {preset} with {' and '.join(wanted)}")
        starter.reply("yes")
        for other in others:
            other.reply("yes")
        with front.services.uow() as uow:
            [(player, _)] = uow.players.at(starter.email)
            self.code = uow.games.of_player(player.id)[0].code
        assert self.row.status == "running"

    @property
    def row(self) -> GameRow:
        return self.front.game(self.code)

    @property
    def seq(self) -> int:
        return self.row.seq

    def seat(self, person: Person) -> Seat:
        return self.front.seats(self.code)[person.name]

    def on_turn(self) -> Person:
        """Return whose newest mail asks for an answer that is still wanted."""
        with self.front.services.uow() as uow:
            [wait] = uow.waits.of(self.row.id)
        return next(one for one in self.people if self.seat(one).number == wait.seat)

    def other(self) -> Person:
        turn = self.on_turn()
        return next(one for one in self.people if one is not turn)

    def answer(self) -> StoredLetter:
        """Let whoever is on turn answer the newest mail with what it offers."""
        person = self.on_turn()
        return person.reply(person.last.answers()[-1])


@contextmanager
def front_of(database_url: str, broker_url: str = "redis://127.0.0.1:9/0") -> Iterator[Front]:
    with house_of(environ_of(database_url, broker_url)) as house:
        yield Front(house)
