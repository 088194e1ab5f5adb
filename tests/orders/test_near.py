"""Suggestions: complete, valid, harmless, and never applied."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.orders.distance import nearest, slips
from pbem.orders.orders import Desk, NotUnderstood, WrongDesk
from pbem.orders.reading import read_line
from pbem.orders.verbs import usages

DESKS: tuple[Desk, ...] = ("game", "service", "invitation")
ORDERS = [usage.example for desk in DESKS for usage in usages(desk, everything=True)]


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("bd 2", ("bid 2",)),
        ("bid", ("bid 2",)),
        ("bid2", ("bid 2",)),
        ("bid: 2", ("bid 2",)),
        ("bid tow", ("bid 2",)),
        ("bid 2 or 3", ("bid 2", "bid 3")),
        ("I bid 2", ("bid 2",)),
        ("02", ("bid 2",)),
        ("<2>", ("bid 2",)),
        ("2 tricks", ("bid 2",)),
        ("ply QS", ("play QS",)),
        ("play XX", ("play QS",)),
        ("play 1Oh", ("play 10H",)),
        ("Please play the queen of spades", ("play QS",)),
        ("Q of spade", ("QS",)),
        ("qeen of heatrs", ("QH",)),
        ("1O h", ("10H",)),
        ("<QS>", ("QS",)),
        ("statsu", ("status",)),
        ("help me", ("help",)),
        ("hearts", ("trumps hearts",)),
        ("S", ("trumps spades",)),
        ("trump heart", ("trump hearts",)),
        ("jokr high", ("joker high",)),
        ("joker high please", ("joker high",)),
        ("wizzard", ("wizard",)),
        ("lay 3C 5X", ("lay 7C 9H JS", "lay 7C 9H JS reveal")),
        ("say", ("say well played",)),
        ("zone", ("zone Europe/Prague",)),
    ],
)
def test_a_near_miss_at_a_game_gets_a_suggestion(line, near):
    assert read_line(line) == NotUnderstood(line, near)


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("new blackout", ("new blackout for 4",)),
        ("new blackout with", ("new blackout for 4",)),
        ("nwe blackout for 4", ("new blackout for 4",)),
        ("yes please", ("yes",)),
        ("no thanks", ("no",)),
        ("as anna", ("as Anna",)),
        ("joni abcd-efgh", ("join abcd-efgh",)),
        ("game", ("games",)),
    ],
)
def test_a_near_miss_at_the_service_gets_a_suggestion(line, near):
    assert read_line(line, "service") == NotUnderstood(line, near)


@pytest.mark.parametrize(
    "line",
    ["pass", "thanks", "let me think", "see you on Friday", "nice hand", "well done Ben",
     "stay tuned", "1H", "as I said before", "2 " * 60, "bid two " * 5],
)  # fmt: skip
def test_chatter_gets_no_suggestion(line):
    assert read_line(line) == NotUnderstood(line.strip(), ())


slipped = st.sampled_from(ORDERS).flatmap(
    lambda line: st.tuples(
        st.just(line), st.integers(0, len(line) - 1), st.sampled_from("abdehiopstuyQS 0259♠")
    ).map(lambda slip: slip[0][: slip[1]] + slip[2] + slip[0][slip[1] + 1 :])
)


@settings(deadline=None)
@given(st.one_of(slipped, st.text(max_size=30)), st.sampled_from(DESKS))
def test_every_suggestion_is_an_order_of_this_desk(line, desk):
    found = read_line(line, desk)
    if isinstance(found, NotUnderstood):
        assert len(found.near) <= 3
        for near in found.near:
            assert not isinstance(read_line(near, desk), NotUnderstood | WrongDesk)


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [("", "", 0), ("bid", "", 3), ("bd", "bid", 1), ("ibd", "bid", 1), ("bits", "bid", 2),
     ("ca", "abc", 3), ("statsu", "status", 1)],
)  # fmt: skip
def test_slips_are_counted(one, other, count):
    assert slips(one, other) == slips(other, one) == count


def test_a_word_far_from_all_has_no_nearest():
    assert nearest("pass", ["play", "bid"]) is None
    assert nearest("a" * 1000, ["a" * 1000]) is None
    assert nearest("paly", ["bid", "play"]) == "play"


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("addresses", None),
        ("adress list", ("address list",)),
        ("address", None),
        ("address add", None),
        ("address ad me@x.org", None),
    ],
)
def test_a_near_miss_about_addresses_gets_a_suggestion(line, near):
    found = read_line(line, "service")

    assert isinstance(found, NotUnderstood)
    assert found.near == near if near else found.near[0].startswith("address ")
