"""Scorings have titles in words wherever one reads of them."""

import re
from typing import get_args

import pytest

from pbem.orders.reading import fragments_that_read_as_orders
from pbem.rules.ruleset import System
from pbem.show.reader import Reader
from pbem.show.scoring_titles import TITLES, scoring_title
from tests.web.visitors import page_of, press, text_of

RAW = {name.replace("_", " ") for name in get_args(System) if "_" in name} - {"oy vey", "get fred"}


def test_every_scoring_has_a_title_of_its_own():
    assert set(TITLES) == set(get_args(System))
    assert len(set(TITLES.values())) == len(TITLES)


@pytest.mark.parametrize("system", get_args(System))
def test_a_title_is_short_and_no_order_in_a_mail(system):
    title = scoring_title(Reader(), system)

    assert len(title) <= 50
    assert "_" not in title
    assert fragments_that_read_as_orders(f"The points: Scoring: ({title}). A bid") == ()


def options_of(page, field: str) -> list[str]:
    return [text_of(one) for one in page.xpath(f"//select[@id='{field}']/option")]


def test_the_forms_list_scorings_by_title_with_what_they_give(site, house):
    client = site.signed_in(house.player("Ann").id)
    own = page_of(client.get("/new/rules?preset=blackout&players=4"))
    keeper = page_of(client.get("/keeper"))

    for page, field in ((own, "scoring"), (own, "second_half_scoring"), (keeper, "scoring")):
        told = options_of(page, field)
        assert "As in Get Fred: 10 and the tricks; missed: -1 a trick off" in told
        assert not [one for one in told if one.partition(":")[0].lower() in RAW]
        assert len(set(told)) == len(told)


def test_the_rules_of_a_game_name_its_scoring(site):
    told = text_of(page_of(site.stranger().get("/rules/get_fred")))

    assert "Scoring: As in Get Fred." in told


def test_a_clash_names_scorings_by_title(site, house):
    client = site.signed_in(house.player("Ann").id)
    form = page_of(client.get("/new/rules?preset=blackout&players=4"))

    page = page_of(press(client, form, "Show what", scoring="ninety_nine"))

    told = text_of(page.xpath("//section[@role='alert']")[0])
    assert "As in Ninety-Nine" in told
    assert "Ten for a made bid, and tricks always count" in told
    assert not re.search(r"ninety nine|: basic", told)
