"""A leaked reply address: one word makes it void, and the player has a new one at once."""

import email
import email.policy
import re
from datetime import timedelta

import pytest

from pbem.mailin.addresses import our_address
from pbem.mailin.desks import standing
from pbem.mailout.post import Delivered, TryLater
from tests.hostile.front import Front, Person, Table
from tests.journeys.town import Mail


@pytest.fixture
def table(front: Front) -> Table:
    return Table(front, "Anna", "Ben", "Carol")


def stands(front: Front, address: str) -> str:
    ours = our_address(address, front.reader.identity)
    assert ours is not None
    with front.services.uow() as uow:
        return standing(uow, front.reader.keys, ours)


def links(mail: Mail) -> set[str]:
    """Return the short link of a mail, and the one that ends the mails of its game."""
    whole = email.message_from_bytes(mail.raw, policy=email.policy.default)
    told = f"{mail.text} {whole['List-Unsubscribe']}"
    return set(re.findall(r"https://cards\.example\.org(/(?:t|stop)/[a-z]+)", told))


def test_revoking_kills_what_stands_in_older_mails_and_mails_new_ones(table: Table, front: Front):
    anna = table.on_turn()
    old, old_links = anna.answerable.reply_to, links(anna.answerable)
    pages = front.house.pages().test_client()
    assert {pages.get(link).status_code for link in old_links} == {200}
    anna.new()

    assert anna.reply("revoke").verdict == "applied"

    [mail] = anna.new()
    assert "void" in mail.text
    assert mail.reply_to != old
    assert (stands(front, old), front.door.accepts(old)) == ("revoked", "revoked")
    assert stands(front, mail.reply_to) == "yes"
    assert {pages.get(link).status_code for link in old_links} <= {404, 410}
    assert not old_links & links(mail)
    assert {pages.get(link).status_code for link in links(mail)} == {200}
    before = table.seq
    assert anna.reply(mail.answers()[-1], mail).verdict == "applied"
    assert table.seq > before


def test_others_at_the_table_keep_their_addresses(table: Table, front: Front):
    ben = table.other()
    old = ben.answerable.reply_to

    table.on_turn().reply("revoke")

    assert stands(front, old) == "yes"


def test_a_letter_that_came_to_a_void_address_is_refused_in_words_to_its_owner_alone(
    table: Table, front: Front
):
    anna = table.on_turn()
    old, line = anna.answerable.reply_to, anna.answerable.answers()[-1]
    anna.reply("revoke")
    anna.new()
    before, mails = table.seq, len(front.server.tried)
    mallory = Person(front, "Mallory")

    # As a pipe or a provider brings it, where nobody is there to be refused.
    assert front.door.take(mallory.raw(line, old), [old], "pipe") == "stored"
    front.run()
    assert (front.letters()[0].verdict, len(front.server.tried)) == ("nobody", mails)
    assert front.door.take(anna.raw(line, old), [old], "pipe") == "stored"
    front.run()

    [mail] = anna.new()
    assert "replaced" in " ".join(mail.text.split())
    assert table.code in mail.text
    assert table.seq == before


def test_what_waits_to_be_sent_once_more_with_the_old_address_is_not_sent(
    table: Table, front: Front
):
    anna, ben = table.on_turn(), table.other()
    old = anna.answerable.reply_to
    front.server.answer = lambda _to: TryLater(451, "later")
    ben.write("say hello", ben.answerable.reply_to)
    anna.write("status", anna.answerable.reply_to)
    front.server.answer = lambda _to: Delivered("250 taken")

    anna.reply("revoke")
    front.clock.wait(hours=1)
    anna.new()
    front.run()

    assert old not in {mail.reply_to for mail in anna.new()}


def test_nobody_revokes_without_end(table: Table, front: Front):
    anna = table.on_turn()

    verdicts = [anna.reply("revoke").verdict for _ in range(4)]

    assert verdicts == ["applied"] * 3 + ["refused"]
    front.clock.time += timedelta(hours=1)
    assert anna.reply("revoke").verdict == "applied"
