"""The keeper reckons as the game does."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.keeper import KeptDeal, KeptTable, broken_hook, query_of, reckon, table_of, wrong_sum
from pbem.rules.options import Rules
from pbem.rules.presets import PRESETS, preset_rules
from pbem.rules.sizes import deal_sizes

NAMES = ("Ann", "Ben", "Cem", "Dot", "Eva", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Lou")


def table(game="blackout", players=4, **changes) -> KeptTable:
    query = [("game", game), ("with", __import__("json").dumps(changes))]
    found = table_of([*query, *(("n", name) for name in NAMES[:players])])
    assert isinstance(found, KeptTable), found
    return found


def played(kept: KeptTable, *deals: KeptDeal) -> KeptTable:
    return replace(kept, deals=(*kept.deals, *deals))


def test_a_new_table_begins_with_the_first_deal():
    due = reckon(table()).next

    assert (due.number, due.round, due.size, due.dealer, due.bidders) == (1, 1, 10, 0, (1, 2, 3, 0))


def test_points_and_totals_follow_the_rules():
    kept = played(
        table(),
        KeptDeal("H", (2, 3, 0, 4), (2, 3, 1, 4)),
        KeptDeal("S", (0, 3, 1, 4), (2, 3, 1, 3)),
    )

    so_far = reckon(kept)

    assert [line.points for line in so_far.sheet] == [(12, 13, 0, 14), (0, 13, 11, 0)]
    assert so_far.totals == (12, 26, 11, 14)
    assert (so_far.next.number, so_far.next.size, so_far.next.dealer) == (3, 8, 2)


def test_a_deal_that_is_still_played_does_not_count():
    kept = played(table(), KeptDeal("H", (2, 3, 0, 4)))

    assert reckon(kept).totals == (0, 0, 0, 0)
    assert kept.open_deal is not None


def test_a_cooperative_round_is_repeated_until_all_make_it():
    kept = played(table("cooperative", 3), KeptDeal("S", (1, 0, 0), (0, 1, 0)))

    due = reckon(kept).next

    assert (due.number, due.round, due.is_repeated) == (2, 1, True)


def test_a_seat_past_the_limit_does_not_bid():
    kept = played(table("blackout", 3, no_bid_at_score=10), KeptDeal("S", (5, 3, 3), (5, 2, 3)))

    assert set(reckon(kept).next.bidders) == {1}


def test_spades_count_double_only_where_a_card_was_drawn():
    kept = table("blackout", 3, double_spades=True)

    assert reckon(played(kept, KeptDeal("S", (5, 3, 3), (5, 2, 3)))).totals == (30, 0, 26)
    assert reckon(played(kept, KeptDeal("H", (5, 3, 3), (5, 2, 3)))).totals == (15, 0, 13)


def test_spades_that_the_dealer_calls_do_not_count_double():
    special = [{"deal": 1, "rule": "dealer_calls"}]
    kept = table("blackout", 3, double_spades=True, special_deals=special)

    assert reckon(played(kept, KeptDeal("S", (5, 3, 3), (5, 2, 3)))).totals == (15, 0, 13)


def test_a_tie_is_broken_by_one_more_of_the_largest_hands():
    kept = table(
        "blackout",
        3,
        sequence="list",
        sequence_list=[1, 3],
        max_cards=None,
        tie_break="extra_max_deal",
    )
    tied = played(kept, KeptDeal("S", (1, 1, 0), (1, 0, 0)), KeptDeal("S", (1, 0, 2), (2, 0, 1)))
    level = played(kept, KeptDeal("S", (1, 0, 1), (1, 0, 0)), KeptDeal("S", (0, 1, 1), (0, 1, 2)))

    assert reckon(tied).winners
    assert reckon(level).totals == (21, 21, 0)
    assert (reckon(level).next.size, reckon(level).next.is_extra) == (3, True)


@pytest.mark.parametrize("preset_id", PRESETS)
def test_every_preset_is_kept_to_its_end(preset_id):
    """Everybody bids nothing and the seat after the dealer takes all, or all make what they bid."""
    preset = PRESETS[preset_id]
    for players in preset.players:
        kept = KeptTable(preset_id, (), rules_of_preset(preset_id, players), NAMES[:players], 0)
        for _ in range(200):
            due = reckon(kept).next
            if due is None:
                break
            size = due.size or 2
            tricks = tuple(size if seat == 0 else 0 for seat in range(players))
            bids = tuple(tricks[seat] if seat in due.bidders else None for seat in range(players))
            kept = played(kept, KeptDeal(due.trump or "H", bids, tricks, None if due.size else 2))
        so_far = reckon(kept)
        assert so_far.next is None, players
        assert so_far.winners
        assert sum(so_far.payments) == 0


def rules_of_preset(preset_id: str, players: int) -> Rules:
    rules = preset_rules(preset_id, players)
    assert isinstance(rules, Rules)
    return rules


def test_the_hook_is_told_of_the_last_bidder():
    kept = table("oh_hell_standard", 4)
    due = reckon(kept).next

    broken = broken_hook(kept.rules, due, (1, 0, 0, 0), 1)

    assert (broken.seat, broken.bid) == (0, 1)
    assert broken_hook(kept.rules, due, (1, 1, 0, 0), 1) is None
    assert broken_hook(replace(kept.rules, hook="free"), due, (1, 0, 0, 0), 1) is None


def test_where_bids_must_fit_any_other_sum_breaks_the_rule():
    kept = table("cooperative", 3)
    due = reckon(kept).next

    assert broken_hook(kept.rules, due, (0, 0, 0), 1).bid is None
    assert broken_hook(kept.rules, due, (0, 1, 0), 1) is None


def test_tricks_have_to_add_up_unless_copies_annul():
    rules = table("blackout").rules
    annul = table("oh_hell_double_annul", 6).rules

    assert wrong_sum(rules, (1, 1, 1, 1), 4) is None
    assert wrong_sum(rules, (1, 1, 1, 0), 4).told == 3
    assert wrong_sum(annul, (1, 1, 0, 0, 0, 0), 4) is None
    assert wrong_sum(annul, (1, 1, 1, 1, 1, 0), 4).told == 5


numbers = st.integers(0, 35)


@st.composite
def kept_tables(draw) -> KeptTable:
    players = draw(st.integers(3, 7))
    seats = st.integers(0, players - 1)

    def deal(is_open):
        return KeptDeal(
            draw(st.sampled_from(["S", "NT", "JK", ""])),
            draw(st.tuples(*[st.none() | numbers] * players)),
            None if is_open else draw(st.tuples(*[numbers] * players)),
            draw(st.none() | numbers),
            draw(st.none() | st.tuples(seats, st.sampled_from(["declare", "reveal"]))),
        )

    count = draw(st.integers(0, 5))
    has_open = draw(st.booleans())
    deals = tuple(deal(has_open and place == count - 1) for place in range(count))
    return replace(table("blackout", players, hook="free"), deals=deals, dealer=draw(seats))


@settings(max_examples=60)
@given(kept_tables())
def test_an_address_holds_all_of_a_table(kept):
    assert table_of(query_of(kept)) == kept


@given(
    st.lists(
        st.tuples(st.sampled_from(["game", "with", "n", "dealer", "deals"]), st.text(max_size=20))
    )
)
def test_no_address_breaks_the_keeper(query):
    table_of([("game", "blackout"), *query])


@pytest.mark.parametrize(
    "deals",
    ["S", "S111", "X1111", "S1111222", "S11112222.S1111.S1111", "S1111222-", "S1111~d9", "S1111."],
)
def test_what_is_no_deal_is_no_table(deals):
    names = [("n", name) for name in NAMES[:4]]

    assert table_of([("game", "blackout"), *names, ("deals", deals)]) is None


def test_sizes_are_those_of_the_game():
    kept = table("nomination_whist", 4)
    sizes = []
    while (due := reckon(kept).next) is not None:
        sizes.append(due.size)
        kept = played(kept, KeptDeal("", (0,) * 4, (due.size, 0, 0, 0)))

    assert tuple(sizes) == deal_sizes(kept.rules)
