"""A page that refuses speaks of its fields and buttons, and never of lines to be written."""

import re

import pytest

from pbem.app.answers import AnyRefusal, Replaced, ResignAsks, TooOften
from pbem.orders.orders import NotUnderstood, WrongDesk
from pbem.web.refusing import refusal
from tests.show import build
from tests.show.test_refusals import SAID
from tests.web.visitors import page_of, press, submit, text_of

# What a page has no field or button for.
_OF_MAILS = (Replaced, ResignAsks, TooOften, NotUnderstood, WrongDesk)


@pytest.mark.parametrize(
    "refused", [refused for refused, _ in SAID if not isinstance(refused, _OF_MAILS)]
)
def test_no_page_says_what_to_write(site, refused: AnyRefusal):
    with site.app.test_request_context("/"):
        said = refusal(refused, build.Table().sight(0))

    assert not re.search(r"[<>]|\b([Ww]rit|[Rr]epl|newest mail)", said), said
    assert said[0].isupper()
    assert said[-1] in ".?"


def test_a_barred_bid_is_answered_with_the_buttons_that_are_there(site, house):
    _, seats = house.table("Ann", "Ben", "Cem")
    site.play(seats, 2)
    player = site.on_turn(seats)
    link = site.link(player)
    page = page_of(site.stranger().get(link))
    (button, *_) = page.xpath("//button[@name='answer']")
    button.set("value", str(site.view(player).barred_bid))

    answer = submit(site.stranger(), button)

    assert text_of(page_of(answer).xpath("//*[@role='alert']")[0]) == (
        "You bid last, and the bids may not add up to the tricks. "
        "Press one of the bids that are open."
    )


def test_a_table_for_too_many_is_refused_in_the_words_of_the_form(site, house):
    client = site.signed_in(house.player("Ann").id)
    page = page_of(client.get("/new?preset=blackout"))

    answer = press(client, page, "Start the game", players="12")

    told = text_of(page_of(answer).xpath("//*[@role='alert']")[0])
    assert not re.search(r"[<>]|[Ww]rite", told), told


def test_who_lets_a_stand_in_play_is_not_told_what_to_write(site, house):
    row, seats = house.table("Ann", "Ben", "Cem")
    client = site.owner(seats["Ann"])
    path = f"/g/{row.code}"
    page = page_of(client.get(path))
    answer = press(client, page, "stand-in")

    told = text_of(page_of(client.get(answer.headers["Location"])).xpath("//*[@role='status']")[0])

    assert told == "A stand-in plays for you until you come back."
