"""Letters that come too fast are read later, whoever's name they bear."""

from collections import Counter
from datetime import timedelta

import pytest

from pbem.mailin.addresses import our_address
from pbem.mailin.pace import HOUR, PEERS, SENDERS, TOKENS, Pace
from tests.mailin.letters import HOUSE, REPLY, letter

SERVICE = our_address("play@cards.example.org", HOUSE)
SEAT = our_address(REPLY, HOUSE)
AWAY = "93.184.216.34"


class Tally:
    def __init__(self) -> None:
        self.numbers: Counter[str] = Counter()

    def count(self, what: str) -> int:
        self.numbers[what] += 1
        return self.numbers[what]


def delays(count: int, *, to=SERVICE, peer: str = "", sender=lambda n: f"a{n}@x.example"):
    pace = Pace(Tally())
    return [pace.delay(letter(sender=sender(n)), to, peer) for n in range(count)]


@pytest.mark.parametrize(
    ("most", "how"),
    [
        (TOKENS, {"to": SEAT}),
        (SENDERS, {"sender": lambda _n: "Anna <anna@home.example>"}),
        (SENDERS, {"sender": lambda n: "ANNA@home.example" if n % 2 else "anna@Home.Example"}),
    ],
)
def test_the_first_of_an_hour_are_read_at_once_and_others_hours_later(most, how):
    assert delays(2 * most + 1, **how) == [0 * HOUR] * most + [HOUR] * most + [2 * HOUR]


def test_a_mail_server_elsewhere_has_a_limit_and_one_of_our_own_has_none():
    pace, raw = Pace(Tally()), letter()
    pace.counter.numbers[next(iter(keys_of(raw, AWAY)))] = PEERS

    assert pace.delay(raw, SERVICE, AWAY) == HOUR
    for near in ("127.0.0.1", "10.1.2.3", "::1", "fd00::1", "", "unknown"):
        assert pace.delay(raw, SERVICE, near) == timedelta()


def keys_of(raw: bytes, peer: str) -> list[str]:
    pace = Pace(Tally())
    pace.delay(raw, SERVICE, peer)
    return [key for key in pace.counter.numbers if "/peer/" in key]


def test_reports_have_no_sender_whom_they_could_be_counted_for():
    pace = Pace(Tally())
    report = b"Return-Path: <>\r\n" + letter(sender="MAILER-DAEMON@x.example")

    assert {pace.delay(report, SERVICE, "") for _ in range(SENDERS * 2)} == {timedelta()}


def test_nothing_waits_longer_than_a_day():
    assert delays(TOKENS * 30, to=SEAT)[-1] == timedelta(days=1)


def test_what_is_counted_tells_no_address():
    pace = Pace(Tally())
    pace.delay(letter(), SEAT, AWAY)

    told = " ".join(pace.counter.numbers)
    assert len(pace.counter.numbers) == 3
    assert not any(word in told for word in ("alice", "example", AWAY, REPLY[5:31]))
