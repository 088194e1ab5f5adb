"""What a mail's headers are on the wire."""

import re
from dataclasses import replace

import pytest

from pbem.app.answers import Answer, Done, LineOutcome
from pbem.app.told import Told
from pbem.mailout.compose import compose
from pbem.mailout.outside import Outside
from pbem.rules.moves import Position
from pbem.signing import open_page_token, open_reply_token, short_token
from tests.mailout.build import OUTSIDE, every_kind, mail
from tests.show import build

KINDS = dict(every_kind())
STATE_KINDS = ("start", "turn_bid", "turn_card", "reminder", "answer", "news", "over")
IDS = ("Message-ID", "In-Reply-To", "References", "List-Unsubscribe", "Reply-To", "X-Loop")


def raw(told: Told) -> bytes:
    return compose(told, OUTSIDE).raw


def wire_headers(told: Told) -> dict[str, str]:
    """Return the headers as they are on the wire; each stands on one line."""
    head = raw(told).partition(b"\r\n\r\n")[0].decode("ascii")
    return dict(line.split(": ", 1) for line in head.split("\r\n"))


@pytest.mark.parametrize("name", KINDS)
def test_wire_bytes_have_crlf_only_and_no_line_is_too_long(name: str) -> None:
    sent = raw(KINDS[name])

    assert sent.isascii()
    assert b"\n" not in sent.replace(b"\r\n", b"")
    assert b"\r" not in sent.replace(b"\r\n", b"")
    assert max(len(line) for line in sent.split(b"\r\n")) <= 998


@pytest.mark.parametrize("name", KINDS)
def test_ids_are_on_the_wire_as_they_are(name: str) -> None:
    headers = wire_headers(KINDS[name])
    for header in IDS:
        assert "=?" not in headers.get(header, "")
    assert re.fullmatch(
        r"<t\.[A-Za-z0-9]+\.[0-9a-f]{20}@cards\.example\.org>", headers["Message-ID"]
    )


@pytest.mark.parametrize("name", KINDS)
def test_every_mail_asks_machines_to_be_quiet(name: str) -> None:
    headers = wire_headers(KINDS[name])

    assert headers["Auto-Submitted"] in {"auto-generated", "auto-replied"}
    assert headers["X-Auto-Response-Suppress"] == "All"
    assert headers["X-Loop"] == "play@cards.example.org"
    assert headers["Content-Language"] == "en"
    assert "Precedence" not in headers


@pytest.mark.parametrize("name", KINDS)
def test_every_mail_comes_from_the_one_address(name: str) -> None:
    assert wire_headers(KINDS[name])["From"].endswith("<play@cards.example.org>")


@pytest.mark.parametrize(
    ("name", "sender"),
    [
        ("turn_bid", "Oh Hell: your turn"),
        ("turn_card", "Oh Hell: your turn"),
        ("start", "Oh Hell: your turn"),
        ("start_waiting", "Oh Hell: news"),
        ("reminder", "Oh Hell: reminder"),
        ("news", "Oh Hell: news"),
        ("over", "Oh Hell: news"),
        ("answer", "Oh Hell: your turn"),
        ("invitation", "Ben Hill, by Oh Hell"),
        ("service", "Oh Hell: answer"),
    ],
)
def test_the_sender_name_says_what_is_wanted(name: str, sender: str) -> None:
    assert mail(KINDS[name])["From"].addresses[0].display_name == sender


@pytest.mark.parametrize("name", STATE_KINDS)
def test_every_game_mail_carries_the_root_and_a_way_out(name: str) -> None:
    headers = wire_headers(KINDS[name])

    assert headers["X-Oh-Hell-Root"] == build.ROOT
    assert headers["List-Id"] == "<k7q2.tables.cards.example.org>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    by_web, by_mail = headers["List-Unsubscribe"].split(", ")
    token = by_web.removeprefix("<https://cards.example.org/stop/").removesuffix(">")
    assert open_page_token(OUTSIDE.keys, "stop", token) == KINDS[name].seat_id
    assert by_mail.startswith(f"<mailto:{headers['Reply-To']}?")


