"""`./run gallery` writes every kind of mail, with pictures where there is a Chromium."""

from pathlib import Path

import pytest
from lxml import html as lxml_html

from tests.gallery import camera, writing
from tests.gallery.camera import LOOKS, Camera, Look, browser

PNG = b"\x89PNG\r\n"


@pytest.fixture
def said() -> list[str]:
    return []


def test_without_a_browser_the_mails_stand_in_frames_and_it_is_said_how_to_get_one(
    tmp_path: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera, "NAMES", ("no-such-browser",))
    page = writing.write(tmp_path, said.append, only="turn_")
    shown = lxml_html.document_fromstring(page.read_bytes())

    assert "apt-get install chromium" in said[-1]
    assert "turn_bid" in shown.xpath("//section/@id")
    for name in shown.xpath("//section/@id"):
        (section,) = shown.xpath(f"//section[@id='{name}']")
        assert section.xpath(".//iframe/@src") == [f"{name}.html"] * 2
        assert section.xpath("string(.//pre)") == (tmp_path / f"{name}.txt").read_text()
        assert all((tmp_path / f"{name}.{ending}").exists() for ending in ("html", "eml"))
    assert not list(tmp_path.glob("*.png"))


@pytest.mark.skipif(browser() is None, reason="no Chromium here")
def test_with_a_browser_there_is_a_picture_of_each_mail_in_the_light_the_dark_and_on_a_phone(
    tmp_path: Path, said: list[str]
) -> None:
    page = writing.write(tmp_path, said.append, only="sign_in")
    shown = lxml_html.document_fromstring(page.read_bytes())
    pictures = [tmp_path / name for name in shown.xpath("//section//img/@src")]

    assert "picture 1 of 1: sign_in" in said
    assert [picture.name for picture in pictures] == [f"sign_in.{look.name}.png" for look in LOOKS]
    seen = {picture.read_bytes() for picture in pictures}
    assert len(seen) == len(LOOKS)
    assert all(one.startswith(PNG) for one in seen)


@pytest.mark.skipif(browser() is None, reason="no Chromium here")
def test_no_mail_is_wider_than_a_small_phone(tmp_path: Path, said: list[str]) -> None:
    writing.write(tmp_path, said.append, pictures=False)
    phone = Look("small phone", 320, dark=False)
    chromium = browser()
    assert chromium is not None
    with Camera(chromium) as taking:
        widths = {
            page.stem: taking.width_of(page, phone)
            for page in tmp_path.glob("*.html")
            if page.stem != "index"
        }

    assert len(widths) > 40
    assert {name: width for name, width in widths.items() if width > phone.width} == {}
