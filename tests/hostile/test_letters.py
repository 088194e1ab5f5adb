"""Hostile and broken letters at the front door: each is handled, and none hurts another."""

import asyncio
import itertools
from datetime import timedelta

import pytest

from pbem.app.records import LetterState
from pbem.mailin.listener import Endpoint, Listener
from tests.hostile.front import SERVICE, Front, Person, Table
from tests.infra.houses import environ_of, house_of


def raw(person: Person, text: str, to: str) -> bytes:
    return person.raw(text, to)


def test_a_game_is_arranged_and_moved_by_mail(table: Table, front: Front):
    before = table.seq

    assert table.answer().verdict == "applied"
    assert table.answer().verdict == "applied"

    assert table.seq == before + 2
    front.assert_nothing_blew_up()


@pytest.mark.parametrize(
    "senders",
    [
        "",
        "From: a@x.example\r\nFrom: b@x.example\r\n",
        "From: a@x.example, b@x.example\r\n",
        "From: undisclosed:;\r\n",
        "From: <>\r\n",
        "From: @\r\n",
    ],
)
@pytest.mark.parametrize("to_seat", [True, False])
def test_a_letter_without_one_sender_is_put_away_unanswered(table, front, senders, to_seat):
    turn = table.on_turn()
    to, answer = turn.last.reply_to, turn.last.answers()[-1]
    senders = senders.replace("a@x.example", turn.email)
    sent, before = len(front.server.tried), table.seq
    text = "help" if not to_seat else answer
    place = to if to_seat else SERVICE

    letter = front.put(f"{senders}To: {place}\r\n\r\n{text}\r\n".encode(), place)

    assert (letter.state, letter.verdict) == (LetterState.DONE, "malformed")
    assert (table.seq, len(front.server.tried)) == (before, sent)


