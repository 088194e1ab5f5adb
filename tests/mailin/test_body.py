"""Which part is read, and how bytes become lines."""

import base64

import pytest

from tests.mailin.letters import letter, lines, multipart, taken


@pytest.mark.parametrize(
    "charset",
    [
        "",
        "utf-8",
        "us-ascii",
        "x-unknown",
        "unicode_escape",
        "idna",
        "utf_7",
        "rot13",
        "hex",
        "a" * 200,
        '"',
        "\u00e4",
    ],
)
@pytest.mark.parametrize("body", [b"bid 2\n", "bid 2\n\u2660\n".encode(), b"bid 2\n\xe9\xff\x81\n"])
def test_no_charset_whatever_loses_an_ascii_order(charset, body):
    assert lines(body, kind=f"text/plain; charset={charset}") == ["bid 2"]


@pytest.mark.parametrize(
    ("charset", "codec"),
    [
        ("gb2312", "gb18030"),
        ("big5", "big5"),
        ("shift_jis", "cp932"),
        ("iso-2022-jp", "iso2022_jp"),
        ("euc-jp", "euc_jp"),
        ("euc-kr", "cp949"),
        ("utf-8", "utf-8"),
    ],
)
def test_full_width_orders_are_read_in_east_asian_charsets(charset, codec):
    assert lines(
        "\uff42\uff49\uff44\u3000\uff12\n".encode(codec), kind=f"text/plain; charset={charset}"
    ) == ["bid 2"]


@pytest.mark.parametrize("label", ["us-ascii", "iso-8859-1", "windows-1252", "", "x-unknown"])
def test_utf_8_under_a_western_label_is_utf_8(label):
    assert lines("A\u2660\n".encode(), kind=f"text/plain; charset={label}") == ["A\u2660"]


@pytest.mark.parametrize(
    "typed",
    [
        "bid\u00a02",
        "\ufeffbid 2",
        "bid\u202f2",
        "\u200bbid 2\u200e",
        "\u201cbid 2\u201d",
        "*bid 2*",
        "  bid   2  ",
        "bi\u00add 2",
        "\uff42\uff49\uff44\u3000\uff12",
        "\u2066bid 2\u2069\ufe0f",
        "'bid 2'",
        "\u2018bid 2\u2019",
        "_bid 2_",
        "`bid\u2002\u20092`",
    ],
)
def test_what_programs_add_to_a_line_is_taken_away(typed):
    assert lines(typed + "\n") == ["bid 2"]


@pytest.mark.parametrize("selector", ["", "\ufe0e", "\ufe0f"])
@pytest.mark.parametrize("card", ["A\u2660{}", "\u2660{}A", "play \u2660{} A", "play \u2660{}A."])
def test_a_variation_selector_does_not_change_a_card(card, selector):
    assert lines(card.format(selector)) == [card.format("")]


def test_transfer_encodings_give_the_same_order():
    encoded = base64.b64encode(b"bid 2\r\n").decode()
    assert lines(encoded, headers="Content-Transfer-Encoding: base64\n") == ["bid 2"]
    assert lines("b=69d=\n 2=\n\n", headers="Content-Transfer-Encoding: Quoted-Printable\n") == [
        "bid 2"
    ]


@pytest.mark.parametrize(
    ("kind", "body", "found"),
    [
        ("format=flowed", "play 10 \nof hearts\n", ["play 10 of hearts"]),
        ("format=flowed; delsp=yes", "play 10 of \n  hearts\n", ["play 10 of hearts"]),
        ("format=flowed; delsp=yes", "play 10 o \nf hearts\n", ["play 10 of hearts"]),
        ("format=Flowed", " bid 2\n-- \nplay AS\n", ["bid 2"]),
        ("format=flowed", "bid 2\n> play \nAS\n", ["bid 2"]),
        ("format=flowed", "bid \n> 2\n", []),
    ],
)
def test_flowed_text_is_joined(kind, body, found):
    assert lines(body, kind=f"text/plain; charset=utf-8; {kind}") == found


def test_the_text_part_wins_over_html():
    raw = multipart("alternative", ("text/plain", "bid 2"), ("text/html", "<p>bid 3</p>"))

    assert taken(raw).lines == ("bid 2",)


