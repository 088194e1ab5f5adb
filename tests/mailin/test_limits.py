"""Letters over a limit are refused before they are parsed, and fast."""

import pytest

from pbem.mailin.limits import MAX_BYTES, over_limit, plain
from pbem.orders.reading import clean_line
from tests.mailin.letters import REPLY, letter, multipart, picture, taken
from tests.mailin.work import A_SECOND, MOST_SECONDS, calls, timed

TEXT = ("text/plain", "bid 2")


def nested(levels: int, boundary: str = 'boundary="b{0}"', line: str = "b{0}") -> bytes:
    head = f"From: alice@example.com\nTo: {REPLY}\nMIME-Version: 1.0\n"
    for level in range(levels):
        head += (
            f"Content-Type: multipart/mixed; {boundary.format(level)}\n\n--{line.format(level)}\n"
        )
    return (head + "Content-Type: text/plain\n\nbid 2\n").encode()


def nested_mails(levels: int) -> bytes:
    return (
        b"From: alice@example.com\n" + b"Content-Type: message/rfc822\n\n" * levels + b"\nbid 2\n"
    )


def headers(lines: int) -> bytes:
    return letter(headers="X-Line: x\n" * (lines - 6))


@pytest.mark.parametrize(
    ("raw", "limit"),
    [
        (letter(b"bid 2\n" + b"x" * MAX_BYTES), "bytes"),
        (letter(b"bid 2\n" + b"x\n" * (MAX_BYTES // 2)), "bytes"),
        (letter(b"bid 2\n" + b"\n" * 250_000), "lines"),
        (multipart("mixed", *[TEXT] * 65), "parts"),
        (multipart("mixed", *[TEXT] * 20_000), "parts"),
        (nested(11), "depth"),
        (nested(100), "depth"),
        (nested(2000), "parts"),
        (nested(900, 'boundary="b\\"{0}"', 'b"{0}'), "depth"),
        (nested(100, "boundary*=utf-8''b{0}"), "parts"),
        (nested(100, 'boundary*0="b"; boundary*1="{0}"'), "parts"),
        (nested_mails(11), "depth"),
        (nested_mails(2000), "depth"),
        (headers(1001), "header lines"),
        (letter(headers="X-Long: " + "x" * 65_536 + "\n"), "header bytes"),
        (letter(headers="X-Long: " + "x\n " * 990 * 33 + "\n"), "header bytes"),
        (
            letter("--b\nContent-Type: multipart/mixed" + ";" * 5_000_000 + "\n\nbid 2"),
            "content type",
        ),
        (letter("content-type: text/plain\n" * 1001), "content type"),
        (letter("--\n" * 11 + "boundary =" * 1001), "parts"),
        (letter("--\n" * 11 + 'boundary="' * 1001), "parts"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"], ids=["lf", "crlf", "cr"])
def test_what_is_over_a_limit_is_too_big(raw, limit, line_end):
    raw = raw.replace(b"\n", line_end)

    incoming = taken(raw)

    assert (incoming.kind, incoming.reason, incoming.lines) == ("too_big", limit, ())


@pytest.mark.parametrize(
    "raw",
    [
        letter(b"bid 2\n\n" + b"x" * 1000),
        multipart("mixed", *[TEXT] * 64),
        nested(10),
        headers(1000),
        letter("bid 2\n" + "--\n" * 500),
        letter("bid 2\n" + "-----Original Message-----\n" * 100),
        letter("bid 2\n" + "--\n" * 11 + "boundary =\n" * 1000),
        letter("bid 2\n\n" + "Content-Type: text/plain\n" * 999),
    ],
    ids=[
        "short",
        "64 parts",
        "10 levels",
        "1000 header lines",
        "dashes",
        "separators",
        "boundaries",
        "types",
    ],
)
def test_what_keeps_the_limits_is_read(raw):
    assert over_limit(plain(raw)) == ""
    assert taken(raw).lines == ("bid 2",)


TOO_MUCH = (
    letter(b"bid 2\n" + b"x" * MAX_BYTES),
    letter("-" * 5_000_000),
    multipart("mixed", *[TEXT] * 65),
    multipart("mixed", *[TEXT] * 20_000),
    nested(11),
    nested(2000),
    nested_mails(2000),
    headers(1001),
    headers(60_000),
    letter(headers="X-Long: " + "x" * 5_000_000 + "\n"),
    letter(kind="text/html", body="<p>bid 2</p>" + "<div>" * 100_000),
    letter(kind="text/html", body="<p>bid 2</p>" + "<b><i x=" * 500_000),
    letter(kind="text/html", body="&#" * 2_000_000),
    letter("--\n" * 11 + "boundary =" * 900_000),
    letter("--\n" * 11 + ('boundary="' + "\\a" * 100) * 45_000),
    letter("--\n" * 11 + ('boundary="' + "x" * 200) * 45_000),
    letter("--\n" * 11 + ("boundary" + " " * 80) * 110_000),
    letter("content-type: a\n" * 190_000),
    *(
        letter(f"<style>{sheet}</style><p>bid 2</p>", kind="text/html")
        for sheet in ("@" * 60_000, "a," * 30_000 + "{}", "/*" * 30_000, "@x{a{}" * 10_000)
    ),
)


@pytest.mark.parametrize("raw", TOO_MUCH, ids=range(len(TOO_MUCH)))
def test_little_is_done_for_a_letter_that_is_too_much(raw):
    (_, count), spent = timed(lambda: calls(lambda: taken(raw)))

    # To parse 20,000 parts takes two million calls, 100,000 tags as many.
    assert count < 60_000
    assert spent < MOST_SECONDS


@pytest.mark.parametrize("kind", ["plain", "html"])
def test_signs_that_stand_for_many_do_not_make_a_letter_long(kind):
    raw = letter(("\ufdfa" * 1000 + "\n") * 60, kind=f"text/{kind}; charset=utf-8")

    incoming, spent = timed(lambda: taken(raw))

    assert max(len(line) for line in incoming.unread) == 200
    assert spent < MOST_SECONDS
    assert len(clean_line("\ufdfa" * 1000)) <= 2000
    assert len(clean_line("\ufdfa")) == 18


def test_a_letter_of_many_lines_is_read_in_less_than_a_second():
    incoming, count = calls(lambda: taken(letter("bid 2\n\n" + "--\n" * 900 + "x\n" * 150_000)))

    assert incoming.lines == ("bid 2",)
    assert count < A_SECOND


@pytest.mark.parametrize(
    ("size", "kind"), [(MAX_BYTES, "orders"), (MAX_BYTES + 1, "too_big")], ids=["all", "one more"]
)
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_a_letter_may_have_ten_mebibytes_as_it_is_received(size, kind, line_end):
    begun = letter("bid 2\n\n").replace(b"\n", line_end)
    line = b"x" * 70 + line_end
    rest = size - len(begun)
    raw = begun + line * (rest // len(line)) + b"x" * (rest % len(line))
    assert len(raw) == size

    assert taken(raw).kind == kind


def test_a_person_whose_letter_is_too_big_can_be_told():
    incoming = taken(multipart("mixed", *[TEXT] * 65))

    assert incoming.sender == "alice@example.com"
    assert incoming.message_id == "<1@example.com>"


def test_a_machine_whose_letter_is_too_big_is_not_answered():
    raw = multipart("mixed", *[TEXT] * 65).replace(b"Date:", b"Auto-Submitted: auto-replied\nDate:")

    assert taken(raw).sender is None


def test_nesting_that_the_limits_do_not_see_stops_at_the_parser(monkeypatch):
    monkeypatch.setattr("pbem.mailin.limits.over_limit", lambda _: "")

    incoming = taken(nested(2000))

    assert (incoming.kind, incoming.reason) == ("too_big", "depth")


@pytest.mark.parametrize("size", [5_000_000, 7_000_000])
def test_a_letter_with_pictures_is_read(size):
    raw = multipart("mixed", TEXT, ("image/png\nContent-Transfer-Encoding: base64", picture(size)))

    assert taken(raw).lines == ("bid 2",)


def test_a_thousand_lines_are_no_trouble():
    incoming = taken(letter("bid 2\n\n" + "I have so much to tell you today.\n" * 1000))

    assert incoming.lines == ("bid 2",)


def test_nul_bytes_are_left_out():
    assert taken(letter(b"b\0id\0 2\0\n\0")).lines == ("bid 2",)
