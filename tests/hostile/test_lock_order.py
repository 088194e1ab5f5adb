"""Units of work that want the same rows at the same time, lined up so that they meet."""

import threading
from collections.abc import Callable

import pytest
from sqlalchemy import text

from pbem.app import invitation_desk, pages, pending_desk, starting
from pbem.app.answers import CannotInvite
from pbem.app.people import Choice
from pbem.app.records import GameRow
from pbem.orders.orders import NewGame, Yes
from pbem.store import open_engine
from pbem.wiring.rounds import read_waiting
from tests.hostile.front import Front, Person, Table, front_of
from tests.hostile.test_at_once import reading, together
from tests.journeys.town import wait_until

INVITED = ("pa@home.example", "pb@home.example", "pc@home.example")


_WAITING = text(
    "SELECT pid FROM pg_stat_activity"
    " WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


class Waiting:
    """Counts who waits for a lock of the database."""

    def __init__(self, database_url: str) -> None:
        self.engine = open_engine(database_url)

    def until(self, count: int) -> None:
        wait_until(f"{count} that wait for a lock", lambda: self._count() >= count, 30)

    def break_off(self) -> None:
        """Throw out who waits for a lock, and wait until they are gone."""
        with self.engine.connect() as connection:
            pids = connection.execute(_WAITING).scalars().all()
            gone = text("SELECT pg_terminate_backend(:pid, 10000)")
            assert all(connection.execute(gone, {"pid": pid}).scalar_one() for pid in pids)

    def _count(self) -> int:
        with self.engine.connect() as connection:
            return len(connection.execute(_WAITING).all())


@pytest.fixture
def waiting(database_url: str):
    counted = Waiting(database_url)
    yield counted
    counted.engine.dispose()


class Work:
    """Something done in a thread, with what came of it."""

    def __init__(self, work: Callable[[], object]) -> None:
        self.result: object = None
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(work,))
        self._thread.start()

    def _run(self, work: Callable[[], object]) -> None:
        try:
            self.result = work()
        except BaseException as fault:
            self._fault = fault

    def done(self) -> object:
        self._thread.join(60)
        assert not self._thread.is_alive()
        if self._fault is not None:
            raise self._fault
        return self.result


def player_id(front: Front, person: Person) -> int:
    with front.services.uow() as uow:
        return uow.players.at(person.email)[0][0].id


def tables_of(front: Front, person: Person) -> list[GameRow]:
    with front.services.uow() as uow:
        return sorted(uow.games.of_player(player_id(front, person)), key=lambda row: row.id)


def opened(front: Front, name: str, *lines: str) -> Person:
    """Return somebody who has written these lines and said yes to the question."""
    person = Person(front, name)
    for line in lines:
        person.write(line)
        person.reply("yes")
    return person


def question(front: Front, email: str) -> int:
    """Return the newest question that waits for a yes of this address."""
    with front.services.uow() as uow:
        ids = range(1, 100)
        return max(one for one in ids if (found := uow.pending.get(one)) and found[1] == email)


def test_two_letters_at_once_do_not_both_pass_the_count_of_invitations(front: Front, waiting):
    alice = opened(front, "Alice", "practice")
    alice_id = player_id(front, alice)
    order = NewGame("nomination_whist", INVITED)

    with front.services.uow() as uow:
        player, address = uow.players.at(alice.email)[0]
        first = starting.set_up(front.services, uow, player, address.id, order)
        second = Work(lambda: pages.new_game(front.services, alice_id, order))
        waiting.until(1)
        uow.commit()

    assert first.done is not None
    assert second.done().refused == CannotInvite(INVITED[2], "limit")
    with front.services.uow() as uow:
        sent = [one.email for row in tables_of(front, alice) for one in uow.invitations.of(row.id)]
    assert sent == list(INVITED)


def test_a_yes_and_a_join_of_one_address_at_one_table_do_not_wait_for_each_other(
    front: Front, waiting
):
    alice = opened(front, "Alice", "new nomination_whist for 5 with bob@home.example")
    (row,) = tables_of(front, alice)
    bob = Person(front, "Bob")
    bob.write(f"join {row.join_code}")
    asked = question(front, bob.email)

    with front.services.uow() as uow:
        uow.games.locked(row.id)
        yes = Work(lambda: invitation_desk.answer(front.services, 1, Yes(), Choice(name="Bob")))
        waiting.until(1)
        join = Work(lambda: pending_desk.confirm(front.services, asked))
        waiting.until(2)
        uow.commit()
    yes.done()
    join.done()

    assert set(front.seats(row.code)) == {"Alice", "Bob"}


