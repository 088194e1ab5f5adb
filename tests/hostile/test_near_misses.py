"""What people get who wrote a line that is nearly an order: a question, and never a guess."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.orders.orders import Desk
from pbem.orders.reading import fragments_that_read_as_orders
from pbem.show.reader import Reader
from pbem.show.unread import unread
from tests.hostile.front import Front, Person, Table

DESKS: tuple[Desk, ...] = ("game", "service", "invitation")

AT_A_GAME = [
    ("bidd 2", "<bid 2>"),
    ("bid2", "<bid 2>"),
    ("I bid 2", "<bid 2>"),
    ("hearts", "<trumps hearts>"),
    ("Q of spade", "<QS>"),
    ("play 1Oh", "<play 10H>"),
    ("resing", "<resign>"),
    ("plya QS", "<play QS>"),
    ("Hello Ben,\nbidd 2", "<bid 2>"),
]


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(("text", "meant"), AT_A_GAME)
def test_a_near_miss_at_a_table_is_asked_about_and_not_carried_out(front: Front, text, meant):
    table = Table(front, "Alice", bots=3)
    alice = table.people[0]
    before = table.seq

    assert alice.reply(text).verdict == "empty"

    assert f"Did you mean {meant}?" in flat(alice.last.text)
    assert table.seq == before


def test_a_near_miss_below_a_line_that_was_read_is_asked_about(table: Table):
    turn = table.on_turn()

    turn.reply("status\nplya QS\nAlice")

    assert "Not read: <plya QS>. Did you mean <play QS>?" in flat(turn.last.text)


def test_a_near_miss_at_the_service_is_asked_about(front: Front):
    dave = Person(front, "Dave")

    dave.write("nwe blackout for 4")

    assert "Did you mean <new blackout for 4>?" in flat(dave.last.text)


def test_a_near_miss_below_what_asks_for_a_yes_stands_in_the_question(front: Front):
    dave = Person(front, "Dave")

    dave.write("zone Prague\nnwe blackout for 4")

    told = flat(dave.last.text)
    assert "Not read: <nwe blackout for 4>. Did you mean <new blackout for 4>?" in told


def test_a_near_miss_to_an_invitation_is_asked_about_and_the_invitation_stands(front: Front):
    alice, bob = Person(front, "Alice"), Person(front, "Bob")
    alice.write(f"new blackout for 3 with {bob.email}")
    alice.reply("yes")

    bob.reply("yess")

    assert "Did you mean <yes>?" in flat(bob.last.text)
    assert bob.reply("yes", bob.last).verdict == "applied"


def test_a_near_miss_to_a_question_is_asked_about_and_the_question_stands(front: Front):
    dave = Person(front, "Dave")
    dave.write("practice")

    dave.reply("yess")

    assert "Did you mean <yes>?" in flat(dave.last.text)
    assert dave.reply("yes", dave.last).verdict == "applied"


@settings(deadline=None)
@given(
    st.lists(
        st.one_of(
            st.text(max_size=60),
            st.lists(
                st.sampled_from(
                    [
                        "fnid",
                        "sya",
                        "joni",
                        "2",
                        "hearts",
                        "of",
                        "QS",
                        "no",
                        "bid",
                        "resing",
                        "zoen",
                    ]
                )
            ).map(" ".join),
        ),
        max_size=3,
    ),
    st.sampled_from(DESKS),
)
def test_no_unread_line_and_no_suggestion_reads_as_an_order(lines: list[str], desk: Desk):
    for told in unread(Reader(), lines, desk):
        assert fragments_that_read_as_orders(told) == ()
