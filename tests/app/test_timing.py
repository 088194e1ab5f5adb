"""When mails come: hours of the day on somebody's clock, also when clocks change."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pbem.app.hours import is_within, last_at, next_at, opening
from pbem.app.records import Player
from pbem.app.services import Policy
from pbem.app.timing import comes_at, daily_at, remind_at
from pbem.orders.choices import Choices, Hours
from tests.orders.test_choices import HOURS

# Zones of half and quarter hours, with changes of half an hour, at midnight, and of a whole day.
ZONES = (
    "Europe/Berlin", "Asia/Kathmandu", "Asia/Kolkata", "Australia/Lord_Howe", "America/St_Johns",
    "Pacific/Chatham", "Asia/Beirut", "America/Asuncion", "Pacific/Apia", "America/New_York",
)  # fmt: skip
POLICY = Policy("play@cards.example.org", "Erik Lund", "erik@cards.example.org")
DAY = timedelta(hours=24)
MOMENTS = st.integers(0, 18 * 365 * 24 * 60).map(
    lambda minutes: datetime(2010, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)


def player(mails: str = "my turns", hours: Hours | None = None, zone: str = "Europe/Berlin"):
    return Player(1, "Anna", zone, choices=Choices(mails, hours=hours))


def local(moment: datetime, zone: str = "Europe/Berlin") -> str:
    return f"{moment.astimezone(ZoneInfo(zone)):%d %H:%M}"


def berlin(day: int, hour: int, minute: int = 0, month: int = 3) -> datetime:
    moment = datetime(2026, month, day, hour, minute, tzinfo=ZoneInfo("Europe/Berlin"))
    return moment.astimezone(UTC)


@settings(max_examples=300)
@given(hours=HOURS, zone=st.sampled_from(ZONES), moment=MOMENTS)
@example(Hours(2, 3), "Europe/Berlin", datetime(2026, 3, 29, 0, 30, tzinfo=UTC))
@example(Hours(2, 4), "Europe/Berlin", datetime(2026, 3, 29, 0, 30, tzinfo=UTC))
def test_a_mail_waits_until_the_hours_begin_and_no_longer(hours, zone, moment):
    begun = opening(hours, zone, moment)

    assert is_within(hours, zone, begun)
    before = [moment + timedelta(minutes=15 * step) for step in range(4 * 49)]
    assert not any(is_within(hours, zone, one) for one in before if one < begun)
    assert begun - moment < timedelta(hours=49)


@settings(max_examples=300)
@given(hour=st.integers(0, 23), zone=st.sampled_from(ZONES), moment=MOMENTS)
def test_every_day_has_its_hour_on_each_clock(hour, zone, moment):
    found, before = next_at(hour, zone, moment), last_at(hour, zone, moment)

    assert before < moment < found <= moment + timedelta(hours=49)
    shown = {one.astimezone(ZoneInfo(zone)).strftime("%H:%M") for one in (before, found)}
    skipped = {f"{hour + 1:02}:00", f"{hour:02}:30"}
    assert shown <= {f"{hour:02}:00", *skipped}


def test_the_daily_mail_comes_at_the_same_time_of_day_when_clocks_change():
    times = [daily_at(player("digest"), berlin(day, 12)) for day in (27, 28, 29)]

    assert [local(one) for one in times] == ["28 07:00", "29 07:00", "30 07:00"]
    assert times[1] - times[0] == timedelta(hours=23)
    nepal = daily_at(player("digest", zone="Asia/Kathmandu"), berlin(27, 12))
    assert local(nepal, "Asia/Kathmandu") == "28 07:00"
    assert nepal.minute == 15


@pytest.mark.parametrize(
    ("mails", "hours", "asked", "comes"),
    [
        ("my turns", None, berlin(3, 23), "03 23:00"),
        ("my turns", Hours(8, 21), berlin(3, 12), "03 12:00"),
        ("my turns", Hours(8, 21), berlin(3, 21), "04 08:00"),
        ("my turns", Hours(8, 21), berlin(3, 7, 59), "03 08:00"),
        # After 22 hours there would be less than two for an answer.
        ("my turns", Hours(18, 20), berlin(3, 20), "04 18:00"),
        ("my turns", Hours(18, 19), berlin(3, 19), "03 19:00"),
        # The daily mail leaves more than six hours: 24 less 18.
        ("digest", None, berlin(3, 13), "04 07:00"),
        ("digest", None, berlin(3, 12, 59), "03 12:59"),
        ("digest", Hours(8, 21), berlin(3, 15), "04 08:00"),
        ("digest", Hours(8, 21), berlin(3, 13), "03 13:00"),
        ("digest", Hours(8, 21), berlin(3, 6), "03 08:00"),
    ],
)
def test_a_turn_is_mailed_when_it_suits_if_enough_time_is_left_then(mails, hours, asked, comes):
    at = comes_at(POLICY, player(mails, hours), "turn", asked, asked + DAY)

    assert local(at) == comes


def test_with_a_short_time_a_turn_comes_at_night_too():
    asked = berlin(3, 23)

    assert comes_at(POLICY, player("digest", Hours(8, 21)), "turn", asked, asked + DAY / 6) == asked


def test_what_somebody_has_just_asked_for_comes_at_night_too():
    night = berlin(3, 23)

    assert comes_at(POLICY, player("digest", Hours(8, 21)), "answer", night) == night


@settings(max_examples=200)
@given(
    mails=st.sampled_from(["every turn", "my turns", "digest", "deals"]),
    hours=st.none() | HOURS,
    zone=st.sampled_from(ZONES),
    asked=MOMENTS,
    limit=st.integers(1, 72).map(lambda hours: timedelta(hours=hours)),
)
def test_turn_and_reminder_come_before_the_time_is_over(mails, hours, zone, asked, limit):
    anna, deadline = player(mails, hours, zone), asked + limit
    turn = comes_at(POLICY, anna, "turn", asked, deadline)
    reminder = remind_at(POLICY, anna, asked, deadline)

    assert asked <= turn < deadline
    assert asked < reminder < deadline
    assert mails == "deals" or turn < reminder
    if turn != asked:
        assert turn + POLICY.hours_margin <= deadline
    if mails == "my turns" and hours is None:
        assert (turn, reminder) == (asked, asked + limit / 2)


def test_a_reminder_that_would_come_too_late_in_the_morning_comes_in_the_evening():
    anna = player(hours=Hours(8, 21))
    noon = berlin(3, 20)
    reminder = remind_at(POLICY, anna, noon, noon + timedelta(hours=13))

    assert local(reminder) == "03 20:30"