@pytest.mark.parametrize("blank", ["", " \n\u200b\n", "\u00a0"])
def test_html_is_read_where_the_text_part_shows_nothing(blank):
    raw = multipart(
        "alternative", ("text/plain; charset=utf-8", blank), ("text/html", "<p>bid 3</p>")
    )

    assert taken(raw).lines == ("bid 3",)


@pytest.mark.parametrize(
    "head",
    [
        "text/plain\nContent-Disposition: attachment",
        'text/plain\nContent-Disposition: ATTACHMENT; filename="x.txt"',
        'text/plain; name="x.txt"',
        "text/plain\nContent-Disposition: inline; filename=x.txt",
        "message/rfc822",
        "application/octet-stream",
        "text/css",
    ],
)
def test_files_are_not_read(head):
    raw = multipart("mixed", (head, "bid 3"), ("text/plain", "bid 2"))
    assert taken(raw).lines == ("bid 2",)

    assert taken(multipart("mixed", (head, "bid 3"))).lines == ()


def test_of_a_signed_letter_only_the_first_part_counts():
    raw = multipart("signed", ("image/png", "x"), ("text/plain", "bid 3"))

    assert taken(raw).lines == ()


@pytest.mark.parametrize(
    "raw",
    [
        letter("x", kind="application/pkcs7-mime; smime-type=enveloped-data"),
        letter("-----BEGIN PGP MESSAGE-----\n\nbid 2\n-----END PGP MESSAGE-----\n"),
        multipart(
            "encrypted",
            ("application/pgp-encrypted", "Version: 1"),
            ("application/octet-stream", "x"),
        ),
        multipart("mixed", ("application/ms-tnef\nContent-Disposition: attachment", "x")),
    ],
    ids=["smime", "inline pgp", "pgp mime", "winmail.dat"],
)
def test_encrypted_letters_are_known(raw):
    incoming = taken(raw)

    assert (incoming.kind, incoming.why_empty) == ("empty", "encrypted")


def html(body: str, **changes: str) -> list[str]:
    return lines(body, kind="text/html; charset=utf-8", **changes)


@pytest.mark.parametrize(
    "above",
    [
        "<p>bid 2</p>",
        "<div>bid <b>2</b></div>",
        "bid&nbsp;2<br>",
        "<?xml version='1.0' encoding='utf-8'?><p>bid\n2</p>",
        "<table><tr><td>bid 2</td></tr></table>",
        "<pre>bid 2\n\nRegards</pre>",
        "<style>bid 9</style><title>bid 9</title><p>bid 2</p>",
        "<!-- bid 9 --><p>bid 2</p>",
        "<div style='display: none'>bid 9</div><p>bid 2</p>",
        "<div hidden>bid 9</div><p>bid 2</p>",
        "<span style='font-size:0px'>bid 9</span><p>bid 2</p>",
        "<ul><li>bid 2</li></ul>",
        "bid 2",
    ],
)
@pytest.mark.parametrize(
    "quote",
    [
        "<blockquote>bid 0<br>bid 1</blockquote>",
        "<div class='gmail_quote x'>bid 0<br>bid 1</div>",
        "<div id='appendonsend'></div>bid 0<br>bid 1",
        "<hr>bid 0<br>bid 1",
        "<div style='border:none;border-top:solid #E1E1E1 1.0pt'>bid 0</div>",
        "<div style='border-style: solid none none'>bid 0</div>",
        "<div id='ydp12yahoo_quoted_1'>bid 0</div>",
        "<div class='moz-cite-prefix'>bid 0</div>",
        "<div class='protonmail_quote'>bid 0</div>",
        "<p>&gt; bid 0</p>",
        "<p>On 3 March 2026 Oh Hell wrote:</p><p>bid 0</p>",
        "",
    ],
)
def test_the_quote_is_cut_off_in_html(above, quote):
    assert html(f"<html><body>{above}{quote}</body></html>") == ["bid 2"]


@pytest.mark.parametrize(
    "body",
    [
        "",
        " ",
        "<",
        "<<<>>>",
        "<html>",
        "<!DOCTYPE html>",
        "<?xml",
        "&#0;&#xD800;",
        "<p",
        "\ufeff",
        "<svg>bid 2</svg>",
        "\x01\x02",
    ],
)
def test_html_that_says_nothing_is_no_order(body):
    assert html(body) == []


