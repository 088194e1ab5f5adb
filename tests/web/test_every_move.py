"""Answering on the pages with more than bids and cards, by mail's link and at the table."""

import pytest

from pbem.rules.cards import card
from tests.web.every_move import NINETY_NINE
from tests.web.visitors import page_of, press, submit, text_of

THREE = ("Alice", "Bob", "Carol")
FOUR = (*THREE, "Dan")
SECRET = {"bid_mode": "simultaneous", "hook": "free", "sequence": "down", "max_cards": 3}


def look(site, seat):
    """Return the page that the newest mail of a seat links to, its reader and its address."""
    client, link = site.stranger(), site.link(seat)
    return client, link, page_of(client.get(link))


def section(page, name: str):
    (found,) = page.xpath(f"//section[@id='{name}']")
    return found


# Cards laid aside


@pytest.fixture
def laying(site):
    _, seats = site.table(*THREE, **NINETY_NINE)
    return seats


def tick(site, seat, cards, **more):
    client, _, page = look(site, seat)
    (button,) = page.xpath("//button[@value='lay']")
    return client, submit(client, button, card=cards, **more)


def hand(site, seat):
    return [str(one) for one in site.view(seat).hand]


def test_three_ticked_cards_are_laid_aside_as_the_bid(site, laying):
    seat = laying["Alice"]
    three = hand(site, seat)[:3]

    client, answer = tick(site, seat, three)

    assert answer.status_code == 303
    view = site.view(seat)
    assert {str(one) for one in view.deal.own_laid} == set(three)
    after = page_of(client.get(answer.location))
    assert "Your bid is in" in text_of(after)
    assert "You laid these aside" in text_of(after)


def test_what_is_laid_aside_stands_in_no_address_and_on_no_other_page(site, laying):
    seat, other = laying["Alice"], laying["Bob"]
    three = hand(site, seat)[:3]

    _, answer = tick(site, seat, three, claim="reveal")

    assert not any(name in answer.location for name in three)
    shown = text_of(look(site, other)[2])
    assert "bid is in" in shown
    assert not any(text_of_card(name) in shown for name in three)


def text_of_card(name: str) -> str:
    from pbem.show import cards
    from pbem.show.reader import Reader

    return cards.words(Reader(), card(name))


@pytest.mark.parametrize("count", [0, 2, 4])
def test_another_number_of_cards_is_refused_and_the_ticks_are_kept(site, laying, count):
    seat = laying["Alice"]
    chosen = hand(site, seat)[:count]
    site.link(seat)
    before = site.rows()

    _, answer = tick(site, seat, chosen)

    page = page_of(answer)
    assert answer.status_code == 409
    assert text_of(page.xpath("//*[@role='alert']")[0])
    assert page.xpath("//input[@name='card'][@checked]/@value") == chosen
    assert site.rows() == before


def test_cards_of_somebody_else_are_not_laid_aside(site, laying):
    seat, other = laying["Alice"], laying["Bob"]
    site.link(seat)
    before = site.rows()

    _, answer = tick(site, seat, hand(site, other)[:3])

    assert answer.status_code == 409
    assert site.rows() == before


def test_a_premium_is_chosen_with_the_cards_and_shown_to_all(site, laying):
    claimed = hand(site, laying["Bob"])[:3]
    tick(site, laying["Bob"], claimed, claim="reveal")
    for name in ("Alice", "Carol"):
        tick(site, laying[name], hand(site, laying[name])[:3])

    page = look(site, laying["Alice"])[2]

    assert "reveals" in text_of(section(page, "table"))
    assert "The open hand of Bob" in text_of(section(page, "table"))
    assert "Bob laid these aside" in text_of(section(page, "table"))
    for name in (*hand(site, laying["Bob"]), *claimed):
        assert text_of_card(name) in text_of(section(page, "table"))


