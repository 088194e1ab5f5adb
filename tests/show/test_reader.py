"""Times, lists and cards in the words of a reader."""

from datetime import UTC, datetime

import pytest

from pbem.rules.cards import STANDARD_PACK, card
from pbem.show import cards
from pbem.show.names import Company, one_line
from pbem.show.reader import Reader

MOMENT = datetime(2026, 3, 4, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("Europe/Berlin", "Wed 4 March, 21:00 Berlin"),
        ("America/New_York", "Wed 4 March, 15:00 New York"),
        ("America/Argentina/Buenos_Aires", "Wed 4 March, 17:00 Buenos Aires"),
        ("America/St_Johns", "Wed 4 March, 16:30 Saint Johns"),
        ("Asia/Tokyo", "Thu 5 March, 05:00 Tokyo"),
        ("UTC", "Wed 4 March, 20:00 UTC"),
        (None, "Wed 4 March, 20:00 UTC"),
        ("No/Such_Zone", "Wed 4 March, 20:00 UTC"),
        ("../../etc/passwd", "Wed 4 March, 20:00 UTC"),
    ],
)
def test_a_moment_is_told_in_the_zone_with_its_name(zone: str | None, told: str) -> None:
    assert Reader("en", zone).when(MOMENT) == told


def test_summer_time_is_that_of_the_moment() -> None:
    berlin = Reader("en", "Europe/Berlin")

    assert berlin.clock(datetime(2026, 7, 1, 12, 0, tzinfo=UTC)) == "14:00"
    assert berlin.clock(datetime(2026, 1, 1, 12, 0, tzinfo=UTC)) == "13:00"


@pytest.mark.parametrize(
    ("month", "told"), [(1, "9 Jan"), (5, "9 May"), (6, "9 June"), (9, "9 Sep"), (12, "9 Dec")]
)
def test_long_months_are_shortened(month: int, told: str) -> None:
    assert Reader().day(datetime(2026, month, 9, tzinfo=UTC)) == told


def test_midnight_is_told_with_24_hours() -> None:
    assert Reader().clock(datetime(2026, 1, 1, 0, 5, tzinfo=UTC)) == "00:05"


def test_a_language_that_is_not_known_falls_back_to_english() -> None:
    assert Reader("tlh", "Europe/Berlin").when(MOMENT) == "Wed 4 March, 21:00 Berlin"


def test_lists_have_their_last_word() -> None:
    reader = Reader()

    assert reader.any_of(["a", "b", "c"]) == "a, b or c"
    assert reader.all_of(["a", "b"]) == "a and b"
    assert reader.all_of(["a"]) == "a"
    assert reader.all_of([]) == ""


def test_braces_in_a_name_are_no_placeholders() -> None:
    assert Reader()._("{name} leads.", name="{0}{x}") == "{0}{x} leads."


def test_numbers_choose_their_form() -> None:
    reader = Reader()

    assert reader.n_("{n} card", "{n} cards", 1) == "1 card"
    assert reader.n_("{n} card", "{n} cards", 2) == "2 cards"


def test_cards_have_a_code_a_symbol_and_words() -> None:
    queen, ten = card("QS"), card("TH")

    assert cards.code(queen) == "QS"
    assert cards.symbol(queen) == "Q\u2660\ufe0e"
    assert cards.words(Reader(), queen) == "queen of spades"
    assert cards.code(ten) == "10H"
    assert cards.symbol(ten) == "10\u2665\ufe0e"
    assert cards.words(Reader(), ten) == "10 of hearts"


def test_every_symbol_asks_for_its_text_form() -> None:
    assert all(cards.symbol(each).endswith("\ufe0e") for each in STANDARD_PACK)


@pytest.mark.parametrize("raw", ["Ben\r\nX: y", "Ben\x00X: y", " Ben \t X: y", "Ben\u2028X: y"])
def test_a_name_stays_on_its_line(raw: str) -> None:
    assert one_line(raw) == "Ben X: y"


def test_the_reader_is_you_and_comes_first() -> None:
    company = Company(("Anna", "Ben", "Carol"), 1)

    assert company.who(Reader(), 1) == "you"
    assert company.who(Reader(), 0) == "Anna"
    assert company.round_table() == (1, 2, 0)
    assert Company(("Anna", "Ben"), None).round_table() == (0, 1)


def test_a_name_with_a_full_stop_ends_a_sentence_with_one() -> None:
    reader = Reader()

    assert reader._("Still to bid: {names}.", names="Ada and Ada B.") == (
        "Still to bid: Ada and Ada B."
    )
    assert reader._("{name} deals.", name="Ada B.") == "Ada B. deals."