def huge(person: Person, to: str, answer: str) -> bytes:
    picture = b"A" * 76 + b"\r\n"
    head = (
        f"From: {person.email}\r\nTo: {to}\r\nMessage-ID: <huge@home.example>\r\n"
        'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="=b"\r\n\r\n'
        f"--=b\r\nContent-Type: text/plain\r\n\r\n{answer}\r\n--=b\r\n"
        "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    ).encode()
    return head + picture * (5 * 1024 * 1024 // len(picture)) + b"--=b--\r\n"


def test_five_megabytes_with_a_move_on_top_are_a_move(table: Table, front: Front):
    turn = table.on_turn()
    to, answer = turn.last.reply_to, turn.last.answers()[-1]

    letter = front.put(huge(turn, to, answer), to)

    assert letter.verdict == "applied"


def test_five_megabytes_of_text_are_read_as_far_as_it_goes(table: Table, front: Front):
    turn = table.on_turn()
    to, answer = turn.last.reply_to, turn.last.answers()[-1]
    head = f"From: {turn.email}\r\nTo: {to}\r\n\r\n{answer}\r\n\r\n".encode()

    letter = front.put(head + b"and so on, and so on\r\n" * 240_000, to)

    assert letter.state is LetterState.DONE
    assert letter.verdict in {"applied", "too_big"}
    assert turn.last.text


def test_a_thousand_lines_act_in_the_first_few_at_most(table: Table, front: Front):
    turn = table.on_turn()
    answer, before = turn.last.answers()[-1], table.seq

    letter = turn.reply(f"{answer}\n" * 1000)

    assert letter.state is LetterState.DONE
    assert table.seq == before + 1
    assert len(turn.last.text) < 20_000


def nested(person: Person, to: str, answer: str, depth: int) -> bytes:
    parts = [f"From: {person.email}\r\nTo: {to}\r\nMIME-Version: 1.0\r\n"]
    parts += [
        f'Content-Type: multipart/mixed; boundary="b{level}"\r\n\r\n--b{level}\r\n'
        for level in range(depth)
    ]
    parts.append(f"Content-Type: text/plain\r\n\r\n{answer}\r\n")
    parts += [f"--b{level}--\r\n" for level in reversed(range(depth))]
    return "".join(parts).encode()


def test_a_letter_nested_a_hundred_deep_plays_nothing_and_its_writer_is_told(table, front):
    turn = table.on_turn()
    to, answer = turn.last.reply_to, turn.last.answers()[-1]
    before, sent = table.seq, len(front.mails(turn.email))

    letter = front.put(nested(turn, to, answer, 100), to)

    assert letter.state is LetterState.DONE
    assert table.seq == before
    assert len(front.mails(turn.email)) == sent + 1


@pytest.mark.parametrize(
    "body",
    [
        b"{answer}\0\r\n",
        b"\0{answer}\r\nsay a\0b\r\n",
        b"{answer}\r\nsay \xff\xfe\xed\xa0\x80\r\n",
    ],
)
def test_nul_and_stray_bytes_are_no_fault(table: Table, front: Front, body: bytes):
    turn = table.on_turn()
    to, answer = turn.last.reply_to, turn.last.answers()[-1]
    head = f"From: A\0lice <{turn.email}>\r\nTo: {to}\r\nSubj\0ect: \0\r\n\r\n".encode()

    letter = front.put(head + body.replace(b"{answer}", answer.encode()), to)

    assert letter.verdict == "applied"
    front.assert_nothing_blew_up()


BODIES = [
    ("quoted-printable", b"say a=00b=ED=A0=80c"),
    ("quoted-printable", b"note =EF=BF=BF =F4=90=80=80"),
    ("base64", b"c2F5IGEAYg0K"),
    ("8bit", b"say \x1b[31mred\x07"),
    ("8bit", "say \u202eevil\u2066\u200b\ufeff\0".encode()),
    ("8bit", b"join \xed\xa0\x80\0"),
    ("8bit", b"zone Europe/\0Prague"),
    ("8bit", b"rules \0\xff"),
    ("8bit", b"invite a\0@x.example"),
    ("8bit", b"new \xff with a@\xc3\xa4..example"),
    ("8bit", b"+2D/YAA- say +2D8-"),
]
CHARSETS = [
    "utf-8",
    "utf-7",
    "utf-16",
    "latin-1",
    "x-unknown",
    "idna",
    "rot13",
    "base64",
    "punycode",
]
KINDS = ["plain", "html"]


@pytest.mark.parametrize("kind", KINDS)
def test_words_in_odd_bytes_are_kept_and_shown_without_harm(table, front, kind):
    alice = table.people[0]
    to = alice.last.reply_to
    for number, (charset, (encoding, body)) in enumerate(itertools.product(CHARSETS, BODIES)):
        head = (
            f"From: {alice.email}\r\nMessage-ID: <{number}@x>\r\nMIME-Version: 1.0\r\n"
            f"Content-Type: text/{kind}; charset={charset}\r\n"
            f"Content-Transfer-Encoding: {encoding}\r\n\r\n"
        ).encode()
        front.store(head + body + b" &#xD800;&#0;\r\n", to)
        front.store(head + body + b" &#xD800;&#0;\r\n", SERVICE)
    front.run()
    for person in table.people:
        person.reply("status", front.mails(person.email)[0])

    front.assert_nothing_blew_up()
    assert not front.later()


def test_an_unknown_token_is_refused_at_the_door_and_acts_nowhere(table: Table, front: Front):
    turn = table.on_turn()
    local, _, domain = turn.last.reply_to.rpartition("@")
    last = "a" if local[-1] != "a" else "b"
    wrong = f"{local[:-9]}{last}{local[-8:]}@{domain}"
    before, sent = table.seq, len(front.server.tried)

    assert front.door.accepts(wrong) == "unknown"
    front.door.store(turn.raw(turn.last.answers()[-1], wrong), wrong, (wrong,), "hook")
    front.run()

    assert front.letters()[0].verdict == "nobody"
    assert (table.seq, len(front.server.tried)) == (before, sent)


def test_a_foreigner_with_a_valid_address_is_never_answered_and_the_owner_told_once_a_day(
    table, front
):
    turn, mallory = table.on_turn(), Person(front, "Mallory")
    to, answer = turn.last.reply_to, turn.last.answers()[-1]
    before, told = table.seq, len(front.mails(turn.email))

    for _ in range(3):
        assert mallory.write(answer, to).verdict == "stranger"
    front.clock.wait(hours=23)
    assert mallory.write(answer, to).verdict == "stranger"

    assert table.seq == before
    assert front.mails(mallory.email) == []
    # Who wrote is told once, as a fact, since it may be the owner from elsewhere.
    warned = [mail for mail in front.mails(turn.email)[told:] if mallory.email in mail.text]
    assert 1 <= len(warned) <= 2
    assert f"({mallory.email})" in " ".join(warned[0].text.split())
    assert 1 <= len(front.mails(turn.email)) - told <= 2


def test_a_fellow_player_is_a_foreigner_at_anothers_address(table: Table, front: Front):
    turn, other = table.on_turn(), table.other()
    to, answer = turn.last.reply_to, turn.last.answers()[-1]
    before = table.seq

    assert other.write(answer, to).verdict == "stranger"

    assert table.seq == before


def test_a_foreigner_cannot_use_up_the_identity_of_a_letter(table: Table, front: Front):
    turn, mallory = table.on_turn(), Person(front, "Mallory")
    to, answer = turn.last.reply_to, turn.last.answers()[-1]

    mallory.write(answer, to, Message_ID="<1@localhost>")

    assert turn.write(answer, to, Message_ID="<1@localhost>").verdict == "applied"


def test_two_people_whose_programs_count_alike_are_both_heard(front: Front):
    dave, erin = Person(front, "Dave"), Person(front, "Erin")

    dave.write("help", Message_ID="<1@localhost>")
    erin.write("help", Message_ID="<1@localhost>")

    assert len(front.mails(dave.email)) == len(front.mails(erin.email)) == 1


def test_last_weeks_mail_is_too_late_though_its_card_is_legal_now(table: Table, front: Front):
    for _ in range(3):
        table.answer()
    turn = table.on_turn()
    old = turn.last
    hand = set(old.answers())
    table.answer()
    front.clock.wait(days=7)
    while True:
        again = table.on_turn()
        legal = set(again.last.answers()) if again is turn else set()
        if legal & hand:
            break
        table.answer()
    before = table.seq

    letter = turn.reply(min(legal & hand), old)

    assert letter.verdict == "refused"
    assert table.seq == before
    assert "too late" in turn.last.text.lower() or "earlier" in turn.last.text.lower(), (
        turn.last.text
    )


def test_a_bid_as_a_word_is_a_bid_and_a_card_not_held_is_refused(table: Table, front: Front):
    turn = table.on_turn()
    before = table.seq
    assert turn.reply("one").verdict == "applied"
    assert table.seq == before + 1
    table.answer()
    table.answer()
    turn = table.on_turn()
    hand = set(turn.last.answers())
    foreign = next(
        card for card in ("AS", "KS", "2C", "3D", "4H", "5S", "6C", "7D", "8H") if card not in hand
    )
    before = table.seq

    assert turn.reply(foreign).verdict == "refused"

    assert table.seq == before


@pytest.mark.parametrize(
    "name",
    [
        "=?utf-8?q?Eve=0D=0ABcc:_all=40x.example?=",
        "=?utf-8?b?RXZlDQpYLUV2aWw6IDENCg0KYm9keQ==?=",
        '"Eve\\\r\nBcc: all@x.example"',
        "=?utf-8?q?bid_2?=",
        "=?utf-8?q?=E2=80=AEeve=00?=",
        "=?utf-16?q?=D8=00?=",
        "A" * 5000,
        "=?utf-8?q?<script>{{7*7}}</script>?=",
    ],
)
def test_a_name_with_line_ends_in_it_ends_no_header(front: Front, name: str):
    eve = f"From: {name} <eve@home.example>\r\nTo: {SERVICE}\r\n\r\npractice\r\n".encode()
    front.put(eve, SERVICE)
    for ask in front.mails("eve@home.example"):
        front.put(f"From: {name} <eve@home.example>\r\n\r\nyes\r\n".encode(), ask.reply_to)

    front.assert_nothing_blew_up()
    mails = front.server.mails.get("eve@home.example", [])
    assert len(mails) == (0 if "\n" in name else 2)
    for raw_mail in mails:
        head = raw_mail.decode().replace("\r\n", "\n").partition("\n\n")[0].lower()
        assert "\nbcc:" not in head
        assert "\nx-evil" not in head
    assert set(front.server.mails) <= {"eve@home.example"}


def test_several_reply_addresses_in_a_letter_act_in_none(table: Table, front: Front):
    turn, other = table.on_turn(), table.other()
    to, answer = turn.last.reply_to, turn.last.answers()[-1]
    before = table.seq

    both = front.store(turn.raw(answer, f"{to}, {other.last.reply_to}"), to, other.last.reply_to)
    front.run()

    assert {front.letter(one).verdict for one in both} == {"nobody"}
    assert table.seq == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"X_Autoreply": "yes"},
        {"Precedence": "bulk"},
        {"List_Id": "<cards.lists.example>"},
        {"X_Loop": SERVICE},
        {"Return_Path": "<>"},
    ],
)
def test_a_machine_is_not_answered_and_moves_nothing(table: Table, front: Front, headers):
    turn = table.on_turn()
    answer, before, sent = turn.last.answers()[-1], table.seq, len(front.server.tried)

    letter = turn.reply(answer, **headers)
    turn.write("help", **headers)

    assert letter.verdict in {"auto_reply", "loop"}
    assert (table.seq, len(front.server.tried)) == (before, sent)