def test_sending_the_same_three_again_changes_nothing_and_says_so(site, laying):
    seat = laying["Alice"]
    client, _, page = look(site, seat)
    (button,) = page.xpath("//button[@value='lay']")
    three = hand(site, seat)[:3]
    assert submit(client, button, card=three).status_code == 303
    before = site.rows()

    again = submit(client, button, card=three[::-1])

    assert again.status_code == 200
    assert "already done" in text_of(page_of(again))
    assert site.rows() == before


# Secret bids


@pytest.fixture
def secret(site):
    _, seats = site.table(*THREE, **SECRET, bid_change="until_reveal")
    return seats


def test_a_secret_bid_is_seen_by_its_own_seat_only(site, secret):
    client, _, page = look(site, secret["Alice"])
    assert "Nobody sees a bid before all are in" in text_of(page)

    answer = press(client, page, "Bid 2")

    assert answer.status_code == 303
    assert "Your bid is in" in text_of(page_of(client.get(answer.location)))
    own = look(site, secret["Alice"])[2]
    others = look(site, secret["Bob"])[2]
    assert "took 0, bid 2" in text_of(section(own, "table"))
    assert "has bid in secret" in text_of(section(others, "table"))
    assert "bid 2" not in text_of(section(others, "table"))


def test_a_secret_bid_is_changed_until_the_last_one_is_in(site, secret):
    seat = secret["Alice"]
    client, link, page = look(site, seat)
    press(client, page, "Bid 2")

    page = page_of(client.get(link))
    assert "Change your bid" in text_of(page)
    assert page.xpath("//span[contains(@class, 'now')]/text()")[0] == "2"
    assert press(client, page, "Bid 1").status_code == 303
    assert site.view(seat).deal.own_bid == 1

    for name in ("Bob", "Carol"):
        other, _, theirs = look(site, secret[name])
        press(other, theirs, "Bid 0")
    late = press(client, page, "Bid 3")
    assert late.status_code == 409
    assert site.view(seat).deal.bids[seat.number] == 1


def test_a_secret_bid_may_be_changed_on_the_page_of_the_game_too(site, secret):
    seat = secret["Alice"]
    client = site.owner(seat)
    code = site.house.game("K002").code
    press(client, page_of(client.get(f"/g/{code}")), "Bid 2")

    answer = press(client, page_of(client.get(f"/g/{code}")), "Bid 3")

    assert answer.status_code == 303
    assert site.view(seat).deal.own_bid == 3


def test_all_are_waited_for_at_once(site, secret):
    assert "All are bidding" in text_of(
        page_of(site.stranger().get(f"/w/{site.house.game('K002').watch_code}"))
    )


# Trumps


def test_trumps_are_named_by_a_button_that_says_the_suit(site):
    _, seats = site.table(*THREE, sequence="down", max_cards=2, trump_method="dealer_names")
    seat = site.on_turn(seats)
    client, _, page = look(site, seat)
    labels = [text_of(button) for button in section(page, "trumps").xpath(".//button")]

    assert [label[-8:].split()[-1] for label in labels] == ["Spades", "Hearts", "Diamonds", "Clubs"]
    assert press(client, page, "Diamonds").status_code == 303
    assert site.view(seat).deal.trump == "D"


def test_the_high_bidder_may_also_name_none(site):
    _, seats = site.table(*THREE, sequence="down", max_cards=2, trump_method="high_bidder")
    seat = site.play_until(seats, lambda view: view.wants == "trump")
    client, _, page = look(site, seat)
    link = f"{site.link(seat)}/trumps-NT"

    chosen = page_of(client.get(link))
    assert "Trumps: no trumps" in text_of(chosen.xpath("//form[@class='chosen']")[0])
    assert press(client, page, "No trumps").status_code == 303
    assert site.view(seat).deal.trump == "NT"


