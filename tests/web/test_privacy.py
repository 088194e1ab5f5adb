"""Nobody sees a card on a page that they should not see."""

import json
import re
from dataclasses import fields, is_dataclass

import pytest
from lxml import html as lxml_html
from msgspec import Struct

from pbem.app import pages
from pbem.rules.cards import STANDARD_PACK, Card
from pbem.rules.options import Rules
from tests.web.every_move import tables
from tests.web.visitors import page_of

CAST = ("Alice", "Bob", "Carol", "Dan")


@pytest.fixture
def table(house):
    return house.table(*CAST)


def cards_on(answer) -> set[str]:
    """Return all cards that a page or an answer names, in words or as codes.

    The whole pack that deals are published with tells nothing of any of them.
    """
    text = answer.get_data(as_text=True)
    if answer.is_json and "pack" in answer.json:
        assert sorted(answer.json["pack"]) == sorted(map(str, STANDARD_PACK))
        text = json.dumps({**answer.json, "pack": []})
    return cards_in(text)


def cards_in(text: str) -> set[str]:
    ranks = {"jack": "J", "queen": "Q", "king": "K", "ace": "A", "10": "T"}
    words = re.findall(r"\b(\d+|jack|queen|king|ace) of (clubs|diamonds|hearts|spades)", text)
    codes = re.findall(r'"([2-9TJQKA][CDHS])"', text)
    return {ranks.get(rank, rank) + suit[0].upper() for rank, suit in words} | set(codes)


def public(site, seat) -> set[str]:
    """Return the cards that everybody may know."""
    view = site.view(seat)
    known = set()
    for deal in (view.deal, view.last_deal):
        if deal is None:
            continue
        tricks = (*deal.tricks, deal.table) if deal.table else deal.tricks
        known |= {str(played.card) for trick in tricks for played in trick.cards}
        known |= {str(deal.turned)} if deal.turned else set()
    if view.last_deal:
        known |= {str(card) for hand in view.last_deal.hands if hand for card in hand}
    return known


def test_a_spectator_sees_no_hand(site, table):
    row, seats = table
    site.play(seats, 4 + 6)
    seat = seats["Alice"]

    for path in (
        f"/w/{row.watch_code}",
        f"/w/{row.watch_code}/state.json",
        f"/w/{row.watch_code}/deals.json",
    ):
        assert cards_on(site.stranger().get(path)) <= public(site, seat)


@pytest.mark.parametrize("name", CAST)
def test_a_seat_sees_its_own_hand_and_no_other(site, table, name):
    row, seats = table
    site.play(seats, 4 + 6)
    seat = seats[name]
    own = {str(card) for card in site.view(seat).hand}

    for path in (f"/g/{row.code}", f"/g/{row.code}/state.json"):
        seen = cards_on(site.owner(seat).get(path))
        assert own <= seen
        assert seen <= own | public(site, seat)
    assert cards_on(site.stranger().get(site.link(seat))) <= own | public(site, seat)


def seen_in(value) -> set[str]:
    """Return all cards that a seat's view holds."""
    if isinstance(value, Card):
        return {str(value)}
    if isinstance(value, tuple | list):
        return set().union(*map(seen_in, value))
    if isinstance(value, Struct):
        return set().union(*(seen_in(getattr(value, one)) for one in value.__struct_fields__))
    if is_dataclass(value) and not isinstance(value, Rules):
        return set().union(*(seen_in(getattr(value, one.name)) for one in fields(value)))
    return set()


def test_no_page_shows_a_card_that_the_view_of_its_seat_does_not_hold(site):
    for name, code, seat in tables(site):
        view = site.view(seat)
        # The log tells of all deals that were played, the view of the last one only.
        told_before = "//section[@id='log']|" if view.sheet else ""
        for answer in (site.owner(seat).get(f"/g/{code}"), site.stranger().get(site.link(seat))):
            page = page_of(answer)
            # What a wild two may stand for is no card that anybody holds.
            for part in page.xpath(f"{told_before}//option"):
                part.getparent().remove(part)
            seen = cards_in(lxml_html.tostring(page, encoding="unicode"))
            assert seen <= seen_in(view), name


def test_a_spectator_sees_no_hand_of_any_game(site):
    for name, code, _seat in tables(site):
        watched = f"/w/{site.house.game(code).watch_code}"
        page = page_of(site.stranger().get(watched))
        table = page.xpath("//section[@id='table']")[0]
        lying = seen_in(pages.watch(site.house.services, watched[3:]).sight.view.deal)

        assert cards_in(lxml_html.tostring(table, encoding="unicode")) <= lying, name


def test_a_player_of_another_table_and_a_stranger_see_nothing_of_a_game(site, house, table):
    row, _ = table
    mallory = site.signed_in(house.player("Mallory").id)

    for path in (f"/g/{row.code}", f"/g/{row.code}/state.json", f"/g/{row.code}/deals.json"):
        assert mallory.get(path).status_code == 404
        assert site.stranger().get(path).status_code == 401
    assert mallory.get("/g/NOPE").status_code == 404


def test_a_seat_of_another_table_cannot_be_played_with_ones_own_session(site, house, table):
    row, seats = table
    player = site.on_turn(seats)
    mallory = site.signed_in(house.player("Mallory").id)
    page = site.owner(player).get(f"/g/{row.code}").get_data(as_text=True)
    token = re.search(r'name="form_token" value="([^"]+)"', page)
    before = site.rows()

    for path in ("act", "say", "seat"):
        data = {
            "form_token": token[1],
            "answer": "1",
            "deal": "1",
            "decision": "0",
            "words": "x",
            "line": "stop",
        }
        assert mallory.post(f"/g/{row.code}/{path}", data=data).status_code == 404

    assert site.rows() == before


def test_the_published_deals_hold_no_deal_that_is_still_played(site, table):
    row, seats = table
    site.play(seats, 4 + 28 + 4 + 3)

    published = site.stranger().get(f"/w/{row.watch_code}/deals.json").get_json()

    assert [deal["deal"] for deal in published["deals"]] == [1]
    assert published["secret"] is None
    assert published["root"] == row.root


def test_join_code_is_shown_to_those_at_the_table_only_and_the_reply_to_nobody(site, house):
    from pbem.app import pages
    from pbem.orders.orders import NewGame

    alice = house.player("Alice")
    created = pages.new_game(house.services, alice.id, NewGame("blackout", players=3))
    row = house.game(created.done.text)

    assert row.join_code in site.signed_in(alice.id).get(f"/g/{row.code}").get_data(as_text=True)
    assert row.join_code not in site.stranger().get(f"/w/{row.watch_code}").get_data(as_text=True)
    assert row.join_code not in site.stranger().get(f"/w/{row.watch_code}/state.json").get_data(
        as_text=True
    )
