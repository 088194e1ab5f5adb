"""Mails hold in programs that draw badly, and everybody can read them in the light and the dark."""

import re
from functools import cache
from typing import get_args

import pytest
from lxml import html as lxml_html

from pbem.app.answers import Section, WhyEmpty
from pbem.app.told import Kind
from pbem.rules.moves import Wants
from tests.contrast import Scheme, count_of_judged, weak_spots
from tests.gallery.scenes import scenes
from tests.mailout.build import html_as_text, html_of, mail

SCENES = scenes()
SCHEMES = get_args(Scheme)
_BOXED = re.compile(r"(?:padding|border)[\w-]*:(?! *(?:0|none) *(?:;|$))")
_UNKNOWN_TO_WORD = re.compile(
    r"flex|grid|position:|float:|background-image|url\(|inline-block|calc\(|var\(", re.IGNORECASE
)


@cache
def drawn(name: str) -> str:
    return html_of(mail(SCENES[name]))


@cache
def tree(name: str) -> lxml_html.HtmlElement:
    return lxml_html.document_fromstring(drawn(name))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_word_of_every_mail_stands_out(scheme: Scheme) -> None:
    weak = {name: weak_spots(drawn(name), scheme) for name in SCENES}

    assert {name: spots for name, spots in weak.items() if spots} == {}
    assert min(count_of_judged(drawn(name)) for name in SCENES) > 3


def _page(body: str, css: str = "") -> str:
    return f"<html><head><style>{css}</style></head><body>{body}</body></html>"


DARK = "@media (prefers-color-scheme: dark) {{ {} }}"


@pytest.mark.parametrize(
    ("source", "scheme", "what"),
    [
        (_page('<p style="color: #999">grey</p>'), "light", "grey"),
        (_page("<p>deep <b>dim</b></p>", "p { color: #000 } b { color: #aaa }"), "light", "dim"),
        (_page('<div style="background: #222"><p>black</p></div>'), "light", "black"),
        (
            _page('<p style="color: #000">lost</p>', DARK.format("body { background: #111 }")),
            "dark",
            "lost",
        ),
        (
            _page(
                '<p style="color: #000">lost</p>', DARK.format("p { color: #ccc !important; }")
            ),
            "dark",
            "lost",
        ),
        (
            _page("<p>end</p>", "p { background: linear-gradient(#fff, #333); color: #000 }"),
            "light",
            "end",
        ),
        (
            _page(
                "<p>veiled</p>",
                ":root { --veil: rgb(0 0 0 / 70%) } p { background: var(--veil); color: #333 }",
            ),
            "light",
            "veiled",
        ),
        (
            _page("<p>middling</p>", "p { background: #f0c24b; color: #2a2003 }"),
            "inverted",
            "middling",
        ),
        (
            _page('<table><tr><td class="b"><a href="/">Go</a></td></tr></table>',
                  "td.b { border: 1px solid #eee; background: #fff } a { color: #000 }"),
            "light",
            "button Go",
        ),
    ],
)  # fmt: skip
def test_what_does_not_stand_out_is_found(source: str, scheme: Scheme, what: str) -> None:
    assert [spot.what for spot in weak_spots(source, scheme)] == [what]


def test_what_stands_out_is_not_complained_of() -> None:
    css = "p { color: #767676 } h1 { color: #949494; font-size: 24px }"
    dark = DARK.format("body { background: #111 !important } p, h1 { color: #ccc !important }")
    source = _page("<h1>large</h1><p>just enough</p>", css + dark)

    assert weak_spots(source, "light") == weak_spots(source, "dark") == []
    assert count_of_judged(source) == 2


