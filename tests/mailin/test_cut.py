"""Where a reply ends, and what of it is read."""

import pytest

from pbem.mailin.block import first_block
from tests.mailin.letters import letter, lines, taken

QUOTE = """\
> Alice, your bid: <0>, <2> or <3>, by Wed 4 March, 21:00 Berlin.
> [Reply above this line. K7Q2]
>
> bid 0
> play AS
"""
BARE = QUOTE.replace("> ", "").replace(">", "")

ENDS = {
    "marker": "[Reply above this line. K7Q2]\nbid 0",
    "foreign marker": "[Antwort bitte \u00fcber dieser Zeile. K7Q2]\nbid 0",
    "quoted": QUOTE,
    "bars": QUOTE.replace(">", "|"),
    "initials": QUOTE.replace(">", "AB>"),
    "full width": QUOTE.replace(">", "\uff1e"),
    "gmail": "On Mon, 2 Mar 2026 at 18:04, Oh Hell <\nplay+x@cards.example.org> wrote:\n" + QUOTE,
    "yahoo": "   On Monday, March 2, 2026 at 06:04:11 PM GMT, Oh Hell <play@x.org> wrote:\n\nbid 0",
    "german": "Am Mo., 2. M\u00e4rz 2026 um 19:04 Uhr schrieb Oh Hell <\nplay@x.org>:\nbid 0",
    "polish": "pon., 2 mar 2026 o 19:04 Oh Hell <play@x.org> napisa\u0142(a):\nbid 0",
    "russian": "\u043f\u043d, 2 \u043c\u0430\u0440. 2026 \u0433. \u0432 19:04, Oh Hell <play@x.org>:\nbid 0",
    "japanese": "2026\u5e743\u67083\u65e5(\u706b) 3:04 Oh Hell <play@x.org>:\nbid 0",
    "hebrew": "\u200f\u05d1\u05ea\u05d0\u05e8\u05d9\u05da \u05d9\u05d5\u05dd \u05d1\u05f3, 2 \u05d1\u05de\u05e8\u05e5 2026 \u05d1-19:04 \u05de\u05d0\u05ea Oh Hell <\u200fplay@x.org\u200f>:\u200f\nbid 0",
    "outlook": "From: Oh Hell <play@x.org>\nSent: Monday\nTo: Alice\nSubject: K7Q2\n\nbid 0",
    "outlook starred": "*From:* Oh Hell\n*Sent:* Monday\n*To:* Alice\n\nbid 0",
    "outlook de": "Von: Oh Hell\nGesendet: Montag, 2. M\u00e4rz 2026\nAn: Alice\nBetreff: K7Q2\n\nbid 0",
    "outlook fr": "De\u00a0: Oh Hell\nEnvoy\u00e9\u00a0: lundi 2 mars\n\u00c0\u00a0: Alice\nObjet\u00a0: K7Q2\n\nbid 0",
    "outlook zh": "\u53d1\u4ef6\u4eba: Oh Hell\n\u53d1\u9001\u65f6\u95f4: 2026\u5e743\u6708\n\nbid 0",
    "underscores": "________________________________\nbid 0",
    "original": "-----Original Message-----\nbid 0",
    "original de": "-----Urspr\u00fcngliche Nachricht-----\nbid 0",
    "forwarded": "---------- Forwarded message ---------\nbid 0",
    "apple forward": "Begin forwarded message:\n\nbid 0",
    "signature": "-- \nbid 0",
    "signature without blank": "--\nbid 0",
    "dash": "\u2014\nbid 0",
    "iphone": "Sent from my iPhone\nbid 0",
    "iphone de": "Von meinem iPhone gesendet\nbid 0",
    "outlook phone": "Get Outlook for Android<https://aka.ms/x>\nbid 0",
    "windows mail": "Sent from Mail for Windows\n\nFrom: Oh Hell\nSent: Monday\nSubject: x\n\nbid 0",
    "words": "See you on Thursday\nbid 0",
    "our mail": BARE,
}


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n \n\n"], ids=["none", "blank", "blanks"])
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_nothing_below_the_end_of_a_reply_is_read(end, between):
    assert lines("bid 2" + between + end) == ["bid 2"]


@pytest.mark.parametrize("end", [end for name, end in ENDS.items()], ids=ENDS)
def test_where_nothing_is_typed_nothing_is_read(end):
    assert lines("\n" + end) == []


def test_a_signature_without_a_line_end_ends_the_reply():
    assert lines("bid 2\n-- ") == ["bid 2"]
    assert lines("bid 2\n--") == ["bid 2"]
    assert lines("bid 2") == ["bid 2"]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("", "nothing"),
        ("\n\n", "nothing"),
        (QUOTE, "nothing"),
        ("-- \nAlice", "nothing"),
        ("pass", "no_order"),
        ("I shall bid two", "no_order"),
        ("What now?\n\n---------- Forwarded message ---------\nbid 0", "forwarded"),
        ("Begin forwarded message:\nbid 0", "forwarded"),
        (QUOTE + "play AS\n" + QUOTE, "inline"),
        (QUOTE + "\nI like it.\n\n" + QUOTE, "inline"),
        (QUOTE + "bid 2\n", "inline"),
    ],
)
def test_an_empty_letter_says_why(body, why):
    incoming = taken(letter(body))

    assert (incoming.kind, incoming.lines, incoming.why_empty) == ("empty", (), why)


def test_a_reply_below_one_quote_is_read():
    assert lines("On 2 March 2026 Oh Hell wrote:\n" + QUOTE + "\nbid 2\n\n-- \nAlice") == ["bid 2"]
    assert lines("On 2 March 2026 Oh Hell wrote:\n\n" + QUOTE + "\nHello\nbid 2\nsay hi") == [
        "bid 2",
        "say hi",
    ]


@pytest.mark.parametrize(
    "body",
    [
        QUOTE + "bid 2",
        QUOTE + "\nbid 2\n" + QUOTE,
        QUOTE + "\nbid 2\n\n-- \n" + QUOTE,
        QUOTE + "\nbid 2\nFrom: x@example.com\nSent: Monday",
        QUOTE + "\nplease\nbid 2",
        QUOTE + "\n" + QUOTE + "\nbid 2",
        QUOTE * 60 + "\nbid 2",
    ],
    ids=[
        "no blank",
        "quote below",
        "quote in signature",
        "head below",
        "words",
        "two quotes",
        "long",
    ],
)
def test_a_reply_below_a_quote_that_leaves_a_doubt_is_not_read(body):
    assert lines(body) == []


@pytest.mark.parametrize(
    ("typed", "read", "unread"),
    [
        (["bid 2", "", "status"], ["bid 2", "status"], []),
        (["Hello", "bid 2"], ["bid 2"], []),
        (["Hello", "Hi", "bid 2"], [], ["Hello", "Hi", "bid 2"]),
        (["bid 2", "so there", "bid 3"], ["bid 2"], ["so there", "bid 3"]),
        (["", "", ""], [], []),
        (["Hello"], [], ["Hello"]),
        (["status"] * 25, ["status"] * 20, ["status"] * 5),
        (["no order"] * 50, [], ["no order"] * 20),
    ],
)
def test_the_first_block_is_strict(typed, read, unread):
    block = first_block(tuple(typed))

    assert (list(block.lines), list(block.unread)) == (read, unread)


def test_the_unread_lines_are_those_above_the_quote():
    incoming = taken(letter("bid 2\nThanks\nbid 3\n\n" + QUOTE))

    assert incoming.unread == ("Thanks", "bid 3")
