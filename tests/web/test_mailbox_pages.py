"""The demo's mailbox is as easy to read aloud and to walk by keys as the pages are."""

import pytest

from pbem.demo.mailbox import create_mailbox
from pbem.mailout.compose import compose
from tests.mailout.build import OUTSIDE
from tests.show import build
from tests.web.visitors import page_of


@pytest.fixture
def pages(tmp_path):
    """The mailbox empty, with a mail open, and while it waits for an answer."""
    client = create_mailbox(tmp_path, 9).test_client()

    def page(path: str):
        return page_of(client.get(path, base_url="http://127.0.0.1:8201"))

    shown = {"empty": page("/"), "waiting": page("/wait?after=1")}
    mail = compose(build.Table().told(0), OUTSIDE).raw
    (tmp_path / "000001.eml").write_bytes(b"Delivered-To: you@home.example\r\n" + mail)
    return shown | {"open": page("/")}


def test_each_page_says_its_language_and_has_a_title_and_one_main_heading(pages):
    for name, page in pages.items():
        assert page.get("lang") == "en", name
        assert page.xpath("string(//title)").strip(), name
        assert len(page.xpath("//h1")) == len(page.xpath("//main")) == 1, name


def test_every_field_has_a_label_and_every_frame_a_title(pages):
    for name, page in pages.items():
        for field in page.xpath("//input[@type!='hidden']|//select|//textarea"):
            assert page.xpath(f"//label[@for='{field.get('id')}']"), name
        assert all(frame.get("title") for frame in page.xpath("//iframe")), name
        assert all(picture.get("alt") is not None for picture in page.xpath("//img")), name
        assert not page.xpath("//@tabindex[. > 0]"), name


def test_the_open_mail_is_marked_in_the_list_and_stands_in_full(pages):
    (current,) = pages["open"].xpath("//nav//a[@aria-current='page']")
    (text,) = pages["open"].xpath("//pre")

    assert "Oh Hell: your turn" in current.text_content()
    assert max(len(line) for line in text.text_content().splitlines()) <= 72
