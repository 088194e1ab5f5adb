"""Places of a letter that are never read for orders, whatever they hold."""

import pytest

from tests.mailin.letters import letter, multipart, taken

INNER = "From: x@example.com\nSubject: bid 2\n\nbid 2"
NEVER = {
    "subject": letter("", headers="Subject: bid 2\n"),
    "comments": letter("", headers="Comments: bid 2\nKeywords: bid 2\n"),
    "attachment": multipart("mixed", ("text/plain\nContent-Disposition: attachment", "bid 2")),
    "named file": multipart("mixed", ('text/plain; name="bid.txt"', "bid 2")),
    "name in pieces": multipart("mixed", ("text/plain; name*0=bid; name*1=.txt", "bid 2")),
    "name in a charset": multipart("mixed", ("text/plain; name*=utf-8''b%C3%AD.txt", "bid 2")),
    "file name in a charset": multipart(
        "mixed", ("text/plain\nContent-Disposition: inline; filename*=utf-8''b.txt", "bid 2")
    ),
    "mail inside": multipart("mixed", ("message/rfc822", INNER)),
    "mail as attachment": multipart(
        "mixed", ("message/rfc822\nContent-Disposition: attachment", INNER)
    ),
    "nothing but a mail": letter(INNER, kind="message/rfc822"),
    "half of a mail": letter(INNER, kind="message/partial; id=x; number=1; total=2"),
    "digest": letter(
        f"--edge\n\n{INNER}\n--edge--\n", kind='multipart/digest; boundary="edge"'
    ),
    "preamble": letter(
        "bid 2\n--edge\nContent-Type: text/css\n\nx\n--edge--\nbid 2\n",
        kind="multipart/mixed; boundary=edge",
    ),
    "calendar": multipart("mixed", ("text/calendar; method=REQUEST", "DESCRIPTION:x\nbid 2")),
    "nothing but a calendar": letter("bid 2", kind="text/calendar"),
    "calendar answer": multipart("mixed", ("text/plain", "bid 2"), ("text/calendar; method=REPLY", "")),
    "report": letter(
        "--e\nContent-Type: text/plain\n\nbid 2\n--e\nContent-Type: message/delivery-status\n\n"
        "Reporting-MTA: x\n\nStatus: 5.1.1\n--e\nContent-Type: text/rfc822-headers\n\nbid 2\n--e--\n",
        kind="multipart/report; report-type=delivery-status; boundary=e",
    ),
    "rtf": letter("bid 2", kind="text/rtf"),
    "enriched": letter("bid 2", kind="text/enriched"),
    "amp": multipart("alternative", ("text/x-amp-html", "<p>bid 2</p>")),
    "signature part": multipart("signed", ("image/png", "x"), ("text/plain", "bid 2")),
    "html comment": letter("<!-- bid 2 --><p>-</p>", kind="text/html"),
    "html title": letter("<title>bid 2</title>", kind="text/html"),
    "html attributes": letter('<img alt="bid 2" title="bid 2">', kind="text/html"),
    "html form": letter('<input value="bid 2"><textarea>bid 2</textarea>', kind="text/html"),
    "html script": letter("<script>\nbid 2\n</script><style>\nbid 2</style>", kind="text/html"),
    "html noscript": letter("<noscript>bid 2</noscript>", kind="text/html"),
    "html of other programs": letter("<xml><o:p>x</o:p></xml><template>bid 2</template>", kind="text/html"),
}  # fmt: skip
HIDDEN = [
    "display:none",
    "DISPLAY : NONE !important",
    "visibility:hidden",
    "mso-hide:all",
    "font-size:0",
    "font-size:0px",
    "font-size: 0.0em",
    "font:0/0 a",
    "font: 0px serif",
    "height:0;overflow:hidden",
    "overflow: hidden; width: 0px",
    "position:absolute;left:-9999px",
    "position:absolute;top:-100em",
    "text-indent:-9999px",
    "color:#fff;background-color:#FFFFFF",
    "color:white;background:rgb(255, 255, 255)",
    "color:transparent",
    "opacity:0",
    "max-height:0;overflow:hidden",
    "color:red;display:none",
]


@pytest.mark.parametrize("raw", NEVER.values(), ids=NEVER)
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_orders_are_not_read_from_there(raw, line_end):
    assert taken(raw.replace(b"\n", line_end)).lines == ()


@pytest.mark.parametrize("style", HIDDEN)
@pytest.mark.parametrize("tag", ["div", "span", "p"])
def test_hidden_html_is_not_read(style, tag):
    body = f'<{tag} style="{style}">bid 9</{tag}><p>bid 2</p>'
    assert taken(letter(body, kind="text/html")).lines == ("bid 2",)

    inner = f'<div style="{style}"><{tag}>bid 9</{tag}></div>'
    assert taken(letter(inner, kind="text/html")).lines == ()


@pytest.mark.parametrize(
    "sheet",
    [
        ".x{display:none}", "p.x { color:red; font-size:0 }", "#y{display:none !important}",
        "a{} .z, .x /* x */ {visibility:hidden}", ".x{display:block}\n.x{display:none}",
    ],
)  # fmt: skip
def test_what_a_style_sheet_hides_is_not_read(sheet):
    body = f'<style>{sheet}</style><p class="w x" id="y">bid 2</p><p>bid 3</p>'

    assert taken(letter(body, kind="text/html")).lines == ("bid 3",)


@pytest.mark.parametrize(
    "sheet",
    [
        ".other{display:none}", "@media print {.x{display:none}}", ".x{display:none} .x{color:red}",
        ".a .x{display:none}", "p{margin:0}", ".x{left:-9px;height:0.5em}", "{" * 9000, "@" * 9000,
    ],
)  # fmt: skip
def test_what_a_style_sheet_shows_is_read(sheet):
    body = f'<style>{sheet}</style><p class="w x" id="y">bid 2</p>'

    assert taken(letter(body, kind="text/html")).lines == ("bid 2",)


@pytest.mark.parametrize(
    "style",
    [
        "color:white", "color:#fff;background:#000", "height:0", "margin-left:-5px", "font:10px a",
        "height:100%;overflow:hidden", "max-width:600px;overflow:hidden", "font:bold 12px/0 a",
    ],
)  # fmt: skip
def test_html_that_only_looks_special_is_read(style):
    body = f'<div style="{style}">bid 2</div>'

    assert taken(letter(body, kind="text/html")).lines == ("bid 2",)
