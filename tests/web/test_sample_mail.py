"""The mails shown on the home page and in the README are as real ones are."""

from email.message import EmailMessage
from pathlib import Path
from random import Random

import pytest

from pbem.mailout.render import wrapped
from tests.mailout.build import bidding, mail, text_of
from tests.show import build
from tests.web.visitors import page_of

README = Path(__file__).parents[2] / "README.md"
# As wide as the letter is drawn on the home page.
WIDTH = 34


@pytest.fixture(scope="module")
def sample() -> EmailMessage:
    """Anna bids last in deal 5, and the hook forbids her a bid."""
    table = build.Table(dealer=0, chance=Random(163)).until(lambda game: bidding(game, deal=5))
    return mail(table.told(0, since=len(table.happened) - 5))


def _text(sample: EmailMessage) -> str:
    return text_of(sample).replace("\r\n", "\n").rstrip("\n")


def test_the_mail_in_the_readme_is_a_real_one(sample):
    shown = README.read_text().split("```\n", 2)[1].rstrip("\n")
    head = f"From: {sample['From']}\nSubject: {sample['Subject']}"

    assert shown == f"{head}\n\n{_text(sample)}"


def test_the_mail_on_the_home_page_is_the_beginning_of_a_real_one(sample, site):
    page = page_of(site.stranger().get("/"))
    (shown,) = page.xpath("//figure//pre")
    (head,) = page.xpath("//figure/p[@class='letter-head']")
    asked, _, table = _text(sample).partition("\n[Reply above this line. K7Q2]\n\n")
    table = table.partition("Reply, for example")[0]

    assert shown.text_content() == wrapped(f"{asked}\n\n{table}", WIDTH).rstrip("\n")
    assert list(head.itertext()) == ["Oh Hell: your turn", sample["Subject"]]
    assert "Oh Hell: your turn" in sample["From"]
