"""Mails nobody wrote: the reader never raises, never takes long, and takes nothing quoted."""

import random
import re
import textwrap

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pbem.mailin.body import body_of
from pbem.mailin.conformance import identity_of, read_case
from pbem.mailin.headers import parse
from pbem.mailin.limits import plain
from pbem.mailin.mailboxes import mailboxes
from pbem.orders.reading import clean_line, is_greeting, is_order
from tests.mailin.letters import CASES, CORPUS, letter, lines, taken
from tests.mailin.work import A_SECOND, MOST_SECONDS, calls, timed

SERVICE = identity_of(CORPUS)
MAILS = {case["file"]: plain((CORPUS / case["file"]).read_bytes()) for case in CASES}
SMALL = sorted(MAILS.values(), key=len)
ODD_BYTES = [
    b"\0", b"\r", b"\n", b"\n\n", b"\x1b$B", b"\xff\xfe", b"\x80", b"--", b"\n--", b'"', b"(", b"<",
    b"=?utf-8?q?=0D=0A?=", b"=\n", b";", b"\nContent-Type: multipart/mixed; boundary=x\n\n--x\n",
    b"\nFrom: x@example.com\n", b"charset=utf-7", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"<![CDATA[",
    b"\nContent-Transfer-Encoding: base64\n", b"\nContent-Type: message/rfc822\n\n", b"&#x110000;",
]  # fmt: skip
HOUSEKEEPING = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)

# Model mails of ours, as a player's program would quote them.
TURN_MAILS = (
    """\
Anna, your bid: <0>, <2> or <3>, by Wed 4 March, 21:00 Berlin.
[Reply above this line. K7Q2]

Hand: hearts, trumps (queen), spades (ace, 7).
Bids: Ben (1), Carol (0), Dan (1). Ben leads.
Not <1>: you bid last, and bids may not add up to (3).
Reply, for example <2>, or choose here:
https://cards.example.org/t/kqrtmwxzbnfgpjvytrml
If you cannot, a stand-in bids.

Deal 4: you (1 of 1), Carol (0 of 0), Dan (2 of 2), Ben (1 of 2).
Totals: you (37), Carol (34), Dan (27), Ben (24).

Also <rules>, <history>, <help>. Away? <vacation 12-20 July>
Do not forward. Mail 41, Tue 3 March, 08:14.
""",
    """\
Anna, line 1 is done, line 2 was refused: your lead is still due,
by Thu 5 March, 21:00 Berlin, else a stand-in leads.
[Reply above this line. T2VX]

Line 1 <KC> done: you took trick 3. Do not repeat it.
Line 2 <8D> refused: not in your hand. Did you mean <9D>?
Line 3 <say well played> not tried, after a refusal.

Deal 1, trick 4: you lead. Trumps: spades. You have your bid.
Hand: clubs <4C>, hearts <6H>, diamonds <AD> <9D>.
Tricks of bid: you (2 of 2), Ben (1 of 1), Carol (0 of 3), Dan (0 of 0).
""",
)
HEADS = (
    "",
    "On Tue, 3 Mar 2026 at 08:14, Oh Hell: your turn <play@cards.example.org> wrote:\n",
    "Am Di., 3. M\u00e4rz 2026 um 08:14 Uhr schrieb Oh Hell <\nplay@cards.example.org>:\n",
    "Le mar. 3 mars 2026 \u00e0 08:14, Oh Hell <play@cards.example.org> a \u00e9crit :\n",
    "\u0432\u0442, 3 \u043c\u0430\u0440. 2026 \u0433. \u0432 08:14, Oh Hell <play@cards.example.org>:\n",
    "-----Original Message-----\nFrom: Oh Hell <play@cards.example.org>\nSent: Tuesday\n\n",
    "________________________________\nDe\u00a0: Oh Hell\nEnvoy\u00e9\u00a0: mardi\n\n",
)
MARKS = ("> ", ">", "| ", "")


def quotes() -> list[str]:
    return [
        head + "".join(mark + line + "\n" for line in mail.splitlines())
        for mail in TURN_MAILS
        for head in HEADS
        for mark in MARKS
    ]