@pytest.mark.parametrize("name", [name for name, told in KINDS.items() if told.seat_id])
def test_the_mail_that_ends_the_mails_of_a_game_goes_to_the_seat(name: str) -> None:
    told = KINDS[name]

    to = wire_headers(told)["List-Unsubscribe"].partition("<mailto:play+")[2].partition("@")[0]

    opened = open_reply_token(OUTSIDE.keys, to, lambda _kind, _id: told.generation)
    assert opened is not None
    assert (opened.kind, opened.id) == ("seat", told.seat_id)


def test_an_invitation_can_be_barred_by_the_button_of_a_mail_program() -> None:
    headers = wire_headers(KINDS["invitation"])

    by_web, by_mail = headers["List-Unsubscribe"].split(", ")
    token = by_web.removeprefix("<https://cards.example.org/never/").removesuffix(">")
    assert open_page_token(OUTSIDE.keys, "invitation", token) == KINDS["invitation"].invitation_id
    assert by_mail == f"<mailto:{headers['Reply-To']}?subject=never&body=never>"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize("name", [name for name, told in KINDS.items() if told.sight])
def test_the_way_out_stands_on_one_line_of_every_mail_about_a_table(name: str) -> None:
    lines = raw(KINDS[name]).partition(b"\r\n\r\n")[0].split(b"\r\n")

    [by] = [line for line in lines if line.startswith(b"List-Unsubscribe: ")]
    assert by.startswith(b"List-Unsubscribe: <https://cards.example.org/")
    assert by.endswith(b">")
    assert b", <mailto:play+" in by
    assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines


def test_before_the_start_the_commitment_stands_in_the_header() -> None:
    assert wire_headers(KINDS["invitation"])["X-Oh-Hell-Commitment"] == build.COMMITMENT
    assert wire_headers(KINDS["lobby"])["X-Oh-Hell-Commitment"] == build.COMMITMENT
    assert "X-Oh-Hell-Root" not in wire_headers(KINDS["lobby"])


@pytest.mark.parametrize(
    ("name", "wants"), [("turn_bid", "bid"), ("turn_card", "card"), ("news", "none")]
)
def test_filters_are_told_what_is_wanted(name: str, wants: str) -> None:
    assert wire_headers(KINDS[name])["X-Oh-Hell-Wants"] == wants


def test_an_answer_goes_to_the_seat_at_its_position() -> None:
    told = KINDS["turn_card"]
    address = wire_headers(told)["Reply-To"]
    token = address.removeprefix("play+").partition("@")[0]

    opened = open_reply_token(OUTSIDE.keys, token, lambda _kind, _id: told.generation)

    assert opened is not None
    assert (opened.kind, opened.id, opened.position) == ("seat", told.seat_id, Position(3, 1))


@pytest.mark.parametrize("kind", ["bounce_address", "bounce_invitation", "bounce_pending"])
def test_reports_of_failed_delivery_come_to_an_address_of_their_own(kind) -> None:
    sender = OUTSIDE.bounce_address((kind, 9, 3))
    token = sender.removeprefix("bounce+").partition("@")[0]

    opened = open_reply_token(OUTSIDE.keys, token, lambda _kind, _id: 3)

    assert opened is not None
    assert (opened.kind, opened.id) == (kind, 9)


def test_a_deal_has_one_thread_and_one_subject() -> None:
    turns = [KINDS[name] for name in ("turn_bid", "reminder", "turn_card", "answer")]
    subjects = {wire_headers(told)["Subject"] for told in turns}
    roots = {wire_headers(told)["References"].split()[0] for told in turns}

    assert subjects == {"Oh Hell K7Q2, deal 3 of 13"}
    assert len(roots) == 1


def test_other_deals_and_other_players_have_other_threads() -> None:
    roots = [
        wire_headers(told)["References"].split()[0]
        for told in (KINDS["start"], KINDS["start_waiting"], KINDS["turn_bid"])
    ]

    assert len(set(roots)) == 3