def test_trumps_that_are_not_known_yet_are_said_to_come(site):
    _, seats = site.table(*THREE, sequence="down", max_cards=2, trump_reveal="after_bidding")

    page = look(site, site.on_turn(seats))[2]

    assert "after the bids" in text_of(section(page, "table"))


# Jokers and wild twos


def test_a_joker_is_called_high_or_low(site):
    _, seats = site.table(
        *FOUR, pack="jokers54", joker_rule="atkinson", sequence="down", hook="free"
    )
    seat = site.play_until(seats, lambda view: any(len(calls) > 1 for _, calls in view.calls))
    client, link, page = look(site, seat)
    (joker,) = [one for one, calls in site.view(seat).calls if len(calls) > 1]
    (shown,) = page.xpath(f"//form[@id='call-{joker}']")
    assert page.xpath(f"//a[@href='#call-{joker}']")
    assert not page.xpath(f"//ul[contains(@class, 'hand')]//button[@value='{joker}']")

    bare = page_of(client.get(f"{link}/{joker}"))
    assert "Say below" in text_of(bare)
    answer = submit(client, shown.xpath(f".//button[@value='{joker}-low']")[0])

    assert answer.status_code == 303
    played = [
        one
        for trick in (*site.view(seat).deal.tricks, site.view(seat).deal.table)
        for one in (trick.cards if trick else ())
        if one.card == joker
    ]
    assert [one.call for one in played] == ["low"]


def test_a_joker_that_is_not_called_is_refused(site):
    _, seats = site.table(
        *FOUR, pack="jokers54", joker_rule="atkinson", sequence="down", hook="free"
    )
    seat = site.play_until(seats, lambda view: any(len(calls) > 1 for _, calls in view.calls))
    client, _, page = look(site, seat)
    (joker,) = [one for one, calls in site.view(seat).calls if len(calls) > 1]
    (form,) = page.xpath(f"//form[@id='call-{joker}']")
    before = site.rows()

    answer = submit(client, form.xpath(".//button")[0], answer=str(joker))

    assert answer.status_code == 409
    assert site.rows() == before


@pytest.fixture
def wild(site):
    _, seats = site.table(
        *FOUR, sequence="down", hook="free", special_deals=[{"deal": 1, "rule": "twos_wild"}]
    )
    return site.play_until(seats, lambda view: any(len(calls) > 1 for _, calls in view.calls))


def test_a_wild_two_is_played_as_the_card_that_is_chosen(site, wild):
    client, _, page = look(site, wild)
    two, calls = next((one, calls) for one, calls in site.view(wild).calls if len(calls) > 1)
    (form,) = page.xpath(f"//form[@id='call-{two}']")
    assert set(form.xpath(".//option/@value")) == set(calls)

    answer = submit(client, form.xpath(".//button")[0], **{f"call-{two}": calls[-1]})

    assert answer.status_code == 303
    assert "already" not in text_of(page_of(client.get(answer.location)))
    site_view = site.view(wild)
    lying = [
        one
        for trick in (*site_view.deal.tricks, site_view.deal.table)
        for one in (trick.cards if trick else ())
        if one.seat == wild.number
    ]
    assert (lying[-1].card, lying[-1].call) == (two, calls[-1])
    assert "Twos are wild" in text_of(page)


def test_a_card_that_a_two_may_not_stand_for_is_refused(site, wild):
    client, _, page = look(site, wild)
    two = next(one for one, calls in site.view(wild).calls if len(calls) > 1)
    (form,) = page.xpath(f"//form[@id='call-{two}']")
    before = site.rows()

    assert submit(client, form.xpath(".//button")[0], **{f"call-{two}": "high"}).status_code == 409
    assert submit(client, form.xpath(".//button")[0], **{f"call-{two}": "x y"}).status_code == 400
    assert site.rows() == before


# What is seen, and what is not