def text_of(file: str) -> list[str]:
    return list(body_of(parse(MAILS[file])).lines)


WORDS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), max_size=30)


@HOUSEKEEPING
@given(st.lists(WORDS, min_size=1, max_size=6), st.sampled_from(["bid 2", "QS", "status"]))
def test_a_first_line_that_is_no_order_and_no_greeting_means_no_orders(words, order):
    first, *others = words
    if not clean_line(first) or is_order(first) or is_greeting(first):
        first = "what now"

    assert lines("\n".join([first, order, *others, order])) == []


@HOUSEKEEPING
@given(WORDS, st.lists(st.sampled_from(["bid 2", "QS", "status", ""]), max_size=6))
def test_the_first_line_that_is_no_order_ends_the_block(words, orders):
    if not clean_line(words) or is_order(words):
        words = "and then"

    assert lines("\n".join(["say hi", *orders, words, "bid 1", "help"])) == [
        "say hi",
        *filter(None, orders),
    ]


REPLIES = [case for case in CASES if case["kind"] == "command"]
FILES = pytest.mark.parametrize("case", REPLIES, ids=[case["file"] for case in REPLIES])


def without_orders(case) -> list[str]:
    """The text of a mail, the player's own orders taken out."""
    left = list(case["commands"])
    kept = []
    for line in text_of(case["file"]):
        if left and clean_line(line) == left[0]:
            left.pop(0)
        else:
            kept.append(line)
    assert left == []
    return kept


@FILES
def test_a_mail_with_nothing_typed_gives_no_order(case):
    rest = without_orders(case)

    assert lines("\n".join(rest)) == []
    assert lines("\r\n\r\n" + "\r\n".join(rest)) == []


@FILES
@pytest.mark.parametrize(
    "chatter", ["What shall I do?", "bid please", "Hello,\nhow are you", "2?!x"]
)
def test_chatter_above_a_quote_gives_no_order(case, chatter):
    assert lines(chatter + "\n\n" + "\n".join(without_orders(case))) == []


@FILES
@pytest.mark.parametrize("width", [10, 13, 20, 27, 40, 72])
def test_a_quote_that_lost_its_marks_by_wrapping_gives_no_order(case, width):
    wrapped = [
        piece
        for line in without_orders(case)
        for piece in (textwrap.wrap(line, width, break_long_words=False) or [line])
    ]

    assert lines("say hello\n\n" + "\n".join(wrapped)) == ["say hello"]


@pytest.mark.parametrize(
    # Below a quote the blank line is asked for.
    "case",
    [case for case in REPLIES if case.get("position") != "bottom"],
    ids=lambda case: case["file"],
)
def test_a_mail_gives_its_orders_without_blank_lines_too(case):
    body = "\n".join(line for line in text_of(case["file"]) if line.strip())

    assert lines(body) == case["commands"]


@pytest.mark.parametrize("reply", ["bid 2", "QS", "2\nsay well played", "hello\n\nbid 2", "what?"])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_no_quoted_copy_of_our_mails_changes_what_is_read(reply, between):
    alone = lines(reply + "\n")
    for quote in quotes():
        assert lines(reply + between + quote) == alone
        assert lines(quote) == []
        flowed = "text/plain; charset=utf-8; format=flowed"
        assert lines(reply + between + quote, kind=flowed) == alone


@pytest.mark.parametrize("width", range(10, 101, 9))
def test_our_own_words_wrapped_and_unmarked_give_no_order(width):
    for mail in TURN_MAILS:
        wrapped = "\n".join(textwrap.wrap(mail, width, break_long_words=False))
        assert lines(wrapped) == []
        assert lines("bid 2\n" + wrapped) == ["bid 2"]