def test_an_answer_stands_below_the_letter_it_answers() -> None:
    headers = wire_headers(KINDS["answer"])

    assert headers["In-Reply-To"] == "<abc.1@mail.example>"
    assert headers["References"].split()[1] == "<abc.1@mail.example>"
    assert headers["Auto-Submitted"] == "auto-replied"


@pytest.mark.parametrize(
    "given", ["<a b@c>", "<x@y>\r\nBcc: z@z", "x@y", "<>", "<" + "a" * 400 + "@b>", "<ä@b>"]
)
def test_an_odd_id_of_a_letter_is_not_repeated(given: str) -> None:
    answer = Answer(lines=(LineOutcome("2", done=Done("bid", tricks=2)),), in_reply_to=given)
    headers = wire_headers(build.Table().told(0, "answer", answer=answer))

    assert headers["In-Reply-To"].startswith("<d.K7Q2.1.")
    assert "Bcc" not in headers


def test_the_same_notice_gives_the_same_bytes_again() -> None:
    told = KINDS["reminder"]
    first, again = compose(told, OUTSIDE), compose(told, OUTSIDE)

    assert first.message_id == again.message_id
    assert first.raw == again.raw


def test_the_date_is_the_moment_of_rendering() -> None:
    assert wire_headers(KINDS["turn_bid"])["Date"] == "Tue, 03 Mar 2026 07:14:00 +0000"


@pytest.mark.parametrize(
    "name", ["Ben\r\nBcc: mallory@example.org", "Ben\x00", "Ben\nHill", "\u202eneB"]
)
def test_a_name_with_line_breaks_neither_adds_a_header_nor_stops_the_mail(name: str) -> None:
    told = KINDS["invitation"]
    assert told.invited is not None
    headers = wire_headers(replace(told, invited=replace(told.invited, inviter=name)))

    assert "Bcc" not in headers
    assert headers["From"].endswith("<play@cards.example.org>")


def test_a_name_beyond_ascii_is_an_encoded_word_in_from_only() -> None:
    told = KINDS["invitation"]
    assert told.invited is not None
    zoe = replace(told, invited=replace(told.invited, inviter="Zoë Müller"))

    assert "=?utf-8?" in wire_headers(zoe)["From"]
    assert mail(zoe)["From"].addresses[0].display_name == "Zoë Müller, by Oh Hell"


def test_a_domain_beyond_ascii_is_punycode_on_the_wire() -> None:
    outside = replace(OUTSIDE, service="play@k\u00e4rten.example")
    message = mail(KINDS["turn_bid"], outside)

    assert message["From"].addresses[0].addr_spec == "play@xn--krten-gra.example"
    assert message["Message-ID"].endswith("@xn--krten-gra.example>")


def test_a_recipient_beyond_ascii_stands_raw_in_the_header() -> None:
    told = KINDS["turn_bid"]
    to = replace(told, notice=replace(told.notice, email="zo\u00eb@k\u00e4rten.example"))
    composed = compose(to, OUTSIDE)

    assert composed.recipient == "zo\u00eb@xn--krten-gra.example"
    assert "To: zo\u00eb@xn--krten-gra.example\r\n".encode() in composed.raw


def test_a_delimiter_may_be_chosen() -> None:
    outside = replace(OUTSIDE, delimiter="-")

    assert mail(KINDS["turn_bid"], outside)["Reply-To"].startswith("play-")


def test_the_short_link_is_that_of_the_position_and_short() -> None:
    told = KINDS["turn_card"]
    link = OUTSIDE.move_link(told.seat_id or 0, Position(3, 1), 0)

    assert link.endswith("/t/" + short_token(OUTSIDE.keys, told.seat_id or 0, Position(3, 1), 0))
    assert len(link) <= 60


def test_keys_do_not_show_in_a_repr() -> None:
    assert "keys" not in repr(OUTSIDE)
    assert isinstance(OUTSIDE, Outside)
    assert "raw" not in repr(compose(KINDS["turn_bid"], OUTSIDE))