@pytest.mark.parametrize("tags", [5000, 100_000])
def test_deep_html_is_answered(tags):
    assert html("<p>bid 2</p>" + "<div>" * tags + "bid 3") == ["bid 2"]


def test_the_charset_of_html_may_stand_in_it():
    body = '<meta charset="windows-1251"><p>bid 2</p><p>\u041f\u0440\u0438</p>'.encode("cp1251")

    assert taken(letter(body, kind="text/html")).unread == ("\u041f\u0440\u0438",)


@pytest.mark.parametrize("kind", ["plain", "html"])
@pytest.mark.parametrize(
    ("codec", "label"),
    [
        ("utf-16", "utf-16"), ("utf-16-le", "utf-16"), ("utf-16-be", "UTF-16"),
        ("utf-16-le", "utf-16le"), ("utf-16-be", "utf-16be"), ("utf-16-le", "utf-16-le"),
        ("utf-32", "utf-32"), ("utf-32-be", "utf-32be"),
    ],
)  # fmt: skip
def test_a_charset_of_two_bytes_a_sign_is_read(codec, label, kind):
    text = "bid 2\r\nGr\u00fc\u00dfe\r\n"
    if kind == "html":
        text = "<p>bid 2</p><p>Gr\u00fc\u00dfe</p>"
    coded = base64.encodebytes(text.encode(codec)).decode()
    raw = letter(
        coded, kind=f"text/{kind}; charset={label}", headers="Content-Transfer-Encoding: base64\n"
    )

    assert (taken(raw).lines, taken(raw).unread) == (("bid 2",), ("Gr\u00fc\u00dfe",))


def test_a_long_text_in_utf16_is_cut_between_two_signs():
    text = "bid 2\nthen\n" + "\u2665" * 200_000
    coded = base64.encodebytes(text.encode("utf-16")).decode()
    kind, headers = "text/plain; charset=utf-16", "Content-Transfer-Encoding: base64\n"

    incoming = taken(letter(coded, kind=kind, headers=headers))

    assert (incoming.lines, incoming.unread) == (("bid 2",), ("then",))


@pytest.mark.parametrize("label", ["utf-16", "utf-16le", "utf-32"])
def test_what_is_called_utf16_and_is_not_is_read_as_it_is(label):
    assert lines("bid 2\n", kind=f"text/plain; charset={label}") == ["bid 2"]


SAID = "<p>On 2 May 2026 at 08:14, Ben &lt;ben@example.com&gt; wrote:</p>"
QUOTE = "<blockquote>Your bid</blockquote>"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (f"{QUOTE}<p>bid 2</p>{QUOTE}", "inline"),
        (f"{QUOTE}<p>bid 2</p>", "inline"),
        (f"{QUOTE}<p><br></p><p>bid 2</p>", "inline"),
        (f"{QUOTE}bid 2", "inline"),
        (f"{SAID}{QUOTE}<p>bid 2</p>", "inline"),
        (f'<div class="moz-cite-prefix">On 2 May Ben wrote:</div>{QUOTE}<p>bid 2</p>', "inline"),
        (f'<div class="gmail_quote"><div class="gmail_attr">x</div>{QUOTE}bid 2</div>', "inline"),
        ('<div class="gmail_quote">Your bid</div><div>bid 2</div>', "inline"),
        (f"{SAID}{QUOTE}", "nothing"),
        (f"{QUOTE}<p><br></p>{QUOTE}", "nothing"),
        (f'{QUOTE}<div class="gmail_signature">Ben</div>', "nothing"),
        (f"{QUOTE}<p>-- </p><p>Ben</p>", "nothing"),
        (f"{QUOTE}<p>Sent from my iPhone</p>", "nothing"),
        # Below these all is quoted.
        ("<hr><p>From: Ben</p><p>bid 2</p>", "nothing"),
        ('<div id="appendonsend"></div><p>bid 2</p>', "nothing"),
        ('<div style="border-top:solid 1pt">From: x</div><p>bid 2</p>', "nothing"),
        (f"{QUOTE}<p style='display:none'>bid 2</p>", "nothing"),
    ],
)
def test_what_was_typed_below_the_quote_of_html_is_explained_and_not_done(body, why):
    incoming = taken(letter(body, kind="text/html; charset=utf-8"))

    assert (incoming.lines, incoming.why_empty) == ((), why)
