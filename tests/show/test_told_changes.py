"""What a mail tells of changed rules can be written back, and says the same."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mailout.wishes import wish
from pbem.orders.named_options import OPTION_NAMES, takes
from pbem.orders.near_options import near_changes
from pbem.orders.orders import NewGame
from pbem.orders.reading import fragments_that_read_as_orders, read_line
from pbem.rules.choices import read_value
from pbem.rules.options import as_options, rules_of
from pbem.rules.presets import PRESETS
from pbem.rules.scoring import SYSTEMS
from pbem.show import conflicts
from pbem.show.house_rules import changes, unread
from pbem.show.option_names import said
from pbem.show.reader import Reader
from tests.rules.option_sets import option_sets
from tests.show.options import HINTS, VALUES, any_options

READER = Reader()


def read(*words: str) -> NewGame:
    order = read_line(f"new blackout for 4, {', '.join(words)}", "service")
    assert isinstance(order, NewGame), words
    return order


def written(told: str) -> list[str]:
    return re.findall(r"<(.+?)>", told)


def assert_reads_back(option: str, value: Any) -> None:
    told = said(option, value)
    order = read(*written(told))

    assert order.unread == ()
    assert read_value(option, order.options[option]) == read_value(option, value), told
    assert fragments_that_read_as_orders(told) == ()


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_every_value_of_every_option_is_told_as_it_can_be_written(data: st.DataObject):
    option = data.draw(st.sampled_from(sorted(VALUES)))

    assert_reads_back(option, data.draw(VALUES[option].filter(lambda one: takes(option, one))))


@pytest.mark.parametrize("option", [name for name in VALUES if name in HINTS])
def test_what_may_be_left_out_is_told_as_none(option: str):
    if type(None) in getattr(HINTS[option], "__args__", ()):
        assert_reads_back(option, None)
    if getattr(HINTS[option], "__origin__", None) is tuple:
        assert_reads_back(option, [])


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_scoring_and_its_numbers_are_told_as_they_can_be_written(system: str):
    assert_reads_back("scoring", system)
    assert_reads_back("second_half_scoring", system)
    params = {name: one.default for name, one in SYSTEMS[system].settings.items()}
    assert_reads_back("scoring_params", params)


def assert_says_the_same(base: dict[str, object], options: dict[str, object]) -> None:
    players = options.get("players", 4)
    assert type(players) is int
    told = changes(READER, options, base)
    again = read(*written(told)) if told else NewGame("blackout")

    assert again.unread == (), told
    assert rules_of(players, {**base, **again.options}) == rules_of(players, {**base, **options})
    assert fragments_that_read_as_orders(told) == ()


@given(st.sampled_from(sorted(PRESETS)), any_options())
@settings(max_examples=150, deadline=None)
def test_changes_of_a_version_say_the_same_when_written_back(preset: str, options: dict[str, Any]):
    taken = {name: value for name, value in options.items() if takes(name, value)}

    assert_says_the_same(dict(PRESETS[preset].options), taken)


@given(option_sets())
@settings(max_examples=50, deadline=None)
def test_whole_rules_say_the_same_when_written_back(rules):
    assert_says_the_same({}, as_options(rules))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_version_can_be_told_as_changes_of_another(preset: str):
    assert_says_the_same(dict(PRESETS["oh_shit"].options), dict(PRESETS[preset].options))


@given(any_options())
@settings(max_examples=150, deadline=None)
def test_every_way_out_of_a_clash_can_be_written(options: dict[str, Any]):
    refused = rules_of(4, options)
    for problem in getattr(refused, "problems", ()):
        for way in conflicts.ways_out(problem):
            for option, value in way:
                assert_reads_back(option, value)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("cards 7", "<max cards 7>"),
        ("trumps none", "<trump method none>"),
        ("must trump", "<void rule must trump>"),
        ("double spades", "<double spades yes>"),
        ("forehead", "<forehead all-one-card>"),
        ("zero 5", "<zero five>"),
        ("sequence_list=1 2 3", "<sequence list 1/2/3>"),
        ("no_trump_upcards=2 3", "<ranks without trumps 2/3>"),
        ("special_deals=8 misere/9 no trump", "<special deals 8:misere/9:no-trump>"),
        ("scoring exact, scoring_params=bonus 5", "<scoring params bonus:5>"),
        ("announce total", "<announce total yes>"),
        ("announce_total=yes", "<announce total yes>"),
        ("announce total = no", ""),
        ("Direction counterclockwise", "<direction counterclockwise>"),
        ("stakes pool, ante 5", "<stakes pool> and <ante 5>"),
        ("hook not", ""),
        ("max cards=six", "<max cards 6>"),
        ("hook_min_cards two", "<hook min cards 2>"),
    ],
)
def test_only_what_is_another_is_told(words: str, told: str):
    options = read(words).options
    sentence = changes(READER, options, {"hook": "not_equal", "scoring": "exact"})

    assert sentence == told


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("hok free", "<hook free>"),
        ("maxcards 7", "<max cards 7>"),
        ("anounce total", "<announce total>"),
        ("dirction counterclockwise", "<direction counterclockwise>"),
        ("stakse pool", "<stakes pool>"),
        ("counterclockwise", "<direction counterclockwise>"),
    ],
)
def test_a_slip_in_the_name_of_an_option_is_asked_about(slip: str, meant: str):
    assert read(slip).unread == (slip,)
    assert f"Did you mean {meant}?" in unread(READER, (slip,))


def test_one_change_is_not_suggested_in_two_spellings():
    assert near_changes("brader") == ("joker rule brader",)
    assert near_changes("none") == ()
    assert not any("_" in name for name in OPTION_NAMES)


def test_a_slip_before_the_sign_of_equality_is_asked_about():
    refused = rules_of(4, read("pakc=double104").options)

    assert "Did you mean <pack double104>?" in conflicts.paragraph(READER, refused.problems)


def test_the_question_tells_only_what_differs_from_the_version():
    assert wish(READER, "new blackout for 4, trumps none, hook not, foo 3").endswith(
        "with these changes: <trump method none>"
    )