def test_our_own_mail_that_comes_back_is_not_answered(table: Table, front: Front):
    own = [raw for mails in front.server.mails.values() for raw in mails]
    sent, before = len(front.server.tried), table.seq

    for mail in own:
        for place in (SERVICE, table.on_turn().last.reply_to):
            front.put(mail, place)

    assert len(front.server.tried) == sent
    assert table.seq == before


def test_two_copies_of_the_service_that_write_to_each_other_stop(front: Front, tmp_path):
    # Somebody writes to one of them under the address of the other.
    environ = environ_of(f"sqlite:///{tmp_path / 'b.db'}", "redis://127.0.0.1:9/0")
    with house_of(environ | {"PBEM_SERVICE_ADDRESS": "ohhell@other.example"}) as house:
        other = Front(house)
        forged = b"From: ohhell@other.example\r\nTo: play@cards.example.org\r\n\r\npractice\r\n"
        front.put(forged, SERVICE)
        front.put(forged.replace(b"practice", b"what is this"), SERVICE)
        first = front.server.mails.pop("ohhell@other.example")

        for _ in range(5):
            for raw in front.server.mails.pop("ohhell@other.example", first):
                other.put(raw, "ohhell@other.example")
            for raw in other.server.mails.pop(SERVICE, []):
                front.put(raw, SERVICE)
            first = []

        assert other.server.tried == []
        assert {letter.verdict for letter in other.letters()} == {"auto_reply"}
        assert len(front.server.tried) == 2


