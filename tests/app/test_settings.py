"""Settings by mail: each is told with the line that changes it, and is changed by it."""

import re

from pbem.app import pages, telling
from pbem.app.packing import unpack_answer
from pbem.app.records import Seat
from pbem.mailout.compose import compose
from pbem.orders.choices import Choices, Choose, Hours
from pbem.orders.reading import read_line
from pbem.rules.view import View
from tests.app.house import House
from tests.mailout.build import OUTSIDE, html_of, parsed, text_of


def choices(house: House, name: str, code: str) -> Choices:
    with house.services.uow() as uow:
        return uow.players.get(house.seats(code)[name].player_id or 0).choices


def last_mail(house: House, kind: str):
    notice = house.notices(kind)[-1]
    with house.services.uow() as uow:
        told = telling.told(uow, notice, house.clock.now())
        assert told is not None
        return parsed(compose(told, OUTSIDE).raw)


def seen(house: House, seat: Seat) -> View:
    page = pages.seat_sight(house.services, seat.id)
    assert page is not None
    assert page.sight.view is not None
    return page.sight.view


def test_settings_are_listed_with_lines_that_change_them(house: House):
    row, seats = house.table("Alice", "Bob", "Carol")

    house.letter(seats["Alice"], "settings")

    text = " ".join(text_of(last_mail(house, "answer")).split())
    assert "Mails of a game come (when you are asked, and after each deal)." in text
    listed = text.partition("What you have set")[2].partition(" Also <")[0]
    lines = re.findall(r"<([^<>]+)>", listed)
    assert {"mails digest", "hours 8-21", "cards as words", "zone Europe/Prague"} <= set(lines)
    for line in lines:
        assert house.letter(seats["Alice"], line).verdict == "applied", line
    assert choices(house, "Alice", row.code) == Choices(
        "digest", 19, Hours(8, 21), "words", "only", "signed in"
    )


def test_a_setting_is_confirmed_in_words_and_holds_at_all_tables(house: House):
    row, seats = house.table("Alice", "Bob", "Carol")

    house.letter(seats["Alice"], "hours 8-21", "text only")

    mail = last_mail(house, "answer")
    assert "Mails come (within these hours of yours: 8-21)." not in text_of(mail)
    assert "mails come (within these hours of yours: 8-21)." in " ".join(text_of(mail).split())
    assert mail.get_content_type() == "text/plain"
    assert choices(house, "Bob", row.code) == Choices()


def test_settings_may_be_written_to_the_service_which_asks_first(house: House):
    row, _ = house.table("Alice", "Bob", "Carol")

    assert house.to_service("alice@home.example", "mails digest").verdict == "asked"
    assert choices(house, "Alice", row.code) == Choices()
    house.order("alice@home.example", "mails digest", "digest 19")

    assert choices(house, "Alice", row.code) == Choices("digest", 19)


def test_the_question_of_the_service_says_what_would_be_set(house: House):
    house.table("Alice", "Bob", "Carol")
    house.to_service("alice@home.example", "cards as words")

    asked = text_of(last_mail(house, "confirm"))

    assert "this setting: cards to be written are shown" in " ".join(asked.split())


def test_cards_in_words_are_offered_and_read(house: House):
    _, seats = house.table("Alice", "Bob", "Carol")
    for seat in seats.values():
        house.letter(seat, "cards as words")
    seat = next(iter(seats.values()))
    while (view := seen(house, seat)).wants != "card":
        seat = next(one for one in seats.values() if one.number == view.on_turn[0])
        if (view := seen(house, seat)).wants == "bid":
            house.letter(seat, str(view.legal_bids[0]))
    house.letter(seat, "hand")
    mail = last_mail(house, "answer")
    offered = re.findall(r"<([^<>/]+)>", " ".join(text_of(mail).split()).partition("Also")[0])
    assert not re.search(r"[<(][2-9JQKA10]{1,2}[CDHS][>)]", text_of(mail) + html_of(mail))
    card = next(line for line in offered if " of " in line)

    assert house.letter(seat, card).verdict == "applied"


def test_what_was_set_is_kept_with_the_answer(house: House):
    _, seats = house.table("Alice", "Bob", "Carol")
    house.letter(seats["Alice"], "digest at 19:00")

    done = unpack_answer(house.notices("answer")[-1].facts["answer"]).lines[0].done

    assert done is not None
    assert read_line(done.text) == Choose("digest", "19")
