"""The page on which one finds the version one remembers."""

import re

import pytest

from pbem.rules.presets import PRESETS
from tests.web.visitors import page_of, text_of


def found(site, query: str) -> list[str]:
    page = page_of(site.stranger().get(f"/find?{query}"))
    return page.xpath("//section[@aria-labelledby='found-head']//a/@href")


def test_the_form_leads_to_the_nearest_version_and_keeps_its_answers(site):
    query = "cards=7&direction=down_up&hook=hook&hit=ten_and_tricks&trumps=turned"
    page = page_of(site.stranger().get(f"/find?{query}"))

    assert found(site, query)[0].startswith("/rules/nomination_whist")
    assert "All of it fits" in text_of(page)
    chosen = page.xpath("//form//option[@selected]/@value | //form//option[@selected]/text()")
    assert {"7", "down_up", "hook", "ten_and_tricks", "turned"} <= set(chosen)


def test_own_words_are_read_and_what_is_not_understood_is_said(site):
    query = "words=seven+down+to+one+and+up+again,+hook,+ten+for+a+hit,+with+bananas"

    assert found(site, query)[0].startswith("/rules/nomination_whist")
    assert "Not understood: bananas." in text_of(page_of(site.stranger().get(f"/find?{query}")))


def test_what_is_chosen_goes_before_what_is_typed(site):
    assert found(site, "words=13+cards+up&cards=7&direction=down")[0].startswith(
        "/rules/seven_six_five"
    )


def test_without_an_answer_there_are_only_the_questions_and_all_versions(site):
    page = page_of(site.stranger().get("/find"))

    assert not page.xpath("//section[@aria-labelledby='found-head']")
    assert len(page.xpath("//section[@aria-labelledby='all-head']//li")) == len(PRESETS)


@pytest.mark.parametrize(
    "query",
    ["cards=-1", "cards=x", "hook=drop", "players=99&hook=hook", f"words={'a' * 5000}", "hit=%00"],
)
def test_answers_that_the_form_does_not_have_are_passed_over(site, query):
    assert site.stranger().get(f"/find?{query}").status_code == 200


def test_a_version_found_can_be_begun(site, house):
    client = site.signed_in(house.player("Alice").id)
    page = page_of(client.get(found(site, "cards=7&direction=down_up&hook=hook")[0]))

    assert page.xpath("//a[contains(@href, '/new?preset=nomination_whist')]")


def test_no_brackets_of_the_mails_stand_around_numbers(site):
    page = page_of(site.stranger().get("/find?words=seven+down+and+up,+hook"))

    assert "up to 9 cards" in text_of(page)
    assert "10 and a point per trick" in text_of(page)
    assert not re.search(r"\(\d+\)", text_of(page))