@pytest.mark.parametrize("name", SCENES)
def test_programs_that_draw_with_word_and_those_that_clip_show_it_whole(name: str) -> None:
    source = drawn(name)
    styles = "".join(re.findall(r"<style[^>]*>(.*?)</style>", source, re.DOTALL))

    assert len(source.encode()) < 60_000
    assert len(styles.encode()) < 16_000
    assert not _UNKNOWN_TO_WORD.search(re.sub(r'(?:href|aria-label)="[^"]*"', "", source))
    boxed = [node for node in tree(name).xpath("//*[@style]") if _BOXED.search(node.get("style"))]
    assert {node.tag for node in boxed} <= {"td", "th"}


@pytest.mark.parametrize("name", SCENES)
def test_a_greatest_width_has_a_table_of_that_width_for_word(name: str) -> None:
    source = drawn(name)
    (widest,) = re.findall(r"max-width: (\d+)px", source.partition("<body")[2])
    before, _, after = source.partition(f"max-width: {widest}px")

    assert re.search(rf'<!--\[if mso\]><table [^>]*width="{widest}"[^>]*><tr><td[^>]*>', before)
    assert "<!--[if mso]></td></tr></table><![endif]-->" in after
    assert source.count("<!--[if mso]>") == source.count("<![endif]-->") == 3
    assert "mso-line-height-rule: exactly" in before


@pytest.mark.parametrize("name", SCENES)
def test_tables_are_for_layout_or_have_heads(name: str) -> None:
    for table in tree(name).xpath("//table"):
        assert table.get("cellpadding") == table.get("cellspacing") == "0"
        assert table.get("width") or table.get("align") or table.xpath("ancestor::table[@align]")
        if table.get("role") != "presentation":
            heads = table.xpath(".//th")
            assert heads
            assert all(head.get("scope") in {"col", "row"} for head in heads)


@pytest.mark.parametrize("name", SCENES)
def test_what_is_read_aloud_has_language_title_and_words(name: str) -> None:
    page = tree(name)
    (article,) = page.xpath("//*[@role='article']")

    assert (page.get("lang"), page.get("dir")) == (article.get("lang"), article.get("dir"))
    assert (page.get("lang"), page.get("dir")) == ("en", "ltr")
    assert page.xpath("string(//title)") == article.get("aria-label")
    assert all(image.get("alt") is not None for image in page.xpath("//img"))
    for link in page.xpath("//a"):
        assert re.search(r"\w{2}", link.get("aria-label") or link.text_content())
        assert "://" not in link.text_content()


@pytest.mark.parametrize("name", SCENES)
def test_suits_are_told_apart_without_colour(name: str) -> None:
    told = html_as_text(drawn(name))

    assert all(follows == "\ufe0e" for follows in re.findall(r"[♣♦♥♠](.?)", told))
    for face in tree(name).xpath("//*[contains(concat(' ', @class, ' '), ' face ')]"):
        assert re.fullmatch(r"[<(][\w ]+[>)]", face.getnext().text_content())


def test_the_gallery_has_every_kind_of_mail_and_every_part_of_answers() -> None:
    mails = list(SCENES.values())
    answers = [told.answer for told in mails if told.answer is not None]
    asked = {told.sight.view.wants for told in mails if told.sight and told.sight.view}

    assert {told.kind for told in mails} == set(get_args(Kind))
    assert {one for answer in answers for one in answer.sections} == set(get_args(Section))
    assert {answer.why_empty for answer in answers} >= set(get_args(WhyEmpty))
    assert asked >= set(get_args(Wants))


def test_the_gallery_has_the_largest_tables_and_packs() -> None:
    rules = [told.sight.rules for told in SCENES.values() if told.sight is not None]

    assert max(one.players for one in rules) >= 10
    assert "five_hundred63" in {one.pack for one in rules}
    assert max(len(_hand(told)) for told in SCENES.values()) >= 15
    assert max(_deals(told) for told in SCENES.values()) >= 12


def _hand(told) -> tuple[object, ...]:
    return told.sight.view.hand if told.sight and told.sight.view else ()


def _deals(told) -> int:
    return len(told.sight.view.sheet) if told.sight and told.sight.view else 0
