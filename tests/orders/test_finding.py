"""Reading what people remember of a game."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.orders.finding import remembered
from pbem.orders.orders import Find, NotUnderstood, WrongDesk
from pbem.orders.reading import read_line
from pbem.rules.finding import nearest
from pbem.show.finding_words import EXAMPLES, VALUES


def told(text: str) -> dict[str, object]:
    wanted, _ = remembered(text)
    return {piece: getattr(wanted, piece) for piece in wanted.pieces} | (
        {"players": wanted.players} if wanted.players else {}
    )


@pytest.mark.parametrize(
    "text",
    [
        "seven down to one and up again, hook, ten for getting it, turned trump",
        "seven down to one and up again, the dealer may not make it come out, ten for getting it",
        "7..1..7 hook 10 for a hit",
        "7-1-7, screw the dealer, 10 for making the bid",
        "TURNED TRUMP; HOOK; 7 to 1 to 7",
    ],
)
def test_people_tell_the_same_game_in_many_ways(text):
    wanted, unread = remembered(text)

    assert unread == ()
    assert nearest(wanted)[0].preset == "nomination_whist"


@pytest.mark.parametrize(
    ("text", "cards", "way"),
    [
        ("1 to 10", 10, "up"),
        ("1..10..1", 10, "up_down"),
        ("1 up to 13", 13, "up"),
        ("ten down to one", 10, "down"),
        ("10 cards to 1 and back up to 10", 10, "down_up"),
        ("one to seven and down again", 7, "up_down"),
        ("one to seven and back", 7, "up_down"),
        ("up and down, at most 8", 8, "up_down"),
        ("down and up with 9 cards", 9, "down_up"),
        ("always the same, 13 cards", 13, "same"),
    ],
)
def test_the_course_of_the_deals(text, cards, way):
    assert told(text) == {"cards": cards, "direction": {way}}


@pytest.mark.parametrize(
    ("text", "piece", "value"),
    [
        ("hook", "hook", "hook"),
        ("no hook", "hook", "free"),
        ("without the hook", "hook", "free"),
        ("free bidding", "hook", "free"),
        ("the last bidder may bid anything", "hook", "free"),
        ("the bids must add up", "hook", "must"),
        ("the dealer can't make it even", "hook", "hook"),
        ("spades are always trumps", "trumps", "fixed"),
        ("no trumps", "trumps", "none"),
        ("highest bidder names trumps", "trumps", "named"),
        ("trumps go round", "trumps", "rotating"),
        ("the dealer's last card is trumps", "trumps", "last_card"),
        ("a card is turned for trumps", "trumps", "turned"),
        ("nothing for a miss", "miss", "nothing"),
        ("a miss scores nothing", "miss", "nothing"),
        ("tricks count anyway", "miss", "tricks"),
        ("minus 10 per trick", "miss", "ten_each"),
        ("lose the bid", "miss", "bid"),
        ("lose the difference", "miss", "one_each"),
        ("10 per trick", "hit", "ten_each"),
        ("10 plus a point a trick", "hit", "ten_and_tricks"),
        ("10 and nothing else", "hit", "ten"),
        ("twenty plus ten per trick", "hit", "twenty_and_ten_each"),
        ("ten plus the square of the bid", "hit", "ten_and_square"),
    ],
)
def test_each_piece_is_read(text, piece, value):
    wanted, unread = remembered(text)

    assert wanted.pieces == (piece,)
    assert value in getattr(wanted, piece)
    assert unread == ()


def test_the_number_of_players_is_read():
    assert told("hook, for 4 players") == {"hook": {"hook"}, "players": 4}
    assert told("for five, hook")["players"] == 5


def test_words_that_say_nothing_known_are_given_back():
    assert remembered("hook and purple bananas")[1] == ("purple", "bananas")
    assert remembered("")[1] == ()


def test_a_second_answer_to_a_question_is_given_back_too():
    wanted, unread = remembered("no hook, hook")

    assert wanted.hook == {"free"}
    assert unread == ("hook",)


@pytest.mark.parametrize("piece", EXAMPLES)
def test_every_example_answers_its_question(piece):
    for words in EXAMPLES[piece]:
        wanted, unread = remembered(words)
        assert piece in wanted.pieces, words
        assert unread == (), words


@pytest.mark.parametrize("piece", ["direction", "hook", "hit", "miss", "trumps"])
def test_every_value_that_can_be_read_has_words(piece):
    from pbem.orders.remembered import PHRASES

    read = {value for phrase in PHRASES if phrase.piece == piece for value in phrase.values}

    assert read <= set(VALUES[piece])


def test_find_is_an_order_of_the_service():
    assert read_line("find 7 cards, hook", "service") == Find("7 cards, hook")
    assert read_line("Find", "service") == Find("")
    assert isinstance(read_line("find hook", "game"), WrongDesk)
    assert isinstance(read_line("fimd hook", "service"), NotUnderstood)


@settings(deadline=None)
@given(st.text(max_size=200))
def test_no_text_makes_the_reading_fail(text):
    wanted, unread = remembered(text)

    nearest(wanted)
    assert all(re.search(r"\S", word) for word in unread)