def test_one_sees_all_cards_on_foreheads_but_the_own(site):
    _, seats = site.table(*FOUR, sequence="up", forehead="all_one_card")
    seat = site.on_turn(seats)
    own = site.view(next(one for one in seats.values() if one.id != seat.id)).deal.hands[
        seat.number
    ][0]

    page = look(site, seat)[2]

    table = text_of(section(page, "table"))
    assert table.count("on the forehead:") == 4
    assert text_of_card(str(own)) not in text_of(page)
    for number, cards in enumerate(site.view(seat).deal.hands):
        assert number == seat.number or text_of_card(str(cards[0])) in table
    assert "Your card is on your forehead" in text_of(section(page, "hand"))


def test_a_spectator_sees_no_card_on_a_forehead(site):
    row, _ = site.table(*FOUR, sequence="up", forehead="all_one_card")

    page = page_of(site.stranger().get(f"/w/{row.watch_code}"))

    assert not section(page, "table").xpath(".//*[contains(@class, 'card')]")


def test_a_blind_bid_is_made_before_there_are_cards(site):
    _, seats = site.table(
        *THREE, sequence="down", max_cards=3, special_deals=[{"deal": 1, "rule": "blind"}]
    )
    seat = site.on_turn(seats)

    client, _, page = look(site, seat)

    assert "No cards are dealt yet" in text_of(section(page, "hand"))
    assert press(client, page, "Bid 1").status_code == 303


def test_cards_without_a_suit_are_shown_in_letters_and_words(site):
    _, seats = site.table(*THREE, pack="wizard60", joker_rule="wizard", sequence="down")
    held = site.view(seats["Alice"]).hand
    odd = [one for one in held if not one.suit]
    assert odd

    page = look(site, seats["Alice"])[2]

    for one in odd:
        shown = text_of(section(page, "hand"))
        assert text_of_card(str(one)) in shown
        assert str(one) in shown


def test_a_round_that_is_tried_again_says_so(site):
    _, seats = site.table(
        *THREE,
        sequence="up",
        max_cards=2,
        hook="must_equal",
        on_miss="repeat_round",
        scoring="cooperative",
    )
    seat = site.play_until(seats, lambda view: view.deal.attempt > 0)

    page = look(site, seat)[2]

    assert "try 2" in text_of(page.xpath("//p[@class='eyebrow']")[0])
    assert "come to" in text_of(section(page, "bids"))


def test_the_first_button_of_every_kind_of_question_only_looks(site, laying):
    page = look(site, laying["Alice"])[2]

    assert text_of(page.xpath("//main//button")[0]) == "Only look, answer nothing"


def claimed(site, laying, **claims: str) -> None:
    """Let all three lay cards aside, with these claims by name."""
    for name, seat in laying.items():
        tick(site, seat, hand(site, seat)[:3], claim=claims.get(name, ""))


def test_who_claimed_after_another_is_told_and_nobody_else(site, house, laying):
    claimed(site, laying, Alice="declare", Bob="reveal")

    told = {name: text_of(look(site, seat)[2]) for name, seat in laying.items()}

    lost = "You wanted to declare, but a single premium is granted, and Bob comes first."
    assert {name for name, words in told.items() if lost in words} == {"Alice"}
    assert "You wanted to" not in told["Bob"] + told["Carol"]


def test_the_mail_tells_it_once(site, house, laying):
    from pbem.app.telling import told
    from pbem.mailout.compose import words
    from tests.mailout.build import OUTSIDE

    claimed(site, laying, Alice="declare", Bob="reveal")

    lines = {}
    for name, seat in laying.items():
        mails = [one for one in house.notices() if one.seat_id == seat.id]
        with house.services.uow() as uow:
            said = [told(uow, one, house.clock.now()) for one in mails]
        lines[name] = [line for one in said if one for line in words(one, OUTSIDE).since]

    alone = [line for line in lines.pop("Alice") if line.startswith("You wanted to (declare)")]
    assert alone
    assert "wanted to" not in str(lines)
