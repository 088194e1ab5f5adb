"""The table of settings: every value goes to words and back, by lines that people write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.orders.choices import BY_NAME, SETTINGS, USUAL, Choices, Choose, Hours, chosen
from pbem.orders.orders import NotUnderstood, ShowSettings
from pbem.orders.reading import read_line
from pbem.orders.verbs import usages

HOURS = (
    st.tuples(st.integers(0, 23), st.integers(1, 24))
    .filter(lambda pair: pair[0] != pair[1] and pair != (0, 24))
    .map(lambda pair: Hours(*pair))
)
CHOICES = st.builds(
    Choices,
    mails=st.sampled_from(["every turn", "my turns", "digest", "deals"]),
    digest=st.integers(0, 23),
    hours=st.none() | HOURS,
    cards=st.sampled_from(["codes", "words"]),
    text=st.sampled_from(["html", "only"]),
    links=st.sampled_from(["open", "signed in"]),
)


@given(before=CHOICES, wanted=CHOICES)
def test_the_lines_of_all_settings_bring_back_what_they_were_written_from(before, wanted):
    for setting in SETTINGS:
        order = read_line(f"{setting.name} {setting.of(wanted)}")
        assert isinstance(order, Choose)
        before = chosen(before, order)

    assert before == wanted


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("Mails every turn.", "mails", "every turn"),
        ("mails daily", "mails", "digest"),
        ("mails end of deals", "mails", "deals"),
        ("digest at 19:00", "digest", 19),
        ("digest 7 pm", "digest", 19),
        ("digest 12 am", "digest", 0),
        ("hours 8-21", "hours", Hours(8, 21)),
        ("hours 8\N{EN DASH}21", "hours", Hours(8, 21)),
        ("hours from 8:00 to 21:00", "hours", Hours(8, 21)),
        ("hours 8am-9pm", "hours", Hours(8, 21)),
        ("hours 22-6", "hours", Hours(22, 6)),
        ("hours 8-0", "hours", Hours(8, 24)),
        ("hours 0-24", "hours", None),
        ("hours any", "hours", None),
        ("cards words", "cards", "words"),
        ("text plain", "text", "only"),
        ("links signed-in", "links", "signed in"),
    ],
)
def test_a_setting_is_read_as_people_write_it(line, field, value):
    order = read_line(line)

    assert isinstance(order, Choose)
    assert getattr(chosen(Choices("deals", 3, Hours(1, 2)), order), field) == value
    assert read_line(line, "service") == order


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("mails digets", ("mails digest",)),
        ("mail deals", ("mails deals",)),
        ("digest", ("digest 7",)),
        ("digest 25", ("digest 7",)),
        ("hours 8", ("hours 8-21",)),
        ("hours 8-8", ("hours 8-21",)),
        ("hours 8-21 please", ("hours 8-21",)),
        ("cards as word", ("cards as words",)),
        ("setings", ("settings",)),
    ],
)
def test_a_near_miss_of_a_setting_is_asked_about_and_never_set(line, near):
    assert read_line(line) == NotUnderstood(line, near)


@pytest.mark.parametrize(
    "line", ["Text me at noon", "cards by moo.com", "links are below", "hours are fine with me"]
)
def test_sentences_that_begin_like_a_setting_get_no_suggestion(line):
    assert read_line(line) == NotUnderstood(line, ())


def test_every_setting_is_in_the_full_help_of_both_desks_and_their_list_in_the_short_one():
    for desk in ("game", "service"):
        verbs = {usage.example.partition(" ")[0] for usage in usages(desk, everything=True)}
        assert set(BY_NAME) <= verbs
        assert "settings" in {usage.example for usage in usages(desk, everything=False)}
    assert read_line("settings") == ShowSettings()


def test_what_is_usual_is_among_the_options_of_each_setting():
    for name, setting in BY_NAME.items():
        words = setting.of(USUAL)
        assert setting.option(words).words in {words, "8-21", "7"}, name