def test_a_letter_that_is_sent_as_commands_is_not_logged(front: Front, caplog):
    caplog.set_level("DEBUG")
    lines = b"From: alice@home.example\r\nHand: QS KD 10C\r\nplay QS\r\n"

    async def run() -> bytes:
        listener = Listener(front.door, hostname="h.example", smtp=Endpoint("127.0.0.1", 0))
        await listener.open()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", listener.port("smtp"))
            writer.write(
                b"EHLO x\r\nMAIL FROM:<bob@home.example>\r\nDATA\r\n" + lines + b".\r\nQUIT\r\n"
            )
            said = await reader.read()
            writer.close()
            await writer.wait_closed()
            return said
        finally:
            await listener.close()

    assert b"221" in asyncio.run(run())

    assert "QS" not in caplog.text
    assert "home.example" not in caplog.text


@pytest.mark.parametrize("end", [b"\n.\n", b"\r\n.\n", b"\n.\r\n", b"\r.\r", b"\r\n.\0\r\n"])
def test_no_letter_is_smuggled_behind_a_half_end_of_another(front: Front, end: bytes):
    def mail(text: bytes, end: bytes) -> bytes:
        head = b"MAIL FROM:<bob@home.example>\r\nRCPT TO:<play@cards.example.org>\r\nDATA\r\n"
        return head + b"From: bob@home.example\r\n\r\n" + text + end

    async def run() -> None:
        listener = Listener(front.door, hostname="h.example", smtp=Endpoint("127.0.0.1", 0))
        await listener.open()
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", listener.port("smtp"))
            writer.write(
                b"EHLO x\r\n" + mail(b"help", end) + mail(b"practice", b"\r\n.\r\n") + b"QUIT\r\n"
            )
            await reader.read()
            writer.close()
            await writer.wait_closed()
        finally:
            await listener.close()

    asyncio.run(run())

    assert len(front.letters()) == 1


def test_a_letter_at_the_moment_before_and_after_the_deadline(table: Table, front: Front):
    turn = table.on_turn()
    answer = turn.last.answers()[-1]
    front.clock.wait(hours=24)
    front.tick()
    before = table.seq

    letter = turn.reply(answer)

    assert letter.verdict == "refused"
    assert table.seq == before
    assert timedelta(hours=24) == table.row.limit


LONG = [
    "x" * 128 + "@" + ".".join(["y" * 60] * 4),
    "x@" + "y" * 250 + ".example",
    "x@a..example",
    "x@.example",
    "x@-bad-.example",
    "x@ex\u00e4mple..com",
    "x@" + "\u00e4" * 80 + ".example",
    "x@\u00e4." + "b" * 70,
    "x@[127.0.0.1]",
    "\u00fcml\u00e4ut@home.example",
    '"a b"@home.example',
    '"a\\"b"@home.example',
    "x@localhost",
    "x@\u2603.example",
    "x@\u0130stanbul.example",
    "x@xn--.example",
    "x@xn--a-ecp.ru",
    "x\u200b@home.example",
    "postmaster@cards.example.org",
    "-oQ/tmp@home.example",
    "a%b@home.example",
    "x@home.example.",
    "a..b@home.example",
    ".a.@home.example",
    "a\x7fb@home.example",
    "a@x]y.example",
    "a@x.example=?utf-8?q?x?=",
    "=?utf-8?q?bcc?=@home.example",
    "a@x.ex\u3002ample",
    "a@b/c.example",
    "a@" + "b" * 64 + ".example",
]


@pytest.mark.parametrize("text", ["help", "practice", "stuff and nonsense"])
def test_a_sender_whose_address_is_odd_leaves_nothing_hanging(front: Front, text: str):
    for sender in LONG:
        head = f"From: {sender}\r\nTo: {SERVICE}\r\n\r\n"
        letter = front.put(f"{head}{text}\r\n".encode(), SERVICE)
        assert letter.state is LetterState.DONE, sender
        assert front.later() == [], sender
