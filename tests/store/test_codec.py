"""Events as JSON, and reading what older and newer releases wrote."""

import json
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.rules.cards import STANDARD_PACK, card, cards
from pbem.rules.events import (
    BidMade,
    BidSealed,
    CardPlayed,
    CardsLaid,
    Dealt,
    Event,
    FirstDealerChosen,
    GameStarted,
    TrickTaken,
    TrumpMade,
)
from pbem.rules.presets import PRESETS
from pbem.store.codec import KINDS, Encoded, Kind, UnreadableEvent, decoded, encoded
from tests.store.rows import play_out, rules

SEATS = st.integers(0, 7)
DEALS = st.integers(1, 60)
ANY_CARDS = st.lists(st.sampled_from(STANDARD_PACK), max_size=13).map(tuple)
HALVES = st.integers(-1000, 1000).map(lambda twice: twice / 2 if twice % 2 else twice // 2)
SCORES = st.lists(HALVES, min_size=3, max_size=8).map(tuple)
MAYBE_CARD = st.none() | st.sampled_from(STANDARD_PACK)
FIELDS = {
    "deal": DEALS,
    "seat": SEATS,
    "dealer": SEATS,
    "tricks": st.integers(0, 17),
    "trick": st.integers(1, 17),
    "card": st.sampled_from(STANDARD_PACK),
    "turned": MAYBE_CARD,
    "covered": MAYBE_CARD,
    "upcard": MAYBE_CARD,
    "cards": ANY_CARDS,
    "laid": ANY_CARDS,
    "hand": ANY_CARDS,
    "call": st.sampled_from(["", "high", "low", "AD"]),
    "claim": st.sampled_from(["declare", "reveal"]),
    "round": DEALS,
    "attempt": st.integers(0, 9),
    "again": st.booleans(),
    "how": st.sampled_from(["", "turned", "dealers", "cut", "upcard"]),
    "namer": st.sampled_from([None, "dealer", "high_bidder"]),
    "bidders": st.lists(SEATS, max_size=8).map(tuple),
    "bids": st.lists(st.none() | st.integers(0, 17), min_size=3, max_size=8).map(tuple),
    "payments": st.lists(st.integers(-900, 900), max_size=8).map(tuple),
    "drawn": ANY_CARDS,
    "hands": st.lists(ANY_CARDS, min_size=3, max_size=8).map(tuple),
    "trump": st.sampled_from(["C", "D", "H", "S", "NT", "JK", None]),
    "points": SCORES,
    "totals": SCORES,
    "winners": st.lists(SEATS, max_size=8).map(tuple),
    "secret": st.binary(min_size=32, max_size=32).map(bytes.hex),
    "why": st.sampled_from(["resigned", "stopped", "came_back"]),
    "rules": st.sampled_from([rules(one.id, one.players[0]) for one in PRESETS.values()]),
}


OWN = {
    (TrickTaken, "seat"): st.none() | SEATS,
    (TrumpMade, "seat"): st.none() | SEATS,
    (TrumpMade, "card"): MAYBE_CARD,
    (CardsLaid, "claim"): st.sampled_from(["", "declare", "reveal"]),
}


def events_of(kind):
    names = kind.__struct_fields__
    return st.builds(kind, **{name: OWN.get((kind, name), FIELDS[name]) for name in names})


ANY_EVENT = st.one_of([events_of(kind) for kind in get_args(Event)])


def test_every_kind_of_event_can_be_kept():
    assert {kind.event for kind in KINDS.values()} == set(get_args(Event))


@given(ANY_EVENT)
def test_an_event_comes_back_as_it_was(event):
    assert decoded(encoded(event)) == event


@given(ANY_EVENT)
def test_what_is_kept_in_the_open_is_json_with_cards_by_name(event):
    payload = json.loads(encoded(event).public)

    assert set(payload) | set(KINDS[encoded(event).kind].hidden) == set(event.__struct_fields__)
    if isinstance(event, CardPlayed):
        assert payload["card"] == str(event.card)


def test_a_whole_game_comes_back_as_it_was():
    events = [event for step in play_out(rules()) for event in step]

    assert [decoded(encoded(event)) for event in events] == events


def test_hands_are_hidden_and_the_turned_card_is_not():
    hands = (cards("QS"), cards("TH"), cards("2C"))
    dealt = Dealt(1, 0, hands, card("9D"), "D", round=1, bidders=(1, 2, 0), how="turned")

    form = encoded(dealt)

    public = json.loads(form.public)
    assert (public["dealer"], public["turned"], public["trump"]) == (0, "9D", "D")
    assert json.loads(form.hidden) == {"hands": [["QS"], ["TH"], ["2C"]], "covered": None}


def test_what_is_secret_is_kept_apart():
    hands = (cards("QS"), cards("TH"), cards("2C"))
    covered = Dealt(
        1, 0, hands, None, None, round=1, bidders=(1, 2, 0), how="turned", covered=card("9D")
    )
    for event, secret in (
        (covered, {"hands": [["QS"], ["TH"], ["2C"]], "covered": "9D"}),
        (BidSealed(1, 2, 7), {"tricks": 7}),
        (
            CardsLaid(1, 2, cards("7D 6S TC"), "reveal"),
            {"cards": ["7D", "6S", "TC"], "claim": "reveal"},
        ),
    ):
        form = encoded(event)
        assert json.loads(form.hidden) == secret
        assert not set(json.loads(form.public)) & set(secret)


def test_all_options_are_kept_with_the_game_so_that_a_new_default_changes_no_old_game():
    payload = json.loads(encoded(GameStarted(rules())).public)

    assert set(payload["rules"]) == set(rules().__dataclass_fields__)


def test_an_option_that_came_later_has_its_default_in_older_games():
    form = encoded(GameStarted(rules()))
    payload = json.loads(form.public)
    del payload["rules"]["ante"]

    old = replace(form, public=json.dumps(payload).encode())

    assert decoded(old) == GameStarted(rules())


@pytest.fixture
def third_version(monkeypatch):
    """Bids in a third version: at first `bid` counted from 1, then it was called so from 0."""
    monkeypatch.setitem(KINDS, "bid_made", Kind(BidMade, version=3))
    return {
        ("bid_made", 1): lambda old: old | {"bid": old["bid"] - 1},
        ("bid_made", 2): lambda old: {
            "deal": old["deal"],
            "seat": old["seat"],
            "tricks": old["bid"],
        },
    }


@pytest.mark.parametrize(("version", "bid"), [(1, 3), (2, 2)])
def test_an_older_version_is_brought_up_to_date_step_by_step(third_version, version, bid):
    public = json.dumps({"deal": 4, "seat": 1, "bid": bid}).encode()

    assert decoded(Encoded("bid_made", version, 4, public, None), third_version) == BidMade(4, 1, 2)


def test_the_present_version_is_not_touched(third_version):
    form = encoded(BidMade(4, 1, 2))

    assert form.version == 3
    assert decoded(form, third_version) == BidMade(4, 1, 2)


def test_a_missing_step_is_said(third_version):
    del third_version["bid_made", 2]
    public = b'{"deal": 4, "seat": 1, "bid": 3}'

    with pytest.raises(UnreadableEvent, match="no step from version 2 of event 'bid_made'"):
        decoded(Encoded("bid_made", 1, 4, public, None), third_version)


def test_an_event_of_a_newer_release_is_refused_clearly():
    form = replace(encoded(BidMade(1, 0, 2)), version=2)

    with pytest.raises(UnreadableEvent, match="a newer release wrote it"):
        decoded(form)


def test_an_unknown_kind_is_refused_clearly():
    with pytest.raises(UnreadableEvent, match="unknown kind of event: 'hand_passed'"):
        decoded(Encoded("hand_passed", 1, None, b"{}", None))


@pytest.mark.parametrize(
    "public",
    [b'{"deal": 1, "seat": 0}', b'{"deal": 1, "seat": 0, "card": "1S"}', b'{"deal": "x"}'],
)
def test_a_damaged_event_is_refused_without_its_payload(public):
    with pytest.raises(UnreadableEvent, match=r"damaged event 'card_played': \w+$"):
        decoded(Encoded("card_played", 1, 1, public, None))


def test_hidden_fields_pass_through_the_steps_too(monkeypatch):
    monkeypatch.setitem(KINDS, "dealt", Kind(Dealt, version=2, hidden=("hands",)))
    old = replace(
        encoded(Dealt(1, 0, (cards("QS"),), None, "NT", round=1, bidders=(0,))), version=1
    )
    steps = {("dealt", 1): lambda old: old | {"hands": [*old["hands"], ["TH"]]}}

    assert decoded(old, steps).hands == (cards("QS"), cards("TH"))


def test_the_cards_drawn_for_the_deal_are_public():
    form = encoded(FirstDealerChosen(1, cards("QS TH")))

    assert (json.loads(form.public)["drawn"], form.hidden) == (["QS", "TH"], None)
