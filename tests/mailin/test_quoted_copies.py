"""Mails of ours below a reply, as mail programs quote them: they are never read as orders."""

import html
import itertools
import random
import re
import textwrap
from collections.abc import Sequence
from functools import cache

import pytest

from pbem.mailin.body import body_of
from pbem.mailin.headers import parse
from pbem.mailin.limits import plain
from pbem.orders.reading import clean_line, is_order
from tests.mailin.letters import CASES, CORPUS, letter, lines, taken
from tests.mailout.build import every_kind, html_as_text, html_of, mail, text_of

KINDS = [name for name, _ in every_kind()]
REPLIES = ["bid 2", "QS\nsay well played", "Hello\n\nbid 2", "what?", ""]
# English, German, French, Russian and Japanese, then two programs that mark nothing below.
HEADS = (
    "On Tue, 3 Mar 2026 at 08:14, Oh Hell: your turn <play@cards.example.org> wrote:",
    "Am Di., 3. M\u00e4rz 2026 um 08:14 Uhr schrieb Oh Hell <\nplay@cards.example.org>:",
    "Le mar. 3 mars 2026 \u00e0 08:14, Oh Hell <play@cards.example.org> a \u00e9crit\u00a0:",
    "\u0432\u0442, 3 \u043c\u0430\u0440. 2026 \u0433. \u0432 08:14, Oh Hell <play@cards.example.org>:",
    "2026\u5e743\u67083\u65e5(\u706b) 8:14 Oh Hell <play@cards.example.org>:",
    "-----Original Message-----\nFrom: Oh Hell <play@cards.example.org>\nSent: Tuesday\n",
    "________________________________\nDe\u00a0: Oh Hell\nEnvoy\u00e9\u00a0: mardi\n",
    "",
)
MARKS = ("> ", ">", ">> ", "| ", "")
AROUND = (
    '<div class="gmail_quote"><div class="gmail_attr">{head}</div><blockquote>{mail}</blockquote>',
    '<blockquote type="cite">{mail}</blockquote>',
    '<div style="border:none;border-top:solid #E1E1E1 1.0pt">{head}</div>{mail}',
    '<div id="appendonsend"></div><hr>{mail}',
    "<div><br></div><div>{head}</div>{mail}",
    "<div>{mail}</div>",
)


@cache
def mails() -> dict[str, tuple[str, str]]:
    """Return our mails of each kind, text and HTML."""
    rendered = ((name, mail(told)) for name, told in every_kind())
    return {name: (text_of(message), html_of(message)) for name, message in rendered}


def quoted(text: str, head: str, mark: str) -> str:
    return head + "\n" + "".join(f"{mark}{line}\n" for line in text.splitlines())


def ways(request, *of: Sequence[str]) -> list[tuple[str, ...]]:
    """Return all ways to combine these, or without `--all` some of them."""
    found = list(itertools.product(*of))
    chance = random.Random(request.node.name)
    return found if request.config.getoption("--all") else chance.sample(found, 8)


@pytest.mark.parametrize("kind", KINDS)
def test_no_quoted_copy_of_a_mail_changes_what_is_read(kind, request):
    text, _ = mails()[kind]
    for reply, head, mark, gap in ways(request, REPLIES, HEADS, MARKS, ("\n", "\n\n")):
        assert lines(reply + gap + quoted(text, head, mark)) == lines(reply), (head, mark)


@pytest.mark.parametrize("kind", KINDS)
def test_no_copy_of_a_mail_in_html_changes_what_is_read(kind, request):
    _, page = mails()[kind]
    for reply, around, head in ways(request, REPLIES, AROUND, HEADS):
        above = "".join(f"<div>{line or '<br>'}</div>" for line in reply.split("\n"))
        below = around.format(head=html.escape(head), mail=page)
        assert lines(above + below, kind="text/html; charset=utf-8") == lines(reply), around


@pytest.mark.parametrize("kind", KINDS)
def test_no_line_of_a_mail_wrapped_at_any_width_is_an_order(kind):
    text, page = mails()[kind]
    found = {
        piece
        for part in (text, html_as_text(page))
        for width in range(10, 101)
        for line in (*dict.fromkeys(part.splitlines()), " ".join(part.split()))
        for piece in textwrap.wrap(line, width, break_long_words=False)
    }
    assert len(found) > 20
    assert [piece for piece in found if is_order(piece)] == []


REPLIED = [case for case in CASES if case["kind"] == "command"]


def rest_of(case) -> list[str]:
    """Return the text of a mail, the player's own orders taken out."""
    left = list(case["commands"])
    kept = []
    for line in body_of(parse(plain((CORPUS / case["file"]).read_bytes()))).lines:
        if left and clean_line(line) == left[0]:
            left.pop(0)
        else:
            kept.append(line)
    assert left == []
    return kept


def with_canaries(chance: random.Random, rest: list[str], *, bare: bool) -> list[str]:
    """Plant orders into a quote, with the mark of the line above each.

    Where nothing marks the quote, they stand in it as they would in the mail that is
    quoted; below a quote with marks that could be a reply.
    """
    kept: list[str] = []
    seen = False
    for line in rest:
        kept.append(line)
        seen = seen or bool(line.strip())
        mark = line[: len(line) - len(line.lstrip("> |"))]
        if seen and (bare or ">" in mark) and chance.random() < 0.5:
            kept.append(mark + chance.choice(["play AS", "bid 1", "QS", "status", "2"]))
    return kept


def mutated(chance: random.Random, rest: list[str]) -> str:
    """Change a quote as mail programs and servers do."""
    match chance.randrange(7):
        case 0:
            rest = [line for line in rest if line.strip()]
        case 1:
            rest = [line.replace(">", "> >", 1) for line in rest]
        case 2:
            width = chance.randint(10, 60)
            rest = [
                piece
                for line in rest
                for piece in (textwrap.wrap(line, width, break_long_words=False) or [""])
            ]
        case 3:
            rest = [line.rstrip() + "\u00a0" for line in rest]
        case 4:
            rest = ["", "", *rest, *rest]
        case 5:
            rest = rest[: chance.randint(1, len(rest))]
        case _:
            rest = [line.replace("> ", ">") for line in rest]
    return chance.choice(["\n", "\r\n"]).join(rest)


@pytest.mark.parametrize("case", REPLIED, ids=[case["file"] for case in REPLIED])
def test_a_reply_that_is_cut_off_entirely_gives_no_order(case, request):
    chance = random.Random(case["file"])
    rest = rest_of(case)
    is_below = case.get("position") == "bottom"
    is_marked = any(line.startswith(">") for line in rest)
    for _ in range(200 if request.config.getoption("--all") else 20):
        planted = with_canaries(chance, rest, bare=not is_below and not is_marked)
        body = mutated(chance, planted)
        assert lines(body) == [], body


HTML_ONLY = [case for case in REPLIED if "html_only" in case["file"]]


@pytest.mark.parametrize("case", HTML_ONLY, ids=[case["file"] for case in HTML_ONLY])
def test_html_of_which_only_the_quote_is_left_gives_no_order(case):
    part = parse(plain((CORPUS / case["file"]).read_bytes()))
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    page = payload.decode(part.get_content_charset() or "utf-8")
    [command] = case["commands"]
    typed = re.search(command.replace(" ", r"(?: |&nbsp;|\s|<[^>]*>)+"), page)
    assert typed is not None

    raw = letter(page.replace(typed[0], "", 1), kind="text/html; charset=utf-8")

    assert taken(raw).lines == ()
