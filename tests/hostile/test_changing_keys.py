"""The keys of the service are changed amid a game: nothing stops, and nothing is lost."""

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from pbem.app import accounts
from pbem.app.records import LetterState
from tests.hostile.front import Front, Table
from tests.infra.houses import environ_of, house_of

OLD = f"1:{b64encode(b'1' * 32).decode()}"
NEW = f"2:{b64encode(b'2' * 32).decode()}"


@contextmanager
def opened(database_url: str, keys: str, before: Front | None = None) -> Iterator[Front]:
    """Open the house with these keys; its mail server is the one from before."""
    environ = environ_of(database_url, "redis://127.0.0.1:9/0") | {"PBEM_KEYS": keys}
    with house_of(environ) as house:
        front = Front(house)
        if before is not None:
            front.server, front.clock = before.server, before.clock
            front.services = replace(front.services, clock=front.clock)
            front.reader = replace(front.reader, services=front.services)
            front.office = replace(front.office, services=front.services, deliver=front.server)
        yield front


def moved_in(table: Table, front: Front) -> None:
    table.front = front
    for person in table.people:
        person.front = front


def test_old_keys_open_what_they_signed_while_the_new_one_signs(database_url: str):
    with opened(database_url, OLD) as first:
        table = Table(first, "Anna", "Ben", "Carol")
        anna = table.on_turn()
        old, link = anna.answerable.reply_to, anna.answerable.link
        player = table.seat(anna).player_id or 0
        accounts.open_session(first.services, player, "a session")

        with opened(database_url, f"{NEW},{OLD}", first) as second:
            moved_in(table, second)
            assert second.door.accepts(old) == "yes"
            path = link.removeprefix("https://cards.example.org")
            assert second.house.pages().test_client().get(path).status_code == 200
            assert accounts.session_player(second.services, "a session") is not None
            before = table.seq
            assert table.answer().verdict == "applied"
            assert table.seq > before
            anna.reply("status")
            fresh = anna.last.reply_to
            assert second.door.accepts(fresh) == "yes"
            # What the new key signed, the old one alone does not know.
            assert first.door.accepts(fresh) == "unknown"

            with opened(database_url, NEW, first) as third:
                assert third.door.accepts(old) == "unknown"
                assert third.door.accepts(fresh) == "yes"
                # The game itself is sealed with the old key still: the letter is put aside.
                moved_in(table, third)
                letter = anna.write("say hello", fresh)
                assert letter.state is LetterState.SHUNTED

            moved_in(table, second)
            with second.services.uow() as uow:
                assert uow.letters.reopen(letter.id)
                uow.commit()
            second.run()
            assert second.letter(letter.id).verdict == "applied"
