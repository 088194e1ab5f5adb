"""Every address of ours that a mail prints is that of a page."""

import re

import pytest

from tests.mailout.build import every_kind, html_of, mail, text_of

MAILS = dict(every_kind())
BASE = "https://cards.example.org"


@pytest.mark.parametrize("name", MAILS)
def test_each_address_in_a_mail_leads_to_a_page(app, name):
    message = mail(MAILS[name])
    told = [text_of(message), html_of(message), str(message["List-Unsubscribe"] or "")]
    pages = app.url_map.bind("cards.example.org")

    for path in re.findall(re.escape(BASE) + r"([^\s\"'<>]*)", " ".join(told)):
        endpoint, _values = pages.match(path or "/", method="GET")
        assert endpoint


def test_questions_and_invitations_print_the_address_of_their_page():
    for name, path in (("confirm", "/confirm/"), ("invitation", "/come/"), ("sign_in", "/in/")):
        message = mail(MAILS[name])
        assert BASE + path in text_of(message)
        assert BASE + path in html_of(message)
