"""Who is believed to have written a letter, at the front door and by mail alone."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from pbem.app.trust import Finding, Origin, Trust
from pbem.config_senders import Senders
from tests.hostile.front import Front, Person, Table

RESULTS = "mx.cards.example.org"
FAIL = {"Authentication_Results": f"{RESULTS}; dmarc=fail header.from=home.example"}
PASS = {"Authentication_Results": f"{RESULTS}; dmarc=pass header.from=home.example"}


@pytest.fixture
def table(front: Front) -> Iterator[Table]:
    """A table in a house whose mail server checks the senders of letters."""
    senders = Senders(servers=(RESULTS,))
    front.reader = replace(front.reader, senders=senders)
    yield Table(front, "Anna", "Ben", "Carol")
    front.assert_nothing_blew_up()


def sent(front: Front) -> list[str]:
    return [recipient for recipient, _ in front.server.tried]


def test_a_forged_letter_moves_nothing_and_asks_the_player_alone(table: Table, front: Front):
    turn = table.on_turn()
    turn.new()
    before, mails = table.seq, len(sent(front))
    line = turn.answerable.answers()[-1]

    assert turn.reply(line, **FAIL).verdict == "asked"

    assert table.seq == before
    assert sent(front)[mails:] == [turn.email]
    [asked] = turn.new()
    assert "Was it you who wrote to table" in asked.text
    assert f"({line})" in asked.text


def test_a_yes_by_mail_carries_the_letter_out_though_the_domain_stays_bad(table: Table):
    turn = table.on_turn()
    before = table.seq
    turn.reply(turn.answerable.answers()[-1], **FAIL)

    assert turn.reply("yes", **FAIL).verdict == "applied"

    assert table.seq > before
    moved = table.seq
    turn.front.run()
    assert table.seq == moved


def test_what_our_own_server_vouches_for_moves(table: Table):
    turn = table.on_turn()
    before = table.seq

    assert turn.reply(turn.answerable.answers()[-1], **PASS).verdict == "applied"

    assert table.seq > before


def test_a_strict_house_asks_where_nobody_vouches_whatever_the_letter_claims(
    table: Table, front: Front
):
    policy = replace(front.services.policy, trust="strict")
    front.services = replace(front.services, policy=policy)
    front.reader = replace(front.reader, services=front.services)
    turn = table.on_turn()
    before, line = table.seq, turn.answerable.answers()[-1]
    written = turn.raw(line, turn.answerable.reply_to, **PASS)
    # Our server wrote its own finding above what came with the letter.
    above = f"Authentication-Results: {RESULTS}; none\n".encode()

    assert front.put(above + written, turn.answerable.reply_to).verdict == "asked"

    assert table.seq == before


def test_what_a_provider_found_counts_for_its_letters_and_their_headers_do_not(
    table: Table, front: Front
):
    turn = table.on_turn()
    before, to = table.seq, turn.answerable.reply_to
    raw = turn.raw(turn.answerable.answers()[-1], to, **PASS)
    found = (Finding("dmarc", "fail"),)

    front.door.take(raw, [to], "ses", "call-1", Origin(found=found))
    front.run()

    assert (front.letters()[0].verdict, table.seq) == ("asked", before)
    assert front.letters()[0].transport == "ses"
    assert front.letter(front.letters()[0].id).origin == Origin(found=found)


def test_a_foreigner_who_passes_is_a_foreigner(table: Table, front: Front):
    turn = table.on_turn()
    before, mails = table.seq, len(sent(front))
    mallory = Person(front, "Mallory")

    letter = mallory.write(turn.answerable.answers()[-1], turn.answerable.reply_to, **PASS)

    assert (letter.verdict, table.seq) == ("stranger", before)
    assert sent(front)[mails:] == [turn.email]


def own(front: Front, verdict: str, asked: list[int]) -> None:
    """Let the house check letters itself, by a net that says this."""

    def check(_raw: bytes, _origin: Origin) -> Trust:
        # Nothing of the database is held meanwhile: whoever wants the table, has it.
        with front.services.uow() as uow:
            rows = uow.games.of_player(1)
            asked.extend(uow.games.locked(row.id).id for row in rows)
        return verdict  # type: ignore[return-value]

    front.reader = replace(front.reader, senders=Senders(check="own"), check=check)


@pytest.mark.parametrize(("verdict", "becomes"), [("fail", "asked"), ("pass", "applied")])
def test_a_house_of_its_own_checks_before_it_holds_anything(
    table: Table, front: Front, verdict: str, becomes: str
):
    asked: list[int] = []
    own(front, verdict, asked)
    turn = table.on_turn()

    # What a header claims is not read.
    assert turn.reply(turn.answerable.answers()[-1], **FAIL).verdict == becomes

    assert asked == [table.row.id]


def test_a_check_that_blows_up_costs_no_letter(table: Table, front: Front):
    def check(_raw: bytes, _origin: Origin) -> Trust:
        raise RuntimeError("no net")

    front.reader = replace(front.reader, senders=Senders(check="own"), check=check)
    turn = table.on_turn()

    assert turn.reply(turn.answerable.answers()[-1]).verdict == "applied"


def test_letters_that_are_nobodys_or_to_the_service_cost_no_check(table: Table, front: Front):
    asked: list[int] = []
    own(front, "fail", asked)

    table.on_turn().write("help")
    table.on_turn().reply("Thank you!", Auto_Submitted="auto-replied")

    assert asked == []


@pytest.mark.parametrize("peer", ["", "192.0.2.25"])
def test_a_letter_straight_from_its_sender_vouches_for_itself_in_vain(
    table: Table, front: Front, peer: str
):
    """Nobody stood before us who would have taken out a header of our server's name."""
    policy = replace(front.services.policy, trust="strict")
    front.services = replace(front.services, policy=policy)
    front.reader = replace(front.reader, services=front.services)
    turn = table.on_turn()
    before, to = table.seq, turn.answerable.reply_to
    raw = turn.raw(turn.answerable.answers()[-1], to, **PASS)

    front.door.store(raw, to, [to], "smtp", Origin(peer=peer))
    front.run()

    assert front.letters()[0].verdict == ("asked" if peer else "applied")
    assert (table.seq > before) == (not peer)
