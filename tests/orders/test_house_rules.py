"""Changes of the rules in the line that begins a game."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.orders.house_rules import OPTION_WORDS, read_option
from pbem.orders.lexicon import ENGLISH
from pbem.orders.orders import NewGame, NotUnderstood
from pbem.orders.reading import fragments_that_read_as_orders, read_line
from pbem.rules.choices import read_value
from pbem.rules.options import Rules, as_options, rules_of
from pbem.rules.presets import PRESETS
from pbem.show.house_rules import changes, help_of_options, unread
from pbem.show.reader import Reader


def new(line: str) -> NewGame:
    order = read_line(f"new {line}", "service")
    assert isinstance(order, NewGame), order
    return order


def changed(*words: str) -> dict[str, object]:
    return dict(new(f"blackout for 4, {', '.join(words)}").options)


def test_people_bots_and_changes_come_in_any_order():
    told = NewGame("blackout", ("ann@x.org",), 2, options={"hook": "free", "max_cards": 7})

    assert new("blackout with ann@x.org, hook free, cards 7, 2 bots") == told
    assert new("blackout with 2 bots, cards seven and ann@x.org and no hook") == NewGame(
        "blackout", ("ann@x.org",), 2, options={"max_cards": 7, "hook": "free"}
    )


@pytest.mark.parametrize(
    ("words", "option", "value"),
    [
        ("hook free", "hook", "free"),
        ("no hook", "hook", "free"),
        ("hook must", "hook", "must_equal"),
        ("hook not", "hook", "not_equal"),
        ("hook from 2", "hook_min_cards", 2),
        ("7 cards", "max_cards", 7),
        ("Cards Seven", "max_cards", 7),
        ("cards all", "deal_out", "all"),
        ("up", "sequence", "up"),
        ("down up", "sequence", "down_up"),
        ("up and down", "sequence", "up_down"),
        ("8 deals", "deal_count", 8),
        ("no trump", "trump_method", "none"),
        ("trump fixed S", "fixed_trump", "S"),
        ("trumps hearts", "fixed_trump", "H"),
        ("trump bidder", "trump_method", "high_bidder"),
        ("scoring wizard", "scoring", "wizard"),
        ("scoring five plus ten", "scoring", "five_plus_ten"),
        ("zero 5", "zero_bid", "five"),
        ("zero five", "zero_bid", "five"),
        ("zero 5 plus cards", "zero_bid", "five_plus_cards"),
        ("bids together", "bid_mode", "simultaneous"),
        ("target 100", "target_score", 100),
        ("hook=free", "hook", "free"),
        ("max_cards = 6", "max_cards", 6),
        ("max_cards=null", "max_cards", None),
        ("announce_total=true", "announce_total", True),
        ("tie_break=extra max deal", "tie_break", "extra_max_deal"),
        ("trump_cycle=S H D C NT", "trump_cycle", ["S", "H", "D", "C", "NT"]),
        ("sequence_list=1/2/3", "sequence_list", [1, 2, 3]),
        ("no_trump_upcards=2 3", "no_trump_upcards", ["2", "3"]),
        ("turn_block=players", "turn_block", "players"),
        (
            "special_deals=8 misere/9 no trump",
            "special_deals",
            [{"deal": 8, "rule": "misere"}, {"deal": 9, "rule": "no_trump"}],
        ),
        ("special_deals=3 Blind", "special_deals", [{"deal": 3, "rule": "blind"}]),
        ("scoring_params=bonus 5", "scoring_params", {"bonus": 5}),
        ("scoring params bonus:5", "scoring_params", {"bonus": 5}),
        ("announce_total=yes", "announce_total", True),
        ("announce_total=no", "announce_total", False),
        ("announce total", "announce_total", True),
        ("announce total off", "announce_total", False),
        ("max cards 6", "max_cards", 6),
        ("max_cards none", "max_cards", None),
        ("void rule must trump", "void_rule", "must_trump"),
        ("trump method none", "trump_method", "none"),
        ("direction counterclockwise", "direction", "counterclockwise"),
        ("fixed trump s", "fixed_trump", "S"),
        (
            "scoring_params=penalty true/zero_points 5",
            "scoring_params",
            {"penalty": True, "zero_points": 5},
        ),
        ("scoring_params=penalty_on overtricks", "scoring_params", {"penalty_on": "overtricks"}),
    ],
)
def test_words_set_the_option(words, option, value):
    assert changed(words)[option] == value


def test_what_is_no_change_is_kept_to_be_told():
    assert new("blackout for 4, hok free, cards 7").unread == ("hok free",)
    assert new("blackout for 4, up, down").unread == ("down",)
    assert new("blackout for 4, nonsense 3").unread == ("nonsense 3",)


def test_an_unknown_value_by_name_is_left_to_the_judge_of_the_rules():
    assert changed("hook=sometimes", "pakc=std52") == {"hook": "sometimes", "pakc": "std52"}
    assert changed("scoring nonsense", "hook sometimes") == {
        "scoring": "nonsense",
        "hook": "sometimes",
    }


@pytest.mark.parametrize(
    "line",
    ["blackout with hok free", "blackout with ann", "blackout for 4, 2 botts and many bots"],
)
def test_a_line_that_says_nothing_of_people_or_rules_is_no_order(line):
    assert isinstance(read_line(f"new {line}", "service"), NotUnderstood)


@pytest.mark.parametrize("row", OPTION_WORDS, ids=lambda row: row.example)
def test_every_example_reads_as_its_own_row_with_values_that_exist(row):
    read = read_option(row.example, ENGLISH)

    assert read is not None
    assert row.words.fullmatch(row.example.lower())
    for name, value in read.items():
        if name != "scoring_params":
            read_value(name, value)


def as_written(value: object) -> str:
    """Return a value as a mail gives it: parts of a list with strokes between."""
    if isinstance(value, Mapping) and set(value) == {"deal", "rule"}:
        return f"{value['deal']} {value['rule']}"
    if isinstance(value, Mapping):
        return "/".join(f"{name} {one}" for name, one in value.items()).lower()
    if isinstance(value, list | tuple):
        return "/".join(map(as_written, value))
    return str(value)


@pytest.mark.parametrize("words", ["cards", "target", "step", "hook from", "up to"])
def test_a_number_that_no_rules_hold_is_not_read(words):
    assert new(f"blackout for 4, hook free, {words} {'9' * 5000}").unread


def test_every_option_of_every_version_can_be_given_by_its_name():
    for preset in PRESETS.values():
        for name, value in preset.options.items():
            told = as_written(value)
            read = read_option(f"{name}={told}", ENGLISH)
            assert read is not None
            assert read_value(name, read[name]) == read_value(name, value), name


def test_changes_make_rules():
    order = new("oh shit for 4, no trump, down, cards 5, zero 10")
    made = rules_of(4, {**PRESETS["oh_shit"].options, **order.options})

    assert isinstance(made, Rules)
    assert as_options(made)["trump_method"] == "none"
    assert (made.sequence, made.max_cards, made.fixed_trump) == ("down", 5, None)


def test_the_help_and_the_fault_are_harmless():
    for line in help_of_options(Reader()):
        assert fragments_that_read_as_orders(str(line)) == ()
    told = unread(Reader(), ("hok free", "say 2", "2 of 3"))
    assert "(hok free)" in told
    assert "<hook free>" in told
    assert fragments_that_read_as_orders(told) == ()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("special_deals=8 misere/9 no trump", "<special deals 8:misere/9:no-trump>"),
        ("scoring_params=penalty true/zero_points 5", "<scoring params penalty:yes/zero-points:5>"),
        ("scoring_params=bonus 5", "<scoring params bonus:5>"),
    ],
)
def test_changes_are_told_in_words_and_none_of_them_is_an_order(words, told):
    sentence = changes(Reader(), changed(words), {})

    assert told in sentence
    assert fragments_that_read_as_orders(sentence) == ()


@settings(deadline=None)
@given(st.text(max_size=60))
def test_no_text_makes_the_reading_fail(text):
    read_option(text, ENGLISH)
    read_line(f"new blackout for 4, {text}", "service")
