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
from tests.hostile.front import Front, Person, front_of
from tests.hostile.test_at_once import reading, together
from tests.journeys.town import wait_until

INVITED = ("pa@home.example", "pb@home.example", "pc@home.example")


class Waiting:
    """Counts who waits for a lock of the database."""

    def __init__(self, database_url: str) -> None:
        self.engine = open_engine(database_url)

    def until(self, count: int) -> None:
        wait_until(f"{count} that wait for a lock", lambda: self._count() >= count, 30)

    def _count(self) -> int:
        with self.engine.connect() as connection:
            return int(
                connection.execute(
                    text(
                        "SELECT count(*) FROM pg_stat_activity"
                        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
                    )
                ).scalar_one()
            )


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