def mutated(chance: random.Random, raw: bytes) -> bytes:
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(raw) + 1)
        to = min(len(raw), at + chance.randint(0, 60))
        match chance.randrange(7):
            case 0:
                raw = raw[:at] + chance.choice(ODD_BYTES) + raw[at:]
            case 1:
                raw = raw[:at] + raw[to:]
            case 2:
                raw = raw[:at] + raw[at:to] * chance.randint(2, 30) + raw[to:]
            case 3:
                raw = raw[:at]
            case 4:
                raw = raw[:at] + bytes([chance.randrange(256)]) + raw[at + 1 :]
            case 5:
                other = chance.choice(SMALL)
                raw = raw[:at] + other[chance.randrange(len(other) + 1) :]
            case _:
                rows = raw.split(b"\n")
                chance.shuffle(rows)
                raw = b"\n".join(rows)
    return raw


@pytest.mark.parametrize("seed", range(20))
def test_no_mutated_mail_raises_or_is_much_work(seed, request):
    chance = random.Random(seed)
    for _ in range(500 if request.config.getoption("--all") else 25):
        raw = mutated(chance, chance.choice(SMALL))
        (incoming, count), spent = timed(lambda raw=raw: calls(lambda: read_case(raw, SERVICE)))
        assert count < A_SECOND
        assert spent < MOST_SECONDS
        assert len(incoming.lines) <= 20
        assert (incoming.kind == "orders") == bool(incoming.lines)
        assert "\n" not in incoming.sender_name + "".join(incoming.lines)


@HOUSEKEEPING
@given(st.binary(max_size=2000))
@example(b"From: a@x.org\nContent-Type: text/plain;;; =; charset\n\nbid 2")
@example(b"From: a@x.org\nContent-Type: multipart/mixed; boundary=\n\nbid 2")
@example(b"From: a@x.org\nContent-Type: multipart/mixed; boundary*=x''%\n\nbid 2")
@example(b"From: a@x.org\nContent-Type: text/html\n\n<?xml version='1.0' encoding='x'?><p>bid 2")
@example(b"From: a@x.org\nContent-Transfer-Encoding: uuencode\n\nbegin 666 x\n\xff\n")
@example(b"From: a@x.org\nContent-Transfer-Encoding: base64\n\n=\xff=a")
@example(b"From a@x.org\n\n")
@example(b"\xff\xfe: x\nFrom\n: \n")
def test_no_bytes_raise_or_take_long(raw):
    incoming, spent = timed(lambda: taken(raw))

    assert incoming.to is not None
    assert spent < MOST_SECONDS


@HOUSEKEEPING
@given(st.text(max_size=400), st.sampled_from(["plain", "html"]))
def test_no_text_raises_or_takes_long(text, kind):
    raw = letter(text.encode("utf-8", "surrogatepass"), kind=f"text/{kind}; charset=utf-8")
    incoming, spent = timed(lambda: taken(raw))

    assert incoming.sender == "alice@example.com"
    assert spent < MOST_SECONDS


@HOUSEKEEPING
@given(st.text(alphabet='<>"\\(),;:@ .ab\n\u00e4', max_size=80))
def test_no_address_header_raises_and_addresses_are_whole(text):
    for box in mailboxes(text):
        assert "@" in box.address
        assert not set("\r\n<>") & set(box.address.rpartition("@")[2])


@HOUSEKEEPING
@example(["hm", "> ", "\n\n", "bid 1"])
@given(
    st.lists(
        st.sampled_from(
            ["> ", ">> ", "| ", "", "bid 1", "AS", "\n", "\n\n", "On 2 May 2026 Ben wrote:", "hm"]
        ),
        max_size=40,
    )
)
def test_orders_are_the_first_lines_or_below_all_quotes(pieces):
    """What comes out stands at the very top, or nothing is quoted below it.

    A quote is marked by a sign, or by initials before one (`hm>`).
    """
    text = "".join(pieces)
    found = lines(text)
    typed = [cleaned for line in text.split("\n") if (cleaned := clean_line(line))]
    marked = [re.match(r"[>|]|[A-Za-z]{1,4}>", line) is not None for line in typed]

    assert not any(line.startswith((">", "|")) for line in found)
    if typed[: len(found)] != found:
        last_quoted = max(index for index, is_marked in enumerate(marked) if is_marked)
        assert typed[last_quoted + 1 :][: len(found)] == found
        assert all(marked[marked.index(True) : last_quoted + 1])