def test_letters_that_join_two_tables_in_opposite_order_do_not_wait_for_each_other(
    front: Front, waiting
):
    alice = opened(front, "Alice", "new nomination_whist for 5", "new nomination_whist for 5")
    rows = tables_of(front, alice)
    joins = [f"join {row.join_code}" for row in rows]
    works = []
    for name, lines in (("Bob", joins), ("Carol", joins[::-1])):
        person = Person(front, name)
        person.write("\n".join(lines))
        works.append(question(front, person.email))

    with front.services.uow() as uow:
        for row in rows:
            uow.games.locked(row.id)
        confirms = [
            Work(lambda one=one: pending_desk.confirm(front.services, one)) for one in works
        ]
        waiting.until(2)
        uow.commit()
    for confirm in confirms:
        confirm.done()

    for row in rows:
        assert set(front.seats(row.code)) == {"Alice", "Bob", "Carol"}


@pytest.fixture
def two_tables(front: Front) -> tuple[Table, Table]:
    """Alice plays at both."""
    first, second = Table(front, "Alice", "Bob", "Carol"), Table(front, "Alice", "Dan", "Eve")
    second.people[0] = first.people[0]
    return first, second


def letter_of(table: Table, line: str) -> int:
    """Bring a letter of Alice to her seat at a table; return its id."""
    front, alice = table.front, table.people[0]
    mails = reversed(front.mails(alice.email))
    to = next(one.reply_to for one in mails if table.code in one.subject and "+" in one.reply_to)
    return front.store(alice.raw(line, to), to)[0]


def test_letters_of_two_tables_that_mean_all_do_not_wait_for_each_other(
    front: Front, waiting, two_tables
):
    lines = ("stop all", "back all")
    letters = [letter_of(*one) for one in zip(two_tables, lines, strict=True)]

    with front.services.uow() as uow:
        for table in two_tables:
            uow.games.locked(table.row.id)
        works = [Work(lambda one=one: front.reader.read(one)) for one in letters]
        waiting.until(2)
        uow.commit()
    for work in works:
        work.done()

    assert {str(front.letter(one).verdict) for one in letters} == {"applied"}
    alice = two_tables[0].people[0]
    assert len({table.seat(alice).mails for table in two_tables}) == 1


@pytest.mark.parametrize("how", ["letter", "round"])
def test_a_letter_that_means_all_keeps_no_later_table_while_it_waits_for_an_earlier_one(
    front: Front, waiting, two_tables, how
):
    letter_id = letter_of(two_tables[1], "stop all")
    first, second = (table.row.id for table in two_tables)
    read = {
        "letter": lambda: front.reader.read(letter_id),
        "round": lambda: read_waiting(front.reader),
    }

    with front.services.uow() as uow:
        uow.games.locked(first)
        reading_it = Work(read[how])
        waiting.until(1)
        uow.games.locked(second)
        uow.commit()
    reading_it.done()

    assert not any(table.seat(table.people[0]).mails for table in two_tables)


def test_a_stop_by_one_click_is_tried_again_when_the_database_breaks_it_off(
    front: Front, waiting, two_tables
):
    alice = two_tables[0].people[0]
    link = front.office.outside.stop_all_link(player_id(front, alice))
    client = front.house.pages().test_client()
    to, form = link.removeprefix("https://cards.example.org"), {"List-Unsubscribe": "One-Click"}

    with front.services.uow() as uow:
        uow.games.locked(two_tables[1].row.id)
        stop = Work(lambda: client.post(to, data=form).status_code)
        waiting.until(1)
        waiting.break_off()
        waiting.until(1)
        uow.commit()

    assert stop.done() == 200
    assert not any(table.seat(alice).mails for table in two_tables)


def test_two_letters_at_once_do_not_both_get_the_last_answer_of_an_hour(front: Front):
    alice = opened(front, "Alice", "practice")
    most = front.services.policy.unproven_an_hour
    verdicts = [alice.write("games").verdict for _ in range(most - 2)]
    assert set(verdicts) == {"applied"}

    service = "play@cards.example.org"
    ids = [front.store(alice.raw("games", service), service)[0] for _ in range(4)]
    together(*reading(front, *ids))
    front.run()

    assert sorted(str(front.letter(one).verdict) for one in ids) == ["applied", *["limited"] * 3]


def test_the_limit_of_an_hour_outlives_a_restart(front: Front, database_url: str):
    alice = opened(front, "Alice", "practice")
    for _ in range(front.services.policy.unproven_an_hour - 1):
        assert alice.write("games").verdict == "applied"

    with front_of(database_url) as again:
        assert Person(again, "Alice").write("games").verdict == "limited"
        assert "too many mails" in again.mails(alice.email)[-1].text
        assert Person(again, "Alice").write("games").verdict == "limited"
        assert len(again.mails(alice.email)) == 1
