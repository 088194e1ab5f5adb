"""The short texts by which buttons and links say a move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.rules.cards import ALL_CARDS, JESTER, JOKER, JOKER_1, JOKER_2, SUITS, WIZARD, card
from pbem.rules.moves import Bid, Lay, NameTrump, Play
from pbem.web.answers import answer_text, read_answer, sent_answer

SUITED = st.sampled_from([one for one in ALL_CARDS if one.suit])
CARDS = SUITED | st.sampled_from([JOKER, JOKER_1, JOKER_2, WIZARD, JESTER])
CALLS = st.sampled_from(["", "high", "low"]) | SUITED.map(str)
MOVES = (
    st.builds(Bid, st.integers(0, 52))
    | st.builds(Play, CARDS, CALLS)
    | st.builds(NameTrump, st.sampled_from([*SUITS, "NT"]))
    | st.builds(
        Lay,
        st.lists(SUITED, max_size=4).map(tuple),
        st.sampled_from(["", "declare", "reveal"]),
    )
)


@given(MOVES)
def test_a_move_is_read_from_the_text_that_says_it(move):
    assert read_answer(answer_text(move)) == move


@given(MOVES)
def test_what_says_a_move_stands_in_an_address_as_it_is(move):
    text = answer_text(move)

    assert text.isascii()
    assert text.replace("-", "").isalnum()


@given(st.text(max_size=30))
def test_no_text_is_too_odd_to_be_judged(text):
    move = read_answer(text)

    assert move is None or read_answer(answer_text(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        *("", "resign", "stop", "say hello", "2 3", "QS ", "QS\n", "qs", "1S", "٢", "999", "NT"),
        *("QS-high-low", "QS-up", "trumps", "trumps-X", "trumps-JK", "lay-QX", "lay-QS-declare-KS"),
    ],
)
def test_what_is_no_move_is_none(text):
    assert read_answer(text) is None


def test_the_catalogues_way_to_write_a_call_is_read_too():
    assert read_answer("2H=AD") == Play(card("2H"), "AD")
    assert read_answer("JK1:high") == Play(JOKER_1, "high")


def test_a_form_says_a_move_by_its_button_and_its_fields():
    assert sent_answer({"answer": "2"}, []) == Bid(2)
    assert sent_answer({"answer": "2C", "call-2C": "KH"}, []) == Play(card("2C"), "KH")
    assert sent_answer({"answer": "2C", "call-2D": "KH"}, []) == Play(card("2C"))
    laid = sent_answer({"answer": "lay", "claim": "reveal"}, ["6C", "7C", "8C"])
    assert laid == Lay((card("6C"), card("7C"), card("8C")), "reveal")
    assert sent_answer({"answer": "lay", "claim": ""}, []) == Lay(())
    assert sent_answer({"answer": "lay", "claim": "shout"}, ["6C"]) is None
    assert sent_answer({}, []) is None
